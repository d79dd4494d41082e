"""Lists of memories for a window: ids in order and counts, without reading the rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from assistant_app.domain.memory import MemoryQuery, MemoryStatus
from assistant_app.domain.search_text import query_text
from assistant_app.storage.database import Database, like, marks

_ORDER = "ORDER BY status <> 'proposed', pinned DESC, created_at DESC, id DESC"
_AMONG = "IN (SELECT value FROM json_each(?))"
"""One parameter for any number of ids."""
_LIVING = "status IN ('active', 'proposed')"


def _among(ids: Sequence[int]) -> str:
    return json.dumps(list(ids))


class MemoryList:
    """Reads only. Ids come as one JSON text, which is quicker than rows and holds up no thread."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def ids(self, query: MemoryQuery) -> list[int]:
        """Return the ids of a list: to confirm first, then pinned ones, then the newest."""
        tests, params = _tests(query)
        for word in query.words.split():
            tests.append(r"(text LIKE ? ESCAPE '\' OR quote LIKE ? ESCAPE '\')")
            params += [like(word)] * 2
        return self._ids(f"SELECT id FROM memory WHERE {' AND '.join(tests)} {_ORDER}", params)

    def indexed(self, query: MemoryQuery) -> list[int]:
        """Return the ids that the index finds for every term of the words, in whatever form."""
        expression = query_text(query.words, every=True)
        if not expression:
            return []
        tests, params = _tests(query)
        tests.append("id IN (SELECT rowid FROM memory_fts WHERE memory_fts MATCH ?)")
        sql = f"SELECT id FROM memory WHERE {' AND '.join(tests)} {_ORDER}"
        return self._ids(sql, [*params, expression])

    def keep(self, ids: Sequence[int], query: MemoryQuery) -> list[int]:
        """Return those of `ids` that a list shows whatever its words are, in their own order."""
        tests, params = _tests(query)
        where = " AND ".join([f"id {_AMONG}", *tests])
        found = set(self._ids(f"SELECT id FROM memory WHERE {where}", [_among(ids), *params]))
        return [memory_id for memory_id in ids if memory_id in found]

    def _ids(self, sql: str, params: Sequence[Any]) -> list[int]:
        found = self._db.scalar(f"SELECT json_group_array(id) FROM ({sql})", params)
        return list(json.loads(found or "[]"))

    def counts(self, without: Sequence[int] = ()) -> list[tuple[str, str, int]]:
        """Return (status, kind, how many) of all but some."""
        sql = f"SELECT status, kind, count(*) FROM memory WHERE NOT id {_AMONG} GROUP BY 1, 2"
        rows = self._db.tuples(sql, [_among(without)])
        return [(row[0], row[1], row[2]) for row in rows]

    def waiting(self) -> int:
        """Return how many are proposed."""
        return int(self._db.scalar("SELECT count(*) FROM memory WHERE status = 'proposed'"))

    def tally(self, ids: Sequence[int]) -> dict[str, int]:
        """Return how many of these have which status."""
        sql = f"SELECT status, count(*) FROM memory WHERE id {_AMONG} GROUP BY 1"
        return dict(self._db.tuples(sql, [_among(ids)]))

    def of_status(self, ids: Sequence[int], statuses: Sequence[MemoryStatus]) -> list[int]:
        """Return those of `ids` that have one of these statuses."""
        return self.keep(ids, MemoryQuery(tuple(statuses)))

    def replacing(self) -> list[int]:
        """Return the proposals that would replace another, newest first."""
        return self._ids(
            "SELECT id FROM memory WHERE status = 'proposed' AND replaces IS NOT NULL"
            " ORDER BY id DESC",
            [],
        )

    def doubled(self) -> list[list[int]]:
        """Return the ids of living memories that have the same text, by text."""
        return self._groups(f"{_LIVING} GROUP BY lower(trim(text))")

    def of_one_key(self) -> list[list[int]]:
        """Return the ids of living memories about the same thing, by what it is."""
        return self._groups(f"{_LIVING} AND key IS NOT NULL GROUP BY key")

    def _groups(self, test: str) -> list[list[int]]:
        rows = self._db.tuples(
            f"SELECT json_group_array(id) FROM memory WHERE {test} HAVING count(*) > 1"
            " ORDER BY max(id) DESC"
        )
        return [sorted(json.loads(row[0])) for row in rows]


def _tests(query: MemoryQuery) -> tuple[list[str], list[Any]]:
    tests, params = ["1"], list[Any]()
    if query.statuses:
        tests.append(f"status IN ({marks(query.statuses)})")
        params += [status.value for status in query.statuses]
    if query.kind is not None:
        tests.append("kind = ?")
        params.append(query.kind.value)
    if query.category is not None:
        tests.append("category = ?")
        params.append(query.category)
    return tests, params
