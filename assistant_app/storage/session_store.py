"""Sessions: titles, trash, drafts and working memory."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict, fields
from typing import Any

from assistant_app.domain.clock import MillisClock, now_ms
from assistant_app.domain.session import Session, SessionState
from assistant_app.errors import AppError
from assistant_app.storage.database import Database, Row, marks

_NO_SESSION = 0
"""The key of the draft of a chat that does not exist yet."""
_SELECT = (
    "SELECT session.*, coalesce(draft.text, '') AS draft FROM session"
    " LEFT JOIN draft ON draft.session_id = session.id"
)


class SessionStore:
    """The rows of `session`, `session_state` and `draft`."""

    def __init__(self, db: Database, clock: MillisClock = now_ms) -> None:
        self._db = db
        self._clock = clock

    def create(
        self,
        *,
        title: str = "",
        ref: str | None = None,
        off_record: bool = False,
        created_at: int | None = None,
    ) -> Session:
        """Add a session."""
        at = self._clock() if created_at is None else created_at
        row = {"title": title, "ref": ref, "off_record": int(off_record)}
        new_id = self._db.insert("session", {**row, "created_at": at, "updated_at": at})
        return self.get(new_id)

    def get(self, session_id: int) -> Session:
        """Return one, also from the trash.

        Raises:
            AppError: `session_missing`.
        """
        row = self._db.one(f"{_SELECT} WHERE session.id = ?", (session_id,))
        if row is None:
            raise AppError("session_missing", id=session_id)
        return _session(row)

    def by_ref(self, ref: str) -> Session | None:
        """Return the session that the outside world calls `ref`, outside the trash."""
        row = self._db.one(
            f"{_SELECT} WHERE ref = ? AND deleted_at IS NULL ORDER BY session.id DESC", (ref,)
        )
        return None if row is None else _session(row)

    def listing(self, *, deleted: bool = False) -> list[Session]:
        """Return sessions, the latest used first; `deleted` gives those in the trash."""
        test = "IS NOT NULL" if deleted else "IS NULL"
        rows = self._db.query(
            f"{_SELECT} WHERE deleted_at {test} ORDER BY updated_at DESC, session.id DESC"
        )
        return [_session(row) for row in rows]

    def update(self, session_id: int, **values: Any) -> Session:
        """Change columns of a session.

        Raises:
            AppError: `session_missing`.
        """
        if not self._db.update("session", session_id, values):
            raise AppError("session_missing", id=session_id)
        return self.get(session_id)

    def set_deleted(self, session_id: int, *, deleted: bool) -> Session:
        """Move a session to the trash, or out of it."""
        return self.update(session_id, deleted_at=self._clock() if deleted else None)

    def grown(self, by: int, among: Collection[int] | None = None) -> list[int]:
        """Return the sessions with more than `by` messages behind their summary, last used first.

        Those in the trash and off the record are left out; with `among`, all but these.
        """
        some = "" if among is None else f" AND session.id IN ({marks(among)})"
        rows = self._db.tuples(
            "SELECT session.id FROM session JOIN message ON message.session_id = session.id"
            " AND message.id > session.summary_through"
            f" WHERE deleted_at IS NULL AND NOT off_record{some} GROUP BY session.id"
            " HAVING count(*) > ? ORDER BY session.updated_at DESC, session.id DESC",
            (*(among or ()), by),
        )
        return [row[0] for row in rows]

    def set_summary(self, session_id: int, summary: str, through: int) -> Session:
        """Keep the running summary, and the id of the last message in it."""
        return self.update(session_id, summary=summary, summary_through=through)

    def erase(self, session_id: int) -> None:
        """Delete a session for good, with its messages, state and draft.

        Call `Database.end_erasure` when the transaction is over.
        """
        with self._db.atomic():
            self._db.begin_erasure()
            self._db.execute(
                "DELETE FROM message_fts WHERE rowid IN"
                " (SELECT id FROM message WHERE session_id = ?)",
                (session_id,),
            )
            self._db.execute("DELETE FROM draft WHERE session_id = ?", (session_id,))
            self._db.execute("DELETE FROM session WHERE id = ?", (session_id,))

    def started_at(self, moment: int) -> list[Session]:
        """Return the sessions outside the trash that began at `moment` (milliseconds)."""
        rows = self._db.query(f"{_SELECT} WHERE created_at = ? AND deleted_at IS NULL", (moment,))
        return [_session(row) for row in rows]

    def erase_off_record(self) -> int:
        """Erase the sessions off the record, as is done when they close; returns how many.

        In a file of a newer version nothing is done.
        """
        if self._db.too_new:
            return 0
        rows = self._db.tuples("SELECT id FROM session WHERE off_record")
        for (session_id,) in rows:
            self.erase(session_id)
        if rows:
            self._db.end_erasure()
        return len(rows)

    def save_draft(self, session_id: int | None, text: str) -> None:
        """Keep the unsent message; None is the chat that does not exist yet; '' forgets it."""
        key = _NO_SESSION if session_id is None else session_id
        if text:
            self._db.insert("draft", {"session_id": key, "text": text}, replace=True)
        else:
            self._db.execute("DELETE FROM draft WHERE session_id = ?", (key,))

    def draft(self, session_id: int | None) -> str:
        """Return the unsent message."""
        key = _NO_SESSION if session_id is None else session_id
        return self._db.scalar("SELECT text FROM draft WHERE session_id = ?", (key,)) or ""

    def save_state(self, session_id: int, state: SessionState) -> None:
        """Keep the working memory of a session; its time of use is now."""
        body = asdict(state)
        del body["touched_at"]
        row = {"session_id": session_id, "touched_at": self._clock()}
        text = json.dumps(body, ensure_ascii=False)
        self._db.insert("session_state", {**row, "body": text}, replace=True)

    def state(self, session_id: int) -> SessionState:
        """Return the working memory as it was saved; what cannot be read is left out."""
        row = self._db.one("SELECT * FROM session_state WHERE session_id = ?", (session_id,))
        return SessionState() if row is None else _state(row)


def _session(row: Row) -> Session:
    values = {field.name: row[field.name] for field in fields(Session)}
    values.update(off_record=bool(row["off_record"]), unseen=bool(row["unseen"]))
    return Session(**values)


def _state(row: Row) -> SessionState:
    try:
        body = json.loads(row["body"])
    except json.JSONDecodeError:
        body = {}
    if not isinstance(body, dict):
        body = {}
    known: dict[str, Any] = {}
    for field in fields(SessionState):
        value = body.get(field.name)
        if value is not None:
            known[field.name] = tuple(value) if isinstance(value, list) else value
    known["touched_at"] = row["touched_at"]
    return SessionState(**known)
