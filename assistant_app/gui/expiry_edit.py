"""When a memory ends: never, or at a day and time."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QSignalBlocker, QTime, Signal
from PySide6.QtWidgets import QCheckBox, QDateTimeEdit, QHBoxLayout, QWidget

from assistant_app.gui import style
from assistant_app.gui.date_field import PopupMonth

_DAYS_AHEAD = 30


class ExpiryEdit(QWidget):
    """`changed(at)` when the owner chose something else, in milliseconds; None is never."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at: int | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_S)
        self.box = QCheckBox(self.tr("on"))
        self.box.setAccessibleName(self.tr("It expires"))
        self.moment = QDateTimeEdit()
        self.moment.setCalendarPopup(True)
        self.moment.setCalendarWidget(PopupMonth())
        self.moment.setAccessibleName(self.tr("When it expires"))
        self._never = style.label(self.tr("never"), quiet=True)
        for widget in (self.box, self.moment, self._never):
            row.addWidget(widget)
        row.addStretch(1)
        self.box.toggled.connect(self._on_box)
        self.moment.editingFinished.connect(self._on_edited)
        self.moment.calendarWidget().clicked.connect(self._on_edited)

    def show_moment(self, at: int | None) -> None:
        """Show when a memory ends."""
        self._at = at
        with QSignalBlocker(self.box), QSignalBlocker(self.moment):
            self.box.setChecked(at is not None)
            shown = QDateTime.fromMSecsSinceEpoch(at) if at is not None else _later()
            self.moment.setDateTime(shown)
        self._show()

    def _show(self) -> None:
        self.moment.setVisible(self.box.isChecked())
        self._never.setVisible(not self.box.isChecked())

    def _on_box(self, on: bool) -> None:
        self._show()
        if on and self._at is None:
            self.moment.setFocus()
        self._tell()

    def _on_edited(self) -> None:
        if self.box.isChecked():
            self._tell()

    def _tell(self) -> None:
        at = self.moment.dateTime().toMSecsSinceEpoch() if self.box.isChecked() else None
        if at != self._at:
            self._at = at
            self.changed.emit(at)


def _later() -> QDateTime:
    day = QDateTime.currentDateTime().addDays(_DAYS_AHEAD)
    day.setTime(QTime(23, 59))
    return day
