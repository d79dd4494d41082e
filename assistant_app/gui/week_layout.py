"""Where the events of a week stand: side by side where they overlap, lanes for whole days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant_app.gui.agenda_load import AgendaData, AgendaRow
from assistant_app.gui.agenda_model import short_time
from assistant_app.planner.chinese_days import DayMark

DAY_MINUTES = 1440
LEAST_MINUTES = 20
"""How long the shortest event is drawn, so that its title can be read."""
_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of a timed event on one day: minutes of that day, and its column of so many."""

    row: AgendaRow
    day: int
    start: int
    end: int
    column: int = 0
    columns: int = 1
    time: str = ""
    """When the event is, in short."""


@dataclass(frozen=True, slots=True)
class Bar:
    """An event of whole days: from day `first` to day `last` of the week, in a lane."""

    row: AgendaRow
    first: int
    last: int
    lane: int = 0


def columns(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return (column, number of columns) for each span; spans are in order of their start.

    Spans that touch each other through others share one number of columns, so that none is drawn
    over another.
    """
    found = [(0, 1)] * len(spans)
    group: list[int] = []
    ends: list[int] = []

    def close() -> None:
        for index in group:
            found[index] = (found[index][0], len(ends))
        group.clear()
        ends.clear()

    for index, (start, end) in enumerate(spans):
        if ends and start >= max(ends):
            close()
        column = next((n for n, last in enumerate(ends) if last <= start), len(ends))
        if column == len(ends):
            ends.append(end)
        else:
            ends[column] = end
        found[index] = (column, 0)
        group.append(index)
    close()
    return found


def whole_days(row: AgendaRow) -> bool:
    """Whether an event is drawn as a bar: all-day ones, and those of a day or longer."""
    if row.occurrence.item.all_day or row.begin is None:
        return True
    return row.end is not None and row.end - row.begin >= _DAY


def time_span(begin: dt.datetime | None, end: dt.datetime | None) -> str:
    """Return a stretch of time of day in the reader's form."""
    if begin is None:
        return ""
    return f"{short_time(begin)}–{short_time(end)}" if end else short_time(begin)


@dataclass(frozen=True, slots=True)
class Week:
    """Everything that a week shows, laid out; made outside the GUI thread."""

    first: dt.date
    slots: list[Slot]
    bars: list[Bar]
    marks: Mapping[dt.date, DayMark]


def lay_out(data: AgendaData, first: dt.date) -> Week:
    """Lay the events of a week out."""
    rows = list({id(row): row for rows in data.days.values() for row in rows}.values())
    return Week(first, slots(rows, first), bars(rows, first), data.marks)


def slots(rows: Iterable[AgendaRow], first: dt.date) -> list[Slot]:
    """Return the pieces of the timed events of the week that begins on `first`."""
    found: list[Slot] = []
    timed = [row for row in rows if not whole_days(row)]
    for number in range(7):
        midnight = dt.datetime.combine(first + number * _DAY, dt.time())
        pieces = [piece for row in timed if (piece := _piece(row, number, midnight)) is not None]
        pieces.sort(key=lambda p: (p.start, -p.end, p.row.occurrence.item.title))
        places = columns([(p.start, p.end) for p in pieces])
        found += [
            replace(
                piece, column=column, columns=of, time=time_span(piece.row.begin, piece.row.end)
            )
            for piece, (column, of) in zip(pieces, places, strict=True)
        ]
    return found


def _piece(row: AgendaRow, number: int, midnight: dt.datetime) -> Slot | None:
    assert row.begin is not None
    end = max(row.end or row.begin, row.begin)
    start_min = (row.begin - midnight).total_seconds() / 60
    end_min = (end - midnight).total_seconds() / 60
    if start_min >= DAY_MINUTES or end_min < 0 or (end_min <= 0 and start_min < 0):
        return None
    start = max(0, int(start_min))
    start = min(start, DAY_MINUTES - LEAST_MINUTES)
    return Slot(row, number, start, max(start + LEAST_MINUTES, min(DAY_MINUTES, int(end_min))))


def bars(rows: Iterable[AgendaRow], first: dt.date) -> list[Bar]:
    """Return the bars of the week that begins on `first`, longest first, in as few lanes."""
    spans = []
    for row in rows:
        if row.begin is None or not whole_days(row):
            continue
        last = row.begin.date()
        if row.end is not None and row.end > row.begin:
            last = (row.end - dt.timedelta(microseconds=1)).date()
        begin, end = (row.begin.date() - first).days, (last - first).days
        if begin <= 6 and end >= 0:
            spans.append((max(0, begin), min(6, end), row))
    spans.sort(key=lambda s: (s[0], -s[1], s[2].occurrence.item.title))
    ends: list[int] = []
    found = []
    for begin, end, row in spans:
        lane = next((n for n, last in enumerate(ends) if last < begin), len(ends))
        ends[lane : lane + 1] = [end]
        found.append(Bar(row, begin, end, lane))
    return found
