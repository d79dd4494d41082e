"""`assistant-app doctor`: what works here, what does not, and what to do about it.

Whatever may crash, hang or abort (Qt without its libraries, a keyring that waits for a prompt) is
tried in a child process of a few seconds.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

import click

from assistant_app import __version__
from assistant_app.cli.arguments import TextCommand
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.models import library_of
from assistant_app.cli.output import emit
from assistant_app.domain.size import human_size
from assistant_app.errors import AppError, sentence
from assistant_app.resources import phrase

State = Literal["ok", "missing", "broken"]

QT_PACKAGES = (
    "libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-shape0 "
    "libxcb-xinerama0 fonts-noto-cjk"
)
_PROBE_S = 20
_DISK_LOW = 3_000_000_000
_DATA_LOW = 1_000_000

_QT_PROBE = """
import pathlib, sys, PySide6
from PySide6.QtCore import QPluginLoader, qVersion
from PySide6.QtWidgets import QApplication
xcb = pathlib.Path(PySide6.__file__).parent / "Qt/plugins/platforms/libqxcb.so"
loader = QPluginLoader(str(xcb))
if xcb.exists() and not loader.load():
    sys.exit(loader.errorString())
app = QApplication([])
print("Qt", qVersion(), app.platformName())
"""
_DRIVER_PROBE = """
import sqlcipher3
db = sqlcipher3.connect(":memory:")
names = {row[0] for row in db.execute("pragma compile_options")}
print("SQLite", sqlcipher3.sqlite_version, "FTS5" if "ENABLE_FTS5" in names else "-")
"""
_KEYRING_PROBE = """
import sys, keyring
ring = keyring.get_keyring()
if type(ring).__module__.startswith("keyring.backends.fail"):
    sys.exit("none")
keyring.get_password("assistant-app", "doctor")
print(ring.name)
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `advice` says what to do when it is not `ok`."""

    id: str
    state: State
    detail: str
    advice: str = ""


def _probe(code: str, **environment: str) -> tuple[bool, str]:
    """Run Python code in a child; return whether it ended well, and its last line."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PROBE_S,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, type(error).__name__
    text = (done.stdout if done.returncode == 0 else done.stderr or done.stdout).strip()
    return done.returncode == 0, text.splitlines()[-1] if text else ""


