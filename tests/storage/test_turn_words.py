"""What the owner's words settle in a turn, whatever the model wrote; on a real database."""

from __future__ import annotations

from typing import Any

import pytest

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.services.assistant import Assistant
from tests.storage.turn_kit import NOW
from tests.storage.turn_kit import ask as _ask
from tests.storage.turn_kit import call as _call
from tests.storage.turn_kit import event as _event
from tests.storage.turn_kit import times as _times

pytestmark = pytest.mark.storage


def test_a_correction_moves_the_last_thing_and_adds_none(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _call(engine, "create_event", '", "title": "Choir", "when": "Saturday at 7pm"}')
    session = _ask(assistant, "choir on Saturday at 7pm").session_id
    for text in (
        "actually make that Sunday",
        "and half an hour later",
        "make it 4",
        "an hour earlier",
    ):
        assert _ask(assistant, text, session_id=session).actions[0].tool == "move_item"
    assert _times(assistant, "Choir") == ["2026-11-22T15:00"]
    assert _ask(assistant, "oops, undo that", session_id=session).actions[0].tool == "undo"
    assert _times(assistant, "Choir") == ["2026-11-22T16:00"]


def test_the_same_question_for_another_day(assistant: Assistant, engine: ScriptedEngine) -> None:
    _event(assistant, "Choir", "2026-11-21T19:00")
    _event(assistant, "Chess", "2026-11-22T12:00")
    _call(engine, "list_items", '", "kind": "event", "when": "Saturday"}')
    session = _ask(assistant, "what is on Saturday").session_id
    for text in ("and on Sunday?", "what about the 22nd?"):
        reply = _ask(assistant, text, session_id=session).reply
        assert "Chess" in reply
        assert "Choir" not in reply


def test_what_was_wrong_is_taken_back_right_after_it(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _call(engine, "create_event", '", "title": "Choir", "when": "Saturday at 7pm"}')
    session = _ask(assistant, "choir on Saturday at 7pm").session_id
    _ask(assistant, "no, that was wrong", session_id=session)
    assert _times(assistant, "Choir") == []
    _call(engine, "reply")
    engine.fallback = "Oh."
    _ask(assistant, "tell me a fact", session_id=session)
    assert _ask(assistant, "that was wrong", session_id=session).actions == ()


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("wake me at 5:45 tomorrow", "2026-11-19T05:45"),
        ("wake me at 5:45 pm tomorrow", "2026-11-19T17:45"),
        ("remind me at 5:45 tomorrow to leave", "2026-11-19T17:45"),
    ],
)
def test_waking_is_in_the_morning(
    assistant: Assistant, engine: ScriptedEngine, text: str, due: str
) -> None:
    _call(engine, "set_reminder", '", "text": "Wake up"}')
    _ask(assistant, text)
    (task,) = assistant.planner.tasks("open")
    assert str(task.start or task.end)[:16] == due


@pytest.mark.parametrize(
    ("lang", "text", "offered"),
    [
        ("en", "move the choir to Friday at 11", False),
        ("zh", "把合唱团改到周五上午十一点", False),
        ("zh", "把合唱团改到三楼", True),
        ("en", "change the choir to the big hall", True),
    ],
)
def test_another_time_is_no_other_field(
    assistant: Assistant, engine: ScriptedEngine, lang: Any, text: str, offered: bool
) -> None:
    _call(engine, "reply")
    engine.fallback = "Fine." if lang == "en" else "好的。"
    _ask(assistant, text, lang=lang)
    assert ("edit_item" in engine.scored[-1][1]) is offered


def test_the_time_of_a_thing_names_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    _event(assistant, "Choir", "2026-11-18T15:00")
    _event(assistant, "Chess", "2026-11-18T18:00")
    _call(engine, "move_item", '", "item": "my 3pm", "to": "4"}')
    _ask(assistant, "move my 3pm to 4")
    assert _times(assistant, "Choir") == ["2026-11-18T16:00"]


