"""Numbers beside a date: hours and counts after a weekday, "5 to 9", and what is since a day."""

from __future__ import annotations

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.planner import dates
from tests.unit.test_dates_rules import WED, at, values


@pytest.mark.parametrize(
    ("text", "start", "days", "rest"),
    [
        ("每周五五点给妈妈打电话", "2026-11-20T17:00", "FR", "给妈妈打电话"),
        ("每周二两点开会", "2026-11-24T14:00", "TU", "开会"),
        ("每周二二十点开会", "2026-11-24T20:00", "TU", "开会"),
        ("每个星期三三点半上课", "2026-11-18T15:30", "WE", "上课"),
        ("逢周六六点跑步", "2026-11-21T18:00", "SA", "跑步"),
        ("每周五5点打球", "2026-11-20T17:00", "FR", "打球"),
        ("每周一三五五点跑步", "2026-11-18T17:00", "MO,WE,FR", "跑步"),
        ("每周一三十点开会", "2026-11-23T10:00", "MO,WE", "开会"),
        ("每周三、五五点跑步", "2026-11-18T17:00", "WE,FR", "跑步"),
        ("每周五五公里跑", "2026-11-20", "FR", "五公里跑"),
        ("每周三三个人打牌", "2026-11-18", "WE", "三个人打牌"),
        ("每周一三五跑步", "2026-11-18", "MO,WE,FR", "跑步"),
    ],
)
def test_a_number_after_a_weekday_is_an_hour_or_a_count(
    text: str, start: str, days: str, rest: str
) -> None:
    found = dates.extract(text, Moment(WED, "Asia/Shanghai"), "zh")
    assert found.found[0].value == {"start": start, "rrule": f"FREQ=WEEKLY;BYDAY={days}"}
    assert found.rest == rest


@pytest.mark.parametrize("phrase", ["自从周一", "周一以来", "自从周一以来", "since Monday"])
def test_since_a_weekday_is_the_past_one(phrase: str) -> None:
    assert at(phrase, prefer="any").value == "2026-11-16"
    assert at(phrase, prefer="any").status == "ok"
    assert at(phrase).status == "past"


@pytest.mark.parametrize("phrase", ["5 to 9", "at 5 to 9"])
def test_five_to_nine_asks(phrase: str) -> None:
    found = at(phrase)
    assert found.status == "ambiguous"
    assert values(found)[:2] == ["08:55", {"start": "17:00", "end": "21:00"}]


def test_five_to_nine_on_a_day_asks() -> None:
    stretch = {"start": "2026-11-20T17:00", "end": "2026-11-20T21:00"}
    for phrase in ("Friday 5 to 9", "5 to 9 on Friday"):
        found = at(phrase)
        assert found.status == "ambiguous"
        assert values(found)[:2] == ["2026-11-20T08:55", stretch]


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("from 5 to 9", {"start": "17:00", "end": "21:00"}),
        ("5 to 9pm", {"start": "17:00", "end": "21:00"}),
        ("5 to 9 in the morning", {"start": "05:00", "end": "09:00"}),
        ("5 to 9 June", {"start": "2027-06-05", "end": "2027-06-10"}),
    ],
)
def test_five_to_nine_with_more_said_is_a_stretch(phrase: str, value: dict[str, str]) -> None:
    found = at(phrase)
    assert (found.status, found.value) == ("ok", value)


@pytest.mark.parametrize("text", ["Read chapters 5 to 9", "buy 5 to 9 apples"])
def test_five_to_nine_of_something_is_no_time(text: str) -> None:
    assert dates.extract(text, Moment(WED, "Europe/London"), "en").found == ()


@pytest.mark.parametrize(
    ("phrase", "month", "own", "last"),
    [
        ("the 31st of every month", 11, "2026-12-31", "2026-11-30"),
        ("每月31号", 11, "2026-12-31", "2026-11-30"),
        ("the 31st of every month", 12, "2026-12-31", "2026-12-31"),
        ("every month on the 30th", 2, "2026-03-30", "2026-02-28"),
        ("每月29号下午三点", 2, "2026-03-29T15:00", "2026-02-28T15:00"),
        ("every month on the 29th at 3pm", 3, "2026-03-29T15:00", "2026-03-31T15:00"),
    ],
)
def test_the_last_day_of_months_begins_with_the_first_to_come(
    phrase: str, month: int, own: str, last: str
) -> None:
    found = at(phrase, WED.replace(month=month))
    starts = {a.value["rrule"]: a.value["start"] for a in found.alternatives}
    assert starts["FREQ=MONTHLY;BYMONTHDAY=-1"] == last
    assert own in (found.value["start"], *starts.values())
