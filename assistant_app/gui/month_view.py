"""A month with a dot on each day that has something."""

from __future__ import annotations

import datetime as dt

from PySide6.QtCore import QDate, QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QWidget

from assistant_app.gui import style


class MonthView(QCalendarWidget):
    """Qt's calendar, in the reader's language, with event and due dots."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events: frozenset[dt.date] = frozenset()
        self._due: frozenset[dt.date] = frozenset()
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setHorizontalHeaderFormat(QCalendarWidget.HorizontalHeaderFormat.ShortDayNames)
        self.setFirstDayOfWeek(QLocale().firstDayOfWeek())
        self.setNavigationBarVisible(False)
        self.setMinimumHeight(250)
        self.setAccessibleName(self.tr("Month"))
        plain = QTextCharFormat()
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.setWeekdayTextFormat(day, plain)

    def show_dots(self, events: frozenset[dt.date], due: frozenset[dt.date]) -> None:
        """Mark the days with events, and those on which a task is due."""
        self._events, self._due = events, due
        self.updateCells()

    def day(self) -> dt.date:
        """Return the chosen day."""
        chosen = self.selectedDate()
        return dt.date(chosen.year(), chosen.month(), chosen.day())

    def choose(self, day: dt.date) -> None:
        """Choose a day and show its month."""
        self.setSelectedDate(QDate(day.year, day.month, day.day))

    def shown(self) -> tuple[dt.date, dt.date]:
        """Return the first and last day that the grid can show."""
        first = dt.date(self.yearShown(), self.monthShown(), 1)
        return first - dt.timedelta(days=7), first + dt.timedelta(days=45)

    def paintCell(self, painter: QPainter, rect: QRect, date: QDate | dt.date) -> None:
        """Paint a day as Qt does, then its dots."""
        if isinstance(date, dt.date):
            date = QDate(date.year, date.month, date.day)
        super().paintCell(painter, rect, date)
        day = dt.date(date.year(), date.month(), date.day())
        tints = []
        if day in self._events:
            tints.append(style.Role.ACCENT)
        if day in self._due:
            tints.append(style.Role.WARNING)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if day == dt.date.today():
            painter.setPen(style.colour(self.palette(), style.Role.ACCENT))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        chosen = date == self.selectedDate()
        left = rect.center().x() - (len(tints) - 1) * 4
        for number, role in enumerate(tints):
            tint = style.colour(self.palette(), role)
            painter.setBrush(self.palette().highlightedText() if chosen else tint)
            painter.drawEllipse(QPoint(left + number * 8, rect.bottom() - 4), 2, 2)
        painter.restore()
