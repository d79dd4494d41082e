"""Forget for real: every copy of a memory in the data file, and in the chat where asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.domain.memory import Memory, MemoryStatus
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.message_eraser import MessageEraser
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.vector_store import VectorStore


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure took: the memories, where the owner said them, and their wordings."""

    memories: tuple[Memory, ...] = ()
    said: tuple[tuple[int, str], ...] = ()
    """(message id, quote)"""
    texts: tuple[str, ...] = ()


class MemoryEraser:
    """Removes rows, versions, vectors, index entries, quotes, the change log's copies and pending
    proposals; then the free pages and the write-ahead log.
    """

    def __init__(
        self, db: Database, store: MemoryStore, vectors: VectorStore, changes: ChangeStore
    ) -> None:
        self._db = db
        self._store = store
        self._vectors = vectors
        self._changes = changes
        self._messages = MessageStore(db)
        self._chat = MessageEraser(db, SessionStore(db), self._messages, changes)

    def affected(self, ids: Sequence[int]) -> list[Memory]:
        """Return what goes: the memories, what they replaced, and proposals that rest on them."""
        chain = self._store.chain(ids)
        gone = {memory.id: memory for memory in self._store.get_many(chain)}
        quotes = {
            (memory.source.message_id, memory.source.quote)
            for memory in gone.values()
            if memory.source is not None and memory.source.message_id is not None
        }
        for memory in self._store.listing((MemoryStatus.PROPOSED, MemoryStatus.REJECTED)):
            source = memory.source
            rests = memory.replaces in gone
            same = source is not None and (source.message_id, source.quote) in quotes
            if rests or same:
                gone[memory.id] = memory
        return list(gone.values())

    def erase(self, ids: Sequence[int], *, and_source: bool) -> Erased:
        """Erase, and return what was there. Not to be called inside a transaction."""
        with self._db.atomic():
            gone = self.affected(ids)
            if not gone:
                return Erased()
            self._db.begin_erasure()
            all_ids = [memory.id for memory in gone]
            texts = [memory.text for memory in gone]
            texts += [version.text for version in self._store.versions(all_ids)]
            erased = Erased(
                tuple(gone), tuple(self._said(gone)), tuple(dict.fromkeys(filter(None, texts)))
            )
            self._store.delete(all_ids)
            self._vectors.drop("memory", all_ids)
            self._changes.forget_rows("memory", all_ids)
            self._store.optimize()
            self._clear_chat(erased, and_source=and_source)
        self._db.end_erasure()
        return erased

    def _clear_chat(self, erased: Erased, *, and_source: bool) -> None:
        """Redact the words in the chat, or leave them there and nowhere else."""
        ids = [memory.id for memory in erased.memories]
        clear = self._chat.redact if and_source else self._chat.seclude
        clear(erased.said, texts=erased.texts, memory_ids=ids)
        self._db.execute("INSERT INTO message_fts(message_fts) VALUES('optimize')")

    def _said(self, gone: Sequence[Memory]) -> list[tuple[int, str]]:
        """Return (message id, quote) of every place where the owner said it.

        A message that has a quote word for word is such a place too: what was sent twice, as after a
        crash, made one memory.
        """
        first = [
            (memory.source.message_id, memory.source.quote)
            for memory in gone
            if memory.source is not None and memory.source.message_id is not None
        ]
        again = self._store.said_again([memory.id for memory in gone])
        places = dict.fromkeys([*first, *again])
        for quote in dict.fromkeys(quote for _, quote in places if quote):
            places.update(dict.fromkeys((key, quote) for key in self._messages.saying(quote)))
        return list(places)
