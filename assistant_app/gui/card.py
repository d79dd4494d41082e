"""A rounded ground for cards and the user's messages, painted from the palette."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QWidget

from assistant_app.gui import style


class Card(QFrame):
    """A frame with round corners; `tinted` fills it in the palette's alternate base."""

    def __init__(
        self, parent: QWidget | None = None, *, tinted: bool = False, outlined: bool = True
    ) -> None:
        super().__init__(parent)
        self._tinted, self._outlined = tinted, outlined
        self._edge: style.Role | None = None

    def set_edge(self, role: style.Role | None) -> None:
        """Colour the outline, for a card that wants an answer."""
        self._edge = role
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground and outline."""
        shown = self.palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QPalette.ColorRole.AlternateBase if self._tinted else QPalette.ColorRole.Base
        painter.setBrush(shown.color(ground))
        edge = (
            style.colour(shown, self._edge) if self._edge else shown.color(QPalette.ColorRole.Mid)
        )
        painter.setPen(QPen(edge, 1) if self._outlined else QPen(QColor(0, 0, 0, 0)))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), style.RADIUS, style.RADIUS
        )
