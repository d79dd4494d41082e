"""Find sequences of pieces in the tokens and put each together to one meaning."""

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
    Amount,
    Clock,
    Either,
    Flag,
    Part,
    Repeat,
    Shift,
    Span,
    Spec,
    Wd,
    Word,
    Ymd,
    merge_ymd,
    replace,
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

_FILL = ("prep", "the", "of", "comma", "zde", "zpre", "sharp", "is", "ish", "zqi", "zat")
_TRAIL = ("zapprox", "sharp", "zqi", "poss", "zduo", "zde", "p;", "p'", 'p"', "p)")
_PLAIN_TO = frozenset({"to", "up to", "-", "~", "到", "至"})
_BOUND = {
    "by": "by",
    "before": "before",
    "after": "after",
    "until": "until",
    "since": "since",
    "zago": "before",
    "zlater": "after",
    "zuntil": "until",
}


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
        if any(cat in cats for cat in _FILL):
            yield Edge(at + 1, (Word("fill"),), fill=True)
        elif any(cat in cats for cat in _TRAIL):
            yield Edge(at + 1, (Word("trail"),), fill=True)
        if cats.keys() & {"p(", "p)", 'p"', "p'", "p;", "p.", "p,", "p/"}:
            yield Edge(at + 1, (Word("fill"),), fill=True)

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
            return "zago" in cats or "zlater" in cats
        return edge.nodes[0] == Word("trail") or any(
            c in self.tokens.items[edge.end - 1].cats for c in _TRAIL
        )


def assemble(path: list[Edge]) -> Spec | Span | Either | None:
    """Put the pieces of a path together; None when they do not fit."""
    return _together([node for edge in path for node in edge.nodes])


def _together(nodes: list[Any]) -> Spec | Span | Either | None:
    joins = [i for i, n in enumerate(nodes) if isinstance(n, Word) and n.kind in ("to", "til")]
    froms = [i for i, n in enumerate(nodes) if isinstance(n, Word) and n.kind in ("from", "start")]
    last = froms[-1] if froms else 0
    repeats = any(isinstance(n, Repeat) for n in nodes[:last])
    if repeats and last > max(joins, default=0):
        return _started(nodes, last)
    froms = [i for i in froms if nodes[i] == Word("from")]
    if not joins and froms:
        joins = [i for i, n in enumerate(nodes) if n == Word("and") and i > froms[0]][:1]
        if not joins:
            spec = merge(nodes)
            return spec.but(bound="since") if spec and spec.dates and not spec.bound else None
    if not joins:
        return _joined(nodes)
    if len(joins) > 1:
        return None
    return _span(nodes, joins[0], [i for i in froms if i < joins[0]])


def _started(nodes: list[Any], at: int) -> Spec | Span | None:
    """Read what comes after "from" or "starting" as the first day of the repeat before it."""
    first, whole = merge(nodes[at + 1 :]), _together(nodes[:at])
    if first is None or not first.dates or first.has_time or first.repeat:
        return None
    if isinstance(whole, Spec) and whole.repeat:
        return whole.but(start=first, occurrences=first.occurrences or whole.occurrences)
    if isinstance(whole, Span) and whole.shared.repeat:
        return replace(whole, shared=whole.shared.but(start=first))
    return None


def _joined(nodes: list[Any]) -> Spec | Either | None:
    """Merge pieces, or the two sides of one "and"."""
    ands = [i for i, n in enumerate(nodes) if n == Word("and")]
    if not ands:
        return merge(nodes)
    left, right = nodes[: ands[0]], nodes[ands[0] + 1 :]
    if len(ands) > 1 or not _real(left) or not _real(right):
        return None
    a, b = merge(left), merge(right)
    if a is None or b is None or a.repeat or b.repeat or a.amount or b.amount:
        return None
    return Either((a, b))


def _span(nodes: list[Any], join: int, froms: list[int]) -> Spec | Span | None:
    left_nodes, right_nodes = nodes[:join], nodes[join + 1 :]
    shared: Spec | None = Spec()
    if froms:
        shared, left_nodes = merge(left_nodes[: froms[-1]]), left_nodes[froms[-1] + 1 :]
    right = merge(right_nodes)
    if not _real(left_nodes):
        if right is None or shared is None:
            return None
        if shared == Spec():
            return right.but(bound="until") if nodes[join].kind == "til" else right
        return shared.but(until=right) if shared.repeat else Span(shared, right)
    left = merge(left_nodes)
    if left is None or right is None or shared is None:
        return None
    if (
        _date_only(left)
        and right.clock
        and not right.dates
        and not right.part
        and shared == Spec()
    ):
        return left.but(clock=right.clock, zone=right.zone)  # "6 Jan 2017 - 6:37am"
    run = all(isinstance(d, Wd) for d in (*left.dates, *right.dates)) and bool(left.dates)
    if left.repeat and not shared.repeat and not right.repeat and right.has_date and not run:
        return left.but(until=right)
    if right.repeat and not left.repeat:
        right, shared = right.but(repeat=None), shared.but(repeat=right.repeat)
    elif left.repeat and not shared.repeat:
        left, shared = left.but(repeat=None), shared.but(repeat=left.repeat)
    return Span(left, right, shared)


def _date_only(spec: Spec) -> bool:
    full = any(isinstance(d, Ymd) and d.day and (d.month or d.swap) for d in spec.dates)
    return full and spec == Spec(dates=spec.dates)


def _real(nodes: list[Any]) -> bool:
    return any(not isinstance(n, Word) for n in nodes)


