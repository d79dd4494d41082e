"""What a thinking model writes for itself before its answer, told from the answer.

Models of the Qwen3 and DeepSeek R1 kind write `<think>…</think>` first; the templates of some open
the block themselves. What is in it is never part of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant_app.engine.text_stream import overlap

OPEN, CLOSE = "<think>", "</think>"
END = f"\n{CLOSE}\n\n"
"""What ends a thought that went on for too long."""


def thinks(template: str) -> bool:
    """Tell from a model's chat template whether it is a thinking model."""
    return OPEN in template or "enable_thinking" in template


def left_open(prompt: str) -> bool:
    """Tell whether a prompt ends inside a thought, so that the answer goes on with it."""
    return prompt.rfind(OPEN) > prompt.rfind(CLOSE)


class ThoughtStream:
    """Cuts the text of an answer, as it comes, into what is thought and what is said."""

    def __init__(self, *, thinking: bool = False) -> None:
        self._held = ""
        self._may_open = True
        self._said = False
        self.thinking = thinking
        """Whether the answer is in the middle of a thought."""

    def feed(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield pieces of text, and of each whether it is thought."""
        self._held += text
        while self._held:
            if self.thinking:
                piece, self._held, found = _until(self._held, CLOSE)
                if piece:
                    yield piece, True
                if not found:
                    return
                self.thinking = self._may_open = False
            elif self._may_open and OPEN.startswith(self._held.lstrip()[: len(OPEN)]):
                rest = self._held.lstrip()
                if len(rest) < len(OPEN):
                    return  # not clear yet
                self._held, self.thinking = rest[len(OPEN) :], True
            else:
                self._may_open = False
                said = self._held if self._said else self._held.lstrip("\n")
                self._held = ""
                self._said = self._said or bool(said)
                if said:
                    yield said, False

    def close(self) -> None:
        """Have the thought end here, whatever its text says."""
        self._held = ""
        self.thinking = self._may_open = False

    def finish(self) -> Iterator[tuple[str, bool]]:
        """Yield what was held back until it was clear what it is."""
        held, self._held = self._held, ""
        if held.strip():
            yield held, self.thinking


def _until(text: str, end: str) -> tuple[str, str, bool]:
    """Return the text before `end`, what is left for later, and whether `end` was there."""
    before, mark, after = text.partition(end)
    if mark:
        return before, after, True
    keep = overlap(text, end)
    return text[: len(text) - keep], text[len(text) - keep :], False
