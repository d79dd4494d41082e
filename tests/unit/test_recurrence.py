"""Recurrence rules: against dateutil, against the RFC, and where dateutil is wrong or hangs."""

from __future__ import annotations

import datetime as dt
import json
import re
import time
from itertools import islice, takewhile
from pathlib import Path

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant_app.errors import AppError
from assistant_app.planner.recurrence import Plan, expand, last_of, occurrences
from assistant_app.planner.rule import format_rule, parse_rule

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "planner"
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def first(rule: str, start: str, count: int = 4, **options: object) -> list[str]:
    return expand(start, rule, limit=count, **options)


# What people and calendars write


def test_last_weekday_of_the_month():
    found = first("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20261130", 3)
    assert found == ["20261130", "20261231", "20270129"]


def test_last_day_of_month_comes_once():
    rule = "FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1"
    assert first(rule, "20230101", 3) == ["20230131", "20230228", "20230331"]


def test_last_sunday_in_march_only():
    rule = "FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=-1"
    assert first(rule, "20200329", 3) == ["20200329", "20210328", "20220327"]


def test_leap_day_comes_back_on_the_29th():
    assert first("FREQ=YEARLY", "20240229", 3) == ["20240229", "20280229", "20320229"]


@pytest.mark.parametrize(
    ("day", "months"), [("31", {1, 3, 5, 7, 8, 10, 12}), ("30", set(range(1, 13)) - {2})]
)
def test_short_months_are_left_out_without_drift(day, months):
    found = first("FREQ=MONTHLY", f"202601{day}", 14)
    assert {value[6:] for value in found} == {day}
    assert {int(value[4:6]) for value in found} == months


def test_chinese_new_year():
    found = first("RSCALE=CHINESE;FREQ=YEARLY", "20130210", 5)
    assert found == ["20130210", "20140131", "20150219", "20160208", "20170128"]


def test_leap_month_birthday_falls_back_to_the_plain_month():
    rule = "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=9L;BYMONTHDAY=10;SKIP=BACKWARD"
    assert first(rule, "20131025", 3) == ["20141102", "20151022", "20161010"]


def test_skip_puts_the_31st_on_the_last_day():
    found = first("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", "20140131", 4)
    assert found == ["20140131", "20140228", "20140331", "20140430"]


def test_chinese_workdays_follow_the_make_up_days():
    found = occurrences(
        parse_rule("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"), dt.date(2024, 10, 1), workday_cal="CN"
    )
    days = list(takewhile(lambda day: day < dt.date(2024, 10, 14), found))
    # National Day holiday 1-7 October; Saturday the 12th is made up.
    assert days == [dt.date(2024, 10, day) for day in (8, 9, 10, 11, 12)]


def test_workdays_beyond_the_published_table_are_monday_to_friday():
    rule = parse_rule("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR")
    found = occurrences(rule, dt.date(2090, 1, 1), workday_cal="CN")
    assert all(day.weekday() < 5 for day in islice(found, 30))


# Where dateutil is wrong


def test_week_number_without_weekday_takes_the_starts_weekday():
    rule = "FREQ=YEARLY;BYWEEKNO=1,2"
    found = expand("20140111T000000", rule, limit=4)
    assert [value[:8] for value in found] == ["20140111", "20150103", "20150110", "20160109"]


def test_week_years_with_an_interval():
    rule = "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=7;UNTIL=20170101T000000Z"
    assert expand("20100102T000000", rule, limit=3) == ["20100102T000000"]


def test_positions_count_from_the_whole_first_week():
    rule = "FREQ=WEEKLY;BYDAY=MO,TU,SU,SA,TH;BYSETPOS=3,2;COUNT=4"
    found = expand("20240102T120000", rule, limit=9)
    assert [value[:8] for value in found] == ["20240102", "20240104", "20240109", "20240111"]


def test_plain_and_numbered_weekdays_are_a_union():
    found = expand("20260101", "FREQ=MONTHLY;BYDAY=1MO,FR", limit=6)
    assert found[:2] == ["20260102", "20260105"]
    assert "20260109" in found


# Bounded work


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
    ],
)
def test_rules_without_dates_end(rule):
    begun = time.process_time()
    assert expand("20260101T000000", rule, limit=5) == []
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("freq", ["YEARLY", "MONTHLY", "DAILY", "MINUTELY", "SECONDLY"])
def test_a_hundred_series_of_days_that_no_year_has(freq):
    begun = time.process_time()
    for count in range(1, 101):
        rule = f"FREQ={freq};BYMONTH=4,6;BYMONTHDAY=31;COUNT={count}"
        assert expand("20260101T000000", rule, limit=5) == []
    assert time.process_time() - begun < 1


