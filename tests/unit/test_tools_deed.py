"""A deed told in the past beside "tick that off" is the task that is meant."""

from __future__ import annotations

import pytest

from assistant_app.tools.deed import deed_in, only_refers
from assistant_app.tools.deed_zh import fits_deed


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("paid the plumber, tick that off", "paid the plumber"),
        ("called grandma so cross it off my list", "called grandma"),
        ("i've posted the parcel, you can mark that as done", "i've posted the parcel"),
        ("the bins are out - tick it off please", "the bins are out"),
        ("bought stamps, mark it complete", "bought stamps"),
        ("finally sent the invoice! cross that off", "finally sent the invoice"),
        ("check that off, i called the vet", "i called the vet"),
        ("council tax is paid, tick it", "council tax is paid"),
        ("hoovered the stairs so that's off my list", "hoovered the stairs"),
        ("finished the report so strike it off the list", "finished the report"),
    ],
)
def test_the_other_clause_is_the_deed(text: str, deed: str) -> None:
    assert deed_in(text) == deed
    assert deed_in(text.upper()) == deed.upper()


@pytest.mark.parametrize(
    "text",
    [
        "tick off the ironing",
        "check that off",
        "mark it as done please",
        "I asked for Tuesday, scratch that",
        "she called at noon. strike that",
        "mark the ironing as done",
        "the tram's delayed, check it",
        "all done, you can tick that one off now",
        "did i pay the plumber? check that",
    ],
)
def test_no_deed_is_told(text: str) -> None:
    assert deed_in(text) == ""


@pytest.mark.parametrize(
    ("words", "refers"),
    [("it", True), ("that one", True), ("tick that off", True), ("the ironing", False)],
)
def test_words_that_name_nothing(words: str, refers: bool) -> None:
    assert only_refers(words) is refers


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("地板拖完了，标一下", "地板拖完了"),
        ("房租也交了，也标上", "房租也交了"),
        ("干洗的衣服拿回来了那项销掉", "干洗的衣服拿回来了"),
        ("浇完花了 打个勾", "浇完花了"),
        ("给房东回过电话了，消掉吧", "给房东回过电话了"),
        ("药买好了，那条划了", "药买好了"),
        ("终于把简历改完了，帮我勾上", "终于把简历改完了"),
        ("报税搞定了，那个待办打钩", "报税搞定了"),
        ("勾掉吧，车险已经续了", "车险已经续了"),
        ("灯泡换好啦，标为完成", "灯泡换好啦"),
    ],
)
def test_a_chinese_deed_is_told_beside_the_wish(text: str, deed: str) -> None:
    assert deed_in(text) == deed


@pytest.mark.parametrize(
    "text",
    [
        "把拖地标为完成",
        "标一下完成",
        "地板拖完了吗，标一下",
        "地板还没拖完，先别划掉",
        "地板拖完了",
        "待办里拖地打勾",
        "他们走了，标一下",
        "如果房租交了，就标上",
    ],
)
def test_no_chinese_deed_is_told(text: str) -> None:
    assert deed_in(text) == ""


@pytest.mark.parametrize(
    ("deed", "title", "fit"),
    [
        ("地板拖完了", "拖地板", 2),
        ("房租也交了", "交房租", 2),
        ("浇完花了", "浇花", 2),
        ("给房东回过电话了", "给房东回电话", 2),
        ("包裹拿回来了", "取包裹", 2),
        ("包裹都取回来了", "去门卫取包裹", 1),
        ("厨房地板拖了", "拖地板", 1),
        ("简历弄好了", "改简历", 1),
        ("水费缴了", "交水费", 2),
        ("水费交了", "交电费", 0),
        ("地板拖完了", "擦地板", 0),
        ("猫砂换了", "买猫砂", 0),
    ],
)
def test_a_chinese_deed_has_the_characters_of_its_task(deed: str, title: str, fit: int) -> None:
    assert fits_deed(deed, title) == fit
