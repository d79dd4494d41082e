"""The list of the coming days: it goes on, goes back, searches, and does all by keyboard."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.gui.agenda_list_load import ENOUGH_ROWS, load_stretch
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow

TODAY = dt.date.today()


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    shown = desk.shell.show_agenda()
    shown.resize(980, 600)
    shown.show_list()
    desk.settle()
    return shown


def _event(desk: Any, title: str, days: int, rule: str | None = None, long: int = 0) -> Any:
    start = dt.datetime.combine(TODAY + dt.timedelta(days=days), dt.time(9))
    end = start + dt.timedelta(hours=1, days=long)
    when = When(start.isoformat(), end.isoformat(), False, here().tz, rule)
    return desk.core.planner.add(NewItem(ItemKind.EVENT, title, when))[0]


def _task(desk: Any, title: str, days: int | None) -> Any:
    when = None
    if days is not None:
        when = When(None, (TODAY + dt.timedelta(days=days)).isoformat(), True, here().tz)
    return desk.core.planner.add(NewItem(ItemKind.TASK, title, when))[0]


def _shown(window: AgendaWindow) -> list[tuple[Any, str]]:
    return [
        ((row.day - TODAY).days if row.day else None, row.row.occurrence.item.title)
        for row in window.list.model.rows
        if row.row is not None
    ]


def _type(window: AgendaWindow, desk: Any, words: str) -> None:
    window.list.search.setText(words)
    window.list.reload()
    desk.settle()


def test_days_come_in_order_with_what_is_due_and_overdue(desk: Any, window: Any) -> None:
    _event(desk, "Later", 3)
    _event(desk, "Soon", 1)
    _task(desk, "Rent", 1)
    _task(desk, "Late", -5)
    _task(desk, "Some day", None)
    desk.settle()
    assert _shown(window) == [(0, "Late"), (1, "Soon"), (1, "Rent"), (3, "Later")]
    headings = [row for row in window.list.model.rows if row.row is None]
    assert [(row.day - TODAY).days for row in headings] == [0, 1, 3]
    index = window.list.model.index(0)
    assert not index.flags() & Qt.ItemFlag.ItemIsSelectable
    assert str(TODAY.day) in index.data()


def test_a_long_event_is_told_once_and_a_short_one_on_each_day(desk: Any, window: Any) -> None:
    _event(desk, "Year", -3, long=300)
    _event(desk, "Fair", 1, long=2)
    desk.settle()
    assert _shown(window) == [(0, "Year"), (1, "Fair"), (2, "Fair"), (3, "Fair")]


def test_the_list_goes_on_when_it_is_scrolled(desk: Any, window: Any) -> None:
    _event(desk, "Daily", 0, "FREQ=DAILY")
    desk.settle()
    before = window.list.model.rowCount()
    assert before >= ENOUGH_ROWS
    bar = window.list.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    desk.settle()
    days = [day for day, _ in _shown(window)]
    assert window.list.model.rowCount() > before
    assert days == list(range(len(days)))


def test_earlier_days_come_before_and_what_is_in_sight_stays(desk: Any, window: Any) -> None:
    _event(desk, "Daily", -60, "FREQ=DAILY")
    desk.settle()
    assert _shown(window)[0] == (0, "Daily")
    window.list.earlier_button.click()
    desk.settle()
    days = [day for day, _ in _shown(window)]
    assert days == list(range(-35, len(days) - 35))
    top = window.list.model.row(window.list.view.indexAt(window.list.view.rect().topLeft()))
    assert top.day is not None
    assert abs((top.day - TODAY).days) <= 2


def test_an_end_is_said(desk: Any, window: Any) -> None:
    assert "Ctrl+E" in window.list.foot.text()
    _event(desk, "Only", 2)
    desk.settle()
    assert "two years" in window.list.foot.text()


def test_search_finds_as_one_types_and_escape_goes_back(desk: Any, window: Any) -> None:
    _event(desk, "Dentist in York", 20)
    _event(desk, "Dentures fitted", -20)
    _event(desk, "Dinner", 1)
    _task(desk, "Ask the dentist", None)
    desk.settle()
    _type(window, desk, "d")
    assert len(_shown(window)) == 4
    _type(window, desk, "dent")
    assert _shown(window) == [
        (20, "Dentist in York"),
        (-20, "Dentures fitted"),
        (None, "Ask the dentist"),
    ]
    headings = [window.list.model.index(n).data() for n in (2, 4)]
    assert headings == ["Past", "Without a date"]
    _type(window, desk, "dentx")
    assert window.list.foot.text() == "Nothing has these words."
    QTest.keyClick(window.list.search, Qt.Key.Key_Escape)
    window.list.reload()
    desk.settle()
    assert _shown(window) == [(1, "Dinner"), (20, "Dentist in York")]


def test_all_by_keyboard(desk: Any, window: Any) -> None:
    _event(desk, "Dinner", 1)
    _task(desk, "Rent", 1)
    desk.settle()
    view = window.list.view
    window.activateWindow()
    window.list.search.setFocus()
    QTest.keyClick(window.list.search, Qt.Key.Key_Down)
    assert view.hasFocus()
    assert window.list.current().occurrence.item.title == "Dinner"
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert window.dialog.title.text() == "Dinner"
    window.dialog.reject()
    desk.settle()
    window.activateWindow()
    desk.settle()
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Space)
    desk.settle()
    assert [t.item.title for t in desk.core.planner.tasks("done")] == ["Rent"]
    window.list.focus_rows()
    assert window.list.current().occurrence.item.title == "Dinner"
    assert view.hasFocus()
    QTest.keyClick(view, Qt.Key.Key_Delete)
    desk.settle()
    assert _shown(window) == []
    for left in ([(1, "Dinner")], [(1, "Dinner"), (1, "Rent")]):
        window.editing.take_back()
        desk.settle()
        assert _shown(window) == left


def test_walking_skips_headings(desk: Any, window: Any) -> None:
    for days in (1, 2):
        _event(desk, f"E{days}", days)
    desk.settle()
    window.list.focus_rows()
    QTest.keyClick(window.list.view, Qt.Key.Key_Down)
    assert window.list.current().occurrence.item.title == "E2"


def test_the_title_is_the_month_in_sight_and_pages_go_by_months(desk: Any, window: Any) -> None:
    _event(desk, "Daily", 0, "FREQ=DAILY")
    desk.settle()
    window.turn_page(1)
    desk.settle()
    first = (TODAY.replace(day=1) + dt.timedelta(days=32)).replace(day=1)
    assert window.month.day() == first
    assert _shown(window)[0][0] == (first - TODAY).days
    assert window.head.title.text() == f"{first:%B %Y}"
    window.turn_page(-1)
    desk.settle()
    assert window.month.day() == TODAY.replace(day=1)
    window.go_today()
    desk.settle()
    assert _shown(window)[0][0] == 0


def test_the_chosen_row_stays_when_something_changes(desk: Any, window: Any) -> None:
    for days in (1, 2, 3):
        _event(desk, f"E{days}", days)
    desk.settle()
    window.list.focus_rows()
    QTest.keyClick(window.list.view, Qt.Key.Key_Down)
    _event(desk, "Before", 0)
    desk.settle()
    assert window.list.current().occurrence.item.title == "E2"


def test_a_stretch_stops_at_enough_rows_or_its_end(desk: Any) -> None:
    _event(desk, "Daily", 0, "FREQ=DAILY")
    found = load_stretch(desk.core, TODAY, "en")
    assert ENOUGH_ROWS <= len(found.rows) <= ENOUGH_ROWS + 14
    assert not found.ended
    assert load_stretch(desk.core, TODAY, "en", until=found.after).rows == found.rows
    far = TODAY + dt.timedelta(days=300)
    assert load_stretch(desk.core, TODAY, "en", past=far).rows[-1].day >= far
