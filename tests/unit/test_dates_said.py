"""Forms that people say, each with siblings: spoken times, counted dates, lists and bounds."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import Resolved
from assistant_app.planner import dates

WED = dt.datetime(2026, 11, 18, 10, 15)


def at(phrase: str, now: dt.datetime = WED, lang: Lang | None = None) -> Resolved:
    return dates.resolve(phrase, Moment(now, "Europe/London"), lang or detect(phrase))


def values(found: Resolved) -> list[Any]:
    return [a.value for a in found.alternatives]


def days(first: str, last: str) -> dict[str, str]:
    return {"start": first, "end": last}


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("noon-ish", "12:00"),
        ("sevenish", "07:00"),
        ("eightish tonight", "2026-11-18T20:00"),
        ("1500 hours", "15:00"),
        ("0830 hrs", "08:30"),
        ("1830h", "18:30"),
        ("fifteen hundred hours", "15:00"),
        ("oh six hundred", "06:00"),
        ("0745 hours tomorrow", "2026-11-19T07:45"),
        ("this time tomorrow", "2026-11-19T10:15"),
        ("the same time next week", "2026-11-25T10:15"),
        ("same time on Friday", "2026-11-20T10:15"),
        ("first thing Monday morning", "2026-11-23T09:00"),
        ("late Friday afternoon", "2026-11-20T16:30"),
        ("early tomorrow evening", "2026-11-19T18:30"),
    ],
)
def test_spoken_times(phrase: str, value: str) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("two weeks on Friday", "2026-12-04"),
        ("a week today", "2026-11-25"),
        ("a fortnight tomorrow", "2026-12-03"),
        ("three weeks today", "2026-12-09"),
        ("tomorrow week", "2026-11-26"),
        ("this day next month", "2026-12-18"),
        ("Friday next", "2026-11-27"),
        ("next Friday but one", "2026-11-27"),
        ("the next working day", "2026-11-19"),
        ("nextweek", {"start": "2026-11-23", "end": "2026-11-30"}),
        ("Q1", {"start": "2027-01-01", "end": "2027-04-01"}),
        ("10 August 2570 BE", "2027-08-10"),
    ],
)
def test_counted_dates(phrase: str, value: Any) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("phrase", "kind", "value"),
    [
        ("two hours before midnight", "time", "22:00"),
        ("an hour before noon tomorrow", "datetime", "2026-11-19T11:00"),
        ("two hours after 3pm tomorrow", "datetime", "2026-11-19T17:00"),
        ("30 minutes before 9am on Friday", "datetime", "2026-11-20T08:30"),
        ("an hour after lunch", "time", "14:00"),
        ("明天下午三点前半小时", "datetime", "2026-11-19T14:30"),
    ],
)
def test_hours_before_and_after_a_clock_time(phrase: str, kind: str, value: str) -> None:
    found = at(phrase)
    assert (found.status, found.kind, found.value) == ("ok", kind, value)


@pytest.mark.parametrize("phrase", ["two hours before Christmas", "an hour after Friday"])
def test_hours_before_a_day_name_no_time(phrase: str) -> None:
    assert at(phrase).status == "unresolved"


@pytest.mark.parametrize(
    ("phrase", "value", "tz"),
    [
        ("9am GMT+2", "09:00", "Etc/GMT-2"),
        ("15:00 UTC-5 tomorrow", "2026-11-19T15:00", "Etc/GMT+5"),
        ("9am GMT", "09:00", "UTC"),
        ("Thursday 8h pst", "2026-11-19T08:00", "America/Los_Angeles"),
    ],
)
def test_zones_by_their_offset(phrase: str, value: str, tz: str) -> None:
    found = at(phrase)
    assert (found.value, found.tz) == (value, tz)
    now = Moment(WED, "Europe/London")
    for lang in ("en", "zh"):
        again = dates.resolve(dates.explain(found, now, lang), now, lang)  # type: ignore[arg-type]
        assert (again.value, again.tz) == (value, tz)


@pytest.mark.parametrize(
    ("phrase", "value", "bound"),
    [
        ("no later than Friday", "2026-11-20", "by"),
        ("Friday at the latest", "2026-11-20", "by"),
        ("2pm or earlier", "14:00", "by"),
        ("not before Monday", "2026-11-23", "after"),
        ("Monday or later", "2026-11-23", "after"),
        ("from 3pm onwards", "15:00", "after"),
        ("from Monday", "2026-11-23", "from"),
    ],
)
def test_bounds(phrase: str, value: str, bound: str) -> None:
    found = at(phrase)
    assert (found.status, found.value) == ("ok", value)
    assert f"bound={bound}" in found.assumptions
    for lang in ("en", "zh"):
        assert dates.describe_tags([f"bound={bound}"], lang)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every half hour", "FREQ=MINUTELY;INTERVAL=30"),
        ("every quarter of an hour", "FREQ=MINUTELY;INTERVAL=15"),
        ("on alternate Wednesdays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
        ("alternate days", "FREQ=DAILY;INTERVAL=2"),
        ("mornings", "FREQ=DAILY"),
        ("Friday nights", "FREQ=WEEKLY;BYDAY=FR"),
    ],
)
def test_more_repeats(phrase: str, rule: str) -> None:
    found = at(phrase)
    assert (found.status, found.value["rrule"]) == ("ok", rule)


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("an hour and a quarter", {"seconds": 4500}),
        ("two hours and a half", {"seconds": 9000}),
        ("1h30m", {"seconds": 5400}),
        ("2h15min", {"seconds": 8100}),
    ],
)
def test_lengths(phrase: str, value: Any) -> None:
    found = at(phrase)
    assert (found.kind, found.value) == ("duration", value)


def test_a_length_of_a_weekend_is_two_days() -> None:
    assert {"days": 2} in values(at("all weekend"))


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("the 5th, 6th and 7th", days("2026-12-05", "2026-12-08")),
        ("12月5号，6号，7号", days("2026-12-05", "2026-12-08")),
    ],
)
def test_days_in_a_row_are_one_stretch(phrase: str, value: Any) -> None:
    found = at(phrase)
    assert (found.status, found.value) == ("ok", value)


@pytest.mark.parametrize(
    ("phrase", "choices"),
    [
        ("the 5th, 9th and 12th of June", ["2027-06-05", "2027-06-09", "2027-06-12"]),
        ("Monday or Thursday at 3", ["2026-11-23T15:00", "2026-11-19T15:00"]),
        ("5 or 9 December", ["2026-12-05", "2026-12-09"]),
    ],
)
def test_a_choice_of_days_asks_with_all_that_was_said(phrase: str, choices: list[str]) -> None:
    found = at(phrase)
    assert found.status == "ambiguous"
    assert [v for v in values(found) if isinstance(v, str)] == choices


@pytest.mark.parametrize(
    ("phrase", "choices"),
    [
        ("tonight at 3", ["2026-11-19T03:00", "2026-11-18T15:00", "2026-11-18T03:00"]),
        ("明晚两点", ["2026-11-20T02:00", "2026-11-19T14:00", "2026-11-19T02:00"]),
        ("five to seven", ["18:55", {"start": "17:00", "end": "19:00"}]),
        ("0900-0700", [{"start": "09:00", "end": "19:00"}, {"start": "21:00", "end": "07:00"}]),
        ("6.30", ["18:30", "2027-06-30"]),
        ("this Friday 7.6", ["2026-11-20", "2026-06-07", "2027-07-06"]),
        ("the week before Christmas", ["2026-12-18", days("2026-12-18", "2026-12-25")]),
    ],
)
def test_what_has_two_readings_asks(phrase: str, choices: list[Any]) -> None:
    found = at(phrase)
    assert found.status == "ambiguous"
    assert values(found)[: len(choices)] == choices


@pytest.mark.parametrize(
    ("phrase", "rule", "start"),
    [
        ("Monday to Friday at 8", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T08:00"),
        ("Tue-Thu 9-5", "FREQ=WEEKLY;BYDAY=TU,WE,TH", "2026-11-19T09:00"),
        ("周一到周五早上八点", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T08:00"),
    ],
)
def test_weekdays_with_an_hour_ask_whether_they_repeat(phrase: str, rule: str, start: str) -> None:
    found = at(phrase)
    assert (found.status, found.value["rrule"]) == ("ambiguous", rule)
    assert found.value["start"] == start
    count = rule.count(",") + 1
    assert values(found)[1]["rrule"] == f"{rule};COUNT={count}"


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("6.30 tomorrow", "2026-11-19T18:30"),
        ("5 January at 10", "2027-01-05T10:00"),
        ("5 January at 1530", "2027-01-05T15:30"),
        ("31 December by 12", "2026-12-31T12:00"),
        ("5 January of 28", "2028-01-05"),
        ("22:00-06:00", {"start": "22:00", "end": "06:00"}),
        ("the weekend before Christmas", days("2026-12-19", "2026-12-21")),
        ("Friday evening to Sunday", days("2026-11-20T19:00", "2026-11-23T00:00")),
        ("从周五晚上到周日", days("2026-11-20T20:00", "2026-11-23T00:00")),
        ("Monday 9am until Wednesday", days("2026-11-23T09:00", "2026-11-26T00:00")),
        ("阴历五月初五", "2027-06-09"),
        ("农历十二月初八", "2027-01-15"),
        ("下个工作日上午十点", "2026-11-19T10:00"),
        ("中秋节后第二天", "2027-09-17"),
        ("季度末", days("2026-12-29", "2027-01-01")),
        ("明天这个时候", "2026-11-19T10:15"),
        ("下周同一时间", "2026-11-25T10:15"),
        ("十一长假", "2027-10-01"),
        ("月末最后一天", "2026-11-30"),
        ("周六周日", days("2026-11-21", "2026-11-23")),
        ("明年本月", days("2027-11-01", "2027-12-01")),
        ("明年本月三号", "2027-11-03"),
        ("一个月零十天", {"months": 1, "days": 10}),
        ("Giving Tuesday", "2026-12-01"),
        ("Qingming Festival", "2027-04-05"),
    ],
)
def test_ranges_anchors_and_festivals(phrase: str, value: Any) -> None:
    found = at(phrase)
    assert (found.status, found.value) == ("ok", value)


@pytest.mark.parametrize(
    ("phrase", "rule", "start"),
    [
        ("the last day of every year", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1", "2026-12-31"),
        ("每年最后一天", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1", "2026-12-31"),
        ("the first Monday of every year", "FREQ=YEARLY;BYMONTH=1;BYDAY=1MO", "2027-01-04"),
        ("每年除夕", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1", "2027-02-05"),
    ],
)
def test_days_of_every_year(phrase: str, rule: str, start: str) -> None:
    found = at(phrase)
    assert (found.status, found.value["rrule"], found.value["start"]) == ("ok", rule, start)


def test_the_furthest_of_several_units_is_offered() -> None:
    assert "2026-11-21" in values(at("the next 3 days"))
    assert days("2026-11-30", "2026-12-07") in values(at("the coming two weeks"))
    assert days("2026-11-18T10:15", "2026-11-25T10:15") in values(at("未来7天"))


@pytest.mark.parametrize(
    ("phrase", "now", "value"),
    [
        ("next Tuesday", dt.datetime(2022, 8, 16, 9), "2022-08-23"),
        ("Saturday at 11:30am", dt.datetime(2016, 6, 13, 9), "2016-06-18T11:30"),
        ("Sunday 8 17:00", dt.datetime(2022, 5, 2, 9), "2022-05-08T17:00"),
        ("February 24th 12PM", WED, "2027-02-24T12:00"),
        ("lunch next Wednesday", WED, "2026-11-25T12:00"),
    ],
)
def test_readings_that_other_programs_got_wrong(phrase: str, now: dt.datetime, value: str) -> None:
    found = at(phrase, now)
    assert (found.status, found.value) == ("ok", value)


@pytest.mark.parametrize(
    "phrase",
    ["less than 3 days after tomorrow", "at least two weeks from now", "more than an hour"],
)
def test_an_open_amount_is_no_date(phrase: str) -> None:
    assert at(phrase).status == "unresolved"


@pytest.mark.parametrize(
    ("phrase", "rule", "start"),
    [
        ("从下周四起，每三周一次，周四晚上七点", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TH", "11-26T19:00"),
        ("自本周六起隔周一次，周六上午十点", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", "11-21T10:00"),
        ("打下周开始，每天早上六点半", "FREQ=DAILY", "11-23T06:30"),
        ("下个月起每周二晚上八点", "FREQ=WEEKLY;BYDAY=TU", "12-01T20:00"),
        ("从下下周五开始每周一次", "FREQ=WEEKLY;BYDAY=FR", "12-04"),
        ("从下个月5号开始，每月一次，5号上午", "FREQ=MONTHLY;BYMONTHDAY=5", "12-05T09:00"),
        ("从12月起每月20号", "FREQ=MONTHLY;BYMONTHDAY=20", "12-20"),
        ("下周起每天早上七点，到12月1号", "FREQ=DAILY;UNTIL=20261201", "11-23T07:00"),
        ("starting next week, every Thursday at 6pm", "FREQ=WEEKLY;BYDAY=TH", "11-26T18:00"),
        ("from next month on, every Monday at 8am", "FREQ=WEEKLY;BYDAY=MO", "12-07T08:00"),
        (
            "starting this Saturday, every two weeks at 4pm",
            "FREQ=WEEKLY;INTERVAL=2",
            "11-21T16:00",
        ),
    ],
)
def test_where_a_repeat_begins_is_no_end_of_it(phrase: str, rule: str, start: str) -> None:
    found = at(phrase)
    assert (found.value["rrule"], found.value["start"]) == (rule, f"2026-{start}")


@pytest.mark.parametrize("phrase", ["下周每天早上七点", "every day next week at 7am"])
def test_a_week_beside_a_repeat_is_all_of_it(phrase: str) -> None:
    assert at(phrase).value["rrule"] == "FREQ=DAILY;UNTIL=20261129"


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("周五晚上九点到第二天早上五点", "20T21:00", "21T05:00"),
        ("晚上十一点半到次日七点", "18T23:30", "19T07:00"),
        ("这周六22:30到翌日6:00", "21T22:30", "22T06:00"),
        ("周四11点到次日7点", "19T23:00", "20T07:00"),
        ("今晚十点到明早六点半", "18T22:00", "19T06:30"),
        ("周五早上八点到第二天八点", "20T08:00", "21T08:00"),
        ("周日上午十点到第二天下午四点", "22T10:00", "23T16:00"),
        ("Thursday 9pm to 5am the next morning", "19T21:00", "20T05:00"),
        ("Saturday 11pm till 7 the following day", "21T23:00", "22T07:00"),
        ("10pm to 6am the next morning", "18T22:00", "19T06:00"),
        ("Friday 10pm until 4am the morning after", "20T22:00", "21T04:00"),
    ],
)
def test_the_next_day_at_the_end_of_a_stretch_follows_its_first(
    phrase: str, start: str, end: str
) -> None:
    found = at(phrase)
    assert (found.status, found.value) == ("ok", days(f"2026-11-{start}", f"2026-11-{end}"))


@pytest.mark.parametrize(
    ("phrase", "minutes"),
    [("每周五晚上十点到第二天早上六点", 480), ("every Friday 9am to 10am the next day", 1500)],
)
def test_a_repeat_may_go_on_over_midnight(phrase: str, minutes: int) -> None:
    found = at(phrase)
    assert found.value["rrule"] == "FREQ=WEEKLY;BYDAY=FR"
    assert f"length={minutes}" in found.assumptions
