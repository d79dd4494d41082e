"""Scroll bars as a slim rounded handle, without arrows or a groove."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyleOptionSlider

EXTENT = 10
_SHORTEST = 28
_Sub = QStyle.SubControl


def part(option: QStyleOptionSlider, wanted: QStyle.SubControl) -> QRect:
    """Return where a part of a scroll bar is; the arrows are nowhere."""
    upright = option.orientation == Qt.Orientation.Vertical
    whole = option.rect
    length = whole.height() if upright else whole.width()
    span = option.maximum - option.minimum
    handle = length
    if span > 0:
        handle = max(_SHORTEST, length * option.pageStep // max(1, span + option.pageStep))
        handle = min(handle, length)
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown
    )
    spans = {
        _Sub.SC_ScrollBarGroove: (0, length),
        _Sub.SC_ScrollBarSlider: (start, handle),
        _Sub.SC_ScrollBarSubPage: (0, start),
        _Sub.SC_ScrollBarAddPage: (start + handle, length - start - handle),
    }
    at, size = spans.get(wanted, (0, 0))
    if upright:
        return QRect(whole.left(), whole.top() + at, whole.width() if size else 0, size)
    return QRect(whole.left() + at, whole.top(), size, whole.height() if size else 0)


def paint(option: QStyleOptionSlider, painter: QPainter) -> None:
    """Paint the handle; there is none where all is shown."""
    if option.maximum <= option.minimum:
        return
    upright = option.orientation == Qt.Orientation.Vertical
    place = QRectF(part(option, _Sub.SC_ScrollBarSlider))
    place = place.adjusted(2, 1, -2, -1) if upright else place.adjusted(1, 2, -1, -2)
    held = bool(option.state & QStyle.StateFlag.State_Sunken)
    under = bool(option.state & QStyle.StateFlag.State_MouseOver)
    shown = option.palette
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    role = QPalette.ColorRole.PlaceholderText if held or under else QPalette.ColorRole.Mid
    painter.setBrush(shown.color(role))
    painter.drawRoundedRect(place, 3, 3)
    painter.restore()
