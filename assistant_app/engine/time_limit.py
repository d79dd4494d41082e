"""An end to a program that was found in a file, and a bound to what it takes."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")
GROWTH = 512 << 20
"""Bytes of addresses that it may take: a thread and its arena are a quarter of that."""


class TooSlow(Exception):
    """It was still running when its time was up."""


def within(seconds: float, work: Callable[[], Value]) -> Value:
    """Return what `work` returns, in this thread.

    Seconds are those that this process computes, so that a busy computer takes none away. Ends
    Python code wherever it is, and native code when it comes back to Python. On Linux it may not
    take more than `GROWTH` of memory either.

    Raises:
        TooSlow: it took longer than `seconds`.
        MemoryError: it wanted too much.
    """
    with _bounded_memory():  # outside, so that it goes whenever the other ends
        return _ended_after(seconds, work)


def _ended_after(seconds: float, work: Callable[[], Value]) -> Value:
    thread = ctypes.c_ulong(threading.get_ident())
    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    lock = threading.Lock()
    over = threading.Event()
    end = time.process_time() + seconds

    def watch() -> None:
        while not over.wait(seconds / 4):
            with lock:
                if time.process_time() >= end and not over.is_set():
                    raise_in(thread, ctypes.py_object(TooSlow))
                    return

    threading.Thread(target=watch, name="time-limit", daemon=True).start()
    try:
        return work()
    finally:
        with lock:
            over.set()
            raise_in(thread, None)  # in case that it was raised just now, and not yet noticed


@contextlib.contextmanager
def _bounded_memory() -> Iterator[None]:
    """Let this process grow by `GROWTH` at most, where the system counts addresses (Linux)."""
    if not sys.platform.startswith("linux"):
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    bound = pages * resource.getpagesize() + GROWTH
    if before[0] == resource.RLIM_INFINITY or bound < before[0]:
        resource.setrlimit(resource.RLIMIT_AS, (bound, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
