"""`assistant-app events`: the calendar."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from assistant_app.cli import planner_args as args
from assistant_app.cli.arguments import TextGroup
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.moment import read_moment
from assistant_app.cli.output import confirm, emit, run_batch
from assistant_app.domain.planner import ItemKind, NewItem
from assistant_app.errors import AppError

if TYPE_CHECKING:
    from assistant_app.domain.clock import Moment
    from assistant_app.domain.planner import Change, FreeSlot, ImportReport, Item, When

_AHEAD = dt.timedelta(days=30)
_CLASHES = 3
MAX_EXPANDED = 20_000


@click.group(cls=TextGroup)
def command() -> None:
    """The calendar."""


def _emit_item(
    ctx: CliContext,
    item: Item,
    now: Moment,
    change: Change | None = None,
    *,
    whole: bool = False,
    placed: bool = False,
) -> None:
    planner = ctx.assistant().planner
    occurrence = args.shown(planner, item, now)
    row = args.row_of(occurrence)
    if change is not None:
        row["undo"] = change.id
    words = f"{item.alias}  {item.title}  {planner.describe(item, now, ctx.lang)}"
    assumed = planner.describe_assumptions(item.assumptions, ctx.lang) if change else []
    more = args.details(ctx, item) if whole else []
    if placed and (clashing := args.clashes(planner, item)):
        row["clashes"] = list(dict.fromkeys(found.item.alias for found in clashing))
        shown = (args.line_of(planner, found, now, ctx.lang) for found in clashing[:_CLASHES])
        more += [args.say(ctx, "clash"), *shown]
    emit(ctx, row, "\n".join([words.rstrip(), *assumed, *more]))


@command.command("list")
@click.option("--from", "start", metavar="WHEN", help="The first day; today by default.")
@click.option("--to", "end", metavar="WHEN", help="The day after the last; 30 days on by default.")
@click.option("--about", default="", metavar="WORDS", help="Only what these words name.")
@args.now_options
@common_options
def list_(
    ctx: CliContext,
    start: str | None,
    end: str | None,
    about: str,
    now: str | None,
    tz: str | None,
) -> None:
    """List what happens, one line for each time that it does."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    first = _edge(ctx, start, moment) or moment.wall.date().isoformat()
    last = _edge(ctx, end, moment)
    if last is None:
        day = min(dt.date.fromisoformat(first[:10]), dt.date.max - _AHEAD)
        last = (day + _AHEAD).isoformat()
    if last[:10] < first[:10]:
        raise AppError("range_backwards", start=first[:10], end=last[:10])
    found = planner.events(first, last, moment.tz, about)

    def human() -> str:
        lines = [args.line_of(planner, occurrence, moment, ctx.lang) for occurrence in found]
        return "\n".join(lines) or args.say(ctx, "no_events")

    emit(ctx, [args.row_of(occurrence) for occurrence in found], human)


def _edge(ctx: CliContext, words: str | None, now: Moment) -> str | None:
    if not words:
        return None
    return args.read_when(ctx, words, now, past=True, planner=ctx.assistant().planner).start


@command.command("show")
@click.argument("item_id", metavar="ID")
@args.now_options
@common_options
def show(ctx: CliContext, item_id: str, now: str | None, tz: str | None) -> None:
    """Show an event with its reminders and notes; of a series, its next date."""
    moment = read_moment(now, tz)
    item = args.item_of(ctx.assistant().planner, item_id, ItemKind.EVENT)
    _emit_item(ctx, item, moment, whole=True)


