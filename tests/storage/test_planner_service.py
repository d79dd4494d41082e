"""Listing, finding, free time, tasks and words, on a real database."""

from __future__ import annotations

import datetime as dt
import time
from itertools import pairwise

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Alarm, ItemKind, NewItem, When
from assistant_app.errors import AppError, sentence
from assistant_app.storage.database import Database
from tests.storage.planner_kit import Kit

pytestmark = pytest.mark.storage


@pytest.fixture
def kit(db):
    return Kit(db)


# Times and zones


def test_wall_time_stays_when_the_process_is_elsewhere(kit, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    kit.set_now("2026-11-18T10:00", "Asia/Shanghai")
    kit.event("Class", "2026-11-18T14:00", rrule="FREQ=WEEKLY")
    found = kit.planner.events("2026-11-01", "2027-11-01", "Asia/Shanghai")
    assert {o.start[11:] for o in found} == {"14:00:00"}
    assert found[0].start_ms == Moment(dt.datetime(2026, 11, 18, 6), "UTC").ms


@pytest.mark.parametrize(
    ("zone", "start", "first", "last"),
    [
        ("Europe/Paris", "2026-10-12T10:00", "2026-10-12", "2026-11-30"),
        ("Australia/Sydney", "2026-06-01T09:00", "2026-09-21", "2026-10-20"),
        ("America/New_York", "2026-10-25T08:00", "2026-10-25", "2026-11-30"),
    ],
)
def test_wall_time_stays_over_a_change_of_clocks(kit, zone, start, first, last):
    kit.set_now("2026-10-01T09:00", zone)
    kit.event("Weekly", start, rrule="FREQ=WEEKLY")
    found = kit.planner.events(first, last, zone)
    assert {o.start[11:16] for o in found} == {start[11:]}
    gaps = {b.start_ms - a.start_ms for a, b in pairwise(found)}
    assert len(gaps) == 2  # the week of the change is an hour longer or shorter


def test_a_time_that_the_clocks_skip_moves_forward(kit):
    kit.event("Early", "2026-03-28T01:30", "2026-03-28T02:00", rrule="FREQ=DAILY;COUNT=3")
    found = kit.planner.events("2026-03-28", "2026-04-01", kit.tz)
    assert [o.start[11:16] for o in found] == ["01:30", "02:30", "01:30"]
    assert {o.key[11:16] for o in found} == {"01:30"}


def test_a_time_that_comes_twice_is_the_first(kit):
    kit.set_now("2025-11-01T09:00", "America/New_York")
    kit.event("Backup", "2025-11-02T01:30")
    (found,) = kit.planner.events("2025-11-02", "2025-11-03", "America/New_York")
    assert found.start_ms == Moment(dt.datetime(2025, 11, 2, 5, 30), "UTC").ms


def test_daily_all_day_series_has_the_change_sunday(kit):
    kit.set_now("2021-11-01T09:00", "America/New_York")
    kit.event("Pill", "2021-11-01", rrule="FREQ=DAILY")
    found = kit.planner.events("2021-11-07", "2021-11-08", "America/New_York")
    assert [o.start for o in found] == ["2021-11-07"]


@pytest.mark.parametrize("zone", ["Pacific/Apia", "Pacific/Pago_Pago", "Asia/Shanghai"])
def test_birthdays_keep_their_date_in_every_zone(kit, zone):
    kit.event("Birthday", "2026-05-04", rrule="FREQ=YEARLY")
    assert [o.start for o in kit.planner.events("2027-05-04", "2027-05-05", zone)] == [
        "2027-05-04"
    ]
    assert kit.planner.events("2027-05-05", "2027-05-06", zone) == []


def test_all_day_end_is_exclusive(kit):
    kit.event("Sunday", "2025-02-09", "2025-02-10")
    assert kit.planner.events("2025-02-10", "2025-02-11", kit.tz) == []


def test_assumed_length_is_said(kit):
    item = kit.event("Dentist", "2026-11-24T15:00")
    assert item.end == "2026-11-24T16:00:00"
    assert kit.planner.describe_assumptions(item.assumptions, "en") == ["assumed: 1 hour long"]
    assert kit.planner.describe_assumptions(item.assumptions, "zh") == ["假定时长：1小时"]


def test_endless_series_leave_room_for_each_other_and_say_that_they_are_cut(kit, tmp_path):
    kit.ticks(tmp_path, 100)
    kit.event("Standup", "2026-11-02T09:30", "2026-11-02T09:45", rrule="FREQ=DAILY")
    kit.event("Dentist", "2026-11-22T15:00")
    for first, last, days in (
        ("2026-11-22", "2026-11-23", 1),
        ("2026-11-16", "2026-11-23", 7),
        ("2026-11-02", "2026-12-02", 30),
    ):
        begun = time.process_time()
        found = kit.planner.events(first, last, kit.tz)
        assert time.process_time() - begun < 2
        titles = [o.item.title for o in found]
        assert (titles.count("Standup"), titles.count("Dentist")) == (days, 1)
        assert sum(o.more for o in found) == 100
    cut = [o for o in found if o.more and o.item.title == "Tick 1"]
    assert "its later times are not listed" in kit.planner.describe(cut[0], kit.now, "en")
    assert "更晚的各次没有列出" in kit.planner.describe(cut[0], kit.now, "zh")


def test_a_listing_without_end_says_where_it_stops(kit):
    kit.event("Standup", "2026-11-02T09:30", "2026-11-02T09:45", rrule="FREQ=DAILY")
    kit.event("Leap", "2024-02-29", rrule="FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=TH")
    kit.event("Far", "8998-01-01")
    begun = time.process_time()
    found = kit.planner.events("2026-11-18", "9999-12-30", kit.tz)
    assert time.process_time() - begun < 5
    assert {o.item.title for o in found if o.more} == {"Standup", "Leap"}
    assert found[-1].item.title == "Far"


def test_a_cut_series_is_never_free_time(kit):
    kit.event("Busy", "2026-11-18T00:00", "2026-11-18T00:01", rrule="FREQ=MINUTELY")
    assert kit.planner.free("2026-11-18", "2026-12-18", kit.tz, length_s=1800) == []


def test_titles_are_one_line_without_what_turns_it(kit):
    item = kit.event("a\nb \u202etxt.exe\x07\t c", "2026-11-24T15:00", place="up\r\nstairs")
    assert (item.title, item.place) == ("a b txt.exe c", "up stairs")
    notes = kit.task("x", notes="one\r\ntwo\x1b[31m\u2066").notes
    assert notes == "one\ntwo[31m"
    edited, _ = kit.planner.edit(item.id, "title", "Zahn\u2028arzt \U0001f468\u200d\U0001f469")
    assert edited.title == "Zahn arzt \U0001f468\u200d\U0001f469"


def test_a_repeat_of_every_second_is_refused_in_an_edit_too(kit):
    item = kit.event("x", "2026-11-24T15:00")
    with pytest.raises(AppError) as raised:
        kit.planner.edit(item.id, "repeat", kit.when("2026-11-24T15:00", rrule="FREQ=SECONDLY"))
    assert raised.value.code == "repeat_too_often"
    assert kit.planner.get(item.id).rrule is None


def test_many_series_hide_no_conflict_of_years_ahead(kit):
    for n in range(40):
        hour = f"{n % 12:02}:{n:02}"
        kit.event(f"Daily {n}", f"2026-11-18T{hour}", f"2026-11-18T{hour}", rrule="FREQ=DAILY")
    kit.event("Late", "2045-11-18T20:00", "2045-11-18T21:00")
    yearly = kit.when("2026-11-18T20:00", "2026-11-18T21:00", rrule="FREQ=YEARLY")
    assert [o.item.title for o in kit.planner.conflicts(yearly)] == ["Late"]
    daily = kit.event("Class", "2026-11-19T20:30", "2026-11-19T22:00", rrule="FREQ=DAILY")
    assert {o.item.id for o in kit.planner.conflicts(yearly)} > {daily.id}


def test_free_time_of_a_year_with_many_series(kit):
    for n in range(60):
        kit.event(f"Daily {n}", "2026-11-18T09:00", "2026-11-18T17:00", rrule="FREQ=DAILY")
    slots = kit.planner.free("2026-11-18", "2027-11-18", kit.tz, length_s=3600)
    assert len(slots) == 365
    assert slots[-1].start == "2027-11-17T17:00:00"


def test_what_happens_more_than_once_a_day_is_said_with_its_times(kit):
    item = kit.event(
        "Water", "2026-11-18T10:00", "2026-11-18T10:00", rrule="FREQ=HOURLY;INTERVAL=2"
    )
    assert kit.planner.describe(item, kit.now, "en").endswith(
        "next: Wed 18 Nov 2026, 14:00, Wed 18 Nov 2026, 16:00"
    )


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewItem(ItemKind.EVENT, " ", When("2026-11-24T15:00", None, False, None)), "title_empty"),
        (NewItem(ItemKind.EVENT, "x"), "event_needs_time"),
        (NewItem(ItemKind.TASK, "\u200b \u202e"), "title_empty"),
        (NewItem(ItemKind.TASK, "x" * 501), "text_too_long"),
        (NewItem(ItemKind.TASK, "x", place="x" * 501), "text_too_long"),
        (NewItem(ItemKind.EVENT, "x", When("9999-12-31", None, True, None)), "time_out_of_range"),
        (
            NewItem(ItemKind.EVENT, "x", When("8999-12-31T23:30", None, False, None)),
            "time_out_of_range",
        ),
        (NewItem(ItemKind.TASK, "x", When("0001-01-01", None, True, None)), "time_out_of_range"),
        (
            NewItem(
                ItemKind.EVENT, "x", When("2026-11-24T15:00", None, False, None, "FREQ=SECONDLY")
            ),
            "repeat_too_often",
        ),
        (
            NewItem(
                ItemKind.EVENT,
                "x",
                When("2026-11-24T15:00", None, False, None, "FREQ=DAILY;BYSECOND=0,30"),
            ),
            "repeat_too_often",
        ),
        (
            NewItem(
                ItemKind.EVENT, "x", When("2026-11-24T15:00", "2026-11-24T14:00", False, None)
            ),
            "end_before_start",
        ),
        (NewItem(ItemKind.EVENT, "x", When("2026-02-30", None, True, None)), "time_invalid"),
        (
            NewItem(ItemKind.EVENT, "x", When("2026-11-24T15:00", None, False, "Mars")),
            "zone_unknown",
        ),
        (
            NewItem(ItemKind.EVENT, "x", When("2026-11-24", None, True, None, "FREQ=NEVER")),
            "rule_invalid",
        ),
        (
            NewItem(
                ItemKind.EVENT,
                "x",
                When("2026-11-24", None, True, None, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
            ),
            "rule_without_dates",
        ),
    ],
)
def test_bad_items_are_refused_in_a_sentence(kit, new, code):
    with pytest.raises(AppError) as raised:
        kit.planner.add(new)
    assert raised.value.code == code
    assert kit.rows() == []
    for lang in ("en", "zh"):
        assert sentence(raised.value, lang) != sentence(AppError("nonsense", **{}), lang)
        assert "{" not in sentence(raised.value, lang)


