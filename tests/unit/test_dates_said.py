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