def test_after_some_talk_a_number_corrects_nothing(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _call(engine, "create_event", '", "title": "Choir", "when": "Saturday at 7pm"}')
    session = _ask(assistant, "choir on Saturday at 7pm").session_id
    _call(engine, "reply")
    engine.fallback = "Nineteen, I think."
    _ask(assistant, "how many moons has Neptune?", session_id=session)
    _ask(assistant, "no, actually 16", session_id=session)
    assert _times(assistant, "Choir") == ["2026-11-21T19:00"]


def test_a_correction_after_a_list_asks_the_model(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _event(assistant, "Choir", "2026-11-21T19:00")
    _event(assistant, "Chess", "2026-11-21T12:00")
    _call(engine, "list_items", '", "kind": "event", "when": "Saturday"}')
    session = _ask(assistant, "what is on Saturday").session_id
    _call(engine, "move_item", '", "item": "it", "to": "Sunday"}')
    asked = _ask(assistant, "move it to Sunday", session_id=session)
    assert asked.question is not None
    assert len(asked.question.choices) == 2


@pytest.mark.parametrize(
    ("text", "call", "times"),
    [
        (
            "move tomorrow's standup to 10, just this once",
            '", "item": "standup", "to": "10"}',
            ["2026-11-18T09:00", "2026-11-19T10:00", "2026-11-20T09:00"],
        ),
        (
            "move tomorrow's standup to 10, just this once",
            '", "item": "standup", "to": "10 AM"}',
            ["2026-11-18T09:00", "2026-11-19T10:00", "2026-11-20T09:00"],
        ),
        (
            "from Friday on the standup is at 8",
            '", "item": "standup", "to": "8"}',
            ["2026-11-18T09:00", "2026-11-19T09:00", "2026-11-20T08:00"],
        ),
    ],
)
def test_the_part_of_a_series_that_was_said_is_not_asked_for(
    assistant: Assistant, engine: ScriptedEngine, text: str, call: str, times: list[str]
) -> None:
    _event(assistant, "Standup", "2026-11-16T09:00", "FREQ=DAILY")
    _call(engine, "move_item", call)
    result = _ask(assistant, text)
    assert result.question is None, result.reply
    assert _times(assistant, "Standup", "2026-11-21")[2:] == times


def test_a_move_to_where_it_is_asks(assistant: Assistant, engine: ScriptedEngine) -> None:
    _event(assistant, "Choir", "2026-11-20T19:00")
    _call(engine, "move_item", '", "item": "Friday choir", "to": "Friday"}')
    asked = _ask(assistant, "move the Friday choir")
    assert asked.status == "needs_confirmation"
    _ask(assistant, "Saturday at 5pm", session_id=asked.session_id)
    assert _times(assistant, "Choir") == ["2026-11-21T17:00"]


def test_a_whole_series_is_changed_after_a_yes(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _event(assistant, "Standup", "2026-11-16T09:00", "FREQ=DAILY")
    _call(engine, "move_item", '", "item": "standup", "to": "10"}')
    asked = _ask(assistant, "move the whole standup series to 10")
    assert asked.status == "needs_confirmation"
    assert _times(assistant, "Standup", "2026-11-17") == ["2026-11-16T09:00"]
    _ask(assistant, "yes", session_id=asked.session_id)
    assert _times(assistant, "Standup", "2026-11-17") == ["2026-11-16T10:00"]


@pytest.mark.parametrize(
    ("text", "item", "asked"),
    [
        ("clear my Friday", "my Friday", "Delete these 2"),
        ("cancel everything on Friday", "everything", "Delete these 2"),
        ("cancel my Friday meeting", "my Friday meeting", "2 things"),
        ("cancel the Friday choir", "Friday choir", "Delete Choir"),
    ],
)
def test_a_day_alone_means_all_of_it(
    assistant: Assistant, engine: ScriptedEngine, text: str, item: str, asked: str
) -> None:
    _event(assistant, "Choir", "2026-11-20T19:00")
    _event(assistant, "Chess", "2026-11-20T12:00")
    _event(assistant, "Market", "2026-11-21T09:00")
    _call(engine, "delete_item", f'", "item": "{item}"}}')
    result = _ask(assistant, text)
    assert result.status == "needs_confirmation"
    assert result.reply.startswith(asked), result.reply
    assert len(_times(assistant, "Market")) == 1


@pytest.mark.parametrize(
    ("text", "item", "asked"),
    [
        ("clear my to-do list", "my to-do list", "Delete these 2: Ironing, Mowing?"),
        ("take ironing off my to-do list", "ironing", "Delete Ironing?"),
    ],
)
def test_a_list_alone_means_all_of_it(
    assistant: Assistant, engine: ScriptedEngine, text: str, item: str, asked: str
) -> None:
    assistant.planner.add(NewItem(ItemKind.TASK, "Ironing", None))
    assistant.planner.add(NewItem(ItemKind.TASK, "Mowing", None))
    _event(assistant, "Choir", "2026-11-20T19:00")
    _call(engine, "delete_item", f'", "item": "{item}"}}')
    assert _ask(assistant, text).reply == asked


def test_a_day_in_front_of_a_name_narrows_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    _event(assistant, "Supper with Ida", "2026-11-20T19:00")
    _event(assistant, "Supper with Ben", "2026-11-21T19:00")
    _call(engine, "delete_item", '", "item": "saturday supper"}')
    asked = _ask(assistant, "get rid of saturday supper")
    assert asked.reply.startswith("Delete Supper with Ben"), asked.reply


def test_a_repeat_has_its_end(assistant: Assistant, engine: ScriptedEngine) -> None:
    _call(
        engine, "create_event",
        '", "title": "陶艺课", "when": "从下周三开始每周三下午五点", "repeat": "每周三下午五点"}',
    )  # fmt: skip
    text = "从下周三开始每周三下午五点陶艺课，上到年底"
    action = _ask(assistant, text, lang="zh").actions[0]
    assert action.item is not None
    item = assistant.planner.get(action.item)
    assert (item.start, "UNTIL=2026123" in str(item.rrule)) == ("2026-11-25T17:00:00", True)


def test_a_title_in_chinese_may_put_the_words_in_order(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _call(engine, "create_task", '", "title": "续签租约"}')
    assert _ask(assistant, "月底前把租约续签了", lang="zh").actions[0].title == "续签租约"


@pytest.mark.parametrize("answer", ["the Friday one", "friday", "second", "the last one"])
def test_a_choice_by_its_day(assistant: Assistant, engine: ScriptedEngine, answer: str) -> None:
    _event(assistant, "Lesson", "2026-11-19T10:00")
    _event(assistant, "Lesson", "2026-11-20T15:00")
    _call(engine, "delete_item", '", "item": "lesson"}')
    session = _ask(assistant, "cancel the lesson").session_id
    asked = _ask(assistant, answer, session_id=session)
    assert "Fri 20 Nov" in asked.reply
    _ask(assistant, "yes", session_id=session)
    assert _times(assistant, "Lesson") == ["2026-11-19T10:00"]


@pytest.mark.parametrize(
    ("text", "written", "title"),
    [
        ('put "The Friday Riddle" on my reading list', "The Friday Riddle", "The Friday Riddle"),
        ("add coffee w/ Ida on Thursday at 2pm", "Coffee Ida", "Coffee w/ Ida"),
        ("add a Sunday roast on Friday at 6pm", "a Sunday roast", "Sunday roast"),
        ("choir on Saturday at 7pm", "Choir on Saturday", "Choir"),
        ("vet at 3pm on Friday", "Vet Appointment", "Vet"),
        ("wake us on Friday at 6am", "Wake up", "Wake up"),
        ("eye test on Friday at 3pm", "Eye Test", "Eye test"),
        (
            "lunch with Ida from BP on Friday at 1",
            "lunch with ida from bp",
            "Lunch with Ida from BP",
        ),
        ("vet at 3pm on Friday, book it in please", "vet, book it in please", "Vet"),
        ("帮我加个日程，周五下午三点看兽医", "看兽医", "看兽医"),
        ("12月9号到11号去苏州，帮我标在日历上", "去苏州，帮我标在日历上", "去苏州"),
        ("嗯，明天九点要去趟邮局，记一下", "要去趟邮局，记一下", "去趟邮局"),
        ("加一次性手套，周五上午九点", "一次性手套", "一次性手套"),
    ],
)
def test_a_title_is_what_was_said(
    assistant: Assistant, engine: ScriptedEngine, text: str, written: str, title: str
) -> None:
    tool = "create_task" if "list" in text else "create_event"
    _call(engine, tool, f'", "title": "{written}"}}')
    lang = "zh" if tool == "create_event" and text[-1] > "z" else "en"
    assert _ask(assistant, text, lang=lang).actions[0].title == title


def test_a_list_that_nobody_named_is_not_used(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _call(engine, "create_task", '", "title": "Ironing", "list": "reading"}')
    _ask(assistant, "add ironing to my tasks")
    assert len(assistant.planner.tasks("open")) == 1
    assert not assistant.planner.tasks("open", list_name="reading")


def test_words_for_the_list_itself_are_no_subject(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    assistant.planner.add(NewItem(ItemKind.TASK, "Ironing", None))
    _call(engine, "list_items", '", "kind": "task", "about": "to-do list"}')
    assert "Ironing" in _ask(assistant, "what is left on my to-do list?").reply


def test_a_repeat_keeps_the_day_beside_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    _call(
        engine, "create_event",
        '", "title": "Ida\'s birthday", "when": "December 9", "repeat": "every year"}',
    )  # fmt: skip
    action = _ask(assistant, "put Ida's birthday on dec 9, repeats every year").actions[0]
    assert action.item is not None
    item = assistant.planner.get(action.item)
    assert (item.start, "FREQ=YEARLY" in str(item.rrule)) == ("2026-12-09", True)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("piercing on the 20th at 4pm", False),
        ("20号下午四点剪指甲", False),
        ("play some jazz at 7pm", True),
        ("今晚八点放点轻音乐", True),
        ("is anything good on at 8pm?", True),
    ],
)
def test_what_has_a_time_and_no_word_of_media_is_no_media(
    assistant: Assistant, engine: ScriptedEngine, text: str, offered: bool
) -> None:
    _call(engine, "reply")
    engine.fallback = "Fine."
    _ask(assistant, text)
    assert ("media" in engine.scored[-1][1]) is offered


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("call the bank on Friday at 9am", False),
        ("call the bank", True),
        ("can you call the bank at 9am?", True),
    ],
)
def test_a_call_at_a_time_is_its_owners(
    assistant: Assistant, engine: ScriptedEngine, text: str, offered: bool
) -> None:
    _call(engine, "reply")
    engine.fallback = "Fine."
    _ask(assistant, text)
    assert ("phone" in engine.scored[-1][1]) is offered
    assert ("reply" in engine.scored[-1][1]) is offered


@pytest.mark.parametrize(
    ("text", "item"),
    [("we watched the final on Sunday", "final"), ("汤熬糊了", "汤"), ("I got the keys!", "keys")],
)
def test_what_is_told_of_no_task_is_answered_in_words(
    assistant: Assistant, engine: ScriptedEngine, text: str, item: str
) -> None:
    _call(engine, "complete_task", f'", "item": "{item}"}}')
    engine.replies.append("Oh." if text.isascii() else "哦。")
    result = _ask(assistant, text)
    assert not result.actions
    assert result.reply in ("Oh.", "哦。")


def test_what_is_told_of_a_task_completes_it(assistant: Assistant, engine: ScriptedEngine) -> None:
    no_time = When(None, None, False, NOW.tz, None)
    assistant.planner.add(NewItem(ItemKind.TASK, "Bake the bread", no_time))
    _call(engine, "complete_task", '", "item": "the bread"}')
    result = _ask(assistant, "I baked the bread")
    assert [a.tool for a in result.actions] == ["complete_task"]
    assert [task.done for task in assistant.planner.tasks("all")] == [True]


def test_an_order_for_no_task_says_so(assistant: Assistant, engine: ScriptedEngine) -> None:
    _call(engine, "complete_task", '", "item": "the bread"}')
    result = _ask(assistant, "tick off the bread")
    assert "the bread" in result.reply
    assert [a.status for a in result.actions] == ["refused"]


@pytest.mark.parametrize(
    ("text", "phrase", "tools"),
    [
        ("in which year did the ice age end?", "the ice age", []),
        ("青少年每天要睡多久？", "每天", []),
        ("which day is it?", "which day", ["what_date"]),
        ("what date is next Friday", "next Friday", ["what_date"]),
        ("今天几号", "今天", ["what_date"]),
    ],
)
def test_what_asks_for_no_date_is_not_told_today(
    assistant: Assistant, engine: ScriptedEngine, text: str, phrase: str, tools: list[str]
) -> None:
    _call(engine, "what_date", f'", "phrase": "{phrase}"}}')
    engine.fallback = "Long ago."
    result = _ask(assistant, text)
    assert [a.tool for a in result.actions] == tools
    assert (result.reply == "Long ago.") is not bool(tools)


def test_a_number_alone_is_no_sum(assistant: Assistant, engine: ScriptedEngine) -> None:
    engine.scores = {"calculate": -0.1, "reply": -1.0}
    engine.replies.append('", "expression": "1000000"}')
    engine.fallback = "I would plant trees."
    result = _ask(assistant, "you win one million, what then")
    assert not result.actions
    assert result.reply == "I would plant trees."


@pytest.mark.parametrize(
    ("text", "answered"), [("我家兔子跑丢了，心里好难过", True), ("我家在山脚下，很安静", False)]
)
def test_a_loss_is_not_only_noted(
    assistant: Assistant, engine: ScriptedEngine, text: str, answered: bool
) -> None:
    engine.scores = {"reply": -0.1}
    engine.fallback = "真让人心疼。"
    result = _ask(assistant, text)
    assert (result.reply == "真让人心疼。") is answered
    assert result.memories_proposed


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("I feel so lonely", "how they feel"),
        ("心里好难过", "心情"),
        ("tell me a story about a fox", "right away"),
        ("讲个狐狸的故事", "直接讲"),
        ("why is the sky blue?", ""),
        ("does the choir make you nervous?", ""),
    ],
)
def test_the_model_is_told_what_kind_of_answer_is_wanted(
    assistant: Assistant, engine: ScriptedEngine, text: str, wants: str
) -> None:
    engine.scores = {"reply": -0.1}
    engine.fallback = "Oh."
    _ask(assistant, text)
    late = [m.text for m in engine.requests[-1].messages if m.role == "system"][-1]
    kinds = ["how they feel", "心情", "right away", "直接讲"]
    assert [kind for kind in kinds if kind in late] == ([wants] if wants else [])


