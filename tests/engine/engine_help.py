"""Short words for asking an engine."""

from __future__ import annotations

import time
from typing import Any

import pytest

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.client import EngineClient
from assistant_app.errors import AppError, sentence

SMALL = EngineOptions(context=1024, batch=128, threads=1)
SYSTEM = PromptMessage("system", "You answer in plain words. " * 8)


def ask(text: str, **more: Any) -> Completion:
    """Return a request with a static system message."""
    return Completion(
        (SYSTEM, PromptMessage("user", text)), static=1, **{"max_tokens": 24, **more}
    )


def answer(engine: EngineClient, request: Completion) -> tuple[str, CompletionDone]:
    """Return the whole text and the end of an answer."""
    *chunks, done = engine.complete(request, CancelToken())
    assert isinstance(done, CompletionDone)
    assert all(isinstance(chunk, TextChunk) for chunk in chunks)
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)), done


def failing(engine: EngineClient, request: Completion) -> tuple[list[str], AppError]:
    """Return the text before a failure, and the failure."""
    texts: list[str] = []

    def read() -> None:
        for item in engine.complete(request, CancelToken()):
            assert isinstance(item, TextChunk)
            texts.append(item.text)

    with pytest.raises(AppError) as caught:
        read()
    return texts, caught.value


def assert_told(error: AppError) -> None:
    """See that a failure has a sentence of its own in both languages."""
    for lang in ("en", "zh"):
        general = sentence(AppError("no_such_code"), lang).replace("no_such_code", error.code)
        assert sentence(error, lang) != general
        assert "{" not in sentence(error, lang)
    assert sentence(error, "en") != sentence(error, "zh")


def gone(pid: int, seconds: float = 10) -> bool:
    """Wait for the end of a process that is no child of ours."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.05)
    return False
