"""Choose a tool for a message, under a grammar that allows nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from assistant_app.agent.prompt import decision_messages, static_messages, tool_names
from assistant_app.domain.engine import (
    ChatEngine,
    Completion,
    CompletionDone,
    PromptMessage,
    TextChunk,
)
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Draft
from assistant_app.domain.session import Message
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.grammar import tool_grammar
from assistant_app.errors import AppError, Cancelled
from assistant_app.tools.calculate import find_sum
from assistant_app.tools.spec import Call, parse_call, schemas

MAX_TOKENS = 200


@dataclass(frozen=True, slots=True)
class Decision:
    """The call, what the model read for it, and what it cost (None when no model was asked)."""

    call: Call
    messages: tuple[PromptMessage, ...]
    done: CompletionDone | None = None


@cache
def _grammar(names: tuple[str, ...]) -> str:
    by_name = {schema["name"]: schema for schema in schemas()}
    return tool_grammar([by_name[name] for name in names])


def by_rule(text: str, drafts: Sequence[Draft]) -> Call | None:
    """Return the call that the words alone make certain, without asking the model.

    An explicit "remember that …" and a bare sum: rules know these better than a small model.
    """
    explicit = [draft for draft in drafts if draft.explicit]
    if explicit:
        return Call("remember", {"text": explicit[0].text})
    expression = find_sum(text)
    bare = text.strip().rstrip("=?？。. ").strip()
    if expression and len(expression) >= 0.8 * len(bare) and any(c in expression for c in "+*/^%"):
        return Call("calculate", {"expression": expression})
    return None


def decide(
    engine: ChatEngine,
    lang: Lang,
    past: Sequence[Message],
    text: str,
    cancel: CancelToken,
    *,
    summary: str = "",
    without: Sequence[str] = (),
    scope: str = "",
) -> Decision:
    """Ask the model which tool fits the message; tools in `without` are not offered.

    Raises:
        AppError: `call_malformed`, or what the engine raises; `Cancelled`.
    """
    messages = decision_messages(lang, past, text, summary)
    names = tuple(name for name in tool_names(lang) if name not in without)
    request = Completion(
        messages=messages,
        static=len(static_messages(lang)),
        grammar=_grammar(names),
        max_tokens=MAX_TOKENS,
        scope=scope,
    )
    written, done = _run(engine, request, cancel)
    return Decision(parse_call(written), tuple(messages), done)


def _run(
    engine: ChatEngine, request: Completion, cancel: CancelToken
) -> tuple[str, CompletionDone]:
    pieces: list[str] = []
    for chunk in engine.complete(request, cancel):
        if isinstance(chunk, TextChunk):
            pieces.append(chunk.text)
        elif chunk.finish == "cancelled":
            raise Cancelled
        else:
            return "".join(pieces), chunk
    raise AppError("engine_stopped")
