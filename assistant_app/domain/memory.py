"""Memories: what the owner said, kept with the sentence it came from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from assistant_app.domain.clock import Millis


class MemoryKind(StrEnum):
    """The layers that the memories window shows."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"


class MemoryStatus(StrEnum):
    """Where a memory is in its life; an erased one has no row."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    REJECTED = "rejected"


MAX_TEXT = 2000
"""Characters of one memory; more is a document."""
CATEGORIES = (
    "identity",
    "family",
    "preference",
    "work",
    "home",
    "health",
    "people",
    "date",
    "routine",
    "other",
)
"""The categories a memory can have; the rules choose one, the owner can change it."""


@dataclass(frozen=True, slots=True)
class MemorySource:
    """The span of the owner's own message that a memory rests on."""

    session_id: int | None
    message_id: int | None
    quote: str


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory. `importance` is 0-1; `key` names subject and attribute where they are clear.

    `replaces` is set on a proposal "replace A by B"; `superseded_by` on the A after it was kept.
    """

    id: int
    text: str
    kind: MemoryKind
    status: MemoryStatus
    created_at: Millis
    updated_at: Millis
    category: str = "other"
    lang: str = "en"
    importance: float = 0.3
    explicit: bool = False
    pinned: bool = False
    decay: float = 1.0
    use_count: int = 0
    last_used_at: Millis | None = None
    last_used_in: int | None = None
    """The session whose answer used it last."""
    expires_at: Millis | None = None
    key: str | None = None
    replaces: int | None = None
    superseded_by: int | None = None
    ref: str | None = None
    source: MemorySource | None = None


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """What a memory was before a change, or the change itself. `event` is a code of the change:

    `said`, `proposed`, `confirmed`, `edited`, `superseded`, `archived`, `restored`, `reinforced`,
    `rejected`, `imported`.
    """

    memory_id: int
    at: Millis
    event: str
    text: str


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """Which memories a list shows; what is left empty leaves nothing out.

    `words` are looked for in the text and the quote, and by the index. `paired` keeps those that
    stand against another one (see `MemoryPair`).
    """

    statuses: tuple[MemoryStatus, ...] = ()
    kind: MemoryKind | None = None
    category: str | None = None
    words: str = ""
    paired: bool = False


@dataclass(frozen=True, slots=True)
class MemoryPair:
    """Two memories that say the same, or of which the `new` one would replace the `old`."""

    old: Memory
    new: Memory
    relation: Literal["replace", "duplicate"]


@dataclass(frozen=True, slots=True)
class MemoryImport:
    """What taking in a file of memories did, or would do; `problems` are sentences, one a line of
    the file that was set aside. `texts` are the first of what is new. `secret` are new ones that
    look like a password, key or number: they are taken in only where that is asked for.
    """

    added: int = 0
    secret: int = 0
    unchanged: int = 0
    quarantined: int = 0
    texts: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    change_id: int | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """What is never to be proposed: a topic in the owner's `words`, or (None) a single memory, of
    which only a hash is kept.
    """

    id: str
    words: str | None
    at: Millis


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory somebody could keep, before it has a row.

    `quote` is a span of the owner's message. `of` is the existing memory (its id) that `decision`
    is about.
    """

    text: str
    quote: str
    kind: MemoryKind = MemoryKind.SEMANTIC
    category: str = "other"
    explicit: bool = False
    decision: Literal["add", "replace", "duplicate"] = "add"
    of: int | None = None
    key: str | None = None
    expires_at: Millis | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory found for a message. `why` says in a few codes what matched."""

    memory: Memory
    score: float
    why: tuple[str, ...] = ()
