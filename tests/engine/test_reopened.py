"""What a turn evaluates: the new message and what stands beside it, also in a new process."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from assistant_app.agent.prompt import Background, day_line
from assistant_app.domain.engine import Completion, CompletionDone, Scored, TextChunk
from assistant_app.domain.language import Lang
from assistant_app.domain.session import Role
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

SLACK = 16
PLACES = ("garden", "river", "bridge", "market", "orchard", "ferry", "meadow", "harbour")


class Counting:
    """An engine that lets every message be talk, and notes what each prompt cost."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self.costs: list[tuple[str, int, int]] = []
        """(prompt, tokens evaluated, tokens that are new to it)"""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Weigh the tools, and let the answer win."""
        new, *names = self._engine.count_tokens([request.messages[-1].text, *candidates])
        scored = self._engine.score(request, candidates, cancel)
        self.costs.append(("decision", scored.prompt_tokens_evaluated, new + sum(names)))
        values = tuple(0.0 if name == "reply" else -9.0 for name in candidates)
        return dataclasses.replace(scored, values=values)

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Answer briefly."""
        new = sum(self._engine.count_tokens([m.text for m in request.messages[-2:]]))
        for one in self._engine.complete(dataclasses.replace(request, max_tokens=8), cancel):
            if isinstance(one, CompletionDone):
                self.costs.append(("answer", one.prompt_tokens_evaluated, new))
            yield one


class Runs:
    """One data folder that is opened again and again, each time with a worker of its own."""

    def __init__(self, paths: Paths, model: Path) -> None:
        self.paths, self.model = paths, model

    def ask(self, session: int | None, *texts: str, keep: bool = True) -> tuple[int, list[Any]]:
        """Ask in a new process, in a session or a new one; returns it, and the costs of each text."""
        assistant = Assistant.open(self.paths, model=self.model)
        counting = Counting(assistant.engine)
        assistant._runner._parts = dataclasses.replace(assistant._runner._parts, engine=counting)
        costs = []
        for text in texts:
            for event in assistant.run_turn(TurnRequest(text, session), CancelToken()):
                if isinstance(event, TurnEnded):
                    session = event.result.session_id
                    assert event.result.status == "complete"
                    used = event.result.usage.prompt_tokens_evaluated
            assert session is not None
            assert used == sum(evaluated for _, evaluated, _ in counting.costs)
            costs.append(counting.costs)
            counting.costs = []
            assistant.prepare(session, CancelToken(), keep=keep)
        assistant.close()
        assert session is not None
        return session, costs

    def long_session(self) -> tuple[int, int]:
        """Return a session that a process kept, and how many tokens it had to read."""
        assistant = Assistant.open(self.paths, model=self.model)
        session = assistant.sessions.create(title="Walks").id
        for number in range(8):
            role = Role.ASSISTANT if number % 2 else Role.USER
            lines = [
                f"On walk {number} we went from the {a} to the {b}, saw the {c} and rested."
                for a in PLACES
                for b, c in zip(PLACES, PLACES[number:], strict=False)
            ]
            assistant._messages.add(session, role, " ".join(lines)[: 1200 if number % 2 else 1900])
        assistant.engine.info()
        read = assistant.prepare(session, CancelToken(), keep=True).evaluated
        assistant.close()
        return session, read


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder where the states of the static prompts are kept."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture
def runs(tiny_model: Path, models: Path, tmp_path: Path) -> Runs:
    return Runs(Paths(tmp_path / "data", models), tiny_model)


def _assert_only_new(costs: list[tuple[str, int, int]]) -> None:
    assert [prompt for prompt, _, _ in costs] == ["decision", "answer"]
    for prompt, evaluated, new in costs:
        assert evaluated <= new + SLACK, prompt


@pytest.mark.slow
def test_a_session_of_3000_tokens_goes_on_in_a_new_process(runs: Runs) -> None:
    session, read = runs.long_session()
    assert read > 3000
    for text in ("Which of these places would you visit first?", "And which one after that?"):
        _, (costs,) = runs.ask(session, text)
        _assert_only_new(costs)


def test_every_message_of_a_session_costs_itself_alone(runs: Runs) -> None:
    texts = [f"What is the capital of {land}?" for land in ("France", "Spain", "Italy")]
    _session, (_, *later) = runs.ask(None, *texts, keep=False)
    assert len(later) == 2
    for costs in later:
        _assert_only_new(costs)
    _, (costs,) = runs.ask(None, "What is the capital of Peru?")
    _assert_only_new(costs)  # the first message of a session, in a new process


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_how_an_answer_begins_today_is_read_once(runs: Runs, lang: Lang) -> None:
    text = {"en": "What is the capital of Peru?", "zh": "秘鲁的首都是哪里？"}[lang]
    _, ((_, without),) = runs.ask(None, text, keep=False)
    assistant = Assistant.open(runs.paths, model=runs.model)
    assistant.warm(lang)
    line = day_line(lang, assistant.now())
    saved = assistant.engine.count_tokens([line])[0]
    assistant.close()
    assert line in Background(assistant.now()).text(lang)
    _, ((_, with_it),) = runs.ask(None, text, keep=False)
    assert with_it[1] <= without[1] - saved
    assert with_it[1] > 0
