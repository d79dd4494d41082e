"""Carries what a turn says from its thread to the views, at most thirty times a second.

A fast model sends hundreds of pieces a second; painting each one would freeze the window. Pieces
wait in a deque, and one slot drains it with a budget of milliseconds (after MusicBrainz Picard's
callback batches); deltas of one turn that stand side by side become one.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from assistant_app.domain.turn import TextDelta, TurnEvent
from assistant_app.errors import AppError

INTERVAL_MS = 33
BUDGET_MS = 8


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """A turn ended by an exception; not an event of the core."""

    error: AppError


Piece = TurnEvent | TurnFailed


class Pump(QObject):
    """`push` from any thread; `delivered(turn, piece)` in the GUI thread, in order."""

    delivered = Signal(int, object)
    _posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: deque[tuple[int, Piece]] = deque()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)
        self._last = 0.0

    def push(self, turn: int, piece: Piece) -> None:
        """Queue a piece of a turn; any thread."""
        first = not self._pieces
        self._pieces.append((turn, piece))
        if first and shiboken6.isValid(self):
            self._posted.emit()

    def _on_posted(self) -> None:
        if not self._timer.isActive():
            since = (time.monotonic() - self._last) * 1000
            self._timer.start(max(0, int(INTERVAL_MS - since)))

    def _on_timeout(self) -> None:
        self._last = time.monotonic()
        deadline = self._last + BUDGET_MS / 1000
        while self._pieces and time.monotonic() < deadline:
            turn, piece = self._pieces.popleft()
            if isinstance(piece, TextDelta):
                piece = TextDelta(self._joined(turn, piece.text))
            self.delivered.emit(turn, piece)
        if self._pieces:
            self._timer.start(INTERVAL_MS)

    def _joined(self, turn: int, text: str) -> str:
        parts = [text]
        while self._pieces:
            other, piece = self._pieces[0]
            if other != turn or not isinstance(piece, TextDelta):
                break
            parts.append(piece.text)
            self._pieces.popleft()
        return "".join(parts)
