"""How far, how long, until when and by what name: read from the words, in both languages."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.planner.dates.api import Resolver
from assistant_app.tools.said_change import said_change

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


@pytest.mark.parametrize(
    ("lang", "text", "item", "value"),
    [
        ("zh", "周四的合唱往前提二十分钟", "周四的合唱", "提前二十分钟"),
        ("zh", "陶艺向后挪两天", "陶艺", "推迟两天"),
        ("zh", "下棋后移一刻钟吧", "下棋", "推迟一刻钟"),
        ("zh", "看房早半个小时开始", "看房", "提前半个小时"),
        ("zh", "搬家拖后一个礼拜", "搬家", "推迟一个礼拜"),
        ("zh", "合唱加长一刻钟", "合唱", "延长一刻钟"),
        ("zh", "合唱少练二十分钟", "合唱", "缩短二十分钟"),
        ("zh", "看房提前十分钟结束", "看房", "缩短十分钟"),
        ("zh", "陶艺压缩到五十分钟", "陶艺", "五十分钟"),
        ("zh", "下棋玩到晚上九点", "下棋", "到晚上九点"),
        ("zh", "下棋八点半就散场", "下棋", "到八点半"),
        ("zh", "旅行延长到下周日", "旅行", "到下周日"),
        ("zh", "下棋改名为围棋课", "下棋", "围棋课"),
        ("zh", "陶艺的名称改成泥塑", "陶艺", "泥塑"),
        ("zh", "推迟周四的合唱二十分钟", "周四的合唱", "推迟二十分钟"),
        ("zh", "陶艺能提前一刻钟吗", "陶艺", "提前一刻钟"),
        ("zh", "下棋调晚两个钟头", "下棋", "推迟两个钟头"),
        ("zh", "帮我延长陶艺半个小时", "陶艺", "延长半个小时"),
        ("zh", "延长陶艺到五点半", "陶艺", "到五点半"),
        ("zh", "陶艺的结束时间往后推一刻钟", "陶艺", "延长一刻钟"),
        ("zh", "看房只要二十分钟就够了", "看房", "二十分钟"),
        ("zh", "下棋这个名儿太土 换成围棋课", "下棋这个", "围棋课"),
        ("zh", "下棋下到九点半", "下棋", "到九点半"),
        ("zh", "陶艺十一点就散吧", "陶艺", "到十一点"),
        ("zh", "老师周四晚来一刻钟 日程也改一下", "老师周四", "推迟一刻钟"),
        ("zh", "看房短一点 二十分钟就够", "看房", "二十分钟"),
        ("zh", "以后下棋就叫围棋课", "下棋", "围棋课"),
        ("zh", "下棋改个名 叫围棋课吧", "下棋", "围棋课"),
        ("zh", "陶艺标题写错了，应该是泥塑", "陶艺", "泥塑"),
        ("en", "can we stretch chess out to half past five", "chess", "until half past five"),
        ("en", "choir's gonna finish at 10 now, update it", "choir", "until 10"),
        ("en", "lengthen choir by a quarter of an hour", "choir", "a quarter of an hour longer"),
        ("en", "trim pottery to 50 minutes please", "pottery", "50 minutes"),
        ("en", "could you make chess two hours long", "chess", "two hours"),
        ("en", "let pottery run until nine", "pottery", "until nine"),
        ("en", "wrap up choir by 8", "choir", "until 8"),
        ("en", "add 20 minutes to pottery", "pottery", "20 minutes longer"),
        ("en", "finish chess half an hour early", "chess", "half an hour shorter"),
    ],
)
def test_a_change_is_read(lang: Lang, text: str, item: str, value: str) -> None:
    said = said_change(text, NOW, lang, Resolver())
    assert said is not None
    assert (said.item, said.args.get("value") or said.args["to"]) == (item, value)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "提前半小时提醒我合唱"),
        ("zh", "提前半小时出门"),
        ("zh", "合唱推迟到八点"),
        ("zh", "合唱推迟到半小时后"),
        ("zh", "合唱几点结束"),
        ("zh", "合唱改到八点半"),
        ("zh", "合唱安排到八点半"),
        ("zh", "合唱开到几点"),
        ("zh", "合唱要不要推迟半小时"),
        ("zh", "早上八点合唱"),
        ("zh", "合唱叫什么名字"),
        ("zh", "周五三点加个合唱"),
        ("en", "add milk to the list"),
        ("en", "make lunch on Friday"),
        ("en", "end the subscription"),
        ("en", "have lunch run by Sam"),
        ("en", "move choir to Friday"),
    ],
)
def test_anything_else_is_none(lang: Lang, text: str) -> None:
    assert said_change(text, NOW, lang, Resolver()) is None
