"""Reminders: each shown once, or listed as missed once, whatever happens in between."""

from __future__ import annotations

import time

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Alarm, ItemKind, NewItem
from assistant_app.planner.planner_service import PlannerService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.setting_store import SettingStore
from tests.storage.planner_kit import Kit

pytestmark = pytest.mark.storage
AT = (Alarm("start", 0),)
BEFORE = (Alarm("start", -600),)


@pytest.fixture
def kit(db):
    return Kit(db)


def ring(kit, wall):
    kit.set_now(wall)
    return [
        (r.item.title, "missed" if r.missed else "late" if r.late else "now")
        for r in kit.planner.reminders.due(kit.now.ms)
    ]


def test_rings_once(kit):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    assert ring(kit, "2026-11-18T10:59:59") == []
    assert ring(kit, "2026-11-18T11:00:00") == [("Pills", "now")]
    assert ring(kit, "2026-11-18T11:00:30") == []


@pytest.mark.parametrize(
    ("looked", "state"), [("11:30", "late"), ("11:59", "late"), ("12:30", "missed")]
)
def test_late_and_missed(kit, looked, state):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    assert ring(kit, f"2026-11-18T{looked}") == [("Pills", state)]
    listed = [r.item.title for r in kit.planner.reminders.missed(kit.now.ms)]
    assert listed == (["Pills"] if state == "missed" else [])


def test_missed_list_is_emptied_by_dismissing(kit):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    ring(kit, "2026-11-19T09:00")
    (missed,) = kit.planner.reminders.missed(kit.now.ms)
    kit.planner.reminders.dismiss([missed])
    assert kit.planner.reminders.missed(kit.now.ms) == []
    assert ring(kit, "2026-11-19T09:01") == []


def test_offset_before_an_event(kit):
    kit.event("Dentist", "2026-11-18T15:00", alarms=BEFORE)
    assert ring(kit, "2026-11-18T14:49") == []
    assert ring(kit, "2026-11-18T14:50") == [("Dentist", "now")]


def test_snooze(kit):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    (reminder,) = kit.planner.reminders.due(kit.now.ms)
    until = Moment(kit.now.wall.replace(hour=22), kit.tz).ms
    kit.planner.reminders.snooze([reminder], until)
    assert kit.planner.reminders.next_due(kit.now.ms) == until
    assert ring(kit, "2026-11-18T21:59") == []
    assert ring(kit, "2026-11-18T22:00") == [("Pills", "now")]
    assert ring(kit, "2026-11-18T22:01") == []


def test_snooze_over_a_night_off_is_missed(kit):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    (reminder,) = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.snooze([reminder], Moment(kit.now.wall.replace(hour=22), kit.tz).ms)
    assert ring(kit, "2026-11-19T08:00") == [("Pills", "missed")]


def test_done_tasks_and_snoozes_of_them_are_silent(kit):
    task = kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    (reminder,) = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.snooze([reminder], kit.now.ms + 600_000)
    kit.planner.complete(task.id)
    assert ring(kit, "2026-11-18T11:30") == []


def test_one_ring_in_the_hour_that_comes_twice(kit):
    kit.set_now("2025-11-01T09:00", "America/New_York")
    kit.event("Backup", "2025-11-02T01:30", alarms=(Alarm("start", -1800),))
    rung = []
    start = Moment(kit.now.wall.replace(day=2, hour=0), kit.tz).ms
    for minute in range(0, 240, 5):
        rung += kit.planner.reminders.due(start + minute * 60_000)
    assert len(rung) == 1


def test_only_open_occurrences_of_a_series_ring(kit):
    task = kit.task("Water", "2026-11-19T09:00", rrule="FREQ=DAILY", alarms=AT)
    kit.planner.complete(task.id)
    assert ring(kit, "2026-11-19T09:00") == []
    assert ring(kit, "2026-11-20T09:00") == [("Water", "now")]


def test_editing_and_undo_do_not_ring_again(kit):
    task = kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    assert ring(kit, "2026-11-18T11:00") == [("Pills", "now")]
    kit.planner.edit(task.id, "title", "Vitamins")
    kit.planner.delete(task.id)
    kit.undo.undo()
    assert ring(kit, "2026-11-18T11:01") == []


