"""What a running turn knows and has done so far."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import CompletionDone, Scored
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Draft, Recalled
from assistant_app.domain.session import Message, Session, SessionState
from assistant_app.domain.turn import Action, Question, TurnRequest, Usage
from assistant_app.errors import AppError
from assistant_app.tools.outcome import Pending

MAX_STEPS = 5
"""Tools that run in one turn."""


@dataclass
class TurnState:
    """One turn in progress; lives on the thread that runs it."""

    request: TurnRequest
    text: str
    lang: Lang
    now: Moment
    session: Session
    past: Sequence[Message]
    state: SessionState
    user_message: int | None = None
    reply_message: int | None = None
    recalled: list[Recalled] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    fitting: Sequence[Message] = ()
    """The earlier messages that the answer is written on."""
    glance: Sequence[Message] = ()
    """The last of them, which the decision is made on."""
    calls: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    used: dict[int, Recalled] = field(default_factory=dict)
    heard: set[int] = field(default_factory=set)
    """The messages of past sessions that went into the answer."""
    results: list[str] = field(default_factory=list)
    listing: tuple[str, ...] = ()
    finished: list[str] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    question: Question | None = None
    pending: Pending | None = None
    later: tuple[str, ...] = ()
    """The steps of a routine that are still to come."""
    left: int = MAX_STEPS
    """How many tools may still run in this turn."""
    reply: str = ""
    thought: str = ""
    """What a thinking model wrote for itself before the reply."""
    notice: AppError | None = None
    """What is told beside a reply that came to its end."""
    prompt_tokens: int = 0
    evaluated: int = 0
    completed: int = 0
    ttft_ms: int | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def previous(self) -> str:
        """The owner's message before this one."""
        return next((m.text for m in reversed(self.past) if m.role == "user"), "")

    def count(self, done: CompletionDone | None) -> None:
        """Add what one call of the model cost."""
        if done is None:
            return
        self.prompt_tokens = max(self.prompt_tokens, done.prompt_tokens)
        self.evaluated += done.prompt_tokens_evaluated
        self.completed += done.completion_tokens

    def count_scored(self, scored: Scored | None) -> None:
        """Add what weighing the tools cost."""
        if scored is not None:
            self.prompt_tokens = max(self.prompt_tokens, scored.prompt_tokens)
            self.evaluated += scored.prompt_tokens_evaluated

    def first_word(self) -> None:
        """Note that the owner sees something for the first time in this turn."""
        if self.ttft_ms is None:
            self.ttft_ms = self._elapsed()

    def _elapsed(self) -> int:
        return int((time.monotonic() - self.started) * 1000)

    def usage(self, model: str, context: int) -> Usage:
        """Return the tokens and times of the turn so far."""
        total = self._elapsed()
        first = total if self.ttft_ms is None else self.ttft_ms
        return Usage(
            self.prompt_tokens, self.evaluated, self.completed, first, total, model, context
        )
