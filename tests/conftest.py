"""What tests of every tier share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

from assistant_app.engine.library import ModelLibrary
from assistant_app.paths import Paths

settings.register_profile("shared-machine", deadline=None)
settings.load_profile("shared-machine")

TEST_MODEL_VARIABLE = "ASSISTANT_APP_TEST_MODEL"


def pytest_configure() -> None:
    """Give each process of a parallel run cores of its own, and all that it starts the same ones.

    A model takes a thread for each core it may use and has a low priority: beside a busy process
    on the same cores it would hardly get on, and its threads would wait for each other.
    """
    name = os.environ.get("PYTEST_XDIST_WORKER")
    if name is None or not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    number, count = int(name.removeprefix("gw")), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    os.sched_setaffinity(0, cores[number::count] or {cores[number % len(cores)]})


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the smallest real chat model; fetched when it is not on disk.

    `ASSISTANT_APP_TEST_MODEL` names another file.
    """
    named = os.environ.get(TEST_MODEL_VARIABLE)
    if named:
        return Path(named)
    together = tmp_path_factory.getbasetemp().parent  # of all processes of a parallel run
    with FileLock(together / "tiny.lock"):
        return ModelLibrary(Paths.resolve().models_dir).get("tiny")
