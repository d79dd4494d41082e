"""What tests of every tier share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from assistant_app.engine.library import ModelLibrary
from assistant_app.paths import Paths

settings.register_profile("shared-machine", deadline=None)
settings.load_profile("shared-machine")

TEST_MODEL_VARIABLE = "ASSISTANT_APP_TEST_MODEL"


@pytest.fixture(scope="session")
def tiny_model() -> Path:
    """Return the smallest real chat model; fetched when it is not on disk.

    `ASSISTANT_APP_TEST_MODEL` names another file.
    """
    named = os.environ.get(TEST_MODEL_VARIABLE)
    if named:
        return Path(named)
    return ModelLibrary(Paths.resolve().models_dir).get("tiny")
