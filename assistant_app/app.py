"""The composition root of the window: opens the core, shows the shell, and ends in order."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from assistant_app import log
from assistant_app.domain.text import without_controls
from assistant_app.errors import AppError, sentence
from assistant_app.gui import display
from assistant_app.log import as_app_error
from assistant_app.paths import Paths

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from assistant_app.domain.engine import ChatEngine
    from assistant_app.gui.core_soon import CoreSoon
    from assistant_app.gui.preferences import Preferences
    from assistant_app.gui.runner import Runner
    from assistant_app.gui.shell import Shell
    from assistant_app.services.assistant import Assistant

APP_ID = "io.github.assistant_app.Assistant"
SHUTDOWN_S = 3.0
PAINT_S = 2.0
"""How long the folder waits at most for the window to be painted: a hidden one never is."""
_log = log.get(__name__)


def _tell(words: str) -> None:
    """Say something on the terminal that the app was started from; a path in it steers nothing."""
    print(without_controls(words), file=sys.stderr)  # noqa: T201


def display_problem() -> AppError | None:
    """Return why no window can be shown on this machine, or None when one can."""
    return display.problem()


def run_window(
    paths: Paths,
    *,
    engine: Callable[[], ChatEngine] | None = None,
    file: Path | None = None,
    watch: Callable[[Shell], object] | None = None,
) -> int:
    """Show the window of a data folder until it is closed; returns the exit code.

    Where no window can be shown, says so in one sentence on stderr and returns 1. `engine` makes
    what stands in for the real one, once the window is painted; `file` is a calendar file whose
    import is previewed; `watch` is called with the shell when its window is shown.
    """
    if (problem := display_problem()) is not None:
        _tell(sentence(problem, display.terminal_language()))
        return 1
    from assistant_app.gui.single_instance import raise_other

    app = make_application(sys.argv[:1])
    if raise_other(paths.data_dir, file):
        return 0
    return _Session(app, paths, engine, file, watch).run()


def run() -> int:
    """Show the window of the usual folder; what stands in its way is one sentence, and returns 1.

    As the command line does without a command, but the command line is not read for it.
    """
    try:
        return run_window(Paths.resolve())
    except Exception as fault:
        _tell(sentence(as_app_error(fault), display.terminal_language()))
        return 1


def run_probe(spec: dict[str, Any]) -> int:
    """Show the window for `assistant-app bench`, and print what `gui/probe.py` finds as JSON.

    `spec` has the folders `data` and `cache`, the file `model` ("" is none), `begun` (of
    `time.monotonic`, when the process was started), the `question` to ask ("" is none) and how many
    tokens the answer may have (`most`).
    """
    data = Path(spec["data"])

    def engine() -> ChatEngine:
        from assistant_app.bench.meter import Meter
        from assistant_app.engine.client import EngineClient

        client = EngineClient(Path(spec["model"]), Path(spec["cache"]))
        return Meter(client, most=spec["most"])

    def watch(shell: Shell) -> None:
        from assistant_app.gui.probe import WindowProbe

        WindowProbe(shell, spec["begun"], spec["question"], report)

    def report(found: dict[str, Any]) -> None:
        from assistant_app.bench.machine import peak_memory

        found["memory_mb"] = peak_memory(os.getpid())
        print(json.dumps(found), flush=True)  # noqa: T201

    paths = Paths(data, data / "models")
    return run_window(paths, engine=engine if spec["model"] else None, watch=watch)


def make_application(arguments: list[str]) -> QApplication:
    """Return the application object with its names and icon."""
    from PySide6.QtWidgets import QApplication

    from assistant_app.gui import icons, style
    from assistant_app.gui.immortal import keep_constants_alive

    keep_constants_alive()
    app = QApplication(arguments)
    app.setApplicationName("assistant-app")
    app.setDesktopFileName(APP_ID)
    app.setWindowIcon(icons.app_icon())
    app.setQuitOnLastWindowClosed(False)
    style.apply_theme(app, style.Theme.AUTO)
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(APP_ID)
    return app


class _Session:
    """One run of the window, from opening the folder to closing it."""

    def __init__(
        self,
        app: QApplication,
        paths: Paths,
        engine: Callable[[], ChatEngine] | None,
        file: Path | None,
        watch: Callable[[Shell], object] | None,
    ) -> None:
        from assistant_app.gui.collector import Collector
        from assistant_app.gui.runner import Runner
        from assistant_app.gui.translation import Translation

        self._collector = Collector(app)
        self._app, self._paths, self._engine = app, paths, engine
        self._translation = Translation(app)
        self._runner: Runner = Runner(app)
        self._file, self._watch = file, watch
        self._core: Assistant | None = None
        self._shell: Shell | None = None
        self._ending = False
        self._code = 0
        self._faults: IO[str] | None = None
        self._painted = threading.Event()
        self._wake: list[socket.socket] = []
        self._ends: list[Future[None]] = []
        self._force: threading.Timer | None = None

    def run(self) -> int:
        """Open, show, and run until the end."""
        from PySide6.QtCore import QTimer

        from assistant_app.gui.single_instance import InstanceServer

        self._server = InstanceServer(self._paths.data_dir)
        self._server.raise_asked.connect(self._on_raise)
        self._server.open_asked.connect(self._on_file)
        self._catch_signals()
        QTimer.singleShot(0, self._app, self._show)
        self._app.exec()
        if all(end.done() for end in self._ends) and self._force is not None:
            self._force.cancel()
        return self._code

    def _show(self) -> None:
        """Show the window as it looked last, and open the folder as soon as it is painted."""
        from assistant_app.gui import preferences
        from assistant_app.gui.core_soon import CoreSoon
        from assistant_app.gui.first_paint import FirstPaint
        from assistant_app.gui.shell import Shell

        soon, looks = CoreSoon(self._paths), preferences.remembered(self._paths)
        self._runner.run(self._app, partial(self._open, soon), self._on_open, self._on_not_open)
        core = cast("Assistant", soon)
        self._shell = Shell(self._app, core, self._runner, looks, self._translation)
        self._shell.quit_asked.connect(self.end)
        FirstPaint(self._shell.main, self._painted.set)
        self._shell.show()
        if self._watch is not None:
            self._watch(self._shell)

    def _open(self, soon: CoreSoon) -> Preferences:
        """Open the folder; outside the GUI thread.

        It is the first that this thread does. While it reads its modules the window would stand
        still, so the window is painted before.
        """
        self._painted.wait(PAINT_S)
        from assistant_app.gui import preferences
        from assistant_app.services.assistant import Assistant

        try:
            engine = self._engine() if self._engine else None
            self._core = core = Assistant.open(self._paths, engine=engine, wait_s=4)
            chosen = preferences.load(core)
        except Exception as caught:
            error = as_app_error(caught)
            soon.failed(error)
            raise error from caught
        preferences.remember(self._paths, chosen)
        soon.opened(core)
        return chosen

    def _on_open(self, chosen: Preferences) -> None:
        if self._ending:
            return
        assert self._shell is not None
        self._watch_faults()
        self._shell.settle(chosen)
        self._shell.start()
        self._collector.start()
        if self._file is not None:
            self._shell.import_file(self._file)

    def _on_not_open(self, error: AppError) -> None:
        """Say in one sentence why the folder could not be opened."""
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QMessageBox

        from assistant_app.gui.preferences import system_language as window_language

        self._code = 1
        if self._shell is not None:
            self._shell.main.hide()
        lang = window_language()
        self._translation.show(lang)
        words = sentence(error, lang)
        _tell(words)
        if self._ending:
            return
        box = QMessageBox(QMessageBox.Icon.Warning, "Assistant", words)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.finished.connect(lambda _button: self.end())
        box.open()
        self._box = box

    def _on_raise(self) -> None:
        if self._shell is not None and not self._ending:
            self._shell.raise_main()

    def _on_file(self, file: Path) -> None:
        if self._shell is not None and not self._ending:
            self._shell.import_file(file)
        else:
            self._file = file

    # --- the end

    def end(self) -> None:
        """End in stages, once: hide, stop what runs, close the file, leave; at most 3 s."""
        if self._ending:
            return
        self._ending = True
        self._server.close()
        if self._shell is not None:
            self._shell.prepare_to_quit()
        self._ends = self._runner.close()
        self._force = threading.Timer(SHUTDOWN_S, os._exit, (self._code,))
        self._force.daemon = True
        self._force.start()
        threading.Thread(target=self._close, daemon=True).start()

    def _close(self) -> None:
        """Wait a little for what runs, close the core, and leave; in a thread of its own."""
        deadline = time.monotonic() + SHUTDOWN_S
        wait(self._ends, timeout=SHUTDOWN_S / 2)
        try:
            self._close_core()
        except Exception as error:  # the file is sound after a kill too: leave
            _log.warning("closing failed: %s", type(error).__name__)
        wait(self._ends, timeout=max(0.0, deadline - time.monotonic() - 0.3))
        self._leave()

    def _close_core(self) -> None:
        if self._core is not None:
            self._core.close()

    def _leave(self) -> None:
        """Leave the event loop, from the closing thread; by force when that does not help."""
        from PySide6.QtCore import QMetaObject, Qt

        QMetaObject.invokeMethod(self._app, "quit", Qt.ConnectionType.QueuedConnection)

    # --- faults and signals

    def _watch_faults(self) -> None:
        with suppress(OSError):
            name = self._paths.data_dir / "faults.log"
            self._faults = name.open("w", encoding="utf-8")
            faulthandler.enable(self._faults)

    def _catch_signals(self) -> None:
        """End in order on SIGTERM and SIGINT: Python's handler runs when the socket wakes Qt."""
        from PySide6.QtCore import QSocketNotifier

        if os.name != "posix" or threading.current_thread() is not threading.main_thread():
            return
        reading, writing = socket.socketpair()
        for end in (reading, writing):
            end.setblocking(False)
        self._wake = [reading, writing]
        signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: self.end())
        self._notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, self._app)
        self._notifier.activated.connect(self._on_wake)

    def _on_wake(self) -> None:
        with suppress(OSError):
            self._wake[0].recv(64)
