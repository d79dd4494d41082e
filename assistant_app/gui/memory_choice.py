"""Several memories chosen at once: how many of which state, and what can be done with them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.memory import CATEGORIES, MemoryStatus
from assistant_app.gui import style, words


class MemoryChoice(QWidget):
    """Asks by signals, all about what is chosen; each button says how many it is for."""

    confirm_asked = Signal()
    reject_asked = Signal()
    archive_asked = Signal(bool)
    pin_asked = Signal(bool)
    erase_asked = Signal()
    category_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_M, style.SPACE_L, style.SPACE_M)
        column.setSpacing(style.SPACE_M)
        self.head = style.label("", factor=1.2, bold=True, wrap=True)
        self.states = style.label("", quiet=True, wrap=True)
        column.addWidget(self.head)
        column.addWidget(self.states)
        column.addLayout(self._build_buttons())
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.category = QComboBox()
        self.category.setAccessibleName(self.tr("Category of all that are chosen"))
        self.category.setPlaceholderText(self.tr("Choose a category"))
        for category in CATEGORIES:
            self.category.addItem(words.category_name(category), category)
        self.category.activated.connect(
            lambda _row: self.category_asked.emit(str(self.category.currentData()))
        )
        row.addWidget(style.label(self.tr("Category"), quiet=True))
        row.addWidget(self.category)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def _build_buttons(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(style.SPACE_S)
        self.confirm_button = QPushButton()
        self.reject_button = QPushButton()
        self.archive_button = QPushButton()
        self.back_button = QPushButton()
        self.pin_button = QPushButton()
        self.erase_button = QPushButton()
        self.confirm_button.clicked.connect(self.confirm_asked)
        self.reject_button.clicked.connect(self.reject_asked)
        self.archive_button.clicked.connect(lambda: self.archive_asked.emit(True))
        self.back_button.clicked.connect(lambda: self.archive_asked.emit(False))
        self.pin_button.clicked.connect(lambda: self.pin_asked.emit(True))
        self.erase_button.clicked.connect(self.erase_asked)
        self._grid = grid
        return grid

    def show_chosen(self, tally: dict[MemoryStatus, int]) -> None:
        """Show how many are chosen."""
        total = sum(tally.values())
        self.head.setText(self.tr("{count} chosen").format(count=f"{total:,}"))
        self.states.setText(
            " · ".join(f"{words.status_name(one)}: {count:,}" for one, count in tally.items())
        )
        waiting = tally.get(MemoryStatus.PROPOSED, 0)
        active, away = tally.get(MemoryStatus.ACTIVE, 0), tally.get(MemoryStatus.ARCHIVED, 0)
        buttons = (
            (self.confirm_button, self.tr("Confirm {count}"), waiting),
            (self.reject_button, self.tr("Turn down {count}"), waiting),
            (self.archive_button, self.tr("Archive {count}"), active),
            (self.back_button, self.tr("Bring back {count}"), away),
            (self.pin_button, self.tr("Pin {count}"), active),
            (self.erase_button, self.tr("Erase {count}…"), total),
        )
        shown = 0
        for button, text, count in buttons:
            button.setText(text.format(count=f"{count:,}"))
            button.setAccessibleName(button.text().rstrip("…"))
            button.setVisible(count > 0)
            self._grid.removeWidget(button)
            if count:
                self._grid.addWidget(button, shown // 2, shown % 2)
                shown += 1
        self.category.setCurrentIndex(-1)
