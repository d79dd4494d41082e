"""What is barred in words is never proposed; off the record nothing is recalled or kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.domain.language import detect
from assistant_app.domain.memory import MemoryStatus
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.errors import AppError
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage


def say(assistant: Assistant, text: str, session: int | None = None) -> TurnResult:
    """Run a turn to its end."""
    request = TurnRequest(text=text, session_id=session, lang=detect(text))
    events = list(assistant.run_turn(request, CancelToken()))
    (end,) = [event for event in events if isinstance(event, TurnEnded)]
    return end.result


def texts(assistant: Assistant) -> list[str]:
    return [memory.text for memory in assistant.memories.listing(None)]


def propose(assistant: Assistant, text: str) -> list[str]:
    memories = assistant.memories
    drafts = memories.propose(text, detect(text))
    return [m.text for m in memories.keep(drafts, session_id=None, message_id=None)]


def test_a_topic_barred_in_the_chat_is_not_proposed(assistant: Assistant) -> None:
    assert propose(assistant, "I am allergic to bee stings.")
    result = say(assistant, "Don't remember anything about my health.")
    assert "my health" in result.reply
    assert [bar.words for bar in assistant.memories.bars()] == ["my health"]
    before = texts(assistant)
    assert propose(assistant, "I have asthma.") == []
    assert propose(assistant, "我对花粉过敏。") == []
    assert texts(assistant) == before
    # Other things are proposed, and what is asked for in so many words is kept.
    assert propose(assistant, "I live in Bergen.")
    assert propose(assistant, "Remember that I am allergic to penicillin.")


def test_bars_are_listed_and_lifted(assistant: Assistant) -> None:
    memories = assistant.memories
    topic = memories.bar_topic("我的工资")
    assert memories.bar_topic("我的工资").id == topic.id
    memories.keep(memories.propose("I like opera.", "en"), session_id=None, message_id=None)
    (proposal,) = memories.listing(MemoryStatus.PROPOSED)
    memories.reject([proposal.id], never=True)
    listed = memories.bars()
    assert [bar.words for bar in listed] == ["我的工资", None]
    assert memories.stats()["barred_topics"] == 1
    assert propose(assistant, "我每个月工资八千。") == []
    assert propose(assistant, "I like opera.") == []
    for bar in listed:
        memories.lift_bar(bar.id)
    assert memories.bars() == []
    assert propose(assistant, "我每个月工资八千。")
    assert propose(assistant, "I like opera.")
    with pytest.raises(AppError, match="bar_missing"):
        memories.lift_bar("t99")


def test_off_the_record_nothing_is_recalled_proposed_or_kept(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores, engine.fallback = {"reply": -0.1}, "I see."
    known = assistant.memories.add("The user lives in Bergen")
    past = say(assistant, "I play the oboe.").session_id
    stored = texts(assistant)
    session = assistant.sessions.create(off_record=True)
    asked, uses = len(engine.requests), assistant.memories.get(known.id).use_count
    result = say(assistant, "Where do I live, and what did I say about the oboe?", session.id)
    assert result.memories_used == ()
    engine.scores = {"recall": -0.1}
    engine.replies.append('", "about": "where I live"}')
    looked = say(assistant, "Do you recall where I live, from last time?", session.id)
    seen = [m.text for request in engine.requests[asked:] for m in request.messages]
    for told in (result.reply, looked.reply, *seen):
        assert "Bergen" not in told
        assert "I play the oboe." not in told
    engine.replies.clear()
    engine.scores = {"reply": -0.1}
    kept = say(assistant, "Remember that my locker is number 7.", session.id)
    assert kept.actions[0].status == "refused"
    assert "off the record" in kept.reply
    assert say(assistant, "I have a twin brother.", session.id).memories_proposed == ()
    assert texts(assistant) == stored
    assert assistant.memories.get(known.id).use_count == uses
    assert assistant.sessions.search("locker") == []
    assert assistant.sessions.recall("my locker and my twin brother", exclude=past) == []
    assert assistant.sessions.index_pending() == 0
    assistant.sessions.delete(session.id)
    folder = assistant.paths.data_dir
    assert not [
        path.name
        for path in folder.rglob("*")
        if path.is_file() and b"twin brother" in path.read_bytes()
    ]


def test_profiles_share_nothing(tmp_path: Path) -> None:
    def opened(profile: str) -> Assistant:
        paths = Paths.resolve(tmp_path, profile)
        return Assistant.open(paths, engine=ScriptedEngine())

    mine, hers = opened("default"), opened("Ana")
    try:
        mine.memories.add("The user collects stamps")
        mine.memories.bar_topic("my health")
        assert hers.memories.listing(None) == []
        assert hers.memories.bars() == []
        assert hers.memories.recall("what do I collect?", gate=False) == []
        hers.memories.add("The user collects coins")
        assert texts(mine) == ["The user collects stamps"]
    finally:
        mine.close()
        hers.close()
