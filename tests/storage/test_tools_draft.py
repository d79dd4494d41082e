"""What rules expect of a call, which the model is asked to confirm."""

from __future__ import annotations

import json

import pytest

from assistant_app.bench.decision import MESSAGES
from assistant_app.domain.language import Lang
from assistant_app.services.assistant import Assistant
from assistant_app.tools.draft import likely_call
from assistant_app.tools.outcome import ToolContext

OTHERS: list[tuple[Lang, str, str]] = [
    ("en", "cross off the ironing as done", '{"tool": "complete_task", "item": "ironing"}'),
    ("en", "please move my piano lesson to Friday at 3", '{"tool": "move_item", '
     '"item": "piano lesson", "to": "Friday at 3"}'),
    ("en", "cancel the gym on Monday", '{"tool": "delete_item", "item": "gym", '
     '"when": "on Monday"}'),
    ("en", "add oats to the shopping list", '{"tool": "create_task", "title": "Oats", '
     '"list": "shopping"}'),
    ("zh", "取消周五的钢琴课", '{"tool": "delete_item", "item": "钢琴课", "when": "周五"}'),
    ("zh", "熨衣服做完了", '{"tool": "complete_task", "item": "熨衣服"}'),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "text", "likely"), [*MESSAGES, *OTHERS])
def test_a_call_is_expected_in_the_words_of_the_message(
    assistant: Assistant, lang: Lang, text: str, likely: str
) -> None:
    context = ToolContext(
        text=text, now=assistant.now(), lang=lang, planner=assistant.planner,
        memories=assistant.memories, sessions=assistant.sessions, undo=assistant.undo,
    )  # fmt: skip
    assert likely_call(json.loads(likely)["tool"], context) == likely
