"""Several facts in one request are several memories; two persons are never one."""

from __future__ import annotations

import pytest

from assistant_app.agent.decide import by_rule
from assistant_app.domain.language import detect
from assistant_app.domain.memory import Draft, Memory, MemoryKind, MemoryStatus
from assistant_app.memory import rules
from assistant_app.memory.compare import decide


def known(*texts: str) -> list[Memory]:
    return [
        Memory(n, text, MemoryKind.SEMANTIC, MemoryStatus.ACTIVE, 0, 0, lang=detect(text))
        for n, text in enumerate(texts, 1)
    ]


def drafts(said: str, *before: str) -> list[Draft]:
    return rules.propose(said, detect(said), known(*before))


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        (
            "Remember that my parrot is called Kiki and I live in Turin",
            ["The user's parrot is called Kiki and the user lives in Turin"],
        ),
        (
            "Remember that my dog is called Pip and I live in Turin",
            ["The user's dog is called Pip", "The user lives in Turin"],
        ),
        (
            "remember I'm allergic to figs, my husband is called Olaf and I work as a baker.",
            [
                "The user is allergic to figs",
                "The user's husband is called Olaf",
                "The user works as a baker",
            ],
        ),
        ("记住我住在泉州，我对芒果过敏", ["用户住在泉州", "用户对芒果过敏"]),
        ("请记住：我不吃羊肉，我老婆不吃香菜。", ["用户不吃羊肉", "用户老婆不吃香菜"]),
        ("Remember that my aunt and I live in Turin", ["The user's aunt and the user live in Turin"]),
        ("Remember I like jazz and tea", ["The user likes jazz and tea"]),
        ("Remember I live here and I hate it", ["The user lives here and the user hates it"]),
        (
            "remember that if I am late and my phone is off, call Olaf",
            ["If the user is late and the user's phone is off, call Olaf"],
        ),
        ("记住我住在泉州，我觉得那里很热", ["用户住在泉州，用户觉得那里很热"]),
    ],
)  # fmt: skip
def test_facts_that_stand_alone_are_kept_apart(said: str, texts: list[str]) -> None:
    found = drafts(said)
    assert [draft.text for draft in found] == texts
    assert all(draft.explicit and draft.quote in said for draft in found)
    assert len({draft.quote for draft in found}) == 1


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("my cousin rosa likes plums", "my cousin vera likes plums"),
        ("My cousin Rosa likes plums", "my cousin Vera likes plums"),
        ("my neighbour james really likes plums", "my neighbour chris likes plums"),
        ("Rosa likes plums", "Vera likes plums"),
        ("Rosa likes plums", "The user likes plums"),
        ("The user is allergic to plums", "The user's uncle Ulf is allergic to plums"),
        ("用户的同事周宁喜欢钓鱼", "用户的同事方圆喜欢钓鱼"),
        ("我姐姐小雪爱吃李子", "我姐姐小雨爱吃李子"),
        ("我朋友阿强对虾过敏", "我朋友阿珍对虾过敏"),
        ("我妹妹小雪不喜欢李子", "我妹妹小雨喜欢李子"),
    ],
)
def test_two_persons_are_two_memories(new: str, old: str) -> None:
    assert decide(Draft(new, ""), known(old)).decision == "add"
    assert decide(Draft(old, ""), known(new)).decision == "add"


@pytest.mark.parametrize(
    ("new", "old", "decision"),
    [
        ("my cousin rosa hates plums now", "My cousin Rosa likes plums", "replace"),
        ("My cousin really likes plums", "The user's cousin likes plums", "duplicate"),
        ("我同事周宁特别喜欢钓鱼", "用户同事周宁喜欢钓鱼", "duplicate"),
        ("我妹妹最近喜欢李子", "我妹妹喜欢李子", "duplicate"),
        ("我同事周宁不喜欢钓鱼了", "我同事周宁喜欢钓鱼", "replace"),
    ],
)
def test_one_person_is_one(new: str, old: str, decision: str) -> None:
    found = decide(Draft(new, ""), known(old))
    assert (found.decision, found.of) == (decision, 1)


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("我换了新工作，在面包房当学徒，记一下", "用户在邮局上班"),
        ("我换新工作了，记一下", "用户是一名护士"),
        ("我刚找到一份新工作，记一下吧", "用户在邮局上班"),
        ("I've got a new job, make a note of that", "The user works at a post office"),
    ],
)
def test_a_new_job_replaces_the_old_one_and_is_kept(said: str, before: str) -> None:
    (draft,) = drafts(said, before)
    assert (draft.explicit, draft.decision, draft.of) == (True, "replace", 1)
    assert by_rule(said, [draft]).tool == "remember"


