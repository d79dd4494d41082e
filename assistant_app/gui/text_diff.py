"""What two wordings have not in common, as HTML: struck out what went, underlined what came."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from html import escape

from PySide6.QtGui import QPalette

from assistant_app.gui import style

_TOKEN = re.compile(r"[\u3400-\u9fff]|\w+|\s+|[^\w\s]")
"""A Han character is a word of its own."""


def compared(old: str, new: str, shown: QPalette) -> tuple[str, str]:
    """Return both texts as HTML with what is not in the other marked."""
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    gone = f"color: {style.colour(shown, style.Role.DANGER).name()}; text-decoration: line-through"
    come = f"color: {style.colour(shown, style.Role.SUCCESS).name()}; text-decoration: underline"
    sides: tuple[list[str], list[str]] = ([], [])
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        before, after = escape("".join(left[a:b])), escape("".join(right[c:d]))
        if tag == "equal":
            sides[0].append(before)
            sides[1].append(after)
            continue
        if before:
            sides[0].append(f'<span style="{gone}">{before}</span>')
        if after:
            sides[1].append(f'<span style="{come}">{after}</span>')
    return "".join(sides[0]), "".join(sides[1])
