"""The line protocol: what is written is read back, and nothing else is read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage
from assistant_app.engine import protocol

any_text = st.text(st.characters(exclude_categories=()), max_size=60)
numbers = st.integers(0, 2**40)
prompt = st.builds(
    PromptMessage, role=st.sampled_from(["system", "user", "assistant"]), text=any_text
)
completions = st.builds(
    Completion,
    messages=st.lists(prompt, max_size=4).map(tuple),
    static=numbers,
    prefill=any_text,
    grammar=st.none() | any_text,
    max_tokens=numbers,
    temperature=st.floats(0, 2),
    stop=st.lists(any_text, max_size=3).map(tuple),
    scope=any_text,
)
done = st.builds(
    CompletionDone,
    finish=st.sampled_from(["stop", "length", "cancelled", "repeated"]),
    prompt_tokens=numbers,
    prompt_tokens_evaluated=numbers,
    completion_tokens=numbers,
    ttft_ms=numbers,
    total_ms=numbers,
)
texts = st.lists(any_text, max_size=4).map(tuple)
messages = st.one_of(
    st.builds(protocol.Load, id=numbers, model=any_text, context=numbers, chats_dir=any_text),
    st.builds(protocol.Complete, id=numbers, request=completions),
    st.builds(protocol.Score, id=numbers, request=completions, candidates=texts),
    st.builds(protocol.Warm, id=numbers, messages=st.lists(prompt, max_size=3).map(tuple)),
    st.builds(protocol.Prepare, id=numbers, request=completions, budget=numbers),
    st.builds(protocol.Count, id=numbers, texts=texts),
    st.builds(protocol.Embed, id=numbers, texts=texts),
    st.builds(protocol.Cancel, id=numbers),
    st.builds(protocol.Hello, version=numbers, pid=numbers, library=any_text),
    st.builds(protocol.Begun, id=numbers),
    st.builds(protocol.Progress, id=numbers),
    st.builds(protocol.Chunk, id=numbers, text=any_text),
    st.builds(protocol.Done, id=numbers, done=done),
    st.builds(protocol.Result, id=numbers, value=st.none() | st.lists(numbers)),
    st.builds(
        protocol.Failed, id=numbers, code=any_text, params=st.dictionaries(any_text, numbers)
    ),
)


@given(messages)
def test_every_message_survives_the_pipe_on_one_line(message):
    line = protocol.encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert protocol.decode(line) == message


@given(st.binary(max_size=200))
def test_bytes_that_are_no_message_are_refused(line):
    with pytest.raises(protocol.ProtocolError):
        protocol.decode(line)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "nothing"},
        {"type": "chunk", "id": 1},
        {"type": "chunk", "id": "1", "text": "a"},
        {"type": "chunk", "id": True, "text": "a"},
        {"type": "chunk", "id": 1, "text": "a", "more": 1},
        {"type": "count", "id": 1, "texts": "abc"},
        {"type": "load", "id": 1, "model": "m", "mode": "other"},
        {"type": "done", "id": 1, "done": {"finish": "stop"}},
        {"type": "warm", "id": 1, "messages": [{"role": "nobody", "text": ""}]},
        [1],
        "chunk",
        None,
    ],
)
def test_objects_that_do_not_fit_are_refused(body):
    with pytest.raises(protocol.ProtocolError):
        protocol.decode(json.dumps(body).encode())


def test_deep_nesting_is_refused_and_does_not_end_the_process():
    with pytest.raises(protocol.ProtocolError):
        protocol.decode(b'{"type":"result","id":1,"value":' + b"[" * 200_000)