def test_leap_days_on_a_monday_are_forty_years_apart():
    rule = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO"
    assert expand("20720101", rule, limit=2) == ["20720229", "21120229"]


def test_secondly_without_end_is_lazy():
    found = occurrences(
        parse_rule("FREQ=SECONDLY"),
        dt.datetime(1990, 1, 1),
        after=dt.datetime(2026, 1, 1, 0, 0, 1),
    )
    assert list(islice(found, 2)) == [dt.datetime(2026, 1, 1, 0, 0, s) for s in (1, 2)]


def test_ten_thousand_exceptions():
    start = dt.datetime(2000, 1, 1, 9)
    days = [start + dt.timedelta(days=n) for n in range(10_000)]
    found = expand(
        "20000101T090000", "FREQ=DAILY", exdate=[f"{d:%Y%m%dT%H%M%S}" for d in days], limit=1
    )
    assert found == [f"{start + dt.timedelta(days=10_000):%Y%m%dT%H%M%S}"]


def test_exception_given_as_a_date_takes_out_the_day():
    found = expand("20210301T100000", "FREQ=WEEKLY", exdate=["20210308"], limit=2)
    assert found == ["20210301T100000", "20210315T100000"]


# Until, in its three forms


def test_until_in_utc_is_read_in_the_series_zone():
    rule = "FREQ=WEEKLY;UNTIL=20201217T153500Z"
    found = expand("20201203T103500", rule, tzid="America/New_York", limit=9)
    assert found[-1] == "20201217T103500"


def test_until_as_a_date_includes_that_day():
    rule = "FREQ=WEEKLY;UNTIL=20200624;BYDAY=WE"
    found = expand("20200610T103000", rule, tzid="Asia/Tokyo", limit=9)
    assert found == ["20200610T103000", "20200617T103000", "20200624T103000"]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=FOO",
        "BYDAY=MO",
        "FREQ=WEEKLY;UNTL=20191023",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=-1",
        "FREQ=YEARLY;BYMONTH=13",
        "FREQ=YEARLY;BYMONTH=5L",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=DAILY;BYHOUR=24",
        "FREQ=DAILY;UNTIL=tomorrow",
        "FREQ=DAILY;FREQ=WEEKLY",
        "",
    ],
)
def test_bad_rules_are_refused(rule):
    with pytest.raises(AppError) as raised:
        expand("20260101T000000", rule, limit=1)
    assert raised.value.code == "rule_invalid"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"dtstart": "2026-02-30", "rrule": "FREQ=DAILY"}, "time_invalid"),
        ({"dtstart": "20260101", "rrule": "FREQ=DAILY", "tzid": "Mars/Base"}, "zone_unknown"),
        ({"dtstart": "20260101", "rrule": "RSCALE=MAYAN;FREQ=YEARLY"}, "rscale_unknown"),
        ({"dtstart": "18000101", "rrule": "RSCALE=CHINESE;FREQ=YEARLY"}, "rscale_range"),
    ],
)
def test_what_cannot_be_expanded_says_why(options, code):
    with pytest.raises(AppError) as raised:
        expand(**options)
    assert raised.value.code == code


def test_last_of_a_counted_rule():
    start = dt.datetime(2026, 1, 1, 9)
    assert last_of(parse_rule("FREQ=WEEKLY;COUNT=3"), start) == dt.datetime(2026, 1, 15, 9)
    assert last_of(parse_rule("FREQ=WEEKLY"), start) is None


# Against dateutil


@st.composite
def simple_rules(draw):
    freq = draw(st.sampled_from(["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"]))
    # With an interval, months can miss each other for ever; dateutil then walks to the year 9999.
    months = draw(st.booleans()) and freq != "HOURLY"
    parts = [f"FREQ={freq}"] if months else [f"FREQ={freq}", f"INTERVAL={draw(st.integers(1, 4))}"]
    if draw(st.booleans()):
        days = draw(st.lists(st.sampled_from(DAYS), min_size=1, max_size=4, unique=True))
        nth = draw(st.sampled_from(["", "", "1", "-1"])) if freq in ("YEARLY", "MONTHLY") else ""
        parts.append("BYDAY=" + ",".join(nth + day for day in days))
    elif freq in ("YEARLY", "MONTHLY") and draw(st.booleans()):
        numbers = draw(st.lists(st.sampled_from([1, 5, 15, 28, -1, -3]), min_size=1, unique=True))
        parts.append("BYMONTHDAY=" + ",".join(map(str, numbers)))
    if months:
        chosen = draw(st.lists(st.integers(1, 12), min_size=1, max_size=3, unique=True))
        parts.append("BYMONTH=" + ",".join(map(str, chosen)))
    if freq != "HOURLY" and draw(st.integers(0, 3)) == 0:
        parts.append("BYHOUR=" + ",".join(map(str, draw(st.sampled_from([[6], [9, 17]])))))
    return ";".join(parts)


