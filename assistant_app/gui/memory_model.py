"""The memories as a Qt model, and the filters over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum, auto
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)

from assistant_app.domain.clock import now_ms
from assistant_app.domain.memory import Memory, MemoryKind, MemoryStatus
from assistant_app.gui import words

Index = QModelIndex | QPersistentModelIndex


class MemoryRole(IntEnum):
    """What the model answers beside the text."""

    MEMORY = Qt.ItemDataRole.UserRole + 1
    DETAIL = Qt.ItemDataRole.UserRole + 2


class Shelf(Enum):
    """Which part of a memory's life is shown."""

    ALL = auto()
    TO_CONFIRM = auto()
    ARCHIVED = auto()


_ON_SHELF = {
    Shelf.ALL: {MemoryStatus.ACTIVE, MemoryStatus.PROPOSED},
    Shelf.TO_CONFIRM: {MemoryStatus.PROPOSED},
    Shelf.ARCHIVED: {MemoryStatus.ARCHIVED, MemoryStatus.SUPERSEDED},
}


class MemoryListModel(QAbstractListModel):
    """Rows are memories. An edit shows at once and is asked for by `edited`; `reset` settles it."""

    edited = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Memory] = []
        self._texts: dict[int, str] = {}

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of memories."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the second line, or the memory itself."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        memory = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._texts.get(memory.id, memory.text)
        if role == MemoryRole.MEMORY:
            return memory
        if role == MemoryRole.DETAIL:
            return self.detail(memory)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{memory.text}. {self.detail(memory)}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be chosen and edited in place."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Show another text and ask for it to be stored."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        memory, text = self._rows[index.row()], str(value).strip()
        if not text or text == memory.text:
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
        if memory.replaces is not None and memory.status is MemoryStatus.PROPOSED:
            parts.append(self.tr("would replace another"))
        return " · ".join(parts)

    def reset(self, memories: Sequence[Memory]) -> None:
        """Show other memories: those to confirm first, then pinned ones, then the newest."""
        kept = [memory for memory in memories if memory.status is not MemoryStatus.REJECTED]
        kept.sort(
            key=lambda m: (m.status is not MemoryStatus.PROPOSED, not m.pinned, -m.created_at)
        )
        if kept == self._rows and not self._texts:
            return
        if [m.id for m in kept] == [m.id for m in self._rows]:
            self._rows, self._texts = kept, {}
            if kept:
                self.dataChanged.emit(self.index(0), self.index(len(kept) - 1))
            return
        self.beginResetModel()
        self._rows, self._texts = kept, {}
        self.endResetModel()

    def revert(self) -> None:
        """Show what is stored: an edit could not be."""
        self._texts = {}
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def memories(self) -> list[Memory]:
        """Return the rows."""
        return list(self._rows)

    def row_of(self, memory_id: int) -> int:
        """Return the row of a memory, or -1."""
        for number, memory in enumerate(self._rows):
            if memory.id == memory_id:
                return number
        return -1


class MemoryFilter(QSortFilterProxyModel):
    """Shows one shelf, narrowed by words, kind and category, without what is being erased."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shelf = Shelf.ALL
        self._words: tuple[str, ...] = ()
        self._kind: MemoryKind | None = None
        self._category: str | None = None
        self._hidden: set[int] = set()
        self._hits: frozenset[int] = frozenset()

    @property
    def shelf(self) -> Shelf:
        """The shelf that is shown."""
        return self._shelf

    def set_shelf(self, shelf: Shelf) -> None:
        """Show another shelf."""
        self._shelf = shelf
        self.invalidate()

    def set_words(self, text: str) -> None:
        """Keep the memories that have every word, in their text or in the sentence they rest on."""
        self._words = tuple(text.casefold().split())
        self._hits = frozenset()
        self.invalidate()

    def set_hits(self, memory_ids: Iterable[int]) -> None:
        """Keep these too: the core's search found them."""
        self._hits = frozenset(memory_ids)
        self.invalidate()

    def set_kind(self, kind: MemoryKind | None) -> None:
        """Keep one kind."""
        self._kind = kind
        self.invalidate()

    def set_category(self, category: str | None) -> None:
        """Keep one category."""
        self._category = category
        self.invalidate()

    def hide_memories(self, memory_ids: Iterable[int]) -> None:
        """Leave these out: they are being erased."""
        self._hidden |= set(memory_ids)
        self.invalidate()

    def unhide_memories(self, memory_ids: Iterable[int]) -> None:
        """Show these again."""
        self._hidden -= set(memory_ids)
        self.invalidate()

    def count(self, shelf: Shelf) -> int:
        """Return how many memories a shelf has, whatever else is filtered."""
        model = self.sourceModel()
        if not isinstance(model, MemoryListModel):
            return 0
        return sum(
            memory.status in _ON_SHELF[shelf] and memory.id not in self._hidden
            for memory in model.memories()
        )

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether a memory is shown."""
        memory = self.sourceModel().index(source_row, 0).data(MemoryRole.MEMORY)
        if not isinstance(memory, Memory) or memory.id in self._hidden:
            return False
        if memory.status not in _ON_SHELF[self._shelf]:
            return False
        if self._kind is not None and memory.kind is not self._kind:
            return False
        if self._category is not None and memory.category != self._category:
            return False
        if not self._words or memory.id in self._hits:
            return True
        quote = memory.source.quote if memory.source else ""
        text = f"{memory.text}\n{quote}".casefold()
        return all(word in text for word in self._words)
