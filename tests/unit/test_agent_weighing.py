"""What is only weighed changes nothing; what is decided in the same breath does."""

from __future__ import annotations

import pytest

from assistant_app.agent.weighing import weighs


@pytest.mark.parametrize(
    "text",
    [
        "should I push the choir to Sunday",
        "hmm, should we skip chess this week?",
        "thinking about swapping chess and choir, not sure",
        "maybe I should drop the pottery class",
        "perhaps we could have the call on Monday",
        "do you think I should bring the recital forward an hour?",
        "torn between Friday and Saturday for the picnic",
        "I might cancel pottery",
        "might move choir to 8",
        "can't decide whether to keep the early slot",
        "would it be better to start at nine",
        "was wondering if I should reschedule the vet",
        "considering moving the lesson, any thoughts",
        "the call may need to be moved",
        "dunno if I should skip choir",
        "周六到底去不去啊",
        "有点想把陶艺停了",
        "合唱可能要改到周日",
        "是不是可以把陶艺推到周五",
        "感觉合唱改到周日更合适一点",
        "合唱要不要往后推一天啊",
        "陶艺课该不该停掉",
        "我在想把下棋改到晚上",
        "想着要不把早会取消了",
        "你觉得野餐推到下周好吗",
        "犹豫要不要退掉周二的课",
        "是不是应该早点去接她",
        "你说改到周四合适吗",
        "明天的课去还是不去 纠结",
        "野餐定在周日怎么样 你觉得呢",
        "还没想好要不要参加周六的合唱",
        "考虑把陶艺停掉",
        "不知道改到周日行不行",
        "帮我想想要不要把野餐推迟",
        "周六的课有必要去吗",
        "拿不定主意 兽医是周一去还是周二去",
    ],
)
def test_it_is_weighed(text: str) -> None:
    assert weighs(text)


@pytest.mark.parametrize(
    "text",
    [
        "move the choir to Sunday",
        "not sure about the place, but add a picnic with Ida on Friday",
        "considering the traffic, move my lesson to 4",
        "remind me to check whether I should renew the permit",
        "can you move pottery to Sunday",
        "I've been thinking about it, cancel the picnic",
        "I need to move lunch to 1",
        "想了很久还是改到周四吧",
        "纠结了半天，还是把陶艺取消吧",
        "不犹豫了 野餐改到周日",
        "提醒我考虑要不要换房子",
        "加个待办 想想要不要续租",
        "明天问问她要不要来野餐",
        "把合唱改到周日",
        "我可能要加班 合唱改到周六",
        "周六去不了 改到周日",
        "要不改到周日吧",
        "合唱改到周日可以吗",
        "没想好地点 先帮我加个周五晚上野餐",
        "那就改到周日吧 不纠结了",
    ],
)
def test_it_is_decided(text: str) -> None:
    assert not weighs(text)


@pytest.mark.parametrize(
    "text",
    [
        "can you set a reminder for every other month? just asking",
        "out of curiosity, could you move a whole week of meetings",
        "could you book a room in the calendar? don't do it yet",
        "你可以加每天重复的日程吗？只是问问",
        "能不能设个隔天的提醒，随便问问，先不用设",
        "能把一周的会都挪走吗？没打算现在挪，就好奇",
    ],
)
def test_who_only_asks_whether_it_can_be_done_wants_nothing_done(text: str) -> None:
    assert weighs(text)


@pytest.mark.parametrize(
    "text",
    [
        "don't add it to work, add it to home",
        "remind me at 5 to ask about it",
        "先别删，改到周五",
        "提醒我问问他",
    ],
)
def test_an_order_is_no_question(text: str) -> None:
    assert not weighs(text)