def merge(nodes: list[Any]) -> Spec | None:
    """Merge pieces into one spec; None when two of them want the same place."""
    spec: Spec | None = Spec()
    for i, node in enumerate(nodes):
        if isinstance(node, Flag) and node.slot in ("head", "nth_head", "starting"):
            return _anchored(spec, node, nodes[i + 1 :])
        spec = _take(spec, node)
        if spec is None:
            return None
    return spec


def _anchored(before: Spec | None, head: Flag, rest: list[Any]) -> Spec | None:
    anchor = merge(rest)
    if before is None or anchor is None or (not anchor.dates and not anchor.has_time):
        return None
    if head.slot == "starting":
        if before.dates:
            return None
        return (
            anchor.but(amount=None, tags=(*anchor.tags, "starting"))
            .but(start=None, until=None, occurrences=None)
            .but(amount=head.value)
        )
    if head.slot == "nth_head":
        n, weekday, sign = head.value
        shift = Shift(Amount(()), sign, Spec(dates=anchor.dates), weekday=weekday, n=n)
    else:
        found, sign = head.value
        outer = (
            tuple(d for d in anchor.dates if isinstance(d, Wd) and not d.mod)
            if len(anchor.dates) > 1
            else ()
        )
        if outer and not any(
            isinstance(d, Ymd) for d in anchor.dates
        ):  # "two months from today on Tuesday"
            anchor, before = (
                anchor.but(dates=tuple(d for d in anchor.dates if d not in outer)),
                before.but(dates=(*before.dates, *outer)),
            )
        shift = Shift(found, sign, anchor if found.exact else Spec(dates=anchor.dates))
        if found.exact:
            anchor = Spec()
        elif not anchor.dates:
            return None
    if (before.clock and anchor.clock) or (before.part and anchor.part):
        return None
    return before.but(
        dates=(*before.dates, shift),
        clock=before.clock or anchor.clock,
        part=before.part or anchor.part,
        num=anchor.num if before.num is None else before.num,
    )


def _take(spec: Spec | None, node: Any) -> Spec | None:
    if spec is None:
        return None
    if isinstance(node, Word):
        if node.kind.startswith("bound:"):
            return spec.but(bound=node.kind[6:])
        return spec if node.kind in ("fill", "trail", "from") else None
    if isinstance(node, Clock):
        if spec.clock is not None:
            return spec if spec.clock == node else _half_clash(spec, node)
        return spec.but(clock=node, tags=(*spec.tags, "date_first") if spec.dates else spec.tags)
    if isinstance(node, Part):
        if spec.part is not None and spec.part != node:
            return None
        return spec.but(part=node)
    if isinstance(node, Repeat):
        return _take_repeat(spec, node)
    if isinstance(node, Flag):
        return _take_flag(spec, node)
    if isinstance(node, Ymd) and (
        old := next((d for d in spec.dates if isinstance(d, Ymd)), None)
    ):
        merged = merge_ymd(old, node)
        return (
            None
            if merged is None
            else spec.but(dates=tuple(merged if d is old else d for d in spec.dates))
        )
    if len(spec.dates) >= 4:
        return None
    return (
        spec
        if any(type(d) is type(node) and d == node for d in spec.dates)
        else spec.but(dates=(*spec.dates, node))
    )


def _half_clash(spec: Spec, node: Clock) -> Spec | None:
    return None


def _take_repeat(spec: Spec, node: Repeat) -> Spec | None:
    if spec.repeat is None:
        return spec.but(repeat=node)
    first, second = spec.repeat, node
    if first.freq == "DAILY" and not first.days:
        first, second = second, first
    if second.freq == "DAILY" and second.interval == 1 and not second.days:
        return spec.but(repeat=first)
    if first.freq == second.freq == "WEEKLY" and (first.bare_unit or second.bare_unit):
        return spec.but(
            repeat=replace(
                first,
                days=first.days or second.days,
                interval=max(first.interval, second.interval),
            )
        )
    if (
        first.freq == second.freq == "WEEKLY"
        and first.days
        and second.days
        and first.interval == second.interval
    ):
        return spec.but(repeat=replace(first, days=tuple(sorted({*first.days, *second.days}))))
    return None


def _take_flag(spec: Spec, node: Flag) -> Spec | None:
    slot, value = node.slot, node.value
    if slot == "half":
        if spec.clock and not spec.clock.half and not spec.clock.literal:
            return spec.but(clock=replace(spec.clock, half=value))
        return spec.but(part=Part(value)) if spec.part is None else None
    if slot == "znth":
        if not spec.dates:
            return None
        n, weekday, sign = value
        anchored = Shift(Amount(()), sign, Spec(dates=spec.dates), weekday=weekday, n=n)
        return spec.but(dates=(anchored,))
    if slot == "zroll":
        return _take_roll(spec, value)
    if slot == "between":
        return (
            spec.but(clock=Clock(value[0]), tags=(*spec.tags, "between"))
            if not spec.clock
            else None
        )
    if slot == "length":
        slot = "amount"
        if spec.amount is None:
            return spec.but(amount=value, tags=(*spec.tags, "for"))
    if getattr(spec, slot) is not None:
        return None
    return spec.but(**{slot: value})


def _take_roll(spec: Spec, value: Any) -> Spec | None:
    """Place 前两天: counted from a day said before it, else the last two days."""
    from assistant_app.planner.dates.nodes import Rolling

    found, sign, word = value
    if spec.dates and word in ("前", "后", "之前", "之后", "+"):
        return spec.but(dates=(Shift(found, sign, Spec(dates=spec.dates)),))
    if spec.dates:
        return None
    if word == "+":
        return spec.but(dates=(Shift(found, 1),))
    if word in ("上", "下", "上个", "往前"):
        return spec.but(dates=(Rolling(found, sign * 2),))
    return spec.but(dates=(Rolling(found, sign),))
