"""The small window that shows what is due, and the list of what was missed while closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.clock import now_ms
from assistant_app.domain.planner import ItemKind
from assistant_app.gui import style
from assistant_app.gui.reminder_watch import Ring, tomorrow_ms
from assistant_app.gui.row_list import RowList
from assistant_app.gui.two_line_delegate import TwoLineDelegate
from assistant_app.gui.undo_bar import UndoBar

Index = QModelIndex | QPersistentModelIndex
DETAIL = Qt.ItemDataRole.UserRole + 1
_MINUTE_MS = 60_000


def _mark(ring: Ring) -> tuple[int, str, int]:
    return ring.reminder.item.id, ring.reminder.key, ring.reminder.mark_ms


class RingModel(QAbstractListModel):
    """Reminders: the title, then when it is, and whether it comes late."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rings: list[Ring] = []

    @property
    def rings(self) -> list[Ring]:
        """What is shown."""
        return list(self._rings)

    def show_rings(self, rings: Sequence[Ring]) -> None:
        """Show others."""
        self.beginResetModel()
        self._rings = list(rings)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of reminders."""
        return 0 if parent.isValid() else len(self._rings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, the detail, or both for a screen reader."""
        if not index.isValid() or index.row() >= len(self._rings):
            return None
        ring = self._rings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return ring.reminder.item.title
        if role == DETAIL:
            return self._detail(ring)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{ring.reminder.item.title}, {self._detail(ring)}"
        return None

    def _detail(self, ring: Ring) -> str:
        late = self.tr("late") if ring.reminder.late else ""
        return " · ".join(part for part in (late, ring.words) if part)


class _RingDelegate(TwoLineDelegate):
    def mark(self, index: Index) -> style.Role | None:
        """Mark what is late."""
        model = index.model()
        late = isinstance(model, RingModel) and model.rings[index.row()].reminder.late
        return style.Role.WARNING if late else None


