"""The rows of the agenda's list: the coming days one after another, or what a search finds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind
from assistant_app.gui.agenda_load import AgendaRow, days_of, event_rows, here, row_of

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

ENOUGH_ROWS = 120
"""How many rows are read at a time, as long as there are any."""
AHEAD_WEEKS = 104
EARLIER_WEEKS = 5
_WEEK = dt.timedelta(days=7)
_DAY = dt.timedelta(days=1)
_REPEATED_DAYS = 14
"""An event of more days than this is told on its first day alone."""
Heading = Literal["day", "past", "undated"]


@dataclass(frozen=True, slots=True)
class ListRow:
    """An event or task on a day, or without `row` the heading of what follows."""

    day: dt.date | None
    row: AgendaRow | None = None
    heading: Heading = "day"


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rows from `first` up to the day before `after`; `ended` where nothing follows."""

    first: dt.date
    after: dt.date
    rows: list[ListRow]
    ended: bool = False


def load_stretch(
    core: Assistant,
    first: dt.date,
    lang: Lang,
    *,
    until: dt.date | None = None,
    past: dt.date | None = None,
) -> Stretch:
    """Return the rows from a day on, week by week, until there are enough.

    With `until`, exactly to the day before it; with `past`, at least so far that this day is in it.
    """
    now = here()
    last = until or max(first, past or first) + AHEAD_WEEKS * _WEEK
    due = _due(core, now, lang)
    rows: list[ListRow] = []
    day = first

    def wanted() -> bool:
        return until is not None or len(rows) < ENOUGH_ROWS or (past is not None and day <= past)

    while day < last and wanted():
        after = min(day + _WEEK, last)
        rows += _week(core, day, after, now, lang, due, first)
        day = after
    return Stretch(first, day, rows, ended=until is None and day >= last)


def _due(core: Assistant, now: Moment, lang: Lang) -> dict[dt.date, list[AgendaRow]]:
    """Return the open tasks by the day they are due; what is overdue is for today."""
    hidden = core.planner.calendars.hidden()
    found: dict[dt.date, list[AgendaRow]] = {}
    for task in core.planner.tasks("open"):
        row = row_of(core, task, now, lang)
        if row.end is not None and task.item.calendar not in hidden:
            found.setdefault(max(row.end.date(), now.wall.date()), []).append(row)
    return found


def _week(
    core: Assistant,
    first: dt.date,
    after: dt.date,
    now: Moment,
    lang: Lang,
    due: dict[dt.date, list[AgendaRow]],
    begin: dt.date,
) -> Iterator[ListRow]:
    days: dict[dt.date, list[AgendaRow]] = {}
    for row in event_rows(core, first, after, now, lang):
        for day in _told_on(row, begin):
            if first <= day < after:
                days.setdefault(day, []).append(row)
    for day in sorted({*days, *(d for d in due if first <= d < after)}):
        yield ListRow(day)
        events = sorted(days.get(day, ()), key=lambda r: (not r.occurrence.item.all_day, r.begin))
        yield from (ListRow(day, row) for row in [*events, *due.get(day, ())])


def _told_on(row: AgendaRow, begin: dt.date) -> list[dt.date]:
    days = list(days_of(row))
    if len(days) > _REPEATED_DAYS:
        return [max(days[0], begin)] if days[-1] >= begin else []
    return days


def found_rows(core: Assistant, typed: str, lang: Lang) -> list[ListRow]:
    """Return what a search finds: the coming by day, then the past backwards, then the undated."""
    now = here()
    hidden = core.planner.calendars.hidden()
    rows = [
        row_of(core, occurrence, now, lang)
        for occurrence in core.planner.search(typed, now)
        if occurrence.item.calendar not in hidden
    ]
    today = now.wall.date()
    dated = [(day, row) for row in rows if (day := _day_of(row)) is not None]
    dated.sort(key=lambda pair: (pair[0], pair[1].begin or pair[1].end or dt.datetime.min))
    coming = [pair for pair in dated if pair[0] >= today]
    past = [pair for pair in reversed(dated) if pair[0] < today]
    result = list(_by_day(coming))
    if past:
        result += [
            ListRow(None, heading="past"),
            *(ListRow(day, row, "past") for day, row in past),
        ]
    undated = [ListRow(None, row, "undated") for row in rows if _day_of(row) is None]
    if undated:
        result += [ListRow(None, heading="undated"), *undated]
    return result


def _day_of(row: AgendaRow) -> dt.date | None:
    moment = row.begin
    if row.occurrence.item.kind is ItemKind.TASK:
        moment = row.end or row.begin
    return moment.date() if moment else None


def _by_day(pairs: Iterable[tuple[dt.date, AgendaRow]]) -> Iterator[ListRow]:
    last: dt.date | None = None
    for day, row in pairs:
        if day != last:
            yield ListRow(day)
            last = day
        yield ListRow(day, row)
