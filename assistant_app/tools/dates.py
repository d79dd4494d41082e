"""Date arguments: the owner's own words, checked against the message and resolved by code.

The model only copies. What it wrote must stand in the message (or the one before); if it does not,
or reads as less than the message says, the date words that the resolver finds there are taken.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from assistant_app.domain.planner import Alternative, Extracted, Resolved, When
from assistant_app.tools.from_to import from_to
from assistant_app.tools.outcome import Choice, Outcome, ToolContext, ask
from assistant_app.tools.said_change import said_change, until_words
from assistant_app.tools.shift_words import shift_said

_DETAIL = {"rrule": 5, "range": 4, "datetime": 4, "date": 3, "time": 2, "duration": 1}


def said(words: str, ctx: ToolContext) -> bool:
    """Tell whether `words` stand in the message or the one before, but for case and spaces."""
    return _flat(words) in _flat(ctx.text) or _flat(words) in _flat(ctx.previous)


def _flat(text: str) -> str:
    return re.sub(r"[\s,，.。]+", "", text).casefold()


def spans(text: str, ctx: ToolContext) -> list[str]:
    """Return the date words that the resolver finds in `text`, in order."""
    return pieces(text, ctx.planner.resolver.extract(text, ctx.now, ctx.lang))


def pieces(text: str, extracted: Extracted) -> list[str]:
    """Return the date words that were found in `text`, in order."""
    found = [resolved.span for resolved in extracted.found if resolved.span]
    # Where day and time stand apart there is a reading of both, over the words between them.
    apart = [span for span in found if not any(_around(span, other) for other in found)]
    return [text[start:end] for start, end in apart]


def _around(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and span[0] <= other[0] and other[1] <= span[1]


def without_dates(text: str, ctx: ToolContext) -> str:
    """Return what is left of `text` without its date words."""
    return ctx.planner.resolver.extract(text, ctx.now, ctx.lang).rest.strip()


def phrase_for(argument: str, ctx: ToolContext, *, also: str = "") -> str:
    """Return the date words to resolve for an argument: "" when nobody said any.

    `also` is a repeat the model gave apart; it is joined where the owner said it.
    """
    found = spans(ctx.text, ctx)
    if argument and said(argument, ctx):
        argument = _whole(argument, found)
    if also and said(also, ctx):
        also = _whole(also, found)
    given = list(dict.fromkeys(w for w in (also, argument) if w and said(w, ctx)))
    if also and any(_in(also, words) for words in given if words != also):
        given.remove(also)
    candidates = [" ".join(given), argument if argument in given else "", *found]
    if len(found) > 1:
        candidates.append(" ".join(found))
    return max((c for c in candidates if c), key=lambda words: _score(words, ctx), default="")


def _whole(words: str, found: list[str]) -> str:
    """Return the date words that `words` were cut out of: "next Tuesday" for "Tuesday"."""
    around = [span for span in found if _flat(words) in _flat(span)]
    return max(around, key=len, default=words)


_HOUR = re.compile(r"\d{1,2}(?::\d\d)?(?=\s*(?:[ap]\.?m\b|o'clock|点|$))", re.IGNORECASE)
_FROM = re.compile(r"^(?:from|starting|beginning|as of)\b|^从|起$|开始$", re.IGNORECASE)


_SAME_TIME = re.compile(
    r"[\s,，]*(?:\b(?:but |still )?(?:at )?(?:the )?(?:very )?same (?:time|hour)(?: of (?:the )?day)?"
    r"(?: as (?:before|now|usual|always|planned|it was))?\b"
    r"|(?:的)?(?:时间|钟点|时段|还是那个点)(?:上)?(?:都|还是|也)?(?:不变|不改|不动|照旧|照常|一样|相同)"
    r"|(?:的)?(?:同一?个?|同样的?|一样的?|相同的?|原来的?|老)(?:时间|时候|钟点|时段|点儿?))[\s,，]*",
    re.IGNORECASE,
)
"""Beside a new day it is the hour that the thing has, which it keeps; by itself it is now."""


def target_phrase(args: Mapping[str, str], ctx: ToolContext) -> str:
    """Return the date words of the new time in `args["to"]`, and not those of the old one."""
    found = _target(args, ctx)
    return _SAME_TIME.sub(" ", found).strip() or found


def _target(args: Mapping[str, str], ctx: ToolContext) -> str:
    if both := from_to(ctx):
        return both[1]
    words, found = args["to"], spans(ctx.text, ctx)
    if said(words, ctx):
        # "my 3pm to 4" is one span, of which the first part names the thing.
        apart = [s for s in found if not _FROM.search(s) and not _in(args.get("item", "") or s, s)]
        return _whole(words, apart)
    hour = _HOUR.match(words.strip())
    if hour and re.search(rf"(?<![\d:.]){re.escape(hour[0])}(?![\d:.])", ctx.text):
        # "10 AM" where "to 10" was said.
        return _whole(hour[0], [span for span in found if hour[0] in span])
    there = [
        span for span in found if not _FROM.search(span) and not _in(span, args.get("item", ""))
    ]
    if len(there) > 1 and _score(" ".join(there), ctx)[0] == 0:
        there = there[-1:]
    return " ".join(there or found)


def source_phrase(args: Mapping[str, str], ctx: ToolContext) -> str:
    """Return the date words that say which time of a series is meant; "" where none do.

    Where a new time is given too (`args["to"]`), its words say nothing of the old one.
    """
    if "to" in args and (both := from_to(ctx)):
        return both[0]
    if args.get("field") in ("length", "title"):
        target = args.get("value", "")
    elif "to" not in args:
        return phrase_for(args.get("when", ""), ctx)
    else:
        target = "" if _is_shift(args["to"], ctx) else target_phrase(args, ctx)
    there = [s for s in spans(ctx.text, ctx) if not _in(until_words(s) or s, target)]
    return next((span for span in there if _FROM.search(span)), there[0] if there else "")


def _is_shift(words: str, ctx: ToolContext) -> bool:
    """Tell whether `words` are a length to move by, such as "an hour later" and 提前一刻钟."""
    resolver = ctx.planner.resolver
    if ctx.lang == "zh":
        said = said_change(words, ctx.now, ctx.lang, resolver)
        return bool(said and said.tool == "move_item")
    return bool(shift_said(words, partial(resolver.length, lang=ctx.lang)))


def _in(words: str, others: str) -> bool:
    return _flat(words) in _flat(others)


def _score(words: str, ctx: ToolContext) -> tuple[int, int, int, int]:
    resolved = ctx.planner.resolver.resolve(words, ctx.now, ctx.lang)
    usable = {"ok": 3, "ambiguous": 3, "past": 2, "invalid": 2}.get(resolved.status, 0)
    detail = _DETAIL.get(resolved.kind or "", 0)
    # Of two repeats the one that says more: where it begins, or until when it goes on.
    said_more = len(_flat(words)) if usable and resolved.kind == "rrule" else 0
    return (min(usable, 1), detail if usable else 0, usable, said_more)


def when_from_json(data: Mapping[str, Any]) -> When:
    """Read a `When` that a pending question kept."""
    return When(**{**data, "assumptions": tuple(data.get("assumptions", ()))})


def when_to_json(when: When) -> dict[str, Any]:
    """Return a `When` as plain JSON."""
    return dataclasses.asdict(when)


def settle(
    phrase: str,
    tool: str,
    args: dict[str, str],
    fixed: Mapping[str, Any],
    ctx: ToolContext,
    *,
    slot: str,
    length_s: int | None = 3600,
) -> When | Outcome:
    """Resolve date words to a `When`, or to the question that has to be asked about them."""
    if slot in fixed:
        return when_from_json(fixed[slot])
    resolver = ctx.planner.resolver
    resolved = resolver.resolve(phrase, ctx.now, ctx.lang)
    if resolved.status == "ok" and resolved.kind not in (None, "duration"):
        when = resolver.to_when(resolved, ctx.now, default_length_s=length_s)
        return dataclasses.replace(when, phrase=phrase)
    readings = _readings(resolved, ctx, phrase, length_s)
    choices = [Choice(label, {**fixed, slot: when_to_json(when)}) for label, when in readings]
    key = resolved.status if resolved.status in ("ambiguous", "invalid", "past") else "unresolved"
    return ask(
        ctx, tool, args, fixed, ctx.say(f"date_{key}", phrase=phrase), choices=choices, slot=slot
    )


def _readings(
    resolved: Resolved, ctx: ToolContext, phrase: str, length_s: int | None
) -> list[tuple[str, When]]:
    """Return the readings to choose from, as (words, value), without repeats."""
    options: list[Resolved] = []
    if resolved.status == "ambiguous" and resolved.value is not None:
        options.append(dataclasses.replace(resolved, status="ok", alternatives=()))
    options += [_of(alternative, resolved) for alternative in resolved.alternatives]
    if resolved.status == "past" and resolved.value is not None and not options:
        options.append(dataclasses.replace(resolved, status="ok", alternatives=()))
    readings: dict[str, When] = {}
    for option in options:
        if option.kind in (None, "duration"):
            continue
        when = ctx.planner.resolver.to_when(option, ctx.now, default_length_s=length_s)
        label = ctx.planner.resolver.explain(option, ctx.now, ctx.lang)
        readings.setdefault(label, dataclasses.replace(when, phrase=phrase))
    return list(readings.items())[:4]


def _of(alternative: Alternative, resolved: Resolved) -> Resolved:
    tags = (alternative.tag,) if alternative.tag else ()
    return Resolved(
        "ok", alternative.kind, alternative.value, assumptions=tags, span=resolved.span,
        tz=resolved.tz,
    )  # fmt: skip


def window(phrase: str, ctx: ToolContext) -> tuple[str, str, str] | None:
    """Return (start, end, words) of the time that a question is about; None when it is unreadable.

    The past is allowed; a date is its whole day, a time its hour.
    """
    resolver = ctx.planner.resolver
    resolved = resolver.resolve(phrase, ctx.now, ctx.lang, prefer="any")
    if resolved.status not in ("ok", "ambiguous", "past") or resolved.kind in (None, "duration"):
        return None
    words = resolver.explain(resolved, ctx.now, ctx.lang)
    if resolved.kind == "range" and "T" not in str(resolved.value.get("start")):
        start, end = resolved.value.get("start"), resolved.value.get("end")
        if start and end and re.match(r"\d{4}-", start):
            return start, end, words
    when = resolver.to_when(resolved, ctx.now, default_length_s=3600)
    if not when.start:
        return None
    return when.start, when.end or next_day(when.start), words


def next_day(day: str) -> str:
    """Return the date after the date part of `day`."""
    import datetime as dt

    return (dt.date.fromisoformat(day[:10]) + dt.timedelta(days=1)).isoformat()
