"""Two prompts take turns in one context, and neither is computed anew."""

from __future__ import annotations

import dataclasses

import pytest
from engine_help import SYSTEM, answer

from assistant_app.domain.engine import Completion, PromptMessage
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.lanes import Lanes

DECIDING = PromptMessage("system", "You name a tool for each message. " * 6)


def _chat(static: PromptMessage, *texts: str) -> Completion:
    roles = ("user", "assistant")
    turns = [PromptMessage(roles[n % 2], text) for n, text in enumerate(texts)]
    return Completion((static, *turns), static=1, max_tokens=8)


def test_a_chat_goes_on_where_it_was(start):
    engine = start()
    said = ["What is tea?", "A drink made of leaves that people like in the afternoon."]
    question = "And what is coffee made of, then?"
    answer(engine, _chat(SYSTEM, *said, question))
    engine.score(_chat(DECIDING, question), ["reply", "list"], CancelToken())
    longer = [*said, question, "Beans.", "Thanks."]
    _, done = answer(engine, _chat(SYSTEM, *longer))
    fresh, _ = answer(start(cache=None), _chat(SYSTEM, *longer))
    assert done.prompt_tokens_evaluated < 40
    assert done.prompt_tokens > 80
    _, again = answer(engine, _chat(DECIDING, question))
    assert again.prompt_tokens_evaluated < 20
    text, _ = answer(engine, _chat(SYSTEM, *longer))
    assert text == fresh


LONG = PromptMessage(
    "system", "You name a tool for each message, or you say that none fits. " * 40
)
"""More tokens than are worth moving."""
NEAR = 0.8
"""How far apart the scores of one text are by where it lies in the cache (measured: up to 0.42)."""


@pytest.mark.parametrize("moved", [True, False])
def test_a_long_lane_makes_way_for_an_answer_and_comes_back(start, tmp_path, moved):
    options = EngineOptions(context=4096, batch=128, threads=1)
    engine = start(options=options)
    question, said = "What is coffee made of?", ("Beans, which are roasted.", "And tea, then?")
    names = ["reply", "list", "list_all"]
    engine.score(_chat(LONG, question), names, CancelToken())
    request = _chat(SYSTEM, question)
    if not moved:  # a call is short: it is not worth the way
        request = dataclasses.replace(request, grammar='root ::= "tea" | "coffee"')
    answer(engine, request)
    scored = engine.score(_chat(LONG, question, *said), names, CancelToken())
    fresh = start(cache=None, options=options)
    wanted = fresh.score(_chat(LONG, question, *said), names, CancelToken())
    assert scored.values == pytest.approx(wanted.values, abs=NEAR)
    assert wanted.prompt_tokens_evaluated > 512
    assert scored.prompt_tokens_evaluated < 40
    answer(engine, request)
    for path in (tmp_path / "cache").glob("*.kv"):
        path.unlink()
    again = engine.score(_chat(LONG, question, *said), names, CancelToken())
    assert again.values == pytest.approx(wanted.values, abs=NEAR)
    assert (again.prompt_tokens_evaluated > 512) == moved


def test_nothing_makes_way_in_a_context_that_fills_up(start, tmp_path):
    engine = start(options=EngineOptions(context=1280, batch=128, threads=1))
    engine.score(_chat(LONG, "Hi"), ["reply", "list"], CancelToken())
    answer(engine, _chat(SYSTEM, "What is coffee made of?"))
    for path in (tmp_path / "cache").glob("*.kv"):
        path.unlink()
    scored = engine.score(_chat(LONG, "Hi"), ["reply", "list"], CancelToken())
    assert scored.prompt_tokens_evaluated < 40


def test_a_full_context_drops_the_lane_that_waits(start):
    engine = start(options=EngineOptions(context=512, batch=64, threads=1), cache=None)
    long = "tea and biscuits " * 80
    for static in (SYSTEM, DECIDING, SYSTEM, DECIDING):
        text, done = answer(engine, _chat(static, long))
        assert done.finish in ("stop", "length")
        assert text
        assert done.prompt_tokens > 256


class _Recorded:
    """The sequences of a model, as plain lists."""

    def __init__(self) -> None:
        self.rows: dict[int, list[int]] = {}

    def copy_sequence(self, target: int, source: int = 0) -> None:
        self.rows[target] = list(self.rows.get(source, []))

    def truncate(self, length: int, sequence: int = 0) -> bool:
        self.rows[sequence] = self.rows.get(sequence, [])[:length]
        return True


def test_lanes_keep_what_each_knows_and_drop_the_oldest():
    model = _Recorded()
    lanes = Lanes(model, range(5, 9))
    known: list[int] = []
    for number, key in enumerate("abcde"):
        known = lanes.switch(key, known)
        assert known == []
        known = [number] * 3
        model.rows[0] = list(known)
    assert lanes.parked_tokens == 9
    assert lanes.switch("b", known) == [1, 1, 1] == model.rows[0]
    assert lanes.switch("c", [1, 1, 1]) == [2, 2, 2]
    assert [(key, known) for key, _, known in lanes.parked] == [
        ("d", [3] * 3),
        ("e", [4] * 3),
        ("b", [1] * 3),
    ]
    assert lanes.switch("a", [2, 2, 2]) == []
    assert model.rows[0] == []
    lanes.reset()
    assert lanes.parked_tokens == 0
    assert lanes.drop_oldest() is False
