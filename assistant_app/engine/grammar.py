r"""GBNF grammars made from the tools' JSON schemas.

A small model asked for JSON writes fences, comments and three other formats; under a grammar it can
only write the call. The form is exact, `{"tool": "NAME", "arg": "text"}` with one space after comma
and colon, because models know that spelling best, and because what is exact need not be sampled.
Strings are one line: `\"` and `\\` are their only escapes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

TOOL_PREFILL = '{"tool": "'
"""The start of every call, to be given to the model with `tool_grammar(..., prefilled=True)`."""

MAX_CHARS = 200
_CHAR = r'char ::= [^"\\\x00-\x1f\x7f] | "\\" ["\\]'
_START = r'start ::= [^"\\\x00-\x20\x7f] | "\\" ["\\]'
_INTEGER = 'integer ::= "-"? ("0" | [1-9] [0-9]{0,11})'
_NUMBER = 'number ::= integer ("." [0-9]{1,9})?'


def arguments_prefill(name: str) -> str:
    """Return the start of a call whose tool is decided, to go with `arguments_grammar`."""
    return f"{TOOL_PREFILL}{name}"


def tool_grammar(
    tools: Sequence[Mapping[str, Any]], *, prefilled: bool = False, max_chars: int = MAX_CHARS
) -> str:
    """Return the grammar of one call of one of `tools` (`{"name", "parameters": JSON schema}`).

    Arguments come in the order of the schema's properties, required ones always. Strings have
    `minLength` to `maxLength` characters, or at most `max_chars`, and do not start with a space.
    With `prefilled`, the grammar is of what follows `TOOL_PREFILL`.

    Raises:
        ValueError: no tool, or a property of a type that calls do not have.
    """
    if not tools:
        raise ValueError("a grammar needs a tool")
    opening = "" if prefilled else f"{_literal(TOOL_PREFILL)} "
    rules = [f"root ::= {opening}call {_literal('}')}"]
    rules.append("call ::= " + " | ".join(f"call-{number}" for number in range(len(tools))))
    for number, tool in enumerate(tools):
        name = _literal(f'{tool["name"]}"')
        rules.append(f"call-{number} ::= {name}{_arguments(tool, max_chars)}")
    return _with_terminals(rules)


def arguments_grammar(tool: Mapping[str, Any], *, max_chars: int = MAX_CHARS) -> str:
    """Return the grammar of what follows `arguments_prefill`: the rest of a call of `tool`.

    Raises:
        ValueError: as `tool_grammar`.
    """
    quote, closing = _literal('"'), _literal("}")
    return _with_terminals([f"root ::= {quote}{_arguments(tool, max_chars)} {closing}"])


def choice_grammar(choices: Sequence[str]) -> str:
    """Return the grammar of exactly one of `choices`.

    Raises:
        ValueError: there is none, or one is empty.
    """
    if not choices or not all(choices):
        raise ValueError("a choice needs words")
    return "root ::= " + " | ".join(map(_literal, choices)) + "\n"


def with_prefill(grammar: str, prefill: str) -> str:
    """Return a grammar made here, of the answer with `prefill` at its start."""
    first, _, rest = grammar.partition("\n")
    body = first.removeprefix("root ::= ")
    return f"root ::= {_literal(prefill)} ({body})\n{rest}"


def object_grammar(schema: Mapping[str, Any], *, max_chars: int = MAX_CHARS) -> str:
    """Return the grammar of one flat JSON object by `schema`; the first property is required.

    Raises:
        ValueError: as `tool_grammar`, or the first property is optional.
    """
    properties = list(schema.get("properties", {}))
    if not properties or properties[0] not in schema.get("required", ()):
        raise ValueError("the first property must be required")
    parts = _parts(schema, max_chars)
    first = parts[0].removeprefix('", ')
    body = " ".join([f'"{first}', *parts[1:]])
    return _with_terminals([f"root ::= {_literal('{')} {body} {_literal('}')}"])


def _arguments(tool: Mapping[str, Any], max_chars: int) -> str:
    return "".join(f" {part}" for part in _parts(tool.get("parameters", {}), max_chars))


def _parts(schema: Mapping[str, Any], max_chars: int) -> list[str]:
    """Return an expression for each property: `, "name": value`, in brackets when optional."""
    required = set(schema.get("required", ()))
    parts = []
    for name, property_ in schema.get("properties", {}).items():
        lead = _literal(f", {json.dumps(name, ensure_ascii=False)}: ")
        part = f"{lead} {_value(property_, max_chars)}"
        parts.append(part if name in required else f"({part})?")
    return parts


def _value(schema: Mapping[str, Any], max_chars: int) -> str:
    if "enum" in schema:
        texts = (json.dumps(value, ensure_ascii=False) for value in schema["enum"])
        return "(" + " | ".join(map(_literal, texts)) + ")"
    match schema.get("type"):
        case "string":
            low = int(schema.get("minLength", 0))
            high = max(low, int(schema.get("maxLength", max_chars)), 1)
            quote = _literal('"')
            filled = f"start char{{{max(low, 1) - 1},{high - 1}}}"
            return f"{quote} {filled if low else f'({filled})?'} {quote}"
        case "integer" | "number" as kind:
            return str(kind)
        case "boolean":
            return '("true" | "false")'
        case other:
            raise ValueError(f"calls have no arguments of type {other!r}")


def _literal(text: str) -> str:
    r"""Return `text` as a GBNF literal."""
    escapes = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
    return '"' + "".join(escapes.get(char, char) for char in text) + '"'


def _with_terminals(rules: list[str]) -> str:
    """Return the text of a grammar, with the rules that its rules use."""
    text = "\n".join(rules)
    needed = []
    if "number" in text:
        needed.append(_NUMBER)
    if "integer" in text or "number" in text:
        needed.append(_INTEGER)
    if "start" in text:
        needed += [_START, _CHAR]
    return "\n".join([*rules, *needed]) + "\n"
