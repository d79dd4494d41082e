"""Watches a window for `assistant-app bench`: when it can be used, and how steady it stays."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit

from assistant_app.gui.first_paint import FirstPaint

if TYPE_CHECKING:
    from assistant_app.gui.shell import Shell
    from assistant_app.gui.turn_controller import RunningTurn

TICK_MS = 16
_LOOK_MS = 10
_LAST_TICKS = 3


class Lateness(QObject):
    """A timer of 16 ms that notes how late each tick is: what holds the window's thread up."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_tick)
        self._last = 0.0
        self.late: list[float] = []

    def start(self) -> None:
        """Start to tick."""
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        """Stop ticking."""
        self._timer.stop()

    def _on_tick(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, (now - self._last) * 1000 - TICK_MS))
        self._last = now

    def quantile(self, share: float) -> float:
        """Return the lateness in ms that this share of the ticks keeps."""
        ordered = sorted(self.late)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class WindowProbe(QObject):
    """Follows the window of a shell from its start, and through one turn where one is asked for.

    `report` gets the figures: `usable_s` (painted, and the event loop free for what is typed), counted
    from `begun` of `time.monotonic`; `listed_s` (the folder is open and its chats are listed); with
    `question` also the lateness while it was answered. Then the window closes.
    """

    def __init__(
        self, shell: Shell, begun: float, question: str, report: Callable[[dict[str, Any]], None]
    ) -> None:
        super().__init__(shell)
        self._shell, self._begun, self._question = shell, begun, question
        self._report = report
        self._found: dict[str, Any] = {}
        self._lateness = Lateness(self)
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self._on_look)
        FirstPaint(shell.main, self._on_painted)

    def _on_painted(self) -> None:
        self._found["usable_s"] = time.monotonic() - self._begun
        self._look.start()

    def _on_look(self) -> None:
        """Ask when the chats are listed and the model is loaded."""
        main = self._shell.main
        if main.pane.model.rowCount() and "listed_s" not in self._found:
            self._found["listed_s"] = time.monotonic() - self._begun
            self._found["chats"] = main.pane.model.rowCount()
        if "listed_s" not in self._found:
            return
        if not self._question:
            self._look.stop()
            self._end()
            return
        if main.page.status.engine is None:
            return
        self._look.stop()
        self._shell.turns.ended.connect(self._on_ended)
        composer = main.page.composer
        composer.set_text(self._question)
        self._lateness.start()
        composer.edit.send_asked.emit()

    def _on_ended(self, turn: RunningTurn, _result: object) -> None:
        self._found["characters"] = len(turn.text)
        QTimer.singleShot(_LAST_TICKS * TICK_MS, self, self._on_rest)

    def _on_rest(self) -> None:
        lateness = self._lateness
        lateness.stop()
        self._found["ticks"] = len(lateness.late)
        self._found["late_p99_ms"] = lateness.quantile(0.99)
        self._found["late_max_ms"] = max(lateness.late)
        self._end()

    def _end(self) -> None:
        self._report(self._found)
        self._shell.quit_asked.emit()


def bare_window() -> None:
    """Show a window of nothing but PySide6 until it is painted: what any app of its kind takes."""
    app = QApplication([])
    window = QMainWindow()
    window.setCentralWidget(QPlainTextEdit())
    window.resize(1060, 720)
    FirstPaint(window, app.quit)
    window.show()
    app.exec()
