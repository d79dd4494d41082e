"""What the agenda shows, read and put into words in one go outside the GUI thread."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from assistant_app.domain.clock import Moment, now_ms
from assistant_app.planner.walltime import machine_zone

if TYPE_CHECKING:
    from assistant_app.domain.language import Lang
    from assistant_app.domain.planner import Calendar, Item, Occurrence
    from assistant_app.planner.chinese_days import DayMark
    from assistant_app.services.assistant import Assistant


@dataclass(frozen=True, slots=True)
class AgendaRow:
    """An occurrence with its words; `begin` and `end` are wall times of the viewer, or None."""

    occurrence: Occurrence
    words: str
    begin: dt.datetime | None = None
    end: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class AgendaData:
    """The events that touch a stretch of days, by day, and the tasks.

    What is in a hidden calendar is left out. `calendars` are all of them, by name.
    """

    days: dict[dt.date, list[AgendaRow]] = field(default_factory=dict)
    tasks: list[AgendaRow] = field(default_factory=list)
    due: frozenset[dt.date] = frozenset()
    marks: dict[dt.date, DayMark] = field(default_factory=dict)
    calendars: list[Calendar] = field(default_factory=list)
    hidden: frozenset[str] = frozenset()

    def dots(self) -> dict[dt.date, list[Item]]:
        """Return, for each day, one event of each calendar that has any."""
        return {
            day: list({row.occurrence.item.calendar: row.occurrence.item for row in rows}.values())
            for day, rows in self.days.items()
        }


def here() -> Moment:
    """Return the wall time of this machine, in its zone."""
    return Moment.from_ms(now_ms(), machine_zone())


def load(
    core: Assistant, first: dt.date, last: dt.date, lang: Lang, *, chinese_days: bool = False
) -> AgendaData:
    """Return what happens on the days from `first` to `last`, and every task."""
    now = here()
    hidden = core.planner.calendars.hidden()
    days: dict[dt.date, list[AgendaRow]] = {}
    for row in event_rows(core, first, last + dt.timedelta(days=1), now, lang):
        for day in days_of(row):
            if first <= day <= last:
                days.setdefault(day, []).append(row)
    shown = (t for t in core.planner.tasks("all") if t.item.calendar not in hidden)
    tasks = [row_of(core, task, now, lang) for task in shown]
    tasks.sort(key=lambda row: row.occurrence.done)
    due = frozenset(row.end.date() for row in tasks if row.end and not row.occurrence.done)
    chinese: dict[dt.date, DayMark] = {}
    if chinese_days:
        from assistant_app.planner.chinese_days import marks

        chinese = marks(first, last)
    return AgendaData(days, tasks, due, chinese, core.planner.calendars.listing(), hidden)


def event_rows(
    core: Assistant, first: dt.date, after: dt.date, now: Moment, lang: Lang
) -> Iterator[AgendaRow]:
    """Yield the events from a day up to the day before another, but for hidden calendars."""
    hidden = core.planner.calendars.hidden()
    for occurrence in core.planner.events(first.isoformat(), after.isoformat(), now.tz):
        if occurrence.item.calendar not in hidden:
            yield row_of(core, occurrence, now, lang)


def row_of(core: Assistant, occurrence: Occurrence, now: Moment, lang: Lang) -> AgendaRow:
    """Return an occurrence with its words, in the viewer's wall time."""
    dated = occurrence.start is not None or occurrence.end is not None
    words = core.planner.describe(occurrence, now, lang) if dated else ""
    begin = _wall(occurrence.start, occurrence.start_ms, now.tz)
    return AgendaRow(occurrence, words, begin, _wall(occurrence.end, occurrence.end_ms, now.tz))


def _wall(written: str | None, ms: int | None, tz: str) -> dt.datetime | None:
    if written is None:
        return None
    if len(written) == 10 or ms is None:
        return dt.datetime.fromisoformat(written)
    return dt.datetime.fromtimestamp(ms / 1000, ZoneInfo(tz)).replace(tzinfo=None)


def days_of(row: AgendaRow) -> Iterable[dt.date]:
    """Return the days that an event touches."""
    if row.begin is None:
        return
    day = row.begin.date()
    last = day
    if row.end is not None and row.end > row.begin:
        last = (row.end - dt.timedelta(microseconds=1)).date()
    while day <= last:
        yield day
        day += dt.timedelta(days=1)


def today_line(core: Assistant) -> tuple[int, int]:
    """Return the numbers of today's events and of the open tasks due by today."""
    now = here()
    today = now.wall.date()
    after = (today + dt.timedelta(days=1)).isoformat()
    events = core.planner.events(today.isoformat(), after, now.tz)
    return len(events), len(core.planner.tasks("open", due_before=after))
