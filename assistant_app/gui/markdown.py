"""Markdown to the HTML that a message shows: no HTML of the text's own, no files, no pictures.

A model's words, and what people paste, are untrusted: markup in them is shown as text, a picture
becomes its description, and only web and mail addresses are links.
"""

from __future__ import annotations

import html
from urllib.parse import urlsplit

LINK_SCHEMES = frozenset({"http", "https", "mailto"})
MAX_RENDERED = 200_000
"""Characters; a longer text is shown plain, which takes a hundredth of the time."""


def safe_link(address: str) -> bool:
    """Whether a link may be opened: an absolute web or mail address."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    return parts.scheme.lower() in LINK_SCHEMES and bool(parts.netloc or parts.path)


def render(text: str) -> str:
    """Return the HTML of `text`; safe to give to a QTextDocument that loads nothing."""
    if len(text) > MAX_RENDERED:
        return f"<pre>{html.escape(text)}</pre>"
    from assistant_app.gui.markdown_html import parser

    return str(parser().render(text))


def closed_length(text: str, start: int = 0) -> int:
    """Return the length of the part of `text` whose blocks are complete.

    A block is closed by an empty line outside a code fence. `start` is a length returned before.
    """
    closed, inside, position = start, "", start
    for line in text[start:].splitlines(keepends=True):
        bare = line.strip()
        position += len(line)
        mark = bare[:3]
        if mark in ("```", "~~~"):
            if not inside:
                inside = mark
            elif mark == inside and not bare.strip(mark[0]):
                inside = ""
        if not inside and not bare and line.endswith("\n"):
            closed = position
    return closed
