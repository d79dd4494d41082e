"""This, following, all: what each change does to a series, and that undo takes it back."""

from __future__ import annotations

import time

import pytest

from assistant_app.domain.changes import Changes
from assistant_app.domain.planner import Alarm, When
from assistant_app.errors import AppError
from tests.storage.planner_kit import Kit

pytestmark = pytest.mark.storage
KEY = "2026-11-26T10:00:00"


@pytest.fixture
def kit(db):
    return Kit(db)


@pytest.fixture
def weekly(kit):
    """Tuesdays and Thursdays at ten from 17 November 2026, twenty times."""
    return kit.event(
        "Stand-up",
        "2026-11-17T10:00",
        "2026-11-17T10:30",
        rrule="FREQ=WEEKLY;BYDAY=TU,TH;COUNT=20",
    )


def changes_of(kit, series):
    """Every operation on a series, by name."""
    planner, item = kit.planner, series.id
    to = kit.when("2026-11-27T14:00")
    return {
        "move this": lambda: planner.move(item, to, which="this", key=KEY),
        "move following": lambda: planner.move(item, to, which="following", key=KEY),
        "move all": lambda: planner.move(item, to, which="all", key=KEY),
        "edit this": lambda: planner.edit(item, "title", "Retro", which="this", key=KEY),
        "edit following": lambda: planner.edit(
            item, "place", "Room 2", which="following", key=KEY
        ),
        "edit all": lambda: planner.edit(item, "notes", "Bring the list"),
        "length": lambda: planner.edit(item, "length", 3600),
        "remind": lambda: planner.edit(item, "remind", (Alarm("start", -600),)),
        "list": lambda: planner.edit(item, "list", "Work"),
        "priority": lambda: planner.edit(item, "priority", "high"),
        "repeat": lambda: planner.edit(item, "repeat", kit.when(KEY, rrule="FREQ=DAILY;COUNT=3")),
        "stop repeating": lambda: planner.edit(item, "repeat", None),
        "delete this": lambda: planner.delete(item, which="this", key=KEY),
        "delete following": lambda: planner.delete(item, which="following", key=KEY),
        "delete all": lambda: planner.delete(item),
        "delete many": lambda: planner.delete_many([item]),
    }


NAMES = [
    "move this", "move following", "move all", "edit this", "edit following", "edit all", "length",
    "remind", "list", "priority", "repeat", "stop repeating", "delete this", "delete following",
    "delete all", "delete many",
]  # fmt: skip


