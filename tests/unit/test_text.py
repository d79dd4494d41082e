"""Cleaning, titles, redaction: pure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.redaction import MARK, Redactor, redact_json, telling_words
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


def test_quote_is_found_over_white_space_and_case() -> None:
    text = "Well, my  daughter is\ncalled Mei, you know."
    assert Redactor(["My daughter is called Mei"])(text) == f"Well, {MARK}, you know."


def test_words_go_with_their_endings_and_not_inside_others() -> None:
    assert Redactor([], ["mei"])("Mei's cake. Meinung? Timei.") == f"{MARK}'s cake. {MARK}? Timei."
    assert Redactor([], ["下午", "午开", "开会"])("好的，下午开会。") == f"好的，{MARK}。"


def test_regular_expressions_in_words_are_plain() -> None:
    assert Redactor(["(x+"], ["a.c"])("a.c abc (x+") == f"{MARK} abc {MARK}"
    assert Redactor([""], [])("anything") == "anything"


def test_telling_words_have_no_stop_words() -> None:
    words = telling_words(["my daughter is called Mei's and she is 4", "我喜欢下午开会"])
    assert {"daughter", "called", "mei", "喜欢", "下午"} <= set(words)
    assert not {"my", "is", "and", "she", "4", "s", "我"} & set(words)


def test_json_is_changed_in_its_texts_only() -> None:
    value = {"Mei": ["Mei", 4, None, {"text": "Mei"}]}
    assert redact_json(value, Redactor(["Mei"])) == {"Mei": [MARK, 4, None, {"text": MARK}]}
