"""The embedder of the embedding model that is chosen now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from assistant_app.domain.engine import Embedder
from assistant_app.engine.embedder import WorkerEmbedder
from assistant_app.engine.library import ModelLibrary


class CurrentEmbedder:
    """Opens an embedder when one is asked for; another choice takes over while nothing is `busy`.

    One that is `given` stands in for the chosen one, always.
    """

    def __init__(
        self,
        models: ModelLibrary,
        cache_dir: Path,
        busy: Callable[[], bool],
        given: Embedder | None = None,
    ) -> None:
        self._models = models
        self._cache_dir = cache_dir
        self._busy = busy
        self._given = given
        self._lock = Lock()
        self._embedder: Embedder | None = None
        self._path: Path | None = None

    def open(self) -> Embedder | None:
        """Return the embedder; None where its model is not on disk (recall is then by words).

        A turn that is running keeps the one it began with.
        """
        if self._given is not None:
            return self._given
        with self._lock:
            path = self._models.embedder_path()
            if path is None or path == self._path or (self._embedder and self._busy()):
                return self._embedder
            if self._embedder is not None:
                self._embedder.close()
            self._embedder = WorkerEmbedder(path, self._cache_dir, name=path.stem)
            self._path = path
            return self._embedder

    def close(self) -> None:
        """Stop the worker; safe to call twice."""
        embedder = self._given or self._embedder
        if embedder is not None:
            embedder.close()
