"""What the owner sets for each model: kept with care, and really used to load and to speak."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest
from gguf_bytes import model
from model_help import Settings, code_of

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import memory_need
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.model_options import ModelOptions
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.errors import AppError
from assistant_app.services import current_engine
from assistant_app.services.current_engine import CurrentEngine


class Client:
    """Stands in for the client of a worker; notes how it was started."""

    made: ClassVar[list[Client]] = []

    def __init__(self, path: Path, _cache: Path, options: EngineOptions, **_more: Any) -> None:
        self.path, self.options = path, options
        self.requests: list[Completion] = []
        self.closed = False
        Client.made.append(self)

    def complete(self, request: Completion, _cancel: CancelToken) -> Any:
        """Note the request."""
        self.requests.append(request)
        return iter([CompletionDone("stop", 0, 0, 0, 0, 0)])

    def close(self) -> None:
        """Note the end."""
        self.closed = True


@pytest.fixture
def library(tmp_path) -> ModelLibrary:
    for name in ("one.gguf", "two.gguf"):
        (tmp_path / name).write_bytes(model())
    return ModelLibrary(tmp_path, Settings())


@pytest.fixture
def engine(library, tmp_path, monkeypatch) -> CurrentEngine:
    monkeypatch.setattr(current_engine, "EngineClient", Client)
    Client.made = []
    library.use("one.gguf")
    return CurrentEngine(lambda: library.current(), tmp_path, library.options)


def ask(engine: CurrentEngine, **fields: Any) -> Completion:
    """Ask, and return what reached the worker."""
    request = Completion((PromptMessage("user", "hello"),), **fields)
    list(engine.complete(request, CancelToken()))
    return Client.made[-1].requests[-1]


def test_options_are_kept_for_each_file_and_read_with_care(tmp_path):
    settings = Settings()
    library = ModelLibrary(tmp_path, settings)
    one, two = tmp_path / "one.gguf", tmp_path / "two.gguf"
    for path in (one, two):
        path.write_bytes(model())
    before = next(row.memory for row in library.listing() if row.name == "one.gguf")
    chosen = ModelOptions().changed("context", "2048").changed("temperature", "0.7")
    library.set_options(one, chosen)
    assert library.options(one) == ModelOptions(context=2048, temperature=0.7)
    assert library.options(two) == ModelOptions()
    assert settings["model.options"] == {"one.gguf": {"context": 2048, "temperature": 0.7}}
    rows = {row.name: row.memory for row in library.listing()}
    assert rows["one.gguf"] < before == rows["two.gguf"]
    settings["model.options"]["two.gguf"] = {"context": "huge", "threads": -4, "gpu_layers": 7.0}
    assert library.options(two) == ModelOptions(gpu_layers=7)
    settings["model.options"] = "nonsense"
    assert library.options(one) == ModelOptions()
    assert chosen.changed("context", "default") == ModelOptions(temperature=0.7)
    library.set_options(one, chosen)
    library.remove("one.gguf")
    assert settings["model.options"] is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("context", text) for text in ("12", "many", "4096.5", "")),
        *(("temperature", text) for text in ("nan", "-1", "3")),
        *(("threads", text) for text in ("1000", "-1")),
        ("gpu_layers", "-2"),
    ],
)
def test_options_that_do_not_suit_are_refused(name, text):
    assert code_of(ModelOptions().changed, name, text) == "model_option_wrong"
    assert code_of(ModelOptions().changed, "colour", text) == "model_option_unknown"


def test_another_option_starts_another_worker(engine, library, tmp_path):
    ask(engine)
    ask(engine)
    assert [client.options for client in Client.made] == [EngineOptions()]
    chosen = ModelOptions(context=4096, threads=1, gpu_layers=5)
    library.set_options(tmp_path / "one.gguf", chosen)
    ask(engine)
    first, second = Client.made
    assert first.closed
    assert second.options == EngineOptions(context=4096, threads=1, gpu_layers=5)
    library.set_options(tmp_path / "one.gguf", ModelOptions(context=4096, threads=1, gpu_layers=5))
    library.set_options(tmp_path / "two.gguf", ModelOptions(context=2048))
    ask(engine)
    assert Client.made[-1] is second, "those of another model are nothing to this one"


def test_the_temperature_is_of_answers_alone(engine, library, tmp_path):
    library.set_options(tmp_path / "one.gguf", ModelOptions(temperature=0.7))
    assert ask(engine, scope="5").temperature == 0.7
    assert ask(engine, scope="5", grammar="root ::= x").temperature == 0
    assert ask(engine).temperature == 0, "a summary has no conversation"
    library.set_options(tmp_path / "one.gguf", ModelOptions(thinking=300))
    assert ask(engine, scope="5").thinking == 300
    assert ask(engine, scope="5", grammar="root ::= x").thinking == 0
    assert ask(engine).thinking == 0
    assert len(Client.made) == 1, "it needs no other worker"
    library.set_options(tmp_path / "one.gguf", ModelOptions())
    assert ask(engine, scope="5").temperature == 0


def test_what_does_not_fit_is_not_loaded(engine, library, tmp_path, monkeypatch):
    monkeypatch.setattr(memory_need, "_free_swap", lambda: 0)
    monkeypatch.setattr(memory_need, "available_memory", lambda: 1000)
    with pytest.raises(AppError) as caught:
        ask(engine)
    assert caught.value.code == "model_too_large"
    assert caught.value.params == {"name": "one", "needed": "82 MB", "free": "1 kB"}
    assert Client.made == []
    monkeypatch.setattr(memory_need, "_free_swap", lambda: 10**9)
    ask(engine)
    assert len(Client.made) == 1
    monkeypatch.setattr(memory_need, "_free_swap", lambda: 0)
    library.use("two.gguf")
    assert code_of(ask, engine) == "model_too_large"
    assert Client.made[0].closed, "the one before gave its memory back first"
    monkeypatch.setattr(memory_need, "available_memory", lambda: None)
    ask(engine)
    assert Client.made[-1].path == tmp_path / "two.gguf"


@pytest.mark.parametrize("missed", ["", "zz.gguf"])
def test_a_model_that_was_not_chosen_says_so(tmp_path, monkeypatch, missed):
    engine = CurrentEngine(lambda: Path("m.gguf"), tmp_path, missed=lambda: missed)
    client = ScriptedEngine()
    monkeypatch.setattr(engine, "_make", lambda *_: client)
    assert engine.info().notes == (*client.info().notes, *(["not_chosen"] if missed else []))
