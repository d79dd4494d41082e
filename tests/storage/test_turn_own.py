"""Changes to a thing of one's own, said in many ways, read from the words; on a real database."""

from __future__ import annotations

import re
from typing import Any

import pytest

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.services.assistant import Assistant
from tests.storage.turn_kit import NOW, ask, call, event, times

pytestmark = pytest.mark.storage


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "should I move the choir to Sunday"),
        ("en", "thinking about pushing choir to Sunday, not sure"),
        ("zh", "合唱团该不该改到周日啊"),
        ("zh", "合唱团改到周日 有点犹豫"),
    ],
)
def test_what_is_weighed_changes_nothing(
    assistant: Assistant, engine: ScriptedEngine, lang: Any, text: str
) -> None:
    event(assistant, "合唱团" if lang == "zh" else "Choir", "2026-11-20T19:00")
    engine.scores = {"move_item": -0.1, "reply": -0.5}
    engine.fallback = "Sunday is free." if lang == "en" else "周日有空。"
    assert ask(assistant, text, lang=lang).actions == ()
    assert "move_item" not in engine.scored[-1][1]


def test_a_day_that_is_weighed_answers_no_question(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    event(assistant, "Choir", "2026-11-20T19:00")
    call(engine, "move_item", '", "item": "Friday choir", "to": "Friday"}')
    asked = ask(assistant, "move the Friday choir")
    call(engine, "reply")
    engine.fallback = "Sunday is free."
    ask(assistant, "do you think Sunday is better", session_id=asked.session_id)
    assert times(assistant, "Choir") == ["2026-11-20T19:00"]


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("哎 还没弄完呢，恢复一下", ["扫地"]),
        ("啊这 扫地还没做 撤回吧", ["扫地"]),
        ("诶不是这条 我手快了 退回去", ["扫地"]),
        ("扔纸箱那个弄错了，恢复一下", []),
    ],
)
def test_an_undo_after_a_reason_takes_back_the_last_thing_alone(
    assistant: Assistant, engine: ScriptedEngine, text: str, open_: list[str]
) -> None:
    assistant.planner.add(NewItem(ItemKind.TASK, "扔纸箱", None))
    assistant.planner.add(NewItem(ItemKind.TASK, "扫地", None))
    session = None
    for title in ("扔纸箱", "扫地"):
        call(engine, "complete_task", f'", "item": "{title}"}}')
        session = ask(assistant, f"{title}做完了", lang="zh", session_id=session).session_id
    call(engine, "reply")
    engine.fallback = "好的。"
    ask(assistant, text, lang="zh", session_id=session)
    assert [o.item.title for o in assistant.planner.tasks("open")] == open_


