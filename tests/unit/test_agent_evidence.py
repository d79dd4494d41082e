"""Tools that a message gives no reason for are not offered."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.evidence import (
    is_appointment,
    is_call,
    is_due,
    is_errand,
    is_event,
    is_general,
    without_reason,
)
from assistant_app.domain.clock import Moment
from assistant_app.planner.dates.api import Resolver


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (
            "what is the tallest tower in Italy",
            {"what_date", "calculate", "find_free_time", "undo"},
        ),
        ("is the 3rd a Tuesday", {"find_free_time", "undo"}),
        ("could I squeeze in a run before lunch", {"what_date", "calculate", "undo"}),
        ("what is twelve times seven", {"what_date", "find_free_time", "undo"}),
        ("that was a mistake", {"what_date", "calculate", "find_free_time"}),
        ("意大利最高的塔叫什么", {"what_date", "calculate", "find_free_time", "undo"}),
        ("离中秋还有多久", {"calculate", "find_free_time", "undo"}),
        ("下午抽得出空吗", {"what_date", "calculate", "undo"}),
        ("不对，退回去", {"what_date", "calculate", "find_free_time"}),
    ],
)
def test_what_nothing_speaks_for(text, missing):
    assert set(without_reason(text)) - {"shop"} >= missing - {"what_date", "calculate"}
    kept = {"what_date", "calculate", "find_free_time", "undo"} - missing
    assert not kept & set(without_reason(text))


@pytest.mark.parametrize(
    ("text", "errand"),
    [
        ("buy oat milk and bananas", True),
        ("I need to get a birthday card", True),
        ("pick up the parcel", True),
        ("get me a taxi", False),
        ("get tickets for the match", False),
        ("buy shoes online", False),
        ("get rid of the meeting", False),
        ("买点香菜和豆腐", True),
        ("记得买灯泡", True),
        ("买两张电影票", False),
        ("帮我买杯咖啡", False),
        ("网上买双鞋", False),
    ],
)
def test_what_its_owner_has_to_buy_is_an_errand(text, errand):
    assert is_errand(text) is errand
    assert ("shop" in without_reason(text)) is errand


@pytest.mark.parametrize(
    ("text", "gone", "kept"),
    [
        ("move the choir to Tuesday", {"create_event", "set_reminder"}, {"move_item"}),
        ("push the sync back an hour", {"create_event"}, {"move_item"}),
        ("合唱团改到周二", {"create_event", "set_reminder"}, {"move_item"}),
        ("例会提前到一点", {"set_reminder"}, {"move_item"}),
        ("tick off the ironing", {"create_task"}, {"complete_task", "delete_item"}),
        ("把熨衣服打勾", {"create_task"}, {"complete_task"}),
        ("I have to remember to lock the shed", {"remember"}, {"create_task", "set_reminder"}),
        ("remember that the shed key is blue", set(), {"remember"}),
        ("add radishes to my grocery list", {"edit_item", "list_items"}, {"create_task"}),
        ("put leeks on it", {"reply"}, {"create_task"}),
        ("任务：交水费", {"edit_item"}, {"create_task"}),
        ("make the list empty", set(), {"delete_item"}),
        ("wipe my whole calendar", {"list_items"}, {"delete_item"}),
        ("每周的会有哪些", {"delete_item"}, {"list_items"}),
        ("will I need an umbrella in Oslo today?", {"what_date", "find_free_time"}, {"weather"}),
        ("明天要带伞吗，带伞麻烦", {"what_date"}, {"weather"}),
        ("what is on Sunday", {"what_date", "weather"}, {"list_items"}),
        ("what's on the 3rd", {"what_date"}, {"list_items"}),
        ("周日有什么安排", {"what_date"}, {"list_items"}),
        ("what date is it on Sunday", set(), {"what_date"}),
        ("十月有什么节", set(), {"what_date"}),
        ("make a booking for 3 September", {"shop"}, {"create_event"}),
        ("make a booking at a hotel for 3 September", set(), {"shop"}),
        ("add pilates tonight at 8", {"move_item", "delete_item"}, {"create_event"}),
        ("add 20 minutes to the choir", set(), {"edit_item"}),
        ("cancel the choir on Sunday", {"create_event", "list_items"}, {"delete_item"}),
        ("remind me to cancel the choir", set(), {"set_reminder", "create_task"}),
        ("take the choir on Sunday off my calendar", {"create_event"}, {"delete_item"}),
        ("do I have any lessons with Ida coming up", {"create_event"}, {"list_items"}),
        ("is there a lesson tomorrow", {"create_event", "create_task"}, {"list_items"}),
        ("do you think you could add milk to my list", set(), {"create_task"}),
        ("remind me about the garden fair", {"recall", "list_items"}, {"set_reminder"}),
        ("remind me what I said about the fair", set(), {"recall"}),
        ("you remind me of my aunt", set(), {"reply"}),
        ("make a list for the camping trip", {"list_items"}, {"create_task"}),
        ("choir on Friday at 7", {"set_reminder", "move_item", "delete_item"}, {"create_event"}),
        ("周日的合唱团取消", {"create_event", "list_items"}, {"delete_item"}),
        ("提醒我取消合唱团", set(), {"set_reminder"}),
        ("明天有课吗", {"create_event"}, {"list_items"}),
        ("提醒我明天几点上课", set(), {"set_reminder"}),
        ("给日历加个合唱团，周日七点", {"move_item", "delete_item"}, {"create_event"}),
        ("put this track on my running playlist", {"create_task", "edit_item"}, {"media"}),
        ("放进我的歌单", {"create_task", "list_items"}, {"media"}),
        ("把闹钟换到六点", {"list_items", "create_event"}, {"move_item"}),
        ("闹钟改到几点了", set(), {"list_items"}),
        ("爸爸的生日每年放到日历里", {"list_items"}, {"create_event"}),
        ("can you pencil in a haircut for the 15th at 11", set(), {"create_event"}),
        ("see to it that my list is empty", {"create_task", "list_items"}, {"delete_item"}),
        ("does anybody live in that castle today", {"what_date", "list_items"}, {"reply"}),
        ("does my aunt come on Friday", set(), {"list_items"}),
        ("下个月哪几天有空", {"what_date"}, {"find_free_time"}),
        ("周日上午我有空没", {"create_event"}, {"find_free_time"}),
        ("buy candles and matches", {"reply", "shop"}, {"create_task"}),
        ("买蜡烛", {"reply", "shop"}, {"create_task"}),
        ("get well soon", set(), {"reply"}),
        ("buy or rent, what is better?", set(), {"reply"}),
        ("想听点舒缓的音乐", {"create_event", "create_task"}, {"media"}),
        ("周六晚上八点音乐会", set(), {"create_event"}),
        ("the rain jacket goes on the packing list", set(), {"create_task", "weather"}),
    ],
)
def test_words_speak_against_a_tool(text, gone, kept):
    missing = set(without_reason(text))
    assert gone <= missing
    assert not kept & missing


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("ring the plumber", True),
        ("please email the landlord", True),
        ("下午四点给水管工打电话", True),
        ("call it a day", False),
        ("the call with the bank", False),
        ("电话会议", False),
    ],
)
def test_somebody_is_to_be_called(text, call):
    assert is_call(text) is call


@pytest.mark.parametrize(
    ("lang", "text", "timed"),
    [
        ("en", "choir on Friday at 7pm", True),
        ("en", "every Monday 8am German", True),
        ("en", "hand in the form by Friday 5pm", False),
        ("en", "buy bread on Friday at 5pm", False),
        ("en", "mow the lawn on Friday", False),
        ("zh", "周五晚上七点合唱", True),
        ("zh", "周五五点前交表", False),
        ("zh", "周五割草", False),
    ],
)
def test_a_time_of_day_makes_an_appointment(lang, text, timed):
    now = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")
    assert is_appointment(text, Resolver().extract(text, now, lang).found) is timed


@pytest.mark.parametrize(
    ("text", "general"),
    [
        ("how do bees find their way home", True),
        ("who painted the Night Watch?", True),
        ("is Pluto a planet", True),
        ("什么是光合作用", True),
        ("企鹅为什么不怕冷", True),
        ("when is the dentist", False),
        ("what's on Friday", False),
        ("how many tasks are open", False),
        ("who is coming for dinner tonight", False),
        ("what did I say about the roof", False),
        ("下一个会是什么", False),
        ("独奏会是什么时候", False),
        ("周五有什么安排", False),
        ("我有几个任务", False),
        ("paint the fence", False),
    ],
)
def test_general_knowledge_is_no_matter_of_the_calendar(text, general):
    assert is_general(text) is general
    assert ("list_items" in without_reason(text)) is general


@pytest.mark.parametrize(
    ("text", "gone", "kept"),
    [
        ("which desert is the driest?", {"what_date", "list_items", "search"}, {"reply"}),
        ("just look at the earth from up there", {"what_date"}, {"reply"}),
        ("what is the 21st", set(), {"what_date"}),
        ("how is my Thursday looking", {"what_date"}, {"list_items"}),
        ("is the first a holiday", set(), {"what_date"}),
        ("why is Thursday named after Thor?", {"what_date", "list_items"}, {"reply"}),
        ("how many hours are there in a week?", {"what_date"}, {"reply"}),
        ("how many days until my trip", set(), {"what_date"}),
        ("where do penguins nest?", {"search", "list_items"}, {"reply"}),
        ("where did I put the keys", set(), {"search"}),
        ("名为什么叫日语", {"what_date"}, {"reply"}),
        ("月球上有水吗？", {"what_date"}, {"reply"}),
        ("下个月3号是周几", set(), {"what_date"}),
        ("一周有多少个小时？", {"what_date"}, {"reply"}),
        ("怎么把字符串反过来？", {"list_items", "what_date"}, {"reply"}),
        ("我周四怎么安排的", set(), {"list_items"}),
        ("没有人记得这首老歌", {"remember"}, {"reply"}),
        ("记得我住三楼", set(), {"remember"}),
        ("return the drill to Ben", {"reply", "shop"}, {"create_task"}),
        ("post the letter", {"reply", "shop", "phone"}, {"create_task"}),
        ("post something funny", set(), {"reply"}),
        ("clean jokes please", set(), {"reply"}),
        ("取快递", {"reply", "shop"}, {"create_task"}),
        ("取消合唱", set(), {"delete_item"}),
        ("还有什么好玩的", set(), {"reply"}),
        ("洗羽绒服怎么洗？", set(), {"reply"}),
        ("name three uses of vinegar and the reasons", {"list_items", "create_event"}, {"reply"}),
        ("list my errands", set(), {"list_items"}),
        ("给我三个早睡的理由", {"create_event", "list_items"}, {"reply"}),
        ("列出我的任务", set(), {"list_items"}),
        ("帮我改一下这句话：他把书放在了桌子上面", {"list_items", "search"}, {"reply"}),
        ("list the meetings", set(), {"list_items"}),
    ],
)
def test_general_words_are_no_dates_and_no_lists(text, gone, kept):
    missing = set(without_reason(text))
    assert gone <= missing
    assert not kept & missing


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("pencil in a meeting with Stan", True),
        ("that corner shop is lovely", False),
        ("安排一次聚餐", True),
        ("这家小店挺安静", False),
    ],
)
def test_an_event_takes_a_day_or_words_for_it(text, event):
    assert is_event(text) is event


@pytest.mark.parametrize(
    ("lang", "text", "due"),
    [
        ("en", "post the letter by Friday", True),
        ("en", "I did it by Friday, tick it off", False),
        ("en", "post the letter on Friday", False),
        ("en", "I will be worn out by Friday", False),
        ("en", "can we be there by Friday?", False),
        ("zh", "周五之前把信寄了", True),
        ("zh", "周五之前的信已经寄了", False),
        ("zh", "周五把信寄了", False),
    ],
)
def test_what_is_due_is_not_done(lang, text, due):
    now = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")
    assert is_due(text, Resolver().extract(text, now, lang).found) is due
