"""Find the dates in running text, and leave the rest for a title (rule 14).

In a sentence a word is a date only where nothing else is likely: numbers, month names and meals
need company, quoted text is skipped, and "Sunday roast" is a dish.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from assistant_app.domain.planner import Extracted, Resolved
from assistant_app.planner.dates.assemble import assemble
from assistant_app.planner.dates.days import Context
from assistant_app.planner.dates.lexer import OTHER, Token
from assistant_app.planner.dates.nodes import (
    Clock,
    Flag,
    Holiday,
    Now,
    Nth,
    Part,
    Period,
    Repeat,
    Spec,
    Wd,
    WeekNo,
    Word,
    Ymd,
    replace,
)
from assistant_app.planner.dates.parse import Edge, Parser
from assistant_app.planner.dates.reading import read
from assistant_app.planner.dates.resolve import Outcome, finish
from assistant_app.planner.dates.running_text import (
    FUNCTION_WORDS,
    LEAD_CATEGORIES,
    LEAD_WORDS,
    MEALS,
    MONTH_NOUNS,
    SHORT_NAMES,
    WEEKDAY_NOUNS,
)

MAX_TOKENS = 400
"""Tokens of a message that are looked at; dates of an order stand in its first lines."""

MAX_TRIES = 250
"""Sequences put together without finding a date before the rest of a text is given up."""
MAX_DATES = 20
_QUOTED = re.compile(r'"[^"\n]{1,200}"|(?<!\w)\'[^\'\n]{2,200}\'(?!\w)')
_ZH_LEAD = frozenset("在于到从自至等逢每定改约")


class _Hit(NamedTuple):
    """A date in the text: token positions, what it means, how it was put together."""

    start: int
    end: int
    out: Outcome
    node: object


def quoted(text: str) -> list[tuple[int, int]]:
    """Return the spans of quoted text, quotes included."""
    return [m.span() for m in _QUOTED.finditer(text)]


class Finder:
    """The dates of one text."""

    def __init__(self, text: str, ctx: Context) -> None:
        self.ctx = ctx
        self.parser = Parser(text)
        self.items = self.parser.tokens.items
        self._original = text
        self._tries = MAX_TRIES
        self._quotes = quoted(self.parser.tokens.text)

    def hits(self) -> list[_Hit]:
        """Return the dates in order; none overlap."""
        found: list[_Hit] = []
        at = 0
        size = min(len(self.items), MAX_TOKENS)
        while at < size and len(found) < MAX_DATES:
            hit = self._at(at) if self.parser.tokens.codes[at] != OTHER else None
            if hit is None:
                at += 1
            else:
                found.append(hit)
                at = hit.end
                self._tries, self.parser.work = MAX_TRIES, 0
        return found

    def _in_quotes(self, start: int, end: int) -> bool:
        a, b = self.items[start].start, self.items[end - 1].end
        return any(q < b and a < r for q, r in self._quotes)

    def _at(self, at: int) -> _Hit | None:
        if not self.parser.edges(at) or self._inside_number(at):
            return None
        best: _Hit | None = None
        tried: dict[int, int] = {}
        for end, path in self.parser.paths(at):
            if best is not None or tried.get(end, 0) > 3:
                continue
            self._tries -= 1
            if self._tries < 0:
                break
            tried[end] = tried.get(end, 0) + 1
            if not self._may(at, end, path):
                continue
            node = assemble(path)
            out = read(node, self.ctx) if node is not None else None
            if out is not None:
                best = _Hit(self._begins(at, path), self._ends(end, path), out, node)
        return best

    def _inside_number(self, at: int) -> bool:
        """Tell whether a number or a date that was not read runs up to here: 12 in 三十二号."""
        if not at or not {"zd", "zten", "dig"} & self.items[at].cats.keys():
            return False
        before = self.items[at - 1]
        joined = {"zd", "zten", "zbig", "dig", "zyue", "znian"} & before.cats.keys()
        return before.end == self.items[at].start and bool(joined)

    def _begins(self, at: int, path: list[Edge]) -> int:
        """Return where the words of the date begin: past commas, "'s" and the like."""
        for edge in path:
            if not edge.fill or not {"poss", "comma", "is", "zde", "and", "zis"} & self.items[
                at
            ].cats.keys() | {
                cat for cat in self.items[at].cats if cat[0] == "p" and len(cat) == 2
            }:
                break
            at = edge.end
        return at

    def _ends(self, end: int, path: list[Edge]) -> int:
        """Return where they end: before a full stop, a bracket or a quote."""
        for edge in reversed(path):
            if not edge.fill or self.items[end - 1].text[0].isalnum():
                break
            end -= 1
        return end

    # ---- what counts in running text

    def _may(self, start: int, end: int, path: list[Edge]) -> bool:
        if self._in_quotes(start, end):
            return False
        real = [e for e in path if not e.fill]
        if path[0].fill and not LEAD_CATEGORIES & self.items[start].cats.keys():
            return False
        if self.items[end - 1].text in ("before", "earlier"):
            return False  # "one day before": of something else
        if any(self._lone_numeral(edge, path, start) for edge in real):
            return False
        lead = self._led(start, path)
        if self._swallows(start, path, real):
            return False
        if any(token.text in MEALS for token in self.items[start:end]):
            return False
        if self.items[end - 1].text == "one" and len(real) > 1:
            return False  # "the Friday one"
        strong = [e for e in real if not self._weak(e, path, start)]
        if (
            not strong
            and not (lead and len(real) == 1 and self._leadable(real[0], end))
            and not (len(real) > 1 and lead)
        ):
            return False
        if len(real) == 1 and not self._alone(real[0], start, end, lead):
            return False
        return self._follows(real[-1], start, end)

    def _lone_numeral(self, edge: Edge, path: list[Edge], start: int) -> bool:
        """Tell whether a piece is only a Chinese number, as 两 is in 明天早上的两个闹钟."""
        node = edge.nodes[0]
        if not isinstance(node, Flag) or node.slot != "num" or len(path) == 1:
            return False
        ranged = any(isinstance(e.nodes[0], Word) and e.nodes[0].kind == "to" for e in path)
        return not ranged and self.items[edge.end - 1].text > "\u3400"

    def _swallows(self, start: int, path: list[Edge], real: list[Edge]) -> bool:
        """Tell whether the first piece belongs to what is planned: "a table for two at 7:30"."""
        node = real[0].nodes[0]
        if len(real) == 1:
            return False
        clocked = any(isinstance(n, Clock) for edge in real for n in edge.nodes)
        if isinstance(node, Flag) and node.slot == "num" and clocked:
            return not any(isinstance(n, (Wd, Ymd)) for edge in real for n in edge.nodes)
        word = self.items[start].text
        return (
            isinstance(node, Part)
            and not path[0].fill
            and word < "\u3400"
            and len(real[0].nodes) == 1
        )

    def _led(self, start: int, path: list[Edge]) -> bool:
        if path[0].fill or self.items[start].text in LEAD_WORDS:
            return True
        if not start:
            return False
        before = self.items[start - 1].text
        return before in LEAD_WORDS or before[-1] in _ZH_LEAD

    def _weak(self, edge: Edge, path: list[Edge], start: int) -> bool:
        node = edge.nodes[0]
        if edge.weak or isinstance(node, Now):
            return True
        if isinstance(node, Flag):
            return node.slot in ("num", "amount", "zone", "half", "length", "occurrences")
        at = edge.end - 1
        if (
            isinstance(node, (Wd, Ymd))
            and len(edge.nodes) == 1
            and edge.end - self._begin(edge, path, start) == 1
        ):
            return self.items[at].text in SHORT_NAMES
        return (
            isinstance(node, Ymd)
            and node.month is None
            and node.day is not None
            and "zri" not in self.items[at].cats
        )

    @staticmethod
    def _begin(edge: Edge, path: list[Edge], start: int) -> int:
        index = path.index(edge)
        return path[index - 1].end if index else start

    def _leadable(self, edge: Edge, end: int) -> bool:
        node = edge.nodes[0]
        if isinstance(node, Flag):
            return False
        if isinstance(node, Period):
            return not node.bare or node.unit == "weekend"
        return isinstance(node, (Ymd, Wd, Holiday, Repeat, WeekNo))

    def _alone(self, edge: Edge, start: int, end: int, lead: bool) -> bool:
        """Tell whether one piece by itself is a date here."""
        node = edge.nodes[0]
        after = self._word(end)
        first = self.items[end - 1].text
        if isinstance(node, (Flag, Now)):
            return False
        if (
            isinstance(node, Clock)
            and "part" in self.items[end - 1].cats
            and edge.end - start == 1
        ):
            return lead
        if isinstance(node, Part) and len(edge.nodes) == 1:
            word = self.items[end - 1].text
            return (word > "\u3400" and len(word) > 1) or (lead and word < "\u3400")
        if isinstance(node, Nth):
            return lead
        if isinstance(node, Holiday):
            return lead or after is None or after in FUNCTION_WORDS
        if isinstance(node, Repeat) and node.freq == "?":
            return False
        if isinstance(node, Repeat) and "freq" in self.items[end - 1].cats:
            return after is None or after in FUNCTION_WORDS
        if isinstance(node, Wd) and after in WEEKDAY_NOUNS:
            return False
        if isinstance(node, Ymd) and node.day is None and first < "\u3400":
            return lead and after not in MONTH_NOUNS and not self._capital(end)
        return True

    def _capital(self, at: int) -> bool:
        """Tell whether the next word has a capital, as the surname in "by Jan Morris" does."""
        return at < len(self.items) and self._original[self.items[at].start].isupper()

    def _word(self, at: int) -> str | None:
        """Return the word after a span, None at the end, at punctuation and before Chinese."""
        if at >= len(self.items):
            return None
        text = self.items[at].text
        if text == "'s" and at + 1 < len(self.items):
            return self.items[at + 1].text
        return text if text[0].isascii() and text[0].isalnum() else None

    def _follows(self, edge: Edge, start: int, end: int) -> bool:
        """Tell whether what comes next leaves a closing number a date ("by 5 people" does not)."""
        after = self._word(end)
        last = self.items[end - 1]
        number = "dig" in last.cats or any(
            c in last.cats for c in ("ones", "teens", "tens", "onesord", "teensord", "ordsuf")
        )
        if not number or after is None or after in FUNCTION_WORDS:
            return True
        node = edge.nodes[-1]
        if isinstance(node, Ymd) and node.month is not None and not edge.weak:
            return after not in (
                "miles",
                "km",
                "people",
                "times",
                "kg",
                "pounds",
                "items",
                "percent",
            )
        return any(":" in t.text for t in self.items[start:end])


def find_all(text: str, ctx: Context) -> Extracted:
    """Return the dates of `text` and the rest of it."""
    finder = Finder(text, ctx)
    hits = finder.hits()
    if not any(_dated(h) for h in hits):
        return Extracted(" ".join(text.split()))
    found = [replace(finish(h.out, ctx), span=_span(finder.items, h)) for h in hits]
    if merged := _merged(hits, finder, ctx):
        found.insert(0, merged)
    return Extracted(_rest(text, finder, hits), tuple(found))


def _dated(hit: _Hit) -> bool:
    return bool(hit.out.kind != "duration")


def _span(items: list[Token], hit: _Hit) -> tuple[int, int]:
    return items[hit.start].start, items[hit.end - 1].end


def _merged(hits: list[_Hit], finder: Finder, ctx: Context) -> Resolved | None:
    """Join what stands apart: "tomorrow call Bob at 3pm", "on 5 December, every year"."""
    if len(hits) != 2:
        return None
    first, second = hits[0].node, hits[1].node
    if not isinstance(first, Spec) or not isinstance(second, Spec):
        return None
    whole = _repeating(first, second, finder.items[hits[1].start])
    if whole is not None and (out := read(whole, ctx)) is not None:
        return replace(
            finish(out, ctx),
            span=(_span(finder.items, hits[0])[0], _span(finder.items, hits[1])[1]),
        )
    for day, time in ((first, second), (second, first)):
        if (
            (day.dates or day.repeat)
            and not day.has_time
            and not time.dates
            and not time.repeat
            and time.has_time
        ):
            whole = day.but(clock=time.clock, part=time.part, zone=time.zone or day.zone)
            out = read(whole, ctx)
            if out is not None:
                start, end = finder.items[hits[0].start].start, finder.items[hits[1].end - 1].end
                return replace(finish(out, ctx), span=(start, end))
    return None


def _repeating(first: Spec, second: Spec, lead: Token) -> Spec | None:
    """Return a repeat with its date, or with its end, where the two stand apart."""
    if first.repeat and not second.repeat and {"to", "until", "zto", "zuntil"} & lead.cats.keys():
        return (
            first.but(until=second.but(bound="")) if second.dates and not second.has_time else None
        )
    for repeat, date in ((first, second), (second, first)):
        if (
            repeat.repeat
            and not repeat.dates
            and date.dates
            and not date.repeat
            and not (repeat.has_time and date.has_time)
        ):
            return repeat.but(
                dates=date.dates, clock=repeat.clock or date.clock, part=repeat.part or date.part
            )
    return None


def _rest(text: str, finder: Finder, hits: list[_Hit]) -> str:
    pieces: list[str] = []
    at = 0
    for hit in hits:
        start, end = _span(finder.items, hit)
        before = text[at:start]
        before = re.sub(
            r"(?i)(?:\b(?:on|at|by|in|for|from|this|the|before|until|due|starting|of)|[在于到,，])\s*$",
            "",
            before.rstrip(),
        )
        pieces.append(before.rstrip())
        at = end
    pieces.append(text[at:].lstrip())
    joined = pieces[0]
    for piece in pieces[1:]:
        gap = (
            ""
            if not joined
            or not piece
            or not (joined[-1].isascii() and piece[0].isascii())
            or piece[0] in ",.;:!?"
            else " "
        )
        joined += gap + piece
    joined = re.sub(r"^[\s,，。;:、的]+|[\s,，;:、]+$", "", joined)
    return " ".join(joined.split())
