"""A bare "make it Friday" or "undo that" is read by rules; anything else is left to the model."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.correction import asked_again, correction, is_undo, takes_back
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.planner.dates.api import Resolver

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


@pytest.mark.parametrize(
    ("lang", "text", "to"),
    [
        ("en", "push it to Monday", "to Monday"),
        ("en", "no wait, make that Thursday", "Thursday"),
        ("en", "make it 4", "4"),
        ("en", "no, 4pm", "4pm"),
        ("en", "sorry, I meant next Tuesday at noon", "next Tuesday at noon"),
        ("en", "two hours later please", "two hours later"),
        ("en", "not Friday, Saturday", "Saturday"),
        ("en", "Whoops, I meant Tuesday not Monday", "Tuesday"),
        ("en", "I mean on the 3rd instead of the 2nd", "on the 3rd"),
        ("en", "sorry, it's not at 5pm but at 6pm", "at 6pm"),
        ("zh", "不是周五，是周六", "周六"),
        ("zh", "说错了，是三点不是四点", "三点"),
        ("en", "push it back an hour", "an hour back"),
        ("zh", "改成周五吧", "周五吧"),
        ("zh", "不对，是明天", "明天"),
        ("zh", "再晚一个小时", "晚一个小时"),
        ("zh", "提前半个小时", "提前半个小时"),
        ("zh", "挪到早上八点", "到早上八点"),
    ],
)
def test_another_time_moves_what_was_spoken_of(lang: Lang, text: str, to: str) -> None:
    call = correction(text, NOW, lang, Resolver())
    assert call is not None
    assert (call.tool, call.args["to"]) == ("move_item", to)


@pytest.mark.parametrize(
    ("lang", "text", "field", "value"),
    [
        ("en", "make it 90 minutes", "length", "90 minutes"),
        ("en", "make it weekly", "repeat", "weekly"),
        ("zh", "改成两个小时", "length", "两个小时"),
    ],
)
def test_another_length_or_repeat_edits_it(lang: Lang, text: str, field: str, value: str) -> None:
    call = correction(text, NOW, lang, Resolver())
    assert call is not None
    assert call.tool == "edit_item"
    assert (call.args["field"], call.args["value"]) == (field, value)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "move the choir to Friday"),
        ("en", "Friday"),
        ("en", "is Friday better?"),
        ("en", "no"),
        ("en", "see you later"),
        ("en", "move my 3pm to 4"),
        ("zh", "合唱团改到周五"),
        ("zh", "早上好"),
        ("zh", "改一下"),
        ("zh", "早点睡"),
        ("zh", "周五可以吗？"),
    ],
)
def test_what_names_a_thing_or_no_time_is_no_correction(lang: Lang, text: str) -> None:
    assert correction(text, NOW, lang, Resolver()) is None


@pytest.mark.parametrize(
    ("text", "undo"),
    [
        ("undo", True),
        ("oops, take that back", True),
        ("please put it back", True),
        ("Undo the last change!", True),
        ("撤回刚才的操作", True),
        ("哎不对，还原一下", True),
        ("restore the old sofa", False),
        ("take back the library books", False),
        ("恢复正常上班是哪天", False),
        ("撤销周五的会", False),
        ("whoops, I ticked the wrong one, undo that please", True),
        ("my bad - revert it", True),
        ("the wrong one was restored", False),
        ("哎哟 点错了 赶紧恢复一下", True),
        ("手滑删错了，帮我还原", True),
        ("啊不是这个 把上一步撤销掉吧", True),
        ("糟糕我好像勾错了退回上一步", True),
        ("刚刚那个改动给我复原", True),
        ("完了完了，改回原来的样子", True),
        ("后悔了，返回上一步", True),
        ("退一步海阔天空", False),
        ("弄错了 应该是周五", False),
        ("搞错了，删掉买牛奶", False),
        ("改回下午三点", False),
        ("恢复周五的例会", False),
    ],
)
def test_a_bare_undo(text: str, undo: bool) -> None:
    assert is_undo(text) is undo


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("no, that was wrong", True),
        ("actually cancel that", True),
        ("I didn't mean that", True),
        ("算了，取消吧", True),
        ("这个不对", True),
        ("cancel the choir", False),
        ("that was fun", False),
        ("不", False),
        ("取消周五的会", False),
        ("取消刚才那个", True),
        ("哎呀点错了，上一步取消掉", True),
        ("取消刚才那个会议", False),
        ("不对 取消周五的会", False),
    ],
)
def test_what_was_not_meant_is_taken_back(text: str, back: bool) -> None:
    assert takes_back(text) is back


@pytest.mark.parametrize(
    ("lang", "text", "last", "args"),
    [
        ("en", "and on Friday?", '{"tool": "list_items", "kind": "event", "when": "today"}',
         {"kind": "event", "when": "on Friday"}),
        ("en", "what about tomorrow afternoon", '{"tool": "find_free_time", "when": "today"}',
         {"when": "tomorrow afternoon"}),
        ("zh", "那周五呢", '{"tool": "list_items", "kind": "task"}', {"kind": "task", "when": "周五"}),
        ("en", "and on Friday?", '{"tool": "create_event", "title": "Choir"}', None),
        ("en", "and choir on Friday?", '{"tool": "list_items", "kind": "event"}', None),
        ("en", "and then?", '{"tool": "list_items", "kind": "event"}', None),
        ("en", "and on Friday?", "nothing that can be read", None),
        ("zh", "周五合唱呢", '{"tool": "list_items", "kind": "event"}', None),
    ],
)  # fmt: skip
def test_the_same_is_asked_for_another_day(
    lang: Lang, text: str, last: str, args: dict[str, str] | None
) -> None:
    call = asked_again(text, last, NOW, lang, Resolver())
    if args is None:
        assert call is None
        return
    assert call is not None
    assert args["when"] in call.args["when"]
    assert {**call.args, "when": ""} == {**args, "when": ""}
