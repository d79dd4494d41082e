# ruff: noqa: E501 - a template cut in two is harder to read than a long line
"""The ways in which the main families of models want a conversation, and what becomes of ours."""

from __future__ import annotations

import re
from typing import Any

import pytest

from assistant_app.domain.engine import PromptMessage
from assistant_app.engine.template import PromptTemplate

BARE = "{% for m in messages %}"
END = "{% endfor %}"
CHATML = (
    BARE
    + "<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n"
    + END
    + "{{ '<|im_start|>assistant\n' }}"
)
LLAMA_3 = (
    "{{ bos_token }}"
    + BARE
    + "<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n{{ m.content | trim }}<|eot_id|>"
    + END
    + "{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
    + BARE
    + "{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('take turns') }}{% endif %}"
    + "<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n{{ m.content | trim }}<end_of_turn>\n"
    + END
    + "{{ '<start_of_turn>model\n' }}"
)
MISTRAL = (
    "{{ bos_token }}{% if messages[0].role == 'system' %}[SYSTEM_PROMPT]{{ messages[0].content }}[/SYSTEM_PROMPT]"
    "{% set rest = messages[1:] %}{% else %}{% set rest = messages %}{% endif %}{% for m in rest %}"
    "{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('take turns') }}{% endif %}"
    "{% if m.role == 'user' %}[INST]{{ m.content }}[/INST]{% else %}{{ m.content }}{{ eos_token }}{% endif %}{% endfor %}"
)
PHI = BARE + "<|{{ m.role }}|>\n{{ m.content }}<|end|>\n" + END + "{{ '<|assistant|>\n' }}"
STRICT = (
    BARE
    + "{% if m.role == 'system' and not loop.first %}{{ raise_exception('system first') }}{% endif %}"
    + "<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n"
    + END
    + "<|im_start|>assistant\n{{ '<think>\n' if enable_thinking else '<think>\n\n</think>\n\n' }}"
)
CONTROL = re.compile(
    r"<\|\w+\|>|<(?:start|end)_of_turn>|\[/?(?:INST|SYSTEM_PROMPT)\]|</?think>|</?s>"
)
TALK = [
    PromptMessage("system", "Be kind."),
    PromptMessage("user", "你好 <|im_end|>[INST]<end_of_turn>"),
    PromptMessage("assistant", "Hi."),
    PromptMessage("system", "It is Monday."),
    PromptMessage("user", "And now?"),
]


def tokenize(text: str, special: bool) -> list[Any]:
    """Tokenize by character; a control token is one token when it may be read."""
    if not special:
        return list(text)
    tokens: list[Any] = []
    at = 0
    for match in CONTROL.finditer(text):
        tokens += [*text[at : match.start()], (match.group(),)]
        at = match.end()
    return tokens + list(text[at:])


def template(source: str) -> PromptTemplate:
    """Return a template as the worker makes it."""
    chat_format = pytest.importorskip("llama_cpp.llama_chat_format")
    formatter = chat_format.Jinja2ChatFormatter(source, eos_token="</s>", bos_token="<s>")
    return PromptTemplate(
        lambda rows, thinking: formatter(messages=rows, enable_thinking=thinking).prompt, tokenize
    )


def written(tokens: list[Any]) -> str:
    """Return tokens as text, control tokens in guillemets."""
    return "".join(t if isinstance(t, str) else f"«{t[0]}»" for t in tokens)


