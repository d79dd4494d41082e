"""What `events` and `tasks` share: ids, date phrases, and the rows they print."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import click

from assistant_app.cli.context import CliContext
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import Alarm, Item, ItemKind, Occurrence, When
from assistant_app.errors import AppError
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.domain.planner import Resolved, Which
    from assistant_app.planner.planner_service import PlannerService

_ID = re.compile(r"([et]?)(\d{1,9})", re.IGNORECASE)
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?")
_RULE = re.compile(r"(?:RRULE:)?(?:[A-Z]+=[^;]*;)*FREQ=", re.IGNORECASE)
_NOTHING = re.compile(
    r"(?i)\s*(?:[-\u2212\u2013\uff0d]|(?:minus|negative|zero|no)\b|[负零]|0+(?![\d.:]))"
)
_FAR_YEAR = re.compile(r"(?<!\d)(?:9\d{3}|\d{5,})(?!\d)")
_HUGE = re.compile(r"\d{7}")
_LONGEST_S = 10 * 366 * 86_400
_ALARM_OFF = ("none", "off", "无", "不")


def now_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--now` and `--tz`, the moment and zone that phrases are read at."""
    zone = click.option("--tz", metavar="ZONE", help="The time zone, such as Europe/London.")
    now = click.option("--now", metavar="ISO8601", help="Read dates as if it were this moment.")
    return now(zone(command))


