"""Resolve the dates that people say, in English and Chinese: tokenise, parse, resolve, explain.

Pure functions: what "now" is comes in as a `Moment`. The policy is the fifteen rules of
`.github/ARCHITECTURE.md`; every choice a rule made is a tag in `Resolved.assumptions`.
"""

from __future__ import annotations

from assistant_app.planner.dates.api import Resolver, extract, parse_length, parse_offset, resolve
from assistant_app.planner.dates.explain import describe_tags, explain
from assistant_app.planner.dates.when import to_when

__all__ = [
    "Resolver",
    "describe_tags",
    "explain",
    "extract",
    "parse_length",
    "parse_offset",
    "resolve",
    "to_when",
]