@command.command("add")
@click.option("--title", required=True)
@click.option("--when", "words", required=True, metavar="WHEN", help="'next Tuesday 3pm', or ISO.")
@click.option("--repeat", metavar="REPEAT", help="'every weekday', or an RRULE.")
@click.option("--length", metavar="LENGTH", help="'45 minutes'.")
@click.option("--place", default="")
@click.option("--notes", default="")
@click.option("--remind", metavar="BEFORE", help="'10 minutes before'.")
@args.now_options
@common_options
def add(
    ctx: CliContext,
    title: str,
    words: str,
    repeat: str | None,
    length: str | None,
    place: str,
    notes: str,
    remind: str | None,
    now: str | None,
    tz: str | None,
) -> None:
    """Put something on the calendar."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    seconds = args.read_length(ctx, length, planner) if length else None
    when = args.read_when(ctx, words, moment, planner=planner, default_length_s=seconds or 3600)
    if repeat:
        when = args.read_repeat(ctx, repeat, when, moment, planner)
    if seconds is not None:
        when = _lasting(when, seconds, length or "")
    alarms = args.read_reminder(ctx, remind, planner) if remind else None
    new = NewItem(
        ItemKind.EVENT, title, when, place=place, notes=notes, alarms=alarms, phrase=words
    )
    item, change = planner.add(new, tool="create_event")
    _emit_item(ctx, item, moment, change, placed=True)


def _lasting(when: When, seconds: int, words: str) -> When:
    from dataclasses import replace

    from assistant_app.planner import shifting

    if not when.start:
        return when
    length = dt.timedelta(seconds=seconds)
    if when.all_day and length % dt.timedelta(days=1):
        raise AppError("length_needs_time", phrase=words[:80])
    start = (dt.date if when.all_day else dt.datetime).fromisoformat(when.start)
    end = shifting.ended(start, length)
    return replace(when, end=end.isoformat(), assumptions=when.assumptions_but("length"))


@command.command("move")
@click.argument("item_id", metavar="ID")
@click.argument("words", metavar="WHEN")
@args.which_options
@args.now_options
@common_options
def move(
    ctx: CliContext,
    item_id: str,
    words: str,
    which: str | None,
    on: str | None,
    now: str | None,
    tz: str | None,
) -> None:
    """Give an event another time; a day alone keeps the time of day, a time alone the day."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    item = args.item_of(planner, item_id, ItemKind.EVENT)
    chosen, key = args.dates_meant(planner, item, which, on, ctx, moment)
    was = planner.occurrence(item.id, key) if key else args.shown(planner, item, moment)
    when = args.read_new_time(ctx, words, moment, was, planner)
    if chosen == "all" and was.item.rrule:
        key = was.key
    moved, change = planner.move(item.id, when, which=chosen, key=key, tool="move_item")
    _emit_item(ctx, moved, moment, change, placed=True)


@command.command("edit")
@click.argument("item_id", metavar="ID")
@click.argument("field", metavar="FIELD")
@click.argument("value", metavar="VALUE")
@args.which_options
@args.now_options
@common_options
def edit(
    ctx: CliContext,
    item_id: str,
    field: str,
    value: str,
    which: str | None,
    on: str | None,
    now: str | None,
    tz: str | None,
) -> None:
    """Change FIELD (title, place, notes, length, repeat, remind, list) of an event."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    item = args.item_of(planner, item_id, ItemKind.EVENT)
    chosen, key = args.dates_meant(planner, item, which, on, ctx, moment)
    new = args.edited_value(ctx, planner, item, field, value, moment)
    edited, change = planner.edit(item.id, field, new, which=chosen, key=key, tool="edit_item")
    _emit_item(ctx, edited, moment, change, whole=True)


@command.command("delete")
@click.argument("item_id", metavar="ID")
@args.which_options
@args.now_options
@common_options
def delete(
    ctx: CliContext,
    item_id: str,
    which: str | None,
    on: str | None,
    now: str | None,
    tz: str | None,
) -> None:
    """Delete an event, after a yes; `undo` brings it back."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    item = args.item_of(planner, item_id, ItemKind.EVENT)
    chosen, key = args.dates_meant(planner, item, which, on, ctx, moment)
    subject = item if chosen == "all" else planner.occurrence(item.id, key)
    words = planner.describe(subject, moment, ctx.lang)
    confirm(ctx, args.say(ctx, f"delete_{chosen}", title=item.title, when=words))
    change = planner.delete(item.id, which=chosen, key=key, tool="delete_item")
    emit(ctx, {"deleted": item.id, "undo": change.id}, args.say(ctx, "deleted", title=item.title))


