"""Put things on the calendar and the task list."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

from assistant_app.domain.planner import Alarm, ItemKind, NewItem, When
from assistant_app.domain.search_text import STOP_WORDS
from assistant_app.domain.turn import Action
from assistant_app.tools.dates import phrase_for, pieces, said, settle, spans
from assistant_app.tools.outcome import Outcome, ToolContext, ask
from assistant_app.tools.own_words import names_nothing, own_words
from assistant_app.tools.preference import preferred_part, suggestions
from assistant_app.tools.said_time import at_said_time
from assistant_app.tools.same_name import ask_if_another, moved_instead
from assistant_app.tools.where_to import without_where

_LEAD = re.compile(
    r"^(?:(?:please|pls|can you|could you|hey|ok|okay|so|um|i need to|i have to|i want to)\b[ ,]*)*"
    r"(?:(?:add|put|set|create|make|schedule|book|remind me(?: to| about| of)?|"
    r"remember to|don'?t let me forget(?: to)?|i need to|i have to|i must)\b\s*)?"
    r"(?:(?:a|an|the|my) (?=\S))?",
    re.IGNORECASE,
)
_LEAD_ZH = re.compile(
    r"^(?:请|麻烦)?(?:帮我|给我|替我)?(?:安排|添加|新建|创建|增加|加|建|定|设|记)?(?:一个|一下|个|"
    r"一场|一次(?!性))?"
    r"(?:提醒我?|叫我|待办|任务|日程)?要?[：:,，\s]*"
)
_SMALL = STOP_WORDS | {"up", "out", "off", "back"}
"""What a title may have that was not said: "Wake up" for "wake me"."""
_WAKE = re.compile(r"\b(?:wake|woken|get (?:me|us) up|alarm)\b|叫醒|起床|闹钟", re.IGNORECASE)
_LATE = re.compile(
    r"[ap]\.?m\b|evening|afternoon|night|noon|\b(?:1[3-9]|2[0-3])(?::|\b)|下午|晚|夜|中午|"
    r"十[三四五六七八九]|二十",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"^(?:an? |the |my )?(?:new )?(?:meeting|event|appointment|reminder|task|something|call|"
    r"会议|会|开会|日程|安排|提醒|任务|待办|事情|约会|事)$",
    re.IGNORECASE,
)


def title_of(argument: str, ctx: ToolContext, place: str = "") -> str:
    """Return a title in the owner's words: no date words, no "remind me to", 提醒我.

    Where nothing is left of it, what else the message says is the title, or else the `place`.
    """
    if _quoted(argument, ctx.text):
        return argument.strip("\"'“”‘’《》「」")
    title = _as_said(argument, ctx)
    extracted = ctx.planner.resolver.extract(title, ctx.now, ctx.lang)
    found = pieces(title, extracted)
    bare = extracted.rest.strip() if found else title
    if found and _stands_without_dates(found, title, ctx):
        bare = title
    bare = without_where(bare, ctx.lang)
    lead = _LEAD_ZH if ctx.lang == "zh" else _LEAD
    own = own_words(place, ctx) if ctx.lang == "en" and names_nothing(bare) else ""
    for candidate in (own, lead.sub("", bare, count=1), bare, title):
        if cleaned := candidate.strip(" ,，.。!！?？:：、'\""):
            return cleaned[:1].upper() + cleaned[1:]
    return title


def _as_said(title: str, ctx: ToolContext) -> str:
    """Return a title as the message has it: what the model left out inside is put back."""
    if said(title, ctx):
        here = re.search(re.escape(title), ctx.text, re.IGNORECASE)
        return here[0] if here else title
    # Chinese has no spaces: what counts there is whether the characters were said.
    words = re.findall(r"\w" if ctx.lang == "zh" else r"\w+", title.casefold())
    known = sum(word in ctx.text.casefold() for word in words)
    if not words or known < len(words) * (0.8 if ctx.lang == "zh" else 0.5):
        return ctx.text
    if ctx.lang == "zh":
        return title
    # "Dentist appointment" where only the dentist was named.
    unsaid = {word for word in words if word not in ctx.text.casefold()}
    if unsaid and unsaid <= _SMALL:
        return title
    words = [word for word in words if word not in unsaid]
    whole = re.search(
        r"\b" + r"\W+(?:\w+\W+)?".join(map(re.escape, words)), ctx.text, re.IGNORECASE
    )
    if whole and not spans(whole[0], ctx):
        return whole[0]
    return " ".join(words) if unsaid else title


def _stands_without_dates(found: list[str], title: str, ctx: ToolContext) -> bool:
    """Tell whether what looks like date words in a title alone is none in the whole message."""
    whole = [span.casefold() for span in spans(ctx.text, ctx)]
    return said(title, ctx) and not any(
        part.casefold() in span for part in found for span in whole
    )


def _quoted(title: str, text: str) -> bool:
    """Tell whether the message has a title between quotation marks: it is a name then."""
    bare = re.escape(title.strip("\"'“”‘’《》「」"))
    return bool(re.search(rf"[\"“‘《「]\s*{bare}\s*[\"”’》」]", text, re.IGNORECASE))


def create_event(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Put an event on the calendar; ask for the day where nobody said one."""
    if moved := moved_instead(fixed, ctx):
        return moved
    title = title_of(args["title"], ctx, args.get("place", ""))
    args = {**args, "title": title}
    phrase = phrase_for(args.get("when", ""), ctx, also=args.get("repeat", ""))
    if not phrase and "when" not in fixed:
        return _ask_day(args, fixed, ctx)
    length = ctx.planner.resolver.length(args.get("length", ""), ctx.lang)
    when = settle(phrase, "create_event", args, fixed, ctx, slot="when", length_s=length or 3600)
    if isinstance(when, Outcome):
        return when
    if "when" not in fixed:
        when = at_said_time(when, ctx, length or 3600)
    if length:
        when = dataclasses.replace(when, assumptions=when.assumptions_but("length"))
    if asked := ask_if_another("create_event", args, "when", when, phrase, fixed, ctx):
        return asked
    new = NewItem(
        ItemKind.EVENT, title, when, place=_place(args, ctx), alarms=_alarms(args, ctx),
        phrase=ctx.text[:200],
    )  # fmt: skip
    return _store("create_event", args, new, ctx)


