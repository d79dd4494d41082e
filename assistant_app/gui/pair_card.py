"""Two memories side by side with their dates, and which of them is to stay."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from assistant_app.domain.memory import Memory, MemoryPair
from assistant_app.gui import style, words
from assistant_app.gui.card import Card


class PairCard(QWidget):
    """`settled(old, new, keep)` with the ids of both, and "new", "old" or "both"."""

    settled = Signal(int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: MemoryPair | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_S)
        self._head = style.label("", bold=True, wrap=True)
        column.addWidget(self._head)
        sides = QGridLayout()
        sides.setSpacing(style.SPACE_S)
        self.texts: list[QLabel] = []
        self._dates: list[QLabel] = []
        self._quotes: list[QLabel] = []
        for place in (0, 1):
            sides.addWidget(self._build_side(), 0, place)
            sides.setColumnStretch(place, 1)
        column.addLayout(sides)
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.new_button = QPushButton(self.tr("Keep new"))
        self.old_button = QPushButton(self.tr("Keep old"))
        self.both_button = QPushButton(self.tr("Both"))
        names = {
            self.old_button: self.tr("Keep the old memory"),
            self.new_button: self.tr("Keep the new memory"),
            self.both_button: self.tr("Keep both memories"),
        }
        for button, keep in zip(names, ("old", "new", "both"), strict=True):
            button.setAccessibleName(names[button])
            button.clicked.connect(lambda _checked=False, k=keep: self._settle(k))
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)

    def _build_side(self) -> Card:
        card = Card()
        card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(card)
        column.setContentsMargins(style.SPACE_M, style.SPACE_S, style.SPACE_M, style.SPACE_S)
        column.setSpacing(style.SPACE_XS)
        date = style.label("", factor=0.9, quiet=True, wrap=True)
        text = style.label("", wrap=True)
        quote = style.label("", factor=0.9, quiet=True, wrap=True)
        for widget, among in ((date, self._dates), (text, self.texts), (quote, self._quotes)):
            column.addWidget(widget)
            among.append(widget)
        column.addStretch(1)
        return card

    def show_pair(self, pair: MemoryPair | None) -> None:
        """Show two memories, or nothing."""
        self._pair = pair
        self.setVisible(pair is not None)
        if pair is None:
            return
        contradicts = pair.relation == "replace"
        self._head.setText(
            self.tr("These two contradict each other")
            if contradicts
            else self.tr("These two say the same")
        )
        dated = (
            (pair.old, self.tr("Known since {date}")),
            (pair.new, self.tr("New on {date}")),
        )
        for place, (memory, date) in enumerate(dated):
            self._show_side(place, memory, date.format(date=words.date_time(memory.created_at)))

    def _show_side(self, place: int, memory: Memory, date: str) -> None:
        self._dates[place].setText(date)
        self.texts[place].setText(memory.text)
        quote = memory.source.quote if memory.source else ""
        self._quotes[place].setText(self.tr("you said “{quote}”").format(quote=quote))
        self._quotes[place].setVisible(bool(quote))

    def _settle(self, keep: str) -> None:
        if self._pair is not None:
            self.settled.emit(self._pair.old.id, self._pair.new.id, keep)
