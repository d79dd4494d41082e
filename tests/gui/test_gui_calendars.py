"""Calendars in the agenda: which one something is in, their colours, hiding, and taking back."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from assistant_app.domain.planner import Calendar, ItemKind, NewItem, When
from assistant_app.gui import calendar_colour, style
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow
from assistant_app.gui.calendar_dialog import CalendarDialog, DeleteBox
from assistant_app.gui.item_dialog import ItemDialog

DAY = dt.date(2027, 3, 10)


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    shown = desk.shell.show_agenda()
    shown.month.choose(DAY)
    desk.settle()
    return shown


def _add(desk: Any, title: str, calendar: str = "", rule: str | None = None) -> Any:
    start = dt.datetime.combine(DAY, dt.time(9))
    when = When(
        start.isoformat(), (start + dt.timedelta(hours=1)).isoformat(), False, here().tz, rule
    )
    new = NewItem(ItemKind.EVENT, title, when, list_name=calendar)
    item = desk.core.planner.add(new)[0]
    desk.settle()
    return item


def _names(window: AgendaWindow) -> list[str]:
    model = window.page.calendars.model
    return [model.index(n).data() for n in range(model.rowCount())]


def _titles(window: AgendaWindow) -> list[str]:
    return [row.occurrence.item.title for row in window.page.day_model.rows()]


def _choose(window: AgendaWindow, name: str) -> Any:
    view = window.page.calendars.view
    index = window.page.calendars.model.index(_names(window).index(name))
    view.setCurrentIndex(index)
    window.activateWindow()
    QApplication.processEvents()
    view.setFocus()
    assert view.hasFocus()
    return index


def test_a_calendar_is_made_named_coloured_and_taken_back(window: Any, desk: Any) -> None:
    window.page.calendars.new_button.click()
    dialog = window.calendars.dialog
    assert isinstance(dialog, CalendarDialog)
    assert not dialog.save_button.isEnabled()
    dialog.line.setText("Family")
    dialog.colours["violet"].click()
    dialog.accept()
    desk.settle()
    assert _names(window) == ["My calendar", "Family"]
    _choose(window, "Family")
    QTest.keyClick(window.page.calendars.view, Qt.Key.Key_F2)
    dialog = window.calendars.dialog
    assert (dialog.name, dialog.colours["violet"].isChecked()) == ("Family", True)
    dialog.line.setText("Home")
    dialog.accept()
    desk.settle()
    assert _names(window) == ["My calendar", "Home"]
    assert desk.core.planner.calendars.listing()[1].color == calendar_colour.CHOICES["violet"][0]
    for names in (["My calendar", "Family"], ["My calendar"]):
        window.editing.take_back()
        desk.settle()
        assert _names(window) == names


def test_a_name_twice_is_said_and_nothing_changes(window: Any, desk: Any) -> None:
    desk.core.planner.calendars.add("Family")
    desk.settle()
    window.editing.add_calendar("family", None)
    desk.settle()
    assert "already" in window.undo_bar.words.text()
    assert _names(window) == ["My calendar", "Family"]


def test_the_unnamed_calendar_keeps_its_name_and_cannot_go(window: Any, desk: Any) -> None:
    _choose(window, "My calendar")
    QTest.keyClick(window.page.calendars.view, Qt.Key.Key_Delete)
    assert window.calendars.dialog is None
    QTest.keyClick(window.page.calendars.view, Qt.Key.Key_F2)
    assert not window.calendars.dialog.line.isEnabled()
    window.calendars.dialog.colours["pink"].click()
    window.calendars.dialog.accept()
    desk.settle()
    assert desk.core.planner.calendars.listing() == [
        Calendar("", calendar_colour.CHOICES["pink"][0])
    ]


@pytest.mark.parametrize(("keep", "left"), [(True, ["Dinner"]), (False, [])])
def test_deleting_asks_and_is_taken_back(window: Any, desk: Any, keep: bool, left: Any) -> None:
    _add(desk, "Dinner", "Family")
    _choose(window, "Family")
    QTest.keyClick(window.page.calendars.view, Qt.Key.Key_Delete)
    box = window.calendars.dialog
    assert isinstance(box, DeleteBox)
    (box.keep_button if keep else box.delete_button).click()
    desk.settle()
    assert _titles(window) == left
    assert _names(window) == ["My calendar"]
    window.undo_bar.take_back()
    desk.settle()
    assert _titles(window) == ["Dinner"]
    assert _names(window) == ["My calendar", "Family"]


def test_cancel_deletes_nothing(window: Any, desk: Any) -> None:
    _add(desk, "Dinner", "Family")
    _choose(window, "Family")
    QTest.keyClick(window.page.calendars.view, Qt.Key.Key_Delete)
    window.calendars.dialog.reject()
    desk.settle()
    assert _titles(window) == ["Dinner"]


def test_space_hides_a_calendar_everywhere_in_the_window(window: Any, desk: Any) -> None:
    _add(desk, "Dinner", "Family")
    _add(desk, "Review", "Work")
    _choose(window, "Family")
    QTest.keyClick(window.page.calendars.view, Qt.Key.Key_Space)
    desk.settle()
    assert _titles(window) == ["Review"]
    window.show_week()
    desk.settle()
    assert [b.row.occurrence.item.title for b in window.week.blocks()] == ["Review"]
    window.show_list()
    desk.settle()
    assert [r.row.occurrence.item.title for r in window.list.model.rows if r.row] == ["Review"]
    window.list.search.setText("dinner")
    window.list.reload()
    desk.settle()
    assert window.list.model.rows == []
    window.show_month()
    desk.settle()
    assert _names(window) == ["My calendar", "Family", "Work"]


def test_the_editor_puts_a_whole_series_into_another_calendar(window: Any, desk: Any) -> None:
    item = _add(desk, "Swim", rule="FREQ=DAILY;COUNT=3")
    desk.core.planner.calendars.add("Family", "#9f1853")
    desk.settle()
    window.month.choose(DAY + dt.timedelta(days=1))
    desk.settle()
    asked: list[str] = []
    window.editing.ask_which = lambda *_args, **_more: asked.append("asked")
    window.page.day_list.setCurrentIndex(window.page.day_model.index(0))
    window.page.edit(window.page.day_list)
    dialog = window.dialog
    assert isinstance(dialog, ItemDialog)
    box = dialog.calendar
    assert [box.itemText(n) for n in range(box.count())] == [
        "My calendar",
        "Family",
        "New calendar…",
    ]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    dialog.accept()
    desk.settle()
    assert asked == []
    found = desk.core.planner.events("2027-03-01", "2027-04-01", here().tz)
    assert [o.item.calendar for o in found] == ["Family"] * 3
    window.editing.take_back()
    desk.settle()
    assert desk.core.planner.get(item.id).calendar == ""


def test_a_new_calendar_from_the_editor(window: Any, desk: Any) -> None:
    window.new(ItemKind.TASK)
    dialog = window.dialog
    dialog.title.setText("Cake")
    box = dialog.calendar
    box.setCurrentIndex(box.count() - 1)
    box.activated.emit(box.count() - 1)
    assert box.name == ""
    box.dialog.line.setText("Party")
    box.dialog.colours["teal"].click()
    box.dialog.accept()
    assert box.name == "Party"
    dialog.accept()
    desk.settle()
    assert [t.item.calendar for t in desk.core.planner.tasks()] == ["Party"]
    assert desk.core.planner.calendars.listing()[1] == Calendar("Party", "#00696e", 1)


def test_dots_and_bars_have_the_colour_of_their_calendar(window: Any, desk: Any) -> None:
    desk.core.planner.calendars.add("Family", "#9f1853")
    _add(desk, "Dinner", "Family")
    window.month.choose(DAY + dt.timedelta(days=2))
    desk.settle()
    picture = window.month.grab().toImage()
    own = QColor("#9f1853")
    found = [
        QPoint(x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y) == own
    ]
    assert found
    assert max(p.x() for p in found) - min(p.x() for p in found) <= 8


def test_colours_follow_the_theme(window: Any, desk: Any) -> None:
    desk.core.planner.calendars.add("Family", "#9f1853")
    desk.settle()

    def tint() -> QColor:
        icon = window.page.calendars.model.index(1).data(Qt.ItemDataRole.DecorationRole)
        picture = icon.pixmap(style.ICON_S).toImage()
        return picture.pixelColor(picture.rect().center())

    assert tint() == QColor("#9f1853")
    style.apply_theme(desk.app, style.Theme.DARK)
    desk.app.processEvents()
    assert tint() == QColor("#f2a1c2")
    style.apply_theme(desk.app, style.Theme.LIGHT)
