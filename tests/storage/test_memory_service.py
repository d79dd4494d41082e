"""The life of a memory on a real file, from proposal to history."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import detect
from assistant_app.domain.memory import Memory, MemoryKind, MemoryStatus
from assistant_app.errors import AppError
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database

pytestmark = pytest.mark.storage
DAY = 86_400_000
START = 1_790_000_000_000


class Clock:
    """Stands still until it is told."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        """Return the time it shows."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[Changes]:
    return []


@pytest.fixture
def memories(db: Database, clock: Clock, told: list[Changes]) -> MemoryService:
    return MemoryService(db, ChangeStore(db, clock), clock=clock, notify=told.append)


@pytest.fixture
def changes(db: Database, memories: MemoryService) -> ChangeStore:
    log: ChangeStore = memories._changes
    return log


@pytest.fixture
def hear(memories: MemoryService, clock: Clock) -> Callable[[str], list[Memory]]:
    """Say something, as the agent passes it on after a turn."""
    number = 0

    def say(text: str) -> list[Memory]:
        nonlocal number
        number += 1
        clock.now += 60_000
        drafts = memories.propose(text, detect(text))
        return memories.keep(drafts, session_id=1, message_id=number)

    return say


def texts(found: list[Memory]) -> list[str]:
    return [memory.text for memory in found]


def test_an_explicit_request_is_active_at_once_and_undone(memories, hear, changes, told) -> None:
    (kept,) = hear("remember that my daughter is called Mei and she is 4")
    assert (kept.status, kept.importance) == (MemoryStatus.ACTIVE, 1.0)
    assert kept.source is not None
    assert kept.source.quote == "remember that my daughter is called Mei and she is 4"
    assert told == [Changes.MEMORIES]
    assert changes.undo() is not None
    assert memories.listing(None) == []
    assert memories.recall("how old is my daughter?") == []


def test_a_statement_is_proposed_and_not_recalled_before_a_yes(memories, hear) -> None:
    (kept,) = hear("我比较喜欢在下午开会，上午通常比较忙。")
    assert kept.status is MemoryStatus.PROPOSED
    assert kept.source is not None
    assert kept.source.quote == "我比较喜欢在下午开会，上午通常比较忙。"
    assert memories.recall("帮我安排一个会议") == []
    memories.confirm([kept.id])
    assert texts([r.memory for r in memories.recall("帮我安排一个和产品组的会议")]) == [kept.text]


def test_said_again_it_is_one_memory_of_more_weight(memories, hear) -> None:
    (first,) = hear("I'm allergic to peanuts.")
    hear("Careful, I'm allergic to peanuts!")
    (third,) = hear("As I said, I am allergic to peanuts")
    assert third.id == first.id
    assert third.importance > first.importance
    assert len(memories.listing(None)) == 1
    events = [version.event for version in memories.history(first.id)]
    assert events == ["proposed", "reinforced", "reinforced"]


def test_a_name_told_twice_is_one_with_the_old_in_its_history(memories, hear) -> None:
    (old,) = hear("记住，我叫吕博")
    (new,) = hear("记住，我叫吕波")
    assert texts(memories.listing()) == [new.text]
    assert memories.get(old.id).superseded_by == new.id
    assert [v.text for v in memories.history(new.id) if v.event == "said"] == [old.text, new.text]


def test_a_change_is_proposed_with_what_it_replaces(memories, hear, changes) -> None:
    (leeds,) = hear("I live in Leeds.")
    memories.confirm([leeds.id])
    (york,) = hear("I moved to York last week.")
    assert (york.status, york.replaces) == (MemoryStatus.PROPOSED, leeds.id)
    assert memories.get(leeds.id).status is MemoryStatus.ACTIVE
    memories.confirm([york.id])
    assert texts([r.memory for r in memories.recall("Where do I live?")]) == [york.text]
    assert leeds.text in [version.text for version in memories.history(york.id)]
    changes.undo()
    assert texts(memories.listing()) == [leeds.text]
    assert memories.get(york.id).status is MemoryStatus.PROPOSED


def test_love_and_hate_leave_one_proposal_with_both_texts(memories, hear) -> None:
    (love,) = hear("I love Chinese food")
    (hate,) = hear("I hate Chinese food")
    assert texts(memories.listing(MemoryStatus.PROPOSED)) == [hate.text]
    assert hate.replaces == love.id
    assert memories.get(love.id).text == "The user loves Chinese food"
    memories.reject([hate.id])
    assert texts(memories.listing(MemoryStatus.PROPOSED)) == [love.text]


