"""The words of a rule are read back as the same rule, in both languages."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import detect
from assistant_app.domain.planner import Item, ItemKind, Resolved
from assistant_app.planner import dates
from assistant_app.planner.recurrence import Plan
from assistant_app.planner.rule import WEEKDAYS, parse_rule
from assistant_app.planner.rule_words import in_words

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")
SHOWN = 12


def months(draw: Any, interval: int) -> list[str]:
    """What stands in a monthly rule: nothing, days, weekdays or workdays."""
    days = st.sampled_from([1, 4, 11, 15, 22, 28, 30, 31, -1, -2, -3])
    kind = draw(st.sampled_from(["", "days", "weekdays", "workday", "quarter"]))
    if kind == "days":
        chosen = draw(st.lists(days, min_size=1, max_size=3, unique=True))
        return ["BYMONTHDAY=" + ",".join(map(str, chosen))]
    if kind == "weekdays":
        day = draw(st.sampled_from(WEEKDAYS))
        numbers = draw(
            st.lists(st.sampled_from([1, 2, 3, 4, -1, -2]), min_size=1, max_size=2, unique=True)
        )
        return ["BYDAY=" + ",".join(f"{n}{day}" for n in numbers)]
    if kind == "workday":
        n = draw(st.sampled_from([1, 2, 3, -1, -2]))
        return ["BYDAY=MO,TU,WE,TH,FR", f"BYSETPOS={n}"]
    if kind == "quarter" and interval == 1:
        side = draw(st.sampled_from([1, -1]))
        day = draw(
            st.sampled_from(["BYMONTHDAY=1", "BYDAY=1TU", "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"])
        )
        months = "1,4,7,10" if side == 1 else "3,6,9,12"
        return [f"BYMONTH={months}", day.replace("=1", f"={side}")]
    return []


def years(draw: Any) -> list[str]:
    """What stands in a yearly rule."""
    kind = draw(st.sampled_from(["", "day", "weekday"]))
    month = draw(st.integers(1, 12))
    if kind == "day":
        return [f"BYMONTH={month}", f"BYMONTHDAY={draw(st.sampled_from([1, 5, 15, 28, -1]))}"]
    if kind == "weekday":
        n, day = draw(st.sampled_from([1, 2, 4, -1])), draw(st.sampled_from(WEEKDAYS))
        return [f"BYMONTH={month}", f"BYDAY={n}{day}"]
    return []


@st.composite
def repeats(draw: Any) -> tuple[str, dt.date]:
    """A rule that the repeat editor makes, by its menus or from words, and its first date."""
    freq = draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))
    interval = draw(st.sampled_from([1, 1, 2, 3, 4, 7, 10, 12, 21, 99]))
    parts = [f"FREQ={freq}"] + ([f"INTERVAL={interval}"] if interval > 1 else [])
    if freq == "WEEKLY":
        days = draw(st.lists(st.sampled_from(WEEKDAYS), max_size=7, unique=True))
        parts += ["BYDAY=" + ",".join(d for d in WEEKDAYS if d in days)] if days else []
    elif freq == "MONTHLY":
        parts += months(draw, interval)
    elif freq == "YEARLY":
        parts += years(draw)
    begin = draw(st.dates(dt.date(2026, 11, 18), dt.date(2028, 3, 1)))
    first = next(iter(Plan(parse_rule(";".join(parts)), begin).dates()), None)
    assume(first is not None)  # "every 12 months on the 31st", from an April on
    ends = draw(st.sampled_from(["", "count", "until"]))
    if ends == "count":
        parts.append(f"COUNT={draw(st.integers(1, 999))}")
    elif ends == "until":
        parts.append(f"UNTIL={first + dt.timedelta(days=draw(st.integers(0, 900))):%Y%m%d}")
    return ";".join(parts), first


def shown(rule: str, first: dt.date) -> list[dt.date]:
    """The first dates of a rule, and how many there are."""
    found = []
    for value in Plan(parse_rule(rule), first).dates():
        found.append(value)
        if len(found) == SHOWN:
            break
    return found


def readings(found: Resolved) -> list[str]:
    """The rules that a phrase may mean: of one that asks, each choice; none by working days."""
    values = [found.value] if found.status == "ok" else [a.value for a in found.alternatives]
    plain = [v for v in values if isinstance(v, dict) and not v.get("workday_cal")]
    return [v["rrule"] for v in plain if "rrule" in v]


@settings(max_examples=250)
@given(repeats(), st.sampled_from(["en", "zh"]))
def test_the_words_of_a_rule_are_read_back(repeat: tuple[str, dt.date], lang: Any) -> None:
    rule, first = repeat
    item = Item(1, ItemKind.EVENT, "x", first.isoformat(), None, True, "date", None, rrule=rule)
    words = in_words(item, lang)
    at = Moment(dt.datetime.combine(first, dt.time(8)), "Europe/London")
    found = dates.resolve(words, at, lang)
    assert found.kind == "rrule", words
    same = [r for r in readings(found) if shown(r, first) == shown(rule, first)]
    assert same, (words, found)
    # Only the end of short months is asked about.
    assert found.status == "ok" or "31" in words, (words, found)


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every 2 months on the last workday", "INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        ("every month on the 1st, 11th and 21st", "FREQ=MONTHLY;BYMONTHDAY=1,11,21"),
        ("every month on the 5th and the last day", "FREQ=MONTHLY;BYMONTHDAY=5,-1"),
        ("every month on the second to last Friday", "FREQ=MONTHLY;BYDAY=-2FR"),
        ("every month on the first and third Monday", "FREQ=MONTHLY;BYDAY=1MO,3MO"),
        ("every 3 weeks on Tuesday and Thursday", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,TH"),
        ("every 3 weeks on Mon, Wed and Fri until June", "INTERVAL=3;BYDAY=MO,WE,FR;UNTIL=20270531"),
        ("the last day of every quarter", "FREQ=MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1"),
        ("first day of each quarter", "FREQ=MONTHLY;BYMONTH=1,4,7,10;BYMONTHDAY=1"),
        ("the last Friday of every quarter", "FREQ=MONTHLY;BYMONTH=3,6,9,12;BYDAY=-1FR"),
        ("the first Monday of each quarter", "FREQ=MONTHLY;BYMONTH=1,4,7,10;BYDAY=1MO"),
        ("first and last Friday of every month", "FREQ=MONTHLY;BYDAY=1FR,-1FR"),
        ("every month on the first and last Friday", "FREQ=MONTHLY;BYDAY=1FR,-1FR"),
        ("each first Monday of the quarter", "FREQ=MONTHLY;BYMONTH=1,4,7,10;BYDAY=1MO"),
        ("every third Wednesday of January", "FREQ=YEARLY;BYMONTH=1;BYDAY=3WE"),
        ("every last Sunday in October", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
        ("for the next 5 Fridays", "FREQ=WEEKLY;BYDAY=FR;COUNT=5"),
        ("the next three Mondays at 9", "FREQ=WEEKLY;BYDAY=MO;COUNT=3"),
        ("每季度最后一个周五", "FREQ=MONTHLY;BYMONTH=3,6,9,12;BYDAY=-1FR"),
        ("每季度最后一天", "FREQ=MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1"),
        ("每个季度末", "FREQ=MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1"),
        ("每季度第一天", "FREQ=MONTHLY;BYMONTH=1,4,7,10;BYMONTHDAY=1"),
        ("每月1号、11号和21号", "FREQ=MONTHLY;BYMONTHDAY=1,11,21"),
        ("每月第一个和第三个周一", "FREQ=MONTHLY;BYDAY=1MO,3MO"),
        ("每月5号和最后一天", "FREQ=MONTHLY;BYMONTHDAY=5,-1"),
        ("每个工作日（周一至周五）", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("每三周的周一、周六、周日", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SA,SU"),
    ],
)  # fmt: skip
def test_lists_of_days_are_one_rule(phrase: str, rule: str) -> None:
    found = dates.resolve(phrase, NOW, detect(phrase))
    assert found.status == "ok"
    assert (
        found.value["rrule"]
        .removeprefix("FREQ=MONTHLY;")
        .endswith(rule.removeprefix("FREQ=MONTHLY;"))
    ), found.value


@pytest.mark.parametrize(
    "phrase",
    [
        "every month on the first Monday and the 15th",
        "the fifth Monday of every quarter",
        "every month on Monday",
        "每月周一",
        "every hour from 9am to 5pm",
        "every year on my birthday",
    ],
)
def test_what_no_rule_says_is_not_half_understood(phrase: str) -> None:
    assert dates.resolve(phrase, NOW, detect(phrase)).status != "ok"


@pytest.mark.parametrize(
    ("phrase", "rules"),
    [
        ("twice a day", ["FREQ=HOURLY;INTERVAL=12", "FREQ=DAILY"]),
        ("three times a week", ["FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;BYDAY=TU,TH,SA"]),
        ("twice a month", ["FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=WEEKLY;INTERVAL=2"]),
        ("4 times every year", ["FREQ=MONTHLY;INTERVAL=3", "FREQ=YEARLY"]),
        ("twice a week", [f"FREQ=WEEKLY;BYDAY={d}" for d in ("MO,TH", "TU,FR", "SA,SU")]),
        ("每天三次", ["FREQ=HOURLY;INTERVAL=8", "FREQ=DAILY"]),
        ("每天两次", ["FREQ=HOURLY;INTERVAL=12", "FREQ=DAILY"]),
        ("每周三次", ["FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;BYDAY=TU,TH,SA"]),
        ("一个月两次", ["FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=WEEKLY;INTERVAL=2"]),
    ],
)
def test_several_times_ask_when(phrase: str, rules: list[str]) -> None:
    found = dates.resolve(phrase, NOW, detect(phrase))
    assert (found.status, found.value) == ("ambiguous", None)
    assert [a.value["rrule"] for a in found.alternatives] == rules


@pytest.mark.parametrize(
    "phrase", ["5 times a month", "seven times a day", "每周三三次", "每天七次"]
)
def test_several_times_without_a_usual_answer_are_no_rule(phrase: str) -> None:
    assert dates.resolve(phrase, NOW, detect(phrase)).status == "unresolved"


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("早九晚五", {"start": "09:00", "end": "17:00"}),
        ("朝九晚五", {"start": "09:00", "end": "17:00"}),
        ("下周三早九晚六", {"start": "2026-11-25T09:00", "end": "2026-11-25T18:00"}),
        ("每天早十晚七", {"start": "2026-11-19T10:00", "rrule": "FREQ=DAILY"}),
    ],
)
def test_from_morning_to_evening_by_bare_numbers(phrase: str, value: dict[str, str]) -> None:
    found = dates.resolve(phrase, NOW, "zh")
    assert (found.status, found.value) == ("ok", value)


@pytest.mark.parametrize(
    "phrase", ["Mon and Wed 18:00-19:30", "Monday and Wednesday from 6pm to 7:30pm"]
)
def test_hours_of_two_days_ask_whether_they_repeat(phrase: str) -> None:
    found = dates.resolve(phrase, NOW, "en")
    assert found.status == "ambiguous"
    assert found.assumptions == ("length=90",)
    rules = [(a.value["start"], a.value["rrule"]) for a in found.alternatives]
    assert rules == [
        ("2026-11-18T18:00", "FREQ=WEEKLY;BYDAY=MO,WE"),
        ("2026-11-23T18:00", "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=2"),
    ]


@pytest.mark.parametrize(
    ("phrase", "start", "rule"),
    [
        ("every day next week", "2026-11-23", "FREQ=DAILY;UNTIL=20261129"),
        ("every day this week at 9", "2026-11-19T09:00", "FREQ=DAILY;UNTIL=20261122"),
        ("every weekday next month", "2026-12-01", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261231"),
        ("every Monday in March", "2027-03-01", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270331"),
        ("下周每天早上8点", "2026-11-23T08:00", "FREQ=DAILY;UNTIL=20261129"),
        ("明年每个月15号", "2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20271231"),
        ("every day from next week", "2026-11-23", "FREQ=DAILY"),
        ("every 6 months starting in March", "2027-03-01", "FREQ=MONTHLY;INTERVAL=6"),
    ],
)  # fmt: skip
def test_repeats_within_a_period_end_with_it(phrase: str, start: str, rule: str) -> None:
    found = dates.resolve(phrase, NOW, detect(phrase))
    assert (found.status, found.value["start"], found.value["rrule"]) == ("ok", start, rule)


@pytest.mark.parametrize(
    ("phrase", "start", "rule"),
    [
        ("Monday to Friday every other week", "2026-11-18", "INTERVAL=2;BYDAY=MO,TU,WE,TH,FR"),
        ("from Monday to Friday every week at 9", "2026-11-19T09:00", "BYDAY=MO,TU,WE,TH,FR"),
        ("every day from 1 to 5 December", "2026-12-01", "FREQ=DAILY;UNTIL=20261205"),
        ("weekly on Mondays starting 7 December for 10 weeks", "2026-12-07", "BYDAY=MO;UNTIL=20270214"),
        ("every 3 days until Christmas at 8am", "2026-11-19T08:00", "INTERVAL=3;UNTIL=20261225"),
        ("every Wednesday from December to February", "2026-12-02", "BYDAY=WE;UNTIL=20270228"),
        ("every Wednesday until February", "2026-11-18", "BYDAY=WE;UNTIL=20270131"),
        ("从下周一起每天早上七点", "2026-11-23T07:00", "FREQ=DAILY"),
    ],
)  # fmt: skip
def test_all_that_is_said_of_a_repeat_is_kept(phrase: str, start: str, rule: str) -> None:
    found = dates.resolve(phrase, NOW, detect(phrase))
    assert (found.status, found.value["start"]) == ("ok", start)
    assert found.value["rrule"].endswith(rule)
