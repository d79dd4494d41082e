"""Erase the owner's words from the chat, with what was made of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant_app.domain.redaction import Redactor, redact_json, telling_words
from assistant_app.domain.session import Message, Role
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

Said = Sequence[tuple[int, str]]
"""(message id, quote) of each place."""


class MessageEraser:
    """Redacts a quote where it was said, and its telling words in the replies built on it."""

    def __init__(self, db: Database, sessions: SessionStore, messages: MessageStore) -> None:
        self._db = db
        self._sessions = sessions
        self._messages = messages

    def redact(
        self, said: Said, *, texts: Sequence[str] = (), memory_ids: Sequence[int] = ()
    ) -> None:
        """Redact what was `said` where it was said, and what was derived from it.

        Derived are: the replies after it in its session; the replies that used one of
        `memory_ids`, and those after them in their sessions; titles, summaries, working memory and
        drafts of these sessions. There the telling words of the quotes and of `texts` (the memories
        and their versions) go too, unless the owner used the word in another message. The messages
        are barred from recall, and the write-ahead log is emptied, unless a transaction is open
        (call `Database.checkpoint` after it). The change log is the caller's:
        `ChangeStore.forget_text`.
        """
        with self._db.atomic():
            sources = self._sources(said)
            change = self._change(said, texts, sources)
            for message in sources:
                self._redact_source(message, said, change)
            for session_id, first in self._touched(sources, memory_ids).items():
                self._redact_session(session_id, first, change)
        if not self._db.in_transaction:
            self._db.checkpoint()

    def seclude(
        self, said: Said, *, texts: Sequence[str] = (), memory_ids: Sequence[int] = ()
    ) -> None:
        """Keep the words in the chat, and nowhere else.

        The messages, and the replies that repeat their telling words, are barred from recall,
        summaries and reflection; from titles and working memory the words go. A summary goes as a
        whole, and is written anew.
        """
        with self._db.atomic():
            sources = self._sources(said)
            change = self._change(said, texts, sources)
            self._messages.set_barred([message.id for message in sources])
            for session_id, first in self._touched(sources, memory_ids).items():
                replies = [
                    message.id
                    for message in self._messages.of_session(session_id, after=first - 1)
                    if message.role is Role.ASSISTANT
                    and not message.barred
                    and change(message.text) != message.text
                ]
                self._messages.set_barred(replies)
                self._redact_derived(session_id, change)

    def _sources(self, said: Said) -> list[Message]:
        """Return the messages where it was said, those that are still there."""
        ids = dict.fromkeys(message_id for message_id, _ in said)
        found = []
        for message_id in ids:
            found += self._messages.get_many([message_id])
        return found

    def _change(
        self, said: Said, texts: Sequence[str], sources: Sequence[Message]
    ) -> Callable[[str], str]:
        """Return what takes the quotes, the texts and their telling words out of a text."""
        quotes = [*(quote for _, quote in said), *texts]
        return Redactor(quotes, self._words(telling_words(quotes), sources))

    def _touched(self, sources: Sequence[Message], memory_ids: Sequence[int]) -> dict[int, int]:
        """Return the sessions that may have something derived, each with its first message so."""
        touched: dict[int, int] = {}
        starts = [(message.session_id, message.id) for message in sources]
        for session_id, first in [*starts, *self._users_of(memory_ids)]:
            touched[session_id] = min(first, touched.get(session_id, first))
        return touched

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

    def _words(self, words: Sequence[str], sources: Sequence[Message]) -> list[str]:
        """Return those of `words` that the owner used in no other message."""
        but = {message.id for message in sources}
        rows = self._db.tuples("SELECT id, text FROM message WHERE role = 'user' AND NOT barred")
        others = "\0".join(text for message_id, text in rows if message_id not in but).casefold()
        return [word for word in words if word.casefold() not in others]

    def _redact_source(self, source: Message, said: Said, change: Callable[[str], str]) -> None:
        quotes = [quote for message_id, quote in said if message_id == source.id]
        text = Redactor(quotes)(source.text)
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
        self._sessions.save_draft(session_id, change(self._sessions.draft(session_id)))
        self._redact_derived(session_id, change)

    def _redact_derived(self, session_id: int, change: Callable[[str], str]) -> None:
        session = self._sessions.get(session_id)
        self._sessions.update(session_id, title=change(session.title))
        if session.summary:
            # It may say the same in other words, so it is written anew from what is left.
            self._sessions.set_summary(session_id, "", 0)
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
