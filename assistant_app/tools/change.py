"""Move, edit, complete and delete what is there, and take changes back."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from assistant_app.domain.change_words import change_words
from assistant_app.domain.planner import Alarm, Change, Item, ItemKind, When
from assistant_app.domain.turn import Action
from assistant_app.errors import AppError, sentence
from assistant_app.tools.dates import (
    phrase_for,
    settle,
    spans,
    target_phrase,
    when_from_json,
    when_to_json,
    window,
)
from assistant_app.tools.deed import deed_in, done_tasks, only_refers
from assistant_app.tools.find import (
    candidates,
    find_one,
    label,
    names_many,
    names_one_kind,
    which_one,
    without_kinds,
)
from assistant_app.tools.new_length import new_length
from assistant_app.tools.outcome import Choice, Outcome, ToolContext, ask, told
from assistant_app.tools.said_change import said_change
from assistant_app.tools.series import which_of
from assistant_app.tools.shift_words import shift_said

_PRIORITIES = {
    "low": "low", "normal": "normal", "high": "high", "urgent": "high", "important": "high",
    "低": "low", "普通": "normal", "高": "high", "重要": "high", "紧急": "high",
}  # fmt: skip

_SHIFT_WORDS = re.compile(
    r"\b(?:later|earlier|back|forward|sooner|postpone[d]?|delay(?:ed)?|by|push(?:ed)?|snooze[d]?)\b|"
    r"推迟|延后|延迟|往后|往前|提前|提早|推后|推|晚|早|再过|后|再",
    re.IGNORECASE,
)
_TO = re.compile(r"(?:to|till|until)\b", re.IGNORECASE)
_EARLIER = re.compile(
    r"\b(?:earlier|sooner|forward)\b|往前|提前|提早|早(?=[\d一二两半三四五六七八九十个])",
    re.IGNORECASE,
)
_TASK_WORDS = re.compile(
    r"\b(?:tasks?|to-?dos?|lists?|reminders?|alarms?)\b|待办|任务|清单|提醒|闹钟", re.IGNORECASE
)
_EVENT_WORDS = re.compile(
    r"\b(?:events?|calendar|meetings?|appointments?|schedule)\b|日程|日历|会议|安排", re.IGNORECASE
)
_REMINDER_WORDS = re.compile(r"\b(?:reminders?|alarms?)\b|提醒|闹钟", re.IGNORECASE)


def move_item(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Give an item another day or time; what is not said stays as it is."""
    args = _as_shifted(args, ctx)
    item = find_one("move_item", args, fixed, ctx)
    if isinstance(item, Outcome):
        return item
    fixed = {**fixed, "item": item.id}
    which = which_of("move_item", args, fixed, ctx, item)
    if isinstance(which, Outcome):
        return which
    if whole := _ask_whole("move_item", args, fixed, ctx, item, which[0]):
        return whole
    fixed = {**fixed, "which": which[0], "key": which[1]}
    when = _new_time(_as_it_is(item, which[1], ctx), args, fixed, ctx)
    if isinstance(when, Outcome):
        return when
    if _is_there(_as_it_is(item, which[1], ctx), when):  # the new time was not understood
        text = ctx.say("ask_to", title=item.title)
        return ask(ctx, "move_item", args, fixed, text, slot="to", title=item.title)
    if ctx.dry_run:
        return Outcome(_changed("move_item", args, item, None, ctx, ""))
    moved, change = ctx.planner.move(item.id, when, which=which[0], key=which[1], tool="move_item")
    words = ctx.planner.describe(moved, ctx.now, ctx.lang)
    say = ctx.say("moved", title=moved.title, when=words)
    return _outcome("move_item", args, moved, change, ctx, say, when.assumptions)


def _ask_whole(
    tool: str, args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext, item: Item,
    which: str,
) -> Outcome | None:  # fmt: skip
    """Return the question before a whole series is changed, unless it was answered."""
    if not item.rrule or which != "all" or "which" in fixed or ctx.yes or fixed.get("confirmed"):
        return None
    text = ctx.say("ask_change_all", what=label(item, ctx))
    return ask(ctx, tool, args, {**fixed, "which": "all"}, text, confirm=True, title=item.title)


def _as_it_is(item: Item, key: str, ctx: ToolContext) -> Item:
    """Return the item at the time that is to be moved: an occurrence of a series has its own."""
    if not key:
        return item
    occurrence = ctx.planner.occurrence(item.id, key)
    return dataclasses.replace(item, start=occurrence.start, end=occurrence.end)