def test_a_change_of_interest_leaves_only_the_new_one_to_recall(memories, hear) -> None:
    memories.add("用户关注贵州茅台行情，现价约 1252")
    (new,) = hear("我现在不关注贵州茅台了，改看宁德时代")
    memories.confirm([new.id])
    assert texts([r.memory for r in memories.recall("查一下贵州茅台什么价格", gate=False)]) == [
        new.text
    ]
    assert len({version.text for version in memories.history(new.id)}) == 2


@pytest.mark.parametrize("secret", ["my password is Tr0ub4dor&3", "4111 1111 1111 1111"])
def test_a_secret_is_not_kept_even_when_a_draft_has_it(memories, secret: str) -> None:
    from assistant_app.domain.memory import Draft

    assert memories.keep([Draft(secret, secret, explicit=True)], session_id=1, message_id=1) == []
    assert memories.listing(None) == []


def test_never_bars_the_fact_but_keeps_no_word_of_it(db, memories, hear, clock) -> None:
    (jazz,) = hear("I like jazz")
    memories.reject([jazz.id], never=True)
    assert hear("I LIKE JAZZ!") == []
    assert not any("jazz" in str(row).casefold() for row in db.tuples("SELECT * FROM barred"))
    clock.now += 8 * DAY
    assert memories.maintain()["erased"] == 1
    assert memories.listing(None) == []
    assert hear("I like jazz") == []
    (asked,) = hear("remember that I like jazz")
    assert asked.status is MemoryStatus.ACTIVE


def test_undoing_a_never_allows_it_again(memories, hear, changes) -> None:
    (jazz,) = hear("I like jazz")
    memories.reject([jazz.id], never=True)
    changes.undo()
    assert memories.get(jazz.id).status is MemoryStatus.PROPOSED
    assert memories.stats()["barred"] == 0


def test_an_edit_keeps_the_old_text_and_undo_brings_it_back(memories, changes) -> None:
    memory = memories.add("The user lives in Leeds")
    edited = memories.edit(memory.id, text="The user lives in York", category="home", pinned=True)
    assert (edited.text, edited.category, edited.pinned) == (
        "The user lives in York",
        "home",
        True,
    )
    assert "The user lives in Leeds" in [v.text for v in memories.history(memory.id)]
    assert memories.search("Leeds") == []
    changes.undo()
    assert memories.get(memory.id).text == "The user lives in Leeds"
    assert texts(memories.search("Leeds")) == ["The user lives in Leeds"]
    assert memories.search("York") == []


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda m: m.get(99), "memory_missing"),
        (lambda m: m.confirm([99]), "memory_missing"),
        (lambda m: m.history(99), "memory_missing"),
        (lambda m: m.add("  "), "memory_empty"),
        (lambda m: m.add("x" * 5000), "memory_too_long"),
        (lambda m: m.add("x", category="nonsense"), "memory_category"),
        (lambda m: m.set_status([], MemoryStatus.SUPERSEDED), "memory_status"),
        (lambda m: m.import_lines([{"text": "a"}, {"kind": "semantic"}]), "import_memory"),
        (lambda m: m.import_lines([{"text": "a", "kind": "odd"}]), "import_memory"),
    ],
)
def test_bad_input_is_a_code_and_changes_nothing(memories, call, code: str) -> None:
    with pytest.raises(AppError) as caught:
        call(memories)
    assert caught.value.code == code
    assert memories.listing(None) == []


def test_unused_it_fades_to_the_archive_and_can_come_back(memories, clock) -> None:
    memory = memories.add("The user likes hiking")
    pinned = memories.add("The user has a bad knee")
    memories.edit(pinned.id, pinned=True)
    assert memories.maintain(START + 6 * DAY)["faded"] == 0
    memories.maintain(START + 8 * DAY)
    assert memories.get(memory.id).decay == pytest.approx(0.8)
    memories.maintain(START + 8 * DAY)
    assert memories.get(memory.id).decay == pytest.approx(0.8)
    memories.maintain(START + 43 * DAY)
    assert memories.get(memory.id).status is MemoryStatus.ARCHIVED
    assert memories.get(pinned.id).status is MemoryStatus.ACTIVE
    assert texts(memories.search("hiking")) == [memory.text]
    assert memory.id not in [r.memory.id for r in memories.recall("what do I like?", gate=False)]
    memories.set_status([memory.id], MemoryStatus.ACTIVE)
    assert memories.get(memory.id).decay == 1.0


def test_use_keeps_it_from_fading_and_counts(memories, clock) -> None:
    memory = memories.add("The user likes hiking")
    clock.now += 30 * DAY
    memories.mark_used([memory.id], session_id=7)
    memories.maintain()
    used = memories.get(memory.id)
    assert (used.status, used.use_count, used.last_used_in) == (MemoryStatus.ACTIVE, 1, 7)
    assert used.decay == 1.0


