"""A short run of a model, to see whether it works here and how quick it is."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage, TextChunk
from assistant_app.domain.language import Lang
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.client import EngineClient
from assistant_app.engine.embedder import WorkerEmbedder
from assistant_app.engine.memory_need import check_room
from assistant_app.engine.model_options import ModelOptions
from assistant_app.errors import Cancelled
from assistant_app.resources import phrase

_READ_TIMES = 12
_WRITTEN = 64
_TEXTS = 32


@dataclass(frozen=True, slots=True)
class Trial:
    """How a run went: seconds to load, tokens a second read and written, and what was said.

    Of an embedding model only `texts_s` counts, the texts a second.
    """

    load_s: float
    read_s: float = 0.0
    written_s: float = 0.0
    said: str = ""
    texts_s: float = 0.0


def try_chat(path: Path, options: ModelOptions, lang: Lang, cancel: CancelToken) -> Trial:
    """Load a chat model in a worker of its own, have it read and write a little, and end it.

    Raises:
        AppError: `model_too_large` and whatever loading raises.
        Cancelled: the end was asked for.
    """
    check_room(path, options.engine)
    with contextlib.closing(EngineClient(path, None, options.engine)) as engine:
        remove = cancel.on_cancel(engine.close)
        try:
            began = time.monotonic()
            engine.info()
            loaded = time.monotonic() - began
            return _speak(engine, loaded, options, lang, cancel)
        except Exception:
            if cancel.cancelled:
                raise Cancelled from None
            raise
        finally:
            remove()


def _speak(
    engine: EngineClient, loaded: float, options: ModelOptions, lang: Lang, cancel: CancelToken
) -> Trial:
    text = " ".join([phrase(lang, "model.trial.text")] * _READ_TIMES)
    request = Completion(
        (PromptMessage("user", f"{text}\n\n{phrase(lang, 'model.trial.ask')}"),),
        max_tokens=_WRITTEN,
        temperature=options.temperature,
    )
    said: list[str] = []
    for piece in engine.complete(request, cancel):
        if isinstance(piece, TextChunk):
            said.append(piece.text)
        else:
            return _measured(loaded, piece, "".join(said))
    raise Cancelled


def _measured(loaded: float, done: CompletionDone, said: str) -> Trial:
    if done.finish == "cancelled":
        raise Cancelled
    writing = done.total_ms - done.ttft_ms
    return Trial(
        load_s=round(loaded, 2),
        read_s=round(1000 * done.prompt_tokens_evaluated / max(1, done.ttft_ms), 1),
        written_s=round(1000 * max(0, done.completion_tokens - 1) / max(1, writing), 1),
        said=said.strip(),
    )


def try_embedding(path: Path, lang: Lang) -> Trial:
    """Load an embedding model in a worker of its own, embed a few texts, and end it.

    Raises:
        AppError: whatever loading raises.
    """
    with contextlib.closing(WorkerEmbedder(path)) as embedder:
        began = time.monotonic()
        _ = embedder.dim
        loaded = time.monotonic() - began
        began = time.monotonic()
        embedder.embed([phrase(lang, "model.trial.text")] * _TEXTS, query=False)
        took = time.monotonic() - began
    return Trial(load_s=round(loaded, 2), texts_s=round(_TEXTS / max(0.001, took), 1))
