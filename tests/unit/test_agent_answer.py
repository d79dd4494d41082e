"""Answers to our own questions, read without the model."""

from __future__ import annotations

import time

import pytest

from assistant_app.agent.answer import read_answer
from assistant_app.tools.outcome import Choice, Pending

_DAYS = Pending(
    "create_event",
    {"title": "Meeting"},
    {},
    (
        Choice("Thu 19 Nov 2026, 14:00", {}),
        Choice("Fri 20 Nov 2026, 14:00", {}),
        Choice("2026年11月23日 周一 14:00", {}),
    ),
    slot="when",
)
_YES_NO = Pending("delete_item", {"item": "dentist"}, {"item": 3}, confirm=True)


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes!",
        "ok",
        "go ahead",
        "好的",
        "是的。",
        "确认",
        "删吧",
        "yeah go on",
        "yes please",
        "Yes, delete it.",
        "sure, take it off",
        "ok get rid of it then",
        "yep that's the one",
        "go on then",
        "Yes, cancel it",
        "that's right, remove both",
        "嗯，是的",
        "对，删掉",
        "好的 去掉吧",
        "嗯嗯就这样",
        "是的，取消吧",
        "对对对",
        "行，那就删了吧",
        "可以，谢谢",
        "要的，拿走吧",
    ],
)
def test_yes(text: str) -> None:
    assert read_answer(text, _YES_NO) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No.",
        "cancel",
        "never mind",
        "不",
        "不要",
        "算了",
        "取消",
        "no, leave it",
        "nah keep it",
        "wait no don't",
        "actually no",
        "don't touch it",
        "hold on",
        "no thanks",
        "ok leave it then",
        "不用了",
        "还是算了",
        "别删了",
        "等下，先留着",
        "不对不对",
        "先不删了吧",
    ],
)
def test_no(text: str) -> None:
    assert read_answer(text, _YES_NO) == "no"
    assert read_answer(text, _DAYS) == "no"


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("1", 0),
        ("the first one", 0),
        ("2", 1),
        ("第二个", 1),
        ("second", 1),
        ("第三", 2),
        ("the last one", 2),
        ("最后一个", 2),
        ("the Fri one", 1),
        ("周一的", 2),
    ],
)
def test_a_choice(text: str, index: int) -> None:
    assert read_answer(text, _DAYS) == index


@pytest.mark.parametrize(
    "text", ["4", "0", "14:00", "what is the weather", "add milk", "yes and also buy milk", "两点"]
)
def test_something_else(text: str) -> None:
    assert read_answer(text, _DAYS) is None


@pytest.mark.parametrize(
    "text",
    [
        "嗯？",
        "ok?",
        "yes but not that one",
        "no, delete it",
        "cancel it",
        "取消它",
        "要不",
        "好不好",
        "delete the other one",
        "yesterday",
        "okra",
        "move it",
        "删另一个",
        "对了，几点",
        "行程",
        "然后呢",
    ],
)
def test_what_is_not_plainly_yes_or_no_is_neither(text: str) -> None:
    assert read_answer(text, _YES_NO) is None


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("我爸的", 0),
        ("Sam's", 1),
        ("my mum's one", 2),
        ("the one of Sam", 1),
        ("爸爸", None),
        ("我的", None),
    ],
)
def test_a_choice_by_whose_it_is(text: str, index: int | None) -> None:
    labels = ("爸复查（周二）", "Haircut Sam, Tue", "Lunch with mum, Wed")
    choices = tuple(Choice(label, {}) for label in labels)
    assert read_answer(text, Pending("move_item", {}, {}, choices)) == index


def test_what_was_asked_is_a_yes_by_its_tool() -> None:
    moving = Pending("move_item", {}, {}, confirm=True)
    assert read_answer("yes, move it", moving) == "yes"
    assert read_answer("改吧", moving) == "yes"
    assert read_answer("delete it", moving) is None


def test_something_else_is_no_yes() -> None:
    assert read_answer("yes but move it to Friday instead", _YES_NO) is None


@pytest.mark.parametrize(
    "words", ["好吧" * 29 + "x", "嗯" * 59 + "x", "那就" * 29 + "x", "ok " * 19 + "x"]
)
def test_a_long_row_of_them_is_read_at_once(words: str) -> None:
    begun = time.perf_counter()
    assert read_answer(words, _YES_NO) is None
    assert time.perf_counter() - begun < 0.5
