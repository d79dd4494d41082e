"""One turn on a real database, with a scripted model."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import Completion
from assistant_app.domain.session import MessageState, Role
from assistant_app.domain.turn import (
    ActionDone,
    CancelToken,
    TextDelta,
    TurnEnded,
    TurnRequest,
    TurnResult,
    TurnStarted,
)
from assistant_app.engine.scripted import Script, ScriptedEngine
from assistant_app.errors import AppError
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


def _choose(engine: ScriptedEngine, tool: str, arguments: str | None = None) -> None:
    """Script the next decision: the tool that wins, and the rest of its call."""
    engine.scores = {tool: -0.1}
    if arguments is not None:
        engine.replies.append(arguments)


def _ask(assistant: Assistant, text: str, *, now: Moment = NOW, **more: Any) -> TurnResult:
    events = list(assistant.run_turn(TurnRequest(text, now=now, **more), CancelToken()))
    assert isinstance(events[-1], TurnEnded)
    return events[-1].result


def _dentist(assistant: Assistant, engine: ScriptedEngine) -> TurnResult:
    _choose(engine, "create_event", '", "title": "Dentist", "when": "next Tuesday at 3pm"}')
    return _ask(assistant, "Add a dentist appointment next Tuesday at 3pm")


def test_the_message_is_stored_before_anything_else(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.fallback = AppError("engine_killed")
    engine.scores = lambda *_: (_ for _ in ()).throw(AppError("engine_killed"))
    events = assistant.run_turn(TurnRequest("hello there", now=NOW), CancelToken())
    started = next(events)
    assert isinstance(started, TurnStarted)
    stored = assistant.sessions.messages(started.session_id)
    assert [(m.role, m.text) for m in stored] == [(Role.USER, "hello there"), (Role.ASSISTANT, "")]
    ended = list(events)[-1]
    assert isinstance(ended, TurnEnded)
    assert (ended.result.status, ended.result.error) == ("failed", "engine_killed")
    stored = assistant.sessions.messages(started.session_id)
    assert stored[0].text == "hello there"
    assert stored[1].state is MessageState.FAILED


def test_an_event_is_told_from_its_row(assistant: Assistant, engine: ScriptedEngine) -> None:
    result = _dentist(assistant, engine)
    (action,) = result.actions
    assert action.status == "done"
    assert action.item is not None
    item = assistant.planner.get(action.item)
    assert (item.title, item.start, item.tz) == (
        "Dentist", "2026-11-24T15:00:00", "Europe/London",
    )  # fmt: skip
    assert "24 Nov 2026" in result.reply
    assert len(action.assumptions) == 2
    assert assistant.undo.undo(action.undo) is not None
    with pytest.raises(AppError, match="item_missing"):
        assistant.planner.get(action.item)


def test_deleting_asks_and_yes_deletes(assistant: Assistant, engine: ScriptedEngine) -> None:
    item = _dentist(assistant, engine).actions[0].item
    assert item is not None
    _choose(engine, "delete_item", '", "item": "dentist"}')
    asked = _ask(assistant, "Cancel the dentist")
    assert asked.status == "needs_confirmation"
    assert asked.question is not None
    assert assistant.planner.get(item).title == "Dentist"
    done = _ask(assistant, "yes", session_id=asked.session_id)
    assert done.actions[0].status == "done"
    with pytest.raises(AppError, match="item_missing"):
        assistant.planner.get(item)
    assert assistant.undo.undo() is not None
    assert assistant.planner.get(item).title == "Dentist"


def test_no_keeps_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    item = _dentist(assistant, engine).actions[0].item
    assert item is not None
    _choose(engine, "delete_item", '", "item": "dentist"}')
    asked = _ask(assistant, "Cancel the dentist")
    kept = _ask(assistant, "no", session_id=asked.session_id)
    assert (kept.status, kept.actions) == ("complete", ())
    assert assistant.planner.get(item).title == "Dentist"
    assert assistant.sessions.state(asked.session_id).pending is None


def test_a_day_that_is_missing_is_asked_for_and_filled_in(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _choose(engine, "create_event", '", "title": "Budget meeting"}')
    asked = _ask(assistant, "set up a budget meeting")
    assert asked.status == "needs_confirmation"
    assert asked.question is not None
    assert len(asked.question.choices) == 3
    done = _ask(assistant, "Friday at 2pm", session_id=asked.session_id)
    assert done.actions[0].item is not None
    item = assistant.planner.get(done.actions[0].item)
    assert (item.title, item.start) == ("Budget meeting", "2026-11-20T14:00:00")


def test_a_choice_by_button(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "create_event", '", "title": "Budget meeting"}')
    asked = _ask(assistant, "set up a budget meeting")
    done = _ask(assistant, "2", session_id=asked.session_id, choice=1)
    assert done.actions[0].item is not None
    assert assistant.planner.get(done.actions[0].item).start == "2026-11-20T09:00:00"


def test_a_date_the_model_made_up_is_not_used(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _choose(engine, "create_event", '", "title": "Lunch", "when": "tomorrow at 8am"}')
    done = _ask(assistant, "put lunch with Jo on Thursday at noon")
    assert done.actions[0].item is not None
    assert assistant.planner.get(done.actions[0].item).start == "2026-11-19T12:00:00"


def test_a_reply_streams_and_is_stored(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "reply")
    engine.replies.append(Script(["Rivers ", "are long."]))
    events = list(assistant.run_turn(TurnRequest("rivers?", now=NOW), CancelToken()))
    assert "".join(e.text for e in events if isinstance(e, TextDelta)) == "Rivers are long."
    result = events[-1]
    assert isinstance(result, TurnEnded)
    stored = assistant.sessions.messages(result.result.session_id)[1]
    assert (stored.text, stored.state) == ("Rivers are long.", MessageState.COMPLETE)


def test_stop_keeps_what_came(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "reply")
    engine.replies.append(Script(["one ", "two ", "three"], delay_s=0.2))
    cancel = CancelToken()
    seen: list[str] = []
    for event in assistant.run_turn(TurnRequest("count", now=NOW), cancel):
        if isinstance(event, TextDelta):
            seen.append(event.text)
            cancel.cancel()
        if isinstance(event, TurnEnded):
            result = event.result
    assert result.status == "interrupted"
    stored = assistant.sessions.messages(result.session_id)[1]
    assert (stored.text, stored.state) == ("".join(seen), MessageState.INTERRUPTED)
    assert stored.text.startswith("one ")


def test_a_dry_run_decides_and_changes_nothing(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _choose(engine, "create_event", '", "title": "Dentist", "when": "Friday 9am"}')
    result = _ask(assistant, "dentist Friday 9am", dry_run=True)
    assert result.actions[0].tool == "create_event"
    assert assistant.sessions.listing() == []
    assert assistant.planner.events("2026-11-01", "2026-12-31", "Europe/London") == []


@pytest.mark.parametrize(("text", "code"), [("", "message_empty"), (" \n\0 ", "message_empty"),
                                            ("x" * 1_000_000, "message_too_long")])  # fmt: skip
def test_what_cannot_be_sent_is_refused_and_not_stored(
    assistant: Assistant, text: str, code: str
) -> None:
    with pytest.raises(AppError, match=code):
        _ask(assistant, text)
    assert assistant.sessions.listing() == []


@pytest.mark.parametrize(
    "text", ["lone \ud83d surrogate", "nul \0 here", "rtl \u202e\u05d0", "zero\u200bwidth"]
)
def test_odd_characters_are_answered(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    _choose(engine, "reply")
    engine.replies.append("Fine.")
    result = _ask(assistant, text)
    assert result.reply == "Fine."
    stored = assistant.sessions.messages(result.session_id)[0].text
    assert stored.encode()
    assert stored == text.replace("\0", "").replace("\ud83d", "")


def test_a_remembered_fact_is_kept_at_once_and_can_be_undone(assistant: Assistant) -> None:
    result = _ask(assistant, "remember that my daughter is called Mei and she is 4")
    (action,) = result.actions
    assert (action.tool, action.status) == ("remember", "done")
    (memory,) = assistant.memories.listing()
    assert "Mei" in memory.text
    assert action.undo is not None
    assistant.undo.undo(action.undo)
    assert assistant.memories.listing() == []


def test_memories_reach_the_answer_late_and_are_named(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    assistant.memories.add("The user's daughter is called Mei and she is 4")
    _choose(engine, "reply")
    engine.replies.append("She is 4.")
    result = _ask(assistant, "how old is my daughter?")
    assert [r.memory.text for r in result.memories_used] == [
        "The user's daughter is called Mei and she is 4"
    ]
    *before, background, message = engine.requests[-1].messages
    assert all("Mei" not in m.text for m in before)
    assert "Mei" in background.text
    assert message.text == "how old is my daughter?"


def test_an_unreadable_call_does_nothing(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "create_event", '", "title": "Dentist"')
    result = _ask(assistant, "dentist Friday 9am")
    assert (result.status, result.error, result.actions) == ("failed", "call_malformed", ())
    assert assistant.planner.events("2026-11-01", "2026-12-31", "Europe/London") == []


def test_the_state_of_a_session_is_kept(assistant: Assistant, engine: ScriptedEngine) -> None:
    result = _dentist(assistant, engine)
    state = assistant.sessions.state(result.session_id)
    assert (state.turn_count, state.finished_tasks) == (1, ("Dentist",))
    _choose(engine, "move_item", '", "item": "it", "to": "Friday at 9am"}')
    moved = _ask(assistant, "move it to Friday at 9am", session_id=result.session_id)
    assert moved.actions[0].item is not None
    assert assistant.planner.get(moved.actions[0].item).start == "2026-11-20T09:00:00"


def test_a_small_window_and_a_long_chat(assistant: Assistant, engine: ScriptedEngine) -> None:
    engine.context = 2000
    engine.fallback = "A word of answer, and then a few more of them to fill the window."
    session = assistant.sessions.create()
    sizes = []
    for number in range(200):
        _choose(engine, "reply")
        result = _ask(assistant, f"Message {number}: tell me about rivers", session_id=session.id)
        assert result.status == "complete"
        prompts = (engine.scored[-1][0].messages, engine.requests[-1].messages)
        for messages in prompts:
            assert messages[0].role == "system"
            assert f"Message {number}:" in messages[-1].text
            sizes.append(sum(engine.count_tokens([m.text for m in messages])))
        assert f"Message {max(number - 1, 0)}:" in " ".join(m.text for m in prompts[1])
    assert max(sizes) < 2000 - 2000 // 4
    assert len(assistant.sessions.messages(session.id)) == 400


def test_events_come_in_order(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "create_task", '", "title": "Milk"}')
    kinds = [
        type(event)
        for event in assistant.run_turn(TurnRequest("buy milk", now=NOW), CancelToken())
    ]
    assert kinds == [TurnStarted, ActionDone, TextDelta, TurnEnded]


TAUGHT = "When I say 'wrap up', list tomorrow and what is open"


def _teach(assistant: Assistant) -> int:
    taught = _ask(assistant, TAUGHT)
    (action,) = taught.actions
    assert (action.tool, action.status) == ("remember", "done")
    assert action.item is not None
    assert action.undo is not None
    return action.item


def _say_what_is_asked(engine: ScriptedEngine) -> list[str]:
    """Answer each message with its own words; returns the messages as the model saw them."""
    seen: list[str] = []

    def scores(request: Completion, names: Sequence[str]) -> list[float]:
        seen.append(request.messages[-1].text)
        return [0.0 if name == "reply" else -9.0 for name in names]

    engine.scores = scores
    engine.fallback = lambda request: f"<{request.messages[-1].text}>"
    return seen


def test_a_routine_runs_when_its_words_are_said(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    memory = _teach(assistant)
    seen = _say_what_is_asked(engine)
    ended = _ask(assistant, "OK, wrap up!")
    assert seen == ["list tomorrow", "list what is open"]
    assert ended.reply == "<list tomorrow>\n\n<list what is open>"
    assert [used.memory.id for used in ended.memories_used] == [memory]
    assert ended.memories_proposed == ()
    stored = assistant.sessions.messages(ended.session_id)
    assert [message.text for message in stored] == ["OK, wrap up!", ended.reply]


def test_other_words_do_not_start_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    memory = _teach(assistant)
    seen = _say_what_is_asked(engine)
    _ask(assistant, "let's wrap up the quarterly report")
    assistant.memories.erase([memory])
    _ask(assistant, "wrap up")
    assert seen == ["let's wrap up the quarterly report", "wrap up"]


def test_a_routine_taught_anew_replaces_the_old(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    first = _teach(assistant)
    second = _ask(assistant, "When I say 'wrap up', list tomorrow").actions[0].item
    assert second is not None
    assert second != first
    assert assistant.memories.get(first).status == "superseded"
    seen = _say_what_is_asked(engine)
    _ask(assistant, "wrap up")
    assert seen == ["list tomorrow"]


def test_a_question_puts_the_rest_of_a_routine_off(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _dentist(assistant, engine)
    _ask(assistant, "When I say 'clean', delete the dentist and then tell me a joke")
    asked = _ask(assistant, "clean")
    assert asked.status == "needs_confirmation"
    assert engine.replies == []
    seen = _say_what_is_asked(engine)
    done = _ask(assistant, "yes", session_id=asked.session_id)
    assert [action.tool for action in done.actions] == ["delete_item"]
    assert seen == ["tell me a joke"]
    assert done.reply.endswith("\n\n<tell me a joke>")


def test_two_requests_in_one_message_are_both_done(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores = {"create_task": 0.0}
    engine.fallback = lambda request: f'", "title": "{request.messages[-1].text}"}}'
    ended = _ask(assistant, "Buy milk and call mum tomorrow")
    assert [action.title for action in ended.actions] == ["Buy milk", "Call mum"]
    assert all(action.status == "done" for action in ended.actions)
    stored = assistant.sessions.messages(ended.session_id)
    assert stored[0].text == "Buy milk and call mum tomorrow"
    for action in ended.actions:
        assert action.undo is not None


def test_a_question_about_the_first_puts_off_the_second(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _dentist(assistant, engine)
    _choose(engine, "delete_item", '", "item": "dentist"}')
    asked = _ask(assistant, "Cancel the dentist and tell me what is on my list")
    assert asked.status == "needs_confirmation"
    seen = _say_what_is_asked(engine)
    done = _ask(assistant, "yes", session_id=asked.session_id)
    assert [action.tool for action in done.actions] == ["delete_item"]
    assert seen == ["tell me what is on my list"]


def test_a_turn_runs_five_tools_at_most(assistant: Assistant, engine: ScriptedEngine) -> None:
    steps = ", ".join(f"add thing{n} to my tasks" for n in range(1, 8))
    _ask(assistant, f"When I say 'seven', {steps}")
    engine.scores = {"create_task": 0.0}
    engine.fallback = lambda request: f'", "title": "{request.messages[-1].text.split()[1]}"}}'
    ended = _ask(assistant, "seven")
    assert [action.title for action in ended.actions] == [f"Thing{n}" for n in range(1, 6)]
    assert "five" in ended.reply.rpartition("\n\n")[2]


@pytest.mark.parametrize(
    ("about", "listed"),
    [
        ("open", ["File the expenses"]),
        ("what is still left", ["File the expenses"]),
        ("未完成", ["File the expenses"]),
        ("completed tasks", ["Water the plants"]),
        ("已完成的", ["Water the plants"]),
        ("the plants", []),
    ],
)
def test_a_state_is_no_subject(
    assistant: Assistant, engine: ScriptedEngine, about: str, listed: list[str]
) -> None:
    for title in ("Water the plants", "File the expenses"):
        _choose(engine, "create_task", f'", "title": "{title}"}}')
        made = _ask(assistant, f"add {title} to my tasks")
        if title.startswith("Water"):
            assert made.actions[0].item is not None
            assistant.planner.complete(made.actions[0].item)
    _choose(engine, "list_items", f'", "kind": "any", "about": "{about}"}}')
    shown = _ask(assistant, f"show {about}").actions[0]
    assert [row["title"] for row in shown.data] == listed


@pytest.mark.parametrize(
    "text",
    [
        "What should I cook with eggs and rice?",
        "ok, and who wrote Emma",
        "用鸡蛋和米饭做什么好？",
        "为什么天是蓝的？",
        "Tell me a long story about a lighthouse keeper and his cat",
        "please write a short poem about rain",
        "给我讲个笑话",
        "写一首关于春天的诗",
    ],
)
def test_a_question_changes_nothing(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    _choose(engine, "reply")
    engine.replies.append("Rice.")
    _ask(assistant, text)
    names = set(engine.scored[-1][1])
    assert "reply" in names
    assert not names & {"create_event", "create_task", "set_reminder", "delete_item", "forget"}


@pytest.mark.parametrize(
    "text",
    [
        "how about lunch with Sam on Friday at 1?",
        "can you add milk to my list?",
        "What a day. Put the gym at 6pm",
        "提醒我明天几点开会",
        "tell me to call mum at 5pm",
        "write the report by Friday",
        "写周报，周五之前",
        "能帮我安排个什么时候的会吗？",
    ],
)
def test_a_wish_put_as_a_question_may_change_things(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    _choose(engine, "reply")
    engine.replies.append("Fine.")
    _ask(assistant, text)
    assert {"create_event", "create_task", "set_reminder"} & set(engine.scored[-1][1])


@pytest.mark.parametrize(
    ("text", "copied", "start"),
    [
        ("Add a dentist appointment next Tuesday at 3pm", "Tuesday at 3pm", "2026-12-08T15:00:00"),
        ("Add a dentist appointment next Tuesday at 3pm", "next Tuesday", "2026-12-08T15:00:00"),
        ("Add a dentist appointment on Tuesday at 3pm", "Tuesday at 3pm", "2026-12-01T15:00:00"),
        ("下下周二下午三点看牙", "周二下午三点", "2026-12-15T15:00:00"),
    ],
)
def test_date_words_that_were_cut_short_are_made_whole(
    assistant: Assistant, engine: ScriptedEngine, text: str, copied: str, start: str
) -> None:
    _choose(engine, "create_event", f'", "title": "Dentist", "when": "{copied}"}}')
    monday = Moment(dt.datetime(2026, 11, 30, 10, 15), "Europe/London")
    item = _ask(assistant, text, now=monday).actions[0].item
    assert item is not None
    assert assistant.planner.get(item).start == start


@pytest.mark.parametrize(
    "text",
    [
        "when I say 'wrap up', list tomorrow and what is open",
        "remind me to call mum tomorrow at 8pm",
        "what is on tomorrow?",
        "当我说“收工”，就列出明天的日程",
        "把周五的会取消",
    ],
)
def test_a_request_of_its_own_does_not_answer_the_question_before(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    _choose(engine, "create_event", '", "title": "Meeting"}')
    asked = _ask(assistant, "set up a meeting")
    assert asked.question is not None
    _choose(engine, "reply")
    engine.fallback = "Fine."
    ended = _ask(assistant, text, session_id=asked.session_id)
    assert "create_event" not in {action.tool for action in ended.actions}
    assert assistant.planner.find("Meeting", now=NOW) == []


def test_a_day_is_the_answer_to_the_question_for_one(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _choose(engine, "create_event", '", "title": "Meeting"}')
    asked = _ask(assistant, "set up a meeting")
    done = _ask(assistant, "make it Friday at 2pm", session_id=asked.session_id)
    assert done.actions[0].item is not None
    assert assistant.planner.get(done.actions[0].item).start == "2026-11-20T14:00:00"


def test_what_happened_in_the_past_is_told_not_asked(assistant: Assistant) -> None:
    told = _ask(assistant, "I moved to Paris last week")
    assert told.actions == ()
    assert [memory.text for memory in told.memories_proposed] == [
        "The user moved to Paris last week"
    ]


def test_a_task_says_once_when_it_is_due(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "create_task", '", "title": "Buy milk", "due": "tomorrow"}')
    made = _ask(assistant, "add buy milk tomorrow to my tasks")
    assert made.reply == "Added to your tasks: “Buy milk”, due Thu 19 Nov 2026 · tomorrow."


@pytest.mark.parametrize(
    ("text", "creates"),
    [
        ("I bought the milk", False),
        ("ok, I've just called the bank", False),
        ("牛奶买好了", False),
        ("我已经交了房租", False),
        ("I need milk", True),
        ("I booked a table for Friday at 7pm", True),
        ("我要去开会了", True),
    ],
)
def test_what_was_done_adds_nothing(
    assistant: Assistant, engine: ScriptedEngine, text: str, creates: bool
) -> None:
    _choose(engine, "reply")
    engine.fallback = "Fine."
    _ask(assistant, text)
    assert bool({"create_task", "create_event"} & set(engine.scored[-1][1])) is creates
    assert creates or "complete_task" in engine.scored[-1][1]


def test_a_dry_run_may_look_back(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "reply")
    ended = _ask(assistant, "what did we say about it last time?", dry_run=True)
    assert (ended.status, ended.error) == ("complete", None)


def test_what_a_model_thinks_is_kept_apart(assistant: Assistant, engine: ScriptedEngine) -> None:
    _choose(engine, "reply")
    engine.fallback = Script(["Tea."], thought="Hot or cold? ")
    result = _ask(assistant, "What should I drink?")
    assert (result.reply, result.thought) == ("Tea.", "Hot or cold?")
    asked, answered = assistant.sessions.messages(result.session_id)[-2:]
    assert (answered.text, answered.extra["thought"]) == ("Tea.", "Hot or cold?")
    assert "thought" not in asked.extra
    _ask(assistant, "And then?", session_id=result.session_id)
    assert "Hot or cold" not in repr(engine.requests[-1].messages)
