"""From a model's bytes to whole characters, up to the words that end an answer."""

from __future__ import annotations

import codecs
from collections.abc import Sequence


class TextStream:
    """Turns pieces of tokens (bytes, cut anywhere) into text that can be shown.

    A character is given back when it is whole, and the start of a stop string is held back until
    it is clear that it is none.
    """

    def __init__(self, stop: Sequence[str] = ()) -> None:
        self._stop = [text for text in stop if text]
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self.stopped = False

    def feed(self, piece: bytes) -> str:
        """Take the bytes of a token; returns the text that is now certain."""
        return "" if self.stopped else self._release(self._decoder.decode(piece))

    def finish(self) -> str:
        """Return what was held back; half a character at the end is dropped."""
        held, self._held = self._held, ""
        return "" if self.stopped else held

    def _release(self, text: str) -> str:
        text = self._held + text
        ends = [at for stop in self._stop if (at := text.find(stop)) >= 0]
        if ends:
            self.stopped = True
            self._held = ""
            return text[: min(ends)]
        keep = max((overlap(text, stop) for stop in self._stop), default=0)
        self._held = text[len(text) - keep :]
        return text[: len(text) - keep]


def overlap(text: str, stop: str) -> int:
    """Return the length of the longest end of `text` that starts `stop`."""
    for size in range(min(len(text), len(stop) - 1), 0, -1):
        if text.endswith(stop[:size]):
            return size
    return 0


_PARAGRAPH = 64
"""Tokens."""


class LoopGuard:
    """Notices that a model says the same thing over and over.

    A cycle counts as a loop when it came at least `min_rounds` times, or three times when it is
    longer than a paragraph, and over at least `min_tokens` tokens: lists and tables repeat
    themselves too, but not as exactly.
    """

    def __init__(self, max_cycle: int = 128, min_rounds: int = 4, min_tokens: int = 64) -> None:
        self._max_cycle = max_cycle
        self._needed = [
            max(min_tokens, cycle * (min_rounds if cycle <= _PARAGRAPH else 3))
            for cycle in range(max_cycle + 1)
        ]
        self._tokens: list[int] = []
        self._runs = [0] * (max_cycle + 1)

    def add(self, token: int) -> bool:
        """Take a token; returns whether the answer now runs in a circle."""
        tokens, runs = self._tokens, self._runs
        tokens.append(token)
        last = len(tokens) - 1
        looping = False
        for cycle in range(1, min(self._max_cycle, last) + 1):
            runs[cycle] = runs[cycle] + 1 if tokens[last - cycle] == token else 0
            if runs[cycle] + cycle >= self._needed[cycle]:
                looping = True
        return looping
