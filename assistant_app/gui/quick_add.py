"""One line that becomes an event or a task, and shows what it understood before Enter."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import ItemKind
from assistant_app.gui import style
from assistant_app.gui.free_line import clash_words
from assistant_app.gui.quick_read import MOST_CHOICES, Understood, Wish, understand
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_PAUSE_MS = 120


class QuickAdd(QWidget):
    """Chips say what Enter adds: event or task, when, that it repeats, that it is important.

    One key or click changes the first and drops any other. Other readings of the date are buttons
    too; a date that does not exist, or is past, is asked about before anything can be added.

    `add_asked(item)` carries exactly the `NewItem` that is shown.
    """

    add_asked = Signal(object)

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._understood = Understood("", None)
        self._wish = Wish()
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
        self.kind_chip.clicked.connect(self._on_kind)
        self._key("Alt+K", self.kind_chip)
        self.date_chip = QPushButton()
        self.date_chip.setAccessibleName(self.tr("Drop the date"))
        self.date_chip.setToolTip(self.tr("Drop the date; its words stay in the title (Alt+D)"))
        self.date_chip.clicked.connect(self._on_date)
        self._key("Alt+D", self.date_chip)
        for widget in (self.kind_chip, self.date_chip):
            row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)
        self._build_more(column)
        self._refresh()

    def _build_more(self, column: QVBoxLayout) -> None:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_XS)
        self.repeat_chip = self._chip(
            self.tr("repeats"),
            self.tr("Only once (Alt+R)"),
            "Alt+R",
            lambda wish: replace(wish, once=True),
        )
        self.high_chip = self._chip(
            self.tr("important"),
            self.tr("Not important (Alt+I)"),
            "Alt+I",
            lambda wish: replace(wish, plain=True),
        )
        self.hint = style.label(self.tr("Enter adds"), factor=0.9, quiet=True)
        for widget in (self.repeat_chip, self.high_chip, self.hint):
            row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)
        self.clash = style.label("", wrap=True)
        column.addWidget(self.clash)
        self.question = style.label("", wrap=True, quiet=True)
        column.addWidget(self.question)
        self.choices = [QPushButton() for _ in range(MOST_CHOICES)]
        for number, button in enumerate(self.choices):
            button.setAccessibleName(self.tr("Another date"))
            button.clicked.connect(partial(self._on_pick, number))
            column.addWidget(button)

    def _chip(
        self, words: str, name: str, key: str, without: Callable[[Wish], Wish]
    ) -> QPushButton:
        chip = QPushButton(f"{words}  ×")
        chip.setAccessibleName(name)
        chip.setToolTip(name)
        self._key(key, chip)
        chip.clicked.connect(lambda: self._want(without(self._wish)))
        return chip

    def _key(self, key: str, chip: QPushButton) -> None:
        """Give a chip a key; a shortcut of the button itself is lost with each new text."""
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.activated.connect(partial(_click_shown, chip))

    @property
    def understood(self) -> Understood:
        """What is shown."""
        return self._understood

    def _on_text(self) -> None:
        self._wish, self._enter = Wish(), False
        self._timer.start()

    def _ask(self) -> None:
        self._timer.stop()
        self._asked += 1
        text = self.line.text()
        lang = detect(text, self._lang)
        work = partial(understand, self._core, text, lang, self._wish)
        self._runner.run(self, work, partial(self._on_understood, self._asked))

    def _on_understood(self, asked: int, found: Understood) -> None:
        if asked != self._asked:
            return
        self._understood = found
        self._refresh()
        if self._enter and found.line == self.line.text():
            self._add()

    def _refresh(self) -> None:
        item, found = self._understood.item, self._understood
        for widget in (self.words, self.kind_chip, self.hint):
            widget.setVisible(item is not None)
        self.date_chip.setVisible(bool(found.problem) or (item is not None and found.dated))
        self.repeat_chip.setVisible(bool(item and item.when and item.when.rrule))
        self.high_chip.setVisible(item is not None and item.priority == "high")
        self._refresh_choices()
        self._refresh_clash()
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

    def _refresh_clash(self) -> None:
        rows, item = self._understood.clash.rows, self._understood.item
        day = None
        if item is not None and item.when is not None and item.when.start:
            day = dt.date.fromisoformat(item.when.start[:10])
        self.clash.setVisible(bool(rows))
        self.clash.setText(clash_words(rows, day, self._lang) if rows else "")
        style.tint_text(self.clash, style.Role.WARNING)

    def _refresh_choices(self) -> None:
        found = self._understood
        questions = {
            "invalid": self.tr("There is no such date. Did you mean:"),
            "past": self.tr("That is past. Add it all the same:"),
            "": self.tr("Or did you mean:"),
        }
        self.question.setText(questions[found.problem])
        self.question.setVisible(bool(found.problem or found.choices))
        for number, button in enumerate(self.choices):
            shown = number < len(found.choices)
            button.setVisible(shown)
            if shown:
                button.setText(found.choices[number])
                button.setAccessibleName(found.choices[number])
        if found.problem:
            words = self.tr("no date")
            self.date_chip.setText(f"{words}  ×")
            self.date_chip.setAccessibleName(self.tr("Add it without a date"))

    def _on_pick(self, number: int) -> None:
        self._want(replace(self._wish, pick=number))

    def _want(self, wish: Wish) -> None:
        """Read the line again as the chips say."""
        self._wish = wish
        self._ask()
        self.line.setFocus()

    def _on_kind(self) -> None:
        item = self._understood.item
        if item is None:
            return
        event = item.kind is ItemKind.EVENT
        self._want(replace(self._wish, kind=ItemKind.TASK if event else ItemKind.EVENT))

    def _on_date(self) -> None:
        self._want(replace(self._wish, undated=True, kind=ItemKind.TASK))

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
            if self._understood.choices:
                self.choices[0].setFocus()
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


def _click_shown(chip: QPushButton) -> None:
    if chip.isVisible():
        chip.click()
