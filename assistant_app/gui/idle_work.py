"""Work for the model in quiet times, which a message of the owner's ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer

from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError
from assistant_app.gui.runner import Runner
from assistant_app.gui.turn_controller import TurnController

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

Found = TypeVar("Found")


class IdleWork(QObject):
    """Waits for quiet, does one thing after the other, and stops as soon as a turn is asked.

    A subclass says when (`_on_quiet`) and what (`_begin`); `_cancel` is there while work runs.
    """

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        turns: TurnController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._turns = core, runner, turns
        self._cancel: CancelToken | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        turns.queued.connect(self.stop)
        turns.ended.connect(self._on_quiet)
        turns.failed.connect(self._on_quiet)

    def stop(self, _turn: object = None) -> None:
        """Give the model back at once; what was done stands."""
        self._timer.stop()
        if self._cancel is not None:
            self._cancel.cancel()

    @property
    def _free(self) -> bool:
        """Whether nothing runs, neither of this nor of the owner's."""
        return self._cancel is None and not self._turns.busy

    def _begin_in(self, milliseconds: int) -> None:
        if self._free:
            self._timer.start(milliseconds)

    def _run(
        self,
        work: Callable[[CancelToken], Found],
        done: Callable[[Found], None],
        failed: Callable[[AppError], None],
    ) -> None:
        """Do work between turns; whatever comes of it has to end with `_cancel` gone."""
        cancel = self._cancel = CancelToken()
        self._runner.run(self, lambda: work(cancel), done, failed, lane="turn")

    def _on_quiet(self, *_what: object) -> None:
        """Take it that a turn has ended."""
        raise NotImplementedError

    def _begin(self) -> None:
        """Begin what is next."""
        raise NotImplementedError
