# ruff: noqa: E501 - lists of short sentences
"""Requests about memories that their words make certain."""

from __future__ import annotations

import pytest

from assistant_app.agent.decide import by_rule
from assistant_app.domain.language import detect
from assistant_app.memory import rules
from assistant_app.memory.requests import keeps_what_was_said


@pytest.mark.parametrize(
    "text",
    [
        "remember that", "Remember this, please.", "ok, please remember it for next time",
        "Can you keep that in mind?", "don’t forget that!", "write this down", "Remember what I just said",
        "记住这个", "请帮我记住这一点。", "好的，记一下吧", "记下来", "别忘了哦", "把我刚才说的记下来", "你要记住",
    ],
)  # fmt: skip
def test_a_bare_request_is_about_what_was_said(text: str) -> None:
    assert keeps_what_was_said(text)


@pytest.mark.parametrize(
    "text",
    [
        "remember that I like figs", "remember this number: 5", "do you remember that?", "I remember that",
        "remember to call Olaf", "forget that", "save this file", "keep it", "remember the milk", "note",
        "记住我喜欢李子", "记得买牛奶", "你还记得这个吗", "忘掉这个", "记一下明天开会", "我记住了", "这个怎么记",
    ],
)  # fmt: skip
def test_a_request_with_content_is_not_bare(text: str) -> None:
    assert not keeps_what_was_said(text)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Forget where I live", "where I live"),
        ("please forget that I work at a bakery", "that I work at a bakery"),
        ("Erase what my sister likes.", "what my sister likes"),
        ("忘掉我住在哪里", "我住在哪里"),
        ("请忘记我的生日吧", "我的生日"),
    ],
)
def test_what_is_to_be_forgotten_is_proposed_by_nobody(text: str, about: str) -> None:
    assert rules.propose(text, detect(text), []) == []
    call = by_rule(text, [])
    assert (call.tool, call.args) == ("forget", {"about": about})


@pytest.mark.parametrize(
    "text",
    ["forget it", "forget that", "Forget what I need to buy", "don't forget that I live here"],
)
def test_other_forgetting_is_left_to_the_model(text: str) -> None:
    call = by_rule(text, [])
    assert call is None or call.tool != "forget"


@pytest.mark.parametrize(
    "text", ["Remember that my password is hunter2hunter2", "记住我的银行卡密码是 482913"]
)
def test_a_secret_to_be_remembered_is_refused_by_the_tool(text: str) -> None:
    assert by_rule(text, rules.propose(text, detect(text), [])).tool == "remember"
