"""Looks for reminders that are due, at start, after sleep, and at least every half a minute.

The core knows what was shown, snoozed, dismissed and missed; this has the timer, and no state that
a killed process would take with it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from assistant_app import log
from assistant_app.domain.changes import Changes
from assistant_app.domain.clock import Moment, now_ms
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind
from assistant_app.errors import AppError
from assistant_app.gui.hub import Hub
from assistant_app.gui.runner import Runner
from assistant_app.planner.walltime import machine_zone, reload_zone

if TYPE_CHECKING:
    from assistant_app.planner.reminders import Reminder
    from assistant_app.services.assistant import Assistant

MAX_WAIT_MS = 30_000
_MORNING = dt.time(9)
_log = log.get(__name__)


@dataclass(frozen=True, slots=True)
class Ring:
    """A reminder with its words: when the thing is."""

    reminder: Reminder
    words: str


@dataclass(frozen=True, slots=True)
class Look:
    """What a look found: what rings now, the whole list of missed ones, and when to look again."""

    due: list[Ring] = field(default_factory=list)
    missed: list[Ring] = field(default_factory=list)
    newly_missed: bool = False
    wait_ms: int = MAX_WAIT_MS


def look(core: Assistant, lang: Lang) -> Look:
    """Claim what is due and read what was missed; outside the GUI thread."""
    reload_zone()
    now = now_ms()
    here = Moment.from_ms(now, machine_zone())
    reminders = core.planner.reminders
    found = reminders.due(now)
    missed = reminders.missed(now)
    coming = reminders.next_due(now, MAX_WAIT_MS)
    wait = MAX_WAIT_MS if coming is None else min(MAX_WAIT_MS, max(50, coming - now))

    def ring(reminder: Reminder) -> Ring:
        occurrence = reminder.occurrence
        dated = occurrence.start is not None or occurrence.end is not None
        words = core.planner.describe(occurrence, here, lang) if dated else ""
        return Ring(reminder, words)

    return Look(
        [ring(r) for r in found if not r.missed],
        [ring(r) for r in missed],
        any(r.missed for r in found),
        wait,
    )


def tomorrow_ms() -> int:
    """Return tomorrow morning."""
    now = Moment.from_ms(now_ms(), machine_zone())
    day = now.wall.date() + dt.timedelta(days=1)
    return Moment(dt.datetime.combine(day, _MORNING), now.tz).ms


class ReminderWatch(QObject):
    """`rang(rings)` when something is due, `missed(rings, is_new)` with the list of missed ones.

    Whoever shows what rang calls `confirm` when it is on the screen. `completed(changes, reminders)`
    follows `done`, for taking it back.
    """

    rang = Signal(object)
    completed = Signal(object, object)
    missed = Signal(object, bool)

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, lang: Lang, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._looking = False
        self._again = False
        self._missed: list[Ring] = []
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.look)
        self._hub = hub
        hub.changed.connect(self._on_changes)

    def speak(self, lang: Lang) -> None:
        """Say the words in another language from now on."""
        self._lang = lang

    def look(self) -> None:
        """Look now, and arm the timer for the next time."""
        if self._looking:
            self._again = True
            return
        self._looking, self._again = True, False
        self._runner.run(self, partial(look, self._core, self._lang), self._on_look, self._failed)

    def stop(self) -> None:
        """Look no more."""
        self._hub.changed.disconnect(self._on_changes)
        self._timer.stop()

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.PLANNER:
            self.look()

    def _on_look(self, found: Look) -> None:
        self._looking = False
        self._timer.start(found.wait_ms)
        if found.due:
            self.rang.emit(found.due)
        if found.missed != self._missed or found.newly_missed:
            self._missed = found.missed
            self.missed.emit(found.missed, found.newly_missed)
        if self._again:
            self.look()

    def _failed(self, error: AppError) -> None:
        _log.warning("reminders could not be read: %s", error.code)
        self._looking = False
        self._timer.start(MAX_WAIT_MS)

    # --- what the owner answers

    def confirm(self, rings: Sequence[Ring]) -> None:
        """They are on the screen."""
        shown = [ring.reminder for ring in rings]
        self._runner.run(self, partial(self._core.planner.reminders.confirm, shown))

    def snooze(self, rings: Sequence[Ring], until_ms: int) -> None:
        """Ring again then."""
        later = [ring.reminder for ring in rings]
        work = partial(self._core.planner.reminders.snooze, later, until_ms)
        self._runner.run(self, work, lambda _none: self.look())

    def dismiss(self, rings: Sequence[Ring]) -> None:
        """Show them never again."""
        gone = [ring.reminder for ring in rings]
        work = partial(self._core.planner.reminders.dismiss, gone)
        self._runner.run(self, work, lambda _none: self.look())

    def done(self, rings: Sequence[Ring]) -> None:
        """Mark the tasks among them done, and show none of them again."""
        core, gone = self._core, [ring.reminder for ring in rings]
        tasks = [reminder for reminder in gone if reminder.item.kind is ItemKind.TASK]

        def work() -> list[int]:
            core.planner.reminders.dismiss(gone)
            keys = [(r.item.id, r.key if r.item.rrule else "") for r in tasks]
            return [core.planner.complete(item_id, key=key)[1].id for item_id, key in keys]

        self._runner.run(self, work, partial(self._on_done, tasks))

    def _on_done(self, tasks: list[Reminder], changes: list[int]) -> None:
        self.look()
        if changes:
            self.completed.emit(changes, tasks)

    def take_back(self, changes: Sequence[int], tasks: Sequence[Reminder]) -> None:
        """Take back what `completed` told of: the tasks are open, and ring again."""
        core, now = self._core, now_ms()

        def work() -> None:
            for change in reversed(changes):
                core.undo.undo(change)
            core.planner.reminders.snooze(tasks, now)

        self._runner.run(self, work, lambda _done: self._hub.post(Changes.PLANNER))