@pytest.mark.parametrize("said", ["我老婆换了新工作，记一下", "My wife got a new job, note that"])
def test_the_new_job_of_another_is_not_ones_own(said: str) -> None:
    (draft,) = drafts(said, "用户在邮局上班", "The user works at a post office")
    assert draft.decision == "add"


def test_a_note_of_what_is_lasting_is_kept_unless_it_has_a_day() -> None:
    said = "我换了新工作，在面包房当学徒，记一下"
    (draft,) = drafts(said)
    assert by_rule(said, [draft]).tool == "remember"
    assert by_rule(said, [draft], lambda: True) is None
    swims = "我每周三去游泳，记一下"
    assert by_rule(swims, drafts(swims)) is None
    milk = "买牛奶和鸡蛋，记一下"
    assert by_rule(milk, drafts(milk)) is None


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("我喜欢爬山", "The user likes hiking"),
        ("I enjoy swimming", "用户喜欢游泳"),
        ("I love running", "我喜欢跑步"),
        ("我喜欢钓鱼", "The user loves fishing"),
    ],
)
def test_a_pastime_is_the_same_in_the_other_language(new: str, old: str) -> None:
    assert decide(Draft(new, ""), known(old)).decision == "duplicate"


@pytest.mark.parametrize(
    ("new", "old", "decision"),
    [
        ("I'm allergic to figs", "No longer allergic to figs", "replace"),
        ("No longer allergic to figs", "The user is allergic to figs", "replace"),
        ("I'm not allergic to figs any more", "I'm allergic to figs", "replace"),
        ("I outgrew my milk allergy", "The user is allergic to milk", "replace"),
        ("我对花生不过敏了", "用户对花生过敏", "replace"),
        ("我不再对花生过敏", "The user is allergic to peanuts", "replace"),
        ("I'm not allergic to milk", "I'm allergic to figs", "add"),
        ("No longer allergic to figs", "The user is no longer allergic to figs", "duplicate"),
        ("I'm not vegetarian any more", "The user is a vegetarian", "replace"),
        ("我不再吃素了", "用户吃素", "replace"),
        ("I'm not married any more", "The user is married", "replace"),
        ("I don't work at the bakery any more", "The user works at a bakery", "replace"),
        ("I don't work at the bakery any more", "The user works at a school", "add"),
        ("I no longer live in Turin", "The user lives in Turin", "replace"),
        ("I no longer live in Turin", "The user lives in Graz", "add"),
        ("我不住在泉州了", "用户住在泉州", "replace"),
        ("我不是护士了", "用户是护士", "replace"),
        ("I live in Graz, not Turin", "The user lives in Graz", "duplicate"),
        ("I'm a vegetarian", "The user is a vegetarian", "duplicate"),
    ],
)
def test_what_is_denied_is_not_said_again(new: str, old: str, decision: str) -> None:
    assert decide(Draft(new, ""), known(old)).decision == decision


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("No longer allergic to figs!", "The user is no longer allergic to figs"),
        ("Actually, I live in Graz, remember that", "The user lives in Graz"),
        ("其实，我住在泉州，记住", "用户住在泉州"),
    ],
)
def test_a_denial_and_a_correction_are_statements_of_the_user(said: str, text: str) -> None:
    assert [draft.text for draft in drafts(said)] == [text]


@pytest.mark.parametrize(
    ("new", "old", "decision"),
    [
        ("My favourite colour is teal", "My favourite colour is green", "replace"),
        ("My favorite film is Brazil", "My favorite food is pasta", "add"),
        ("我最喜欢的颜色是蓝色", "用户最喜欢的颜色是绿色", "replace"),
        ("My wife's favourite colour is teal", "My favourite colour is green", "add"),
        ("My rent is 950", "The user's rent is 800", "replace"),
        ("我的房租是3000", "用户的房租是2500", "replace"),
        ("My blood type is A", "My blood type is B", "replace"),
        ("我的血型是AB型", "用户的血型是B型", "replace"),
        ("我老婆的血型是A型", "我的血型是B型", "add"),
        ("My email is a@fig.org", "My email is b@fig.org", "replace"),
        ("我儿子五岁了", "用户儿子四岁", "replace"),
        ("我女儿三岁", "用户儿子四岁", "add"),
        ("我女儿小雨五岁", "我女儿小雪三岁", "add"),
        ("I'm 30", "我儿子四岁", "add"),
    ],
)
def test_what_has_one_value_at_a_time_is_replaced(new: str, old: str, decision: str) -> None:
    assert decide(Draft(new, ""), known(old)).decision == decision
