"""What the editor of an event or task holds, without its widgets: values, and what changed."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant_app.domain.planner import Alarm, Item, ItemKind, NewItem, Occurrence, When, Which
from assistant_app.gui.agenda_load import AgendaRow, here
from assistant_app.planner.shifting import in_zone_of

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

REMINDERS = (None, 0, 10, 30, 60, 24 * 60)
"""Minutes before; None is no reminder."""


@dataclass(frozen=True, slots=True)
class ItemForm:
    """The values of the editor, in wall times of the viewer; `end` of an all-day event is its last
    day. A task has only `begin`: when it is due.
    """

    kind: ItemKind
    title: str = ""
    begin: dt.datetime | None = None
    end: dt.datetime | None = None
    all_day: bool = False
    repeat: str = ""
    workday_cal: str | None = None
    place: str = ""
    notes: str = ""
    remind: int | None = None
    high: bool = False
    calendar: str = ""

    def when(self, tz: str) -> When | None:
        """Return the time to store; None is a task without a date."""
        if self.begin is None:
            return None
        rule = self.repeat or None
        if self.kind is ItemKind.TASK:
            due = _text(self.begin, self.all_day)
            first = None if rule is None else due
            return When(first, due, self.all_day, tz, rule, self.workday_cal)
        end = max(self.end or self.begin, self.begin)
        if self.all_day:
            end += dt.timedelta(days=1)
        first = _text(self.begin, self.all_day)
        return When(first, _text(end, self.all_day), self.all_day, tz, rule, self.workday_cal)

    def alarms(self) -> tuple[Alarm, ...]:
        """Return the reminder to store."""
        if self.remind is None or self.begin is None:
            return ()
        rel = "end" if self.kind is ItemKind.TASK else "start"
        return (Alarm(rel, -60 * self.remind),)  # type: ignore[arg-type]

    def only_calendar(self, other: ItemForm) -> bool:
        """Whether two forms differ in nothing but their calendar."""
        return replace(self, calendar=other.calendar) == other

    def same_repeat(self, other: ItemForm) -> bool:
        """Whether two forms repeat in the same way."""
        return (self.repeat, self.workday_cal) == (other.repeat, other.workday_cal)

    def same_time(self, other: ItemForm) -> bool:
        """Whether two forms stand at the same time."""
        return (self.begin, self.end, self.all_day) == (other.begin, other.end, other.all_day)


def _text(moment: dt.datetime, all_day: bool) -> str:
    return moment.date().isoformat() if all_day else moment.isoformat(timespec="seconds")


def blank(kind: ItemKind, day: dt.date, opens: str = "09:00", lead: int | None = None) -> ItemForm:
    """Return a new event of an hour on `day`, or a task due on it.

    Today it begins with the next full hour, on other days when the working hours do. `lead` is how
    many minutes before an event it reminds.
    """
    now = here().wall
    clock = dt.time.fromisoformat(opens)
    if day == now.date():
        clock = dt.time(min(now.hour + 1, 22))
    begin = dt.datetime.combine(day, clock)
    if kind is ItemKind.TASK:
        return ItemForm(kind, begin=dt.datetime.combine(day, dt.time()), all_day=True)
    return ItemForm(kind, begin=begin, end=begin + dt.timedelta(hours=1), remind=lead)


def of_row(row: AgendaRow) -> ItemForm:
    """Return the form of something stored."""
    item = row.occurrence.item
    begin, end = row.begin, row.end
    if item.kind is ItemKind.TASK:
        begin, end = row.end or row.begin, None
    elif item.all_day and begin is not None and end is not None and end > begin:
        end -= dt.timedelta(days=1)
    minutes = [
        -a.offset_s // 60 for a in item.alarms if a.offset_s is not None and a.offset_s <= 0
    ]
    return ItemForm(
        kind=item.kind,
        title=item.title,
        begin=begin,
        end=end,
        all_day=item.all_day,
        repeat=item.rrule or "",
        workday_cal=item.workday_cal,
        place=item.place,
        notes=item.notes,
        remind=minutes[0] if minutes else None,
        high=item.priority == "high",
        calendar=item.calendar,
    )


def new_item(form: ItemForm, tz: str) -> NewItem:
    """Return what to add."""
    return NewItem(
        form.kind,
        form.title,
        form.when(tz),
        place=form.place,
        notes=form.notes,
        list_name=form.calendar,
        priority="high" if form.high else "normal",
        alarms=form.alarms(),
    )


def store(
    core: Assistant, row: AgendaRow | None, before: ItemForm, after: ItemForm, which: Which
) -> list[int]:
    """Add or change what the form says, outside the GUI thread; returns the change ids."""
    tz = here().tz
    if row is None:
        return [core.planner.add(new_item(after, tz))[1].id]
    item, key = row.occurrence.item, row.occurrence.key
    if which == "all":
        key = ""
    changes: list[int] = []
    if after.calendar != before.calendar:
        # A series is in one calendar, whichever of its occurrences the editor was opened on.
        _, change = core.planner.edit(item.master_id or item.id, "list", after.calendar)
        changes.append(change.id)
    target = item.id
    if which != "this" and item.master_id is not None:
        # The row is an occurrence with a time of its own; the series is its master.
        target = item.master_id
        item = core.planner.get(target)
    for field, old, new in _fields(before, after):
        if old != new:
            item, change = core.planner.edit(target, field, new, which=which, key=key)
            changes.append(change.id)
            target, key = _follow(item, target, which, key)
    if not after.same_repeat(before):
        rule = after.when(tz) if after.repeat else None
        scope: Which = "following" if which == "following" and key else "all"
        at = key if scope == "following" else ""
        item, change = core.planner.edit(target, "repeat", rule, which=scope, key=at)
        changes.append(change.id)
        target, key = _follow(item, target, which, key)
    when = after.when(tz)
    if when is not None and not after.same_time(before):
        moved = replace(when, rrule=None)
        if which == "all" and item.rrule and before.begin and after.begin:
            moved = _shifted(item, before, after, tz)
        else:
            moved = in_zone_of(item, moved, tz)  # it stays in the zone that it was entered in
        _, change = core.planner.move(target, moved, which=which, key=key)
        changes.append(change.id)
    return changes


def _follow(item: Item, target: int, which: Which, key: str) -> tuple[int, str]:
    """After "this and later" was split off, further changes are for the new series as a whole."""
    if which == "following" and item.id != target:
        return item.id, ""
    return target, key


def _fields(before: ItemForm, after: ItemForm) -> list[tuple[str, object, object]]:
    return [
        ("title", before.title, after.title),
        ("place", before.place, after.place),
        ("notes", before.notes, after.notes),
        ("priority", _priority(before), _priority(after)),
        ("remind", before.alarms(), after.alarms()),
    ]


def _priority(form: ItemForm) -> str:
    return "high" if form.high else "normal"


def _shifted(item: Item, before: ItemForm, after: ItemForm, tz: str) -> When:
    """Return the first time of a series, moved as far as the occurrence in the editor was."""
    assert before.begin is not None
    assert after.begin is not None
    written = item.start or item.end
    if written is None:
        return after.when(tz) or When(None, None, True, tz)
    first = dt.datetime.fromisoformat(written) + (after.begin - before.begin)
    if after.all_day != before.all_day:
        first = dt.datetime.combine(first.date(), after.begin.time())
    length = (after.end or after.begin) - after.begin
    moved = replace(after, begin=first, end=first + length if after.end else None, repeat="")
    result = moved.when(item.tz or tz)
    assert result is not None
    return result


def occurrence_row(occurrence: Occurrence) -> AgendaRow:
    """Return a row for an occurrence that no list shows, with wall times as they are stored."""

    def read(text: str | None) -> dt.datetime | None:
        return dt.datetime.fromisoformat(text) if text else None

    return AgendaRow(occurrence, "", read(occurrence.start), read(occurrence.end))


def master_row(item: Item) -> AgendaRow:
    """Return a row for an item as a whole: an action card asks to edit it."""
    return occurrence_row(Occurrence(item, "", item.start, item.end, None, None, item.done))
