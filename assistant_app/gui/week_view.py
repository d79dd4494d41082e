"""A week with a time grid: events side by side, whole days above, the line of the present."""

from __future__ import annotations

import datetime as dt
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTime, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QVBoxLayout, QWidget

from assistant_app.gui import week_layout
from assistant_app.gui.agenda_load import AgendaRow, here
from assistant_app.gui.event_block import Drag, EventBlock
from assistant_app.gui.week_canvas import WeekCanvas, WeekGrid, WeekHead
from assistant_app.gui.week_layout import Bar, Slot, Week, time_span

STEP = 15
"""Minutes of a step."""
_MOST_LANES = 5
_MORNING = 7 * 60 + 30
_NIGHT = 6 * 60
_ABOVE = 15
_BEFORE = 45
"""How many minutes before the working hours are in sight at first."""


class WeekView(QWidget):
    """`moved(row, begin, end)` asks for another time; the others for what their names say."""

    opened = Signal(object)
    deleted = Signal(object)
    moved = Signal(object, object, object)
    new_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Week"))
        self._first = dt.date.min
        self._week: Week | None = None
        self._wanted: tuple[str, dt.datetime] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head, self.grid = WeekHead(), WeekGrid()
        self.head_area, self.area = self._area(self.head), self._area(self.grid)
        self.grid.new_asked.connect(self.new_asked)
        for canvas in (self.head, self.grid):
            canvas.made = partial(self._on_made, canvas)
        column.addWidget(self.head_area)
        column.addWidget(self.area, 1)
        self._scrolled = False

    def _area(self, canvas: WeekCanvas) -> QScrollArea:
        area = QScrollArea()
        area.setWidget(canvas)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        return area

    def _on_made(self, canvas: WeekCanvas, block: EventBlock) -> None:
        block.opened.connect(lambda: self.opened.emit(block.row))
        block.deleted.connect(lambda: self.deleted.emit(block.row))
        block.walked.connect(lambda days, steps: self._walk(block, days, steps))
        block.stepped.connect(lambda drag, days, steps: self._on_step(block, drag, days, steps))
        block.dragged.connect(
            lambda drag, by, done: self._on_dragged(canvas, block, drag, by, done)
        )
        block.drag_left.connect(self._place_all)

    # --- showing

    def show_hours(self, start: str, end: str) -> None:
        """Shade what is outside the working hours ("09:00", "18:00"), and begin at their start."""
        opens, closes = (QTime.fromString(text, "HH:mm") for text in (start, end))
        if opens.isValid() and closes.isValid() and opens < closes:
            self.grid.show_hours(*(t.hour() * 60 + t.minute() for t in (opens, closes)))

    def panes(self) -> list[QWidget]:
        """Return what F6 goes through."""
        return [self]

    def focus_pane(self) -> None:
        """Put the focus on an event."""
        self.focus_first()

    def show_week(self, week: Week) -> None:
        """Show the events of a week; the focus stays on what moved."""
        focused = self.current()
        wanted = self._wanted
        if wanted is None and focused is not None and focused.begin is not None:
            wanted = (focused.occurrence.item.title, focused.begin)
        if week == self._week:
            # Switching the view read it again; painting all of it once more costs the time.
            self._wanted = None
            self._place_all()
            return
        self._week, self._first, self._wanted = week, week.first, None
        self.head.show_bars(week.first, week.bars, week.marks)
        lanes = min(self.head.height(), self.head.line * 2 + _MOST_LANES * self.head.lane)
        self.head_area.setFixedHeight(lanes)
        self.grid.show_slots(week.first, week.slots)
        if not self._scrolled:
            self._scrolled = True
            self.area.verticalScrollBar().setValue(self._top_minute() * self.grid.hour // 60)
        if wanted is not None and (
            focused is not None or self.isAncestorOf(self.focusWidget() or self)
        ):
            self.focus_on(*wanted)

    def _top_minute(self) -> int:
        """Return what is at the top at first: before the working hours, and before any event."""
        opens = self.grid.hours[0]
        top = opens - _BEFORE if opens else _MORNING
        early = [slot.start - _ABOVE for slot in self.grid.slots if slot.start >= _NIGHT]
        half = (min([top, *early]) - 30) // 60 * 60 + 30  # where no label of an hour is cut
        return max(0, half)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the event that has the focus."""
        row = self.current()
        if row is None:
            return
        menu = QMenu(self)
        menu.addAction(self.tr("Edit…")).triggered.connect(lambda: self.opened.emit(row))
        menu.addAction(self.tr("Delete")).triggered.connect(lambda: self.deleted.emit(row))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def blocks(self) -> list[EventBlock]:
        """Return the blocks that show something, by day and time."""
        found = [b for b in (*self.head.blocks, *self.grid.blocks) if b.row is not None]
        return sorted(found, key=lambda b: (b.x(), b.y()))

    def current(self) -> AgendaRow | None:
        """Return the event that has the focus."""
        return next((b.row for b in self.blocks() if b.hasFocus()), None)

    def focus_on(self, title: str, begin: dt.datetime) -> None:
        """Put the focus on an event."""
        for block in self.blocks():
            row = block.row
            if row is not None and (row.occurrence.item.title, row.begin) == (title, begin):
                self._focus(block)
                return

    def focus_first(self) -> None:
        """Put the focus on the first event that is not over, else on the first."""
        blocks = self._ordered()
        now = here().wall
        after = [b for b in blocks if b.row and b.row.begin and b.row.begin >= now]
        for block in [*after, *blocks][:1]:
            self._focus(block)

    def _focus(self, block: EventBlock) -> None:
        block.setFocus(Qt.FocusReason.OtherFocusReason)
        if block.parent() is self.grid:
            self.area.ensureWidgetVisible(block, 0, 24)

    def _ordered(self) -> list[EventBlock]:
        def key(block: EventBlock) -> tuple[dt.datetime, int]:
            begin = block.row.begin if block.row else None
            return begin or dt.datetime.min, block.x()

        return sorted((b for b in self.blocks() if b.row), key=key)

    def _walk(self, block: EventBlock, days: int, steps: int) -> None:
        """Go to the event before or after, or to the nearest of the next day that has one."""
        ordered = self._ordered()
        here_at = ordered.index(block)
        if steps:
            index = here_at + steps
            if 0 <= index < len(ordered):
                self._focus(ordered[index])
            return
        begin = block.row.begin if block.row else None
        if begin is None:
            return
        others = [
            b for b in ordered if b.row and b.row.begin and _beyond(b.row.begin, begin, days)
        ]
        if not others:
            return
        day = (min if days > 0 else max)(
            b.row.begin.date() for b in others if b.row and b.row.begin
        )
        same = [b for b in others if b.row and b.row.begin and b.row.begin.date() == day]
        self._focus(min(same, key=lambda b: abs(_minutes(b) - (begin.hour * 60 + begin.minute))))

    # --- moving

    def _on_step(self, block: EventBlock, drag: Drag, days: int, steps: int) -> None:
        row = block.row
        if row is None or row.begin is None:
            return
        minutes = 0 if week_layout.whole_days(row) else steps * STEP
        if drag is Drag.STRETCH:
            self._ask(row, row.begin, (row.end or row.begin) + dt.timedelta(minutes=minutes))
        else:
            by = dt.timedelta(days=days, minutes=minutes)
            self._ask(row, row.begin + by, row.end + by if row.end else None)

    def _on_dragged(
        self, canvas: WeekCanvas, block: EventBlock, drag: Drag, by: QPoint, done: bool
    ) -> None:
        row = block.row
        if row is None or row.begin is None:
            return
        width = max(1, (canvas.width() - canvas.gutter) // 7)
        days = round(by.x() / width) if drag is Drag.MOVE else 0
        minutes = 0
        if canvas is self.grid:
            minutes = round(by.y() * 60 / self.grid.hour / STEP) * STEP
        offset = dt.timedelta(days=days, minutes=minutes)
        if done:
            end = row.end + offset if row.end else None
            begin = row.begin + offset if drag is Drag.MOVE else row.begin
            self._ask(row, begin, end)
            return
        self._show_drag(canvas, block, drag, days, minutes)

    def _show_drag(
        self, canvas: WeekCanvas, block: EventBlock, drag: Drag, days: int, minutes: int
    ) -> None:
        if canvas is self.head:
            bar = self.head.bars[self.head.blocks.index(block)]
            block.setGeometry(
                self.head.place(Bar(bar.row, bar.first + days, bar.last + days, bar.lane))
            )
            canvas.update()
            return
        slot = self.grid.slot_of(block)
        if drag is Drag.STRETCH:
            end = max(slot.start + STEP, slot.end + minutes)
            shown = Slot(slot.row, slot.day, slot.start, end, slot.column, slot.columns)
        else:
            shown = Slot(slot.row, slot.day + days, slot.start + minutes, slot.end + minutes)
        canvas.update(block.geometry())
        block.setGeometry(self.grid.place(shown))
        canvas.update(block.geometry())
        block.show_time(_dragged_time(slot.row, drag, minutes))
        self.area.ensureVisible(block.pointer.x(), block.pointer.y(), 0, self.grid.hour // 2)

    def _ask(self, row: AgendaRow, begin: dt.datetime, end: dt.datetime | None) -> None:
        """Ask for another time, unless nothing would change or it would end before it begins."""
        least = begin + dt.timedelta(minutes=STEP)
        if (
            end is not None
            and row.end != row.begin
            and end < least
            and not row.occurrence.item.all_day
        ):
            end = least
        if (begin, end) == (row.begin, row.end):
            self._place_all()
            return
        self._wanted = (row.occurrence.item.title, begin)
        self.moved.emit(row, begin, end)

    def forget_move(self) -> None:
        """Put everything back in its place: what was asked for is not done."""
        self._wanted = None
        self._place_all()

    def _place_all(self) -> None:
        for canvas, places in ((self.head, self.head.bars), (self.grid, self.grid.slots)):
            for block, place in zip(canvas.blocks, places, strict=False):
                wanted = canvas.place(place)  # type: ignore[arg-type]
                if block.geometry() != wanted:
                    block.setGeometry(wanted)
                    canvas.update()
        for block, slot in zip(self.grid.blocks, self.grid.slots, strict=False):
            block.show_time(slot.time)


def _dragged_time(row: AgendaRow, drag: Drag, minutes: int) -> str:
    """Return the time that an event would have where it is held."""
    by = dt.timedelta(minutes=minutes)
    if row.begin is None:
        return ""
    if drag is Drag.STRETCH:
        least = row.begin + dt.timedelta(minutes=STEP)
        return time_span(row.begin, max(least, (row.end or row.begin) + by))
    return time_span(row.begin + by, row.end + by if row.end else None)


def _beyond(begin: dt.datetime, of: dt.datetime, days: int) -> bool:
    return begin.date() > of.date() if days > 0 else begin.date() < of.date()


def _minutes(block: EventBlock) -> int:
    begin = block.row.begin if block.row else None
    return begin.hour * 60 + begin.minute if begin else 0
