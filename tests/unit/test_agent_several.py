"""Several requests in one message are told apart; one request stays whole."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.several import MOST, is_to_be_listed, requests_in
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.planner.dates.api import Resolver

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "UTC")

SEVERAL = {
    "en": [
        ("buy milk and call mum at 5", ["buy milk", "call mum at 5"]),
        (
            "cancel yoga and jot down return the ladder as a to-do",
            ["cancel yoga", "jot down return the ladder as a to-do"],
        ),
        (
            "move yoga to 5pm, pencil in tea with Flo for Sunday and stick soap on my list",
            ["move yoga to 5pm", "pencil in tea with Flo for Sunday", "stick soap on my list"],
        ),
        (
            "axe yoga, ditch the gym and bin the swim",
            ["axe yoga", "ditch the gym", "bin the swim"],
        ),
        (
            "fed the cat, tick that off, and pop feed the fish on my to-dos",
            ["fed the cat, tick that off", "pop feed the fish on my to-dos"],
        ),
        (
            "chuck rice on the list, bung yoga in for 6pm then write down call Jo as a task",
            ["chuck rice on the list", "bung yoga in for 6pm", "write down call Jo as a task"],
        ),
        (
            "lunch with Tom tomorrow at noon, and dinner with Ann at 7pm",
            ["lunch with Tom tomorrow at noon", "dinner with Ann at 7pm on 2026-11-19"],
        ),
        (
            "add bread to the list and remind me to water the plants tonight",
            ["add bread to the list", "remind me to water the plants tonight"],
        ),
        (
            "move the dentist to Friday and tell me what's on Thursday",
            ["move the dentist to Friday", "tell me what's on Thursday"],
        ),
        ("meet Tom at 5 and Ann at 6", ["meet Tom at 5", "Ann at 6"]),
        (
            "cancel the gym. Also book a haircut for Saturday",
            ["cancel the gym", "book a haircut for Saturday"],
        ),
        (
            "ping me at 5 to feed the cat and add milk to the list",
            ["ping me at 5 to feed the cat", "add milk to the list"],
        ),
        (
            "add milk to the list and ping me at 5 to feed the cat",
            ["add milk to the list", "ping me at 5 to feed the cat"],
        ),
        (
            "shift choir to Sunday, and the plumber's paid so tick that off",
            ["shift choir to Sunday", "the plumber's paid so tick that off"],
        ),
        (
            "hoovered the stairs so that's off my list, and remind me at 9 to call Jan",
            ["hoovered the stairs so that's off my list", "remind me at 9 to call Jan"],
        ),
        ("pay the rent, then email the landlord", ["pay the rent", "email the landlord"]),
        (
            "wake me at 6 and remind me to feed the cat at 7",
            ["wake me at 6", "remind me to feed the cat at 7"],
        ),
        (
            "buy stamps, then post the letter and then call Ben",
            ["buy stamps", "post the letter", "call Ben"],
        ),
        (
            "when is my check-up? and add nappies to my list",
            ["when is my check-up", "add nappies to my list"],
        ),
        (
            "block Monday 9am to 10am for the audit and add print the forms as a task",
            ["block Monday 9am to 10am for the audit", "add print the forms as a task"],
        ),
    ],
    "zh": [
        ("买牛奶，五点给妈妈打电话", ["买牛奶", "五点给妈妈打电话"]),
        (
            "明天中午和小王吃饭，晚上七点和安娜看电影",
            ["明天中午和小王吃饭", "2026年11月19日晚上七点和安娜看电影"],
        ),
        ("把牙医改到周五，再看看周四有什么安排", ["把牙医改到周五", "看看周四有什么安排"]),
        ("取消健身，然后周六上午十点理发", ["取消健身", "周六上午十点理发"]),
        ("六点叫我起床，七点提醒我喂猫", ["六点叫我起床", "七点提醒我喂猫"]),
        ("购物清单加牛奶，再加一盒鸡蛋", ["购物清单加牛奶", "加一盒鸡蛋"]),
        (
            "周一有什么会？另外下午五点提醒我交表",
            ["周一有什么会", "2026年11月23日下午五点提醒我交表"],
        ),
        ("周日上午十点爬山，购物清单加上防晒霜", ["周日上午十点爬山", "购物清单加上防晒霜"]),
        ("瑜伽改到晚上八点，和小周的饭局取消", ["瑜伽改到晚上八点", "和小周的饭局取消"]),
        ("水费交了，打个勾，把订票删掉", ["水费交了，打个勾", "把订票删掉"]),
        (
            "房租交了那条划掉 周五理发改到周六下午三点 再加个待办买灯泡",
            ["房租交了那条划掉", "周五理发改到周六下午三点", "再加个待办买灯泡"],
        ),
        ("周四晚上七点聚餐 周六上午九点洗车", ["周四晚上七点聚餐", "周六上午九点洗车"]),
        ("把例会取消 帮我加个待办写周报", ["把例会取消", "帮我加个待办写周报"]),
        ("周五的课取消 周日下午两点提醒我取药", ["周五的课取消", "周日下午两点提醒我取药"]),
        ("购物清单加牛奶 周三的瑜伽删掉", ["购物清单加牛奶", "周三的瑜伽删掉"]),
        ("包裹取回来了，销掉，再加个待办寄发票", ["包裹取回来了，销掉", "加个待办寄发票"]),
    ],
}
ONE = {
    "en": [
        "remind me to buy milk and call mum at 5",
        "buy milk and eggs",
        "add eggs, milk and bread to shopping",
        "lunch with Tom and Ann tomorrow at noon",
        "add lunch tomorrow at noon and remind me an hour before",
        "schedule review on Monday at 3pm and Tuesday at 4pm",
        "what is a monad and how do I use it",
        "explain photosynthesis and show an example",
        "tell me a story and make it funny",
        "write me a poem about cats and dogs",
        "I live in York and work at the library",
        "I was in Rome on Monday and in Paris on Tuesday",
        "my sister is called Ann and she lives in Leeds",
        "Dr. Lin moved to Monday",
        'add "bread and call mum" to the list',
        "vet with Rex on Monday at 3pm, put it on my calendar",
        "dinner at Ida's on Friday at 8, book it in please",
        "I watered the ferns, tick it off",
        "dad's birthday is May 3, put it in every year",
        "last night we saw the play at 8 and the film at 10",
        "summarise: lunch with Ida moved to Friday at 1, and tennis with Ben to Monday at 9",
        "should we have lunch on Monday at 1 and tennis on Tuesday at 9?",
        "",
    ],
    "zh": [
        "提醒我买牛奶和鸡蛋",
        "明天下午三点开会，提前十分钟提醒我",
        "建一个会：主题复盘，时间周五两点，地点三楼",
        "周一飞广州，早上七点的飞机",
        "我住在北京，在图书馆工作",
        "写一首关于猫和狗的诗",
        "周一三点和周二四点开会",
        "今天很累，想早点睡",
        "下周三下午两点去体检，帮我加个日程",
        "我爸生日是农历三月初八，每年都放到日历里",
        "十二月三号到五号去苏州，帮我标在日历上",
        "明天的例会，帮我取消",
        "明天 下午三点 开会",
        "帮我加个待办 买猫砂",
        "提醒我 明天八点 交房租",
        "把周五的课 改到周六",
        "周五聚餐 晚上七点 在老地方",
        "周一组会 三点到五点 腾讯会议",
        "论文月底交 加个待办",
        "房租每月5号交，日历里建个整天的，月月都要有",
        "周会每周三十点，放日程里，每周都要",
        "后天体检，弄个全天的",
        "爸爸生日5月3号，每年重复",
        "昨晚八点看了戏，十点看了电影",
        "总结一下：周五一点和小艾吃饭，周一九点和小本打球",
    ],
}


@pytest.mark.parametrize(
    ("lang", "text", "parts"),
    [(lang, text, parts) for lang, rows in SEVERAL.items() for text, parts in rows],
)
def test_several_requests_are_told_apart(lang, text, parts):
    assert list(requests_in(text, NOW, lang, Resolver())) == parts


@pytest.mark.parametrize(
    ("lang", "text"), [(lang, text) for lang, rows in ONE.items() for text in rows]
)
def test_one_request_stays_whole(lang, text):
    assert requests_in(text, NOW, lang, Resolver()) == (text,)


def test_no_more_than_a_turn_can_do():
    text = " and then ".join(f"buy thing{n}" for n in range(9))
    parts = requests_in(text, NOW, "en", Resolver())
    assert len(parts) == MOST
    assert parts[-1].endswith("thing8")


def test_a_long_text_is_no_list_of_requests():
    text = "buy milk and call mum at 5. " * 40
    assert requests_in(text, NOW, "en", Resolver()) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "add yoga friday at 3, pop it in the diary",
        "book yoga for friday at 3 and stick that in the calendar",
        "remind me at 5 to buy pens and pop round to see Flo at home",
    ],
)
def test_where_a_thing_is_to_be_entered_is_no_request(text: str) -> None:
    assert requests_in(text, NOW, "en", Resolver()) == (text,)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("note down descale the iron as a task", True),
        ("jot down call the plumber", True),
        ("please write down new laces on my shopping list", True),
        ("note down that the iron is broken", False),
        ("jot down my shoe size is 42", False),
        ("note: Flo keeps her list on the fridge", False),
    ],
)
def test_what_is_to_be_done_is_noted_in_a_list(text: str, listed: bool) -> None:
    assert is_to_be_listed(text) is listed


@pytest.mark.parametrize(
    "text",
    [
        "Only for next week, shift yoga from tuesday to friday",
        "next month only, move the review to the 3rd",
        "After work on Friday, add eggs to the list",
        "Before lunch tomorrow, remind me to ring the bank",
        "This once, on Sunday, cancel the swim",
        "For today only, push yoga back an hour",
    ],
)
def test_words_that_only_say_when_are_no_request(text):
    assert requests_in(text, NOW, "en", Resolver()) == (text,)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "call the hotel and ask if they have a room on Friday"),
        ("zh", "给酒店打电话，问周五还有没有房"),
    ],
)
def test_what_is_to_be_said_to_somebody_is_one_request(lang: Lang, text: str) -> None:
    assert requests_in(text, NOW, lang, Resolver()) == (text,)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("周五的瑜伽改到周六，包裹拿了，勾掉", ("周五的瑜伽改到周六", "包裹拿了，勾掉")),
        ("明天三点提醒我开会；碗洗好了，划掉", ("明天三点提醒我开会", "碗洗好了，划掉")),
        ("待办加一条买米；周五的课改到周日两点；信寄了，打勾",
         ("待办加一条买米", "周五的课改到周日两点", "信寄了，打勾")),
        ("信寄了，打勾", ("信寄了，打勾",)),
    ],
)  # fmt: skip
def test_a_deed_after_a_request_is_a_request_of_its_own(text: str, parts: tuple[str, ...]) -> None:
    assert requests_in(text, NOW, "zh", Resolver()) == parts