@pytest.mark.parametrize("with_override", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_undo_takes_back(kit, weekly, name, with_override):
    if with_override:
        later = "2026-12-01T10:00:00"
        kit.planner.move(weekly.id, kit.when("2026-12-01T16:00"), which="this", key=later)
    before = kit.rows()
    kit.heard.clear()
    changes_of(kit, weekly)[name]()
    assert kit.rows() != before
    assert kit.heard == [Changes.PLANNER]
    assert kit.undo.undo() is not None
    assert kit.rows() == before


def test_every_operation_is_tried(kit, weekly):
    assert sorted(changes_of(kit, weekly)) == sorted(NAMES)


def test_move_one(kit, weekly):
    moved, _ = kit.planner.move(weekly.id, kit.when("2026-11-27T14:00"), which="this", key=KEY)
    assert (moved.start, moved.end) == ("2026-11-27T14:00:00", "2026-11-27T14:30:00")
    assert moved.recurrence_id == KEY
    starts = kit.starts()
    assert len(starts) == 20
    assert KEY not in starts
    assert "2026-11-27T14:00:00" in starts


def test_move_following_splits_and_counts_what_is_left(kit, weekly):
    moved, _ = kit.planner.move(
        weekly.id, kit.when("2026-11-27T14:00"), which="following", key=KEY
    )
    assert moved.uid != weekly.uid
    assert moved.rrule == "FREQ=WEEKLY;COUNT=17;BYDAY=WE,FR"
    starts = kit.starts()
    assert len(starts) == 20
    assert starts[:5] == [
        "2026-11-17T10:00:00", "2026-11-19T10:00:00", "2026-11-24T10:00:00",
        "2026-11-27T14:00:00", "2026-12-02T14:00:00",
    ]  # fmt: skip


def test_following_from_the_first_is_all(kit, weekly):
    moved, _ = kit.planner.move(
        weekly.id, kit.when("2026-11-17T11:00"), which="following", key="2026-11-17T10:00:00"
    )
    assert moved.id == weekly.id
    assert kit.starts()[0] == "2026-11-17T11:00:00"
    assert len(kit.starts()) == 20


def test_moving_a_series_moves_its_exceptions(kit, weekly):
    kit.planner.delete(weekly.id, which="this", key=KEY)
    kit.planner.edit(weekly.id, "title", "Retro", which="this", key="2026-12-01T10:00:00")
    moved, _ = kit.planner.move(weekly.id, kit.when("2026-11-17T19:30"))
    assert moved.exdates == ("2026-11-26T19:30:00",)
    found = kit.planner.events("2026-11-01", "2027-12-01", kit.tz)
    assert len(found) == 19
    assert {o.start[11:] for o in found} == {"19:30:00"}
    assert [o.start for o in found if o.item.title == "Retro"] == ["2026-12-01T19:30:00"]


def test_a_day_alone_keeps_the_time_of_day(kit):
    dentist = kit.event("Dentist", "2026-11-24T15:00", "2026-11-24T15:45")
    moved, _ = kit.planner.move(dentist.id, kit.when("2026-11-27"))
    assert (moved.start, moved.end) == ("2026-11-27T15:00:00", "2026-11-27T15:45:00")


def test_a_span_of_days_makes_it_all_day(kit):
    dentist = kit.event("Dentist", "2026-11-24T15:00")
    moved, _ = kit.planner.move(dentist.id, kit.when("2026-11-27", "2026-11-29"))
    assert (moved.start, moved.end, moved.all_day) == ("2026-11-27", "2026-11-29", True)


def test_edited_occurrence_is_one_row(kit, weekly):
    kit.planner.edit(weekly.id, "title", "Retro", which="this", key=KEY)
    day = kit.planner.events("2026-11-26", "2026-11-27", kit.tz)
    assert [(o.item.title, o.start) for o in day] == [("Retro", KEY)]


def test_an_overrides_own_id_means_that_one(kit, weekly):
    override, _ = kit.planner.edit(weekly.id, "title", "Retro", which="this", key=KEY)
    kit.planner.delete(override.id)
    assert len(kit.starts()) == 19
    assert kit.planner.get(weekly.id).exdates == (KEY,)


def test_title_of_all_reaches_overrides_that_had_it(kit, weekly):
    kit.planner.move(weekly.id, kit.when("2026-11-26T16:00"), which="this", key=KEY)
    kit.planner.edit(weekly.id, "title", "Daily")
    found = kit.planner.events("2026-11-01", "2027-12-01", kit.tz)
    assert {o.item.title for o in found} == {"Daily"}


def test_delete_following_ends_the_series(kit, weekly):
    kit.planner.delete(weekly.id, which="following", key=KEY)
    assert kit.starts() == ["2026-11-17T10:00:00", "2026-11-19T10:00:00", "2026-11-24T10:00:00"]


def test_deleting_the_last_occurrence_deletes_the_series(kit):
    item = kit.event("Twice", "2026-11-19", rrule="FREQ=WEEKLY;COUNT=2")
    kit.planner.delete(item.id, which="this", key="2026-11-19")
    kit.planner.delete(item.id, which="this", key="2026-11-26")
    with pytest.raises(AppError) as raised:
        kit.planner.get(item.id)
    assert raised.value.code == "item_missing"


def test_stopping_keeps_the_past_and_the_next(kit, weekly):
    kit.planner.edit(weekly.id, "repeat", None)
    assert kit.starts() == ["2026-11-17T10:00:00", "2026-11-19T10:00:00"]


def test_new_series_starts_on_a_date_of_its_rule(kit):
    item = kit.event("Yoga", "2026-11-18T18:00", rrule="FREQ=WEEKLY;BYDAY=MO;COUNT=2")
    assert item.start == "2026-11-23T18:00:00"
    assert kit.starts() == ["2026-11-23T18:00:00", "2026-11-30T18:00:00"]


def test_monthly_weekday_follows_the_move(kit):
    item = kit.event("Board", "2026-12-08T09:00", rrule="FREQ=MONTHLY;BYDAY=2TU")
    moved, _ = kit.planner.move(item.id, kit.when("2026-12-17T09:00"), key="2026-12-08T09:00:00")
    assert moved.rrule == "FREQ=MONTHLY;BYDAY=3TH"
    assert kit.starts("2026-12-01", "2027-02-01") == ["2026-12-17T09:00:00", "2027-01-21T09:00:00"]


def test_moving_from_another_zone_keeps_the_series_in_its_own(kit):
    item = kit.event("Call", "2026-11-24T15:00", rrule="FREQ=WEEKLY", tz="Europe/Paris")
    when = When("2026-11-24T15:00", None, False, "Europe/London")
    moved, _ = kit.planner.move(item.id, when, key="2026-11-24T15:00:00")
    assert (moved.start, moved.tz) == ("2026-11-24T16:00:00", "Europe/Paris")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda p, i: p.delete(i, which="this"), "occurrence_needed"),
        (lambda p, i: p.delete(i, which="this", key="2026-11-25T10:00:00"), "no_occurrence"),
        (lambda p, i: p.delete(999), "item_missing"),
        (lambda p, i: p.edit(i, "colour", "red"), "field_unknown"),
        (lambda p, i: p.edit(i, "priority", "huge"), "value_invalid"),
        (lambda p, i: p.edit(i, "title", "  "), "title_empty"),
        (lambda p, i: p.complete(i), "not_a_task"),
        (
            lambda p, i: p.move(i, When("2026-11-24T15:00", "2026-11-24T14:00", False, None)),
            "end_before_start",
        ),
    ],
)
def test_refused_changes_change_nothing(kit, weekly, change, code):
    before, last = kit.rows(), kit.undo.last()
    with pytest.raises(AppError) as raised:
        change(kit.planner, weekly.id)
    assert raised.value.code == code
    assert kit.rows() == before
    assert kit.undo.last() == last


def test_a_dense_series_is_moved_without_walking_there(kit, tmp_path):
    kit.ticks(tmp_path, 2)
    begun = time.process_time()
    kit.planner.move(2, kit.when("2026-11-18T10:15:00", "2026-11-18T10:15:00"))
    assert time.process_time() - begun < 2


def test_the_nearest_occurrence_moves_where_none_is_named(kit):
    item = kit.event("Rent", "2024-02-29T09:00", rrule="FREQ=YEARLY")
    moved, _ = kit.planner.move(item.id, kit.when("2031-06-01T10:00"))
    assert moved.start == "2023-06-01T10:00:00"  # as far as from 29 Feb 2032
