"""One line that becomes an event or a task, and shows what it understood before Enter."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import ItemKind
from assistant_app.gui import style
from assistant_app.gui.agenda_load import Understood, understand
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_PAUSE_MS = 120


class QuickAdd(QWidget):
    """Chips say what Enter adds: event or task (click to change), and when (click to drop).

    `add_asked(item)` carries exactly the `NewItem` that is shown.
    """

    add_asked = Signal(object)

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._understood = Understood("", None)
        self._kind: ItemKind | None = None
        self._undated = False
        self._enter = False
        self._asked = 0
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._ask)
        self._build()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_XS)
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("Quick add: call mum fri 5pm"))
        self.line.setAccessibleName(self.tr("Quick add"))
        self.line.textChanged.connect(self._on_text)
        self.line.returnPressed.connect(self._on_enter)
        column.addWidget(self.line)
        self.words = style.label("", wrap=True)
        column.addWidget(self.words)
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_XS)
        self.kind_chip = QPushButton()
        self.kind_chip.setAccessibleName(self.tr("Event or task"))
        self.kind_chip.setToolTip(self.tr("Make it the other kind (Alt+K)"))
        self.kind_chip.setShortcut("Alt+K")
        self.kind_chip.clicked.connect(self._on_kind)
        self.date_chip = QPushButton()
        self.date_chip.setAccessibleName(self.tr("Drop the date"))
        self.date_chip.setToolTip(self.tr("Drop the date; its words stay in the title (Alt+D)"))
        self.date_chip.setShortcut("Alt+D")
        self.date_chip.clicked.connect(self._on_date)
        self.hint = style.label(self.tr("Enter adds"), factor=0.9, quiet=True)
        for widget in (self.kind_chip, self.date_chip, self.hint):
            row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)
        self._refresh()

    @property
    def understood(self) -> Understood:
        """What is shown."""
        return self._understood

    def _on_text(self) -> None:
        self._kind, self._undated, self._enter = None, False, False
        self._timer.start()

    def _ask(self) -> None:
        self._timer.stop()
        self._asked += 1
        text = self.line.text()
        lang = detect(text, self._lang)
        work = partial(understand, self._core, text, lang, undated=self._undated, kind=self._kind)
        self._runner.run(self, work, partial(self._on_understood, self._asked))

    def _on_understood(self, asked: int, found: Understood) -> None:
        if asked != self._asked:
            return
        self._understood = found
        self._refresh()
        if self._enter and found.line == self.line.text():
            self._add()

    def _refresh(self) -> None:
        item = self._understood.item
        for widget in (self.words, self.kind_chip, self.hint):
            widget.setVisible(item is not None)
        self.date_chip.setVisible(item is not None and item.when is not None)
        if item is None:
            return
        self.words.setText(item.title)
        event = item.kind is ItemKind.EVENT
        self.kind_chip.setText(self.tr("Event") if event else self.tr("Task"))
        self.kind_chip.setAccessibleName(
            self.tr("Event: make it a task") if event else self.tr("Task: make it an event")
        )
        self.date_chip.setText(f"{self._understood.words}  ×")
        self.date_chip.setAccessibleName(
            self.tr("Drop the date {date}").format(date=self._understood.words)
        )

    def _on_kind(self) -> None:
        item = self._understood.item
        if item is None:
            return
        event = item.kind is ItemKind.EVENT
        self._kind = ItemKind.TASK if event else ItemKind.EVENT
        self._ask()
        self.line.setFocus()

    def _on_date(self) -> None:
        self._undated = True
        self._kind = ItemKind.TASK
        self._ask()
        self.line.setFocus()

    def _on_enter(self) -> None:
        """Add what is shown; when the words are newer, what they mean is shown first."""
        if self._timer.isActive() or self._understood.line != self.line.text():
            self._enter = True
            self._ask()
        else:
            self._add()

    def _add(self) -> None:
        self._enter = False
        item = self._understood.item
        if item is None:
            return
        if item.kind is ItemKind.EVENT and item.when is None:
            self.words.setText(self.tr("An event needs a time: add one, such as “fri 5pm”."))
            return
        self.add_asked.emit(item)
        self._understood = Understood("", None)
        self.line.clear()
        self._timer.stop()
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape empties the line."""
        if event.key() == Qt.Key.Key_Escape and self.line.text():
            self.line.clear()
        else:
            super().keyPressEvent(event)
