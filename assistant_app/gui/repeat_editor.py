"""How something repeats: a sentence with menus in it, or words, and the dates that follow."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.language import Lang
from assistant_app.gui import repeat_form, style
from assistant_app.gui.date_field import DateField
from assistant_app.gui.repeat_form import Meaning, Menus, Repeat
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_PAUSE_MS = 150
_OWN = "own"


class RepeatEditor(QWidget):
    """Edits a `Repeat`. `changed` follows each change of the value.

    The menus and the words are two ways to say one rule: what was said last counts, and is shown in
    words with the next three dates. A rule that the menus cannot say is kept as it is.
    """

    changed = Signal()
    settled = Signal(bool)
    """The words that were waiting are read; whether they were understood."""

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._repeat = Repeat()
        self._begin, self._all_day = dt.datetime.min, False
        self._asked = 0
        self._said = False
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._read)
        self._build()
        self._connect()
        self._show_menus()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_XS)
        self.unit = QComboBox()
        self.unit.setAccessibleName(self.tr("Repeats"))
        names = (
            ("", self.tr("never")),
            ("DAILY", self.tr("every day")),
            ("WEEKLY", self.tr("every week")),
            ("MONTHLY", self.tr("every month")),
            ("YEARLY", self.tr("every year")),
        )
        for unit, name in names:
            self.unit.addItem(name, unit)
        self.interval = QSpinBox()
        self.interval.setRange(1, 99)
        self.interval.setAccessibleName(self.tr("How often"))
        self.end = QComboBox()
        self.end.setAccessibleName(self.tr("Ends"))
        for kind, name in (
            ("", self.tr("for ever")),
            ("until", self.tr("until")),
            ("count", self.tr("so many times")),
        ):
            self.end.addItem(name, kind)
        self.until = DateField(self.tr("Last day"))
        self.count = QSpinBox()
        self.count.setRange(1, 999)
        self.count.setValue(10)
        self.count.setAccessibleName(self.tr("Number of times"))
        self._add_row(column, self.unit, self.interval)
        column.addWidget(self._build_days())
        self._add_row(column, self.end, self.until, self.count)
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("or in words: every other Thursday until June"))
        self.line.setAccessibleName(self.tr("Repeats, in words"))
        column.addWidget(self.line)
        self.words = style.label("", wrap=True)
        self.dates = style.label("", wrap=True, quiet=True)
        self.dates.setMinimumHeight(self.dates.fontMetrics().lineSpacing() + style.SPACE_XS)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column.addWidget(self.words)
        column.addWidget(self.dates)

    def _add_row(self, column: QVBoxLayout, *widgets: QWidget) -> None:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        for widget in widgets:
            row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)

    def _build_days(self) -> QWidget:
        self.days_row = QWidget()
        row = QHBoxLayout(self.days_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_XS)
        self.day_buttons: list[QToolButton] = []
        form = (
            QLocale.FormatType.NarrowFormat
            if self._lang == "zh"
            else QLocale.FormatType.ShortFormat
        )
        for day in range(1, 8):
            button = QToolButton()
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setText(QLocale().standaloneDayName(day, form))
            button.setAccessibleName(QLocale().standaloneDayName(day))
            row.addWidget(button)
            self.day_buttons.append(button)
        row.addStretch(1)
        return self.days_row

    def _connect(self) -> None:
        self.unit.activated.connect(self._on_unit)
        self.interval.valueChanged.connect(self._on_menus)
        self.end.activated.connect(self._on_menus)
        self.until.dateChanged.connect(self._on_menus)
        self.count.valueChanged.connect(self._on_menus)
        for button in self.day_buttons:
            button.toggled.connect(self._on_menus)
        self.line.textEdited.connect(self._on_text)

    # --- the value

    @property
    def repeat(self) -> Repeat:
        """What the editor says."""
        return self._repeat

    @property
    def unread(self) -> bool:
        """Whether there are words in the line that the rule does not say."""
        return bool(self.line.text().strip()) and not self._said

    def settle(self) -> None:
        """Read the words now; `settled` follows."""
        self._read()

    def show_repeat(self, repeat: Repeat) -> None:
        """Show a rule."""
        self._repeat = repeat
        self._show_menus()
        self._ask(partial(repeat_form.meaning, self._core, repeat))

    def stand_at(self, begin: dt.datetime, *, all_day: bool) -> None:
        """Count the dates from there."""
        if (begin, all_day) != (self._begin, self._all_day):
            self._begin, self._all_day = begin, all_day
            self._ask(partial(repeat_form.meaning, self._core, self._repeat))

    # --- the menus

    def _show_menus(self) -> None:
        menus = repeat_form.menus_of(self._repeat)
        widgets = (self.unit, self.interval, self.end, self.until, self.count, *self.day_buttons)
        blockers = [QSignalBlocker(widget) for widget in widgets]
        own = self.unit.findData(_OWN)
        if self._repeat.rule and menus is None and own < 0:
            self.unit.addItem(self.tr("by a rule of its own"), _OWN)
        unit = menus.unit if menus else (_OWN if self._repeat.rule else "")
        self.unit.setCurrentIndex(max(0, self.unit.findData(unit)))
        if menus is not None:
            self.interval.setValue(menus.interval)
            for number, button in enumerate(self.day_buttons):
                button.setChecked(number in menus.days)
            ends = "until" if menus.until else "count" if menus.count else ""
            self.end.setCurrentIndex(self.end.findData(ends))
            if menus.until:
                self.until.setDate(QDate(menus.until.year, menus.until.month, menus.until.day))
            if menus.count:
                self.count.setValue(menus.count)
        del blockers
        self._show_parts()

    def _show_parts(self) -> None:
        unit = self.unit.currentData()
        menus = unit in repeat_form.UNITS
        suffixes = {
            "DAILY": self.tr(" days"),
            "WEEKLY": self.tr(" weeks"),
            "MONTHLY": self.tr(" months"),
            "YEARLY": self.tr(" years"),
        }
        self.interval.setPrefix(self.tr("every "))
        self.interval.setSuffix(suffixes.get(unit, ""))
        self.count.setSuffix(self.tr(" times"))
        self.interval.setVisible(menus)
        self.days_row.setVisible(unit == "WEEKLY")
        self.end.setVisible(menus)
        self.until.setVisible(menus and self.end.currentData() == "until")
        self.count.setVisible(menus and self.end.currentData() == "count")

    def _on_unit(self) -> None:
        blockers = [QSignalBlocker(widget) for widget in (self.interval, *self.day_buttons)]
        self.interval.setValue(1)
        for number, button in enumerate(self.day_buttons):
            button.setChecked(number == self._begin.weekday())
        del blockers
        self._on_menus()

    def _on_menus(self) -> None:
        """Take what the menus say."""
        unit = self.unit.currentData()
        if unit == _OWN:
            return
        ends = self.end.currentData()
        last = self.until.date()
        if ends == "until" and last.toPython() <= self._begin.date():  # type: ignore[operator]
            last = QDate(self._begin.year, self._begin.month, self._begin.day).addMonths(3)
            blocker = QSignalBlocker(self.until)
            self.until.setDate(last)
            del blocker
        days = frozenset(n for n, button in enumerate(self.day_buttons) if button.isChecked())
        menus = Menus(
            unit,
            self.interval.value(),
            days,
            dt.date(last.year(), last.month(), last.day()) if ends == "until" else None,
            self.count.value() if ends == "count" else None,
        )
        self._repeat = Repeat(menus.rule()) if unit else Repeat()
        self._timer.stop()
        self.line.clear()
        self._show_parts()
        self._ask(partial(repeat_form.meaning, self._core, self._repeat))
        self.changed.emit()

    # --- the words

    def _on_text(self) -> None:
        self._said = False
        self._timer.start()

    def _read(self) -> None:
        self._timer.stop()
        text = self.line.text().strip()
        if text:
            self._ask(partial(repeat_form.read, self._core, text), words=True)

    def _ask(self, work: Callable[..., Meaning], *, words: bool = False) -> None:
        self._asked += 1
        if self._begin == dt.datetime.min:
            return
        job = partial(work, self._begin, all_day=self._all_day, lang=self._lang)
        self._runner.run(self, job, partial(self._on_meaning, self._asked, words))

    def _on_meaning(self, asked: int, words: bool, found: Meaning) -> None:
        if asked != self._asked:
            return
        if words and not found.understood:
            self._say(self.tr("I could not read that. Try “every other Thursday until June”."), "")
            self.settled.emit(False)
            return
        if words:
            self._repeat, self._said = found.repeat, True
            self._show_menus()
            self.changed.emit()
        if not found.understood:
            self._say(self.tr("This rule has no dates."), "")
            return
        dates = self.tr("Next: {dates}").format(dates=self.tr(", ").join(found.dates))
        self._say(found.words, dates if found.dates else "")
        if words:
            self.settled.emit(True)

    def _say(self, words: str, dates: str) -> None:
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.dates.setText(dates)
        self.dates.setVisible(bool(dates))
