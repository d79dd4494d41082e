"""Requests to a worker that is started, loaded, watched and replaced as needed.

A worker that dies ends the request at hand with what is known about the death; the next request
starts another, once a minute at most. One that gets nowhere is ended (`watchdog.py`). Requests from
several threads wait for each other. Whoever waits is woken by the worker's words, its end, or a
cancel, and looks every second only whether anything goes on.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from assistant_app import log
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import faults, protocol, watchdog
from assistant_app.engine.load_mark import LoadMark
from assistant_app.engine.watchdog import Watchdog
from assistant_app.engine.worker_process import Death, Item, Wake, WorkerProcess
from assistant_app.errors import AppError, Bug, Cancelled

CANCEL_GRACE_S = 3.0
RESTART_EVERY_S = 60.0
_GPU_TROUBLE = {"model_load_crashed", "model_load_hung", "engine_out_of_memory"}
_log = log.get(__name__)


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How a model is loaded. `context` and `batch` in tokens; `threads` 0 means by the machine."""

    context: int = 8192
    batch: int = 256
    threads: int = 0
    gpu_layers: int = 0


class Turnstile:
    """Lets one request through at a time; those who wait can be called away."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._owner: int | None = None
        self._closed = False

    @contextlib.contextmanager
    def passing(self, cancel: CancelToken) -> Iterator[None]:
        """Wait for one's turn.

        Raises:
            Cancelled: the wait was called off.
            AppError: `engine_stopped` when it is closed.
            Bug: `engine_busy` when this very thread is in the middle of a request.
        """
        remove = cancel.on_cancel(self._notify)
        try:
            with self._condition:
                if self._owner == threading.get_ident():
                    raise Bug("engine_busy")
                self._condition.wait_for(
                    lambda: self._owner is None or self._closed or cancel.cancelled
                )
                if self._closed:
                    raise AppError("engine_stopped")
                if cancel.cancelled:
                    raise Cancelled
                self._owner = threading.get_ident()
        finally:
            remove()
        try:
            yield
        finally:
            with self._condition:
                self._owner = None
                self._condition.notify_all()

    def _notify(self) -> None:
        with self._condition:
            self._condition.notify_all()

    def close(self) -> None:
        """Send everybody away, now and later."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()


def _next(worker: WorkerProcess, watch: Watchdog, deadline: float | None = None) -> Item | None:
    """Return what a worker says next but for its progress, or None when the deadline has passed.

    A worker that gets nowhere is ended, which is a `Death` like others.
    """
    while True:
        left = None if deadline is None else deadline - time.monotonic()
        item = worker.receive(watchdog.TICK_S if left is None else max(0.0, left))
        if item is None and left is not None:
            return None
        if item is None and watch.tick(watchdog.TICK_S):
            worker.kill()
            return Death(AppError("engine_hung"), None)
        if item is not None and not isinstance(item, Wake):
            watch.heard()
        if item is not None and not isinstance(item, protocol.Progress):
            return item


