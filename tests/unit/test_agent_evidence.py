"""Tools that a message gives no reason for are not offered."""

from __future__ import annotations

import pytest

from assistant_app.agent.evidence import is_errand, without_reason


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (
            "what is the tallest tower in Italy",
            {"what_date", "calculate", "find_free_time", "undo"},
        ),
        ("is the 3rd a Tuesday", {"find_free_time", "undo"}),
        ("could I squeeze in a run before lunch", {"what_date", "calculate", "undo"}),
        ("what is twelve times seven", {"what_date", "find_free_time", "undo"}),
        ("that was a mistake", {"what_date", "calculate", "find_free_time"}),
        ("意大利最高的塔叫什么", {"what_date", "calculate", "find_free_time", "undo"}),
        ("离中秋还有多久", {"calculate", "find_free_time", "undo"}),
        ("下午抽得出空吗", {"what_date", "calculate", "undo"}),
        ("不对，退回去", {"what_date", "calculate", "find_free_time"}),
    ],
)
def test_what_nothing_speaks_for(text, missing):
    assert set(without_reason(text)) - {"shop"} >= missing - {"what_date", "calculate"}
    kept = {"what_date", "calculate", "find_free_time", "undo"} - missing
    assert not kept & set(without_reason(text))


@pytest.mark.parametrize(
    ("text", "errand"),
    [
        ("buy oat milk and bananas", True),
        ("I need to get a birthday card", True),
        ("pick up the parcel", True),
        ("get me a taxi", False),
        ("get tickets for the match", False),
        ("buy shoes online", False),
        ("get rid of the meeting", False),
        ("买点香菜和豆腐", True),
        ("记得买灯泡", True),
        ("买两张电影票", False),
        ("帮我买杯咖啡", False),
        ("网上买双鞋", False),
    ],
)
def test_what_its_owner_has_to_buy_is_an_errand(text, errand):
    assert is_errand(text) is errand
    assert ("shop" in without_reason(text)) is errand
