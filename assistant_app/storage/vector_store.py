"""Vectors of texts: float16 in the file, float32 matrices in memory; two models never mix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from assistant_app.storage.database import Database, marks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OwnerKind = Literal["memory", "message"]


class VectorStore:
    """The rows of `vector`. numpy is imported on first use, since data commands never need it."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(
        self, kind: OwnerKind, model: str, vectors: Iterable[tuple[int, Sequence[float]]]
    ) -> None:
        """Store unit vectors by owner id, replacing those of the same model."""
        import numpy as np

        rows = [
            (kind, owner, model, np.asarray(vector, dtype="<f2").tobytes())
            for owner, vector in vectors
        ]
        self._db.execute_many("INSERT OR REPLACE INTO vector VALUES(?, ?, ?, ?)", rows)

    def matrix(
        self, kind: OwnerKind, model: str, after: int = 0
    ) -> tuple[list[int], NDArray[np.float32]]:
        """Return the owners' ids and their vectors as a float32 matrix (n, dim), by id.

        `after` gives only owners with a greater id.
        """
        import numpy as np

        rows = self._db.tuples(
            "SELECT owner_id, data FROM vector WHERE owner_kind = ? AND model = ?"
            " AND owner_id > ? ORDER BY owner_id",
            (kind, model, after),
        )
        if not rows:
            return [], np.zeros((0, 0), dtype=np.float32)
        flat = np.frombuffer(b"".join(row[1] for row in rows), dtype="<f2")
        return [row[0] for row in rows], flat.reshape(len(rows), -1).astype(np.float32)

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

    def counts(self, kind: OwnerKind) -> dict[str, int]:
        """Return how many vectors there are of each model."""
        rows = self._db.tuples(
            "SELECT model, count(*) FROM vector WHERE owner_kind = ? GROUP BY model", (kind,)
        )
        return dict(rows)
