"""The resolver's entry points."""

from __future__ import annotations

import datetime as dt
import re
from typing import Literal

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Alternative, Extracted, Resolved, When
from assistant_app.planner.dates.assemble import assemble
from assistant_app.planner.dates.days import Context
from assistant_app.planner.dates.explain import explain
from assistant_app.planner.dates.extract import Finder, find_all
from assistant_app.planner.dates.nodes import Spec, replace
from assistant_app.planner.dates.parse import Parser
from assistant_app.planner.dates.reading import read
from assistant_app.planner.dates.resolve import Outcome, duration, finish, point
from assistant_app.planner.dates.rules_en_time import clock
from assistant_app.planner.dates.rules_num import day_month
from assistant_app.planner.dates.running_text import CHANGES, DATE_CATEGORIES
from assistant_app.planner.dates.when import to_when

Prefer = Literal["future", "any"]
MAX_CHARS = 300
"""A phrase longer than this is no date phrase."""


def month_first(lang: str, tz: str) -> bool:
    """Tell whether 3/4 is March 4 (CLDR: `en`, `en-US`); the rest say day first."""
    if lang != "en":
        return False
    return tz.startswith(("America/", "US/", "Etc/")) or tz in ("UTC", "GMT", "Pacific/Honolulu")


def context(now: Moment, lang: Lang, prefer: Prefer, mdy: bool | None = None) -> Context:
    """Return what a phrase is read against."""
    first = month_first(lang, now.tz) if mdy is None else mdy
    return Context(now.wall.replace(tzinfo=None), now.tz, lang, prefer, first)


def resolve(
    phrase: str, now: Moment, lang: Lang, prefer: Prefer = "future", *, mdy: bool | None = None
) -> Resolved:
    """Return what a date phrase means at `now`.

    `prefer="any"` is for searching: the past is fine, and parts of the day are their window.
    `mdy` forces the order of numeric dates; None takes the locale's.
    """
    ctx = context(now, lang, prefer, mdy)
    if not phrase.strip() or len(phrase) > MAX_CHARS:
        return Resolved("unresolved", reason="no_date")
    if asked := _day_or_time(phrase, ctx):
        return asked
    parser = Parser(phrase)
    whole = _whole(parser, ctx) or _inside(phrase, ctx)
    if whole is not None:
        return whole
    return Resolved("unresolved", reason="no_date")


def _whole(parser: Parser, ctx: Context) -> Resolved | None:
    """Return the reading of the whole phrase that takes the fewest pieces.

    An impossible date, or two days that differ, stand unless as few pieces have another reading:
    "29 February 2027" is no 29 February at 20:27, but "2.30" is a time.
    """
    if not len(parser):
        return None
    span = (parser.tokens.items[0].start, parser.tokens.items[-1].end)
    impossible: Resolved | None = None
    pieces = 0
    for _, path in parser.paths(0, len(parser)):
        count = sum(not edge.fill for edge in path)
        if impossible is not None and count > pieces:
            break
        node = assemble(path)
        out = read(node, ctx) if node is not None else None
        if out is None:
            continue
        found = replace(finish(out, ctx), span=span)
        dotted = found.reason == "days_differ" and "." in parser.tokens.text
        if found.status != "invalid" and not dotted:
            return found
        impossible, pieces = impossible or found, pieces or count
    return impossible


_DOTTED = re.compile(r"\s*(\d{1,2})\.(\d\d)\s*")


def _day_or_time(phrase: str, ctx: Context) -> Resolved | None:
    """Ask whether 6.30, said alone in English, is a time or a day; None when it is only one."""
    match = _DOTTED.fullmatch(phrase)
    if ctx.lang != "en" or not match:
        return None
    node = Spec(clock=clock(int(match[1]), int(match[2])))
    day = day_month(int(match[1]), int(match[2]))
    found = [point(node, ctx) if node.clock else None]
    found.append(point(Spec(dates=(day,)), ctx) if day else None)
    known = [o for o in found if o is not None and o.value is not None]
    if len(known) < 2:
        return None
    alts = tuple(Alternative(o.kind, o.value, "one_of") for o in known)
    asked = known[0]._replace(alts=alts, problem="which_one", tags=())
    return replace(finish(asked, ctx), span=match.span())


def _inside(phrase: str, ctx: Context) -> Resolved | None:
    """Return the only date of a phrase that says more ("the meeting on Friday"), with its span.

    What is left must not look like part of a date, else half of it would be lost unsaid.
    """
    finder = Finder(phrase, ctx)
    hits = finder.hits()
    if len(hits) != 1:
        return None
    hit = hits[0]
    outside = [*finder.items[: hit.start], *finder.items[hit.end :]]
    if any(DATE_CATEGORIES & token.cats.keys() or token.text in CHANGES for token in outside):
        return None
    if finder.items[hit.end - 1].text in ("before", "after", "earlier", "later"):
        return None
    if finder.items[hit.start].text == "of" or _years(hit.out):
        return None
    after = finder.items[hit.end].text if hit.end < len(finder.items) else ""
    if hit.out.kind == "rrule" and after in ("on", "in"):
        return None  # "every year on my birthday"
    span = (finder.items[hit.start].start, finder.items[hit.end - 1].end)
    return replace(finish(hit.out, ctx), span=span)