starts = st.datetimes(dt.datetime(1990, 1, 1), dt.datetime(2035, 1, 1)).map(
    lambda moment: moment.replace(second=0, microsecond=0)
)


@settings(max_examples=80)
@given(rule=simple_rules(), start=starts)
def test_same_dates_as_dateutil(rule, start):
    expected = list(islice(rrulestr(rule, dtstart=start), 12))
    parsed = parse_rule(rule)
    assert list(islice(occurrences(parsed, start), 12)) == expected
    middle = expected[5]
    assert list(islice(occurrences(parsed, start, after=middle), 7)) == expected[5:]


@settings(max_examples=100)
@st.composite
def counted_rules(draw):
    freq = draw(st.sampled_from(["WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]))
    parts = [f"FREQ={freq}", f"INTERVAL={draw(st.integers(1, 5))}"]
    parts.append(f"COUNT={draw(st.integers(1, 30))}")
    if freq == "WEEKLY":
        days = draw(
            st.lists(st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), unique=True)
        )
        parts += [f"BYDAY={','.join(days)}"] if days else []
        parts.append(f"WKST={draw(st.sampled_from(['MO', 'SU']))}")
    return ";".join(parts)


@given(
    counted_rules(),
    st.datetimes(dt.datetime(2026, 1, 1), dt.datetime(2026, 12, 31)).map(
        lambda d: d.replace(microsecond=0)
    ),
)
def test_the_end_of_a_counted_rule_is_reckoned_as_it_is_walked(rule, start):
    assert last_of(parse_rule(rule), start) == list(occurrences(parse_rule(rule), start))[-1]


def test_no_count_is_too_large_to_be_reckoned_or_refused_at_once():
    begun = time.process_time()
    start = dt.datetime(2026, 1, 1, 9)
    assert last_of(parse_rule("FREQ=SECONDLY;COUNT=1000000000"), start) == dt.datetime(
        2057, 9, 9, 10, 46, 39
    )
    assert last_of(parse_rule("FREQ=WEEKLY;BYDAY=MO;COUNT=1000000000"), start).year == 9000
    with pytest.raises(AppError) as raised:
        last_of(parse_rule("FREQ=DAILY;BYHOUR=9,10;COUNT=1000000000"), start)
    assert raised.value.code == "rule_invalid"
    assert time.process_time() - begun < 1


@given(counted_rules() | simple_rules(), st.integers(0, 600), st.integers(1, 60))
def test_a_stretch_has_the_dates_that_walking_there_finds(rule, first, days):
    start = dt.datetime(2026, 3, 5, 9, 30)
    plan = Plan(parse_rule(rule), start)
    low = start + dt.timedelta(days=first)
    high = low + dt.timedelta(days=days)
    expected = []
    for value in occurrences(parse_rule(rule), start):
        if value >= high:
            break
        expected += [value] if value >= low else []
    assert list(takewhile(lambda value: value < high, plan.dates(low, high))) == expected


@given(rule=simple_rules(), count=st.integers(1, 50))
def test_rules_survive_being_written(rule, count):
    parsed = parse_rule(f"{rule};COUNT={count}")
    assert parse_rule(format_rule(parsed)) == parsed


@given(st.text(max_size=60))
def test_any_text_is_a_rule_or_refused(text):
    code = "rule_invalid"
    try:
        parse_rule(text)
    except AppError as error:
        code = error.code
    assert code == "rule_invalid"


# Cases of others, where they are at hand


@pytest.mark.skipif(not SHARED.exists(), reason="the cases are not beside this checkout")
@pytest.mark.parametrize(
    ("name", "source", "share"),
    [
        ("rrule_cases", "dateutil", 1.0),
        ("rrule_cases", "libical", 0.95),
        ("rfc5545_rrule_examples", "", 1.0),
    ],
)
def test_cases_of_others(name, source, share):
    def plain(stamp: str) -> str:
        return re.sub(r"[-:]|Z$", "", stamp)

    cases = json.loads((SHARED / f"{name}.json").read_text("utf-8"))
    cases = [case for case in cases if (case.get("src") or "").startswith(source)]
    right = 0
    for case in cases:
        want = [plain(v) for v in case.get("expected") or case.get("expected_first") or []]
        whole = case.get("complete", True)
        try:
            got = expand(
                case["dtstart"],
                case["rrule"],
                tzid=case.get("tzid"),
                limit=len(want) + bool(whole),
            )
        except AppError:
            got = []
        got = [plain(value) for value in got]
        bounded = whole and re.search("COUNT|UNTIL", case["rrule"])
        right += got == want if bounded else got[: len(want)] == want
    assert right / len(cases) >= share
