"""The conversation that is shown: messages, tray, composer and status line, and its turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.domain.changes import Changes
from assistant_app.domain.session import Message, MessageState, Session
from assistant_app.domain.turn import Action, TurnRequest, TurnResult
from assistant_app.gui import conversation_load as loading
from assistant_app.gui import error_presenter, style
from assistant_app.gui.chat_memories import ChatMemories
from assistant_app.gui.composer import Composer
from assistant_app.gui.conversation_model import ConversationModel
from assistant_app.gui.destination_mark import DestinationMark
from assistant_app.gui.empty_state import EmptyState
from assistant_app.gui.error_presenter import Remedy
from assistant_app.gui.memory_acts import MemoryActs
from assistant_app.gui.message_view import MessageView
from assistant_app.gui.proposal_tray import ProposalTray
from assistant_app.gui.status_line import StatusLine
from assistant_app.gui.turn_controller import RunningTurn, TurnController
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.domain.language import Lang
    from assistant_app.domain.memory import Memory
    from assistant_app.domain.planner import Change
    from assistant_app.errors import AppError
    from assistant_app.gui.hub import Hub
    from assistant_app.gui.message_cards import ActionCard
    from assistant_app.gui.runner import Runner
    from assistant_app.gui.undo_bar import UndoBar
    from assistant_app.services.assistant import Assistant


class ChatPage(QWidget):
    """Shows one session at a time; turns of others go on and are stored."""

    session_shown = Signal(object)
    edit_asked = Signal(str, int)
    memory_asked = Signal(int)
    model_asked = Signal()
    servers_asked = Signal()

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        hub: Hub,
        turns: TurnController,
        lang: Lang,
        bar: UndoBar,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._turns, self._lang = core, runner, turns, lang
        self._hub = hub
        self._session: Session | None = None
        self._session_id: int | None = None
        self._awaiting: RunningTurn | None = None
        self._load = 0
        self._target: int | None = None
        self.model = ConversationModel(self)
        self._build()
        acts = MemoryActs(core, runner, hub, lang, self, bar)
        self.memories = ChatMemories(core, runner, self.view, self.tray, acts, self)
        self._connect()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.view = MessageView(self.model, self)
        self.empty = EmptyState(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        column.addWidget(self._stack, 1)
        self.tray = ProposalTray(self)
        self.composer = Composer(self)
        self.destination = DestinationMark(self._core, self._runner, self._hub, self)
        self.status = StatusLine(self)
        foot = QVBoxLayout()
        foot.setSpacing(style.SPACE_S)
        foot.setContentsMargins(0, 0, 0, style.SPACE_S)
        for widget in (self.tray, self.composer, self.destination, self.status):
            foot.addWidget(widget)
        ground = QWidget(self)
        ground.setLayout(foot)
        ground.setMaximumWidth(style.MESSAGE_WIDTH + 2 * style.SPACE_M)
        row = QHBoxLayout()
        row.setContentsMargins(style.SPACE_M, 0, style.SPACE_M, 0)
        row.addStretch(1)
        row.addWidget(ground, 1000)
        row.addStretch(1)
        column.addLayout(row)
        self.setFocusProxy(self.composer)

    def _connect(self) -> None:
        self.composer.send_asked.connect(self._on_send)
        self.composer.stop_asked.connect(self.stop)
        self.composer.draft_changed.connect(self._on_draft)
        self.composer.edit.digit_typed.connect(self._on_digit)
        self.empty.chosen.connect(self._on_example)
        self.view.undo_asked.connect(self._on_undo)
        self.view.edit_asked.connect(self.edit_asked)
        self.view.memory_asked.connect(self.memory_asked)
        self.view.chosen.connect(self._on_chosen)
        self.view.link_clicked.connect(self._on_link)
        self.status.remedy_asked.connect(self._on_remedy)
        self.destination.change_asked.connect(self.servers_asked)
        self.destination.stays.connect(self.empty.hint.setVisible)
        self._turns.started.connect(self._on_started)
        self._turns.text_added.connect(self._on_text_added)
        self._turns.action_done.connect(self._on_action_done)
        self._turns.ended.connect(self._on_ended)
        self._turns.failed.connect(self._on_failed)
        self._hub.changed.connect(self._on_changes)

    # --- which session

    @property
    def session_id(self) -> int | None:
        """The session that is shown; None is a chat that does not exist yet."""
        return self._session_id

    @property
    def running(self) -> RunningTurn | None:
        """The turn of the chat that is shown."""
        return self._awaiting or self._turns.running_in(self._session_id)

    def show_session(self, session_id: int | None, message_id: int | None = None) -> None:
        """Show a session, and go to one of its messages; None starts a new chat."""
        self.composer.flush_draft()
        self._awaiting = None
        self._session_id, self._session = session_id, None
        self._target = message_id
        self.composer.set_text("")
        self.status.show_notice(None)
        self.model.reset([])
        self.tray.set_proposals([], {})
        self._begin_load(first=True)

    def _begin_load(self, *, first: bool) -> None:
        self._load += 1
        done = partial(self._on_loaded, self._load, first)
        self._runner.run(self, partial(loading.load, self._core, self._session_id), done)

    def _on_loaded(self, load: int, first: bool, found: loading.Conversation) -> None:
        if load != self._load:
            return
        self._session = found.session
        turn = self.running
        messages = loading.with_running(found.messages, turn) if turn else found.messages
        self._sync(messages)
        self.memories.show_proposals(found.proposals, found.olds)
        self._refresh()
        if first:
            if not self.composer.text():
                self.composer.set_text(found.draft)
            self.session_shown.emit(found.session)
            if found.session is not None and found.session.unseen:
                self._mark_seen(found.session.id, True)
            self.composer.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._target is not None:
            self.view.show_message(self._target)
            self._target = None

    def _sync(self, messages: list[Message]) -> None:
        shown = self.model.messages()
        if not shown or [m.id for m in shown] != [m.id for m in messages[: len(shown)]]:
            self.model.reset(messages)
            return
        for row, message in enumerate(messages[: len(shown)]):
            if not loading.same_shown(shown[row], message):
                self.model.replace(row, message)
        self.model.append(*messages[len(shown) :])

    def _refresh(self) -> None:
        running = self.running is not None
        self._stack.setCurrentWidget(self.view if self.model.rowCount() else self.empty)
        self.composer.set_running(running)
        self.status.show_running(running)

    def _mark_seen(self, session_id: int, seen: bool) -> None:
        sessions = self._core.sessions
        self._runner.run(self, lambda: sessions.mark_seen(session_id, seen=seen))

    # --- sending and stopping

    def _on_send(self, text: str) -> None:
        self.composer.set_text("")
        self.ask(text)

    def ask(self, text: str, choice: int | None = None) -> RunningTurn:
        """Ask in the chat that is shown."""
        self.status.show_notice(None)
        turn = self._turns.ask(TurnRequest(text, session_id=self._session_id, choice=choice))
        if self._session_id is None:
            self._awaiting = turn
        self._load += 1  # what is being read is older than this
        self.model.append(*loading.provisional(turn))
        self._refresh()
        self.view.follow()
        return turn

    def stop(self) -> None:
        """Stop the turn of the chat that is shown; what it wrote is kept."""
        if (turn := self.running) is not None:
            self._turns.stop(turn)

    def _on_chosen(self, number: int, text: str) -> None:
        if self.running is None:
            self.ask(text, number)

    def _on_digit(self, number: int) -> None:
        widgets = self.view.widgets()
        card = widgets[-1].question_card if widgets else None
        if card is not None and self.running is None:
            self.composer.edit.taken = card.choose(number - 1)

    def _on_example(self, text: str) -> None:
        self.composer.edit.put(text, whole=True)
        self.composer.setFocus()

    def _on_draft(self, text: str) -> None:
        self._save_draft(self._session_id, text)

    def _save_draft(self, session_id: int | None, text: str) -> None:
        self._runner.run(self, partial(self._core.sessions.save_draft, session_id, text))

    # --- how a turn goes

    def _shows(self, turn: RunningTurn) -> bool:
        return turn is self._awaiting or (
            turn.session_id is not None and turn.session_id == self._session_id
        )

    def _reply_row(self, turn: RunningTurn) -> int:
        reply = turn.reply_message_id
        return self.model.row_of(-2 * turn.number - 1 if reply is None else reply)

    def _on_started(self, turn: RunningTurn) -> None:
        if turn.request.choice is None and not (self._shows(turn) and self.composer.text()):
            self._save_draft(turn.request.session_id, "")
        if not self._shows(turn):
            return
        self._session_id, self._awaiting = turn.session_id, None
        asked = self.model.row_of(-2 * turn.number)
        for row, message_id in ((asked, turn.user_message_id), (asked + 1, turn.reply_message_id)):
            if asked >= 0 and message_id is not None and turn.session_id is not None:
                message = self.model.message(row)
                self.model.replace(
                    row, replace(message, id=message_id, session_id=turn.session_id)
                )
        if self._session is None or self._session.id != turn.session_id:
            self._begin_load(first=False)

    def _on_text_added(self, turn: RunningTurn, text: str) -> None:
        if self._shows(turn) and (row := self._reply_row(turn)) >= 0:
            self.model.append_text(row, text)

    def _on_action_done(self, turn: RunningTurn, action: Action) -> None:
        if self._shows(turn) and (row := self._reply_row(turn)) >= 0:
            self.model.add_action(row, action)

    def _on_ended(self, turn: RunningTurn, result: TurnResult) -> None:
        error = result.failure
        if not self._shows(turn):
            self._mark_seen(result.session_id, False)
            return
        self._awaiting = None
        if (row := self._reply_row(turn)) >= 0:
            self.model.replace(row, loading.finished(self.model.message(row), result))
        self.status.show_usage(result.usage)
        if error is not None:
            self.show_error(error)
        self._refresh()
        self._begin_load(first=False)
        self._runner.run(self, self._core.engine_info, self.status.show_engine)

    def _on_failed(self, turn: RunningTurn, error: AppError) -> None:
        lost = turn.user_message_id is None
        if not self._shows(turn):
            if lost:
                self._save_draft(turn.request.session_id, turn.request.text)
            return
        self._awaiting = None
        if lost:
            kept = [message for message in self.model.messages() if message.id >= 0]
            self.model.reset(kept)
            if not self.composer.text():
                self.composer.set_text(turn.request.text)
                self._save_draft(self._session_id, turn.request.text)
        elif (row := self._reply_row(turn)) >= 0:
            self.model.set_state(row, MessageState.FAILED)
        self.show_error(error)
        self._refresh()

    # --- cards, memories, links, remedies

    def _on_undo(self, card: ActionCard, change_id: int) -> None:
        undo = self._core.undo
        tell = partial(self._on_undo_failed, card)
        self._runner.run(card, partial(undo.undo, change_id), partial(self._on_undone, card), tell)

    def _on_undone(self, card: ActionCard, change: Change | None) -> None:
        card.show_undone()
        self._hub.post(Changes.PLANNER | Changes.MEMORIES)
        if change is None:
            card.show_outcome(self.tr("This was taken back before."))

    def _on_undo_failed(self, card: ActionCard, error: AppError) -> None:
        card.show_outcome(error_presenter.notice(error, self._lang).text)

    def _on_proposals(self, session_id: int, found: tuple[list[Memory], dict[int, str]]) -> None:
        if session_id == self._session_id:
            self.memories.show_proposals(*found)

    def _on_link(self, address: str) -> None:
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Open a link"))
        box.setText(self.tr("Open this address outside Assistant?"))
        box.setInformativeText(address)
        opening = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if box.clickedButton() is opening:
            QDesktopServices.openUrl(QUrl(address))
        box.deleteLater()

    def show_error(self, error: AppError) -> None:
        """Say what went wrong in the status line, with what helps."""
        self.status.show_notice(error_presenter.notice(error, self._lang))

    def show_note(self, codes: Sequence[str]) -> None:
        """Say in the status line what the owner should know of how the model was loaded."""
        said = " ".join(phrase(self._lang, f"engine.notes.{code}") for code in codes)
        self.status.show_notice(error_presenter.Notice(said))

    def _on_remedy(self, remedy: Remedy) -> None:
        if remedy is Remedy.CHOOSE_MODEL:
            self.model_asked.emit()
        elif remedy is Remedy.SERVERS:
            self.servers_asked.emit()
        elif remedy is Remedy.RESTART:
            self.status.show_notice(None)
            self._runner.run(self, self._core.restart_engine, None, self.show_error, lane="turn")

    def _on_changes(self, changes: Changes) -> None:
        if self._session_id is None:
            return
        shown = Changes.MESSAGES | Changes.SESSIONS | Changes.MEMORIES
        if changes & shown and self.running is None:
            self._begin_load(first=False)
        elif changes & Changes.MEMORIES:
            work = partial(loading.load_proposals, self._core, self._session_id)
            self._runner.run(self, work, partial(self._on_proposals, self._session_id))