@command.command("free")
@click.option("--when", "words", required=True, metavar="WHEN", help="'tomorrow', 'next week'.")
@click.option("--length", default="30 minutes", metavar="LENGTH")
@click.option("--hours", metavar="FROM-TO", help="Hours of the day, such as 09:00-18:00.")
@args.now_options
@common_options
def free(
    ctx: CliContext, words: str, length: str, hours: str | None, now: str | None, tz: str | None
) -> None:
    """Find free time within working hours, from now on."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    when = args.read_when(ctx, words, moment, planner=planner)
    start = when.start or moment.wall.date().isoformat()
    day = min(dt.date.fromisoformat(start[:10]), dt.date.max - dt.timedelta(days=1))
    end = when.end or (day + dt.timedelta(days=1)).isoformat()
    span = tuple(hours.split("-", 1)) if hours and "-" in hours else None
    if hours and span is None:
        raise AppError("hours_unclear", value=hours[:40])
    slots = planner.free(
        _from_now(start, end, moment),
        end,
        moment.tz,
        length_s=args.read_length(ctx, length, planner),
        hours=cast("tuple[str, str] | None", span),
    )
    rows = [{"start": slot.start, "end": slot.end, "tz": slot.tz} for slot in slots]
    lines = [f"{slot.start[:16].replace('T', ' ')} - {_until(slot)}" for slot in slots]
    emit(ctx, rows, "\n".join(lines) or args.say(ctx, "nothing_free"))


def _from_now(start: str, end: str, now: Moment) -> str:
    """Return where to look from: the next minute, where that is within the time to look at."""
    wall = now.wall.replace(second=0, microsecond=0)
    if wall < now.wall:
        wall += dt.timedelta(minutes=1)
    within = dt.datetime.fromisoformat(start) < wall < dt.datetime.fromisoformat(end)
    return wall.isoformat() if within else start


def _until(slot: FreeSlot) -> str:
    """Return the end of a free stretch: the time, with its day where that is another."""
    if slot.end[:10] == slot.start[:10]:
        return slot.end[11:16]
    first, last = (dt.datetime.fromisoformat(value) for value in (slot.start, slot.end))
    if last == dt.datetime.combine(first.date() + dt.timedelta(days=1), dt.time()):
        return "24:00"
    return slot.end[:16].replace("T", " ")


def _expand(row: dict[str, Any]) -> dict[str, Any]:
    """Answer one line of `expand`; `start_at` only tells where in the answer to begin."""
    from assistant_app.planner.recurrence import expand

    try:
        limit = max(0, min(int(row.get("limit") or 0), MAX_EXPANDED))
    except (TypeError, ValueError):
        raise AppError("batch_field", field="limit") from None
    exdate = row.get("exdate") or ()
    found = expand(
        str(row["dtstart"]),
        str(row["rrule"]),
        tzid=row.get("tzid"),
        exdate=[exdate] if isinstance(exdate, str) else [str(value) for value in exdate],
        limit=limit,
    )
    answer: dict[str, Any] = {"occurrences": found}
    if row.get("start_at"):
        start = str(row["start_at"]).replace("-", "").replace(":", "").rstrip("Z")
        later = (index for index, value in enumerate(found) if value.rstrip("Z") >= start)
        answer["first_at_or_after"] = next(later, None)
    return answer


@command.command("expand")
@click.option("--dtstart", metavar="STAMP", help="19970902T090000, or 19970902.")
@click.option("--rrule", metavar="RULE")
@click.option("--tzid", metavar="ZONE")
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--batch", metavar="FILE", type=click.Path(allow_dash=True), help="JSON Lines in.")
@common_options
def expand_(
    ctx: CliContext,
    dtstart: str | None,
    rrule: str | None,
    tzid: str | None,
    limit: int,
    batch: str | None,
) -> None:
    """Say on which dates a recurrence rule falls."""
    if batch is not None:
        run_batch(ctx, batch, _expand)
        return
    if not dtstart or not rrule:
        raise click.UsageError("Give --dtstart and --rrule, or --batch FILE.")
    answer = _expand({"dtstart": dtstart, "rrule": rrule, "tzid": tzid, "limit": limit})
    emit(ctx, answer, "\n".join(answer["occurrences"]))


def emit_import(ctx: CliContext, report: ImportReport) -> None:
    """Print what an import did."""
    row = {
        "added": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "quarantined": report.quarantined,
        "problems": list(report.problems),
        "undo": report.change_id,
    }
    counts = {k: v for k, v in row.items() if isinstance(v, int) and k != "undo"}
    emit(ctx, row, lambda: "\n".join([args.say(ctx, "imported", **counts), *report.problems]))


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@common_options
def import_(ctx: CliContext, file: Path) -> None:
    """Take in events and tasks from an .ics file; `undo` takes all of it back."""
    emit_import(ctx, ctx.assistant().planner.import_ics(file, ctx.lang))


@command.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@common_options
def export(ctx: CliContext, file: Path) -> None:
    """Write events and tasks to an .ics file."""
    count = ctx.assistant().planner.export_ics(file)
    emit(ctx, {"exported": count, "file": str(file)}, args.say(ctx, "exported", count=count))
