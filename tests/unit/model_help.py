"""Short words for tests of the library of models."""

from __future__ import annotations

import pytest

from assistant_app.errors import AppError


class Settings(dict):
    """Settings in memory."""

    def set(self, key, value):
        """Keep a setting."""
        self[key] = value


def code_of(call, *args, **kwargs) -> str:
    """Return the code that a call fails with."""
    with pytest.raises(AppError) as caught:
        call(*args, **kwargs)
    return caught.value.code
