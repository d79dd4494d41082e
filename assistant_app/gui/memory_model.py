"""The memories as a Qt model that knows the order of all of them, and the rows that are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from assistant_app.domain.clock import now_ms
from assistant_app.domain.memory import Memory, MemoryKind, MemoryQuery, MemoryStatus
from assistant_app.gui import words

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

Index = QModelIndex | QPersistentModelIndex
PAGE = 64
_PAGES_ASKED = 3
"""Pages fetched at once; when one scrolls fast, those that passed by are not fetched."""
_MOST_KNOWN = 4096


class MemoryRole(IntEnum):
    """What the model answers beside the text."""

    MEMORY = Qt.ItemDataRole.UserRole + 1
    DETAIL = Qt.ItemDataRole.UserRole + 2


class Shelf(Enum):
    """Which part of a memory's life is shown."""

    ALL = auto()
    TO_CONFIRM = auto()
    TO_SETTLE = auto()
    ROUTINES = auto()
    PAST = auto()
    ARCHIVED = auto()


_LIVING = (MemoryStatus.ACTIVE, MemoryStatus.PROPOSED)
_AWAY = (MemoryStatus.ARCHIVED, MemoryStatus.SUPERSEDED)
SHELVES = {
    Shelf.ALL: MemoryQuery(_LIVING),
    Shelf.TO_CONFIRM: MemoryQuery((MemoryStatus.PROPOSED,)),
    Shelf.TO_SETTLE: MemoryQuery(_LIVING, paired=True),
    Shelf.ROUTINES: MemoryQuery(_LIVING, kind=MemoryKind.PROCEDURAL),
    Shelf.ARCHIVED: MemoryQuery(_AWAY),
}
"""What each shelf has; past chats are no memories, and read by `load_past_chats`."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list as it was read: its order, the row of each id, some of its rows, and counts."""

    ids: list[int]
    rows: dict[int, int]
    known: list[Memory]
    counts: dict[Shelf, int]


