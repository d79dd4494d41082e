"""What the owner does by hand: long lists, pairs to settle, marked words, files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant_app.domain.memory import Draft, Memory, MemoryKind, MemoryQuery, MemoryStatus
from assistant_app.domain.session import Role
from assistant_app.errors import AppError, sentence
from assistant_app.memory import memory_file
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage
ACTIVE, PROPOSED = MemoryStatus.ACTIVE, MemoryStatus.PROPOSED
LIVING = (ACTIVE, PROPOSED)


class Clock:
    """Goes on by a second each time it is asked."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000

    def __call__(self) -> int:
        """Return the time it shows."""
        self.now += 1000
        return self.now


@pytest.fixture
def changes(db: Database) -> ChangeStore:
    return ChangeStore(db, Clock())


@pytest.fixture
def memories(db: Database, changes: ChangeStore) -> MemoryService:
    return MemoryService(db, changes, clock=Clock())


@pytest.fixture
def propose(memories: MemoryService) -> Callable[..., Memory]:
    def make(text: str, quote: str = "", message: int = 1, **more: Any) -> Memory:
        draft = Draft(text, quote, **more)
        return memories.keep([draft], session_id=1, message_id=message)[0]

    return make


def of(memories: MemoryService, query: MemoryQuery) -> list[str]:
    return [memory.text for memory in memories.lists.page(memories.lists.ids(query))]


# --- lists


def test_a_list_is_in_order_and_filtered(memories, propose) -> None:
    memories.add("The user lives in Leeds", category="home")
    pinned = memories.add("The user's cat is called Miso", category="family")
    memories.add("When I say 'wrap up', list tomorrow", kind=MemoryKind.PROCEDURAL)
    gone = memories.add("The user plays chess")
    waiting = propose("The user prefers afternoons", "I prefer afternoons")
    memories.edit(pinned.id, pinned=True)
    memories.set_status([gone.id], MemoryStatus.ARCHIVED)
    assert of(memories, MemoryQuery(LIVING)) == [
        waiting.text,
        pinned.text,
        "When I say 'wrap up', list tomorrow",
        "The user lives in Leeds",
    ]
    assert of(memories, MemoryQuery(LIVING, kind=MemoryKind.PROCEDURAL)) == [
        "When I say 'wrap up', list tomorrow"
    ]
    assert of(memories, MemoryQuery(LIVING, category="home")) == ["The user lives in Leeds"]
    assert of(memories, MemoryQuery((MemoryStatus.ARCHIVED,))) == [gone.text]
    assert memories.lists.waiting() == 1
    assert memories.lists.tally([waiting.id, pinned.id, gone.id]) == {
        ACTIVE: 1,
        PROPOSED: 1,
        MemoryStatus.ARCHIVED: 1,
    }
    assert memories.lists.of_status([gone.id, waiting.id], PROPOSED) == [waiting.id]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("leeds", ["The user lives in Leeds"]),
        ("user LEE", ["The user lives in Leeds"]),
        ("moved", ["The user lives in Leeds"]),  # in the quote
        ("喝茶", ["用户喜欢喝茶"]),
        ("100%", ["The user is 100% sure"]),
        ("no such", []),
    ],
)
def test_words_are_looked_for_in_text_and_quote(memories, propose, words, found) -> None:
    propose("The user lives in Leeds", "we moved there in May")
    memories.add("用户喜欢喝茶")
    memories.add("The user is 100% sure")
    memories.add("The user is 1000 miles away")
    assert of(memories, MemoryQuery(LIVING, words=words)) == found


def test_the_index_adds_other_forms_of_a_word(memories) -> None:
    memories.add("The user walks to work")
    memories.add("The user is walking home on Fridays")
    found = of(memories, MemoryQuery(LIVING, words="walking"))
    assert found == ["The user is walking home on Fridays", "The user walks to work"]


# --- pairs


@pytest.fixture
def moved(memories, propose) -> tuple[Memory, Memory]:
    old = memories.add("The user lives in Leeds")
    new = propose("The user lives in York", "I moved to York", decision="replace", of=old.id)
    return old, new


def test_a_proposal_stands_against_what_it_would_replace(memories, moved) -> None:
    old, new = moved
    for memory in moved:
        pair = memories.pairs.of(memory.id)
        assert (pair.old.id, pair.new.id, pair.relation) == (old.id, new.id, "replace")
    assert memories.lists.ids(MemoryQuery(LIVING, paired=True)) == [new.id]


@pytest.mark.parametrize(
    ("keep", "states"),
    [
        ("new", (MemoryStatus.SUPERSEDED, ACTIVE)),
        ("old", (ACTIVE, MemoryStatus.REJECTED)),
        ("both", (ACTIVE, ACTIVE)),
    ],
)
def test_settling_keeps_what_was_said_and_is_one_undo(
    memories, moved, changes, keep, states
) -> None:
    old, new = moved
    change = memories.pairs.settle(old.id, new.id, keep)
    assert (memories.get(old.id).status, memories.get(new.id).status) == states
    assert memories.pairs.of(old.id) is None
    changes.undo(change.id)
    assert (memories.get(old.id).status, memories.get(new.id).status) == (ACTIVE, PROPOSED)
    assert memories.pairs.of(new.id) is not None


