"""Thousands of memories at once: what is done to them, and taken back, goes in few statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant_app.domain.memory import MemoryStatus
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.vector_store import VectorStore

pytestmark = pytest.mark.storage
MANY = 2000
ROWS = [{"text": f"The neighbour in number {n} likes green tea."} for n in range(MANY)]


@pytest.fixture
def statements(db: Database) -> Callable[[Callable[[], Any]], int]:
    """Count what is sent to SQLite while something is done, without what it does to its index."""

    def count(work: Callable[[], Any]) -> int:
        sent: list[str] = []
        db.raw.conn.set_trace_callback(sent.append)
        try:
            work()
        finally:
            db.raw.conn.set_trace_callback(None)
        # What SQLite does for one statement of ours is traced with that one's text again.
        return len({sql for sql in sent if "main" not in sql and not sql.startswith("--")})

    return count


def words_of(db: Database) -> list[str]:
    return [row[0] for row in db.tuples("SELECT body FROM memory_fts ORDER BY rowid")]


def test_an_import_and_its_undo_take_few_statements(
    db: Database,
    memories: MemoryService,
    changes: ChangeStore,
    statements: Callable[[Callable[[], Any]], int],
) -> None:
    assert statements(lambda: memories.import_lines(ROWS)) < 5 * MANY
    assert [memory.text for memory in memories.listing()[::-1]] == [row["text"] for row in ROWS]
    assert len(memories.history(1)) == 1
    assert statements(changes.undo) < 2 * MANY
    assert memories.listing(None) == []
    assert words_of(db) == []
    assert db.check("full") == []


@pytest.mark.parametrize("what", ["pin", "archive"])
def test_taking_back_what_left_the_words_alone_leaves_index_and_vectors(
    db: Database, memories: MemoryService, changes: ChangeStore, what: str
) -> None:
    ids = [memory.id for memory in memories.import_lines(ROWS[:20])]
    memories.edit(ids[0], text="The neighbour in number 0 likes black tea.")
    vectors = VectorStore(db)
    vectors.put("memory", "model", [(m.id, m.text, [1.0, 0.0]) for m in memories.listing()])
    before = words_of(db)
    if what == "pin":
        memories.edit_many(ids, pinned=True)
    else:
        memories.set_status(ids, MemoryStatus.ARCHIVED)
    changes.undo()
    assert not any(memory.pinned for memory in memories.listing())
    assert len(memories.listing()) == 20
    assert vectors.missing("memory", "model", ids) == []
    assert words_of(db) == before
    changes.undo()
    assert memories.get(ids[0]).text == ROWS[0]["text"]
    assert vectors.missing("memory", "model", ids) == [ids[0]], "its words are others again"
    assert "black" not in " ".join(words_of(db))


def test_what_is_indexed_anew_is_told(db: Database, memories: MemoryService) -> None:
    ids = [memory.id for memory in memories.import_lines(ROWS[:3])]
    store = MemoryStore(db)
    assert store.index(ids) == []
    db.execute("UPDATE memory SET text = 'Green figs.' WHERE id = ?", (ids[1],))
    db.execute("DELETE FROM memory WHERE id = ?", (ids[2],))
    assert sorted(store.index(ids)) == ids[1:]
    assert [key for key, _ in store.ranked("figs", (MemoryStatus.ACTIVE,), 5)] == [ids[1]]


def test_erasing_some_of_an_import_leaves_the_undo_of_the_rest(
    db: Database, memories: MemoryService, changes: ChangeStore
) -> None:
    ids = [memory.id for memory in memories.import_lines(ROWS[:1200])]
    assert memories.erase(ids[:700]) == 700
    change = changes.listing()[-1]
    assert change.memories == tuple(ids[700:])
    changes.undo(change.id)
    assert memories.listing(None) == []
