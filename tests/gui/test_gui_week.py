"""The week: layout of overlaps, keys, drags, undo, and three thousand events."""

from __future__ import annotations

import datetime as dt
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from assistant_app.domain.planner import Calendar, Item, ItemKind, NewItem, Occurrence, When
from assistant_app.gui import calendar_colour, style, week_layout
from assistant_app.gui.agenda_load import AgendaRow, here
from assistant_app.gui.agenda_window import AgendaWindow
from assistant_app.gui.block_looks import BlockLooks, folded
from assistant_app.gui.event_block import EventBlock
from assistant_app.gui.week_canvas import WeekGrid
from assistant_app.storage.database import Database

DAY = dt.date(2027, 3, 10)  # a Wednesday
MONDAY = dt.date(2027, 3, 8)


@given(
    st.lists(st.tuples(st.integers(0, 1400), st.integers(1, 300)), max_size=40).map(
        lambda found: sorted((start, start + length) for start, length in found)
    )
)
def test_no_two_overlap_in_one_column(spans: list[tuple[int, int]]) -> None:
    places = week_layout.columns(spans)
    for one, (column, of) in enumerate(places):
        assert 0 <= column < of
        for other in range(one + 1, len(spans)):
            if spans[other][0] < spans[one][1]:
                assert places[other][0] != column
                assert places[other][1] == of


def test_what_stands_alone_has_the_whole_width() -> None:
    spans = [(540, 600), (550, 560), (555, 580), (600, 660)]
    assert week_layout.columns(spans) == [(0, 3), (1, 3), (2, 3), (0, 1)]


def _row(begin: dt.datetime, end: dt.datetime, *, all_day: bool = False) -> AgendaRow:
    item = Item(1, ItemKind.EVENT, "x", "", "", all_day, None, None)
    return AgendaRow(Occurrence(item, "", "", "", 0, 0), "", begin, end)


def test_an_event_over_midnight_is_on_both_days_and_a_long_one_is_a_bar() -> None:
    night = dt.datetime.combine(DAY, dt.time(22))
    rows = [_row(night, night + dt.timedelta(hours=4)), _row(night, night + dt.timedelta(days=2))]
    found = week_layout.slots(rows, MONDAY)
    assert [(s.day, s.start, s.end) for s in found] == [(2, 1320, 1440), (3, 0, 120)]
    assert [(b.first, b.last) for b in week_layout.bars(rows, MONDAY)] == [(2, 4)]


def test_bars_share_lanes_where_they_can() -> None:
    def whole(first: int, last: int) -> AgendaRow:
        begin = dt.datetime.combine(MONDAY + dt.timedelta(days=first), dt.time())
        return _row(begin, begin + dt.timedelta(days=last - first + 1), all_day=True)

    rows = [whole(-3, 0), whole(0, 1), whole(1, 6), whole(5, 9)]
    found = [(b.first, b.last, b.lane) for b in week_layout.bars(rows, MONDAY)]
    assert found == [(0, 1, 0), (0, 0, 1), (1, 6, 1), (5, 6, 0)]


@pytest.mark.parametrize("dark", [False, True])
def test_colours_of_calendars_can_be_read(dark: bool) -> None:
    shown = style.palette(dark)
    text = shown.color(shown.ColorRole.Text)
    for name in ("", "Work", "Family", "Sport", "家", "b", "c", "d"):
        item = Item(1, ItemKind.EVENT, "x", None, None, True, None, None, calendar=name)
        colour = calendar_colour.tint(shown, item)
        assert colour == calendar_colour.tint(shown, item)
        assert style.contrast(text, calendar_colour.ground(shown, colour)) >= 4.5
    base = shown.color(shown.ColorRole.Base)
    for light, dim in calendar_colour.CHOICES.values():
        chosen = calendar_colour.tint(shown, Calendar("x", light))
        assert chosen == QColor(dim if dark else light)
        assert style.contrast(chosen, base) >= 4.5
        ground = calendar_colour.ground(shown, chosen)
        assert style.contrast(text, ground) >= 4.5
        assert style.contrast(calendar_colour.quiet(shown, chosen), ground) >= 4.5
    for elsewhere in ("#112233", "#ffee00", "#000000", "#ffffff"):
        assert style.contrast(calendar_colour.tint(shown, Calendar("x", elsewhere)), base) >= 3
    seen = "#5a8a5a"
    assert calendar_colour.tint(shown, Calendar("x", seen)) == QColor(seen)


