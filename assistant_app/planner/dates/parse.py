"""Find sequences of pieces in the tokens, the simplest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from assistant_app.planner.dates import (  # noqa: F401 - the modules register their rules
    numbers,
    rules_en_date,
    rules_en_repeat,
    rules_en_span,
    rules_en_time,
    rules_num,
    rules_zh_date,
    rules_zh_time,
)
from assistant_app.planner.dates.lexer import OTHER, Tokens
from assistant_app.planner.dates.nodes import (
    Word,
)
from assistant_app.planner.dates.rule import Hit, rules_at

BEAM = 8
"""Ways kept to each token; a phrase that people say needs a handful."""
MAX_SPAN = 48
"""Tokens that one date may take."""
SEARCH_BEAM, SEARCH_SPAN = 5, 28
"""The same where dates are looked for in running text."""
MAX_WORK = 6_000
"""Ways looked at for one text; a heap of numbers stops here, a letter needs a tenth."""

_FILL = ("prep", "the", "of", "comma", "zde", "zpre", "sharp", "is", "ish", "zat")
_TRAIL = ("zapprox", "sharp", "zqi", "poss", "zduo", "zde", "p;", "p.", "p'", 'p"', "p)", "ad")
_DAY_ENDS = frozenset({"ordsuf", "onesord", "teensord", "tensord", "dig", "zri", "month"})
_DAY_BEGINS = frozenset({"onesord", "teensord", "tensord", "tens", "dig", "zd", "zten"})
_PLAIN_TO = frozenset({"to", "up to", "-", "~", "到", "至"})
_BOUND = {
    "by": "by",
    "before": "before",
    "after": "after",
    "until": "until",
    "since": "since",
    "zsince": "since",
    "zago": "before",
    "zlater": "after",
    "zuntil": "until",
    "atlatest": "by",
    "onward": "after",
}

_MAY_CLOSE = frozenset({"zago", "zlater", "zsince", "atlatest", "onward"})
"""Bounds that stand after their date."""


class Edge(NamedTuple):
    """A piece found between two token positions."""

    end: int
    nodes: tuple[Any, ...]
    weak: bool = False
    fill: bool = False


class _Way(NamedTuple):
    """A way to a token: what it costs, its last piece and the way before that."""

    cost: float
    edge: Edge | None
    before: _Way | None

    def path(self) -> list[Edge]:
        """Return the pieces in order."""
        found: list[Edge] = []
        way: _Way | None = self
        while way is not None and way.edge is not None:
            found.append(way.edge)
            way = way.before
        return found[::-1]


def _cost(edge: Edge) -> float:
    """Return what a piece costs: few pieces are best, and weak ones worst."""
    node = edge.nodes[0]
    if not edge.fill:
        return 2.2 if edge.weak else 2.0
    return 1.0 if isinstance(node, Word) and node.kind.startswith("bound:") else 0.03


class Parser:
    """The pieces of one text, found as they are asked for."""

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text)
        self._edges: dict[int, list[Edge]] = {}
        self.work = 0
        self._present = frozenset(self.tokens.codes)

    def __len__(self) -> int:
        return len(self.tokens.items)

    def edges(self, at: int) -> list[Edge]:
        """Return the pieces that start at a token, longest first, then joining words."""
        if at not in self._edges:
            found: list[tuple[int, int, Edge]] = []
            codes = self.tokens.codes
            if codes[at] != OTHER:
                for order, rule in rules_at(codes[at]):
                    match = rule.match(codes, at, self._present)
                    if match is None or match.end() == at:
                        continue
                    node = rule.build(Hit(self.tokens, match))
                    if node is None:
                        continue
                    nodes = node if type(node) is tuple else (node,)
                    found.append((-match.end(), order, Edge(match.end(), nodes, rule.weak)))
                found.sort(key=lambda item: item[:2])
            self._edges[at] = [edge for _, _, edge in found] + list(self._joins(at))
        return self._edges[at]

    def _joins(self, at: int) -> Iterator[Edge]:
        cats = self.tokens.items[at].cats
        if not cats:
            return
        if "to" in cats or "zto" in cats:
            until = self.tokens.items[at].text not in _PLAIN_TO
            yield Edge(at + 1, (Word("til" if until else "to"),), fill=True)
        if "and" in cats or "zand" in cats or "or" in cats or "but" in cats:
            yield Edge(at + 1, (Word("and"),), fill=True)
        if "startw" in cats:
            yield Edge(at + 1, (Word("start"),), fill=True)
        if "between" in cats or "from" in cats or "zfrom" in cats:
            yield Edge(at + 1, (Word("from"),), fill=True)
        for cat, bound in _BOUND.items():
            apart = cat in ("zago", "zlater") and (
                at == 0 or self.tokens.items[at - 1].text == ","
            )
            if cat in cats and not apart:
                yield Edge(at + 1, (Word("bound:" + bound),), fill=True)
        if "zqi" in cats:
            yield Edge(at + 1, (Word("begin"),), fill=True)
        elif any(cat in cats for cat in _FILL):
            yield Edge(at + 1, (Word("fill"),), fill=True)
        elif any(cat in cats for cat in _TRAIL):
            yield Edge(at + 1, (Word("trail"),), fill=True)
        if "comma" in cats and self._listed(at):
            yield Edge(at + 1, (Word("and"),), fill=True)
        if cats.keys() & {"p(", "p)", 'p"', "p'", "p;", "p.", "p,", "p/"}:
            yield Edge(at + 1, (Word("fill"),), fill=True)

    def _listed(self, at: int) -> bool:
        """Tell whether the comma stands between days of a list: "the 5th, 6th and 7th"."""
        items = self.tokens.items
        if not 0 < at < len(items) - 1:
            return False
        before, after = items[at - 1].cats.keys(), items[at + 1].cats.keys()
        return bool(_DAY_ENDS & before and _DAY_BEGINS & after)

    def paths(self, start: int, goal: int | None = None) -> list[tuple[int, list[Edge]]]:
        """Return (end, pieces) of the sequences from `start`, the longest and simplest first.

        A beam: the best few ways to each token are kept. With `goal`, only those that end there.
        """
        beam, span = (BEAM, MAX_SPAN) if goal is not None else (SEARCH_BEAM, SEARCH_SPAN)
        ways: dict[int, list[_Way]] = {start: [_Way(0.0, None, None)]}
        done: list[tuple[int, float, list[Edge]]] = []
        for at in range(start, min(len(self), start + span) + 1):
            best = sorted(ways.get(at, ()), key=lambda way: way.cost)[:beam]
            if at > start and (goal is None or at == goal):
                done.extend((at, way.cost, way.path()) for way in best if self._ends_well(way))
            if at >= len(self) or not best or at == goal or self.work > MAX_WORK:
                continue
            for edge in self.edges(at):
                cost = (
                    _cost(edge) - 0.002 * (edge.end - at) ** 2
                )  # of two ways, the one with long pieces
                into = ways.setdefault(edge.end, [])
                self.work += len(best)
                into.extend(_Way(way.cost + cost, edge, way) for way in best)
        done.sort(key=lambda item: (-item[0], item[1]))
        return [(end, path) for end, _, path in done]

    def _ends_well(self, way: _Way) -> bool:
        last = way.edge
        if last is None or (last.fill and not self._may_end(last)):
            return False
        return any(not edge.fill for edge in way.path())

    def _may_end(self, edge: Edge) -> bool:
        cats = self.tokens.items[edge.end - 1].cats
        if isinstance(edge.nodes[0], Word) and edge.nodes[0].kind.startswith("bound:"):
            return bool(_MAY_CLOSE & cats.keys())
        return edge.nodes[0] == Word("trail") or any(
            c in self.tokens.items[edge.end - 1].cats for c in _TRAIL
        )
