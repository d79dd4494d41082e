"""English "from Wednesday to Thursday" in a move: the old day and the new one, and no stretch of days.

A week that stands apart ("just for next week, …") is that of both.
"""

from __future__ import annotations

import datetime as dt
import re

from assistant_app.domain.planner import Resolved
from assistant_app.tools.outcome import ToolContext

_DAY = (
    r"(?:(?:next|this|the|on|coming) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|"
    r"\d{1,2}(?:st|nd|rd|th)(?: of \w+)?|\d{1,2} [a-z]{3,9}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?)"
)
_FROM_TO = re.compile(
    rf"\bfrom (?:(?:its|the|my) usual )?(?P<old>{_DAY})(?P<hour>,? (?:at )?\d[\d:.]*(?: ?[ap]\.?m)?)?"
    rf" (?:on)?to (?:the )?(?P<new>{_DAY}.*)",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:mov|shift|push|bump|slid|re-?schedul|switch|swap|chang|transfer|bring|put)(?:e|ed|ing|s)?\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"\bto \S*(?:day|\d|tomorrow)", re.IGNORECASE)
_WEEK_DAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEK = re.compile(r"\b(?:this|next|the following|the coming) week\b", re.IGNORECASE)
_TAIL = re.compile(
    r"[\s,;–—-]*\b(?:(?:at |and )?(?:the )?same (?:time|hour)|just|only|once|"
    r"(?:for )?(?:this|that|one) (?:time|once)|for (?:this|next))\b.*|[.;!?].*",
    re.IGNORECASE,
)


def from_to(ctx: ToolContext) -> tuple[str, str] | None:
    """Return the words for the old and the new day of a move; None where it names no such two."""
    match = _FROM_TO.search(ctx.text) if ctx.lang == "en" else None
    if not match or not _MOVES.search(ctx.text) or _GIVEN.search(ctx.text[: match.start()]):
        return None
    old, new = match["old"], _first(_TAIL.sub("", match["new"]), ctx)
    week = _WEEK.search(_FROM_TO.sub("", ctx.text)) or _WEEK.search(match["new"])
    if week and not _WEEK.search(new):
        old, new = (_in_week(words, week[0]) for words in (old, new))
    elif not week:
        new = _same_week(old, new, ctx)
    if any(_read(words, ctx).kind not in ("date", "datetime", "range") for words in (old, new)):
        return None
    return old, new


def _in_week(words: str, week: str) -> str:
    """Return "Friday next week at 6" for "Friday at 6"."""
    return _WEEK_DAY.sub(lambda day: f"{day[0]} {week}", words, count=1)


def _same_week(old: str, new: str, ctx: ToolContext) -> str:
    """Return a bare day of the week as that of the week of the old day, if that is yet to come."""
    day, was = _WEEK_DAY.match(new), _read(old, ctx)
    if not day or not _WEEK_DAY.fullmatch(old) or was.kind != "date":
        return new
    there = dt.date.fromisoformat(str(was.value))
    there += dt.timedelta(days=_DAYS.index(day[0][:3].casefold()) - there.weekday())
    return f"{there}{new[day.end() :]}" if there >= ctx.now.wall.date() else new


def _read(words: str, ctx: ToolContext) -> Resolved:
    return ctx.planner.resolver.resolve(words, ctx.now, ctx.lang)


def _first(words: str, ctx: ToolContext) -> str:
    """Return the date words that a text begins with: "Friday at 6" of "Friday at 6 for me"."""
    for span in (r.span for r in ctx.planner.resolver.extract(words, ctx.now, ctx.lang).found):
        if span and span[0] == 0:
            return words[: span[1]].strip(" ,")
    return words.strip(" ,")
