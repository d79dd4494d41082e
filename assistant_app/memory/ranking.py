"""Cosines in a space made even; they are summed with the words' scores, each min-max.

numpy is imported on first use. Measured on LoCoMo and MADial-Bench: centring both sides lifts
e5-small's recall@10 from 50 to 59, the min-max sum with BM25 to 72; reciprocal ranks reach only 61.
Making the space even as well adds 1 (LoCoMo's facts) to 3 points (MADial-Bench, English).
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
EVEN_FROM = 30
"""Vectors that are needed to say along which axes they differ most."""
QUERY_START = 3
"""How many queries the store's mean stands for at the start of the running mean."""
ROUGH_FROM = 20_000
"""Vectors from which cosines are first taken roughly: all of them are 150 MB for 100,000, and
reading those through the memory that a chat model keeps busy is what costs the time."""
AXES = 96
"""The axes along which the vectors differ most: these are made even, and a rough cosine reads no
other. Of e5's 3,435 vectors of conversations, the ten nearest are among the 100 roughly nearest in
99.6 %."""
_SMOOTH = 3.0
"""The variance, in means of all axes, that is added to each axis: the noise of small samples."""
_SAMPLE = 8000


class CentredMatrix:
    """Unit vectors (n, dim), and cosines to them with the mean of their language taken out.

    Vectors of e5 lie in a narrow cone, and those of one language in a narrower one: without the
    means, a Chinese question finds every Chinese text before the right English one. And what all
    memories of a person have in common (a name, a turn of phrase) stretches the cone along a few
    axes, which would decide alone: products are taken with the inverse root of the variance along
    each axis. Neither is applied to the vectors kept: one product of them with the query is enough.
    Rows can be set one by one; the means follow when a fiftieth of them changed, the axes when a
    quarter did.

    Of a large store `cosines` are rough, and `exact` makes those of some rows exact.
    """

    def __init__(self, raw: Matrix, langs: Sequence[str]) -> None:
        import numpy as np

        self._raw = raw
        self._count = len(raw)
        self.rough = len(raw) >= max(ROUGH_FROM, EVEN_FROM)
        """Whether `cosines` are rough."""
        self.langs: list[str] = sorted(set(langs))
        code = {lang: n for n, lang in enumerate(self.langs)}
        self._codes = np.array([code[lang] for lang in langs], dtype=np.int16)
        self._lengths = np.ones(len(raw), dtype=np.float32)
        self._squares = np.ones(len(raw), dtype=np.float32)
        self._to_mean = np.zeros(len(raw), dtype=np.float32)
        self._towards = np.zeros(len(raw), dtype=np.float32)
        self._seen = 0
        """The queries that are in `_towards`: the products with their sum, `_total`."""
        self._total: Matrix | float = 0.0
        self._changed = self._since_learned = 0
        self._axes: Matrix | None = None
        self._read = raw
        self._learn()

    def __len__(self) -> int:
        return self._count

    def _learn(self) -> None:
        """Take the axes along which the vectors differ, and what follows from them."""
        import numpy as np

        self._since_learned = 0
        self._seen = -1
        self._take_means()
        if self._count >= EVEN_FROM:
            step = max(1, self._count // _SAMPLE)
            means = np.stack(self._means)
            some = self._raw[: self._count : step] - means[self._codes[: self._count : step]]
            self._axes, self._gains = _variation(some)
            self._squares[: self._count] = self._square(self._raw[: self._count])
        if self.rough:
            self._read = self._along(self._raw)
        self._settle()

    def _square(self, vectors: Matrix) -> Matrix:
        """Return the products (n,) of unit vectors with themselves, in the even space."""
        if self._axes is None:
            return vectors[..., 0] * 0 + 1
        products: Matrix = 1 + (vectors @ self._axes) ** 2 @ self._gains
        return products

    def _even(self, vector: Matrix) -> Matrix:
        """Return the vector whose product with another is theirs in the even space."""
        if self._axes is None:
            return vector
        even: Matrix = vector + self._axes @ (self._gains * (vector @ self._axes))
        return even

    def _along(self, vectors: Matrix) -> Matrix:
        """Return what of vectors `cosines` reads."""
        return vectors @ self._axes if self.rough else vectors

    def _products(self, vector: Any, rows: Matrix | slice | int) -> Matrix:
        """Return the products of rows with a vector in the even space, roughly in a large store."""
        return self._read[rows] @ self._along(self._even(vector))

    def _take_means(self) -> None:
        import numpy as np

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

    def _settle(self) -> None:
        """Take the means, and how far each vector is from that of its language."""
        import numpy as np

        self._changed = 0
        self._take_means()
        if self._count:
            self._measure(np.arange(self._count))

    def _measure(self, rows: Matrix) -> None:
        import numpy as np

        among: Matrix | slice = slice(0, self._count) if len(rows) == self._count else rows
        codes = self._codes[rows]
        for n, mean in enumerate(self._means):
            here = codes == n
            # |v - m|2 = |v|2 - 2vm + |m|2
            even = self._even(mean)
            exact = (self._raw[among] @ even)[here]
            squares = self._squares[rows[here]] - 2 * exact + mean @ even
            self._lengths[rows[here]] = np.sqrt(np.maximum(squares, 1e-12))
            self._to_mean[rows[here]] = self._products(mean, among)[here] if self.rough else exact

    def put(self, row: int, vector: Matrix, lang: str) -> None:
        """Set one row; that after the last is added."""
        import numpy as np

        if not len(self._raw):
            self._raw = self._read = np.zeros((0, len(vector)), dtype=np.float32)
        if row == len(self._raw):
            more = max(64, row // 8)
            self._raw = _longer(self._raw, more)
            self._read = _longer(self._read, more) if self.rough else self._raw
            self._codes = np.concatenate([self._codes, np.zeros(more, np.int16)])
            room = np.zeros(more, np.float32)
            self._lengths = np.concatenate([self._lengths, room + 1])
            self._squares = np.concatenate([self._squares, room + 1])
            self._to_mean = np.concatenate([self._to_mean, room])
            self._towards = np.concatenate([self._towards, room])
        fresh = lang not in self.langs
        if fresh:
            self.langs.append(lang)
        self._raw[row], self._codes[row] = vector, self.langs.index(lang)
        self._read[row] = self._along(vector)
        self._squares[row] = self._square(vector)
        self._count = max(self._count, row + 1)
        self._changed += 1
        self._since_learned += 1
        if self._seen > 0:
            self._towards[row] = self._products(self._total, row)
        if self._count >= EVEN_FROM and self._since_learned * 4 > self._count:
            self._learn()
        elif fresh or self._changed * 50 > self._count:
            self._settle()
        else:
            self._measure(np.array([row]))

    def cosines(self, query: Matrix, queries: QueryMean) -> tuple[Matrix, Matrix]:
        """Return the centred cosines (n,) of a unit vector (dim,), and the products for `count`.

        One product with all rows is enough: those with the means are kept, and so is that with the
        sum of the queries before (`count`).
        """
        import numpy as np

        rows = slice(0, self._count)
        products = self._products(query, rows)
        if self._seen != queries.count:
            self._towards[rows] = self._products(queries.total, rows) if queries.count else 0
            self._seen, self._total = queries.count, queries.total
        codes, share = self._codes[rows], QUERY_START + queries.count
        own, towards, lengths = self._to_mean[rows], self._towards[rows], self._lengths[rows]
        # v(q - s) - m(q - s), where the shift s is half the mean m and half that of the queries.
        apart = products - own * ((1 + QUERY_START / share) / 2) - towards / (2 * share)
        sides = [self._side(query, mean, queries) for mean in self._means]
        pairs = zip(sides, self._means, strict=True)
        to_side = [float(self._along(mean) @ self._along(side)) for (side, _), mean in pairs]
        apart -= np.array(to_side, dtype=np.float32)[codes]
        centred = apart / (lengths * np.array([n for _, n in sides], dtype=np.float32)[codes])
        return centred, products

    def exact(self, rows: Matrix, query: Matrix, queries: QueryMean) -> Matrix:
        """Return the centred cosines (k,) of some rows."""
        import numpy as np

        vectors, codes, lengths = self._raw[rows], self._codes[rows], self._lengths[rows]
        centred = np.zeros(len(rows), dtype=np.float32)
        for n, mean in enumerate(self._means):
            side, length = self._side(query, mean, queries)
            apart = (vectors @ side - float(mean @ side)) / (length * lengths)
            np.copyto(centred, apart, where=codes == n)
        return centred

    def _side(self, query: Matrix, mean: Matrix, queries: QueryMean) -> tuple[Matrix, float]:
        """Return a query less its mean (half of it that of the texts), made even; its length."""
        apart = query - (mean + queries.of(mean)) / 2
        even = self._even(apart)
        return even, max(float(apart @ even), 1e-12) ** 0.5

    def raw(self, rows: Sequence[int], query: Matrix) -> Matrix:
        """Return the cosines (k,) of some rows as they are."""
        return self._raw[rows] @ query

    def count(self, query: Matrix, products: Matrix, queries: QueryMean) -> None:
        """Count a query in the running mean; `products` are those that `cosines` gave."""
        queries.add(query)
        self._towards[: self._count] += products
        self._seen, self._total = queries.count, queries.total


class QueryMean:
    """The running mean of the queries, started with the mean of the store's texts."""

    def __init__(self) -> None:
        self.total: Matrix | float = 0.0
        """The sum of the queries, (dim,)."""
        self.count = 0

    def add(self, query: Matrix) -> None:
        """Count a query."""
        self.total = self.total + query
        self.count += 1

    def of(self, start: Matrix) -> Matrix:
        """Return the mean of the queries, `start` counted `QUERY_START` times."""
        result: Matrix = (start * QUERY_START + self.total) / (QUERY_START + self.count)
        return result


def _variation(centred: Matrix) -> tuple[Matrix, Matrix]:
    """Return the axes (dim, k) along which vectors differ most, and the gain (k,) along each.

    The gain is what the product along the axis is multiplied by, less 1, with the inverse root of
    the variance as the measure; along all other axes together it is 0.
    """
    import numpy as np

    count, dim = centred.shape
    if count < dim:
        _, sizes, axes = np.linalg.svd(centred, full_matrices=False)
        variances, axes = sizes**2 / count, axes.T
    else:
        variances, axes = np.linalg.eigh((centred.T @ centred).astype(np.float64) / count)
        variances, axes = variances[::-1], axes[:, ::-1]
    smooth = _SMOOTH * float(variances.mean()) + 1e-9
    kept, others = variances[:AXES], variances[AXES:]
    other = float(others.mean()) if len(others) else 0.0
    gains = np.sqrt((other + smooth) / (np.maximum(kept, 0.0) + smooth)) - 1
    return np.ascontiguousarray(axes[:, :AXES], dtype=np.float32), gains.astype(np.float32)


def _longer(matrix: Matrix, more: int) -> Matrix:
    import numpy as np

    return np.vstack([matrix, np.zeros((more, matrix.shape[1]), matrix.dtype)])
