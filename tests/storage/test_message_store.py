"""Messages: streaming, recovery, the index, odd values."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.domain.session import Importance, MessageState, Role
from assistant_app.domain.text import clean
from assistant_app.errors import AppError
from assistant_app.storage.database import Database
from assistant_app.storage.message_search import MessageSearch
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage


@pytest.fixture
def session_id(sessions: SessionStore) -> int:
    return sessions.create().id


def texts(messages: MessageStore, session_id: int) -> list[str]:
    return [message.text for message in messages.of_session(session_id)]


def test_message_comes_back_as_it_was_added(messages: MessageStore, session_id: int) -> None:
    added = messages.add(
        session_id,
        Role.ASSISTANT,
        "text",
        importance=Importance.HIGH,
        token_count=3,
        speaker="Ada",
        ref="t1",
        created_at=5,
        extra={"actions": [{"tool": "add", "note": "好"}]},
    )
    assert messages.of_session(session_id) == [added]
    assert (added.importance, added.token_count, added.speaker) == (Importance.HIGH, 3, "Ada")
    assert added.extra == {"actions": [{"tool": "add", "note": "好"}]}


def test_first_words_of_the_owner_name_the_session(
    sessions: SessionStore, messages: MessageStore, session_id: int
) -> None:
    messages.add(session_id, Role.ASSISTANT, "Hello!")
    messages.add(session_id, Role.USER, "Plan a trip\nto York")
    messages.add(session_id, Role.USER, "and back")
    assert sessions.get(session_id).title == "Plan a trip to York"


def test_missing_rows_are_told(messages: MessageStore) -> None:
    with pytest.raises(AppError, match="session_missing"):
        messages.add(99, Role.USER, "x")
    with pytest.raises(AppError, match="message_missing"):
        messages.get(99)
    with pytest.raises(AppError, match="message_missing"):
        messages.finish(99, "x")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(saves=st.lists(st.text(st.characters(), max_size=30), max_size=8), rewritten=st.text())
def test_whatever_was_saved_last_is_there(
    db: Database, messages: MessageStore, session_id: int, saves: list[str], rewritten: str
) -> None:
    reply = messages.add(session_id, Role.ASSISTANT, "", state=MessageState.STREAMING)
    so_far = ""
    for part in saves:
        so_far += part
        messages.save_partial(reply.id, so_far)
        assert messages.get(reply.id).text == "".join(clean_parts(saves, so_far))
    messages.save_partial(reply.id, rewritten)
    assert messages.get(reply.id).text == stored(so_far, rewritten, saves)
    done = messages.finish(reply.id, so_far)
    assert (done.text, done.state) == (clean(so_far), MessageState.COMPLETE)
    assert db.scalar("SELECT count(*) FROM message_part") == 0


def clean_parts(saves: list[str], so_far: str) -> list[str]:
    """The parts that make up `so_far`, each cleaned as it was saved."""
    parts, length = [], 0
    for part in saves:
        if length >= len(so_far):
            break
        parts.append(clean(part))
        length += len(part)
    return parts


def stored(so_far: str, rewritten: str, saves: list[str]) -> str:
    if rewritten.startswith(so_far):
        return "".join(clean_parts(saves, so_far)) + clean(rewritten[len(so_far) :])
    return clean(rewritten)


def test_saving_a_stream_writes_little(
    db: Database, messages: MessageStore, db_path: Path
) -> None:
    session_id = SessionStore(db).create().id
    reply = messages.add(session_id, Role.ASSISTANT, "", state=MessageState.STREAMING)
    text = "".join(f"word {n} " for n in range(3000))
    log_file = db_path.with_name(f"{db_path.name}-wal")
    db.checkpoint()
    saves = 40
    for number in range(1, saves + 1):
        messages.save_partial(reply.id, text[: len(text) * number // saves])
    parts = db.scalar("SELECT sum(length(text)) FROM message_part")
    assert parts == len(text)
    # A page a save is the least a database can write; what came before is not written again.
    frame = 4096 + 24
    assert log_file.stat().st_size < (saves * 1.5) * frame
    assert log_file.stat().st_size < 10 * len(text)
    messages.finish(reply.id, text)
    assert log_file.stat().st_size < (saves * 1.5) * frame + 5 * len(text)


def test_what_streamed_when_the_app_died_is_interrupted(db_path: Path) -> None:
    script = """
