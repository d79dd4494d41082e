"""The menu that says which calendar something is in; its last entry makes another one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from assistant_app.domain.planner import Calendar
from assistant_app.gui import calendar_colour
from assistant_app.gui.calendar_dialog import CalendarDialog, calendar_name

_NEW = object()


class CalendarBox(QComboBox):
    """Knows its calendars by name. `made(name, color)` asks for the one that was just named."""

    made = Signal(str, object)

    def __init__(
        self, calendars: Sequence[Calendar], chosen: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        known = list(calendars) or [Calendar("")]
        if chosen not in {calendar.name for calendar in known}:
            known.append(Calendar(chosen))
        self._calendars = known
        self._name = chosen
        self.dialog: CalendarDialog | None = None
        for calendar in known:
            self.addItem(calendar_name(calendar.name), calendar)
        self.addItem(self.tr("New calendar…"), _NEW)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._tint()
        self._choose(chosen)
        self.activated.connect(self._on_chosen)

    @property
    def name(self) -> str:
        """The calendar that is chosen."""
        return self._name

    def _choose(self, name: str) -> None:
        self._name = name
        names = [calendar.name for calendar in self._calendars]
        self.setCurrentIndex(names.index(name))

    def _on_chosen(self) -> None:
        chosen = self.currentData()
        if isinstance(chosen, Calendar):
            self._name = chosen.name
            return
        self._choose(self._name)
        self.dialog = CalendarDialog(None, self._calendars, self)
        self.dialog.accepted.connect(self._on_made)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _on_made(self) -> None:
        if self.dialog is None:
            return
        name, color = self.dialog.name, self.dialog.color
        same = [c.name for c in self._calendars if c.name.casefold() == name.casefold()]
        if same:  # it is there already
            self._choose(same[0])
            return
        made = Calendar(name, color)
        self.insertItem(len(self._calendars), name, made)
        self._calendars.append(made)
        self._tint()
        self._choose(name)
        self.made.emit(name, color)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        for number, calendar in enumerate(getattr(self, "_calendars", ())):
            tint = calendar_colour.tint(self.palette(), calendar)
            self.setItemIcon(number, calendar_colour.swatch(tint))
