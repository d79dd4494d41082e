"""What goes with an erased text, and what stays: pure."""

from __future__ import annotations

import pytest

from assistant_app.domain.redaction import MARK, ErasedWords, Quotes, redact_json, whole_quotes


def taker(*texts: str, spared: tuple[str, ...] = (), far: bool = False):
    words = ErasedWords(texts)
    words.spare(spared)
    return lambda text: words.take(text, far=far)


@pytest.mark.parametrize(
    ("erased", "text", "left"),
    [
        ("The user's friend is Mei", "Mei's cake. Meis. Meinung? Timei", "…'s cake. …. Meinung? Timei"),
        ("The user collects stamps", "Stamping a STAMP is not stampede.", "… a … is not stampede."),
        # A long word goes wherever it is found, for it must be in no byte.
        ("The user likes garden gnomes", "My gardening, tea-garden, gardens", "My …, tea-…, …"),
        ("The user likes a.c (x+", "a.c abc (x+", "a.c abc (x+"),
        ("The user met ＺＥＢＵＬＯＮ", "zebulon, Ｚebulon", "…, …"),
        ("用户喜欢下午开会", "好的，下午开会。", "好的，…。"),
        ("我女儿叫欧阳晓棠", "用户叫晓棠，记住了欧阳晓棠吧", "用户叫…，记住了…吧"),
        ("", "anything", "anything"),
    ],
)  # fmt: skip
def test_telling_words_go_and_others_stay(erased: str, text: str, left: str) -> None:
    assert taker(erased)(text) == left.replace("…", MARK)


def test_plain_words_are_never_taken() -> None:
    take = taker("The user remembered that a friend is called Zebulon", "用户记得他叫晓棠")
    assert take("The user is called Zebulon, remember?") == f"The user is called {MARK}, remember?"
    assert take("用户叫晓棠，记得吗") == f"用户叫{MARK}，记得吗"


def test_what_the_owner_still_has_stays_as_a_whole_word() -> None:
    take = taker("The user's friend Mei grows Zebuline", spared=("Meiling is here", "我叫晓棠"))
    assert take("Mei and Meiling") == f"{MARK} and Meiling"
    take = taker("The user has gardens and Zebuline", spared=("A gardener, Zebuline",))
    assert take("gardens, gardener, zebuline") == f"{MARK}, gardener, zebuline"
    take = taker("用户的朋友欧阳晓棠", spared=("晓棠小学",))
    assert take("晓棠小学和欧阳晓棠") == f"晓棠小学和{MARK}"


def test_far_texts_lose_only_what_is_long_and_telling() -> None:
    take = taker("The user's daughter Mei likes Zebulon and pottery", far=True)
    assert take("Mei, a daughter of Zebulon: pottery") == f"Mei, a daughter of {MARK}: {MARK}"
    take = taker("用户的朋友晓棠喜欢普洱茶", far=True)
    assert take("你的朋友喜欢茶，晓棠喝普洱茶") == f"你的朋友喜欢茶，晓棠喝{MARK}"


def test_quotes_go_over_white_space_and_case_and_overlap() -> None:
    take = Quotes(["My daughter is called Mei", "is called Mei, you"]).take
    assert take("Well, my  daughter is\ncalled Mei, you know.") == f"Well, {MARK} know."
    assert Quotes(["(x+ y"]).take("a (X+ y") == f"a {MARK}"
    assert Quotes(["", "  "]).take("anything") == "anything"
    assert Quotes(["我女儿叫晓棠"]).take("好的，我女儿叫晓棠。") == f"好的，{MARK}。"
    assert whole_quotes(["Mei", "the tea", "I like tea", "我叫晓棠", "晓棠"]) == [
        "I like tea",
        "我叫晓棠",
    ]


def test_json_is_changed_in_its_texts_only() -> None:
    take = taker("The user's friend Search booked Mei in 2026 as an event")
    cards = {
        "Mei": ["Mei", 4, None, {"text": "Mei"}],
        "actions": [{"tool": "search", "item_kind": "event", "args": {"words": "search"}}],
        "at": ["2026-11-24T15:00", "2026-11-24", "in 2026"],
        "calls": ['{"tool": "search", "words": "Mei"}', "{not JSON, Mei"],
    }
    assert redact_json(cards, take) == {
        "Mei": [MARK, 4, None, {"text": MARK}],
        "actions": [{"tool": "search", "item_kind": "event", "args": {"words": MARK}}],
        "at": ["2026-11-24T15:00", "2026-11-24", f"in {MARK}"],
        "calls": [f'{{"tool": "search", "words": "{MARK}"}}', f"{{not JSON, {MARK}"],
    }
