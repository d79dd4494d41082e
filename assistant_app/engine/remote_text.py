"""The text of a server's answer on its way: what is not for the reader taken out, and its figures."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from typing import Any, Literal

from assistant_app.domain.engine import Completion, CompletionDone
from assistant_app.engine.remote_api import Piece
from assistant_app.engine.remote_probe import estimate
from assistant_app.engine.text_stream import LoopGuard
from assistant_app.engine.thought import ThoughtStream

Finish = Literal["stop", "length", "cancelled", "repeated"]
_LONGEST_TOKEN = 32
"""Characters that a token stands for at most, in the long run; a server that sends more is cut."""


def without_prefill(pieces: Iterator[Piece], prefill: str) -> Iterator[Piece]:
    """Take `prefill` off an answer that repeats it; one that does not stays whole."""
    held: str | None = ""
    for piece in pieces:
        if held is not None:
            held += piece.text
            if len(held) < len(prefill) and prefill.startswith(held) and not piece.finish:
                yield dataclasses.replace(piece, text="")
                continue
            piece = dataclasses.replace(piece, text=held.removeprefix(prefill))
            held = None
        yield piece


def told_apart(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Tell what a model thinks in the middle of its text from what it says."""
    stream = ThoughtStream()
    for piece in pieces:
        parts = list(stream.feed(piece.text))
        if piece.finish:
            parts += stream.finish()
        said = "".join(text for text, thought in parts if not thought)
        thought = piece.thought + "".join(text for text, thought in parts if thought)
        yield dataclasses.replace(piece, text=said, thought=thought)


class Said:
    """What came of an answer so far: when its first word was there, how much it was, how it ends."""

    def __init__(self, request: Completion) -> None:
        self._request = request
        self._start = time.monotonic()
        self._first_ms = 0
        self._count = 0
        self._length = 0
        self._finish: Finish | None = None
        self._guard = LoopGuard()
        self._usage: dict[str, Any] = {}
        self._timings: dict[str, Any] = {}

    @property
    def over(self) -> bool:
        """Whether no more of it is wanted: it goes round in circles, or is longer than asked for."""
        return self._finish in ("repeated", "length")

    def add(self, piece: Piece) -> str:
        """Take a piece; returns its text."""
        self._usage = piece.usage or self._usage
        self._timings = piece.timings or self._timings
        if piece.finish:
            self._finish = "length" if piece.finish == "length" else "stop"
        if piece.text:
            self._count += 1
            self._length += len(piece.text)
            self._first_ms = self._first_ms or self._elapsed()
            free = self._request.grammar is None
            if free and self._guard.add(hash(piece.text)):
                self._finish = "repeated"
            elif self._length > self._request.max_tokens * _LONGEST_TOKEN or (
                free and self._count >= self._request.max_tokens
            ):
                self._finish = "length"
        return piece.text

    def done(self, finish: Finish | None = None) -> CompletionDone:
        """Return the end of it, with the server's figures, or with estimates where it has none."""
        known = _whole(self._usage.get("prompt_tokens"))
        details = self._usage.get("prompt_tokens_details")
        cached = _whole(details.get("cached_tokens")) if isinstance(details, dict) else None
        prompt = sum(map(estimate, self._texts())) if known is None else known
        evaluated = _whole(self._timings.get("prompt_n"))
        written = _whole(self._usage.get("completion_tokens"))
        return CompletionDone(
            finish=finish or self._finish or "stop",
            prompt_tokens=prompt,
            prompt_tokens_evaluated=prompt - (cached or 0) if evaluated is None else evaluated,
            completion_tokens=self._count if written is None else written,
            ttft_ms=self._first_ms,
            total_ms=self._elapsed(),
        )

    def _texts(self) -> list[str]:
        return [message.text for message in self._request.messages]

    def _elapsed(self) -> int:
        return max(1, round((time.monotonic() - self._start) * 1000))


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
