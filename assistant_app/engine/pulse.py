"""The worker's word that a request gets on: said of work that is done, never of mere life."""

from __future__ import annotations

import time
from collections.abc import Callable

from assistant_app.engine import protocol

EVERY_S = 1.0


class Pulse:
    """Tells the app, at most once a second, that part of a request was computed.

    `beat` is called by the thread that computes, after each step of its work. A thread that only
    proves that the process lives would go on saying so while a loop in native code never ends.
    """

    def __init__(self, emit: Callable[[protocol.Reply], None]) -> None:
        self._emit = emit
        self._request = 0
        self._next = 0.0

    def begin(self, request: int) -> None:
        """Say which request is computed from now on."""
        self._request = request
        self._next = time.monotonic() + EVERY_S

    def beat(self) -> None:
        """Note a step that is done."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY_S
            self._emit(protocol.Progress(self._request))
