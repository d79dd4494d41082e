"""A call is written in fewer steps than it has tokens, and is the same call."""

from __future__ import annotations

import dataclasses

import pytest
from engine_help import ask

from assistant_app.domain.engine import Completion
from assistant_app.engine import protocol
from assistant_app.engine.ahead import ByteTokens, forced_tokens
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.chat_model import ChatModel
from assistant_app.engine.grammar import arguments_grammar, arguments_prefill
from assistant_app.engine.worker import NativeModel

TOOL = {
    "name": "add",
    "parameters": {
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 40},
            "kind": {"type": "string", "enum": ["event", "task"]},
        },
        "required": ["title", "kind"],
    },
}
TEXT = "Plan a long walk in the park with Benjamin"
LIKELY = '{"tool": "add", "title": "Plan a long walk in the park with Benjamin", "kind": "event"}'


@pytest.fixture(scope="module")
def model(tiny_model) -> NativeModel:
    load = protocol.Load(
        id=1, model=str(tiny_model), mode="chat", context=1024, batch=64, threads=1,
        gpu_layers=0, cache_dir="",
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        # A worker gives way to the window; this process has all later tests to run.
        patch.setattr("assistant_app.engine.worker.give_way", lambda: None)
        return NativeModel(load, CancelFlag())


def _request(**more: object) -> Completion:
    plain = ask(
        TEXT, grammar=arguments_grammar(TOOL), prefill=arguments_prefill("add"), max_tokens=60
    )
    return dataclasses.replace(plain, **more)


def _answer(model: NativeModel, request: Completion, monkeypatch) -> tuple[str, int, int]:
    """Return the text, the steps it took and its tokens."""
    steps = []
    decode = NativeModel.decode

    def counted(self, entries, outputs):
        steps.append(len(entries))
        return decode(self, entries, outputs)

    model.clear()
    chat = ChatModel(model, CancelFlag(), None, "")
    with monkeypatch.context() as patch:
        patch.setattr(NativeModel, "decode", counted)
        chat.warm(request.messages[:1])
        steps.clear()
        parts: list[str] = []
        done = chat.complete(request, lambda text, _: parts.append(text))
    return "".join(parts), len(steps), done.completion_tokens


def _without(monkeypatch, model: NativeModel, request: Completion) -> tuple[str, int, int]:
    with monkeypatch.context() as patch:
        patch.setattr("assistant_app.engine.answer.forced_tokens", lambda *_: [])
        patch.setattr("assistant_app.engine.answer.Answer.guess", lambda *_: [])
        return _answer(model, request, monkeypatch)


def test_the_same_call_in_fewer_steps(model, monkeypatch):
    request = _request()
    plain, plain_steps, tokens = _without(monkeypatch, model, request)
    text, steps, _ = _answer(model, request, monkeypatch)
    assert text == plain
    assert text.startswith('", "title": "')
    assert plain_steps >= tokens - 1
    assert steps <= 0.8 * plain_steps


@pytest.mark.parametrize(
    "likely",
    [LIKELY, LIKELY.replace("park", "zoo"), '{"tool": "add"}', "中文", '"title": "title"'],
)
def test_what_was_expected_changes_nothing(model, monkeypatch, likely):
    plain, _, _ = _without(monkeypatch, model, _request())
    text, _, _ = _answer(model, _request(likely=likely), monkeypatch)
    assert text == plain


def test_what_was_expected_and_right_saves_most_steps(model, monkeypatch):
    plain, plain_steps, _ = _without(monkeypatch, model, _request())
    right = arguments_prefill("add") + plain
    text, steps, _ = _answer(model, _request(likely=right), monkeypatch)
    assert text == plain
    assert steps <= 0.35 * plain_steps


def test_a_short_limit_holds(model, monkeypatch):
    for limit in (1, 3, 7):
        request = _request(likely=LIKELY, max_tokens=limit)
        plain, _, plain_count = _without(monkeypatch, model, request)
        text, _, count = _answer(model, request, monkeypatch)
        assert count == plain_count == limit
        assert plain.startswith(text) or text.startswith(plain)


def test_the_next_question_is_not_disturbed_by_what_was_tried(model, monkeypatch):
    chat = ChatModel(model, CancelFlag(), None, "")
    chat.complete(_request(likely=LIKELY.replace("park", "zoo")), lambda *_: None)
    parts: list[str] = []
    chat.complete(ask("What is tea?"), lambda text, _: parts.append(text))
    fresh: list[str] = []
    model.clear()
    ChatModel(model, CancelFlag(), None, "").complete(
        ask("What is tea?"), lambda text, _: fresh.append(text)
    )
    assert parts == fresh


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ('root ::= "yes, certainly"', b"yes, certainly"),
        ('root ::= "no" | "nothing"', b"no"),
        ('root ::= "明天" | "明年"', "明".encode()),
        ('root ::= "a" | "b"', b""),
        ('root ::= [a-z]+ "end"', b""),
        ('root ::= ("x")?', b""),
    ],
)
def test_only_what_must_come_is_forced(model, grammar, text):
    state = model.grammar(grammar)
    tokens = forced_tokens(model, state, ByteTokens(model))
    state.close()
    found = b"".join(map(model.piece, tokens))
    assert text.startswith(found)
    if text == b"yes, certainly":
        assert found == text


def test_a_vocabulary_without_single_bytes_forces_nothing(model):
    class Few:
        vocabulary = 3

        def piece(self, token):
            return b"the"

    state = model.grammar('root ::= "yes"')
    known = ByteTokens(Few())
    assert forced_tokens(model, state, known) == []
    assert len(known.tokens) == 3
    state.close()
