"""Understand one component of an .ics file: a VEVENT or VTODO becomes an item."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from dataclasses import dataclass, field, replace

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Alarm, Item, ItemKind, TimeForm
from assistant_app.errors import AppError
from assistant_app.planner import rscale, series, texts
from assistant_app.planner.ics_text import Component, Property, parse_line, unescape
from assistant_app.planner.ics_zones import zone_for
from assistant_app.planner.recurrence import Allowance, TooManyDates
from assistant_app.planner.rule import format_rule, parse_rule
from assistant_app.planner.walltime import (
    LAST_YEAR,
    as_datetime,
    convert,
    in_calendar,
    naive_ms,
    text,
)
from assistant_app.storage.planner_store import StoredItem

_TIME = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2}):?(\d{2})?(?:\.\d+)?(Z?))?")
_DURATION = re.compile(
    r"([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,7})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?"
)
_DAY = dt.timedelta(days=1)
LIST_PROPERTY = "X-ASSISTANT-LIST"
REPEAT_PROPERTY = "X-ASSISTANT-REPEAT-FROM"
WORKDAYS_PROPERTY = "X-ASSISTANT-WORKDAYS"
RULE_PROPERTY = "X-ASSISTANT-RRULE"
TEXT_FIELDS = {
    "SUMMARY": "title", "DESCRIPTION": "notes", "LOCATION": "place", LIST_PROPERTY: "list",
}  # fmt: skip
"""Which field of an item each property with words is, as `texts` names them."""
MAX_UID = 1000
MAX_DATES = 20_000
"""How many dates an EXDATE or RDATE list of one item has: more would slow down every listing."""


class Unreadable(Exception):
    """A component that cannot be taken in; `reason` is a key of the phrases, with its values."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time of the file: its value, form and zone."""

    value: dt.date
    form: TimeForm
    tz: str | None = None

    @property
    def text(self) -> str:
        """The value as stored."""
        return text(self.value)


@dataclass(slots=True)
class Parsed:
    """An item of the file, not stored yet. `recurrence` is the occurrence that it overrides."""

    stored: StoredItem
    recurrence: Stamp | None = None
    last_modified: Millis = 0
    warnings: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    digest: str = ""
    """Names the content, without what changes at each export."""


