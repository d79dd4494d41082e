"""Summaries of long sessions, on a real database, with a scripted model."""

from __future__ import annotations

import pytest

from assistant_app.agent.summary import checked
from assistant_app.domain.session import Role
from assistant_app.domain.turn import CancelToken, TurnRequest
from assistant_app.engine.scripted import Script, ScriptedEngine
from assistant_app.errors import AppError, Cancelled
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage

WRITTEN = " plans a party for 25 guests. They love jazz."


def _chat(assistant: Assistant, pairs: int, *, off_record: bool = False) -> int:
    """Store a chat of so many questions and answers; returns the session."""
    session = assistant.sessions.create(off_record=off_record).id
    for n in range(1, pairs + 1):
        assistant._messages.add(session, Role.USER, f"We love jazz and {n + 20} guests come")
        assistant._messages.add(session, Role.ASSISTANT, f"Noted, number {n}")
    return session


def test_only_a_grown_session_is_due(assistant: Assistant) -> None:
    short, long, trashed = _chat(assistant, 5), _chat(assistant, 6), _chat(assistant, 6)
    secret = _chat(assistant, 6, off_record=True)
    assistant.sessions.delete(trashed)
    assert assistant.summaries_due() == [long]
    assert {short, secret} & {s.id for s in assistant.sessions.listing()} == {short, secret}