@pytest.mark.parametrize("keep", ["new", "old", "both"])
def test_a_proposal_that_had_given_way_can_be_kept(memories, propose, keep) -> None:
    old = propose("The user lives in Leeds", "I live in Leeds")
    new = propose("The user lives in York", "I moved", 2, decision="replace", of=old.id)
    assert memories.get(old.id).status is MemoryStatus.SUPERSEDED
    memories.pairs.settle(old.id, new.id, keep)
    kept = {m.text for m in memories.listing(ACTIVE)}
    wanted = {"new": {new.text}, "old": {old.text}, "both": {old.text, new.text}}
    assert kept == wanted[keep]


def _doubled(memories: MemoryService) -> tuple[int, int]:
    rows = [{"text": "The user lives in Leeds", "ref": ref} for ref in ("a", "b")]
    one, other = memories.import_lines(rows)
    return one.id, other.id


@pytest.mark.parametrize(("keep", "left"), [("new", 1), ("old", 0)])
def test_duplicates_are_found_and_one_is_kept(memories, keep, left) -> None:
    ids = _doubled(memories)
    (newer,) = memories.lists.ids(MemoryQuery(LIVING, paired=True))
    pair = memories.pairs.of(newer)
    assert {pair.old.id, pair.new.id} == set(ids)
    assert pair.relation == "duplicate"
    memories.pairs.settle(pair.old.id, pair.new.id, keep)
    assert [m.id for m in memories.listing(ACTIVE)] == [(pair.old.id, pair.new.id)[left]]
    assert memories.lists.pair_count() == 0


def test_what_both_are_kept_of_is_not_asked_again(memories, changes) -> None:
    one, other = _doubled(memories)
    change = memories.pairs.settle(one, other, "both")
    assert memories.lists.pair_count() == 0
    assert memories.pairs.of(one) is None
    assert len(memories.listing(ACTIVE)) == 2
    changes.undo(change.id)
    assert memories.lists.pair_count() == 1
    assert memories.pairs.of(one) is not None


def test_pairs_are_found_by_subject_without_being_proposed(memories) -> None:
    rows = [
        {"text": "The user lives in Leeds", "created_at": "2026-01-01"},
        {"text": "The user lives in York", "created_at": "2026-02-01"},
        {"text": "The user likes tea"},
        {"text": "The user likes coffee"},
    ]
    old, new, *_ = memories.import_lines(rows)
    assert memories.lists.ids(MemoryQuery(LIVING, paired=True)) == [new.id]
    pair = memories.pairs.of(old.id)
    assert (pair.old.id, pair.new.id, pair.relation) == (old.id, new.id, "replace")


def test_two_children_are_no_pair(memories) -> None:
    one = memories.add("The user's daughter is called Mei and is 4")
    memories.add("The user's son is called Tom and is 6")
    assert memories.pairs.of(one.id) is None
    assert memories.lists.pair_count() == 0


# --- marked words


@pytest.fixture
def said(db: Database) -> Callable[..., int]:
    sessions, messages = SessionStore(db), MessageStore(db)

    def say(text: str, role: Role = Role.USER, off_record: bool = False) -> int:
        session = sessions.create(off_record=off_record)
        return messages.add(session.id, role, text).id

    return say


def test_marked_words_are_phrased_by_the_rules_and_quoted(memories, said, changes) -> None:
    message = said("Well, I prefer meetings after lunch. What is on today?")
    change = memories.remember(message, "I prefer meetings after lunch.")
    (kept,) = memories.listing(ACTIVE)
    assert (kept.explicit, kept.id) == (True, change.memories[0])
    assert kept.text.startswith("The user prefers")
    assert kept.source.message_id == message
    assert kept.source.quote in "I prefer meetings after lunch."
    changes.undo(change.id)
    assert memories.listing(None) == []


@pytest.mark.parametrize("words", ["the blue folder, third shelf", "蓝色文件夹在第三层"])
def test_words_that_no_rule_knows_are_kept_as_they_are(memories, said, words) -> None:
    message = said(f"Note: {words}!")
    memories.remember(message, words)
    (kept,) = memories.listing(ACTIVE)
    assert (kept.text, kept.source.quote) == (words, words)


def test_marked_again_is_the_same_memory(memories, said) -> None:
    message = said("the blue folder, third shelf")
    memories.remember(message, "the blue folder, third shelf")
    memories.remember(message, "the blue folder, third shelf")
    assert len(memories.listing(None)) == 1


