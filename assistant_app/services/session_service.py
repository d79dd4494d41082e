"""Sessions as front ends and the agent see them: listing, trash, drafts, search, recall, files."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant_app.domain.changes import ChangeListener, Changes
from assistant_app.domain.clock import Millis, MillisClock, now_ms
from assistant_app.domain.engine import Embedder
from assistant_app.domain.session import Message, MessageHit, Role, Session, SessionState
from assistant_app.domain.text import clean, title_of
from assistant_app.errors import AppError
from assistant_app.services.session_recall import SessionRecall
from assistant_app.storage.database import Database
from assistant_app.storage.message_search import MessageSearch
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.vector_store import VectorStore

STATE_LIFE_MS = 60 * 60 * 1000
"""How long after its last use a session's working memory still stands."""


def _ignore(_changes: Changes) -> None:
    """Tell nobody."""


def _nothing(_session_id: int) -> None:
    """Do nothing else."""


class SessionService:
    """Implements `SessionPort`. Every change is told to `notify`, from the thread that made it.

    `deleted` is called with each session that was deleted.
    """

    def __init__(
        self,
        db: Database,
        sessions: SessionStore,
        messages: MessageStore,
        *,
        embedder: Callable[[], Embedder | None] = lambda: None,
        notify: ChangeListener = _ignore,
        clock: MillisClock = now_ms,
        deleted: Callable[[int], None] = _nothing,
    ) -> None:
        self._db = db
        self._deleted = deleted
        self._sessions = sessions
        self._messages = messages
        self._search = MessageSearch(db)
        self._recall = SessionRecall(self._search, VectorStore(db), embedder)
        self._notify = notify
        self._clock = clock

    def listing(self, *, deleted: bool = False) -> list[Session]:
        """Return sessions, the latest used first; `deleted` gives the trash."""
        return self._sessions.listing(deleted=deleted)

    def get(self, session_id: int) -> Session:
        """Return one.

        Raises:
            AppError: `session_missing`.
        """
        return self._sessions.get(session_id)

    def by_ref(self, ref: str) -> Session | None:
        """Return the session that the outside world calls `ref`."""
        return self._sessions.by_ref(ref)

    def create(
        self, *, title: str = "", ref: str | None = None, off_record: bool = False
    ) -> Session:
        """Start a session; without a title, its first message gives it one."""
        session = self._sessions.create(title=title_of(title), ref=ref, off_record=off_record)
        self._notify(Changes.SESSIONS)
        return session

    def rename(self, session_id: int, title: str) -> Session:
        """Give it another title, at most 200 characters on one line.

        Raises:
            AppError: `title_empty`; `session_missing`.
        """
        line = " ".join(title.split())[:200]
        if not line:
            raise AppError("title_empty")
        session = self._sessions.update(session_id, title=line)
        self._notify(Changes.SESSIONS)
        return session

    def delete(self, session_id: int) -> None:
        """Move it to the trash; one off the record is erased at once."""
        if self._sessions.get(session_id).off_record:
            self._sessions.erase(session_id)
            self._db.end_erasure()
        else:
            self._sessions.set_deleted(session_id, deleted=True)
        self._deleted(session_id)
        self._notify(Changes.SESSIONS | Changes.MESSAGES)

    def restore(self, session_id: int) -> None:
        """Take it out of the trash."""
        self._sessions.set_deleted(session_id, deleted=False)
        self._notify(Changes.SESSIONS | Changes.MESSAGES)

    def messages(self, session_id: int) -> list[Message]:
        """Return its messages, oldest first.

        Raises:
            AppError: `session_missing`.
        """
        found = self._messages.of_session(session_id)
        if not found:
            self._sessions.get(session_id)
        return found

    def state(self, session_id: int) -> SessionState:
        """Return its working memory.

        An hour after the last use only what lasts is left: confirmed facts, finished tasks and the
        number of turns; a question that waited no longer does.
        """
        state = self._sessions.state(session_id)
        if self._clock() - state.touched_at < STATE_LIFE_MS:
            return state
        return replace(state, subject="", pending=None, listing=(), last_item=None)

    def save_state(self, session_id: int, state: SessionState) -> None:
        """Keep the working memory."""
        self._sessions.save_state(session_id, state)

    def save_draft(self, session_id: int | None, text: str) -> None:
        """Keep the unsent message; None is the draft of a chat that does not exist yet."""
        self._sessions.save_draft(session_id, text)

    def draft(self, session_id: int | None) -> str:
        """Return the unsent message."""
        return self._sessions.draft(session_id)

    def mark_seen(self, session_id: int, *, seen: bool = True) -> None:
        """Say whether the owner saw the last reply."""
        if self._sessions.get(session_id).unseen == seen:
            self._sessions.update(session_id, unseen=int(not seen))
            self._notify(Changes.SESSIONS)

    def search(self, words: str, limit: int = 50) -> list[MessageHit]:
        """Find messages by words, outside the trash."""
        return self._hits(self._search.find(words, limit))

    def recall(self, text: str, *, limit: int = 5, exclude: int | None = None) -> list[MessageHit]:
        """Rank messages of past sessions for a text; `exclude` is the current session.

        Scores are 0 to 1: by the words and, with an embedder, the meaning of a message and its
        neighbours. Off the record nothing is recalled.
        """
        if exclude is not None and self._sessions.get(exclude).off_record:
            return []
        return self._hits(self._recall.rank(text, limit, exclude))

    def index_pending(self, most: int | None = None) -> int:
        """Embed messages that wait for it; for the background. Returns how many."""
        return self._recall.index_pending(most)

    def _hits(self, scored: list[tuple[int, float]]) -> list[MessageHit]:
        score = dict(scored)
        titles: dict[int, str] = {}
        hits = []
        for message in self._messages.get_many(list(score)):
            if message.session_id not in titles:
                titles[message.session_id] = self._sessions.get(message.session_id).title
            hits.append(MessageHit(message, titles[message.session_id], score[message.id]))
        return hits

    def export(self, session_id: int) -> dict[str, Any]:
        """Return a session as a JSON Lines row; times are in UTC."""
        session = self._sessions.get(session_id)
        row = {
            "ref": session.ref,
            "title": session.title,
            "started_at": _iso(session.created_at),
            "messages": [_message_row(m) for m in self._messages.of_session(session_id)],
        }
        return {name: value for name, value in row.items() if value is not None}

    def import_lines(self, rows: Iterable[dict[str, Any]]) -> list[Session]:
        """Store sessions as `export` gives them, all or none.

        A session that is here already (same `ref`, else same title and start) gets the messages it
        lacks, so that importing twice adds nothing. Times without an offset are this machine's.

        Raises:
            AppError: `import_session`, with the number of the row and what is wrong with it.
        """
        done: list[int] = []
        with self._db.atomic():
            for number, row in enumerate(rows, start=1):
                try:
                    done.append(self._import(row))
                except (KeyError, TypeError, ValueError, AttributeError) as error:
                    detail = f"{type(error).__name__}: {error}"[:120]
                    raise AppError("import_session", row=number, detail=detail) from error
        self._notify(Changes.SESSIONS | Changes.MESSAGES)
        return [self._sessions.get(session_id) for session_id in done]

    def _import(self, row: Mapping[str, Any]) -> int:
        messages = [_read_message(message) for message in row["messages"]]
        started = _millis(row.get("started_at"))
        if started is None:
            times = [m["created_at"] for m in messages if m["created_at"] is not None]
            started = min(times, default=self._clock())
        ref, title = _text(row.get("ref")), _text(row.get("title")) or ""
        session = self._same_session(ref, title, started)
        if session is None:
            session = self._sessions.create(title=title, ref=ref, created_at=started)
        known = {_identity(_message_row(m)) for m in self._messages.of_session(session.id)}
        for place, message in enumerate(messages):
            at = message["created_at"]
            message["created_at"] = started + place if at is None else at
            if _identity({**message, "created_at": _iso(message["created_at"])}) not in known:
                self._messages.add(session.id, message.pop("role"), message.pop("text"), **message)
        return session.id

    def _same_session(self, ref: str | None, title: str, started: Millis) -> Session | None:
        if ref is not None:
            return self._sessions.by_ref(ref)
        same = [s for s in self._sessions.started_at(started) if s.ref is None]
        return next((s for s in same if title in ("", s.title)), None)


