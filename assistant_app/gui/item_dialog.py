"""The editor of an event or a task."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.planner import Calendar, ItemKind
from assistant_app.gui import style
from assistant_app.gui.calendar_box import CalendarBox
from assistant_app.gui.date_field import DateField
from assistant_app.gui.free_line import FreeLine
from assistant_app.gui.item_form import REMINDERS, ItemForm
from assistant_app.gui.repeat_editor import RepeatEditor
from assistant_app.gui.repeat_form import Repeat
from assistant_app.gui.save_buttons import save_buttons

_WIDTH = 500
"""Three dates of a series stand on one line in either language."""


def _date(moment: dt.datetime) -> QDate:
    return QDate(moment.year, moment.month, moment.day)


def _moment(date: QDate, time: QTime) -> dt.datetime:
    return dt.datetime(date.year(), date.month(), date.day(), time.hour(), time.minute())


class _Moment(QWidget):
    """A date and, where it is not all day, a time beside it."""

    def __init__(self, name: str, time_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_S)
        self.date = DateField(name)
        self.time = QTimeEdit()
        self.time.setAccessibleName(time_name)
        row.addWidget(self.date)
        row.addWidget(self.time)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def value(self) -> dt.datetime:
        """Return the moment."""
        time = self.time.time() if self.time.isVisibleTo(self) else QTime(0, 0)
        return _moment(self.date.date(), time)

    def show_value(self, moment: dt.datetime) -> None:
        """Show a moment."""
        self.date.setDate(_date(moment))
        self.time.setTime(QTime(moment.hour, moment.minute))

    def show_time(self, shown: bool) -> None:
        """Show the time of day, or only the date."""
        self.time.setVisible(shown)


class ItemDialog(QDialog):
    """Edits an `ItemForm`; `result_form` is what it says when it is accepted.

    `calendar_made(name, color)` asks for a calendar at once, whether or not the form is saved.
    """

    calendar_made = Signal(str, object)

    def __init__(
        self,
        form: ItemForm,
        repeat: RepeatEditor,
        free: FreeLine,
        calendars: Sequence[Calendar],
        parent: QWidget | None = None,
        *,
        new: bool,
    ) -> None:
        super().__init__(parent)
        self.repeat, self.free = repeat, free
        self.calendar = CalendarBox(calendars, form.calendar)
        self._saving = False
        self._new, self._chosen_remind = new, False
        repeat.settled.connect(self._on_settled)
        self._form = form
        self._event = form.kind is ItemKind.EVENT
        self._span = (form.end or form.begin or dt.datetime.min) - (form.begin or dt.datetime.min)
        titles = {
            (True, True): self.tr("New event"),
            (True, False): self.tr("Edit the event"),
            (False, True): self.tr("New task"),
            (False, False): self.tr("Edit the task"),
        }
        self.setWindowTitle(titles[self._event, new])
        self.setMinimumWidth(_WIDTH)
        self._build()
        self._fill()
        self.resize(self.minimumSizeHint())

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        form = QFormLayout()
        form.setSpacing(style.SPACE_S)
        column.addLayout(form)
        self.title = QLineEdit()
        self.dated = QCheckBox(self.tr("Has a due date"))
        self.all_day = QCheckBox(self.tr("All day") if self._event else self.tr("No time of day"))
        begins = self.tr("Begins") if self._event else self.tr("Due")
        self.begin = _Moment(begins, self.tr("Time it begins"))
        self.end = _Moment(self.tr("Ends"), self.tr("Time it ends"))
        self._build_choices()
        self.place = QLineEdit()
        self.notes = QPlainTextEdit()
        self.notes.setMinimumHeight(60)
        self.notes.setTabChangesFocus(True)
        self.high = QCheckBox(self.tr("Important"))
        rows: list[tuple[str, QWidget, bool]] = [
            (self.tr("Title"), self.title, True),
            ("", self.dated, not self._event),
            ("", self.all_day, True),
            (begins, self.begin, True),
            (self.tr("Ends"), self.end, self._event),
            ("", self.free, self._event),
            (self.tr("Calendar") if self._event else self.tr("List"), self.calendar, True),
            (self.tr("Repeats"), self.repeat, True),
            (self.tr("Reminder"), self.remind, True),
            (self.tr("Place"), self.place, self._event),
            (self.tr("Notes"), self.notes, True),
            ("", self.high, not self._event),
        ]
        for name, widget, used in rows:
            if not used:
                widget.setParent(self)
                widget.hide()
                continue
            form.addRow(name, widget)
            if name and not isinstance(widget, _Moment):
                widget.setAccessibleName(name)
        self._build_buttons(column)

    def _build_choices(self) -> None:
        reminders = {
            None: self.tr("none"),
            0: self.tr("at the time"),
            60: self.tr("1 hour before"),
            24 * 60: self.tr("1 day before"),
        }
        minutes = self.tr("{count} minutes before")
        self.remind = QComboBox()
        for value in sorted({*REMINDERS, self._form.remind}, key=lambda v: -1 if v is None else v):
            self.remind.addItem(reminders.get(value) or minutes.format(count=value), value)

    def _build_buttons(self, column: QVBoxLayout) -> None:
        buttons, self.save_button = save_buttons(
            self, self.tr("Save"), self.tr("Cancel"), self.accept
        )
        self._problem = style.label("", wrap=True, quiet=True)
        column.addWidget(self._problem)
        column.addWidget(buttons)
        self.title.textChanged.connect(self._check)
        self.all_day.toggled.connect(self._on_all_day)
        self.remind.activated.connect(self._on_remind)
        self.dated.toggled.connect(self._check)
        self.begin.date.dateChanged.connect(self._on_begin)
        self.begin.time.timeChanged.connect(self._on_begin)
        for editor in (self.end.date, self.end.time):
            editor.editingFinished.connect(self._on_end)
        self.end.date.dateChanged.connect(self._check)
        self.end.time.timeChanged.connect(self._check)
        self.free.moved.connect(self.begin.show_value)
        self.calendar.made.connect(self.calendar_made)

    def _fill(self) -> None:
        form = self._form
        now = QDateTime.currentDateTime()
        begin = form.begin or _moment(now.date(), QTime(0, 0))
        self.title.setText(form.title)
        self.dated.setChecked(self._event or form.begin is not None)
        self.all_day.setChecked(form.all_day or form.begin is None)
        self.begin.show_value(begin)
        self.end.show_value(form.end or begin)
        self.repeat.stand_at(begin, all_day=self.all_day.isChecked())
        self.repeat.show_repeat(Repeat(form.repeat, form.workday_cal))
        self.remind.setCurrentIndex(max(0, self.remind.findData(form.remind)))
        self.place.setText(form.place)
        self.notes.setPlainText(form.notes)
        self.high.setChecked(form.high)
        self._check()
        self.title.setFocus()

    def _on_remind(self) -> None:
        self._chosen_remind = True

    def _on_all_day(self) -> None:
        """The usual reminder is for a time of day; one that was chosen stays."""
        if self._event and self._new and not self._chosen_remind:
            usual = None if self.all_day.isChecked() else self._form.remind
            self.remind.setCurrentIndex(max(0, self.remind.findData(usual)))
        self._check()

    def _on_begin(self) -> None:
        """Move the end along with the beginning."""
        self.end.show_value(self.begin.value() + max(self._span, dt.timedelta()))
        self._check()

    def _on_end(self) -> None:
        self._span = self.end.value() - self.begin.value()

    def _check(self) -> None:
        dated = self._event or self.dated.isChecked()
        for widget in (self.all_day, self.begin, self.repeat, self.remind):
            widget.setEnabled(dated)
        self.repeat.stand_at(self.begin.value(), all_day=self.all_day.isChecked())
        self.begin.show_time(not self.all_day.isChecked())
        self.end.show_time(not self.all_day.isChecked())
        backwards = self._event and self.end.value() < self.begin.value()
        problem = self.tr("It would end before it begins.") if backwards else ""
        self._problem.setText(problem)
        self._problem.setVisible(backwards)
        self.save_button.setEnabled(bool(self.title.text().strip()) and not backwards)
        if self._event and not backwards:
            self.free.ask_about(self.result_form())

    def accept(self) -> None:
        """Save, once the words of the repeat line are read; not when nobody could read them."""
        if self.repeat.unread and self.repeat.isEnabled():
            self._saving = True
            self.repeat.settle()
        else:
            super().accept()

    def _on_settled(self, understood: bool) -> None:
        if self._saving and understood:
            super().accept()
        self._saving = False

    def result_form(self) -> ItemForm:
        """Return what the editor says."""
        dated = self._event or self.dated.isChecked()
        repeat = self.repeat.repeat if dated else Repeat()
        return replace(
            self._form,
            title=self.title.text().strip(),
            begin=self.begin.value() if dated else None,
            end=self.end.value() if self._event else None,
            all_day=self.all_day.isChecked(),
            repeat=repeat.rule,
            workday_cal=repeat.workday_cal,
            place=self.place.text().strip(),
            notes=self.notes.toPlainText().strip(),
            remind=self.remind.currentData() if dated else None,
            high=self.high.isChecked(),
            calendar=self.calendar.name,
        )
