"""The main window: sessions at the left, the chat in the middle."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import Lang
from assistant_app.domain.session import MessageHit, Session
from assistant_app.errors import AppError
from assistant_app.gui import agenda_load, error_presenter, style
from assistant_app.gui.chat_page import ChatPage
from assistant_app.gui.day_line import DayLine
from assistant_app.gui.fetch_desk import FetchDesk
from assistant_app.gui.hub import Hub
from assistant_app.gui.icons import IconButton
from assistant_app.gui.ics_drop import IcsDrop
from assistant_app.gui.model_page import ModelPage
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.runner import Runner
from assistant_app.gui.session_pane import SessionPane
from assistant_app.gui.turn_controller import TurnController
from assistant_app.gui.undo_bar import UndoBar

if TYPE_CHECKING:
    from assistant_app.gui.first_start import FirstStart
    from assistant_app.gui.servers_dialog import ServersDialog
    from assistant_app.services.assistant import Assistant

_SEARCH_MS = 200
_MINUTE_MS = 60_000


class MainWindow(QMainWindow):
    """Asks the shell for the other windows by signals."""

    agenda_asked = Signal()
    item_asked = Signal(str, int)
    memories_asked = Signal()
    memory_asked = Signal(int)
    settings_asked = Signal()
    models_asked = Signal()
    model_ready = Signal()
    welcome_chosen = Signal(object)
    file_dropped = Signal(object)
    closing = Signal()

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        hub: Hub,
        turns: TurnController,
        fetches: FetchDesk,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._core, self._runner, self._turns = core, runner, turns
        self._fetches = fetches
        self._preferences = preferences
        self._lang: Lang = preferences.lang
        self._hub = hub
        self._search = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._search.timeout.connect(self._on_search_time)
        self._clock = QTimer(self, interval=_MINUTE_MS)
        self._clock.timeout.connect(self._on_minute)
        self._build()
        self._connect()
        self.refresh()
        self._clock.start()

    # --- building

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Assistant"))
        self.resize(*self._preferences.size)
        self.setMinimumSize(560, 420)
        self.pane = SessionPane()
        if not self._preferences.pane_shown:
            self.pane.hide()  # shown before it has a parent, it would be a window
        self.undo_bar = UndoBar()
        self.page = ChatPage(
            self._core, self._runner, self._hub, self._turns, self._lang, self.undo_bar
        )
        self.page.composer.set_enter_sends(self._preferences.send_key == "enter")
        self.page.empty.greet(self._preferences.name)
        self.model_page = ModelPage(self._core, self._runner, self._fetches, self._lang)
        self.welcome: FirstStart | None = None
        self.stack = QStackedWidget()
        self.stack.addWidget(self.page)
        self.stack.addWidget(self.model_page)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_head())
        self.day_line = DayLine()
        self.day_line.agenda_asked.connect(self.agenda_asked)
        above = QHBoxLayout()
        above.setContentsMargins(style.SPACE_M, 0, style.SPACE_M, 0)
        above.addWidget(self.day_line)
        column.addLayout(above)
        column.addWidget(self.stack, 1)
        bar = QHBoxLayout()
        bar.setContentsMargins(style.SPACE_M, 0, style.SPACE_M, style.SPACE_S)
        bar.addWidget(self.undo_bar)
        column.addLayout(bar)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.pane)
        self.splitter.addWidget(middle)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([self._preferences.pane_width, 800])
        self.setCentralWidget(self.splitter)

    def _build_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(style.SPACE_S, style.SPACE_S, style.SPACE_M, style.SPACE_S)
        row.setSpacing(style.SPACE_S)
        self.pane_button = IconButton("menu", self.tr("Show or hide the chats (Ctrl+B)"))
        self.pane_button.clicked.connect(self._on_pane)
        self.title = style.label("", bold=True)
        self.title.setMinimumWidth(60)
        self.today = QPushButton()
        self.today.setFlat(True)
        self.today.clicked.connect(self.agenda_asked)
        self.today.hide()
        row.addWidget(self.pane_button)
        row.addWidget(self.title, 1)
        row.addWidget(self.today)
        return row

    def _connect(self) -> None:
        self._hub.changed.connect(self._on_changes)
        self._drop = IcsDrop(self)
        self._drop.watch(self, self.page.composer.edit.viewport())
        self._drop.dropped.connect(self.file_dropped)
        self._runner.failed.connect(self._on_error)
        pane, page = self.pane, self.page
        pane.new_asked.connect(self.new_chat)
        pane.opened.connect(self.open_session)
        pane.renamed.connect(self._on_renamed)
        pane.deleted.connect(self._on_deleted)
        pane.searched.connect(lambda _words: self._search.start())
        pane.agenda_asked.connect(self.agenda_asked)
        pane.memories_asked.connect(self.memories_asked)
        pane.settings_asked.connect(self.settings_asked)
        page.session_shown.connect(self._on_session_shown)
        page.edit_asked.connect(self._on_edit_asked)
        page.memory_asked.connect(self.memory_asked)
        page.model_asked.connect(self._on_model_asked)
        page.servers_asked.connect(lambda: self.show_servers())
        self.model_page.ready.connect(self._on_model_ready)
        self.model_page.later.connect(self._on_model_later)
        keys: tuple[tuple[QKeySequence.StandardKey | str, Callable[[], object]], ...] = (
            (QKeySequence.StandardKey.New, self.new_chat),
            (QKeySequence.StandardKey.Quit, self.close),
            ("Ctrl+1", self.page.composer.setFocus),
            ("Ctrl+2", self.agenda_asked.emit),
            ("Ctrl+3", self.memories_asked.emit),
            ("Ctrl+4", self.models_asked.emit),
            ("Ctrl+,", self.settings_asked.emit),
            ("Ctrl+K", self._on_find),
            ("Ctrl+B", self._on_pane),
            ("Escape", self.page.stop),
        )
        for key, slot in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(lambda s=slot: s())

    # --- what is shown

    @property
    def preferences(self) -> Preferences:
        """The settings, with the size and place that the window has now."""
        width = self.splitter.sizes()[0] if self.pane.isVisible() else self._preferences.pane_width
        return replace(
            self._preferences,
            pane_width=max(200, width),
            pane_shown=not self.pane.isHidden(),
            size=(self.width(), self.height()),
            last_session=self.page.session_id,
        )

    def apply(self, preferences: Preferences) -> None:
        """Take on settings that need no new window."""
        self._preferences = preferences
        self.page.composer.set_enter_sends(preferences.send_key == "enter")
        self.page.empty.greet(preferences.name)

    def refresh(self) -> None:
        """Read what stands around the chat."""
        self._runner.run(self, self._core.sessions.listing, self._on_sessions)
        self._runner.run(self, self._core.memories.lists.waiting, self.pane.show_to_confirm)
        self._runner.run(self, partial(agenda_load.today_line, self._core), self._on_today)

    def _on_sessions(self, sessions: Sequence[Session]) -> None:
        self.pane.show_sessions(sessions, dt.date.today())
        self.pane.select(self.page.session_id)
        for session in sessions:
            if session.id == self.page.session_id:
                self._show_title(session)

    def _on_today(self, counts: tuple[int, int]) -> None:
        events, due = counts
        words = self.tr("Today: {events} in the calendar, {due} due")
        self.today.setText(words.format(events=events, due=due))
        self.today.setAccessibleName(self.today.text())
        self.today.setVisible(bool(events or due))

    def _show_title(self, session: Session | None) -> None:
        title = session.title if session else ""
        title = title or self.tr("New chat")
        if session is not None and session.off_record:
            title = self.tr("{title} · off the record").format(title=title)
        fits = self.title.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, 420)
        self.title.setText(fits)
        self.title.setToolTip(style.plain_tooltip(title))

    def _on_session_shown(self, session: Session | None) -> None:
        self._show_title(session)
        self.pane.select(session.id if session else None)

    def new_chat(self) -> None:
        """Show an empty chat; it comes to be with its first message."""
        self.stack.setCurrentWidget(self.page)
        self.page.show_session(None)

    def open_session(self, session_id: int, message_id: int | None = None) -> None:
        """Show a session, and one of its messages."""
        self.stack.setCurrentWidget(self.page)
        if session_id != self.page.session_id or message_id is not None:
            self.page.show_session(session_id, message_id)

    def show_welcome(self, step: int) -> None:
        """Show a step of the first start."""
        if self.welcome is None:
            from assistant_app.gui.first_start import FirstStart

            self.welcome = FirstStart(self._core, self._runner, self._fetches, self._preferences)
            self.welcome.chosen.connect(self.welcome_chosen)
            self.welcome.model_ready.connect(self.model_ready)
            self.welcome.finished.connect(self._on_welcomed)
            self.stack.addWidget(self.welcome)
        self.stack.setCurrentWidget(self.welcome)
        self.welcome.show_step(step)

    def _on_welcomed(self) -> None:
        self.new_chat()
        self.page.composer.setFocus()
        self.welcome_chosen.emit(replace(self._preferences, welcomed=True))

    def choose_model(self) -> None:
        """Show the page that gets a model."""
        self.stack.setCurrentWidget(self.model_page)
        self.model_page.look()

    def _on_model_asked(self) -> None:
        """Get the first model, or choose among those that are here."""

        def found(model: object) -> None:
            self.choose_model() if model is None else self.models_asked.emit()

        core = self._core
        self._runner.run(self, lambda: core.models.current() or core.destination(), found)

    def show_servers(self, parent: QWidget | None = None) -> ServersDialog:
        """Show the servers of the owner's own that can answer, above `parent` or this window."""
        from assistant_app.gui.servers_dialog import ServersDialog

        dialog = ServersDialog(self._core, self._runner, self._hub, self._lang, parent or self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _on_model_ready(self) -> None:
        self.take_model()
        self.page.composer.setFocus()
        self.model_ready.emit()

    def take_model(self) -> None:
        """Show the chat again, and no longer what was wrong: there is a model to answer."""
        if self.stack.currentWidget() is self.model_page:
            self.stack.setCurrentWidget(self.page)
        self.page.status.show_notice(None)

    def _on_model_later(self) -> None:
        self.stack.setCurrentWidget(self.page)
        self.page.show_error(AppError("no_model"))

    # --- what is asked for

    def _on_renamed(self, session_id: int, title: str) -> None:
        self._runner.run(self, partial(self._core.sessions.rename, session_id, title))

    def _on_deleted(self, session_id: int) -> None:
        row = self.pane.model.row_of(session_id)
        session = self.pane.model.session_at(row)
        title = (session.title if session else "") or self.tr("New chat")
        if (turn := self._turns.running_in(session_id)) is not None:
            self._turns.stop(turn)
        done = partial(self._on_in_trash, session_id, title)
        self._runner.run(self, partial(self._core.sessions.delete, session_id), done)

    def _on_in_trash(self, session_id: int, title: str, _done: object) -> None:
        if self.page.session_id == session_id:
            self.new_chat()
        words = self.tr("Moved “{title}” to the trash").format(title=title)
        self.undo_bar.offer(words, partial(self._restore, session_id))
        self.refresh()

    def _restore(self, session_id: int) -> None:
        back = partial(self._on_restored, session_id)
        self._runner.run(self, partial(self._core.sessions.restore, session_id), back)

    def _on_restored(self, session_id: int, _done: object) -> None:
        self.open_session(session_id)
        self.refresh()

    def _on_search_time(self) -> None:
        words = self.pane.search.text().strip()
        if words:
            work = partial(self._core.sessions.search, words)
            self._runner.run(self, work, partial(self._on_hits, words))

    def _on_hits(self, words: str, hits: Sequence[MessageHit]) -> None:
        if words == self.pane.search.text().strip():
            self.pane.filter.set_hits(frozenset(hit.message.session_id for hit in hits))

    def _on_find(self) -> None:
        self.pane.show()
        self.pane.search.setFocus()
        self.pane.search.selectAll()

    def _on_pane(self) -> None:
        self.pane.setVisible(self.pane.isHidden())

    def _on_edit_asked(self, kind: str, item_id: int) -> None:
        if kind == "memory":
            self.memory_asked.emit(item_id)
        else:
            self.item_asked.emit(kind, item_id)

    # --- what happens by itself

    def _on_changes(self, changes: Changes) -> None:
        wanted = Changes.SESSIONS | Changes.MEMORIES | Changes.PLANNER | Changes.MESSAGES
        if changes & wanted:
            self.refresh()

    def _on_minute(self) -> None:
        self._runner.run(self, partial(agenda_load.today_line, self._core), self._on_today)

    def _on_error(self, error: AppError) -> None:
        self.undo_bar.offer(error_presenter.notice(error, self._lang).text)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the draft, and tell the shell."""
        self.page.composer.flush_draft()
        self.undo_bar.flush()
        self.closing.emit()
        super().closeEvent(event)