class Reader:
    """Reads components of one file; `locations` are its VTIMEZONEs' X-LIC-LOCATIONs."""

    def __init__(self, locations: dict[str, str]) -> None:
        self._locations = locations
        self._allowance = Allowance()

    def read(self, component: Component) -> Parsed:
        """Return the item that a component describes.

        Raises:
            Unreadable: it cannot be taken in.
        """
        if not component.finished:
            raise Unreadable("unfinished")
        properties = _properties(component)
        one = {p.name: p for p in reversed(properties)}
        digest = _digest(properties)
        parsed = Parsed(StoredItem(_blank(component.kind)), digest=digest)
        item = self._with_texts(parsed.stored.item, one, parsed)
        item = self._with_times(item, one, parsed)
        item = self._with_rule(item, properties, parsed)
        if component.alarms:
            item = replace(item, alarms=self._alarms(component, parsed))
        parsed.last_modified = self._utc_ms(one.get("LAST-MODIFIED"), 0)
        try:
            first, last = series.bounds(item, self._allowance)
        except TooManyDates:
            raise Unreadable("too_many_dates", rule=(item.rrule or "")[:80]) from None
        except (AppError, OverflowError, ValueError):
            raise Unreadable("bad_rule", part=(item.rrule or "")[:80]) from None
        parsed.stored = StoredItem(
            item=item,
            first_ms=first,
            last_ms=last,
            sequence=_integer(one.get("SEQUENCE")),
            completed_ms=self._completed(item, one),
            end_tz=self._end_zone(item, one),
            raw_ics=component.text,
        )
        if "RECURRENCE-ID" in one:
            parsed.recurrence = self._stamp(one["RECURRENCE-ID"], "bad_value", parsed)
        return parsed

    def _with_texts(self, item: Item, one: dict[str, Property], parsed: Parsed) -> Item:
        def words(name: str) -> str:
            return unescape(one[name].value) if name in one else ""

        def shown(name: str) -> str:
            field = TEXT_FIELDS[name]
            found, cut = texts.cut(field, words(name))
            if cut:
                values = {"name": name, "limit": texts.LIMITS[field]}
                parsed.warnings.append(("text_cut", values))
            return found

        priority = _integer(one.get("PRIORITY"))
        return replace(
            item,
            uid=_uid(words("UID"), parsed.digest),
            title=shown("SUMMARY"),
            notes=shown("DESCRIPTION"),
            place=shown("LOCATION"),
            calendar=shown(LIST_PROPERTY),
            priority="normal" if priority in (0, 5) else "high" if priority < 5 else "low",
            cancelled=words("STATUS").strip().upper() == "CANCELLED",
            repeat_from="completion" if words(REPEAT_PROPERTY) == "completion" else "schedule",
            workday_cal=words(WORKDAYS_PROPERTY) or None,
        )

    def _stamp(self, prop: Property, reason: str, parsed: Parsed | None) -> Stamp:
        value, form, tz = _time(prop, reason)
        tzid = prop.params.get("TZID")
        if form == "date" or tzid is None:
            return Stamp(value, form, tz)
        zone = zone_for(tzid, self._locations.get(tzid, ""))
        if zone is None:
            if parsed is not None and form == "floating":
                parsed.warnings.append(("zone_floating", {"zone": tzid or "(blank)"}))
            return Stamp(value, form, tz)
        if form == "utc":
            return Stamp(convert(as_datetime(value), "UTC", zone), "zoned", zone)
        return Stamp(value, "zoned", zone)

    def _with_times(self, item: Item, one: dict[str, Property], parsed: Parsed) -> Item:
        task = item.kind is ItemKind.TASK
        start = self._stamp(one["DTSTART"], "bad_start", parsed) if "DTSTART" in one else None
        end_name = "DUE" if task else "DTEND"
        end = self._stamp(one[end_name], "bad_end", None) if end_name in one else None
        if start is None and not task:
            raise Unreadable("no_start")
        if start is not None and end is None and "DURATION" in one:
            end = _after(start, _duration(one["DURATION"].value))
        base = start or end
        if base is None:
            return item
        start_text = start.text if start else None
        end_text = self._end(start, end, task, parsed)
        transp = one["TRANSP"].value.strip().upper() if "TRANSP" in one else ""
        all_day = base.form == "date"
        transparent = transp == "TRANSPARENT" or (all_day and not transp and not task)
        return replace(
            item,
            start=start_text,
            end=end_text,
            all_day=all_day,
            form=base.form,
            tz=base.tz if base.form == "zoned" else None,
            transparent=transparent,
        )

    def _end_zone(self, item: Item, one: dict[str, Property]) -> str | None:
        """Return the zone of an end that has one of its own (a flight)."""
        if item.form != "zoned" or "DTEND" not in one:
            return None
        tz = self._stamp(one["DTEND"], "bad_end", None).tz
        return tz if tz != item.tz else None

    def _end(
        self, start: Stamp | None, end: Stamp | None, task: bool, parsed: Parsed
    ) -> str | None:
        if end is None:
            all_day = start is not None and start.form == "date" and not task
            return text(start.value + _DAY) if start is not None and all_day else None
        if start is None:
            return end.text
        if (start.form == "date") != (end.form == "date") or (
            (start.form == "floating") != (end.form == "floating")
        ):
            parsed.warnings.append(("mixed_end", {}))
        value = like(end, start.form, start.tz, up=not task)
        if as_datetime(value) < as_datetime(start.value):
            raise Unreadable("end_before_start")
        if value == start.value and start.form == "date" and not task:
            value += _DAY
        if value.year >= LAST_YEAR:
            raise Unreadable("bad_end", value=text(value))
        return text(value)

    def _with_rule(self, item: Item, properties: list[Property], parsed: Parsed) -> Item:
        names = ("RRULE",)
        if item.workday_cal:
            # Our own file: the rule itself, not the dates written out for other programs.
            names = (RULE_PROPERTY,)
            properties = [p for p in properties if p.name != "RDATE"]
        rules = [p.value for p in properties if p.name in names and p.value.strip()]
        if rules:
            try:
                known = parse_rule(rules[0])
            except AppError as error:
                raise Unreadable("bad_rule", part=error.params.get("part", "")) from None
            if not rscale.known(known.rscale):
                raise Unreadable("bad_rscale", rscale=known.rscale)
            if len(rules) > 1:
                parsed.warnings.append(("second_rule", {}))
            item = replace(item, rrule=format_rule(known), rscale=known.rscale or None)
        if item.form is None:
            return item
        exdates = self._dates(item, [p for p in properties if p.name == "EXDATE"], parsed)
        rdates = self._dates(item, [p for p in properties if p.name == "RDATE"], parsed)
        if not exdates and not rdates:
            return item
        return replace(item, exdates=exdates, rdates=rdates)

    def _dates(self, item: Item, lists: list[Property], parsed: Parsed) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for prop in lists:
            for piece in filter(None, (part.strip() for part in prop.value.split(","))):
                single = replace(prop, value=piece.partition("/")[0])
                try:
                    stamp = self._stamp(single, "bad_date_list", None)
                except Unreadable:
                    parsed.warnings.append(("bad_date_list", {"value": piece[:40]}))
                    continue
                found[key_like(stamp, item)] = None
                if len(found) == MAX_DATES:
                    values = {"name": prop.name, "limit": MAX_DATES}
                    parsed.warnings.append(("long_date_list", values))
                    return tuple(sorted(found))
        return tuple(sorted(found))

    def _alarms(self, component: Component, parsed: Parsed) -> tuple[Alarm, ...]:
        found: dict[Alarm, None] = {}
        for lines in component.alarms:
            one = {p.name: p for line in lines if (p := parse_line(line)) is not None}
            action = one["ACTION"].value.strip().upper() if "ACTION" in one else "DISPLAY"
            trigger = one.get("TRIGGER")
            if trigger is None or action not in ("DISPLAY", "AUDIO"):
                continue
            try:
                found[self._alarm(trigger)] = None
            except Unreadable:
                parsed.warnings.append(("bad_value", {"name": "TRIGGER"}))
        return tuple(found)

    def _alarm(self, trigger: Property) -> Alarm:
        if trigger.value.strip().lstrip("+-").startswith("P"):
            seconds = int(_duration(trigger.value).total_seconds())
            related = trigger.params.get("RELATED", "START").upper()
            return Alarm("end" if related == "END" else "start", seconds)
        return Alarm("abs", None, self._utc_ms(trigger, None))

    def _completed(self, item: Item, one: dict[str, Property]) -> Millis | None:
        if item.kind is not ItemKind.TASK:
            return None
        status = one["STATUS"].value.strip().upper() if "STATUS" in one else ""
        if "COMPLETED" in one:
            return self._utc_ms(one["COMPLETED"], 1)
        return self._utc_ms(one.get("LAST-MODIFIED"), 1) if status == "COMPLETED" else None

    def _utc_ms(self, prop: Property | None, default: Millis | None) -> Millis:
        """Return the moment of a property that should be in UTC; `default` when it is unreadable."""
        if prop is None:
            return default or 0
        try:
            stamp = self._stamp(prop, "bad_value", None)
        except Unreadable:
            if default is None:
                raise
            return default
        value = as_datetime(stamp.value)
        return naive_ms(convert(value, stamp.tz, "UTC") if stamp.tz else value)


