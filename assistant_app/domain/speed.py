"""How quick a download is, and how long it still takes."""

from __future__ import annotations

import time
from collections.abc import Callable

_EVERY_S = 1.0
_WEIGHT = 0.3
"""How much the last second counts: a rate that jumps tells nobody anything."""


class Speed:
    """Told of each report, by one thread. `rate` in bytes a second, 0 while it is not known."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at: float | None = None
        self._stage = ""
        self._done = self._left = 0
        self.rate = 0.0

    def look(self, stage: str, done: int, total: int) -> None:
        """Take a report of bytes; another stage starts anew."""
        now = self._clock()
        self._left = total - done
        if self._at is None or stage != self._stage:
            self._at, self._done, self.rate = now, done, 0.0
        elif now - self._at >= _EVERY_S:
            rate = max(0, done - self._done) / (now - self._at)
            self.rate = rate if not self.rate else (1 - _WEIGHT) * self.rate + _WEIGHT * rate
            self._at, self._done = now, done
        self._stage = stage

    @property
    def seconds_left(self) -> float | None:
        """How long it takes at this rate, or None where that cannot be told."""
        return self._left / self.rate if self.rate > 0 else None
