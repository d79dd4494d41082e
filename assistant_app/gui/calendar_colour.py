"""The colour of a calendar: its own, else one of a few by its name, the same every time."""

from __future__ import annotations

import zlib

from PySide6.QtGui import QColor, QPalette

from assistant_app.domain.planner import Item
from assistant_app.gui import style

_LIGHT = ("#1b6e3c", "#8a3ffc", "#b3261e", "#7a5200", "#00696e", "#9f1853")
_DARK = ("#7fcf9b", "#c3a6f2", "#f2938c", "#f0c063", "#7fd0d4", "#f2a1c2")


def tint(shown: QPalette, item: Item) -> QColor:
    """Return the colour of the calendar that an item is in; the unnamed one has the accent."""
    if item.color and (own := QColor(item.color)).isValid():
        return own
    if not item.calendar:
        return style.colour(shown, style.Role.ACCENT)
    choices = _DARK if style.is_dark(shown) else _LIGHT
    return QColor(choices[zlib.crc32(item.calendar.casefold().encode()) % len(choices)])


def ground(shown: QPalette, colour: QColor) -> QColor:
    """Return a colour for the ground of an event, on which the palette's text can be read."""
    base = shown.color(QPalette.ColorRole.Base)
    part = 0.28 if style.is_dark(shown) else 0.16
    return QColor(
        *(
            round(a * part + b * (1 - part))
            for a, b in zip(colour.getRgb()[:3], base.getRgb()[:3], strict=True)  # type: ignore[index]
        )
    )
