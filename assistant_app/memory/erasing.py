"""Forget for real: every copy of a memory in the data file, and in the chat where asked."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.domain.memory import Memory, MemoryStatus
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.message_eraser import MessageEraser
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.vector_store import VectorStore


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
        self._chat = MessageEraser(db, SessionStore(db), self._messages)

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

    def erase(self, ids: Sequence[int], *, and_source: bool) -> list[Memory]:
        """Erase, and return what was there. Not to be called inside a transaction."""
        with self._db.atomic():
            gone = self.affected(ids)
            if not gone:
                return []
            all_ids = [memory.id for memory in gone]
            said = self._said(gone)
            if and_source:
                self._redact(gone, said)
            else:
                self._bar([message_id for message_id, _ in said])
            self._store.delete(all_ids)
            self._vectors.drop("memory", all_ids)
            self._changes.forget_rows("memory", all_ids)
            self._store.optimize()
            if and_source:
                self._db.execute("INSERT INTO message_fts(message_fts) VALUES('optimize')")
        self._db.checkpoint()
        return gone

    def _said(self, gone: Sequence[Memory]) -> list[tuple[int, str]]:
        """Return (message id, quote) of every place where the owner said it."""
        first = [
            (memory.source.message_id, memory.source.quote)
            for memory in gone
            if memory.source is not None and memory.source.message_id is not None
        ]
        again = self._store.said_again([memory.id for memory in gone])
        return list(dict.fromkeys([*first, *again]))

    def _bar(self, message_ids: Sequence[int]) -> None:
        there = [
            message.id for message in self._messages.get_many(list(dict.fromkeys(message_ids)))
        ]
        self._messages.set_barred(there)

    def _redact(self, gone: Sequence[Memory], said: Sequence[tuple[int, str]]) -> None:
        ids = [memory.id for memory in gone]
        texts = [memory.text for memory in gone]
        texts += [version.text for version in self._store.versions(ids)]
        texts = list(dict.fromkeys(text for text in texts if text))
        quotes = [quote for _, quote in said]
        places: list[tuple[int | None, str]] = [*said] or [(None, "")]
        for message_id, quote in places:
            self._chat.redact(message_id, quote, texts=[*texts, *quotes], memory_ids=ids)
        for text in [*quotes, *texts]:
            if text:
                self._changes.forget_text(text)
