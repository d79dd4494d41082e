"""Messages: written once, or as they stream; found by words."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assistant_app.domain.clock import MillisClock, now_ms
from assistant_app.domain.search_text import index_text
from assistant_app.domain.session import Importance, Message, MessageState, Role
from assistant_app.domain.text import clean, title_of
from assistant_app.errors import AppError
from assistant_app.storage.database import Database, Row, marks

_STREAMING = MessageState.STREAMING.value


class MessageStore:
    """The rows of `message`, and the index over their words.

    A message that streams is saved as parts, so that each save writes the new words and not the
    whole text; its row gets the text when it ends. Messages off the record, barred or empty are
    not in the index.
    """

    def __init__(self, db: Database, clock: MillisClock = now_ms) -> None:
        self._db = db
        self._clock = clock
        self._saved: dict[int, str] = {}
        """What the parts of each streaming message hold."""
        self._saving = threading.Lock()

    def add(
        self,
        session_id: int,
        role: Role,
        text: str,
        *,
        state: MessageState = MessageState.COMPLETE,
        importance: Importance = Importance.NORMAL,
        token_count: int | None = None,
        speaker: str | None = None,
        ref: str | None = None,
        created_at: int | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Message:
        """Add a message at the end of a session; the first of the owner's names the session.

        Raises:
            AppError: `session_missing`.
        """
        at = self._clock() if created_at is None else created_at
        row = {
            "session_id": session_id,
            "role": role.value,
            "text": text,
            "state": state.value,
            "created_at": at,
            "importance": int(importance),
            "token_count": token_count,
            "speaker": speaker,
            "ref": ref,
            "extra": _dump(extra),
        }
        with self._db.atomic():
            self._touch(session_id, at, title_of(text) if role is Role.USER else "")
            message_id = self._db.insert("message", row)
            if state is not MessageState.STREAMING:
                self._index(message_id)
            return self.get(message_id)

    def _touch(self, session_id: int, at: int, title: str) -> None:
        found = self._db.execute(
            "UPDATE session SET updated_at = max(updated_at, ?),"
            " title = CASE title WHEN '' THEN ? ELSE title END WHERE id = ?",
            (at, title, session_id),
        )
        if not found:
            raise AppError("session_missing", id=session_id)

    def save_partial(self, message_id: int, text: str) -> None:
        """Keep what has come of a streaming message so far: `text` is all of it.

        Only what is new is written, about one page of the file.
        """
        with self._saving:
            before = self._saved.get(message_id, "")
            if text == before:
                return
            with self._db.atomic():
                if not text.startswith(before):
                    self._db.execute(
                        "DELETE FROM message_part WHERE message_id = ?", (message_id,)
                    )
                    before = ""
                part = {"message_id": message_id, "text": text[len(before) :]}
                self._db.insert("message_part", part)
            self._saved[message_id] = text

    def finish(
        self,
        message_id: int,
        text: str,
        state: MessageState = MessageState.COMPLETE,
        *,
        extra: Mapping[str, Any] | None = None,
        token_count: int | None = None,
    ) -> Message:
        """End a message that streamed; `extra` and `token_count` None leave what is there."""
        values: dict[str, Any] = {"text": text, "state": state.value}
        if extra is not None:
            values["extra"] = _dump(extra)
        if token_count is not None:
            values["token_count"] = token_count
        with self._saving, self._db.atomic():
            self._update(message_id, values)
            self._db.execute("DELETE FROM message_part WHERE message_id = ?", (message_id,))
            self._index(message_id)
            self._saved.pop(message_id, None)
        return self.get(message_id)

    def recover_interrupted(self) -> list[int]:
        """Turn what still streams, left by a process that died, into interrupted; returns ids.

        Only for the one process that holds the folder, before it starts a turn. In a file of a
        newer version, which can only be read, nothing is done.
        """
        if self._db.too_new:
            return []
        with self._db.atomic():
            rows = self._db.query("SELECT * FROM message WHERE state = ?", (_STREAMING,))
            for message in self._messages(rows):
                self.finish(message.id, message.text, MessageState.INTERRUPTED)
            self._db.execute("DELETE FROM message_part")
        return [row["id"] for row in rows]

    def get(self, message_id: int) -> Message:
        """Return one.

        Raises:
            AppError: `message_missing`.
        """
        row = self._db.one("SELECT * FROM message WHERE id = ?", (message_id,))
        if row is None:
            raise AppError("message_missing", id=message_id)
        return self._messages([row])[0]

    def get_many(self, message_ids: Sequence[int]) -> list[Message]:
        """Return messages in the order of `message_ids`; missing ones are left out."""
        rows = self._db.query(
            f"SELECT * FROM message WHERE id IN ({marks(message_ids)})", list(message_ids)
        )
        found = {message.id: message for message in self._messages(rows)}
        return [found[message_id] for message_id in message_ids if message_id in found]

    def saying(self, words: str) -> list[int]:
        """Return the owner's messages that have `words` as they stand."""
        rows = self._db.tuples(
            "SELECT id FROM message WHERE role = 'user' AND instr(text, ?) ORDER BY id", (words,)
        )
        return [message_id for (message_id,) in rows]

    def to_reflect_on(self, after: int, most: int) -> list[int]:
        """Return the owner's messages behind `after` that nothing has come of, oldest first.

        They were said to the app itself: each was answered in a turn, which did nothing else. What
        was imported, barred, said off the record or thrown away is left out.
        """
        rows = self._db.tuples(
            "SELECT message.id FROM message JOIN session ON session.id = message.session_id"
            " JOIN message AS reply ON reply.id = (SELECT min(id) FROM message AS next"
            "  WHERE next.session_id = message.session_id AND next.id > message.id)"
            " WHERE message.role = 'user' AND message.id > ? AND NOT message.barred"
            " AND NOT off_record AND deleted_at IS NULL AND reply.role = 'assistant'"
            " AND reply.state = 'complete' AND reply.extra LIKE '%\"usage\"%'"
            " AND reply.extra NOT LIKE '%\"actions\"%'"
            " AND message.id NOT IN (SELECT message_id FROM memory WHERE message_id IS NOT NULL)"
            " ORDER BY message.id LIMIT ?",
            (after, most),
        )
        return [key for (key,) in rows]

    def of_session(self, session_id: int, *, after: int = 0) -> list[Message]:
        """Return the messages of a session, oldest first; `after` is the id to begin behind."""
        rows = self._db.query(
            "SELECT * FROM message WHERE session_id = ? AND id > ? ORDER BY id",
            (session_id, after),
        )
        return self._messages(rows)

    def _messages(self, rows: Iterable[Row]) -> list[Message]:
        return [_message(self._with_parts(row)) for row in rows]

    def _with_parts(self, row: Row) -> Row:
        if row["state"] != _STREAMING:
            return row
        parts = self._db.tuples(
            "SELECT text FROM message_part WHERE message_id = ? ORDER BY id", (row["id"],)
        )
        return {**row, "text": row["text"] + "".join(text for (text,) in parts)}

    def _update(self, message_id: int, values: Mapping[str, Any]) -> None:
        if not self._db.update("message", message_id, values):
            raise AppError("message_missing", id=message_id)

    def rewrite(self, message: Message) -> None:
        """Replace the text, cards and bar of a message: for erasing words from the chat."""
        values = {"text": message.text, "extra": _dump(message.extra)}
        with self._db.atomic():
            self._update(message.id, {**values, "barred": int(message.barred)})
            self._index(message.id)

    def set_extra(self, message_id: int, extra: Mapping[str, Any]) -> None:
        """Replace what is shown with a message."""
        self._update(message_id, {"extra": _dump(extra)})

    def set_importance(self, message_id: int, importance: Importance) -> None:
        """Say how long a message stays when the context window is full."""
        self._update(message_id, {"importance": int(importance)})

    def set_token_counts(self, counts: Mapping[int, int]) -> None:
        """Keep the number of tokens of messages, by id."""
        self._db.execute_many(
            "UPDATE message SET token_count = ? WHERE id = ?",
            [(count, message_id) for message_id, count in counts.items()],
        )

    def set_barred(self, message_ids: Sequence[int], *, barred: bool = True) -> None:
        """Keep messages out of search, recall, summaries and reflection; the chat shows them."""
        with self._db.atomic():
            for message_id in message_ids:
                self._update(message_id, {"barred": int(barred)})
                self._index(message_id)

    def _index(self, message_id: int) -> None:
        """Bring the index up to date for one message; the only place that writes to it."""
        self._db.execute("DELETE FROM message_fts WHERE rowid = ?", (message_id,))
        row = self._db.one(
            "SELECT text, speaker, state, barred, off_record FROM message"
            " JOIN session ON session.id = session_id WHERE message.id = ?",
            (message_id,),
        )
        if row is None or row["barred"] or row["off_record"] or row["state"] == _STREAMING:
            return
        words = index_text(row["text"])
        if words:
            # Who said it is often half of the question: "what did Anna say about the boat".
            body = f"{index_text(row['speaker'] or '')} {words}"
            self._db.execute(
                "INSERT INTO message_fts(rowid, body) VALUES(?, ?)", (message_id, body)
            )

    def reindex(self) -> int:
        """Make the whole index anew; returns how many messages there are."""
        with self._db.atomic():
            self._db.execute("DELETE FROM message_fts")
            ids = self._db.tuples("SELECT id FROM message")
            for (message_id,) in ids:
                self._index(message_id)
            self._db.execute("INSERT INTO message_fts(message_fts) VALUES('optimize')")
        return len(ids)


def _dump(extra: Mapping[str, Any] | None) -> str | None:
    return clean(json.dumps(dict(extra), ensure_ascii=False)) if extra else None


def _load(text: str | None) -> dict[str, Any]:
    try:
        extra = json.loads(text or "{}")
    except json.JSONDecodeError:
        return {}
    return extra if isinstance(extra, dict) else {}


def _message(row: Row) -> Message:
    count = row["token_count"]
    known = row["importance"] in Importance.__members__.values()
    return Message(
        id=row["id"],
        session_id=row["session_id"],
        role=Role(row["role"]),
        text=row["text"],
        state=MessageState(row["state"]),
        created_at=row["created_at"],
        importance=Importance(row["importance"]) if known else Importance.NORMAL,
        # A column that other programs have filled with all sorts: not a count, then not known.
        token_count=count if isinstance(count, int) and count >= 0 else None,
        speaker=row["speaker"],
        ref=row["ref"],
        barred=bool(row["barred"]),
        extra=_load(row["extra"]),
    )