def test_only_the_owners_own_words_are_kept(memories, said) -> None:
    reply = said("You prefer tea", Role.ASSISTANT)
    mine = said("I prefer tea")
    secret = said("my password is hunter2hunter2")
    hidden = said("I prefer tea", off_record=True)
    for message, words, code in (
        (reply, "You prefer tea", "memory_not_said"),
        (mine, "I prefer coffee", "memory_not_said"),
        (mine, "  ", "memory_empty"),
        (secret, "my password is hunter2hunter2", "memory_secret"),
        (hidden, "I prefer tea", "memory_off_record"),
    ):
        with pytest.raises(AppError) as caught:
            memories.remember(message, words)
        assert caught.value.code == code
        assert "{" not in sentence(caught.value, "zh")
    assert memories.listing(None) == []
    memories.remember(secret, "my password is hunter2hunter2", secret_ok=True)
    assert len(memories.listing(ACTIVE)) == 1


# --- files


def test_a_bad_line_is_set_aside_with_its_reason(memories, changes, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    memories.add("The user plays the oboe")
    lines = [
        json.dumps({"text": "用户养了一只猫叫年糕"}),
        "garbage",
        "",
        json.dumps({"text": "The user plays the oboe"}),
        json.dumps({"text": 5}),
        json.dumps(["a list"]),
        json.dumps({"text": "x", "created_at": "soon"}),
        json.dumps({"text": "x", "history": [3]}),
        '{"text": "' + "x" * memory_file.MAX_LINE + '"}',
        '{"text": "\xff"}',
        json.dumps({"text": "The user sings", "status": "archived"}),
    ]
    data = "\n".join(lines).encode("utf-8").replace(b"\xc3\xbf", b"\xff")
    file.write_bytes(b"\xef\xbb\xbf" + data)
    seen = memories.files.preview(file, "en")
    assert (seen.added, seen.unchanged, seen.quarantined) == (2, 1, 7)
    assert seen.texts == ("用户养了一只猫叫年糕", "The user sings")
    assert [problem.split(":")[0] for problem in seen.problems] == [
        f"Line {number}" for number in (2, 5, 6, 7, 8, 9, 10)
    ]
    assert len(memories.listing(None)) == 1
    done = memories.files.take_in(file, "en")
    assert (done.added, done.unchanged, done.quarantined) == (2, 1, 7)
    changes.undo(done.change_id)
    assert [m.text for m in memories.listing(None)] == ["The user plays the oboe"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04rest", "memory_file_archive"),
        (b"\x1f\x8b\x08rest", "memory_file_archive"),
        (b"\xef\xbb\xbf<!DOCTYPE html>\n<html>", "memory_file_page"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "memory_file_binary"),
        (b" \n\n", "memory_file_empty"),
        (b"one\ntwo\n", "memory_file_other"),
        (b'{"name": "x"}\n{"name": "y"}\n', "memory_file_other"),
    ],
)
def test_what_is_no_file_of_memories_says_so(memories, tmp_path, data, code) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    for work in (memories.files.preview, memories.files.take_in):
        with pytest.raises(AppError) as caught:
            work(file, "en")
        assert caught.value.code == code
        assert "{" not in sentence(caught.value, "zh")


def test_a_file_that_is_too_large_or_missing(memories, tmp_path, monkeypatch) -> None:
    file = tmp_path / "large.jsonl"
    with file.open("wb") as out:
        out.truncate(50 * 1024 * 1024)
    with pytest.raises(AppError) as caught:
        memories.files.preview(file, "en")
    assert caught.value.code == "memory_file_large"
    with pytest.raises(AppError) as caught:
        memories.files.preview(tmp_path, "en")
    assert caught.value.code == "memory_file"
    monkeypatch.setattr("assistant_app.memory.files.MAX_ROWS", 1)
    file.write_text('{"text": "a"}\n{"text": "b"}\n', "utf-8")
    with pytest.raises(AppError) as caught:
        memories.files.preview(file, "en")
    assert caught.value.code == "memory_file_many"


def test_export_is_lines_or_a_page(memories, tmp_path: Path) -> None:
    memories.add("The user lives in Leeds", category="home")
    memories.add("The user's *cat* is [Miso]", category="family")
    pinned = memories.add("用户喜欢喝茶", category="preference")
    memories.edit(pinned.id, pinned=True)
    gone = memories.add("The user plays chess", category="other")
    memories.set_status([gone.id], MemoryStatus.ARCHIVED)
    lines, page = tmp_path / "m.jsonl", tmp_path / "m.md"
    assert memories.files.export(lines, "en") == 4
    assert {json.loads(line)["text"] for line in lines.read_text("utf-8").splitlines()} == {
        memory.text for memory in memories.listing(None)
    }
    assert memories.files.preview(lines, "en").unchanged == 4
    assert memories.files.export(page, "zh") == 4
    text = page.read_text("utf-8")
    assert text.startswith("# 记忆\n\n## 家人\n\n- The user's \\*cat\\* is \\[Miso\\] *(2026-09-")
    assert text.index("## 偏好") < text.index("## 住处") < text.index("## 已归档")
    assert "用户喜欢喝茶 *(2026-09-21, 已置顶)*" in text
    with pytest.raises(AppError) as caught:
        memories.files.export(tmp_path / "no" / "m.md", "en")
    assert caught.value.code == "memory_file"
    assert sorted(path.name for path in tmp_path.glob("m*")) == ["m.jsonl", "m.md"]
