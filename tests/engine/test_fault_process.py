"""Whatever ends or stops a worker, at whatever point: a sentence, what was said, the next answer.

Part of the fault matrix. The worker and its model are real; one thing goes wrong in it, once.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from engine_help import SMALL, answer, ask, assert_told, failing

from assistant_app.domain.engine import Completion, PromptMessage, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import watchdog, worker_process
from assistant_app.engine.channel import EngineOptions
from assistant_app.errors import AppError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

PLACES = ("load", "prompt", "decision", "reply")
SIGNALS = {"kill-9": "engine_killed", "kill-6": "engine_crashed", "kill-11": "engine_crashed"}
STALL_S = 1.75
GRAMMAR = 'root ::= "{" [a-z ]{20,60} "}"'


@pytest.fixture
def broken(start, tmp_path, monkeypatch):
    """Return a maker of engines whose first worker fails as asked."""

    def make(what: str, where: str, options: EngineOptions = SMALL):
        script = Path(__file__).with_name("fault_worker.py")
        command = [
            sys.executable, "-P", str(script), what, where, str(tmp_path / "broken"),
            str(os.getpid()),
        ]  # fmt: skip
        monkeypatch.setattr(worker_process, "worker_command", lambda: command)
        return start(options=options)

    return make


def request_for(where: str):
    """Return a request that comes to that point."""
    if where == "decision":
        return ask("Write something.", grammar=GRAMMAR, max_tokens=80)
    return ask("Write a long story about a lighthouse.", max_tokens=60)


def assert_said_and_survived(engine, where: str, code: str) -> AppError:
    """Ask into the fault; it is told in both languages, text is kept, and the next one answers."""
    texts, error = failing(engine, request_for(where))
    assert error.code == code
    assert_told(error)
    assert bool(texts) == (where in ("decision", "reply"))
    assert answer(engine, ask("Hi", max_tokens=3))[1].completion_tokens > 0
    return error


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("what", SIGNALS)
def test_a_worker_that_dies(broken, what, where):
    engine = broken(what, where)
    code = SIGNALS[what]
    if where == "load" and code == "engine_crashed":
        code = "model_load_crashed"
    assert_said_and_survived(engine, where, code)


@pytest.mark.parametrize(
    ("what", "where"),
    [*(("stop", place) for place in PLACES), ("native-loop", "prompt"), ("native-loop", "reply")],
)
def test_a_worker_that_hangs(broken, what, where, monkeypatch):
    monkeypatch.setattr(watchdog, "TICK_S", 0.25)
    monkeypatch.setattr(watchdog, "STALL_S", STALL_S)
    monkeypatch.setattr(watchdog, "LOAD_STALL_S", 2 * STALL_S)
    engine = broken(what, where)
    if where != "load":
        engine.info()
    begun = time.monotonic()
    code = "model_load_hung" if where == "load" else "engine_hung"
    assert_said_and_survived(engine, where, code)
    assert time.monotonic() - begun > STALL_S


@pytest.mark.parametrize(
    ("what", "where", "code"),
    [
        ("garbage", "reply", "engine_crashed"),
        ("garbage", "load", "model_load_crashed"),
        ("half-a-line", "reply", "engine_crashed"),
        ("close-pipe", "reply", "engine_crashed"),
        ("close-pipe", "load", "model_load_crashed"),
        ("exit-0", "prompt", "engine_stopped"),
        ("exit-0", "reply", "engine_stopped"),
        ("native-memory", "load", "engine_out_of_memory"),
        ("native-memory", "prompt", "engine_out_of_memory"),
    ],
)
def test_a_pipe_or_a_process_that_ends_oddly(broken, what, where, code, monkeypatch):
    monkeypatch.setattr(worker_process, "_EXIT_S", 0.3)
    assert_said_and_survived(broken(what, where), where, code)


@pytest.mark.parametrize(
    ("what", "code"), [("memory", "engine_out_of_memory"), ("mistake", "engine_crashed")]
)
def test_a_fault_that_the_worker_sees_itself_does_not_end_it(broken, what, code):
    engine = broken(what, "reply")
    engine.info()
    pid = engine.channel.pid
    assert_said_and_survived(engine, "reply", code)
    assert engine.channel.pid == pid


def test_a_model_that_ends_in_the_middle_of_a_character(broken):
    engine = broken("half-a-character", "reply")
    text, done = answer(engine, request_for("reply"))
    assert (done.finish, done.completion_tokens) == ("stop", 5)
    assert text
    assert "\ufffd" not in text
    assert answer(engine, ask("Hi", max_tokens=3))[1].completion_tokens > 0


def test_a_pipe_that_is_full_because_nobody_reads_it(broken, monkeypatch):
    """A request larger than any pipe, to a worker that is stopped: nobody waits for ever."""
    monkeypatch.setattr(watchdog, "TICK_S", 0.25)
    monkeypatch.setattr(watchdog, "STALL_S", STALL_S)
    engine = broken("stop", "reply")
    engine.info()
    os.kill(engine.channel.pid, signal.SIGSTOP)
    begun = time.monotonic()
    counts = engine.count_tokens(["word " * 10_000] * 40)
    assert STALL_S <= time.monotonic() - begun < 60
    assert len(set(counts)) == 1
    assert counts[0] > 9_000


@pytest.mark.alone
def test_a_pipe_that_is_full_can_be_cancelled(broken):
    engine = broken("stop", "reply")
    engine.info()
    os.kill(engine.channel.pid, signal.SIGSTOP)
    token = CancelToken()
    token.cancel()
    huge = tuple(PromptMessage("user", "word " * 10_000) for _ in range(40))
    begun = time.monotonic()
    (done,) = engine.complete(Completion(huge), token)
    assert done.finish == "cancelled"
    assert time.monotonic() - begun < 5


@pytest.mark.alone
def test_a_reader_that_is_slow_loses_nothing_and_is_no_hang(start, monkeypatch):
    monkeypatch.setattr(watchdog, "TICK_S", 0.1)
    monkeypatch.setattr(watchdog, "STALL_S", 1.0)
    engine = start()
    request = ask("Count to twenty.", max_tokens=40)
    quick, done = answer(engine, request)
    slow: list[str] = []
    for item in engine.complete(request, CancelToken()):
        if isinstance(item, TextChunk):
            slow.append(item.text)
            time.sleep(1.5 if len(slow) == 2 else 0.02)
    assert "".join(slow) == quick
    assert done.completion_tokens > 10
