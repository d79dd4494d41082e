"""Whether the request that a worker is at should end early."""

from __future__ import annotations

import threading


class CancelFlag:
    """Set by the thread that reads the pipe, read by the one that computes.

    A request may be cancelled before it is begun, when it waits behind another.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._current = 0
        self._cancelled: set[int] = set()
        self.is_set = False

    def begin(self, request: int) -> None:
        """Say which request is computed from now on."""
        with self._lock:
            self._current = request
            self.is_set = request in self._cancelled

    def end(self) -> None:
        """Say that the request is answered; what came too late for it is forgotten."""
        with self._lock:
            self._cancelled = {one for one in self._cancelled if one > self._current}
            self._current = 0
            self.is_set = False

    def cancel(self, request: int) -> None:
        """Ask for the end of a request, running or waiting."""
        with self._lock:
            if request == self._current:
                self.is_set = True
            else:
                self._cancelled.add(request)
