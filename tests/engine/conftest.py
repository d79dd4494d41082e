"""A real worker with a real, tiny model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from engine_help import SMALL

from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.client import EngineClient


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("engine")


@pytest.fixture
def start(tiny_model: Path, tmp_path: Path) -> Iterator[Callable[..., EngineClient]]:
    """Return a maker of engines that share a cache folder; they are closed, and leave no thread."""
    engines: list[EngineClient] = []
    before = set(threading.enumerate())

    def make(
        model: Path | None = tiny_model,
        options: EngineOptions = SMALL,
        cache: Path | None = tmp_path / "cache",
        chats: Path | None = None,
    ) -> EngineClient:
        engines.append(EngineClient(model, cache, options, chats_dir=chats))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()
    after = set(threading.enumerate()) - before
    assert [thread.name for thread in after if thread.name.startswith("engine-")] == []


@pytest.fixture(scope="module")
def engine(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineClient]:
    """Return an engine for the tests of a module that leave it whole."""
    client = EngineClient(tiny_model, tmp_path_factory.mktemp("cache"), SMALL)
    client.info()
    yield client
    client.close()
