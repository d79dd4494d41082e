"""When states of sessions are kept, and that they go with what they were made of."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant_app.agent.prompt import Background
from assistant_app.domain.engine import CHATS_MB, CHATS_SETTING, NEW_CHAT, Completion, Prepared
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Draft
from assistant_app.domain.session import Role
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.errors import Cancelled
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from assistant_app.services.data_service import DataService
from assistant_app.storage.database import Database

pytestmark = pytest.mark.storage
SAID = "My friend Borowitz collects lanterns."


class Writing(ScriptedEngine):
    """Writes a file for each state, as the worker does; `hold` makes it slow."""

    folder: Path
    hold: float = 0.0

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Write a file, where there is a budget."""
        super().prepare(request, cancel, budget)
        stopped = threading.Event()
        cancel.on_cancel(stopped.set)
        if stopped.wait(self.hold):
            raise Cancelled
        if budget:
            self.folder.mkdir(exist_ok=True)
            name = f"{request.scope}-{request.static}{len(self.prepared)}-0-9-abc.kv"
            (self.folder / name).write_bytes(b"numbers")
        return Prepared(10, 7 if budget else 0)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "models")


@pytest.fixture
def engine(paths: Paths) -> Writing:
    made = Writing()
    made.folder = paths.chat_states
    return made


@pytest.fixture
def assistant(paths: Paths, engine: Writing) -> Iterator[Assistant]:
    opened = Assistant.open(paths, engine=engine)
    yield opened
    opened.close()


def talk(assistant: Assistant, *, off_record: bool = False, text: str = SAID) -> int:
    session = assistant.sessions.create(off_record=off_record)
    assistant._messages.add(session.id, Role.USER, text)
    assistant._messages.add(session.id, Role.ASSISTANT, "That is nice.")
    return session.id


def kept(paths: Paths) -> set[str]:
    """Return the sessions that have files."""
    return {path.name.split("-")[0] for path in paths.chat_states.glob("*")}


def test_both_prompts_are_made_ready_as_they_will_stand(
    assistant: Assistant, engine: Writing
) -> None:
    session = talk(assistant)
    assert assistant.prepare(session, CancelToken()) == Prepared(20, 0)
    for request, budget in engine.prepared:
        assert request.scope == str(session)
        assert [m.role for m in request.messages] == ["system", "user", "assistant"]
        assert request.messages[1].text == SAID
        assert request.static == 1
        assert budget == 0
    assert len({request.messages[0].text for request, _ in engine.prepared}) == 2


def test_what_is_prepared_is_what_the_next_turn_begins_with(
    assistant: Assistant, engine: Writing
) -> None:
    from assistant_app.domain.turn import TurnRequest

    session = talk(assistant)
    assistant.prepare(session, CancelToken())
    (answering, _), (deciding, _) = engine.prepared
    engine.fallback, engine.scores = "Fine.", {"reply": 0.0}
    list(assistant.run_turn(TurnRequest("And what else is there?", session), CancelToken()))
    for ready, asked in ((answering, engine.requests[-1]), (deciding, engine.scored[-1][0])):
        assert list(asked.messages[: len(ready.messages)]) == list(ready.messages)
        assert asked.static == ready.static
        assert asked.scope == ready.scope


def test_it_is_kept_within_the_budget_of_the_settings(
    assistant: Assistant, engine: Writing, paths: Paths
) -> None:
    session = talk(assistant)
    assert assistant.prepare(session, CancelToken(), keep=True).written == 14
    assert {budget for _, budget in engine.prepared} == {CHATS_MB << 20}
    assert kept(paths) == {str(session)}
    for value, budget in ((64, 64 << 20), ("a lot", CHATS_MB << 20), (-1, 0)):
        engine.prepared.clear()
        assistant.settings.set(CHATS_SETTING, value)
        assistant.prepare(session, CancelToken(), keep=True)
        assert {budget for _, budget in engine.prepared} == {budget}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_how_a_new_session_begins_today_is_kept_until_something_is_erased(
    assistant: Assistant, engine: Writing, paths: Paths, lang: Lang
) -> None:
    assistant.warm(lang)
    ((opening, budget),) = engine.prepared
    assert (opening.scope, opening.static, budget) == (NEW_CHAT, 1, CHATS_MB << 20)
    assert Background(assistant.now()).text(lang).startswith(opening.messages[-1].text)
    assert f"{assistant.now().wall.year}" in opening.messages[-1].text
    assert kept(paths) == {NEW_CHAT}
    memory = assistant.memories.add("I like tea")
    assistant.memories.erase([memory.id])
    assert kept(paths) == set()
    assistant.settings.set(CHATS_SETTING, 0)
    assistant.warm(lang)
    assert kept(paths) == set()


def test_turned_off_nothing_stays(assistant: Assistant, paths: Paths) -> None:
    session = talk(assistant)
    assistant.prepare(session, CancelToken(), keep=True)
    assert assistant.keeps_states
    assistant.settings.set(CHATS_SETTING, 0)
    assert not assistant.keeps_states
    assistant.prepare(session, CancelToken(), keep=True)
    assert kept(paths) == set()


