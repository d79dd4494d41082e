"""A claim of something done is not shown where nothing was done."""

from __future__ import annotations

import pytest

from assistant_app.agent.claims import ClaimGuard, is_claim
from assistant_app.domain.language import Lang
from assistant_app.resources import phrase


def _shown(lang: Lang, text: str, size: int = 3, done: tuple[str, ...] = ()) -> str:
    guard = ClaimGuard(lang, done)
    pieces = [text[n : n + size] for n in range(0, len(text), size)]
    return "".join(map(guard.feed, pieces)) + guard.finish()


@pytest.mark.parametrize(
    ("lang", "sentence", "claim"),
    [
        ("en", "I've added the choir to your calendar.", True),
        ("en", "Sure! I have set a reminder for 5 pm.", True),
        ("en", "Your meeting has been moved to Friday.", True),
        ("en", "Added milk to your shopping list.", True),
        ("en", "I'll remind you at five.", True),
        ("en", "Okay, the event has been cancelled.", True),
        ("en", "I cannot add that to your calendar.", False),
        ("en", "Shall I put it on your list?", False),
        ("en", "I have not changed your calendar.", False),
        ("en", "The meeting of the two leaders was moved by the war.", False),
        ("en", "I added sugar to the tea once.", False),
        ("en", "You can set a reminder by saying so.", False),
        ("zh", "已为你添加合唱团的日程。", True),
        ("zh", "好的，我会在五点提醒你。", True),
        ("zh", "提醒设置成功。", True),
        ("zh", "我已经把会议改到周五了。", True),
        ("zh", "我不能帮你添加日程。", False),
        ("zh", "需要我帮你设置提醒吗？", False),
        ("zh", "你可以直接说“添加日程”。", False),
        ("zh", "这项法律已经取消了。", False),
        ("zh", "他已经取消了那场演出的计划吗？", False),
    ],
)
def test_what_is_a_claim(lang: Lang, sentence: str, claim: bool) -> None:
    assert is_claim(sentence, lang) is claim


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("lang", "text", "before", "after"),
    [
        (
            "en", "Good idea. I've added the choir to your calendar. I'll remind you at 5. Enjoy it!",
            "Good idea. ", " Enjoy it!",
        ),
        ("zh", "好主意。已为你添加合唱团的日程。玩得开心！", "好主意。", "玩得开心！"),
    ],
)  # fmt: skip
def test_a_claim_is_put_right_once(
    lang: Lang, text: str, before: str, after: str, size: int
) -> None:
    assert _shown(lang, text, size) == before + phrase(lang, "agent.nothing_done") + after


@pytest.mark.parametrize("size", [1, 4, 1000])
@pytest.mark.parametrize(
    "text",
    [
        "It is 3.5 km from here. I think you would like it!\n\nI'd go by bus",
        "- one\n- two\n\nYour idea is good.",
        "Version 2.0 has been out since May. Hm",
        "",
    ],
)
def test_all_else_goes_through_unchanged(text: str, size: int) -> None:
    assert _shown("en", text, size) == text


def test_what_was_done_may_be_told() -> None:
    said = "Yes, I've added the choir to your calendar."
    assert _shown("en", said, done=("Choir",)) == said


def test_a_text_that_was_asked_for_says_what_it_says() -> None:
    guard = ClaimGuard("en", anything=True)
    said = "Dear all, I have moved the meeting to Friday. I've added it to the calendar."
    assert guard.feed(said) + guard.finish() == said


def test_words_flow_before_their_sentence_ends() -> None:
    guard = ClaimGuard("en")
    assert guard.feed("The sky looks blue ") == "The sky looks blue "
    assert guard.feed("because") == "because"
    assert guard.feed(". I have ") == "."
