"""Whatever dies in mid-reply, nothing that was said is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import App

pytestmark = pytest.mark.e2e

LONG = "Write a long story about a lighthouse, with many chapters and no end."


def _children(pid: int) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for listing in lists for child in listing.read_text().split()]


def _worker(pid: int) -> int:
    """Return the chat worker of a running command, once there is one."""
    for child in _children(pid):
        command = Path(f"/proc/{child}/cmdline").read_bytes()
        if b"--engine-worker" in command and _memory(child) > 600_000:
            return child
    return 0


def _memory(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def _partial(app: App) -> str:
    """Return what is on disk of the reply that streams, read beside the running app."""
    from assistant_app.storage.database import Database
    from assistant_app.storage.message_store import MessageStore

    path = app.data_dir / "assistant.db"
    if not path.exists():
        return ""
    db = Database.open(path, backups=app.data_dir / "backups")
    try:
        if not db.scalar("SELECT count(*) FROM session"):
            return ""
        return MessageStore(db).of_session(1)[-1].text
    finally:
        db.close()


def _start_reply(app: App) -> tuple[subprocess.Popen[bytes], str]:
    """Start a long reply, and return when part of it is on disk."""
    running = subprocess.Popen(
        app.command("ask", LONG, "--new", "--json"),
        env=app.env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if running.poll() is not None:
            pytest.fail("the reply ended before it could be interrupted")
        if text := _partial(app):
            return running, text
        time.sleep(0.3)
    running.kill()
    pytest.fail("nothing of the reply came to disk")


def _messages(app: App) -> list[dict[str, Any]]:
    shown = app.json("sessions", "show", 1)
    messages: list[dict[str, Any]] = shown["messages"]
    return messages


def test_kill_of_the_worker_keeps_both_messages_and_the_next_question_works(app: App) -> None:
    running, text = _start_reply(app)
    worker = _worker(running.pid)
    if not worker:
        running.kill()
    assert worker
    os.kill(worker, signal.SIGKILL)
    assert running.wait(60) == 1
    user, reply = _messages(app)
    assert user["text"] == LONG
    assert reply["text"].startswith(text)
    assert reply["state"] == "interrupted"
    assert "42" in app.ask("What is 6*7?", "--session", 1)["reply"]


def test_kill_of_the_app_keeps_both_messages_and_leaves_no_worker(app: App) -> None:
    running, text = _start_reply(app)
    workers = _children(running.pid)
    running.kill()
    running.wait(10)
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}/exe").exists() for pid in workers):
        assert time.monotonic() < deadline, "a worker outlived the app"
        time.sleep(0.1)
    user, reply = _messages(app)
    assert user["text"] == LONG
    assert reply["text"].startswith(text)
    assert reply["state"] == "interrupted"


def test_ctrl_c_keeps_what_came(app: App) -> None:
    running, text = _start_reply(app)
    running.send_signal(signal.SIGINT)
    assert running.wait(30) == 130
    assert _messages(app)[1]["text"].startswith(text)
    assert _messages(app)[1]["state"] == "interrupted"


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "GGUF"), (b"not a model" * 100, "GGUF"), (b"GGUF\x03\0\0\0", "")],
)
def test_a_broken_model_file_is_one_sentence(
    app: App, tmp_path: Path, content: bytes, words: str
) -> None:
    model = tmp_path / "broken.gguf"
    model.write_bytes(content)
    refused = app.run("ask", "hello there", "--new", "--model", model, check=False)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert words in refused.stderr
    assert _messages(app)[0]["text"] == "hello there"


def test_a_missing_model_file_is_one_sentence(app: App, tmp_path: Path) -> None:
    refused = app.run("ask", "hello", "--new", "--model", tmp_path / "no.gguf", check=False)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert "no.gguf" in refused.stderr
