"""Reminders: each shown once, or listed as missed once, whatever happens in between."""

from __future__ import annotations

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Alarm
from assistant_app.planner.planner_service import PlannerService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
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
    kit.planner.reminders.dismiss(missed)
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
    kit.planner.reminders.snooze(reminder, until)
    assert kit.planner.reminders.next_due(kit.now.ms) == until
    assert ring(kit, "2026-11-18T21:59") == []
    assert ring(kit, "2026-11-18T22:00") == [("Pills", "now")]
    assert ring(kit, "2026-11-18T22:01") == []


def test_snooze_over_a_night_off_is_missed(kit):
    kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    (reminder,) = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.snooze(reminder, Moment(kit.now.wall.replace(hour=22), kit.tz).ms)
    assert ring(kit, "2026-11-19T08:00") == [("Pills", "missed")]


def test_done_tasks_and_snoozes_of_them_are_silent(kit):
    task = kit.task("Pills", "2026-11-18T11:00", alarms=AT)
    kit.set_now("2026-11-18T11:00")
    (reminder,) = kit.planner.reminders.due(kit.now.ms)
    kit.planner.reminders.snooze(reminder, kit.now.ms + 600_000)
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
        heard += [r.item.title for r in kit.planner.reminders.due(kit.now.ms)]
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
    kit.planner.reminders.dismiss(reminder)
    db.close()
    db = Database.open(db_path, backups=backups)
    planner = PlannerService(db, ChangeStore(db), viewer=lambda: "Europe/London")
    assert planner.reminders.due(kit.now.ms + 60_000) == []
    assert planner.reminders.missed(kit.now.ms + 60_000) == []
    db.close()
