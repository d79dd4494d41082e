"""Rank by words and by meaning together: centred vectors, and a min-max weighted sum.

numpy is imported on first use. Measured on LoCoMo and MADial-Bench: centring both sides lifts
e5-small's recall@10 from 50 to 59, the min-max sum with BM25 to 72; reciprocal ranks reach only 61.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]
    """Of float32."""

MEAN_FROM = 6
"""Vectors that a language needs for a mean of its own; with fewer, that of all serves."""
QUERY_START = 5
"""How many queries the store's mean stands for at the start of the running mean."""


def normalized(matrix: Matrix) -> Matrix:
    """Return the rows of (n, dim) with length 1."""
    import numpy as np

    length = np.linalg.norm(matrix, axis=-1, keepdims=True)
    result: Matrix = matrix / np.maximum(length, 1e-9)
    return result


class CentredMatrix:
    """Vectors (n, dim) with the mean of their language taken out.

    Vectors of e5 lie in a narrow cone, and those of one language in a narrower one: without the
    means, a Chinese question finds every Chinese text before the right English one.
    """

    def __init__(self, raw: Matrix, langs: Sequence[str]) -> None:
        import numpy as np

        self.raw = raw
        overall = raw.mean(axis=0) if len(raw) else np.zeros(raw.shape[1:], dtype=np.float32)
        self.means: dict[str, Matrix] = {"": overall}
        centred = raw.copy()
        for lang in set(langs):
            rows = np.array([one == lang for one in langs])
            mean = raw[rows].mean(axis=0) if rows.sum() >= MEAN_FROM else overall
            self.means[lang] = mean
            centred[rows] -= mean
        self.centred = normalized(centred)

    def mean(self, lang: str) -> Matrix:
        """Return the mean of a language's vectors, of all where it has too few."""
        return self.means.get(lang, self.means[""])

    def cosines(self, query: Matrix, lang: str, queries: QueryMean, rows: Sequence[int]) -> Matrix:
        """Return the centred cosines of a unit vector (dim,) to the `rows` of a language."""
        centre = self.mean(lang) / 2 + queries.of(lang, self.mean(lang)) / 2
        some = self.centred if len(rows) == len(self.centred) else self.centred[rows]
        result: Matrix = some @ normalized(query - centre)
        return result


class QueryMean:
    """The running mean of the queries of each language, started with the store's mean."""

    def __init__(self) -> None:
        self._sums: dict[str, Matrix] = {}
        self._counts: dict[str, int] = {}

    def add(self, lang: str, query: Matrix) -> None:
        """Count a query."""
        self._sums[lang] = self._sums[lang] + query if lang in self._sums else query
        self._counts[lang] = self._counts.get(lang, 0) + 1

    def of(self, lang: str, start: Matrix) -> Matrix:
        """Return the mean of a language's queries, `start` counted `QUERY_START` times."""
        if lang not in self._sums:
            return start
        result: Matrix = (start * QUERY_START + self._sums[lang]) / (
            QUERY_START + self._counts[lang]
        )
        return result


def spread(scores: Mapping[int, float], lowest: float | None = None) -> dict[int, float]:
    """Return scores moved to 0-1 (min-max); `lowest` is the zero when it is known."""
    if not scores:
        return {}
    low = min(scores.values()) if lowest is None else lowest
    width = max(scores.values()) - low
    if width <= 0:
        return dict.fromkeys(scores, 1.0 if max(scores.values()) > 0 else 0.0)
    return {key: (value - low) / width for key, value in scores.items()}


def fused(parts: Sequence[tuple[float, Mapping[int, float]]]) -> dict[int, float]:
    """Return the weighted sum of several scores (each 0-1); a missing one counts as 0."""
    total: dict[int, float] = {}
    for weight, scores in parts:
        for key, value in scores.items():
            total[key] = total.get(key, 0.0) + weight * value
    return total
