"""Text for the full-text index."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.search_text import index_text, query_text, terms


@pytest.fixture
def index():
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'porter unicode61')")
    yield db
    db.close()


def found(db: sqlite3.Connection, text: str, words: str) -> bool:
    db.execute("DELETE FROM t")
    db.execute("INSERT INTO t VALUES(?)", (index_text(text),))
    expression = query_text(words)
    return bool(
        expression and db.execute("SELECT 1 FROM t WHERE t MATCH ?", (expression,)).fetchone()
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("用户喜欢在下午开会", "开会"),
        ("家里养了一只猫", "猫"),
        ("he plays go", "Go"),
        ("she uses AI", "ai"),
        ("Meetings in the afternoon", "meeting"),
        ("café près d'ici", "CAFÉ"),
        ("全角ＡＢＣ", "abc"),
        ("罕见字𠮷野家", "𠮷"),
    ],
)
def test_short_words_of_both_languages_are_found(index, text: str, words: str) -> None:
    assert found(index, text, words)


@pytest.mark.parametrize(
    "words", ["the", "what is it", "的了吗", "什么", "?!", "", "\x00", "\ud800"]
)
def test_a_question_of_stop_words_asks_for_nothing(words: str) -> None:
    assert query_text(words) == ""


def test_query_syntax_is_taken_as_words(index) -> None:
    assert found(index, "alpha NEAR beta", 'NEAR( "alpha" OR * ^col:')


def test_terms_are_named_once_in_order() -> None:
    assert terms("Tea, coffee and tea 茶") == ["tea", "coffee", "茶"]


@given(st.text(max_size=200))
def test_any_text_makes_a_valid_query(text: str) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'porter unicode61')")
    db.execute("INSERT INTO t VALUES(?)", (index_text(text).encode("utf-8", "ignore").decode(),))
    expression = query_text(text)
    if expression:
        assert db.execute("SELECT 1 FROM t WHERE t MATCH ?", (expression,)).fetchone()
    db.close()


def test_a_huge_question_stays_bounded() -> None:
    assert query_text(" ".join(f"word{n}" for n in range(5000))).count(" OR ") < 100


def test_single_characters_count_only_where_there_is_nothing_longer():
    assert query_text("喝茶", pairs=True) == '"喝茶"'
    assert query_text("茶", pairs=True) == query_text("茶") == '"茶"'
    assert query_text("喝茶") == '"喝" OR "喝茶" OR "茶"'
    assert query_text("x 喝茶", pairs=True) == '"x" OR "喝茶"'
