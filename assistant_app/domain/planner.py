"""Events, tasks and dates as the rest of the app sees them.

Wall times are strings in ISO 8601 without offset ("2026-11-25T15:00:00"), or a bare date for
all-day; the zone stands beside them. Truth is wall time + form + IANA zone (RFC 5545,
section 3.3.5).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from assistant_app.domain.clock import Millis


class ItemKind(StrEnum):
    """What a row of the planner is. A reminder is a task with a due time and an alarm at it."""

    EVENT = "event"
    TASK = "task"


TimeForm = Literal["date", "floating", "utc", "zoned"]
Which = Literal["this", "following", "all"]
ResolveStatus = Literal["ok", "ambiguous", "invalid", "past", "unresolved"]
ResolveKind = Literal["date", "time", "datetime", "range", "duration", "rrule"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of a phrase."""

    kind: ResolveKind
    value: Any
    tag: str = ""
    """The assumption that this reading would make instead."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a date phrase means.

    `value` by kind: `date` "2026-11-25"; `time` "15:00"; `datetime` "2026-11-25T15:00"; `range`
    {"start", "end"} (end exclusive); `duration` {"seconds"} or
    {"days"|"weeks"|"months"|"years"};
    `rrule` {"start", "rrule", "workday_cal"?, "rscale"?, "until"?}. `tz` is a zone the phrase named.
    `span` is (start, end) in the phrase. `assumptions` are tags such as `next_weekday=2026-11-24`.
    `reason` is a code for `invalid`/`past`/`unresolved`.
    """

    status: ResolveStatus
    kind: ResolveKind | None = None
    value: Any = None
    alternatives: tuple[Alternative, ...] = ()
    assumptions: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    tz: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The date spans of a sentence and what is left of it (for titles)."""

    rest: str
    found: tuple[Resolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Alarm:
    """A reminder: `offset_s` seconds from start or end (negative: before), or a moment."""

    rel: Literal["start", "end", "abs"]
    offset_s: int | None = None
    abs_utc: Millis | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A stored event or task: a master, a one-off, or an override of one occurrence.

    `end` is exclusive for events and the due date or time for tasks. `done` is for a task that does
    not repeat; occurrences carry their own.
    """

    id: int
    kind: ItemKind
    title: str
    start: str | None
    end: str | None
    all_day: bool
    form: TimeForm | None
    tz: str | None
    uid: str = ""
    rrule: str | None = None
    recurrence_id: str = ""
    master_id: int | None = None
    repeat_from: Literal["schedule", "completion"] = "schedule"
    workday_cal: str | None = None
    rscale: str | None = None
    place: str = ""
    notes: str = ""
    calendar: str = ""
    color: str | None = None
    priority: Literal["low", "normal", "high"] = "normal"
    done: bool = False
    transparent: bool = False
    cancelled: bool = False
    alarms: tuple[Alarm, ...] = ()
    source_phrase: str = ""
    assumptions: tuple[str, ...] = ()
    exdates: tuple[str, ...] = ()
    rdates: tuple[str, ...] = ()

    @property
    def alias(self) -> str:
        """The short id a listing shows: e12 or t7."""
        return f"{'e' if self.kind is ItemKind.EVENT else 't'}{self.id}"


CALENDAR_COLOURS = (
    "#1f5fbf",
    "#1b6e3c",
    "#8a3ffc",
    "#b3261e",
    "#7a5200",
    "#00696e",
    "#9f1853",
    "#565a61",
)
"""What calendars are given, in this order; the first is that of the unnamed one."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A calendar, or a list of tasks: what goes by one name, and how much is in it.

    The one without a name is where everything is that was put nowhere else. `color` is "#rrggbb",
    None for one that the window chooses.
    """

    name: str
    color: str | None = None
    items: int = 0


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time that an item happens. `key` is the original start in the master's own form.

    `start_ms` and `end_ms` are in UTC for sorting and overlap; tasks without a date have neither.
    `more` says that its series happens again in what was asked for, too often to be listed.
    """

    item: Item
    key: str
    start: str | None
    end: str | None
    start_ms: Millis | None
    end_ms: Millis | None
    done: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True)
class When:
    """A time to give an item: what the resolver found, ready for storing.

    Exactly what `Item` holds, without the item; `rrule` is the rule text without "RRULE:".
    """

    start: str | None
    end: str | None
    all_day: bool
    tz: str | None
    rrule: str | None = None
    workday_cal: str | None = None
    rscale: str | None = None
    assumptions: tuple[str, ...] = ()
    phrase: str = ""

    def assumptions_but(self, *names: str) -> tuple[str, ...]:
        """Return the assumption tags without those of these names ("length")."""
        return tuple(tag for tag in self.assumptions if tag.partition("=")[0] not in names)


@dataclass(frozen=True, slots=True)
class NewItem:
    """An event or task to create. Without `alarms` (None) an event at a time of day gets the usual
    reminder of the settings; an empty tuple is none.
    """

    kind: ItemKind
    title: str
    when: When | None = None
    place: str = ""
    notes: str = ""
    list_name: str = ""
    priority: Literal["low", "normal", "high"] = "normal"
    alarms: tuple[Alarm, ...] | None = None
    repeat_from: Literal["schedule", "completion"] = "schedule"
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of the change log: something that `undo` can take back.

    `items` are the ids of planner items touched, `memories` those of memories.
    """

    id: int
    at: Millis
    tool: str
    phrase: str
    undone: bool = False
    items: tuple[int, ...] = ()
    memories: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an .ics import did; `problems` are sentences, one for each part not taken as it was."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    quarantined: int = 0
    problems: tuple[str, ...] = ()
    change_id: int | None = None


@dataclass(frozen=True, slots=True)
class FreeSlot:
    """A stretch of free wall time in `tz`."""

    start: str
    end: str
    tz: str
    meta: dict[str, Any] = field(default_factory=dict)
