"""The session that is shown is ready for its next message, and kept when it is left."""

from __future__ import annotations

import time
from typing import Any

import pytest

from assistant_app.domain.engine import NEW_CHAT, Completion
from assistant_app.domain.session import Role
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.errors import AppError
from assistant_app.gui import idle_states


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a moment for a while; a talk that goes on is not yet at rest."""
    monkeypatch.setattr(idle_states, "READY_MS", 10)
    monkeypatch.setattr(idle_states, "KEEP_MS", 60_000)


def _prepared(desk: Any) -> list[tuple[Completion, int]]:
    """Return what was made ready of sessions; how a new one begins is made ready at the start."""
    return [one for one in desk.model.prepared if one[0].scope != NEW_CHAT]


def _steps(desk: Any) -> list[tuple[str, bool]]:
    """Return (session, whether it was kept) of what was made ready, in order."""
    pairs = [(request.scope, budget > 0) for request, budget in _prepared(desk)]
    return list(dict.fromkeys(pairs))


def _chat(desk: Any, title: str) -> int:
    session: int = desk.core.sessions.create(title=title).id
    desk.core._messages.add(session, Role.USER, "We love jazz")
    desk.core._messages.add(session, Role.ASSISTANT, "Noted")
    return session


def test_after_an_answer_the_next_one_is_made_ready(desk: Any, quick: None) -> None:
    desk.shell.main.page.ask("hello there")
    desk.wait(lambda: len(_prepared(desk)) == 2)
    desk.settle()
    session = desk.shell.main.page.session_id
    assert _steps(desk) == [(str(session), False)]
    assert "Fine." in [m.text for m in _prepared(desk)[0][0].messages]


def test_in_a_quiet_time_it_is_kept(
    desk: Any, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle_states, "KEEP_MS", 20)
    desk.shell.main.page.ask("hello there")
    desk.wait(lambda: len(_prepared(desk)) == 4)
    session = str(desk.shell.main.page.session_id)
    assert _steps(desk) == [(session, False), (session, True)]
    time.sleep(0.1)
    desk.settle()
    assert len(_prepared(desk)) == 4


def test_the_session_that_is_left_is_kept_and_the_one_opened_made_ready(
    desk: Any, quick: None
) -> None:
    first, second = _chat(desk, "Party"), _chat(desk, "Picnic")
    desk.shell.main.open_session(first)
    desk.wait(lambda: _steps(desk) == [(str(first), False)])
    desk.settle()
    desk.shell.main.open_session(second)
    wanted = [(str(first), False), (str(first), True), (str(second), False)]
    desk.wait(lambda: _steps(desk) == wanted)
    desk.settle()


@pytest.mark.alone
def test_a_message_goes_first(desk: Any, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    session = _chat(desk, "Party")
    cancels = []
    plain = ScriptedEngine.prepare

    def slow(self: Any, request: Any, cancel: Any, budget: int = 0) -> Any:
        cancels.append(cancel)
        limit = time.monotonic() + 30
        while not cancel.cancelled and time.monotonic() < limit:
            time.sleep(0.01)
        return plain(self, request, cancel, budget)

    monkeypatch.setattr(ScriptedEngine, "prepare", slow)
    desk.shell.main.open_session(session)
    desk.wait(lambda: len(cancels) == 1)
    monkeypatch.setattr(ScriptedEngine, "prepare", plain)
    begun = time.monotonic()
    desk.shell.main.page.ask("hello there")
    desk.wait(lambda: not desk.shell.turns.busy)
    assert time.monotonic() - begun < 5
    desk.wait(lambda: len(_prepared(desk)) == 2)
    desk.settle()


def test_a_failure_is_not_tried_over_and_over(
    desk: Any, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fail(self: Any, request: Any, cancel: Any, budget: int = 0) -> Any:
        asked.append(request)
        raise AppError("engine_killed")

    monkeypatch.setattr(ScriptedEngine, "prepare", fail)
    desk.shell.main.open_session(_chat(desk, "Party"))
    desk.wait(lambda: len(asked) == 1)
    desk.settle()
    time.sleep(0.2)
    desk.settle()
    assert len(asked) == 1


def test_another_summary_makes_it_ready_anew(desk: Any, quick: None) -> None:
    session = _chat(desk, "Party")
    desk.shell.main.open_session(session)
    desk.wait(lambda: len(_prepared(desk)) == 2)
    desk.settle()
    desk.shell._summaries.summed_up.emit(session)
    desk.wait(lambda: len(_prepared(desk)) == 4)
    desk.settle()


def test_the_disk_space_is_a_setting(desk: Any) -> None:
    dialog = desk.shell.show_settings()
    assert dialog.chats.accessibleName()
    assert dialog.chats.currentData() == 512
    dialog.chats.setCurrentIndex(dialog.chats.findData(0))
    dialog.save_button.click()
    desk.wait(lambda: not desk.core.keeps_states)
