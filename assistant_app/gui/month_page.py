"""The month with its day: what happens on it, the tasks, quick add, and the calendars."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView, QSplitter, QVBoxLayout, QWidget

from assistant_app.domain.language import Lang
from assistant_app.gui import agenda_words, style
from assistant_app.gui.agenda_delegate import DayDelegate, TaskDelegate
from assistant_app.gui.agenda_load import AgendaData, AgendaRow
from assistant_app.gui.agenda_model import AgendaRole, DayModel, TaskModel
from assistant_app.gui.calendar_panel import CalendarPanel
from assistant_app.gui.month_view import MonthView
from assistant_app.gui.quick_add import QuickAdd
from assistant_app.gui.row_list import RowList
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class MonthPage(QSplitter):
    """`opened(row)` and `deleted(row)` carry an `AgendaRow`, `checked(row, done)` a task's."""

    opened = Signal(object)
    deleted = Signal(object)
    checked = Signal(object, bool)
    add_asked = Signal(object)

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._lang = lang
        self.data = AgendaData()
        self.setChildrenCollapsible(False)
        self.addWidget(self._build_left(core, runner))
        self.addWidget(self._build_right())
        self.setStretchFactor(1, 1)
        self.setSizes([340, 640])

    def _build_left(self, core: Assistant, runner: Runner) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, style.SPACE_S, 0)
        column.setSpacing(style.SPACE_M)
        self.month = MonthView()
        self.month.setMinimumWidth(300)
        self.quick = QuickAdd(core, runner, self._lang)
        self.quick.add_asked.connect(self.add_asked)
        self.calendars = CalendarPanel()
        column.addWidget(self.month)
        column.addWidget(self.quick)
        column.addWidget(self.calendars, 1)
        return side

    def _build_right(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(style.SPACE_S, 0, 0, 0)
        column.setSpacing(style.SPACE_S)
        self.day_title = style.label("", factor=1.2, bold=True)
        self.day_model = DayModel(self)
        self.day_list = self._list(self.tr("Events of the day"), self.day_model)
        self.day_list.setItemDelegate(DayDelegate(self.day_list))
        self.day_empty = style.label(self.tr("Nothing on this day."), quiet=True)
        tasks_title = style.label(self.tr("Tasks"), factor=1.2, bold=True)
        self.task_model = TaskModel(self)
        self.task_model.checked.connect(self.checked)
        self.task_list = self._list(self.tr("Tasks"), self.task_model)
        self.task_list.setItemDelegate(TaskDelegate(self.task_list))
        self.task_empty = style.label(self.tr("No tasks."), quiet=True)
        for widget, stretch in (
            (self.day_title, 0),
            (self.day_empty, 0),
            (self.day_list, 3),
            (tasks_title, 0),
            (self.task_empty, 0),
            (self.task_list, 4),
        ):
            column.addWidget(widget, stretch)
        column.addStretch(1)
        return side

    def _list(self, name: str, model: DayModel | TaskModel) -> RowList:
        view = RowList(name, model, bare=True)
        view.activated.connect(self._on_open)
        view.offer(self.tr("Edit…"), "F2", partial(self.edit, view))
        view.offer(self.tr("Delete"), "Delete", partial(self.delete, view))
        return view

    def edit(self, view: QListView) -> None:
        """Open the chosen row."""
        self._on_open(view.currentIndex())

    def delete(self, view: QListView) -> None:
        """Delete the chosen row."""
        row = view.currentIndex().data(AgendaRole.ROW)
        if isinstance(row, AgendaRow):
            self.deleted.emit(row)

    def _on_open(self, index: QModelIndex) -> None:
        row = index.data(AgendaRole.ROW)
        if isinstance(row, AgendaRow):
            self.opened.emit(row)

    # --- showing

    def show_data(self, data: AgendaData) -> None:
        """Show what was read of a month."""
        self.data = data
        self.month.show_dots(data.dots(), data.due, data.marks)
        self.task_model.reset(data.tasks)
        self.task_empty.setVisible(not data.tasks)
        self.task_list.setVisible(bool(data.tasks))
        self.show_calendars(data)
        self.show_day()

    def show_calendars(self, data: AgendaData) -> None:
        """Show the calendars."""
        self.calendars.show_calendars(data.calendars, data.hidden)

    def show_day(self) -> None:
        """Show the chosen day."""
        day = self.month.day()
        rows = self.data.days.get(day, [])
        self.day_title.setText(agenda_words.day_title(day, dt.date.today(), self._lang))
        self.day_model.show_day(day, rows)
        self.day_empty.setVisible(not rows)
        self.day_list.setVisible(bool(rows))

    def panes(self) -> list[QWidget]:
        """Return what F6 goes through."""
        return [
            self.month,
            self.quick.line,
            self.calendars.view,
            self.day_list,
            self.task_list,
        ]
