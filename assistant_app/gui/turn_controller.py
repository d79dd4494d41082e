"""Runs turns beside the window and tells how they go, whichever conversation is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assistant_app.domain.clock import now_ms
from assistant_app.domain.turn import (
    Action,
    ActionDone,
    CancelToken,
    TextDelta,
    TurnEnded,
    TurnRequest,
    TurnStarted,
)
from assistant_app.gui.pump import Pump, TurnFailed
from assistant_app.gui.runner import Runner
from assistant_app.log import as_app_error

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


@dataclass(eq=False, slots=True)
class RunningTurn:
    """A turn under way. The GUI thread alone reads and writes it, but for `cancel`."""

    number: int
    request: TurnRequest
    cancel: CancelToken = field(default_factory=CancelToken)
    session_id: int | None = None
    user_message_id: int | None = None
    reply_message_id: int | None = None
    text: str = ""
    actions: list[Action] = field(default_factory=list)
    begun_at: int = field(default_factory=now_ms)


def _run(
    core: Assistant, turn: int, request: TurnRequest, cancel: CancelToken, pump: Pump
) -> None:
    try:
        for event in core.run_turn(request, cancel):
            pump.push(turn, event)
    except Exception as caught:  # shown as a sentence by whoever listens
        pump.push(turn, TurnFailed(as_app_error(caught)))


class TurnController(QObject):
    """Starts and stops turns; they run one after the other in the `turn` thread.

    `started(turn)`, `text_added(turn, text)`, `action_done(turn, action)`, then one of
    `ended(turn, result)` and `failed(turn, error)`.
    """

    queued = Signal(object)
    started = Signal(object)
    text_added = Signal(object, str)
    action_done = Signal(object, object)
    ended = Signal(object, object)
    failed = Signal(object, object)

    def __init__(self, core: Assistant, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._core, self._runner = core, runner
        self._turns: dict[int, RunningTurn] = {}
        self._last = 0
        self._pump = Pump(self)
        self._pump.delivered.connect(self._on_delivered)

    def ask(self, request: TurnRequest) -> RunningTurn:
        """Queue a turn and return it."""
        self._last += 1
        turn = RunningTurn(self._last, request, session_id=request.session_id)
        self._turns[turn.number] = turn
        core, pump, cancel, number = self._core, self._pump, turn.cancel, turn.number
        self._runner.run(self, lambda: _run(core, number, request, cancel, pump), lane="turn")
        self.queued.emit(turn)
        return turn

    def running_in(self, session_id: int | None) -> RunningTurn | None:
        """Return the turn of a session that has not ended; None asks for no session's."""
        for turn in self._turns.values():
            if session_id is not None and turn.session_id == session_id:
                return turn
        return None

    @property
    def busy(self) -> bool:
        """Whether any turn has not ended."""
        return bool(self._turns)

    def stop(self, turn: RunningTurn) -> None:
        """Ask a turn to end; what it wrote is kept."""
        turn.cancel.cancel()

    def stop_all(self) -> None:
        """Ask every turn to end."""
        for turn in self._turns.values():
            turn.cancel.cancel()

    def _on_delivered(self, number: int, piece: object) -> None:
        turn = self._turns.get(number)
        if turn is None:
            return
        if isinstance(piece, TurnStarted):
            turn.session_id = piece.session_id
            turn.user_message_id = piece.user_message_id
            turn.reply_message_id = piece.reply_message_id
            self.started.emit(turn)
        elif isinstance(piece, TextDelta):
            turn.text += piece.text
            self.text_added.emit(turn, piece.text)
        elif isinstance(piece, ActionDone):
            turn.actions.append(piece.action)
            self.action_done.emit(turn, piece.action)
        elif isinstance(piece, TurnEnded):
            del self._turns[number]
            self.ended.emit(turn, piece.result)
        elif isinstance(piece, TurnFailed):
            del self._turns[number]
            piece.error.message_kept = turn.user_message_id is not None
            self.failed.emit(turn, piece.error)