def load_listing(
    core: Assistant, query: MemoryQuery, hidden: frozenset[int], near: int, wanted: int | None
) -> Listing:
    """Read a list without what is hidden, and the rows around row `near` or the memory `wanted`.

    Outside the GUI thread.
    """
    ids = core.memories.lists.ids(query)
    if hidden:
        ids = [memory_id for memory_id in ids if memory_id not in hidden]
    rows = {memory_id: row for row, memory_id in enumerate(ids)}
    first = max(0, rows.get(wanted or 0, near) - PAGE // 2)
    known = core.memories.lists.page(ids[first : first + 2 * PAGE])
    return Listing(ids, rows, known, _counts(core, hidden))


def _counts(core: Assistant, hidden: frozenset[int]) -> dict[Shelf, int]:
    found = core.memories.lists.counts(sorted(hidden))
    return {
        shelf: sum(
            count
            for status, kind, count in found
            if status in query.statuses and query.kind in (None, kind)
        )
        for shelf, query in SHELVES.items()
        if not query.paired
    }


class MemoryListModel(QAbstractListModel):
    """Rows are memories; one that was not read yet is blank and asked for by `wanted(ids)`.

    An edit shows at once and is asked for by `edited`; `show_listing` settles it.
    """

    edited = Signal(int, str)
    wanted = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: list[int] = []
        self._rows: dict[int, int] = {}
        self._known: dict[int, Memory] = {}
        self._texts: dict[int, str] = {}
        self._missing: dict[int, None] = {}
        self._fetch = QTimer(self, singleShot=True, interval=0)
        self._fetch.timeout.connect(self._on_fetch)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of memories."""
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the second line, or the memory itself."""
        if not index.isValid() or not 0 <= index.row() < len(self._ids):
            return None
        memory = self._memory(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return "…" if memory is None else self._texts.get(memory.id, memory.text)
        if role == MemoryRole.MEMORY:
            return memory
        if role == MemoryRole.DETAIL:
            return " " if memory is None else self.detail(memory)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("not read yet") if memory is None else self._spoken(memory)
        return None

    def _spoken(self, memory: Memory) -> str:
        return f"{self._texts.get(memory.id, memory.text)}. {self.detail(memory)}"

    def _memory(self, row: int) -> Memory | None:
        memory = self._known.get(self._ids[row])
        if memory is None:
            page = row // PAGE
            self._missing.pop(page, None)
            self._missing[page] = None
            if not self._fetch.isActive():
                self._fetch.start()
        return memory

    def _on_fetch(self) -> None:
        pages = list(self._missing)[-_PAGES_ASKED:]
        self._missing = {}
        ids = [i for page in sorted(pages) for i in self._ids[page * PAGE : (page + 1) * PAGE]]
        self.wanted.emit(ids)

    def take_rows(self, memories: Sequence[Memory]) -> None:
        """Show rows that were asked for."""
        mine = {memory.id: memory for memory in memories if memory.id in self._rows}
        if not mine:
            return
        self._known.update(mine)
        over = len(self._known) - _MOST_KNOWN
        for memory_id in list(islice(self._known, max(0, over))):
            del self._known[memory_id]
        rows = [self._rows[memory_id] for memory_id in mine]
        self.dataChanged.emit(self.index(min(rows)), self.index(max(rows)))

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be chosen, and edited in place once they are read."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        result = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        row = index.row()
        known = self._known.get(self._ids[row]) if 0 <= row < len(self._ids) else None
        # The words of what was replaced are history.
        fit = known is not None and known.status is not MemoryStatus.SUPERSEDED
        return result | Qt.ItemFlag.ItemIsEditable if fit else result

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Show another text and ask for it to be stored."""
        memory = self.data(index, MemoryRole.MEMORY)
        text = str(value).strip()
        if memory is None or role != Qt.ItemDataRole.EditRole or text in ("", memory.text):
            return False
        self._texts[memory.id] = text
        self.dataChanged.emit(index, index)
        self.edited.emit(memory.id, text)
        return True

    def detail(self, memory: Memory) -> str:
        """Return the second line: category, state, age and use."""
        parts = [words.category_name(memory.category)]
        if memory.status is not MemoryStatus.ACTIVE:
            parts.append(words.status_name(memory.status))
        parts.append(words.age(memory.created_at, now_ms()))
        if memory.use_count:
            parts.append(self.tr("used: {count}").format(count=memory.use_count))
        if memory.pinned:
            parts.append(self.tr("pinned"))
        if memory.expires_at is not None:
            date = words.short_date(memory.expires_at)
            parts.append(self.tr("until {date}").format(date=date))
        if memory.replaces is not None and memory.status is MemoryStatus.PROPOSED:
            parts.append(self.tr("would replace another"))
        return " · ".join(parts)

    def show_listing(self, listing: Listing) -> bool:
        """Show another list, or the same one as it is now; says whether the order changed."""
        self._texts = {}
        known = {memory.id: memory for memory in listing.known}
        if listing.ids == self._ids:
            self._known = known
            if self._ids:
                self.dataChanged.emit(self.index(0), self.index(len(self._ids) - 1))
            return False
        self.beginResetModel()
        self._ids, self._rows, self._known = listing.ids, listing.rows, known
        self._missing = {}
        self.endResetModel()
        return True

    def revert(self) -> None:
        """Show what is stored: an edit could not be."""
        self._texts = {}
        if self._ids:
            self.dataChanged.emit(self.index(0), self.index(len(self._ids) - 1))

    def ids_between(self, first: int, last: int) -> list[int]:
        """Return the ids of rows `first` to `last`, both included."""
        return self._ids[first : last + 1]

    def row_of(self, memory_id: int) -> int:
        """Return the row of a memory, or -1."""
        return self._rows.get(memory_id, -1)
