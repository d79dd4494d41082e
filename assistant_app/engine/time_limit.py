"""An end to a program that was found in a file."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


class TooSlow(Exception):
    """It was still running when its time was up."""


def within(seconds: float, work: Callable[[], Value]) -> Value:
    """Return what `work` returns, in this thread.

    Ends Python code wherever it is, and native code when it comes back to Python.

    Raises:
        TooSlow: it took longer than `seconds`.
    """
    thread = ctypes.c_ulong(threading.get_ident())
    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    lock = threading.Lock()
    over = False

    def end() -> None:
        with lock:
            if not over:
                raise_in(thread, ctypes.py_object(TooSlow))

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        return work()
    finally:
        with lock:
            over = True
            raise_in(thread, None)  # in case that it was raised just now, and not yet noticed
        timer.cancel()
