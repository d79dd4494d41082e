"""Read what was parsed: a repeat, a range or a point."""

from __future__ import annotations

from assistant_app.domain.planner import Alternative
from assistant_app.planner.dates import repeats, spans
from assistant_app.planner.dates.days import Context
from assistant_app.planner.dates.nodes import Clock, Either, Span, Spec
from assistant_app.planner.dates.resolve import Outcome, point


def read(node: Spec | Span | Either, ctx: Context) -> Outcome | None:
    """Return the reading of what was parsed, None when it has none."""
    if isinstance(node, Either):
        return _either(node, ctx)
    if isinstance(node, Span):
        return repeats.repeat_span(node, ctx) if node.shared.repeat else spans.span(node, ctx)
    return repeats.repeat(node, ctx) if node.repeat else point(node, ctx)


def _either(node: Either, ctx: Context) -> Outcome | None:
    """Ask which is meant by "six and nine am": from one to the other, or one of them."""
    left, right = node.options
    both = spans.span(Span(left, right), ctx)
    if left.num is not None and right.has_time:
        left = left.but(
            num=None, clock=Clock(left.num, half=right.clock.half if right.clock else None)
        )
    points = [point(left, ctx), point(right, ctx)]
    if any(p is None for p in points):
        return None
    found = [p for p in (both, *points) if p is not None]
    alts = tuple(Alternative(p.kind, p.value, "one_of") for p in found if p.value is not None)
    return Outcome(alts[0].kind, alts[0].value, alts=alts, problem="which_one") if alts else None
