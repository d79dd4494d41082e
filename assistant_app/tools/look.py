"""Show what is there, find free time, and answer questions about dates."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

from assistant_app.domain.planner import FreeSlot, Occurrence
from assistant_app.tools.dates import next_day, phrase_for, window, without_dates
from assistant_app.tools.find import without_kinds
from assistant_app.tools.outcome import Outcome, ToolContext, told
from assistant_app.tools.preference import preferred_part

MAX_LISTED = 20
_AHEAD_DAYS = 30
_NO_SUBJECT = re.compile(
    r"\b(?:what|which|is|are|'s|s|still|yet|all|my|the|things?|ones?|tasks?|items?|to ?dos?|"
    r"i|have|has|been)\b|['’]|任务|待办|事项|事情|的|我|还|所有|全部|哪些|什么"
)
_SUGGEST = re.compile(
    r"\b(?:suggest|recommend|propose|pick|choose)\b.*\b(?:times?|slots?|hours?|when)\b|"
    r"\b(?:good|best) (?:time|slot|hour) (?:for|to)\b|"
    r"(?:推荐|建议|挑|选|定).{0,6}(?:时间|时段|钟头|几点)|什么时候(?:合适|方便)",
    re.IGNORECASE,
)
"""Asks for one time, and not for all that are free."""
_ASKS_TODAY = re.compile(
    r"\b(?:today|now|tonight|date|weekday|(?:what|which) day|clock|(?:the|what|current) time|"
    r"time is it)\b|"
    r"今天|现在|几号|[期周拜]几|几点|日期|时间",
    re.IGNORECASE,
)
_ASKS_WHEN = re.compile(
    r"\b(?:tomorrow|yesterday|holidays?|when(?:['’]?s| is| are| will| does| do)|"
    r"(?:days?|weeks?|months?|hours?|long|time)(?: \w+)? (?:until|till|to|before|since|left|ago))\b|"
    r"明天|昨天|哪天|哪一天|什么时候|还有[多几]|离|距|以后|之后|放假|农历|节",
    re.IGNORECASE,
)
"""Asks for a day or a time of the present, and not for a matter of history or science."""
_WHEN_WAS = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:day|date|time)\b|哪一?天|几[号点]|[周期拜]几|什么时[候间]|啥时|何时",
    re.IGNORECASE,
)
_HOW_LONG = re.compile(r"\bhow (?:long|many \w+)\b|还[有剩](?:几|多)", re.IGNORECASE)
"""Its days are those that are asked for, and none to look at."""
_STATES = {
    "open": re.compile(
        r"open|left|pending|outstanding|unfinished|incomplete|undone|remaining|"
        r"not (?:done|finished|completed?)|[未没]完成|[没未][做办]完?|[没未]结束"
    ),
    "done": re.compile(
        r"done|finished|completed?|ticked off|完成了?|已完成|做完了?|已做完?|办完了?|已办完?"
    ),
}
"""What the owner calls the states of a task."""


def list_items(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Show events, tasks or reminders: of a day or span, about words, open or done."""
    kind, state = args["kind"], args.get("state", "open")
    about = without_dates(args.get("about", ""), ctx) if args.get("about") else ""
    if meant := _state_of(about):
        kind, state, about = "task", meant, ""
    if about and not without_kinds(about, ctx):  # "my to-do list" is no subject
        about = ""
    asks_how_long = about and _HOW_LONG.search(ctx.text)
    phrase = "" if asks_how_long else phrase_for(args.get("when", ""), ctx)
    span = window(phrase, ctx) if phrase else None
    if phrase and span is None:
        return told(
            "list_items", args, ctx.say("date_unresolved", phrase=phrase), status="refused"
        )
    found: list[Occurrence] = []
    if kind in ("event", "any"):
        found += _events(span, about, ctx)
    if kind in ("task", "reminder", "any") or (kind == "event" and not found and about):
        found += _tasks(span, about, state, ctx, alarms=kind == "reminder")
    if not found and about and not span and _WHEN_WAS.search(ctx.text):
        found = _past(about, ctx)
    if kind == "reminder" and not found:
        found += [o for o in _events(span, about, ctx) if o.item.alarms]
    return _listed(args, found, span[2] if span else "", about, ctx)


def _state_of(about: str) -> str:
    """Return the state that "what is still open" or 还没做完的 asks for; '' for anything else.

    A small model takes these words for a subject; only tasks have a state.
    """
    bare = " ".join(_NO_SUBJECT.sub(" ", about.casefold()).split())
    return next((state for state, words in _STATES.items() if words.fullmatch(bare)), "")


