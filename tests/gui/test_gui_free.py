"""What else there is at a time, and the next free one, where an event is made."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.gui import item_form
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow

DAY = dt.date(2027, 3, 10)  # a Wednesday


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    shown = desk.shell.show_agenda()
    shown.month.choose(DAY)
    desk.settle()
    return shown


def _add(desk: Any, title: str, start: str, end: str) -> Any:
    when = When(f"{DAY}T{start}:00", f"{DAY}T{end}:00", False, here().tz)
    item = desk.core.planner.add(NewItem(ItemKind.EVENT, title, when))[0]
    desk.settle()
    return item


def _open(window: AgendaWindow, desk: Any, hour: int) -> Any:
    window.editing.new_at(dt.datetime.combine(DAY, dt.time(hour)))
    _look(window, desk)
    return window.dialog


def _look(window: AgendaWindow, desk: Any) -> None:
    window.dialog.free._ask()
    desk.settle()


def test_a_clash_is_named_and_the_button_moves_to_free_time(desk: Any, window: Any) -> None:
    _add(desk, "Review", "10:00", "11:00")
    _add(desk, "Call", "11:30", "12:03")
    dialog = _open(window, desk, 10)
    assert dialog.free.words.text() == "At the same time: Review 10:00–11:00"
    assert dialog.free.button.text() == "Free: 12:05"
    dialog.free.button.click()
    _look(window, desk)
    assert dialog.begin.value() == dt.datetime(2027, 3, 10, 12, 5)
    assert dialog.end.value() == dt.datetime(2027, 3, 10, 13, 5)
    assert dialog.free.words.text() == "Nothing else at that time."
    assert dialog.free.button.isHidden()


def test_free_time_is_within_the_working_hours(desk: Any, window: Any) -> None:
    desk.core.settings.set("hours.start", "08:00")
    desk.core.settings.set("hours.end", "16:00")
    _add(desk, "Review", "15:00", "16:00")
    dialog = _open(window, desk, 15)
    assert dialog.free.button.text() == "Free: Thu 11 Mar 08:00"


def test_back_to_back_and_ones_own_time_are_no_clash(desk: Any, window: Any) -> None:
    _add(desk, "Review", "10:00", "11:00")
    dialog = _open(window, desk, 11)
    assert dialog.free.words.text() == "Nothing else at that time."
    dialog.reject()
    window.page.day_list.setCurrentIndex(window.page.day_model.index(0))
    window.page.edit(window.page.day_list)
    _look(window, desk)
    assert window.dialog.free.words.text() == "Nothing else at that time."


def test_more_than_two_are_counted_and_whole_days_not_asked_about(desk: Any, window: Any) -> None:
    for number in range(4):
        _add(desk, f"E{number}", "10:00", "11:00")
    dialog = _open(window, desk, 10)
    assert dialog.free.words.text() == "At the same time: E0 10:00–11:00 · E1 10:00–11:00 · +2"
    dialog.all_day.setChecked(True)
    _look(window, desk)
    assert (dialog.free.words.text(), dialog.free.button.isHidden()) == ("", True)


def test_a_series_names_its_clashes_with_their_day_and_offers_no_single_time(
    desk: Any, window: Any
) -> None:
    _add(desk, "Review", "10:00", "11:00")
    begin = dt.datetime(2027, 3, 8, 10)
    form = item_form.ItemForm(
        ItemKind.EVENT, "x", begin, begin + dt.timedelta(hours=1), repeat="FREQ=DAILY"
    )
    window.editing._open_editor(None, form)
    _look(window, desk)
    words = window.dialog.free.words.text()
    assert words == "At the same time: Review Wed 10 Mar 10:00–11:00"
    assert window.dialog.free.button.isHidden()


def test_a_new_event_on_another_day_begins_with_the_working_hours(desk: Any, window: Any) -> None:
    window.new(ItemKind.EVENT)
    assert window.dialog.begin.value() == dt.datetime(2027, 3, 10, 9, 0)


def test_quick_add_says_what_else_there_is_at_that_time(desk: Any, window: Any) -> None:
    _add(desk, "Review", "10:00", "11:00")
    for line, words in (
        ("call mum 2027-03-10 10:30", "At the same time: Review 10:00–11:00"),
        ("call mum 2027-03-10 11:00", ""),
        ("call mum", ""),
    ):
        window.quick.line.setText(line)
        window.quick._ask()
        desk.settle()
        assert window.quick.clash.text() == words
        assert window.quick.clash.isHidden() is not bool(words)
