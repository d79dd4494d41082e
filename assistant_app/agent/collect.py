"""Have the model write a text to its end, for whoever needs it whole."""

from __future__ import annotations

from assistant_app.domain.engine import ChatEngine, Completion, CompletionDone, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled


def collect(
    engine: ChatEngine, request: Completion, cancel: CancelToken
) -> tuple[str, CompletionDone]:
    """Return what the model wrote, and what it took.

    Raises:
        Cancelled: the end was asked for.
        AppError: as `ChatEngine`; `engine_stopped` when it ends without a word.
    """
    pieces: list[str] = []
    for chunk in engine.complete(request, cancel):
        if isinstance(chunk, TextChunk):
            pieces.append(chunk.text)
        elif chunk.finish == "cancelled":
            raise Cancelled
        else:
            return "".join(pieces), chunk
    raise AppError("engine_stopped")
