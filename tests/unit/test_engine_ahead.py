"""What of an answer is known before the model says it."""

from __future__ import annotations

import pytest

from assistant_app.engine.ahead import copied_text, following_text

CALL = '{"tool": "create_event", "title": "Lunch with Anna", "when": "tomorrow at noon"}'


@pytest.mark.parametrize(
    ("written", "rest"),
    [
        ('{"tool": "create_event"', ', "title": "Lunch with Anna", "when": "tomorrow at noon"}'),
        ('{"tool": "create_event", "title": "Lun', 'ch with Anna", "when": "tomorrow at noon"}'),
        ('{"tool": "create_event", "title": "Lunch", "when": "', 'tomorrow at noon"}'),
        (CALL, ""),
        ('{"tool": "delete_item", "item": "Mia', ""),
        ("", ""),
    ],
)
def test_the_likely_answer_goes_on_where_the_two_agree(written, rest):
    assert following_text(written, CALL) == rest


def test_without_a_likely_answer_nothing_follows():
    assert following_text(CALL[:30], "") == ""


@pytest.mark.parametrize(
    ("written", "source", "rest"),
    [
        ('{"title": "Lunch', "have lunch with Anna", " with Anna"),
        ('{"title": "the quick', "see the vet, quick", ""),
        ('{"title": "A walk with', "go for a stroll with Ben", " Ben"),
        ('{"title": "和小', "明天和小王吃饭", "王吃饭"),
        ('{"title": "L', "lunch", ""),
        ('{"title": "Lunch", "when": "', "lunch tomorrow", ""),
        ('{"title": "İstanbul', "İSTANBUL trip", ""),
    ],
)
def test_what_is_being_copied_goes_on(written, source, rest):
    assert copied_text(written, source) == rest
