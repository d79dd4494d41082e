"""Sessions as front ends see them: working memory, recall, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.domain.changes import Changes
from assistant_app.domain.session import Role, Session, SessionState
from assistant_app.errors import AppError
from assistant_app.services.session_service import STATE_LIFE_MS, SessionService
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        """Return the time, in milliseconds."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def heard() -> list[Changes]:
    return []


@pytest.fixture
def service(db: Database, clock: Clock, heard: list[Changes]) -> SessionService:
    stores = SessionStore(db, clock), MessageStore(db, clock)
    return SessionService(db, *stores, notify=heard.append, clock=clock)


def talk(db: Database, session: Session, *texts: str) -> list[int]:
    store = MessageStore(db)
    roles = (Role.USER, Role.ASSISTANT)
    return [store.add(session.id, roles[n % 2], text).id for n, text in enumerate(texts)]


def test_changes_are_told(service: SessionService, heard: list[Changes]) -> None:
    session = service.create(title="  a\nb ")
    assert session.title == "a b"
    assert service.rename(session.id, " new  title ").title == "new title"
    service.mark_seen(session.id, seen=False)
    service.mark_seen(session.id, seen=False)
    service.delete(session.id)
    service.restore(session.id)
    both = Changes.SESSIONS | Changes.MESSAGES
    assert heard == [Changes.SESSIONS] * 3 + [both, both]
    assert service.get(session.id).unseen


def test_bad_requests_are_told(service: SessionService) -> None:
    session = service.create(title="kept")
    with pytest.raises(AppError, match="title_empty"):
        service.rename(session.id, " \n ")
    assert service.get(session.id).title == "kept"
    for call in (service.get, service.messages, service.delete, service.restore, service.export):
        with pytest.raises(AppError, match="session_missing"):
            call(404)


def test_working_memory_lives_an_hour(service: SessionService, clock: Clock) -> None:
    session = service.create()
    state = SessionState("trip", ("tea",), ("booked",), 4, {"tool": "x"}, ("e1",), "e1")
    service.save_state(session.id, state)
    clock.now += STATE_LIFE_MS - 1
    assert service.state(session.id).pending == {"tool": "x"}
    clock.now += 1
    later = service.state(session.id)
    assert (later.confirmed_facts, later.finished_tasks, later.turn_count) == (
        ("tea",),
        ("booked",),
        4,
    )
    assert (later.subject, later.pending, later.listing, later.last_item) == ("", None, (), None)


def test_session_off_the_record_is_erased_not_trashed(service: SessionService) -> None:
    session = service.create(off_record=True)
    service.delete(session.id)
    assert service.listing(deleted=True) == []


def test_recall_finds_the_turn_by_its_neighbours(service: SessionService, db: Database) -> None:
    trip = service.create()
    ids = talk(
        db,
        trip,
        "We went to Lisbon with the family in May.",
        "How was it?",
        "The food was great, above all the custard tarts.",
        "Sounds lovely.",
    )
    other = service.create()
    talk(db, other, "The food at the office is dull.", "Bring your own then.", "I will.")
    hits = service.recall("What food did we eat in Lisbon?", limit=3)
    assert {hit.message.id for hit in hits[:2]} == {ids[0], ids[2]}
    assert hits[0].session_title == "We went to Lisbon with the family in May."
    assert all(0 < hit.score <= 1 for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_recall_sees_what_changed_since(service: SessionService, db: Database) -> None:
    first, second = service.create(), service.create()
    a, b = talk(db, first, "产品组的会议在下午"), talk(db, second, "产品组喜欢蛋糕")
    assert {hit.message.id for hit in service.recall("产品组")} == {*a, *b}
    assert [hit.message.id for hit in service.recall("产品组", exclude=first.id)] == b
    service.delete(second.id)
    assert [hit.message.id for hit in service.recall("产品组")] == a
    MessageStore(db).set_barred(a)
    assert service.recall("产品组") == []
    assert service.recall("") == service.recall("???") == []


_MESSAGES = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant"]),
        "text": st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40),
        "created_at": st.integers(0, 4_000_000_000_000),
    }
)
_SESSIONS = st.lists(
    st.fixed_dictionaries(
        {
            "title": st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1),
            "messages": st.lists(_MESSAGES, min_size=1, max_size=6),
        }
    ),
    max_size=4,
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30
)
@given(rows=_SESSIONS)
def test_export_and_import_give_the_same(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    exported = []
    for _ in range(2):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.db"
        db = Database.open(path, backups=tmp_path / "backups")
        service = SessionService(db, SessionStore(db), MessageStore(db))
        service.import_lines(rows)
        exported.append(sorted((service.export(s.id) for s in service.listing()), key=json.dumps))
        rows = json.loads(json.dumps(exported[-1]))
        before = db.scalar("SELECT count(*) FROM message")
        service.import_lines(rows)
        assert db.scalar("SELECT count(*) FROM message") == before
        db.close()
    assert exported[0] == exported[1]


def test_import_keeps_names_times_and_speakers(service: SessionService) -> None:
    row = {
        "ref": "s1",
        "title": "Old talk",
        "started_at": "2023-05-08T13:56:00Z",
        "messages": [
            {"ref": "t0", "role": "user", "speaker": "Caroline", "text": "Hey \ud800Mel!"},
            {"ref": "t1", "role": "assistant", "text": "Hi", "created_at": "2023-05-08T14:00:00Z"},
        ],
    }
    (session,) = service.import_lines([row])
    assert service.by_ref("s1") == session
    exported = service.export(session.id)
    assert exported["started_at"] == "2023-05-08T13:56:00.000Z"
    assert [m["created_at"] for m in exported["messages"]] == [
        "2023-05-08T13:56:00.000Z",
        "2023-05-08T14:00:00.000Z",
    ]
    assert exported["messages"][0]["text"] == "Hey Mel!"
    row["messages"].append({"ref": "t2", "role": "user", "text": "more"})  # type: ignore[attr-defined]
    assert service.import_lines([row]) == [service.get(session.id)]
    assert [m.text for m in service.messages(session.id)] == ["Hey Mel!", "Hi", "more"]
    assert [h.message.ref for h in service.search("caroline mel")] == ["t0"]


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"messages": [{"text": "no role"}]},
        {"messages": [{"role": "robot", "text": "x"}]},
        {"messages": [{"role": "user", "text": 5}]},
        {"messages": [{"role": "user", "text": "x", "created_at": "yesterday"}]},
        {"messages": 7},
        {"messages": ["x"]},
        {"messages": [], "started_at": [1]},
    ],
)
def test_bad_row_stores_nothing(service: SessionService, bad: dict[str, Any]) -> None:
    good = {"messages": [{"role": "user", "text": "fine"}]}
    with pytest.raises(AppError) as caught:
        service.import_lines([good, bad])
    assert caught.value.code == "import_session"
    assert caught.value.params["row"] == 2
    assert service.listing() == []