# --- over the real core


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    shown = desk.shell.show_agenda()
    shown.resize(980, 700)
    shown.month.choose(DAY)
    shown.show_week()
    desk.settle()
    return shown


def _add(desk: Any, title: str, hour: float, rule: str | None = None, days: int = 0) -> Item:
    start = dt.datetime.combine(DAY, dt.time()) + dt.timedelta(days=days, hours=hour)
    when = When(
        start.isoformat(), (start + dt.timedelta(hours=1)).isoformat(), False, here().tz, rule
    )
    item = desk.core.planner.add(NewItem(ItemKind.EVENT, title, when))[0]
    desk.settle()
    return item


def _block(window: AgendaWindow, title: str) -> EventBlock:
    return next(b for b in window.week.blocks() if b.row and b.row.occurrence.item.title == title)


def _key(desk: Any, window: AgendaWindow, key: Any, held: Any = None) -> None:
    block = next(b for b in window.week.blocks() if b.hasFocus())
    QTest.keyClick(block, key, held or Qt.KeyboardModifier.NoModifier)
    desk.settle()


def _focus(window: AgendaWindow, title: str) -> None:
    window.activateWindow()
    block = _block(window, title)
    block.setFocus()
    assert block.hasFocus()


def _title(window: AgendaWindow) -> str:
    row = window.week.current()
    return row.occurrence.item.title if row else ""


def _times(desk: Any, item: Item) -> tuple[str, str]:
    stored = desk.core.planner.get(item.id)
    return stored.start[5:16], stored.end[5:16]


def test_overlapping_events_stand_side_by_side(desk: Any, window: AgendaWindow) -> None:
    for title, hour in (("A", 9), ("B", 9.5), ("C", 11)):
        _add(desk, title, hour)
    a, b, c = (_block(window, title).geometry() for title in "ABC")
    assert not a.intersects(b)
    assert a.width() < c.width()
    assert a.y() < b.y() < a.bottom()
    assert "Wed 10 Mar 2027, 09:00-10:00" in _block(window, "A").accessibleName()


def test_arrows_walk(desk: Any, window: AgendaWindow) -> None:
    for title, hour, days in (("A", 9, 0), ("B", 15, 0), ("C", 14, 1), ("D", 8, 1)):
        _add(desk, title, hour, days=days)
    _focus(window, "A")
    walked = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left):
        _key(desk, window, key)
        walked.append(_title(window))
    assert walked == ["B", "C", "D", "A"]


def test_keys_move_and_stretch_and_undo_takes_back(desk: Any, window: AgendaWindow) -> None:
    item = _add(desk, "A", 9)
    _focus(window, "A")
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    _key(desk, window, Qt.Key.Key_Down, control)
    assert _times(desk, item) == ("03-10T09:15", "03-10T10:15")
    assert _title(window) == "A"
    _key(desk, window, Qt.Key.Key_Right, control)
    assert _times(desk, item) == ("03-11T09:15", "03-11T10:15")
    _key(desk, window, Qt.Key.Key_Down, control | shift)
    assert _times(desk, item) == ("03-11T09:15", "03-11T10:30")
    for _ in range(9):
        _key(desk, window, Qt.Key.Key_Up, control | shift)
    assert _times(desk, item) == ("03-11T09:15", "03-11T09:30")
    for _ in range(3 + 4):
        window.editing.take_back()
        desk.settle()
    assert _times(desk, item) == ("03-10T09:00", "03-10T10:00")


def test_enter_opens(desk: Any, window: AgendaWindow) -> None:
    _add(desk, "A", 9)
    _focus(window, "A")
    _key(desk, window, Qt.Key.Key_Return)
    assert window.dialog is not None
    window.dialog.reject()


