"""Sessions and settings as rows."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from assistant_app.domain.session import Role, SessionState
from assistant_app.errors import AppError
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.setting_store import SettingStore

pytestmark = pytest.mark.storage


def test_sessions_are_listed_by_last_use(sessions: SessionStore, messages: MessageStore) -> None:
    old = sessions.create(title="old", created_at=1)
    new = sessions.create(title="new", created_at=2)
    assert [s.id for s in sessions.listing()] == [new.id, old.id]
    messages.add(old.id, Role.USER, "again")
    assert [s.id for s in sessions.listing()] == [old.id, new.id]


@pytest.mark.alone
def test_thousand_sessions_list_in_one_query(db: Database, sessions: SessionStore) -> None:
    with db.atomic():
        for number in range(1000):
            sessions.create(title=f"s{number}", created_at=number)
    statements: list[str] = []
    db.raw.conn.set_trace_callback(statements.append)
    begun = time.perf_counter()
    listed = sessions.listing()
    taken = time.perf_counter() - begun
    db.raw.conn.set_trace_callback(None)
    assert [s.title for s in listed[:2]] == ["s999", "s998"]
    assert len(listed) == 1000
    assert len(statements) == 1
    assert taken < 1


def test_trash_and_back(sessions: SessionStore) -> None:
    session = sessions.create(title="a", ref="outside")
    sessions.set_deleted(session.id, deleted=True)
    assert sessions.listing() == []
    assert [s.id for s in sessions.listing(deleted=True)] == [session.id]
    assert sessions.by_ref("outside") is None
    sessions.set_deleted(session.id, deleted=False)
    assert sessions.by_ref("outside") == session


def test_drafts_are_kept_by_session(sessions: SessionStore) -> None:
    session = sessions.create()
    sessions.save_draft(None, "a new chat")
    sessions.save_draft(session.id, "an old\ud800 chat")
    assert sessions.draft(None) == "a new chat"
    assert sessions.get(session.id).draft == sessions.draft(session.id) == "an old chat"
    sessions.save_draft(session.id, "")
    assert sessions.draft(session.id) == ""


def test_state_comes_back(db: Database, sessions: SessionStore) -> None:
    session = sessions.create()
    assert sessions.state(session.id) == SessionState()
    state = SessionState("trip", ("likes tea",), ("booked",), 4, {"tool": "x"}, ("e1",), "e1")
    sessions.save_state(session.id, state)
    found = sessions.state(session.id)
    assert found.touched_at > 0
    assert (found.subject, found.confirmed_facts, found.pending) == (
        "trip",
        ("likes tea",),
        {"tool": "x"},
    )
    db.execute("UPDATE session_state SET body = '{broken'")
    assert sessions.state(session.id).subject == ""


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def test_session_off_the_record_leaves_no_byte(
    db: Database, sessions: SessionStore, messages: MessageStore, db_path: Path
) -> None:
    kept = sessions.create(title="kept")
    secret = sessions.create(off_record=True)
    messages.add(secret.id, Role.USER, "Zanzibarian things " * 500)
    sessions.save_draft(secret.id, "Zanzibarian draft")
    sessions.save_state(secret.id, SessionState(subject="Zanzibarian"))
    db.checkpoint()
    assert b"Zanzibarian" in bytes_of(db_path)
    assert sessions.erase_off_record() == 1
    assert b"anzibarian" not in bytes_of(db_path)
    assert [s.id for s in sessions.listing()] == [kept.id]
    with pytest.raises(AppError, match="session_missing"):
        sessions.get(secret.id)


def test_ids_are_never_used_twice(sessions: SessionStore) -> None:
    first = sessions.create()
    sessions.erase(first.id)
    assert sessions.create().id > first.id


def test_settings_keep_json(db: Database) -> None:
    store = SettingStore(db)
    assert store.get("ui.language", "auto") == "auto"
    for value in ("zh", 3, 1.5, True, ["a", {"b": None}], "", 0, False):
        store.set("key", value)
        assert store.get("key") == value
    store.set("other", "好")
    assert store.all() == {"key": False, "other": "好"}
    store.set("key", None)
    assert store.get("key") is None
    db.execute("UPDATE setting SET value = 'not json'")
    assert store.get("other", "default") == "default"
