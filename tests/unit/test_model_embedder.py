"""Another embedding model that is chosen finds memories from then on, but never in mid-turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest
from gguf_bytes import model

from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.paths import Paths
from assistant_app.services import current_embedder as module
from assistant_app.services.assistant import Assistant


class Worker:
    """Stands in for an embedder in a worker."""

    made: ClassVar[list[Worker]] = []

    def __init__(self, path: Path, _cache: Path, *, name: str) -> None:
        self.path, self.model, self.closed = path, name, False
        Worker.made.append(self)

    def close(self) -> None:
        """Note the end."""
        self.closed = True


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(module, "WorkerEmbedder", Worker)
    Worker.made = []
    models = tmp_path / "models"
    models.mkdir()
    made = Assistant.open(Paths(tmp_path / "data", models), engine=ScriptedEngine())
    yield made
    made.close()


def test_a_choice_takes_over_between_turns(core: Assistant) -> None:
    assert core._embedder.open() is None
    core.models.path_of("e5").write_bytes(model("bert"))
    first = core._embedder.open()
    assert first is core._embedder.open()
    assert first is not None
    assert first.model == "e5-small-q4_0"
    (core.models.models_dir / "own.gguf").write_bytes(model("bert"))
    core.models.use("own.gguf")
    with core._turns:
        assert core._embedder.open() is first, "a turn keeps what it began with"
    second = core._embedder.open()
    assert second is not None
    assert second.model == "own"
    assert [worker.closed for worker in Worker.made] == [True, False]
    core.models.remove("own.gguf")
    third = core._embedder.open()
    assert third is not None
    assert third.model == "e5-small-q4_0"


def test_one_that_was_given_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WorkerEmbedder", Worker)
    given: Any = Worker(tmp_path, tmp_path, name="given")
    paths = Paths(tmp_path / "data", tmp_path / "models")
    core = Assistant.open(paths, engine=ScriptedEngine(), embedder=given)
    core.models.models_dir.mkdir()
    core.models.path_of("e5").write_bytes(model("bert"))
    assert core._embedder.open() is given
    core.close()
    assert given.closed
