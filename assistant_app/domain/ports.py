"""What the layers ask of each other, as protocols: packages of one row never import each other.

Every method blocks on the database, never on the model unless it says so, and may be called from
any thread but the window's. Failures are `AppError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from assistant_app.domain.clock import Millis, Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import (
    Bar,
    Draft,
    Memory,
    MemoryKind,
    MemoryStatus,
    MemoryVersion,
    Recalled,
)
from assistant_app.domain.planner import (
    Change,
    Extracted,
    FreeSlot,
    ImportReport,
    Item,
    ItemKind,
    NewItem,
    Occurrence,
    Resolved,
    When,
    Which,
)
from assistant_app.domain.routine import Routine
from assistant_app.domain.session import Message, MessageHit, Session, SessionState
from assistant_app.errors import AppError


class DateResolver(Protocol):
    """The dates that people say; pure, no clock inside."""

    def resolve(
        self, phrase: str, now: Moment, lang: Lang, prefer: Literal["future", "any"] = "future"
    ) -> Resolved:
        """Return what the phrase means at `now`; `prefer="any"` allows the past (searching)."""

    def extract(self, text: str, now: Moment, lang: Lang) -> Extracted:
        """Find the date spans of a sentence, and what is left of it."""

    def to_when(
        self, resolved: Resolved, now: Moment, *, default_length_s: int | None = 3600
    ) -> When:
        """Turn a resolved date, time, range or rule into what an item stores.

        `default_length_s` is given, as an assumption, to a time without an end; None gives none
        (due dates).
        """

    def length(self, text: str, lang: Lang) -> int | None:
        """Return how long "45 minutes" or 一个半小时 is, in seconds; None when it is no length."""

    def offset(self, text: str, lang: Lang) -> int | None:
        """Return how long before "10 minutes before" or 提前一天 is, in seconds; else None."""

    def explain(self, resolved: Resolved, now: Moment, lang: Lang) -> str:
        """Return weekday, full date, time and distance of what was resolved."""


class PlannerPort(Protocol):
    """Calendar and tasks. Every change is in the change log and can be undone."""

    @property
    def resolver(self) -> DateResolver:
        """The dates that people say."""

    def add(self, new: NewItem, *, tool: str = "add") -> tuple[Item, Change]:
        """Store an event or task."""

    def get(self, item_id: int) -> Item:
        """Return one item.

        Raises:
            AppError: `item_missing`.
        """

    def events(self, start: str, end: str, tz: str, about: str = "") -> list[Occurrence]:
        """Return the occurrences that overlap [start, end) (wall time in `tz`), by time."""

    def tasks(
        self,
        state: Literal["open", "done", "all"] = "open",
        *,
        due_before: str | None = None,
        about: str = "",
        list_name: str = "",
    ) -> list[Occurrence]:
        """Return tasks, dated first by due time, then undated; a series shows its next open one."""

    def find(self, words: str, *, kinds: Sequence[ItemKind] = (), now: Moment) -> list[Item]:
        """Return the items that `words` (an alias such as e12, or title words) name, best first.

        Deterministic: none, one or several; the upcoming before the past.
        """

    def occurrence(self, item_id: int, key: str) -> Occurrence:
        """Return one occurrence of a series."""

    def move(
        self, item_id: int, when: When, *, which: Which = "all", key: str = "", tool: str = "move"
    ) -> tuple[Item, Change]:
        """Give an item another time; `key` names the occurrence for `this` and `following`."""

    def edit(
        self,
        item_id: int,
        field: str,
        value: Any,
        *,
        which: Which = "all",
        key: str = "",
        tool: str = "edit",
    ) -> tuple[Item, Change]:
        """Change `title place notes length repeat remind priority list`.

        Values: `length` seconds; `repeat` a `When` or None; `remind` a tuple of `Alarm`; the others
        text.
        """

    def complete(
        self, item_id: int, *, key: str = "", done: bool = True, tool: str = "complete"
    ) -> tuple[Item, Change]:
        """Mark a task, or one occurrence of it, done or open again."""

    def delete(
        self, item_id: int, *, which: Which = "all", key: str = "", tool: str = "delete"
    ) -> Change:
        """Delete an item, one occurrence, or one and those after it."""

    def delete_many(self, item_ids: Sequence[int], *, tool: str = "delete") -> Change:
        """Delete several items, whole series too, as one change."""

    def conflicts(self, when: When, *, ignore: int | None = None) -> list[Occurrence]:
        """Return what is busy at that time (half-open; transparent and cancelled never block)."""

    def free(
        self, start: str, end: str, tz: str, *, length_s: int, hours: tuple[str, str] | None = None
    ) -> list[FreeSlot]:
        """Return free stretches of at least `length_s`, within `hours` ("09:00", "18:00") a day."""

    def next_dates(self, when: When, count: int = 3) -> list[str]:
        """Return the first dates of something that repeats, as wall times."""

    def preview_ics(self, path: Path, lang: Lang | None = None) -> ImportReport:
        """Return what an import would do; nothing is stored."""

    def import_ics(self, path: Path) -> ImportReport:
        """Take in a calendar file, part by part; the whole import is one undo."""

    def export_ics(self, path: Path) -> int:
        """Write everything as a calendar file; returns how many items."""

    def describe(self, item: Item | Occurrence, now: Moment, lang: Lang) -> str:
        """Return "Wed 25 Nov 2026, 15:00-16:00 · in 7 days" in the language, from the stored row."""

    def describe_assumptions(self, tags: Sequence[str], lang: Lang) -> list[str]:
        """Return the assumptions as sentences ("assumed: 1 hour")."""


class UndoPort(Protocol):
    """The one change log, over planner and memories."""

    def last(self) -> Change | None:
        """Return the last change that can be taken back."""

    def undo(self, change_id: int | None = None) -> Change | None:
        """Take back a change (by default the last); None when there is nothing to take back.

        Raises:
            AppError: `undo_conflict` when what it changed was changed again since.
        """


class MemoryPort(Protocol):
    """Memories."""

    def recall(
        self,
        text: str,
        *,
        before: Sequence[str] = (),
        limit: int = 8,
        gate: bool = True,
        session_id: int | None = None,
    ) -> list[Recalled]:
        """Rank active memories for a message; `before` are up to two turns before it.

        None in a session off the record.

        With `gate`, an irrelevant memory is left out. May wait for the embedder (tens of ms).
        Reading does not make a memory younger.
        """

    def routine(self, text: str) -> tuple[Memory, Routine] | None:
        """Return the routine that `text` starts, with the memory that taught it, the newest."""

    def mark_used(self, memory_ids: Sequence[int], session_id: int) -> None:
        """Count a use in an answer."""

    def propose(
        self, text: str, lang: Lang, existing: Sequence[Memory] | None = None
    ) -> list[Draft]:
        """Return what the rules would keep of the owner's own message; stores nothing.

        `existing` None compares with the stored memories, and leaves out what is barred.
        """

    def tells(self, text: str, lang: Lang) -> bool:
        """Tell whether the owner's message has a statement of their own, and nothing made up."""

    def outdated(self, message_ids: Sequence[int]) -> set[int]:
        """Return those of the messages that told something which was replaced since."""

    def undecided(self, text: str, lang: Lang) -> list[Draft]:
        """Return drafts of what the rules can not decide: for the model, while nobody waits."""

    def keep(
        self,
        drafts: Iterable[Draft],
        *,
        session_id: int | None,
        message_id: int | None,
        tool: str = "remember",
    ) -> list[Memory]:
        """Store drafts: explicit ones as active, others as proposed; duplicates reinforce.

        Barred ones, secrets and what is said off the record are left out.
        """

    def add(
        self,
        text: str,
        *,
        kind: MemoryKind = MemoryKind.SEMANTIC,
        category: str | None = None,
        expires_at: Millis | None = None,
    ) -> Memory:
        """Store a memory that the owner wrote by hand, as active."""

    def remember(self, message_id: int, words: str, *, secret_ok: bool = False) -> Change:
        """Keep what the owner marked in a message of their own, at once, phrased by the rules.

        A password, key or number is refused unless `secret_ok`: ask first.
        """

    def get(self, memory_id: int) -> Memory:
        """Return one.

        Raises:
            AppError: `memory_missing`.
        """

    def listing(self, status: MemoryStatus | None = MemoryStatus.ACTIVE) -> list[Memory]:
        """Return memories, newest first; None gives all."""

    def search(self, words: str, limit: int = 50) -> list[Memory]:
        """Find by words, in every status but rejected."""

    def history(self, memory_id: int) -> list[MemoryVersion]:
        """Return what happened to it, oldest first, with what it replaced."""

    def confirm(self, memory_ids: Sequence[int]) -> Change:
        """Make proposals active; one that replaces another closes that one."""

    def reject(self, memory_ids: Sequence[int], *, never: bool = False) -> Change:
        """Turn proposals down; `never` bars them, by a keyed hash of their normal form."""

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
        """Change a memory; the old text stays in its history, and undo brings it back.

        A text that looks like a password, key or number is refused unless `secret_ok`: ask first.
        """

    def edit_many(
        self,
        memory_ids: Sequence[int],
        *,
        category: str | None = None,
        pinned: bool | None = None,
        expires_at: Millis | Literal["keep"] | None = "keep",
    ) -> Change:
        """Change several memories alike; one undo."""

    def set_status(self, memory_ids: Sequence[int], status: MemoryStatus) -> Change:
        """Archive what is active, or bring back what was archived or replaced."""

    def keeps_what_was_said(self, text: str) -> bool:
        """Tell whether a message only asks to remember what was said before it."""

    def left_alone(self, memory_id: int) -> AppError:
        """Return why nothing was done to a memory: where it stands, and what would help."""

    def backups(self) -> list[Path]:
        """Return the copies of the data file that may still have what is erased."""

    def erase(
        self,
        memory_ids: Sequence[int],
        *,
        and_source: bool = False,
        never: bool = False,
        backups: bool = False,
    ) -> int:
        """Erase for real: rows, versions, vectors, index, quotes, change log; returns how many.

        `and_source` redacts the words in the chat too; without it they stay there, barred from
        recall, and go from what was derived. `backups` does the same in the copies. Can not be
        undone: front ends wait ten seconds before they call it, or ask.
        """

    def topic_in(self, text: str) -> str | None:
        """Return the topic that a message wants nothing remembered about; None for no such wish."""

    def bar_topic(self, words: str) -> Bar:
        """Bar a topic in words ("my health"): nothing about it is proposed from now on."""

    def bars(self) -> list[Bar]:
        """Return what is never proposed, topics first."""

    def lift_bar(self, bar_id: str) -> None:
        """Take one off that list."""

    def stats(self) -> dict[str, Any]:
        """Return counts by kind, category and status, and the state of index and embedder."""

    def export_lines(self) -> list[dict[str, Any]]:
        """Return every memory as a JSON Lines row (see the command line)."""

    def import_lines(self, rows: Iterable[dict[str, Any]]) -> list[Memory]:
        """Store rows as `export_lines` gives them; one undo."""

    def new_rows(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return those of such rows that `import_lines` would store."""


class SessionPort(Protocol):
    """Sessions and their messages."""

    def listing(self, *, deleted: bool = False) -> list[Session]:
        """Return sessions, the latest used first."""

    def get(self, session_id: int) -> Session:
        """Return one.

        Raises:
            AppError: `session_missing`.
        """

    def by_ref(self, ref: str) -> Session | None:
        """Return the session that the outside world calls `ref`."""

    def create(
        self, *, title: str = "", ref: str | None = None, off_record: bool = False
    ) -> Session:
        """Start a session."""

    def rename(self, session_id: int, title: str) -> Session:
        """Give it another title."""

    def delete(self, session_id: int) -> None:
        """Move it to the trash."""

    def restore(self, session_id: int) -> None:
        """Take it out of the trash."""

    def messages(self, session_id: int) -> list[Message]:
        """Return its messages, oldest first."""

    def state(self, session_id: int) -> SessionState:
        """Return its working memory; empty after an hour without use, but for what was confirmed."""

    def save_draft(self, session_id: int | None, text: str) -> None:
        """Keep the unsent message; None is the draft of a chat that does not exist yet."""

    def draft(self, session_id: int | None) -> str:
        """Return the unsent message."""

    def mark_seen(self, session_id: int, *, seen: bool = True) -> None:
        """Say whether the owner saw the last reply."""

    def search(self, words: str, limit: int = 50) -> list[MessageHit]:
        """Find messages by words, outside the trash."""

    def recall(self, text: str, *, limit: int = 5, exclude: int | None = None) -> list[MessageHit]:
        """Rank messages of past sessions for a text; `exclude` is the current session."""

    def export(self, session_id: int) -> dict[str, Any]:
        """Return a session as a JSON Lines row (see the command line)."""

    def import_lines(self, rows: Iterable[dict[str, Any]]) -> list[Session]:
        """Store sessions as `export` gives them."""
