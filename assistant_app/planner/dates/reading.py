"""Read what was parsed: a repeat, a range or a point."""

from __future__ import annotations

from assistant_app.planner.dates import repeats, spans
from assistant_app.planner.dates.days import Context
from assistant_app.planner.dates.nodes import Span, Spec
from assistant_app.planner.dates.resolve import Outcome, point


def read(node: Spec | Span, ctx: Context) -> Outcome | None:
    """Return the reading of what was parsed, None when it has none."""
    if isinstance(node, Span):
        return repeats.repeat_span(node, ctx) if node.shared.repeat else spans.span(node, ctx)
    return repeats.repeat(node, ctx) if node.repeat else point(node, ctx)
