"""Two prompts take turns in one context, and neither is computed anew."""

from __future__ import annotations

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
    assert lanes.switch("a", [2, 2, 2]) == []
    assert model.rows[0] == []
    lanes.reset()
    assert lanes.parked_tokens == 0
    assert lanes.drop_oldest() is False
