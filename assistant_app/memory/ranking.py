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
    """Unit vectors (n, dim), and cosines to them with the mean of their language taken out.

    Vectors of e5 lie in a narrow cone, and those of one language in a narrower one: without the
    means, a Chinese question finds every Chinese text before the right English one. The centred
    vectors are not kept: (v - m)q / |v - m| needs only the products of the raw ones.
    """

    def __init__(self, raw: Matrix, langs: Sequence[str]) -> None:
        import numpy as np

        self.raw = raw
        names = np.asarray(langs, dtype=object)
        overall = raw.mean(axis=0) if len(raw) else np.zeros(raw.shape[1:], dtype=np.float32)
        self.means: dict[str, Matrix] = {"": overall}
        self._rows = {lang: np.flatnonzero(names == lang) for lang in sorted(set(langs))}
        self._lengths = np.ones(len(raw), dtype=np.float32)
        for lang, rows in self._rows.items():
            mean = raw[rows].mean(axis=0) if len(rows) >= MEAN_FROM else overall
            self.means[lang] = mean
            # |v - m|2 = |v|2 - 2vm + |m|2, and |v| is 1.
            squares = 1 - 2 * (raw @ mean)[rows] + mean @ mean
            self._lengths[rows] = np.sqrt(np.maximum(squares, 1e-12))

    @property
    def langs(self) -> list[str]:
        """The languages there are."""
        return list(self._rows)

    def mean(self, lang: str) -> Matrix:
        """Return the mean of a language's vectors, of all where it has too few."""
        return self.means.get(lang, self.means[""])

    def cosines(self, query: Matrix, queries: QueryMean) -> tuple[Matrix, Matrix]:
        """Return the centred and the raw cosines (n,) of a unit vector (dim,)."""
        import numpy as np

        asked = [query]
        for lang in self._rows:
            mean = self.mean(lang)
            asked.append(normalized(query - (mean + queries.of(lang, mean)) / 2))
        products = self.raw @ np.stack(asked, axis=1)
        centred = np.zeros(len(self.raw), dtype=np.float32)
        for column, (lang, rows) in enumerate(self._rows.items(), 1):
            shift = float(self.mean(lang) @ asked[column])
            centred[rows] = (products[rows, column] - shift) / self._lengths[rows]
        return centred, products[:, 0]


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