def _new_time(
    item: Item, args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext
) -> When | Outcome:
    """Return the new time: a shift, a new day, a new time of day, or both."""
    if "to" in fixed:
        return when_from_json(fixed["to"])
    phrase = target_phrase(args, ctx)
    shift = _english_shift(item, args, fixed, ctx) or _shift(args["to"], item, ctx)
    if shift is not None:
        return shift
    length = _length_of(item)
    is_event = item.kind is ItemKind.EVENT
    found = settle(
        phrase, "move_item", args, fixed, ctx, slot="to", length_s=length if is_event else None
    )
    if isinstance(found, Outcome):
        return found
    return _keeping(item, found, phrase, ctx, length)


def _as_shifted(args: dict[str, str], ctx: ToolContext) -> dict[str, str]:
    """Put the owner's own "an hour later" or 推迟半小时 for what the model made of it."""
    if ctx.lang == "zh":
        said = said_change(ctx.text, ctx.now, ctx.lang, ctx.planner.resolver)
        return {**args, **said.args} if said and said.tool == "move_item" else args
    if ctx.lang != "en" or any(_TO.match(span) for span in spans(ctx.text, ctx)):
        return args
    shift = shift_said(ctx.text, partial(ctx.planner.resolver.length, lang=ctx.lang))
    return {**args, "to": shift.words} if shift else args


def _english_shift(
    item: Item, args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext
) -> When | Outcome | None:
    """Return the time that "an hour later" gives, or the question which way "forward" is."""
    start = item.start or item.end
    shift = (
        shift_said(args["to"], partial(ctx.planner.resolver.length, lang=ctx.lang))
        if ctx.lang == "en" and start
        else None
    )
    if shift is None:
        return None
    later, earlier = (
        _shifted(item, dt.timedelta(seconds=seconds), shift.words)
        for seconds in (shift.seconds, -shift.seconds)
    )
    if shift.way != "forward":
        return later if shift.way == "later" else earlier
    choices = []
    for way, when in (("earlier", earlier), ("later", later)):
        there = dataclasses.replace(item, start=when.start, end=when.end)
        words = ctx.say(f"way_{way}", when=ctx.planner.describe(there, ctx.now, ctx.lang))
        choices.append(Choice(words, {**fixed, "to": when_to_json(when)}))
    text = ctx.say("ask_which_way", title=item.title)
    return ask(ctx, "move_item", args, fixed, text, choices=choices, slot="to", title=item.title)


def _shift(words: str, item: Item, ctx: ToolContext) -> When | None:
    """Return the time that "an hour later" or 推迟半小时 gives; None when it is no shift."""
    start = item.start or item.end
    bare = _SHIFT_WORDS.sub("", words).strip()
    length = ctx.planner.resolver.length
    seconds = length(bare, ctx.lang) or length(bare.removeprefix("个"), ctx.lang)
    if seconds is None or not start or not _SHIFT_WORDS.search(words + " " + ctx.text):
        return None
    earlier = bool(_EARLIER.search(words) or _EARLIER.search(ctx.text))
    delta = dt.timedelta(seconds=-seconds if earlier else seconds)
    return _shifted(item, delta, words)


def _shifted(item: Item, delta: dt.timedelta, phrase: str) -> When:
    def move(value: str | None) -> str | None:
        if value is None:
            return None
        if len(value) == 10:
            return (dt.date.fromisoformat(value) + delta).isoformat()
        return (dt.datetime.fromisoformat(value) + delta).isoformat()

    start, end = (item.start, item.end) if item.start else (item.end, None)
    return When(move(start), move(end), item.all_day, item.tz, item.rrule, phrase=phrase)


def _keeping(item: Item, when: When, phrase: str, ctx: ToolContext, length: int) -> When:
    """Fill in what the owner did not say: the time of day, or the day, of the item itself."""
    resolved = ctx.planner.resolver.resolve(phrase, ctx.now, ctx.lang) if phrase else None
    kind = resolved.kind if resolved else None
    old = item.start or item.end
    if not old or not when.start or resolved is None:
        return when
    if kind == "date" and not item.all_day and len(old) > 10:
        start = when.start[:10] + old[10:]
    elif kind == "time" and len(when.start) > 10:
        start = old[:10] + when.start[10:]
    else:
        return dataclasses.replace(when, rrule=when.rrule or item.rrule)
    end = None
    if item.kind is ItemKind.EVENT:
        end = (dt.datetime.fromisoformat(start) + dt.timedelta(seconds=length)).isoformat()
    return When(
        start, end, False, item.tz, item.rrule,
        assumptions=tuple(t for t in when.assumptions if not t.startswith(("length", "time"))),
        phrase=phrase,
    )  # fmt: skip


