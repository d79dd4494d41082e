"""The colour of a calendar: its own, else one of a few by its name, the same every time."""

from __future__ import annotations

import zlib

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap

from assistant_app.domain.planner import CALENDAR_COLOURS, Calendar, Item
from assistant_app.gui import style

_NAMES = ("blue", "green", "violet", "red", "brown", "teal", "pink", "grey")
_ON_DARK = (
    "#8ab4f8",
    "#7fcf9b",
    "#c3a6f2",
    "#f2938c",
    "#f0c063",
    "#7fd0d4",
    "#f2a1c2",
    "#b4b8c0",
)
CHOICES = dict(zip(_NAMES, zip(CALENDAR_COLOURS, _ON_DARK, strict=True), strict=True))
"""What the owner can choose from, on light and on dark; the first of the two is stored."""
_BY_NAME = ("green", "violet", "red", "brown", "teal", "pink")
_READABLE = 4.5
_LEAST = 3.0
"""Contrast of a mark that is no text (WCAG 2, 1.4.11)."""


def tint(shown: QPalette, of: Item | Calendar) -> QColor:
    """Return the colour of a calendar, or of the one that an item is in.

    The unnamed one has the accent, unless it was given another.
    """
    name = of.calendar if isinstance(of, Item) else of.name
    dark = style.is_dark(shown)
    if of.color and (own := QColor(of.color)).isValid():
        ours = next((pair for pair in CHOICES.values() if pair[0] == own.name()), None)
        return QColor(ours[dark]) if ours else _seen(shown, own)
    if not name:
        return style.colour(shown, style.Role.ACCENT)
    return QColor(CHOICES[_BY_NAME[zlib.crc32(name.casefold().encode()) % len(_BY_NAME)]][dark])


def _seen(shown: QPalette, colour: QColor) -> QColor:
    """Return a colour that came from elsewhere so that it can be seen on the palette's base."""
    base = shown.color(QPalette.ColorRole.Base)
    step = 0.05 if style.is_dark(shown) else -0.05
    light = colour.lightnessF()
    while style.contrast(colour, base) < _LEAST and 0 <= light + step <= 1:
        light += step
        hue, saturation = max(0.0, colour.hslHueF()), colour.hslSaturationF()
        colour = QColor.fromHslF(hue, saturation, light)
    return colour


def ground(shown: QPalette, colour: QColor) -> QColor:
    """Return a colour for the ground of an event, on which the palette's text can be read."""
    part = 0.28 if style.is_dark(shown) else 0.16
    return _mixed(colour, shown.color(QPalette.ColorRole.Base), part)


def quiet(shown: QPalette, colour: QColor) -> QColor:
    """Return a colour for secondary text on the ground of an event; its contrast is 4.5 too."""
    below, text = ground(shown, colour), shown.color(QPalette.ColorRole.Text)
    found = style.faint(shown)
    for tenths in range(11):
        found = _mixed(text, style.faint(shown), tenths / 10)
        if style.contrast(found, below) >= _READABLE:
            break
    return found


def _mixed(one: QColor, other: QColor, part: float) -> QColor:
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(a * part + b * (1 - part)) for a, b in pairs))


def swatch(colour: QColor, size: int = style.ICON_S) -> QIcon:
    """Return a square in a colour, as an icon."""
    result = QIcon()
    for scale in (1, 2, 3):
        picture = QPixmap(size * scale, size * scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        inner = size * scale * 0.12
        whole = QRectF(picture.rect()).adjusted(inner, inner, -inner, -inner)
        painter.drawRoundedRect(whole, 3 * scale, 3 * scale)
        painter.end()
        picture.setDevicePixelRatio(scale)
        result.addPixmap(picture)
    return result
