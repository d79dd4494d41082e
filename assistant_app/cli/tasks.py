"""`assistant-app tasks`: the task list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click

from assistant_app.cli import planner_args as args
from assistant_app.cli.arguments import TextGroup
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.events import emit_import
from assistant_app.cli.moment import read_moment
from assistant_app.cli.output import confirm, emit
from assistant_app.domain.planner import ItemKind, NewItem

if TYPE_CHECKING:
    from assistant_app.domain.clock import Moment
    from assistant_app.domain.planner import Change, Item

State = Literal["open", "done", "all"]
Priority = Literal["low", "normal", "high"]


@click.group(cls=TextGroup)
def command() -> None:
    """The task list."""


def _emit_item(
    ctx: CliContext, item: Item, now: Moment, change: Change | None = None, *, whole: bool = False
) -> None:
    planner = ctx.assistant().planner
    row = args.row_of(args.shown(planner, item, now))
    if change is not None:
        row["undo"] = change.id
    words = f"{item.alias}  {item.title}  {planner.describe(item, now, ctx.lang)}"
    more = args.details(ctx, item) if whole else []
    emit(ctx, row, "\n".join([words.rstrip(), *more]))


@command.command("list")
@click.option("--state", type=click.Choice(["open", "done", "all"]), default="open")
@click.option("--list", "list_name", default="", metavar="NAME", help="Only this list.")
@click.option("--about", default="", metavar="WORDS", help="Only what these words name.")
@args.now_options
@common_options
def list_(
    ctx: CliContext, state: str, list_name: str, about: str, now: str | None, tz: str | None
) -> None:
    """List tasks: those with a date first, by when they are due."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    found = planner.tasks(cast(State, state), about=about, list_name=list_name)

    def human() -> str:
        lines = [args.line_of(planner, occurrence, moment, ctx.lang) for occurrence in found]
        return "\n".join(lines) or args.say(ctx, "no_tasks")

    emit(ctx, [args.row_of(occurrence) for occurrence in found], human)


@command.command("show")
@click.argument("item_id", metavar="ID")
@args.now_options
@common_options
def show(ctx: CliContext, item_id: str, now: str | None, tz: str | None) -> None:
    """Show a task with its reminders and notes; of a series, its next date."""
    moment = read_moment(now, tz)
    item = args.item_of(ctx.assistant().planner, item_id, ItemKind.TASK)
    _emit_item(ctx, item, moment, whole=True)


@command.command("add")
@click.argument("title")
@click.option("--due", metavar="WHEN", help="'Friday', 'tomorrow 5pm', or ISO.")
@click.option("--repeat", metavar="REPEAT", help="'every Monday', or an RRULE.")
@click.option("--priority", type=click.Choice(["low", "normal", "high"]), default="normal")
@click.option("--list", "list_name", default="", metavar="NAME")
@click.option("--notes", default="")
@click.option("--remind", metavar="BEFORE", help="'10 minutes before'.")
@click.option("--repeat-from", type=click.Choice(["schedule", "completion"]), default="schedule")
@args.now_options
@common_options
def add(
    ctx: CliContext,
    title: str,
    due: str | None,
    repeat: str | None,
    priority: str,
    list_name: str,
    notes: str,
    remind: str | None,
    repeat_from: str,
    now: str | None,
    tz: str | None,
) -> None:
    """Add something to do."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    when = (
        args.read_when(ctx, due, moment, planner=planner, default_length_s=None) if due else None
    )
    if repeat:
        when = args.read_repeat(ctx, repeat, when, moment, planner)
        if when.start is None:
            when = args.read_when(ctx, moment.wall.date().isoformat(), moment, planner=planner)
            when = args.read_repeat(ctx, repeat, when, moment, planner)
    new = NewItem(
        ItemKind.TASK,
        title,
        when,
        notes=notes,
        list_name=list_name,
        priority=cast(Priority, priority),
        alarms=args.read_reminder(ctx, remind, planner, dated=bool(when)) if remind else (),
        repeat_from=cast(Literal["schedule", "completion"], repeat_from),
        phrase=due or "",
    )
    item, change = planner.add(new, tool="create_task")
    _emit_item(ctx, item, moment, change)


@command.command("done")
@click.argument("item_id", metavar="ID")
@click.option("--undone", is_flag=True, help="Open it again.")
@args.now_options
@common_options
def done(ctx: CliContext, item_id: str, undone: bool, now: str | None, tz: str | None) -> None:
    """Mark a task done; of a repeating one, the next date that is open."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    item = args.item_of(planner, item_id, ItemKind.TASK)
    changed, change = planner.complete(item.id, done=not undone, tool="complete_task")
    row = args.row_of(args.shown(planner, changed, moment)) | {"undo": change.id}

    def human() -> str:
        found = [o for o in planner.tasks("all") if o.item.id == item.id]
        last = [o for o in found if o.done and not undone][-1:]
        shown = [*last, *(o for o in found if not o.done)]
        lines = (args.line_of(planner, o, moment, ctx.lang).strip() for o in shown)
        return "\n".join(lines)

    emit(ctx, row, human)


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
    """Change FIELD (title, due, notes, repeat, remind, priority, list) of a task."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    item = args.item_of(planner, item_id, ItemKind.TASK)
    chosen, key = args.dates_meant(planner, item, which, on, ctx, moment)
    if field == "due":
        was = planner.occurrence(item.id, key) if key else args.shown(planner, item, moment)
        when = args.read_new_time(ctx, value, moment, was, planner)
        edited, change = planner.move(item.id, when, which=chosen, key=key, tool="move_item")
    else:
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
    """Delete a task, after a yes; `undo` brings it back."""
    moment = read_moment(now, tz)
    planner = ctx.assistant().planner
    item = args.item_of(planner, item_id, ItemKind.TASK)
    chosen, key = args.dates_meant(planner, item, which, on, ctx, moment)
    subject = item if chosen == "all" else planner.occurrence(item.id, key)
    words = planner.describe(subject, moment, ctx.lang)
    confirm(ctx, args.say(ctx, f"delete_{chosen}", title=item.title, when=words))
    change = planner.delete(item.id, which=chosen, key=key, tool="delete_item")
    emit(ctx, {"deleted": item.id, "undo": change.id}, args.say(ctx, "deleted", title=item.title))


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
    """Write the tasks to an .ics file."""
    count = ctx.assistant().planner.export_ics(file, [ItemKind.TASK])
    emit(ctx, {"exported": count, "file": str(file)}, args.say(ctx, "exported", count=count))
