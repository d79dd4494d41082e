"""Which item the owner means: an id just listed, "it", or words of its title.

Deterministic: none gives near misses, one goes on, several give a numbered choice.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from assistant_app.domain.planner import Item, ItemKind
from assistant_app.errors import AppError
from assistant_app.tools.dates import phrase_for, spans, window, without_dates
from assistant_app.tools.outcome import Choice, Outcome, ToolContext, ask, told

_IT = re.compile(
    r"^(?:it|that|this|that one|this one|the last one|the (?:event|task|meeting|reminder)|"
    r"它|这个|那个|这件事|刚才那个|刚才的|这个会|那个会)$",
    re.IGNORECASE,
)
_KIND_WORDS = re.compile(
    r"\b(?:the|my|a|an|all|every|of|events?|tasks?|appointments?|meetings?|reminders?|alarms?|"
    r"to-?dos?|lists?|schedule|agenda|entry|item|please)\b|的|那个|这个|提醒|闹钟|日程|待办|任务|"
    r"会议|安排|事项|清单|列表|日历",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|every|everything|entire|whole|completely|any)\b|"
    r"\b(?:calendar|schedule|agenda|(?:to-?do|task)s? list)\b|(?:待办|任务)(?:清单|列表)|所有|全部?|"
    r"一切|每个|都",
    re.IGNORECASE,
)
_ONE_KIND = re.compile(
    r"\b(?:event|task|appointment|meeting|reminder|alarm|to-?do|entry|item)\b|提醒|闹钟|待办|任务|"
    r"会议|会$",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight)(?=['’]s\b|\b)|"
    r"(?:周|星期|礼拜)[一二三四五六日天]|今天|明天|后天|今晚|明早",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\s+(?:class|meeting|session|event|appointment|task|lesson|reminder)$|(?:课程?|会议?|活动|任务|日程|提醒|聚会|事项)$",
    re.IGNORECASE,
)
"""The kind of a thing, which a small model likes to add to its name."""
_POINTS = re.compile(
    r"^(?:(?:my|the|our|this|that)\b\s*)+|[这那](?:[个场条节次堂项件]|一[个场条节次])|^的|的$|我们?的|我的",
    re.IGNORECASE,
)
"""Words that only point at a thing."""
_ORDERED = re.compile(
    r"^(?:(?:please|can you|could you|just)\s+)*(?:move|shift|push|bump|slide|re-?schedule|"
    r"postpone|delay|bring|cancel|delete|remove|drop|scrap|skip|rename|change|extend|shorten|complete|finish|mark|"
    r"(?:tick|check|cross) off)\s+|(?<=..)(?:[改挪移推调换删]|提前|推迟|取消|延后)(?:[到成至掉为])?$",
    re.IGNORECASE,
)
"""The command, which a small model takes for a part of the name."""
MAX_CHOICES = 6
_AHEAD_DAYS = 365


def find_one(
    tool: str,
    args: dict[str, str],
    fixed: Mapping[str, Any],
    ctx: ToolContext,
    *,
    kinds: Sequence[ItemKind] = (),
) -> Item | Outcome:
    """Return the one item that `args["item"]` names, or the question (or word) it takes."""
    if "item" in fixed:
        return ctx.planner.get(int(fixed["item"]))
    words = args["item"]
    if _IT.match(words.strip()):
        listed = tuple(ctx.state.listing)
        if ctx.state.last_item and listed in ((), (ctx.state.last_item,)):
            return _last(ctx)
        if several := _listed(ctx):
            return which_one(tool, args, fixed, ctx, several)
    found = candidates(words, args.get("when", ""), ctx, kinds)
    said = ctx.text.casefold()
    if not found and words.casefold() not in said and (name := _ADDED.sub("", words)):
        found = candidates(name, "", ctx, kinds) if name.casefold() in said else []
    if not found and (bare := _ORDERED.sub("", words)) != words:  # "shift choir" for "choir"
        found = candidates(bare, args.get("when", ""), ctx, kinds)
    if len(found) == 1:
        return found[0]
    if found:
        return which_one(tool, args, fixed, ctx, found)
    near = _near(words, ctx, kinds)
    if near:
        text = ctx.say("not_found_near", words=words)
        return ask(ctx, tool, args, fixed, text, choices=_choices(near, ctx))
    return told(tool, args, ctx.say("not_found", words=words), status="refused", nothing=True)


def _last(ctx: ToolContext) -> Item:
    alias = str(ctx.state.last_item)
    return ctx.planner.get(int(alias[1:]))


def _listed(ctx: ToolContext) -> list[Item]:
    """Return what was shown last and is still there."""
    found = []
    for alias in dict.fromkeys(ctx.state.listing):
        with contextlib.suppress(AppError):
            found.append(ctx.planner.get(int(alias[1:])))
    return found


def candidates(
    words: str, when: str, ctx: ToolContext, kinds: Sequence[ItemKind] = ()
) -> list[Item]:
    """Return the items named by `words`, narrowed by a day where the owner said one."""
    if not without_kinds(words, ctx) and (there := _on_the_day(words, when, ctx, kinds)):
        return there
    found = ctx.planner.find(words, kinds=kinds, now=ctx.now)
    if not found:
        bare = without_dates(words, ctx)
        if bare == words:  # "Saturday brunch" may be a name, and may be a brunch on Saturday
            bare = " ".join(_DAY.sub(" ", words).split())
            when = when or " ".join(_DAY.findall(words))
        found = ctx.planner.find(bare, kinds=kinds, now=ctx.now) if bare and bare != words else []
    exact = [item for item in found if item.title.casefold() == words.casefold()]
    found = exact or found
    phrase = phrase_for(when, ctx) if len(found) > 1 else ""
    span = window(phrase, ctx) if phrase else None
    if span:
        there = [item for item in found if _within(item, span, ctx)]
        found = there or found
    return found


def named(words: str, ctx: ToolContext) -> list[Item]:
    """Return the items that words cut out of a message name, narrowed by a day among them."""
    bare = " ".join(_POINTS.sub(" ", without_dates(words, ctx)).split())
    day = next(iter(spans(words, ctx)), "")
    span = window(day, ctx) if day else None
    if not without_kinds(bare, ctx):
        return _on_the_day(words, day, ctx, ()) if span else []
    found = ctx.planner.find(bare, now=ctx.now) or ctx.planner.find(words, now=ctx.now)
    found = [item for item in found if item.title.casefold() == bare.casefold()] or found
    if span and len(found) > 1:
        found = [item for item in found if _within(item, span, ctx)] or found
    return found


def titled_in(words: str, ctx: ToolContext, *, done: bool = False) -> list[Item]:
    """Return what is to come or to do whose whole title stands among `words`: the longest title.

    With `done`, tasks that are done as well.
    """
    now = ctx.now.wall
    end = (now + dt.timedelta(days=_AHEAD_DAYS)).isoformat()
    there = [o.item for o in ctx.planner.events(now.date().isoformat(), end, ctx.now.tz)]
    there += [o.item for o in ctx.planner.tasks("all" if done else "open")]
    flat = words.casefold()
    found = [i for i in there if re.search(_whole_title(i.title.casefold()), flat)]
    longest = max((len(item.title) for item in found), default=0)
    return list({i.id: i for i in found if len(i.title) == longest > 1}.values())


def _whole_title(title: str) -> str:
    """Return the pattern of a title; a Latin one begins and ends where a word does."""
    return rf"(?<![a-z0-9]){re.escape(title)}(?![a-z0-9])"


def _on_the_day(words: str, when: str, ctx: ToolContext, kinds: Sequence[ItemKind]) -> list[Item]:
    """Return the events of the day that is all "my Friday meeting" says of a thing."""
    phrase = next(iter(spans(words, ctx)), "") or (phrase_for(when, ctx) if when else "")
    span = window(phrase, ctx) if phrase else None
    if not span or (kinds and ItemKind.EVENT not in kinds):
        return []
    happening = ctx.planner.events(span[0], span[1], ctx.now.tz)
    return list({o.item.id: o.item for o in happening}.values())


def _within(item: Item, span: tuple[str, str, str], ctx: ToolContext) -> bool:
    if item.kind is ItemKind.EVENT:
        happening = ctx.planner.events(span[0], span[1], ctx.now.tz)
        return any(o.item.id == item.id or o.item.master_id == item.id for o in happening)
    at = item.start or item.end
    return bool(at) and span[0][:10] <= str(at)[:10] <= span[1][:10]


def _near(words: str, ctx: ToolContext, kinds: Sequence[ItemKind]) -> list[Item]:
    found: dict[int, Item] = {}
    for word in re.findall(r"[A-Za-z]{3,}|[\u4e00-\u9fff]{2}", _KIND_WORDS.sub(" ", words)):
        for item in ctx.planner.find(word, kinds=kinds, now=ctx.now):
            found.setdefault(item.id, item)
    return list(found.values())[:MAX_CHOICES]


def which_one(
    tool: str, args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext, found: list[Item]
) -> Outcome:
    """Return the question which of the items that were found is meant."""
    text = ctx.say("which_one", count=len(found), words=args["item"])
    return ask(ctx, tool, args, fixed, text, choices=_choices(found[:MAX_CHOICES], ctx))


def _choices(items: Sequence[Item], ctx: ToolContext) -> list[Choice]:
    return [Choice(label(item, ctx), {"item": item.id}) for item in items]


def label(item: Item, ctx: ToolContext) -> str:
    """Return "Dentist (Tue 24 Nov 2026, 15:00-16:00)", from the stored row."""
    when = ctx.planner.describe(item, ctx.now, ctx.lang)
    return ctx.say("item_label", title=item.title, when=when) if when else item.title


def names_many(words: str, ctx: ToolContext) -> bool:
    """Tell whether `words` mean a whole kind of thing ("every reminder", 全部日程)."""
    everything = _ALL.search(words) or _ALL.search(ctx.text)
    return bool(everything) and not without_kinds(words, ctx)


def names_one_kind(words: str) -> bool:
    """Tell whether `words` name a kind of thing as one: "my Friday meeting"."""
    return bool(_ONE_KIND.search(words))


def without_kinds(words: str, ctx: ToolContext) -> str:
    """Return what `words` name apart from a day, a kind of thing and "all"; "" for nothing."""
    rest = _KIND_WORDS.sub(" ", _ALL.sub(" ", without_dates(words, ctx)))
    return " ".join(re.findall(r"\w+", rest))


def occurrence_on(item: Item, phrase: str, ctx: ToolContext) -> str:
    """Return the key of the occurrence of a series that `phrase` (else the next one) names.

    Raises:
        AppError: `no_occurrence` when the series does not happen then.
    """
    span = window(phrase, ctx) if phrase else None
    start, end = (span[0], span[1]) if span else (ctx.now.wall.isoformat(), "")
    if not end:
        end = (ctx.now.wall + dt.timedelta(days=400)).isoformat()
    for occurrence in ctx.planner.events(start, end, ctx.now.tz):
        if item.id in (occurrence.item.id, occurrence.item.master_id):
            return occurrence.key
    raise AppError("no_occurrence", title=item.title)
