"""What a thinking model wrote for itself, folded away above its answer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from assistant_app.gui import style


class ThoughtFold(QWidget):
    """A button that unfolds the text, which is plain and never part of the answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QToolButton()
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.toggled.connect(self._unfold)
        self.text = style.label("", wrap=True, quiet=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.tr("What the model thought"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_XS)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.text)
        self._unfold(False)
        self.hide()

    def show_thought(self, text: str) -> None:
        """Take the text; without one there is nothing to see."""
        if text != self.text.text():
            self.text.setText(text)
        self.setVisible(bool(text))

    def _unfold(self, on: bool) -> None:
        self.button.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        self.button.setText(self.tr("Hide the thought") if on else self.tr("Show the thought"))
        self.text.setVisible(on)