# Busy and free


def test_conflicts(kit):
    dentist = kit.event("Dentist", "2026-11-24T15:00", "2026-11-24T16:00")
    day = kit.event("Holiday", "2026-11-24")
    clash = kit.planner.conflicts(kit.when("2026-11-24T15:30", "2026-11-24T16:30"))
    assert [o.item.id for o in clash] == [dentist.id]
    assert day.transparent
    assert kit.planner.conflicts(kit.when("2026-11-24T16:00", "2026-11-24T17:00")) == []
    assert kit.planner.conflicts(kit.when("2026-11-24T15:30"), ignore=dentist.id) == []


def test_conflict_of_a_later_occurrence(kit):
    kit.event("Dentist", "2026-12-15T10:15")
    when = kit.when("2026-12-01T10:00", "2026-12-01T10:30", rrule="FREQ=WEEKLY")
    assert [o.item.title for o in kit.planner.conflicts(when)] == ["Dentist"]


def test_free_time_is_within_hours(kit):
    kit.event("Dentist", "2026-11-24T15:00", "2026-11-24T16:00")
    kit.event("Lunch", "2026-11-24T12:00", "2026-11-24T13:00")
    slots = kit.planner.free("2026-11-24", "2026-11-25", kit.tz, length_s=7200)
    assert [(s.start[11:16], s.end[11:16]) for s in slots] == [
        ("09:00", "12:00"), ("13:00", "15:00"), ("16:00", "18:00"),
    ]  # fmt: skip
    evening = kit.planner.free(
        "2026-11-24", "2026-11-25", kit.tz, length_s=3600, hours=("20:00", "02:00")
    )
    assert [(s.start[11:16], s.end) for s in evening] == [
        ("00:00", "2026-11-24T02:00:00"), ("20:00", "2026-11-25T00:00:00"),
    ]  # fmt: skip


