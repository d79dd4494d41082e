"""Decide whether a memory belongs to a message at all; most messages need none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.domain.language import detect
from assistant_app.domain.memory import Memory
from assistant_app.domain.search_text import terms
from assistant_app.memory.attribute import stem


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a memory; the cosines are None without an embedder. `score` is 0-1."""

    memory: Memory
    raw: float | None
    centred: float | None
    score: float


def shared_weight(query: str, text: str) -> float:
    """Return the share of the query's content terms that `text` has (0-1).

    A Chinese pair counts as one term, single characters only where the query has no pairs.
    """
    asked = {stem(term) for term in terms(query)}
    pairs = {term for term in asked if len(term) > 1 or term.isascii()}
    asked = pairs or asked
    have = {stem(term) for term in terms(text)}
    return len(asked & have) / len(asked) if asked else 0.0


def keep_relevant(query: str, evidence: Sequence[Evidence]) -> list[Evidence]:
    """Return the evidence that passes, in its order."""
    return [one for one in evidence if _passes(query, one)]


def _passes(query: str, one: Evidence) -> bool:
    shared = shared_weight(query, one.memory.text)
    if one.raw is None or one.centred is None:
        return shared > 0
    return one.centred > 0.2 or shared > 0.3


__all__ = ["Evidence", "detect", "keep_relevant", "shared_weight"]
