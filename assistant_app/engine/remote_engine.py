"""A language model on a server of the owner's own; implements `domain.engine.ChatEngine`.

What a server can do decides how a call is had from it: probabilities of tokens and a grammar
(llama-server), a grammar (llama-cpp-python), a JSON schema (vLLM, Ollama and others), or nothing
but the prompt's own request for JSON, checked.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from collections.abc import Callable, Generator, Iterator, Sequence
from threading import Lock
from typing import Any

from assistant_app.domain.endpoint import Endpoint
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
from assistant_app.engine import remote_json
from assistant_app.engine.grammar import choice_grammar, with_prefill
from assistant_app.engine.http_exchange import Server
from assistant_app.engine.remote_api import Piece, RemoteApi
from assistant_app.engine.remote_llama import LlamaServer
from assistant_app.engine.remote_probe import Served, count_tokens, probe
from assistant_app.engine.remote_text import Said, told_apart, without_prefill
from assistant_app.errors import AppError, Cancelled

CHOSEN, PASSED_OVER = 0.0, -20.0
_CHOICE_TOKENS = 200
"""A server without schemas writes the whole call."""
THOUGHTS = 2048
"""Tokens that a model may think aloud where that cannot be turned off."""
_LOST = frozenset(
    {
        "endpoint_unreachable",
        "endpoint_broken_off",
        "endpoint_timeout",
        "endpoint_model_missing",
        "endpoint_not_api",
    }
)
"""Failures after which the server may be another one."""


class RemoteEngine:
    """The model of one entry. Asks the server what it is when it is first needed."""

    def __init__(self, endpoint: Endpoint, token: Callable[[], str | None]) -> None:
        self._endpoint = endpoint
        self._server = Server(endpoint.address, token, endpoint.public)
        self._api = RemoteApi(self._server, endpoint.model)
        self._closing = CancelToken()
        self._guard = Lock()
        self._served: Served | None = None
        self._llama = LlamaServer(self._api)
        self._counts: dict[bytes, int] = {}
        self._schemas = True
        self._systems = True

    # --- what it is

    @property
    def loaded(self) -> bool:
        """Whether the server has answered, and has not failed since; never blocks."""
        return self._served is not None

    def info(self) -> EngineInfo:
        """Say what the server serves."""
        with self._asking(CancelToken()) as cancel:
            served = self._ready(cancel)
        return EngineInfo(
            model=f"{served.title} @ {self._server.host}",
            path="",
            context=served.context,
            thinks=served.thinks,
            meta={"server": served.kind, "model": served.model},
            host=self._server.host,
        )

    def _ready(self, cancel: CancelToken) -> Served:
        with self._guard:
            if self._served is None:
                served = probe(self._api, cancel, self._endpoint.context)
                self._api = RemoteApi(self._server, served.model)
                self._llama = LlamaServer(self._api)
                self._counts = {}
                self._served = served
            return self._served

    @contextlib.contextmanager
    def _asking(self, cancel: CancelToken) -> Iterator[CancelToken]:
        """Give a token that ends with `cancel` or with this engine, and learn from what fails.

        Raises:
            AppError: `engine_stopped` when the engine was closed.
        """
        if self._closing.cancelled:
            raise AppError("engine_stopped")
        joint = CancelToken()
        removes = [token.on_cancel(joint.cancel) for token in (cancel, self._closing)]
        try:
            yield joint
        except Cancelled:
            if self._closing.cancelled:
                raise AppError("engine_stopped") from None
            raise
        except AppError as error:
            self._learn(error)
            raise
        finally:
            for remove in removes:
                remove()

    def _learn(self, error: AppError) -> None:
        if error.code in _LOST:
            self._served = None
            self._api = RemoteApi(self._server, self._endpoint.model)
        limit = error.params.get("limit")
        served = self._served
        if error.code == "prompt_too_long" and served and isinstance(limit, int) and limit > 0:
            self._served = dataclasses.replace(served, context=min(limit, served.context))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text, as the server counts where it can."""
        with self._asking(CancelToken()) as cancel:
            served = self._ready(cancel)
            return [self._count(served, text, cancel) for text in texts]

    def _count(self, served: Served, text: str, cancel: CancelToken) -> int:
        if not text:
            return 0
        key = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
        if key not in self._counts:
            self._counts[key] = count_tokens(self._api, served, text, cancel)
        return self._counts[key]

    # --- text

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Stream the answer; the last item is the `CompletionDone`.

        Closing the iterator, or cancelling, breaks the connection, and the server stops.
        """
        said = Said(request)
        try:
            with self._asking(cancel) as joint:
                served = self._ready(joint)
                with contextlib.closing(self._pieces(served, request, joint)) as pieces:
                    for piece in pieces:
                        if piece.thought:
                            yield TextChunk(piece.thought, thought=True)
                        if text := said.add(piece):
                            yield TextChunk(text)
                        if said.over:
                            break
                yield said.done()
        except Cancelled:
            yield said.done("cancelled")

    def _pieces(
        self, served: Served, request: Completion, cancel: CancelToken
    ) -> Generator[Piece, None, None]:
        """Stream what follows the prefill, in the way that this server has."""
        constrained = request.grammar is not None
        if served.kind == "llama-server" and (constrained or request.prefill):
            yield from self._llama.complete(request, cancel)
        elif served.kind == "llama-cpp-python" and request.grammar is not None:
            grammar = with_prefill(request.grammar, request.prefill)
            written = self._chat(request, {"grammar": grammar}, cancel)
            yield from without_prefill(written, request.prefill)
        elif constrained:
            yield self._object(request, cancel)
        else:
            yield from without_prefill(self._chat(request, {}, cancel), request.prefill)

    def _chat(
        self, request: Completion, more: dict[str, Any], cancel: CancelToken
    ) -> Generator[Piece, None, None]:
        """Stream an answer; a template that knows no system message is asked without one."""
        options = {**self._options(request), **more}
        messages = opened(request.messages, "" if more else request.prefill)
        if self._systems:
            began = False
            try:
                for piece in told_apart(self._api.chat(messages, options, cancel)):
                    began = True
                    yield piece
                return
            except AppError as error:
                if not began:
                    self._find_reason(error, messages, options, cancel)
                if began or not _refuses(error, "system", "role"):
                    raise
                self._systems = False
        yield from told_apart(self._api.chat(messages, options, cancel, systems=False))

    def _find_reason(
        self,
        error: AppError,
        messages: Sequence[PromptMessage],
        options: dict[str, Any],
        cancel: CancelToken,
    ) -> None:
        """Ask once more without a stream where a server breaks off without a word.

        llama-cpp-python has begun its answer before it looks at the prompt.

        Raises:
            AppError: why, if it says so.
        """
        silent = error.code == "endpoint_broken_off"
        if silent and self._served and self._served.kind == "llama-cpp-python":
            self._api.chat_once(messages, {**options, "max_tokens": 1}, cancel)

    def _options(self, request: Completion) -> dict[str, Any]:
        kind = self._served.kind if self._served else "other"
        thinking = {"enable_thinking": request.thinking > 0}
        thoughts = request.thinking or (THOUGHTS if kind == "ollama" else 0)
        return {
            "temperature": request.temperature,
            "max_tokens": request.max_tokens + thoughts,
            **({"stop": list(request.stop)} if request.stop else {}),
            **({"chat_template_kwargs": thinking} if kind in ("llama-server", "vllm") else {}),
        }

    def _object(self, request: Completion, cancel: CancelToken) -> Piece:
        """Return the rest of a JSON object that fits the request's schema.

        Raises:
            AppError: `call_malformed` when two answers do not fit.
        """
        schema = request.schema
        if schema is None:
            raise AppError("call_malformed")
        asked = dataclasses.replace(request, prefill="")
        usage: dict[str, Any] | None = None
        for attempt in range(2):
            text, usage = self._whole(asked, schema, cancel)
            found = remote_json.read_object(text)
            wrong = remote_json.problem(found, schema)
            if found is not None and not wrong:
                written = remote_json.fitted(found, schema)
                return Piece(remote_json.rest_of(written, request.prefill), "stop", usage)
            if attempt == 0:
                messages = remote_json.sent_back(request, text, wrong)
                asked = dataclasses.replace(asked, messages=messages)
        raise AppError("call_malformed")

    def _whole(
        self, request: Completion, schema: dict[str, Any], cancel: CancelToken
    ) -> tuple[str, dict[str, Any] | None]:
        """Return a whole answer, held to the schema by the server if it can do that."""
        if self._schemas:
            try:
                more = {"response_format": remote_json.response_format(schema)}
                return _joined(self._chat(request, more, cancel))
            except AppError as error:
                if not _refuses(error, "response_format", "schema", "format", "grammar"):
                    raise
                self._schemas = False
        return _joined(self._chat(request, {}, cancel))

    # --- choosing

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the log-probabilities of candidates, or which one the server chooses.

        Where probabilities are to be had, that of the best is exact and the others are upper
        bounds. Without them, a request with a prefill is a choice; one without asks how sure the
        model is, which then cannot be told: all are alike, and nothing is asked.
        """
        with self._asking(cancel) as joint:
            served = self._ready(joint)
            if served.kind == "llama-server":
                return self._llama.score(request, candidates, joint)
            if not request.prefill or not candidates:
                return Scored((0.0,) * len(candidates), 0, 0)
            return self._chosen(served, request, candidates, joint)

    def _chosen(
        self, served: Served, request: Completion, candidates: Sequence[str], cancel: CancelToken
    ) -> Scored:
        asked = dataclasses.replace(request, max_tokens=_CHOICE_TOKENS, temperature=0.0, stop=())
        if served.kind == "llama-cpp-python":
            closed = [f'{name}"' for name in candidates]
            asked = dataclasses.replace(asked, grammar=choice_grammar(closed))
        else:
            schema = remote_json.choice_schema(request.prefill, candidates)
            # The grammar only says that there is one: this server goes by the schema.
            asked = dataclasses.replace(asked, grammar=choice_grammar(candidates), schema=schema)
        said = Said(asked)
        text = ""
        for piece in self._pieces(served, asked, cancel):
            text += said.add(piece)
        name = text.split('"')[0]
        if name not in candidates:
            raise AppError("call_malformed")
        done = said.done()
        values = tuple(CHOSEN if one == name else PASSED_OVER for one in candidates)
        return Scored(values, done.prompt_tokens, done.prompt_tokens_evaluated)

    # --- the rest

    @property
    def prepares(self) -> bool:
        """It does not: what the server keeps is its own affair."""
        return False

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Send nothing."""
        return Prepared()

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Have a server that keeps prompts read this one; of others only ask what they serve."""
        with self._asking(CancelToken()) as cancel:
            if self._ready(cancel).kind == "llama-server":
                self._llama.warm(messages, cancel)

    def restart(self) -> None:
        """Forget what is known of the server; the next request asks anew."""
        self._served = None
        self._api = RemoteApi(self._server, self._endpoint.model)

    def close(self) -> None:
        """Break what is under way; the engine can not be used afterwards."""
        self._closing.cancel()


def opened(messages: Sequence[PromptMessage], prefill: str) -> Sequence[PromptMessage]:
    """Return messages that ask for the beginning of the answer, which cannot be given there."""
    if not prefill or not messages:
        return messages
    last = messages[-1]
    words = f"{last.text}\n\n({prefill}…)"
    return [*messages[:-1], PromptMessage(last.role, words)]


def _joined(pieces: Iterator[Piece]) -> tuple[str, dict[str, Any] | None]:
    text, usage = "", None
    for piece in pieces:
        text += piece.text
        usage = piece.usage or usage
    return text, usage


def _refuses(error: AppError, *words: str) -> bool:
    """Tell whether a server refused a request for one of `words` in it."""
    said = str(error.params.get("said", "")).casefold()
    status = error.params.get("status")
    refused = error.code == "endpoint_failed" and status in (400, 422, 500, 501)
    return refused and any(word in said for word in words)
