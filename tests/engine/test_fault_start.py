"""Loading that ends badly, starting again, the graphics card, and workers without an app.

Part of the fault matrix.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import pytest
from engine_help import SMALL, answer, ask, assert_told, failing, gone

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import channel, protocol
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.load_mark import forgive
from assistant_app.engine.watchdog import Watchdog
from assistant_app.engine.worker_process import Death, WorkerProcess
from assistant_app.errors import AppError, Bug

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals")


class CrashingWorker:
    """A worker that dies while it loads, as long as `ends` has something in it."""

    def __init__(self, ends: list[AppError], loads: list[protocol.Load]) -> None:
        self.pid = None
        self.alive = True
        self.tail = ""
        self._ends = ends
        self._loads = loads
        self.inbox: SimpleQueue[Any] = SimpleQueue()

    def send(self, message: protocol.Request) -> None:
        """Die of a load, or answer."""
        if isinstance(message, protocol.Load):
            self._loads.append(message)
            if self._ends:
                self.alive = False
                self.inbox.put(Death(self._ends.pop(0), -6))
                return
            self.inbox.put(protocol.Result(message.id, {"notes": [], "context": 1}))
        elif isinstance(message, protocol.Count):
            self.inbox.put(protocol.Begun(message.id))
            self.inbox.put(protocol.Result(message.id, [1]))

    def receive(self, timeout: float | None = None) -> Any:
        """Return what it said next."""
        return self.inbox.get(timeout=5)

    def wake(self) -> None:
        """Nobody waits."""

    def kill(self) -> None:
        """End it."""
        self.alive = False

    def close(self, grace_s: float = 1.0) -> None:
        """End it as well."""
        self.alive = False


@pytest.fixture
def crashing(tiny_model, tmp_path) -> Callable[..., tuple[channel.WorkerChannel, list[Any]]]:
    """Return a maker of channels whose workers die at loading as often as there are ends."""

    def make(*ends: AppError, options: EngineOptions = SMALL):
        left, loads = list(ends), []

        def spawn() -> Any:
            return CrashingWorker(left, loads)

        return channel.WorkerChannel(tiny_model, "chat", options, tmp_path, spawn), loads

    return make


def load(one: channel.WorkerChannel) -> str:
    """Return how loading went: a code, or "loaded"."""
    try:
        one.load(CancelToken())
    except AppError as error:
        assert_told(error)
        return error.code
    return "loaded"


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (Bug("engine_crashed", exit=-6, detail="GGML_ASSERT"), "model_load_crashed"),
        (AppError("engine_killed"), "engine_killed"),
        (AppError("engine_out_of_memory", path=""), "engine_out_of_memory"),
        (AppError("engine_hung"), "model_load_hung"),
    ],
    ids=["crash", "kill", "no-memory", "hang"],
)
def test_a_model_that_crashed_at_load_waits_for_its_owner_at_the_next_start(
    crashing, tmp_path, end, code
):
    first, _ = crashing(end)
    assert load(first) == code
    first.close()
    second, loads = crashing()
    assert [load(second), load(second)] == ["model_set_aside"] * 2
    assert loads == []
    forgive(tmp_path)
    assert load(second) == "loaded"
    third, _ = crashing()
    assert load(third) == "loaded"


def test_a_restart_by_hand_is_another_attempt(crashing):
    first, _ = crashing(AppError("engine_killed"))
    load(first)
    second, _ = crashing()
    assert load(second) == "model_set_aside"
    second.restart()
    assert load(second) == "loaded"


def test_in_the_same_run_a_question_tries_once_more_and_then_waits(crashing):
    one, loads = crashing(*[AppError("engine_killed")] * 3)
    assert [load(one) for _ in range(4)] == ["engine_killed"] * 4
    assert len(loads) == 2
    one.restart()
    assert load(one) == "engine_killed"
    assert len(loads) == 3


def test_what_is_closed_while_it_loads_is_not_held_against_the_model(crashing, tmp_path):
    for _ in range(3):
        one, loads = crashing()
        token = CancelToken()
        threading.Timer(0.0, token.cancel).start()
        one._start()
        one.close()
        assert len(loads) == 1
    assert load(crashing()[0]) == "loaded"


@pytest.mark.parametrize("code", ["engine_crashed", "engine_out_of_memory", "engine_hung"])
def test_a_graphics_card_that_fails_leaves_it_to_the_processor(crashing, code):
    options = EngineOptions(context=1024, batch=128, threads=1, gpu_layers=20)
    one, loads = crashing(AppError(code), options=options)
    assert one.load(CancelToken())["notes"] == ["gpu_failed"]
    assert [request.gpu_layers for request in loads] == [20, 0]


def test_without_a_graphics_card_in_the_build_it_is_said(start):
    options = EngineOptions(context=1024, batch=128, threads=1, gpu_layers=20)
    engine = start(options=options)
    import llama_cpp

    expected = ("gpu_none",) if not llama_cpp.llama_supports_gpu_offload() else ()
    assert engine.info().notes == expected
    assert answer(engine, ask("Hi"))[0]


def test_a_night_of_sleep_is_no_hang(monkeypatch):
    """The clock may jump by hours between two looks; what was waited for is seconds."""
    clock = iter(range(0, 10**9, 8 * 3600))
    monkeypatch.setattr(channel.time, "monotonic", lambda: float(next(clock)))
    worker = CrashingWorker([], [])
    said: list[Any] = [None] * 5 + [protocol.Progress(1), None, protocol.Result(1, "done")]
    worker.receive = lambda timeout=None: said.pop(0)  # type: ignore[method-assign]
    found = channel._next(worker, Watchdog(None, 30))  # type: ignore[arg-type]
    assert found == protocol.Result(1, "done")


def test_silence_that_is_too_long_ends_the_worker():
    worker = CrashingWorker([], [])
    worker.receive = lambda timeout=None: None  # type: ignore[method-assign]
    found = channel._next(worker, Watchdog(None, 3))  # type: ignore[arg-type]
    assert isinstance(found, Death)
    assert found.error.code == "engine_hung"
    assert not worker.alive


APP = (
    "import sys, time; from pathlib import Path\n"
    "from assistant_app.engine.client import EngineClient\n"
    "import threading\n"
    "engine = EngineClient(Path(sys.argv[1]))\n"
    "threading.Thread(target=engine.info, daemon=True).start()\n"
    "while engine.channel.pid is None: time.sleep(0.001)\n"
    "if sys.argv[2] == 'loaded': engine.info()\n"
    "print(engine.channel.pid, flush=True); time.sleep(600)\n"
)


@posix
@pytest.mark.parametrize("when", ["starting", "loaded"])
@pytest.mark.parametrize("sent", ["SIGKILL", "SIGTERM", "SIGSEGV", "SIGABRT"])
def test_no_worker_outlives_the_app(tiny_model, sent, when):
    app = subprocess.Popen(
        [sys.executable, "-c", APP, str(tiny_model), when], stdout=subprocess.PIPE, text=True
    )
    assert app.stdout is not None
    pid = int(app.stdout.readline())
    app.send_signal(getattr(signal, sent))
    app.wait(10)
    app.stdout.close()
    assert gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a stopped process stays stopped")
def test_not_even_a_worker_that_is_stopped_outlives_the_app(tiny_model):
    app = subprocess.Popen(
        [sys.executable, "-c", APP, str(tiny_model), "loaded"], stdout=subprocess.PIPE, text=True
    )
    assert app.stdout is not None
    pid = int(app.stdout.readline())
    os.kill(pid, signal.SIGSTOP)
    app.kill()
    app.wait(10)
    app.stdout.close()
    assert gone(pid)


@posix
def test_the_end_of_its_pipe_ends_a_worker_in_the_middle_of_a_prompt(start):
    """What ends it on systems that do not tie a child to its parent."""
    engine = start(options=EngineOptions(context=8192, batch=512, threads=1))
    engine.info()
    long = ask(" ".join(map(str, range(1500))), max_tokens=5)
    thread = threading.Thread(target=failing, args=(engine, long))
    thread.start()
    time.sleep(0.3)
    worker = engine.channel._worker
    assert isinstance(worker, WorkerProcess)
    worker._outbox.put(None)
    assert gone(worker.pid, 5)
    thread.join(10)
    assert not thread.is_alive()
