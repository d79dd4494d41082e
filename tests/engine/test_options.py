"""What an owner sets for a model reaches a real worker; and a real model is tried out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_help import answer, ask

from assistant_app.domain.turn import CancelToken
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.model_options import ModelOptions
from assistant_app.errors import Cancelled
from assistant_app.paths import Paths
from assistant_app.services import model_trial
from assistant_app.services.current_engine import CurrentEngine


class Settings(dict[str, object]):
    """Settings in memory."""

    def set(self, key: str, value: object) -> None:
        """Keep a setting."""
        self[key] = value


@pytest.fixture
def library(tiny_model: Path, tmp_path: Path) -> ModelLibrary:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "own.gguf").symlink_to(tiny_model.resolve())
    return ModelLibrary(tmp_path / "models", Settings())


@pytest.fixture
def current(library: ModelLibrary, tmp_path: Path) -> Iterator[CurrentEngine]:
    def chosen() -> Path:
        return library.models_dir / "own.gguf"

    engine = CurrentEngine(chosen, tmp_path / "cache", library.options)
    yield engine
    engine.close()


def test_context_and_threads_are_those_that_were_set(
    library: ModelLibrary, current: CurrentEngine
) -> None:
    path = library.models_dir / "own.gguf"
    library.set_options(path, ModelOptions(context=2048, threads=1))
    assert current.info().context == 2048
    first = current._client
    library.set_options(path, ModelOptions(context=4096, threads=1))
    assert current.info().context == 4096
    assert current._client is not first
    text, done = answer(current, ask("Say a word."))  # type: ignore[arg-type]
    assert text
    assert done.finish in ("stop", "length")


def test_layers_for_a_graphics_card_that_is_not_there_are_no_harm(
    library: ModelLibrary, current: CurrentEngine
) -> None:
    path = library.models_dir / "own.gguf"
    library.set_options(path, ModelOptions(context=2048, threads=1, gpu_layers=-1))
    assert answer(current, ask("Say a word."))[0]  # type: ignore[arg-type]


def test_the_temperature_of_answers_is_that_which_was_set(
    library: ModelLibrary, current: CurrentEngine
) -> None:
    path = library.models_dir / "own.gguf"
    library.set_options(path, ModelOptions(context=2048, threads=1))
    question = "Make up a name for a boat."
    likeliest = {answer(current, ask(question, scope="1"))[0] for _ in range(2)}  # type: ignore[arg-type]
    assert len(likeliest) == 1
    library.set_options(path, ModelOptions(context=2048, threads=1, temperature=1.5))
    free = {answer(current, ask(question, scope="1"))[0] for _ in range(4)}  # type: ignore[arg-type]
    assert len(free) > 1


def test_a_model_is_tried_out(library: ModelLibrary) -> None:
    path = library.models_dir / "own.gguf"
    trial = model_trial.try_chat(path, ModelOptions(context=2048, threads=1), "en", CancelToken())
    assert trial.said
    assert trial.load_s > 0
    assert trial.read_s > trial.written_s > 1


def test_a_trial_that_is_stopped_ends(library: ModelLibrary) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        model_trial.try_chat(library.models_dir / "own.gguf", ModelOptions(), "en", cancel)


def test_an_embedder_is_tried_out() -> None:
    path = ModelLibrary(Paths.resolve().models_dir).embedder_path()
    if path is None:
        pytest.skip("the embedding model is not here: run `assistant-app models get e5`")
    trial = model_trial.try_embedding(path, "zh")
    assert trial.texts_s > 1
    assert trial.written_s == 0
