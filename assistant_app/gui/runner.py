"""Run core calls away from the GUI thread and bring their results back to it.

Executors of one thread each: `turn` for turns, `fetch` for downloads, `long` for what else takes
minutes (a checksum, a copy), `io` for every other call. A job's callbacks stay in a dictionary that
only the GUI thread touches; the worker thread knows a number and a function, so no widget is ever
referenced, deleted or called outside the GUI thread.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar, get_args

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal

from assistant_app.errors import AppError
from assistant_app.log import as_app_error

T = TypeVar("T")
Lane = Literal["io", "turn", "long", "fetch"]
SWITCH_S = 0.0005
"""How long another thread may run Python while the window's thread waits for its turn.

A slot that calls into Qt gives way many times; with Python's usual 5 ms each time, threads that
compile rules or read modules hold the window up for a quarter of a second.
"""


@dataclass(slots=True)
class _Job:
    owner: QObject
    done: Callable[[Any], None] | None
    failed: Callable[[AppError], None] | None


@dataclass(frozen=True, slots=True)
class _Outcome:
    number: int
    value: Any
    error: AppError | None


def _finish(end: Future[None], _last: Future[None]) -> None:
    if not end.done():
        end.set_result(None)


class Runner(QObject):
    """The executors. Every method belongs to the GUI thread.

    `failed` tells of failures for which the caller named no handler.
    """

    failed = Signal(object)
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_S)
        self._lanes = {
            lane: ThreadPoolExecutor(1, thread_name_prefix=lane) for lane in get_args(Lane)
        }
        self._jobs: dict[int, _Job] = {}
        self._outcomes: deque[_Outcome] = deque()
        self._last = 0
        self._closed = False
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether no result is outstanding."""
        return not self._jobs

    def run(
        self,
        owner: QObject,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[AppError], None] | None = None,
        *,
        lane: Lane = "io",
    ) -> None:
        """Call `work` in the lane's thread, then `done` or `failed` in the GUI thread.

        A result whose `owner` is gone is dropped. `work` must not hold a widget.
        """
        if self._closed:
            return
        self._last += 1
        self._jobs[self._last] = _Job(owner, done, failed)
        self._lanes[lane].submit(self._work, self._last, work)

    def _work(self, number: int, work: Callable[[], Any]) -> None:
        value: Any = None
        error: AppError | None = None
        try:
            value = work()
        except Exception as caught:  # everything is shown or logged in the GUI thread
            error = as_app_error(caught)
        self._outcomes.append(_Outcome(number, value, error))
        if shiboken6.isValid(self):
            self._arrived.emit()

    def _on_arrived(self) -> None:
        while self._outcomes:
            outcome = self._outcomes.popleft()
            job = self._jobs.pop(outcome.number)
            if not shiboken6.isValid(job.owner):
                continue
            if outcome.error is None:
                if job.done is not None:
                    job.done(outcome.value)
            elif job.failed is not None:
                job.failed(outcome.error)
            else:
                self.failed.emit(outcome.error)

    def close(self) -> list[Future[None]]:
        """Take no more work and forget what waits; returns what ends when each lane is empty.

        Does not wait: the caller decides how long it has, outside the GUI thread.
        """
        self._closed = True
        ends: list[Future[None]] = []
        for lane in self._lanes.values():
            end: Future[None] = Future()
            ends.append(end)
            try:
                last = lane.submit(lambda: None)
            except RuntimeError:  # closed before
                end.set_result(None)
                continue
            last.add_done_callback(partial(_finish, end))
            lane.shutdown(wait=False)
        return ends