def test_next_dates(kit):
    when = kit.when("2026-11-24", rrule="FREQ=MONTHLY;BYMONTHDAY=-1")
    assert kit.planner.next_dates(when) == ["2026-11-30", "2026-12-31", "2027-01-31"]
    assert kit.planner.next_dates(kit.when("2026-11-24")) == ["2026-11-24"]


# Tasks


def due(kit, state="open"):
    return [(o.item.title, o.end, o.done) for o in kit.planner.tasks(state)]


def test_tasks_by_due_date_then_undated(kit):
    kit.task("Someday")
    kit.task("Later", "2026-11-25")
    kit.task("Soon", "2026-11-20T09:00", list_name="Home")
    assert [title for title, _, _ in due(kit)] == ["Soon", "Later", "Someday"]
    assert [o.item.title for o in kit.planner.tasks(list_name="home")] == ["Soon"]
    assert [o.item.title for o in kit.planner.tasks(due_before="2026-11-21")] == ["Soon"]


def test_repeating_task_goes_on_after_done(kit):
    task = kit.task("Water", "2026-11-20T09:00", rrule="FREQ=DAILY;INTERVAL=3")
    kit.planner.complete(task.id)
    assert due(kit) == [("Water", "2026-11-23T09:00:00", False)]
    assert kit.planner.get(task.id) == task
    kit.undo.undo()
    assert due(kit) == [("Water", "2026-11-20T09:00:00", False)]
    kit.planner.complete(task.id)
    kit.planner.complete(task.id, done=False)
    assert due(kit) == [("Water", "2026-11-20T09:00:00", False)]


