"""An engine that is watched: what is asked of it, when, and what it answers."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from assistant_app.domain.engine import (
    ChatEngine,
    Completion,
    CompletionDone,
    EngineInfo,
    Prepared,
    PromptMessage,
    Scored,
    TextChunk,
)
from assistant_app.domain.turn import CancelToken
from assistant_app.tools.spec import REPLY


@dataclass(slots=True)
class Asked:
    """One request for text, as the caller saw it; times are of `time.perf_counter`."""

    request: Completion
    begun: float
    first: float | None = None
    done: CompletionDone | None = None
    ended: float = 0.0

    @property
    def steps(self) -> int:
        """Tokens evaluated after the first was chosen: the end of a text takes one more."""
        assert self.done is not None
        return self.done.completion_tokens - (self.done.finish != "stop")


@dataclass(slots=True)
class Weighed:
    """One weighing of candidates."""

    request: Completion
    candidates: Sequence[str]
    scored: Scored


@dataclass
class Meter:
    """Implements `domain.engine.ChatEngine` on another one.

    With `most`, an answer without a grammar ends after that many tokens. With `always_reply` every
    tool loses to plain talk, after it was weighed, so that any model writes. `on_first` is called
    when an answer begins. Without `ahead` nothing is taken before the model says it.
    """

    engine: ChatEngine
    most: int = 0
    always_reply: bool = True
    on_first: Callable[[], None] | None = None
    ahead: bool = True
    asked: list[Asked] = field(default_factory=list)
    weighed: list[Weighed] = field(default_factory=list)

    @property
    def loaded(self) -> bool:
        """Whether the model is loaded."""
        return self.engine.loaded

    @property
    def prepares(self) -> bool:
        """Whether it has conversations ready."""
        return self.engine.prepares

    def info(self) -> EngineInfo:
        """Load the model if it is not, and say what it is."""
        return self.engine.info()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""
        return self.engine.count_tokens(texts)

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Pass the answer on, and note when it came."""
        if self.most and request.grammar is None:
            request = dataclasses.replace(request, max_tokens=self.most)
        request = dataclasses.replace(request, ahead=self.ahead)
        asked = Asked(request, time.perf_counter())
        self.asked.append(asked)
        for item in self.engine.complete(request, cancel):
            asked.ended = time.perf_counter()
            if isinstance(item, CompletionDone):
                asked.done = item
            elif asked.first is None:
                asked.first = asked.ended
                if self.on_first is not None:
                    self.on_first()
            yield item

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Weigh the candidates, and note what it cost."""
        scored = self.engine.score(request, candidates, cancel)
        self.weighed.append(Weighed(request, candidates, scored))
        if self.always_reply and REPLY in candidates:
            values = tuple(1.0 if name == REPLY else -1.0 for name in candidates)
            return dataclasses.replace(scored, values=values)
        return scored

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Pass it on."""
        self.engine.warm(messages)

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Pass it on."""
        return self.engine.prepare(request, cancel, budget)

    def restart(self) -> None:
        """Pass it on."""
        self.engine.restart()

    def close(self) -> None:
        """Pass it on."""
        self.engine.close()
