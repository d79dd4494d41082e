"""Joins the list of calendars, their dialogs, and the core."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog

from assistant_app.domain.planner import Calendar
from assistant_app.gui.agenda_editing import AgendaEditing
from assistant_app.gui.calendar_dialog import CalendarDialog, DeleteBox
from assistant_app.gui.calendar_panel import CalendarPanel
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class CalendarDesk(QObject):
    """Makes, changes, hides and deletes calendars as the panel asks."""

    def __init__(
        self, core: Assistant, runner: Runner, panel: CalendarPanel, editing: AgendaEditing
    ) -> None:
        super().__init__(panel)
        self._core, self._runner = core, runner
        self._panel, self._editing = panel, editing
        self.dialog: QDialog | None = None
        panel.new_asked.connect(self._on_new)
        panel.edit_asked.connect(self._on_edit)
        panel.delete_asked.connect(self._on_delete)
        panel.model.hidden_asked.connect(self._on_hidden)

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda _code: setattr(self, "dialog", None))
        self.dialog = dialog
        dialog.open()

    def _on_new(self) -> None:
        dialog = CalendarDialog(None, self._editing.calendars, self._panel)
        dialog.accepted.connect(lambda: self._editing.add_calendar(dialog.name, dialog.color))
        self._open(dialog)

    def _on_edit(self, calendar: Calendar) -> None:
        dialog = CalendarDialog(calendar, (), self._panel)
        dialog.accepted.connect(lambda: self._change(calendar, dialog.name, dialog.color))
        self._open(dialog)

    def _change(self, before: Calendar, name: str, color: str | None) -> None:
        if (name, color) != (before.name, before.color):
            calendars = self._core.planner.calendars
            self._editing.change(lambda: [calendars.change(before.name, name, color).id])

    def _on_delete(self, calendar: Calendar) -> None:
        box = DeleteBox(calendar, self._panel)
        box.finished.connect(lambda _code: self._delete(calendar, box.keeps))
        self._open(box)

    def _delete(self, calendar: Calendar, keeps: bool | None) -> None:
        if keeps is None:
            return
        calendars = self._core.planner.calendars
        words = self.tr("Deleted the calendar “{name}”").format(name=calendar.name)
        work = partial(calendars.delete, calendar.name, keep_items=keeps)
        self._editing.change(lambda: [work().id], words)

    def _on_hidden(self, name: str, hidden: bool) -> None:
        work = partial(self._core.planner.calendars.hide, name, hidden)
        self._runner.run(self, work, None, self._editing.failed)