def test_task_that_repeats_from_completion(kit):
    task = kit.task("Filter", "2026-11-01", rrule="FREQ=MONTHLY", repeat_from="completion")
    kit.planner.complete(task.id)  # on 18 November
    assert due(kit) == [("Filter", "2026-12-18", False)]


def test_done_and_open_again(kit):
    task = kit.task("Milk")
    kit.planner.complete(task.id)
    assert due(kit, "done") == [("Milk", None, True)]
    assert due(kit) == []
    kit.planner.complete(task.id, done=False)
    assert due(kit) == [("Milk", None, False)]


def test_span_of_days_is_due_on_its_last(kit):
    item = kit.planner.add(
        NewItem(ItemKind.TASK, "Clean", When("2026-11-21", "2026-11-23", True, None))
    )[0]
    assert (item.start, item.end) == ("2026-11-21", "2026-11-22")


# Finding


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("dentist", "Dentist"),
        ("the dentist appointment", "Dentist"),
        ("my DENTISTS", "Dentist"),
        ("review budget", "Quarterly budget review"),
        ("meeting with Anna", "Anna 1:1"),
        ("standup", "Team stand-up"),
        ("stand-ups", "Team stand-up"),
        ("猫", "给猫买粮"),
        ("买粮的任务", "给猫买粮"),
        ("猫粮", "给猫买粮"),
        ("产品组会议", "产品组周会"),
        ("ai", "AI demo"),
        ("birthdays", "Mum's birthday"),
        ("e1", "Dentist"),
        ("#e1", "Dentist"),
    ],
)
def test_find(kit, words, title):
    for name in ("Dentist", "Quarterly budget review", "Anna 1:1", "Team stand-up", "AI demo"):
        kit.event(name, "2026-11-24T15:00")
    kit.event("产品组周会", "2026-11-24T15:00")
    kit.event("Mum's birthday", "2026-12-24")
    kit.task("给猫买粮")
    found = kit.planner.find(words, now=kit.now)
    assert [item.title for item in found] == [title]


