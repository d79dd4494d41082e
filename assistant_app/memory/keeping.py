"""Store drafts and decisions: new rows, reinforcement, replacement. Inside a record of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from assistant_app.domain.clock import Millis, MillisClock
from assistant_app.domain.language import detect
from assistant_app.domain.memory import Draft, Memory, MemoryStatus
from assistant_app.domain.text import one_line
from assistant_app.memory.attribute import attributes
from assistant_app.memory.barring import BarredList
from assistant_app.memory.compare import decide, main_key
from assistant_app.memory.fading import ASKED, importance_of, repeated
from assistant_app.storage.change_store import Record
from assistant_app.storage.memory_store import MemoryStore

COMPARED = (MemoryStatus.ACTIVE, MemoryStatus.PROPOSED, MemoryStatus.ARCHIVED)
"""What a new statement can repeat or change."""
_RELATED = 40


def key_of(text: str) -> str | None:
    """Return what a memory is about (`user.home`), where that is clear."""
    return main_key(attributes(text))


def related(store: MemoryStore, text: str) -> list[Memory]:
    """Return the memories that `text` may repeat or change: of its words, or about its subjects.

    Comparing with every memory would take a second at two thousand.
    """
    ids = dict.fromkeys(key for key, _ in store.ranked(text, COMPARED, _RELATED, pairs=True))
    for one in attributes(text):
        # Likes and allergies are compared with all of their kind: another language, another word.
        family = one.key.split(".")[0] + "."
        shared = one.key if family not in ("like.", "allergy.") else family
        ids.update(dict.fromkeys(store.with_key(shared, COMPARED)[:_RELATED]))
    return store.get_many(list(ids))


def _outdates(memory: Memory, other: Memory) -> bool:
    """Tell whether a memory contradicts another one that was said before."""
    earlier = (other.created_at, other.id) < (memory.created_at, memory.id)
    return earlier and decide(Draft(memory.text, ""), [other]).decision == "replace"


def _is_over(memory: Memory, now: Millis) -> bool:
    return memory.expires_at is not None and memory.expires_at <= now


class Keeper:
    """Writes what was decided about memories; every write is watched by the change log."""

    def __init__(self, store: MemoryStore, barred: BarredList, clock: MillisClock) -> None:
        self._store = store
        self._barred = barred
        self._clock = clock

    def keep_all(
        self,
        drafts: Sequence[Draft],
        record: Record,
        session_id: int | None,
        message_id: int | None,
    ) -> list[int]:
        """Store drafts of one message, as `keep`; what several quote tells of none of them."""
        quotes = Counter(draft.quote for draft in drafts)
        return [
            self.keep(draft, record, session_id, message_id, alone=quotes[draft.quote] == 1)
            for draft in drafts
        ]

    def keep(
        self,
        draft: Draft,
        record: Record,
        session_id: int | None,
        message_id: int | None,
        *,
        alone: bool = True,
    ) -> int:
        """Store a draft, or reinforce what it repeats; returns the memory's id."""
        if draft.decision == "add":
            # Another draft of the same message, or one by hand, was not compared yet.
            draft = decide(draft, related(self._store, draft.text), alone=alone)
        if draft.decision != "add" and draft.of is not None:
            known = self._store.get_many([draft.of])
            if known and known[0].status in COMPARED:
                if draft.decision == "duplicate":
                    return self._reinforce(known[0], draft, record, message_id)
                return self._replace(known[0], draft, record, session_id, message_id)
        return self._insert(draft, record, session_id, message_id)

    def _insert(
        self,
        draft: Draft,
        record: Record,
        session_id: int | None,
        message_id: int | None,
        **more: Any,
    ) -> int:
        now = self._clock()
        if draft.explicit:
            self._barred.remove([draft.text])
        memory_id = self._store.insert(
            {
                "text": one_line(draft.text),
                "kind": draft.kind.value,
                "status": "active" if draft.explicit else "proposed",
                "category": draft.category,
                "lang": detect(draft.text),
                "importance": importance_of(draft),
                "explicit": int(draft.explicit),
                "expires_at": draft.expires_at,
                "key": draft.key or key_of(draft.text),
                "session_id": session_id,
                "message_id": message_id,
                "quote": draft.quote or None,
                "created_at": now,
                "updated_at": now,
                "seen_at": now,
                **more,
            }
        )
        record.created("memory", memory_id)
        event = "said" if draft.explicit else "proposed"
        self._store.add_version(memory_id, now, event, draft.text)
        return memory_id

    def _reinforce(
        self, memory: Memory, draft: Draft, record: Record, message_id: int | None
    ) -> int:
        now = self._clock()
        record.watch("memory", memory.id)
        values: dict[str, Any] = {
            "importance": repeated(memory.importance),
            "decay": 1.0,
            "seen_at": now,
            "updated_at": now,
        }
        if draft.explicit:
            values.update(importance=ASKED, explicit=1)
        if draft.expires_at is not None or _is_over(memory, now):
            values["expires_at"] = draft.expires_at
        if memory.status is MemoryStatus.ARCHIVED or (
            draft.explicit and memory.status is MemoryStatus.PROPOSED
        ):
            values["status"] = MemoryStatus.ACTIVE.value
        self._store.update(memory.id, values)
        if draft.explicit and memory.status is MemoryStatus.PROPOSED:
            self._close_replaced(memory, record)
        again = message_id if draft.quote else None
        self._store.add_version(memory.id, now, "reinforced", draft.quote or draft.text, again)
        return memory.id

    def _replace(
        self,
        old: Memory,
        draft: Draft,
        record: Record,
        session_id: int | None,
        message_id: int | None,
    ) -> int:
        new = self._insert(draft, record, session_id, message_id, replaces=old.id)
        if draft.explicit or old.status is MemoryStatus.PROPOSED:
            # A mere proposal gives way at once; turning the new one down brings it back.
            self.supersede(old, new, record)
        if draft.explicit:
            self._close_replaced(self._store.get(new), record)
        return new

    def supersede(self, old: Memory, new: int, record: Record) -> None:
        """Close a memory with a date, in favour of another; one that is closed stays so."""
        if self._store.get(old.id).status is MemoryStatus.SUPERSEDED:
            return
        record.watch("memory", old.id)
        now = self._clock()
        values = {"status": "superseded", "superseded_by": new, "updated_at": now}
        self._store.update(old.id, values)
        self._store.add_version(old.id, now, "superseded", old.text)

    def _close_replaced(self, memory: Memory, record: Record) -> None:
        for old in self._replaced(memory):
            if old.status in COMPARED:
                self.supersede(old, memory.id, record)

    def _replaced(self, memory: Memory) -> list[Memory]:
        """Return what a memory takes the place of when it is kept.

        That is what it replaces; and what a mere proposal that gave way to it was to replace, or what
        was kept in place of the same meanwhile, if it was said before and the two contradict.
        """
        found: dict[int, Memory] = {}
        ahead = [memory.replaces]
        while ahead:
            key = ahead.pop()
            if key is None or key in found or key == memory.id:
                continue
            for old in self._store.get_many([key]):
                if key == memory.replaces or _outdates(memory, old):
                    found[old.id] = old
                    ahead += [old.replaces, old.superseded_by]
        return list(found.values())

    def confirm(self, memory: Memory, record: Record) -> None:
        """Make a proposal active, and close the one it replaces."""
        self.move(memory, record, MemoryStatus.ACTIVE, "confirmed")
        self._barred.remove([memory.text])
        self._close_replaced(memory, record)

    def reject(self, memory: Memory, record: Record) -> None:
        """Turn a proposal down; a proposal that had given way to it comes back."""
        self.move(memory, record, MemoryStatus.REJECTED, "rejected")
        for old in self._store.get_many([memory.replaces] if memory.replaces else []):
            if old.superseded_by == memory.id and old.status is MemoryStatus.SUPERSEDED:
                record.watch("memory", old.id)
                values = {"status": "proposed", "superseded_by": None}
                self._store.update(old.id, values)
                self._store.add_version(old.id, self._clock(), "restored", old.text)

    def move(self, memory: Memory, record: Record, status: MemoryStatus, event: str) -> None:
        """Give a memory another status, and note it."""
        record.watch("memory", memory.id)
        now = self._clock()
        values: dict[str, Any] = {"status": status.value, "updated_at": now}
        if status is MemoryStatus.ACTIVE:
            values.update(decay=1.0, seen_at=now, superseded_by=None)
            if _is_over(memory, now):
                values["expires_at"] = None  # what is wanted again is not over
        self._store.update(memory.id, values)
        self._store.add_version(memory.id, now, event, memory.text)
