"""Titles without a date stay whole, and titles with one keep what is not the date."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import detect
from assistant_app.planner import dates

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")
LINES = (Path(__file__).with_suffix(".txt")).read_text("utf-8").splitlines()
TITLES = [line for line in LINES if line and not line.startswith("#")]


def test_there_are_enough_titles() -> None:
    assert len(TITLES) >= 300


@pytest.mark.parametrize("title", TITLES)
def test_a_title_without_a_date_has_none(title: str) -> None:
    found = dates.extract(title, NOW, detect(title))
    assert not found.found
    assert found.rest == " ".join(title.split())


@pytest.mark.parametrize(
    ("text", "rest", "value"),
    [
        (
            "Add a dentist appointment next Tuesday at 3pm",
            "Add a dentist appointment",
            "2026-11-24T15:00",
        ),
        ("pay rent by the 5th", "pay rent", "2026-12-05"),
        ("submit report by 5pm Friday", "submit report", "2026-11-20T17:00"),
        ("remind me in 20 minutes to call mum", "remind me to call mum", "2026-11-18T10:35"),
        ("Coffee with Sam Thursday", "Coffee with Sam", "2026-11-19"),
        ("lunch tomorrow with Bob", "lunch with Bob", "2026-11-19"),
        ("Tomorrow call Bob at 3pm", "call Bob", "2026-11-19T15:00"),
        ("Sunday lunch with mum", "lunch with mum", "2026-11-22"),
        ("call Ann at noon tomorrow", "call Ann", "2026-11-19T12:00"),
        ("move dentist to Friday 4pm", "move dentist", "2026-11-20T16:00"),
        ("what do I have on the 25th", "what do I have", "2026-11-25"),
        ('add "Friday drinks" to tomorrow at 5', 'add "Friday drinks"', "2026-11-19T17:00"),
        ("明天下午3点提醒我开会", "提醒我开会", "2026-11-19T15:00"),
        ("提醒我明天交房租", "提醒我交房租", "2026-11-19"),
        ("周五晚上和小李吃饭", "和小李吃饭", "2026-11-20T20:00"),
        ("下周三 3pm 牙医", "牙医", "2026-11-25T15:00"),
        ("下个月5号下午两点半在会议室开会", "在会议室开会", "2026-12-05T14:30"),
        ("周一下午一起开会", "一起开会", "2026-11-23T15:00"),
        ("下周一一起吃饭", "一起吃饭", "2026-11-23"),
        ("下周一起飞", "起飞", "2026-11-23"),
        ("Book a table for two at 7:30 tonight", "Book a table for two", "2026-11-18T19:30"),
        ("movie night this Saturday 8pm", "movie night", "2026-11-21T20:00"),
        ("I'm away all next week", "I'm away", {"start": "2026-11-23", "end": "2026-11-30"}),
        (
            "holiday from 20 December to 3 January",
            "holiday",
            {"start": "2026-12-20", "end": "2027-01-04"},
        ),
        ("2 hour workshop next Monday at 1", "2 hour workshop", "2026-11-23T13:00"),
        ("下周五之前把报告交了", "把报告交了", "2026-11-27"),
        ("国庆节去成都玩五天", "去成都玩五天", "2027-10-01"),
    ],
)
def test_a_date_is_found_and_the_rest_is_left(text: str, rest: str, value: Any) -> None:
    found = dates.extract(text, NOW, detect(text))
    assert found.rest == rest
    assert found.found[0].value == value


def test_spans_are_those_of_the_text() -> None:
    text = "Standup every weekday at 9:30 in room 4"
    (found,) = dates.extract(text, NOW, "en").found
    assert found.span is not None
    assert text[slice(*found.span)] == "every weekday at 9:30"
    assert found.value["rrule"] == "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"


@pytest.mark.parametrize(
    ("text", "rest", "values"),
    [
        ("设置明天早上的两个闹钟", "设置两个闹钟", ["2026-11-19T09:00"]),
        ("设置闹钟在上午10点", "设置闹钟", ["10:00"]),
        ("from next week on, gym on Thursday next week?", None, None),
        ("remind me one day before my exam", "remind me one day before my exam", []),
        ("the Friday one", None, ["2026-11-20"]),
        ("再晚半个小时", "再晚半个小时", []),
        ("put Mark's birthday on dec 5, repeats every year", "put Mark's birthday", None),
    ],
)
def test_words_beside_a_date_are_left_alone(text: str, rest: str | None, values: Any) -> None:
    found = dates.extract(text, NOW, detect(text))
    if rest is not None:
        assert found.rest == rest
    if values is not None:
        assert [f.value for f in found.found] == values
    else:
        assert found.found
