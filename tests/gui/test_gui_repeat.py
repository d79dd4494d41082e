"""The repeat editor: menus and words for one rule, its dates, and what of a series it changes."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.gui import repeat_form
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow
from assistant_app.gui.item_dialog import ItemDialog
from assistant_app.gui.repeat_editor import RepeatEditor
from assistant_app.gui.repeat_form import Menus, Repeat

DAY = dt.date(2027, 3, 10)  # a Wednesday


@pytest.fixture
def editor(desk: Any, qtbot: Any) -> RepeatEditor:
    made = RepeatEditor(desk.core, desk.runner, "en")
    qtbot.addWidget(made)
    made.stand_at(dt.datetime.combine(DAY, dt.time(9)), all_day=False)
    made.show()
    desk.settle()
    return made


@pytest.mark.parametrize(
    ("rule", "menus"),
    [
        ("FREQ=DAILY", Menus("DAILY")),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", Menus("WEEKLY", 2, frozenset({3}))),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", Menus("WEEKLY", 1, frozenset(range(5)))),
        ("FREQ=MONTHLY;COUNT=4", Menus("MONTHLY", count=4)),
        ("FREQ=YEARLY;UNTIL=20300101", Menus("YEARLY", until=dt.date(2030, 1, 1))),
        ("FREQ=MONTHLY;BYDAY=-1FR", None),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", None),
        ("FREQ=HOURLY", None),
    ],
)
def test_menus_say_a_rule_or_leave_it(rule: str, menus: Menus | None) -> None:
    assert repeat_form.menus_of(Repeat(rule)) == menus
    if menus is not None:
        assert menus.rule() == rule


def test_words_give_a_rule_its_menus_and_three_dates(editor: RepeatEditor, desk: Any) -> None:
    editor.line.setText("every other Thursday until June 2027")
    editor.settle()
    desk.settle()
    assert editor.repeat.rule.startswith("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=202705")
    assert editor.unit.currentData() == "WEEKLY"
    assert editor.interval.value() == 2
    assert [b.isChecked() for b in editor.day_buttons] == [n == 3 for n in range(7)]
    assert editor.until.date().toPython() == dt.date(2027, 5, 31)
    assert editor.words.text().startswith("every other Thursday until")
    assert editor.dates.text() == "Next: Thu 11 Mar 2027, Thu 25 Mar, Thu 8 Apr"


def test_menus_give_a_rule(editor: RepeatEditor, desk: Any) -> None:
    editor.unit.setCurrentIndex(editor.unit.findData("WEEKLY"))
    editor._on_unit()
    assert editor.repeat.rule == "FREQ=WEEKLY;BYDAY=WE"
    editor.day_buttons[4].click()
    editor.interval.setValue(3)
    editor.end.setCurrentIndex(editor.end.findData("count"))
    editor._on_menus()
    editor.count.setValue(5)
    assert editor.repeat.rule == "FREQ=WEEKLY;INTERVAL=3;COUNT=5;BYDAY=WE,FR"
    desk.settle()
    assert editor.dates.text() == "Next: Wed 10 Mar 2027, Fri 12 Mar, Wed 31 Mar"
    editor.unit.setCurrentIndex(0)
    editor._on_unit()
    assert editor.repeat == Repeat()


def test_a_rule_that_menus_cannot_say_is_kept(editor: RepeatEditor, desk: Any) -> None:
    own = Repeat("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "CN")
    editor.show_repeat(own)
    desk.settle()
    assert editor.repeat == own
    assert editor.unit.currentText() == "by a rule of its own"
    assert "last weekday" in editor.words.text()


def _new_event(window: AgendaWindow, desk: Any, words: str) -> ItemDialog:
    window.month.choose(DAY)
    window.new(ItemKind.EVENT)
    dialog = window.dialog
    assert isinstance(dialog, ItemDialog)
    dialog.title.setText("Choir")
    dialog.repeat.line.setText(words)
    dialog.accept()
    desk.settle()
    return dialog


def test_saving_reads_the_words_first(desk: Any) -> None:
    window = desk.shell.show_agenda()
    _new_event(window, desk, "every other Thursday")
    assert window.dialog is None
    found = desk.core.planner.events("2027-03-01", "2027-04-30", here().tz)
    assert [o.start[:10] for o in found] == [
        "2027-03-11",
        "2027-03-25",
        "2027-04-08",
        "2027-04-22",
    ]


def test_words_that_nobody_can_read_are_not_dropped(desk: Any) -> None:
    window = desk.shell.show_agenda()
    dialog = _new_event(window, desk, "whenever the moon is blue")
    assert window.dialog is dialog
    assert "could not read" in dialog.repeat.words.text()
    dialog.reject()
    desk.settle()


@pytest.mark.parametrize(
    ("which", "days"),
    [
        ("following", ["2027-03-10", "2027-03-11", "2027-03-12", "2027-03-19", "2027-03-26"]),
        ("all", ["2027-03-12", "2027-03-19", "2027-03-26"]),
    ],
)
def test_another_rule_for_part_of_a_series(
    desk: Any, monkeypatch: pytest.MonkeyPatch, which: str, days: list[str]
) -> None:
    start = dt.datetime.combine(DAY, dt.time(9))
    end = start + dt.timedelta(minutes=30)
    when = When(start.isoformat(), end.isoformat(), False, here().tz, "FREQ=DAILY;COUNT=20")
    desk.core.planner.add(NewItem(ItemKind.EVENT, "Stand-up", when))
    window = desk.shell.show_agenda()
    window.month.choose(DAY + dt.timedelta(days=2))
    desk.settle()
    asked: list[bool] = []
    monkeypatch.setattr(
        window.editing, "ask_which", lambda title, verb, whole: asked.append(whole) or which
    )
    window.page.day_list.setCurrentIndex(window.page.day_model.index(0))
    window.page.edit(window.page.day_list)
    window.dialog.repeat.line.setText("every Friday")
    window.dialog.accept()
    desk.settle()
    assert asked == [True]
    found = desk.core.planner.events("2027-03-01", "2027-04-01", here().tz)
    assert [o.start[:10] for o in found] == days
    window.editing.take_back()
    desk.settle()
    found = desk.core.planner.events("2027-03-01", "2027-04-30", here().tz)
    assert len(found) == 20