def test_find_nothing(kit):
    kit.event("Dentist", "2026-11-24T15:00")
    for words in ("", "the", "haircut", "t1", "e99", "!!", '"', "NEAR(a b)", "的"):
        assert kit.planner.find(words, now=kit.now) == []


def test_find_puts_the_upcoming_first(kit):
    past = kit.event("Dentist", "2026-11-01T15:00")
    later = kit.event("Dentist", "2026-12-24T15:00")
    soon = kit.event("Dentist", "2026-11-24T15:00")
    done = kit.task("Call dentist")
    kit.planner.complete(done.id)
    found = [item.id for item in kit.planner.find("dentist", now=kit.now)]
    assert found == [soon.id, later.id, past.id, done.id]
    events = kit.planner.find("dentist", kinds=[ItemKind.EVENT], now=kit.now)
    assert done.id not in [item.id for item in events]


def test_index_follows_edits_and_undo(kit):
    item = kit.event("Dentist", "2026-11-24T15:00")
    kit.planner.edit(item.id, "title", "Haircut")
    assert kit.planner.find("dentist", now=kit.now) == []
    kit.undo.undo()
    assert [i.id for i in kit.planner.find("dentist", now=kit.now)] == [item.id]
    kit.planner.delete(item.id)
    assert kit.planner.find("dentist", now=kit.now) == []
    kit.undo.undo()
    assert [i.id for i in kit.planner.find("dentist", now=kit.now)] == [item.id]


def test_about_narrows_a_listing(kit):
    kit.event("Dentist", "2026-11-24T15:00", place="Leeds")
    kit.event("Haircut", "2026-11-24T17:00")
    found = kit.planner.events("2026-11-24", "2026-11-25", kit.tz, "leeds")
    assert [o.item.title for o in found] == ["Dentist"]


# Words


@pytest.mark.parametrize(
    ("start", "end", "rule", "english", "chinese"),
    [
        ("2026-11-25T15:00", "2026-11-25T16:00", None,
         "Wed 25 Nov 2026, 15:00-16:00 · in 7 days",
         "2026年11月25日（周三） 15:00-16:00 · 7 天后"),
        ("2026-11-19", None, None, "Thu 19 Nov 2026, all day · tomorrow",
         "2026年11月19日（周四） 全天 · 明天"),
        ("2026-11-14", "2026-11-16", None,
         "Sat 14 Nov 2026 to Sun 15 Nov 2026, all day · 4 days ago",
         "2026年11月14日（周六）至2026年11月15日（周日） 全天 · 4 天前"),
        ("2026-11-26", None, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20270630",
         "Thu 26 Nov 2026, all day · in 8 days · every other Thursday until Wed 30 Jun 2027"
         " · next: Thu 10 Dec 2026, Thu 24 Dec 2026",
         "2026年11月26日（周四） 全天 · 8 天后 · 每两周的周四，到2027年6月30日（周三）为止"
         " · 接下来：2026年12月10日（周四）、2026年12月24日（周四）"),
    ],
)  # fmt: skip
def test_describe(kit, start, end, rule, english, chinese):
    item = kit.event("x", start, end, rrule=rule)
    assert kit.planner.describe(item, kit.now, "en") == english
    assert kit.planner.describe(item, kit.now, "zh") == chinese


