"""What is thought is told from what is said, wherever the text is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.engine.thought import ThoughtStream, left_open, thinks


def read(pieces: list[str], *, thinking: bool = False) -> tuple[str, str]:
    """Return what was thought and what was said."""
    stream = ThoughtStream(thinking=thinking)
    found = [part for piece in pieces for part in stream.feed(piece)] + list(stream.finish())
    assert all(text for text, _ in found)
    return (
        "".join(text for text, thought in found if thought),
        "".join(text for text, thought in found if not thought),
    )


@pytest.mark.parametrize(
    ("text", "thinking", "thought", "said"),
    [
        ("<think>\nHm.\n</think>\n\nYes.", False, "\nHm.\n", "Yes."),
        ("\n<think>Hm</think>Yes", False, "Hm", "Yes"),
        ("Hm.\n</think>\n\nYes.", True, "Hm.\n", "Yes."),
        ("<think></think>\n\n好的", False, "", "好的"),
        ("Plain answer.", False, "", "Plain answer."),
        ("  indented", False, "", "  indented"),
        ("Say <think> aloud", False, "", "Say <think> aloud"),
        ("<thin", False, "", "<thin"),
        ("<think>never ends", False, "never ends", ""),
        ("<think>a</think>b <think>c</think>", False, "a", "b <think>c</think>"),
        ("<think>a</th b</think>c", False, "a</th b", "c"),
    ],
)
def test_thought_and_said(text: str, thinking: bool, thought: str, said: str) -> None:
    assert read([text], thinking=thinking) == (thought, said)
    assert read(list(text), thinking=thinking) == (thought, said)


@given(st.text(st.sampled_from("<>/think \nab")), st.data())
def test_cuts_change_nothing(text: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(["", "<think>", "x"])) + text + data.draw(
        st.sampled_from(["", "</think>", "</think>\n\nSo."])
    )  # fmt: skip
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert read(pieces) == read([text])


def test_a_thought_that_was_ended_stays_ended() -> None:
    stream = ThoughtStream(thinking=True)
    assert list(stream.feed("and so on")) == [("and so on", True)]
    stream.close()
    assert list(stream.feed("\n\nThe answer")) == [("The answer", False)]
    assert not stream.thinking


def test_open_prompts_and_thinking_templates() -> None:
    assert left_open("assistant\n<think>\n")
    assert not left_open("assistant\n<think>\n\n</think>\n\n")
    assert not left_open("assistant\n")
    assert thinks("{% if enable_thinking %}")
    assert not thinks("{{ messages }}")