def _years(out: Outcome) -> bool:
    """Tell whether the reading is as wide as a year, which the words left out would narrow."""
    if out.kind != "range" or "-" not in out.value["start"]:
        return False
    start, end = (dt.date.fromisoformat(out.value[k][:10]) for k in ("start", "end"))
    return (end - start).days > 100


def extract(text: str, now: Moment, lang: Lang) -> Extracted:
    """Find the date spans of a sentence, and what is left of it.

    Quoted text and titles are never scanned, and only whole tokens count (rule 14).
    """
    return find_all(text, context(now, lang, "future"))


_LESS_THAN_NOTHING = re.compile(r"(?i)\s*(?:[-\u2212\u2013\uff0d]|(?:minus|negative)\b|负)")


_HOURS = re.compile(r"(?i)\s*(\d{1,4})\s*(?:h|:(?=\d))\s*([0-5]\d)?\s*")


def parse_length(text: str, lang: Lang) -> int | None:
    """Return a length of time in seconds ("an hour and a half", 一个半小时), None when it is none."""
    if _LESS_THAN_NOTHING.match(text):
        return None
    if as_clock := _HOURS.fullmatch(text):  # which is a time of day everywhere else
        hours, minutes = int(as_clock[1]), int(as_clock[2] or 0)
        return hours * 3600 + minutes * 60 or None
    parser = Parser(text[:MAX_CHARS])
    if not len(parser):
        return None
    for _, path in parser.paths(0, len(parser)):
        node = assemble(path)
        if isinstance(node, Spec) and node.amount and not node.dates and not node.has_time:
            value = duration(node.amount)
            units = {
                "seconds": 1,
                "days": 86400,
                "weeks": 604800,
                "months": 2592000,
                "years": 31536000,
            }
            total = round(sum(units[k] * v for k, v in value.items()))
            return total if total > 0 else None
    return None


_BEFORE = re.compile(
    r"^\s*(?:提前|早|在?开始前|之?前)?\s*(?P<x>.+?)\s*"
    r"(?:before(?:hand)?(?:\s+(?:it|that|the\s+\w+|starts?|begins?|then))*"
    r"|early|earlier|in advance|ahead(?: of time)?|prior|notice"
    r"|之?前|以前|提前)?\s*[.。]?\s*$",
    re.IGNORECASE,
)
_AT_START = re.compile(
    r"(?i)^\s*(?:at (?:the )?(?:start|time)(?: of (?:the )?\w+)?|when it starts|on time"
    r"|准时|按时|开始时|到时)\s*$"
)


_NOT_BEFORE = re.compile(
    r"(?i)^\s*(?:提前|早)?\s*(?:0+|zero|no|零)\s*(?:seconds?|minutes?|mins?|hours?|days?|s|m|h|d|秒|分钟?|小时|天)"
    r"\s*(?:before\w*|early|earlier|in advance|之?前)?\s*$"
)


def parse_offset(text: str, lang: Lang) -> int | None:
    """Return how many seconds before something a reminder is ("10 minutes before", 提前一天).

    None when the words are no such offset; 0 is the moment itself.
    """
    if _AT_START.match(text) or _NOT_BEFORE.match(text):
        return 0
    plain = re.sub(r"(?i)^\s*(?:remind me|提醒我|提醒)\s*", "", text[:MAX_CHARS])
    plain = re.sub(r"(?:提醒我?|通知我?)\s*$", "", plain)
    if re.match(r"(?i)^\s*the (?:day|night) before", plain):
        return 86400
    match = _BEFORE.match(plain)
    return parse_length(match["x"], lang) if match else None


class Resolver:
    """The `DateResolver` of the planner, with the locale's order of numeric dates."""

    def __init__(self, mdy: bool | None = None) -> None:
        self._mdy = mdy

    def resolve(self, phrase: str, now: Moment, lang: Lang, prefer: Prefer = "future") -> Resolved:
        """Return what the phrase means at `now`."""
        return resolve(phrase, now, lang, prefer, mdy=self._mdy)

    def extract(self, text: str, now: Moment, lang: Lang) -> Extracted:
        """Find the date spans of a sentence, and what is left of it."""
        return extract(text, now, lang)

    def to_when(
        self, resolved: Resolved, now: Moment, *, default_length_s: int | None = 3600
    ) -> When:
        """Turn a resolved phrase into what an item stores; None gives a time no end."""
        return to_when(resolved, now, default_length_s=default_length_s)

    def length(self, text: str, lang: Lang) -> int | None:
        """Return how many seconds a length of time is; None when it is none."""
        return parse_length(text, lang)

    def offset(self, text: str, lang: Lang) -> int | None:
        """Return how many seconds before something a reminder is; None when it is no such thing."""
        return parse_offset(text, lang)

    def explain(self, resolved: Resolved, now: Moment, lang: Lang) -> str:
        """Return weekday, full date, time and distance of what was resolved."""
        return explain(resolved, now, lang)
