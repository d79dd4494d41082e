"""Put the pieces of a path together to one meaning: a point, a range or a choice."""

from __future__ import annotations

import itertools
from typing import Any

from assistant_app.planner.dates import clocks
from assistant_app.planner.dates.nodes import (
    SAME_TIME,
    Amount,
    Clock,
    Either,
    Flag,
    Part,
    Period,
    Repeat,
    Rolling,
    Shift,
    Span,
    Spec,
    Wd,
    Word,
    Ymd,
    merge_ymd,
    replace,
)
from assistant_app.planner.dates.parse import Edge

WEEKDAY_RUN = "weekday_run"
"""Tag of "Monday to Friday at 8", which may be every week or only the coming one."""
_BEGINS = frozenset({"from", "start", "begin", "bound:after"})
"""Words that make a beginning of the date beside them."""
HEADS = ("head", "head_from", "nth_head", "period_head", "starting")
"""Flags that are followed by what they are counted from."""


def assemble(path: list[Edge]) -> Spec | Span | Either | None:
    """Put the pieces of a path together; None when they do not fit."""
    return _together([node for edge in path for node in edge.nodes])


def _together(nodes: list[Any]) -> Spec | Span | Either | None:
    if begun := _begun(nodes):
        return begun
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
            if spec and spec.bound == "after":
                return spec  # "from Monday onwards"
            return spec.but(bound="from") if spec and spec.dates and not spec.bound else None
    if not joins:
        return _joined(nodes)
    if len(joins) == 2:
        return _weekdays_and_hours(nodes, joins)
    if len(joins) > 1:
        return None
    return _span(nodes, joins[0], [i for i in froms if i < joins[0]])


def _run_of_weekdays(left: Spec, right: Spec) -> Repeat | None:
    """Return the weekdays from one to the other as a weekly repeat."""
    days = (*left.dates, *right.dates)
    if len(days) != 2 or not left.dates or not all(isinstance(d, Wd) and not d.mod for d in days):
        return None
    first, last = days[0].day, days[1].day
    return Repeat("WEEKLY", days=tuple((first + k) % 7 for k in range((last - first) % 7 + 1)))


def _weekdays_and_hours(nodes: list[Any], joins: list[int]) -> Span | None:
    """Read "Monday to Friday, 9 to 5": the hours are the second range."""
    ends = [i for i, n in enumerate(nodes) if isinstance(n, Wd)]
    if len(ends) != 2 or not ends[0] < joins[0] < ends[1] < joins[1]:
        return None
    left, right = merge(nodes[: joins[0]]), merge(nodes[joins[0] + 1 : ends[1] + 1])
    run = _run_of_weekdays(left, right) if left and right else None
    if run is None or left is None or left.has_time:
        return None
    rest = nodes[ends[1] + 1 :]
    at = joins[1] - ends[1] - 1
    froms = [i for i in range(at) if rest[i] == Word("from")]
    hours = _span(rest, at, froms)
    if not isinstance(hours, Span) or hours.shared.dates or hours.shared.repeat:
        return None
    return replace(hours, shared=hours.shared.but(repeat=run, tags=(WEEKDAY_RUN,)))


def _started(nodes: list[Any], at: int) -> Spec | Span | None:
    """Read what comes after "from" or "starting" as the first day of the repeat before it."""
    first, whole = merge(nodes[at + 1 :]), _together(nodes[:at])
    if first is None or not first.dates or first.has_time or first.repeat:
        return None
    if isinstance(whole, Spec) and whole.repeat:
        if first.amount is not None and whole.amount is None:  # "... for ten weeks"
            whole = whole.but(amount=first.amount, tags=(*whole.tags, "for"))
        first = first.but(amount=None)
        return whole.but(start=first, occurrences=first.occurrences or whole.occurrences)
    if isinstance(whole, Span) and whole.shared.repeat:
        return replace(whole, shared=whole.shared.but(start=first))
    return None


