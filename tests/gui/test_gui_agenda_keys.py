"""The agenda without a mouse, and read aloud: names, tab stops, panes."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow

DAY = dt.date(2027, 3, 10)


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    start = dt.datetime.combine(DAY, dt.time(9))
    end = start + dt.timedelta(hours=1)
    when = When(start.isoformat(), end.isoformat(), False, here().tz, "FREQ=DAILY;COUNT=3")
    desk.core.planner.add(NewItem(ItemKind.EVENT, "Stand-up", when))
    desk.core.planner.add(NewItem(ItemKind.TASK, "Rent"))
    shown = desk.shell.show_agenda()
    shown.month.choose(DAY)
    shown.activateWindow()
    desk.settle()
    return shown


def _controls(root: QWidget) -> list[QWidget]:
    """Return what the Tab key should stop at; not the parts that Qt's own widgets are made of."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisibleTo(root)
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not widget.objectName().startswith("qt_")
        and not widget.focusProxy()
    ]


def _nameless(root: QWidget) -> list[str]:
    wrong = []
    for widget in _controls(root):
        name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        if not name.strip():
            wrong.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return wrong


def _unreachable(root: QWidget) -> list[str]:
    """Return the buttons that neither Tab nor the arrows of a group come to."""
    return [
        button.text() or button.accessibleName()
        for button in root.findChildren(QAbstractButton)
        if button.isVisibleTo(root)
        and button.isEnabled()
        and not button.objectName().startswith("qt_")
        and not button.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (button.parent() and "Spin" in type(button.parent()).__name__)
    ]


def _check(root: QWidget) -> None:
    assert _nameless(root) == []
    assert _unreachable(root) == []


@pytest.mark.parametrize("view", ["show_month", "show_week", "show_list"])
def test_every_control_has_a_name_and_a_tab_stop(desk: Any, window: Any, view: str) -> None:
    getattr(window, view)()
    window.quick.line.setText("call mum every fri at 5 !")
    desk.settle()
    _check(window)


def test_every_control_of_the_dialogs_has_a_name(desk: Any, window: Any, tmp_path: Path) -> None:
    for kind in ItemKind:
        window.new(kind)
        dialog = window.dialog
        dialog.repeat.unit.setCurrentIndex(2)
        dialog.repeat._on_unit()
        desk.settle()
        _check(dialog)
        dialog.reject()
    window.page.calendars.new_asked.emit()
    _check(window.calendars.dialog)
    window.calendars.dialog.reject()
    file = tmp_path / "x.ics"
    part = "BEGIN:VEVENT\nUID:1\nDTSTART:soon\nEND:VEVENT"
    file.write_text(f"BEGIN:VCALENDAR\n{part}\nEND:VCALENDAR")
    window.import_file(file)
    desk.settle()
    _check(window.files.dialog)
    window.files.dialog.reject()
    _check(desk.shell.reminders.panel)


def test_f6_goes_through_the_panes_and_back(desk: Any, window: Any) -> None:
    window.head.views[0].setFocus()
    seen = []
    for _ in range(6):
        QTest.keyClick(window, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        seen.append(focus)
    month = window.month
    assert seen[0] is month or month.isAncestorOf(seen[0])
    assert seen[1:] == [
        window.quick.line,
        window.page.calendars.view,
        window.page.day_list,
        window.page.task_list,
        window.head.views[0],
    ]
    QTest.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is window.page.task_list


def test_f6_in_week_and_list(desk: Any, window: Any) -> None:
    window.show_week()
    desk.settle()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.week.current().occurrence.item.title == "Stand-up"
    window.show_list()
    desk.settle()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is window.list.search
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.list.current().occurrence.item.title == "Stand-up"


def test_views_and_search_have_keys(desk: Any, window: Any) -> None:
    alt, control = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
    for number, key in enumerate((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3)):
        QTest.keyClick(window, key, alt)
        assert window.view == number
        assert [button.isChecked() for button in window.head.views] == [
            n == number for n in range(3)
        ]
    QTest.keyClick(window, Qt.Key.Key_1, alt)
    QTest.keyClick(window, Qt.Key.Key_F, control)
    assert window.list.search.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_L, control)
    assert window.quick.line.hasFocus()
    desk.settle()


def test_enter_on_a_day_makes_an_event_there(desk: Any, window: Any) -> None:
    window.month.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert window.dialog.begin.value().date() == DAY
    window.dialog.reject()


def test_tab_goes_down_the_editor_as_it_is_read(desk: Any, window: Any) -> None:
    window.new(ItemKind.EVENT)
    dialog = window.dialog
    desk.settle()
    heights = []
    for _ in range(30):
        focus = QApplication.focusWidget()
        if focus is None or (focus is dialog.title and heights):
            break
        heights.append(focus.mapTo(dialog, focus.rect().topLeft()).y())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert len(heights) >= 10
    assert heights == sorted(heights)
    dialog.reject()


class _Shown(QObject):
    """Notes which windows come up."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = event.type() == QEvent.Type.Show and isinstance(watched, QWidget)
        if shown and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


def test_no_part_of_a_dialog_flashes_as_a_window_of_its_own(
    desk: Any, window: Any, tmp_path: Path
) -> None:
    noted = _Shown()
    desk.app.installEventFilter(noted)
    for kind in ItemKind:
        window.new(kind)
        window.dialog.reject()
    window.page.calendars.new_asked.emit()
    window.calendars.dialog.reject()
    file = tmp_path / "x.ics"
    part = "BEGIN:VEVENT\nUID:{0}\nDTSTART:{0}\nEND:VEVENT"
    parts = [part.format(start) for start in ("soon", "20270101")]
    file.write_text("\n".join(["BEGIN:VCALENDAR", *parts, "END:VCALENDAR"]))
    window.import_file(file)
    desk.settle()
    window.files.dialog.reject()
    desk.shell._close_others()
    desk.shell.show_agenda()
    desk.settle()
    desk.app.removeEventFilter(noted)
    assert noted.windows == [
        "ItemDialog",
        "ItemDialog",
        "CalendarDialog",
        "ImportPreview",
        "AgendaWindow",
    ]