@pytest.mark.parametrize(
    ("title", "text", "item"),
    [
        ("普拉提", "普拉提改到明天晚上七点", "普拉提课"),
        ("Pilates", "move pilates to tomorrow at 7pm", "pilates class"),
    ],
)
def test_a_kind_that_was_not_said_is_no_part_of_a_name(
    assistant: Assistant, engine: ScriptedEngine, title: str, text: str, item: str
) -> None:
    _event(assistant, title, "2026-11-20T18:00:00")
    to = "明天晚上七点" if title == "普拉提" else "tomorrow at 7pm"
    _call(engine, "move_item", f'", "item": "{item}", "to": "{to}"}}')
    _ask(assistant, text)
    assert _times(assistant, title) == ["2026-11-19T19:00"]


@pytest.mark.parametrize("text", ["when is the recital?", "独奏会是什么时候？"])
def test_when_something_is_may_stand_in_the_calendar(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    title = "Recital" if text.isascii() else "独奏会"
    _event(assistant, title, "2026-11-26T18:00:00")
    engine.scores = {"what_date": -0.1, "list_items": -0.5}
    engine.replies = [
        f'", "phrase": "{title}"}}', f'", "kind": "event", "about": "{title}"}}'
    ]  # fmt: skip
    result = _ask(assistant, text)
    assert [a.tool for a in result.actions] == ["list_items"]
    assert title in result.reply


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("my uncles retiring in february, im so jealous", False),
        ("hanna is turning 30 next month", False),
        ("hanna is turning 30 next month, put it on my calendar", True),
    ],
)
def test_news_of_others_is_not_written(
    assistant: Assistant, engine: ScriptedEngine, text: str, written: bool
) -> None:
    _call(engine, "create_event", '", "title": "Hanna", "when": "next month"}')
    engine.fallback = "How nice."
    engine.scores = {"create_event": -0.1, "move_item": -0.2, "reply": -0.3}
    assert bool(_ask(assistant, text).actions) is written


