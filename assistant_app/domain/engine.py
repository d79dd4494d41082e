"""What the rest of the app asks of a language model, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from assistant_app.domain.turn import CancelToken

CHATS_SETTING = "engine.chats_mb"
CHATS_MB = 512
"""Megabytes that the states of all conversations take on disk, unless the setting says otherwise."""
NEW_CHAT = "new"
"""The scope of how the first answer of any new conversation begins: nothing in it was said."""


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """A message of the prompt, before the model's own template is put around it."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Completion:
    """A request for text.

    The first `static` messages never change within a release, model and language: their KV state
    is computed once and kept on disk. `prefill` is the start of the answer, given to the model and
    not given back. `grammar` is GBNF. `scope` names the conversation, whose state on disk is used.
    `likely` is what the answer will probably be, prefill included: under a grammar it saves time
    where it is right, and changes nothing where it is not. `thinking` is how many tokens a thinking
    model may write for itself before it answers; 0 asks it not to, and never under a grammar.
    `schema` is the JSON schema of the whole answer, prefill included, for servers that have no
    grammars. Without `ahead` nothing is taken before the model says it, which only takes longer: to
    measure what it saves.
    """

    messages: Sequence[PromptMessage]
    static: int = 0
    prefill: str = ""
    grammar: str | None = None
    max_tokens: int = 512
    temperature: float = 0.0
    stop: tuple[str, ...] = ()
    scope: str = ""
    likely: str = ""
    thinking: int = 0
    schema: dict[str, Any] | None = None
    ahead: bool = True


@dataclass(frozen=True, slots=True)
class TextChunk:
    """Whole characters of the answer, as they come; `thought` marks what a model says to itself."""

    text: str
    thought: bool = False


@dataclass(frozen=True, slots=True)
class CompletionDone:
    """The end of an answer. `finish` says why it ended; times in milliseconds.

    `repeated` means that the model went round in circles and was stopped.
    """

    finish: Literal["stop", "length", "cancelled", "repeated"]
    prompt_tokens: int
    prompt_tokens_evaluated: int
    completion_tokens: int
    ttft_ms: int
    total_ms: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Log-probabilities of candidates, in their order, and what they cost in prompt tokens.

    The tokens of the candidates themselves count as evaluated too. An engine that can only choose
    gives the chosen one 0 and the others -20, and all 0 where it could not even do that.
    """

    values: tuple[float, ...]
    prompt_tokens: int
    prompt_tokens_evaluated: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """What it took to have a conversation ready: tokens computed, bytes written."""

    evaluated: int = 0
    written: int = 0


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What is loaded. `context` is in tokens, `size` in bytes.

    `host` is where it runs, when that is not a process of ours: what is said to it leaves here.
    `notes` are what the owner should know of it: the phrases `engine.notes.CODE`.
    """

    model: str
    path: str
    context: int
    size: int = 0
    thinks: bool = False
    """Whether it is a model that can think before it answers."""
    meta: dict[str, str] = field(default_factory=dict)
    host: str = ""
    notes: tuple[str, ...] = ()


class ChatEngine(Protocol):
    """A language model. Every method blocks; any thread but the window's may call it.

    Failures are `AppError`: `no_model`, `model_missing`, `model_not_gguf`, `model_truncated`,
    `model_unsupported`, `model_too_large`, `model_load_crashed`, `model_load_hung`,
    `model_set_aside`, `engine_out_of_memory`, `engine_killed`, `engine_crashed`, `engine_hung`,
    `engine_stopped`, `prompt_too_long`; `endpoint_*` where a server answers.
    """

    @property
    def loaded(self) -> bool:
        """Whether the model is loaded at this moment; never blocks."""

    @property
    def prepares(self) -> bool:
        """Whether `prepare` does anything: nothing is sent to a server before it is asked."""

    def info(self) -> EngineInfo:
        """Load the model if it is not, and say what it is."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""

    def complete(
        self, request: Completion, cancel: CancelToken
    ) -> Iterator[TextChunk | CompletionDone]:
        """Stream the answer; the last item is the `CompletionDone`.

        Cancelling ends it with `finish="cancelled"`, within 3 s at worst (the worker is killed).
        """

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the log-probability of each candidate as the start of the answer to `request`.

        The sum over its tokens, after `prefill`; grammar, stop and temperature do not count. Of a
        candidate that cannot be the best, it is that of its first token alone: an upper bound.

        Raises:
            Cancelled: the end was asked for.
        """

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Compute the KV state of a static prompt and keep it on disk, unless it is there."""

    def prepare(self, request: Completion, cancel: CancelToken, budget: int = 0) -> Prepared:
        """Have a conversation, up to the end of its last message, ready for what follows.

        With a `budget`, its state is kept on disk under `scope`, so that another process goes on
        with it; the states of all conversations take that many bytes at most.

        Raises:
            Cancelled: the end was asked for; what was done until then stands.
        """

    def restart(self) -> None:
        """Drop the worker, hung or not; the next request starts another."""

    def close(self) -> None:
        """Stop the worker; the engine can not be used afterwards."""


class Embedder(Protocol):
    """Turns text into vectors; `model` names their space, `dim` their length."""

    @property
    def model(self) -> str:
        """The name under which vectors are stored."""

    @property
    def dim(self) -> int:
        """The length of a vector."""

    def embed(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return a unit vector for each text, as a question (`query`) or as a passage.

        Raises:
            AppError: `engine_*`, as `ChatEngine`.
        """

    def close(self) -> None:
        """Stop what computes, within 3 s; it can not be used afterwards. Safe to call twice."""