def _uid(value: str, digest: str) -> str:
    """Return a UID of any length as one that the database keeps an index of."""
    uid = value.strip()
    if len(uid) > MAX_UID:
        return f"{hashlib.sha256(uid.encode('utf-8', 'replace')).hexdigest()[:32]}@long-uid"
    return uid or f"{digest}@no-uid"


def _blank(kind: str) -> Item:
    item_kind = ItemKind.EVENT if kind == "VEVENT" else ItemKind.TASK
    return Item(0, item_kind, "", None, None, False, None, None)


def _properties(component: Component) -> list[Property]:
    found = [parse_line(line) for line in component.lines]
    return [prop for prop in found if prop is not None]


def _integer(prop: Property | None) -> int:
    try:
        return max(0, min(int(prop.value), 2**31)) if prop is not None else 0
    except ValueError:
        return 0


def _time(prop: Property, reason: str) -> tuple[dt.date, TimeForm, str | None]:
    raw = prop.value.strip()
    match = _TIME.fullmatch(raw)
    if match is None:
        raise Unreadable(reason, value=raw[:40], name=prop.name)
    try:
        day = dt.date(int(match[1]), int(match[2]), int(match[3]))
        in_calendar(day)
        if match[4] is None:
            return day, "date", None
        clock = dt.time(int(match[4]), int(match[5]), min(int(match[6] or 0), 59))
    except (ValueError, AppError):
        raise Unreadable(reason, value=raw[:40], name=prop.name) from None
    if prop.params.get("VALUE", "").upper() == "DATE":
        return day, "date", None
    return dt.datetime.combine(day, clock), "utc" if match[7] else "floating", None


