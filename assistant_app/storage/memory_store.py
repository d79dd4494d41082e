"""Memories on disk: rows, versions, the index over their words, and the barred list."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from assistant_app.domain.clock import Millis
from assistant_app.domain.memory import (
    Memory,
    MemoryKind,
    MemorySource,
    MemoryStatus,
    MemoryVersion,
)
from assistant_app.domain.search_text import index_text, query_text
from assistant_app.errors import AppError
from assistant_app.storage.database import Database, Row, like, marks, varint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEARCHABLE = (
    MemoryStatus.ACTIVE,
    MemoryStatus.PROPOSED,
    MemoryStatus.ARCHIVED,
    MemoryStatus.SUPERSEDED,
)
_BATCH = 500
_LOGGED = 1000
_RECALLED = frozenset(("text", "status", "lang"))
"""Columns whose change makes caches of recall stale."""


class MemoryStore:
    """The rows of `memory`, `memory_version`, `memory_fts` and `barred`.

    The index is written here and nowhere else, so that it never differs from the rows.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.revision = 0
        """Goes up when what can be recalled changes; caches compare it."""
        self.reworded = 0
        """Goes up when the words of a memory that was there before change."""
        self._log: deque[tuple[int, tuple[int, ...]]] = deque(maxlen=_LOGGED)

    def touched(self, ids: Sequence[int]) -> None:
        """Note that what can be recalled of these memories changed, or their vectors."""
        self.revision += 1
        self._log.append((self.revision, tuple(ids)))

    def changed_since(self, revision: int) -> set[int] | None:
        """Return the memories that changed after a revision; None when that is not known."""
        if revision == self.revision:
            return set()
        if not self._log or self._log[0][0] > revision + 1:
            return None
        return {key for at, ids in list(self._log) if at > revision for key in ids}

    def insert(self, values: dict[str, Any]) -> int:
        """Add a memory (columns by name) and index it; returns its id."""
        return self.insert_many([values])[0]

    def insert_many(self, rows: Sequence[dict[str, Any]]) -> list[int]:
        """Add memories (columns by name) and index them; returns their ids."""
        with self._db.atomic():
            ids = [self._db.insert("memory", values) for values in rows]
            self._index(ids)
        return ids

    def update(self, memory_id: int, values: dict[str, Any]) -> None:
        """Change columns of a memory.

        Raises:
            AppError: as `get`.
        """
        with self._db.atomic():
            if not self._db.update("memory", memory_id, values):
                raise self._missing(memory_id)
            if _RECALLED & values.keys():
                self.touched([memory_id])
            if "text" in values:
                self.index([memory_id])

    def get(self, memory_id: int) -> Memory:
        """Return one.

        Raises:
            AppError: `memory_missing`; `memory_erased` where there was one of this number.
        """
        row = self._db.one("SELECT * FROM memory WHERE id = ?", (memory_id,))
        if row is None:
            raise self._missing(memory_id)
        return memory_of(row)

    def _missing(self, memory_id: int) -> AppError:
        # Numbers are given once: what is below the last one was there.
        last = self._db.scalar("SELECT seq FROM sqlite_sequence WHERE name = 'memory'") or 0
        return AppError(
            "memory_erased" if 0 < memory_id <= last else "memory_missing", id=memory_id
        )

    def get_many(self, ids: Sequence[int]) -> list[Memory]:
        """Return memories in the order of `ids`; missing ones are left out."""
        found: dict[int, Memory] = {}
        for start in range(0, len(ids), _BATCH):
            some = ids[start : start + _BATCH]
            rows = self._db.query(f"SELECT * FROM memory WHERE id IN ({marks(some)})", some)
            found.update((row["id"], memory_of(row)) for row in rows)
        return [found[memory_id] for memory_id in ids if memory_id in found]

    def listing(self, statuses: Sequence[MemoryStatus] = ()) -> list[Memory]:
        """Return memories of these statuses (all without), newest first."""
        test = f"WHERE status IN ({marks(statuses)})" if statuses else ""
        rows = self._db.query(
            f"SELECT * FROM memory {test} ORDER BY updated_at DESC, id DESC",
            [status.value for status in statuses],
        )
        return [memory_of(row) for row in rows]

    def where(self, test: str, params: Sequence[Any] = ()) -> list[Memory]:
        """Return memories that pass the SQL `test` (of our own making), oldest first."""
        rows = self._db.query(f"SELECT * FROM memory WHERE {test} ORDER BY id", params)
        return [memory_of(row) for row in rows]

    def ids(self, status: MemoryStatus) -> list[tuple[int, str]]:
        """Return (id, language) of every memory of a status, by id."""
        return [
            (row[0], row[1])
            for row in self._db.tuples(
                "SELECT id, lang FROM memory WHERE status = ? ORDER BY id", (status.value,)
            )
        ]

    def living(self) -> list[tuple[Memory, Millis]]:
        """Return (memory, when it was last said) of what is active or proposed."""
        rows = self._db.query("SELECT * FROM memory WHERE status IN ('active', 'proposed')")
        return [(memory_of(row), row["seen_at"]) for row in rows]

    def containing(self, words: str, statuses: Sequence[MemoryStatus], limit: int) -> list[Memory]:
        """Return memories whose text has `words` as they stand, newest first."""
        rows = self._db.query(
            f"SELECT * FROM memory WHERE status IN ({marks(statuses)})"
            r" AND text LIKE ? ESCAPE '\' ORDER BY updated_at DESC, id DESC LIMIT ?",
            [*(status.value for status in statuses), like(words), limit],
        )
        return [memory_of(row) for row in rows]

    def count_use(self, ids: Sequence[int], at: Millis, session_id: int) -> None:
        """Note that an answer used these memories."""
        self._db.execute_many(
            "UPDATE memory SET use_count = use_count + 1, last_used_at = ?, last_used_in = ?,"
            " decay = 1.0 WHERE id = ?",
            [(at, session_id, memory_id) for memory_id in ids],
        )

    def indexed_count(self) -> int:
        """Return how many memories the index has."""
        return int(self._db.scalar("SELECT count(*) FROM memory_fts"))

    def outdated(self, message_ids: Sequence[int]) -> set[int]:
        """Return those of the messages of which a memory came that was replaced since."""
        rows = self._db.tuples(
            f"SELECT message_id FROM memory WHERE message_id IN ({marks(message_ids)})"
            " AND +status = ?",
            (*message_ids, MemoryStatus.SUPERSEDED.value),
        )
        return {row[0] for row in rows}

    def with_key(
        self, beginning: str, statuses: Sequence[MemoryStatus] = (MemoryStatus.ACTIVE,)
    ) -> list[int]:
        """Return the memories of these statuses whose key begins so, newest first."""
        rows = self._db.tuples(
            # The plus keeps SQLite off the index of the status, which nearly all rows share.
            f"SELECT id FROM memory WHERE +status IN ({marks(statuses)})"
            " AND key >= ? AND key < ? ORDER BY id DESC",
            [*(status.value for status in statuses), beginning, beginning + "\U0010ffff"],
        )
        return [row[0] for row in rows]

    def tally(self) -> list[Row]:
        """Return rows of `kind`, `category`, `status` and their count `n`."""
        return self._db.query(
            "SELECT kind, category, status, count(*) AS n FROM memory"
            " GROUP BY kind, category, status"
        )

    def add_version(
        self, memory_id: int, at: Millis, event: str, text: str, message_id: int | None = None
    ) -> None:
        """Note what happened to a memory; `message_id` is where the owner said it again."""
        self.add_versions([(memory_id, at, event, text, message_id)])

    def add_versions(self, rows: Iterable[tuple[int, Millis, str, str, int | None]]) -> None:
        """Note what happened to memories, each as `add_version` has it."""
        self._db.execute_many(
            "INSERT INTO memory_version(memory_id, at, event, text, message_id)"
            " VALUES(?, ?, ?, ?, ?)",
            rows,
        )

    def said_again(self, ids: Sequence[int]) -> list[tuple[int, str]]:
        """Return (message id, words) of where the owner said these memories again."""
        rows = self._db.tuples(
            "SELECT message_id, text FROM memory_version WHERE message_id IS NOT NULL"
            f" AND memory_id IN ({marks(ids)}) ORDER BY id",
            list(ids),
        )
        return [(row[0], row[1]) for row in rows]

    def chain(self, ids: Sequence[int]) -> list[int]:
        """Return `ids` with all that they replaced in turn: one memory with its past."""
        rows = self._db.tuples(
            "WITH RECURSIVE past(id) AS ("
            f" SELECT id FROM memory WHERE id IN ({marks(ids)})"
            " UNION SELECT memory.id FROM memory JOIN past ON memory.superseded_by = past.id"
            ") SELECT id FROM past ORDER BY id",
            list(ids),
        )
        return [row[0] for row in rows]

    def versions(self, ids: Sequence[int]) -> list[MemoryVersion]:
        """Return what happened to these memories, oldest first."""
        rows = self._db.tuples(
            f"SELECT memory_id, at, event, text FROM memory_version"
            f" WHERE memory_id IN ({marks(ids)}) ORDER BY at, id",
            list(ids),
        )
        return [MemoryVersion(*row) for row in rows]

    def index(self, ids: Iterable[int]) -> list[int]:
        """Bring the index up to date for these memories; one without a row leaves it.

        Returns those whose entry changed: taking one out is slow, since no byte of it may stay.
        """
        changed = self._index(list(ids))
        self.reworded += bool(changed)
        return changed

    def _index(self, ids: Sequence[int]) -> list[int]:
        self.touched(ids)
        changed: list[int] = []
        with self._db.atomic():
            for start in range(0, len(ids), _BATCH):
                changed += self._index_some(ids[start : start + _BATCH])
        return changed

    def _index_some(self, ids: Sequence[int]) -> list[int]:
        among = f"IN ({marks(ids)})"
        rows = self._db.tuples(f"SELECT id, text FROM memory WHERE id {among}", ids)
        wanted = {memory_id: index_text(text) for memory_id, text in rows}
        there = dict(
            self._db.tuples(f"SELECT rowid, body FROM memory_fts WHERE rowid {among}", ids)
        )
        stale = [key for key, body in there.items() if wanted.get(key) != body]
        new = [(key, body) for key, body in wanted.items() if there.get(key) != body]
        self._db.execute_many("DELETE FROM memory_fts WHERE rowid = ?", [(key,) for key in stale])
        self._db.execute_many("INSERT INTO memory_fts(rowid, body) VALUES(?, ?)", new)
        return list(dict.fromkeys([*stale, *(key for key, _ in new)]))

    def without_vector(self, model: str, most: int) -> list[int]:
        """Return active memories that `model` has not read, newest first."""
        rows = self._db.tuples(
            "SELECT memory.id FROM memory LEFT JOIN vector ON vector.owner_kind = 'memory'"
            " AND vector.owner_id = memory.id AND vector.model = ?"
            " WHERE memory.status = 'active' AND vector.owner_id IS NULL"
            " ORDER BY memory.id DESC LIMIT ?",
            (model, most),
        )
        return [row[0] for row in rows]

    def lengths(self) -> list[tuple[int, int]]:
        """Return (id, length in terms) of every indexed memory, by id."""
        rows = self._db.tuples("SELECT id, sz FROM memory_fts_docsize ORDER BY id")
        return [(row[0], varint(row[1])) for row in rows]

    def length(self, memory_id: int) -> int:
        """Return the length of an indexed memory in terms."""
        size = self._db.scalar("SELECT sz FROM memory_fts_docsize WHERE id = ?", (memory_id,))
        return varint(size) if size else 0

    def postings(self, term: str, after: int = 0) -> NDArray[np.int64]:
        """Return the memories above `after` with a term, stemmed as the index does, by id."""
        return self._db.integers(
            "rowid",
            "FROM memory_fts WHERE memory_fts MATCH ? AND rowid > ?",
            (f'"{term}"', after),
        )

    def ranked(
        self,
        text: str,
        statuses: Sequence[MemoryStatus],
        limit: int,
        *,
        pairs: bool = False,
    ) -> list[tuple[int, float]]:
        """Return (id, BM25 score, higher is better) of memories that share a word with `text`.

        With `pairs`, a single Chinese character counts only where the text has nothing longer.
        """
        expression = query_text(text, pairs=pairs)
        if not expression:
            return []
        rows = self._db.tuples(
            "SELECT memory_fts.rowid, -bm25(memory_fts) FROM memory_fts"
            " JOIN memory ON memory.id = memory_fts.rowid"
            f" WHERE memory_fts MATCH ? AND memory.status IN ({marks(statuses)})"
            " ORDER BY bm25(memory_fts) LIMIT ?",
            (expression, *(status.value for status in statuses), limit),
        )
        return [(row[0], row[1]) for row in rows]

    def delete(self, ids: Sequence[int]) -> int:
        """Delete rows, versions and index entries of memories; returns how many there were."""
        self.touched(ids)
        count = 0
        with self._db.atomic():
            for start in range(0, len(ids), _BATCH):
                some = ids[start : start + _BATCH]
                among = f"IN ({marks(some)})"
                self._db.execute(f"DELETE FROM memory_fts WHERE rowid {among}", some)
                self._db.execute(f"DELETE FROM memory_version WHERE memory_id {among}", some)
                count += self._db.execute(f"DELETE FROM memory WHERE id {among}", some)
        return count

    def optimize(self) -> None:
        """Merge the index into one segment, which drops what deleted entries left behind."""
        self._db.execute("INSERT INTO memory_fts(memory_fts) VALUES('optimize')")

    def bar(self, hashes: Iterable[str], at: Millis) -> None:
        """Add keyed hashes to the list of what is never to be proposed again."""
        rows = [(value, at) for value in hashes]
        self._db.execute_many("INSERT OR IGNORE INTO barred VALUES(?, ?)", rows)

    def unbar(self, hashes: Iterable[str]) -> None:
        """Take hashes off that list."""
        self._db.execute_many("DELETE FROM barred WHERE hash = ?", [(value,) for value in hashes])

    def is_barred(self, value: str) -> bool:
        """Tell whether a hash is on the list."""
        return bool(self._db.scalar("SELECT 1 FROM barred WHERE hash = ?", (value,)))

    def bars(self) -> list[tuple[str, Millis]]:
        """Return (hash, when) of what was barred, oldest first."""
        return [(row[0], row[1]) for row in self._db.tuples("SELECT * FROM barred ORDER BY at")]

    def bar_topic(self, words: str, at: Millis) -> int:
        """Add a topic in the owner's words; one that is there stays; returns its id."""
        self._db.execute("INSERT OR IGNORE INTO barred_topic(words, at) VALUES(?, ?)", (words, at))
        return int(self._db.scalar("SELECT id FROM barred_topic WHERE words = ?", (words,)))

    def unbar_topic(self, topic_id: int) -> bool:
        """Take a topic off; returns whether it was there."""
        return bool(self._db.execute("DELETE FROM barred_topic WHERE id = ?", (topic_id,)))

    def topics(self) -> list[tuple[int, str, Millis]]:
        """Return (id, words, when) of the barred topics, oldest first."""
        rows = self._db.tuples("SELECT id, words, at FROM barred_topic ORDER BY id")
        return [(row[0], row[1], row[2]) for row in rows]

    def off_record(self, session_id: int | None) -> bool:
        """Tell whether a session is off the record."""
        return session_id is not None and bool(
            self._db.scalar("SELECT off_record FROM session WHERE id = ?", (session_id,))
        )

    def barred_count(self) -> int:
        """Return the length of the list."""
        return int(self._db.scalar("SELECT count(*) FROM barred"))


def memory_of(row: Row) -> Memory:
    """Return the memory of a row."""
    source = None
    if row["quote"] is not None or row["message_id"] is not None:
        source = MemorySource(row["session_id"], row["message_id"], row["quote"] or "")
    return Memory(
        id=row["id"],
        text=row["text"],
        kind=MemoryKind(row["kind"]),
        status=MemoryStatus(row["status"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        category=row["category"],
        lang=row["lang"],
        importance=row["importance"],
        explicit=bool(row["explicit"]),
        pinned=bool(row["pinned"]),
        decay=row["decay"],
        use_count=row["use_count"],
        last_used_at=row["last_used_at"],
        last_used_in=row["last_used_in"],
        expires_at=row["expires_at"],
        key=row["key"],
        replaces=row["replaces"],
        superseded_by=row["superseded_by"],
        ref=row["ref"],
        source=source,
    )