def _is_there(item: Item, when: When) -> bool:
    """Tell whether a thing is at that time already."""
    start = item.start or item.end
    return (
        bool(start) and when.start is not None and str(start)[:16] == when.start[:16]
        and when.rrule == item.rrule and item.all_day == when.all_day
    )  # fmt: skip


def _length_of(item: Item) -> int:
    if not item.start or not item.end or item.all_day:
        return 3600
    span = dt.datetime.fromisoformat(item.end) - dt.datetime.fromisoformat(item.start)
    return max(int(span.total_seconds()), 0) or 3600


def edit_item(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Change one field of an item."""
    item = find_one("edit_item", args, fixed, ctx)
    if isinstance(item, Outcome):
        return item
    fixed = {**fixed, "item": item.id}
    value = _value(args, fixed, ctx, item)
    if isinstance(value, Outcome):
        return value
    which = which_of("edit_item", args, fixed, ctx, item)
    if isinstance(which, Outcome):
        return which
    if whole := _ask_whole("edit_item", args, fixed, ctx, item, which[0]):
        return whole
    if ctx.dry_run:
        return Outcome(_changed("edit_item", args, item, None, ctx, ""))
    edited, change = ctx.planner.edit(
        item.id, args["field"], value, which=which[0], key=which[1],
        tool="edit_item",
    )  # fmt: skip
    say = ctx.say("edited", what=label(edited, ctx))
    return _outcome("edit_item", args, edited, change, ctx, say)


def _value(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext, item: Item) -> Any:
    """Return the new value of a field in the shape that the planner wants."""
    field, words = args["field"], args["value"]
    resolver = ctx.planner.resolver
    if field == "length":
        value: Any = new_length(words, item, ctx)
    elif field == "remind":
        before = resolver.offset(words, ctx.lang)
        value = None if before is None else (Alarm("start", -before),)
    elif field == "priority":
        value = _PRIORITIES.get(words.casefold())
    elif field == "repeat":
        value = settle(words, "edit_item", args, fixed, ctx, slot="value")
    else:
        value = words
    if value is None:
        return told("edit_item", args, ctx.say("value_unclear", value=words), status="refused")
    return value


def complete_task(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Mark a task as done."""
    item = _what_was_done(args, fixed, ctx)
    if isinstance(item, Outcome):
        return item
    if ctx.dry_run:
        return Outcome(_changed("complete_task", args, item, None, ctx, ""))
    done, change = ctx.planner.complete(item.id, tool="complete_task")
    return _outcome(
        "complete_task", args, done, change, ctx, ctx.say("completed", title=done.title)
    )


def _what_was_done(
    args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext
) -> Item | Outcome:
    """Return the task that was done: named, or told in the past ("paid the plumber, tick that off")."""
    tool, kinds = "complete_task", (ItemKind.TASK,)
    if "item" in fixed:
        return find_one(tool, args, fixed, ctx, kinds=kinds)
    deed = deed_in(ctx.text)
    if deed and only_refers(args["item"]):
        args = {**args, "item": deed}
    if deed or not candidates(args["item"], args.get("when", ""), ctx, kinds):
        found = done_tasks(deed or args["item"], ctx)
        if len(found) == 1:
            return found[0]
        if found:
            return which_one(tool, args, fixed, ctx, found)
    return find_one(tool, args, fixed, ctx, kinds=kinds)


def delete_item(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Delete after a yes: one item, one of a series, or all that the words name."""
    if "items" in fixed or _means_many(args, fixed, ctx):
        return _delete_many(args, fixed, ctx)
    item = find_one("delete_item", args, fixed, ctx)
    if isinstance(item, Outcome):
        return item
    fixed = {**fixed, "item": item.id}
    which = which_of("delete_item", args, fixed, ctx, item)
    if isinstance(which, Outcome):
        return which
    chosen = "which" in fixed
    if not (ctx.yes or fixed.get("confirmed") or chosen):
        text = ctx.say("ask_delete", what=label(item, ctx))
        return ask(
            ctx, "delete_item", args, {**fixed, "which": which[0], "key": which[1]}, text,
            confirm=True, title=item.title, when=ctx.planner.describe(item, ctx.now, ctx.lang),
        )  # fmt: skip
    if ctx.dry_run:
        return Outcome(_changed("delete_item", args, item, None, ctx, ""))
    change = ctx.planner.delete(
        item.id,
        which=which[0],
        key=which[1],
        tool="delete_item",
    )
    return _outcome(
        "delete_item", args, item, change, ctx, ctx.say("deleted", what=label(item, ctx))
    )


def _means_many(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> bool:
    """Tell whether all of a kind or of a day is meant ("every reminder", "clear my Friday")."""
    words = args["item"]
    if "item" in fixed or without_kinds(words, ctx):
        return False
    if names_many(words, ctx):
        return True
    # No thing is named, only a day: then it is about all that is there.
    return bool(phrase_for(args.get("when", "") or words, ctx)) and not names_one_kind(words)


def _delete_many(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    ids = [int(n) for n in fixed.get("items", ())] or [i.id for i in _many(args, ctx)]
    if not ids:
        return told("delete_item", args, ctx.say("nothing_there"), status="refused")
    items = [ctx.planner.get(n) for n in ids]
    titles = ctx.say("comma").join(item.title for item in items[:5])
    titles += ctx.say("and_more") if len(items) > 5 else ""
    if not (ctx.yes or fixed.get("confirmed")):
        text = ctx.say("ask_delete_many", count=len(items), titles=titles)
        return ask(ctx, "delete_item", args, {**fixed, "items": ids}, text, confirm=True)
    if ctx.dry_run:
        return Outcome(Action("delete_item", args, "done", titles))
    change = ctx.planner.delete_many(ids, tool="delete_item")
    say = ctx.say("deleted_many", count=len(items), titles=titles)
    action = Action("delete_item", args, "done", say, undo=change.id, title=titles)
    return Outcome(action, say)


def _many(args: dict[str, str], ctx: ToolContext) -> list[Item]:
    """Return what "all reminders" or "everything on Friday" names: from now on, if no day is said."""
    phrase = phrase_for(args.get("when", ""), ctx)
    span = window(phrase, ctx) if phrase else None
    words = args["item"]
    start = span[0] if span else ctx.now.wall.isoformat()
    end = span[1] if span else (ctx.now.wall + dt.timedelta(days=3650)).isoformat()
    items: dict[int, Item] = {}
    if not _TASK_WORDS.search(words):
        for occurrence in ctx.planner.events(start, end, ctx.now.tz):
            items.setdefault(occurrence.item.id, occurrence.item)
    if not _EVENT_WORDS.search(words):
        for occurrence in ctx.planner.tasks("open"):
            at = (occurrence.start or occurrence.end or "")[:10]
            if span is None or (at and start[:10] <= at <= end[:10]):
                items.setdefault(occurrence.item.id, occurrence.item)
    if _REMINDER_WORDS.search(words):
        return [item for item in items.values() if item.alarms]
    return list(items.values())


def undo(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Take back the last change."""
    if ctx.dry_run:
        return Outcome(Action("undo", args, "done", ""))
    try:
        change = ctx.undo.undo()
    except AppError as error:
        if error.code != "erased_for_good":
            raise
        return told("undo", args, sentence(error, ctx.lang), status="refused")
    if change is None:
        return told("undo", args, ctx.say("nothing_to_undo"), status="refused")
    return told("undo", args, ctx.say("undone", titles=change_words(change, ctx.lang)))


def _changed(
    tool: str, args: dict[str, str], item: Item, change: Change | None, ctx: ToolContext, say: str,
    assumed: tuple[str, ...] = (),
) -> Action:  # fmt: skip
    return Action(
        tool=tool, args=args, status="done", summary=say, item=item.id,
        item_kind=item.kind.value, undo=change.id if change else None,
        assumptions=tuple(ctx.planner.describe_assumptions(assumed, ctx.lang)),
        title=item.title, when=ctx.planner.describe(item, ctx.now, ctx.lang),
    )  # fmt: skip


def _outcome(
    tool: str, args: dict[str, str], item: Item, change: Change, ctx: ToolContext, say: str,
    assumed: tuple[str, ...] = (),
) -> Outcome:  # fmt: skip
    action = _changed(tool, args, item, change, ctx, say, assumed)
    return Outcome(action, say, listing=(item.alias,), finished=item.title)
