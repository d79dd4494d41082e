"""Long lists of memories: the order at once, the rows a page at a time."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.domain.memory import Memory, MemoryKind, MemoryQuery, MemoryStatus
from assistant_app.memory.pairs import Pairs
from assistant_app.storage.memory_list import MemoryList
from assistant_app.storage.memory_store import MemoryStore


class MemoryLists:
    """Reads for a window that shows any number of memories."""

    def __init__(self, store: MemoryStore, rows: MemoryList, pairs: Pairs) -> None:
        self._store = store
        self._rows = rows
        self._pairs = pairs

    def ids(self, query: MemoryQuery) -> list[int]:
        """Return the ids of a list: to confirm first, then pinned ones, then the newest.

        With words, those that have every word as it stands come first, then its other forms.
        """
        if query.paired:
            return self._rows.keep(self._with_words(query, self._pairs.ids()), query)
        found = self._rows.ids(query)
        if not query.words.strip():
            return found
        return list(dict.fromkeys([*found, *self._rows.indexed(query)]))

    def _with_words(self, query: MemoryQuery, ids: Sequence[int]) -> list[int]:
        if not query.words.strip():
            return list(ids)
        having = set(self._rows.ids(MemoryQuery(words=query.words)))
        return [memory_id for memory_id in ids if memory_id in having]

    def page(self, ids: Sequence[int]) -> list[Memory]:
        """Return these memories in that order, without those that are gone."""
        return self._store.get_many(ids)

    def counts(self, without: Sequence[int] = ()) -> list[tuple[MemoryStatus, MemoryKind, int]]:
        """Return (status, kind, how many) of all but some."""
        rows = self._rows.counts(without)
        return [(MemoryStatus(status), MemoryKind(kind), n) for status, kind, n in rows]

    def waiting(self) -> int:
        """Return how many wait for a yes."""
        return self._rows.waiting()

    def proposed_in(self, session_id: int) -> list[Memory]:
        """Return what a chat proposed to remember, oldest first."""
        return self._store.where("status = 'proposed' AND session_id = ?", (session_id,))

    def pair_count(self) -> int:
        """Return how many stand against another one."""
        return len(self._pairs.ids())

    def tally(self, ids: Sequence[int]) -> dict[MemoryStatus, int]:
        """Return how many of these have which status."""
        return {MemoryStatus(status): n for status, n in self._rows.tally(ids).items()}

    def of_status(self, ids: Sequence[int], *statuses: MemoryStatus) -> list[int]:
        """Return those of `ids` that have one of these statuses."""
        return self._rows.keep(ids, MemoryQuery(statuses))