def _duration(value: str) -> dt.timedelta:
    match = _DURATION.fullmatch(value.strip().upper())
    if match is None or not any(match.groups()[1:]):
        raise Unreadable("bad_end", value=value[:40], name="DURATION")
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in match.groups()[1:])
    length = dt.timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    return -length if match[1] == "-" else length


def _after(start: Stamp, length: dt.timedelta) -> Stamp:
    try:
        value = as_datetime(start.value) + length
    except OverflowError:
        raise Unreadable("bad_end", value=str(length)[:40], name="DURATION") from None
    if start.form == "date" and length % _DAY == dt.timedelta(0):
        return replace(start, value=value.date())
    return (
        replace(start, value=value)
        if start.form != "date"
        else replace(start, value=value.date() + _DAY)
    )


def like(stamp: Stamp, form: TimeForm, tz: str | None, *, up: bool = False) -> dt.date:
    """Return a time in another form and zone; `up` rounds a time to the day it ends in."""
    moment = as_datetime(stamp.value)
    if form == "date":
        rest = moment.time() != dt.time()
        return moment.date() + (_DAY if up and rest else dt.timedelta(0))
    if stamp.form in ("date", "floating") or form == "floating":
        return moment
    source = "UTC" if stamp.form == "utc" else stamp.tz or "UTC"
    return convert(moment, source, "UTC" if form == "utc" else tz or "UTC")


def key_like(stamp: Stamp, item: Item) -> str:
    """Return the key of an occurrence of `item` that a RECURRENCE-ID or EXDATE names.

    A bare date names the occurrence of that day.
    """
    if item.form is None:
        return stamp.text
    value = like(stamp, item.form, item.tz)
    if stamp.form == "date" and item.form != "date":
        anchor = series.anchor(item) or ""
        return f"{text(value)[:10]}T{anchor[11:]}"
    return text(value)


def _digest(properties: list[Property]) -> str:
    changing = ("DTSTAMP", "UID", "CREATED", "LAST-MODIFIED", "SEQUENCE", "X-WR-ALARMUID")
    lines = sorted(
        f"{p.name};{sorted(p.params.items())}:{p.value}"
        for p in properties
        if p.name not in changing
    )
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:32]
