"""The engine of the model that is chosen now: a worker for a file, or a server of the owner's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock

from assistant_app.domain.endpoint import Endpoint
from assistant_app.domain.engine import (
    ChatEngine,
    Completion,
    CompletionDone,
    EngineInfo,
    Prepared,
    PromptMessage,
    Scored,
    TextChunk,
)
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.client import EngineClient
from assistant_app.engine.memory_need import check_room
from assistant_app.engine.model_options import ModelOptions
from assistant_app.errors import AppError


class CurrentEngine:
    """Implements `domain.engine.ChatEngine` for whatever model `chosen` names.

    That is a file, or an entry for a server, whose engine `remote` makes.

    The model is asked for at each use, so that a download or a choice in another window takes
    effect with the next question, and so do other options. Nothing is loaded before it is needed.
    """

    def __init__(
        self,
        chosen: Callable[[], Path | Endpoint],
        cache_dir: Path,
        options: Callable[[Path], ModelOptions] = lambda _path: ModelOptions(),
        remote: Callable[[Endpoint], ChatEngine] | None = None,
        *,
        chats_dir: Path | None = None,
        missed: Callable[[], str] = str,
    ) -> None:
        """`missed` says which model was chosen in vain, if one was."""
        self._chosen = chosen
        self._missed = missed
        self._cache_dir = cache_dir
        self._options = options
        self._remote = remote
        self._chats_dir = chats_dir
        self._lock = Lock()
        self._client: ChatEngine | None = None
        self._as_loaded: tuple[Path | Endpoint, EngineOptions | None] | None = None
        self._closed = False

    def _engine(self) -> ChatEngine:
        model = self._chosen()
        options = self._options(model).engine if isinstance(model, Path) else None
        with self._lock:
            if self._closed:
                raise AppError("engine_stopped")
            if self._client is None or (model, options) != self._as_loaded:
                if self._client is not None:
                    self._client.close()
                    self._client = None
                self._client = self._make(model, options)
                self._as_loaded = model, options
            return self._client

    def _make(self, model: Path | Endpoint, options: EngineOptions | None) -> ChatEngine:
        if isinstance(model, Path):
            options = options or EngineOptions()
            check_room(model, options)
            return EngineClient(model, self._cache_dir, options, chats_dir=self._chats_dir)
        if self._remote is None:
            raise AppError("no_model")
        return self._remote(model)

    @property
    def loaded(self) -> bool:
        """Whether a model is loaded at this moment; never blocks."""
        client = self._client
        return client is not None and client.loaded

    @property
    def prepares(self) -> bool:
        """Whether what is loaded at this moment can have a conversation ready."""
        client = self._client
        return client is not None and client.prepares

    def info(self) -> EngineInfo:
        """Load the model if it is not, and say what it is."""
        info = self._engine().info()
        return replace(info, notes=(*info.notes, "not_chosen")) if self._missed() else info

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""
        return self._engine().count_tokens(texts)

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Stream the answer; the last item is the `CompletionDone`.

        What is said in a conversation is as free, and thought about as long, as the owner wants
        it; calls and summaries are the likeliest words, always.
        """
        engine = self._engine()
        if request.scope and request.grammar is None:
            model = self._chosen()
            options = self._options(model) if isinstance(model, Path) else ModelOptions()
            request = replace(request, temperature=options.temperature, thinking=options.thinking)
        return engine.complete(request, cancel)

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the log-probability of each candidate as the start of the answer."""
        return self._engine().score(request, candidates, cancel)

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Compute the KV state of a static prompt and keep it on disk, unless it is there."""
        self._engine().warm(messages)

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Have a conversation ready for its next message."""
        return self._engine().prepare(request, cancel, budget)

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
