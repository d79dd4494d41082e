"""The tools the model can name, and the check of what it fills in.

The schemas are in `resources/tools.json`: flat strings and enumerations only, since a small model
does no better with more. `reply` is a tool too: the one for everything that no other can do.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from assistant_app import resources
from assistant_app.errors import AppError

REPLY = "reply"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool's name and the JSON schema of its arguments."""

    name: str
    parameters: Mapping[str, Any]

    @property
    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        """The schema of each argument, in the order the model writes them."""
        properties: Mapping[str, Mapping[str, Any]] = self.parameters["properties"]
        return properties

    @property
    def required(self) -> tuple[str, ...]:
        """The arguments that must be there."""
        return tuple(self.parameters["required"])

    def only(self, fields: Collection[str]) -> ToolSpec:
        """Return the tool with no other arguments than `fields`, which the required ones are of."""
        kept = {name: schema for name, schema in self.properties.items() if name in fields}
        return ToolSpec(self.name, {**self.parameters, "properties": kept})

    @property
    def call_schema(self) -> dict[str, Any]:
        """The JSON schema of a whole call of this tool."""
        return {
            "type": "object",
            "properties": {"tool": {"type": "string", "enum": [self.name]}, **self.properties},
            "required": ["tool", *self.required],
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Call:
    """What the model asked for: a tool and its arguments, checked."""

    tool: str
    args: dict[str, str]

    def to_json(self) -> str:
        """Return the call as the model writes it, spaces and order included."""
        return json.dumps({"tool": self.tool, **self.args}, ensure_ascii=False)


@cache
def schemas() -> tuple[dict[str, Any], ...]:
    """Return the JSON schemas of all tools."""
    return tuple(json.loads(resources.read_text("tools.json")))


@cache
def specs() -> dict[str, ToolSpec]:
    """Return all tools by name."""
    return {row["name"]: ToolSpec(row["name"], row["parameters"]) for row in schemas()}


def parse_call(text: str) -> Call:
    """Read one call: `{"tool": NAME, "argument": "text", …}`.

    Unknown arguments and empty strings are dropped; enumerations outside their values too. A
    string of arguments (`""`, `"null"`) counts as none.

    Raises:
        AppError: `call_malformed` for text that is not such an object, an unknown tool, or a
            required argument that is missing. Nothing is guessed and nothing is run.
    """
    try:
        data = json.loads(text, strict=False)
    except json.JSONDecodeError as fault:
        raise AppError("call_malformed") from fault
    if not isinstance(data, dict) or data.get("tool") not in specs():
        raise AppError("call_malformed")
    spec = specs()[data["tool"]]
    args = {
        name: data[name].strip()
        for name, schema in spec.properties.items()
        if isinstance(data.get(name), str) and _fits(data[name].strip(), schema)
    }
    if missing := [name for name in spec.required if name not in args]:
        raise AppError("call_malformed", missing=missing)
    return Call(spec.name, args)


def _fits(value: str, schema: Mapping[str, Any]) -> bool:
    allowed = schema.get("enum")
    return bool(value) and (allowed is None or value in allowed)