import os, sys
from pathlib import Path
from assistant_app.domain.session import MessageState, Role
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
db = Database.open(Path(sys.argv[1]), backups=Path(sys.argv[1]).parent / "backups")
messages, session = MessageStore(db), SessionStore(db).create()
messages.add(session.id, Role.USER, "the question")
reply = messages.add(session.id, Role.ASSISTANT, "", state=MessageState.STREAMING)
for text in ("It is", "It is half", "It is half said 好"):
    messages.save_partial(reply.id, text)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", script, str(db_path)], check=False)
    assert done.returncode != 0
    db = Database.open(db_path, backups=db_path.parent / "backups")
    messages = MessageStore(db)
    assert len(messages.recover_interrupted()) == 1
    found = [(m.text, m.state) for m in messages.of_session(1)]
    assert found == [
        ("the question", MessageState.COMPLETE),
        ("It is half said 好", MessageState.INTERRUPTED),
    ]
    assert [m for m, _ in MessageSearch(db).find("half")] == [2]
    assert messages.recover_interrupted() == []
    assert db.scalar("SELECT count(*) FROM message_part") == 0
    db.close()


@pytest.mark.parametrize("garbage", ["abc", "", -5, 1.5, b"\x01", None, 2**62])
def test_odd_token_counts_and_values_open(
    db: Database, messages: MessageStore, session_id: int, garbage: object
) -> None:
    message = messages.add(session_id, Role.USER, "x", token_count=7)
    db.update("message", message.id, {"token_count": garbage, "importance": 99, "extra": "[1"})
    found = messages.get(message.id)
    assert found.token_count == (garbage if garbage == 2**62 else None)
    assert found.importance is Importance.NORMAL
    assert found.extra == {}


def test_a_megabyte_and_nothing_are_messages(messages: MessageStore, session_id: int) -> None:
    long = "hello 你好 " * 100_000
    messages.add(session_id, Role.USER, long)
    messages.add(session_id, Role.USER, "")
    assert texts(messages, session_id) == [long, ""]


def test_counts_importance_and_cards_can_change(messages: MessageStore, session_id: int) -> None:
    first, second = (messages.add(session_id, Role.USER, text) for text in "ab")
    messages.set_token_counts({first.id: 4, second.id: 5})
    messages.set_importance(first.id, Importance.MINIMAL)
    messages.set_extra(second.id, {"usage": {"ms": 1}})
    found = messages.of_session(session_id)
    assert [m.token_count for m in found] == [4, 5]
    assert found[0].importance is Importance.MINIMAL
    assert found[1].extra == {"usage": {"ms": 1}}
    assert messages.of_session(session_id, after=first.id) == [found[1]]


def found_by(db: Database, words: str) -> list[int]:
    return [message_id for message_id, _ in MessageSearch(db).find(words)]


def test_words_are_found_in_both_languages(
    db: Database, messages: MessageStore, session_id: int
) -> None:
    english = messages.add(session_id, Role.USER, "We walked the dogs along the river").id
    chinese = messages.add(session_id, Role.USER, "下午和产品组开会").id
    emoji = messages.add(session_id, Role.USER, "done 🎉 100%").id
    assert found_by(db, "walking dog") == [english]
    assert found_by(db, "开会") == [chinese]
    assert found_by(db, "会") == [chinese]
    assert found_by(db, "🎉") == [emoji]
    assert found_by(db, "%") == [emoji]
    assert found_by(db, "the") == [english]
    assert found_by(db, "dogs on mars") == [english]
    assert found_by(db, "elephant") == []
    assert found_by(db, "  ") == []
    assert found_by(db, 'NEAR("dogs" OR *') == [english]


def test_barred_and_deleted_messages_are_not_found(
    db: Database, sessions: SessionStore, messages: MessageStore, session_id: int
) -> None:
    message = messages.add(session_id, Role.USER, "the walrus 🦭").id
    messages.set_barred([message])
    assert found_by(db, "walrus") == found_by(db, "🦭") == []
    messages.set_barred([message], barred=False)
    assert found_by(db, "walrus") == found_by(db, "🦭") == [message]
    sessions.set_deleted(session_id, deleted=True)
    assert found_by(db, "walrus") == found_by(db, "🦭") == []


def test_index_can_be_made_anew(db: Database, messages: MessageStore, session_id: int) -> None:
    for number in range(20):
        messages.add(session_id, Role.USER, f"message number{number}")
    db.execute("DELETE FROM message_fts WHERE rowid > 5")
    assert found_by(db, "number17") == []
    messages.reindex()
    assert found_by(db, "number17") == [18]
