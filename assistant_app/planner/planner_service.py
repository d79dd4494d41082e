"""The planner as the rest of the app calls it (`domain.ports.PlannerPort`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from assistant_app.domain.changes import Changes
from assistant_app.domain.clock import MillisClock, Moment, now_ms
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import (
    Alarm,
    Change,
    FreeSlot,
    ImportReport,
    Item,
    ItemKind,
    NewItem,
    Occurrence,
    When,
    Which,
)
from assistant_app.domain.ports import DateResolver
from assistant_app.domain.setting import LEAD_SETTING, USUAL_LEAD_MIN
from assistant_app.errors import AppError
from assistant_app.planner import finder, series, shifting, texts
from assistant_app.planner.calendars import Calendars
from assistant_app.planner.changer import Changer
from assistant_app.planner.describe import describe, describe_assumptions
from assistant_app.planner.query import Query
from assistant_app.planner.reminders import Reminders
from assistant_app.planner.rule import parse_rule
from assistant_app.planner.walltime import machine_zone, parse
from assistant_app.planner.writer import Writer, new_uid
from assistant_app.storage.calendar_store import CalendarStore
from assistant_app.storage.change_store import ChangeStore, Record
from assistant_app.storage.database import Database
from assistant_app.storage.planner_store import PlannerStore, StoredItem
from assistant_app.storage.reminder_store import ReminderStore
from assistant_app.storage.setting_store import SettingStore

if TYPE_CHECKING:
    from assistant_app.planner.ics_import import Importer

Notify = Callable[[Changes], None]


def _quiet(_changes: Changes) -> None:
    """Tell nobody."""


class PlannerService:
    """Calendar and tasks on one database. Every method may be called from any thread.

    `viewer` names the zone that dates and floating times are read in, the machine's by default;
    `notify` is called after each change.
    """

    def __init__(
        self,
        db: Database,
        changes: ChangeStore,
        *,
        notify: Notify = _quiet,
        clock: MillisClock = now_ms,
        viewer: Callable[[], str] = machine_zone,
        resolver: DateResolver | None = None,
    ) -> None:
        self._store = PlannerStore(db, changes)
        self._settings = SettingStore(db)
        self._resolver = resolver
        self._clock = clock
        self._viewer = viewer
        self._notify = notify
        self._writer = Writer(self._store, clock)
        self._changer = Changer(self._writer, viewer)
        self._query = Query(self._store, clock)
        self.calendars = Calendars(
            CalendarStore(db, changes), self._store, self._writer, self._settings, notify
        )
        """Which there are, and what is in them."""
        self.reminders = Reminders(self._store, ReminderStore(db), self._query, viewer)
        """What is due, late or missed."""

    @property
    def resolver(self) -> DateResolver:
        """The dates that people say; its grammar is loaded when first asked for."""
        if self._resolver is None:
            from assistant_app.planner.dates import Resolver

            self._resolver = Resolver()
        return self._resolver

    @contextmanager
    def _change(self, tool: str, phrase: str = "") -> Iterator[Record]:
        with self._store.changes.record(tool, phrase) as record:
            yield record
        self._notify(Changes.PLANNER)

    # Reading

    def get(self, item_id: int) -> Item:
        """Return one item (see `PlannerPort.get`)."""
        return self._writer.stored(item_id).item

    def events(self, start: str, end: str, tz: str, about: str = "") -> list[Occurrence]:
        """Return the events that overlap [start, end) (see `PlannerPort.events`)."""
        return self._query.events(start, end, tz, about)

    def tasks(
        self,
        state: Literal["open", "done", "all"] = "open",
        *,
        due_before: str | None = None,
        about: str = "",
        list_name: str = "",
    ) -> list[Occurrence]:
        """Return tasks (see `PlannerPort.tasks`)."""
        return self._query.tasks(
            state, due_before=due_before, about=about, list_name=list_name, viewer=self._viewer()
        )

    def find(self, words: str, *, kinds: Sequence[ItemKind] = (), now: Moment) -> list[Item]:
        """Return the items that `words` name, best first (see `PlannerPort.find`)."""

        def next_ms(stored: StoredItem) -> int | None:
            return self._query.next_ms(stored, now.ms, now.tz)

        return finder.find(self._store, words, kinds, now.ms, next_ms)

    def search(self, typed: str, now: Moment, most: int = 200) -> list[Occurrence]:
        """Return what has the words that are being typed: each series once, at its next time."""
        found = finder.search(self._store, typed, most)
        masters = {stored.item.id for stored in found}
        return [
            self._query.nearest(stored.item, now.ms, now.tz)
            for stored in found
            if stored.item.master_id not in masters and not stored.item.cancelled
        ]

    def occurrence(self, item_id: int, key: str) -> Occurrence:
        """Return one occurrence of a series (see `PlannerPort.occurrence`)."""
        return self._query.occurrence(self.get(item_id), key, self._viewer())

    def conflicts(self, when: When, *, ignore: int | None = None) -> list[Occurrence]:
        """Return what is busy at that time (see `PlannerPort.conflicts`)."""
        return self._query.conflicts(when, ignore, self._viewer())

    def free(
        self, start: str, end: str, tz: str, *, length_s: int, hours: tuple[str, str] | None = None
    ) -> list[FreeSlot]:
        """Return free stretches, within the working hours unless `hours` says others."""
        if hours is None:
            get = self._settings.get
            hours = (str(get("hours.start", "09:00")), str(get("hours.end", "18:00")))
        return self._query.free(start, end, tz, length_s, hours)

    def next_dates(self, when: When, count: int = 3) -> list[str]:
        """Return the first dates of something that repeats (see `PlannerPort.next_dates`)."""
        return self._query.next_dates(when, count)

    def describe(self, item: Item | Occurrence, now: Moment, lang: Lang) -> str:
        """Return when something is, in words (see `PlannerPort.describe`)."""
        return describe(item, now, lang)

    def describe_assumptions(self, tags: Sequence[str], lang: Lang) -> list[str]:
        """Return the assumptions as sentences (see `PlannerPort.describe_assumptions`)."""
        return describe_assumptions(tags, lang)

    # Changing

    def add(self, new: NewItem, *, tool: str = "add") -> tuple[Item, Change]:
        """Store an event or task (see `PlannerPort.add`).

        Raises:
            AppError: `title_empty`, `text_too_long`, `event_needs_time`, `end_before_start`,
                `time_out_of_range`, `rule_invalid`, `repeat_too_often`.
        """
        item = self._new_item(new)
        with self._change(tool, new.phrase) as record:
            stored = self._writer.add(record, StoredItem(item))
        return stored.item, record.change

    def _new_item(self, new: NewItem) -> Item:
        title = texts.bounded("title", new.title)
        if new.when is None and new.kind is ItemKind.EVENT:
            raise AppError("event_needs_time")
        when = new.when or When(None, None, False, None)
        times = shifting.times_of(when, new.kind, self._viewer())
        rule = shifting.rule_of_owner(when) if times.form is not None else None
        all_day = times.form == "date"
        item = Item(
            id=0,
            kind=new.kind,
            title=title,
            start=times.start,
            end=times.end,
            all_day=all_day,
            form=times.form,
            tz=times.tz,
            uid=new_uid(),
            rrule=rule,
            rscale=(parse_rule(rule).rscale or None) if rule else None,
            repeat_from=new.repeat_from,
            workday_cal=when.workday_cal if rule else None,
            place=texts.bounded("place", new.place),
            notes=texts.bounded("notes", new.notes),
            calendar=texts.bounded("list", new.list_name),
            priority=new.priority,
            transparent=all_day and new.kind is ItemKind.EVENT,
            alarms=self._alarms(new, timed=times.form is not None and not all_day),
            source_phrase=new.phrase or when.phrase,
            assumptions=times.assumptions,
        )
        return self._on_first_date(item)

    def _alarms(self, new: NewItem, *, timed: bool) -> tuple[Alarm, ...]:
        if new.alarms is not None:
            return new.alarms
        lead = self._settings.get(LEAD_SETTING, USUAL_LEAD_MIN)
        if new.kind is not ItemKind.EVENT or not timed or not isinstance(lead, int) or lead < 0:
            return ()
        return (Alarm("start", -60 * lead),)

    def _on_first_date(self, item: Item) -> Item:
        """Put a series on its first date: a start that its rule leaves out would be one more."""
        if not item.rrule:
            return item
        start = shifting.start_value(item)
        when = When(series.anchor(item), None, item.all_day, item.tz, item.rrule, item.workday_cal)
        first = self._query.next_dates(when, 1)
        if not first:
            raise AppError("rule_without_dates", rule=item.rrule)
        return shifting.moved_item(item, shifting.key_map(start, parse(first[0])))

    def move(
        self, item_id: int, when: When, *, which: Which = "all", key: str = "", tool: str = "move"
    ) -> tuple[Item, Change]:
        """Give an item another time (see `Changer.move`)."""
        with self._change(tool, when.phrase) as record:
            target = self._writer.target(item_id, which, key)
            moved = self._changer.move(record, target, when)
        return moved.item, record.change

    def edit(
        self,
        item_id: int,
        field: str,
        value: Any,
        *,
        which: Which = "all",
        key: str = "",
        tool: str = "edit",
    ) -> tuple[Item, Change]:
        """Change a field (see `PlannerPort.edit`)."""
        with self._change(tool) as record:
            target = self._writer.target(item_id, which, key)
            edited = self._changer.edit(record, target, field, value)
        return edited.item, record.change

    def complete(
        self, item_id: int, *, key: str = "", done: bool = True, tool: str = "complete"
    ) -> tuple[Item, Change]:
        """Mark a task, or one occurrence of it, done or open again.

        Without a key, a repeating task's next open occurrence is done, or its last done one opened.

        Raises:
            AppError: `item_missing`, `not_a_task`, `no_occurrence`, `occurrence_needed`.
        """
        with self._change(tool) as record:
            stored = self._writer.stored(item_id)
            if stored.item.kind is not ItemKind.TASK:
                raise AppError("not_a_task", title=stored.item.title)
            if series.repeats(stored.item):
                self._complete_occurrence(record, stored, key, done)
            else:
                at = (stored.completed_ms or self._clock()) if done else None
                self._writer.save(record, replace(stored, completed_ms=at))
        return self.get(item_id), record.change

    def _complete_occurrence(
        self, record: Record, stored: StoredItem, key: str, done: bool
    ) -> None:
        item = stored.item
        marks = self._store.done_marks([item.id]).get(item.id, {})
        if not key and done:
            skip = self._store.override_keys().get(item.id, set())
            following = self._query.next_open(item, marks, skip, self._viewer())
            key = following.key if following is not None else ""
        elif not key:
            key = max(marks, key=lambda k: marks[k], default="")
        if not key:
            raise AppError("no_occurrence", title=item.title)
        override = self._writer.override(item.id, key)
        at = self._clock() if done else None
        if override is not None:
            self._writer.save(record, replace(override, completed_ms=at))
        else:
            self._store.set_done(record, item.id, key, at)

    def delete(
        self, item_id: int, *, which: Which = "all", key: str = "", tool: str = "delete"
    ) -> Change:
        """Delete an item, one occurrence, or one and those after it."""
        with self._change(tool) as record:
            self._changer.delete(record, self._writer.target(item_id, which, key))
        return record.change

    def delete_many(self, item_ids: Sequence[int], *, tool: str = "delete") -> Change:
        """Delete several items, whole series too, as one change.

        Raises:
            AppError: `item_missing`; then nothing is deleted.
        """
        with self._change(tool) as record:
            gone: set[int] = set()
            for item_id in dict.fromkeys(item_ids):
                if item_id in gone:
                    continue
                target = self._writer.target(item_id, "all", "")
                gone |= {o.item.id for o in self._store.overrides(item_id)}
                self._changer.delete(record, target)
        return record.change

    # Files

    def import_ics(
        self, path: Path, lang: Lang | None = None, *, calendar: str = ""
    ) -> ImportReport:
        """Take in a calendar file, part by part; the whole import is one undo.

        `lang` is what problems are told in, by default the language of the settings. What is new
        goes into `calendar`, unless the file names one.

        Raises:
            AppError: see `Importer.run`.
        """
        report = self._importer(lang, calendar).run(path)
        if report.added or report.updated:
            self._notify(Changes.PLANNER)
        return report

    def preview_ics(self, path: Path, lang: Lang | None = None) -> ImportReport:
        """Return what `import_ics` would do with a file; nothing is stored.

        Raises:
            AppError: see `Importer.run`.
        """
        return self._importer(lang).preview(path)

    def _importer(self, lang: Lang | None, calendar: str = "") -> Importer:
        from assistant_app.planner.ics_import import Importer

        if lang is None:
            lang = "zh" if self._settings.get("ui.language") == "zh" else "en"
        return Importer(self._store, self._writer, lang, calendar)

    def export_ics(self, path: Path, kinds: Sequence[ItemKind] = ()) -> int:
        """Write everything (or only `kinds`) as a calendar file; returns how many items.

        Raises:
            AppError: `ics_not_written`.
        """
        from assistant_app.planner.ics_export import export_file

        return export_file(path, self._store, kinds)
