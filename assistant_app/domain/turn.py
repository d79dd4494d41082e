"""One turn: what is asked, what happens on the way, and how it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from assistant_app.errors import AppError

if TYPE_CHECKING:
    from assistant_app.domain.clock import Moment
    from assistant_app.domain.language import Lang
    from assistant_app.domain.memory import Memory, Recalled

ActionStatus = Literal["done", "needs_confirmation", "refused", "failed"]
TurnStatus = Literal["complete", "interrupted", "needs_confirmation", "failed"]
MAX_MESSAGE = 20_000
"""Characters of one message; a longer one is refused before it is stored, and stays in the box."""


class CancelToken:
    """Says that whoever waits for the answer no longer wants it.

    Created by the caller before the turn is queued, and never reset.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._listeners: list[Callable[[], None]] = []

    def cancel(self) -> None:
        """Ask for the end; any thread may call it, any number of times."""
        with self._lock:
            self._cancelled = True
            listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()

    def on_cancel(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` once when the end is asked for, at once if it was; returns its undoing.

        It runs in the thread that cancels, so it only passes the word on. Whoever waits for
        something else as well learns of the end this way, without polling.
        """
        with self._lock:
            waiting = not self._cancelled
            if waiting:
                self._listeners.append(listener)
        if not waiting:
            listener()

        def remove() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return remove

    @property
    def cancelled(self) -> bool:
        """Whether the end was asked for."""
        return self._cancelled


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What to ask. `session_id` None starts a session; `now` None is the machine's clock.

    `yes` answers the confirmations of this one turn; `dry_run` decides and validates, and changes
    nothing. `choice` is the index of a choice of the pending question, when a button gave it.
    """

    text: str
    session_id: int | None = None
    now: Moment | None = None
    lang: Lang | None = None
    yes: bool = False
    dry_run: bool = False
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Something only the owner can answer; `choices` can be picked by number."""

    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """What a tool did, or would do. `summary` is made from the stored row.

    `item` is the id of the event, task or memory that it touched (`item_kind` says which) and
    `undo` the id in the change log. `assumptions` are sentences. `data` is what a listing found,
    as JSON; `title` and `when` are the two lines of its card.
    """

    tool: str
    args: dict[str, Any]
    status: ActionStatus
    summary: str
    item: int | None = None
    item_kind: Literal["event", "task", "memory"] | None = None
    undo: int | None = None
    assumptions: tuple[str, ...] = ()
    title: str = ""
    when: str = ""
    data: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and times of a turn, its steps together; times in milliseconds."""

    prompt_tokens: int = 0
    prompt_tokens_evaluated: int = 0
    completion_tokens: int = 0
    ttft_ms: int = 0
    total_ms: int = 0
    model: str = ""
    context_tokens: int = 0
    """The size of the context window."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """How a turn ended; `error` is the code of what failed and `error_params` its values."""

    session_id: int
    message_id: int | None
    """The assistant's message; None in a dry run."""
    reply: str
    status: TurnStatus
    question: Question | None = None
    actions: tuple[Action, ...] = ()
    memories_used: tuple[Recalled, ...] = ()
    memories_proposed: tuple[Memory, ...] = ()
    usage: Usage = Usage()
    thought: str = ""
    """What a thinking model wrote for itself; no part of the reply."""
    error: str | None = None
    error_params: dict[str, Any] = field(default_factory=dict)

    @property
    def failure(self) -> AppError | None:
        """What failed or is to be told, as an error that knows whether the message was kept."""
        if self.error is None and self.status != "failed":
            return None
        found = AppError(self.error or "unexpected", **{"code": "?", **self.error_params})
        found.message_kept = self.message_id is not None
        return found


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The owner's message is on disk."""

    session_id: int
    user_message_id: int
    reply_message_id: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class ActionDone:
    """A tool ran, or waits for a yes."""

    action: Action


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The last event of a turn."""

    result: TurnResult


TurnEvent = TurnStarted | TextDelta | ActionDone | TurnEnded
