"""Something to be said to somebody is nothing that can be done here; one's own call is a task."""

from __future__ import annotations

import pytest

from assistant_app.agent.pass_on import to_pass_on


@pytest.mark.parametrize(
    "text",
    [
        "call the hotel and say we land at nine on Friday",
        "ring the plumber and ask if he can come on Tuesday",
        "could you ring my sister and let her know the train gets in at 6?",
        "text Ben that practice is at 5 tomorrow",
        "message the group saying dinner is at 8 on Saturday",
        "email the landlord to say I'm away until the 9th",
        "please email Carol and tell her the draft comes on Monday",
        "tell Hugo I'm running late tomorrow",
        "Tell the team the demo is on Thursday at 2",
        "let the school know Mia is off on Friday",
        "can you let gran know we're coming at 4",
        "ask Theo to bring the tent on Sunday",
        "ask the dentist if they have anything on Friday",
        "send a message to Kim that I can't make it on the 5th",
        "drop Jo a line to say the 8th works",
        "给酒店打电话说周五晚到",
        "帮我给李老师打个电话，问周三能不能补课",
        "跟房东说一声我们28号搬",
        "麻烦你和小陈说明天的饭局我不去了",
        "告诉老张周六下午三点集合",
        "通知大家周五两点开会",
        "给王姐发个微信说明天不用来了",
        "发短信给快递员让他周一送",
        "转告奶奶我们周日过去",
        "问一下餐厅周六还有没有位子",
    ],
)
def test_a_message_to_somebody_is_to_be_passed_on(text: str) -> None:
    assert to_pass_on(text)


@pytest.mark.parametrize(
    "text",
    [
        "call mum at 5",
        "call the bank tomorrow and ask about the loan",
        "ring Dad on Sunday to say happy birthday",
        "phone the vet at 9 and tell them about the cough",
        "remind me to tell Ana the shop shuts on Friday",
        "I need to call the hotel and say we land at nine",
        "add 'tell Sam about the keys' to my list",
        "don't forget to let gran know about Sunday",
        "tell me what's on tomorrow",
        "let me know at 5",
        "ask me again tomorrow",
        "call it Team lunch",
        "message from Kim: dinner on Friday at 8",
        "lunch with Kim, tell me if I'm free",
        "text Ben at 6",
        "email the report by Friday",
        "给妈妈打电话",
        "明天下午三点给妈妈打电话",
        "提醒我跟房东说一声",
        "记得告诉老张周六集合",
        "告诉我明天有什么安排",
        "通知我明天开会",
        "和小陈周五吃饭",
        "跟李总开会周三两点",
        "我要给酒店打电话说周五晚到",
        "待办加一条：通知大家开会",
    ],
)
def test_ones_own_call_is_not(text: str) -> None:
    assert not to_pass_on(text)
