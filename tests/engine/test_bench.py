"""What `bench` counts with a real model: nothing is read twice, nothing lost, and it all comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.bench import decision, first_word, speed, stopping
from assistant_app.bench.desk import Desk, Setup, Sizes
from assistant_app.bench.figures import Figure
from assistant_app.engine.channel import EngineOptions

SMALL = Sizes(prompt=80, reply=12, past=300, long=700, sessions=3, decisions=3)


@pytest.fixture(scope="module")
def setup(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Setup:
    folder = tmp_path_factory.mktemp("bench")
    options = EngineOptions(context=4096, batch=128, threads=1)
    return Setup(tiny_model, None, folder, runs=1, sizes=SMALL, options=options)


def by_name(figures: list[Figure]) -> dict[str, Figure]:
    return {figure.name: figure for figure in figures}


@pytest.mark.slow
def test_the_whole_path_is_measured_beside_the_plain_loop(setup: Setup) -> None:
    found = by_name(speed.measure(setup))
    for name in ("prompt", "reply"):
        assert found[f"{name}_share"].value == pytest.approx(
            found[f"{name}_rate"].value / found[f"raw_{name}_rate"].value
        )
    assert 0.1 < found["prompt_share"].value < 10
    assert found["memory_share"].value < 2


@pytest.mark.slow
def test_a_prompt_is_read_once(setup: Setup) -> None:
    found = by_name(first_word.measure(setup))
    for occasion in ("new_process", "new_session"):
        for step in ("decision", "reply"):
            figure = found[f"over_{step}_{occasion}"]
            assert figure.kept, figure
        assert found[f"evaluated_{occasion}"].value > 0
    assert found["first_disk"].value < found["first_cold"].value


@pytest.mark.alone
@pytest.mark.slow
def test_stop_cuts_a_turn_and_the_next_question_is_answered(setup: Setup) -> None:
    found = by_name(stopping.measure(setup))
    assert found["answered_after_stop"].value == 1.0
    assert found["stop_writing"].value < 3000
    assert found["stop_evaluating"].value < 3000


@pytest.mark.slow
def test_a_decision_is_the_same_with_what_is_known_ahead(setup: Setup) -> None:
    found = by_name(decision.measure(setup))
    assert found["same_calls"].value >= 0.6
    assert found["arguments_share"].value > 0


def test_a_reply_is_no_longer_than_asked_for(setup: Setup) -> None:
    with Desk(setup, "short") as desk:
        turn = desk.ask("Why does the sea look blue?")
        again = desk.ask("How does a bicycle stay upright?", turn.result.session_id)
    assert turn.asked[-1].done is not None
    assert 0 < turn.asked[-1].done.completion_tokens <= SMALL.reply
    assert turn.begun < (turn.first or 0) <= turn.ended
    assert again.result.session_id == turn.result.session_id