def _identity(row: Mapping[str, Any]) -> tuple[str, ...]:
    if row.get("ref"):
        return (row["ref"],)
    return (row["role"], row["text"], row["created_at"])


def _message_row(message: Message) -> dict[str, Any]:
    row = {
        "ref": message.ref,
        "role": message.role.value,
        "speaker": message.speaker,
        "text": message.text,
        "created_at": _iso(message.created_at),
    }
    return {name: value for name, value in row.items() if value is not None}


def _read_message(row: Mapping[str, Any]) -> dict[str, Any]:
    text = row["text"]
    if not isinstance(text, str):
        raise TypeError("text")
    return {
        "role": Role(row["role"]),
        "text": clean(text),
        "ref": _text(row.get("ref")),
        "speaker": _text(row.get("speaker")),
        "created_at": _millis(row.get("created_at")),
    }


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _iso(ms: Millis) -> str:
    moment = dt.datetime.fromtimestamp(ms // 1000, dt.UTC).replace(microsecond=ms % 1000 * 1000)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _millis(value: Any) -> Millis | None:
    """Return a time of a file (ISO 8601, or milliseconds) in milliseconds."""
    if value is None or isinstance(value, int):
        return value
    return round(dt.datetime.fromisoformat(value).timestamp() * 1000)