def _spans(assistant: Assistant, title: str) -> list[str]:
    found = assistant.planner.events("2026-11-16", "2026-12-12", NOW.tz)
    return [f"{o.start[5:16]}-{o.end[11:16]}" for o in found if o.item.title == title]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("周五的合唱往前挪一刻钟", "11-20T18:45-19:45"),
        ("合唱提早半个钟头开始", "11-20T18:30-19:30"),
        ("把合唱提前两天吧", "11-18T19:00-20:00"),
        ("嗓子哑了，把周五的合唱往后推一周", "11-27T19:00-20:00"),
        ("合唱早一个小时", "11-20T18:00-19:00"),
        ("能不能帮我把合唱延后45分钟 谢谢", "11-20T19:45-20:45"),
        ("合唱晚个半小时", "11-20T19:30-20:30"),
        ("合唱顺延三天", "11-23T19:00-20:00"),
        ("合唱延长到晚上九点半", "11-20T19:00-21:30"),
        ("周五合唱开到十点", "11-20T19:00-22:00"),
        ("合唱加长二十分钟", "11-20T19:00-20:20"),
        ("把合唱缩短到四十分钟", "11-20T19:00-19:40"),
        ("合唱提前到七点半结束", "11-20T19:00-19:30"),
        ("合唱晚一刻钟结束", "11-20T19:00-20:15"),
        ("合唱改成两个小时", "11-20T19:00-21:00"),
        ("合唱的结束时间改为九点", "11-20T19:00-21:00"),
        ("合唱多练半小时", "11-20T19:00-20:30"),
        ("合唱老觉得赶 再多留半小时", "11-20T19:00-20:30"),
        ("extend 合唱 till 9", "11-20T19:00-21:00"),
        ("make 合唱 half an hour longer", "11-20T19:00-20:30"),
        ("please cut 合唱 down to 45 minutes", "11-20T19:00-19:45"),
        ("have 合唱 go until half past nine", "11-20T19:00-21:30"),
        ("make 合唱 end at 10", "11-20T19:00-22:00"),
        ("take 10 minutes off 合唱", "11-20T19:00-19:50"),
        ("end 合唱 15 minutes early", "11-20T19:00-19:45"),
        ("合唱 should go until 8:30pm", "11-20T19:00-20:30"),
    ],
)
def test_how_far_and_how_long_is_read_from_the_words(
    assistant: Assistant, engine: ScriptedEngine, text: str, times: str
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    event(assistant, "下棋", "2026-11-20T12:00")
    engine.scores = {"delete_item": -0.1}
    ask(assistant, text, lang="en" if re.search("[a-z]{3}", text) else "zh")
    assert _spans(assistant, "合唱") == [times]
    assert _spans(assistant, "下棋") == ["11-20T12:00-13:00"]
    assert engine.scored == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("周五那个合唱改名叫冬季排练", "冬季排练"),
        ("把合唱改叫排练吧", "排练"),
        ("合唱的名字换成“周五大合唱”", "周五大合唱"),
        ("那个合唱以后就叫排练", "排练"),
        ("给合唱换个名字 叫排练", "排练"),
        ("合唱重命名为排练一", "排练一"),
        ("合唱不叫合唱了 改叫排练", "排练"),
        ("帮我把合唱标题改成练声", "练声"),
    ],
)
def test_a_new_name_is_the_one_that_was_said(
    assistant: Assistant, engine: ScriptedEngine, text: str, title: str
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    event(assistant, "下棋", "2026-11-20T12:00")
    ask(assistant, text, lang="zh")
    assert _spans(assistant, title) == ["11-20T19:00-20:00"]
    assert _spans(assistant, "合唱") == []


def test_the_new_name_is_never_taken_for_the_thing(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    event(assistant, "下棋", "2026-11-20T12:00")
    call(engine, "edit_item", '", "item": "排练", "field": "title", "value": "排练"}')
    result = ask(assistant, "把唱歌改名叫排练", lang="zh")
    assert result.actions[0].args["item"] == "唱歌"
    assert _spans(assistant, "下棋") == ["11-20T12:00-13:00"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("合唱是哪天来着", "11月20日"),
        ("合唱几号来着？", "11月20日"),
        ("啥时候合唱", "11月20日"),
        ("合唱是周几", "11月20日"),
        ("我什么时候去合唱啊", "11月20日"),
        ("我忘了 合唱定在几点", "11月20日"),
        ("那个护照到期是哪天", "12月1日"),
        ("体检是什么时候来着", "11月2日"),
        ("离合唱还有几天", "2 天后"),
        ("合唱啥时候来着 我又忘了", "11月20日"),
        ("合唱定的几号来着 最近太乱", "11月20日"),
        ("护照到期截止是几号", "12月1日"),
        ("when's 合唱 again", "20 Nov"),
        ("what day is 合唱?", "20 Nov"),
    ],
)
def test_when_a_thing_of_ones_own_is(
    assistant: Assistant, engine: ScriptedEngine, text: str, day: str
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    event(assistant, "体检", "2026-11-02T09:00")
    assistant.planner.add(NewItem(ItemKind.TASK, "护照到期", When("2026-12-01", None, True, None)))
    result = ask(assistant, text, lang="zh" if text[0] > "z" else "en")
    assert day in result.reply
    assert [a.tool for a in result.actions] == ["list_items"]


@pytest.mark.parametrize(
    "text", ["春节是哪天", "下周三是几号", "你什么时候有空", "珠峰是哪年登顶的"]
)
def test_the_day_of_anything_else_is_left_to_the_model(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    event(assistant, "春节聚会", "2026-11-20T19:00")
    call(engine, "reply")
    engine.fallback = "好的。"
    ask(assistant, text, lang="zh")
    assert len(engine.scored) == 1


def test_one_of_two_is_told_by_its_day(assistant: Assistant, engine: ScriptedEngine) -> None:
    event(assistant, "面谈", "2026-11-19T10:00")
    event(assistant, "面谈", "2026-11-20T10:00")
    ask(assistant, "周五的面谈推迟半小时", lang="zh")
    ask(assistant, "周四的面谈延长到十二点", lang="zh")
    assert _spans(assistant, "面谈") == ["11-19T10:00-12:00", "11-20T10:30-11:30"]
    asked = ask(assistant, "面谈提前一刻钟", lang="zh")
    assert asked.question is not None
    ask(assistant, "周五那个", lang="zh", session_id=asked.session_id)
    assert _spans(assistant, "面谈") == ["11-19T10:00-12:00", "11-20T10:15-11:15"]


def test_one_of_a_series_is_made_longer(assistant: Assistant, engine: ScriptedEngine) -> None:
    event(assistant, "早会", "2026-11-16T09:00", "FREQ=DAILY;COUNT=5")
    asked = ask(assistant, "周四的早会延长到十点半", lang="zh")
    assert asked.question is not None
    ask(assistant, "1", lang="zh", session_id=asked.session_id)
    assert _spans(assistant, "早会")[2:] == [
        "11-18T09:00-10:00", "11-19T09:00-10:30", "11-20T09:00-10:00",
    ]  # fmt: skip


def test_what_was_just_spoken_of_is_made_longer(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    session = ask(assistant, "合唱推迟半小时", lang="zh").session_id
    ask(assistant, "再延长到十点", lang="zh", session_id=session)
    ask(assistant, "make it half an hour longer", lang="en", session_id=session)
    assert _spans(assistant, "合唱") == ["11-20T19:30-22:30"]


def test_how_long_before_a_thing_one_is_reminded_moves_nothing(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    call(engine, "edit_item", '", "item": "合唱", "field": "remind", "value": "提前半小时"}')
    ask(assistant, "合唱的提醒提前半小时", lang="zh")
    assert _spans(assistant, "合唱") == ["11-20T19:00-20:00"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "通知大家合唱推迟半小时"),
        ("zh", "跟小李说一下合唱提前一刻钟"),
        ("zh", "昨天的合唱延长了半小时"),
        ("zh", "要是合唱能延长半小时就好了"),
        ("zh", "什么时候去合唱最划算"),
        ("zh", "合唱什么时候有空位"),
        ("en", "I told Ida 合唱 should finish at 9"),
        ("en", "if 合唱 is going to run until 10"),
    ],
)
def test_what_others_are_told_and_what_was_changes_nothing(
    assistant: Assistant, engine: ScriptedEngine, lang: Any, text: str
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    call(engine, "reply")
    engine.fallback = "OK."
    ask(assistant, text, lang=lang)
    assert _spans(assistant, "合唱") == ["11-20T19:00-20:00"]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("合唱推迟半小时 下棋提前一刻钟", ["11-20T19:30-20:30", "11-20T11:45-12:45"]),
        ("合唱往后推一小时，再延长半小时", ["11-20T20:00-21:30", "11-20T12:00-13:00"]),
        ("嗓子哑了，合唱推迟一天，下棋也推迟一天", ["11-21T19:00-20:00", "11-21T12:00-13:00"]),
        ("下棋延长到两点，然后把它往前挪半小时", ["11-20T19:00-20:00", "11-20T11:30-13:30"]),
    ],
)
def test_two_changes_in_one_message_are_both_made(
    assistant: Assistant, engine: ScriptedEngine, text: str, times: list[str]
) -> None:
    event(assistant, "合唱", "2026-11-20T19:00")
    event(assistant, "下棋", "2026-11-20T12:00")
    ask(assistant, text, lang="zh")
    assert _spans(assistant, "合唱") + _spans(assistant, "下棋") == times