def _begun(nodes: list[Any]) -> Spec | Span | None:
    """Read "from next week, every Monday": what comes first is a beginning, and no end.

    Only where it names a week, a month or a year: of another day the rule makes a beginning itself.
    """
    cut = next((i for i, n in enumerate(nodes) if isinstance(n, Repeat)), 0)
    head = nodes[:cut]
    words = [n.kind for n in head if isinstance(n, Word)]
    if not _BEGINS.intersection(words) or {"to", "til", "and"}.intersection(words):
        return None
    first, whole = merge([n for n in head if not isinstance(n, Word)]), _together(nodes[cut:])
    if first is None or first != Spec(dates=first.dates) or not any(map(_is_long, first.dates)):
        return None
    if isinstance(whole, Span) and whole.shared.repeat and not whole.shared.start:
        return replace(whole, shared=whole.shared.but(start=first))
    if not isinstance(whole, Spec) or whole.repeat is None or whole.start:
        return None
    wanted = {"WEEKLY": Wd, "MONTHLY": Ymd}.get(whole.repeat.freq)
    if wanted and whole.repeat.bare_unit and not whole.dates:  # "from this Sunday, every week"
        own = tuple(d for d in first.dates if isinstance(d, wanted) and not _is_long(d))
        whole = whole.but(dates=own)
    return whole.but(start=first)


def _is_long(date: Any) -> bool:
    """Tell whether a piece names a stretch of days, of which another piece may name one."""
    return isinstance(date, Period) or (isinstance(date, Ymd) and date.day is None)


def _joined(nodes: list[Any]) -> Spec | Either | None:
    """Merge pieces, or the two sides of one "and"."""
    ands = [i for i, n in enumerate(nodes) if n == Word("and")]
    if not ands:
        return merge(nodes)
    listed = _listed(nodes) if any(isinstance(n, Repeat) for n in nodes) else None
    if listed is not None and not listed.bound and len(listed.dates) > len(ands):
        return listed
    cuts = [-1, *ands, len(nodes)]
    options: list[Spec] = []
    for before, after in itertools.pairwise(cuts):
        option = merge(nodes[before + 1 : after])
        if not _real(nodes[before + 1 : after]) or option is None:
            return None
        if option.repeat or option.amount:
            return None
        options.append(option)
    return Either(tuple(options)) if len(options) <= 7 else None


def _listed(nodes: list[Any]) -> Spec | None:
    """Merge a repeat with a list of its days: "every month on the 1st and the 15th".

    Whether they fit is for `repeat_place.place` to say.
    """
    if not any(isinstance(n, Repeat) for n in nodes):
        return merge(nodes)
    return merge([n for n in nodes if n != Word("and")])


def _hours_of_days(left_nodes: list[Any], right_nodes: list[Any]) -> Span | None:
    """Read "Mon and Wed 18:00-19:30": the hours are those of each day."""
    days = [n.day for n in left_nodes if isinstance(n, Wd) and not n.mod]
    if len(days) < 2 or Word("and") not in left_nodes:
        return None
    left = merge([n for n in left_nodes if not isinstance(n, Wd | Word)])
    right = merge(right_nodes)
    if left is None or right is None or left.dates or right.dates or left.repeat or right.repeat:
        return None
    if not (left.has_time or left.num is not None) or not right.has_time:
        return None
    run = Repeat("WEEKLY", days=tuple(dict.fromkeys(days)))
    return Span(left, right, Spec(repeat=run, tags=(WEEKDAY_RUN,)))


