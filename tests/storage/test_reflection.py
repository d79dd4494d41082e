"""The model looks at what the rules can not decide, while nobody waits; it only proposes."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.agent.reflection import FAILED, PASSED, SURE, THROUGH, TRIES
from assistant_app.domain.memory import MemoryStatus
from assistant_app.domain.session import MessageState, Role
from assistant_app.domain.turn import CancelToken, TurnRequest
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.errors import AppError, Cancelled
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from assistant_app.services.data_service import DataService

pytestmark = pytest.mark.storage

LASTING = "Anything with mushrooms makes me gag, always has."
PASSING = "My order number is on the receipt somewhere."
CHINESE = "家里说的是客家话。"


def answered(
    assistant: Assistant, text: str, *, off_record: bool = False, extra: dict | None = None
) -> int:
    """Store a message as a turn does that only answered; returns its id."""
    session = assistant.sessions.create(off_record=off_record).id
    message = assistant._messages.add(session, Role.USER, text)
    cards = {"usage": {"total_ms": 1}} if extra is None else extra
    assistant._messages.add(session, Role.ASSISTANT, "I see.", extra=cards)
    return message.id


def judge(engine: ScriptedEngine, *lasting: str) -> None:
    """Have the model say yes to sentences that begin so, and no to others."""

    def scores(request, candidates):
        text = request.messages[-1].text
        sure = any(text.startswith(one) for one in lasting)
        return [0.0 if (one in ("yes", "是")) is sure else -900.0 for one in candidates]

    engine.scores = scores


def run(assistant: Assistant) -> int:
    count = 0
    while assistant.reflect(CancelToken()):
        count += 1
    return count


def test_a_lasting_sentence_is_proposed_with_its_quote(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    judge(engine, LASTING, CHINESE)
    for text in (f"Hm. {LASTING}", PASSING, CHINESE):
        answered(assistant, text)
    assert run(assistant) == 3
    found = {m.text: m for m in assistant.memories.listing(None)}
    assert set(found) == {
        "Anything with mushrooms makes the user gag, always has", "家里说的是客家话",
    }  # fmt: skip
    for memory in found.values():
        assert memory.status is MemoryStatus.PROPOSED
        assert memory.source is not None
        said = assistant._messages.get(memory.source.message_id or 0).text
        assert memory.source.quote in said
    assert assistant.undo.last() is None
    assert run(assistant) == 0


def test_what_the_rules_decide_never_gets_to_the_model(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    judge(engine, "")
    for text in (
        "I live in Leeds.", "Could you write a toast for a teacher?", "If I lived in Rome I'd cook",
        "Translate: mushrooms make me gag", "My password is hunter22 and it never changes",
        "服务器 root 密码 Qw!88molan 登不上去", "Thanks!", "翻译：家里说的是客家话。",
    ):  # fmt: skip
        answered(assistant, text)
    assert run(assistant) == 0
    assert engine.scored == []
    assert assistant.memories.listing(None) == []


def test_only_what_the_owner_said_in_a_turn_is_a_source(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    judge(engine, LASTING)
    answered(assistant, LASTING, extra={})  # imported
    answered(assistant, LASTING, off_record=True)
    done = {"usage": {}, "actions": [{"tool": "create_event"}]}
    answered(assistant, LASTING, extra=done)
    barred = answered(assistant, LASTING)
    assistant._messages.set_barred([barred])
    trashed = answered(assistant, LASTING)
    assistant.sessions.delete(assistant._messages.get(trashed).session_id)
    session = assistant.sessions.create().id
    assistant._messages.add(session, Role.USER, "Good morning to you all")
    assistant._messages.add(session, Role.ASSISTANT, LASTING, extra={"usage": {}})
    assistant._messages.add(session, Role.USER, LASTING)
    assistant._messages.add(
        session, Role.ASSISTANT, "", state=MessageState.INTERRUPTED, extra={"usage": {}}
    )
    run(assistant)
    assert assistant.memories.listing(None) == []


def test_barred_topics_and_erased_or_rejected_ones_are_not_proposed_again(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    judge(engine, LASTING)
    assistant.memories.bar_topic("mushrooms")
    first = answered(assistant, LASTING)
    assert run(assistant) == 1
    assert assistant.memories.listing(None) == []
    assistant.memories.lift_bar(assistant.memories.bars()[0].id)
    answered(assistant, LASTING)
    run(assistant)
    (memory,) = assistant.memories.listing(None)
    assistant.memories.reject([memory.id])
    assistant.settings.set(THROUGH, first)
    run(assistant)
    assert [m.status for m in assistant.memories.listing(None)] == [MemoryStatus.REJECTED]


def test_it_goes_on_where_a_dead_process_stopped(tmp_path: Path, engine: ScriptedEngine) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "models")
    first = Assistant.open(paths, engine=engine)
    judge(engine, LASTING, CHINESE)
    answered(first, LASTING)
    answered(first, CHINESE)
    assert first.reflect(CancelToken())
    # Killed after the proposal and before the place was noted.
    first.settings.set(THROUGH, None)
    first._db.close()
    first._lock.release()
    again = Assistant.open(paths, engine=engine)
    assert run(again) == 1
    kept = again.memories.listing(None)
    assert len(kept) == 2
    assert {m.importance for m in kept} == {kept[0].importance}
    again.close()


def test_a_message_of_the_owner_stops_it_and_it_is_done_later(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    judge(engine, LASTING)
    answered(assistant, LASTING)
    cancel = CancelToken()
    cancel.cancel()

    def stopped(request, candidates):
        raise Cancelled

    engine.scores = stopped
    with pytest.raises(Cancelled):
        assistant.reflect(cancel)
    assert assistant.settings.get(FAILED) is None
    judge(engine, LASTING)
    assert run(assistant) == 1
    assert len(assistant.memories.listing(None)) == 1


def test_failures_are_tried_again_told_and_given_up(
    tmp_path: Path, engine: ScriptedEngine
) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "models")
    assistant = Assistant.open(paths, engine=engine)
    answered(assistant, LASTING)
    answered(assistant, CHINESE)

    def broken(request, candidates):
        raise AppError("engine_crashed")

    engine.scores = broken
    for n in range(1, TRIES):
        with pytest.raises(AppError, match="engine_crashed"):
            assistant.reflect(CancelToken())
        assert assistant.settings.get(FAILED)["times"] == n
    assistant.close()
    state = DataService(paths).reflection()
    assert (state.waiting, state.failed, state.passed) == (2, "engine_crashed", 0)
    fresh = ScriptedEngine(scores=broken)
    again = Assistant.open(paths, engine=fresh)
    with pytest.raises(AppError):
        again.reflect(CancelToken())
    judge(fresh, LASTING, CHINESE)
    assert run(again) == 1
    assert [m.text for m in again.memories.listing(None)] == ["家里说的是客家话"]
    assert (again.settings.get(FAILED), again.settings.get(PASSED)) == (None, 1)
    again.close()
    assert DataService(paths).reflection().passed == 1


@pytest.mark.parametrize("code", ["no_model", "model_set_aside", "model_too_large"])
def test_what_says_nothing_of_the_message_passes_none_over(
    assistant: Assistant, engine: ScriptedEngine, code: str
) -> None:
    answered(assistant, LASTING)

    def broken(request, candidates):
        raise AppError(code)

    engine.scores = broken
    for _ in range(2 * TRIES):
        with pytest.raises(AppError, match=code):
            assistant.reflect(CancelToken())
    assert assistant.settings.get(PASSED) is None
    judge(engine, LASTING)
    assert run(assistant) == 1


def test_the_model_must_be_sure(assistant: Assistant, engine: ScriptedEngine) -> None:
    for text, lang, yes in ((LASTING, "en", "yes"), (CHINESE, "zh", "是")):
        for more, kept in ((-0.1, 0), (0.1, 1)):
            answered(assistant, text)
            value = SURE[lang] + more  # type: ignore[index]
            engine.scores = lambda _r, cs, v=value, y=yes: [v if c == y else 0.0 for c in cs]
            run(assistant)
            assert len(assistant.memories.listing(None)) == kept
        assistant.memories.erase([m.id for m in assistant.memories.listing(None)])


def test_a_turn_goes_before_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    engine.fallback, engine.scores = "Fine.", {"reply": 0.0}
    list(assistant.run_turn(TurnRequest(PASSING, lang="en"), CancelToken()))
    assert assistant.settings.get(THROUGH) is None
    judge(engine)
    assert run(assistant) == 1
    assert assistant.settings.get(THROUGH) is not None
