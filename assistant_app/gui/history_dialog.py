"""The wordings a memory had: any two of them side by side, and a way back to one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.memory import MemoryVersion
from assistant_app.gui import style, text_diff, words
from assistant_app.gui.card import Card


class HistoryDialog(QDialog):
    """`wording_asked(text)` when an earlier wording is to be used again."""

    wording_asked = Signal(str)

    def __init__(self, wordings: Sequence[MemoryVersion], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wordings = list(wordings)
        self.setWindowTitle(self.tr("Compare wordings"))
        self.resize(640, 300)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        grid = QGridLayout()
        grid.setSpacing(style.SPACE_S)
        self.choices: list[QComboBox] = []
        self.texts: list[QLabel] = []
        names = (self.tr("Earlier wording"), self.tr("Later wording"))
        for place, name in enumerate(names):
            box = QComboBox()
            box.setAccessibleName(name)
            for entry in self._wordings:
                box.addItem(self._name(entry))
            self.choices.append(box)
            grid.addWidget(style.label(name, quiet=True), 0, place)
            grid.addWidget(box, 1, place)
            grid.addWidget(self._build_text(name), 2, place)
            grid.setColumnStretch(place, 1)
        grid.setRowStretch(2, 1)
        column.addLayout(grid, 1)
        column.addWidget(self._build_buttons())
        self.choices[0].setCurrentIndex(max(0, len(self._wordings) - 2))
        self.choices[1].setCurrentIndex(len(self._wordings) - 1)
        self.choices[0].setFocus()
        for box in self.choices:
            box.currentIndexChanged.connect(self._show)
        self._show()

    def _build_text(self, name: str) -> Card:
        card = Card(tinted=True, outlined=False)
        column = QVBoxLayout(card)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        text = QLabel()
        text.setTextFormat(Qt.TextFormat.RichText)
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        text.setAccessibleName(name)
        column.addWidget(text, 1)
        self.texts.append(text)
        return card

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.use_button = buttons.addButton(
            self.tr("Use the earlier wording"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.use_button.setAutoDefault(False)
        self.use_button.clicked.connect(self._on_use)
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        return buttons

    def _name(self, entry: MemoryVersion) -> str:
        event = words.event_name(entry.event) if entry.event else self.tr("now")
        return f"{words.date_time(entry.at)} · {event}"

    def _show(self) -> None:
        one, other = (self._wordings[box.currentIndex()].text for box in self.choices)
        both = text_diff.compared(one, other, self.palette())
        for label, html, text in zip(self.texts, both, (one, other), strict=True):
            label.setText(html)
            label.setAccessibleDescription(text)
        self.use_button.setEnabled(one != self._wordings[-1].text)

    def _on_use(self) -> None:
        self.wording_asked.emit(self._wordings[self.choices[0].currentIndex()].text)
        self.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme: what differs has colours of its own."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and len(self.texts) == 2:
            self._show()
