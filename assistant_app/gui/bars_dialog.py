"""What is never proposed: topics in the owner's words, and single memories that were turned down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Bar
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style, words
from assistant_app.gui.hub import Hub
from assistant_app.gui.runner import Runner
from assistant_app.gui.two_line_delegate import TwoLineDelegate
from assistant_app.gui.undo_bar import UndoBar

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_ID, _DATE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class BarsDialog(QDialog):
    """A topic is barred at once; one that is allowed again is so after its ten seconds of Undo."""

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._lifting: set[str] = set()
        self.setWindowTitle(self.tr("Never proposed"))
        self.resize(480, 400)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        note = self.tr("Nothing about these topics is proposed. What you ask to remember is kept.")
        column.addWidget(style.label(note, wrap=True, quiet=True))
        column.addLayout(self._build_add())
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("What is never proposed"))
        self.list.setItemDelegate(TwoLineDelegate(_DATE, self.list))
        self.list.itemSelectionChanged.connect(self._on_selection)
        self._nothing = style.label(self.tr("Nothing is barred."), quiet=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.list, 1)
        column.addWidget(self._nothing, 1)
        self.undo_bar = UndoBar(self)
        column.addWidget(self.undo_bar)
        column.addLayout(self._build_foot())
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.lift)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.activated.connect(self.undo_bar.take_back)
        hub.changed.connect(self._on_changes)
        self.reload()

    def _build_add(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.topic = QLineEdit()
        self.topic.setPlaceholderText(self.tr("A topic, such as: my health"))
        self.topic.setAccessibleName(self.tr("A topic that is never to be proposed"))
        self.topic.textChanged.connect(self._on_topic)
        self.add_button = QPushButton(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add the topic"))
        self.add_button.setEnabled(False)
        self.add_button.clicked.connect(self.add)
        row.addWidget(self.topic, 1)
        row.addWidget(self.add_button)
        return row

    def _build_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.lift_button = QPushButton(self.tr("Allow again"))
        self.lift_button.setAutoDefault(False)
        self.lift_button.clicked.connect(self.lift)
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        row.addWidget(self.lift_button)
        row.addStretch(1)
        row.addWidget(close)
        return row

    def _on_topic(self, text: str) -> None:
        self.add_button.setEnabled(bool(text.strip()))

    def reload(self) -> None:
        """Read the list anew."""
        self._runner.run(self, self._core.memories.bars, self._on_bars)

    def _on_bars(self, bars: Sequence[Bar]) -> None:
        chosen = self._chosen()
        self.list.clear()
        for bar in bars:
            if bar.id in self._lifting:
                continue
            hashed = self.tr("a memory you turned down for good; its words were not kept")
            name, date = bar.words or hashed, words.short_date(bar.at)
            item = QListWidgetItem(name)
            item.setData(_ID, bar.id)
            item.setData(_DATE, date)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}. {date}")
            self.list.addItem(item)
            item.setSelected(bar.id in chosen)
        self.list.setVisible(self.list.count() > 0)
        self._nothing.setVisible(self.list.count() == 0)
        self._on_selection()

    def _chosen(self) -> list[str]:
        return [item.data(_ID) for item in self.list.selectedItems()]

    def _on_selection(self) -> None:
        self.lift_button.setEnabled(bool(self.list.selectedItems()))

    def add(self) -> None:
        """Bar the topic that was typed."""
        topic = self.topic.text().strip()
        if topic:
            work = partial(self._core.memories.bar_topic, topic)
            self._runner.run(self, work, self._on_added, self._tell)

    def _on_added(self, _bar: Bar) -> None:
        self.topic.clear()
        self.topic.setFocus()
        self.reload()

    def lift(self) -> None:
        """Allow what is chosen again, unless Undo comes first."""
        for item in self.list.selectedItems():
            bar_id = item.data(_ID)
            said = self.tr("Allowed again: {topic}").format(topic=item.text())
            self.undo_bar.offer(said, partial(self._unlift, bar_id), partial(self._commit, bar_id))
            self._lifting.add(bar_id)
        self.reload()

    def _unlift(self, bar_id: str) -> None:
        self._lifting.discard(bar_id)
        self.reload()

    def _commit(self, bar_id: str) -> None:
        # The runner owns it: it is carried out though the dialog be gone.
        work = partial(self._core.memories.lift_bar, bar_id)
        self._runner.run(self._runner, work)

    def _tell(self, error: AppError) -> None:
        self.undo_bar.offer(error_presenter.notice(error, self._lang).text)

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.MEMORIES:
            self.reload()

    def done(self, result: int) -> None:
        """What was allowed again is allowed."""
        self.undo_bar.flush()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """What was allowed again is allowed."""
        self.undo_bar.flush()
        super().closeEvent(event)
