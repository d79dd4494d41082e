"""Cleaning and titles: pure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.text import TITLE_LENGTH, clean, title_of


@given(st.text(st.characters()))
def test_cleaned_text_can_be_written_and_loses_nothing_else(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert clean(cleaned) == cleaned
    if not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in text):
        assert cleaned == text


@given(st.text())
def test_title_is_one_short_line(text: str) -> None:
    title = title_of(text)
    assert "\n" not in title
    assert len(title) <= TITLE_LENGTH + 1


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("  hello\n\tthere ", "hello there"),
        ("", ""),
        ("one two " * 20, "one two one two one two one two one two one two…"),
        ("我比较喜欢在下午开会" * 5, "我比较喜欢在下午开会我比较喜欢在下午开会我比较喜…"),
        ("x" * 100, "x" * 48 + "…"),
    ],
)
def test_title_is_made_of_the_first_words(text: str, title: str) -> None:
    assert title_of(text) == title