@pytest.mark.parametrize(
    ("rule", "english", "chinese"),
    [
        ("FREQ=WEEKLY;BYDAY=TH", "every Thursday", "每周四"),
        ("FREQ=DAILY;BYHOUR=9,17", "every day (BYHOUR=9,17)", "每天（BYHOUR=9,17）"),
        ("FREQ=WEEKLY;BYDAY=MO;BYMONTH=6,7", "every Monday in June and July", "每周一，限6月、7月"),
        ("FREQ=YEARLY;BYDAY=20MO", "every year (BYDAY=20MO)", "每年（BYDAY=20MO）"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "每个工作日（周一至周五）"),
        ("FREQ=DAILY;COUNT=5", "every day, 5 times", "每天，共 5 次"),
        ("FREQ=DAILY;INTERVAL=3", "every 3 days", "每 3 天"),
        ("FREQ=MONTHLY;BYDAY=-1TH", "every month on the last Thursday", "每月最后一个周四"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day", "每月最后一天"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
         "every month on the last weekday", "每月最后一个平日"),
        ("FREQ=YEARLY", "every year on the 26th of November", "每年11月26日"),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
         "every year on the 4th Thursday of November", "每年11月第4个周四"),
        ("RSCALE=CHINESE;FREQ=YEARLY",
         "every year on day 18 of month 10 of the Chinese calendar", "每年农历十月十八"),
        ("FREQ=HOURLY;INTERVAL=2", "every 2 hours", "每 2 小时"),
    ],
)  # fmt: skip
def test_rules_in_words(kit, rule, english, chinese):
    timed = "HOURLY" in rule
    item = kit.event("x", "2026-11-26T09:00" if timed else "2026-11-26", rrule=rule)
    assert f" · {english} · next: " in kit.planner.describe(item, kit.now, "en")
    assert f" · {chinese} · 接下来：" in kit.planner.describe(item, kit.now, "zh")


def test_another_zone_is_named(kit):
    item = kit.event("Call", "2026-11-25T15:00", "2026-11-25T16:00", tz="America/New_York")
    words = kit.planner.describe(item, kit.now, "en")
    assert words == "Wed 25 Nov 2026, 15:00-16:00 (America/New_York; 20:00 here) · in 7 days"


def test_tasks_in_words(kit):
    assert kit.planner.describe(kit.task("x"), kit.now, "en") == ""
    dated = kit.task("x", "2026-11-20", alarms=(Alarm("start", 0),))
    assert kit.planner.describe(dated, kit.now, "en") == "due Fri 20 Nov 2026 · in 2 days"
    assert kit.planner.describe(dated, kit.now, "zh") == "截止 2026年11月20日（周五） · 2 天后"


def test_listing_follows_writes_of_another_process(kit, db_path):
    kit.event("Dentist", "2026-11-24T15:00")
    assert len(kit.starts()) == 1
    other = Database.open(db_path, backups=db_path.parent / "backups")
    Kit(other).event("Haircut", "2026-11-25T15:00")
    other.close()
    assert len(kit.starts()) == 2
    kit.undo.undo()
    assert kit.starts() == ["2026-11-24T15:00:00"]
