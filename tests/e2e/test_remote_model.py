"""A conversation with the starter on a real llama-server on loopback, which is killed in mid-reply."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from model_server import ModelServer, start_server

from assistant_app.domain.clock import Moment
from assistant_app.domain.session import MessageState
from assistant_app.domain.turn import CancelToken, TextDelta, TurnEnded, TurnRequest, TurnResult
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from tests.e2e.conftest import App

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")
STORY = "Write a long story about a lighthouse."
SHORT = "In one word, what colour is a clear sky?"


@pytest.fixture
def server(starter: Path) -> Iterator[ModelServer]:
    running = start_server("llama-server", starter, threads=os.cpu_count() or 1)
    yield running
    running.kill()


def _turn(
    assistant: Assistant, request: TurnRequest, after: int = -1, then: object = None
) -> TurnResult:
    """Run a turn to its end; `then` is called after so many pieces of the reply."""
    cancel = CancelToken()
    pieces = 0
    for event in assistant.run_turn(request, cancel):
        if isinstance(event, TextDelta):
            pieces += 1
            if pieces == after:
                (then or cancel.cancel)()  # type: ignore[operator]
        if isinstance(event, TurnEnded):
            return event.result
    raise AssertionError("a turn ends")


def test_a_conversation_goes_on_over_a_dead_server(app: App, server: ModelServer) -> None:
    host = f"127.0.0.1:{server.port}"
    app.run("models", "add-endpoint", "box", server.url)
    assert host in app.run("models", "use", "box").stdout
    made = app.ask("Add a dentist appointment next Tuesday at 3pm")
    (action,) = made["actions"]
    assert (action["tool"], action["status"]) == ("create_event", "done")
    assert made["usage"]["model"].endswith(f"@ {host}")
    (event,) = app.json("events", "list", "--from", "2026-11-16", "--to", "2026-12-01")
    assert (event["title"], event["start"]) == ("Dentist appointment", "2026-11-24T15:00:00")

    assistant = Assistant.open(Paths(app.data_dir, Paths.resolve().models_dir))
    try:
        session = made["session"]
        stopped = _turn(assistant, TurnRequest(STORY, session, NOW), after=5)
        assert stopped.status == "interrupted"
        assert stopped.reply.strip()

        died = _turn(assistant, TurnRequest(STORY, session, NOW), after=5, then=server.kill)
        assert (died.status, died.error) == ("failed", "endpoint_broken_off")
        kept = assistant.sessions.messages(session)[-1]
        assert (kept.text, kept.state) == (died.reply, MessageState.INTERRUPTED)
        assert kept.text.strip()

        nobody = _turn(assistant, TurnRequest(SHORT, session, NOW))
        assert (nobody.status, nobody.error) == ("failed", "endpoint_unreachable")

        server.start()
        again = _turn(assistant, TurnRequest(SHORT, session, NOW))
        assert again.status == "complete"
        assert again.reply.strip()
    finally:
        assistant.close()