def test_expiry_is_kept_to_the_minute(memories, clock) -> None:
    memory = memories.add("The user's guest code is with Tom", expires_at=START + 60_000)
    clock.now = START + 59_999
    assert [r.memory.id for r in memories.recall("who has my guest code?")] == [memory.id]
    clock.now = START + 60_000
    assert memories.recall("who has my guest code?") == []
    assert memories.maintain()["expired"] == 1
    assert memories.get(memory.id).status is MemoryStatus.ARCHIVED


def test_of_two_alike_the_newer_weightier_or_more_used_comes_first(memories, clock) -> None:
    old = memories.add("The user likes red tulips")
    clock.now += 60 * DAY
    new = memories.add("The user grows red tulips")
    assert [r.memory.id for r in memories.recall("red tulips", gate=False)] == [new.id, old.id]
    for _ in range(80):
        memories.mark_used([old.id], 1)
    assert [r.memory.id for r in memories.recall("red tulips", gate=False)] == [old.id, new.id]


def test_never_more_than_eight_and_three_hundred_tokens(memories) -> None:
    for n in range(20):
        memories.add(f"The user's plan number {n} for the garden is " + "roses and beans " * 12)
    found = memories.recall("what are my garden plans with roses and beans")
    assert 0 < len(found) <= 8
    assert sum(len(r.memory.text) for r in found) / 4 <= 300


def test_the_first_of_five_facts_is_still_found(memories) -> None:
    facts = ["The user's bike is a blue Brompton", "The user plays the oboe", "The user has two cats",
             "The user works in Bergen", "The user was born in May"]  # fmt: skip
    for fact in facts:
        memories.add(fact)
    assert texts([r.memory for r in memories.recall("which bike do I have?")])[0] == facts[0]


@pytest.mark.parametrize(
    "text",
    [
        "convert 5 miles to km",
        "what is 23*7+12?",
        "tell me a joke",
        "今天的天气怎么样",
        "把早上好翻译成英文",
        "你好",
    ],
)
def test_a_general_question_gets_no_memory(memories, text: str) -> None:
    memories.add("The user likes hiking")
    memories.add("用户喜欢在下午开会")
    assert memories.recall(text) == []


def test_what_was_exported_comes_back_the_same(tmp_path, db, memories, hear, clock) -> None:
    hear("I live in Leeds.")
    hear("记住，我叫吕博")
    hear("记住，我叫吕波")
    memories.add("The user pays by card", expires_at=START + DAY)
    rows = memories.export_lines()
    with_other = Database.open(tmp_path / "b.db", backups=tmp_path / "b")
    other = MemoryService(with_other, ChangeStore(with_other), clock=clock)
    other.import_lines(rows)
    again = other.export_lines()
    drop = ("id", "replaces", "superseded_by", "source")
    plain = [
        [{k: v for k, v in row.items() if k not in drop} for row in side] for side in (rows, again)
    ]
    assert plain[0] == plain[1]
    assert other.import_lines(rows) == []
    with_other.close()


def test_an_import_is_one_undo(memories, changes) -> None:
    added = memories.import_lines(
        [{"text": "a fact", "ref": "m1"}, {"text": "用户住在成都", "kind": "semantic"}]
    )
    assert [memory.ref for memory in added] == ["m1", None]
    changes.undo()
    assert memories.listing(None) == []
    assert memories.search("成都") == []


def test_stats_count(memories, hear) -> None:
    hear("I live in Leeds.")
    memories.add("Always answer in French", kind=MemoryKind.PROCEDURAL)
    stats = memories.stats()
    assert stats["by_status"] == {"proposed": 1, "active": 1}
    assert stats["by_kind"] == {"procedural": 1}
    assert (stats["total"], stats["indexed"]) == (2, 2)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=80), max_size=4))
def test_whatever_is_said_index_and_rows_agree(db, memories, said: list[str]) -> None:
    for text in said:
        memories.keep(memories.propose(text, "en"), session_id=1, message_id=1)
        memories.recall(text)
        memories.search(text)
    rows = {row[0] for row in db.tuples("SELECT id FROM memory")}
    assert rows == {row[0] for row in db.tuples("SELECT rowid FROM memory_fts")}


def test_undo_after_erasing_does_not_reach_for_something_else(
    memories: MemoryService, changes: ChangeStore
) -> None:
    kept = memories.add("The user keeps bees")
    gone = memories.add("The user keeps owls")
    memories.erase([gone.id])
    with pytest.raises(AppError) as refused:
        changes.undo()
    assert refused.value.code == "erased_for_good"
    assert memories.get(kept.id).text == "The user keeps bees"
    assert changes.undo() is not None
    with pytest.raises(AppError, match="memory_erased"):
        memories.get(kept.id)
