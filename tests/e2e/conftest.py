"""The app as a subprocess, on the real starter model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assistant_app.engine.library import ModelLibrary
from assistant_app.paths import Paths

ASK = ("--tz", "Europe/London", "--now", "2026-11-18T10:15:00")


def starter_model() -> Path:
    """Return the starter model; the test command fetches it."""
    path = ModelLibrary(Paths.resolve().models_dir).path_of("starter")
    if not path.exists():
        if os.environ.get("ASSISTANT_APP_TEST_WITHOUT_MODELS"):
            pytest.skip("the starter model is not on disk")
        pytest.fail("the starter model is not on disk: `assistant-app models get starter`")
    return path


@pytest.fixture(scope="session")
def starter() -> Path:
    """Return the starter model."""
    return starter_model()


class App:
    """One data folder, and the command line on it; every call is a process of its own."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.env = {**os.environ, "ASSISTANT_APP_DATA_DIR": str(data_dir), "LANG": "C.UTF-8"}

    def command(self, *args: object) -> list[str]:
        """Return the command line for `args`."""
        return [sys.executable, "-m", "assistant_app", *map(str, args)]

    def run(
        self, *args: object, check: bool = True, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        done = subprocess.run(
            self.command(*args),
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=240,
        )
        if check:
            assert done.returncode == 0, done.stderr
        return done

    def json(self, *args: object) -> Any:
        """Run a command with `--json` and return its document."""
        return json.loads(self.run(*args, "--json").stdout)

    def ask(self, text: str, *more: object, now: bool = True) -> Any:
        """Ask in a new session unless `--session` says otherwise."""
        new = () if "--session" in more else ("--new",)
        return self.json("ask", text, *new, *(ASK if now else ()), *more)

    def ask_all(self, *texts: str) -> list[Any]:
        """Ask in one process, each in a session of its own, for which nothing is made ready."""
        lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
        done = self.run("ask", "--batch", "-", *ASK, "--json", stdin=lines)
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def app(tmp_path: Path, starter: Path) -> App:
    """Return the app on an empty data folder."""
    return App(tmp_path / "data")
