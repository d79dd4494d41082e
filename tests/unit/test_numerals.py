"""Chinese numerals, and sums that are said in them."""

from __future__ import annotations

import pytest

from assistant_app.domain.numerals import value_of
from assistant_app.tools.calculate import find_sum, is_spoken_sum


@pytest.mark.parametrize(
    ("numeral", "digits"),
    [
        ("七", "7"), ("十", "10"), ("十二", "12"), ("四十", "40"), ("一百零三", "103"),
        ("两千五百", "2500"), ("三万零六十", "30060"), ("一亿二千万", "120000000"),
        ("二〇二六", "2026"), ("三点一四", "3.14"),
    ],
)  # fmt: skip
def test_numerals(numeral: str, digits: str) -> None:
    assert value_of(numeral) == digits


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("一百二十乘以十五等于多少", "120*15"),
        ("九十九加一是几", "99+1"),
        ("24除以六", "24/6"),
        ("加一条待办", None),
        ("明天三点加个会", None),
    ],
)
def test_a_sum_in_words(text: str, found: str | None) -> None:
    assert find_sum(text) == found


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("一百二十乘以十五等于多少", True),
        ("算一下九十九加一", True),
        ("24除以六是几？", True),
        ("购物清单加一盒鸡蛋", False),
        ("三点加个会", False),
        ("一加一有什么意思", False),
    ],
)
def test_a_message_that_is_a_sum(text: str, only: bool) -> None:
    assert is_spoken_sum(text) is only
