"""The ground of an item of a view, as the style paints it, for delegates that write on it."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem


def paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Paint the choice, the focus and the mouse without the text, which `option` then has no more."""
    option.text = ""
    view = option.widget
    look = view.style() if view is not None else QApplication.style()
    look.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view)