def test_a_summary_is_stored_with_its_session(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    session = _chat(assistant, 6)
    engine.replies.append(WRITTEN)
    text = assistant.summarize(session, CancelToken())
    assert text == "The user plans a party for 25 guests. They love jazz."
    stored = assistant.sessions.get(session)
    assert stored.summary == text
    assert stored.summary_through == assistant.sessions.messages(session)[-1].id
    assert assistant.summaries_due() == []
    asked = engine.requests[-1].messages[-1].text
    assert "User: We love jazz and 26 guests come" in asked
    assert "Assistant: Noted, number 6" in asked


def test_the_window_then_has_the_summary_and_the_last_messages(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    session = _chat(assistant, 9)
    engine.replies.append(WRITTEN)
    assistant.summarize(session, CancelToken())
    engine.scores = {"reply": 0.0}
    engine.replies.append("Hm.")
    list(assistant.run_turn(TurnRequest("how are you?", session), CancelToken()))
    shown = [message.text for message in engine.requests[-1].messages]
    assert any("They love jazz." in text for text in shown)
    chat = [text for text in shown if text.startswith(("We love jazz and", "Noted, number"))]
    assert chat[0] == "We love jazz and 27 guests come"
    assert len(chat) == 6


def test_a_later_summary_takes_up_the_earlier(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    session = _chat(assistant, 6)
    engine.replies.append(WRITTEN)
    assistant.summarize(session, CancelToken())
    for _ in range(6):
        assistant._messages.add(session, Role.USER, "Tom pays for the hall")
        assistant._messages.add(session, Role.ASSISTANT, "Noted")
    engine.replies.append(" has 25 guests, and Tom pays for the hall.")
    assistant.summarize(session, CancelToken())
    asked = engine.requests[-1].messages[-1].text
    assert "They love jazz." in asked
    assert "26 guests" not in asked
    assert assistant.sessions.get(session).summary.endswith("Tom pays for the hall.")


def test_a_long_chat_is_folded_part_by_part(assistant: Assistant, engine: ScriptedEngine) -> None:
    session = assistant.sessions.create().id
    for n in range(30):
        assistant._messages.add(session, Role.USER, f"Guest {n} comes. " + "So it goes. " * 40)
    engine.replies.append(" expects guest 1.")
    engine.replies.append(Script(["The rest "], fault=AppError("engine_killed")))
    with pytest.raises(AppError, match="engine_killed"):
        assistant.summarize(session, CancelToken())
    assert assistant.sessions.get(session).summary == "The user expects guest 1."
    assert assistant.sessions.get(session).summary_through > 0
    engine.fallback = " expects guest 29."
    before = len(engine.requests)
    assistant.summarize(session, CancelToken())
    assert "Guest 0 " not in engine.requests[before].messages[-1].text
    assert assistant.sessions.get(session).summary == "The user expects guest 29."


def test_what_is_barred_is_left_out_with_its_answer(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    session = _chat(assistant, 6)
    first = assistant.sessions.messages(session)[0]
    assistant._messages.set_barred([first.id])
    engine.replies.append(WRITTEN)
    assistant.summarize(session, CancelToken())
    asked = engine.requests[-1].messages[-1].text
    assert "21 guests" not in asked
    assert "number 1\n" not in asked
    assert "22 guests" in asked


def test_a_message_goes_first(assistant: Assistant, engine: ScriptedEngine) -> None:
    session = _chat(assistant, 6)
    cancel = CancelToken()
    cancel.cancel()
    engine.replies.append(Script([" never"], delay_s=5))
    with pytest.raises(Cancelled):
        assistant.summarize(session, cancel)
    assert assistant.sessions.get(session).summary == ""
    assert assistant.summaries_due() == [session]


def test_words_erased_meanwhile_are_not_stored(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    session = _chat(assistant, 6)

    def erase_first(_request: object) -> str:
        assistant._messages.set_barred([assistant.sessions.messages(session)[0].id])
        return WRITTEN

    engine.replies.append(erase_first)
    assert assistant.summarize(session, CancelToken()) == ""
    assert assistant.sessions.get(session).summary == ""


def test_without_a_usable_text_the_owners_words_stand(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    session = assistant.sessions.create().id
    for text in ("how is the weather", "tell me a joke", "I'm allergic to peanuts."):
        assistant._messages.add(session, Role.USER, text)
    assistant._messages.add(session, Role.ASSISTANT, "Good to know.")
    engine.replies.append(" met Napoleon in 1805.")
    assert "allergic to peanuts" in assistant.summarize(session, CancelToken())


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The user has 25 guests. Tom pays.", "The user has 25 guests. Tom pays."),
        ("The user has 30 guests. They love jazz.", "They love jazz."),
        ("The user met Mr Brown. They love jazz.", "They love jazz."),
        ("They love jazz. They love jazz.", "They love jazz."),
        ("User: I love jazz\nAssistant: Noted", ""),
        ("One. Two. Three. Four.", "One. Two. Three."),
        ("用户喜欢爵士乐。", ""),
        ("", ""),
    ],
)
def test_only_what_was_said_stays(text: str, kept: str) -> None:
    source = "User: I love jazz, 25 guests come\nUser: my brother Tom pays"
    assert checked(text, source, "en") == kept


def test_chinese_sentences_are_told_apart() -> None:
    text = "用户每天六点起床。他有30个客人。喜欢爵士乐。"
    assert (
        checked(text, "用户: 我每天六点起床，喜欢爵士乐", "zh") == "用户每天六点起床。喜欢爵士乐。"
    )


def test_the_use_of_the_window_is_counted(assistant: Assistant) -> None:
    assert assistant.window_use() is None
    session = _chat(assistant, 30)
    use = assistant.window_use()
    assert use is not None
    assert (use.session, use.messages, use.all_messages) == (session, 36, 60)
    assert use.capacity == 8192
    assert use.percent == round(100 * use.tokens / 8192, 1)
    assert use.tokens > 36 * 12


@pytest.mark.parametrize("and_source", [True, False])
def test_erasing_a_memory_drops_the_summary_that_may_paraphrase_it(
    assistant: Assistant, engine: ScriptedEngine, and_source: bool
) -> None:
    session = _chat(assistant, 6)
    other = _chat(assistant, 6)
    list(
        assistant.run_turn(
            TurnRequest("remember that I am allergic to nuts", session), CancelToken()
        )
    )
    (memory,) = assistant.memories.listing()
    engine.fallback = " must not eat almonds."
    for one in (session, other):
        assistant.summarize(one, CancelToken())
    assistant.memories.erase([memory.id], and_source=and_source)
    assert (assistant.sessions.get(session).summary, assistant.summaries_due()) == ("", [session])
    assert assistant.sessions.get(other).summary == "The user must not eat almonds."
    engine.fallback = " loves jazz."
    assistant.summarize(session, CancelToken())
    assert "nuts" not in engine.requests[-1].messages[-1].text