def _span(nodes: list[Any], join: int, froms: list[int]) -> Spec | Span | None:
    left_nodes, right_nodes = nodes[:join], nodes[join + 1 :]
    if days := _hours_of_days(left_nodes, right_nodes):
        return days
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
    left = _listed(left_nodes)
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
    timed = right.has_time or shared.has_time
    if timed and not left.has_time and not shared.dates and not shared.repeat and not right.zone:
        weekly = _run_of_weekdays(left, right)
        if weekly and not left.repeat and not right.repeat and left == Spec(dates=left.dates):
            both = right if right.has_time else shared
            return Spec(repeat=weekly, clock=both.clock, part=both.part, tags=(WEEKDAY_RUN,))
    run = all(isinstance(d, Wd) for d in (*left.dates, *right.dates)) and bool(left.dates)
    exact = left.repeat is not None and left.repeat.freq in ("HOURLY", "MINUTELY", "SECONDLY")
    if left.repeat and right.clock and right.has_date and not left.has_time and not exact:
        # "every 3 days until Christmas at 8": the hour is that of each.
        left, right = left.but(clock=right.clock), right.but(clock=None)
    if (
        left.repeat
        and not shared.repeat
        and not right.repeat
        and right.has_date
        and not run
        and not right.next_day
    ):
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
        if isinstance(node, Flag) and node.slot in HEADS:
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
    elif head.slot == "period_head":
        unit, sign = head.value
        if not anchor.dates or anchor.has_time or before.has_time:
            return None
        shift = Shift(Amount(((unit, 1.0),)), sign, Spec(dates=anchor.dates), whole=True)
    else:
        found, sign = head.value
        if head.slot == "head_from" and found.exact and anchor.has_time:
            return None  # "3 hours from 10 am" says how long
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
        return spec if node.kind in ("fill", "trail", "from", "begin") else None
    if isinstance(node, Clock):
        if spec.clock is not None:
            return spec if spec.clock == node else _half_clash(spec, node)
        return spec.but(clock=node, tags=(*spec.tags, "date_first") if spec.dates else spec.tags)
    if isinstance(node, Part):
        if spec.part is not None and spec.part != node:
            narrow = clocks.narrower(spec.part, node)
            return spec.but(part=narrow) if narrow else None
        return spec.but(part=node)
    if isinstance(node, Repeat):
        return _take_repeat(spec, node)
    if isinstance(node, Flag):
        return _take_flag(spec, node)
    if isinstance(node, Ymd) and (
        old := next((d for d in spec.dates if isinstance(d, Ymd)), None)
    ):
        merged = merge_ymd(old, node)
        if (
            merged is None
            and spec.repeat
            and not (old.year or old.month or node.year or node.month)
        ):
            return spec.but(dates=(*spec.dates, node))  # one more day of every month
        return (
            None
            if merged is None
            else spec.but(dates=tuple(merged if d is old else d for d in spec.dates))
        )
    if len(spec.dates) >= (7 if spec.repeat else 4):
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
    if slot == "same_time":
        return spec.but(clock=SAME_TIME) if spec.clock is None and spec.part is None else None
    if slot == "era":
        return _take_era(spec, value)
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


def _take_era(spec: Spec, years: int) -> Spec | None:
    """Count a year from another era: 2555 BE is 2012."""
    said = next((d for d in spec.dates if isinstance(d, Ymd) and d.year), None)
    if said is None or said.year is None or not years or said.year < 2300:
        return None
    moved = replace(said, year=said.year - years)
    return spec.but(dates=tuple(moved if d is said else d for d in spec.dates))


def _take_roll(spec: Spec, value: Any) -> Spec | None:
    """Place 前两天: counted from a day said before it, else the last two days."""
    found, sign, word = value
    if found.exact and spec.has_time and word in ("前", "后", "之前", "之后", "+"):
        return Spec(dates=(Shift(found, sign, spec),))
    if spec.dates and word in ("前", "后", "之前", "之后", "+"):
        return spec.but(dates=(Shift(found, sign, Spec(dates=spec.dates)),))
    if spec.dates:
        return None
    if word == "+":
        return spec.but(dates=(Shift(found, 1),))
    if word in ("上", "下", "上个", "往前"):
        return spec.but(dates=(Rolling(found, sign * 2),))
    return spec.but(dates=(Rolling(found, sign),))
