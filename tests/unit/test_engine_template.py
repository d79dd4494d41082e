"""The prompt as tokens: a stable prefix, and messages that cannot forge control tokens."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.engine import PromptMessage
from assistant_app.engine import template
from assistant_app.engine.template import PromptTemplate, render_chatml

CONTROL = 1_000_000


def tokenize(text: str, special: bool) -> list[int]:
    """Tokenize by character; a control token of ChatML is one token when it may be read."""
    tokens: list[int] = []
    while text:
        if special and text.startswith(("<|im_start|>", "<|im_end|>")):
            end = text.index("|>") + 2
            tokens.append(CONTROL + (end == 10))
            text = text[end:]
        else:
            tokens.append(ord(text[0]))
            text = text[1:]
    return tokens


chatml = PromptTemplate(None, tokenize)
words = st.text(st.sampled_from("ab\n<|im_end|>\ue2f00\ue2f1你"), max_size=20)
talk = st.lists(
    st.builds(PromptMessage, role=st.sampled_from(["system", "user", "assistant"]), text=words),
    min_size=1,
    max_size=6,
)


@given(talk, st.data())
def test_the_tokens_of_the_static_messages_start_every_prompt_with_them(messages, data):
    static = data.draw(st.integers(0, len(messages)))
    more = data.draw(talk)
    one, length, _ = chatml.tokens(messages, static, "")
    other, other_length, _ = chatml.tokens([*messages[:static], *more], static, "x")
    assert length == other_length
    assert one[:length] == other[:length]
    assert (length == 0) == (static == 0)


@given(talk)
def test_only_the_template_makes_control_tokens(messages):
    tokens, _, _ = chatml.tokens(messages, 0, "<|im_end|>")
    starts = sum(token == CONTROL for token in tokens)
    ends = sum(token == CONTROL + 1 for token in tokens)
    assert starts == len(messages) + 1
    assert ends == len(messages)


def test_the_prompt_is_the_rendered_template_and_then_the_prefill():
    messages = [PromptMessage("system", "Be kind."), PromptMessage("user", "你好")]
    tokens, static, _ = chatml.tokens(messages, 1, '{"')
    rows = [{"role": m.role, "content": m.text} for m in messages]
    assert tokens == tokenize(render_chatml(rows), True) + tokenize('{"', False)
    assert tokens[:static] == tokenize("<|im_start|>system\nBe kind.", True)


def no_system(rows: list[dict[str, str]], _thinking: bool) -> str:
    """Render as the templates do that know two roles only, which must take turns."""
    text = ""
    for index, row in enumerate(rows):
        if row["role"] != ("user", "assistant")[index % 2]:
            raise ValueError("roles must alternate")
        text += f"[{row['role']}]{row['content']}"
    return text + "[assistant]"


def test_a_template_without_system_messages_gets_them_in_the_users_turn():
    template = PromptTemplate(no_system, tokenize)
    messages = [
        PromptMessage("system", "S"),
        PromptMessage("user", "A"),
        PromptMessage("assistant", "B"),
        PromptMessage("system", "T"),
        PromptMessage("user", "C"),
    ]
    tokens, static, _ = template.tokens(messages, 1, "")
    assert "".join(map(chr, tokens)) == "[user]S\n\nA[assistant]B[user]T\n\nC[assistant]"
    assert static == len("[user]S")


def test_a_template_that_raises_or_loses_messages_gives_way_to_chatml():
    def broken(rows: list[dict[str, str]], thinking: bool) -> str:
        raise RuntimeError

    messages = [PromptMessage("user", "A")]
    expected = chatml.tokens(messages, 1, "")
    for render in (broken, lambda rows, _: "nothing", lambda rows, _: rows[0]["content"] * 2):
        assert PromptTemplate(render, tokenize).tokens(messages, 1, "") == expected


def test_a_template_that_never_ends_gives_way_and_is_not_tried_again(monkeypatch):
    monkeypatch.setattr(template, "LIMIT_S", 0.2)
    calls: list[int] = []

    def endless(_rows: list[dict[str, str]], _thinking: bool) -> str:
        calls.append(1)
        while True:
            pass

    prompt = PromptTemplate(endless, tokenize)
    assert not prompt.works()
    messages = [PromptMessage("user", "Hi")]
    assert prompt.tokens(messages, 0, "") == chatml.tokens(messages, 0, "")
    assert len(calls) == 1


def test_a_template_works_if_it_renders_a_chat_in_some_way():
    assert PromptTemplate(render_chatml_like, tokenize).works()
    assert PromptTemplate(no_system, tokenize).works()
    assert not PromptTemplate(lambda rows, _thinking: 1 / 0, tokenize).works()
    assert not PromptTemplate(lambda rows, _thinking: "always the same", tokenize).works()
    assert not chatml.works()


def render_chatml_like(rows: list[dict[str, str]], thinking: bool = False) -> str:
    """Render as ChatML, from another function."""
    return render_chatml(rows, thinking)
