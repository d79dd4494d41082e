"""Find messages by words: a search box, and the raw material of recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from assistant_app.domain.search_text import MAX_QUERY_TERMS, index_text, terms
from assistant_app.storage.database import Database, like, marks, varint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SEEN = "session.deleted_at IS NULL AND NOT message.barred"


class Place(NamedTuple):
    """Where an indexed message stands; `length` is in terms."""

    message_id: int
    session_id: int
    length: int


class MessageSearch:
    """Reads the index that `MessageStore` keeps; messages in the trash are never found."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._written: tuple[int, ...] = ()
        self._version: tuple[Any, ...] = ()

    def find(self, words: str, limit: int = 50) -> list[tuple[int, float]]:
        """Return (message id, score) of the messages with all the words, else with any of them.

        Words without a letter or digit (an emoji, "++") are looked for as they are written.
        """
        wanted = terms(words) or index_text(words).split()
        quoted = [f'"{term}"' for term in wanted[:MAX_QUERY_TERMS]]
        if not quoted:
            return self._find_literally(words.strip(), limit)
        found = self._match(" AND ".join(quoted), limit)
        return found or self._match(" OR ".join(quoted), limit)

    def _match(self, expression: str, limit: int) -> list[tuple[int, float]]:
        rows = self._db.tuples(
            "SELECT message.id, -bm25(message_fts) FROM message_fts"
            " JOIN message ON message.id = message_fts.rowid"
            " JOIN session ON session.id = message.session_id"
            f" WHERE message_fts MATCH ? AND {_SEEN}"
            " ORDER BY bm25(message_fts), message.id DESC LIMIT ?",
            (expression, limit),
        )
        return [(message_id, score) for message_id, score in rows]

    def _find_literally(self, words: str, limit: int) -> list[tuple[int, float]]:
        if not words:
            return []
        rows = self._db.tuples(
            "SELECT message.id FROM message JOIN session ON session.id = message.session_id"
            rf" WHERE message.text LIKE ? ESCAPE '\' AND NOT session.off_record AND {_SEEN}"
            " ORDER BY message.id DESC LIMIT ?",
            (like(words), limit),
        )
        return [(message_id, 0.0) for (message_id,) in rows]

    def postings(self, term: str) -> NDArray[np.int64]:
        """Return the indexed messages with a term, stemmed as the index does, by id."""
        return self._db.integers(
            "rowid", "FROM message_fts WHERE message_fts MATCH ?", (f'"{term}"',)
        )

    def places(self) -> list[Place]:
        """Return every indexed message outside the trash, session by session, oldest first."""
        rows = self._db.tuples(
            "SELECT message.id, message.session_id, size.sz FROM message"
            " JOIN message_fts_docsize AS size ON size.id = message.id"
            " JOIN session ON session.id = message.session_id"
            f" WHERE {_SEEN} ORDER BY message.session_id, message.id"
        )
        return [
            Place(message_id, session_id, varint(size)) for message_id, session_id, size in rows
        ]

    def version(self) -> tuple[Any, ...]:
        """Return something that differs when `places` or the vectors may.

        Counting rows takes a few ms at 100,000, so it is asked only after a write.
        """
        written = self._db.version()
        if written != self._written:
            rows = self._db.tuples(
                "SELECT count(*), total(id) FROM message_fts_docsize UNION ALL"
                " SELECT count(*), total(deleted_at) FROM session UNION ALL"
                " SELECT count(*), total(owner_id) FROM vector WHERE owner_kind = 'message'"
                " UNION ALL"
                " SELECT min(model), max(model) FROM vector WHERE owner_kind = 'message'"
            )
            self._version = tuple(value for row in rows for value in row)
            self._written = written
        return self._version

    def seen(self, message_ids: Sequence[int]) -> set[int]:
        """Return those of the messages that may be shown: indexed, and not in the trash."""
        rows = self._db.tuples(
            "SELECT message.id FROM message JOIN message_fts_docsize AS size ON size.id = message.id"
            " JOIN session ON session.id = message.session_id"
            f" WHERE {_SEEN} AND message.id IN ({marks(message_ids)})",
            list(message_ids),
        )
        return {message_id for (message_id,) in rows}

    def without_vector(self, model: str, most: int) -> list[tuple[int, str, str]]:
        """Return (id, text, who said it) of messages that `model` has not read, newest first."""
        rows = self._db.tuples(
            "SELECT message.id, message.text, coalesce(message.speaker, '')"
            " FROM message_fts_docsize AS size JOIN message ON message.id = size.id"
            " JOIN session ON session.id = message.session_id"
            " LEFT JOIN vector ON vector.owner_kind = 'message' AND vector.owner_id = size.id"
            f" AND vector.model = ? WHERE vector.owner_id IS NULL AND {_SEEN}"
            " ORDER BY size.id DESC LIMIT ?",
            (model, most),
        )
        return [(message_id, text, speaker) for message_id, text, speaker in rows]

    def beginnings(self, message_ids: Sequence[int], length: int = 200) -> dict[int, str]:
        """Return the first characters of messages, by id."""
        found: dict[int, str] = {}
        for start in range(0, len(message_ids), 500):
            some = message_ids[start : start + 500]
            found.update(
                self._db.tuples(
                    f"SELECT id, substr(text, 1, ?) FROM message WHERE id IN ({marks(some)})",
                    (length, *some),
                )
            )
        return found
