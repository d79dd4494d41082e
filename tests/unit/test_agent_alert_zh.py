"""Whoever asks in Chinese to be alerted at a time asks for a reminder, in whatever words."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.alert_me import alert_call
from assistant_app.agent.several import requests_in
from assistant_app.domain.clock import Moment
from assistant_app.planner.dates.api import Resolver
from assistant_app.tools.spec import Call

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Asia/Shanghai")
RESOLVER = Resolver()


def _call(text: str) -> Call | None:
    return alert_call(text, RESOLVER.extract(text, NOW, "zh"))


@pytest.mark.parametrize(
    ("text", "about", "when"),
    [
        ("周六早上八点吱我一声，别让我忘了遛狗", "遛狗", "周六早上八点"),
        ("半小时后戳我一下，关火", "关火", "半小时后"),
        ("明天下午三点提我一下交房租", "交房租", "明天下午三点"),
        ("晚上八点喊我一嗓子吃药", "吃药", "晚上八点"),
        ("今晚九点敲我，该给花浇水了", "给花浇水", "今晚九点"),
        ("周日上午十点知会我一声，要给外婆打电话", "给外婆打电话", "周日上午十点"),
        ("十分钟后叫我一声，锅里炖着汤", "锅里炖着汤", "十分钟后"),
        ("下午四点给我提个醒，取干洗的衣服", "取干洗的衣服", "下午四点"),
        ("每天晚上十点吱一声，让我吃药", "吃药", "每天晚上十点"),
        ("麻烦明天九点跟我说一声签合同的事", "签合同的事", "明天九点"),
        ("锅里煮着粥，二十分钟后拍我一下", "锅里煮着粥", "二十分钟后"),
        ("能不能明早七点招呼我一声去排队", "去排队", "明早七点"),
        ("明天三点你能喊我一声吗", "喊我一声", "明天三点"),
    ],
)
def test_an_alert_is_a_reminder(text: str, about: str, when: str) -> None:
    assert _call(text) == Call("set_reminder", {"text": about, "when": when})
    assert requests_in(text, NOW, "zh", RESOLVER) == (text,)


def test_what_is_at_the_time_may_come_first() -> None:
    call = _call("后天下午两点的复诊，到时候跟我说一声")
    assert call is not None
    assert call.args["text"] == "复诊"


@pytest.mark.parametrize(
    "text",
    [
        "明天三点开会，提前十分钟戳我一下",
        "出发前半小时吱我一声",
        "如果下雨就明早跟我说一声",
        "明天让小周跟我说一声",
        "小周昨天跟我说了一声",
        "他明天三点会通知我",
        "下午五点通知我妈",
        "三点跟老板说一声我迟到",
        "明天有什么安排跟我说一声",
        "明天下午三点把会加到日历，戳我一下",
        "明天下午告诉我一声结果",
        "老师明天八点叫我一声",
        "戳我一下",
    ],
)
def test_what_is_none_is_left_to_the_model(text: str) -> None:
    assert _call(text) is None