def _events(span: tuple[str, str, str] | None, about: str, ctx: ToolContext) -> list[Occurrence]:
    if span:
        return ctx.planner.events(span[0], span[1], ctx.now.tz, about)
    ahead = 365 if about else _AHEAD_DAYS
    start = ctx.now.wall
    end = start + dt.timedelta(days=ahead)
    return ctx.planner.events(start.isoformat(), end.isoformat(), ctx.now.tz, about)


def _past(about: str, ctx: ToolContext) -> list[Occurrence]:
    """Return what was within a year, the latest first."""
    now = ctx.now.wall
    start = now - dt.timedelta(days=365)
    return ctx.planner.events(start.isoformat(), now.isoformat(), ctx.now.tz, about)[::-1]


def _tasks(
    span: tuple[str, str, str] | None, about: str, state: str, ctx: ToolContext, *, alarms: bool
) -> list[Occurrence]:
    wanted = "all" if state == "any" else state
    tasks = ctx.planner.tasks(wanted, about=about)  # type: ignore[arg-type]
    if not tasks and about:
        tasks = ctx.planner.tasks(wanted, list_name=about)  # type: ignore[arg-type]
    if span:
        tasks = [task for task in tasks if _due_in(task, span)]
    if alarms:
        return [task for task in tasks if task.item.alarms] or tasks
    return tasks


def _due_in(task: Occurrence, span: tuple[str, str, str]) -> bool:
    at = task.end or task.start
    return bool(at) and span[0] <= str(at)[: len(span[0])] and str(at)[: len(span[1])] < span[1]


def _listed(
    args: dict[str, str], found: list[Occurrence], day: str, about: str, ctx: ToolContext
) -> Outcome:
    if not found:
        key = "list_none_about" if about else "list_none_day" if day else "list_none"
        text = ctx.say(key, about=about, day=day)
        return told("list_items", args, text, nothing=bool(about))
    head = ctx.say("list_head_day" if day else "list_head", count=len(found), day=day)
    lines = [head]
    for number, occurrence in enumerate(found[:MAX_LISTED], 1):
        lines.append(f"{number}. {_line(occurrence, ctx)}")
    if len(found) > MAX_LISTED:
        lines.append(ctx.say("list_more", count=len(found) - MAX_LISTED))
    return told(
        "list_items", args, "\n".join(lines), data=[_row(o) for o in found[:MAX_LISTED]],
        listing=[o.item.alias for o in found[:MAX_LISTED]],
    )  # fmt: skip


def _line(occurrence: Occurrence, ctx: ToolContext) -> str:
    when = ctx.planner.describe(occurrence, ctx.now, ctx.lang)
    text = ctx.say("item_label", title=occurrence.item.title, when=when) if when else ""
    text = text or occurrence.item.title
    return text + (ctx.say("done_mark") if occurrence.done else "")


def _row(occurrence: Occurrence) -> dict[str, Any]:
    item = occurrence.item
    return {
        "id": item.id, "kind": item.kind.value, "title": item.title, "start": occurrence.start,
        "end": occurrence.end, "all_day": item.all_day, "done": occurrence.done,
        "place": item.place, "key": occurrence.key,
    }  # fmt: skip


