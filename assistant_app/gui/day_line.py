"""What is coming today, said in one line at the first start of a day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from assistant_app.gui import style
from assistant_app.gui.agenda_load import AgendaRow, here, row_of
from assistant_app.gui.agenda_model import short_time
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconButton, IconLabel

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_SETTING = "agenda.greeted"
_NAMED = 4


@dataclass(frozen=True, slots=True)
class DayPlan:
    """Today's events that are not over, and the titles of the open tasks that are due."""

    events: list[AgendaRow]
    due: list[str]


def first_plan(core: Assistant) -> DayPlan | None:
    """Return what is coming today, once a day; None when it was said. Outside the GUI thread."""
    now = here()
    today = now.wall.date()
    if core.settings.get(_SETTING, "") == today.isoformat():
        return None
    core.settings.set(_SETTING, today.isoformat())
    after = (today + dt.timedelta(days=1)).isoformat()
    events = [
        row_of(core, occurrence, now, "en")
        for occurrence in core.planner.events(today.isoformat(), after, now.tz)
        if occurrence.end_ms is None or occurrence.end_ms > now.ms
    ]
    due = [task.item.title for task in core.planner.tasks("open", due_before=after)]
    return DayPlan(events, due) if events or due else None


class DayLine(Card):
    """The line, hidden until there is one; it stays until it is closed."""

    agenda_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tinted=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(style.SPACE_M, style.SPACE_XS, style.SPACE_XS, style.SPACE_XS)
        row.setSpacing(style.SPACE_S)
        row.addWidget(IconLabel("calendar"))
        self.words = style.label("", wrap=True)
        row.addWidget(self.words, 1)
        button = QPushButton(self.tr("Agenda"))
        button.setAccessibleName(self.tr("Open the agenda"))
        button.clicked.connect(self.agenda_asked)
        row.addWidget(button)
        close = IconButton("close", self.tr("Close"))
        close.clicked.connect(self.hide)
        row.addWidget(close)
        self.hide()

    def show_plan(self, plan: DayPlan) -> str:
        """Show a day in one line, and return it."""
        parts = []
        if plan.events:
            parts.append(self.tr("Today: {events}").format(events=self._named(plan.events)))
        if plan.due:
            due = [*plan.due[:_NAMED], *self._more(len(plan.due))]
            parts.append(self.tr("Due: {tasks}").format(tasks=self.tr(", ").join(due)))
        line = " · ".join(parts)
        self.words.setText(line)
        self.show()
        return line

    def _named(self, events: list[AgendaRow]) -> str:
        said = []
        for row in events[:_NAMED]:
            timed = row.begin is not None and not row.occurrence.item.all_day
            title = row.occurrence.item.title
            said.append(f"{short_time(row.begin)} {title}" if timed and row.begin else title)
        return self.tr(", ").join([*said, *self._more(len(events))])

    def _more(self, count: int) -> list[str]:
        left = count - _NAMED
        return [self.tr("{count} more").format(count=left)] if left > 0 else []
