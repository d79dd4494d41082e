"""How the events of a week look: grounds and folded titles, made once and used again.

A busy week has some two hundred and fifty events. Painting each from nothing took 60 ms of the
window's thread for every page that was turned; what is alike is kept here.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette, QPen, QPixmap, QStaticText

from assistant_app.domain.planner import Item
from assistant_app.gui import calendar_colour, style

_ON_EVENTS = (calendar_colour.ground, calendar_colour.quiet)
_MOST_KEPT = 2000
_FEW = 5


@dataclass(frozen=True, slots=True)
class Words:
    """What is written on an event: lines of its title, and its time below them or not at all."""

    title: tuple[QStaticText, ...]
    time: QStaticText | None
    centred: bool


def folded(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines of a width; what does not fit is elided.

    A line breaks between words where it can, else anywhere: a column may be narrower than a word.
    """
    lines: list[str] = []
    left = text.strip()
    while left and len(lines) < most - 1 and metrics.horizontalAdvance(left) > width:
        fits = 1
        while fits < len(left) and metrics.horizontalAdvance(left[: fits + 1]) <= width:
            fits += 1
        space = left.rfind(" ", 1, fits + 1)
        at = space if space > 0 else fits
        lines.append(left[:at].rstrip())
        left = left[at:].lstrip()
    if left:
        lines.append(metrics.elidedText(left, Qt.TextElideMode.ElideRight, width))
    return lines


class BlockLooks:
    """Belongs to a canvas, which clears it when palette or font are others."""

    def __init__(self) -> None:
        self._tints: dict[tuple[str, str | None], tuple[QColor, QColor, QColor]] = {}
        self._frames: dict[tuple[object, ...], QPixmap] = {}
        self._words: dict[tuple[str, str, int, int], Words] = {}

    def clear(self) -> None:
        """Forget everything."""
        for kept in (self._tints, self._frames, self._words):
            kept.clear()

    def _tint(self, shown: QPalette, item: Item) -> tuple[QColor, QColor, QColor]:
        key = (item.calendar, item.color)
        if key not in self._tints:
            colour = calendar_colour.tint(shown, item)
            ground, quiet = (make(shown, colour) for make in _ON_EVENTS)
            self._tints[key] = colour, ground, quiet
        return self._tints[key]

    def quiet(self, shown: QPalette, item: Item) -> QColor:
        """Return the colour of secondary text on an event."""
        return self._tint(shown, item)[2]

    def frame(
        self, shown: QPalette, item: Item, size: QSize, ratio: float, *, focused: bool
    ) -> QPixmap:
        """Return the ground of an event, its edge, and the bar of its calendar."""
        key = (item.calendar, item.color, size.width(), size.height(), ratio, focused)
        if key not in self._frames:
            if len(self._frames) >= _MOST_KEPT:
                self._frames.clear()
            self._frames[key] = self._paint_frame(shown, item, size, ratio, focused)
        return self._frames[key]

    def _paint_frame(
        self, shown: QPalette, item: Item, size: QSize, ratio: float, focused: bool
    ) -> QPixmap:
        colour, ground, _quiet = self._tint(shown, item)
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0, 0, size.width(), size.height()).adjusted(0.5, 0.5, -1.5, -1.5)
        painter.setBrush(ground)
        edge = shown.color(QPalette.ColorRole.WindowText) if focused else colour
        painter.setPen(QPen(edge, 2 if focused else 1))
        painter.drawRoundedRect(box, 4, 4)
        painter.fillRect(QRectF(box.left() + 1, box.top() + 3, 3, box.height() - 6), colour)
        painter.end()
        return picture

    def words(self, title: str, time: str, size: QSize, metrics: QFontMetrics) -> Words:
        """Return what is written on an event of a size."""
        width = size.width() - style.SPACE_S - style.SPACE_XS
        lines = (size.height() - 4) // metrics.height()
        key = (title, time, width, lines)
        if key not in self._words:
            if len(self._words) >= _MOST_KEPT:
                self._words.clear()
            self._words[key] = _written(title, time, width, lines, metrics)
        return self._words[key]


def _written(title: str, time: str, width: int, lines: int, metrics: QFontMetrics) -> Words:
    if lines < 2:
        beside = f"{title} · {time}"
        if time and metrics.horizontalAdvance(beside) <= width:
            return Words((_static(beside),), None, centred=True)
        line = metrics.elidedText(title, Qt.TextElideMode.ElideRight, width)
        # Of a few letters, one more says more than the dots do.
        return Words((_static(title if len(line) <= _FEW else line),), None, centred=True)
    fits = bool(time) and metrics.horizontalAdvance(time) <= width
    shown = folded(title, metrics, width, lines - 1 if fits else lines)
    return Words(tuple(map(_static, shown)), _static(time) if fits else None, centred=False)


def _static(text: str) -> QStaticText:
    result = QStaticText(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    return result
