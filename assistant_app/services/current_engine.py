"""The engine of the model that is chosen now; choosing another starts another worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock

from assistant_app.domain.engine import (
    Completion,
    CompletionDone,
    EngineInfo,
    PromptMessage,
    Scored,
    TextChunk,
)
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.client import EngineClient
from assistant_app.errors import AppError


class CurrentEngine:
    """Implements `domain.engine.ChatEngine` for whatever model `chosen` names.

    The model is asked for at each use, so that a download or a choice in another window takes
    effect with the next question. Nothing is loaded before it is needed.
    """

    def __init__(self, chosen: Callable[[], Path], cache_dir: Path) -> None:
        self._chosen = chosen
        self._cache_dir = cache_dir
        self._lock = Lock()
        self._client: EngineClient | None = None
        self._path: Path | None = None
        self._closed = False

    def _engine(self) -> EngineClient:
        path = self._chosen()
        with self._lock:
            if self._closed:
                raise AppError("engine_stopped")
            if self._client is None or path != self._path:
                if self._client is not None:
                    self._client.close()
                self._client, self._path = EngineClient(path, self._cache_dir), path
            return self._client

    @property
    def loaded(self) -> bool:
        """Whether a model is loaded at this moment; never blocks."""
        client = self._client
        return client is not None and client.loaded

    def info(self) -> EngineInfo:
        """Load the model if it is not, and say what it is."""
        return self._engine().info()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""
        return self._engine().count_tokens(texts)

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Stream the answer; the last item is the `CompletionDone`."""
        return self._engine().complete(request, cancel)

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the log-probability of each candidate as the start of the answer."""
        return self._engine().score(request, candidates, cancel)

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Compute the KV state of a static prompt and keep it on disk, unless it is there."""
        self._engine().warm(messages)

    def restart(self) -> None:
        """Drop the worker, hung or not; the next request starts another."""
        with self._lock:
            client = self._client
        if client is not None:
            client.restart()

    def close(self) -> None:
        """Stop the worker, within 3 s; the engine can not be used afterwards."""
        with self._lock:
            self._closed = True
            client, self._client = self._client, None
        if client is not None:
            client.close()
