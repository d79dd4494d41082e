"""Quick add: each thing that was understood is a chip, and what cannot be is asked about."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assistant_app.domain.planner import ItemKind
from assistant_app.gui.agenda_load import here
from assistant_app.gui.quick_add import QuickAdd


@pytest.fixture
def quick(desk: Any) -> QuickAdd:
    shown = desk.shell.show_agenda()
    desk.settle()
    return shown.quick


def _type(desk: Any, quick: QuickAdd, text: str) -> None:
    quick.line.setText(text)
    desk.wait(lambda: quick.understood.line == text)
    desk.settle()


def _all(desk: Any) -> list[Any]:
    return [task.item for task in desk.core.planner.tasks("all")]


@pytest.mark.parametrize(
    ("key", "title", "left"),
    [
        (Qt.Key.Key_I, "pay the rent!", {"priority": "normal"}),
        (Qt.Key.Key_R, "pay the rent", {"priority": "high", "rrule": None}),
        (Qt.Key.Key_D, "pay the rent every Thursday", {"priority": "high", "when": None}),
        (Qt.Key.Key_K, "pay the rent", {"kind": ItemKind.EVENT}),
    ],
)
def test_each_chip_goes_away_with_one_key(
    desk: Any, quick: QuickAdd, key: Qt.Key, title: str, left: dict[str, Any]
) -> None:
    _type(desk, quick, "pay the rent every Thursday !")
    item = quick.understood.item
    assert (item.title, item.priority, item.kind) == ("pay the rent", "high", ItemKind.TASK)
    window = quick.window()
    window.activateWindow()
    desk.wait(window.isActiveWindow)
    quick.line.setFocus()
    QTest.keyClick(quick.line, key, Qt.KeyboardModifier.AltModifier)
    desk.settle()
    item = quick.understood.item
    found = {
        "priority": item.priority,
        "kind": item.kind,
        "when": item.when,
        "rrule": item.when.rrule if item.when else "",
    }
    assert item.title == title
    assert {name: found[name] for name in left} == left


def test_repetition_is_a_chip_and_the_date_stays(desk: Any, quick: QuickAdd) -> None:
    _type(desk, quick, "water the plants every Thursday")
    assert quick.understood.item.when.rrule == "FREQ=WEEKLY;BYDAY=TH"
    assert not quick.repeat_chip.isHidden()
    quick.repeat_chip.click()
    desk.settle()
    item = quick.understood.item
    assert item.when.rrule is None
    assert dt.date.fromisoformat(item.when.end[:10]).weekday() == 3
    QTest.keyClick(quick.line, Qt.Key.Key_Return)
    desk.settle()
    assert [(t.title, t.rrule) for t in _all(desk)] == [("water the plants", None)]


@pytest.mark.parametrize("text", ["call mum on 30 February", "2月30号给妈妈打电话"])
def test_an_impossible_date_is_asked_about(desk: Any, quick: QuickAdd, text: str) -> None:
    _type(desk, quick, text)
    assert quick.understood.problem == "invalid"
    QTest.keyClick(quick.line, Qt.Key.Key_Return)
    desk.settle()
    assert _all(desk) == []
    assert [button.isHidden() for button in quick.choices] == [False, False]
    quick.choices[1].click()
    desk.settle()
    assert quick.understood.item.when.end[5:10] == "03-01"
    QTest.keyClick(quick.line, Qt.Key.Key_Return)
    desk.settle()
    assert [task.end[5:] for task in _all(desk)] == ["03-01"]


def test_an_impossible_date_can_be_a_title(desk: Any, quick: QuickAdd) -> None:
    _type(desk, quick, "call mum on 30 February")
    quick.date_chip.click()
    desk.settle()
    QTest.keyClick(quick.line, Qt.Key.Key_Return)
    desk.settle()
    assert [(t.title, t.end) for t in _all(desk)] == [("call mum on 30 February", None)]


def test_another_reading_is_a_button(desk: Any, quick: QuickAdd) -> None:
    _type(desk, quick, "lunch tomorrow at 3")
    first = quick.understood.item.when.start
    assert first.endswith("T15:00:00")
    assert not quick.choices[0].isHidden()
    assert "03:00" in quick.choices[0].text()
    quick.choices[0].click()
    desk.settle()
    assert quick.understood.item.when.start == first.replace("T15", "T03")
    assert quick.choices[0].isHidden()


def test_a_past_date_is_asked_about(desk: Any, quick: QuickAdd) -> None:
    _type(desk, quick, "pay the rent yesterday")
    assert quick.understood.problem == "past"
    quick.choices[0].click()
    desk.settle()
    assert quick.understood.item.kind is ItemKind.TASK
    day = here().wall.date() - dt.timedelta(days=1)
    assert quick.understood.item.when.end[:10] == day.isoformat()
