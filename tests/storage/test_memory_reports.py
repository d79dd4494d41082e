"""Faults that people reported of other products' memories, tried on ours; the real core and file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant_app.domain.language import detect
from assistant_app.domain.memory import MemoryStatus
from assistant_app.domain.planner import ItemKind, NewItem
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from assistant_app.services.data_service import DataService

pytestmark = pytest.mark.storage

Say = Callable[..., TurnResult]


@pytest.fixture
def say(assistant: Assistant) -> Say:
    """Return what runs a turn: of a session of its own, unless one is given."""

    def run(text: str, session: int | None = None, reply: str = "All right.") -> TurnResult:
        engine = assistant.engine
        assert isinstance(engine, ScriptedEngine)
        engine.fallback, engine.scores = reply, {"reply": 0.0}
        request = TurnRequest(text, session, lang=detect(text))
        (ended,) = [
            e for e in assistant.run_turn(request, CancelToken()) if isinstance(e, TurnEnded)
        ]
        return ended.result

    return run


def prompts(assistant: Assistant) -> str:
    engine = assistant.engine
    assert isinstance(engine, ScriptedEngine)
    return "\n".join(message.text for message in engine.requests[-1].messages)


def texts(assistant: Assistant, status: MemoryStatus | None = None) -> list[str]:
    return [memory.text for memory in assistant.memories.listing(status)]


def test_love_then_hate_is_one_question_with_both(assistant: Assistant, say: Say) -> None:
    (loves,) = say("I love Chinese food").memories_proposed
    assistant.memories.confirm([loves.id])
    (hates,) = say("I hate Chinese food").memories_proposed
    assert hates.replaces == loves.id
    assert texts(assistant, MemoryStatus.ACTIVE) == ["The user loves Chinese food"]
    assistant.memories.confirm([hates.id])
    assert texts(assistant, MemoryStatus.ACTIVE) == ["The user hates Chinese food"]
    past = [version.text for version in assistant.memories.history(hates.id)]
    assert "The user loves Chinese food" in past


def test_the_newer_home_is_used_and_the_older_is_history(assistant: Assistant, say: Say) -> None:
    for said in ("I live in Leeds.", "I moved to York last week."):
        (memory,) = say(said).memories_proposed
        assistant.memories.confirm([memory.id])
    result = say("Where do I live?")
    assert [used.memory.text for used in result.memories_used] == [
        "The user moved to York last week"
    ]
    assert "Leeds" not in prompts(assistant)
    assert "The user lives in Leeds" in [v.text for v in assistant.memories.history(memory.id)]


def test_what_waits_for_an_answer_is_not_called_untold(assistant: Assistant, say: Say) -> None:
    assert "not told me" in say("Where do I live?").reply
    say("I live in Leeds.")
    reply = say("What is my sister's name?").reply
    assert "not told me" not in reply
    assert "(1)" in reply


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Good morning", "Good morning, Maximilian!"),
        ("What is my sister's name?", "Your sister's name is Anna."),
        ("Tell me a joke", "<think>The user may be called Bob</think>Why did the hen ..."),
        ("Tell me a joke", "<think>I am Bob, I live in Leeds"),
        ("早上好", "早上好，小明！我记住了：你叫小明。"),
    ],
)
def test_what_the_assistant_says_is_never_a_source(
    assistant: Assistant, say: Say, asked: str, reply: str
) -> None:
    session = say(asked, reply=reply).session_id
    say("Thanks, go on", session, reply=reply)
    assistant.tidy()
    assert texts(assistant) == []


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("我叫欧阳娜娜，在携程上班。", ("欧阳娜娜", "携程")),
        ("我叫司马相如，我女儿叫慕容雪", ("司马相如", "慕容雪")),
    ],
)
def test_chinese_names_stay_chinese(
    assistant: Assistant, say: Say, said: str, names: tuple[str, ...]
) -> None:
    kept = "\n".join(memory.text for memory in say(said).memories_proposed)
    assert all(name in kept for name in names)
    assert not any(character.isascii() and character.isalpha() for character in kept)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I'm allergic to peanuts", "我对花生过敏"),
        ("我对花生过敏", "I'm allergic to peanuts"),
        ("I like cats", "我喜欢猫"),
    ],
)
def test_the_same_in_the_other_language_is_no_second_memory(
    assistant: Assistant, say: Say, first: str, second: str
) -> None:
    (memory,) = say(first).memories_proposed
    assistant.memories.confirm([memory.id])
    assert say(second).memories_proposed == ()
    assert texts(assistant) == [memory.text]


def test_the_first_of_five_is_found(assistant: Assistant, say: Say) -> None:
    for fact in (
        "my locker number is 4417", "I drive a green Skoda", "my dentist is Dr Patel",
        "I like hiking", "my sister Lena plays the cello",
    ):  # fmt: skip
        say(f"Remember that {fact}")
    result = say("Which number does my locker have?")
    assert "The user's locker number is 4417" in [u.memory.text for u in result.memories_used]
    assert "4417" in prompts(assistant) + result.reply


def test_what_is_recalled_is_not_told_twice(assistant: Assistant, say: Say) -> None:
    from assistant_app.tools.outcome import ToolContext
    from assistant_app.tools.remember import recall

    say("Remember that my locker number is 4417")
    context = ToolContext(
        text="What is my locker number?", now=assistant.now(), lang="en",
        planner=assistant.planner, memories=assistant.memories, sessions=assistant.sessions,
        undo=assistant.undo,
    )  # fmt: skip
    told = recall({"about": "locker number"}, {}, context).say
    assert told.count("4417") == 1


def test_what_is_no_sum_is_answered_without_what_is_remembered_of_others(
    assistant: Assistant, say: Say
) -> None:
    say("Remember that I like hiking")
    engine = assistant.engine
    assert isinstance(engine, ScriptedEngine)
    say("Good morning")
    engine.scores = {"calculate": 1.0, "reply": 0.0}
    engine.replies = ['", "expression": "5 miles to km"}']
    engine.fallback = "About 8 km."
    request = TurnRequest("convert 5 miles to km", lang="en")
    (ended,) = [e for e in assistant.run_turn(request, CancelToken()) if isinstance(e, TurnEnded)]
    assert (ended.result.status, ended.result.reply) == ("complete", "About 8 km.")
    assert ended.result.actions == ()


def test_what_is_erased_is_asked_afresh_or_barred(assistant: Assistant, say: Say) -> None:
    (jazz,) = say("I like jazz").memories_proposed
    assistant.memories.confirm([jazz.id])
    assistant.memories.erase([jazz.id])
    assistant.tidy()
    assert texts(assistant) == []
    (again,) = say("I like jazz").memories_proposed
    assert again.status is MemoryStatus.PROPOSED
    assistant.memories.erase([again.id], never=True)
    assert say("I like jazz").memories_proposed == ()


def test_a_backup_has_all_there_is(tmp_path: Path, engine: ScriptedEngine) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "models")
    tables = [
        "session",
        "message",
        "session_state",
        "setting",
        "item",
        "memory",
        "memory_version",
        "barred_topic",
    ]

    def everything() -> list[object]:
        opened = Assistant.open(paths, engine=engine)
        rows = [opened._db.tuples(f"SELECT * FROM {name} ORDER BY 1") for name in tables]
        opened.close()
        return rows

    engine.fallback, engine.scores = "All right.", {"reply": 0.0}
    opened = Assistant.open(paths, engine=engine)
    for said in ("Remember that I like tea", "I live in Leeds.", "Good morning"):
        list(opened.run_turn(TurnRequest(said, lang="en"), CancelToken()))
    opened.memories.bar_topic("my health")
    opened.planner.add(NewItem(ItemKind.TASK, "Pay the rent"))
    opened.settings.set("hours.start", "08:00")
    opened.close()
    before = everything()
    assert all(before)
    kept = DataService(paths).backup(tmp_path / "copy.db")
    DataService(paths).erase_all()
    assert not paths.database.exists()
    DataService(paths).restore(kept)
    assert everything() == before


def test_undo_closes_a_question_and_leaves_the_last_change(assistant: Assistant, say: Say) -> None:
    (tea,) = say("Remember that I like tea").actions
    engine = assistant.engine
    assert isinstance(engine, ScriptedEngine)
    for word in ("undo", "撤销", "Take that back."):
        engine.replies = ['", "about": "tea"}']
        request = TurnRequest("Forget about the tea", lang="en")
        engine.scores = {"forget": 0.0}
        (ended,) = [
            e for e in assistant.run_turn(request, CancelToken()) if isinstance(e, TurnEnded)
        ]
        assert ended.result.question
        after = say(word, ended.result.session_id)
        assert after.status == "complete"
        assert assistant.sessions.state(after.session_id).pending is None
        assert assistant.memories.get(tea.item or 0).status is MemoryStatus.ACTIVE


def test_undo_takes_back_what_the_owner_did_and_no_proposal(
    assistant: Assistant, say: Say
) -> None:
    say("Remember that I like tea")
    (leeds,) = say("I live in Leeds.").memories_proposed
    change = assistant.undo.undo()
    assert change is not None
    assert change.tool == "remember"
    assert texts(assistant) == [leeds.text]
    assert assistant.undo.undo() is None


def test_what_expired_is_not_recalled_to_the_minute(
    tmp_path: Path, engine: ScriptedEngine
) -> None:
    opened = Assistant.open(Paths(tmp_path / "data", tmp_path / "models"), engine=engine)
    opened._clock.told = 1
    memory = opened.memories.add("The user's visitor badge is 99", expires_at=1_000_000)
    for now, found in ((999_999, [memory.id]), (1_000_000, []), (1_000_001, [])):
        opened._clock.told = now
        assert [r.memory.id for r in opened.memories.recall("visitor badge", gate=False)] == found
    assert opened.memories.maintain(1_000_000)["expired"] == 1
    assert opened.memories.get(memory.id).status is MemoryStatus.ARCHIVED
    opened._clock.told = None
    opened.close()


def test_profiles_share_nothing(tmp_path: Path) -> None:
    base = tmp_path / "data"
    folders = [Paths.resolve(base, name) for name in (None, "work", "home")]
    for number, paths in enumerate(folders):
        opened = Assistant.open(paths, engine=ScriptedEngine())
        opened.memories.add(f"The user's number is {number}")
        opened.memories.bar_topic(f"topic {number}")
        opened.close()
    for number, paths in enumerate(folders):
        opened = Assistant.open(paths, engine=ScriptedEngine())
        assert texts(opened) == [f"The user's number is {number}"]
        assert [bar.words for bar in opened.memories.bars()] == [f"topic {number}"]
        assert opened.memories.backups() == []
        opened.close()
