"""Downloads of models: one at a time, whichever windows are open, and told of by signals."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer, Signal

from assistant_app.domain.speed import Speed
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.engine.download import Progress
    from assistant_app.services.assistant import Assistant

_TICK_MS = 200
Phase = Literal["waiting", "running", "paused", "failed", "done"]


class Meter:
    """How far something is: written by its thread, read by the window's timer."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        """Take a report; any thread."""
        with self._guard:
            self._last = progress

    def read(self) -> Progress | None:
        """Return the last report."""
        with self._guard:
            return self._last


@dataclass(slots=True)
class Fetch:
    """One download, and how it goes."""

    name: str
    phase: Phase = "waiting"
    progress: Progress | None = None
    error: AppError | None = None
    meter: Meter = field(default_factory=Meter)
    cancel: CancelToken = field(default_factory=CancelToken)
    dropped: bool = False
    speed: Speed = field(default_factory=Speed)

    @property
    def busy(self) -> bool:
        """Whether it goes on by itself."""
        return self.phase in ("waiting", "running")

    @property
    def share(self) -> float:
        """How much has come, 0 to 1."""
        progress = self.progress
        return progress.done / progress.total if progress and progress.total > 0 else 0.0

    def look(self) -> bool:
        """Take the last report; says whether anything is new."""
        progress = self.meter.read()
        if progress is None or progress == self.progress:
            return False
        self.phase, self.progress = "running", progress
        self.speed.look(progress.stage, progress.done, progress.total)
        return True


class FetchDesk(QObject):
    """Starts, pauses and drops downloads; every method belongs to the GUI thread.

    `changed(name)` whenever there is news of one, its end included.
    """

    changed = Signal(str)

    def __init__(self, core: Assistant, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._core, self._runner = core, runner
        self._fetches: dict[str, Fetch] = {}
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._on_tick)

    def of(self, name: str) -> Fetch | None:
        """Return the download of a model, if there was one since the app was started."""
        return self._fetches.get(name)

    def busy(self, names: Iterable[str]) -> bool:
        """Whether one of these is on its way."""
        return any(fetch.busy for fetch in map(self.of, names) if fetch)

    def start(self, name: str) -> None:
        """Fetch a model, or go on with it; waits until the one before is done."""
        old = self.of(name)
        if old is not None and old.busy:
            return
        fetch = self._fetches[name] = Fetch(name)
        get = partial(self._core.models.get, name, progress=fetch.meter, cancel=fetch.cancel)

        def work() -> None:
            if fetch.cancel.cancelled:
                raise Cancelled
            get()

        done = partial(self._on_end, fetch, None)
        failed = partial(self._on_end, fetch)
        self._runner.run(self, work, lambda _none: done(), failed, lane="fetch")
        self._timer.start()
        self.changed.emit(name)

    def pause(self, name: str) -> None:
        """Stop a download; what came is kept."""
        fetch = self.of(name)
        if fetch is not None and fetch.busy:
            fetch.cancel.cancel()

    def drop(self, name: str) -> None:
        """Stop a download, and throw away what came."""
        fetch = self.of(name)
        if fetch is not None and fetch.busy:
            fetch.dropped = True
            fetch.cancel.cancel()
        else:
            self._discard(name)

    def stop(self) -> None:
        """Pause all of them."""
        for name in list(self._fetches):
            self.pause(name)

    def _discard(self, name: str) -> None:
        def done(_result: object) -> None:
            self._fetches.pop(name, None)
            self.changed.emit(name)

        work = partial(self._core.models.discard, name)
        self._runner.run(self, work, done, done)

    def _on_end(self, fetch: Fetch, error: AppError | None) -> None:
        fetch.look()
        paused = isinstance(error, Cancelled)
        fetch.phase = "paused" if paused else "failed" if error else "done"
        fetch.error = error
        if not self.busy(self._fetches):
            self._timer.stop()
        if fetch.dropped and fetch.phase != "done":
            self._discard(fetch.name)
        else:
            self.changed.emit(fetch.name)

    def _on_tick(self) -> None:
        for fetch in list(self._fetches.values()):
            if fetch.busy and fetch.look():
                self.changed.emit(fetch.name)