def find_free_time(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Say when the owner is free within a span, or whether."""
    phrase = phrase_for(args["when"], ctx)
    span = window(phrase, ctx) if phrase else None
    if phrase and span is None:
        text = ctx.say("date_unresolved", phrase=phrase)
        return told("find_free_time", args, text, status="refused")
    if span is None:
        start = ctx.now.wall.date()
        span = (
            start.isoformat(),
            (start + dt.timedelta(days=7)).isoformat(),
            ctx.say("this_week"),
        )
    length = ctx.planner.resolver.length(args.get("length", ""), ctx.lang) or 1800
    whole_days = len(span[0]) == 10
    if whole_days and not args.get("hours") and _SUGGEST.search(ctx.text):
        return _suggested(args, span, ctx)
    hours = _hours(args, ctx) if whole_days else None
    start_text, end_text = _from_now(span, ctx)
    slots = ctx.planner.free(start_text, end_text, ctx.now.tz, length_s=length, hours=hours)
    busy = ctx.planner.events(span[0], span[1], ctx.now.tz)
    return _free_answer(args, slots, [b for b in busy if not b.item.transparent], span[2], ctx)


def _suggested(args: dict[str, str], span: tuple[str, str, str], ctx: ToolContext) -> Outcome:
    """Offer a time, in the part of the day that the owner likes, where that is known."""
    resolver = ctx.planner.resolver
    length = resolver.length(args.get("length", ""), ctx.lang) or resolver.length(
        ctx.text, ctx.lang
    )
    liked = preferred_part(ctx, ctx.text)
    start, end = _from_now(span, ctx)
    for hours in [liked.hours, ctx.hours] if liked else [ctx.hours]:
        slots = ctx.planner.free(start, end, ctx.now.tz, length_s=length or 3600, hours=hours)
        if slots:
            break
        liked = None
    else:
        return told("find_free_time", args, ctx.say("free_none", day=span[2]))
    first = dt.datetime.fromisoformat(slots[0].start)
    last = first + dt.timedelta(seconds=length or 3600)
    slot = FreeSlot(first.isoformat(), last.isoformat(), ctx.now.tz)
    text = ctx.say("free_suggested", slot=_slot(slot, ctx))
    if liked:
        text += ctx.say("free_liked", text=liked.memory.memory.text)
    return told(
        "find_free_time", args, text, data=[{"start": slot.start, "end": slot.end}],
        used=[liked.memory] if liked else [],
    )  # fmt: skip


def _from_now(span: tuple[str, str, str], ctx: ToolContext) -> tuple[str, str]:
    start = span[0] if len(span[0]) > 10 else f"{span[0]}T00:00:00"
    end = span[1] if len(span[1]) > 10 else f"{span[1]}T00:00:00"
    now = ctx.now.wall.replace(microsecond=0).isoformat()
    return (max(start, now) if end > now else start), end


def _hours(args: dict[str, str], ctx: ToolContext) -> tuple[str, str]:
    words = args.get("hours", "")
    if words:
        resolved = ctx.planner.resolver.resolve(words, ctx.now, ctx.lang, prefer="any")
        if resolved.status == "ok" and resolved.kind == "range":
            return _clock(resolved.value["start"]), _clock(resolved.value["end"])
    return ctx.hours


def _clock(value: str) -> str:
    """Return the time of day of "15:00" or "2026-11-25T15:00:00"."""
    return value.rpartition("T")[2][:5]


def _free_answer(
    args: dict[str, str], slots: list[FreeSlot], busy: list[Occurrence], day: str, ctx: ToolContext
) -> Outcome:
    if not slots:
        lines = [ctx.say("free_none", day=day)]
    elif not busy:
        lines = [ctx.say("free_all", day=day)]
    else:
        lines = [ctx.say("free_head", day=day)]
    lines += [f"- {_slot(slot, ctx)}" for slot in slots[:8]] if busy or len(slots) > 1 else []
    if busy:
        lines.append(ctx.say("busy_head"))
        lines += [f"- {_line(occurrence, ctx)}" for occurrence in busy[:8]]
    return told(
        "find_free_time", args, "\n".join(lines),
        data=[{"start": s.start, "end": s.end} for s in slots],
        listing=[o.item.alias for o in busy[:8]],
    )  # fmt: skip


def _slot(slot: FreeSlot, ctx: ToolContext) -> str:
    day = ctx.planner.resolver.resolve(slot.start[:10], ctx.now, ctx.lang, prefer="any")
    words = ctx.planner.resolver.explain(day, ctx.now, ctx.lang) if day.status == "ok" else ""
    end = slot.end[11:16] if slot.end[:10] == slot.start[:10] else "24:00"
    if slot.end[:10] > next_day(slot.start):
        end = slot.end[:16].replace("T", " ")
    return f"{words or slot.start[:10]} {slot.start[11:16]}–{end}"


def what_date(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Say which day or date a phrase means; without one, what today is.

    "When is the parents' evening?" is asked again, without this tool: it may be in the calendar. A
    question of another kind ("in which year …") has nothing to do with today.
    """
    for phrase in (args["phrase"], phrase_for(args["phrase"], ctx), ctx.text):
        if not phrase:
            continue
        resolved = ctx.planner.resolver.resolve(phrase, ctx.now, ctx.lang, prefer="any")
        if resolved.kind == "rrule" and str(resolved.value.get("rrule")) == "FREQ=DAILY":
            continue  # "how much sleep does one need every day" asks for no day
        if resolved.status in ("ok", "past", "ambiguous") and resolved.value is not None:
            words = ctx.planner.resolver.explain(resolved, ctx.now, ctx.lang)
            return told("what_date", args, ctx.say("date_is", phrase=phrase, when=words))
    if _ASKS_WHEN.search(ctx.text) and not _ASKS_TODAY.search(ctx.text):
        return Outcome(None, again=ctx.say("no_date"))
    today = ctx.planner.resolver.resolve(ctx.now.wall.date().isoformat(), ctx.now, ctx.lang, "any")
    words = ctx.planner.resolver.explain(today, ctx.now, ctx.lang)
    time = f"{ctx.now.wall:%H:%M}"
    text = ctx.say("date_today", when=words, time=time)
    return told("what_date", args, text, nothing=not _ASKS_TODAY.search(ctx.text))
