"""Whatever memories share and in whatever order they go: no byte is left, and nothing else is lost."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant_app.domain.common_words import COMMON
from assistant_app.domain.memory import Draft
from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.domain.session import Role, SessionState
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage

ROUNDS = int(os.environ.get("ASSISTANT_APP_ROUNDS", "6"))
_SYLLABLES = "bak cen dif gol fum kav lep mir noz pud rak sev tix vob xul zan".split()  # noqa: SIM905
_HAN = "桉荻葭萱芷蘅蓼蕨薇藿鹂鸢鹭鸫鹮鹬鲈鲟鳜鲷岑崧嵘峤岫霁霖雯霏澍溦沅湄潆泓"
_ENGLISH = (
    "My friend {0} collects {1} with {2}",
    "I once met {0}, who paints {1} near {2}",
    "{0} is my neighbour and grows {1} for {2}",
    "My daughter is called {0}, remember, and knows {1} from {2}",
)
_CHINESE = (
    "我的朋友{0}跟{2}一起收集{1}",
    "我认识{0}，他在{2}卖{1}",
    "我女儿叫{0}，喜欢{1}和{2}",
)
_REPLIES = {
    "Noted: {text}.": ("Noted",),
    "The user is called a friend of {0}; remember {1}, and {2} too.": (
        "The user is called",
        "remember",
    ),
    "好的，记住了：用户的朋友叫{0}，{1}，还有{2}。": ("记住了：用户", "叫"),
    "{0}'s {1}? I know about them. {2}": ("I know about them",),
}
"""What is answered, with the words of it that tell nothing of anybody."""
_SHORT = ("Zev", "Qiv", "Vuk", "珣璟", "珞琚")
"""Names too short to be told from parts of other words; they go where they are known to be meant."""


class Letters:
    """An embedder whose vectors are counts of letters: enough to have rows to erase."""

    model = "letters"
    dim = 26

    def embed(self, texts, *, query: bool) -> list[list[float]]:
        """Return the counts, one more each."""
        return [[1.0 + text.casefold().count(chr(97 + n)) for n in range(26)] for text in texts]

    def close(self) -> None:
        """Have nothing to stop."""


class Life:
    """A folder with talks that share names and words, written at random, and what it holds."""

    def __init__(self, assistant: Assistant, paths: Paths, seed: int) -> None:
        self.assistant, self.paths = assistant, paths
        self.random = random.Random(seed)
        pick = self.random
        self.words = ["".join(pick.choices(_SYLLABLES, k=pick.choice((2, 3)))) for _ in range(8)]
        self.runs = ["".join(pick.sample(_HAN, pick.choice((3, 4)))) for _ in range(6)]
        self.said: dict[int, list[str]] = {}
        """The words of each memory."""
        self.edited: set[str] = set()
        """Words that were put into memories by hand, and never said."""
        self.others: list[str] = []
        """What the owner said that has nothing to do with a memory."""
        self.core: Any = assistant
        self.plain: dict[int, tuple[str, ...]] = {}
        """Words of replies that stay, whatever goes."""
        self.last_plain: tuple[str, ...] = ()
        for _ in range(pick.randrange(6, 14)):
            self._talk()
        for _ in range(4):
            self._bystander()
        assistant.memories.index_pending()
        assistant.sessions.index_pending(200)

    def _draw(self) -> tuple[str, list[str], str]:
        """Return a sentence of the owner's, its words and what is made of it."""
        pick = self.random
        chinese = pick.random() < 0.4
        words = pick.sample(self.runs if chinese else self.words, 3)
        if pick.random() < 0.5:
            words[2] = pick.choice([one for one in _SHORT if one.isascii() is not chinese])
        if not chinese:
            words = [word.title() if pick.random() < 0.6 else word for word in words]
        said = pick.choice(_CHINESE if chinese else _ENGLISH).format(*words)
        text = said.replace("我的", "用户的").replace("我", "用户")
        return said, words, text.replace("My ", "The user's ").replace("I once", "The user once")

    def _talk(self) -> None:
        """Have something said, remembered, answered, used elsewhere and told of again."""
        pick, core = self.random, self.core
        said, words, text = self._draw()
        session = core.sessions.create()
        if pick.random() < 0.5:
            core._messages.add(session.id, Role.USER, "Good morning to you.")
        around = pick.choice(("{}", "{}, you know.", "Please remember that {}. Thanks!"))
        message = core._messages.add(session.id, Role.USER, around.format(said))
        draft = Draft(text, said, explicit=pick.random() < 0.7)
        kept = core.memories.keep([draft], session_id=session.id, message_id=message.id)
        if not kept:
            return
        memory = kept[0]
        self.said.setdefault(memory.id, []).extend(words)
        if pick.random() < 0.2:  # remembered by hand, and taken back
            core.memories.add(f"{text} indeed", category="other")
            core.undo.undo()
        if pick.random() < 0.3:
            more = pick.choice(self.words)
            core.memories.edit(memory.id, text=f"{memory.text}; {more}")
            self.said[memory.id].append(more)
            self.edited.add(more)
        if pick.random() < 0.3:
            new = NewItem(
                ItemKind.EVENT, "Lunch", When("2026-12-01T12:00", None, False, "UTC"),
                phrase=message.text[:200],
            )  # fmt: skip
            core.planner.add(new)
        self._answer(session.id, memory, words, text)
        if pick.random() < 0.5:
            self._elsewhere(memory, message.id, words, text)

    def _answer(self, session_id: int, memory: Any, words: list[str], text: str) -> None:
        reply = self._reply(words, text)
        card = {"tool": "remember", "item_kind": "memory", "item": memory.id, "title": text}
        extra = {"actions": [card], "calls": [f'{{"tool": "reply", "about": "{words[0]}"}}']}
        core = self.core
        done = core._messages.add(session_id, Role.ASSISTANT, reply, extra=extra)
        self.plain[done.id] = self.last_plain
        core._session_store.set_summary(session_id, f"Of {words[0]}, {words[1]}.", done.id)
        core._session_store.save_state(session_id, SessionState(subject=words[2]))
        core._session_store.save_draft(session_id, f"And {words[1]}?")

    def _elsewhere(self, memory: Any, message_id: int, words: list[str], text: str) -> None:
        """Have another session use the memory, or be told of the message."""
        core = self.core
        session = core.sessions.create(title=self.random.choice(("", f"{words[0]}, {words[1]}")))
        core._messages.add(session.id, Role.USER, "Who was that again?")
        extra: dict[str, Any] = self.random.choice(
            (
                {"memories_used": [{"id": memory.id, "score": 1.0}]},
                {"messages_used": [message_id]},
                {},  # as it was before messages were noted
            )
        )
        if not extra:
            words = [word if word not in _SHORT else "them" for word in words]
            text = "and so on"
        reply = self._reply(words, text)
        done = core._messages.add(session.id, Role.ASSISTANT, reply, extra=extra)
        self.plain[done.id] = self.last_plain

    def _reply(self, words: list[str], text: str) -> str:
        form, self.last_plain = self.random.choice(list(_REPLIES.items()))
        return form.format(*words, text=text)

    def _bystander(self) -> None:
        """Have the owner say some of the words where nothing is remembered of it."""
        words = [self.random.choice(self.words), self.random.choice(self.runs)]
        session = self.core.sessions.create()
        self.core._messages.add(
            session.id, Role.USER, f"What does {words[0]} mean, and {words[1]}?"
        )
        self.core._messages.add(
            session.id, Role.ASSISTANT, f"{words[0].title()} or {words[1]}: no idea."
        )
        self.others += words

    def files(self) -> list[bytes]:
        """Return what every file of the folder holds, in lower case."""
        return [p.read_bytes().lower() for p in self.paths.data_dir.rglob("*") if p.is_file()]

    def gone(self, ids: list[int]) -> list[str]:
        """Return the words that only these memories had."""
        there = [w for key, words in self.said.items() if key not in ids for w in words]
        rest = "\n".join([*there, *self.others]).casefold()
        parts = {part for key in ids for word in self.said[key] for part in parts_of(word)}
        return sorted(part for part in parts if part not in rest)

    def short_names(self) -> list[str]:
        """Return the short names that some message, title, state or draft has."""
        tables = ("text, extra FROM message", "title FROM session", "body FROM session_state",
                  "text FROM draft", "source_phrase FROM item", "* FROM change")  # fmt: skip
        texts = [str(self.core._db.tuples(f"SELECT {table}")) for table in tables]
        return [name for name in _SHORT for text in texts if re.search(name, text, re.IGNORECASE)]

    def check_others(self, left: list[int]) -> None:
        """Assert that what was not erased is as it was."""
        core = self.core
        for key in left:
            memory = core.memories.get(key)
            assert all(w.casefold() in everything(core, memory) for w in self.said[key])
        questions = "\n".join(
            m.text for s in core.sessions.listing() for m in core.sessions.messages(s.id)
            if m.role is Role.USER
        )  # fmt: skip
        assert all(word in questions for word in self.others)
        replies = [
            m.text for s in core.sessions.listing() for m in core.sessions.messages(s.id)
            if m.role is Role.ASSISTANT
        ]  # fmt: skip
        for number, word in enumerate(self.others[::2]):
            assert f"{word.title()} or {self.others[2 * number + 1]}: no idea." in replies
        for key, plain in self.plain.items():
            text = core._messages.get(key).text
            assert all(words in text for words in plain), text


