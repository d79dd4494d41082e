"""Erase the owner's words from the chat, with what was made of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant_app.domain.redaction import redact, redact_json, telling_words
from assistant_app.domain.session import Message, Role
from assistant_app.storage.database import Database, like
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore


class MessageEraser:
    """Redacts a quote where it was said, and its telling words in the replies built on it."""

    def __init__(self, db: Database, sessions: SessionStore, messages: MessageStore) -> None:
        self._db = db
        self._sessions = sessions
        self._messages = messages

    def redact(
        self,
        message_id: int | None,
        quote: str,
        *,
        texts: Sequence[str] = (),
        memory_ids: Sequence[int] = (),
    ) -> None:
        """Redact `quote` in the message it came from, and what was derived from it.

        Derived are: the replies after it in its session; the replies that used one of
        `memory_ids`, and those after them in their sessions; titles, summaries, working memory and
        drafts of these sessions. There the telling words of the quote and of `texts` (the memory
        and its versions) go too, unless the owner used the word in another message. The message is
        barred from recall, and the write-ahead log is emptied, unless a transaction is open (call
        `Database.checkpoint` after it). The change log is the caller's: `ChangeStore.forget_text`.
        """
        with self._db.atomic():
            source = self._find(message_id)
            starts = self._users_of(memory_ids)
            if source is not None:
                starts.append((source.session_id, source.id))
            words = self._words(telling_words([quote, *texts]), source)
            quotes = [text for text in (quote, *texts) if text]

            def change(text: str) -> str:
                for part in quotes:
                    text = redact(text, part)
                return redact(text, "", words)

            if source is not None:
                self._redact_source(source, quote, change)
            for session_id in {session_id for session_id, _ in starts}:
                first = min(start for owner, start in starts if owner == session_id)
                self._redact_session(session_id, first, change)
        if not self._db.in_transaction:
            self._db.checkpoint()

    def _find(self, message_id: int | None) -> Message | None:
        found = [] if message_id is None else self._messages.get_many([message_id])
        return found[0] if found else None

    def _users_of(self, memory_ids: Sequence[int]) -> list[tuple[int, int]]:
        """Return (session, message) of the replies that used one of the memories."""
        if not memory_ids:
            return []
        wanted = set(memory_ids)
        rows = self._db.tuples(
            "SELECT id FROM message WHERE extra LIKE '%memories%' OR extra LIKE '%\"memory\"%'"
        )
        return [
            (message.session_id, message.id)
            for (message_id,) in rows
            for message in self._messages.get_many([message_id])
            if wanted & _memories_in(message.extra)
        ]

    def _words(self, words: Sequence[str], source: Message | None) -> list[str]:
        """Return those of `words` that the owner used in no other message."""
        but = source.id if source is not None else 0
        return [
            word
            for word in words
            if not self._db.scalar(
                "SELECT count(*) FROM message WHERE role = 'user' AND id <> ? AND NOT barred"
                r" AND text LIKE ? ESCAPE '\'",
                (but, like(word)),
            )
        ]

    def _redact_source(self, source: Message, quote: str, change: Callable[[str], str]) -> None:
        text = redact(source.text, quote)
        if text == source.text:
            # The quote is not there word for word, so its words go.
            text = change(source.text)
        self._messages.rewrite(replace(source, text=text, barred=True))

    def _redact_session(self, session_id: int, first: int, change: Callable[[str], str]) -> None:
        for message in self._messages.of_session(session_id, after=first - 1):
            extra = redact_json(message.extra, change)
            text = change(message.text) if message.role is Role.ASSISTANT else message.text
            if text != message.text or extra != message.extra:
                self._messages.rewrite(replace(message, text=text, extra=extra))
        session = self._sessions.get(session_id)
        title, summary = change(session.title), change(session.summary)
        self._sessions.update(session_id, title=title, summary=summary)
        self._sessions.save_draft(session_id, change(session.draft))
        body = self._db.scalar(
            "SELECT body FROM session_state WHERE session_id = ?", (session_id,)
        )
        if body is not None:
            changed = json.dumps(redact_json(json.loads(body), change), ensure_ascii=False)
            self._db.execute(
                "UPDATE session_state SET body = ? WHERE session_id = ?", (changed, session_id)
            )


def _memories_in(extra: dict[str, Any]) -> set[int]:
    """Return the ids of the memories that a message's cards name."""
    found: set[int] = set()
    for name in ("memories_used", "memories_proposed"):
        for entry in extra.get(name) or ():
            memory = entry.get("memory", entry) if isinstance(entry, dict) else {}
            if isinstance(memory, dict) and isinstance(memory.get("id"), int):
                found.add(memory["id"])
    for action in extra.get("actions") or ():
        if isinstance(action, dict) and action.get("item_kind") == "memory":
            found.add(action.get("item") or 0)
    return found
