"""Answers to our own questions, read without the model."""

from __future__ import annotations

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
    "text", ["yes", "Yes!", "ok", "go ahead", "好的", "是的。", "确认", "删吧"]
)
def test_yes(text: str) -> None:
    assert read_answer(text, _YES_NO) == "yes"


@pytest.mark.parametrize(
    "text", ["no", "No.", "cancel", "never mind", "不", "不要", "算了", "取消"]
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


def test_something_else_is_no_yes() -> None:
    assert read_answer("yes but move it to Friday instead", _YES_NO) is None
