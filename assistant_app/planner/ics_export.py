"""Write events and tasks as an .ics file that other programs, and we, read back unchanged."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Alarm, Item, ItemKind
from assistant_app.errors import AppError
from assistant_app.planner import ics_text, series, texts
from assistant_app.planner.ics_read import (
    LIST_PROPERTY,
    REPEAT_PROPERTY,
    RULE_PROPERTY,
    TEXT_FIELDS,
    WORKDAYS_PROPERTY,
)
from assistant_app.planner.ics_text import escape, fold, parse_line, unescape
from assistant_app.planner.ics_vtimezone import lines_of
from assistant_app.planner.rule import format_stamp
from assistant_app.planner.walltime import as_datetime, convert, from_ms, parse
from assistant_app.storage.planner_store import PlannerStore, StoredItem

_OWN = {
    "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "DESCRIPTION", "LOCATION",
    "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "STATUS",
    "TRANSP", "PRIORITY", "COMPLETED", "PERCENT-COMPLETE", LIST_PROPERTY, REPEAT_PROPERTY,
    WORKDAYS_PROPERTY, RULE_PROPERTY,
}  # fmt: skip
"""Properties that are written from the row; all others come from the component as imported."""
WORKDAY_YEARS = 5
_PRIORITY = {"high": "1", "low": "9"}


def export_file(path: Path, store: PlannerStore, kinds: Sequence[ItemKind] = ()) -> int:
    """Write everything (or only `kinds`) to `path`; returns how many items.

    Raises:
        AppError: `ics_not_written`; a file that was there is as it was.
    """
    items = [s for s in store.all() if not kinds or s.item.kind in kinds]
    marks = store.done_marks()
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//assistant-app//Assistant//EN"]
    for tz in sorted({zone for s in items for zone in _zones(s)}):
        lines += _vtimezone(tz, items)
    for stored in items:
        lines += _component(stored)
        for key in sorted(marks.get(stored.item.id, ())):
            lines += _done_occurrence(stored, key, marks[stored.item.id][key])
    text = "\r\n".join(map(fold, [*lines, "END:VCALENDAR", ""]))
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.write_bytes(text.encode("utf-8", "replace"))
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise AppError("ics_not_written", path=str(path), reason=error.strerror or "") from None
    return len(items)


def _zones(stored: StoredItem) -> Iterator[str]:
    for tz in (stored.item.tz, stored.end_tz):
        if tz and tz != "UTC":
            yield tz


def _vtimezone(tz: str, items: list[StoredItem]) -> list[str]:
    years = [
        from_ms(s.first_ms, "UTC").year
        for s in items
        if tz in (s.item.tz, s.end_tz) and s.first_ms is not None
    ]
    return lines_of(tz, min(years, default=2000) - 1)


def _stamped(name: str, value: dt.date, item: Item, tz: str | None = None) -> str:
    if not isinstance(value, dt.datetime):
        return f"{name};VALUE=DATE:{format_stamp(value)}"
    if item.form == "utc" or (item.form == "zoned" and item.tz == "UTC"):
        return f"{name}:{format_stamp(value, utc=True)}"
    if item.form == "zoned" and item.tz:
        if tz and tz != item.tz:
            return f"{name};TZID={tz}:{format_stamp(convert(value, item.tz, tz))}"
        return f"{name};TZID={item.tz}:{format_stamp(value)}"
    return f"{name}:{format_stamp(value)}"


def _utc(name: str, ms: Millis) -> str:
    return f"{name}:{format_stamp(from_ms(ms // 1000 * 1000, 'UTC'), utc=True)}"


def _component(stored: StoredItem) -> list[str]:
    item = stored.item
    kind = "VEVENT" if item.kind is ItemKind.EVENT else "VTODO"
    lines = [f"BEGIN:{kind}", f"UID:{item.uid}", _utc("DTSTAMP", stored.modified_ms)]
    lines += _bookkeeping(stored)
    lines += _times(stored)
    lines += _repeat(item)
    lines += _words(stored)
    if item.cancelled:
        lines.append("STATUS:CANCELLED")
    elif stored.completed_ms is not None:
        lines += ["STATUS:COMPLETED", _utc("COMPLETED", stored.completed_ms)]
    if item.kind is ItemKind.EVENT:
        lines.append(f"TRANSP:{'TRANSPARENT' if item.transparent else 'OPAQUE'}")
    lines += _kept(stored)
    for alarm in item.alarms:
        lines += _alarm(alarm, item)
    return [*lines, f"END:{kind}"]


def _bookkeeping(stored: StoredItem) -> list[str]:
    """Return what tells versions apart: as imported, unless the item was changed here since."""
    lines = [f"SEQUENCE:{stored.sequence}"] if stored.sequence else []
    original = _raw_lines(stored, ("CREATED", "LAST-MODIFIED", "SEQUENCE"))
    sequence = original.get("SEQUENCE", "SEQUENCE:0").partition(":")[2].strip()
    if original and sequence == str(stored.sequence):
        return list(original.values())
    return [*lines, _utc("CREATED", stored.created_ms), _utc("LAST-MODIFIED", stored.modified_ms)]


def _times(stored: StoredItem) -> list[str]:
    item = stored.item
    lines = []
    if item.start is not None:
        lines.append(_stamped("DTSTART", parse(item.start), item))
    if item.end is not None:
        name = "DTEND" if item.kind is ItemKind.EVENT else "DUE"
        lines.append(_stamped(name, parse(item.end), item, stored.end_tz))
    if item.recurrence_id:
        lines.append(_stamped("RECURRENCE-ID", parse(item.recurrence_id), item))
    return lines


def _repeat(item: Item) -> list[str]:
    lines = []
    if item.rrule and not item.workday_cal:
        lines.append(f"RRULE:{item.rrule}")
    elif item.rrule:
        # Other programs know nothing of make-up days: they get the dates, we our own rule back.
        lines += [f"{RULE_PROPERTY}:{item.rrule}", f"{WORKDAYS_PROPERTY}:{item.workday_cal}"]
        lines += _workday_dates(item)
    if item.repeat_from == "completion":
        lines.append(f"{REPEAT_PROPERTY}:completion")
    lines += [_stamped("EXDATE", parse(value), item) for value in item.exdates]
    lines += [_stamped("RDATE", parse(value), item) for value in item.rdates]
    return lines


def _workday_dates(item: Item) -> list[str]:
    first = as_datetime(parse(series.anchor(item) or ""))
    last = first + dt.timedelta(days=366 * WORKDAY_YEARS)
    found = islice(series.raw_keys(replace(item, rdates=())), 366 * WORKDAY_YEARS)
    return [
        _stamped("RDATE", value, item) for value in found if first < as_datetime(value) <= last
    ]


def _words(stored: StoredItem) -> list[str]:
    item = stored.item
    values = {
        "SUMMARY": item.title,
        "DESCRIPTION": item.notes,
        "LOCATION": item.place,
        LIST_PROPERTY: item.calendar,
    }
    original = _raw_lines(stored, tuple(TEXT_FIELDS))
    lines = []
    for name, value in values.items():
        line = original.get(name)
        if line is not None and _reads(line, TEXT_FIELDS[name]) == value:
            # Not changed here: as the file had it, also where only a part of it is shown.
            lines.append(line)
        elif value:
            lines.append(f"{name}:{escape(value)}")
    if item.priority in _PRIORITY:
        lines.append(f"PRIORITY:{_PRIORITY[item.priority]}")
    return lines


def _reads(line: str, field: str) -> str:
    prop = parse_line(line)
    return texts.cut(field, unescape(prop.value))[0] if prop is not None else ""


def _raw_lines(stored: StoredItem, names: Sequence[str]) -> dict[str, str]:
    found = ics_text.split(stored.raw_ics or "").components
    properties = [parse_line(line) for line in (found[0].lines if found else [])]
    return {p.name: p.line for p in properties if p is not None and p.name in names}


def _kept(stored: StoredItem) -> list[str]:
    """Return what we do not understand of the component as it was imported, unchanged."""
    found = ics_text.split(stored.raw_ics or "").components
    if not found:
        return []
    lines = []
    for line in found[0].lines:
        prop = parse_line(line)
        if prop is not None and prop.name not in _OWN:
            lines.append(line)
    for alarm in found[0].alarms:
        actions = [p.value.upper() for ln in alarm if (p := parse_line(ln)) and p.name == "ACTION"]
        if actions and actions[0].strip() not in ("DISPLAY", "AUDIO"):
            lines += ["BEGIN:VALARM", *alarm, "END:VALARM"]
    return lines


def _alarm(alarm: Alarm, item: Item) -> list[str]:
    if alarm.rel == "abs":
        trigger = _utc("TRIGGER;VALUE=DATE-TIME", alarm.abs_utc or 0)
    else:
        seconds = alarm.offset_s or 0
        related = ";RELATED=END" if alarm.rel == "end" else ""
        trigger = f"TRIGGER{related}:{'-' if seconds < 0 else ''}PT{abs(seconds)}S"
    words = f"DESCRIPTION:{escape(item.title or '-')}"
    return ["BEGIN:VALARM", "ACTION:DISPLAY", trigger, words, "END:VALARM"]


def _done_occurrence(stored: StoredItem, key: str, at: Millis) -> list[str]:
    """Return the override that says that one occurrence of a repeating task is done."""
    occurrence = series.occurrence_at(stored.item, parse(key), stored.item.tz or "UTC")
    item = replace(
        stored.item,
        recurrence_id=key,
        start=occurrence.start,
        end=occurrence.end or key,
        rrule=None,
        workday_cal=None,
        exdates=(),
        rdates=(),
        alarms=(),
    )
    return _component(replace(stored, item=item, completed_ms=at, raw_ics=None))
