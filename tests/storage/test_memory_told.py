"""What is told of past chats: whose words they were, and nothing that was only made up."""

from __future__ import annotations

import pytest

from assistant_app.domain.language import detect
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.memory.rules import tells
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage


def say(assistant: Assistant, text: str, session: int | None = None) -> TurnResult:
    request = TurnRequest(text=text, session_id=session, lang=detect(text))
    events = list(assistant.run_turn(request, CancelToken()))
    (end,) = [event for event in events if isinstance(event, TurnEnded)]
    return end.result


def asked(assistant: Assistant, engine: ScriptedEngine, text: str, about: str) -> str:
    """Return the answer to a question that the model takes for one about the past."""
    engine.scores = {"recall": -0.1}
    engine.replies.append(f'", "about": "{about}"}}')
    return say(assistant, text).reply


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I keep bees on the roof.", True),
        ("The plumber comes on Monday.", True),
        ("Remember that the spare key is under the pot.", True),
        ("Translate: 'I keep bees on the roof.'", False),
        ("Make one up: say I keep bees.", False),
        ("Do I keep bees?", False),
        ("Write a poem in which I keep bees.", False),
        ("我在屋顶养蜂。", True),
        ("记住，备用钥匙在花盆下面。", True),
        ("翻译成英文：我在屋顶养蜂。", False),
        ("你猜我养什么，随便说一个。", False),
        ("我养蜂吗？", False),
    ],
)
def test_only_statements_of_the_owner_tell_something(text: str, told: bool) -> None:
    assert tells(text, detect(text)) is told


def test_what_the_assistant_said_is_not_told_as_the_owners(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores, engine.fallback = {"reply": -0.1}, "You could keep a parrot on your balcony."
    say(assistant, "Which pet would suit a balcony?")
    say(assistant, "Guess which pet is on my balcony, make one up, say a python.")
    reply = asked(assistant, engine, "Do you remember which pet is on my balcony?", "my balcony")
    assert "parrot" not in reply
    assert "python" not in reply
    reply = asked(assistant, engine, "Which pet did you suggest for my balcony?", "my balcony")
    assert "This is what I said" in reply
    assert reply.index("This is what I said") < reply.index("parrot")


def test_the_background_of_an_answer_says_who_said_what(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores, engine.fallback = {"reply": -0.1}, "A canoe is stable."
    say(assistant, "My canoe is in the shed by the lake.")
    before = len(engine.requests)
    say(assistant, "What did we say last time about the canoe?")
    seen = "\n".join(m.text for request in engine.requests[before:] for m in request.messages)
    assert "The user said: “My canoe is in the shed by the lake.”" in seen
    assert "You said: “A canoe is stable.”" in seen


def test_off_the_record_a_search_looks_in_calendar_and_tasks_alone(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores, engine.fallback = {"reply": -0.1}, "I see."
    assistant.memories.add("The user plays the oboe")
    say(assistant, "My oboe has a new reed.")
    session = assistant.sessions.create(off_record=True)
    for found, where in ((True, None), (False, session.id)):
        engine.scores = {"search": -0.1}
        engine.replies.append('", "words": "oboe"}')
        reply = say(assistant, "Search for oboe", where).reply
        assert ("new reed" in reply) is found
        assert ("plays the oboe" in reply) is found
    assert "off the record" in reply


def test_what_was_replaced_is_not_told_unless_asked_for(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores, engine.fallback = {"reply": -0.1}, "I see."
    say(assistant, "Remember that my locker is number 7.")
    say(assistant, "My locker is number 12 now, please update that.")
    reply = asked(assistant, engine, "Do you recall the number of my locker?", "my locker")
    assert "12" in reply
    assert "number 7" not in reply
    reply = asked(assistant, engine, "Do you recall my previous locker?", "my previous locker")
    assert "number 7" in reply


@pytest.mark.parametrize(
    ("told", "wish", "question"),
    [
        ("Remember that my locker is number 7.", "Forget what I told you about my locker.",
         "Do you recall the number of my locker?"),
        ("记住，我的储物柜是七号。", "把我说过的储物柜的事忘掉吧。", "你还记得我的储物柜是几号吗？"),
    ],
)  # fmt: skip
def test_what_was_told_is_forgotten_without_the_model(
    assistant: Assistant, engine: ScriptedEngine, told: str, wish: str, question: str
) -> None:
    engine.scores, engine.fallback = {"reply": -0.1}, "I see."
    say(assistant, told)
    request = TurnRequest(text=wish, session_id=None, lang=detect(wish), yes=True)
    list(assistant.run_turn(request, CancelToken()))
    assert assistant.memories.listing(None) == []
    reply = asked(assistant, engine, question, "locker 储物柜")
    assert "7" not in reply
    assert "七" not in reply


def test_what_the_calendar_lacks_is_answered_from_memories(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    assistant.memories.add("The user mends clocks for a living")
    engine.scores, engine.fallback = {"list_items": -0.1}, "You mend clocks."
    engine.replies.append('", "kind": "any", "when": "", "about": "clocks"}')
    result = say(assistant, "What is it with me and clocks?")
    assert result.reply == "You mend clocks."
    assert [used.memory.text for used in result.memories_used] == [
        "The user mends clocks for a living"
    ]


@pytest.mark.parametrize(
    ("memory", "hour"),
    [
        ("The user likes meetings in the afternoon", "14:00"),
        ("The user likes meetings in the morning", "09:00"),
        ("The user has a cat", "09:00"),
    ],
)
def test_a_time_is_suggested_in_the_part_of_the_day_that_is_liked(
    assistant: Assistant, engine: ScriptedEngine, memory: str, hour: str
) -> None:
    assistant.memories.add(memory)
    engine.scores = {"find_free_time": -0.1}
    engine.replies.append('", "when": "next Thursday", "length": "one hour", "hours": ""}')
    reply = say(assistant, "Suggest a time for a one hour call next Thursday").reply
    assert f"{hour}–" in reply
    assert (memory in reply) is ("meetings" in memory)


def test_of_a_handful_of_memories_the_one_that_was_asked_for_is_told(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    assistant.memories.add("The user's favourite colour is teal")
    assistant.memories.add("The user's bike is in the cellar")
    engine.fallback = "You have not told me."
    reply = asked(assistant, engine, "Do you know where my bike is?", "my bike")
    assert "the cellar" in reply
    assert "teal" not in reply
    reply = asked(assistant, engine, "Do you remember my favourite soup?", "my favourite soup")
    assert reply == "You have not told me."
    assert '"The user\'s favourite colour is teal"' not in reply
