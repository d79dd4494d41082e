"""A month with a dot on each day that has something."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QDate, QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPalette, QPen, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QTableView, QWidget

from assistant_app.domain.planner import Item
from assistant_app.gui import calendar_colour, style
from assistant_app.planner.chinese_days import DayMark

MOST_DOTS = 4


def work_role(mark: DayMark) -> style.Role:
    """Return the colour of 休 or 班."""
    return style.Role.SUCCESS if mark.work == "休" else style.Role.DANGER


class MonthView(QCalendarWidget):
    """Qt's calendar, in the reader's language: dots for events, a small box for a task due."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events: Mapping[dt.date, Sequence[Item]] = {}
        self._due: frozenset[dt.date] = frozenset()
        self._marks: Mapping[dt.date, DayMark] = {}
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setHorizontalHeaderFormat(QCalendarWidget.HorizontalHeaderFormat.ShortDayNames)
        self.setNavigationBarVisible(False)
        self.setMinimumHeight(250)
        self.setAccessibleName(self.tr("Month"))
        # Seven columns share the width there is; by itself each is as wide as the font's widest
        # character, and with a Chinese font the last day of the week is cut off.
        days = self.findChild(QTableView)
        if days is not None:
            days.horizontalHeader().setMinimumSectionSize(0)
        plain = QTextCharFormat()
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.setWeekdayTextFormat(day, plain)

    def begin_week(self, day: int) -> None:
        """Begin weeks on a day, 1 Monday to 7 Sunday; 0 as the locale does."""
        self.setFirstDayOfWeek(Qt.DayOfWeek(day) if day else QLocale().firstDayOfWeek())

    def show_dots(
        self,
        events: Mapping[dt.date, Sequence[Item]],
        due: frozenset[dt.date],
        marks: Mapping[dt.date, DayMark] | None = None,
    ) -> None:
        """Mark the days with events in the colours of their calendars, and where a task is due.

        `events` has one event of each calendar for a day; Chinese marks are printed.
        """
        self._events, self._due, self._marks = events, due, marks or {}
        self.setMinimumHeight(300 if marks else 250)
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
        """Paint a day and its dots."""
        if isinstance(date, dt.date):
            date = QDate(date.year, date.month, date.day)
        day = dt.date(date.year(), date.month(), date.day())
        self._paint_day(painter, rect, date, self._marks.get(day))
        shown = self.palette()
        tints = [calendar_colour.tint(shown, item) for item in self._events.get(day, ())]
        tints = tints[: MOST_DOTS - (day in self._due)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if day == dt.date.today():
            painter.setPen(style.colour(self.palette(), style.Role.ACCENT))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        chosen = date == self.selectedDate()
        count = len(tints) + (day in self._due)
        left, middle = rect.center().x() - (count - 1) * 4, rect.bottom() - 4
        for number, tint in enumerate(tints):
            painter.setBrush(shown.highlightedText() if chosen else tint)
            painter.drawEllipse(QPoint(left + number * 8, middle), 2, 2)
        if day in self._due:
            faint = shown.color(QPalette.ColorRole.HighlightedText) if chosen else None
            painter.setPen(QPen(faint or style.faint(shown), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRect(left + len(tints) * 8 - 2, middle - 2, 4, 4))
        painter.restore()

    def _paint_day(
        self, painter: QPainter, rect: QRect, date: QDate, mark: DayMark | None
    ) -> None:
        """Paint the number, and of a mark the lunar date below it and 休 or 班 in the corner.

        Qt paints the days of other months as if they were disabled, too faint to be read.
        """
        shown = self.palette()
        chosen = date == self.selectedDate()
        inside = date.month() == self.monthShown()
        painter.save()
        ground = QPalette.ColorRole.Highlight if chosen else QPalette.ColorRole.Base
        painter.fillRect(rect, shown.color(ground))
        faint = style.faint(shown)
        bright = shown.color(QPalette.ColorRole.HighlightedText)
        normal = shown.color(QPalette.ColorRole.Text) if inside else faint
        painter.setPen(bright if chosen else normal)
        painter.setFont(self.font())
        if mark is None:
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(date.day()))
            painter.restore()
            return
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        height = painter.fontMetrics().height()
        painter.drawText(rect.adjusted(0, 2, 0, 0), flags, str(date.day()))
        painter.setFont(style.scaled(self.font(), 0.75))
        painter.setPen(bright if chosen else faint)
        painter.drawText(rect.adjusted(0, height, 0, 0), flags, mark.lunar)
        if mark.work:
            painter.setPen(bright if chosen else style.colour(shown, work_role(mark)))
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            painter.drawText(rect.adjusted(0, 2, -3, 0), corner, mark.work)
        painter.restore()
