"""The bench itself: how answers are judged and told; no model is asked."""

from __future__ import annotations

import pytest

from tests.evaluation.report import report
from tests.evaluation.sets import Row, chat_faults, judge, load, loops

CHAT = Row("c", "en", "none", "why is the sky blue?")


def test_the_sets_are_whole() -> None:
    chat, several = load("chat"), load("several")
    assert [sum(row.lang == lang for row in chat) for lang in ("en", "zh")] == [100, 100]
    assert [sum(row.lang == lang for row in several) for lang in ("en", "zh")] == [20, 20]
    assert all(len(row.want) > 1 for row in several)
    texts = [row.text for row in (*chat, *several, *load("choice"))]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("reply", "tools", "faults"),
    [
        ("Because air scatters blue light most.", [], []),
        ("", [], ["empty"]),
        ("因为空气把蓝光散射得最多。", [], ["language"]),
        ("It is blue. It is blue. It is blue.", [], ["loop"]),
        ('{"tool": "reply"} Air scatters it.', [], ["tool syntax"]),
        ("I would use create_event for it.", [], ["tool syntax"]),
        ("Today is Wednesday.", ["what_date"], ["tool what_date"]),
    ],
)
def test_an_answer_to_chat(reply: str, tools: list[str], faults: list[str]) -> None:
    answer = {"reply": reply, "actions": [{"tool": tool} for tool in tools]}
    assert chat_faults(CHAT, answer) == faults


def test_a_translation_may_be_in_another_language() -> None:
    row = Row("c", "en", "none", 'translate "good day" into Chinese')
    assert chat_faults(row, {"reply": "你好", "actions": []}) == []


@pytest.mark.parametrize(
    ("text", "loop"),
    [
        ("on and on and on and on and on and on and on and on", True),
        ("One. Two. Three. One, two, three.", False),
        ("海很蓝。海很大。海很深。", False),
        ("我很好。我很好。我很好。", False),
        ("今天我很开心。今天我很开心。今天我很开心。", True),
    ],
)
def test_a_loop(text: str, loop: bool) -> None:
    assert loops(text) is loop


def test_parts_are_judged_one_by_one() -> None:
    row = Row(
        "s", "en", "3 requests", "…",
        want=[{"event": "choir", "start": "2026-11-20T19:00"}, {"task": "milk"}, {"gone": "gym"}],
    )  # fmt: skip
    events = [{"title": "Choir", "start": "2026-11-20T19:00:00"}, {"title": "Gym", "start": "x"}]
    verdict = judge(row, {"reply": ""}, events, [{"title": "Buy milk", "due": None}])
    assert (verdict.right, verdict.parts) == (2, 3)
    assert verdict.missed == ('{"gone": "gym"}',)
    late = judge(row, {"reply": ""}, [{"title": "Choir", "start": "2026-11-21T19:00"}], [])
    assert late.right == 1


def test_the_report_has_figures_and_misses() -> None:
    row = {
        "set": "chat", "model": "small", "lang": "en", "id": "chat-en-1", "intent": "none",
        "text": "hi", "parts": 1, "reply": "Hello", "tools": [], "seconds": 1.0,
    }  # fmt: skip
    text = report([{**row, "right": 1, "missed": []}, {**row, "right": 0, "missed": ["loop"]}])
    assert "| chat | small | en | 1 | 2 | 50.0 | 1.0 |" in text
    assert "| chat | small | en | none | 1 | 2 |" in text
    assert text.count("missed: loop") == 1
    assert "None." in report([{**row, "right": 1, "missed": []}])
