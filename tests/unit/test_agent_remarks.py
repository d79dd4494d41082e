"""Remarks and questions of what would be change nothing; plans are no remarks."""

from __future__ import annotations

import pytest

from assistant_app.agent.remarks import is_only_if, is_remark, tells_a_mood


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("the lecture on Tuesday was so dull", True),
        ("I can't wait for Saturday", True),
        ("last Friday we ate far too much", True),
        ("they closed the road on the 4th", True),
        ("I wish it was summer", True),
        ("the choir starts at 8 and ends at 11, isn't that late", True),
        ("lecture on Tuesday at 4", False),
        ("we arranged to meet on Tuesday at 4", False),
        ("we are having a party on Saturday at 8", False),
        ("I have a check-up on Friday at 3", False),
        ("the last Friday of every month at 4pm: backup", False),
        ("I was wondering if you could add milk to my list", False),
        ("I love pilates, put it on Friday at 6", False),
        ("every winter my uncle sends us oranges", True),
        ("we have choir every Monday at 8", False),
        ("choir every Monday evening", False),
        ("guess what came in the post", True),
        ("Thursday again", True),
        ("周二的讲座真无聊", True),
        ("夜里老是醒", True),
        ("今天排练特别不顺", True),
        ("rehearsal today, I am so nervous", True),
        ("怎么又到周一了", True),
        ("真为妹妹自豪", True),
        ("好讨厌早上的闹钟", True),
        ("把讨厌的闹钟关掉", False),
        ("闹钟定到六点，真烦", False),
        ("我外婆家在海边，每年夏天都去", True),
        ("我爷爷每天都起得很早", True),
        ("每周一晚上八点合唱", False),
        ("暑假怎么过得这么慢", True),
        ("楼上二号搬走了", True),
        ("我周五要去开会了", False),
        ("昨晚的戏太精彩了", True),
        ("周六面试，有点担心", True),
        ("好期待周日啊", True),
        ("周二下午四点讲座", False),
        ("周六晚上八点和老同学聚会", False),
        ("昨天说的那个讲座，加到日历", False),
    ],
)
def test_a_remark_adds_nothing(text: str, remark: bool) -> None:
    assert is_remark(text) is remark


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("hypothetically, could you wipe my calendar?", True),
        ("how would I set up a monthly backup here?", True),
        ("if I moved the lesson to Monday, would that be better?", True),
        ("should we meet on Friday or Saturday?", True),
        ("what would happen if I cancelled the gym?", True),
        ("could you move the lesson to Monday?", False),
        ("how about lunch on Friday at 1", False),
        ("if it rains remind me to close the roof", False),
        ("rename a folder in a terminal, how does one do it?", True),
        ("怎么设置每月的备份？", True),
        ("毛衣怎么洗不缩水？", True),
        ("假设我把课取消了呢", True),
        ("放在周五好还是周六好？", True),
        ("把课改到周一好吗", False),
        ("周五三点开会可以吗", False),
    ],
)
def test_what_would_be_changes_nothing(text: str, only: bool) -> None:
    assert is_only_if(text) is only


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("our rabbit died", True),
        ("what a hard week", True),
        ("I can't sleep", True),
        ("choir on Friday", False),
        ("I like hard cheese", False),
        ("心情低落", True),
        ("真倒霉", True),
        ("麻烦死角也扫一下", False),
        ("周五合唱", False),
    ],
)
def test_a_mood(text: str, mood: bool) -> None:
    assert tells_a_mood(text) is mood
