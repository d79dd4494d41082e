"""The agenda window: adding, editing, checking, deleting and taking back by hand."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QModelIndex, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QToolButton, QWidget

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.gui import item_form, style
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow
from assistant_app.gui.item_dialog import ItemDialog

DAY = dt.date(2027, 3, 10)  # a Wednesday


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    shown = desk.shell.show_agenda()
    shown.month.choose(DAY)
    desk.settle()
    return shown


def _add(desk: Any, title: str, rule: str | None = None, hour: int = 9) -> Any:
    start = dt.datetime.combine(DAY, dt.time(hour))
    end = start + dt.timedelta(minutes=30)
    when = When(start.isoformat(), end.isoformat(), False, here().tz, rule)
    item = desk.core.planner.add(NewItem(ItemKind.EVENT, title, when))[0]
    desk.settle()
    return item


def _titles(window: AgendaWindow) -> list[str]:
    return [row.occurrence.item.title for row in window.page.day_model.rows()]


def _on_day(window: AgendaWindow, desk: Any, day: dt.date) -> list[str]:
    window.month.choose(day)
    desk.settle()
    return _titles(window)


def _save(window: AgendaWindow, desk: Any, title: str) -> None:
    dialog = window.dialog
    assert isinstance(dialog, ItemDialog)
    dialog.title.setText(title)
    dialog.accept()
    desk.settle()


def test_new_event_by_hand_and_undo(window: AgendaWindow, desk: Any) -> None:
    window.new(ItemKind.EVENT)
    dialog = window.dialog
    assert not dialog.save_button.isEnabled()
    dialog.begin.show_value(dt.datetime.combine(DAY, dt.time(15)))
    _save(window, desk, "Product review")
    assert _titles(window) == ["Product review"]
    row = window.page.day_model.rows()[0]
    assert row.begin == dt.datetime.combine(DAY, dt.time(15))
    assert row.end == dt.datetime.combine(DAY, dt.time(16))
    window.editing.take_back()
    desk.settle()
    assert _titles(window) == []


def test_event_that_ends_before_it_begins_cannot_be_saved(window: AgendaWindow) -> None:
    window.new(ItemKind.EVENT)
    dialog = window.dialog
    dialog.title.setText("x")
    assert dialog.save_button.isEnabled()
    dialog.end.show_value(dialog.begin.value() - dt.timedelta(hours=2))
    assert not dialog.save_button.isEnabled()
    assert "before it begins" in dialog._problem.text()
    dialog.reject()


def test_all_day_event_keeps_its_days(window: AgendaWindow, desk: Any) -> None:
    form = item_form.ItemForm(
        ItemKind.EVENT,
        "Fair",
        dt.datetime.combine(DAY, dt.time()),
        dt.datetime.combine(DAY + dt.timedelta(days=1), dt.time()),
        all_day=True,
    )
    window.editing.store(None, form, form)
    desk.settle()
    assert _titles(window) == ["Fair"]
    assert _on_day(window, desk, DAY + dt.timedelta(days=1)) == ["Fair"]
    assert _on_day(window, desk, DAY + dt.timedelta(days=2)) == []
    window.month.choose(DAY)
    read = item_form.of_row(window.page.day_model.rows()[0])
    assert (read.begin, read.end, read.all_day) == (form.begin, form.end, True)


def test_editing_changes_what_was_changed_and_one_undo_takes_it_all_back(
    window: AgendaWindow, desk: Any
) -> None:
    item = _add(desk, "Call")
    window.page.day_list.setCurrentIndex(window.page.day_model.index(0))
    window.page.edit(window.page.day_list)
    dialog = window.dialog
    dialog.begin.show_value(dt.datetime.combine(DAY, dt.time(11)))
    dialog.place.setText("Room 4")
    _save(window, desk, "Long call")
    changed = desk.core.planner.get(item.id)
    assert (changed.title, changed.place, changed.start) == (
        "Long call",
        "Room 4",
        f"{DAY.isoformat()}T11:00:00",
    )
    window.editing.take_back()
    desk.settle()
    back = desk.core.planner.get(item.id)
    assert (back.title, back.place, back.start) == ("Call", "", f"{DAY.isoformat()}T09:00:00")


@pytest.mark.parametrize(
    ("which", "left"), [("this", [0, 1, 1]), ("following", [0, 0, 0]), ("all", [0, 0, 0])]
)
def test_deleting_one_of_a_series_asks(
    window: AgendaWindow, desk: Any, monkeypatch: pytest.MonkeyPatch, which: str, left: list[int]
) -> None:
    _add(desk, "Stand-up", "FREQ=DAILY;COUNT=5")
    day = DAY + dt.timedelta(days=1)
    window.month.choose(day)
    desk.settle()
    window.page.day_list.setCurrentIndex(window.page.day_model.index(0))
    asked: list[str] = []
    monkeypatch.setattr(
        window.editing, "ask_which", lambda title, verb, **_: asked.append(title) or which
    )
    window.page.delete(window.page.day_list)
    desk.settle()
    assert asked == ["Stand-up"]
    found = [len(_on_day(window, desk, day + dt.timedelta(days=n))) for n in range(3)]
    assert found == left
    assert len(_on_day(window, desk, DAY)) == (0 if which == "all" else 1)
    window.undo_bar.take_back()
    desk.settle()
    assert [len(_on_day(window, desk, day + dt.timedelta(days=n))) for n in range(3)] == [1, 1, 1]


def test_no_answer_deletes_nothing(
    window: AgendaWindow, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _add(desk, "Stand-up", "FREQ=DAILY;COUNT=3")
    window.page.day_list.setCurrentIndex(window.page.day_model.index(0))
    monkeypatch.setattr(window.editing, "ask_which", lambda title, verb, **_: None)
    window.page.delete(window.page.day_list)
    desk.settle()
    assert _titles(window) == ["Stand-up"]


def test_moving_one_of_a_series_leaves_the_others(
    window: AgendaWindow, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _add(desk, "Stand-up", "FREQ=DAILY;COUNT=3")
    monkeypatch.setattr(window.editing, "ask_which", lambda title, verb, **_: "this")
    row = window.page.day_model.rows()[0]
    before = item_form.of_row(row)
    shift = dt.timedelta(hours=2)
    after = replace(before, begin=before.begin + shift, end=before.end + shift)
    window.editing.store(row, before, after)
    desk.settle()
    assert window.page.day_model.rows()[0].begin.hour == 11
    window.month.choose(DAY + dt.timedelta(days=1))
    desk.settle()
    assert window.page.day_model.rows()[0].begin.hour == 9


def test_moving_a_whole_series_from_a_later_day_keeps_its_first_day(
    window: AgendaWindow, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = _add(desk, "Stand-up", "FREQ=DAILY;COUNT=3")
    monkeypatch.setattr(window.editing, "ask_which", lambda title, verb, **_: "all")
    window.month.choose(DAY + dt.timedelta(days=1))
    desk.settle()
    row = window.page.day_model.rows()[0]
    before = item_form.of_row(row)
    shift = dt.timedelta(hours=1)
    after = replace(before, begin=before.begin + shift, end=before.end + shift)
    window.editing.store(row, before, after)
    desk.settle()
    moved = desk.core.planner.get(item.id)
    assert moved.start == f"{DAY.isoformat()}T10:00:00"
    assert moved.rrule is not None


def test_task_by_hand_checked_and_open_again(window: AgendaWindow, desk: Any) -> None:
    window.new(ItemKind.TASK)
    _save(window, desk, "Pay the rent")
    assert [row.occurrence.item.title for row in window.page.task_model.rows()] == ["Pay the rent"]
    assert window.page.task_model.rows()[0].end.date() == DAY
    index = window.page.task_model.index(0)
    role = Qt.ItemDataRole.CheckStateRole
    window.page.task_model.setData(index, Qt.CheckState.Checked.value, role)
    desk.settle()
    assert window.page.task_model.rows()[0].occurrence.done
    window.editing.take_back()
    desk.settle()
    assert not window.page.task_model.rows()[0].occurrence.done


def test_space_checks_a_task(window: AgendaWindow, desk: Any) -> None:
    desk.core.planner.add(NewItem(ItemKind.TASK, "Buy milk"))
    desk.settle()
    window.page.task_list.setFocus()
    window.page.task_list.setCurrentIndex(window.page.task_model.index(0))
    QTest.keyClick(window.page.task_list, Qt.Key.Key_Space)
    desk.settle()
    assert window.page.task_model.rows()[0].occurrence.done


def test_quick_add_shows_what_enter_adds(window: AgendaWindow, desk: Any) -> None:
    quick = window.quick
    quick.line.setText("call mum tomorrow at 5pm")
    desk.wait(lambda: quick.understood.item is not None)
    shown = quick.understood.item
    assert shown.kind is ItemKind.EVENT
    assert "17:00" in shown.when.start
    assert not quick.date_chip.isHidden()
    QTest.keyClick(quick.line, Qt.Key.Key_Return)
    desk.settle()
    found = desk.core.planner.find(shown.title, now=desk.core.now())
    assert [item.start for item in found] == [shown.when.start]
    assert quick.line.text() == ""


def test_quick_add_at_once_reads_before_it_adds(window: AgendaWindow, desk: Any) -> None:
    window.quick.line.setText("buy stamps")
    QTest.keyClick(window.quick.line, Qt.Key.Key_Return)
    desk.settle()
    tasks = [row.occurrence.item.title for row in window.page.task_model.rows()]
    assert tasks == ["buy stamps"]


def test_quick_add_chips(window: AgendaWindow, desk: Any) -> None:
    quick = window.quick
    quick.line.setText("call mum tomorrow at 5pm")
    desk.wait(lambda: quick.understood.item is not None)
    quick.kind_chip.click()
    desk.wait(lambda: quick.understood.item.kind is ItemKind.TASK)
    assert quick.understood.item.when.start is None
    quick.date_chip.click()
    desk.wait(lambda: quick.understood.item.when is None)
    assert quick.understood.item.title == "call mum tomorrow at 5pm"


def test_dots_are_where_events_and_due_tasks_are(window: AgendaWindow, desk: Any) -> None:
    _add(desk, "Review")
    due = When(None, (DAY + dt.timedelta(days=2)).isoformat(), True, here().tz)
    desk.core.planner.add(NewItem(ItemKind.TASK, "Rent", due))
    desk.settle()
    assert {day: [i.title for i in items] for day, items in window.month._events.items()} == {
        DAY: ["Review"]
    }
    assert DAY + dt.timedelta(days=2) in window.month._due


def test_double_click_edits(window: AgendaWindow, desk: Any) -> None:
    _add(desk, "Review")
    window.page._on_open(window.page.day_model.index(0))
    assert window.dialog.title.text() == "Review"
    window.dialog.reject()
    window.page._on_open(QModelIndex())
    assert window.dialog is None


def test_weeks_begin_as_the_setting_says(desk: Any, window: AgendaWindow) -> None:
    assert window.month.firstDayOfWeek() == QLocale().firstDayOfWeek()
    desk.shell.change(replace(desk.shell.main.preferences, week_start=7))
    desk.settle()
    assert window.month.firstDayOfWeek() == Qt.DayOfWeek.Sunday


def test_chinese_days_are_shown_in_chinese_only(desk: Any, window: AgendaWindow) -> None:
    desk.shell.change(replace(desk.shell.main.preferences, chinese_days=True))
    desk.settle()
    assert window.page.data.marks == {}
    desk.shell.change(replace(desk.shell.main.preferences, language="zh"))
    desk.settle()
    shown = desk.shell.show_agenda()
    shown.month.choose(dt.date(2026, 2, 17))
    desk.settle()
    assert shown.page.data.marks[dt.date(2026, 2, 17)].lunar == "正月"
    assert not shown.month.grab().isNull()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_all_seven_days_of_a_week_are_in_view(desk: Any, window: AgendaWindow, lang: str) -> None:
    desk.shell.change(replace(desk.shell.main.preferences, language=lang))
    desk.settle()
    month = desk.shell.show_agenda().month
    month.setFont(style.scaled(month.font(), 1.6))  # as wide as those of Chinese fonts
    desk.settle()
    days = month.findChild(QTableView)
    columns = [days.columnWidth(n) for n in range(8) if not days.isColumnHidden(n)]
    assert len([width for width in columns if width > 25]) == 7
    assert sum(columns) <= days.viewport().width()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("en_US", "3/10/2027"),
        ("en_GB", "10/03/2027"),
        ("zh_CN", "2027/3/10"),
        ("de_DE", "10.03.2027"),
    ],
)
def test_dates_are_edited_with_their_whole_year(
    desk: Any, window: AgendaWindow, name: str, words: str
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(name))
    try:
        window.new(ItemKind.EVENT)
        assert window.dialog.begin.date.text() == words
        assert len(window.dialog.repeat.until.displayFormat().split("y")) == 5
    finally:
        window.dialog.reject()
        QLocale.setDefault(before)


@pytest.mark.parametrize("theme", [style.Theme.LIGHT, style.Theme.DARK])
def test_the_month_of_a_date_field_can_be_read(
    desk: Any, window: AgendaWindow, theme: Any
) -> None:
    window.new(ItemKind.EVENT)
    style.apply_theme(desk.app, theme)
    desk.app.processEvents()
    field = window.dialog.begin.date
    month = field.calendarWidget()
    bar = month.findChild(QWidget, "qt_calendar_navigationbar")
    written = month.findChild(QToolButton, "qt_calendar_monthbutton").palette()
    ground = desk.app.palette().color(bar.backgroundRole())
    assert style.contrast(written.color(QPalette.ColorRole.HighlightedText), ground) >= 4.5
    red = month.weekdayTextFormat(Qt.DayOfWeek.Sunday).foreground().color() == QColor("red")
    assert not red
    window.dialog.reject()
    style.apply_theme(desk.app, style.Theme.LIGHT)
