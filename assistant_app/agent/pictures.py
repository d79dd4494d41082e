"""Pictures in an answer, taken out as it comes: a model has none to show.

What makes one write `![](https://…?d=…)` is an order that hides in a memory or a title: whatever
shows or exports the answer would fetch the address, with whatever was put into it. The words for
the picture stay; in code nothing is changed.
"""

from __future__ import annotations

import re

_FENCE = "```"
_LONGEST = 4000
"""Characters of a picture that has not ended; what is longer is text."""
_PICTURE = re.compile(
    r"(?<!`)(?:!\[(?P<words>[^\]\n]*)\](?:\([^)\n]*\)|\[[^\]\n]*\])|<img\b[^>\n]*>)", re.IGNORECASE
)
_BEGUN = re.compile(
    r"(?:!(?:\[[^\]\n]*(?:\](?:\([^)\n]*|\[[^\]\n]*)?)?)?|<(?:i(?:m(?:g(?:\b[^>\n]*)?)?)?)?)$",
    re.IGNORECASE,
)


class Pictures:
    """Takes the pieces of an answer and gives them back without pictures."""

    def __init__(self) -> None:
        self._held = ""
        self._fences = 0
        self._before = ""

    def feed(self, text: str) -> str:
        """Return what may go on now that `text` came; what may become a picture waits."""
        self._held += text
        begun = None if self._in_code() else _BEGUN.search(self._held)
        cut = begun.start() if begun and len(begun[0]) < _LONGEST else len(self._held)
        while cut and self._held[cut - 1] == "`" and len(self._held) - cut < len(_FENCE):
            cut -= 1  # a fence that may come in two pieces
        ready, self._held = self._held[:cut], self._held[cut:]
        return self._without(ready)

    def finish(self) -> str:
        """Return what is left at the end of the answer."""
        ready, self._held = self._held, ""
        return self._without(ready)

    def _in_code(self) -> bool:
        return (self._fences + self._held.count(_FENCE)) % 2 == 1

    def _without(self, text: str) -> str:
        if not text:
            return ""
        parts = text.split(_FENCE)
        for n, part in enumerate(parts):
            if (self._fences + n) % 2 == 0:
                parts[n] = _PICTURE.sub(lambda found: found["words"] or "", self._before + part)
                parts[n] = parts[n][len(self._before) :]
            self._before = ""
        self._fences += len(parts) - 1
        self._before = "`" if text.endswith("`") else ""
        return _FENCE.join(parts)
