"""Topics barred in words: the wish is read, and what falls under it."""

from __future__ import annotations

import pytest

from assistant_app.memory.topics import Topic, topic_in


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Don't remember anything about my health", "my health"),
        ("please do not store anything about my salary.", "my salary"),
        ("remember nothing about my ex", "my ex"),
        ("Nothing about my health please", "my health"),
        ("never note down things about my church, please", "my church"),
        ("stop keeping notes on my love life", "my love life"),
        ("不要记我的健康", "我的健康"),
        ("以后别记关于我工资的事", "我工资"),
        ("请不要记录任何有关我家人的信息", "我家人"),
        ("我的感情生活，别记", "我的感情生活"),
    ],
)
def test_the_wish_is_read(text: str, topic: str) -> None:
    assert topic_in(text) == topic


@pytest.mark.parametrize(
    "text",
    [
        "don't forget to buy milk",
        "don't remember",
        "I don't remember anything about that film",
        "remember that I know nothing about cars",
        "there is nothing about my flight in the mail",
        "nothing about it matters",
        "别忘了买牛奶",
        "我不记得那件事了",
        "不要记错了",
        "记住我对医学一窍不通",
        "别记这个",
    ],
)
def test_no_wish_is_read_into_other_words(text: str) -> None:
    assert topic_in(text) is None


@pytest.mark.parametrize(
    ("topic", "about", "not_about"),
    [
        ("my health", "The user takes pills for high blood pressure", "The user likes jazz"),
        ("my health", "用户对青霉素过敏", "用户住在南京"),
        ("我的健康", "The user has asthma", "The user drives a Volvo"),
        ("我的健康", "用户上周做了手术", "用户喜欢钓鱼"),
        ("money", "The user earns 3,000 euros a month", "The user is left-handed"),
        ("我的收入", "用户月薪一万二", "用户属兔"),
        ("religion", "The user goes to church on Sundays", "The user swims on Sundays"),
        ("my cats", "The user has two cats", "The user has a dog"),
        ("my cats", "用户养了一只猫", "用户养了一只狗"),
        ("my brother Carl", "The user's brother Carl lives in Bonn", "The user's brother is tall"),
        ("my job", "The user's boss is called Vera", "The user's cat is called Vera"),
        ("我的老家", "用户的老家在山西", "用户住在青岛"),
    ],
)
def test_what_a_topic_covers(topic: str, about: str, not_about: str) -> None:
    assert Topic.of(topic).covers(about)
    assert not Topic.of(topic).covers(not_about)


def test_the_category_counts_where_the_words_do_not_tell() -> None:
    assert Topic.of("my health").covers("The user cannot eat after eight", "health")
    assert not Topic.of("my health").covers("The user cannot eat after eight", "preference")


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("food", "我喜欢吃辣。"),
        ("what I eat", "I never drink coffee"),
        ("我的饮食", "The user is a vegan"),
        ("my birthday", "我的生日是五月三号。"),
        ("我的年龄", "I turned 40 last week"),
        ("pets", "我养了一只猫"),
        ("我的宠物", "The user has a poodle called Pip"),
        ("my phone number", "我的手机号是 13800000000"),
        ("我的联系方式", "My email is pip@example.org"),
    ],
)
def test_an_everyday_topic_is_known_in_both_languages(topic: str, text: str) -> None:
    assert Topic.of(topic).covers(text)


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("food", "The user works as a nurse in Graz"),
        ("my birthday", "The user's rent is 900"),
        ("pets", "我在医院上班"),
        ("my phone number", "I live in Graz"),
        ("我的饮食", "我喜欢爬山"),
    ],
)
def test_a_topic_leaves_other_things_alone(topic: str, text: str) -> None:
    assert not Topic.of(topic).covers(text)
