"""The memories window: what is remembered, why, and the owner's say over all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QMenu,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.endpoint import Endpoint
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Memory, MemoryStatus
from assistant_app.gui import style
from assistant_app.gui.hub import Hub
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.memory_acts import MemoryActs
from assistant_app.gui.memory_choice import MemoryChoice
from assistant_app.gui.memory_detail import MemoryDetail, MemoryFacts, load_facts
from assistant_app.gui.memory_dialogs import MemoryDialogs
from assistant_app.gui.memory_file_desk import MemoryFileDesk
from assistant_app.gui.memory_filters import MemoryFilters
from assistant_app.gui.memory_model import Listing, MemoryListModel, Shelf, load_listing
from assistant_app.gui.memory_table import MemoryTable
from assistant_app.gui.past_chats import PastChat, PastChats, load_past_chats
from assistant_app.gui.runner import Runner
from assistant_app.gui.undo_bar import UndoBar

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_NATIVE = QKeySequence.SequenceFormat.NativeText
_CHOICE_MS = 40
_MOST_CHOSEN = 5000
"""Chosen memories that stay chosen when the list changes."""


class MemoriesWindow(QWidget):
    """A list with filters, a detail pane, and an Undo for everything."""

    jump_asked = Signal(int, int)
    session_asked = Signal(int)

    def __init__(self, core: Assistant, runner: Runner, hub: Hub, lang: Lang) -> None:
        super().__init__()
        self._core, self._runner, self._hub, self._lang = core, runner, hub, lang
        self._asked = [0]
        self._counts: dict[Shelf, int] = {}
        self._wanted: int | None = None
        self._edit_wanted = False
        self._chosen = 0
        self.model = MemoryListModel(self)
        self._stays = False
        self._choice_timer = QTimer(self, singleShot=True, interval=_CHOICE_MS)
        self._build()
        self.acts = MemoryActs(core, runner, hub, lang, self, self.undo_bar)
        self.files = MemoryFileDesk(core, runner, lang, self, self.acts)
        self.dialogs = MemoryDialogs(core, runner, hub, lang, self, self.acts)
        self._connect()
        self.view.setFocus()
        self.reload()
        self._count_pairs()
        self._look_where()

    # --- building

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Memories"))
        self.resize(960, 640)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        self.filters = MemoryFilters()
        self._build_tools(self.filters.head)
        column.addWidget(self.filters)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._build_list())
        self.detail, self.choice = MemoryDetail(), MemoryChoice()
        self._side = QStackedWidget()
        self._side.setMinimumWidth(300)
        self._side.addWidget(self.detail)
        self._side.addWidget(self.choice)
        self._side.addWidget(self.past.detail)
        splitter.addWidget(self._side)
        splitter.setStretchFactor(0, 5)
        splitter.setStretchFactor(1, 4)
        splitter.setSizes([500, 440])
        column.addWidget(splitter, 1)
        self.undo_bar = UndoBar(self)
        column.addWidget(self.undo_bar)
        self.foot = style.label("", factor=0.9, quiet=True)
        column.addWidget(self.foot)

    def _build_tools(self, row: QHBoxLayout) -> None:
        self.import_button = IconPushButton("download", self.tr("Import…"))
        self.export_button = IconPushButton("folder", self.tr("Export…"))
        self.more_button = IconPushButton("menu", self.tr("More"))
        for button in (self.import_button, self.export_button, self.more_button):
            button.setAccessibleName(button.text().rstrip("…"))
            row.addWidget(button)
        for button, key in ((self.import_button, "Ctrl+I"), (self.export_button, "Ctrl+E")):
            button.setToolTip(QKeySequence(key).toString(_NATIVE))
        menu = QMenu(self.more_button)
        self.bars_action = QAction(self.tr("Never proposed…"), menu)
        self.stats_action = QAction(self.tr("Statistics…"), menu)
        for action in (self.bars_action, self.stats_action):
            menu.addAction(action)
        self.more_button.setMenu(menu)

    def _build_list(self) -> QStackedWidget:
        self.view = MemoryTable(self.model)
        self.past = PastChats()
        self._nothing = style.label("", wrap=True, quiet=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setMargin(style.SPACE_XL)
        self._stack = QStackedWidget()
        self._stack.setMinimumWidth(280)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(self.past)
        return self._stack

    def _connect(self) -> None:
        self._hub.changed.connect(self._on_changes)
        self.filters.changed.connect(self._on_filters)
        self.model.edited.connect(self._on_edited)
        self.model.wanted.connect(self._on_rows_wanted)
        self.acts.hidden_changed.connect(self.reload)
        self.acts.failed.connect(self.model.revert)
        self.view.selectionModel().selectionChanged.connect(self._choice_timer.start)
        self._choice_timer.timeout.connect(self._on_choice)
        self.import_button.clicked.connect(self.files.choose)
        self.export_button.clicked.connect(self.files.export)
        self.bars_action.triggered.connect(self.dialogs.show_bars)
        self.stats_action.triggered.connect(self.dialogs.show_statistics)
        self._connect_panes()
        keys: tuple[tuple[QKeySequence | str, QWidget, Callable[[], None]], ...] = (
            (QKeySequence(QKeySequence.StandardKey.Find), self, self._on_find),
            (QKeySequence(QKeySequence.StandardKey.Undo), self, self.acts.take_back),
            (QKeySequence(QKeySequence.StandardKey.Close), self, self._on_close),
            ("Ctrl+I", self, self.files.choose),
            ("Ctrl+E", self, self.files.export),
            ("Space", self.view, self.confirm),
            ("Delete", self.view, self.erase),
            ("Backspace", self.view, self.reject),
            ("Ctrl+P", self.view, self.toggle_pin),
        )
        for key, where, slot in keys:
            shortcut = QShortcut(QKeySequence(key), where)
            if where is self.view:
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda s=slot: s())

    def _connect_panes(self) -> None:
        for pane in (self.detail, self.choice):
            pane.confirm_asked.connect(self.confirm)
            pane.reject_asked.connect(self.reject)
            pane.pin_asked.connect(self._on_pin)
            pane.archive_asked.connect(self._on_archive)
            pane.erase_asked.connect(self.erase)
            pane.category_asked.connect(self._on_new_category)
        self.detail.edit_asked.connect(self.edit)
        self.detail.never_asked.connect(lambda: self.erase(never=True))
        self.detail.expiry_asked.connect(self._on_expiry)
        self.detail.settle_asked.connect(self._on_settle)
        self.detail.compare_asked.connect(self.dialogs.show_history)
        self.detail.jump_asked.connect(self.jump_asked)
        self.detail.session_asked.connect(self.session_asked)
        self.past.open_asked.connect(self.session_asked)

    # --- showing

    def reload(self) -> None:
        """Read the list anew; the answer to an earlier question is dropped."""
        self._asked[0] += 1
        number, asked = self._asked[0], self._asked
        self._reload_past()
        ask = partial(
            load_listing,
            self._core,
            self.filters.query,
            self.acts.hidden,
            self.view.first_row(),
            self._wanted,
        )

        def work() -> Listing | None:
            return ask() if number == asked[0] else None

        self._runner.run(self, work, partial(self._on_listed, number), self.acts.tell)

    def show_memory(self, memory_id: int, *, edit: bool = False) -> None:
        """Choose a memory, on whichever shelf it is, and open it for editing."""
        self._edit_wanted = edit
        get = partial(self._core.memories.get, memory_id)
        self._runner.run(self, get, self._on_wanted, self.acts.tell)

    def _on_wanted(self, memory: Memory) -> None:
        self._wanted = memory.id
        away = memory.status in (MemoryStatus.ARCHIVED, MemoryStatus.SUPERSEDED)
        self.filters.clear(Shelf.ARCHIVED if away else Shelf.ALL)
        self.reload()

    def _on_filters(self) -> None:
        self.view.scrollToTop()
        self.reload()

    def _on_rows_wanted(self, ids: list[int]) -> None:
        work = partial(self._core.memories.lists.page, ids)
        self._runner.run(self, work, self.model.take_rows)

    def _on_listed(self, number: int, listing: Listing | None) -> None:
        if listing is None or number != self._asked[0]:
            return
        chosen = self.view.chosen_ids() if self.view.chosen_count() <= _MOST_CHOSEN else []
        current, row = self.view.current_id(), self.view.currentIndex().row()
        place = self.view.verticalScrollBar().value()
        moved = self.model.show_listing(listing)
        if self._wanted is not None:
            self.view.choose([self._wanted], self._wanted, 0)
        elif moved or row < 0:
            self.view.choose(chosen, current, row)
            self.view.verticalScrollBar().setValue(place)
        self._wanted = None
        self._counts.update(listing.counts)
        self._refresh()
        self._on_choice()
        if self._edit_wanted:
            self._edit_wanted = False
            self.edit()

    def _past_words(self) -> str:
        """Return what past chats are searched for; the count of their shelf is of all."""
        return self.filters.query.words if self.filters.shelf is Shelf.PAST else ""

    def _reload_past(self) -> None:
        work = partial(load_past_chats, self._core, self._past_words())
        self._runner.run(self, work, self._on_past)

    def _on_past(self, chats: Sequence[PastChat]) -> None:
        self.past.show_chats(chats)
        if not self._past_words():
            self._counts[Shelf.PAST] = len(chats)
        if Shelf.ALL in self._counts:
            self._refresh()

    def _count_pairs(self) -> None:
        self._runner.run(self, self._core.memories.lists.pair_count, self._on_pairs)

    def _look_where(self) -> None:
        self._runner.run(self, self._core.destination, self._on_destination)

    def _on_destination(self, entry: Endpoint | None) -> None:
        self._stays = entry is None or entry.place == "machine"
        if Shelf.ALL in self._counts:
            self._refresh()

    def _on_pairs(self, count: int) -> None:
        self._counts[Shelf.TO_SETTLE] = count
        self.filters.show_counts(self._counts)

    def _refresh(self) -> None:
        self.filters.show_counts(self._counts)
        total, waiting = self._counts[Shelf.ALL], self._counts[Shelf.TO_CONFIRM]
        foot = self.tr("{count} in all · {waiting} to confirm")
        if self._stays:
            foot = self.tr("{count} in all · {waiting} to confirm · nothing leaves this computer")
        self.foot.setText(foot.format(count=f"{total:,}", waiting=f"{waiting:,}"))
        past = self.filters.shelf is Shelf.PAST
        shown: QAbstractItemView = self.past if past else self.view
        empty = shown.model().rowCount() == 0
        self._stack.setCurrentWidget(self._nothing if empty else shown)
        if past:
            self._side.setCurrentWidget(self.past.detail)
        if not empty:
            return
        if past and not self.filters.narrowed:
            self._nothing.setText(
                self.tr(
                    "No chat has a summary yet. One of more than ten messages gets it when you "
                    "leave it or let it rest."
                )
            )
        elif total or self._counts[Shelf.ARCHIVED]:
            none = self.tr("Nothing contradicts or repeats another memory.")
            fits = self.tr("Nothing here fits these filters.")
            alone = self.filters.shelf is Shelf.TO_SETTLE and not self.filters.narrowed
            self._nothing.setText(none if alone else fits)
        else:
            self._nothing.setText(
                self.tr(
                    "Nothing is remembered yet. Say “remember that …” in a chat, or keep what "
                    "Assistant proposes there. Nothing is kept without your yes."
                )
            )

    def _on_choice(self) -> None:
        """Show what is chosen; only the last answer counts."""
        self._choice_timer.stop()
        self._chosen += 1
        if self.filters.shelf is Shelf.PAST:
            return
        ids = self.view.chosen_ids()
        if not ids:
            self._side.setCurrentWidget(self.detail)
            self.detail.show_facts(None)
        elif len(ids) == 1:
            work = partial(load_facts, self._core, ids[0])
            done = partial(self._on_facts, self._chosen)
            self._runner.run(self, work, done, lambda _error: self.detail.show_facts(None))
        else:
            tally = partial(self._core.memories.lists.tally, ids)
            self._runner.run(self, tally, partial(self._on_tally, self._chosen))

    def _on_facts(self, number: int, facts: MemoryFacts) -> None:
        if number == self._chosen:
            self.detail.show_facts(facts)
            self._side.setCurrentWidget(self.detail)

    def _on_tally(self, number: int, tally: dict[MemoryStatus, int]) -> None:
        if number == self._chosen:
            self.choice.show_chosen(tally)
            self._side.setCurrentWidget(self.choice)

    def _on_find(self) -> None:
        self.filters.search.setFocus()
        self.filters.search.selectAll()

    # --- what the owner does

    def _do(
        self,
        work: Callable[[Sequence[int]], object],
        *statuses: MemoryStatus,
        words: str = "",
    ) -> None:
        """Do something with those of the chosen memories that have one of these statuses."""
        ids, lists = self.view.chosen_ids(), self._core.memories.lists
        if ids:
            self.acts.do(lambda: (some := lists.of_status(ids, *statuses)) and work(some), words)

    def confirm(self) -> None:
        """Keep the chosen proposals."""
        words = self.tr("Kept what you confirmed")
        self._do(self._core.memories.confirm, MemoryStatus.PROPOSED, words=words)

    def reject(self) -> None:
        """Turn the chosen proposals down."""
        words = self.tr("Turned down what was proposed")
        self._do(self._core.memories.reject, MemoryStatus.PROPOSED, words=words)

    def edit(self) -> None:
        """Edit the chosen memory in its row."""
        index = self.view.currentIndex()
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.view.setFocus()
            self.view.edit(index)

    def _on_edited(self, memory_id: int, text: str) -> None:
        self.acts.edit(memory_id, text)

    def toggle_pin(self) -> None:
        """Pin the chosen memories, or let the one that is shown fade again."""
        facts = self.detail.facts if self._side.currentWidget() is self.detail else None
        self._on_pin(not (facts and facts.memory.pinned))

    def _on_pin(self, pinned: bool) -> None:
        memories = self._core.memories
        work = partial(memories.edit_many, pinned=pinned)
        self._do(work, MemoryStatus.ACTIVE)

    def _on_new_category(self, category: str) -> None:
        self._do(partial(self._core.memories.edit_many, category=category))

    def _on_expiry(self, at: int | None) -> None:
        self._do(partial(self._core.memories.edit_many, expires_at=at))

    def _on_settle(self, old: int, new: int, keep: Literal["new", "old", "both"]) -> None:
        words = {
            "new": self.tr("Kept the new memory"),
            "old": self.tr("Kept the old memory"),
            "both": self.tr("Kept both memories"),
        }
        self.acts.do(partial(self._core.memories.pairs.settle, old, new, keep), words[keep])

    def _on_archive(self, archive: bool) -> None:
        memories = self._core.memories
        if archive:
            work = partial(memories.set_status, status=MemoryStatus.ARCHIVED)
            self._do(work, MemoryStatus.ACTIVE, words=self.tr("Archived what was chosen"))
        else:
            work = partial(memories.set_status, status=MemoryStatus.ACTIVE)
            self._do(work, MemoryStatus.ARCHIVED, words=self.tr("Brought back what was chosen"))

    def erase(self, *, never: bool = False) -> None:
        """Ask, and erase what is chosen when the time for Undo is over."""
        self.acts.erase(self.view.chosen_ids(), never=never)

    # --- what happens by itself

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.MODELS:
            self._look_where()
        if changes & Changes.MEMORIES:
            self.reload()
            self._count_pairs()
        elif changes & Changes.SESSIONS:
            self._reload_past()

    def _on_close(self) -> None:
        self.close()

    def finish(self) -> None:
        """Carry out what waits for an Undo that can no longer come."""
        self.undo_bar.flush()

    def closeEvent(self, event: QCloseEvent) -> None:
        """What was to be erased is erased."""
        self.finish()
        super().closeEvent(event)
