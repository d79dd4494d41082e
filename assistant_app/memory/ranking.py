"""Cosines with the means taken out; they are summed with the words' scores, each min-max.

numpy is imported on first use. Measured on LoCoMo and MADial-Bench: centring both sides lifts
e5-small's recall@10 from 50 to 59, the min-max sum with BM25 to 72; reciprocal ranks reach only 61.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]
    """Of float32."""

MEAN_FROM = 6
"""Vectors that a language needs for a mean of its own; with fewer, that of all serves."""
QUERY_START = 5
"""How many queries the store's mean stands for at the start of the running mean."""
ROUGH_FROM = 20_000
"""Vectors from which cosines are first taken roughly: all of them are 150 MB for 100,000, and
reading those through the memory that a chat model keeps busy is what costs the time."""
HEAD = 96
"""The dimensions that a rough cosine reads, those along which the vectors differ most. Of e5's
3,435 vectors of conversations, the ten nearest are among the 100 roughly nearest in 99.6 %."""
_SAMPLE = 8000


class CentredMatrix:
    """Unit vectors (n, dim), and cosines to them with the mean of their language taken out.

    Vectors of e5 lie in a narrow cone, and those of one language in a narrower one: without the
    means, a Chinese question finds every Chinese text before the right English one. The centred
    vectors are not kept: (v - m)q / |v - m| needs only the products of the raw ones. Rows can be
    set one by one; the means follow when a fiftieth of them changed.

    Of a large store `cosines` are rough, taken along a few axes, and `exact` makes those of some
    rows exact.
    """

    def __init__(self, raw: Matrix, langs: Sequence[str]) -> None:
        import numpy as np

        self._raw = raw
        self._axes = _axes(raw) if len(raw) >= ROUGH_FROM else None
        self._head = self._along(raw)
        self._count = len(raw)
        self.langs: list[str] = sorted(set(langs))
        code = {lang: n for n, lang in enumerate(self.langs)}
        self._codes = np.array([code[lang] for lang in langs], dtype=np.int16)
        self._lengths = np.ones(len(raw), dtype=np.float32)
        self._to_mean = np.zeros(len(raw), dtype=np.float32)
        self._towards = np.zeros(len(raw), dtype=np.float32)
        self._seen = 0
        """The queries that are in `_towards`: the products with their sum."""
        self._changed = 0
        self._settle()

    def __len__(self) -> int:
        return self._count

    @property
    def rough(self) -> bool:
        """Whether `cosines` are rough."""
        return self._axes is not None

    def _along(self, vectors: Matrix) -> Matrix:
        """Return what of vectors a rough cosine reads."""
        return vectors if self._axes is None else vectors @ self._axes

    def _settle(self) -> None:
        """Take the means, and how far each vector is from that of its language."""
        import numpy as np

        self._changed = 0
        self._means: list[Matrix] = []
        if not self._count:
            return
        raw, codes = self._raw[: self._count], self._codes[: self._count]
        ones = np.stack([codes == n for n in range(len(self.langs))]).astype(np.float32)
        sizes = ones.sum(axis=1)
        sums = ones @ raw
        overall = sums.sum(axis=0) / max(1, self._count)
        enough = sizes >= MEAN_FROM
        self._means = [
            sums[n] / sizes[n] if enough[n] else overall for n in range(len(self.langs))
        ]
        self._measure(np.arange(self._count))

    def _measure(self, rows: Matrix) -> None:
        import numpy as np

        everything = len(rows) == self._count
        raw = self._raw[: self._count] if everything else self._raw[rows]
        codes = self._codes[rows]
        for n, mean in enumerate(self._means):
            here = codes == n
            # |v - m|2 = |v|2 - 2vm + |m|2, and |v| is 1.
            own = (raw @ mean)[here]
            squares = 1 - 2 * own + mean @ mean
            self._to_mean[rows[here]] = own
            self._lengths[rows[here]] = np.sqrt(np.maximum(squares, 1e-12))

    def put(self, row: int, vector: Matrix, lang: str) -> None:
        """Set one row; that after the last is added."""
        import numpy as np

        if not len(self._raw):
            self._raw = self._head = np.zeros((0, len(vector)), dtype=np.float32)
        if row == len(self._raw):
            more = max(64, row // 8)
            self._raw = _longer(self._raw, more)
            self._head = self._raw if self._axes is None else _longer(self._head, more)
            self._codes = np.concatenate([self._codes, np.zeros(more, np.int16)])
            room = np.zeros(more, np.float32)
            self._lengths = np.concatenate([self._lengths, room + 1])
            self._to_mean = np.concatenate([self._to_mean, room])
            self._towards = np.concatenate([self._towards, room])
        fresh = lang not in self.langs
        if fresh:
            self.langs.append(lang)
        self._raw[row], self._codes[row] = vector, self.langs.index(lang)
        self._head[row] = self._along(vector)
        self._count = max(self._count, row + 1)
        self._changed += 1
        self._seen = -1
        if fresh or self._changed * 50 > self._count:
            self._settle()
        else:
            self._measure(np.array([row]))

    def cosines(self, query: Matrix, queries: QueryMean) -> tuple[Matrix, Matrix]:
        """Return the centred and the raw cosines (n,) of a unit vector (dim,).

        One product with all rows is enough: those with the means are kept, and so is that with the
        sum of the queries before (`count`).
        """
        rows = slice(0, self._count)
        raw = self._head[rows] @ self._along(query)
        if self._seen != queries.count:
            self._towards[rows] = (
                self._head[rows] @ self._along(queries.sum) if queries.count else 0
            )
            self._seen = queries.count
        return self._centred(rows, raw, self._towards[rows], query, queries), raw

    def exact(self, rows: Matrix, query: Matrix, queries: QueryMean) -> tuple[Matrix, Matrix]:
        """Return the centred and the raw cosines (k,) of some rows."""
        vectors = self._raw[rows]
        raw = vectors @ query
        towards = vectors @ queries.sum if queries.count else 0.0 * raw
        return self._centred(rows, raw, towards, query, queries), raw

    def _centred(
        self,
        rows: slice | Matrix,
        raw: Matrix,
        towards: Matrix,
        query: Matrix,
        queries: QueryMean,
    ) -> Matrix:
        """Return the centred cosines of rows from their products with the query and the sum."""
        import numpy as np

        share = QUERY_START + queries.count
        codes, own, lengths = self._codes[rows], self._to_mean[rows], self._lengths[rows]
        centred = np.zeros(len(raw), dtype=np.float32)
        for n, mean in enumerate(self._means):
            shift = (mean + queries.of(mean)) / 2
            length = max(float(np.linalg.norm(query - shift)), 1e-9)
            to_shift = (own + (QUERY_START * own + towards) / share) / 2
            products = (raw - to_shift - float(mean @ (query - shift))) / length
            np.copyto(centred, products / lengths, where=codes == n)
        return centred

    def count(self, query: Matrix, raw: Matrix, queries: QueryMean) -> None:
        """Count a query in the running mean; `raw` are its cosines."""
        queries.add(query)
        self._towards[: self._count] += raw
        self._seen = queries.count


class QueryMean:
    """The running mean of the queries, started with the mean of the store's texts."""

    def __init__(self) -> None:
        self.sum: Any = None
        """The sum of the queries, (dim,); None before the first."""
        self.count = 0

    def add(self, query: Matrix) -> None:
        """Count a query."""
        self.sum = query if self.sum is None else self.sum + query
        self.count += 1

    def of(self, start: Matrix) -> Matrix:
        """Return the mean of the queries, `start` counted `QUERY_START` times."""
        total = self.sum if self.count else 0.0
        result: Matrix = (start * QUERY_START + total) / (QUERY_START + self.count)
        return result


def _axes(vectors: Matrix) -> Matrix:
    """Return the axes (dim, HEAD) along which the vectors are longest."""
    import numpy as np

    some = vectors[:: max(1, len(vectors) // _SAMPLE)]
    _, axes = np.linalg.eigh((some.T @ some).astype(np.float64))
    return np.ascontiguousarray(axes[:, : -HEAD - 1 : -1], dtype=np.float32)


def _longer(matrix: Matrix, more: int) -> Matrix:
    import numpy as np

    return np.vstack([matrix, np.zeros((more, matrix.shape[1]), matrix.dtype)])
