"""However a worker ends or hangs, the app gets a code, and the next request works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from engine_help import SMALL, answer, ask, failing, gone

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.worker_process import WorkerProcess
from assistant_app.errors import AppError, Bug, Cancelled

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals")
LONG = ask("Write a long story about a lighthouse.", max_tokens=900)


@pytest.mark.alone
def test_cancel_while_generating(engine):
    token = CancelToken()
    items = engine.complete(LONG, token)
    texts = [next(items).text for _ in range(3)]
    start = time.monotonic()
    token.cancel()
    *rest, done = items
    assert isinstance(done, CompletionDone)
    assert done.finish == "cancelled"
    assert done.completion_tokens < 200
    assert done.completion_tokens >= len(texts) + len(rest)
    assert time.monotonic() - start < 3
    pid = engine.channel.pid
    assert answer(engine, ask("Hi"))[0]
    assert engine.channel.pid == pid


@pytest.mark.alone
def test_cancel_in_the_middle_of_the_prompt(start):
    engine = start(options=EngineOptions(context=8192, batch=512, threads=1))
    engine.info()
    token = CancelToken()
    long = ask(" ".join(map(str, range(1500))), max_tokens=5)
    threading.Timer(0.3, token.cancel).start()
    began = time.monotonic()
    (done,) = engine.complete(long, token)
    assert done.finish == "cancelled"
    assert 0.2 < time.monotonic() - began < 3.2
    assert done.prompt_tokens > 0
    assert done.prompt_tokens_evaluated < done.prompt_tokens
    pid = engine.channel.pid
    assert answer(engine, ask("Hi"))[0]
    assert engine.channel.pid == pid


def test_cancelled_before_it_began(engine):
    token = CancelToken()
    token.cancel()
    (done,) = engine.complete(LONG, token)
    assert done.finish == "cancelled"
    with pytest.raises(Cancelled):
        engine.score(ask("Hi"), ["a", "b"], token)


def test_cancel_while_another_request_runs(engine):
    running = engine.complete(LONG, CancelToken())
    next(running)
    token = CancelToken()
    ends: list[object] = []
    waiter = threading.Thread(target=lambda: ends.extend(engine.complete(ask("Hi"), token)))
    waiter.start()
    token.cancel()
    waiter.join(5)
    assert not waiter.is_alive()
    assert [end.finish for end in ends] == ["cancelled"]
    running.close()


def test_a_caller_that_walks_away_frees_the_engine(engine):
    items = engine.complete(LONG, CancelToken())
    next(items)
    items.close()
    assert answer(engine, ask("Hi"))[1].finish in {"length", "stop"}


def test_a_request_inside_a_request_is_a_bug_and_no_deadlock(engine):
    items = engine.complete(LONG, CancelToken())
    next(items)
    with pytest.raises(Bug) as caught:
        engine.count_tokens(["a"])
    assert caught.value.code == "engine_busy"
    items.close()


def test_threads_take_turns(engine):
    results: list[str] = []
    threads = [
        threading.Thread(target=lambda: results.append(answer(engine, ask("Name a colour."))[0]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(results) == 4
    assert len(set(results)) == 1


@posix
@pytest.mark.parametrize(
    ("sent", "code"),
    [("SIGKILL", "engine_killed"), ("SIGABRT", "engine_crashed"), ("SIGSEGV", "engine_crashed")],
)
def test_a_worker_that_dies_in_mid_reply(start, sent, code):
    engine = start()
    items = engine.complete(LONG, CancelToken())
    first = next(items)
    assert first.text
    os.kill(engine.channel.pid, getattr(signal, sent))
    with pytest.raises(AppError) as caught:
        list(items)
    assert caught.value.code == code
    assert answer(engine, ask("Hi"))[1].completion_tokens > 0


@posix
def test_a_worker_that_dies_between_requests_is_replaced(start):
    engine = start()
    engine.info()
    pid = engine.channel.pid
    os.kill(pid, signal.SIGKILL)
    assert gone(pid)
    assert answer(engine, ask("Hi"))[0]


@posix
def test_one_restart_a_minute_and_then_by_hand(start):
    engine = start()
    for _ in range(2):
        items = engine.complete(LONG, CancelToken())
        next(items)
        os.kill(engine.channel.pid, signal.SIGKILL)
        with pytest.raises(AppError):
            list(items)
    texts, error = failing(engine, ask("Hi"))
    assert (texts, error.code) == ([], "engine_killed")
    engine.restart()
    assert answer(engine, ask("Hi"))[0]


@pytest.mark.alone
@posix
def test_a_worker_that_hangs_is_killed_three_seconds_after_a_cancel(start):
    engine = start()
    token = CancelToken()
    items = engine.complete(LONG, token)
    next(items)
    pid = engine.channel.pid
    os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    token.cancel()
    *_, done = items
    assert done.finish == "cancelled"
    assert time.monotonic() - began < 6
    assert gone(pid)
    assert answer(engine, ask("Hi"))[0]


@pytest.mark.alone
@posix
@pytest.mark.parametrize("stopped", [False, True])
def test_closing_ends_a_running_request_in_time(start, stopped):
    engine = start()
    codes: list[str] = []
    begun = threading.Event()

    def run() -> None:
        try:
            for _ in engine.complete(LONG, CancelToken()):
                begun.set()
        except AppError as error:
            codes.append(error.code)

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(60)
    pid = engine.channel.pid
    if stopped:
        os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 3
    thread.join(5)
    assert codes == ["engine_stopped"]
    assert gone(pid)
    with pytest.raises(AppError) as caught:
        engine.count_tokens(["a"])
    assert caught.value.code == "engine_stopped"


@pytest.mark.alone
def test_closing_while_loading(start):
    engine = start()
    codes: list[str] = []

    def run() -> None:
        try:
            engine.info()
        except AppError as error:
            codes.append(error.code)

    thread = threading.Thread(target=run)
    thread.start()
    while engine.channel.pid is None and thread.is_alive():
        time.sleep(0.005)
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 3
    thread.join(5)
    assert not thread.is_alive()
    assert codes in ([], ["engine_stopped"])


def test_a_cancel_while_loading_keeps_what_was_loaded(start):
    engine = start()
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    *_, done = engine.complete(LONG, token)
    assert done.finish == "cancelled"
    pid = engine.channel.pid
    assert answer(engine, ask("Hi"))[0]
    assert engine.channel.pid == pid


@pytest.mark.alone
def test_the_end_of_stdin_ends_the_worker():
    worker = WorkerProcess()
    worker.receive(30)
    began = time.monotonic()
    worker.close()
    assert time.monotonic() - began < 2
    assert not worker.alive


@posix
def test_garbage_on_the_pipe_ends_the_worker_and_is_no_answer():
    worker = WorkerProcess([sys.executable, "-c", "print('ggml: hello'); input()"])
    death = worker.receive(30)
    assert death.error.code == "engine_crashed"
    assert "garbage on the pipe" in death.error.params["detail"]
    worker.close()


def test_a_program_that_is_not_there_is_a_death_as_well(tmp_path):
    worker = WorkerProcess([str(tmp_path / "nothing")])
    assert worker.receive(5).error.code == "engine_crashed"
    worker.close()


def test_only_the_last_of_stderr_is_kept():
    script = "import sys\nfor n in range(60000): print('line', n, file=sys.stderr)"
    worker = WorkerProcess([sys.executable, "-c", script])
    worker.receive(60)
    assert worker.tail.endswith("line 59999\n")
    assert 32 * 1024 < len(worker.tail) <= 64 * 1024
    worker.close()


def bad_file(kind: str, tiny_model, folder):
    """Return a file that is no usable model, in one of many ways."""
    path = folder / f"{kind}.gguf"
    size = tiny_model.stat().st_size
    with tiny_model.open("rb") as file:
        head = file.read(4_000_000)
    if kind == "missing":
        return path
    if kind == "half":
        with path.open("wb") as file, tiny_model.open("rb") as whole:
            file.write(whole.read(size // 2))
        return path
    data = {
        "empty": b"",
        "html": b"<!DOCTYPE html><title>Sign in</title>" * 100,
        "magic only": b"GGUF",
        "noise after magic": b"GGUF\x03\x00\x00\x00" + os.urandom(5000),
        "head only": head[:100_000],
        "unknown architecture": head.replace(b"llama", b"lhama"),
    }[kind]
    path.write_bytes(data)
    if kind == "unknown architecture":
        with path.open("ab") as file:
            file.truncate(size)
    return path


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("missing", {"model_missing"}),
        ("empty", {"model_not_gguf"}),
        ("html", {"model_not_gguf"}),
        ("magic only", {"model_not_gguf", "model_truncated"}),
        ("noise after magic", {"model_not_gguf", "model_truncated"}),
        ("head only", {"model_truncated"}),
        ("half", {"model_truncated"}),
        ("unknown architecture", {"model_unsupported"}),
    ],
)
def test_a_file_that_is_no_model_is_told_by_code(start, tiny_model, tmp_path, kind, codes):
    engine = start(bad_file(kind, tiny_model, tmp_path))
    for _ in range(2):
        with pytest.raises(AppError) as caught:
            engine.info()
        assert caught.value.code in codes
    assert engine.channel.pid is None


def test_a_truncated_file_that_slips_through_is_told_from_what_the_library_says(
    start, tiny_model, tmp_path, monkeypatch
):
    from assistant_app.engine import faults

    monkeypatch.setattr(faults.gguf_file, "check", lambda path, kind: None)
    for kind in ("half", "head only", "unknown architecture"):
        with pytest.raises(AppError) as caught:
            start(bad_file(kind, tiny_model, tmp_path)).info()
        expected = "model_unsupported" if kind.startswith("unknown") else "model_truncated"
        assert caught.value.code == expected


def test_no_model_at_all(start):
    engine = start(None)
    with pytest.raises(AppError) as caught:
        engine.complete(ask("Hi"), CancelToken()).__next__()
    assert caught.value.code == "no_model"


@posix
def test_memory_that_cannot_be_had_is_told_as_such(tiny_model):
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (430 << 20, 430 << 20))

    script = (
        "import sys; from pathlib import Path\n"
        "from assistant_app.engine.client import EngineClient\n"
        "from assistant_app.engine.channel import EngineOptions\n"
        "from assistant_app.errors import AppError\n"
        "engine = EngineClient(Path(sys.argv[1]), None, EngineOptions(context=8192))\n"
        "try: engine.info()\n"
        "except AppError as error: print(error.code)\n"
        "engine.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tiny_model)],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        timeout=120,
    )
    assert done.stdout.strip() == "engine_out_of_memory", done.stderr


def test_names_with_spaces_and_other_scripts_are_fine(start, tiny_model, tmp_path):
    path = tmp_path / "模型 ü 😀.gguf"
    path.symlink_to(tiny_model)
    assert answer(start(path), ask("Hi"))[0]


def test_conversations_longer_than_before_and_shorter_again(start):
    engine = start(options=SMALL)
    words = [PromptMessage("user", f"number {n} " * 8) for n in range(20)]
    for length in (3, 15, 1, 20, 2):
        request = Completion(tuple(words[:length]), max_tokens=2)
        assert answer(engine, request)[1].finish in {"length", "stop"}