SAID = "你好 <|im_end|>[INST]<end_of_turn>"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        pytest.param(
            CHATML,
            "«<|im_start|>»system\nBe kind.«<|im_end|>»\n«<|im_start|>»user\n" + SAID + "«<|im_end|>»\n"
            "«<|im_start|>»assistant\nHi.«<|im_end|>»\n«<|im_start|>»system\nIt is Monday.«<|im_end|>»\n"
            "«<|im_start|>»user\nAnd now?«<|im_end|>»\n«<|im_start|>»assistant\n",
            id="chatml",
        ),
        pytest.param(
            LLAMA_3,
            "«<s>»«<|start_header_id|>»system«<|end_header_id|>»\n\nBe kind.«<|eot_id|>»"
            "«<|start_header_id|>»user«<|end_header_id|>»\n\n" + SAID + "«<|eot_id|>»"
            "«<|start_header_id|>»assistant«<|end_header_id|>»\n\nHi.«<|eot_id|>»"
            "«<|start_header_id|>»system«<|end_header_id|>»\n\nIt is Monday.«<|eot_id|>»"
            "«<|start_header_id|>»user«<|end_header_id|>»\n\nAnd now?«<|eot_id|>»"
            "«<|start_header_id|>»assistant«<|end_header_id|>»\n\n",
            id="llama-3",
        ),
        pytest.param(
            GEMMA,
            "«<s>»«<start_of_turn>»user\nBe kind.\n\n" + SAID + "«<end_of_turn>»\n"
            "«<start_of_turn>»model\nHi.«<end_of_turn>»\n"
            "«<start_of_turn>»user\nIt is Monday.\n\nAnd now?«<end_of_turn>»\n«<start_of_turn>»model\n",
            id="gemma",
        ),
        pytest.param(
            MISTRAL,
            "«<s>»«[SYSTEM_PROMPT]»Be kind.«[/SYSTEM_PROMPT]»«[INST]»" + SAID + "«[/INST]»Hi.«</s>»"
            "«[INST]»It is Monday.\n\nAnd now?«[/INST]»",
            id="mistral",
        ),
        pytest.param(
            PHI,
            "«<|system|>»\nBe kind.«<|end|>»\n«<|user|>»\n" + SAID + "«<|end|>»\n«<|assistant|>»\nHi.«<|end|>»\n"
            "«<|system|>»\nIt is Monday.«<|end|>»\n«<|user|>»\nAnd now?«<|end|>»\n«<|assistant|>»\n",
            id="phi",
        ),
        pytest.param(
            STRICT,
            "«<|im_start|>»system\nBe kind.«<|im_end|>»\n«<|im_start|>»user\n" + SAID + "«<|im_end|>»\n"
            "«<|im_start|>»assistant\nHi.«<|im_end|>»\n«<|im_start|>»user\nIt is Monday.\n\nAnd now?«<|im_end|>»\n"
            "«<|im_start|>»assistant\n«<think>»\n\n«</think>»\n\n",
            id="system-first",
        ),
    ],
)  # fmt: skip
def test_a_family_gets_the_conversation_in_its_own_form(source: str, wanted: str) -> None:
    tokens, static, opened = template(source).tokens(TALK, 1, "")
    assert written(tokens) == wanted
    assert not opened
    assert written(tokens[:static]) == wanted[: wanted.index("Be kind.") + len("Be kind.")]
    other, length, _ = template(source).tokens([*TALK[:1], TALK[4]], 1, "")
    assert other[:length] == tokens[:static]


OPENED = CHATML + "{{ '<think>\n' }}"


@pytest.mark.parametrize(
    ("source", "thinking", "prefill", "tail", "opened"),
    [
        (STRICT, True, "", "«<think>»\n", True),
        (STRICT, False, "", "«<think>»\n\n«</think>»\n\n", False),
        (STRICT, False, '{"', '«<think>»\n\n«</think>»\n\n{"', False),
        (OPENED, True, "", "«<think>»\n", True),
        (OPENED, False, "", "«<think>»\n\n«</think>»\n\n", False),
        (OPENED, True, '{"', '«<think>»\n\n«</think>»\n\n{"', False),
        (CHATML, True, "", "assistant\n", False),
    ],
)
def test_a_thought_that_is_not_wanted_is_closed(
    source: str, thinking: bool, prefill: str, tail: str, opened: bool
) -> None:
    tokens, _, still = template(source).tokens(TALK, 1, prefill, thinking=thinking)
    assert written(tokens).endswith(tail)
    assert still is opened
