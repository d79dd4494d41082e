"""Erased is erased: in rows, index, versions, change log, chat and free pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.domain.memory import Draft, MemoryStatus
from assistant_app.domain.redaction import MARK
from assistant_app.domain.session import Role
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage


class Vectors:
    """An embedder whose vectors are counts of letters: enough to have rows to erase."""

    model = "letters"
    dim = 26

    def close(self) -> None:
        """Nothing is open."""

    def embed(self, texts, *, query: bool) -> list[list[float]]:
        """Return the counts, one more each."""
        return [[1.0 + text.casefold().count(chr(97 + n)) for n in range(26)] for text in texts]


@pytest.fixture
def memories(db: Database, changes: ChangeStore) -> MemoryService:
    vectors = Vectors()
    return MemoryService(db, changes, embedder=lambda: vectors)


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def tell(memories: MemoryService, messages: MessageStore, session_id: int, text: str, reply: str):
    message = messages.add(session_id, Role.USER, text)
    kept = memories.keep(
        memories.propose(text, "en"), session_id=session_id, message_id=message.id
    )
    extra = {
        "actions": [{"tool": "remember", "summary": f"Remembered: {kept[0].text}",
                     "item": kept[0].id, "item_kind": "memory", "title": kept[0].text}],
        "memories_used": [{"id": kept[0].id, "score": 1.0}],
    }  # fmt: skip
    messages.add(session_id, Role.ASSISTANT, reply, extra=extra)
    return kept[0], message


def test_with_its_source_no_byte_is_left(
    tmp_path: Path, db: Database, sessions: SessionStore, messages: MessageStore, memories
) -> None:
    session = sessions.create()
    memory, source = tell(
        memories, messages, session.id,
        "remember that my daughter is called Mei and she is 4", "I will remember Mei.",
    )  # fmt: skip
    other = sessions.create()
    question = messages.add(other.id, Role.USER, "how old is my daughter?")
    messages.add(
        other.id, Role.ASSISTANT, "Mei is 4.", extra={"memories_used": [{"id": memory.id}]}
    )
    memories.edit(memory.id, text="The user's daughter Mei is five")
    assert memories.recall("how old is my daughter?")
    db.checkpoint()
    assert b"Mei" in bytes_of(tmp_path)
    assert memories.erase([memory.id], and_source=True) == 1
    assert b"Mei" not in bytes_of(tmp_path)
    assert messages.get(source.id).barred
    assert messages.get(question.id).text == "how old is my daughter?"
    assert db.check("full") == []


def test_without_its_source_the_chat_alone_has_it(
    tmp_path: Path, db: Database, sessions: SessionStore, messages: MessageStore, memories
) -> None:
    session = sessions.create()
    memory, source = tell(
        memories, messages, session.id, "remember that my cat is called Zebedee", "Noted."
    )
    assert memories.erase([memory.id]) == 1
    assert "Zebedee" in messages.get(source.id).text
    assert messages.get(source.id).barred
    for table in ("memory", "memory_version", "vector", "memory_fts", "message_fts", "change"):
        rows = db.tuples(f"SELECT * FROM {table}")
        assert not any("zebedee" in str(row).casefold() for row in rows), table
    assert memories.recall("what is my cat called?", gate=False) == []


def test_what_it_replaced_and_what_rests_on_it_go_too(
    tmp_path: Path, db: Database, changes: ChangeStore, memories
) -> None:
    leeds = memories.add("The user lives in Llandudno")
    york = memories.keep(
        memories.propose("remember that I moved to Ullapool", "en"), session_id=1, message_id=None
    )[0]
    memories.keep(memories.propose("I moved to Tobermory", "en"), session_id=1, message_id=None)
    assert memories.get(leeds.id).status is MemoryStatus.SUPERSEDED
    assert len(memories.listing(MemoryStatus.PROPOSED)) == 1
    assert memories.erase([york.id]) == 3
    assert memories.listing(None) == []
    left = bytes_of(tmp_path)
    for word in (b"Llandudno", b"Ullapool", b"Tobermory"):
        assert word not in left
    assert changes.last() is None


def test_chinese_words_go_too(
    tmp_path: Path, sessions: SessionStore, messages: MessageStore, memories
) -> None:
    session = sessions.create()
    memory, _ = tell(memories, messages, session.id, "记住，我女儿叫欧阳晓棠", "好的，晓棠。")
    memories.erase([memory.id], and_source=True)
    left = bytes_of(tmp_path)
    assert "晓棠".encode() not in left
    assert "欧阳".encode() not in left


def test_erased_it_is_asked_afresh_and_barred_only_on_demand(memories) -> None:
    (jazz,) = memories.keep(memories.propose("I like jazz", "en"), session_id=1, message_id=None)
    memories.erase([jazz.id])
    (again,) = memories.keep(memories.propose("I like jazz", "en"), session_id=1, message_id=None)
    assert again.status is MemoryStatus.PROPOSED
    memories.erase([again.id], never=True)
    assert (
        memories.keep(memories.propose("I like jazz", "en"), session_id=1, message_id=None) == []
    )


def test_erasing_one_leaves_the_others(tmp_path: Path, memories) -> None:
    kept = [memories.add(f"The user's locker number {n} is green") for n in range(3)]
    memories.erase([kept[1].id])
    assert {m.id for m in memories.listing()} == {kept[0].id, kept[2].id}
    assert len(memories.recall("which locker is green?", gate=False)) == 2


def test_what_was_said_twice_goes_in_both_places(
    tmp_path: Path, db: Database, sessions: SessionStore, messages: MessageStore, memories
) -> None:
    said = "I once met Zebulon at the harbour"
    # Sent, lost before it was remembered, and sent again.
    lost = messages.add(sessions.create().id, Role.USER, f"{said}, long ago.")
    source = messages.add(sessions.create().id, Role.USER, f"{said}.")
    draft = Draft("The user once met Zebulon at the harbour", said)
    (kept,) = memories.keep([draft], session_id=source.session_id, message_id=source.id)
    memories.erase([kept.id], and_source=True)
    assert messages.get(lost.id).text == f"{MARK}, long ago."
    assert messages.get(lost.id).barred
    assert b"Zebulon" not in bytes_of(tmp_path)
