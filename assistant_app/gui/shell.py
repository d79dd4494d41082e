"""Holds the windows together: builds them, opens one from another, and builds them anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from assistant_app import log
from assistant_app.domain.changes import Changes
from assistant_app.gui import preferences, style
from assistant_app.gui.day_line import DayPlan, first_plan
from assistant_app.gui.fetch_desk import FetchDesk
from assistant_app.gui.hub import Hub
from assistant_app.gui.idle_states import IdleStates
from assistant_app.gui.idle_summaries import IdleSummaries
from assistant_app.gui.main_window import MainWindow
from assistant_app.gui.turn_controller import TurnController

if TYPE_CHECKING:
    from assistant_app.domain.engine import EngineInfo
    from assistant_app.errors import AppError
    from assistant_app.gui.agenda_window import AgendaWindow
    from assistant_app.gui.memories_window import MemoriesWindow
    from assistant_app.gui.models_window import ModelsWindow
    from assistant_app.gui.preferences import Preferences
    from assistant_app.gui.reminder_desk import ReminderDesk
    from assistant_app.gui.runner import Runner
    from assistant_app.gui.settings_dialog import SettingsDialog
    from assistant_app.gui.translation import Translation
    from assistant_app.services.assistant import Assistant


_log = log.get(__name__)


class Shell(QObject):
    """One for each open data folder. Turns go on while windows come and go."""

    quit_asked = Signal()

    def __init__(
        self,
        app: QApplication,
        core: Assistant,
        runner: Runner,
        chosen: Preferences,
        translation: Translation,
    ) -> None:
        super().__init__(app)
        self._app, self._core, self._runner = app, core, runner
        self._preferences, self._translation = chosen, translation
        self.hub = Hub(self)
        core.subscribe(self.hub.post)
        self.turns = TurnController(core, runner, self)
        self.fetches = FetchDesk(core, runner, self)
        self._summaries = IdleSummaries(core, runner, self.turns, self)
        self._states = IdleStates(core, runner, self.turns, self)
        self._summaries.summed_up.connect(self._states.on_summed_up)
        self.turns.ended.connect(self._index)
        self.main: MainWindow
        self.memories: MemoriesWindow | None = None
        self.agenda: AgendaWindow | None = None
        self.models: ModelsWindow | None = None
        self._build()

    @cached_property
    def reminders(self) -> ReminderDesk:
        """The reminders; made after the window is there."""
        from assistant_app.gui.reminder_desk import ReminderDesk

        desk = ReminderDesk(self._core, self._runner, self.hub, self._preferences.lang, self)
        desk.item_asked.connect(self.show_item)
        desk.agenda_asked.connect(self.show_agenda)
        return desk

    def _build(self) -> None:
        style.apply_theme(self._app, self._preferences.theme)
        self._translation.show(self._preferences.lang)
        self.main = main = MainWindow(
            self._core, self._runner, self.hub, self.turns, self.fetches, self._preferences
        )
        main.models_asked.connect(self.show_models)
        main.agenda_asked.connect(self.show_agenda)
        main.item_asked.connect(self.show_item)
        main.memories_asked.connect(self.show_memories)
        main.memory_asked.connect(self.show_memory)
        main.settings_asked.connect(self.show_settings)
        main.file_dropped.connect(self.import_file)
        main.model_ready.connect(self._on_model_ready)
        main.welcome_chosen.connect(self.change)
        main.closing.connect(self._on_closing)
        main.page.session_shown.connect(self._summaries.on_session_shown)
        main.page.session_shown.connect(self._states.on_session_shown)

    def show(self) -> None:
        """Show the main window before its folder is open: what is typed goes into the box."""
        self.main.show()
        self.main.page.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def settle(self, chosen: Preferences) -> None:
        """Take on the settings as stored: the window was built with the looks of the last time."""
        before, self._preferences = self._preferences, chosen
        if chosen.theme != before.theme:
            style.apply_theme(self._app, chosen.theme)
        if chosen.lang != before.lang:
            self._rebuild()
            return
        if chosen.size != before.size:
            self.main.resize(*chosen.size)
        if chosen.pane_shown != before.pane_shown:
            self.main.pane.setVisible(chosen.pane_shown)
        self.main.apply(chosen)

    def start(self) -> None:
        """Show the main window, with the last session or the page that gets a model.

        What was written or asked before stays.
        """
        self.main.show()
        last = self._preferences.last_session
        if not self._preferences.welcomed:
            from assistant_app.gui.first_start import LANGUAGE

            self.main.show_welcome(LANGUAGE)
        elif last is None:
            self._open_none()
        else:
            check = partial(self._core.sessions.get, last)
            self._runner.run(
                self, check, lambda s: self._open_last(s.id, s.deleted_at), self._open_none
            )
        self.warm()
        self._runner.run(self, self._core.load_rules, None, self._on_untidy, lane="long")
        self.reminders.start()
        self._runner.run(self, partial(first_plan, self._core), self._on_plan)

    def _on_plan(self, plan: DayPlan | None) -> None:
        if plan is not None:
            self.reminders.tell_day(self.main.day_line.show_plan(plan))

    def _open_last(self, session_id: int, deleted_at: int | None) -> None:
        if deleted_at is None:
            self._show_first(partial(self.main.open_session, session_id))
        else:
            self._open_none()

    def _open_none(self, _error: AppError | None = None) -> None:
        self._show_first(self.main.new_chat)

    def _show_first(self, show: Callable[[], None]) -> None:
        """Show the first chat, unless a question was asked before it; what was typed stays."""
        page = self.main.page
        if page.running is not None or page.session_id is not None:
            return
        composer = page.composer
        typed = composer.text()
        composer.set_text("")
        show()
        composer.set_text(typed)

    def warm(self) -> None:
        """Load the model while the owner reads; without one, offer to get it."""
        core, lang = self._core, self._preferences.lang

        def work() -> EngineInfo | None:
            core.warm(lang)
            return core.engine_info()

        self._runner.run(self, work, self._on_warm, self._on_cold, lane="turn")
        self.hub.post(Changes.MODELS)  # another may answer now
        self._runner.run(self, core.tidy, self._index, self._on_untidy)

    def _index(self, _done: object = None) -> None:
        """Embed what is new a little at a time, so that the windows' own calls get in between."""
        self._runner.run(self, self._core.index_some, self._on_indexed, self._on_untidy)

    def _on_indexed(self, count: int) -> None:
        if count:
            self._index()

    def _on_untidy(self, error: AppError) -> None:
        """Fading and embedding are tried again at the next start; recall by words works."""
        _log.info("memories were not tidied: %s", error.code)

    def _on_model_ready(self) -> None:
        self.main.take_model()
        self.warm()

    def _on_warm(self, info: EngineInfo | None) -> None:
        self.main.page.status.show_engine(info)
        if info is not None and info.notes:
            self.main.page.show_note(info.notes)

    def _on_cold(self, error: AppError) -> None:
        if error.code == "no_model":
            if self._preferences.welcomed:
                self.main.choose_model()
        else:
            self.main.page.show_error(error)

    # --- the other windows

    def show_agenda(self) -> AgendaWindow:
        """Show the agenda."""
        if self.agenda is None:
            from assistant_app.gui.agenda_window import AgendaWindow

            self.agenda = AgendaWindow(self._core, self._runner, self.hub, self._preferences)
            self.agenda.show_missed(self.reminders.missed)
            self.reminders.missed_changed.connect(self.agenda.show_missed)
            self.agenda.missed_asked.connect(self.reminders.show_panel)
        self._front(self.agenda)
        return self.agenda

    def import_file(self, path: Path) -> None:
        """Show the agenda, and what a calendar file would bring."""
        self.show_agenda().import_file(path)

    def show_item(self, _kind: str, item_id: int) -> None:
        """Show the agenda with the editor of an item open."""
        self.show_agenda().edit_item(item_id)

    def show_memories(self) -> MemoriesWindow:
        """Show the memories."""
        if self.memories is None:
            from assistant_app.gui.memories_window import MemoriesWindow

            self.memories = MemoriesWindow(
                self._core, self._runner, self.hub, self._preferences.lang
            )
            self.memories.jump_asked.connect(self._on_jump)
            self.memories.session_asked.connect(self._on_session)
        self.memories.dialogs.session_id = self.main.page.session_id
        self._front(self.memories)
        return self.memories

    def show_memory(self, memory_id: int) -> None:
        """Show the memories with one chosen."""
        self.show_memories().show_memory(memory_id)

    def show_models(self) -> ModelsWindow:
        """Show the models."""
        if self.models is None:
            from assistant_app.gui.models_window import ModelsWindow

            lang = self._preferences.lang
            self.models = ModelsWindow(self._core, self._runner, self.fetches, lang)
            self.models.model_changed.connect(self._on_model_ready)
            self.hub.changed.connect(self.models.on_changes)
            self.models.servers_asked.connect(lambda: self.main.show_servers(self.models))
        else:
            self.models.reload()
        self._front(self.models)
        return self.models

    def _on_session(self, session_id: int) -> None:
        self._front(self.main)
        self.main.open_session(session_id)

    def _on_jump(self, session_id: int, message_id: int) -> None:
        self._front(self.main)
        self.main.open_session(session_id, message_id)

    def raise_main(self) -> None:
        """Bring the main window to the front: the app was started again."""
        self._front(self.main)

    def _front(self, window: QWidget) -> None:
        if window.isMinimized():
            window.showNormal()
        window.show()
        window.raise_()
        window.activateWindow()

    # --- settings

    def show_settings(self) -> SettingsDialog:
        """Open the settings."""
        from assistant_app.gui.settings_dialog import SettingsDialog

        info = self.main.page.status.engine
        dialog = SettingsDialog(
            self._preferences,
            str(self._core.paths.data_dir),
            info.model if info else "",
            self.main,
        )
        dialog.changed.connect(self.change)
        dialog.model_asked.connect(self.show_models)
        dialog.servers_asked.connect(lambda: self.main.show_servers())
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def change(self, after: Preferences) -> None:
        """Take on other settings and store them; another language builds the windows anew."""
        before, self._preferences = self._preferences, after
        work = partial(preferences.save, self._core, before, after)
        self._runner.run(self, work)
        if after.theme != before.theme:
            style.apply_theme(self._app, after.theme)
        if after.lang != before.lang:
            self._rebuild()
        else:
            self.main.apply(after)
            if self.agenda is not None:
                self.agenda.apply(after)

    def _rebuild(self) -> None:
        old = self.main
        old.page.composer.flush_draft()
        shown = old.preferences
        self._preferences = replace(
            self._preferences, pane_width=shown.pane_width, pane_shown=shown.pane_shown
        )
        session, info = old.page.session_id, old.page.status.engine
        self._close_others()
        geometry = old.geometry()
        old.closing.disconnect(self._on_closing)
        self._build()
        self.reminders.speak(self._preferences.lang)  # in the language that was just loaded
        self.main.setGeometry(geometry)
        self.main.show()
        self.main.page.show_session(session)
        if not self._preferences.welcomed:
            from assistant_app.gui.first_start import MODEL

            self.main.show_welcome(MODEL)
        self.main.page.status.show_engine(info)
        old.close()
        old.deleteLater()

    def _close_others(self) -> None:
        for window in (self.memories, self.agenda, self.models):
            if window is not None:
                window.close()
                window.deleteLater()
        self.memories = self.agenda = self.models = None

    # --- the end

    def _on_closing(self) -> None:
        self.quit_asked.emit()

    def prepare_to_quit(self) -> None:
        """Hide the windows, keep what is not kept yet, and stop what runs."""
        now = self.main.preferences
        self._runner.run(self, partial(preferences.save, self._core, self._preferences, now))
        self.main.page.composer.flush_draft()
        self.main.undo_bar.flush()
        self._close_others()
        if "reminders" in self.__dict__:
            self.reminders.stop()
        self.main.hide()
        self.fetches.stop()
        self._summaries.stop()
        self._states.stop()
        self.turns.stop_all()