class _Examination:
    """The checks, each of which answers with a finding."""

    def __init__(self, ctx: CliContext) -> None:
        self._ctx = ctx
        self._library = library_of(ctx)
        self._busy = _held(ctx.paths.lock)  # once: the checks themselves hold it in turn

    def _say(self, key: str, **params: object) -> str:
        return phrase(self._ctx.lang, f"model.doctor.{key}", **params)

    def run(self) -> list[Finding]:
        """Check everything, side by side."""
        checks: list[Callable[[], Finding]] = [
            self._python,
            self._window,
            self._engine,
            self._model,
            self._server,
            self._embedder,
            self._database,
            self._keyring,
            self._data,
            self._reflection,
            self._running,
            self._disk,
            self._memory,
        ]
        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(lambda check: check(), checks))

    def _python(self) -> Finding:
        detail = f"assistant-app {__version__}, Python {platform.python_version()}"
        return Finding("python", "ok", f"{detail}, {platform.platform(terse=True)}")

    def _window(self) -> Finding:
        screen = sys.platform != "linux" or any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
        )
        works, said = _probe(_QT_PROBE, **({} if screen else {"QT_QPA_PLATFORM": "offscreen"}))
        if not works:
            advice = self._say("window_none", reason=said, packages=QT_PACKAGES)
            return Finding("window", "missing", said, advice)
        return Finding("window", "ok", said, "" if screen else self._say("window_no_screen"))

    def _engine(self) -> Finding:
        try:
            return Finding("engine", "ok", metadata.version("llama-cpp-python"))
        except metadata.PackageNotFoundError:
            return Finding("engine", "broken", "", self._say("engine_none"))

    def _model(self) -> Finding:
        from assistant_app.engine.load_mark import LoadMark

        path = self._library.current()
        if path is None:
            return Finding("model", "missing", "", self._say("model_none"))
        if LoadMark(self._ctx.paths.engine_cache, path).set_aside():
            advice = sentence(AppError("model_set_aside", path=str(path)), self._ctx.lang)
            return Finding("model", "broken", path.name, advice)
        name = f"{path.name} ({human_size(path.stat().st_size)})"
        if self._library.missed:
            return Finding(
                "model", "broken", name, phrase(self._ctx.lang, "engine.notes.not_chosen")
            )
        return Finding("model", "ok", name)

    def _server(self) -> Finding:
        """Say whether what is asked is sent to a server, and whether that one answers."""
        from assistant_app.services.data_service import DataService
        from assistant_app.services.endpoints import ask

        paths = self._ctx.paths
        if self._busy:
            return Finding("server", "ok", self._say("server_later"))
        try:
            entry = DataService(paths).endpoint() if paths.database.exists() else None
        except AppError:  # the data finding says what is wrong
            return Finding("server", "ok", self._say("server_later"))
        if entry is None:
            return Finding("server", "ok", self._say("server_off"))
        words = self._say("server_on", name=entry.name, host=entry.address.place)
        try:
            tested = ask(entry)
        except AppError as error:
            return Finding("server", "missing", words, sentence(error, self._ctx.lang))
        return Finding("server", "ok", f"{words} ({tested.server}, {tested.model})")

    def _embedder(self) -> Finding:
        path = self._library.embedder_path()
        if path is None:
            return Finding("embedder", "missing", "", self._say("embedder_none"))
        return Finding("embedder", "ok", f"{path.name} ({human_size(path.stat().st_size)})")

    def _database(self) -> Finding:
        works, said = _probe(_DRIVER_PROBE)
        if not works:
            return Finding("database", "broken", said, self._say("database_none", reason=said))
        if not said.endswith("FTS5"):
            return Finding("database", "broken", said, self._say("database_no_fts"))
        return Finding("database", "ok", f"{said}, sqlcipher3 {metadata.version('sqlcipher3')}")

    def _keyring(self) -> Finding:
        works, said = _probe(_KEYRING_PROBE)
        if works:
            return Finding("keyring", "ok", said)
        return Finding("keyring", "missing", "", self._say("keyring_none"))

    def _data(self) -> Finding:
        folder = self._ctx.paths.data_dir
        if not os.access(_nearest(folder), os.W_OK | os.X_OK):
            advice = self._say("data_not_writable", folder=folder)
            return Finding("data", "broken", str(folder), advice)
        trouble = self._trouble()
        if trouble is not None:
            return Finding("data", "broken", str(folder), sentence(trouble, self._ctx.lang))
        return Finding("data", "ok", str(folder))

    def _trouble(self) -> AppError | None:
        """Return what is wrong with the data file, or with the disk that it lies on."""
        from assistant_app.services.data_service import DataService

        paths = self._ctx.paths
        if shutil.disk_usage(_nearest(paths.data_dir)).free < _DATA_LOW:
            return AppError("disk_full", path=str(paths.database))
        if not paths.database.exists() or self._busy:
            return None
        try:
            checked = DataService(paths).check()
        except AppError as error:
            return error
        return None if checked.sound else AppError("database_damaged", path=str(paths.database))

    def _reflection(self) -> Finding:
        """Say whether messages are looked at for what could be remembered, and what failed of it."""
        from assistant_app.services.data_service import DataService

        paths = self._ctx.paths
        if not paths.database.exists() or self._busy:
            return Finding("reflection", "ok", self._say("reflection_later"))
        try:
            state = DataService(paths).reflection()
        except AppError:  # the data finding says what is wrong
            return Finding("reflection", "ok", self._say("reflection_later"))
        detail = self._say("reflection_waiting", count=state.waiting)
        if state.failed or state.passed:
            advice = self._say("reflection_failed", code=state.failed or "-", passed=state.passed)
            return Finding("reflection", "missing", detail, advice)
        return Finding("reflection", "ok", detail)

    def _running(self) -> Finding:
        if self._busy:
            return Finding("running", "ok", self._say("running_yes"))
        return Finding("running", "ok", self._say("running_none"))

    def _disk(self) -> Finding:
        folder = _nearest(self._ctx.paths.models_dir)
        free = shutil.disk_usage(folder).free
        if free < _DISK_LOW:
            advice = self._say("disk_low", free=human_size(free), folder=folder)
            return Finding("disk", "missing", human_size(free), advice)
        return Finding("disk", "ok", self._say("disk_free", free=human_size(free), folder=folder))

    def _memory(self) -> Finding:
        from assistant_app.engine import catalogue
        from assistant_app.engine.library import STARTER
        from assistant_app.engine.memory_need import available_memory

        free = available_memory()
        if free is None:
            return Finding("memory", "ok", "?")
        needed = catalogue.entry(STARTER).memory
        if free < needed:
            advice = self._say("memory_low", free=human_size(free), needed=human_size(needed))
            return Finding("memory", "missing", human_size(free), advice)
        return Finding("memory", "ok", self._say("memory_free", free=human_size(free)))


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def _held(lock: Path) -> bool:
    """Say whether another process holds the lock of a data folder."""
    if not lock.exists():
        return False
    import filelock

    attempt = filelock.FileLock(lock)
    try:
        attempt.acquire(timeout=0)
    except filelock.Timeout:
        return True
    except OSError:  # a folder that cannot be written to holds nobody's lock
        return False
    attempt.release()
    return False


@click.command(cls=TextCommand)
@common_options
@click.pass_context
def command(click_ctx: click.Context, ctx: CliContext) -> None:
    """Say what works here, what does not, and what to do.

    The exit code is 1 only when something is broken; what is merely missing is advice.
    """
    findings = _Examination(ctx).run()
    emit(ctx, findings, lambda: "\n".join(_line(found, ctx.lang) for found in findings))
    if any(found.state == "broken" for found in findings):
        click_ctx.exit(1)


def _line(found: Finding, lang: str) -> str:
    state = phrase(lang, f"model.doctor.{found.state}")
    head = f"{phrase(lang, f'model.doctor.{found.id}')}: {state}"
    text = f"{head} - {found.detail}" if found.detail else head
    return f"{text}\n    {found.advice}" if found.advice else text
