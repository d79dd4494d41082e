"""Grammars from schemas: a reader of GBNF, written here, says what they accept."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app import resources
from assistant_app.engine.grammar import (
    TOOL_PREFILL,
    arguments_grammar,
    arguments_prefill,
    choice_grammar,
    object_grammar,
    tool_grammar,
)

TOOLS: list[dict[str, Any]] = json.loads(resources.read_text("tools.json"))
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}


Draw = Callable[[random.Random], str]


class Grammar:
    """Draws texts from a grammar; knows the part of GBNF that is used, and refuses the rest."""

    def __init__(self, text: str) -> None:
        lines = [line.split(" ::= ", 1) for line in text.splitlines()]
        self.rules: dict[str, Draw] = {}
        for name, source in lines:
            assert name not in self.rules, "a rule is there twice"
            self.rules[name], rest = self._choice(source)
            assert rest == "", f"unread: {rest!r}"

    def draw(self, rng: random.Random) -> str:
        """Return a text that the grammar accepts."""
        return self.rules["root"](rng)

    def _choice(self, source: str) -> tuple[Draw, str]:
        option, source = self._sequence(source)
        options = [option]
        while source.startswith("|"):
            option, source = self._sequence(source[1:].lstrip())
            options.append(option)
        if len(options) == 1:
            return option, source
        return lambda rng: rng.choice(options)(rng), source

    def _sequence(self, source: str) -> tuple[Draw, str]:
        parts: list[tuple[Draw, int, int]] = []
        while source and source[0] not in "|)":
            draw, source = self._item(source)
            low, high = 1, 1
            if source.startswith("?"):
                low, source = 0, source[1:]
            elif found := re.match(r"\{(\d+),(\d+)\}", source):
                low, high, source = int(found[1]), int(found[2]), source[found.end() :]
            parts.append((draw, low, high))
            source = source.lstrip()

        def all_of_them(rng: random.Random) -> str:
            text = ""
            for draw, low, high in parts:
                count = low if low == high else rng.choice([low, high, rng.randint(low, high)])
                text += "".join(draw(rng) for _ in range(count))
            return text

        return all_of_them, source

    def _item(self, source: str) -> tuple[Draw, str]:
        if found := re.match(r'"((?:[^"\\]|\\.)*)"', source):
            literal = re.sub(r"\\(.)", lambda m: ESCAPES[m[1]], found[1])
            return lambda _: literal, source[found.end() :]
        if found := re.match(r"\[((?:[^\]\\]|\\.)+)\]", source):
            pool = characters(found[1])
            return lambda rng: rng.choice(pool), source[found.end() :]
        if source.startswith("("):
            draw, rest = self._choice(source[1:].lstrip())
            assert rest.startswith(")")
            return draw, rest[1:]
        found = re.match(r"[a-z][a-z0-9-]*", source)
        assert found, f"cannot read: {source!r}"
        name = found[0]
        return lambda rng: self.rules[name](rng), source[found.end() :]


@cache
def characters(body: str) -> list[str]:
    """Return characters that the class `[body]` accepts, of many kinds."""
    pattern = re.compile(f"[{body}]", re.DOTALL)
    pool = [*map(chr, range(0x250)), *"中文「」，😀\u2028\u3000\u202e"]
    return [char for char in pool if pattern.fullmatch(char)]


WHOLE = Grammar(tool_grammar(TOOLS))
PREFILLED = Grammar(tool_grammar(TOOLS, prefilled=True))


def check(call: dict[str, Any], tools: list[dict[str, Any]]) -> None:
    """Assert that a call is valid by the schema of its tool."""
    (tool,) = [tool for tool in tools if tool["name"] == call["tool"]]
    schema = tool["parameters"]
    arguments = {key: value for key, value in call.items() if key != "tool"}
    assert set(schema["required"]) <= arguments.keys() <= schema["properties"].keys()
    order = list(schema["properties"])
    assert sorted(arguments, key=order.index) == list(arguments)
    for name, value in arguments.items():
        rule = schema["properties"][name]
        if "enum" in rule:
            assert value in rule["enum"]
        else:
            assert rule["minLength"] <= len(value) <= rule["maxLength"]
            assert "\n" not in value
            assert not value.startswith(" ")


@given(st.integers(0, 2**32))
def test_every_text_of_the_tool_grammar_is_a_valid_call(seed):
    text = WHOLE.draw(random.Random(seed))
    assert text.startswith(TOOL_PREFILL)
    call = json.loads(text)
    assert next(iter(call)) == "tool"
    check(call, TOOLS)
    assert json.dumps(call, ensure_ascii=False) == text


def test_every_tool_can_be_called():
    rng = random.Random(7)
    seen = {json.loads(WHOLE.draw(rng))["tool"] for _ in range(1000)}
    assert seen == {tool["name"] for tool in TOOLS}


@given(st.integers(0, 2**32))
def test_the_prefilled_grammar_is_the_rest_of_the_whole_one(seed):
    rest = PREFILLED.draw(random.Random(seed))
    assert TOOL_PREFILL + rest == WHOLE.draw(random.Random(seed))


@given(st.integers(0, 2**32), st.sampled_from(TOOLS))
def test_the_arguments_of_a_decided_tool_complete_its_call(seed, tool):
    rest = Grammar(arguments_grammar(tool)).draw(random.Random(seed))
    call = json.loads(arguments_prefill(tool["name"]) + rest)
    assert call["tool"] == tool["name"]
    check(call, TOOLS)


def test_other_types_and_unbounded_strings():
    schema = {
        "type": "object",
        "properties": {
            'say "hi"': {"type": "string"},
            "count": {"type": "integer"},
            "share": {"type": "number"},
            "sure": {"type": "boolean"},
        },
        "required": ['say "hi"'],
    }
    rng = random.Random(3)
    grammar = Grammar(object_grammar(schema, max_chars=5))
    drawn = [json.loads(grammar.draw(rng)) for _ in range(300)]
    assert {len(one['say "hi"']) for one in drawn} == set(range(6))
    assert {bool} == {type(one["sure"]) for one in drawn if "sure" in one}
    assert {int} == {type(one["count"]) for one in drawn if "count" in one}
    assert any("share" not in one for one in drawn)


def test_a_choice_is_one_of_its_words_exactly():
    words = ["yes", 'say "no"', "back\\slash", "两\n行"]
    grammar = Grammar(choice_grammar(words))
    rng = random.Random(1)
    assert {grammar.draw(rng) for _ in range(100)} == set(words)


def test_what_cannot_be_a_grammar_is_refused():
    with pytest.raises(ValueError, match="tool"):
        tool_grammar([])
    with pytest.raises(ValueError, match="words"):
        choice_grammar(["a", ""])
    with pytest.raises(ValueError, match="array"):
        arguments_grammar({"name": "x", "parameters": {"properties": {"a": {"type": "array"}}}})
    with pytest.raises(ValueError, match="required"):
        object_grammar({"properties": {"a": {"type": "string"}}})
