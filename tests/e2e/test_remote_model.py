"""A conversation with models on real llama-servers on loopback, one of them killed in mid-reply."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from model_server import ModelServer, start_server

from assistant_app.domain.clock import Moment
from assistant_app.domain.session import MessageState
from assistant_app.domain.turn import CancelToken, TextDelta, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.threads import thread_count
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from tests.e2e.conftest import App

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")
LONG = "How does a lighthouse work?"
OTHER = "Why is the sea salty?"


@pytest.fixture
def serve() -> Iterator[Callable[[Path], ModelServer]]:
    """Return a maker of servers, which are gone afterwards."""
    running: list[ModelServer] = []

    def make(model: Path) -> ModelServer:
        running.append(start_server("llama-server", model, threads=thread_count()))
        return running[-1]

    yield make
    for server in running:
        server.kill()


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


def _use(app: App, name: str, server: ModelServer) -> str:
    """Have the app use a server, and return its host."""
    host = f"127.0.0.1:{server.port}"
    app.run("models", "add-endpoint", name, server.url)
    assert host in app.run("models", "use", name).stdout
    return host


def test_a_conversation_goes_on_over_a_dead_server(
    app: App, serve: Callable[[Path], ModelServer], starter: Path, tiny_model: Path
) -> None:
    server = serve(starter)
    host = _use(app, "box", server)
    (made,) = app.ask_all("Add a dentist appointment next Tuesday at 3pm")
    (action,) = made["actions"]
    assert (action["tool"], action["status"]) == ("create_event", "done")
    assert made["usage"]["model"].endswith(f"@ {host}")
    (event,) = app.json("events", "list", "--from", "2026-11-16", "--to", "2026-12-01")
    assert (event["title"], event["start"]) == ("Dentist appointment", "2026-11-24T15:00:00")

    # What follows hangs on no word of the model's: a small one shows it, and is read anew quickly.
    server.kill()
    server = serve(tiny_model)
    _use(app, "hut", server)
    assistant = Assistant.open(Paths(app.data_dir, Paths.resolve().models_dir))
    try:
        session = made["session"]
        stopped = _turn(assistant, TurnRequest(LONG, session, NOW), after=5)
        assert stopped.status == "interrupted"
        assert stopped.reply.strip()

        died = _turn(assistant, TurnRequest(LONG, session, NOW), after=5, then=server.kill)
        assert (died.status, died.error) == ("failed", "endpoint_broken_off")
        kept = assistant.sessions.messages(session)[-1]
        assert (kept.text, kept.state) == (died.reply, MessageState.INTERRUPTED)
        assert kept.text.strip()

        nobody = _turn(assistant, TurnRequest(OTHER, session, NOW))
        assert (nobody.status, nobody.error) == ("failed", "endpoint_unreachable")

        server.start()
        again = _turn(assistant, TurnRequest(OTHER, session, NOW))
        assert again.status == "complete"
        assert again.reply.strip()
    finally:
        assistant.close()
