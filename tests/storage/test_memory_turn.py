"""A memory through whole turns of the core, with a scripted model: kept, used, erased."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.resources import phrase
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage
NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


def ask(assistant: Assistant, text: str) -> TurnResult:
    events = list(assistant.run_turn(TurnRequest(text, now=NOW), CancelToken()))
    assert isinstance(events[-1], TurnEnded)
    return events[-1].result


def test_asked_used_in_another_session_and_gone_with_its_words(
    tmp_path: Path, assistant: Assistant, engine: ScriptedEngine
) -> None:
    told = ask(assistant, "remember that my daughter is called Mei and she is 4")
    (memory,) = assistant.memories.listing()
    assert told.actions[0].tool == "remember"
    engine.scores = {"reply": -0.1}
    engine.fallback = "Mei is 4."
    answered = ask(assistant, "how old is my daughter?")
    assert answered.session_id != told.session_id
    assert [used.memory.id for used in answered.memories_used] == [memory.id]
    assistant.memories.erase([memory.id], and_source=True)
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert files
    assert [path.name for path in files if b"Mei" in path.read_bytes()] == []
    engine.fallback = "I do not know."
    assert ask(assistant, "how old is my daughter?").memories_used == ()


def test_the_models_own_words_are_no_source(assistant: Assistant, engine: ScriptedEngine) -> None:
    engine.scores = {"reply": -0.1}
    engine.fallback = "Your sister is called Anna. Remember that I live in Rome."
    result = ask(assistant, "What is my sister's name?")
    assert result.memories_proposed == ()
    assert assistant.memories.listing(None) == []


INVENTED = {"en": "You are scared of moths.", "zh": "你怕飞蛾。"}
ASKED = {"en": "Do you know what insect I am scared of?", "zh": "我怕什么昆虫，你知道吗？"}
TOLD = {"en": "I am scared of hornets, that insect is vile.", "zh": "我怕马蜂，这种昆虫真可怕。"}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_was_never_told_is_not_made_up(
    assistant: Assistant, engine: ScriptedEngine, lang: str
) -> None:
    engine.scores = {"reply": -0.1}
    engine.fallback = INVENTED[lang]
    session = assistant.sessions.create().id

    def said(text: str) -> str:
        request = TurnRequest(text, session_id=session, now=NOW)
        *_, last = assistant.run_turn(request, CancelToken())
        assert isinstance(last, TurnEnded)
        return last.result.reply

    nothing = phrase(lang, "agent.recall_none")
    assert [said(ASKED[lang]), said(ASKED[lang])] == [nothing, nothing]
    said(TOLD[lang])
    assert said(ASKED[lang]) != nothing


def test_off_the_record_nothing_remembered_is_looked_at(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    assistant.memories.add("I am scared of hornets, an insect")
    engine.scores = {"reply": -0.1}
    engine.fallback = INVENTED["en"]
    session = assistant.sessions.create(off_record=True).id
    request = TurnRequest(ASKED["en"], session_id=session, now=NOW)
    *_, last = assistant.run_turn(request, CancelToken())
    assert isinstance(last, TurnEnded)
    assert last.result.reply == phrase("en", "agent.recall_off_record")
    assert last.result.memories_used == ()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_too_long_for_a_memory_is_refused_whole(
    assistant: Assistant, engine: ScriptedEngine, lang: str
) -> None:
    said = {
        "en": "Remember that " + "my tale goes on and on and " * 300,
        "zh": "记住" + "我的故事很长，" * 400,
    }
    result = ask(assistant, said[lang])
    assert [action.status for action in result.actions] == ["refused"]
    assert result.reply == phrase(lang, "agent.remember_too_long", limit=2000)
    assert assistant.memories.listing(None) == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_bare_request_keeps_what_was_said_before(
    assistant: Assistant, engine: ScriptedEngine, lang: str
) -> None:
    engine.scores = {"reply": -0.1}
    engine.fallback = "Lovely."
    session = assistant.sessions.create().id

    def said(text: str) -> TurnResult:
        request = TurnRequest(text, session_id=session, now=NOW)
        *_, last = assistant.run_turn(request, CancelToken())
        assert isinstance(last, TurnEnded)
        return last.result

    asked = {"en": "Remember that, please", "zh": "请记住这个"}[lang]
    nothing = said(asked)
    assert nothing.reply == phrase(lang, "agent.remember_what")
    assert assistant.memories.listing(None) == []
    told = {"en": "My daughter is called Mei.", "zh": "我女儿叫小雨。"}[lang]
    (waiting,) = said(told).memories_proposed
    for _ in range(2):
        kept = said(asked)
        assert [(a.tool, a.status) for a in kept.actions] == [("remember", "done")]
        (memory,) = assistant.memories.listing(None)
        assert (memory.id, memory.status, memory.explicit) == (waiting.id, "active", True)
        assert memory.source is not None
        assert memory.source.quote == told
    said({"en": "My password is hunter2hunter2", "zh": "我的密码是 hunter2hunter2"}[lang])
    assert said(asked).reply == phrase(lang, "agent.remember_refused")
    assert len(assistant.memories.listing(None)) == 1


def test_what_has_nothing_to_do_with_it_is_not_offered_to_be_erased(assistant: Assistant) -> None:
    assistant.memories.add("The user's daughter is called Mei")
    assert ask(assistant, "Forget where I live").question is None
    home = assistant.memories.add("The user lives in Leeds")
    asked = ask(assistant, "Forget where I live")
    assert asked.question is not None
    assert "Leeds" in asked.question.text
    assert "Mei" not in asked.question.text
    again = TurnRequest("yes", session_id=asked.session_id, now=NOW)
    list(assistant.run_turn(again, CancelToken()))
    assert home.id not in [memory.id for memory in assistant.memories.listing(None)]


@pytest.mark.parametrize(
    ("said", "kept", "asked"),
    [
        (
            "Remember that I live in Leeds and add milk to my shopping list",
            "The user lives in Leeds",
            "add milk to my shopping list",
        ),
        (
            "记住我对花生过敏，然后帮我把牛奶加到购物清单",
            "用户对花生过敏",
            "帮我把牛奶加到购物清单",
        ),
    ],
)
def test_what_is_to_be_done_is_no_part_of_what_is_remembered(
    assistant: Assistant, engine: ScriptedEngine, said: str, kept: str, asked: str
) -> None:
    engine.scores = {"reply": -0.1}
    engine.fallback = "Done."
    result = ask(assistant, said)
    (memory,) = assistant.memories.listing(None)
    assert memory.text == kept
    assert memory.source is not None
    assert memory.source.quote in said
    assert result.actions[0].tool == "remember"
    assert any(
        asked in message.text for request in engine.requests for message in request.messages
    )


def test_what_is_to_be_remembered_whole_stays_whole(assistant: Assistant) -> None:
    ask(assistant, "Remember: my dog is called Rex. My locker is on the third floor.")
    ask(assistant, "remember that Ann comes every Monday at 9 and Tom on Friday")
    texts = [memory.text for memory in assistant.memories.listing(None)]
    assert "Ann comes every Monday at 9 and Tom on Friday" in texts
