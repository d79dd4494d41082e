"""Sessions and their messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from assistant_app.domain.clock import Millis


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


class MessageState(StrEnum):
    """How far a message got."""

    STREAMING = "streaming"
    COMPLETE = "complete"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class Importance(IntEnum):
    """What goes first when the context window is full: the lowest."""

    MINIMAL = 0
    LOW = 1
    NORMAL = 2
    HIGH = 3
    CRITICAL = 4


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation. `ref` is the outside world's name for it; `draft` the unsent message."""

    id: int
    title: str
    created_at: Millis
    updated_at: Millis
    off_record: bool = False
    deleted_at: Millis | None = None
    summary: str = ""
    summary_through: int = 0
    """The id of the last message that the summary covers."""
    draft: str = ""
    unseen: bool = False
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `extra` holds what is shown with it as plain JSON (see `domain.turn`):

    `actions`, `calls`, `question`, `memories_used`, `messages_used` (of past sessions), `usage`,
    `thought`, `error`. `barred` keeps it out of recall, summaries and reflection.
    """

    id: int
    session_id: int
    role: Role
    text: str
    state: MessageState
    created_at: Millis
    importance: Importance = Importance.NORMAL
    token_count: int | None = None
    speaker: str | None = None
    ref: str | None = None
    barred: bool = False
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SessionState:
    """The working memory of a session, kept with it and given back when it is resumed.

    `pending` is the action a question is waiting on (JSON of `domain.turn.PendingAction`);
    `listing` maps the short ids shown last (e12, t7) to what they name.
    """

    subject: str = ""
    confirmed_facts: tuple[str, ...] = ()
    finished_tasks: tuple[str, ...] = ()
    turn_count: int = 0
    pending: dict[str, Any] | None = None
    listing: tuple[str, ...] = ()
    last_item: str | None = None
    touched_at: Millis = 0


@dataclass(frozen=True, slots=True)
class MessageHit:
    """A message found by search or recall; higher scores are better."""

    message: Message
    session_title: str
    score: float