def _ask_day(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    generic = bool(_GENERIC.match(args["title"]))
    liked = preferred_part(ctx, args["title"])
    if liked is None:
        key = "ask_day_subject" if generic else "ask_day"
        choices = suggestions(ctx, ctx.hours)
        return ask(
            ctx, "create_event", args, fixed, ctx.say(key, title=args["title"]),
            choices=choices, slot="when",
        )  # fmt: skip
    key = "ask_day_subject_liked" if generic else "ask_day_liked"
    text = ctx.say(key, title=args["title"], part=ctx.say(f"part_{liked.part}"))
    choices = suggestions(ctx, liked.hours)
    return ask(
        ctx, "create_event", args, fixed, text, choices=choices, slot="when", used=[liked.memory]
    )


def _place(args: dict[str, str], ctx: ToolContext) -> str:
    place = args.get("place", "")
    return place if place and said(place, ctx) else ""


def _alarms(args: dict[str, str], ctx: ToolContext) -> tuple[Alarm, ...] | None:
    words = args.get("remind", "")
    before = ctx.planner.resolver.offset(words, ctx.lang) if words and said(words, ctx) else None
    return (Alarm("start", -before),) if before is not None else None


def create_task(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Add something to do, with a due date where one was said."""
    if moved := moved_instead(fixed, ctx):
        return moved
    title = title_of(args["title"], ctx)
    args = {**args, "title": title}
    when: When | None = None
    phrase = phrase_for(args.get("due", ""), ctx, also=args.get("repeat", ""))
    if phrase or "due" in fixed:
        settled = settle(phrase, "create_task", args, fixed, ctx, slot="due", length_s=None)
        if isinstance(settled, Outcome):
            return settled
        when = _due(settled)
        if asked := ask_if_another("create_task", args, "due", when, phrase, fixed, ctx):
            return asked
    new = NewItem(
        ItemKind.TASK, title, when, list_name=_list(args, ctx),
        priority=args.get("priority", "normal"), phrase=ctx.text[:200],  # type: ignore[arg-type]
    )  # fmt: skip
    return _store("create_task", args, new, ctx)


def _list(args: dict[str, str], ctx: ToolContext) -> str:
    name = args.get("list", "")
    return name if name and said(name, ctx) else ""


def _due(when: When) -> When:
    """Return a time as a due time: a range ends it, and the last day of a range of days is due."""
    if not when.end or when.end == when.start:
        return when
    if when.all_day:
        last = dt.date.fromisoformat(when.end[:10]) - dt.timedelta(days=1)
        return dataclasses.replace(when, start=last.isoformat(), end=None)
    return dataclasses.replace(when, end=None)


def _in_the_morning(when: When, phrase: str, ctx: ToolContext) -> When:
    """Return the time to be woken at: half past six without a word is in the morning."""
    if not when.start or len(when.start) <= 10 or not _WAKE.search(ctx.text):
        return when
    start = dt.datetime.fromisoformat(when.start)
    if start.hour < 13 or _LATE.search(phrase):
        return when
    start -= dt.timedelta(hours=12)
    if start <= ctx.now.wall.replace(tzinfo=None):
        start += dt.timedelta(days=1)
    return dataclasses.replace(when, start=start.isoformat())


def set_reminder(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Remind at a time: a task that is due then, with an alarm at it."""
    title = title_of(args["text"], ctx)
    args = {**args, "text": title}
    phrase = phrase_for(args.get("when", ""), ctx, also=args.get("repeat", ""))
    if not phrase and "when" not in fixed:
        return ask(
            ctx, "set_reminder", args, fixed, ctx.say("ask_remind_when", title=title), slot="when"
        )
    when = settle(phrase, "set_reminder", args, fixed, ctx, slot="when", length_s=None)
    if isinstance(when, Outcome):
        return when
    when = _due(when) if "when" in fixed else at_said_time(_due(when), ctx, None)
    when = _in_the_morning(when, phrase, ctx)
    if when.all_day and when.start:
        when = dataclasses.replace(
            when, start=f"{when.start[:10]}T09:00:00", all_day=False, tz=ctx.now.tz,
            assumptions=(*when.assumptions, "time=09:00"),
        )  # fmt: skip
    new = NewItem(ItemKind.TASK, title, when, alarms=(Alarm("start", 0),), phrase=ctx.text[:200])
    return _store("set_reminder", args, new, ctx)


def _store(tool: str, args: dict[str, str], new: NewItem, ctx: ToolContext) -> Outcome:
    assumed = new.when.assumptions if new.when else ()
    sentences = tuple(ctx.planner.describe_assumptions(assumed, ctx.lang))
    if ctx.dry_run:
        action = Action(
            tool, args, "done", new.title, title=new.title, when=new.when.phrase if new.when else "",
            assumptions=sentences,
        )  # fmt: skip
        return Outcome(action)
    clashes = (
        ctx.planner.conflicts(new.when)
        if new.kind is ItemKind.EVENT and new.when and not new.when.all_day and not new.when.rrule
        else []
    )
    item, change = ctx.planner.add(new, tool=tool)
    words = ctx.planner.describe(item, ctx.now, ctx.lang)
    say = ctx.say(f"{tool}_done", title=item.title, when=words)
    if not words:
        say = ctx.say(f"{tool}_done_undated", title=item.title)
    if clashes:
        say += ctx.say("clash", titles=ctx.say("comma").join(c.item.title for c in clashes[:3]))
    action = Action(
        tool=tool, args=args, status="done", summary=say, item=item.id,
        item_kind=item.kind.value, undo=change.id, assumptions=sentences, title=item.title,
        when=words,
    )  # fmt: skip
    return Outcome(action, say, listing=(item.alias,), finished=item.title)
