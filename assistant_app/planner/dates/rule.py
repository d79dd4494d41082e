"""Grammar rules: patterns over token codes, and what they build.

A pattern is a regular expression in which `{category}` stands for one token of that category,
`{name=category}` names it, `{MACRO}` and `{name=MACRO}` put in a sub-pattern; blanks are free.
A macro may be a look-ahead, `(?!...)`, which takes no token.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from assistant_app.planner.dates.lexer import Token, Tokens, code_class

MACROS: dict[str, str] = {}
_PLACE = re.compile(r"\{(?:(\w+)=)?([^{}=]+)\}")


def expand(pattern: str) -> str:
    """Return the pattern as a regular expression over code characters."""

    def put(match: re.Match[str]) -> str:
        name, what = match.groups()
        body = expand(MACROS[what]) if what in MACROS else f"[{code_class(what)}]"
        if what in MACROS:
            body = f"(?:{body})"
        return f"(?P<{name}>{body})" if name else body

    return _PLACE.sub(put, pattern.replace(" ", "").replace("\n", ""))


_ELEMENT = re.compile(
    r"\{(?:\w+=)?(?P<what>[^{}=]+)\}|(?P<open>\(\?:|\()|(?P<close>\))|(?P<bar>\|)|(?P<more>[?*+])"
)
_First = tuple[frozenset[str], bool]


def _looks_ahead(pattern: str) -> bool:
    return pattern.startswith("(?!")


@cache
def starts(pattern: str) -> _First:
    """Return the codes that a match can start with, and whether the pattern may match nothing.

    With it only the few rules that a token can start are tried, and only they are compiled.
    """
    if _looks_ahead(pattern):
        return frozenset(), True
    elements = list(_ELEMENT.finditer(pattern.replace(" ", "").replace("\n", "")))
    found, end = _alternatives(elements, 0)
    assert end == len(elements), pattern
    return found


def _alternatives(elements: list[re.Match[str]], at: int) -> tuple[_First, int]:
    first: frozenset[str] = frozenset()
    nothing = False
    while True:
        (codes, empty), at = _sequence(elements, at)
        first, nothing = first | codes, nothing or empty
        if at >= len(elements) or not elements[at]["bar"]:
            return (first, nothing), at
        at += 1


def _sequence(elements: list[re.Match[str]], at: int) -> tuple[_First, int]:
    first: frozenset[str] = frozenset()
    nothing = True
    while at < len(elements) and not elements[at]["bar"] and not elements[at]["close"]:
        element = elements[at]
        if element["open"]:
            (codes, empty), at = _alternatives(elements, at + 1)
        else:
            what = element["what"]
            codes, empty = (
                starts(MACROS[what]) if what in MACROS else (frozenset(code_class(what)), False)
            )
        at += 1
        if at < len(elements) and elements[at]["more"]:
            empty = empty or elements[at]["more"] != "+"
            at += 1
        if nothing:
            first = first | codes
        nothing = nothing and empty
    return (first, nothing), at


@cache
def needs(pattern: str) -> tuple[frozenset[str], ...]:
    """Return sets of codes of which a text must have one each, else the pattern can not match."""
    if _looks_ahead(pattern):
        return ()
    depth = 0
    found: list[frozenset[str]] = []
    elements = list(_ELEMENT.finditer(pattern.replace(" ", "").replace("\n", "")))
    for element, after in zip(elements, [*elements[1:], None], strict=True):
        if element["bar"] and not depth:
            return ()
        depth += bool(element["open"]) - bool(element["close"])
        optional = after is not None and (after["more"] or "") in ("?", "*") and after["more"]
        what = element["what"]
        if what and not depth and not optional:
            if what in MACROS:
                found.extend(needs(MACROS[what]))
            else:
                found.append(frozenset(code_class(what)))
    return tuple(found)


class Hit:
    """A match of a rule: its named groups as tokens and values."""

    __slots__ = ("_match", "tokens")

    def __init__(self, tokens: Tokens, match: re.Match[str]) -> None:
        self.tokens = tokens
        self._match = match

    def has(self, name: str) -> bool:
        """Tell whether the group took part."""
        return bool(self.of(name))

    def of(self, name: str) -> list[Token]:
        """Return the tokens of the group, none when it took no part."""
        if name not in self._match.re.groupindex:
            return []
        start, end = self._match.span(name)
        return self.tokens.items[start:end] if start >= 0 else []

    def value(self, name: str, category: str) -> Any:
        """Return the lexicon's value of the group's first token that has the category, or None."""
        for token in self.of(name):
            if category in token.cats:
                return token.cats[category]
        return None

    def words(self, name: str) -> str:
        """Return the group's text."""
        return " ".join(t.text for t in self.of(name))

    def next_has(self, *categories: str) -> bool:
        """Tell whether the token after the match is in a category."""
        end = self._match.end()
        items = self.tokens.items
        return end < len(items) and any(c in items[end].cats for c in categories)

    def before_has(self, *categories: str) -> bool:
        """Tell whether the token before the match is in a category."""
        start = self._match.start()
        return start > 0 and any(c in self.tokens.items[start - 1].cats for c in categories)

    def after(self, *categories: str) -> bool:
        """Tell whether any token before the match is in a category."""
        return any(
            c in token.cats
            for token in self.tokens.items[: self._match.start()]
            for c in categories
        )

    @property
    def first(self) -> Token:
        """The first token of the whole match."""
        return self.tokens.items[self._match.start()]

    @property
    def all(self) -> list[Token]:
        """Every token of the match."""
        return self.tokens.items[self._match.start() : self._match.end()]


Build = Callable[[Hit], Any]


@dataclass(slots=True)
class Rule:
    """A pattern and its builder; `build` returns None when the values do not fit."""

    pattern: str
    build: Build
    weak: bool
    compiled: re.Pattern[str] | None = None

    def match(self, codes: str, at: int, present: frozenset[str]) -> re.Match[str] | None:
        """Match at a token position; `present` are the codes of the text.

        Compiling is put off until a text has what the pattern needs.
        """
        if self.compiled is None:
            if any(not needed & present for needed in needs(self.pattern)):
                return None
            self.compiled = re.compile(expand(self.pattern))
        return self.compiled.match(codes, at)


RULES: list[Rule] = []


@cache
def rules_at(code: str) -> list[tuple[int, Rule]]:
    """Return the rules that a token of this code can start, with their order."""
    return [(order, rule) for order, rule in enumerate(RULES) if code in starts(rule.pattern)[0]]


def rule(*patterns: str, weak: bool = False) -> Callable[[Build], Build]:
    """Register a builder for patterns; `weak` ones are no date in running text by themselves."""

    def register(build: Build) -> Build:
        RULES.extend(Rule(pattern, build, weak) for pattern in patterns)
        return build

    return register
