"""What an empty chat shows: three things to try."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from assistant_app.gui import style


class EmptyState(QWidget):
    """Three examples; a click puts one in the composer."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setSpacing(style.SPACE_S)
        column.addStretch(2)
        self._title = style.label("", factor=1.5, bold=True, wrap=True)
        self._title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._title)
        self.hint = style.label(
            self.tr("Everything stays on this computer."), quiet=True, wrap=True
        )
        self.hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.hint)
        column.addSpacing(style.SPACE_L)
        self.buttons: list[QPushButton] = []
        for text in self._examples():
            button = QPushButton(text.replace("&", "&&"))
            button.setAccessibleName(text)
            button.setStyleSheet("text-align: left; padding: 10px 16px;")
            button.setMinimumWidth(420)
            button.clicked.connect(lambda _checked=False, t=text: self.chosen.emit(t))
            self.buttons.append(button)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.greet("")

    def greet(self, name: str) -> None:
        """Greet the owner by name, where there is one."""
        greeting = self.tr("What can I do for you, {name}?").format(name=name)
        self._title.setText(greeting if name else self.tr("What can I do for you?"))

    def _examples(self) -> tuple[str, str, str]:
        return (
            self.tr("Add a dentist appointment next Tuesday at 3pm"),
            self.tr("Remember that I prefer meetings in the afternoon"),
            self.tr("What is on my calendar this week?"),
        )
