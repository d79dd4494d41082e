"""Has the session that is shown ready for its next message, and keeps it on disk when it is left.

While the owner reads the answer, the model reads what stands before the next message. A message of
the owner's goes first.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from assistant_app import log
from assistant_app.domain.engine import Prepared
from assistant_app.domain.session import Session
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled
from assistant_app.gui.idle_work import IdleWork
from assistant_app.gui.runner import Runner
from assistant_app.gui.turn_controller import RunningTurn, TurnController

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

READY_MS = 500
"""How long after an answer, or after a session was opened, it is made ready."""
KEEP_MS = 20_000
"""How long nothing is said before it is written to the disk: not while the talk goes on."""

_log = log.get(__name__)


class _Step(NamedTuple):
    session: int
    keep: bool
    delay: int


def _prepare(core: Assistant, step: _Step, cancel: CancelToken) -> Prepared | None:
    """Have a session ready; None when that was called off."""
    try:
        return core.prepare(step.session, cancel, keep=step.keep)
    except Cancelled:
        return None


class IdleStates(IdleWork):
    """Does one step after the other."""

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        turns: TurnController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(core, runner, turns, parent)
        self._shown: int | None = None
        self._ready: int | None = None
        self._unkept: int | None = None
        turns.started.connect(self._on_started)

    def on_session_shown(self, session: Session | None) -> None:
        """Keep the session that was left, and get the one that is shown ready."""
        self._shown = session.id if session is not None else None
        self._wait()

    def on_summed_up(self, session: int) -> None:
        """Take it that another summary changes what stands before the next message."""
        if session == self._ready:
            self._ready = None
        self._wait()

    def _on_started(self, turn: RunningTurn) -> None:
        """A new chat comes to be a session with its first message."""
        if self._shown is None:
            self._shown = turn.session_id

    def _on_quiet(self, *_what: object) -> None:
        self._ready = None
        self._wait()

    def _next(self) -> _Step | None:
        shown, unkept = self._shown, self._unkept
        if unkept is not None and unkept != shown:
            return _Step(unkept, True, READY_MS)
        if shown is not None and shown != self._ready:
            return _Step(shown, False, READY_MS)
        return _Step(unkept, True, KEEP_MS) if unkept is not None else None

    def _wait(self) -> None:
        step = self._next()
        if step is not None:
            self._begin_in(step.delay)

    def _begin(self) -> None:
        step = self._next()
        if step is not None and self._free:
            work = partial(_prepare, self._core, step)
            self._run(work, partial(self._on_done, step), partial(self._on_failed, step))

    def _on_done(self, step: _Step, done: Prepared | None) -> None:
        self._cancel = None
        if done is not None:
            self._note(step)
        self._wait()

    def _on_failed(self, step: _Step, error: AppError) -> None:
        """Leave it: the next message is computed as a whole."""
        self._cancel = None
        _log.info("session %d was not made ready: %s", step.session, error.code)
        self._note(step)
        if self._unkept == step.session:
            self._unkept = None
        self._wait()

    def _note(self, step: _Step) -> None:
        if step.keep:
            self._unkept = None
        else:
            self._ready = self._unkept = step.session
