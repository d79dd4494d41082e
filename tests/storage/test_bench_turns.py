"""The measurements of `bench` over the real core, with a scripted model in the worker's place."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from assistant_app.bench import decision, desk, first_word, speed, stopping
from assistant_app.bench.desk import Setup, Sizes
from assistant_app.bench.figures import Figure
from assistant_app.bench.meter import Meter
from assistant_app.domain.engine import Completion, CompletionDone, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.scripted import Script, ScriptedEngine

WORDS = Script(["The", " sea", " is", " blue."])
CALL = Script(['", "title": "Haircut"', ', "when": "Thursday"}'])


class Client(ScriptedEngine):
    """A scripted engine that is made, and asked for its process, as a client of a worker is."""

    def __init__(self, *_args: object, **_more: object) -> None:
        super().__init__(fallback=self._reply, scores={"create_event": -1.0, "reply": -9.0})
        self.channel = SimpleNamespace(pid=os.getpid())

    @property
    def loaded(self) -> bool:
        """A worker that was not asked yet has loaded nothing."""
        return bool(self.requests)

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """End where the bench has it end: at the length it asks for."""
        for item in super().complete(request, cancel):
            cut = isinstance(item, CompletionDone) and item.finish == "stop"
            yield dataclasses.replace(item, finish="length") if cut else item

    def _reply(self, request: Completion) -> Script:
        return WORDS if request.grammar is None else CALL


class Loop:
    """A plain loop that reads a thousand tokens a second and writes a hundred."""

    memory = 100.0

    def __init__(self, _setup: Setup) -> None:
        self.asked: list[tuple[int, int]] = []

    def __enter__(self) -> Loop:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, messages: list[Any], most: int) -> dict[str, Any]:
        """Answer at once."""
        size = sum(len(message.text) for message in messages) // 4
        return {"prompt": size, "prompt_ms": size, "steps": most, "rest_ms": 10.0 * most}


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    monkeypatch.setattr(desk, "EngineClient", Client)
    monkeypatch.setattr(decision, "EngineClient", Client)
    monkeypatch.setattr(speed, "RawLoop", Loop)
    sizes = Sizes(prompt=60, reply=4, past=400, long=200)
    return Setup(tmp_path / "m.gguf", None, tmp_path, runs=3, sizes=sizes)


def by_name(figures: list[Figure]) -> dict[str, Figure]:
    return {figure.name: figure for figure in figures}


def test_speed_compares_pairs(setup: Setup) -> None:
    found = by_name(speed.measure(setup))
    assert found["raw_prompt_rate"].samples == pytest.approx([1000.0] * 3)
    assert found["raw_reply_rate"].samples == pytest.approx([100.0] * 3)
    for name in ("prompt", "reply"):
        share = [
            whole / raw
            for whole, raw in zip(
                found[f"{name}_rate"].samples, found[f"raw_{name}_rate"].samples, strict=True
            )
        ]
        assert found[f"{name}_share"].samples == pytest.approx(share)
    if "memory_share" in found:
        assert found["memory_share"].value == pytest.approx(found["worker_memory"].value / 100)


def test_first_words_are_waited_for_on_each_occasion(setup: Setup) -> None:
    found = by_name(first_word.measure(setup))
    for name in ("cold", "disk", "warm", "reopened"):
        assert len(found[f"first_{name}"].samples) == 3
        assert all(wait > 0 for wait in found[f"first_{name}"].samples)
    for occasion in first_word.occasions():
        assert len(found[f"evaluated_{occasion}"].samples) == 3
        assert found[f"over_reply_{occasion}"].bound == first_word.OVER


def test_the_past_chat_has_the_size_asked_for(setup: Setup) -> None:
    with desk.Desk(setup, "past") as opened:
        session = opened.core.sessions.import_lines([first_word._past(opened, 3000)])[0]
        messages = opened.core.sessions.messages(session.id)
        tokens = sum(opened.engine.count_tokens([message.text for message in messages]))
    assert 2600 < tokens < 3400
    assert [message.role for message in messages[:2]] == ["user", "assistant"]


def test_stop_is_timed_in_another_thread(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Script(["word "] * 200, delay_s=0.02)
    monkeypatch.setattr(Client, "_reply", lambda _self, _request: slow)
    monkeypatch.setattr(stopping, "_WRITTEN_S", 0.05)
    monkeypatch.setattr(stopping, "_EVALUATED_S", 0.05)
    cut: list[str] = []
    monkeypatch.setattr(
        stopping, "_next", lambda _desk, turn, _n: cut.append(turn.result.status) or 1.0
    )
    found = by_name(stopping.measure(dataclasses.replace(setup, runs=1)))
    assert cut == ["interrupted"] * 2
    assert 0 < found["stop_writing"].value < 2000
    assert 0 < found["stop_evaluating"].value < 2000


def test_the_question_after_a_stop_counts_when_it_is_answered(setup: Setup) -> None:
    with desk.Desk(setup, "after") as opened:
        whole = opened.ask(desk.QUESTIONS[0])
        assert stopping._next(opened, whole, 0) == 0.0
        result = dataclasses.replace(whole.result, status="interrupted")
        assert stopping._next(opened, dataclasses.replace(whole, result=result), 0) == 1.0


def test_decisions_are_made_both_ways(setup: Setup) -> None:
    found = by_name(decision.measure(setup))
    assert len(found["decision_share"].samples) == 3 * len(decision.MESSAGES)
    assert found["same_calls"].value == 1.0
    client = Client()
    meter = Meter(client, always_reply=False)
    made = decision.decide(meter, "en", *decision.MESSAGES[0][1:], ahead=False)
    assert made.writing > 0
    assert made.call == '{"tool": "create_event", "title": "Haircut", "when": "Thursday"}'
    assert client.requests[-1].ahead is False
    assert client.requests[-1].likely == decision.MESSAGES[0][2]


def test_every_turn_writes_whatever_the_model_would_choose(setup: Setup) -> None:
    with desk.Desk(setup, "reply") as opened:
        turn = opened.ask("Book a haircut for Thursday")
    assert turn.result.reply == "The sea is blue."
    assert turn.result.actions == ()
    assert turn.asked[-1].request.max_tokens == setup.sizes.reply
    assert turn.begun < (turn.first or 0) <= turn.ended


def test_minutes_pass_between_turns(setup: Setup) -> None:
    with desk.Desk(setup, "minutes") as opened:
        turns = [opened.ask(question) for question in desk.QUESTIONS[:3]]
    late = [turn.asked[-1].request.messages[-2].text for turn in turns]
    assert len(set(late)) == 3
