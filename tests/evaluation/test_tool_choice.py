"""The tool chosen for plain requests, by the real starter model.

The messages are this project's own and stand in no prompt. A floor, not a target: it holds what
works today against a change of prompt, engine or model.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import App, starter_model

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

CASES = {
    "en": [
        ("swimming class every Wednesday at 6pm", "create_event"),
        ("add olive oil to the shopping list", "create_task"),
        ("I need to renew my passport before July", "create_task"),
        ("remind me to take the bread out in 40 minutes", "set_reminder"),
        ("what have I got on Thursday", "list_items"),
        ("move the brunch to noon", "move_item"),
        ("I've watered the plants, mark it done", "complete_task"),
        ("cancel swimming this week", "delete_item"),
        ("am I free on Friday evening", "find_free_time"),
        ("put on some jazz", "reply"),
        ("is it going to be sunny in Lisbon", "reply"),
        ("why is the sky blue", "reply"),
    ],
    "zh": [
        ("每周三晚上六点游泳课", "create_event"),
        ("购物清单加一瓶橄榄油", "create_task"),
        ("七月之前要换护照", "create_task"),
        ("四十分钟后提醒我把面包拿出来", "set_reminder"),
        ("周四我有什么事", "list_items"),
        ("早午餐改到中午", "move_item"),
        ("花浇完了，标成完成", "complete_task"),
        ("这周的游泳取消", "delete_item"),
        ("周五晚上我有空吗", "find_free_time"),
        ("放点爵士乐", "reply"),
        ("里斯本会出太阳吗", "reply"),
        ("天空为什么是蓝的", "reply"),
    ],
}
FLOOR = {"en": 0.85, "zh": 0.85}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_right_tool_for_most_requests(lang: str, app: App, tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    rows = [{"text": text, "lang": lang, "now": "2026-11-18T10:15:00"} for text, _ in CASES[lang]]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    answers = [
        json.loads(line)
        for line in app.run("ask", "--dry-run", "--batch", file, "--json").stdout.splitlines()
    ]
    assert len(answers) == len(rows)
    chosen = [(a.get("actions") or [{"tool": "reply"}])[0]["tool"] for a in answers]
    missed = [
        (text, tool, got)
        for (text, tool), got in zip(CASES[lang], chosen, strict=True)
        if got != tool
    ]
    assert 1 - len(missed) / len(rows) >= FLOOR[lang], missed


@pytest.fixture
def app(tmp_path: Path) -> App:
    """Return the app on an empty data folder."""
    starter_model()
    return App(tmp_path / "data")