def test_what_was_over_when_entered_is_silent(kit):
    kit.task("Yesterday", "2026-11-17T11:00", alarms=AT)
    assert ring(kit, "2026-11-18T10:16") == []


def test_two_hundred_over_restarts_clock_and_zone_changes(db_path):
    """Each of 200 reminders is given out exactly once, with the database closed in between."""
    backups = db_path.parent / "backups"
    db = Database.open(db_path, backups=backups)
    kit = Kit(db, "Europe/London", "2026-03-28T20:00:00")
    for number in range(200):
        hour, minute = divmod(number * 6, 60)
        day = 28 if hour + 20 < 24 else 29
        wall = f"2026-03-{day}T{(hour + 20) % 24:02}:{minute:02}"
        kit.task(f"r{number}", wall, alarms=AT)
    db.close()
    heard: list[str] = []
    looks = [
        ("2026-03-28T21:10", "Europe/London"),
        ("2026-03-29T03:30", "Europe/London"),  # after the clocks went forward
        ("2026-03-29T05:00", "Europe/Paris"),  # the zone changed, the clock went back an hour
        ("2026-03-29T23:00", "Europe/London"),
    ]
    for wall, zone in looks:
        db = Database.open(db_path, backups=backups)
        kit = Kit(db, zone, wall)
        given = kit.planner.reminders.due(kit.now.ms)
        kit.planner.reminders.confirm(given)
        heard += [r.item.title for r in given]
        heard += [r.item.title for r in kit.planner.reminders.due(kit.now.ms)]
        db.close()
    assert sorted(heard) == sorted(f"r{n}" for n in range(200))


def test_states_survive_a_restart(db_path):
    backups = db_path.parent / "backups"
    db = Database.open(db_path, backups=backups)
    kit = Kit(db)
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    (reminder,) = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.dismiss([reminder])
    db.close()
    db = Database.open(db_path, backups=backups)
    planner = PlannerService(db, ChangeStore(db), viewer=lambda: "Europe/London")
    assert planner.reminders.due(kit.now.ms + 60_000) == []
    assert planner.reminders.missed(kit.now.ms + 60_000) == []
    db.close()


def test_what_a_dead_process_had_in_hand_is_listed_as_missed_once(db_path):
    backups = db_path.parent / "backups"
    db = Database.open(db_path, backups=backups)
    kit = Kit(db)
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    assert ring(kit, "2026-11-18T11:00") == [("Pills", "now")]
    assert ring(kit, "2026-11-18T11:00:10") == []  # the same process still has it in hand
    db.close()  # without `confirm`, as when it is killed
    db = Database.open(db_path, backups=backups)
    again = Kit(db, now="2026-11-18T11:01:00")
    assert ring(again, "2026-11-18T11:01:00") == [("Pills", "missed")]
    assert ring(again, "2026-11-18T11:02:00") == []
    assert [r.item.title for r in again.planner.reminders.missed(again.now.ms)] == ["Pills"]
    db.close()


