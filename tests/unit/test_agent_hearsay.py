"""What was only heard is nothing for the calendar; what its owner has to do with is."""

from __future__ import annotations

import pytest

from assistant_app.agent.hearsay import heard_changed, only_heard


@pytest.mark.parametrize(
    "text",
    [
        "Heard that the bakery on Mill Street is closing on the 12th",
        "i heard the people upstairs are leaving on Friday, i'm going to miss them",
        "apparently the old cinema reopens in March",
        "Apparently Jo's expecting twins in June, so happy for her",
        "saw that Kim is getting a new dog next week",
        "saw on the news that the bridge shuts on Monday",
        "Turns out Sam and Ria are moving to Oslo in January!",
        "word is the headteacher's leaving at Easter",
        "rumour has it they're selling the pub on the 3rd",
        "guess who's getting married in May?",
        "just found out the gym shuts for good on the 20th",
        "read online that the museum opens a new wing on Saturday",
        "wow, Ada says she's starting at a new school on Monday",
        "听说楼上那家周五要搬走了",
        "据说商场下个月15号关门",
        "刚听同事说老王下周一离职",
        "看到新闻说地铁新线月底通车",
        "你猜谁下个月要结婚",
        "原来他们俩上周就分手了",
        "才知道隔壁老李家28号办喜事，真替他们高兴",
        "我听说学校门口那家店30号关张，好舍不得",
    ],
)
def test_news_that_was_heard_is_only_heard(text: str) -> None:
    assert only_heard(text)


@pytest.mark.parametrize(
    "text",
    [
        "heard the gym shuts on the 20th, remind me to cancel my card",
        "heard back from the vet, appointment on the 30th at 4",
        "heard there's a fair on Saturday, put it in my calendar",
        "apparently my flight leaves at 6 on Friday",
        "turns out the meeting is on Thursday at 3",
        "saw that the rent is due Friday, I need to pay it",
        "guess what, dentist on Friday at 3",
        "heard the Kellys are coming over on Saturday at 7",
        "found out we're going to Rome on the 4th",
        "saw the dentist on Monday",
        "see Anna on Friday at 4",
        "add book club on Friday",
        "听说周六有集市，提醒我去看看",
        "听说老李周五请客，我得去",
        "原来三点的会改到四点",
        "原来明天下午三点要开会",
        "听讲座 周五下午两点",
        "听说周末有画展，帮我加到日历",
        "周五看牙医",
    ],
)
def test_what_is_asked_or_ones_own_is_more(text: str) -> None:
    assert not only_heard(text)


@pytest.mark.parametrize(
    "text",
    ["heard the match is postponed to Sunday", "听说明天的会改到四点了"],
)
def test_what_was_put_off_may_be_there(text: str) -> None:
    assert heard_changed(text)
    assert not only_heard(text)
