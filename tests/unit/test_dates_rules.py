"""The fifteen rules of date policy, one by one, in both languages."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import Resolved
from assistant_app.planner import dates

WED = dt.datetime(2026, 11, 18, 10, 15)
"""A Wednesday morning."""


def at(
    phrase: str,
    now: dt.datetime = WED,
    tz: str = "Europe/London",
    prefer: Any = "future",
    lang: Lang | None = None,
) -> Resolved:
    return dates.resolve(phrase, Moment(now, tz), lang or detect(phrase), prefer)


def values(found: Resolved) -> list[Any]:
    return [a.value for a in found.alternatives]


def names(found: Resolved) -> set[str]:
    return {tag.partition("=")[0] for tag in found.assumptions}


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("Friday", "2026-11-20"),
        ("Monday", "2026-11-23"),
        ("周五", "2026-11-20"),
        ("星期一", "2026-11-23"),
        ("礼拜天", "2026-11-22"),
        ("tues", "2026-11-24"),
    ],
)
def test_rule_1_a_bare_weekday_is_the_next_one(phrase: str, value: str) -> None:
    found = at(phrase)
    assert (found.status, found.kind, found.value) == ("ok", "date", value)


@pytest.mark.parametrize("phrase", ["Wednesday", "周三"])
def test_rule_1_named_on_that_day_it_is_a_week_on_and_today_is_offered(phrase: str) -> None:
    found = at(phrase)
    assert found.value == "2026-11-25"
    assert "2026-11-18" in values(found)
    assert "weekday_week_on" in names(found)


@pytest.mark.parametrize(
    ("phrase", "value", "other"),
    [
        ("Wednesday at 3pm", "2026-11-18T15:00", "2026-11-25T15:00"),
        ("周三下午三点", "2026-11-18T15:00", "2026-11-25T15:00"),
        ("Wednesday 9:00am", "2026-11-25T09:00", "2026-11-18T09:00"),
        ("周三早上九点", "2026-11-25T09:00", "2026-11-18T09:00"),
    ],
)
def test_rule_1_a_time_still_ahead_makes_it_today(phrase: str, value: str, other: str) -> None:
    found = at(phrase)
    assert found.value == value
    assert other in values(found)


@pytest.mark.parametrize(
    ("phrase", "value", "status"),
    [
        ("this Friday", "2026-11-20", "ok"),
        ("这周五", "2026-11-20", "ok"),
        ("本周日", "2026-11-22", "ok"),
        ("this Monday", "2026-11-16", "past"),
        ("这周一", "2026-11-16", "past"),
        ("这周周二", "2026-11-17", "past"),
    ],
)
def test_rule_2_this_is_in_the_current_week(phrase: str, value: str, status: str) -> None:
    found = at(phrase)
    assert (found.status, found.value) == (status, value)


def test_rule_3_next_is_in_the_next_week_and_the_coming_one_is_offered() -> None:
    found = at("next Friday")
    assert found.value == "2026-11-27"
    assert values(found) == ["2026-11-20"]
    assert "next_weekday=2026-11-27" in found.assumptions
    monday = at("next Monday")
    assert monday.value == "2026-11-23"
    assert not monday.alternatives


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("下周三", "2026-11-25"),
        ("下下周三", "2026-12-02"),
        ("下下下周一", "2026-12-07"),
        ("上周五", "2026-11-13"),
        ("上上周日", "2026-11-08"),
        ("下周日", "2026-11-29"),
        ("下星期天", "2026-11-29"),
        ("下个礼拜一", "2026-11-23"),
        ("下下个月五号", "2027-01-05"),
    ],
)
def test_rule_4_up_and_down_count_weeks_that_end_on_sunday(phrase: str, value: str) -> None:
    assert at(phrase, prefer="any").value == value


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("coming Friday", "2026-11-20"),
        ("this coming Monday", "2026-11-23"),
        ("upcoming Wednesday", "2026-11-25"),
        ("Friday week", "2026-11-27"),
        ("a week on Friday", "2026-11-27"),
        ("the Friday after next", "2026-11-27"),
    ],
)
def test_rule_5_coming_and_a_week_on(phrase: str, value: str) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("at 3", "15:00"),
        ("at 6", "18:00"),
        ("at 7", "07:00"),
        ("at 11", "11:00"),
        ("at 12", "12:00"),
        ("12:00", "12:00"),
        ("三点", "15:00"),
        ("六点半", "18:30"),
        ("九点", "09:00"),
        ("十二点", "12:00"),
        ("03:00", "03:00"),
        ("15:30", "15:30"),
        ("at 3am", "03:00"),
        ("凌晨三点", "03:00"),
        ("早上七点", "07:00"),
        ("上午十点", "10:00"),
        ("中午一点", "13:00"),
        ("下午五点一刻", "17:15"),
        ("傍晚六点", "18:00"),
        ("晚上八点", "20:00"),
        ("half past four", "16:30"),
        ("quarter to five", "16:45"),
        ("ten to nine", "08:50"),
        ("两点一刻", "14:15"),
        ("差五分八点", "07:55"),
        ("two p. m.", "14:00"),
        ("five thirty in the evening", "17:30"),
    ],
)
def test_rule_6_the_hour_without_am_or_pm(phrase: str, value: str) -> None:
    found = at(phrase)
    assert (found.kind, found.value) == ("time", value)


@pytest.mark.parametrize(
    ("phrase", "other"), [("at 3", "03:00"), ("三点", "03:00"), ("at 9", "21:00")]
)
def test_rule_6_the_other_half_of_the_day_is_offered(phrase: str, other: str) -> None:
    found = at(phrase)
    assert other in values(found)
    assert "hour" in names(found)


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("midnight tonight", "2026-11-19T00:00"),
        ("今晚12点", "2026-11-19T00:00"),
        ("明天晚上十二点", "2026-11-20T00:00"),
        ("12 noon tomorrow", "2026-11-19T12:00"),
    ],
)
def test_rule_6_twelve_at_night_ends_the_day(phrase: str, value: str) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("phrase", "start", "low", "high"),
    [
        ("tomorrow morning", "09:00", "06:00", "12:00"),
        ("明天早上", "09:00", "06:00", "12:00"),
        ("tomorrow afternoon", "15:00", "12:00", "18:00"),
        ("明天下午", "15:00", "12:00", "18:00"),
        ("tomorrow evening", "19:00", "17:00", "22:00"),
    ],
)
def test_rule_7_parts_of_the_day(phrase: str, start: str, low: str, high: str) -> None:
    window = {"start": f"2026-11-19T{low}", "end": f"2026-11-19T{high}"}
    creating, searching = at(phrase), at(phrase, prefer="any")
    assert creating.value == f"2026-11-19T{start}"
    assert "part" in names(creating)
    assert window in values(creating)
    assert (searching.kind, searching.value) == ("range", window)


@pytest.mark.parametrize("phrase", ["tonight", "今晚"])
def test_rule_7_tonight(phrase: str) -> None:
    assert at(phrase).value == "2026-11-18T20:00"
    assert at(phrase, prefer="any").value == {
        "start": "2026-11-18T18:00",
        "end": "2026-11-19T00:00",
    }


def test_rule_7_the_small_hours_ask() -> None:
    found = at("明天凌晨")
    assert found.status == "ambiguous"
    assert len(found.alternatives) >= 2


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("20 November", "2026-11-20"),
        ("3 March", "2027-03-03"),
        ("16 August", "2027-08-16"),
        ("3月3日", "2027-03-03"),
        ("十一月二十号", "2026-11-20"),
        ("15号", "2026-12-15"),
        ("the 15th", "2026-12-15"),
        ("廿三号", "2026-11-23"),
        ("the 31st", "2026-12-31"),
        ("25/12", "2026-12-25"),
        ("12/25", "2026-12-25"),
    ],
)
def test_rule_8_no_year_or_month_is_the_next(phrase: str, value: str) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("tz", "value", "other"),
    [
        ("Europe/London", "2026-12-05", "2027-05-12"),
        ("America/New_York", "2027-05-12", "2026-12-05"),
    ],
)
def test_rule_8_the_locale_orders_numeric_dates(tz: str, value: str, other: str) -> None:
    found = at("5/12", tz=tz)
    assert found.value == value
    assert other in values(found)
    forced = dates.Resolver(mdy=True).resolve("5/12", Moment(WED, "Europe/London"), "en")
    assert forced.value == "2027-05-12"


@pytest.mark.parametrize(
    ("phrase", "kind", "value"),
    [
        ("in 3 days", "date", "2026-11-21"),
        ("in two weeks", "date", "2026-12-02"),
        ("两周后", "date", "2026-12-02"),
        ("三天后", "date", "2026-11-21"),
        ("in 20 minutes", "datetime", "2026-11-18T10:35"),
        ("半小时后", "datetime", "2026-11-18T10:45"),
        ("in an hour and a half", "datetime", "2026-11-18T11:45"),
        ("两个半小时后", "datetime", "2026-11-18T12:45"),
        ("一刻钟后", "datetime", "2026-11-18T10:30"),
    ],
)
def test_rule_9_counted_from_now(phrase: str, kind: str, value: str) -> None:
    found = at(phrase)
    assert (found.kind, found.value) == (kind, value)


@pytest.mark.parametrize("phrase", ["in a month", "一个月后"])
def test_rule_9_months_clamp_and_say_so(phrase: str) -> None:
    found = at(phrase, dt.datetime(2027, 1, 31, 9))
    assert found.value == "2027-02-28"
    assert "clamped=2027-02-28" in found.assumptions


@pytest.mark.parametrize(
    ("phrase", "nearest"),
    [
        ("30 February", ["2027-02-28", "2027-03-01"]),
        ("11月31号", ["2026-11-30", "2026-12-01"]),
        ("2月30日", ["2027-02-28", "2027-03-01"]),
        ("31 April 2027", ["2027-04-30", "2027-05-01"]),
        ("2027年6月31日", ["2027-06-30", "2027-07-01"]),
        ("29 February 2027", ["2027-02-28", "2027-03-01"]),
    ],
)
def test_rule_10_an_impossible_date_never_rolls_over(phrase: str, nearest: list[str]) -> None:
    found = at(phrase)
    assert (found.status, found.value) == ("invalid", None)
    assert values(found) == nearest


def test_rule_10_an_impossible_date_keeps_the_time_in_the_choices() -> None:
    assert values(at("31 April at 3pm")) == ["2027-04-30T15:00", "2027-05-01T15:00"]


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("this weekend", {"start": "2026-11-21", "end": "2026-11-23"}),
        ("周末", {"start": "2026-11-21", "end": "2026-11-23"}),
        ("下周末", {"start": "2026-11-28", "end": "2026-11-30"}),
        ("月底", {"start": "2026-11-28", "end": "2026-12-01"}),
        ("end of day", "17:00"),
        ("end of the month", "2026-11-30"),
        ("tomorrow end of day", "2026-11-19T17:00"),
    ],
)
def test_rule_11_weekends_and_ends(phrase: str, value: Any) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize("phrase", ["yesterday", "昨天", "3 days ago", "上周三", "last month"])
def test_rule_12_the_past_asks_when_creating_and_is_fine_when_searching(phrase: str) -> None:
    assert at(phrase).status == "past"
    assert at(phrase, prefer="any").status == "ok"


@pytest.mark.parametrize("phrase", ["at 9", "九点"])
def test_rule_12_an_hour_gone_by_is_tomorrows(phrase: str) -> None:
    found = at(phrase)
    assert "next_time=2026-11-19" in found.assumptions
    when = dates.to_when(found, Moment(WED, "Europe/London"))
    assert when.start == "2026-11-19T09:00:00"


@pytest.mark.parametrize("phrase", ["28 March 2027 at 1:30am", "2027年3月28日凌晨1:30"])
def test_rule_13_a_gap_moves_forward_and_says_so(phrase: str) -> None:
    found = at(phrase)
    assert found.value == "2027-03-28T02:30"
    assert "dst_gap=2027-03-28T02:30" in found.assumptions


@pytest.mark.parametrize("phrase", ["31 October 2027 at 1:30am", "2027年10月31日凌晨1:30"])
def test_rule_13_in_a_fold_the_first_occurrence(phrase: str) -> None:
    found = at(phrase)
    assert found.value == "2027-10-31T01:30"
    assert "dst_fold=2027-10-31T01:30" in found.assumptions


@pytest.mark.parametrize(
    "text",
    [
        'rename it to "Friday at 5"',
        "改名为“周五下午三点”",
        "Ask Mark about the monitor",
        "周杰伦演唱会",
        "一月子中心",
    ],
)
def test_rule_14_quotes_and_titles_hold_no_date(text: str) -> None:
    assert not dates.extract(text, Moment(WED, "Europe/London"), detect(text)).found


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("下周三 3pm", "2026-11-25T15:00"),
        ("tomorrow 下午三点", "2026-11-19T15:00"),
        ("３月５日", "2027-03-05"),
        ("兩週後", "2026-12-02"),
        ("週五下午兩點", "2026-11-20T14:00"),
        ("卅號", "2026-11-30"),
        ("后天 10:30am", "2026-11-20T10:30"),
    ],
)
def test_rule_15_mixed_languages_and_variants(phrase: str, value: str) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("phrase", "rule", "start"),
    [
        (
            "every other Thursday until June",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20270531",
            "2026-11-19",
        ),
        ("每隔一周的周四", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2026-11-19"),
        ("每个月最后一个工作日", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30"),
        ("every weekday at 9:30", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T09:30"),
        ("每周一三五早上八点", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-11-20T08:00"),
        ("the first Monday of every month", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07"),
        ("15th of every month", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15"),
        ("每年3月5日", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05"),
        ("daily for 10 times", "FREQ=DAILY;COUNT=10", "2026-11-18"),
        ("every year on Christmas", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "2026-12-25"),
    ],
)
def test_repeats(phrase: str, rule: str, start: str) -> None:
    found = at(phrase)
    assert (found.status, found.kind) == ("ok", "rrule")
    assert (found.value["rrule"], found.value["start"]) == (rule, start)


def test_repeats_that_ask() -> None:
    found = at("on the 31st of every month")
    assert found.status == "ambiguous"
    assert found.value["rrule"] == "FREQ=MONTHLY;BYMONTHDAY=-1"
    assert at("每个工作日上午九点").value["workday_cal"] == "CN"
    assert at("每年农历八月十五").value["rscale"] == "CHINESE"


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("three days before Christmas", "2026-12-22"),
        ("the day after Thanksgiving", "2026-11-27"),
        ("除夕", "2027-02-05"),
        ("农历八月十五", "2027-09-15"),
        ("中秋节前三天", "2027-09-12"),
        ("大后天", "2026-11-21"),
        ("Labor Day", "2027-09-06"),
        ("Good Friday", "2027-03-26"),
        ("Boxing Day", "2026-12-26"),
        ("国庆节", "2027-10-01"),
        ("明年春节", "2027-02-06"),
        ("tmrw", "2026-11-19"),
        ("tomorrows", "2026-11-19"),
        ("the last working day of the month", "2026-11-30"),
        ("twenty third of april", "2027-04-23"),
    ],
)
def test_anchored_dates_holidays_and_spellings(phrase: str, value: str) -> None:
    assert at(phrase).value == value


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("每周一到周五上午九点", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("周一到周五每天早上九点", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every Monday to Friday at 9", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("Monday to Friday every day at 9am", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("Mon, Wed, Fri at 6pm", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("周一三五早上七点", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("every month on the last Friday", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("每两天一次", "FREQ=DAILY;INTERVAL=2"),
        ("每周末", "FREQ=WEEKLY;BYDAY=SA,SU"),
        ("once a week", "FREQ=WEEKLY"),
        ("every other Tuesday 2-2:30pm starting next week", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("every Monday at 9 until 1 March", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301"),
    ],
)
def test_runs_and_lists_of_weekdays(phrase: str, rule: str) -> None:
    found = at(phrase)
    assert (found.status, found.value["rrule"]) == ("ok", rule)


@pytest.mark.parametrize(
    "phrase",
    [
        "every day except Sunday",
        "the closest Monday to 5 May",
        "改天",
        "soon",
    ],
)
def test_what_is_no_single_rule_or_date_asks(phrase: str) -> None:
    assert at(phrase).status == "unresolved"


@pytest.mark.parametrize(
    ("phrase", "count"),
    [("six and nine am", 3), ("January 1 and January 12", 3), ("repeating", 4)],
)
def test_two_readings_ask_which(phrase: str, count: int) -> None:
    found = at(phrase)
    assert found.status == "ambiguous"
    assert len(found.alternatives) == count


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("去年今天", "2025-11-18"),
        ("圣诞节前一天", "2026-12-24"),
        ("国庆第三天", "2027-10-03"),
        ("春节后第一个周一", "2027-02-08"),
        ("all day Friday", "2026-11-20"),
        ("后天全天", "2026-11-20"),
        ("the week before last", {"start": "2026-11-02", "end": "2026-11-09"}),
        ("Q1 2027", {"start": "2027-01-01", "end": "2027-04-01"}),
        ("明年五月中旬", {"start": "2027-05-11", "end": "2027-05-21"}),
        ("the weekend three weeks from now", {"start": "2026-12-12", "end": "2026-12-14"}),
        ("by the end of the year", "2026-12-31"),
        ("年底前", "2026-12-31"),
        ("月底前", "2026-11-30"),
    ],
)
def test_more_anchored_dates_and_periods(phrase: str, value: Any) -> None:
    assert at(phrase, prefer="any").value == value


def test_mothers_day_is_that_of_the_country() -> None:
    british, american = at("Mother's Day"), at("Mother's Day", tz="America/New_York")
    assert british.value == "2027-03-07"
    assert "2027-05-09" in values(british)
    assert american.value == "2027-05-09"


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("MLK Day", "2027-01-18"),
        ("Presidents' Day", "2027-02-15"),
        ("Juneteenth", "2027-06-19"),
        ("Thanksgiving", "2026-11-26"),
        ("Black Friday", "2026-11-27"),
        ("Early May bank holiday", "2027-05-03"),
        ("August bank holiday", "2027-08-30"),
        ("Easter Monday", "2027-03-29"),
        ("Remembrance Sunday", "2027-11-14"),
        ("Chinese New Year", "2027-02-06"),
        ("清明节", "2027-04-05"),
        ("端午节", "2027-06-09"),
        ("重阳节", "2027-10-08"),
        ("八一建军节", "2027-08-01"),
        ("腊八节", "2027-01-15"),
        ("冬至", "2026-12-22"),
        ("双十一", "2027-11-11"),
        ("大年初二", "2027-02-07"),
    ],
)
def test_holidays_by_name(phrase: str, value: str) -> None:
    assert at(phrase).value == value
