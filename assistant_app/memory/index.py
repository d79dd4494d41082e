"""The active memories as numpy arrays: which there are, their vectors, and who has which word.

Made once and then kept in step with what changes, row by row, so that a recall after a write costs
as little as any. FTS5 itself ranks small stores; from `LARGE` on its postings are ranked here, which is
many times faster (they are cached by term; new memories are read on top).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant_app.domain.memory import MemoryStatus
from assistant_app.domain.search_text import MAX_QUERY_TERMS, terms
from assistant_app.memory.ranking import CentredMatrix
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.vector_store import VectorStore

if TYPE_CHECKING:
    from assistant_app.memory.ranking import Matrix

LARGE = 5000
"""Active memories from which words are ranked here and not by FTS5."""
_CANDIDATES = 200
_TERMS_KEPT = 500
_MOST_DEAD = 0.2
_K1, _B = 1.2, 0.75


class MemoryIndex:
    """Rows of active memories. Not locked: one caller at a time."""

    def __init__(self, store: MemoryStore, vectors: VectorStore) -> None:
        self._store = store
        self._vectors = vectors
        self._revision = -1
        self._reworded = -1
        self._row: dict[int, int] = {}
        self._dead = 0
        self._postings: OrderedDict[str, tuple[Matrix, int]] = OrderedDict()
        self._model: str | None = None
        self._vector_row: dict[int, int] = {}

    # Keeping in step -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take in what changed since the last time."""
        if self._reworded != self._store.reworded:
            self._postings.clear()
            self._reworded = self._store.reworded
        changed = self._store.changed_since(self._revision)
        revision = self._store.revision
        if self._revision < 0 or changed is None or not self._follow(changed):
            self._build()
        self._revision = revision

    def _build(self) -> None:
        import numpy as np

        found = self._store.ids(MemoryStatus.ACTIVE)
        self._row = {key: n for n, (key, _) in enumerate(found)}
        self.ids = np.array([key for key, _ in found], dtype=np.int64)
        self._lang = [lang for _, lang in found]
        self._alive = np.ones(len(found), dtype=bool)
        self._dead = 0
        lengths = dict(self._store.lengths())
        self._lengths = np.array([lengths.get(key, 1) for key, _ in found], dtype=np.float32)
        self._model = None
        self._postings.clear()

    def _follow(self, changed: set[int]) -> bool:
        """Bring single rows up to date; returns False when all is better made anew."""
        import numpy as np

        known = {memory.id: memory for memory in self._store.get_many(sorted(changed))}
        active = {key: m for key, m in known.items() if m.status is MemoryStatus.ACTIVE}
        fresh = [key for key in sorted(active) if key not in self._row]
        if fresh and len(self.ids) and fresh[0] < self.ids[-1]:
            return False  # an old one came back: the order of the rows would break
        for key in changed & self._row.keys():
            row = self._row[key]
            self._dead += int(self._alive[row]) - int(key in active)
            self._alive[row] = key in active
            if key in active:
                self._lang[row] = active[key].lang
                self._lengths[row] = self._store.length(key)
        if fresh:
            self._row.update((key, len(self.ids) + n) for n, key in enumerate(fresh))
            self.ids = np.concatenate([self.ids, np.array(fresh, dtype=np.int64)])
            self._alive = np.concatenate([self._alive, np.ones(len(fresh), dtype=bool)])
            sizes = np.array([self._store.length(key) for key in fresh], dtype=np.float32)
            self._lengths = np.concatenate([self._lengths, sizes])
            self._lang += [active[key].lang for key in fresh]
        if self._model is not None and active:
            self._take_vectors(sorted(active))
        return self._dead <= _MOST_DEAD * len(self.ids)

    def _take_vectors(self, keys: Sequence[int]) -> None:
        import numpy as np

        there, raw = self._vectors.some("memory", self._model or "", keys)
        for key in keys:  # one that was edited has no vector until it is read again
            if key not in there and key in self._vector_row:
                self._model = None
                return
        added: list[int] = []
        for key, vector in zip(there, raw, strict=True):
            row = self._vector_row.setdefault(key, len(self._matrix))
            if row == len(self._vector_at) + len(added):
                added.append(self._row[key])
            self._matrix.put(row, vector, self._lang[self._row[key]])
        self._place(np.concatenate([self._vector_at, np.array(added, dtype=np.int64)]))

    def _place(self, vector_at: Matrix) -> None:
        """Note the row of each vector, shorter where every row has the vector of its number."""
        import numpy as np

        self._vector_at = vector_at
        alike = len(vector_at) == len(self.ids) and bool(
            (vector_at == np.arange(len(vector_at))).all()
        )
        self._vector_rows: Matrix | slice = slice(None) if alike else vector_at

    # Asking --------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many memories are active."""
        return len(self.ids) - self._dead

    @property
    def alive(self) -> Matrix:
        """Which rows (n,) are active."""
        return self._alive

    def rows_of(self, keys: Sequence[int]) -> list[int]:
        """Return the rows of those of the memories that have one."""
        return [self._row[key] for key in keys if key in self._row]

    def matrix(self, model: str) -> tuple[CentredMatrix, Matrix | slice]:
        """Return the vectors of a model, and the row of each."""
        import numpy as np

        if self._model != model:
            owners, raw = self._vectors.matrix("memory", model)
            kept = [n for n, owner in enumerate(owners) if owner in self._row]
            self._place(np.array([self._row[owners[n]] for n in kept], dtype=np.int64))
            self._vector_row = {owners[n]: place for place, n in enumerate(kept)}
            raw = raw if len(kept) == len(owners) else raw[kept]
            self._matrix = CentredMatrix(raw, [self._lang[row] for row in self._vector_at])
            self._model = model
        return self._matrix, self._vector_rows

    def raw(self, rows: Matrix, query: Matrix) -> dict[int, float]:
        """Return the plain cosine of each of `rows`, which have vectors, to a unit vector."""
        places = [self._vector_row[int(self.ids[row])] for row in rows]
        found = self._matrix.raw(places, query).tolist() if places else []
        return dict(zip(rows.tolist(), found, strict=True))

    def words(self, text: str) -> Matrix:
        """Return the BM25 score (n,) of each row for the words of `text`."""
        import numpy as np

        scores = np.zeros(len(self.ids), dtype=np.float32)
        if self.count < LARGE:
            found = self._store.ranked(text, (MemoryStatus.ACTIVE,), _CANDIDATES)
            for key, score in found:
                if key in self._row:
                    scores[self._row[key]] = score
            return scores
        mean = float(self._lengths.mean())
        for term in terms(text)[:MAX_QUERY_TERMS]:
            rows = self._rows_with(term)
            if not len(rows):
                continue
            rarity = math.log((len(self.ids) - len(rows) + 0.5) / (len(rows) + 0.5))
            share = self._lengths[rows] / max(mean, 1e-9)
            scores[rows] += max(rarity, 1e-6) * (_K1 + 1) / (1 + _K1 * (1 - _B + _B * share))
        return scores

    def _rows_with(self, term: str) -> Matrix:
        import numpy as np

        rows, upto = self._postings.get(term, (np.zeros(0, dtype=np.int64), 0))
        last = int(self.ids[-1])
        if upto < last:
            keys = self._store.postings(term, upto)
            at = np.minimum(np.searchsorted(self.ids, keys), len(self.ids) - 1)
            rows = np.concatenate([rows, at[self.ids[at] == keys]])
            self._postings[term] = (rows, last)
        self._postings.move_to_end(term)
        while len(self._postings) > _TERMS_KEPT:
            self._postings.popitem(last=False)
        return rows
