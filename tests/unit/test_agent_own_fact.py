"""Questions for a fact of the owner's life, and questions that look like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.agent.own_fact import asked_about, asks_own_fact

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "text",
    [
        "What insect am I scared of?",
        "do you happen to know which insect I’m scared of",
        "Could you tell me where I grew up?",
        "Do you know if I have any allergies?",
        "Am I allergic to latex?",
        "Do I like marzipan?",
        "Do I have any siblings?",
        "How many nephews do I have?",
        "What languages do I speak?",
        "When did we get married?",
        "How long have I lived here?",
        "What's my sister's favourite flower?",
        "what do you know about my job",
        "我怕什么昆虫，你知道吗？",
        "你还记得我怕什么昆虫吗",
        "我对什么过敏来着？",
        "我平时几点起床？",
        "我有几个外甥？你记得我有几个孩子吗",
        "我有没有兄弟姐妹？",
        "我吃不吃香菜？",
        "我大学读的什么专业",
        "我结婚了吗？",
        "我老婆喜欢什么花？",
        "我的血型是什么",
    ],
)
def test_a_question_only_the_owners_words_can_answer(text: str) -> None:
    assert asks_own_fact(text)


@pytest.mark.parametrize(
    "text",
    [
        "What should I wear to a funeral?",
        "What do I need for a visa?",
        "what do I do if my tooth falls out",
        "What do I write in a card for a colleague?",
        "Where am I going wrong in this recipe",
        "Do I capitalise this word?",
        "do you know what a quasar is",
        "Do you know what I mean?",
        "Which insects are people scared of?",
        "What insect are you scared of?",
        "what job would suit me",
        "What is my IP address?",
        "do I have a car wash booked",
        "what is the weather at my place",
        "我该穿什么去葬礼？",
        "我今天吃什么好？",
        "我想知道什么是类星体",
        "我头疼吃什么药",
        "我怎么才能睡着",
        "你怕什么昆虫？",
        "给我推荐什么书",
        "我妈妈生日送什么好？",
        "我这句话哪里错了",
        "我不知道说什么好",
    ],
)
def test_a_question_with_an_answer_without_them(text: str) -> None:
    assert not asks_own_fact(text)


@pytest.mark.parametrize("folder", ["tests/evaluation/gate", "packaging/need_examples"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_general_messages_are_none(folder: str, lang: str) -> None:
    lines = (ROOT / folder / f"general_{lang}.txt").read_text("utf-8").splitlines()
    assert len(lines) >= 60
    wrong = [line for line in lines if asks_own_fact(line)]
    assert len(wrong) <= 0.01 * len(lines), wrong


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Do you know what insect I am scared of?", {"insect", "scared"}),
        ("你知道我怕什么昆虫吗", {"昆虫"}),
    ],
)
def test_the_words_that_only_ask_are_no_subject(text: str, words: set[str]) -> None:
    found = set(asked_about(text))
    assert words <= found
    assert not {"know", "什么", "知道"} & found
