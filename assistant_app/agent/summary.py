"""Write the summary of a session once it has grown long: for the window, and for looking back.

The model writes it while nobody waits; the code checks it. Only what the chat has may be in it: a
sentence with a number or a name that nobody said is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from assistant_app import resources
from assistant_app.agent.collect import collect
from assistant_app.domain.engine import ChatEngine, Completion, PromptMessage
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.ports import MemoryPort
from assistant_app.domain.session import Message, MessageState, Role, Session
from assistant_app.domain.turn import CancelToken
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

DUE_AFTER = 10
"""A session with more messages than this since its last summary gets one."""
MAX_SENTENCES = 3
MAX_TOKENS = 160
CHUNK = 4000
"""Characters of chat that are summed up at once; a longer one is folded in chunk by chunk."""
_SHOWN = {Role.USER: 600, Role.ASSISTANT: 200}
"""Characters of one message: the owner's words count, an answer is there to make sense of them."""

_BREAK = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_NAME = re.compile(r"(?<=[a-z0-9,;:] )[A-Z][\w'-]+")
_LABEL = re.compile(r"^\s*(?:user|assistant|用户|助手)\s*[:：]", re.IGNORECASE)


def lines_of(messages: Sequence[Message], lang: Lang) -> list[str]:
    """Return the chat as the model reads it; what is barred is left out, with its answer."""
    words = _words(lang)
    lines: list[str] = []
    barred = False
    for message in messages:
        if message.role is Role.USER:
            barred = message.barred
        text = " ".join(message.text.split())[: _SHOWN[message.role]]
        if text and not barred and not message.barred and message.state is not MessageState.FAILED:
            lines.append(f"{words[message.role.value]}: {text}")
    return lines


def checked(text: str, source: str, lang: Lang) -> str:
    """Return the sentences of `text` that `source` bears out, three at most."""
    known = source.casefold()
    numbers = set(re.findall(r"\d+", source))
    kept: list[str] = []
    for piece in _BREAK.split(text):
        sentence = piece.strip()
        said = set(re.findall(r"\d+", sentence)) <= numbers
        named = all(name.casefold() in known for name in _NAME.findall(sentence))
        if sentence and said and named and not _LABEL.match(sentence) and sentence not in kept:
            kept.append(sentence)
    if any(detect(sentence, lang) != lang for sentence in kept):
        return ""
    return ("" if lang == "zh" else " ").join(kept[:MAX_SENTENCES])


class Summarizer:
    """Finds the sessions that are due, and writes their summaries. Any thread but the window's."""

    def __init__(
        self,
        engine: ChatEngine,
        sessions: SessionStore,
        messages: MessageStore,
        memories: MemoryPort,
    ) -> None:
        self._engine = engine
        self._sessions = sessions
        self._messages = messages
        self._memories = memories

    def due(self, among: Collection[int] | None = None) -> list[int]:
        """Return the sessions that have grown by more than ten messages, the latest used first.

        `among` some, or of all.
        """
        return self._sessions.grown(DUE_AFTER, among)

    def write(self, session_id: int, cancel: CancelToken) -> str:
        """Sum up what the summary of a session does not have yet; returns the new one.

        A long chat is folded in part by part, each stored as it is done.

        Raises:
            Cancelled: the parts that were done are kept.
            AppError: as `ChatEngine`; `session_missing`.
        """
        session = self._sessions.get(session_id)
        new = self._messages.of_session(session_id, after=session.summary_through)
        lang = detect(" ".join(message.text for message in new if message.role is Role.USER))
        for part in _chunks(new):
            summary = session.summary
            if lines := lines_of(part, lang):
                summary = self._fold(summary, "\n".join(lines), lang, cancel)
            summary = summary or self._by_rules(part, lang)
            if not self._unchanged(session, part):
                break
            session = self._sessions.set_summary(session_id, summary, part[-1].id)
        return session.summary

    def _unchanged(self, before: Session, read: Sequence[Message]) -> bool:
        """Tell whether nothing was erased or barred while the model wrote."""
        now = self._sessions.get(before.id)
        again = self._messages.get_many([message.id for message in read])
        return now.summary == before.summary and {(m.id, m.text, m.barred) for m in read} == {
            (m.id, m.text, m.barred) for m in again
        }

    def _fold(self, summary: str, chat: str, lang: Lang, cancel: CancelToken) -> str:
        words = _words(lang)
        before = words["before"].format(summary=summary) if summary else ""
        source = f"{before}{chat}"
        request = Completion(
            messages=(
                PromptMessage("system", words["persona"].strip()),
                PromptMessage("user", f"{source}\n\n{words['ask']}"),
            ),
            prefill=words["start"],
            max_tokens=MAX_TOKENS,
        )
        text, done = collect(self._engine, request, cancel)
        written = words["start"] + text
        if done.finish == "length":  # the last sentence has no end
            written = written[: max(written.rfind(end) for end in ".!?。！？") + 1]
        return checked(written, source, lang) or summary

    def _by_rules(self, messages: Sequence[Message], lang: Lang) -> str:
        """Return what the owner told, in their words, where the model's text could not be used."""
        drafts = [
            draft.text.rstrip(".。")
            for message in messages
            if message.role is Role.USER and not message.barred
            for draft in self._memories.propose(message.text, lang, existing=())
        ]
        return "".join(f"{text}{_words(lang)['end']}" for text in drafts[:MAX_SENTENCES]).strip()


def _words(lang: Lang) -> dict[str, str]:
    words: dict[str, str] = resources.read_toml(f"prompts/{lang}.toml")["summary"]
    return words


def _chunks(messages: Sequence[Message]) -> Iterator[list[Message]]:
    part: list[Message] = []
    size = 0
    for message in messages:
        length = min(len(message.text), _SHOWN[message.role])
        if part and size + length > CHUNK:
            yield part
            part, size = [], 0
        part.append(message)
        size += length
    if part:
        yield part