def which_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--which` and `--on`, for one date of something that repeats."""
    which = click.option(
        "--which",
        type=click.Choice(["this", "following", "all"]),
        help="Of a series: one date, that and later ones, or all (all, unless --on is given).",
    )
    date = click.option("--on", "on", metavar="WHEN", help="The date meant; else the next one.")
    return which(date(command))


def item_of(planner: PlannerService, text: str, kind: ItemKind) -> Item:
    """Return the item that an id (12, e12, t7) names.

    Raises:
        AppError: `item_missing`, `is_event`, `is_task`.
    """
    match = _ID.fullmatch(text.strip().lstrip("#"))
    if match is None:
        raise AppError("item_missing", id=text[:40])
    item = planner.get(int(match[2]))
    if item.kind is not kind:
        if item.kind is ItemKind.TASK:
            raise AppError("is_task", id=text[:40], title=item.title)
        raise AppError("is_event", id=text[:40], title=item.title)
    return item


def read_when(
    ctx: CliContext,
    words: str,
    now: Moment,
    *,
    default_length_s: int | None = 3600,
    past: bool = False,
    planner: PlannerService,
) -> When:
    """Return what date words mean: ISO as it stands, else what the resolver says.

    `past` is for words that only say where to look, for which a time that is over is as good.

    Raises:
        AppError: `when_unclear`, `when_past`, or `when_ambiguous` with the readings.
    """
    words = words.strip()
    if _ISO.fullmatch(words):
        return When(words.replace(" ", "T"), None, len(words) == 10, now.tz, phrase=words)
    lang = detect(words, ctx.lang)
    resolver = planner.resolver
    found = resolver.resolve(words, now, lang)
    if found.status == "past" and found.value is not None and (ctx.yes or past):
        found = dataclasses.replace(found, status="ok")
    if found.status != "ok" or found.kind in (None, "duration"):
        raise _unclear(found, words, now, lang, planner)
    when = resolver.to_when(found, now, default_length_s=default_length_s)
    return dataclasses.replace(when, phrase=words)


def read_new_time(
    ctx: CliContext, words: str, now: Moment, was: Occurrence, planner: PlannerService
) -> When:
    """Return the time to move an occurrence to; a time of day alone keeps its day.

    A day alone has no end, so that the service keeps the time of day.

    Raises:
        AppError: as `read_when`.
    """
    found = planner.resolver.resolve(words, now, detect(words, ctx.lang))
    at = was.start or was.end
    if found.status == "ok" and found.kind == "time" and at and len(at) > 10:
        zone = was.item.tz or now.tz
        return When(f"{at[:10]}T{found.value}", None, False, zone, phrase=words)
    when = read_when(ctx, words, now, planner=planner, default_length_s=None)
    if when.all_day and when.start and when.end and not was.item.all_day:
        day_after = dt.date.fromisoformat(when.start[:10]) + dt.timedelta(days=1)
        when = (
            dataclasses.replace(when, end=None) if when.end[:10] == day_after.isoformat() else when
        )
    return when


def _unclear(
    found: Resolved, words: str, now: Moment, lang: Lang, planner: PlannerService
) -> AppError:
    if found.status == "past":
        return AppError("when_past", phrase=words[:80])
    options = list(found.alternatives)
    readings = [] if found.value is None else [(found.kind, found.value)]
    readings += [(option.kind, option.value) for option in options]
    if not readings and _FAR_YEAR.search(words):
        return AppError("time_out_of_range", value=words[:80])
    if not readings:
        return AppError("when_unclear", phrase=words[:80])
    said = [
        planner.resolver.explain(
            dataclasses.replace(found, status="ok", kind=kind, value=value), now, lang
        )
        for kind, value in readings
    ]
    return AppError("when_ambiguous", phrase=words[:80], choices="; ".join(dict.fromkeys(said)))


def read_repeat(
    ctx: CliContext, words: str, when: When | None, now: Moment, planner: PlannerService
) -> When:
    """Return `when` with the repeat that `words` (a phrase or an RRULE) say put in.

    Raises:
        AppError: `repeat_unclear`, `rule_invalid`, and as `read_when`.
    """
    base = when or When(None, None, False, now.tz)
    if _RULE.match(words.strip()):
        return dataclasses.replace(base, rrule=words.strip().removeprefix("RRULE:"))
    try:
        found = read_when(ctx, words, now, planner=planner)
    except AppError as error:
        if error.code != "when_unclear":
            raise
        raise AppError("repeat_unclear", phrase=words[:80]) from None
    if not found.rrule:
        raise AppError("repeat_unclear", phrase=words[:80])
    if when is None or when.start is None:
        return found
    return dataclasses.replace(
        base,
        rrule=found.rrule,
        workday_cal=found.workday_cal,
        rscale=found.rscale,
        assumptions=(*base.assumptions, *found.assumptions),
    )


def read_length(ctx: CliContext, words: str, planner: PlannerService) -> int:
    """Return a length in seconds.

    Raises:
        AppError: `length_unclear`, `length_not_positive`, `length_too_long`.
    """
    seconds = planner.resolver.length(words, detect(words, ctx.lang))
    if seconds is None and _NOTHING.match(words):
        raise AppError("length_not_positive", phrase=words[:80])
    if (seconds is None and _HUGE.search(words)) or (seconds or 0) > _LONGEST_S:
        raise AppError("length_too_long", phrase=words[:80])
    if seconds is None:
        raise AppError("length_unclear", phrase=words[:80])
    return seconds


def read_reminder(
    ctx: CliContext, words: str, planner: PlannerService, *, dated: bool = True
) -> tuple[Alarm, ...]:
    """Return the reminders that "10 minutes before" or "none" mean.

    Raises:
        AppError: `remind_unclear`, `remind_too_early`, `remind_needs_date`.
    """
    if words.strip().casefold() in _ALARM_OFF:
        return ()
    before = planner.resolver.offset(words, detect(words, ctx.lang))
    if (before is None and _HUGE.search(words)) or (before or 0) > _LONGEST_S:
        raise AppError("remind_too_early", phrase=words[:80])
    if before is None:
        raise AppError("remind_unclear", phrase=words[:80])
    if not dated:
        raise AppError("remind_needs_date", phrase=words[:80])
    return (Alarm("start", -before),)


def clashes(planner: PlannerService, item: Item) -> list[Occurrence]:
    """Return what else is busy when an event is; none of one that takes no time itself."""
    if item.transparent or item.cancelled:
        return []
    zone = item.tz or ("UTC" if item.form == "utc" else None)
    when = When(item.start, item.end, item.all_day, zone, item.rrule, item.workday_cal)
    return planner.conflicts(when, ignore=item.id)


def details(ctx: CliContext, item: Item) -> list[str]:
    """Return the reminders, place, list and notes of an item as lines; what it has not, has none."""
    values = {"place": item.place, "list": item.calendar, "notes": item.notes}
    said = [say(ctx, f"show_{name}", value=value) for name, value in values.items() if value]
    return [*(_alarm_line(ctx, alarm) for alarm in item.alarms), *said]


def _alarm_line(ctx: CliContext, alarm: Alarm) -> str:
    from assistant_app.planner.dates.explain import length_words

    if alarm.rel == "abs":
        at = dt.datetime.fromtimestamp((alarm.abs_utc or 0) / 1000).astimezone()
        return say(ctx, "show_reminder_at", value=f"{at:%Y-%m-%d %H:%M}")
    days, seconds = divmod(abs(alarm.offset_s or 0), 86_400)
    side = "before" if (alarm.offset_s or 0) <= 0 else "after"
    value = length_words({"days": days, "seconds": seconds}, ctx.lang)
    key = side if days or seconds else "now"
    return say(ctx, f"show_reminder_{key}_{alarm.rel}", value=value)


def dates_meant(
    planner: PlannerService,
    item: Item,
    which: str | None,
    on: str | None,
    ctx: CliContext,
    now: Moment,
) -> tuple[Which, str]:
    """Return what `--which` and `--on` choose, and the key of the date that it starts at.

    A date alone is that date only; neither is all. The key is empty where no date is meant.

    Raises:
        AppError: `no_occurrence`, and as `read_when`.
    """
    from assistant_app.planner.series import repeats

    chosen = cast("Which", which or ("this" if on else "all"))
    if on is None and (chosen == "all" or not repeats(item)):
        return chosen, ""
    found = _on_day(planner, item, on, ctx, now) if on else _next_open(planner, item, now)
    if found is None:
        raise AppError("no_occurrence", title=item.title)
    return chosen, found.key if repeats(item) else ""


def _of(item: Item, found: Iterable[Occurrence]) -> list[Occurrence]:
    return [o for o in found if item.id in (o.item.id, o.item.master_id)]


def _next_open(planner: PlannerService, item: Item, now: Moment) -> Occurrence | None:
    if item.kind is ItemKind.TASK:
        found = planner.tasks("open")
    else:
        last = now.wall + dt.timedelta(days=3660)
        found = planner.events(now.wall.isoformat(), last.isoformat(), now.tz)
    return next(iter(_of(item, found)), None)


def _on_day(
    planner: PlannerService, item: Item, on: str, ctx: CliContext, now: Moment
) -> Occurrence | None:
    """Return what there is of an item on a day: what begins then before what still goes on."""
    from assistant_app.planner.query import wall_ms
    from assistant_app.planner.series import occurrences_between

    said = read_when(ctx, on, now, planner=planner, past=True).start or ""
    day = dt.date.fromisoformat((said or now.wall.isoformat())[:10])
    after = (day + dt.timedelta(days=1)).isoformat()
    if item.kind is ItemKind.TASK:
        found = _of(item, planner.tasks("all"))
        first, last = wall_ms(day.isoformat(), now.tz), wall_ms(after, now.tz)
        found += occurrences_between(item, first, last, now.tz)
        found = [o for o in found if (o.end or o.start or "")[:10] == day.isoformat()]
    else:
        found = _of(item, planner.events(day.isoformat(), after, now.tz))
    return min(found, key=lambda o: (o.start or o.end or "")[:10] != day.isoformat(), default=None)


def edited_value(
    ctx: CliContext, planner: PlannerService, item: Item, field: str, words: str, now: Moment
) -> Any:
    """Return what a field is given in words as the value that `edit` wants."""
    if field == "length":
        return read_length(ctx, words, planner)
    if field == "remind":
        return read_reminder(ctx, words, planner, dated=bool(item.start or item.end))
    if field == "repeat":
        if words.strip().casefold() in ("none", "never", "不重复", "无"):
            return None
        anchor = item.start or item.end
        when = When(anchor, None, item.all_day, item.tz or now.tz) if anchor else None
        return read_repeat(ctx, words, when, now, planner)
    return words


def row_of(occurrence: Occurrence) -> dict[str, Any]:
    """Return an occurrence as a row of JSON: wall times without offset, bare dates for all-day."""
    item = occurrence.item
    row: dict[str, Any] = {
        "id": item.id,
        "alias": item.alias,
        "title": item.title,
        "start": occurrence.start,
        "end": occurrence.end,
        "all_day": item.all_day,
        "tz": item.tz or ("UTC" if item.form == "utc" else None),
        "rrule": item.rrule,
        "place": item.place,
        "notes": item.notes,
        "key": occurrence.key,
        "series": item.master_id,
        "reminders": [dataclasses.asdict(alarm) for alarm in item.alarms],
        "assumptions": list(item.assumptions),
    }
    if occurrence.more:
        row["more"] = True
    if item.kind is ItemKind.TASK:
        row |= {
            "due": occurrence.end or occurrence.start,
            "done": occurrence.done,
            "priority": item.priority,
            "list": item.calendar,
        }
        return row
    return row | {
        "calendar": item.calendar,
        "busy": not item.transparent,
        "cancelled": item.cancelled,
    }


def line_of(planner: PlannerService, occurrence: Occurrence, now: Moment, lang: Lang) -> str:
    """Return an occurrence as a line for a terminal."""
    words = planner.describe(occurrence, now, lang)
    mark = ""
    if occurrence.item.kind is ItemKind.TASK:
        mark = "[x] " if occurrence.done else "[ ] "
    return f"{occurrence.item.alias:>6}  {mark}{occurrence.item.title}  {words}".rstrip()


def shown(planner: PlannerService, item: Item, now: Moment) -> Occurrence:
    """Return the occurrence that stands for an item: its only one, or the next of a series."""
    from assistant_app.planner import series
    from assistant_app.planner.shifting import start_value

    if series.anchor(item) is None:
        return Occurrence(item, "", None, None, None, None, item.done)
    found = series.upcoming(item, now.ms, now.tz) if series.repeats(item) else None
    return found or series.occurrence_at(item, start_value(item), now.tz, done=item.done)


def say(ctx: CliContext, key: str, **values: object) -> str:
    """Return a sentence of these commands in the language of the terminal."""
    return phrase(cast(str, ctx.lang), f"planner.cli.{key}", **values)
