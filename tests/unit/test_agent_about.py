"""A wish for a text is no request to change or to show anything."""

from __future__ import annotations

import pytest

from assistant_app.agent.about import asks_for_text


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("give me five names for a parrot", True),
        ("list two drawbacks of cycling", True),
        ("suggest some good names for a boat", True),
        ("rewrite this so that it sounds friendlier: bring me the key", True),
        ("fix the spelling in this: recieve", True),
        ("draft a letter to my neighbour about the hedge", True),
        ("draft a letter to the council by Monday", False),
        ("list my tasks", False),
        ("list two tasks", False),
        ("give me ten minutes before the meeting", False),
        ("make a list for the trip", False),
        ("fix the bike", False),
        ("write the report", False),
        ("给鹦鹉取三个名字", True),
        ("给我两条跑步的建议", True),
        ("列举骑车的好处", True),
        ("帮我改一下这个句子：我昨天去了学校里面", True),
        ("把下面这段话写短一点", False),
        ("把这段话写短一点", True),
        ("帮我翻译一下：把会取消", True),
        ("麻烦你帮我概括这段", True),
        ("列出我的待办", False),
        ("给我加一个任务", False),
        ("把会议改到周五", False),
        ("给银行写封信", False),
    ],
)
def test_a_wish_for_a_text(text: str, wish: bool) -> None:
    assert asks_for_text(text) is wish
