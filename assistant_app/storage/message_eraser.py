"""Erase the owner's words from the chat, with all that was made of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from assistant_app.domain.redaction import (
    MARK,
    ErasedWords,
    Quotes,
    redact_json,
    whole_quotes,
)
from assistant_app.domain.session import Message, Role, Session
from assistant_app.domain.text import title_of
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database, Row, marks
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.owner_words import spare_what_stands
from assistant_app.storage.session_store import SessionStore

_COPIES = {"item": "source_phrase", "memory": "quote", "memory_version": "text"}
"""Where tables keep what the owner said in a message."""
Said = Sequence[tuple[int, str]]
"""(message id, quote) of each place."""


@dataclass
class _Erasure:
    """One erasure: what goes, from where, and which sessions have to do with it."""

    words: ErasedWords
    quotes: Quotes
    said: Said
    sources: dict[int, Message]
    fresh: set[int] = field(default_factory=set)
    """Sessions where it was said, or where an answer used it."""
    since: dict[int, int] = field(default_factory=dict)
    """The first message of each session from which on something erased may be in it."""

    def near(self, text: str) -> str:
        """Change a text of a session where something was erased."""
        return self.words.take(self.quotes.take(text))

    def far(self, text: str) -> str:
        """Change a text of which nothing is known to have come from what was erased."""
        return self.words.take(text, far=True)

    def change(self, session_id: int, message_id: int | None = None) -> Callable[[str], str]:
        """Return what is done to the texts of a session, or to one of its messages."""
        first = self.since.get(session_id)
        near = first is not None and (message_id is None or message_id >= first)
        return self.near if near else self.far


class MessageEraser:
    """Redacts sentences where they were said, and their telling words wherever else they got to."""

    def __init__(
        self, db: Database, sessions: SessionStore, messages: MessageStore, changes: ChangeStore
    ) -> None:
        self._db = db
        self._sessions = sessions
        self._messages = messages
        self._changes = changes

    def redact(
        self, said: Said, *, texts: Sequence[str] = (), memory_ids: Sequence[int] = ()
    ) -> None:
        """Redact what was `said` where it was said, and what was derived from it.

        Derived may be any answer, title, summary, working memory, draft, note of a calendar item or
        entry of the change log. There the telling words of the quotes and of `texts` (the memories
        and their versions) go, unless the owner has the word elsewhere (see `spare_what_stands`);
        so call it when the erased memories have no row any more. Two erasures of what shares a word
        take it with the second: sessions where anything was erased before are gone through again.
        The messages are barred from recall. Call `Database.end_erasure` when the transaction is
        over.
        """
        with self._db.atomic():
            erasure = self._plan(said, texts, memory_ids)
            for session in self._all_sessions():
                self._redact_session(session, erasure)
            for message in erasure.sources.values():
                self._redact_source(message, erasure)
            self._redact_messages(erasure)
            self._redact_drafts(erasure)
            self._redact_copies(erasure)

    def seclude(
        self, said: Said, *, texts: Sequence[str] = (), memory_ids: Sequence[int] = ()
    ) -> None:
        """Keep the words in the chat, and nowhere else.

        The messages, and the replies that repeat their telling words, are barred from recall,
        summaries and reflection; from titles and working memory the words go. A summary goes as a
        whole, and is written anew.
        """
        with self._db.atomic():
            erasure = self._plan(said, texts, memory_ids)
            for session in self._all_sessions():
                self._redact_session(session, erasure)
            self._messages.set_barred(list(erasure.sources))
            repeating = [
                key
                for key, session_id, text, barred in self._answers()
                if not barred and erasure.change(session_id, key)(text) != text
            ]
            self._messages.set_barred(repeating)
            self._redact_copies(erasure)

    # What goes, and where it may be --------------------------------------------------------------

    def _plan(self, said: Said, texts: Sequence[str], memory_ids: Sequence[int]) -> _Erasure:
        quotes = list(dict.fromkeys([*(quote for _, quote in said), *texts]))
        words = ErasedWords(quotes)
        sources = self._sources(said)
        erasure = _Erasure(words, Quotes(whole_quotes(quotes)), said, sources)
        spare_what_stands(self._db, words, set(sources))
        wanted, here = set(memory_ids), self._memories_here()
        for message in sources.values():
            self._touch(erasure, message.session_id, message.id, fresh=True)
        for session_id, first in self._db.tuples(
            "SELECT session_id, min(id) FROM message WHERE barred GROUP BY session_id"
        ):
            self._touch(erasure, session_id, first)
        for session_id, message_id, extra in self._with_links():
            named = memories_in(extra)
            heard = set(extra.get("messages_used") or ())
            if named - here or heard & sources.keys() or self._any_barred(heard):
                fresh = bool(named & wanted or heard & sources.keys())
                self._touch(erasure, session_id, message_id, fresh=fresh)
        return erasure

    @staticmethod
    def _touch(erasure: _Erasure, session_id: int, first: int, *, fresh: bool = False) -> None:
        erasure.since[session_id] = min(first, erasure.since.get(session_id, first))
        if fresh:
            erasure.fresh.add(session_id)

    def _sources(self, said: Said) -> dict[int, Message]:
        """Return the messages where it was said, those that are still there."""
        ids = dict.fromkeys(message_id for message_id, _ in said)
        return {message.id: message for key in ids for message in self._messages.get_many([key])}

    def _memories_here(self) -> set[int]:
        if not self._db.has_table("memory"):
            return set()
        return {key for (key,) in self._db.tuples("SELECT id FROM memory")}

    def _with_links(self) -> list[tuple[int, int, dict[str, Any]]]:
        """Return (session, message, cards) of the answers that name memories or messages."""
        rows = self._db.tuples(
            "SELECT session_id, id, extra FROM message WHERE extra LIKE '%memories%'"
            " OR extra LIKE '%\"memory\"%' OR extra LIKE '%\"messages_used\"%'"
        )
        return [(session_id, key, _load(extra)) for session_id, key, extra in rows]

    def _any_barred(self, ids: set[int]) -> bool:
        some = list(ids)
        return bool(some) and bool(
            self._db.scalar(f"SELECT 1 FROM message WHERE barred AND id IN ({marks(some)})", some)
        )

    def _answers(self) -> list[tuple[int, int, str, int]]:
        """Return (id, session, text, whether it is barred) of what the assistant said."""
        return self._db.tuples(
            "SELECT id, session_id, text, barred FROM message WHERE role = 'assistant'"
        )

    # Where it was said ---------------------------------------------------------------------------

    def _without_quotes(self, source: Message, erasure: _Erasure) -> str:
        """Return the text of a message without what was said in it."""
        quotes = [quote for message_id, quote in erasure.said if message_id == source.id]
        text = Quotes(quotes).take(source.text)
        # A quote that is not there word for word goes by its words.
        return erasure.near(source.text) if text == source.text else text

    def _redact_source(self, source: Message, erasure: _Erasure) -> None:
        # The rest of the message keeps what has nothing to do with it.
        text = erasure.far(self._without_quotes(source, erasure))
        self._messages.rewrite(replace(source, text=text, barred=True))

    # What was made of it -------------------------------------------------------------------------

    def _redact_messages(self, erasure: _Erasure) -> None:
        """Take the words out of the answers, and out of what earlier erasures left of messages."""
        erased_from = {
            key
            for (key,) in self._db.tuples(
                "SELECT id FROM message WHERE role = 'user' AND barred AND instr(text, ?)", (MARK,)
            )
        }
        for key, session_id, text, extra, role in self._db.tuples(
            "SELECT id, session_id, text, extra, role FROM message"
            " WHERE role = 'assistant' OR extra IS NOT NULL OR (barred AND instr(text, ?))",
            (MARK,),
        ):
            change = erasure.change(session_id, key)
            cards = _load(extra)
            new_cards = redact_json(cards, change) if cards else cards
            if role == Role.ASSISTANT:
                new_text = change(text)
            else:
                new_text = erasure.far(text) if key in erased_from else text
            if new_text != text or new_cards != cards:
                message = self._messages.get(key)
                self._messages.rewrite(replace(message, text=new_text, extra=new_cards))

    def _all_sessions(self) -> list[Session]:
        return [*self._sessions.listing(), *self._sessions.listing(deleted=True)]

    def _redact_session(self, session: Session, erasure: _Erasure) -> None:
        """Take the words out of title, summary and working memory."""
        change = erasure.change(session.id)
        title = self._title(session, erasure) or change(session.title)
        if title != session.title:
            self._sessions.update(session.id, title=title)
        if session.summary and (
            session.id in erasure.fresh or change(session.summary) != session.summary
        ):
            # It may say the same in other words, so it is written anew from what is left.
            self._sessions.set_summary(session.id, "", 0)
        body = self._db.scalar(
            "SELECT body FROM session_state WHERE session_id = ?", (session.id,)
        )
        if body is not None:
            changed = json.dumps(redact_json(_load(body), change), ensure_ascii=False)
            if changed != body:
                self._db.execute(
                    "UPDATE session_state SET body = ? WHERE session_id = ?", (changed, session.id)
                )

    def _title(self, session: Session, erasure: _Erasure) -> str:
        """Return the title that a source gives its session without what was said in it."""
        for source in erasure.sources.values():
            if source.session_id == session.id and session.title == title_of(source.text):
                return erasure.near(title_of(self._without_quotes(source, erasure)))
        return ""

    def _redact_drafts(self, erasure: _Erasure) -> None:
        for session_id, text in self._db.tuples("SELECT session_id, text FROM draft"):
            changed = erasure.change(session_id)(text)
            if changed != text:
                self._sessions.save_draft(session_id, changed)

    def _redact_copies(self, erasure: _Erasure) -> None:
        """Take the words out of what calendar items and other memories keep of the messages."""
        reworded = partial(self._reworded, erasure)
        for table, name in _COPIES.items():
            there = self._db.has_table(table)
            test = f"WHERE {name} IS NOT NULL"
            for row in self._db.query(f"SELECT * FROM {table} {test}") if there else ():
                if (new := reworded(table, row)) != row:
                    self._db.update(table, row["id"], {name: new[name]})
        # A memory whose making was taken back has no row, and its words in the log.
        self._changes.forget_lost("memory")
        self._changes.reword(reworded, partial(self._phrase, erasure))

    def _reworded(self, erasure: _Erasure, table: str, row: Row) -> Row:
        """Return a row of another table without the words that it has from a message."""
        name = _COPIES.get(table)
        text = row.get(name) if name else None
        if not name or not text:
            return row
        if table == "item":
            return {**row, name: self._phrase(erasure, text)}
        if row.get("message_id") not in erasure.sources:
            return row
        # Another memory keeps of the sentence what it says itself.
        return {**row, name: erasure.words.take(text)}

    @staticmethod
    def _phrase(erasure: _Erasure, phrase: str) -> str:
        """Return what is left of words that were kept as the beginning of a message."""
        for source in erasure.sources.values():
            if source.text.startswith(phrase):
                return erasure.near(phrase)
        return erasure.far(phrase)


def _load(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except json.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def memories_in(extra: dict[str, Any]) -> set[int]:
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
