"""Which program a server is, what it serves, and how it counts tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from assistant_app.domain.text import one_line
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.remote_api import RemoteApi
from assistant_app.engine.thought import thinks
from assistant_app.errors import AppError

Kind = Literal["llama-server", "llama-cpp-python", "vllm", "ollama", "other"]

USUAL_CONTEXT = 4096
"""Tokens of the window where a server does not say: what Ollama and others start with."""
_SIZE_KEYS = ("max_model_len", "max_context_length", "context_length", "n_ctx")


@dataclass(frozen=True, slots=True)
class Served:
    """A model that is served: its name there, by which program, and its window in tokens.

    `thinks` says that it can be asked to think before it answers.
    """

    kind: Kind
    model: str
    context: int
    thinks: bool = False

    @property
    def title(self) -> str:
        """The name of the model for people: a server may name it by the path of its file."""
        return self.model.replace("\\", "/").rsplit("/", 1)[-1]


def probe(api: RemoteApi, cancel: CancelToken, context: int = 0) -> Served:
    """Ask a server what it is; `context` is what its owner says of the window, 0 is nothing.

    Raises:
        AppError: `endpoint_*`; `endpoint_which_model` when it serves several and none was named,
            `endpoint_model_missing` when it does not serve the one that was.
    """
    listing = api.ask("/v1/models", cancel=cancel)
    rows = listing.get("data") if isinstance(listing, dict) else None
    if not isinstance(rows, list):
        raise AppError("endpoint_not_api", host=api.host)
    named = [row for row in rows if isinstance(row, dict) and row.get("id")]
    served = {one_line(str(row["id"])): row for row in named}
    several = f"?model={quote(api.model)}" if api.model and len(served) > 1 else ""
    props = api.try_ask(f"/props{several}", cancel=cancel)
    settings = props.get("default_generation_settings") if isinstance(props, dict) else None
    if isinstance(settings, dict):
        name = next(iter(served), api.model) if len(served) < 2 else _named(api, served)
        size = context or _size(settings) or USUAL_CONTEXT
        return Served("llama-server", name, size, thinks(str(props.get("chat_template", ""))))
    name = _named(api, served)
    kind = _kind(api, served.get(name, {}), cancel)
    size = context or _size(served.get(name, {}))
    if kind == "ollama" and not context:
        size = _loaded_size(api, name, cancel)
    return Served(kind, name, size or USUAL_CONTEXT)


def _named(api: RemoteApi, served: dict[str, Any]) -> str:
    names = ", ".join(sorted(served)[:20])
    if not api.model:
        if len(served) != 1:
            raise AppError("endpoint_which_model", host=api.host, names=names or "-")
        return next(iter(served))
    for name in (api.model, f"{api.model}:latest"):
        if name in served or not served:
            return name
    raise AppError("endpoint_model_missing", host=api.host, model=api.model)


def _kind(api: RemoteApi, row: dict[str, Any], cancel: CancelToken) -> Kind:
    if row.get("owned_by") == "vllm":
        return "vllm"
    version = api.try_ask("/api/version", cancel=cancel)
    if isinstance(version, dict) and "version" in version:
        return "ollama"
    count = api.try_ask("/extras/tokenize/count", {"input": "a"}, cancel=cancel)
    if isinstance(count, dict) and "count" in count:
        return "llama-cpp-python"
    return "other"


def _size(row: dict[str, Any]) -> int:
    """Return the window that a description tells of, or 0."""
    meta = row.get("meta")
    for place in (row, meta if isinstance(meta, dict) else {}):
        for key in _SIZE_KEYS:
            if isinstance(place.get(key), int) and place[key] > 0:
                return int(place[key])
    return 0


def _loaded_size(api: RemoteApi, name: str, cancel: CancelToken) -> int:
    running = api.try_ask("/api/ps", cancel=cancel)
    rows = running.get("models") if isinstance(running, dict) else None
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and name in (row.get("name"), row.get("model")):
            return _size(row)
    return 0


def count_tokens(api: RemoteApi, served: Served, text: str, cancel: CancelToken) -> int:
    """Return the tokens of a text, as the server counts them; else an estimate on the safe side."""
    found: Any = None
    if served.kind == "llama-server":
        body = {"model": served.model, "content": text, "parse_special": False}
        found = api.ask("/tokenize", body, cancel=cancel)
        return len(found["tokens"]) if isinstance(found, dict) and "tokens" in found else 0
    if served.kind == "llama-cpp-python":
        found = api.try_ask("/extras/tokenize/count", {"input": text}, cancel=cancel)
    elif served.kind == "vllm":
        found = api.try_ask("/tokenize", {"model": served.model, "prompt": text}, cancel=cancel)
    count = found.get("count") if isinstance(found, dict) else None
    return count if isinstance(count, int) else estimate(text)


def estimate(text: str) -> int:
    """Return about how many tokens a text is: three letters each, or one Chinese character."""
    wide = sum(char >= "\u2e80" for char in text)
    return wide + -(-(len(text) - wide) // 3)
