"""Memories that stand against each other: found, and settled by what the owner says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assistant_app.domain.changes import ChangeListener, Changes
from assistant_app.domain.clock import MillisClock
from assistant_app.domain.memory import Draft, Memory, MemoryPair, MemoryStatus
from assistant_app.domain.planner import Change
from assistant_app.memory.compare import decide
from assistant_app.memory.keeping import Keeper, related
from assistant_app.storage.change_store import ChangeStore, Record
from assistant_app.storage.memory_list import MemoryList
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.setting_store import SettingStore

Kept = Literal["new", "old", "both"]
_APART = "memory.apart"
_LIVING = (MemoryStatus.ACTIVE, MemoryStatus.PROPOSED)
MAX_COMPARED = 300
"""Subjects that are looked at for the list of pairs, and memories of each."""


class Pairs:
    """Finds pairs by what a proposal says it replaces, and by comparing what is kept."""

    def __init__(
        self,
        store: MemoryStore,
        rows: MemoryList,
        keeper: Keeper,
        settings: SettingStore,
        changes: ChangeStore,
        notify: ChangeListener,
        clock: MillisClock,
    ) -> None:
        self._store = store
        self._rows = rows
        self._keeper = keeper
        self._settings = settings
        self._changes = changes
        self._notify = notify
        self._clock = clock
        changes.on_restored("memory", self._restored)

    def ids(self) -> list[int]:
        """Return the newer one of each pair, newest first."""
        found = set(self._rows.replacing())
        found |= {ids[-1] for ids in self._rows.doubled() if ids[-2] not in self._apart(ids[-1])}
        for ids in self._rows.of_one_key()[:MAX_COMPARED]:
            if ids[-1] not in found:
                *others, newest = self._store.get_many(ids[-MAX_COMPARED:])
                pair = self._compared(newest, others)
                found |= {pair.new.id} if pair else set()
        return sorted(found, reverse=True)

    def of(self, memory_id: int) -> MemoryPair | None:
        """Return the pair that a memory belongs to; None where nothing stands against it.

        Raises:
            AppError: `memory_missing`.
        """
        memory = self._store.get(memory_id)
        if memory.status is MemoryStatus.PROPOSED and memory.replaces is not None:
            for old in self._store.get_many([memory.replaces]):
                return MemoryPair(old, memory, "replace")
        if memory.status not in _LIVING:
            return None
        waiting = self._store.where("replaces = ? AND status = 'proposed'", (memory_id,))
        if waiting:
            return MemoryPair(memory, waiting[-1], "replace")
        return self._compared(memory, related(self._store, memory.text))

    def _compared(self, memory: Memory, others: Sequence[Memory]) -> MemoryPair | None:
        apart = self._apart(memory.id)
        others = [
            other
            for other in others
            if other.id != memory.id and other.status in _LIVING and other.id not in apart
        ]
        draft = decide(Draft(memory.text, ""), others)
        if draft.decision == "add":
            return None
        other = next(other for other in others if other.id == draft.of)
        old, new = sorted((memory, other), key=lambda m: (m.created_at, m.id))
        return MemoryPair(old, new, draft.decision)

    def _apart(self, memory_id: int) -> set[int]:
        """Return what a memory is kept beside though the two are alike."""
        pairs = self._settings.get(_APART, [])
        return {other for pair in pairs if memory_id in pair for other in pair}

    def _restored(self, ids: Sequence[int]) -> None:
        """Forget that both were kept where an undo took it back."""
        pairs = self._settings.get(_APART, [])
        left = [pair for pair in pairs if not set(pair) & set(ids)]
        if left != pairs:
            self._settings.set(_APART, left)

    def settle(self, old_id: int, new_id: int, keep: Kept) -> Change:
        """Keep one of two, which closes the other with a date, or both for good.

        Raises:
            AppError: `memory_missing`.
        """
        old, new = self._store.get(old_id), self._store.get(new_id)
        with self._changes.record("settle_memory") as record:
            if keep == "new":
                self._keep_new(old, new, record)
            elif keep == "old":
                self._keep_old(old, new, record)
            else:
                self._keep_both(old, new, record)
        self._notify(Changes.MEMORIES)
        return record.change

    def _keep_new(self, old: Memory, new: Memory, record: Record) -> None:
        if new.status is MemoryStatus.PROPOSED:
            self._keeper.confirm(new, record)
        self._keeper.supersede(old, new.id, record)

    def _keep_old(self, old: Memory, new: Memory, record: Record) -> None:
        if new.status is MemoryStatus.PROPOSED:
            self._keeper.reject(new, record)
        else:
            self._keeper.supersede(new, old.id, record)
        self._activate(old, record)

    def _keep_both(self, old: Memory, new: Memory, record: Record) -> None:
        record.watch("memory", new.id)
        # A change of the row even where both were kept before: an undo has something to take back.
        self._store.update(new.id, {"replaces": None, "updated_at": self._clock()})
        self._activate(new, record)
        self._activate(old, record)
        pairs = self._settings.get(_APART, [])
        self._settings.set(_APART, [*pairs, [old.id, new.id]])

    def _activate(self, memory: Memory, record: Record) -> None:
        """Make a proposal, or what had given way to one, a kept memory."""
        now = self._store.get(memory.id).status
        if now in (MemoryStatus.PROPOSED, MemoryStatus.SUPERSEDED):
            event = "confirmed" if now is MemoryStatus.PROPOSED else "restored"
            self._keeper.move(memory, record, MemoryStatus.ACTIVE, event)
