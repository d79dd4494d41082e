"""From bytes to whole characters; stop strings; circles."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.engine.text_stream import LoopGuard, TextStream

STOPS = ("<|im_end|>", "END", "。。")


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    """Return `data` in pieces, cut at the given places."""
    places = [0, *sorted({at % (len(data) + 1) for at in cuts}), len(data)]
    return [data[a:b] for a, b in pairwise(places)]


@given(st.text(max_size=60), st.lists(st.integers(0, 500), max_size=20))
def test_text_comes_out_as_it_went_in_however_it_is_cut(text, cuts):
    stream = TextStream()
    given_back = [stream.feed(piece) for piece in cut(text.encode("utf-8", "replace"), cuts)]
    assert "".join(given_back) + stream.finish() == text.encode("utf-8", "replace").decode()
    assert not any("\ufffd" in part for part in given_back) or "\ufffd" in text


@given(
    st.text("abEND。<|im_>", max_size=20),
    st.sampled_from(STOPS),
    st.text("abEND。", max_size=10),
    st.lists(st.integers(0, 200), max_size=12),
)
def test_nothing_of_a_stop_string_or_after_it_is_shown(before, stop, after, cuts):
    whole = before + stop + after
    expected = whole[: min(at for one in STOPS if (at := whole.find(one)) >= 0)]
    stream = TextStream(STOPS)
    shown = "".join(stream.feed(piece) for piece in cut(whole.encode(), cuts)) + stream.finish()
    assert stream.stopped
    assert shown == expected


def test_what_only_looked_like_a_stop_string_is_shown():
    stream = TextStream(("<|im_end|>",))
    assert stream.feed(b"1 <") == "1 "
    assert stream.feed(b" 2") == "< 2"
    assert stream.feed(b" <|im") == " "
    assert stream.finish() == "<|im"


def test_half_a_character_at_the_end_is_dropped():
    stream = TextStream()
    assert stream.feed("好".encode()[:2]) == ""
    assert stream.finish() == ""


def first_alarm(tokens: list[int]) -> int | None:
    """Return after how many tokens the guard cries, if it does."""
    guard = LoopGuard()
    return next((n for n, token in enumerate(tokens, 1) if guard.add(token)), None)


def test_a_circle_is_noticed_whatever_its_length():
    for cycle in (1, 2, 7, 30, 64, 65, 100, 128):
        tokens = list(range(1000, 1040)) + list(range(cycle)) * 100
        alarm = first_alarm(tokens)
        assert alarm is not None
        assert alarm <= 40 + max(64, (4 if cycle <= 64 else 3) * cycle) + 1


def test_lists_that_differ_somewhere_are_no_circle():
    rows = [[1, 2, 3, 100 + n, 4, 5] for n in range(200)]
    assert first_alarm([token for row in rows for token in row]) is None
    assert first_alarm([7] * 40 + [8] + [7] * 40) is None