class ReminderPanel(QWidget):
    """Snooze, Done and Dismiss act on the chosen reminders, or on all where none is chosen.

    It comes to the front without taking the focus from where the owner types. `opened(item_id)`
    asks for the item itself, `due_changed(due, tasks)` follows what waits for an answer.
    """

    snoozed = Signal(object, object)
    done = Signal(object)
    dismissed = Signal(object)
    opened = Signal(str, int)
    due_changed = Signal(int, int)

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Tool | Qt.WindowType.WindowStaysOnTopHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(self.tr("Reminders"))
        self.resize(440, 320)
        self._build()
        self._refresh()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        self.due_model, self.missed_model = RingModel(self), RingModel(self)
        self.due_list = self._list(self.tr("Due now"), self.due_model)
        self.missed_list = self._list(self.tr("Missed while closed"), self.missed_model)
        self.missed_title = style.label("", bold=True)
        self.due_title = style.label(self.tr("Due now"), bold=True)
        for widget in (self.due_title, self.due_list, self.missed_title, self.missed_list):
            column.addWidget(widget, int(isinstance(widget, QListView)))
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.snooze_button = QPushButton(self.tr("&Snooze"))
        self.snooze_button.setAccessibleName(self.tr("Snooze"))
        menu = QMenu(self.snooze_button)
        for words, until in (
            (self.tr("10 minutes"), lambda: now_ms() + 10 * _MINUTE_MS),
            (self.tr("1 hour"), lambda: now_ms() + 60 * _MINUTE_MS),
            (self.tr("Tomorrow morning"), tomorrow_ms),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, u=until: self.snooze(u()))
        self.snooze_button.setMenu(menu)
        self.done_button = QPushButton(self.tr("&Done"))
        self.done_button.setAccessibleName(self.tr("Done"))
        self.done_button.clicked.connect(self._on_done)
        self.dismiss_button = QPushButton(self.tr("Dis&miss"))
        self.dismiss_button.setAccessibleName(self.tr("Dismiss"))
        self.dismiss_button.clicked.connect(self._on_dismiss)
        row.addStretch(1)
        for button in (self.snooze_button, self.done_button, self.dismiss_button):
            row.addWidget(button)
        column.addLayout(row)
        self.undo_bar = UndoBar(self)
        column.addWidget(self.undo_bar)
        for key, slot in (
            ("Delete", self._on_dismiss),
            ("Escape", self.close),
            ("Ctrl+Z", self.undo_bar.take_back),
        ):
            QShortcut(QKeySequence(key), self).activated.connect(lambda s=slot: s())

    def _list(self, name: str, model: RingModel) -> RowList:
        view = RowList(name, model)
        view.setItemDelegate(_RingDelegate(DETAIL, view))
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.activated.connect(self._on_open)
        view.selectionModel().selectionChanged.connect(lambda *_: self._refresh_buttons())
        return view

    # --- showing

    def add_due(self, rings: Sequence[Ring]) -> None:
        """Show what is due, beside what still waits for an answer."""
        fresh = {_mark(ring) for ring in rings}
        waiting = [ring for ring in self.due_model.rings if _mark(ring) not in fresh]
        self.due_model.show_rings([*rings, *waiting])
        self._refresh()
        self._front()

    def show_missed(self, rings: Sequence[Ring], *, front: bool) -> None:
        """Show the list of what was missed while closed; `front` brings it up."""
        self.missed_model.show_rings(rings)
        self._refresh()
        if front:
            self._front()
        else:
            self._hide_empty()

    def _front(self) -> None:
        self.show()
        self.raise_()

    def _refresh(self) -> None:
        due, missed = self.due_model.rings, self.missed_model.rings
        for widget in (self.due_title, self.due_list):
            widget.setVisible(bool(due))
        for widget in (self.missed_title, self.missed_list):
            widget.setVisible(bool(missed))
        tasks = sum(ring.reminder.item.kind is ItemKind.TASK for ring in due)
        self.due_changed.emit(len(due), tasks)
        words = self.tr("Missed while closed: {count}").format(count=len(missed))
        self.missed_title.setText(words)
        self._refresh_buttons()

    def _refresh_buttons(self) -> None:
        chosen = self.chosen()
        self.snooze_button.setEnabled(bool(chosen))
        self.dismiss_button.setEnabled(bool(chosen))
        tasks = any(ring.reminder.item.kind is ItemKind.TASK for ring in chosen)
        self.done_button.setEnabled(tasks)

    def chosen(self) -> list[Ring]:
        """Return what the buttons act on."""
        found = [
            view.model().rings[index.row()]  # type: ignore[attr-defined]
            for view in (self.due_list, self.missed_list)
            for index in view.selectionModel().selectedRows()
        ]
        return found or self.due_model.rings or self.missed_model.rings

    # --- answering

    def _forget(self, rings: Sequence[Ring]) -> None:
        gone = {_mark(ring) for ring in rings}
        for model in (self.due_model, self.missed_model):
            model.show_rings([ring for ring in model.rings if _mark(ring) not in gone])
        self._refresh()
        self._hide_empty()

    def _hide_empty(self) -> None:
        """Go when there is nothing more to answer, and nothing to take back."""
        if not self.due_model.rings and not self.missed_model.rings and not self.undo_bar.waiting:
            self.hide()

    def offer_undo(self, words: str, undo: Callable[[], None]) -> None:
        """Say what was done; for ten seconds it can be taken back here."""
        self.undo_bar.offer(words, undo, self._hide_empty)
        self.show()

    def answer_all(self) -> None:
        """Let the buttons act on all that is due, whatever is chosen: the tray asked."""
        self.due_list.clearSelection()
        self.missed_list.clearSelection()

    def snooze_all(self) -> None:
        """Let all that is due ring again in ten minutes."""
        self.answer_all()
        if self.due_model.rings:
            self.snooze(now_ms() + 10 * _MINUTE_MS)

    def finish_all(self) -> None:
        """Mark every task that is due done."""
        self.answer_all()
        if self.due_model.rings:
            self._on_done()

    def snooze(self, until_ms: int) -> None:
        """Let the chosen ones ring again then."""
        rings = self.chosen()
        self._forget(rings)
        self.snoozed.emit(rings, until_ms)

    def _on_done(self) -> None:
        rings = [r for r in self.chosen() if r.reminder.item.kind is ItemKind.TASK]
        self._forget(rings)
        self.done.emit(rings)

    def _on_dismiss(self) -> None:
        rings = self.chosen()
        if not rings:
            return
        self._forget(rings)
        self.dismissed.emit(rings)
        words = self.tr("Dismissed “{title}”").format(title=rings[0].reminder.item.title)
        if len(rings) > 1:
            words = self.tr("Dismissed: {count}").format(count=len(rings))
        # To take it back is to let them ring again at once.
        self.offer_undo(words, lambda: self.snoozed.emit(rings, now_ms()))

    def _on_open(self, index: QModelIndex) -> None:
        model = index.model()
        if isinstance(model, RingModel):
            item = model.rings[index.row()].reminder.item
            self.opened.emit(item.kind.value, item.id)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing is no answer to what was missed, and enough of one to what was shown."""
        self.undo_bar.flush()
        self.due_model.show_rings([])
        self._refresh()
        super().closeEvent(event)
