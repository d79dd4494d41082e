"""Turns the core's `Changes` into one signal, so that views refresh without knowing each other."""

from __future__ import annotations

import threading

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from assistant_app.domain.changes import Changes


class Hub(QObject):
    """Collects changes from any thread and tells of them in the GUI thread, a few at a time.

    `changed` carries the union of what arrived within a few milliseconds.
    """

    changed = Signal(object)
    _posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pending = Changes.NONE
        self._guard = threading.Lock()
        self._timer = QTimer(self, singleShot=True, interval=15)
        self._timer.timeout.connect(self._on_timeout)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether everything that was posted has been told."""
        with self._guard:
            return not self._pending

    def post(self, changes: Changes) -> None:
        """Note what changed; any thread. This is the listener that the core is given."""
        with self._guard:
            first = not self._pending
            self._pending |= changes
        if first and changes and shiboken6.isValid(self):
            self._posted.emit()

    def _on_posted(self) -> None:
        self._timer.start()

    def _on_timeout(self) -> None:
        with self._guard:
            pending, self._pending = self._pending, Changes.NONE
        if pending:
            self.changed.emit(pending)