def everything(core: Any, memory: Any) -> str:
    """Return the texts of a memory and of what happened to it."""
    return "\n".join([memory.text, *(v.text for v in core.memories.history(memory.id))]).casefold()


def parts_of(word: str) -> list[str]:
    """Return a word of six letters or more itself, a Chinese one as its runs of three."""
    if word.isascii():
        return [word.casefold()] if len(word) >= 6 else []
    return [word[n : n + 3] for n in range(len(word) - 2)]


@pytest.fixture(params=range(ROUNDS))
def life(request, tmp_path: Path, engine) -> Iterator[Life]:
    paths = Paths(tmp_path / "data", tmp_path / "models")
    opened = Assistant.open(paths, engine=engine, embedder=Letters())
    yield Life(opened, paths, request.param)
    opened.close()


def test_any_order_leaves_no_byte_and_loses_nothing_else(life: Life) -> None:
    memories = life.assistant.memories
    life.assistant._db.backup_to(life.paths.backups / "copy.db")
    order = sorted(life.said)
    life.random.shuffle(order)
    erased: list[int] = []
    while order:
        some = [order.pop() for _ in range(min(len(order), life.random.choice((1, 1, 1, 2, 3))))]
        some = [key for key in some if key in {m.id for m in memories.listing(None)}]
        if some:
            memories.erase(some, and_source=True, backups=True)
        erased += some
        life.check_others(order)
        wanted = life.gone(erased)
        files = life.files()
        left = [word for word in wanted if any(word.encode() in data for data in files)]
        assert left == [], f"after {erased}"
    assert memories.listing(None) == []
    assert life.short_names() == []
    assert life.assistant._db.check("full") == []
    assert wanted
    assert not set(wanted) & COMMON


def test_without_the_source_the_chat_alone_has_them(life: Life) -> None:
    core: Any = life.assistant
    order = sorted(life.said)
    life.random.shuffle(order)
    for key in order:
        core.memories.erase([key])
    wanted = [w for w in life.gone(order) if w.isascii()]
    db = core._db
    for table in ("session_state", "change", "memory", "memory_version", "message_fts", "item"):
        rows = str(db.tuples(f"SELECT * FROM {table}")).casefold()
        assert [w for w in wanted if w in rows] == [], table
    sessions = str([(s.title, s.summary) for s in core.sessions.listing()]).casefold()
    assert [w for w in wanted if w in sessions] == []
    for word in wanted:
        hits = core.sessions.recall(f"who is {word}", limit=20)
        assert all(word not in hit.message.text.casefold() for hit in hits)
    chat = str([m.text for s in core.sessions.listing() for m in core.sessions.messages(s.id)])
    assert all(word in chat.casefold() for word in set(wanted) - life.edited)