class WorkerChannel:
    """One worker at a time, for one model; any thread may use it."""

    def __init__(
        self,
        model: Path | None,
        mode: Literal["chat", "embed"],
        options: EngineOptions,
        cache_dir: Path | None,
        spawn: Callable[[], WorkerProcess] = WorkerProcess,
        *,
        chats_dir: Path | None = None,
    ) -> None:
        self.model = model
        self._mode = mode
        self._options = options
        self._cache_dir = cache_dir
        self._chats_dir = chats_dir
        self._spawn = spawn
        self._turnstile = Turnstile()
        self._ids = itertools.count(1)
        self._state_lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._load_id = 0
        self._closed = False
        self._died_at: float | None = None
        self._restarted_at: float | None = None
        self._fault: AppError | None = None
        self._mark = LoadMark(cache_dir, model)
        self._tried = False
        self._gpu_layers = options.gpu_layers
        self.loaded: dict[str, Any] | None = None

    def call(self, make: Callable[[int], protocol.Request], cancel: CancelToken) -> Any:
        """Return the value of a request that does not stream.

        Raises:
            AppError: it failed.
            Cancelled: the end was asked for.
        """
        with (
            self._turnstile.passing(cancel),
            contextlib.closing(self._exchange(make, cancel)) as replies,
        ):
            for reply in replies:
                if isinstance(reply, protocol.Result):
                    return reply.value
        raise Cancelled

    def load(self, cancel: CancelToken) -> dict[str, Any]:
        """Load the model if it is not; returns what the worker says of it."""
        with self._turnstile.passing(cancel):
            return self._ready(cancel)[1]

    def stream(
        self, make: Callable[[int], protocol.Request], cancel: CancelToken
    ) -> Generator[protocol.Chunk | protocol.Done]:
        """Yield the chunks of a request and its end; no end means that the worker was killed."""
        with (
            self._turnstile.passing(cancel),
            contextlib.closing(self._exchange(make, cancel)) as replies,
        ):
            for reply in replies:
                if isinstance(reply, protocol.Chunk | protocol.Done):
                    yield reply

    def _exchange(
        self, make: Callable[[int], protocol.Request], cancel: CancelToken, *, again: bool = True
    ) -> Generator[protocol.Reply]:
        """Send a request and yield its replies; ends early when a cancel had to kill.

        A worker that dies before it takes the request up was dying already: with `again`, the
        request goes to the next one.
        """
        try:
            worker, _ = self._ready(cancel)
        except Cancelled:
            return
        request = make(next(self._ids))
        begun = ended = lost = False
        deadline: float | None = None
        watch = Watchdog(worker.pid, watchdog.STALL_S)
        remove = cancel.on_cancel(worker.wake)
        try:
            worker.send(request)
            while not ended:
                item = _next(worker, watch, deadline)
                match item:
                    case None:
                        _log.warning("the worker did not stop in time and was killed")
                        self._discard(worker)
                        ended = True
                        return
                    case Wake():
                        if cancel.cancelled and deadline is None:
                            worker.send(protocol.Cancel(request.id))
                            deadline = time.monotonic() + CANCEL_GRACE_S
                    case Death():
                        ended = True
                        error = self._died(worker, item)
                        if begun or self._closed or not again:
                            raise error
                        lost = True
                    case protocol.Begun(id=request.id):
                        begun = True
                    case protocol.Failed(id=request.id):
                        ended = True
                        if item.code == "cancelled":
                            return
                        raise AppError(item.code, **item.params)
                    case protocol.Chunk(id=request.id):
                        yield item
                    case protocol.Done(id=request.id) | protocol.Result(id=request.id):
                        ended = True
                        yield item
        finally:
            remove()
            if not ended:
                self._abandon(worker, request.id)
        if lost:
            yield from self._exchange(make, cancel, again=False)

    def _abandon(self, worker: WorkerProcess, request: int) -> None:
        """End a request whose caller went away in the middle of it."""
        worker.send(protocol.Cancel(request))
        deadline = time.monotonic() + CANCEL_GRACE_S
        while True:
            item = worker.receive(max(0.0, deadline - time.monotonic()))
            match item:
                case None:
                    self._discard(worker)
                    return
                case Death():
                    self._died(worker, item)
                    return
                case protocol.Done() | protocol.Result() | protocol.Failed():
                    if item.id == request:
                        return

    def _ready(self, cancel: CancelToken) -> tuple[WorkerProcess, dict[str, Any]]:
        """Return a worker with the model loaded, starting one if need be.

        A cancel ends the wait and not the loading, which the next request goes on with.
        """
        worker = self._worker
        if worker is not None and not worker.alive:
            self._drain(worker)
            worker = None
        if worker is not None and self.loaded is not None:
            return worker, self.loaded
        while True:
            worker = worker or self._start()
            remove = cancel.on_cancel(worker.wake)
            try:
                return worker, self._await_load(worker, cancel)
            except AppError as error:
                if not self._without_gpu(error):
                    raise
                worker = None
            finally:
                remove()

    def _without_gpu(self, error: AppError) -> bool:
        """Leave it all to the processor if the graphics card may be the cause; says whether it may."""
        if not self._gpu_layers or error.code not in _GPU_TROUBLE:
            return False
        self._gpu_layers = 0
        self._died_at = None
        self._mark.end()
        return True

    def _await_load(self, worker: WorkerProcess, cancel: CancelToken) -> dict[str, Any]:
        watch = Watchdog(worker.pid, watchdog.LOAD_STALL_S)
        while True:
            if cancel.cancelled:
                raise Cancelled
            match _next(worker, watch):
                case protocol.Hello(version=version) if version != protocol.VERSION:
                    self._mark.end()
                    self._discard(worker)
                    raise Bug("engine_crashed", exit=0, detail=f"protocol {version}")
                case protocol.Result(id=self._load_id, value=dict(value)):
                    self._mark.end()
                    if self._gpu_layers != self._options.gpu_layers:
                        value["notes"] = [*value["notes"], "gpu_failed"]
                    self.loaded = value
                    return value
                case protocol.Failed(id=self._load_id) as failed:
                    self._mark.end()
                    worker.close()
                    self._worker = None
                    error = AppError(failed.code, **failed.params)
                    raise faults.load_error(error, worker.tail)
                case Death() as death:
                    raise self._died_loading(worker, death)

    def _died_loading(self, worker: WorkerProcess, death: Death) -> AppError:
        """Note a death in the middle of loading, on disk as well, unless it was our own doing."""
        if self._closed or self._worker is not worker:
            self._mark.end()
        else:
            self._mark.crashed()
        error = faults.load_death(death.error, str(self.model))
        return self._died(worker, Death(error, death.returncode))

    def _start(self) -> WorkerProcess:
        """Start a worker and tell it what to load.

        Raises:
            AppError: the file is no model, or was put aside; or a worker died, and another may not
                be started yet.
        """
        path = faults.check_model(self.model, self._mode)
        if not self._tried and self._mark.set_aside():
            raise AppError("model_set_aside", path=str(path))
        now = time.monotonic()
        if self._died_at is not None:
            recent = self._restarted_at is not None and now - self._restarted_at < RESTART_EVERY_S
            if recent and self._fault is not None:
                raise self._fault
            self._restarted_at = now
            self._died_at = None
        with self._state_lock:
            if self._closed:
                raise AppError("engine_stopped")
            worker = self._worker = self._spawn()
        self._tried = True
        self._mark.begin()
        self.loaded = None
        self._load_id = next(self._ids)
        options = self._options
        worker.send(
            protocol.Load(
                id=self._load_id,
                model=str(path.absolute()),
                mode=self._mode,
                context=options.context,
                batch=options.batch,
                threads=options.threads,
                gpu_layers=self._gpu_layers,
                cache_dir=str(self._cache_dir.absolute()) if self._cache_dir else "",
                chats_dir=str(self._chats_dir.absolute()) if self._chats_dir else "",
            )
        )
        return worker

    def _drain(self, worker: WorkerProcess) -> None:
        """Note the death of a worker that died between requests, or while nobody saw it load."""
        loaded = self.loaded is not None
        while not isinstance(item := worker.receive(CANCEL_GRACE_S), Death):
            if item is None:
                self._discard(worker)
                return
            loaded = loaded or isinstance(item, protocol.Result | protocol.Failed)
        if loaded:
            self._mark.end()
            self._died(worker, item)
        else:
            self._died_loading(worker, item)

    def _died(self, worker: WorkerProcess, death: Death) -> AppError:
        """Note a death; returns the error for whoever waited."""
        if self._worker is worker:
            self._worker = None
            self.loaded = None
        if self._closed:
            return AppError("engine_stopped")
        self._died_at = time.monotonic()
        self._fault = death.error
        _log.warning("the engine worker died: %s", death.error.code)
        return death.error

    def _discard(self, worker: WorkerProcess) -> None:
        """Kill a worker that we no longer want; that is no fault of the model's."""
        if self._worker is worker:
            self._worker = None
            self.loaded = None
        worker.close(0.0)

    @property
    def pid(self) -> int | None:
        """The process id of the worker, while there is one."""
        worker = self._worker
        return worker.pid if worker else None

    @property
    def stderr_tail(self) -> str:
        """The last of what the worker printed."""
        worker = self._worker
        return worker.tail if worker else ""

    def restart(self) -> None:
        """Drop the worker and what is held against the model; the next request starts another."""
        worker = self._worker
        if worker is not None:
            self._discard(worker)
        self._died_at = self._restarted_at = self._fault = None
        self._tried = True

    def close(self) -> None:
        """Stop for good, within 3 s, whatever is going on."""
        with self._state_lock:
            self._closed = True
            worker = self._worker
        self._turnstile.close()
        if worker is not None:
            if self.loaded is None:
                self._mark.end()
            worker.close()
            worker.wake()
