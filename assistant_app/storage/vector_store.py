"""Vectors of texts: float16 in the file, float32 matrices in memory; two models never mix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from assistant_app.storage.database import Database, marks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OwnerKind = Literal["memory", "message"]
_STILL: dict[OwnerKind, str] = {"memory": "", "message": " AND NOT barred"}
"""What else must hold of an owner that is to have a vector."""


class VectorStore:
    """The rows of `vector`. numpy is imported on first use, since data commands never need it."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(
        self, kind: OwnerKind, model: str, vectors: Iterable[tuple[int, str, Sequence[float]]]
    ) -> None:
        """Store unit vectors as (owner id, text, vector), replacing those of the same model.

        One whose owner was erased, barred or changed while the text was embedded is left out: its
        vector would outlive the words.
        """
        import numpy as np

        rows = [
            (kind, owner, model, np.asarray(vector, dtype="<f2").tobytes(), owner, text)
            for owner, text, vector in vectors
        ]
        self._db.execute_many(
            "INSERT OR REPLACE INTO vector SELECT ?, ?, ?, ? WHERE EXISTS"
            f" (SELECT 1 FROM {kind} WHERE id = ? AND text = ?{_STILL[kind]})",
            rows,
        )

    def matrix(self, kind: OwnerKind, model: str) -> tuple[list[int], NDArray[np.float32]]:
        """Return the owners' ids and their vectors as a float32 matrix (n, dim), by id."""
        rows = self._db.tuples(
            "SELECT owner_id, data FROM vector WHERE owner_kind = ? AND model = ?"
            " ORDER BY owner_id",
            (kind, model),
        )
        return [row[0] for row in rows], _floats([row[1] for row in rows])

    def ids(self, kind: OwnerKind, model: str) -> list[int]:
        """Return the owners that have a vector of `model`, by id; reads no vector."""
        rows = self._db.tuples(
            "SELECT owner_id FROM vector WHERE owner_kind = ? AND model = ? ORDER BY owner_id",
            (kind, model),
        )
        return [row[0] for row in rows]

    def some(
        self, kind: OwnerKind, model: str, owners: Sequence[int]
    ) -> tuple[list[int], NDArray[np.float32]]:
        """Return those of `owners` that have a vector, and the vectors (n, dim) in their order."""
        found: dict[int, bytes] = {}
        for start in range(0, len(owners), 500):
            part = owners[start : start + 500]
            found.update(
                self._db.tuples(
                    "SELECT owner_id, data FROM vector WHERE owner_kind = ? AND model = ?"
                    f" AND owner_id IN ({marks(part)})",
                    (kind, model, *part),
                )
            )
        there = [owner for owner in owners if owner in found]
        return there, _floats([found[owner] for owner in there])

    def missing(self, kind: OwnerKind, model: str, owners: Sequence[int]) -> list[int]:
        """Return those of `owners` without a vector of `model`, in their order."""
        have: set[int] = set()
        for start in range(0, len(owners), 500):
            some = owners[start : start + 500]
            rows = self._db.tuples(
                "SELECT owner_id FROM vector WHERE owner_kind = ? AND model = ?"
                f" AND owner_id IN ({marks(some)})",
                (kind, model, *some),
            )
            have.update(row[0] for row in rows)
        return [owner for owner in owners if owner not in have]

    def drop(self, kind: OwnerKind, owners: Sequence[int]) -> None:
        """Delete the vectors of `owners`, of every model."""
        for start in range(0, len(owners), 500):
            some = owners[start : start + 500]
            self._db.execute(
                f"DELETE FROM vector WHERE owner_kind = ? AND owner_id IN ({marks(some)})",
                (kind, *some),
            )

    def drop_others(self, kind: OwnerKind, model: str) -> None:
        """Delete the vectors of every model but one: nothing reads them any more."""
        other = "FROM vector WHERE owner_kind = ? AND model <> ?"
        if self._db.scalar(f"SELECT 1 {other} LIMIT 1", (kind, model)):
            self._db.execute(f"DELETE {other}", (kind, model))

    def counts(self, kind: OwnerKind) -> dict[str, int]:
        """Return how many vectors there are of each model."""
        rows = self._db.tuples(
            "SELECT model, count(*) FROM vector WHERE owner_kind = ? GROUP BY model", (kind,)
        )
        return dict(rows)


def _floats(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Return vectors as they are stored as a float32 matrix (n, dim)."""
    import numpy as np

    if not blobs:
        return np.zeros((0, 0), dtype=np.float32)
    flat = np.frombuffer(b"".join(blobs), dtype="<f2")
    return flat.reshape(len(blobs), -1).astype(np.float32)
