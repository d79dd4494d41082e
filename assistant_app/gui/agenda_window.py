"""The agenda: a month, the events of a day, and the tasks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QDate,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QMessageBox,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Change, Item, ItemKind, NewItem, Which
from assistant_app.errors import AppError
from assistant_app.gui import agenda_load, error_presenter, item_form, style
from assistant_app.gui.agenda_delegate import DayDelegate, TaskDelegate
from assistant_app.gui.agenda_load import AgendaData, AgendaRow
from assistant_app.gui.agenda_model import AgendaRole, DayModel, TaskModel
from assistant_app.gui.card import Card
from assistant_app.gui.hub import Hub
from assistant_app.gui.icons import IconButton, IconPushButton
from assistant_app.gui.ics_desk import IcsDesk
from assistant_app.gui.ics_drop import IcsDrop
from assistant_app.gui.item_dialog import ItemDialog
from assistant_app.gui.month_view import MonthView
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.quick_add import QuickAdd
from assistant_app.gui.repeat_editor import RepeatEditor
from assistant_app.gui.runner import Runner
from assistant_app.gui.undo_bar import UndoBar
from assistant_app.gui.week_view import WeekView

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

Index = QModelIndex | QPersistentModelIndex


class AgendaWindow(QWidget):
    """Everything by hand: add, edit, check, delete, and take back."""

    missed_asked = Signal()

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, preferences: Preferences
    ) -> None:
        super().__init__()
        self._core, self._runner = core, runner
        self._preferences = preferences
        self._lang: Lang = preferences.lang
        self._hub = hub
        self._data = AgendaData()
        self._undoable: list[list[int]] = []
        self._load = 0
        self.files = IcsDesk(core, runner, self._lang, self, self._on_error)
        self._drop = IcsDrop(self)
        self._drop.watch(self)
        self._build()
        self._connect()
        self._show_month()
        self.reload()

    # --- building

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Agenda"))
        self.resize(920, 620)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        column.addLayout(self._build_head())
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._build_left())
        splitter.addWidget(self._build_right())
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([340, 560])
        self.week = WeekView()
        self.views = QStackedWidget()
        self.views.addWidget(splitter)
        self.views.addWidget(self.week)
        column.addWidget(self.views, 1)
        column.addWidget(self._build_missed())
        self.undo_bar = UndoBar(self)
        column.addWidget(self.undo_bar)

    def _build_missed(self) -> QWidget:
        self.missed_bar = Card(tinted=True)
        row = QHBoxLayout(self.missed_bar)
        row.setContentsMargins(style.SPACE_M, style.SPACE_XS, style.SPACE_XS, style.SPACE_XS)
        self.missed_words = style.label("")
        button = QPushButton(self.tr("Show"))
        button.setAccessibleName(self.tr("Show what was missed"))
        button.clicked.connect(self.missed_asked)
        row.addWidget(self.missed_words, 1)
        row.addWidget(button)
        self.missed_bar.hide()
        return self.missed_bar

    def show_missed(self, count: int) -> None:
        """Say how many reminders were missed while the app was closed."""
        words = self.tr("Missed while closed: {count}").format(count=count)
        self.missed_words.setText(words)
        self.missed_bar.setVisible(count > 0)

    def apply(self, preferences: Preferences) -> None:
        """Take on settings that need no new window."""
        self._preferences = preferences
        self.month.begin_week(preferences.week_start)
        self._on_page()

    def _build_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.today_button = QPushButton(self.tr("Today"))
        self.today_button.setToolTip(self.tr("Today (Ctrl+T)"))
        self.today_button.setAccessibleName(self.tr("Go to today"))
        self.event_button = IconPushButton("plus", self.tr("Event"))
        self.event_button.setAccessibleName(self.tr("New event"))
        self.event_button.setToolTip(self.tr("New event (Ctrl+E)"))
        self.task_button = IconPushButton("plus", self.tr("Task"))
        self.task_button.setAccessibleName(self.tr("New task"))
        self.task_button.setToolTip(self.tr("New task (Ctrl+Shift+E)"))
        self.previous_button = IconButton("previous", self.tr("Before (Ctrl+Page Up)"))
        self.next_button = IconButton("next", self.tr("After (Ctrl+Page Down)"))
        self.month_title = style.label("", factor=1.2, bold=True)
        row.addWidget(self.previous_button)
        row.addWidget(self.month_title)
        row.addWidget(self.next_button)
        row.addSpacing(style.SPACE_S)
        row.addWidget(self.today_button)
        row.addStretch(1)
        self.month_button, self.week_button = (
            QPushButton(self.tr("Month")),
            QPushButton(self.tr("Week")),
        )
        self.month_button.setToolTip(self.tr("Month and tasks (Alt+1)"))
        self.week_button.setToolTip(self.tr("Week (Alt+2)"))
        group = QButtonGroup(self)
        for button in (self.month_button, self.week_button):
            button.setCheckable(True)
            group.addButton(button)
            row.addWidget(button)
        self.month_button.setChecked(True)
        row.addStretch(1)
        row.addWidget(self.event_button)
        row.addWidget(self.task_button)
        row.addWidget(self._build_menu())
        return row

    def _build_menu(self) -> QWidget:
        button = IconPushButton("folder", self.tr("Files"))
        button.setAccessibleName(self.tr("Import and export"))
        menu = QMenu(button)
        for words, slot in (
            (self.tr("Import a calendar file…"), self.files.choose),
            (self.tr("Export everything…"), self.files.export),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, s=slot: s())
        button.setMenu(menu)
        return button

    def _build_left(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, style.SPACE_S, 0)
        column.setSpacing(style.SPACE_M)
        self.month = MonthView()
        self.month.begin_week(self._preferences.week_start)
        self.month.setMinimumWidth(300)
        self.quick = QuickAdd(self._core, self._runner, self._lang)
        column.addWidget(self.month)
        column.addWidget(self.quick)
        column.addStretch(1)
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
        self.task_list = self._list(self.tr("Tasks"), self.task_model)
        self.task_list.setItemDelegate(TaskDelegate(self.task_list))
        self.task_empty = style.label(self.tr("No tasks."), quiet=True)
        column.addWidget(self.day_title)
        column.addWidget(self.day_empty)
        column.addWidget(self.day_list, 3)
        column.addWidget(tasks_title)
        column.addWidget(self.task_empty)
        column.addWidget(self.task_list, 4)
        return side

    def _list(self, name: str, model: DayModel | TaskModel) -> QListView:
        view = QListView()
        view.setModel(model)
        view.setAccessibleName(name)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.viewport().setAutoFillBackground(False)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.activated.connect(self._on_open)
        for key, slot in (("Delete", self.delete), ("F2", self.edit)):
            shortcut = QShortcut(QKeySequence(key), view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda v=view, s=slot: s(v))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for words, slot in ((self.tr("Edit…"), self.edit), (self.tr("Delete"), self.delete)):
            action = view.addAction(words)
            action.triggered.connect(lambda _checked=False, v=view, s=slot: s(v))
        return view

    def _connect(self) -> None:
        self._hub.changed.connect(self._on_changes)
        self._drop.dropped.connect(self.import_file)
        self.files.told.connect(self._on_told)
        self.files.stored.connect(lambda change, words: self._on_deleted(words, [change]))
        self.month.selectionChanged.connect(self._on_day)
        self.month.currentPageChanged.connect(self._on_page)
        self.previous_button.clicked.connect(lambda: self.turn_page(-1))
        self.next_button.clicked.connect(lambda: self.turn_page(1))
        self.month_button.clicked.connect(self.show_month)
        self.week_button.clicked.connect(self.show_week)
        self.week.opened.connect(self._open_row)
        self.week.deleted.connect(self.delete_row)
        self.week.moved.connect(self._on_moved)
        self.week.new_asked.connect(self._on_new_at)
        self.quick.add_asked.connect(self.add)
        self.task_model.checked.connect(self._on_checked)
        self.today_button.clicked.connect(self.go_today)
        self.event_button.clicked.connect(lambda: self.new(ItemKind.EVENT))
        self.task_button.clicked.connect(lambda: self.new(ItemKind.TASK))
        keys: tuple[tuple[QKeySequence | QKeySequence.StandardKey | str, Callable[[], None]], ...]
        keys = (
            (QKeySequence.StandardKey.Undo, self.take_back),
            (QKeySequence.StandardKey.Close, lambda: self._shut()),
            ("Ctrl+T", self.go_today),
            ("Ctrl+PgUp", lambda: self.turn_page(-1)),
            ("Ctrl+PgDown", lambda: self.turn_page(1)),
            ("Alt+1", self.show_month),
            ("Alt+2", self.show_week),
            ("Ctrl+E", lambda: self.new(ItemKind.EVENT)),
            ("Ctrl+Shift+E", lambda: self.new(ItemKind.TASK)),
            ("Ctrl+L", self._on_quick),
            ("Ctrl+I", self.files.choose),
        )
        for key, slot in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(lambda s=slot: s())

    def _shut(self) -> None:
        self.close()

    # --- showing

    def reload(self) -> None:
        """Read what the shown month has, and the tasks."""
        self._load += 1
        first, last = self._range()
        work = partial(
            agenda_load.load, self._core, first, last, self._lang, chinese_days=self._chinese
        )
        self._runner.run(self, work, partial(self._on_loaded, self._load, first))

    @property
    def _chinese(self) -> bool:
        return self._lang == "zh" and self._preferences.chinese_days

    @property
    def in_week(self) -> bool:
        """Whether the week is shown, not the month."""
        return self.views.currentWidget() is self.week

    def _range(self) -> tuple[dt.date, dt.date]:
        if not self.in_week:
            return self.month.shown()
        day = self.month.day()
        first = day - dt.timedelta(days=(day.isoweekday() - self.month.firstDayOfWeek().value) % 7)
        return first, first + dt.timedelta(days=6)

    def show_month(self) -> None:
        """Show the month, the day and the tasks."""
        self.month_button.setChecked(True)
        self.views.setCurrentIndex(0)
        self._on_page()

    def show_week(self) -> None:
        """Show the week of the chosen day."""
        self.week_button.setChecked(True)
        self.views.setCurrentWidget(self.week)
        self._on_page()

    def turn_page(self, by: int) -> None:
        """Show the month or week before or after."""
        if self.in_week:
            self.month.choose(self.month.day() + dt.timedelta(days=7 * by))
        elif by < 0:
            self.month.showPreviousMonth()
        else:
            self.month.showNextMonth()

    def _on_quick(self) -> None:
        if self.in_week:
            self.show_month()
        self.quick.line.setFocus()

    def _on_page(self) -> None:
        self._show_month()
        self.reload()

    def _show_month(self) -> None:
        if self.in_week:
            first, last = (QDate(day.year, day.month, day.day) for day in self._range())
            self.month_title.setText(
                f"{QLocale().toString(first, QLocale.FormatType.ShortFormat)} – "
                f"{QLocale().toString(last, QLocale.FormatType.ShortFormat)}"
            )
            return
        shown = QDate(self.month.yearShown(), self.month.monthShown(), 1)
        form = "yyyy年M月" if self._lang == "zh" else "MMMM yyyy"
        self.month_title.setText(QLocale().toString(shown, form))

    def _on_loaded(self, load: int, first: dt.date, data: AgendaData) -> None:
        if load != self._load:
            return
        if self.in_week:
            rows = {id(row): row for rows in data.days.values() for row in rows}
            self.week.show_week(first, rows.values(), data.marks)
            return
        self._data = data
        self.month.show_dots(frozenset(data.days), data.due, data.marks)
        self.task_model.reset(data.tasks)
        self.task_empty.setVisible(not data.tasks)
        self.task_list.setVisible(bool(data.tasks))
        self._show_day()

    def _on_day(self) -> None:
        if self.in_week:
            self._on_page()
        else:
            self._show_day()

    def _show_day(self) -> None:
        day = self.month.day()
        rows = self._data.days.get(day, [])
        form = "M月d日 dddd" if self._lang == "zh" else "dddd, d MMMM"
        self.day_title.setText(QLocale().toString(self.month.selectedDate(), form))
        self.day_model.show_day(day, rows)
        self.day_empty.setVisible(not rows)
        self.day_list.setVisible(bool(rows))

    def go_today(self) -> None:
        """Choose today."""
        self.month.choose(dt.date.today())

    # --- adding and changing

    def _change(self, work: Callable[[], list[int]]) -> None:
        self._runner.run(self, work, self._on_stored, self._on_error)

    def _on_stored(self, changes: list[int]) -> None:
        if changes:
            self._undoable.append(changes)
        self.reload()

    def _on_error(self, error: AppError) -> None:
        self.undo_bar.offer(error_presenter.notice(error, self._lang).text)
        self.reload()

    def add(self, new: NewItem) -> None:
        """Add exactly this."""
        planner = self._core.planner
        self._change(lambda: [planner.add(new)[1].id])
        if new.when is not None and (start := new.when.start or new.when.end):
            self.month.choose(dt.date.fromisoformat(start[:10]))

    def new(self, kind: ItemKind) -> None:
        """Open the editor on something new."""
        self._open_editor(None, item_form.blank(kind, self.month.day()))

    def edit(self, view: QListView) -> None:
        """Open the editor on the chosen row."""
        row = view.currentIndex().data(AgendaRole.ROW)
        if isinstance(row, AgendaRow):
            self._open_editor(row, item_form.of_row(row))

    def edit_item(self, item_id: int) -> None:
        """Open the editor on an item as a whole: a card in a chat asked for it."""
        self._runner.run(
            self, partial(self._core.planner.get, item_id), self._on_item, self._on_error
        )

    def _on_item(self, item: Item) -> None:
        row = item_form.master_row(item)
        if row.begin is not None:
            self.month.choose(row.begin.date())
        self._open_editor(row, item_form.of_row(row))

    def _on_open(self, index: QModelIndex) -> None:
        self._open_row(index.data(AgendaRole.ROW))

    def _open_row(self, row: object) -> None:
        if isinstance(row, AgendaRow):
            self._open_editor(row, item_form.of_row(row))

    def _on_new_at(self, begin: dt.datetime) -> None:
        end = begin + dt.timedelta(hours=1)
        self._open_editor(None, item_form.ItemForm(ItemKind.EVENT, begin=begin, end=end))

    def _on_moved(self, row: AgendaRow, begin: dt.datetime, end: dt.datetime | None) -> None:
        """Store what was dragged, or put it back; Ctrl+Z takes it back."""
        before = item_form.of_row(row)
        last = end
        if before.all_day and end is not None and end > begin:
            last = end - dt.timedelta(days=1)
        if not self._on_edited(row, before, replace(before, begin=begin, end=last)):
            self.week.forget_move()

    def _open_editor(self, row: AgendaRow | None, form: item_form.ItemForm) -> None:
        repeat = RepeatEditor(self._core, self._runner, self._lang)
        dialog = ItemDialog(form, repeat, self, new=row is None)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._on_edited(row, form, dialog.result_form()))
        dialog.open()
        self.dialog: QDialog | None = dialog
        dialog.finished.connect(lambda _code: setattr(self, "dialog", None))

    def _on_edited(
        self, row: AgendaRow | None, before: item_form.ItemForm, after: item_form.ItemForm
    ) -> bool:
        """Store a form; False where the question which of a series is meant was left."""
        which: Which | None = "all"
        if row is not None and before != after:
            whole = not after.same_repeat(before)
            which = self._which(row, self.tr("Change"), whole=whole)
        if which is not None:
            self._change(partial(item_form.store, self._core, row, before, after, which))
        return which is not None

    def _which(self, row: AgendaRow, verb: str, *, whole: bool = False) -> Which | None:
        item = row.occurrence.item
        if not row.occurrence.key or not (item.rrule or item.master_id is not None):
            return "all"
        return self.ask_which(item.title, verb, whole=whole)

    def ask_which(self, title: str, verb: str, *, whole: bool = False) -> Which | None:
        """Ask which of a series is meant; None is none. `whole` is of a change of its rule."""
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(verb)
        box.setText(self.tr("“{title}” repeats. Which do you mean?").format(title=title))
        role = QMessageBox.ButtonRole.AcceptRole
        answers: dict[object, Which] = {}
        if not whole:
            answers[box.addButton(self.tr("Only this one"), role)] = "this"
        answers[box.addButton(self.tr("This and later"), role)] = "following"
        answers[box.addButton(self.tr("All"), role)] = "all"
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        answer = answers.get(box.clickedButton())
        box.deleteLater()
        return answer

    def delete(self, view: QListView) -> None:
        """Delete the chosen row; a bar takes it back for ten seconds, Ctrl+Z afterwards."""
        row = view.currentIndex().data(AgendaRole.ROW)
        if isinstance(row, AgendaRow):
            self.delete_row(row)

    def delete_row(self, row: AgendaRow) -> None:
        """Delete an event or task, or part of a series, as `delete` does."""
        which = self._which(row, self.tr("Delete"))
        if which is None:
            return
        occurrence, planner = row.occurrence, self._core.planner
        key = "" if which == "all" else occurrence.key
        item = occurrence.item
        target = item.id if which == "this" or item.master_id is None else item.master_id

        def work() -> list[int]:
            return [planner.delete(target, which=which, key=key).id]

        words = self.tr("Deleted “{title}”").format(title=item.title)
        self._runner.run(self, work, partial(self._on_deleted, words), self._on_error)

    def _on_deleted(self, words: str, changes: list[int]) -> None:
        self._on_stored(changes)
        self.undo_bar.offer(words, self.take_back)

    def _on_checked(self, row: AgendaRow, done: bool) -> None:
        occurrence, planner = row.occurrence, self._core.planner
        key = occurrence.key if occurrence.item.rrule else ""
        self._change(lambda: [planner.complete(occurrence.item.id, key=key, done=done)[1].id])

    def import_file(self, path: Path) -> None:
        """Show what a calendar file would bring."""
        self.files.preview(path)

    def _on_told(self, words: str) -> None:
        if words:
            self.undo_bar.offer(words)
        else:
            self.undo_bar.flush()

    def take_back(self) -> None:
        """Take back the last thing done in this window."""
        self.undo_bar.flush()
        if not self._undoable:
            return
        changes, undo = self._undoable.pop(), self._core.undo

        def work() -> list[Change | None]:
            return [undo.undo(change) for change in reversed(changes)]

        self._runner.run(self, work, self._on_taken_back, self._on_error)

    def _on_taken_back(self, _change: object) -> None:
        self._hub.post(Changes.PLANNER)

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.PLANNER:
            self.reload()
