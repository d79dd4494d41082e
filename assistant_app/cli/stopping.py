"""Ctrl+C while something runs: the first one asks it to stop, the second one ends the command."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from assistant_app.domain.turn import CancelToken

BY_CTRL_C = 130
"""The exit code of a command that was ended by Ctrl+C, as shells have it."""


@contextlib.contextmanager
def stopping(cancel: CancelToken | None = None) -> Iterator[CancelToken]:
    """Let Ctrl+C set `cancel`, which is given, meanwhile."""
    token = cancel or CancelToken()

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        token.cancel()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield token
    finally:
        signal.signal(signal.SIGINT, before)
