"""Frees what Python finds unused in the window's thread alone.

Python looks for garbage in whichever thread happens to make objects. Qt objects that another thread
frees wait for locks of the window's thread, which waits for Python: the process would hang. Nothing
is looked for before the window is there, and what the start left is never looked through again.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

PERIOD_MS = 1000
OLDER, WHOLE = 10, 60
"""In which rounds older objects are looked through, and all of them."""


class Collector(QObject):
    """Holds Python's own collector back from its making on; one for the process."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._round = 0
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """Take all there is for lasting, and collect what comes from now on."""
        gc.freeze()
        self._timer.start()

    def collect(self) -> int:
        """Free the young and unused, at times the older too; returns how many objects."""
        self._round += 1
        if self._round % OLDER:
            return gc.collect(0)
        return gc.collect(1 if self._round % WHOLE else 2)
