"""Has long sessions summed up, and messages looked at for what could be remembered, in idle time.

A message of the owner's goes first.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assistant_app import log
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled
from assistant_app.gui.idle_work import IdleWork
from assistant_app.gui.runner import Runner
from assistant_app.gui.turn_controller import TurnController

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

IDLE_MS = 60_000
"""How long nothing is said before the app takes itself to be idle."""
LEFT_MS = 3_000
"""How long after a session was left it is taken to be at its end."""

_log = log.get(__name__)


def _next_one(
    core: Assistant, passed: frozenset[int], cancel: CancelToken
) -> tuple[int, bool] | None:
    """Sum up one session that is due; returns which, and whether it is; None where none is due."""
    due = [session for session in core.summaries_due() if session not in passed]
    if cancel.cancelled:
        return None
    if not due:
        return _reflect(core, cancel)
    try:
        core.summarize(due[0], cancel)
    except Cancelled:
        return None
    except AppError as error:
        _log.warning("session %d was not summed up: %s", due[0], error.code)
        if error.code.startswith(("no_model", "model_", "engine_stopped", "disk_full")):
            return None
        return due[0], False
    return due[0], True


def _reflect(core: Assistant, cancel: CancelToken) -> tuple[int, bool] | None:
    """Look for something to propose in one message; None where there is none, or it failed.

    What failed is noted by the core, and tried again at the next quiet time.
    """
    try:
        return (0, True) if core.reflect(cancel) else None
    except Cancelled:
        return None
    except AppError as error:
        _log.warning("a message was not looked at: %s", error.code)
        return None


class IdleSummaries(IdleWork):
    """Sums up one session after the other; `summed_up(session)` comes after each."""

    summed_up = Signal(int)

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        turns: TurnController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(core, runner, turns, parent)
        self._passed: frozenset[int] = frozenset()
        """Sessions that could not be summed up; they are tried again at the next start."""

    def on_session_shown(self, _session: object) -> None:
        """Take the session that was shown before to be at its end."""
        self._begin_in(LEFT_MS)

    def _on_quiet(self, *_what: object) -> None:
        self._begin_in(IDLE_MS)

    def _begin(self) -> None:
        if self._free:
            work = partial(_next_one, self._core, self._passed)
            self._run(work, self._on_done, self._on_failed)

    def _on_done(self, found: tuple[int, bool] | None) -> None:
        stopped = self._cancel is None or self._cancel.cancelled
        self._cancel = None
        if found is not None and not found[1]:
            self._passed |= {found[0]}
        elif found is not None and found[0]:
            self.summed_up.emit(found[0])
        if stopped or found is not None:
            self._begin_in(IDLE_MS if stopped else 0)

    def _on_failed(self, error: AppError) -> None:
        self._cancel = None
        _log.warning("no session was summed up: %s", error.code)
