"""A week with a time grid: events side by side, whole days above, the line of the present."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PySide6.QtCore import QDate, QLocale, QPoint, QRect, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from assistant_app.gui import style, week_layout
from assistant_app.gui.agenda_load import AgendaRow, here
from assistant_app.gui.agenda_model import short_time
from assistant_app.gui.event_block import Drag, EventBlock
from assistant_app.gui.week_layout import Bar, Slot
from assistant_app.planner.chinese_days import DayMark

STEP = 15
"""Minutes of a step."""
_DAY = dt.timedelta(days=1)
_MOST_LANES = 5
_MORNING = 7 * 60 + 30


class _Canvas(QWidget):
    """Seven columns to the right of a gutter, and the blocks on them, which are used again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.blocks: list[EventBlock] = []
        self.first = dt.date.min
        self.made: Callable[[EventBlock], None] = lambda _block: None
        self.gutter = self.fontMetrics().horizontalAdvance("00:00 AM") + style.SPACE_S
        """The width of the column with the hours."""

    def left(self, day: int) -> int:
        """Return where a day begins."""
        return self.gutter + round((self.width() - self.gutter) * day / 7)

    def day_at(self, x: int) -> int:
        """Return the day at a place."""
        width = max(1, self.width() - self.gutter)
        return min(6, max(0, (x - self.gutter) * 7 // width))

    def take(self, count: int) -> list[EventBlock]:
        """Return so many blocks, and hide the others."""
        while len(self.blocks) < count:
            block = EventBlock(self)
            self.blocks.append(block)
            self.made(block)
        for block in self.blocks[count:]:
            block.row = None
            block.hide()
        return self.blocks[:count]


class WeekGrid(_Canvas):
    """The hours of seven days."""

    new_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots: list[Slot] = []
        self.hour = max(44, round(self.fontMetrics().height() * 2.6))
        self.setMinimumHeight(24 * self.hour)
        self._clock = QTimer(self, interval=60_000)
        self._clock.timeout.connect(self.update)
        self._clock.start()

    def show_slots(self, first: dt.date, slots: list[Slot]) -> None:
        """Show the events of a week."""
        self.first, self._slots = first, slots
        for block, slot in zip(self.take(len(slots)), slots, strict=True):
            whole = slot.row.end is not None and slot.row.end.date() == _date(slot.row)
            block.show_row(slot.row, _span(slot.row), stretches=whole)
            block.setGeometry(self.place(slot))
            block.show()
        self.update()

    def slot_of(self, block: EventBlock) -> Slot:
        """Return where a block stands."""
        return self._slots[self.blocks.index(block)]

    def place(self, slot: Slot) -> QRect:
        """Return the rectangle of a slot."""
        left, right = self.left(slot.day) + 1, self.left(slot.day + 1) - style.SPACE_XS
        width = (right - left) / slot.columns
        x = left + round(width * slot.column)
        top, bottom = slot.start * self.hour // 60, slot.end * self.hour // 60
        return QRect(x, top + 1, max(12, round(width) - 1), bottom - top - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the events anew."""
        super().resizeEvent(event)
        for block, slot in zip(self.blocks, self._slots, strict=False):
            block.setGeometry(self.place(slot))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hours, the days, today, and the line of the present."""
        painter = QPainter(self)
        shown = self.palette()
        now = here().wall
        today = (now.date() - self.first).days
        seen = event.rect()
        painter.fillRect(seen, shown.color(QPalette.ColorRole.Base))
        if 0 <= today <= 6:
            place = QRect(
                self.left(today), 0, self.left(today + 1) - self.left(today), self.height()
            )
            painter.fillRect(place & seen, shown.color(QPalette.ColorRole.AlternateBase))
        painter.setPen(shown.color(QPalette.ColorRole.Mid))
        for day in range(8):
            painter.drawLine(self.left(day), seen.top(), self.left(day), seen.bottom())
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        form = QLocale.FormatType.ShortFormat
        for hour in range(
            max(1, seen.top() // self.hour), min(24, seen.bottom() // self.hour + 2)
        ):
            y = hour * self.hour
            painter.setPen(shown.color(QPalette.ColorRole.Midlight))
            painter.drawLine(self.gutter, y, self.width(), y)
            painter.setPen(style.faint(shown))
            place = QRect(0, y - self.hour // 2, self.gutter - style.SPACE_XS, self.hour)
            painter.drawText(place, flags, QLocale().toString(QTime(hour, 0), form))
        if 0 <= today <= 6:
            self._paint_now(painter, now, today)

    def _paint_now(self, painter: QPainter, now: dt.datetime, today: int) -> None:
        y = (now.hour * 60 + now.minute) * self.hour // 60
        colour = style.colour(self.palette(), style.Role.DANGER)
        painter.setPen(QPen(colour, 2))
        painter.drawLine(self.left(today), y, self.left(today + 1), y)
        painter.setBrush(colour)
        painter.drawEllipse(QPoint(self.left(today), y), 3, 3)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for a new event there."""
        place = event.position().toPoint()
        if place.x() >= self.gutter:
            minutes = min(23 * 60 + 30, max(0, place.y() * 60 // self.hour // 30 * 30))
            day = self.first + self.day_at(place.x()) * _DAY
            self.new_asked.emit(
                dt.datetime.combine(day, dt.time()) + dt.timedelta(minutes=minutes)
            )


class WeekHead(_Canvas):
    """The names of the days, and the events of whole days."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: list[Bar] = []
        self._marks: Mapping[dt.date, DayMark] = {}
        self.lane = self.fontMetrics().height() + style.SPACE_XS
        self.line = self.fontMetrics().height() + style.SPACE_S

    def show_bars(self, first: dt.date, bars: list[Bar], marks: Mapping[dt.date, DayMark]) -> None:
        """Show the days and bars of a week."""
        self.first, self._bars, self._marks = first, bars, marks
        for block, bar in zip(self.take(len(bars)), bars, strict=True):
            block.show_row(bar.row, "", stretches=False)
            block.setGeometry(self.place(bar))
            block.show()
        lanes = max((bar.lane + 1 for bar in bars), default=0)
        self.setFixedHeight(self.line * (2 if marks else 1) + lanes * self.lane + style.SPACE_XS)
        self.update()

    def place(self, bar: Bar) -> QRect:
        """Return the rectangle of a bar."""
        left, right = self.left(bar.first) + 1, self.left(bar.last + 1) - 2
        top = self.line * (2 if self._marks else 1) + bar.lane * self.lane
        return QRect(left, top, right - left, self.lane - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the bars anew."""
        super().resizeEvent(event)
        for block, bar in zip(self.blocks, self._bars, strict=False):
            block.setGeometry(self.place(bar))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the names of the days."""
        painter = QPainter(self)
        shown = self.palette()
        today = here().wall.date()
        for number in range(7):
            day = self.first + number * _DAY
            left = self.left(number)
            place = QRect(left, 0, self.left(number + 1) - left, self.line)
            painter.setFont(style.scaled(self.font(), 1.0, bold=day == today))
            tint = style.colour(shown, style.Role.ACCENT)
            painter.setPen(tint if day == today else shown.color(QPalette.ColorRole.WindowText))
            name = QLocale().toString(QDate(day.year, day.month, day.day), "ddd d")
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
            if (mark := self._marks.get(day)) is not None:
                words = " ".join(part for part in (mark.lunar, mark.work) if part)
                painter.setFont(style.scaled(self.font(), 0.85))
                painter.setPen(style.faint(shown))
                painter.drawText(
                    place.translated(0, self.line - 2), Qt.AlignmentFlag.AlignCenter, words
                )


def _date(row: AgendaRow) -> dt.date | None:
    return row.begin.date() if row.begin else None


def _span(row: AgendaRow) -> str:
    if row.begin is None:
        return ""
    return f"{short_time(row.begin)}–{short_time(row.end)}" if row.end else short_time(row.begin)


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

    def _area(self, canvas: _Canvas) -> QScrollArea:
        area = QScrollArea()
        area.setWidget(canvas)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        return area

    def _on_made(self, canvas: _Canvas, block: EventBlock) -> None:
        block.opened.connect(lambda: self.opened.emit(block.row))
        block.deleted.connect(lambda: self.deleted.emit(block.row))
        block.walked.connect(lambda days, steps: self._walk(block, days, steps))
        block.stepped.connect(lambda drag, days, steps: self._on_step(block, drag, days, steps))
        block.dragged.connect(
            lambda drag, by, done: self._on_dragged(canvas, block, drag, by, done)
        )
        block.drag_left.connect(self._place_all)

    # --- showing

    def show_week(
        self, first: dt.date, rows: Iterable[AgendaRow], marks: Mapping[dt.date, DayMark]
    ) -> None:
        """Show the events of the week that begins on `first`; the focus stays on what moved."""
        rows = list(rows)
        focused = self.current()
        wanted = self._wanted
        if wanted is None and focused is not None and focused.begin is not None:
            wanted = (focused.occurrence.item.title, focused.begin)
        self._first, self._wanted = first, None
        self.head.show_bars(first, week_layout.bars(rows, first), marks)
        lanes = min(self.head.height(), self.head.line * 2 + _MOST_LANES * self.head.lane)
        self.head_area.setFixedHeight(lanes)
        self.grid.show_slots(first, week_layout.slots(rows, first))
        if not self._scrolled:
            self._scrolled = True
            self.area.verticalScrollBar().setValue(_MORNING * self.grid.hour // 60)
        if wanted is not None and (
            focused is not None or self.isAncestorOf(self.focusWidget() or self)
        ):
            self.focus_on(*wanted)

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
        self, canvas: _Canvas, block: EventBlock, drag: Drag, by: QPoint, done: bool
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
        self, canvas: _Canvas, block: EventBlock, drag: Drag, days: int, minutes: int
    ) -> None:
        if canvas is self.head:
            bar = self.head._bars[self.head.blocks.index(block)]
            block.setGeometry(
                self.head.place(Bar(bar.row, bar.first + days, bar.last + days, bar.lane))
            )
            return
        slot = self.grid.slot_of(block)
        if drag is Drag.STRETCH:
            end = max(slot.start + STEP, slot.end + minutes)
            shown = Slot(slot.row, slot.day, slot.start, end, slot.column, slot.columns)
        else:
            shown = Slot(slot.row, slot.day + days, slot.start + minutes, slot.end + minutes)
        block.setGeometry(self.grid.place(shown))

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
        for canvas, places in ((self.head, self.head._bars), (self.grid, self.grid._slots)):
            for block, place in zip(canvas.blocks, places, strict=False):
                block.setGeometry(canvas.place(place))  # type: ignore[arg-type]


def _beyond(begin: dt.datetime, of: dt.datetime, days: int) -> bool:
    return begin.date() > of.date() if days > 0 else begin.date() < of.date()


def _minutes(block: EventBlock) -> int:
    begin = block.row.begin if block.row else None
    return begin.hour * 60 + begin.minute if begin else 0