def test_delete_deletes_and_can_be_taken_back(desk: Any, window: AgendaWindow) -> None:
    _add(desk, "A", 9)
    _focus(window, "A")
    _key(desk, window, Qt.Key.Key_Delete)
    assert window.week.blocks() == []
    window.editing.take_back()
    desk.settle()
    assert len(window.week.blocks()) == 1


def _drag(desk: Any, block: EventBlock, start: QPoint, by: QPoint) -> None:
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(block, left, Qt.KeyboardModifier.NoModifier, start)
    origin = block.mapToGlobal(start)
    for part in (0.5, 1.0):
        QTest.mouseMove(block, block.mapFromGlobal(origin + by * part))
    QTest.mouseRelease(
        block, left, Qt.KeyboardModifier.NoModifier, block.mapFromGlobal(origin + by)
    )
    desk.settle()


def test_dragging_moves_and_the_lower_edge_stretches(desk: Any, window: AgendaWindow) -> None:
    item = _add(desk, "A", 9)
    grid = window.week.grid
    day = (grid.width() - grid.gutter) // 7
    _drag(desk, _block(window, "A"), QPoint(20, 10), QPoint(day, grid.hour * 2))
    assert _times(desk, item) == ("03-11T11:00", "03-11T12:00")
    block = _block(window, "A")
    _drag(desk, block, QPoint(20, block.height() - 2), QPoint(0, grid.hour // 2))
    assert _times(desk, item) == ("03-11T11:00", "03-11T12:30")
    window.editing.take_back()
    desk.settle()
    assert _times(desk, item) == ("03-11T11:00", "03-11T12:00")


def test_a_drag_to_the_edge_scrolls_and_goes_on(desk: Any, window: AgendaWindow) -> None:
    item = _add(desk, "A", 12)
    block, left, none = _block(window, "A"), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    bar, grid = window.week.area.verticalScrollBar(), window.week.grid
    before = bar.value()
    QTest.mousePress(block, left, none, QPoint(20, 10))
    viewport = window.week.area.viewport()
    edge = viewport.mapToGlobal(QPoint(0, viewport.height() - 2))
    start = block.mapToGlobal(QPoint(20, 10))
    for by in (-1, 0, 1, 0, 1, 0):
        QTest.mouseMove(block, block.mapFromGlobal(QPoint(start.x() + by, edge.y())))
    scrolled = bar.value() - before
    assert scrolled >= grid.hour
    assert grid.visibleRegion().contains(block.pointer)
    QTest.mouseRelease(block, left, none, block.mapFromGlobal(QPoint(start.x(), edge.y())))
    desk.settle()
    hours = round((edge.y() - start.y() + scrolled) / grid.hour * 4) / 4
    wanted = dt.datetime(2027, 3, 10, 12) + dt.timedelta(hours=hours)
    assert _times(desk, item)[0] == wanted.isoformat()[5:16]


def test_what_is_dragged_says_the_time_it_would_get(desk: Any, window: AgendaWindow) -> None:
    _add(desk, "A", 9)
    block, left, none = _block(window, "A"), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    hour = window.week.grid.hour
    for press, by, said in (
        (QPoint(20, 10), hour * 2, "11:00–12:00"),
        (QPoint(20, block.height() - 2), hour // 2, "09:00–10:30"),
        (QPoint(20, block.height() - 2), -3 * hour, "09:00–09:15"),
    ):
        QTest.mousePress(block, left, none, press)
        origin = block.mapToGlobal(press)
        QTest.mouseMove(block, block.mapFromGlobal(origin + QPoint(0, by)))
        assert block._time == said
        QTest.keyClick(block, Qt.Key.Key_Escape)
        assert block._time == "09:00–10:00"


@pytest.mark.parametrize(
    ("which", "starts"),
    [
        ("this", ["03-10T09:00", "03-11T09:15", "03-12T09:00"]),
        ("following", ["03-10T09:00", "03-11T09:15", "03-12T09:15"]),
        ("all", ["03-10T09:15", "03-11T09:15", "03-12T09:15"]),
        (None, ["03-10T09:00", "03-11T09:00", "03-12T09:00"]),
    ],
)
def test_moving_one_of_a_series_asks(
    desk: Any, window: AgendaWindow, monkeypatch: pytest.MonkeyPatch, which: Any, starts: list[str]
) -> None:
    _add(desk, "A", 9, "FREQ=DAILY;COUNT=3")
    monkeypatch.setattr(window.editing, "ask_which", lambda title, verb, **_: which)
    _focus(window, "A")
    _key(desk, window, Qt.Key.Key_Right)
    before = [b.geometry() for b in window.week.blocks()]
    _key(desk, window, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    found = desk.core.planner.events("2027-03-01", "2027-04-01", here().tz)
    assert [o.start[5:16] for o in found] == starts
    if which is None:
        assert [b.geometry() for b in window.week.blocks()] == before
        return
    window.editing.take_back()
    desk.settle()
    found = desk.core.planner.events("2027-03-01", "2027-04-01", here().tz)
    assert [o.start[11:16] for o in found] == ["09:00"] * 3


def test_all_day_events_are_above_and_move_by_days(desk: Any, window: AgendaWindow) -> None:
    when = When(DAY.isoformat(), (DAY + dt.timedelta(days=2)).isoformat(), True, None)
    item = desk.core.planner.add(NewItem(ItemKind.EVENT, "Fair", when))[0]
    desk.settle()
    assert _block(window, "Fair").parent() is window.week.head
    _focus(window, "Fair")
    _key(desk, window, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    stored = desk.core.planner.get(item.id)
    assert (stored.start, stored.end) == ("2027-03-09", "2027-03-11")


def test_pages_and_the_first_day_of_the_week(desk: Any, window: AgendaWindow) -> None:
    assert window.week._first == MONDAY
    window.turn_page(1)
    desk.settle()
    assert window.week._first == MONDAY + dt.timedelta(days=7)
    window.month.begin_week(7)
    window.month.choose(DAY)
    desk.settle()
    assert window.week._first == MONDAY - dt.timedelta(days=1)


def test_a_double_click_asks_for_an_event_there(desk: Any, window: AgendaWindow) -> None:
    grid = window.week.grid
    place = QPoint(grid.left(3) + 10, grid.hour * 14 + 3)
    QTest.mouseDClick(grid, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    dialog = window.dialog
    assert dialog.begin.value() == dt.datetime.combine(DAY + dt.timedelta(days=1), dt.time(14))
    dialog.reject()


def test_blocks_are_used_again(desk: Any, window: AgendaWindow) -> None:
    for hour in range(5):
        _add(desk, f"e{hour}", 9 + hour)
    made = len(window.week.grid.blocks)
    for by in (1, 1, -1, -1):
        window.turn_page(by)
        desk.settle()
    assert len(window.week.grid.blocks) == made
    assert len(window.week.blocks()) == 5
    assert window.week.grab().size() != QSize()


def test_an_event_of_another_zone_keeps_its_zone(desk: Any, window: AgendaWindow) -> None:
    start = dt.datetime.combine(DAY, dt.time(12))
    end = start + dt.timedelta(hours=1)
    when = When(start.isoformat(), end.isoformat(), False, "Asia/Tokyo")
    item = desk.core.planner.add(NewItem(ItemKind.EVENT, "Call", when))[0]
    desk.settle()
    _focus(window, "Call")
    _key(desk, window, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    stored = desk.core.planner.get(item.id)
    assert (stored.start[11:16], stored.end[11:16], stored.tz) == ("12:15", "13:15", "Asia/Tokyo")


def test_all_of_a_series_moves_from_an_occurrence_with_a_time_of_its_own(
    desk: Any, window: AgendaWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    _add(desk, "A", 9, "FREQ=DAILY;COUNT=3")
    control = Qt.KeyboardModifier.ControlModifier
    for which in ("this", "all"):
        monkeypatch.setattr(window.editing, "ask_which", lambda title, verb, w=which, **_: w)
        _focus(window, "A")
        _key(desk, window, Qt.Key.Key_Down, control)
    found = desk.core.planner.events("2027-03-01", "2027-04-01", here().tz)
    assert [o.start[11:16] for o in found] == ["09:30", "09:15", "09:15"]


def test_turning_pages_runs_no_sql_in_the_gui_thread(
    desk: Any, window: AgendaWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [
        f"BEGIN:VEVENT\nUID:{n}\nSUMMARY:e{n}\nDTSTART:2027{n % 12 + 1:02}{n % 28 + 1:02}T"
        f"{8 + n % 10:02}0000\nDURATION:PT1H\nEND:VEVENT"
        for n in range(3000)
    ]
    file = tmp_path / "many.ics"
    file.write_text("\n".join(["BEGIN:VCALENDAR", *parts, "END:VCALENDAR"]))
    desk.core.planner.import_ics(file)
    desk.settle()
    asked: list[bool] = []
    tuples, query = Database.tuples, Database.query

    def watch(run: Any) -> Any:
        def watched(*args: Any, **kwargs: Any) -> Any:
            asked.append(threading.current_thread() is threading.main_thread())
            return run(*args, **kwargs)

        return watched

    monkeypatch.setattr(Database, "tuples", watch(tuples))
    monkeypatch.setattr(Database, "query", watch(query))
    for show in (window.show_month, window.show_week):
        show()
        for by in (1, -1, 1):
            window.turn_page(by)
            desk.settle()
    assert asked
    assert not any(asked)
    assert len(window.week.blocks()) >= 50
    assert len(window.week.grid.blocks) <= 200, "blocks are not used again"


def test_coming_back_to_a_week_paints_it_once(
    desk: Any, window: AgendaWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        _add(desk, f"E{number}", 9 + number % 8, days=number % 5)
    window.show_month()
    desk.settle()
    painted, laid_out = [], []
    paint, show = WeekGrid.paint_blocks, WeekGrid.show_slots
    monkeypatch.setattr(
        WeekGrid,
        "paint_blocks",
        lambda self, painter, seen: (
            painted.append((seen.width(), seen.height())) or paint(self, painter, seen)
        ),
    )
    monkeypatch.setattr(
        WeekGrid, "show_slots", lambda self, *a: laid_out.append(1) or show(self, *a)
    )
    window.show_week()
    desk.settle()
    assert laid_out == []
    assert len(painted) == 1
    _add(desk, "New", 12)
    assert len(laid_out) == 1


def test_what_is_alike_is_made_once(desk: Any, window: AgendaWindow) -> None:
    item = Item(1, ItemKind.EVENT, "Stand-up", None, None, False, "zoned", "UTC")
    looks, shown = BlockLooks(), window.palette()
    sizes = [QSize(80, 40), QSize(80, 40), QSize(90, 40)]
    frames = [looks.frame(shown, item, size, 1.0, focused=False) for size in sizes]
    assert frames[0] is frames[1]
    assert frames[0] is not frames[2]
    metrics = window.fontMetrics()
    words = [looks.words("Stand-up", "09:00", QSize(80, 20 * n), metrics) for n in (1, 1, 3)]
    assert words[0] is words[1]
    assert (words[0].centred, words[2].centred) == (True, False)
    looks.clear()
    assert looks.frame(shown, item, sizes[0], 1.0, focused=False) is not frames[0]


@pytest.mark.parametrize("width", [20, 45, 80, 200])
@pytest.mark.parametrize("text", ["Design workshop", "给银行打电话", "a" * 60, "", "one"])
def test_folded_titles_fit_and_lose_nothing_while_there_is_room(
    desk: Any, window: AgendaWindow, width: int, text: str
) -> None:
    metrics = window.fontMetrics()
    for most in range(1, 5):
        lines = folded(text, metrics, width, most)
        assert len(lines) <= most
        assert all(metrics.horizontalAdvance(line) <= width for line in lines[:-1])
    whole = folded(text, metrics, width, 100)
    assert "".join(whole).replace(" ", "") == text.replace(" ", "")
