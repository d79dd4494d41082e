"""The language model as the rest of the app sees it: calls that block, streams that end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from assistant_app.domain.engine import (
    Completion,
    CompletionDone,
    EngineInfo,
    Prepared,
    PromptMessage,
    Scored,
    TextChunk,
)
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import protocol
from assistant_app.engine.channel import EngineOptions, WorkerChannel
from assistant_app.errors import Cancelled


class EngineClient:
    """A chat model in a worker; implements `domain.engine.ChatEngine`.

    `model` is a GGUF file, or None when there is none yet: then every call raises `no_model`.
    `cache_dir` is where KV states of static prompts go, `chats_dir` is for those of conversations.
    """

    def __init__(
        self,
        model: Path | None,
        cache_dir: Path | None = None,
        options: EngineOptions | None = None,
        *,
        name: str = "",
        chats_dir: Path | None = None,
    ) -> None:
        options = options or EngineOptions()
        self._channel = WorkerChannel(model, "chat", options, cache_dir, chats_dir=chats_dir)
        self._name = name or (model.stem if model else "")

    @property
    def channel(self) -> WorkerChannel:
        """The worker behind it, for diagnosis and tests."""
        return self._channel

    @property
    def loaded(self) -> bool:
        """Whether the model is loaded at this moment; never blocks."""
        return self._channel.loaded is not None

    @property
    def prepares(self) -> bool:
        """It does, once the model is loaded."""
        return self.loaded

    def info(self) -> EngineInfo:
        """Load the model if it is not, and say what it is."""
        value = self._channel.load(CancelToken())
        return EngineInfo(
            model=self._name,
            path=str(self._channel.model or ""),
            context=int(value["context"]),
            size=int(value["size"]),
            thinks=bool(value.get("thinks")),
            meta=dict(value["meta"]),
            notes=tuple(value["notes"]),
        )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""
        value = self._channel.call(lambda n: protocol.Count(n, tuple(texts)), CancelToken())
        return [int(count) for count in value]

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Stream the answer; the last item is the `CompletionDone`.

        A caller that stops in the middle (closes the iterator) cancels the request.
        """
        start = time.monotonic()
        replies = self._channel.stream(lambda n: protocol.Complete(n, request), cancel)
        with contextlib.suppress(Cancelled), contextlib.closing(replies):
            for reply in replies:
                if isinstance(reply, protocol.Done):
                    yield reply.done
                    return
                yield TextChunk(reply.text, reply.thought)
        elapsed = round((time.monotonic() - start) * 1000)
        yield CompletionDone("cancelled", 0, 0, 0, 0, elapsed)

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the log-probability of each candidate as the start of the answer."""
        value = self._channel.call(lambda n: protocol.Score(n, request, tuple(candidates)), cancel)
        return Scored(
            tuple(float(one) for one in value["values"]),
            int(value["prompt_tokens"]),
            int(value["prompt_tokens_evaluated"]),
        )

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Compute the KV state of a static prompt and keep it on disk, unless it is there."""
        self._channel.call(lambda n: protocol.Warm(n, tuple(messages)), CancelToken())

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Have a conversation ready for its next message; see `ChatEngine.prepare`."""
        value = self._channel.call(lambda n: protocol.Prepare(n, request, budget), cancel)
        return Prepared(int(value["evaluated"]), int(value["written"]))

    def restart(self) -> None:
        """Drop the worker, hung or not; the next request starts another."""
        self._channel.restart()

    def close(self) -> None:
        """Stop the worker, within 3 s; the engine can not be used afterwards."""
        self._channel.close()
