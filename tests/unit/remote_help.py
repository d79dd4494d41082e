"""What the tests of a model on a server share."""

from __future__ import annotations

from assistant_app.domain.endpoint import Endpoint, read_address
from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.grammar import TOOL_PREFILL, arguments_grammar, arguments_prefill
from assistant_app.engine.remote_engine import RemoteEngine
from assistant_app.tools.spec import specs

CHAT = "/v1/chat/completions"
TOOLS = ["create_event", "create_task", "reply"]
ASKED = (PromptMessage("system", "Be kind."), PromptMessage("user", "Hello"))


def engine_of(url: str, model: str = "", token: str | None = None, **more) -> RemoteEngine:
    entry = Endpoint("endpoint-1", "box", read_address(url), model, has_token=bool(token), **more)
    return RemoteEngine(entry, lambda: token)


def told(engine: RemoteEngine, request: Completion | None = None) -> tuple[str, CompletionDone]:
    items = list(engine.complete(request or Completion(ASKED), CancelToken()))
    text = "".join(item.text for item in items if isinstance(item, TextChunk))
    assert isinstance(items[-1], CompletionDone)
    return text, items[-1]


def call_request(tool: str) -> Completion:
    spec = specs()[tool]
    grammar = arguments_grammar({"name": tool, "parameters": spec.parameters})
    return Completion(
        ASKED, prefill=arguments_prefill(tool), grammar=grammar, schema=spec.call_schema
    )


def choice_request() -> Completion:
    return Completion(ASKED, prefill=TOOL_PREFILL)
