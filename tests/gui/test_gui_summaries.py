"""Long sessions are summed up while nothing else is going on."""

from __future__ import annotations

import time
from typing import Any

import pytest
from PySide6.QtCore import Qt

from assistant_app.domain.session import Role
from assistant_app.engine.scripted import Script
from assistant_app.errors import AppError
from assistant_app.gui import idle_summaries


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a moment for a minute."""
    monkeypatch.setattr(idle_summaries, "IDLE_MS", 10)
    monkeypatch.setattr(idle_summaries, "LEFT_MS", 10)


def _chat(desk: Any, title: str) -> int:
    session: int = desk.core.sessions.create(title=title).id
    for n in range(1, 7):
        desk.core._messages.add(session, Role.USER, f"Guest {n} comes, and we love jazz")
        desk.core._messages.add(session, Role.ASSISTANT, "Noted")
    return session


def _summaries(desk: Any) -> dict[str, str]:
    return {s.title: s.summary for s in desk.core.sessions.listing()}


def test_idle_time_sums_up_one_session_after_the_other(desk: Any, quick: None) -> None:
    _chat(desk, "Party"), _chat(desk, "Picnic")
    desk.model.fallback = " loves jazz."
    desk.shell.main.new_chat()
    wanted = {"Party": "The user loves jazz.", "Picnic": "The user loves jazz."}
    desk.wait(lambda: _summaries(desk) == wanted)
    desk.settle()
    model = desk.shell.main.pane.model
    index = model.index(model.row_of(desk.core.sessions.listing()[0].id), 0)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "<p>The user loves jazz.</p>"
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "The user loves jazz."


@pytest.mark.alone
def test_a_message_of_the_owner_goes_first(
    desk: Any, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _chat(desk, "Party")
    desk.model.fallback = Script([" never ends", "."], delay_s=60)
    desk.shell.main.new_chat()
    desk.wait(lambda: len(desk.model.requests) == 1)
    monkeypatch.setattr(idle_summaries, "IDLE_MS", 60_000)  # no summary before its words are set
    begun = time.monotonic()
    desk.model.fallback = "Fine."
    desk.shell.main.page.ask("hello")
    desk.wait(lambda: not desk.shell.turns.busy)
    assert time.monotonic() - begun < 5
    assert "hello" in {s.title for s in desk.core.sessions.listing()}
    desk.model.fallback = " loves jazz."
    desk.shell.main.new_chat()
    desk.wait(lambda: _summaries(desk)["Party"] == "The user loves jazz.")


def test_a_failure_is_not_tried_over_and_over(desk: Any, quick: None) -> None:
    _chat(desk, "Party"), _chat(desk, "Picnic")
    desk.model.fallback = AppError("engine_crashed")
    desk.shell.main.new_chat()
    desk.wait(lambda: len(desk.model.requests) == 2)
    desk.settle()
    time.sleep(0.1)
    desk.settle()
    assert len(desk.model.requests) == 2
    assert set(_summaries(desk).values()) == {""}