@pytest.mark.parametrize("start", ["2026-11-19T11:00", "2026-11-19"])
def test_the_same_wall_time_in_another_zone_does_not_ring_again(kit, tmp_path, start):
    """What has no zone of its own rang in the morning, and the owner flew west."""
    path = tmp_path / "pills.ics"
    written = start.replace("-", "").replace(":", "") + ("00" if "T" in start else "")
    path.write_text(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Pills\n"
        f"DTSTART{'' if 'T' in start else ';VALUE=DATE'}:{written}\n"
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0M\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    kit.planner.import_ics(path)
    form = "floating" if "T" in start else "date"
    assert [o.item.form for o in kit.planner.events("2026-01-01", "2027-01-01", kit.tz)] == [form]
    rung = []
    kit.set_now(f"{start:T<11}"[:11] + ("11:00:30" if "T" in start else "00:00:30"))
    for hours in range(0, 14):
        kit.tz = "Europe/London" if hours < 2 else "America/Los_Angeles"
        given = kit.planner.reminders.due(kit.now.ms + hours * 3_600_000)
        kit.planner.reminders.confirm(given)
        rung += given
    assert len(rung) == 1


def test_an_entry_made_by_a_clock_that_was_ahead_still_rings(kit):
    kit.set_now("2026-12-24T10:00")
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    assert ring(kit, "2026-11-18T11:00") == [("Pills", "now")]


def test_a_snooze_outlasts_the_look_back(kit):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    given = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.snooze(given, kit.now.ms + 20 * 86_400_000)
    assert ring(kit, "2026-12-08T10:59") == []
    assert ring(kit, "2026-12-08T11:00") == [("Pills", "now")]


@pytest.mark.parametrize(
    ("lead", "start", "offsets"),
    [
        (None, "2026-11-18T15:00", [-600]),
        (30, "2026-11-18T15:00", [-1800]),
        (-1, "2026-11-18T15:00", []),
        (30, "2026-11-18", []),
    ],
)
def test_new_events_at_a_time_of_day_get_the_usual_reminder(db, lead, start, offsets):
    kit = Kit(db)
    if lead is not None:
        SettingStore(db).set("reminder.lead", lead)
    new = NewItem(ItemKind.EVENT, "Dentist", kit.when(start))
    assert [a.offset_s for a in kit.planner.add(new)[0].alarms] == offsets
    silent = NewItem(ItemKind.EVENT, "Silent", kit.when(start), alarms=())
    assert kit.planner.add(silent)[0].alarms == ()
    task = NewItem(ItemKind.TASK, "Rent", kit.when(start))
    assert kit.planner.add(task)[0].alarms == ()


def test_a_look_reads_only_what_may_ring(kit):
    for day in range(1, 28):
        kit.event("old", f"2025-11-{day:02}T09:00", alarms=BEFORE)
    kit.event("far", "2030-11-18T09:00", alarms=BEFORE)
    kit.event("near", "2026-11-18T11:00", alarms=(Alarm("start", -86_400 * 30),))
    kit.event("daily", "2020-01-01T09:00", rrule="FREQ=DAILY", alarms=BEFORE)
    now = kit.now.ms
    found = kit.planner._store.with_alarms(now, now + 60_000)
    assert {stored.item.title for stored in found} == {"near", "daily"}


def test_an_alarm_at_a_moment_of_its_own_rings_however_far_its_event_is(kit):
    moment = Moment.from_ms(kit.now.ms + 3_600_000, "UTC")
    kit.event("Flight", "2027-03-01T09:00", alarms=(Alarm("abs", None, moment.ms),))
    kit.event(
        "Course", "2026-01-05T09:00", rrule="FREQ=WEEKLY", alarms=(Alarm("abs", None, moment.ms),)
    )
    assert ring(kit, "2026-11-18T11:14:59") == []
    assert sorted(ring(kit, "2026-11-18T11:15:00")) == [("Course", "now"), ("Flight", "now")]
    assert ring(kit, "2026-11-18T11:15:30") == []


def test_alarms_of_series_without_end_hold_nothing_up(kit, tmp_path):
    kit.ticks(tmp_path, 60, "-PT10M")
    kit.event("Hourly", "2020-01-01T00:20", "2020-01-01T00:20", rrule="FREQ=HOURLY", alarms=AT)
    kit.set_now("2026-11-19T10:15:00")
    begun = time.process_time()
    found = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.next_due(kit.now.ms)
    assert time.process_time() - begun < 3
    titles = [reminder.item.title for reminder in found]
    assert titles.count("Hourly") == 24
    assert titles.count("Tick 0") >= 60
    assert titles.count("Tick 1") >= 60


@pytest.mark.parametrize(("rel", "at"), [("start", "11:00"), ("end", "10:30")])
def test_long_occurrences_of_a_dense_series_ring_when_they_start_or_end(kit, rel, at):
    kit.event(
        "Watch", "2026-11-01T00:00", "2026-11-02T00:30", rrule="FREQ=MINUTELY",
        alarms=(Alarm(rel, 0),),
    )  # fmt: skip
    kit.event(
        "Hourly",
        "2026-11-01T00:00",
        "2026-11-02T00:30",
        rrule="FREQ=HOURLY",
        alarms=(Alarm(rel, 0),),
    )
    ring(kit, f"2026-11-18T{at}:00")
    assert ring(kit, f"2026-11-18T{at[:3]}59:59").count(("Watch", "late")) > 0
    kit.set_now(f"2026-11-19T{at}:00")
    starts = {
        r.occurrence.start if rel == "start" else r.occurrence.end
        for r in kit.planner.reminders.due(kit.now.ms)
        if r.due_ms == kit.now.ms
    }
    assert starts == {f"2026-11-19T{at}:00"}
