"""A JSON object from a server that has no grammars: by schema where it can, else by asking.

What comes is read with patience (fences, words around it), checked, and written anew in the exact
form in which calls are written; one that does not fit is sent back once with what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from assistant_app.domain.engine import Completion, PromptMessage
from assistant_app.domain.text import clean
from assistant_app.errors import AppError

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_KEY = re.compile(r'\{"([^"\\]+)": "')


def choice_schema(prefill: str, candidates: Sequence[str]) -> dict[str, Any] | None:
    """Return the schema of an object whose first string is one of `candidates`.

    None where `prefill` is not the beginning of one.
    """
    match = _KEY.fullmatch(prefill)
    if match is None:
        return None
    values = {"type": "string", "enum": list(candidates)}
    return {
        "type": "object",
        "properties": {match[1]: values},
        "required": [match[1]],
        "additionalProperties": False,
    }


def response_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return what asks a server to keep to `schema`."""
    return {
        "type": "json_schema",
        "json_schema": {"name": "call", "schema": dict(schema), "strict": True},
    }


def read_object(text: str) -> dict[str, Any] | None:
    """Return the first JSON object in a text, or None."""
    rest = _THOUGHT.sub("", text)
    decoder = json.JSONDecoder(strict=False)
    at = rest.find("{")
    while at >= 0:
        try:
            found, _end = decoder.raw_decode(rest, at)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            return found
        at = rest.find("{", at + 1)
    return None


def problem(found: Mapping[str, Any] | None, schema: Mapping[str, Any]) -> str:
    """Return what keeps an object from fitting a flat schema, for the model; empty when it fits."""
    if found is None:
        return "there is no JSON object in it"
    for name in schema["required"]:
        if not isinstance(found.get(name), str) or not found[name].strip():
            return f'"{name}" is missing'
    for name, rule in schema["properties"].items():
        if name in schema["required"] and found[name] not in rule.get("enum", (found[name],)):
            return f'"{name}" is none of {json.dumps(rule["enum"], ensure_ascii=False)}'
    return ""


def fitted(found: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return an object as calls are written: the strings that the schema knows, in its order."""
    kept = {
        name: clean(found[name])
        for name in schema["properties"]
        if isinstance(found.get(name), str) and found[name].strip()
    }
    return json.dumps(kept, ensure_ascii=False)


def sent_back(request: Completion, answer: str, wrong: str) -> list[PromptMessage]:
    """Return the messages that ask once more, with what is wrong with the first answer."""
    schema = json.dumps(request.schema, ensure_ascii=False)
    words = (
        f"That cannot be used: {wrong}. Write one JSON object by this schema, and nothing else:"
    )
    return [
        *request.messages,
        PromptMessage("assistant", answer.strip()[:2000] or "-"),
        PromptMessage("user", f"{words}\n{schema}"),
    ]


def rest_of(written: str, prefill: str) -> str:
    """Return what follows `prefill` in an object as it is written.

    Raises:
        AppError: `call_malformed` when it does not begin so.
    """
    if not written.startswith(prefill):
        raise AppError("call_malformed")
    return written[len(prefill) :]
