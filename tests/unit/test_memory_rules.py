"""What the rules would keep of a message, and what they leave alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.language import detect
from assistant_app.domain.memory import Draft, Memory, MemoryKind, MemoryStatus
from assistant_app.memory.compare import decide
from assistant_app.memory.rules import category_of, propose
from assistant_app.memory.secrets import has_secret
from assistant_app.memory.voice import third_person


def known(*texts: str) -> list[Memory]:
    return [
        Memory(n, text, MemoryKind.SEMANTIC, MemoryStatus.ACTIVE, 0, 0, lang=detect(text))
        for n, text in enumerate(texts)
    ]


def drafts(text: str, *existing: str) -> list[Draft]:
    return propose(text, detect(text), known(*existing))


@pytest.mark.parametrize(
    ("text", "words", "kind"),
    [
        ("remember that my daughter is called Mei and she is 4", "Mei", "semantic"),
        ("Please don't forget that I park in bay 12.", "bay 12", "semantic"),
        ("The gate sticks in winter. Remember that.", "gate", "semantic"),
        ("Keep in mind that I start work at six.", "six", "semantic"),
        ("我记得我叫吕博，记住它", "吕博", "semantic"),
        ("记住，我女儿叫小满", "小满", "semantic"),
        ("帮我记一下：车位在B2层18号", "B2", "semantic"),
        ("记住，以后回答都用中文", "中文", "procedural"),
    ],
)
def test_a_request_to_remember_is_kept_as_asked(text: str, words: str, kind: str) -> None:
    (draft,) = drafts(text)
    assert draft.explicit
    assert words in draft.text
    assert draft.kind == kind
    assert draft.quote in text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "I have two cats, work as a nurse and live in Leeds",
            ["The user has two cats", "The user works as a nurse", "The user lives in Leeds"],
        ),
        (
            "My name is Nina, I have a son, and I'm a nurse.",
            ["The user's name is Nina", "The user has a son", "The user is a nurse"],
        ),
        (
            "I work as a nurse in Leeds and have two kids.",
            ["The user works as a nurse in Leeds", "The user has two kids"],
        ),
        ("I like to run and hate mud", ["The user likes to run", "The user hates mud"]),
        ("We have a dog and love it", ["The user and theirs have a dog and love it"]),
        (
            "I have two kids, Mia is 4 and Tom is 7",
            ["The user has two kids, Mia is 4 and Tom is 7"],
        ),
        ("Hi there, I'm Priya, I have a dog", ["The user is Priya", "The user has a dog"]),
        ("我是护士，住在利兹，养了两只猫", ["用户是护士", "用户住在利兹", "用户养了两只猫"]),
        ("你好，我是护士", ["用户是护士"]),
        ("Just call me Sam", ["Just call the user Sam"]),
        ("Just call me whatever you like.", []),
        ("Call me in ten minutes", []),
        ("叫我起床", []),
    ],
)
def test_each_fact_of_a_sentence_is_kept_with_its_subject(text: str, kept: list[str]) -> None:
    assert [draft.text for draft in drafts(text)] == kept


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I'm allergic to walnuts, what can I bake?", "walnuts"),
        ("My sister Tara is a pilot.", "Tara"),
        ("I work as a plumber in Cork", "plumber"),
        ("We moved to Porto last spring", "Porto"),
        ("I go climbing every Thursday evening", "climbing"),
        ("我比较喜欢在下午开会，上午通常比较忙。", "下午"),
        ("我叫欧阳娜娜，在携程上班。", "欧阳娜娜"),
        ("我老婆是会计，最近总加班", "会计"),
        ("我们家养了两只鹦鹉，吵死了", "鹦鹉"),
        ("我每天晚上十点睡觉", "十点"),
    ],
)
def test_a_lasting_statement_is_proposed_with_its_sentence(text: str, words: str) -> None:
    found = drafts(text)
    assert any(words in draft.text for draft in found)
    assert all(draft.quote in text and not draft.explicit for draft in found)


@pytest.mark.parametrize(
    "text",
    [
        "Am I allergic to walnuts?",
        "If I lived in Rome I would walk more",
        "I'm so tired today",
        "Add lunch with Tara tomorrow at noon",
        "Translate into French: I live in Leeds and I hate my job.",
        "Write a poem in which I am a lonely lighthouse keeper",
        "Let's pretend: I'm a knight and I own three castles",
        'My boss said "I never drink coffee before ten" in the meeting',
        "I live on Mars. Just kidding.",
        "Don't remember this: I failed the exam",
        "Oh sure, I just love it when the train is late",
        "Remember to call the plumber",
        "Do you remember where I live?",
        "> I moved to Oslo\nwhat does she mean?",
        "今天好累",
        "如果我住在海边就好了",
        "帮我订一张去成都的票",
        "把这句话翻译成英文：我对花生过敏",
        "我们来角色扮演，我是船长，我讨厌大海",
        "别记下来，我昨天没去上班",
        "你还记得我住在哪里吗？",
        "听说他在北京工作",
        "记得明天提醒我开会",
        "讲个笑话",
    ],
)
def test_what_is_no_statement_of_the_owners_is_left_alone(text: str) -> None:
    assert drafts(text) == []


@pytest.mark.parametrize(
    "secret",
    [
        "4111 1111 1111 1111",
        "my password is Tr0ub4dor&3",
        "the wifi password: purple-horse-9",
        "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "SSN 078-05-1120",
        "身份证号 11010519491231002X",
        "密码是 abc12345",
        "GB82 WEST 1234 5698 7654 32",
        "-----BEGIN RSA PRIVATE KEY-----",
    ],
)
def test_secrets_are_seen_and_never_proposed(secret: str) -> None:
    assert has_secret(secret)
    assert drafts(f"remember that {secret}") == []
    assert drafts(f"记住，{secret}") == []


@pytest.mark.parametrize(
    "plain",
    ["call me on Tuesday", "my shoe size is 43", "I forgot my password",
     "meeting at 15:00 on 2026-11-25", "the factor is 0.4242424242424242",
     "a hand-made pin on her well-worn bag, a gift from her mother-in-law",
     "order 12345678", "我的手机是华为 Mate 60", "ISBN 9781234567890 is out of print"],
)  # fmt: skip
def test_ordinary_numbers_are_no_secrets(plain: str) -> None:
    assert not has_secret(plain)


def test_a_fact_beside_a_secret_is_quoted_without_it() -> None:
    found = drafts("my wifi password is lime-tree-42 and I'm left-handed")
    assert [draft.text for draft in found] == ["The user is left-handed"]
    assert "lime-tree" not in found[0].quote


@pytest.mark.parametrize(
    ("before", "text", "decision"),
    [
        ("The user lives in Leeds", "I moved to York last week.", "replace"),
        ("The user loves Chinese food", "I hate Chinese food", "replace"),
        ("The user is allergic to peanuts", "I'm allergic to peanuts", "duplicate"),
        ("The user is allergic to peanuts", "I'm allergic to shellfish", "add"),
        ("The user's name is Ann", "My name is Anna", "replace"),
        ("The user has a son called Leo", "My son is called Max", "add"),
        ("用户叫吕博", "记住，我叫吕波", "replace"),
        ("用户关注贵州茅台行情", "我现在不关注贵州茅台了，改看宁德时代", "replace"),
        ("用户住在南京", "我搬到杭州了", "replace"),
        ("用户对花生过敏", "我对芒果过敏", "add"),
        ("用户养了一只猫叫年糕", "我还养了一只猫叫豆包", "add"),
        ("用户喜欢喝绿茶", "我喜欢喝咖啡", "add"),
        ("The user is allergic to peanuts", "我对花生过敏", "duplicate"),
        ("The user is allergic to peanuts", "我对海鲜过敏", "add"),
        ("用户喜欢喝茶", "I hate tea", "replace"),
        ("用户住在南京", "I live in Nanjing", "duplicate"),
        ("The user's locker is number 12", "My desk is number 12", "add"),
        ("The user pays 40 euros for the gym", "记住，我对花生过敏", "add"),
    ],
)
def test_what_a_new_statement_does_to_an_old_one(before: str, text: str, decision: str) -> None:
    found = drafts(text, before)
    assert found
    assert found[0].decision == decision
    assert found[0].of == (None if decision == "add" else 0)


@pytest.mark.parametrize(
    ("one", "other", "decision"),
    [
        ("The user's child Mei likes trains", "The user's child Tom likes trains", "add"),
        ("The user's cat Miso likes fish", "The user's cat Nori likes fish", "add"),
        (
            "The user's son Leo is allergic to nuts",
            "The user's son Max is allergic to nuts",
            "add",
        ),
        ("The user's friend Anna lives in York", "The user's friend Anne lives in York", "add"),
        ("用户的朋友小王住在上海", "用户的朋友小李住在上海", "add"),
        (
            "The user goes to the gym on Monday mornings before work",
            "The user goes to the gym on Tuesday mornings before work",
            "add",
        ),
        (
            "The user's favourite colour is dark green",
            "The user's favorite color is dark green",
            "duplicate",
        ),
        ("The user's child Mei likes trains", "The user's child Mei likes trains!", "duplicate"),
    ],
)
def test_look_alikes_are_two(one: str, other: str, decision: str) -> None:
    for new, old in ((one, other), (other, one)):
        assert decide(Draft(new, ""), known(old)).decision == decision


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I live in Leeds", "The user lives in Leeds"),
        ("I'm left-handed", "The user is left-handed"),
        ("I've never learned to drive", "The user has never learned to drive"),
        ("my brother and I run a shop", "The user's brother and the user run a shop"),
        ("I don't eat pork", "The user doesn't eat pork"),
        ("I moved to York", "The user moved to York"),
    ],
)
def test_a_memory_speaks_of_the_user(said: str, kept: str) -> None:
    assert third_person(said, zh=False) == kept


def test_chinese_stays_chinese() -> None:
    assert third_person("我的女儿叫安安", zh=True) == "用户的女儿叫安安"
    assert third_person("我喜欢自我介绍", zh=True) == "用户喜欢自我介绍"


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("The user's daughter is called Mei", "family"),
        ("The user lives in Leeds", "home"),
        ("用户对花生过敏", "health"),
        ("The user likes jazz", "preference"),
    ],
)
def test_a_memory_written_by_hand_gets_a_category(text: str, category: str) -> None:
    assert category_of(text) == category


@given(st.text(max_size=300), st.sampled_from(["en", "zh"]))
def test_any_message_is_survived_and_quotes_are_its_own(text: str, lang) -> None:
    for draft in propose(text, lang, []):
        assert draft.quote in text
        assert draft.text


@given(st.lists(st.sampled_from(
    ["I live in Leeds", "remember that", "我叫", "记住：", "“", "?",
     "\n", " and ", "，", "if", "不", "4111111111111111"]
), max_size=30))  # fmt: skip
def test_pieces_of_talk_in_any_order_are_survived(pieces: list[str]) -> None:
    text = "".join(pieces)
    for draft in propose(text, "en", []):
        assert draft.quote in text
        assert not has_secret(draft.text)


@pytest.mark.parametrize(
    ("message", "before", "text"),
    [
        ("我的车位费现在是三百五，更新一下", "用户的车位费每月三百", "用户的车位费现在是三百五"),
        ("物业涨价了，现在车位费是三百五，你更新一下", "用户的车位费每月三百", None),
        ("The garage raised prices, my parking is 95 now, please update that",
         "The user's parking is 80 a month", None),
        ("My dentist moved to Oak Street, please update that",
         "The user's dentist is on Elm Street", "The user's dentist moved to Oak Street"),
        ("My parking is 95 now, update your notes", "The user's parking is 80 a month",
         "The user's parking is 95 now"),
        ("吉他不学了，我改学二胡了，记一下", "用户在学吉他", "用户改学二胡了"),
        ("记住，咖啡戒了，改喝茶了", "用户每天喝咖啡", "用户改喝茶了"),
    ],
)  # fmt: skip
def test_a_request_to_update_replaces(message: str, before: str, text: str | None) -> None:
    lang = detect(message)
    known = Memory(1, before, MemoryKind.SEMANTIC, MemoryStatus.ACTIVE, 0, 0, lang=lang)
    (draft,) = propose(message, lang, [known])
    assert draft.explicit
    assert (draft.decision, draft.of) == ("replace", 1)
    assert text is None or draft.text == text


@pytest.mark.parametrize(
    "message",
    ["会议改到三点了，更新一下", "My yoga moved to Friday, please update it",
     "The meeting is at 4 now, please update it", "系统更新一下",
     "更新一下", "can you update my resume", "帮我更新一下简历"],
)  # fmt: skip
def test_an_update_of_other_things_is_no_memory(message: str) -> None:
    assert not propose(message, detect(message), [])


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("Hi there! Quick intro: I live in Bergen.", "The user lives in Bergen"),
        ("Hey, btw: I'm a vegetarian.", "The user is a vegetarian"),
        ("早上好呀，我是素食者。", "用户是素食者"),
    ],
)
def test_a_greeting_is_no_part_of_a_memory(message: str, text: str) -> None:
    (draft,) = propose(message, detect(message), [])
    assert draft.text == text
    assert draft.quote in message