@pytest.mark.parametrize(
    ("text", "arguments", "span"),
    [
        (
            "second sunday of every month is brunch club, 10 to 11:45am. put it in",
            '"title": "Brunch club", "when": "second sunday of every month", '
            '"repeat": "every month at 10 to 11:45am"',
            ("2026-12-13T10:00", "2026-12-13T11:45"),
        ),
        (
            "every thursday is darts, from 2 till 4. add that",
            '"title": "Darts", "when": "every thursday", "repeat": "weekly from 2 till 4"',
            ("2026-11-19T14:00", "2026-11-19T16:00"),
        ),
        (
            "Darts happens on thursday 3 December, 6-7:30pm",
            '"title": "Darts", "when": "thursday 3 December"',
            ("2026-12-03T18:00", "2026-12-03T19:30"),
        ),
        (
            "the first monday of each month is book swap, half past four. book it",
            '"title": "Book swap", "when": "first monday of each month", '
            '"repeat": "monthly at half past four"',
            ("2026-12-07T16:30", "2026-12-07T17:30"),
        ),
    ],
)
def test_a_time_that_was_said_is_not_lost(
    assistant: Assistant,
    engine: ScriptedEngine,
    text: str,
    arguments: str,
    span: tuple[str, str],
) -> None:
    _call(engine, "create_event", f'", {arguments}}}')
    _ask(assistant, text)
    found = assistant.planner.events("2026-11-18", "2026-12-20", NOW.tz)
    assert (str(found[0].start)[:16], str(found[0].end)[:16]) == span
