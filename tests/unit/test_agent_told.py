"""What is only told asks for nothing new; plans, wishes and questions are no such thing."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.told import is_told
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import detect
from assistant_app.planner.dates.api import Resolver

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("our neighbours kept the music on all night", True),
        ("we lost the final on Sunday", True),
        ("I burnt my tongue", True),
        ("just came home from the hospital", True),
        ("my aunt has been ill for weeks", True),
        ("the bus was delayed by an hour", True),
        ("I finally got the keys!", True),
        ("she said no", True),
        ("we booked a table for Friday at 7", False),
        ("I got an appointment on the 24th at 9", False),
        ("the physio moved me to Thursday at 3", False),
        ("I finished the essay, tick it off", False),
        ("I was told to renew my passport, remind me on Monday", False),
        ("we had to postpone, put it on Tuesday", False),
        ("I need to water the ficus", False),
        ("the garden shed needs paint", False),
        ("the weekly list: bread, eggs", False),
        ("did we win on Sunday?", False),
        ("what happened on Sunday", False),
        ("feed the cat", False),
        ("I forgot when the choir starts", False),
        ("we ran out of oats, buy two bags", False),
        ("Ann said lunch at 12", False),
        ("lunch with Ann on Friday", False),
        ("汤熬糊了", True),
        ("周日的决赛我们输了", True),
        ("刚从医院回来", True),
        ("火车晚点了两个小时", True),
        ("总算拿到钥匙了", True),
        ("他们家养了一只鹦鹉", True),
        ("手机被我摔坏了", True),
        ("约了24号上午九点做理疗", False),
        ("下周五晚上七点订了桌", False),
        ("论文写完了，划掉吧", False),
        ("该交水费了", False),
        ("明天要交表了", False),
        ("合唱团不去了", False),
        ("刚说的会改到四点", False),
        ("牛奶喝完了，待办里加一条", False),
        ("周日我们赢了吗", False),
        ("哪些事做完了", False),
        ("给绿萝浇水", False),
        ("燕麦没了，买两袋", False),
        ("燕麦没了，早上只好喝粥", True),
        ("我忘了合唱团几点开始", False),
        ("我预约了下周二的体检", False),
        ("周五和小安吃饭", False),
    ],
)
def test_what_is_only_told(text: str, told: bool) -> None:
    found = Resolver().extract(text, NOW, detect(text)).found
    assert is_told(text, found, "2026-11-18") is told
