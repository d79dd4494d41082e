"""The coming days as one list that goes on, and a line that searches events and tasks."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind
from assistant_app.gui import style
from assistant_app.gui.agenda_list_delegate import AgendaListDelegate
from assistant_app.gui.agenda_list_load import (
    EARLIER_WEEKS,
    ListRow,
    Stretch,
    found_rows,
    load_stretch,
)
from assistant_app.gui.agenda_list_model import AgendaListModel, ListRole
from assistant_app.gui.agenda_load import AgendaRow
from assistant_app.gui.row_list import RowList
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_PAUSE_MS = 120


class _SearchLine(QLineEdit):
    """Down goes to what was found, Escape empties the line."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take these two keys."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class AgendaListPage(QWidget):
    """`seen(day)` follows the first day in sight; the others carry an `AgendaRow`."""

    opened = Signal(object)
    deleted = Signal(object)
    checked = Signal(object, bool)
    seen = Signal(object)

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._stretch = Stretch(dt.date.today(), dt.date.today(), [])
        self._asked = 0
        self._loading = False
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.reload)
        self._build()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_S)
        head = QHBoxLayout()
        head.setSpacing(style.SPACE_S)
        self.search = _SearchLine()
        self.search.setPlaceholderText(self.tr("Search events and tasks (Ctrl+F)"))
        self.search.setAccessibleName(self.tr("Search events and tasks"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._timer.start())
        self.search.left.connect(self.focus_rows)
        self.earlier_button = QPushButton(self.tr("Earlier"))
        self.earlier_button.setAccessibleName(self.tr("Show earlier days"))
        self.earlier_button.clicked.connect(self.load_earlier)
        head.addWidget(self.search, 1)
        head.addWidget(self.earlier_button)
        column.addLayout(head)
        self.model = AgendaListModel(self._lang, self)
        self.view = self._build_view()
        self.foot = style.label("", quiet=True, wrap=True)
        column.addWidget(self.view, 1)
        column.addWidget(self.foot)

    def _build_view(self) -> RowList:
        view = RowList(self.tr("The coming days"), self.model)
        view.setItemDelegate(AgendaListDelegate(view))
        view.setUniformItemSizes(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.activated.connect(self._on_open)
        view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        view.offer(self.tr("Edit…"), "F2", self._on_edit)
        view.offer(self.tr("Done, or open again"), "Space", self._on_check)
        view.offer(self.tr("Delete"), "Delete", self._on_delete)
        return view

    # --- showing

    def show_from(self, day: dt.date) -> None:
        """Show the days from one on."""
        self._stretch = Stretch(day, day, [])
        self.reload()

    def reload(self) -> None:
        """Read again what is shown; the place and the chosen row stay."""
        self._timer.stop()
        self._asked += 1
        typed = self.search.text().strip()
        if typed:
            search = partial(found_rows, self._core, typed, self._lang)
            self._runner.run(self, search, partial(self._on_rows, self._asked))
            return
        self._loading = True
        first = self._stretch.first
        work = partial(load_stretch, self._core, first, self._lang, past=self._last_in_sight())
        self._runner.run(self, work, partial(self._on_stretch, self._asked))

    def _last_in_sight(self) -> dt.date | None:
        """Return the day at the lower edge: what was scrolled past it is read again when needed."""
        corner = self.view.viewport().rect().bottomLeft()
        listed = self.model.row(self.view.indexAt(corner))
        return listed.day if listed is not None else None

    def _on_stretch(self, asked: int, found: Stretch) -> None:
        self._loading = False
        if asked == self._asked:
            self._stretch = Stretch(found.first, found.after, [], found.ended)
            self._on_rows(asked, found.rows)

    def _on_rows(self, asked: int, rows: list[ListRow]) -> None:
        if asked != self._asked:
            return
        bar = self.view.verticalScrollBar()
        place, chosen = bar.value(), self._mark(self.view.currentIndex())
        if rows != self.model.rows:
            self.model.reset(rows)
            self._choose(chosen)
            bar.setValue(place)
        self._show_foot()
        self._on_scrolled()

    def _mark(self, index: QModelIndex) -> tuple[object, ...] | None:
        listed = self.model.row(index)
        if listed is None or listed.row is None:
            return None
        return listed.row.occurrence.item.id, listed.row.occurrence.key, listed.day

    def _choose(self, mark: tuple[object, ...] | None) -> None:
        if mark is None:
            return
        for number in range(self.model.rowCount()):
            index = self.model.index(number)
            if self._mark(index) == mark:
                self.view.setCurrentIndex(index)
                return

    def _show_foot(self) -> None:
        typed, rows = self.search.text().strip(), self.model.rowCount()
        words = ""
        if typed and not rows:
            words = self.tr("Nothing has these words.")
        elif not typed and self._stretch.ended:
            words = self.tr("Nothing more in the next two years.") if rows else ""
            words = words or self.tr("Nothing is coming. Ctrl+E makes an event.")
        self.foot.setText(words)
        self.foot.setVisible(bool(words))
        self.earlier_button.setVisible(not typed)

    def _on_scrolled(self) -> None:
        top = self.model.row(self.view.indexAt(self.view.viewport().rect().topLeft()))
        if top is not None and top.day is not None:
            self.seen.emit(top.day)
        bar = self.view.verticalScrollBar()
        near = bar.value() >= bar.maximum() - self.view.viewport().height()
        if near and not self._loading and not self._stretch.ended and not self.search.text():
            self._load_more()

    def _load_more(self) -> None:
        self._loading = True
        work = partial(load_stretch, self._core, self._stretch.after, self._lang)
        self._runner.run(self, work, partial(self._on_more, self._asked))

    def _on_more(self, asked: int, found: Stretch) -> None:
        self._loading = False
        if asked == self._asked:
            first = self._stretch.first
            self._stretch = Stretch(first, found.after, [], found.ended)
            self.model.append(found.rows)
            self._show_foot()

    def load_earlier(self) -> None:
        """Show five weeks more before what is shown; what is in sight stays where it is."""
        if self._loading or self.search.text().strip():
            return
        self._loading = True
        until = self._stretch.first
        first = until - dt.timedelta(weeks=EARLIER_WEEKS)
        work = partial(load_stretch, self._core, first, self._lang, until=until)
        self._runner.run(self, work, partial(self._on_earlier, self._asked))

    def _on_earlier(self, asked: int, found: Stretch) -> None:
        self._loading = False
        if asked != self._asked:
            return
        now = self._stretch
        self._stretch = Stretch(found.first, now.after, [], now.ended)
        bar = self.view.verticalScrollBar()
        place = bar.value()
        self.model.prepend(found.rows)
        height = self.view.sizeHintForRow(0)
        self.view.doItemsLayout()
        bar.setValue(max(0, place + len(found.rows) * height - 3 * height))
        self.seen.emit(found.first)

    # --- asking

    def focus_rows(self) -> None:
        """Put the focus on the chosen row, else on the first."""
        if not self.view.currentIndex().isValid():
            for number in range(self.model.rowCount()):
                if not self.model.index(number).data(ListRole.HEADING):
                    self.view.setCurrentIndex(self.model.index(number))
                    break
        self.view.setFocus()

    def current(self) -> AgendaRow | None:
        """Return the chosen event or task."""
        row = self.view.currentIndex().data(ListRole.ROW)
        return row if isinstance(row, AgendaRow) else None

    def _on_open(self, index: QModelIndex) -> None:
        row = index.data(ListRole.ROW)
        if isinstance(row, AgendaRow):
            self.opened.emit(row)

    def _on_edit(self) -> None:
        self._on_open(self.view.currentIndex())

    def _on_delete(self) -> None:
        if (row := self.current()) is not None:
            self.deleted.emit(row)

    def _on_check(self) -> None:
        row = self.current()
        if row is not None and row.occurrence.item.kind is ItemKind.TASK:
            self.checked.emit(row, not row.occurrence.done)

    def panes(self) -> list[QWidget]:
        """Return what F6 goes through."""
        return [self.search, self.view]
