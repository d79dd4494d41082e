"""What is moved and ticked off in a turn is what the owner's words say; on a real database."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.domain.planner import ItemKind, NewItem
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.services.assistant import Assistant
from tests.storage.turn_kit import NOW
from tests.storage.turn_kit import ask as _ask
from tests.storage.turn_kit import call as _call
from tests.storage.turn_kit import event as _event
from tests.storage.turn_kit import times as _times

pytestmark = pytest.mark.storage


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("the viva has to be pushed out 40 minutes", "2026-11-20T14:40"),
        ("Delay Friday's viva by an hour and a half.", "2026-11-20T15:30"),
        ("bring the viva forward two hours", "2026-11-20T12:00"),
        ("move the viva up a quarter of an hour", "2026-11-20T13:45"),
        ("move the viva back 20min please", "2026-11-20T14:20"),
    ],
)
def test_a_shift_is_what_the_owner_said(
    assistant: Assistant, engine: ScriptedEngine, text: str, start: str
) -> None:
    _event(assistant, "Viva", "2026-11-20T14:00")
    _call(engine, "move_item", '", "item": "viva", "to": "some time after that"}')
    assert _ask(assistant, text).actions[0].status == "done"
    assert _times(assistant, "Viva") == [start]
    (moved,) = [o for o in assistant.planner.events("2026-11-20", "2026-11-21", NOW.tz)]
    assert str(moved.end)[:16] == (
        dt.datetime.fromisoformat(start) + dt.timedelta(hours=1)
    ).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("answer", "start"),
    [
        ("earlier", "2026-11-20T13:00"),
        ("later", "2026-11-20T15:00"),
        ("the second", "2026-11-20T15:00"),
    ],
)
def test_forward_is_earlier_to_some_and_later_to_others(
    assistant: Assistant, engine: ScriptedEngine, answer: str, start: str
) -> None:
    _event(assistant, "Viva", "2026-11-20T14:00")
    _call(engine, "move_item", '", "item": "viva", "to": "3pm"}')
    asked = _ask(assistant, "move the viva forward an hour")
    assert asked.actions[0].status == "needs_confirmation"
    assert _times(assistant, "Viva") == ["2026-11-20T14:00"]
    _ask(assistant, answer, session_id=asked.session_id)
    assert _times(assistant, "Viva") == [start]


def test_a_shift_is_kept_over_the_question_which_one(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _event(assistant, "Viva with Ines", "2026-11-20T14:00")
    _event(assistant, "Viva with Omar", "2026-11-20T16:00")
    _call(engine, "move_item", '", "item": "viva", "to": "half an hour after that"}')
    asked = _ask(assistant, "push the viva back half an hour")
    _ask(assistant, "the one with Omar", session_id=asked.session_id)
    assert _times(assistant, "Viva with Omar") == ["2026-11-20T16:30"]
    assert _times(assistant, "Viva with Ines") == ["2026-11-20T14:00"]


def _task(assistant: Assistant, title: str) -> None:
    assistant.planner.add(NewItem(ItemKind.TASK, title, None))


def _open(assistant: Assistant) -> list[str]:
    return sorted(o.item.title for o in assistant.planner.tasks("open"))


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("paid the plumber, tick that off", "Pay the plumber"),
        ("the gas bills paid so cross it off", "Pay gas bill"),
        ("gas bill's done, mark that as done", "Pay gas bill"),
        ("I've just mopped the hall! you can tick it off now", "Mop the hall"),
        ("check that off, i wrote to Ines", "Write to Ines"),
        ("filed the forms. strike that off my list please", "File the forms"),
        ("the bins are out so tick that off", "Take out the bins"),
        ("posting the forms is done, tick that off", None),
        ("paid the dentist, tick that off", None),
    ],
)
def test_a_deed_ticks_off_its_task_alone(
    assistant: Assistant, engine: ScriptedEngine, text: str, done: str | None
) -> None:
    titles = ["Pay the plumber", "Pay gas bill", "Mop the hall", "Write to Ines", "File the forms",
              "Take out the bins"]  # fmt: skip
    for title in titles:
        _task(assistant, title)
    engine.fallback = "Well done."
    _ask(assistant, text)
    assert _open(assistant) == sorted(set(titles) - {done})


def test_a_deed_that_several_fit_asks_which(assistant: Assistant, engine: ScriptedEngine) -> None:
    for title in ("Ring Omar about the loft", "Ring Omar about the car", "Ring Ines"):
        _task(assistant, title)
    asked = _ask(assistant, "rang omar, tick it off")
    assert asked.question is not None
    assert len(asked.question.choices) == 2
    _ask(assistant, "the loft one", session_id=asked.session_id)
    assert _open(assistant) == ["Ring Ines", "Ring Omar about the car"]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("地板拖完了，标一下完成", "拖地板"),
        ("房租也交了，也标上", "交房租"),
        ("包裹拿回来了那条销掉", "取包裹"),
        ("改完简历了 打个勾", "改简历"),
        ("窗户擦完了，勾掉", None),
    ],
)
def test_a_chinese_deed_ticks_off_its_task_alone(
    assistant: Assistant, engine: ScriptedEngine, text: str, done: str | None
) -> None:
    titles = ["拖地板", "交房租", "取包裹", "改简历"]
    for title in titles:
        _task(assistant, title)
    engine.fallback = "好的。"
    _ask(assistant, text)
    assert _open(assistant) == sorted(set(titles) - {done})


def test_a_chinese_deed_that_several_fit_asks_which(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    for title in ("取包裹给妈妈", "取包裹给姐姐", "拖地板"):
        _task(assistant, title)
    asked = _ask(assistant, "包裹取回来了，销掉")
    assert asked.question is not None
    assert len(asked.question.choices) == 2
    assert len(_open(assistant)) == 3


def test_a_deed_and_another_request_are_both_done(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    for title in ("Pay the plumber", "Pay the piper"):
        _task(assistant, title)
    _event(assistant, "Choir", "2026-11-20T19:00")
    _call(engine, "move_item", '", "item": "choir", "to": "sunday 6pm"}')
    _ask(assistant, "plumbers paid so tick that off, and shift choir to sunday 6pm")
    assert _open(assistant) == ["Pay the piper"]
    assert _times(assistant, "Choir") == ["2026-11-22T18:00"]


def test_chinese_requests_with_spaces_between_are_all_done(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    for title in ("取包裹", "交房租"):
        _task(assistant, title)
    _event(assistant, "理发", "2026-11-20T15:00")
    # The model takes the command for a part of the name.
    _call(engine, "move_item", '", "item": "理发改", "to": "周六上午十点"}')
    _ask(assistant, "包裹取回来了那条划掉 周五理发改到周六上午十点 房租也交了勾上")
    assert _open(assistant) == []
    assert _times(assistant, "理发") == ["2026-11-21T10:00"]


def test_a_task_named_in_the_past_is_found(assistant: Assistant, engine: ScriptedEngine) -> None:
    for title in ("Pay the plumber", "Pay the piper"):
        _task(assistant, title)
    _call(engine, "complete_task", '", "item": "paid the piper"}')
    _ask(assistant, "I paid the piper")
    assert _open(assistant) == ["Pay the plumber"]


@pytest.mark.parametrize(
    ("text", "written", "title"),
    [
        (
            "we're at the coast may 3 to may 9, block it off",
            '"title": "May 3 - May 9"',
            "We're at the coast",
        ),
        (
            "im in Porto from may 3 to may 9 so mark it on my calendar",
            '"title": "May 3 to May 9"',
            "Im in Porto",
        ),
        ("Block off may 3 to may 9. Off to see Ines!", '"title": "Block off"', "Off to see Ines"),
        (
            "choir camp friday, put that on my calendar",
            '"title": "put that on my calendar"',
            "Choir camp",
        ),
        ("add it on friday in Porto", '"title": "Friday", "place": "Porto"', "Porto"),
        ("day off on friday", '"title": "day off"', "Day off"),
        ("put the dress rehearsal on friday", '"title": "the dress rehearsal"', "Dress rehearsal"),
    ],
)
def test_dates_and_commands_are_no_title(
    assistant: Assistant, engine: ScriptedEngine, text: str, written: str, title: str
) -> None:
    _call(engine, "create_event", f'", {written}}}')
    (action,) = _ask(assistant, text).actions
    assert (action.tool, action.status, action.title) == ("create_event", "done", title)


@pytest.mark.parametrize(
    ("text", "title", "due"),
    [
        (
            "give me a buzz in 25 minutes to turn the soup off",
            "Turn the soup off",
            "2026-11-18T10:40",
        ),
        ("gimme a quick heads up at 3pm about the soup", "Soup", "2026-11-18T15:00"),
        ("Poke me in half an hour!", "Poke me", "2026-11-18T10:45"),
        ("soups on the stove, ping us in 15 min pls", "Soups on the stove", "2026-11-18T10:30"),
        ("could you wake me tomorrow at 6:30?", "Wake up", "2026-11-19T06:30"),
        ("lemme know at 5 to feed the cat", "Feed the cat", "2026-11-18T17:00"),
        ("周六早上八点吱我一声，别让我忘了遛狗", "遛狗", "2026-11-21T08:00"),
        ("半小时后戳我一下，关火", "关火", "2026-11-18T10:45"),
        ("后天下午两点的复诊，到时候跟我说一声", "复诊", "2026-11-20T14:00"),
    ],
)
def test_an_alert_needs_no_model(
    assistant: Assistant, engine: ScriptedEngine, text: str, title: str, due: str
) -> None:
    result = _ask(assistant, text)
    assert [action.tool for action in result.actions] == ["set_reminder"]
    (task,) = assistant.planner.tasks("open")
    assert (task.item.title, str(task.start or task.end)[:16]) == (title, due)
    assert task.item.alarms
    assert due[11:] in result.reply


def test_an_alert_before_something_is_no_reminder_of_its_own(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _call(
        engine,
        "create_event",
        '", "title": "choir", "when": "friday at 7pm", "remind": "an hour before"}',
    )
    _ask(assistant, "choir is friday at 7pm, add it and nudge me an hour before")
    assert _times(assistant, "Choir") == ["2026-11-20T19:00"]
    assert _open(assistant) == []


def test_an_order_to_shift_is_no_talk(assistant: Assistant, engine: ScriptedEngine) -> None:
    _event(assistant, "Viva", "2026-11-20T14:00")
    _call(engine, "reply", '", "item": "push viva", "to": "20 minutes"}')
    _ask(assistant, "the tram is late. push viva back by 20 minutes")
    assert _times(assistant, "Viva") == ["2026-11-20T14:20"]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("dont push the viva back an hour", "2026-11-20T14:00"),
        ("No, do not move the viva", "2026-11-20T14:00"),
        ("let's not postpone the viva by an hour", "2026-11-20T14:00"),
        ("don't cancel the viva, push it back an hour", "2026-11-20T15:00"),
    ],
)
def test_what_is_not_to_be_done_is_not_done(
    assistant: Assistant, engine: ScriptedEngine, text: str, start: str
) -> None:
    _event(assistant, "Viva", "2026-11-20T14:00")
    engine.scores = {"move_item": -0.1, "delete_item": -0.2, "create_event": -0.3}
    engine.fallback = '", "item": "viva", "to": "3pm"}'
    _ask(assistant, text)
    assert _times(assistant, "Viva") == [start]
