"""What the agenda shows, read and put into words in one go outside the GUI thread."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from assistant_app.domain.clock import Moment, now_ms
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind, NewItem, Occurrence, Resolved, When
from assistant_app.planner.chinese_days import DayMark, marks
from assistant_app.planner.walltime import machine_zone

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_DATED = frozenset({"date", "time", "datetime", "range", "rrule"})


@dataclass(frozen=True, slots=True)
class AgendaRow:
    """An occurrence with its words; `begin` and `end` are wall times of the viewer, or None."""

    occurrence: Occurrence
    words: str
    begin: dt.datetime | None = None
    end: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class AgendaData:
    """The events that touch a stretch of days, by day, and the tasks."""

    days: dict[dt.date, list[AgendaRow]] = field(default_factory=dict)
    tasks: list[AgendaRow] = field(default_factory=list)
    due: frozenset[dt.date] = frozenset()
    marks: dict[dt.date, DayMark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understood:
    """What a quick line means: what Enter would add, and the words that show it."""

    line: str
    item: NewItem | None
    words: str = ""
    dated: bool = False


def here() -> Moment:
    """Return the wall time of this machine, in its zone."""
    return Moment.from_ms(now_ms(), machine_zone())


def load(
    core: Assistant, first: dt.date, last: dt.date, lang: Lang, *, chinese_days: bool = False
) -> AgendaData:
    """Return what happens on the days from `first` to `last`, and every task."""
    now = here()
    after = last + dt.timedelta(days=1)
    days: dict[dt.date, list[AgendaRow]] = {}
    for occurrence in core.planner.events(first.isoformat(), after.isoformat(), now.tz):
        row = row_of(core, occurrence, now, lang)
        for day in _days_of(row):
            if first <= day <= last:
                days.setdefault(day, []).append(row)
    tasks = [row_of(core, task, now, lang) for task in core.planner.tasks("all")]
    tasks.sort(key=lambda row: row.occurrence.done)
    due = frozenset(row.end.date() for row in tasks if row.end and not row.occurrence.done)
    chinese = marks(first, last) if chinese_days else {}
    return AgendaData(days, tasks, due, chinese)


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


def _days_of(row: AgendaRow) -> Iterable[dt.date]:
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


def understand(
    core: Assistant, line: str, lang: Lang, *, undated: bool, kind: ItemKind | None
) -> Understood:
    """Read a quick line such as "call mum fri 5pm"; `undated` takes the date words as title.

    A time makes an event, anything else a task, unless `kind` says.
    """
    text = line.strip()
    if not text:
        return Understood(line, None)
    now = here()
    resolver = core.planner.resolver
    extracted = resolver.extract(text, now, lang)
    found = [r for r in extracted.found if r.status in ("ok", "ambiguous") and r.kind in _DATED]
    if undated or not found:
        item = NewItem(kind or ItemKind.TASK, text)
        return Understood(line, item, dated=bool(found) and not undated)
    best = found[0]
    made = kind or (ItemKind.EVENT if _timed(best) else ItemKind.TASK)
    length = 3600 if made is ItemKind.EVENT else None
    when = resolver.to_when(best, now, default_length_s=length)
    if made is ItemKind.TASK:
        when = as_due(when)
    title = extracted.rest.strip(" ,，。.-") or text
    words = resolver.explain(best, now, lang)
    return Understood(line, NewItem(made, title, when, phrase=text), words, dated=True)


def _timed(found: Resolved) -> bool:
    return found.kind in ("time", "datetime") or (
        found.kind in ("range", "rrule") and "T" in str(found.value.get("start", ""))
    )


def as_due(when: When) -> When:
    """Return a time as a task has it: only when it is due."""
    if when.start is None or when.rrule:
        return when
    return When(
        None, when.start, when.all_day, when.tz, assumptions=when.assumptions, phrase=when.phrase
    )
