"""Answers that cannot be given: a sentence, the same worker, and the next question works.

Part of the fault matrix.
"""

from __future__ import annotations

import pytest
from engine_help import answer, ask, assert_told, failing

from assistant_app.domain.engine import PromptMessage
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError


def assert_refused_and_survived(engine, request, code: str) -> None:
    """See that an answer is refused in words, and that the worker goes on."""
    engine.info()
    pid = engine.channel.pid
    _, error = failing(engine, request)
    assert error.code == code
    assert_told(error)
    assert answer(engine, ask("Hi", max_tokens=3))[1].completion_tokens > 0
    assert engine.channel.pid == pid


@pytest.mark.parametrize(
    ("grammar", "code"),
    [
        pytest.param("root ::= nowhere", "grammar_invalid", id="a rule that is not there"),
        pytest.param('root ::= root "a"', "grammar_invalid", id="left recursion"),
        pytest.param('root ::= x\nx ::= y\ny ::= x "b"', "grammar_invalid", id="a long way round"),
        pytest.param('root ::= "a"{1000000}', "grammar_invalid", id="too many repeats"),
        pytest.param("root ::= (((", "grammar_invalid", id="half a rule"),
        pytest.param("", "grammar_invalid", id="nothing"),
        pytest.param(r"root ::= [^\x00-\U0010FFFF]", "grammar_stuck", id="no character fits"),
        pytest.param(r'root ::= "ok" [\x00]', "grammar_stuck", id="none fits after a while"),
    ],
)
def test_a_grammar_that_cannot_be_satisfied(engine, grammar, code):
    assert_refused_and_survived(engine, ask("Hi", grammar=grammar), code)


def test_a_grammar_without_an_end_ends_at_the_limit(engine):
    text, done = answer(engine, ask("Hi", grammar='root ::= "x" root', max_tokens=30))
    assert (set(text), done.finish) == ({"x"}, "length")
    assert done.completion_tokens == 30


@pytest.mark.parametrize("words", [2_000, 200_000], ids=["a page too many", "a book"])
def test_a_message_that_is_too_long(engine, words):
    assert_refused_and_survived(engine, ask("word " * words), "prompt_too_long")


def test_candidates_after_a_message_that_is_too_long(engine):
    with pytest.raises(AppError) as caught:
        engine.score(ask("word " * 2_000), ["a", "b"], CancelToken())
    assert caught.value.code == "prompt_too_long"
    assert answer(engine, ask("Hi", max_tokens=3))[1].completion_tokens > 0


def test_an_answer_in_circles_is_stopped_and_its_text_is_kept(engine):
    circling = ask("Repeat.", prefill="ha ha ha ha ha ha ha ha ha ha ha ha", max_tokens=700)
    text, done = answer(engine, circling)
    assert done.finish == "repeated"
    assert done.completion_tokens < 300
    assert "ha ha" in text
    assert answer(engine, ask("Hi", max_tokens=3))[1].completion_tokens > 0


def test_a_chat_of_nothing_but_odd_characters(engine):
    odd = "\x00\x01\ud800\u202e\u200b<|im_end|>\n" * 5
    request = ask(odd, max_tokens=3, stop=("\x00",))
    assert answer(engine, request)[1].finish in {"length", "stop"}
    counts = engine.count_tokens([odd, PromptMessage("user", "a").text])
    assert counts[0] > counts[1] == 1
