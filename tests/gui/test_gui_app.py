"""The app as a process: one window a folder, an end in order, and no screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant_app.gui import display
from assistant_app.storage.lock import FolderLock

LIMIT_S = 40

START = """
import sys
from pathlib import Path
from assistant_app.app import run_window
from assistant_app.engine.scripted import Script, ScriptedEngine
from assistant_app.gui.shell import Shell
from assistant_app.paths import Paths

def score(request, candidates):
    return [0.0 if text == 'reply' else -20.0 for text in candidates]

start, raise_main = Shell.start, Shell.raise_main

def started(shell):
    start(shell)
    if len(sys.argv) > 2:
        shell.main.page.ask(sys.argv[2])
        shell.turns.text_added.connect(lambda turn, text: print("text", flush=True))
    print("started", flush=True)

def raised(shell):
    raise_main(shell)
    print("raised", flush=True)

Shell.start, Shell.raise_main = started, raised
paths = Paths(Path(sys.argv[1]), Path(sys.argv[1]) / "models")
model = ScriptedEngine(scores=score, fallback=Script(["word "] * 100000, delay_s=0.01))
sys.exit(run_window(paths, engine=lambda: model))
"""


class Process:
    """A started app, with its output."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.popen = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "LANG": "en_GB.UTF-8"}
            | environment,
        )

    def expect(self, word: str) -> None:
        """Read lines until one is `word`."""
        assert self.popen.stdout is not None
        late = threading.Timer(LIMIT_S, self.popen.kill)
        late.start()
        try:
            for line in self.popen.stdout:
                if line.strip() == word:
                    return
        finally:
            late.cancel()
        raise AssertionError(f"{word} never came: {self.popen.stderr.read()}")

    def end(self) -> int:
        """Ask for the end and return the exit code; at most a few seconds."""
        began = time.monotonic()
        self.popen.send_signal(signal.SIGTERM)
        code = self.popen.wait(timeout=LIMIT_S)
        self.took = time.monotonic() - began
        return code


@pytest.fixture
def start() -> Iterator[Any]:
    started: list[Process] = []

    def run(*arguments: str, **environment: str) -> Process:
        started.append(Process(*arguments, **environment))
        return started[-1]

    yield run
    for process in started:
        if process.popen.poll() is None:
            process.popen.kill()
        process.popen.communicate()


def test_second_start_raises_the_first_window(start: Any, tmp_path: Path) -> None:
    first = start(str(tmp_path))
    first.expect("started")
    second = start(str(tmp_path))
    assert second.popen.wait(timeout=LIMIT_S) == 0
    first.expect("raised")
    other = start(str(tmp_path / "other"))
    other.expect("started")
    assert other.end() == 0
    assert first.end() == 0


@pytest.mark.alone
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_end_while_a_reply_is_written_keeps_it(
    start: Any, tmp_path: Path, number: signal.Signals
) -> None:
    process = start(str(tmp_path), "tell me a story")
    process.expect("text")
    began = time.monotonic()
    process.popen.send_signal(number)
    assert process.popen.wait(timeout=LIMIT_S) == 0
    assert time.monotonic() - began < 6  # three seconds, on a busy machine
    from assistant_app.paths import Paths
    from assistant_app.services.assistant import Assistant

    core = Assistant.open(Paths(tmp_path, tmp_path / "models"))
    session = core.sessions.listing()[0]
    asked, reply = core.sessions.messages(session.id)
    core.close()
    assert asked.text == "tell me a story"
    assert reply.text.startswith("word")
    assert reply.state == "interrupted"


def test_end_while_it_opens(start: Any, tmp_path: Path) -> None:
    process = start(str(tmp_path))
    time.sleep(0.7)
    process.popen.send_signal(signal.SIGTERM)
    assert process.popen.wait(timeout=LIMIT_S) in (0, -signal.SIGTERM)


def test_killed_app_leaves_a_folder_that_opens(start: Any, tmp_path: Path) -> None:
    first = start(str(tmp_path), "tell me a story")
    first.expect("text")
    first.popen.kill()
    first.popen.wait(timeout=LIMIT_S)
    again = start(str(tmp_path))
    again.expect("started")
    assert again.end() == 0


def test_draft_survives_a_kill(start: Any, tmp_path: Path) -> None:
    from assistant_app.paths import Paths
    from assistant_app.services.assistant import Assistant

    typed = START.replace(
        'print("started", flush=True)',
        'shell.main.page.composer.edit.put("half a thought")\n    print("started", flush=True)',
    )
    process = subprocess.Popen(
        [sys.executable, "-c", typed, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "started"
    time.sleep(2)
    process.kill()
    process.communicate()
    core = Assistant.open(Paths(tmp_path, tmp_path / "models"))
    assert core.sessions.draft(None) == "half a thought"
    core.close()


def test_folder_in_use_by_a_command_is_told(start: Any, tmp_path: Path) -> None:
    lock = FolderLock(tmp_path / "assistant.lock")
    lock.acquire(1)
    try:
        process = start(str(tmp_path))
        assert process.popen.stderr is not None
        line = process.popen.stderr.readline()
        assert "Traceback" not in line
        assert len(line) > 20
        process.popen.send_signal(signal.SIGTERM)
        assert process.popen.wait(timeout=LIMIT_S) == 1
    finally:
        lock.release()


def test_without_a_screen_it_says_so_and_never_aborts(tmp_path: Path) -> None:
    environment = {
        key: value
        for key, value in os.environ.items()
        if key not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LC_ALL", "LC_MESSAGES")
    }
    for lang, words in (("en_GB.UTF-8", "no screen"), ("zh_CN.UTF-8", "没有可以显示窗口的屏幕")):
        done = subprocess.run(
            [sys.executable, "-c", START, str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            encoding="utf-8",
            env={**environment, "LANG": lang, "PYTHONUTF8": "1"},
        )
        assert done.returncode == 1
        assert words in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has to ask")
def test_display_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":987")
    problem = display.problem()
    assert problem is not None
    assert problem.code in ("window_display_refused", "window_library_missing")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has to ask")
def test_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"

    def refuse(_name: str) -> Any:
        raise OSError(text)

    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(display.ctypes, "CDLL", refuse)
    problem = display.problem()
    assert problem is not None
    assert problem.code == "window_library_missing"
    assert problem.params == {"library": "libxcb-cursor.so.0"}


def test_offscreen_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert display.problem() is None


def test_many_calls_of_the_toolkit_do_not_end_the_process() -> None:
    """One PySide6 release takes a reference of None with each call; five thousand were the end."""
    code = (
        "from assistant_app.app import make_application\n"
        "from PySide6.QtWidgets import QLabel\n"
        "app = make_application(['x'])\n"
        "label = QLabel()\n"
        "for number in range(50_000):\n"
        "    label.setText('x')\n"
        "    app.processEvents()\n"
        "    label.isVisible() or label.isEnabled()\n"
        "print('alive')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.stdout.strip() == "alive", done.stderr[-500:]
