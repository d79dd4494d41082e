"""Short words for asking an engine."""

from __future__ import annotations

from typing import Any

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.client import EngineClient

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
