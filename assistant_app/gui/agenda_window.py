"""The agenda: a month with its day and the tasks, a week with a time grid, or one long list."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind
from assistant_app.gui import agenda_load, agenda_words, style, week_layout
from assistant_app.gui.agenda_editing import AgendaEditing
from assistant_app.gui.agenda_head import LIST, MONTH, WEEK, AgendaHead
from assistant_app.gui.agenda_list_page import AgendaListPage
from assistant_app.gui.agenda_load import AgendaData
from assistant_app.gui.calendar_desk import CalendarDesk
from assistant_app.gui.card import Card
from assistant_app.gui.hub import Hub
from assistant_app.gui.ics_desk import IcsDesk
from assistant_app.gui.ics_drop import IcsDrop
from assistant_app.gui.month_page import MonthPage
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.runner import Runner
from assistant_app.gui.undo_bar import UndoBar
from assistant_app.gui.week_layout import Week
from assistant_app.gui.week_view import WeekView

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_WEEK = dt.timedelta(days=7)


class AgendaWindow(QWidget):
    """Shows what there is; `editing` does what is asked for by hand, and takes it back."""

    missed_asked = Signal()

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, preferences: Preferences
    ) -> None:
        super().__init__()
        self._core, self._runner = core, runner
        self._preferences = preferences
        self._lang: Lang = preferences.lang
        self._hub = hub
        self._load = 0
        self._shown = dt.date.today()
        self._build()
        self._connect()
        self._add_keys()
        self.head.show_view(MONTH)
        self.apply(preferences)

    # --- building

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Agenda"))
        self.resize(1040, 680)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        self.head = AgendaHead()
        self.page = MonthPage(self._core, self._runner, self._lang)
        self.week = WeekView()
        self.list = AgendaListPage(self._core, self._runner, self._lang)
        self.views = QStackedWidget()
        for view in (self.page, self.week, self.list):
            self.views.addWidget(view)
        self.undo_bar = UndoBar(self)
        column.addWidget(self.head)
        column.addWidget(self.views, 1)
        column.addWidget(self._build_missed())
        column.addWidget(self.undo_bar)
        self.month, self.quick = self.page.month, self.page.quick
        core, runner, lang = self._core, self._runner, self._lang
        self.editing = AgendaEditing(core, runner, lang, self, self.undo_bar)
        self.calendars = CalendarDesk(core, runner, self.page.calendars, self.editing)
        self.files = IcsDesk(core, runner, lang, self, self.editing.failed)
        self._drop = IcsDrop(self)
        self._drop.watch(self)

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

    def _connect(self) -> None:
        self._hub.changed.connect(self._on_changes)
        self._drop.dropped.connect(self.import_file)
        self.files.told.connect(self._on_told)
        self.files.calendar_made.connect(self.editing.add_calendar)
        self.files.stored.connect(lambda change, words: self.editing.note(words, [change]))
        self.month.selectionChanged.connect(self._on_day)
        self.month.currentPageChanged.connect(self._on_page)
        self.month.activated.connect(lambda _day: self.new(ItemKind.EVENT))
        head, editing = self.head, self.editing
        head.turned.connect(self.turn_page)
        head.today_asked.connect(self.go_today)
        head.view_asked.connect(self.show_view)
        head.new_asked.connect(self.new)
        head.import_asked.connect(self.files.choose)
        head.export_asked.connect(self.files.export)
        for view in (self.page, self.week, self.list):
            view.opened.connect(editing.edit_row)
            view.deleted.connect(editing.delete_row)
        for checking in (self.page, self.list):
            checking.checked.connect(editing.check)
        self.page.add_asked.connect(editing.add)
        self.week.moved.connect(editing.move)
        self.week.new_asked.connect(editing.new_at)
        self.list.seen.connect(self._on_seen)
        editing.stored.connect(self.reload)
        editing.day_asked.connect(self.month.choose)
        editing.left.connect(self.week.forget_move)
        editing.taken_back.connect(lambda: self._hub.post(Changes.PLANNER))

    def _add_keys(self) -> None:
        keys: tuple[tuple[QKeySequence | QKeySequence.StandardKey | str, Callable[[], None]], ...]
        keys = (
            (QKeySequence.StandardKey.Undo, self.editing.take_back),
            (QKeySequence.StandardKey.Close, lambda: self._shut()),
            (QKeySequence.StandardKey.Find, self._on_find),
            ("Ctrl+T", self.go_today),
            ("Ctrl+PgUp", lambda: self.turn_page(-1)),
            ("Ctrl+PgDown", lambda: self.turn_page(1)),
            ("Alt+1", self.show_month),
            ("Alt+2", self.show_week),
            ("Alt+3", self.show_list),
            ("Ctrl+E", lambda: self.new(ItemKind.EVENT)),
            ("Ctrl+Shift+E", lambda: self.new(ItemKind.TASK)),
            ("Ctrl+L", self._on_quick),
            ("Ctrl+I", self.files.choose),
            ("F6", lambda: self._walk_panes(1)),
            ("Shift+F6", lambda: self._walk_panes(-1)),
        )
        for key, slot in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(lambda s=slot: s())

    def _shut(self) -> None:
        self.close()

    def apply(self, preferences: Preferences) -> None:
        """Take on settings that need no new window."""
        self._preferences = self.editing.preferences = preferences
        self.month.begin_week(preferences.week_start)
        self.week.show_hours(preferences.hours_start, preferences.hours_end)
        self._on_page()

    def show_missed(self, count: int) -> None:
        """Say how many reminders were missed while the app was closed."""
        words = self.tr("Missed while closed: {count}").format(count=count)
        self.missed_words.setText(words)
        self.missed_bar.setVisible(count > 0)

    # --- which days, and how

    @property
    def dialog(self) -> QDialog | None:
        """The editor that is open."""
        return self.editing.dialog

    @property
    def view(self) -> int:
        """Which view is shown."""
        return self.views.currentIndex()

    def show_view(self, number: int) -> None:
        """Show a view at the chosen day."""
        self.head.show_view(number)
        focus = QApplication.focusWidget()
        if focus is not None and self.views.isAncestorOf(focus):
            self.head.views[number].setFocus()  # else it would go to whatever comes next
        self.views.setCurrentIndex(number)
        if number == LIST:
            self._shown = self.month.day()
            self.list.show_from(self._shown)
        self._on_page()

    def show_month(self) -> None:
        """Show the month, the day and the tasks."""
        self.show_view(MONTH)

    def show_week(self) -> None:
        """Show the week of the chosen day."""
        self.show_view(WEEK)

    def show_list(self) -> None:
        """Show the days from the chosen one on."""
        self.show_view(LIST)

    def turn_page(self, by: int) -> None:
        """Show the month or week before or after; the list begins with the month."""
        if self.view == WEEK:
            self.month.choose(self.month.day() + by * _WEEK)
        elif self.view == LIST:
            first = self._shown.replace(day=1)
            whole = first == self._shown
            month = first.year * 12 + first.month - 1 + (by if by > 0 or whole else 0)
            self.month.choose(dt.date(month // 12, month % 12 + 1, 1))
        elif by < 0:
            self.month.showPreviousMonth()
        else:
            self.month.showNextMonth()

    def go_today(self) -> None:
        """Choose today."""
        self.month.choose(dt.date.today())
        if self.view == LIST:
            self._on_day()

    def _on_quick(self) -> None:
        self.show_month()
        self.quick.line.setFocus()

    def _on_find(self) -> None:
        if self.view != LIST:
            self.show_list()
        self.list.search.setFocus()
        self.list.search.selectAll()

    def _walk_panes(self, by: int) -> None:
        panes = (self.page.panes, self.week.panes, self.list.panes)[self.view]()
        seen = [self.head.views[self.view], *(pane for pane in panes if pane.isVisible())]
        focus = QApplication.focusWidget()
        here = [n for n, pane in enumerate(seen) if focus and _within(pane, focus)]
        after = seen[((here[0] if here else 0) + by) % len(seen)]
        if after is self.week:
            self.week.focus_pane()
        elif after is self.list.view:
            self.list.focus_rows()
        else:
            after.setFocus()

    # --- showing

    def _range(self) -> tuple[dt.date, dt.date]:
        if self.view != WEEK:
            return self.month.shown()
        day = self.month.day()
        first = day - dt.timedelta(days=(day.isoweekday() - self.month.firstDayOfWeek().value) % 7)
        return first, first + dt.timedelta(days=6)

    def reload(self) -> None:
        """Read what is shown."""
        self._load += 1
        first, last = self._range()
        chinese = self._lang == "zh" and self._preferences.chinese_days
        load = partial(agenda_load.load, self._core, first, last, self._lang, chinese_days=chinese)
        if self.view == WEEK:

            def work() -> tuple[AgendaData, Week]:
                data = load()
                return data, week_layout.lay_out(data, first)

            self._runner.run(self, work, partial(self._on_week, self._load))
        else:
            self._runner.run(self, load, partial(self._on_loaded, self._load))
        if self.view == LIST:
            self.list.reload()

    def _on_week(self, load: int, loaded: tuple[AgendaData, Week]) -> None:
        if load == self._load:
            data, week = loaded
            self._know(data)
            self.week.show_week(week)

    def _know(self, data: AgendaData) -> None:
        self.editing.calendars = self.files.calendars = data.calendars

    def _on_loaded(self, load: int, data: AgendaData) -> None:
        if load == self._load:
            self._know(data)
            if self.view == MONTH:
                self.page.show_data(data)

    def _on_page(self) -> None:
        self._show_title()
        self.reload()

    def _show_title(self) -> None:
        lang = self._lang
        longest = dt.date(2026, 9, 28)
        widest = agenda_words.month_words(longest, lang)
        if self.view == WEEK:
            first, last = self._range()
            widest = agenda_words.week_words(longest, longest + dt.timedelta(days=6), lang)
            self.head.show_title(agenda_words.week_words(first, last, lang), widest)
            return
        month = dt.date(self.month.yearShown(), self.month.monthShown(), 1)
        shown = self._shown if self.view == LIST else month
        self.head.show_title(agenda_words.month_words(shown, lang), widest)

    def _on_seen(self, day: dt.date) -> None:
        """Say which month the first row in sight is in."""
        self._shown = day
        if self.view == LIST:
            self._show_title()

    def _on_day(self) -> None:
        if self.view == MONTH:
            self.page.show_day()
            return
        if self.view == LIST:
            self._shown = self.month.day()
            self.list.show_from(self._shown)
        self._on_page()

    # --- doing

    def new(self, kind: ItemKind) -> None:
        """Open the editor on something new."""
        self.editing.new(kind, self.month.day())

    def edit_item(self, item_id: int) -> None:
        """Open the editor on an item as a whole: a card in a chat asked for it."""
        self.editing.edit_item(item_id)

    def import_file(self, path: Path) -> None:
        """Show what a calendar file would bring."""
        self.files.preview(path)

    def _on_told(self, words: str) -> None:
        if words:
            self.undo_bar.offer(words)
        else:
            self.undo_bar.flush()

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.PLANNER:
            self.reload()


def _within(pane: QWidget, focus: QWidget) -> bool:
    return pane is focus or pane.isAncestorOf(focus)
