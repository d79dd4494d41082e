"""Joins the watch over reminders, the panel that shows them, and the desktop's notifications."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assistant_app.domain.language import Lang
from assistant_app.gui.hub import Hub
from assistant_app.gui.notifier import Notifier
from assistant_app.gui.reminder_panel import ReminderPanel
from assistant_app.gui.reminder_watch import ReminderWatch, Ring
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.planner.reminders import Reminder
    from assistant_app.services.assistant import Assistant

_NAMED = 4


class ReminderDesk(QObject):
    """One for the shell. `missed_changed(count)` for the bar in the agenda."""

    missed_changed = Signal(int)
    item_asked = Signal(str, int)
    agenda_asked = Signal()

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, lang: Lang, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.watch = ReminderWatch(core, runner, hub, lang, self)
        self.notifier = Notifier(self)
        self.watch.rang.connect(self._on_rang)
        self.watch.missed.connect(self._on_missed)
        self.watch.completed.connect(self._on_completed)
        self.notifier.chosen.connect(self.show_panel)
        self.notifier.snooze_asked.connect(lambda: self.panel.snooze_all())
        self.notifier.done_asked.connect(lambda: self.panel.finish_all())
        self.notifier.agenda_asked.connect(self.agenda_asked)
        self.panel: ReminderPanel
        self._build()

    def _build(self) -> None:
        self.panel = panel = ReminderPanel()
        panel.snoozed.connect(self.watch.snooze)
        panel.done.connect(self.watch.done)
        panel.dismissed.connect(self.watch.dismiss)
        panel.opened.connect(self.item_asked)
        panel.due_changed.connect(self.notifier.show_due)

    def speak(self, lang: Lang) -> None:
        """Speak another language: the panel is built anew with what it shows."""
        old = self.panel
        self.watch.speak(lang)
        self.notifier.speak()
        self._build()
        if not old.isHidden():
            self.panel.add_due(old.due_model.rings)
        self.panel.show_missed(old.missed_model.rings, front=False)
        old.close()
        old.deleteLater()

    @property
    def missed(self) -> int:
        """How many were missed."""
        return len(self.panel.missed_model.rings)

    def start(self) -> None:
        """Look for the first time."""
        self.watch.look()

    def show_panel(self) -> None:
        """Bring the panel to the front, where it has anything."""
        if self.panel.due_model.rings or self.panel.missed_model.rings:
            self.panel.show()
            self.panel.raise_()
            self.panel.activateWindow()

    def tell_day(self, line: str) -> None:
        """Say what is coming today."""
        self.notifier.tell(self.tr("Assistant"), line)

    def _on_rang(self, rings: Sequence[Ring]) -> None:
        self.panel.add_due(rings)
        lines = [f"{ring.reminder.item.title} · {ring.words}" for ring in rings[:_NAMED]]
        if len(rings) > _NAMED:
            lines.append(self.tr("and {count} more").format(count=len(rings) - _NAMED))
        self.notifier.tell(self.tr("Reminder"), "\n".join(lines))
        self.watch.confirm(rings)

    def _on_completed(self, changes: Sequence[int], tasks: Sequence[Reminder]) -> None:
        titles = [reminder.item.title for reminder in tasks]
        words = self.tr("Done: {titles}").format(titles=self.tr(", ").join(titles[:_NAMED]))
        self.panel.offer_undo(words, partial(self.watch.take_back, changes, tasks))

    def _on_missed(self, rings: Sequence[Ring], is_new: bool) -> None:
        self.panel.show_missed(rings, front=is_new)
        self.missed_changed.emit(len(rings))

    def stop(self) -> None:
        """End with the shell."""
        self.watch.stop()
        self.notifier.close()
        self.panel.close()
        self.panel.deleteLater()
