"""The words of an item as they are stored: on one line, without what breaks a list, and bounded."""

from __future__ import annotations

from assistant_app.domain.text import one_line, without_controls
from assistant_app.errors import AppError

LIMITS = {"title": 500, "place": 500, "list": 200, "notes": 100_000}
"""The most characters that each field holds."""


def tidy(field: str, value: str) -> str:
    """Return a text as it is shown: all but notes on one line."""
    return without_controls(value) if field == "notes" else one_line(value)


def bounded(field: str, value: str) -> str:
    """Return a text as it is stored.

    Raises:
        AppError: `title_empty`, `text_too_long`.
    """
    found = tidy(field, value)
    if field == "title" and not any(c.isprintable() and not c.isspace() for c in found):
        raise AppError("title_empty")
    if len(found) > LIMITS[field]:
        raise AppError("text_too_long", field=field, limit=LIMITS[field])
    return found


def cut(field: str, value: str) -> tuple[str, bool]:
    """Return a text of a file as it is stored, and whether some of it had to be left out."""
    limit = LIMITS[field]
    # Folding costs time: of a text without end only the beginning is looked at.
    found = tidy(field, value[: limit * 4])
    if len(found) <= limit and len(value) <= limit * 4:
        return found, False
    return found[: limit - 1].rstrip() + "…", True
