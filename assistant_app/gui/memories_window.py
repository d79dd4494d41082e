"""The memories window: what is remembered, why, and the owner's say over all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMessageBox,
    QRadioButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import CATEGORIES, Memory, MemoryKind, MemoryStatus
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style, words
from assistant_app.gui.hub import Hub
from assistant_app.gui.memory_detail import MemoryDetail, load_facts
from assistant_app.gui.memory_model import MemoryFilter, MemoryListModel, MemoryRole, Shelf
from assistant_app.gui.runner import Runner
from assistant_app.gui.two_line_delegate import TwoLineDelegate
from assistant_app.gui.undo_bar import UndoBar

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

Index = QModelIndex | QPersistentModelIndex
_SEARCH_MS = 150


class _MemoryDelegate(TwoLineDelegate):
    """Marks what waits for a yes."""

    def mark(self, index: Index) -> style.Role | None:
        """A bar at what is to confirm."""
        memory = index.data(MemoryRole.MEMORY)
        waiting = isinstance(memory, Memory) and memory.status is MemoryStatus.PROPOSED
        return style.Role.WARNING if waiting else None


class MemoriesWindow(QWidget):
    """A list with filters, a detail pane, and an Undo for everything."""

    jump_asked = Signal(int, int)

    def __init__(self, core: Assistant, runner: Runner, hub: Hub, lang: Lang) -> None:
        super().__init__()
        self._core, self._runner, self._lang = core, runner, lang
        self._hub = hub
        self._wanted: int | None = None
        self._undoable: list[int] = []
        self.model = MemoryListModel(self)
        self.filter = MemoryFilter(self)
        self.filter.setSourceModel(self.model)
        self._search_timer = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._build()
        self._connect()
        self.reload()

    # --- building

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Memories"))
        self.resize(920, 600)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        column.addLayout(self._build_head())
        column.addLayout(self._build_shelves())
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._build_list())
        self.detail = MemoryDetail()
        self.detail.setMinimumWidth(300)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 5)
        splitter.setStretchFactor(1, 4)
        splitter.setSizes([500, 400])
        column.addWidget(splitter, 1)
        self.undo_bar = UndoBar(self)
        column.addWidget(self.undo_bar)
        self.foot = style.label("", factor=0.9, quiet=True)
        column.addWidget(self.foot)

    def _build_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search memories"))
        self.search.setAccessibleName(self.tr("Search memories"))
        self.search.setClearButtonEnabled(True)
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind"))
        self.kind.addItem(self.tr("Every kind"), None)
        for kind in MemoryKind:
            self.kind.addItem(words.kind_name(kind), kind)
        self.category = QComboBox()
        self.category.setAccessibleName(self.tr("Category"))
        self.category.addItem(self.tr("Every category"), None)
        for category in CATEGORIES:
            self.category.addItem(words.category_name(category), category)
        row.addWidget(self.search, 1)
        row.addWidget(self.kind)
        row.addWidget(self.category)
        return row

    def _build_shelves(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_L)
        self._shelves = QButtonGroup(self)
        self.shelf_buttons: dict[Shelf, QRadioButton] = {}
        for shelf in Shelf:
            button = QRadioButton()
            button.setChecked(shelf is Shelf.ALL)
            button.clicked.connect(lambda _checked=False, s=shelf: self._on_shelf(s))
            self._shelves.addButton(button)
            self.shelf_buttons[shelf] = button
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _build_list(self) -> QStackedWidget:
        self.view = QListView()
        self.view.setModel(self.filter)
        self.view.setItemDelegate(_MemoryDelegate(MemoryRole.DETAIL, self.view))
        self.view.setAccessibleName(self.tr("Memories"))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._nothing = style.label("", wrap=True, quiet=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setMargin(style.SPACE_XL)
        self._stack = QStackedWidget()
        self._stack.setMinimumWidth(280)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._nothing)
        return self._stack

    def _connect(self) -> None:
        self._hub.changed.connect(self._on_changes)
        self.model.edited.connect(self._on_edited)
        self.search.textChanged.connect(self._on_words)
        self._search_timer.timeout.connect(self._search)
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.category.currentIndexChanged.connect(self._on_category)
        self.view.selectionModel().selectionChanged.connect(self._on_selection)
        self.detail.confirm_asked.connect(self.confirm)
        self.detail.reject_asked.connect(self.reject)
        self.detail.edit_asked.connect(self.edit)
        self.detail.pin_asked.connect(self._on_pin)
        self.detail.archive_asked.connect(self._on_archive)
        self.detail.erase_asked.connect(self.erase)
        self.detail.never_asked.connect(lambda: self.erase(never=True))
        self.detail.category_asked.connect(self._on_new_category)
        self.detail.jump_asked.connect(self.jump_asked)
        keys: tuple[tuple[QKeySequence | str, QWidget, Callable[[], None]], ...] = (
            (QKeySequence(QKeySequence.StandardKey.Find), self, self._on_find),
            (QKeySequence(QKeySequence.StandardKey.Undo), self, self.take_back),
            (QKeySequence(QKeySequence.StandardKey.Close), self, self._on_close),
            ("Space", self.view, self.confirm),
            ("Delete", self.view, self.erase),
        )
        for key, where, slot in keys:
            shortcut = QShortcut(QKeySequence(key), where)
            if where is self.view:
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda s=slot: s())

    # --- showing

    def reload(self) -> None:
        """Read the memories anew."""
        self._runner.run(self, partial(self._core.memories.listing, None), self._on_listed)

    def show_memory(self, memory_id: int) -> None:
        """Choose a memory, on whichever shelf it is."""
        self._wanted = memory_id
        self.search.clear()
        self.kind.setCurrentIndex(0)
        self.category.setCurrentIndex(0)
        self.reload()

    def _on_listed(self, memories: Sequence[Memory]) -> None:
        chosen = self._wanted or next((memory.id for memory in self.selected()), None)
        self.model.reset(memories)
        if self._wanted is not None:
            row = self.model.row_of(self._wanted)
            if row >= 0 and self.filter.mapFromSource(self.model.index(row)).row() < 0:
                archived = self.model.memories()[row].status in (
                    MemoryStatus.ARCHIVED,
                    MemoryStatus.SUPERSEDED,
                )
                self._on_shelf(Shelf.ARCHIVED if archived else Shelf.ALL)
            self._wanted = None
        self._choose(chosen)
        self._refresh()

    def _choose(self, memory_id: int | None) -> None:
        row = self.model.row_of(memory_id) if memory_id is not None else -1
        index = self.filter.mapFromSource(self.model.index(row)) if row >= 0 else QModelIndex()
        if not index.isValid():
            index = self.filter.index(0, 0)
        if index.isValid() and len(self.view.selectionModel().selectedIndexes()) < 2:
            self.view.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self.view.scrollTo(index)
        self._on_selection()

    def _refresh(self) -> None:
        counts = {shelf: self.filter.count(shelf) for shelf in Shelf}
        names = {
            Shelf.ALL: self.tr("All {count}"),
            Shelf.TO_CONFIRM: self.tr("To confirm {count}"),
            Shelf.ARCHIVED: self.tr("Archived {count}"),
        }
        for shelf, button in self.shelf_buttons.items():
            button.setText(names[shelf].format(count=counts[shelf]))
            button.setAccessibleName(button.text())
            button.setChecked(shelf is self.filter.shelf)
        foot = self.tr("{count} in all · {waiting} to confirm · nothing leaves this computer")
        self.foot.setText(foot.format(count=counts[Shelf.ALL], waiting=counts[Shelf.TO_CONFIRM]))
        empty = self.filter.rowCount() == 0
        self._stack.setCurrentWidget(self._nothing if empty else self.view)
        if self.model.rowCount() == 0:
            self._nothing.setText(
                self.tr(
                    "Nothing is remembered yet. Say “remember that …” in a chat, or keep what "
                    "Assistant proposes there. Nothing is kept without your yes."
                )
            )
        else:
            self._nothing.setText(self.tr("Nothing here fits these filters."))

    def selected(self) -> list[Memory]:
        """Return the chosen memories."""
        found = (
            index.data(MemoryRole.MEMORY) for index in self.view.selectionModel().selectedIndexes()
        )
        return [memory for memory in found if isinstance(memory, Memory)]

    def _on_selection(self) -> None:
        chosen = self.selected()
        if not chosen:
            self.detail.show_facts(None)
            return
        work = partial(load_facts, self._core, chosen[0].id)
        self._runner.run(self, work, self._on_facts, lambda _error: self.detail.show_facts(None))

    def _on_facts(self, facts: object) -> None:
        chosen = self.selected()
        if chosen and chosen[0].id == getattr(facts, "memory", chosen[0]).id:
            self.detail.show_facts(facts)  # type: ignore[arg-type]

    # --- filters

    def _on_shelf(self, shelf: Shelf) -> None:
        self.filter.set_shelf(shelf)
        self._choose(None)
        self._refresh()

    def _on_words(self, text: str) -> None:
        self.filter.set_words(text)
        self._search_timer.start()
        self._choose(None)
        self._refresh()

    def _search(self) -> None:
        text = self.search.text().strip()
        if text:
            done = partial(self._on_hits, text)
            self._runner.run(self, partial(self._core.memories.search, text), done)

    def _on_hits(self, text: str, found: Sequence[Memory]) -> None:
        if text == self.search.text().strip():
            self.filter.set_hits(memory.id for memory in found)
            self._refresh()

    def _on_kind(self) -> None:
        self.filter.set_kind(self.kind.currentData())
        self._choose(None)
        self._refresh()

    def _on_category(self) -> None:
        self.filter.set_category(self.category.currentData())
        self._choose(None)
        self._refresh()

    def _on_find(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    # --- what the owner does

    def _call(self, work: Callable[[], object]) -> None:
        """Do something that the change log can take back, and remember which change it was."""
        undo = self._core.undo

        def noted() -> int | None:
            before = undo.last()
            work()
            after = undo.last()
            return after.id if after and (before is None or after.id != before.id) else None

        self._runner.run(self, noted, self._on_noted, self._on_error)

    def _on_noted(self, change_id: int | None) -> None:
        if change_id is not None:
            self._undoable.append(change_id)
        self.reload()

    def _on_error(self, error: AppError) -> None:
        self.model.revert()
        self.undo_bar.offer(error_presenter.notice(error, self._lang).text)
        self.reload()

    def confirm(self) -> None:
        """Keep the chosen proposals."""
        ids = [m.id for m in self.selected() if m.status is MemoryStatus.PROPOSED]
        if ids:
            self._call(partial(self._core.memories.confirm, ids))

    def reject(self) -> None:
        """Turn the chosen proposals down."""
        ids = [m.id for m in self.selected() if m.status is MemoryStatus.PROPOSED]
        if ids:
            self._call(partial(self._core.memories.reject, ids))

    def edit(self) -> None:
        """Edit the chosen memory in its row."""
        index = self.view.currentIndex()
        if index.isValid():
            self.view.setFocus()
            self.view.edit(index)

    def _on_edited(self, memory_id: int, text: str) -> None:
        self._call(partial(self._core.memories.edit, memory_id, text=text))

    def _on_pin(self, pinned: bool) -> None:
        if chosen := self.selected():
            self._call(partial(self._core.memories.edit, chosen[0].id, pinned=pinned))

    def _on_new_category(self, category: str) -> None:
        if chosen := self.selected():
            self._call(partial(self._core.memories.edit, chosen[0].id, category=category))

    def _on_archive(self, archive: bool) -> None:
        status = MemoryStatus.ARCHIVED if archive else MemoryStatus.ACTIVE
        if ids := [memory.id for memory in self.selected()]:
            self._call(partial(self._core.memories.set_status, ids, status))

    def erase(self, *, never: bool = False) -> None:
        """Ask, hide the chosen memories, and erase them for real when the time for Undo is over."""
        chosen = self.selected()
        if not chosen:
            return
        and_source = self.ask_erase(chosen, never)
        if and_source is not None:
            self.erase_later([memory.id for memory in chosen], and_source, never)

    def ask_erase(self, chosen: Sequence[Memory], never: bool) -> bool | None:
        """Ask whether to erase; the answer says whether with the words in the chat, None is no."""
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Erase"))
        box.setText(
            self.tr("Erase “{text}”?").format(text=chosen[0].text)
            if len(chosen) == 1
            else self.tr("Erase {count} memories?").format(count=len(chosen))
        )
        lines = [self.tr("It cannot be brought back after ten seconds.")]
        if never:
            lines.append(self.tr("It will not be proposed again."))
        box.setInformativeText("\n".join(lines))
        with_words = QCheckBox(self.tr("Erase the words in the chat too"))
        box.setCheckBox(with_words)
        erasing = box.addButton(self.tr("Erase"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        box.exec()
        answer = with_words.isChecked() if box.clickedButton() is erasing else None
        box.deleteLater()
        return answer

    def erase_later(self, ids: list[int], and_source: bool, never: bool) -> None:
        """Hide memories now; erase them in ten seconds unless Undo comes first."""
        memories, runner = self._core.memories, self._runner
        work = partial(memories.erase, ids, and_source=and_source, never=never)

        def commit() -> None:
            runner.run(runner, work, None, None)

        def undo() -> None:
            self.filter.unhide_memories(ids)
            self._refresh()

        words_ = (
            self.tr("Erasing 1 memory") if len(ids) == 1 else self.tr("Erasing {count} memories")
        )
        self.undo_bar.offer(words_.format(count=len(ids)), undo, commit)
        self.filter.hide_memories(ids)
        self._choose(None)
        self._refresh()

    def take_back(self) -> None:
        """Take back the last thing done in this window."""
        if self.undo_bar.waiting:
            self.undo_bar.take_back()
        elif self._undoable:
            work = partial(self._core.undo.undo, self._undoable.pop())
            self._runner.run(self, work, self._on_taken_back, self._on_error)

    def _on_taken_back(self, _change: object) -> None:
        self._hub.post(Changes.MEMORIES)

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.MEMORIES:
            self.reload()

    def _on_close(self) -> None:
        self.close()

    def finish(self) -> None:
        """Carry out what waits for an Undo that can no longer come."""
        self.undo_bar.flush()

    def closeEvent(self, event: QCloseEvent) -> None:
        """What was to be erased is erased."""
        self.finish()
        super().closeEvent(event)
