"""A date that is edited with its whole year, or chosen from a month that looks like the agenda's."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QDateEdit, QToolButton, QWidget

from assistant_app.gui import agenda_words
from assistant_app.gui.icons import icon
from assistant_app.gui.month_view import MonthView


class PopupMonth(MonthView):
    """The agenda's month with a bar to turn it; Qt paints that bar as if it were chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setNavigationBarVisible(True)
        self.begin_week(0)
        self._paint_bar()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_bar()

    def _paint_bar(self) -> None:
        shown = QApplication.palette()
        bar = self.findChild(QWidget, "qt_calendar_navigationbar")
        if bar is None:
            return
        bar.setBackgroundRole(QPalette.ColorRole.Window)
        plain = QPalette(shown)  # its buttons write in the colour of a choice
        text = shown.color(QPalette.ColorRole.WindowText)
        plain.setColor(QPalette.ColorRole.HighlightedText, text)
        for button in bar.findChildren(QToolButton):
            button.setPalette(plain)
        for part, name in (("prevmonth", "previous"), ("nextmonth", "next")):
            arrow = bar.findChild(QToolButton, f"qt_calendar_{part}")
            if arrow is not None:
                arrow.setIcon(icon(name, shown))


class DateField(QDateEdit):
    """A date with a calendar to choose from."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCalendarPopup(True)
        self.setCalendarWidget(PopupMonth())
        self.setDisplayFormat(agenda_words.date_format())
        self.setAccessibleName(name)
