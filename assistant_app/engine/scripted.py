"""A stand-in for the model at the edge of its protocol, for tests of everything but the engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from assistant_app.domain.engine import (
    Completion,
    CompletionDone,
    EngineInfo,
    Prepared,
    PromptMessage,
    Scored,
    TextChunk,
)
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled


@dataclass(frozen=True, slots=True)
class Script:
    """One answer: its chunks, seconds before each of them, and how it ends; `thought` comes first.

    `fault` is raised after the chunks, in place of an end; `finish` says why they ended.
    """

    chunks: Sequence[str]
    thought: str = ""
    delay_s: float = 0.0
    fault: AppError | None = None
    finish: Literal["stop", "length", "repeated"] = "stop"


Reply = str | Script | AppError | Callable[[Completion], "str | Script | AppError"]


@dataclass
class ScriptedEngine:
    """Answers from a list, in order; records what it was asked.

    A reply may be text, a `Script`, an error to raise, or a function of the request that gives one
    of these. When the list is used up, `fallback` answers; without one that is an error of the
    test. `scores` gives the candidates' values, by text; those it does not name get -20.
    """

    replies: list[Reply] = field(default_factory=list)
    fallback: Reply | None = None
    scores: dict[str, float] | Callable[[Completion, Sequence[str]], list[float]] = field(
        default_factory=dict
    )
    context: int = 8192
    requests: list[Completion] = field(default_factory=list)
    scored: list[tuple[Completion, tuple[str, ...]]] = field(default_factory=list)
    warmed: list[tuple[PromptMessage, ...]] = field(default_factory=list)
    prepared: list[tuple[Completion, int]] = field(default_factory=list)
    closed: bool = False
    _known: str = ""

    @property
    def loaded(self) -> bool:
        """A scripted model always is."""
        return True

    @property
    def prepares(self) -> bool:
        """A scripted model notes what it was to have ready."""
        return True

    def restart(self) -> None:
        """Have no worker to drop."""

    def info(self) -> EngineInfo:
        """Say what a scripted model is."""
        self._check_open()
        return EngineInfo(model="scripted", path="", context=self.context)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count four characters as a token, rounded up."""
        self._check_open()
        return [_tokens(text) for text in texts]

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Play the next reply."""
        self._check_open()
        self.requests.append(request)
        script = self._next(request)
        prompt = _render(request)
        shared = next(
            (
                at
                for at, pair in enumerate(zip(self._known, prompt, strict=False))
                if len({*pair}) > 1
            ),
            min(len(self._known), len(prompt)),
        )
        self._known = prompt
        said: list[str] = []
        if script.thought:
            yield TextChunk(script.thought, thought=True)
        for chunk in script.chunks:
            if _wait(script.delay_s, cancel):
                break
            said.append(chunk)
            yield TextChunk(chunk)
        if script.fault is not None and not cancel.cancelled:
            raise script.fault
        yield CompletionDone(
            finish="cancelled" if cancel.cancelled else script.finish,
            prompt_tokens=_tokens(prompt),
            prompt_tokens_evaluated=_tokens(prompt[shared:]),
            completion_tokens=_tokens("".join(said)),
            ttft_ms=1,
            total_ms=1,
        )

    def _next(self, request: Completion) -> Script:
        reply = self.replies.pop(0) if self.replies else self.fallback
        if callable(reply):
            reply = reply(request)
        if reply is None:
            last = request.messages[-1].text if request.messages else ""
            raise AssertionError(f"no scripted reply is left for: {last[-200:]!r}")
        if isinstance(reply, AppError):
            raise reply
        return reply if isinstance(reply, Script) else Script([reply])

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the scripted values of the candidates."""
        self._check_open()
        self.scored.append((request, tuple(candidates)))
        size = _tokens(_render(request))
        if callable(self.scores):
            return Scored(tuple(self.scores(request, candidates)), size, size)
        return Scored(tuple(self.scores.get(text, -20.0) for text in candidates), size, size)

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Note that a static prompt was asked for."""
        self._check_open()
        self.warmed.append(tuple(messages))

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Note what was to be ready, and within which budget it was to be kept."""
        self._check_open()
        if cancel.cancelled:
            raise Cancelled
        self.prepared.append((request, budget))
        return Prepared()

    def close(self) -> None:
        """Refuse everything from now on."""
        self.closed = True

    def _check_open(self) -> None:
        if self.closed:
            raise AppError("engine_stopped")


def _tokens(text: str) -> int:
    return -(-len(text) // 4)


def _render(request: Completion) -> str:
    return "\n".join(f"{m.role}: {m.text}" for m in request.messages) + request.prefill


def _wait(seconds: float, cancel: CancelToken) -> bool:
    """Wait, or until the end is asked for; returns whether it was."""
    if seconds <= 0 or cancel.cancelled:
        return cancel.cancelled
    event = threading.Event()
    remove = cancel.on_cancel(event.set)
    try:
        return event.wait(seconds)
    finally:
        remove()
