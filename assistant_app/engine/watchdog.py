"""Whether a worker that says nothing hangs, or is only slow.

What counts is time in which it could have gone on. A second of silence counts whole when the worker
computed all through it (a loop that never ends) or slept through it (stopped, or waiting for
itself), and little when it waited for the disk or for a core that others had. Seconds are those
that were waited for, not those of a clock, so that a laptop may sleep for a night.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

TICK_S = 1.0
STALL_S = 30.0
"""Silence that ends a request: a step of the slowest model is one operation on one batch, seconds."""
LOAD_STALL_S = 60.0
"""Silence that ends a start: the libraries may come from a cold disk, past a virus scanner."""
_HELD_UP = 0.1


@dataclass(frozen=True, slots=True)
class Sample:
    """A process at one moment: the states of its threads, and the CPU seconds it took so far."""

    states: str
    cpu_s: float


def sample(pid: int | None) -> Sample | None:
    """Return how a process is doing; None where the system does not tell (it is not Linux)."""
    if pid is None:
        return None
    states, ticks = "", 0
    try:
        for path in Path(f"/proc/{pid}/task").glob("*/stat"):
            fields = path.read_text("ascii", "replace").rpartition(")")[2].split()
            states += fields[0]
            ticks += int(fields[11]) + int(fields[12])
    except (OSError, ValueError, IndexError):
        return None
    return Sample(states, ticks / os.sysconf("SC_CLK_TCK")) if states else None


class Watchdog:
    """Adds up the silence of one worker at one request; used by the thread that waits for it."""

    def __init__(
        self,
        pid: int | None,
        limit_s: float,
        look: Callable[[int | None], Sample | None] = sample,
    ) -> None:
        self._pid = pid
        self._limit = limit_s
        self._look = look
        self._silent = 0.0
        self._last: Sample | None = None

    def heard(self) -> None:
        """Start anew: it said that it got on."""
        self._silent = 0.0

    def tick(self, seconds: float) -> bool:
        """Count a wait of `seconds` in which nothing was heard; says whether it is too much."""
        now = self._look(self._pid)
        self._silent += seconds * self._weight(now, seconds)
        self._last = now
        return self._silent >= self._limit

    def _weight(self, now: Sample | None, seconds: float) -> float:
        """Return how much of the time the worker could have used, from 0.1 to 1."""
        if now is None:
            return 1.0
        if "D" in now.states:
            return _HELD_UP
        if "R" in now.states:
            computed = now.cpu_s - self._last.cpu_s if self._last else 0.0
            return min(1.0, max(_HELD_UP, computed / seconds))
        return 1.0
