"""Minds that change back, several proposals for one place, what is over, what is too long."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant_app.domain.language import detect
from assistant_app.domain.memory import MAX_TEXT, Draft, Memory, MemoryStatus
from assistant_app.errors import AppError
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database

pytestmark = pytest.mark.storage
PROPOSED, ACTIVE = MemoryStatus.PROPOSED, MemoryStatus.ACTIVE


class Clock:
    """Goes on by a second each time it is asked."""

    now = 1_790_000_000_000

    def __call__(self) -> int:
        """Return the time it shows."""
        self.now += 1000
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def changes(db: Database, clock: Clock) -> ChangeStore:
    return ChangeStore(db, clock)


@pytest.fixture
def memories(db: Database, changes: ChangeStore, clock: Clock) -> MemoryService:
    return MemoryService(db, changes, clock=clock)


@pytest.fixture
def hear(memories: MemoryService) -> Callable[[str], list[Memory]]:
    number = iter(range(1, 1000))

    def say(text: str) -> list[Memory]:
        drafts = memories.propose(text, detect(text))
        return memories.keep(drafts, session_id=1, message_id=next(number))

    return say


def active(memories: MemoryService) -> set[str]:
    return {memory.text for memory in memories.listing(ACTIVE)}


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (["I love plums.", "I hate plums.", "I love plums again."], "The user loves plums again"),
        (["I love plums.", "I hate plums.", "I love plums now."], "The user loves plums now"),
        (["I live in Turin.", "I moved to Graz.", "I moved back to Turin."], "back to Turin"),
        (["我喜欢咖啡。", "I hate coffee.", "我又喜欢咖啡了。"], "咖啡"),
    ],
)
def test_a_mind_that_changes_back_is_one_memory(
    memories: MemoryService, hear: Callable[[str], list[Memory]], said: list[str], left: str
) -> None:
    for text in said:
        memories.confirm([memory.id for memory in hear(text)])
    (kept,) = memories.listing(ACTIVE)
    assert left in kept.text


@pytest.mark.parametrize("first", [0, 1])
def test_two_proposals_for_one_place_leave_one(
    memories: MemoryService, hear: Callable[[str], list[Memory]], changes: ChangeStore, first: int
) -> None:
    old = memories.add("I live in Turin")
    graz, linz = hear("I moved to Graz.")[0], hear("I live in Linz now.")[0]
    order = [graz, linz] if first == 0 else [linz, graz]
    memories.confirm([order[0].id])
    assert active(memories) == {order[0].text}
    memories.confirm([order[1].id])
    if first == 0:
        assert active(memories) == {linz.text}, "what was said last"
        changes.undo()
        assert active(memories) == {graz.text}
        changes.undo()
        assert active(memories) == {old.text}
    else:  # said before, kept after: which is so, the owner is asked
        assert memories.lists.pair_count() == 1


def test_what_takes_the_place_of_a_mere_proposal_takes_what_that_one_was_to_replace(
    memories: MemoryService, changes: ChangeStore
) -> None:
    turin = memories.add("I live in Turin")
    graz = memories.keep(
        [Draft("The user moved to Graz", "", decision="replace", of=turin.id)],
        session_id=None, message_id=None,
    )[0]  # fmt: skip
    linz = memories.keep(
        [Draft("The user lives in Linz", "", decision="replace", of=graz.id)],
        session_id=None, message_id=None,
    )[0]  # fmt: skip
    assert active(memories) == {"I live in Turin"}
    memories.confirm([linz.id])
    assert active(memories) == {"The user lives in Linz"}
    changes.undo()
    assert active(memories) == {"I live in Turin"}


def test_confirming_twice_changes_nothing(
    memories: MemoryService, hear: Callable[[str], list[Memory]]
) -> None:
    (waiting,) = hear("I live in Turin.")
    assert memories.confirm([waiting.id, waiting.id]).memories == (waiting.id,)
    before = memories.get(waiting.id)
    assert memories.confirm([waiting.id]).memories == ()
    assert memories.get(waiting.id) == before


@pytest.mark.parametrize("again", ["said", "restored"])
def test_what_is_over_is_not_over_when_it_is_wanted_again(
    memories: MemoryService, clock: Clock, again: str
) -> None:
    memory = memories.add("I have a cold", expires_at=clock.now + 10_000)
    clock.now += 20_000
    assert memories.maintain()["expired"] == 1
    if again == "said":
        memories.add("I have a cold")
    else:
        memories.set_status([memory.id], ACTIVE)
    now = memories.get(memory.id)
    assert (now.status, now.expires_at) == (ACTIVE, None)
    assert memories.maintain()["expired"] == 0
    assert [r.memory.id for r in memories.recall("do I have a cold")] == [memory.id]


@pytest.mark.parametrize("part", ["my tale has many words and ", "这个故事很长而且很有意思，"])
def test_what_is_too_long_is_not_kept_in_part(memories: MemoryService, part: str) -> None:
    said = {True: "Remember that ", False: "记住，"}[part.isascii()] + part * 400
    drafts = memories.propose(said, detect(said))
    assert any(len(draft.text) > MAX_TEXT for draft in drafts)
    assert memories.keep(drafts, session_id=None, message_id=1) == []
    with pytest.raises(AppError, match="memory_too_long"):
        memories.add(said)
    assert memories.listing(None) == []


def test_each_of_many_things_asked_for_is_kept(memories: MemoryService) -> None:
    things = [f"Locker {n} is free" for n in range(12)]
    drafts = memories.propose(f"Remember: {'; '.join(things)}", "en")
    assert [draft.text for draft in drafts] == things


@pytest.mark.parametrize(
    ("barred", "said"),
    [
        ("I like plums.", "I really like plums very much"),
        ("I really like plums.", "i like plums!"),
        ("我喜欢李子。", "我真的特别喜欢李子"),
        ("我特别喜欢李子。", "我喜欢李子"),
    ],
)
def test_what_is_barred_is_barred_with_more_or_less_stress(
    memories: MemoryService, hear: Callable[[str], list[Memory]], barred: str, said: str
) -> None:
    (proposal,) = hear(barred)
    memories.reject([proposal.id], never=True)
    assert memories.propose(said, detect(said)) == []
    assert memories.propose("I like figs.", "en") != []
    assert len(memories.bars()) == 1
    memories.lift_bar(memories.bars()[0].id)
    assert memories.propose(said, detect(said)) != []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Remember: my dog is called Pip and I live in Turin",
            {"The user's dog is called Pip", "The user lives in Turin"},
        ),
        (
            "Remember that I live in Turin and I work as a baker, my son is called Olaf",
            {"The user lives in Turin", "The user works as a baker", "The user's son is called Olaf"},
        ),
        ("记住我住在泉州，我对芒果过敏", {"用户住在泉州", "用户对芒果过敏"}),
    ],
)  # fmt: skip
def test_each_fact_of_one_request_is_kept_beside_the_others(
    memories: MemoryService, hear: Callable[[str], list[Memory]], said: str, kept: set[str]
) -> None:
    hear(said)
    assert active(memories) == kept
    hear(said)
    assert active(memories) == kept