def test_off_the_record_and_in_the_trash_nothing_is_kept(
    assistant: Assistant, engine: Writing, paths: Paths
) -> None:
    secret = talk(assistant, off_record=True)
    assert assistant.prepare(secret, CancelToken(), keep=True) == Prepared(20, 0)
    gone = talk(assistant)
    assistant.sessions.delete(gone)
    engine.prepared.clear()
    assert assistant.prepare(gone, CancelToken(), keep=True) == Prepared()
    assert engine.prepared == []
    assert kept(paths) == set()


def test_encrypted_data_has_no_plain_states(
    assistant: Assistant, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "encrypted", True)
    assert not assistant.keeps_states
    assistant.prepare(talk(assistant), CancelToken(), keep=True)
    assert kept(paths) == set()


def test_a_file_with_a_key_is_seen_to_be_encrypted(tmp_path: Path) -> None:
    import sqlcipher3.dbapi2 as driver

    db = Database.open(tmp_path / "plain.db", backups=tmp_path)
    assert not db.encrypted
    db.close()
    connection = driver.connect(str(tmp_path / "secret.db"))
    connection.execute("PRAGMA key = 'x'")
    connection.execute("CREATE TABLE t(a)")
    connection.commit()
    connection.close()
    assert Database(db.raw, tmp_path / "secret.db").encrypted


def test_a_deleted_session_leaves_no_state_and_others_stay(
    assistant: Assistant, paths: Paths
) -> None:
    sessions = [talk(assistant) for _ in range(12)]
    for session in sessions:
        assistant.prepare(session, CancelToken(), keep=True)
    (paths.chat_states / "state-x.part").write_bytes(b"half")
    assistant.sessions.delete(sessions[0])
    assert kept(paths) == {str(session) for session in sessions[1:]}


@pytest.mark.parametrize("and_source", [True, False])
def test_erasing_a_memory_leaves_no_state(
    assistant: Assistant, paths: Paths, and_source: bool
) -> None:
    session = talk(assistant)
    message = assistant.sessions.messages(session)[0]
    (memory,) = assistant.memories.keep(
        [Draft("The user's friend Borowitz collects lanterns", SAID, explicit=True)],
        session_id=session,
        message_id=message.id,
    )
    assistant.prepare(session, CancelToken(), keep=True)
    assert kept(paths)
    assistant.memories.erase([memory.id], and_source=and_source)
    assert list(paths.chat_states.glob("*")) == []


def test_an_erasure_that_a_dead_process_began_is_ended(
    paths: Paths, engine: Writing, assistant: Assistant
) -> None:
    session = talk(assistant)
    assistant.prepare(session, CancelToken(), keep=True)
    with assistant._db.atomic():
        assistant._db.begin_erasure()
    assistant.close()
    assert kept(paths)
    Assistant.open(paths, engine=engine).close()
    assert kept(paths) == set()


@pytest.mark.alone
def test_an_erasure_stops_what_is_being_kept(
    assistant: Assistant, engine: Writing, paths: Paths
) -> None:
    session = talk(assistant)
    engine.hold = 30
    ended = []

    def work() -> None:
        try:
            assistant.prepare(session, CancelToken(), keep=True)
        except Cancelled:
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    while not engine.prepared:
        time.sleep(0.01)
    begun = time.monotonic()
    assistant.sessions.delete(session)
    thread.join(10)
    assert time.monotonic() - begun < 5
    assert ended == [True]
    assert kept(paths) == set()


@pytest.mark.alone
def test_what_was_ready_is_kept_at_the_end_and_what_is_slow_is_not(
    paths: Paths, engine: Writing
) -> None:
    for hold, there in ((0.0, True), (30.0, False)):
        assistant = Assistant.open(paths, engine=engine)
        engine.closed = False
        engine.hold = 0.0
        session = talk(assistant)
        assistant.prepare(session, CancelToken())
        engine.hold = hold
        begun = time.monotonic()
        assistant.close()
        assert time.monotonic() - begun < 2
        assert (str(session) in kept(paths)) is there


def test_erasing_all_and_restoring_remove_states(paths: Paths, engine: Writing) -> None:
    service = DataService(paths)
    for end in ("restore", "erase"):
        engine.closed = False
        assistant = Assistant.open(paths, engine=engine)
        assistant.prepare(talk(assistant), CancelToken(), keep=True)
        assistant.close()
        assert kept(paths)
        if end == "restore":
            service.restore(service.backup())
        else:
            service.erase_all()
        assert kept(paths) == set()
    assert not paths.chat_states.exists()


def test_an_empty_session_asks_for_nothing(assistant: Assistant, engine: Writing) -> None:
    session = assistant.sessions.create().id
    assert assistant.prepare(session, CancelToken(), keep=True) == Prepared()
    assert engine.prepared == []
