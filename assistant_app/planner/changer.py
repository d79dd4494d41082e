"""Move, edit, complete and delete: one occurrence, one and those after it, or all of a series."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant_app.domain.planner import Alarm, Item, ItemKind, When
from assistant_app.errors import AppError
from assistant_app.planner import series, shifting, texts
from assistant_app.planner.recurrence import occurrences
from assistant_app.planner.rule import format_rule, parse_rule
from assistant_app.planner.shifting import KeyMap, Times, key_map, start_value, times_of
from assistant_app.planner.walltime import as_datetime, machine_zone, parse, text
from assistant_app.planner.writer import Target, Writer, new_uid
from assistant_app.storage.change_store import Record
from assistant_app.storage.planner_store import StoredItem, with_item

ZoneName = Callable[[], str]
_LOOKED_BACK = (1, 40, 400, 100_000)
"""In days, how far before a time the occurrence nearest to it is looked for, in turn."""
_TEXT_FIELDS = {"title": "title", "place": "place", "notes": "notes", "list": "calendar"}


class Changer:
    """Changes to items, inside a record of the change log."""

    def __init__(self, writer: Writer, viewer: ZoneName = machine_zone) -> None:
        self._writer = writer
        self._store = writer.store
        self._viewer = viewer

    # Moving

    def move(self, record: Record, target: Target, when: When) -> StoredItem:
        """Give the target another time; `when` without an end keeps the length.

        For a whole series, `when` is the new time of the occurrence `target.key`, else of the
        occurrence nearest to it.

        Raises:
            AppError: `event_needs_time`, `end_before_start`, `rule_invalid`, `item_undated`.
        """
        item = target.item
        if not series.repeats(item):
            moved = self._with_times(target.stored, when)
            return self._writer.save(record, self._with_rule(moved, when, item.rrule))
        if target.which == "this":
            override = self._writer.make_override(record, target)
            return self._writer.save(record, self._with_times(override, when))
        stored, base = target.stored, target.key
        if target.which == "following":
            stored = self.split(record, target)
            base = text(start_value(stored.item))
        return self._move_series(record, stored, when, base)

    def _with_times(self, stored: StoredItem, when: When) -> StoredItem:
        item = stored.item
        kept = self._kept_clock(item, when)
        times = times_of(kept, item.kind, self._viewer(), self._length(item, kept))
        return self._set_times(stored, times, when)

    def _length(self, item: Item, when: When) -> dt.timedelta | None:
        same_form = when.all_day == item.all_day
        length = shifting.length_of(item) if item.kind is ItemKind.EVENT else None
        return length if same_form else None

    def _kept_clock(self, item: Item, when: When) -> When:
        """Keep the time of day when only a day was given: an all-day span has an end as well."""
        anchor = series.anchor(item)
        if not when.all_day or item.all_day or when.end or not when.start or anchor is None:
            return when
        start = f"{when.start[:10]}T{anchor[11:]}"
        return replace(when, start=start, all_day=False, tz=item.tz or self._viewer())

    def _set_times(self, stored: StoredItem, times: Times, when: When) -> StoredItem:
        item = stored.item
        form, tz = times.form, times.tz
        if item.form == "floating" and form == "zoned" and when.tz in (None, self._viewer()):
            form, tz = "floating", None
        elif item.form == "utc" and tz == "UTC":
            form, tz = "utc", None
        return replace(
            with_item(
                stored,
                start=times.start,
                end=times.end,
                form=form,
                tz=tz,
                all_day=form == "date",
                assumptions=times.assumptions,
                source_phrase=when.phrase or item.source_phrase,
            ),
            end_tz=None,
        )

    def _with_rule(self, stored: StoredItem, when: When, old: str | None) -> StoredItem:
        rule = shifting.rule_text(when)
        if rule is None or rule == old:
            return stored
        shifting.rule_of_owner(when)
        return with_item(
            stored,
            rrule=rule,
            workday_cal=when.workday_cal,
            rscale=parse_rule(rule).rscale or None,
        )

    def _move_series(
        self, record: Record, stored: StoredItem, when: When, base: str
    ) -> StoredItem:
        item = stored.item
        local = shifting.in_zone_of(item, self._kept_clock(item, when), self._viewer())
        times = times_of(local, item.kind, self._viewer(), self._length(item, local))
        new_at = times.start if times.start is not None else times.end
        if new_at is None:
            raise AppError("item_undated", title=item.title)
        new_base = parse(new_at)
        old_base = parse(base) if base else self._nearest(item, new_base)
        mapped = key_map(old_base, new_base)
        moved = self._set_times(stored, times, local)
        start, end = self._moved_span(item, times, mapped)
        old_rule = item.rrule
        rule = old_rule
        if old_rule:
            rule = format_rule(shifting.shift_rule(parse_rule(old_rule), old_base, new_base))
        moved = with_item(
            moved,
            start=start,
            end=end,
            rrule=rule,
            exdates=tuple(map(mapped, item.exdates)),
            rdates=tuple(map(mapped, item.rdates)),
        )
        moved = self._with_rule(moved, when, old_rule)
        saved = self._writer.save(record, moved)
        self._move_dependants(record, saved, mapped)
        return saved

    def _moved_span(
        self, item: Item, times: Times, mapped: KeyMap
    ) -> tuple[str | None, str | None]:
        """Return the new start and end of a master whose occurrence got `times`."""
        anchor = mapped(text(start_value(item)))
        if times.start is None or times.end is None:
            return None, anchor
        length = as_datetime(parse(times.end)) - as_datetime(parse(times.start))
        return anchor, text(parse(anchor) + length)

    def _nearest(self, item: Item, wanted: dt.date) -> dt.date:
        moment, first = as_datetime(wanted), start_value(item)
        best = first
        for days in _LOOKED_BACK:  # a dense series is not walked from its first day
            after = as_datetime(first)
            if moment - after > dt.timedelta(days=days):
                after = moment - dt.timedelta(days=days)
            best, walked = first, 0
            for value in series.raw_keys(item, after):
                walked += 1
                if abs(as_datetime(value) - moment) < abs(as_datetime(best) - moment):
                    best = value
                if as_datetime(value) > moment:
                    break
            if walked > 1:
                break
        return best

    def _move_dependants(self, record: Record, master: StoredItem, mapped: KeyMap) -> None:
        item = master.item
        for override in self._store.overrides(item.id):
            own = override.item
            values: dict[str, Any] = {"recurrence_id": mapped(own.recurrence_id), "uid": item.uid}
            if own.form == item.form or (own.form == "date") == (item.form == "date"):
                values["start"] = mapped(own.start) if own.start else None
                values["end"] = mapped(own.end) if own.end else None
                values["tz"], values["form"] = item.tz, item.form
            self._writer.save(record, with_item(override, **values))
        marks = self._store.done_marks([item.id]).get(item.id, {})
        if marks:
            self._store.rename_done(record, item.id, [(key, mapped(key)) for key in marks])

    # This and following

    def split(self, record: Record, target: Target) -> StoredItem:
        """End a series before the target's occurrence and go on with a new one from there.

        The new series counts what is left, and takes the exceptions, overrides and completions
        that are its own; its RELATED-TO names the old one.
        """
        stored, item, key = target.stored, target.item, parse(target.key)
        rest = self._rest_of(item, key)
        self._end_before(record, stored, key)
        start = text(key)
        length = shifting.length_of(item)
        new = with_item(
            stored,
            id=0,
            uid=new_uid(),
            start=start if item.start is not None else None,
            end=text(key + length) if length is not None else (None if item.start else start),
            rrule=rest,
            exdates=tuple(v for v in item.exdates if as_datetime(parse(v)) >= as_datetime(key)),
            rdates=tuple(v for v in item.rdates if as_datetime(parse(v)) >= as_datetime(key)),
        )
        kind = "VEVENT" if item.kind is ItemKind.EVENT else "VTODO"
        raw = f"BEGIN:{kind}\r\nRELATED-TO:{item.uid}\r\nEND:{kind}\r\n"
        added = self._writer.add(record, replace(new, sequence=0, created_ms=0, raw_ics=raw))
        self._hand_over(record, item, added.item, key)
        return added

    def _rest_of(self, item: Item, key: dt.date) -> str | None:
        if not item.rrule:
            return None
        rule = parse_rule(item.rrule)
        if rule.count is None:
            return item.rrule
        before = 0
        for value in occurrences(
            rule, start_value(item), tz=item.tz, workday_cal=item.workday_cal
        ):
            if as_datetime(value) >= as_datetime(key):
                break
            before += 1
        return format_rule(replace(rule, count=max(1, rule.count - before)))

    def _end_before(self, record: Record, stored: StoredItem, key: dt.date) -> StoredItem:
        item = stored.item
        rrule = item.rrule
        if rrule:
            rrule = format_rule(shifting.rule_before(parse_rule(rrule), item, key))
        kept = tuple(v for v in item.rdates if as_datetime(parse(v)) < as_datetime(key))
        gone = tuple(v for v in item.exdates if as_datetime(parse(v)) < as_datetime(key))
        return self._writer.save(record, with_item(stored, rrule=rrule, rdates=kept, exdates=gone))

    def _hand_over(self, record: Record, old: Item, new: Item, key: dt.date) -> None:
        for override in self._store.overrides(old.id):
            if as_datetime(parse(override.item.recurrence_id)) >= as_datetime(key):
                values = {"master_id": new.id, "uid": new.uid}
                self._writer.save(record, with_item(override, **values))
        for done_key, at in self._store.done_marks([old.id]).get(old.id, {}).items():
            if as_datetime(parse(done_key)) >= as_datetime(key):
                self._store.set_done(record, old.id, done_key, None)
                self._store.set_done(record, new.id, done_key, at)

    # Editing

    def edit(self, record: Record, target: Target, field: str, value: Any) -> StoredItem:
        """Change one field (see `PlannerPort.edit`).

        Raises:
            AppError: `field_unknown`, `value_invalid`, `title_empty`, `event_needs_time`.
        """
        if field == "repeat":
            return self._edit_repeat(record, target, value)
        if target.which == "this":
            stored = self._writer.make_override(record, target)
        elif target.which == "following":
            stored = self.split(record, target)
        else:
            stored = target.stored
        values = self._values(stored.item, field, value)
        saved = self._writer.save(record, with_item(stored, **values))
        if series.repeats(stored.item):
            self._edit_overrides(record, stored.item, values)
        return saved

    def _edit_overrides(self, record: Record, old: Item, values: dict[str, Any]) -> None:
        """Give overrides the new value where theirs was the old one of the series."""
        for override in self._store.overrides(old.id):
            own = override.item
            changed = {
                name: value
                for name, value in values.items()
                if name not in ("start", "end") and getattr(own, name) == getattr(old, name)
            }
            if changed:
                self._writer.save(record, with_item(override, **changed))

    def _values(self, item: Item, field: str, value: Any) -> dict[str, Any]:
        if field in _TEXT_FIELDS and isinstance(value, str):
            return {_TEXT_FIELDS[field]: texts.bounded(field, value)}
        if field == "priority" and value in ("low", "normal", "high"):
            return {"priority": value}
        if field == "remind" and isinstance(value, Sequence):
            alarms = tuple(value)
            if all(isinstance(alarm, Alarm) for alarm in alarms):
                return {"alarms": alarms}
        if field == "length" and isinstance(value, int | float):
            return self._new_length(item, dt.timedelta(seconds=float(value)))
        known = (*_TEXT_FIELDS, "priority", "remind", "length", "repeat")
        raise AppError(
            "value_invalid" if field in known else "field_unknown",
            field=field,
            value=str(value)[:40],
        )

    def _new_length(self, item: Item, length: dt.timedelta) -> dict[str, Any]:
        if item.start is None or length.total_seconds() < 0:
            raise AppError("value_invalid", field="length", value=str(length))
        if item.all_day:
            length = dt.timedelta(days=max(1, -(-length // dt.timedelta(days=1))))
        return {"end": text(shifting.ended(parse(item.start), length))}

    def _edit_repeat(self, record: Record, target: Target, value: When | None) -> StoredItem:
        if value is not None and not isinstance(value, When):
            raise AppError("value_invalid", field="repeat", value=str(value)[:40])
        stored = target.stored
        if value is None or not value.rrule:
            return self._stop_repeating(record, target)
        if target.which == "following":
            stored = self.split(record, target)
        item = stored.item
        start = start_value(item) if series.anchor(item) else self._start_from(value)
        changed = self._with_rule(stored, value, None)
        changed = with_item(changed, exdates=(), rdates=())
        first = self._first_of(changed.item, start)
        if series.anchor(item) is None:
            times = times_of(value, item.kind, self._viewer())
            changed = self._set_times(changed, times, value)
        elif first != start:
            moved = shifting.moved_item(changed.item, key_map(start, first))
            changed = replace(changed, item=moved)
        for override in self._store.overrides(item.id):
            self._store.remove(record, override.item.id)
        return self._writer.save(record, changed)

    def _start_from(self, when: When) -> dt.date:
        if not when.start:
            raise AppError("event_needs_time")
        return parse(when.start)

    def _first_of(self, item: Item, start: dt.date) -> dt.date:
        if not item.rrule:
            return start
        rule = replace(parse_rule(item.rrule), count=None)
        found = occurrences(rule, start, tz=item.tz, workday_cal=item.workday_cal)
        return next(found, start)

    def _stop_repeating(self, record: Record, target: Target) -> StoredItem:
        """End a series with the target's occurrence, or with the next one; the past stays."""
        item = target.item
        if not series.repeats(item):
            return self._writer.save(record, target.stored)
        last = target.key
        if not last:
            found = series.upcoming(item, self._writer.clock(), self._viewer())
            last = found.key if found else text(start_value(item))
        for override in self._store.overrides(item.id):
            if as_datetime(parse(override.item.recurrence_id)) > as_datetime(parse(last)):
                self._store.remove(record, override.item.id)
        if self._writer.is_first(item, last):
            single = shifting.moved_item(item, key_map(start_value(item), parse(last)))
            single = replace(single, rrule=None, rscale=None, exdates=(), rdates=())
            return self._writer.save(record, replace(target.stored, item=single))
        unit = dt.timedelta(seconds=1) if len(last) > 10 else dt.timedelta(days=1)
        return self._end_before(record, target.stored, parse(last) + unit)

    # Deleting

    def delete(self, record: Record, target: Target) -> None:
        """Delete the target; a series of which nothing is left goes as a whole."""
        if target.which == "all":
            self._store.remove(record, target.item.id)
            return
        if target.override is not None:
            self._store.remove(record, target.override.item.id)
        key = parse(target.key)
        if target.which == "this":
            exdates = (*target.item.exdates, target.key)
            rdates = tuple(v for v in target.item.rdates if v != target.key)
            ended = self._writer.save(
                record, with_item(target.stored, exdates=exdates, rdates=rdates)
            )
        else:
            for override in self._store.overrides(target.item.id):
                if as_datetime(parse(override.item.recurrence_id)) >= as_datetime(key):
                    self._store.remove(record, override.item.id)
            ended = self._end_before(record, target.stored, key)
        if next(series.raw_keys(ended.item), None) is None:
            self._store.remove(record, ended.item.id)
