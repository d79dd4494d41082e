"""Read what was parsed: a repeat, a range or a point."""

from __future__ import annotations

import datetime as dt
import itertools

from assistant_app.domain.planner import Alternative
from assistant_app.planner.dates import repeats, spans
from assistant_app.planner.dates.assemble import WEEKDAY_RUN
from assistant_app.planner.dates.days import Context
from assistant_app.planner.dates.nodes import Clock, Either, Span, Spec, Wd, Ymd, replace
from assistant_app.planner.dates.resolve import DAY, Outcome, point


def read(node: Spec | Span | Either, ctx: Context) -> Outcome | None:
    """Return the reading of what was parsed, None when it has none."""
    if isinstance(node, Either):
        return _either(node, ctx)
    said = node.shared if isinstance(node, Span) else node
    if WEEKDAY_RUN in said.tags:
        return _weekday_run(node, ctx)
    if isinstance(node, Span):
        return repeats.repeat_span(node, ctx) if node.shared.repeat else spans.span(node, ctx)
    if node.clock and node.clock.run_from and not node.repeat:
        return _minutes_or_hours(node, ctx)
    return repeats.repeat(node, ctx) if node.repeat else point(node, ctx)


def _minutes_or_hours(node: Spec, ctx: Context) -> Outcome | None:
    """Ask whether "five to nine" is 8:55 or from five to nine."""
    clock = node.clock
    assert clock is not None
    hour = clock.hour % 12 + 1
    end = node.but(dates=(), clock=Clock(hour, half=clock.half), tags=())
    run = spans.span(Span(Spec(dates=node.dates, num=clock.run_from), end), ctx)
    minutes = point(node.but(clock=clock._replace(run_from=None)), ctx)
    found = [o for o in (minutes, run) if o is not None and o.value is not None]
    if len(found) < 2 or found[0].problem:
        return found[0] if found else None
    alts = tuple(Alternative(o.kind, o.value, "one_of") for o in found)
    return found[0]._replace(alts=(*alts, *found[0].alts), problem="which_one")


def _weekday_run(node: Spec | Span, ctx: Context) -> Outcome | None:
    """Ask whether "Monday to Friday at 8" is every week or once."""
    spec = node.shared if isinstance(node, Span) else node
    out = repeats.repeat_span(node, ctx) if isinstance(node, Span) else repeats.repeat(node, ctx)
    if out is None or spec.repeat is None:
        return out
    first = spec.but(start=Spec(dates=(Wd(spec.repeat.days[0]),)))
    week = replace(node, shared=first) if isinstance(node, Span) else first
    from_first = (
        repeats.repeat_span(week, ctx) if isinstance(week, Span) else repeats.repeat(week, ctx)
    )
    if from_first is None:
        return None
    count = f";COUNT={len(spec.repeat.days)}"
    once = {**from_first.value, "rrule": from_first.value["rrule"] + count}
    alts = (Alternative("rrule", out.value, "weekly"), Alternative("rrule", once, "once"))
    return out._replace(alts=alts, problem="how_often")


def _lend(left: Spec, right: Spec) -> tuple[Spec, Spec]:
    """Give each side what only the other says: "Monday or Tuesday at 3", "December 5 and 6"."""
    if left.num is not None and right.has_time and not left.dates:
        half = right.clock.half if right.clock else None
        left = left.but(num=None, clock=Clock(left.num, half=half))
    theirs = _said(right)
    if theirs is not None and left.num is not None and not left.dates and not right.has_time:
        left = left.but(num=None, dates=(replace(theirs, day=left.num),))
    dates = next((d for d in left.dates if isinstance(d, Ymd) and d.day), None)
    if dates is not None and right.num is not None and not right.dates and not left.has_time:
        right = right.but(num=None, dates=(replace(dates, day=right.num),))
    if left.dates and right.dates and right.has_time and not left.has_time:
        left = left.but(clock=right.clock, part=right.part)
    ours, theirs = _said(left), _said(right)
    if ours and theirs and not ours.month and theirs.month:
        merged = replace(ours, month=theirs.month, year=theirs.year)
        left = left.but(dates=tuple(merged if d is ours else d for d in left.dates))
    elif ours and theirs and ours.month and not theirs.month:
        merged = replace(theirs, month=ours.month, year=ours.year)
        right = right.but(dates=tuple(merged if d is theirs else d for d in right.dates))
    return left, right


def _lend_all(options: list[Spec]) -> list[Spec]:
    """Lend month, year and time along a list: "the 5th, 6th and 7th of June at noon"."""
    for i in range(len(options) - 1, 0, -1):
        options[i - 1], options[i] = _lend(options[i - 1], options[i])
    for i in range(1, len(options)):
        options[i - 1], options[i] = _lend(options[i - 1], options[i])
    return options


def _days_in_a_row(points: list[Outcome]) -> Outcome | None:
    """Return the stretch that days said one after another make; None when there are gaps."""
    if any(p.kind != "date" or p.problem for p in points):
        return None
    days = [dt.date.fromisoformat(p.value) for p in points]
    if any(b - a != DAY for a, b in itertools.pairwise(days)):
        return None
    value = {"start": days[0].isoformat(), "end": (days[-1] + DAY).isoformat()}
    return points[-1]._replace(kind="range", value=value, alts=())


def _said(spec: Spec) -> Ymd | None:
    return next((d for d in spec.dates if isinstance(d, Ymd) and d.day), None)


def _one_stretch(left: Spec, right: Spec) -> bool:
    """Tell whether "and" could mean from one to the other: not from Monday 3 to Tuesday 3."""
    return not (left.dates and right.dates and left.has_time)


def _either(node: Either, ctx: Context) -> Outcome | None:
    """Ask which is meant by "six and nine am": from one to the other, or one of them."""
    options = _lend_all(list(node.options))
    first, last = options[0], options[-1]
    both = spans.span(Span(first, last), ctx) if _one_stretch(first, last) else None
    points = [p for option in options if (p := point(option, ctx)) is not None]
    if len(points) < len(options):
        return None
    if len(points) > 2:
        both = _days_in_a_row(points)
        if both is not None:
            return both
    found = [p for p in (both, *points) if p is not None]
    alts = tuple(Alternative(p.kind, p.value, "one_of") for p in found if p.value is not None)
    return Outcome(alts[0].kind, alts[0].value, alts=alts, problem="which_one") if alts else None
