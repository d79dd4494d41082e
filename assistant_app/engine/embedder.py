"""Vectors for texts, from a small model in a worker of its own, so that searching never waits."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import protocol
from assistant_app.engine.channel import EngineOptions, WorkerChannel

_OPTIONS = EngineOptions(context=96, batch=96, threads=1)
"""Tokens in one go: each takes the worker 1 MB, and few texts are longer (they are read in windows).
One thread: two of them wait for each other whenever the chat model holds the cores."""
_BULK = 64


class WorkerEmbedder:
    """An e5 model in a worker; implements `domain.engine.Embedder`.

    e5 models tell questions from passages by a prefix; text goes in as NFKC. `cache_dir` is where a
    crash at loading is noted.
    """

    def __init__(
        self, model: Path | None, cache_dir: Path | None = None, *, name: str = ""
    ) -> None:
        self._channel = WorkerChannel(model, "embed", _OPTIONS, cache_dir)
        self._name = name or (model.stem if model else "")

    @property
    def channel(self) -> WorkerChannel:
        """The worker behind it, for diagnosis and tests."""
        return self._channel

    @property
    def model(self) -> str:
        """The name under which vectors are stored."""
        return self._name

    @property
    def dim(self) -> int:
        """The length of a vector; loads the model."""
        return int(self._channel.load(CancelToken())["width"])

    def embed(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return a unit vector for each text, as a question (`query`) or as a passage.

        Texts go over in groups, so that a long import lets a search in between. What is longer
        than the model was trained to read (512 tokens) is cut off.
        """
        prefix = "query: " if query else "passage: "
        ready = [prefix + unicodedata.normalize("NFKC", text) for text in texts]
        vectors: list[list[float]] = []
        for start in range(0, len(ready), _BULK):
            part = tuple(ready[start : start + _BULK])
            vectors += self._channel.call(_embed(part), CancelToken())
        return vectors

    def close(self) -> None:
        """Stop the worker, within 3 s; the embedder can not be used afterwards."""
        self._channel.close()


def _embed(texts: tuple[str, ...]) -> Callable[[int], protocol.Request]:
    return lambda number: protocol.Embed(number, texts)
