"""Memories as front ends and the agent see them: the whole life of one, from proposal to erasure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from assistant_app.domain.changes import ChangeListener, Changes
from assistant_app.domain.clock import Millis, MillisClock, now_ms
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.memory import (
    CATEGORIES,
    MAX_TEXT,
    Bar,
    Draft,
    Memory,
    MemoryKind,
    MemoryStatus,
    MemoryVersion,
    Recalled,
)
from assistant_app.domain.planner import Change
from assistant_app.domain.routine import KEY, MAX_TRIGGER, Routine, is_start, plain, read
from assistant_app.domain.session import Role
from assistant_app.domain.text import one_line
from assistant_app.errors import AppError
from assistant_app.memory import fading, standing
from assistant_app.memory.barring import BarredList
from assistant_app.memory.copies import CopyEraser
from assistant_app.memory.erasing import MemoryEraser
from assistant_app.memory.files import MemoryFiles
from assistant_app.memory.importing import MemoryImporter
from assistant_app.memory.keeping import Keeper, key_of, related
from assistant_app.memory.lists import MemoryLists
from assistant_app.memory.pairs import Pairs
from assistant_app.memory.questions import EmbedderSource
from assistant_app.memory.recall import Recaller
from assistant_app.memory.requests import keeps_what_was_said
from assistant_app.memory.secrets import has_secret
from assistant_app.memory.topics import topic_in
from assistant_app.storage.change_store import ERASING, ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.memory_list import MemoryList
from assistant_app.storage.memory_store import SEARCHABLE, MemoryStore
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.setting_store import SettingStore
from assistant_app.storage.vector_store import VectorStore


def _ignore(_changes: Changes) -> None:
    """Tell nobody."""


class MemoryService:
    """Implements `MemoryPort`. Every change is told to `notify`, from the thread that made it.

    `embedder` yields the embedder when it is first needed, None where its model is missing; `copies`
    the backups of the file.
    """

    def __init__(
        self,
        db: Database,
        changes: ChangeStore,
        *,
        embedder: EmbedderSource = lambda: None,
        copies: Callable[[], Sequence[Path]] = lambda: (),
        notify: ChangeListener = _ignore,
        clock: MillisClock = now_ms,
    ) -> None:
        self._db = db
        self._changes = changes
        self._notify = notify
        self._clock = clock
        self._store = MemoryStore(db)
        self._vectors = VectorStore(db)
        self._barred = BarredList(self._store, SettingStore(db), clock)
        self._recaller = Recaller(self._store, self._vectors, embedder, clock)
        self._eraser = MemoryEraser(db, self._store, self._vectors, changes)
        self._copies = CopyEraser(db, copies)
        self._keeper = Keeper(self._store, self._barred, clock)
        self._messages = MessageStore(db)
        rows, settings = MemoryList(db), SettingStore(db)
        self.pairs = Pairs(self._store, rows, self._keeper, settings, changes, notify, clock)
        self.lists = MemoryLists(self._store, rows, self.pairs)
        self._importer = MemoryImporter(self._store, changes, notify, clock)
        self.files = MemoryFiles(self, changes, clock)
        changes.declare(
            "memory",
            children=("memory_version",),
            volatile=("use_count", "last_used_at", "last_used_in", "decay", "faded_at", "seen_at"),
            title="text",
        )
        changes.on_restored("memory", self._restored)

    def _restored(self, ids: Sequence[int]) -> None:
        """Bring index, vectors and barred list in line with rows that an undo put back."""
        self._vectors.drop("memory", self._store.index(ids))
        back = [m for m in self._store.get_many(ids) if m.status is not MemoryStatus.REJECTED]
        self._barred.remove(memory.text for memory in back)
        self._notify(Changes.MEMORIES)

    def load(self) -> None:
        """Load the rules and the index, so that the first message does not wait for them."""
        self.propose("I am here", "en")  # compiles the patterns of both languages
        self._recaller.load()

    # Recall ------------------------------------------------------------------------------------

    def recall(
        self,
        text: str,
        *,
        before: Sequence[str] = (),
        limit: int = 8,
        gate: bool = True,
        session_id: int | None = None,
    ) -> list[Recalled]:
        """See `MemoryPort.recall`."""
        if self._store.off_record(session_id):
            return []
        return self._recaller.rank(text, before, limit, gate=gate)

    def mark_used(self, memory_ids: Sequence[int], session_id: int) -> None:
        """Count a use in an answer; a used memory does not fade."""
        self._store.count_use(memory_ids, self._clock(), session_id)
        self._notify(Changes.MEMORIES)

    def index_pending(self, most: int | None = None) -> int:
        """Embed memories without a vector; for the background. Returns how many."""
        return self._recaller.index_pending(most)

    def routine(self, text: str) -> tuple[Memory, Routine] | None:
        """See `MemoryPort.routine`."""
        if len(text) > MAX_TRIGGER or not (words := plain(text)):
            return None
        now = self._clock()
        for memory in self._store.get_many(self._store.with_key(f"{KEY}{words}")):
            taught = read(memory.text)
            alive = memory.expires_at is None or memory.expires_at > now
            if taught and alive and is_start(taught, text):
                return memory, taught
        return None

    # Propose and keep --------------------------------------------------------------------------

    def propose(
        self, text: str, lang: Lang, existing: Sequence[Memory] | None = None
    ) -> list[Draft]:
        """See `MemoryPort.propose`."""
        from assistant_app.memory import rules  # its patterns take a while to compile

        if existing is not None:
            return rules.propose(text, lang, existing)
        return self._unbarred(self._read(text, lang))

    def _read(self, text: str, lang: Lang) -> list[Draft]:
        from assistant_app.memory import rules

        return rules.propose(text, lang, related(self._store, text[: rules.MAX_MESSAGE]))

    def undecided(self, text: str, lang: Lang) -> list[Draft]:
        """See `MemoryPort.undecided`."""
        from assistant_app.memory import rules

        return rules.undecided(text, lang)

    def looks_secret(self, text: str) -> bool:
        """Tell whether a text holds a password, key or number that should not be kept unasked."""
        return has_secret(text)

    def keep(
        self,
        drafts: Iterable[Draft],
        *,
        session_id: int | None,
        message_id: int | None,
        tool: str = "remember",
    ) -> list[Memory]:
        """See `MemoryPort.keep`."""
        wanted = self._unbarred(
            one for one in drafts if not has_secret(one.text) and len(one.text) <= MAX_TEXT
        )
        if not wanted or self._store.off_record(session_id):
            return []
        with self._changes.record(tool) as record:
            kept = self._keeper.keep_all(wanted, record, session_id, message_id)
        self._notify(Changes.MEMORIES)
        return self._store.get_many(list(dict.fromkeys(kept)))

    def _unbarred(self, drafts: Iterable[Draft]) -> list[Draft]:
        """Return the drafts without those that are barred and were not asked for."""
        return [draft for draft in drafts if draft.explicit or not self._is_barred(draft)]

    def _is_barred(self, draft: Draft) -> bool:
        said = f"{draft.text}\n{draft.quote}"
        return draft.text in self._barred or self._barred.covers(said, draft.category)

    def tells(self, text: str, lang: Lang) -> bool:
        """See `MemoryPort.tells`."""
        from assistant_app.memory import rules

        return rules.tells(text, lang)

    def outdated(self, message_ids: Sequence[int]) -> set[int]:
        """See `MemoryPort.outdated`."""
        return self._store.outdated(message_ids)

    def topic_in(self, text: str) -> str | None:
        """See `MemoryPort.topic_in`."""
        return topic_in(text)

    def keeps_what_was_said(self, text: str) -> bool:
        """See `MemoryPort.keeps_what_was_said`."""
        return keeps_what_was_said(text)

    def bar_topic(self, words: str) -> Bar:
        """See `MemoryPort.bar_topic`.

        Raises:
            AppError: `memory_empty`, `memory_too_long`.
        """
        bar = self._barred.bar_topic(_checked(words))
        self._notify(Changes.MEMORIES)
        return bar

    def bars(self) -> list[Bar]:
        """See `MemoryPort.bars`."""
        return self._barred.bars()

    def lift_bar(self, bar_id: str) -> None:
        """See `MemoryPort.lift_bar`.

        Raises:
            AppError: `bar_missing`.
        """
        if not self._barred.lift(bar_id):
            raise AppError("bar_missing", id=bar_id)
        self._notify(Changes.MEMORIES)

    def add(
        self,
        text: str,
        *,
        kind: MemoryKind = MemoryKind.SEMANTIC,
        category: str | None = None,
        expires_at: Millis | None = None,
    ) -> Memory:
        """See `MemoryPort.add`.

        Raises:
            AppError: `memory_empty`, `memory_too_long`, `memory_category`, `memory_over`.
        """
        from assistant_app.memory import rules

        text = _checked(text)
        _check_category(category)
        self._check_expiry(expires_at)
        draft = Draft(
            text=text, quote="", kind=kind, category=category or rules.category_of(text), explicit=True,
            expires_at=expires_at, key=key_of(text),
        )  # fmt: skip
        with self._changes.record("add_memory") as record:
            memory_id = self._keeper.keep(draft, record, None, None)
        self._notify(Changes.MEMORIES)
        return self._store.get(memory_id)

    def remember(self, message_id: int, words: str, *, secret_ok: bool = False) -> Change:
        """See `MemoryPort.remember`.

        Raises:
            AppError: `memory_not_said`, `memory_off_record`, `memory_secret`, `memory_empty`,
                `memory_too_long`.
        """
        message = self._messages.get(message_id)
        words = words.strip()
        if message.role is not Role.USER or words not in message.text:
            raise AppError("memory_not_said")
        if self._store.off_record(message.session_id):
            raise AppError("memory_off_record")
        if has_secret(words) and not secret_ok:
            raise AppError("memory_secret")
        drafts = self._read(words, detect(words)) or [Draft(words, words)]
        for draft in drafts:
            _checked(draft.text)
        with self._changes.record("remember") as record:
            asked = [replace(draft, explicit=True) for draft in drafts]
            self._keeper.keep_all(asked, record, message.session_id, message_id)
        self._notify(Changes.MEMORIES)
        return record.change

    # Look --------------------------------------------------------------------------------------

    def get(self, memory_id: int) -> Memory:
        """See `MemoryPort.get`."""
        return self._store.get(memory_id)

    def listing(self, status: MemoryStatus | None = MemoryStatus.ACTIVE) -> list[Memory]:
        """See `MemoryPort.listing`."""
        return self._store.listing((status,) if status else ())

    def search(self, words: str, limit: int = 50) -> list[Memory]:
        """See `MemoryPort.search`."""
        words = words.strip()
        if not words:
            return []
        found = self._store.containing(words, SEARCHABLE, limit)
        ranked = [key for key, _ in self._store.ranked(words, SEARCHABLE, limit)]
        ids = list(dict.fromkeys([*(memory.id for memory in found), *ranked]))
        return self._store.get_many(ids[:limit])

    def history(self, memory_id: int) -> list[MemoryVersion]:
        """See `MemoryPort.history`."""
        self._store.get(memory_id)
        return self._store.versions(self._store.chain([memory_id]))

    def stats(self) -> dict[str, Any]:
        """See `MemoryPort.stats`."""
        total: dict[str, Counter[str]] = {
            "kind": Counter(),
            "category": Counter(),
            "status": Counter(),
        }
        for row in self._store.tally():
            for name, counter in total.items():
                if name == "status" or row["status"] == MemoryStatus.ACTIVE:
                    counter[row[name]] += row["n"]
        failure = self._recaller.failure
        return {
            "total": sum(total["status"].values()),
            **{f"by_{name}": dict(counter) for name, counter in total.items()},
            "barred": self._store.barred_count(),
            "barred_topics": len(self._store.topics()),
            "indexed": self._store.indexed_count(),
            "embedded": self._recaller.counts(),
            "embedder_error": failure.code if failure else None,
        }

    # Decide ------------------------------------------------------------------------------------

    def confirm(self, memory_ids: Sequence[int]) -> Change:
        """See `MemoryPort.confirm`."""
        found = self._all(memory_ids)
        with self._changes.record("confirm_memory") as record:
            for memory in found:
                if memory.status in standing.TO_CONFIRM:
                    self._keeper.confirm(memory, record)
        self._notify(Changes.MEMORIES)
        return record.change

    def reject(self, memory_ids: Sequence[int], *, never: bool = False) -> Change:
        """See `MemoryPort.reject`."""
        found = [m for m in self._all(memory_ids) if m.status in standing.TO_CONFIRM]
        with self._changes.record("reject_memory") as record:
            for memory in found:
                if memory.status is MemoryStatus.PROPOSED:
                    self._keeper.reject(memory, record)
            if never:
                self._barred.add(memory.text for memory in found)
        self._notify(Changes.MEMORIES)
        return record.change

    def edit(
        self,
        memory_id: int,
        *,
        text: str | None = None,
        kind: MemoryKind | None = None,
        category: str | None = None,
        pinned: bool | None = None,
        expires_at: Millis | Literal["keep"] | None = "keep",
        secret_ok: bool = False,
    ) -> Memory:
        """See `MemoryPort.edit`.

        Raises:
            AppError: `memory_missing`, `memory_erased`, `memory_empty`, `memory_too_long`,
                `memory_category`, `memory_secret`, `memory_over`; as `standing.refusal` for the words
                of what was replaced or turned down, and for pinning what is not kept.
        """
        memory = self._store.get(memory_id)
        _check_category(category)
        if text is not None or kind is not None:
            standing.check(self._store, memory, *standing.LIVING)
        if pinned and not memory.pinned:
            standing.check(self._store, memory, MemoryStatus.ACTIVE)
        values: dict[str, Any] = {"updated_at": self._clock()}
        if kind is not None:
            values["kind"] = kind.value
        if category is not None:
            values["category"] = category
        if pinned is not None:
            values["pinned"] = int(pinned)
        if expires_at != "keep":
            if expires_at != memory.expires_at:
                self._check_expiry(expires_at)
            values["expires_at"] = expires_at
        if text is not None and (text := _checked(text)) != memory.text:
            if has_secret(text) and not secret_ok:
                raise AppError("memory_secret")
            values.update(text=text, lang=detect(text), key=key_of(text))
        with self._changes.record("edit_memory") as record:
            record.watch("memory", memory_id)
            if "text" in values:
                self._store.add_version(memory_id, self._clock(), "edited", memory.text)
                self._vectors.drop("memory", [memory_id])
            self._store.update(memory_id, values)
        self._notify(Changes.MEMORIES)
        return self._store.get(memory_id)

    def _check_expiry(self, at: Millis | None) -> None:
        if at is not None and at <= self._clock():
            raise AppError("memory_over")

    def edit_many(
        self,
        memory_ids: Sequence[int],
        *,
        category: str | None = None,
        pinned: bool | None = None,
        expires_at: Millis | Literal["keep"] | None = "keep",
    ) -> Change:
        """See `MemoryPort.edit_many`.

        Raises:
            AppError: as `edit`; nothing is changed then.
        """
        with self._changes.record("edit_memory") as record:
            for memory_id in dict.fromkeys(memory_ids):
                self.edit(memory_id, category=category, pinned=pinned, expires_at=expires_at)
        return record.change

    def set_status(self, memory_ids: Sequence[int], status: MemoryStatus) -> Change:
        """See `MemoryPort.set_status`.

        Raises:
            AppError: `memory_status` for a status that is not archived or active.
        """
        if status not in (MemoryStatus.ACTIVE, MemoryStatus.ARCHIVED):
            raise AppError("memory_status", status=status.value)
        found = self._all(memory_ids)
        restored = status is MemoryStatus.ACTIVE
        event, fit = (
            ("restored", standing.AWAY) if restored else ("archived", (MemoryStatus.ACTIVE,))
        )
        with self._changes.record(f"{event}_memory") as record:
            for memory in found:
                if memory.status in fit:
                    self._keeper.move(memory, record, status, event)
        self._notify(Changes.MEMORIES)
        return record.change

    def left_alone(self, memory_id: int) -> AppError:
        """See `MemoryPort.left_alone`."""
        return standing.refusal(self._store, self._store.get(memory_id))

    def _all(self, memory_ids: Sequence[int]) -> list[Memory]:
        return [self._store.get(memory_id) for memory_id in dict.fromkeys(memory_ids)]

    # Forget ------------------------------------------------------------------------------------

    def backups(self) -> list[Path]:
        """See `MemoryPort.backups`."""
        return list(self._copies.copies())

    def erase(
        self,
        memory_ids: Sequence[int],
        *,
        and_source: bool = False,
        never: bool = False,
        backups: bool = False,
    ) -> int:
        """See `MemoryPort.erase`.

        Raises:
            AppError: `backup_not_erased`; what is in the data file itself is erased by then.
        """
        erased = self._eraser.erase(list(memory_ids), and_source=and_source)
        gone = erased.memories
        if never:
            self._barred.add(memory.text for memory in gone)
        if gone:
            with self._changes.record(ERASING):
                pass
            changed = Changes.MEMORIES
            if any(memory.source is not None for memory in gone):
                changed |= Changes.MESSAGES | Changes.SESSIONS
            self._notify(changed)
            if backups:
                self._copies.erase(erased, and_source=and_source)
        return len(gone)

    def maintain(self, now: Millis | None = None) -> dict[str, int]:
        """Let memories fade, archive what expired; returns counts. On start and daily.

        What the owner said "never" to loses its words here: only the hash stays.
        """
        now = self._clock() if now is None else now
        counts = {"faded": 0, "archived": 0, "expired": 0, "erased": 0}
        with self._db.atomic():
            for memory, seen_at in self._store.living():
                self._age(memory, seen_at, now, counts)
        turned_down = self._store.listing((MemoryStatus.REJECTED,))
        old = [
            m.id
            for m in turned_down
            if m.updated_at < now - fading.WEEK and m.text in self._barred
        ]
        if old:
            counts["erased"] = len(self._eraser.erase(old, and_source=False).memories)
        if any(counts.values()):
            self._notify(Changes.MEMORIES)
        return counts

    def _age(self, memory: Memory, seen_at: Millis, now: Millis, counts: dict[str, int]) -> None:
        expired = memory.expires_at is not None and memory.expires_at <= now
        active = memory.status is MemoryStatus.ACTIVE
        decay = fading.decay_at(memory, now, seen_at) if active else memory.decay
        if expired or (active and fading.is_faded(memory, decay)):
            counts["expired" if expired else "archived"] += 1
            values = {"status": "archived", "decay": decay, "faded_at": now}
            self._store.update(memory.id, values)
            self._store.add_version(memory.id, now, "archived", memory.text)
        elif abs(decay - memory.decay) > 1e-9:
            counts["faded"] += 1
            self._store.update(memory.id, {"decay": decay, "faded_at": now})

    # Files -------------------------------------------------------------------------------------

    def export_lines(self) -> list[dict[str, Any]]:
        """See `MemoryPort.export_lines`."""
        return self._importer.export_lines()

    def import_lines(self, rows: Iterable[dict[str, Any]]) -> list[Memory]:
        """See `MemoryPort.import_lines`.

        Raises:
            AppError: as `MemoryImporter.import_lines`.
        """
        return self._importer.import_lines(rows)

    def new_rows(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """See `MemoryPort.new_rows`.

        Raises:
            AppError: as `import_lines`.
        """
        return self._importer.new_rows(rows)


def _checked(text: str) -> str:
    text = one_line(text)
    if not text:
        raise AppError("memory_empty")
    if len(text) > MAX_TEXT:
        raise AppError("memory_too_long", limit=MAX_TEXT)
    return text


def _check_category(category: str | None) -> None:
    if category is not None and category not in CATEGORIES:
        raise AppError("memory_category", category=category, all=", ".join(CATEGORIES))
