"""Progress bars and the heads of tables without gradients, painted from the palette."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QStyleOption, QStyleOptionProgressBar

from assistant_app.gui import style


def progress(option: QStyleOptionProgressBar, painter: QPainter) -> None:
    """Paint how far something is; one that does not know its end is painted half way through."""
    shown = option.palette
    place = QRectF(option.rect)
    _round(painter, place, shown.color(QPalette.ColorRole.Mid))
    whole = option.maximum - option.minimum
    share = (option.progress - option.minimum) / whole if whole > 0 else 0.5
    if share <= 0:
        return
    wide = max(place.height(), place.width() * min(1.0, share))
    place.setWidth(wide)
    _round(painter, place, style.colour(shown, style.Role.ACCENT))


def _round(painter: QPainter, place: QRectF, colour: QColor) -> None:
    radius = min(place.height() / 2, style.RADIUS / 2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(place, radius, radius)
    painter.restore()


def head(option: QStyleOption, painter: QPainter) -> None:
    """Paint the ground of a section of a table's head: the window's own, and a line below."""
    shown = option.palette
    painter.fillRect(option.rect, shown.color(QPalette.ColorRole.Window))
    line = option.rect.adjusted(0, option.rect.height() - 1, 0, 0)
    painter.fillRect(line, shown.color(QPalette.ColorRole.Mid))
