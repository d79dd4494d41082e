"""Calendars: made, renamed, coloured, hidden and deleted, each with one undo; search as one types."""

from __future__ import annotations

import pytest

from assistant_app.domain.planner import CALENDAR_COLOURS, Calendar, ItemKind, NewItem
from assistant_app.errors import AppError
from tests.storage.planner_kit import Kit

pytestmark = pytest.mark.storage


@pytest.fixture
def kit(db):
    return Kit(db)


def put(kit: Kit, title: str, calendar: str, kind: ItemKind = ItemKind.EVENT):
    when = kit.when("2026-11-20T09:00", "2026-11-20T10:00")
    if kind is ItemKind.TASK:
        when = kit.when("2026-11-20")
    return kit.planner.add(NewItem(kind, title, when, list_name=calendar))[0]


def names(kit: Kit) -> list[str]:
    return [calendar.name for calendar in kit.planner.calendars.listing()]


def test_the_unnamed_calendar_is_always_there(kit):
    assert kit.planner.calendars.listing() == [Calendar("")]
    with pytest.raises(AppError, match="calendar_unnamed"):
        kit.planner.calendars.delete("", keep_items=True)
    with pytest.raises(AppError, match="calendar_unnamed"):
        kit.planner.calendars.add("  ")


def test_events_and_tasks_of_one_name_are_one_calendar(kit):
    put(kit, "Stand-up", "Work")
    put(kit, "Report", "Work", ItemKind.TASK)
    assert kit.planner.calendars.listing()[1] == Calendar("Work", CALENDAR_COLOURS[1], 2)
    kit.planner.calendars.change("Work", "Office", "#b3261e")
    assert kit.planner.calendars.listing()[1] == Calendar("Office", "#b3261e", 2)
    found = [*kit.planner.events("2026-11-20", "2026-11-21", kit.tz), *kit.planner.tasks("all")]
    assert {(o.item.calendar, o.item.color) for o in found} == {("Office", "#b3261e")}


def test_no_two_calendars_have_one_colour_as_long_as_there_are_others(kit):
    for number in range(4):
        put(kit, "x", f"made by an item {number}")
        kit.planner.calendars.add(f"made by hand {number}")
    colours = [calendar.color for calendar in kit.planner.calendars.listing()[1:]]
    assert len(colours) == 8
    assert set(colours) == set(CALENDAR_COLOURS[1:])


def test_a_calendar_by_hand_stays_when_it_is_empty_and_one_of_an_item_goes(kit):
    kit.planner.calendars.add("Family", "#8a3ffc")
    item = put(kit, "Fair", "School")
    kit.planner.delete(item.id)
    assert names(kit) == ["", "Family"]


def test_names_are_taken_whatever_their_case(kit):
    kit.planner.calendars.add("Family")
    for attempt in ("family", " FAMILY "):
        with pytest.raises(AppError, match="calendar_exists"):
            kit.planner.calendars.add(attempt)
    kit.planner.calendars.change("Family", "family", None)
    assert names(kit) == ["", "family"]
    with pytest.raises(AppError, match="colour_invalid"):
        kit.planner.calendars.change("family", "family", "green")
    with pytest.raises(AppError, match="calendar_missing"):
        kit.planner.calendars.change("Work", "Office", None)


def test_each_change_is_taken_back(kit):
    made = kit.planner.calendars.add("Family", "#8a3ffc")
    renamed = kit.planner.calendars.change("Family", "Home", "#b3261e")
    kit.undo.undo(renamed.id)
    assert kit.planner.calendars.listing()[1] == Calendar("Family", "#8a3ffc")
    kit.undo.undo(made.id)
    assert names(kit) == [""]


def test_taking_back_the_making_of_a_calendar_never_takes_what_is_in_it(kit):
    made = kit.planner.calendars.add("Family")
    put(kit, "Dinner", "Family")
    kit.undo.undo(made.id)
    assert [o.item.title for o in kit.planner.events("2026-11-20", "2026-11-21", kit.tz)] == [
        "Dinner"
    ]
    assert names(kit) == ["", "Family"]


@pytest.mark.parametrize("keep", [True, False])
def test_deleting_keeps_or_takes_what_is_in_it_and_undo_brings_all_back(kit, keep):
    put(kit, "Dinner", "Family")
    put(kit, "Cake", "Family", ItemKind.TASK)
    series = kit.event("Swim", "2026-11-20T12:00", "2026-11-20T13:00", rrule="FREQ=WEEKLY;COUNT=4")
    kit.planner.edit(series.id, "list", "Family")
    kit.planner.edit(series.id, "title", "Dive", which="this", key="2026-11-27T12:00:00")
    before = kit.starts(), kit.planner.calendars.listing()
    assert before[1][1].items == 3
    change = kit.planner.calendars.delete("Family", keep_items=keep)
    assert names(kit) == [""]
    assert len(kit.starts()) == (5 if keep else 0)
    assert len(kit.planner.tasks("all")) == int(keep)
    assert all(o.item.calendar == "" for o in kit.planner.tasks("all"))
    kit.undo.undo(change.id)
    assert (kit.starts(), kit.planner.calendars.listing()) == before


def test_hidden_ones_are_kept_by_name(kit):
    kit.planner.calendars.add("Family")
    kit.planner.calendars.hide("Family", True)
    kit.planner.calendars.change("Family", "Home", None)
    assert kit.planner.calendars.hidden() == {"Home"}
    kit.planner.calendars.hide("Home", False)
    assert kit.planner.calendars.hidden() == frozenset()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("d", {"Dentist in York", "Design meetings"}),
        ("den", {"Dentist in York"}),
        ("meetin", {"Design meetings"}),
        ("meeting", {"Design meetings"}),
        ("yo den", {"Dentist in York"}),
        ("room 4", {"Design meetings"}),
        ("room 5", set()),
        ("york paris", set()),
        ("牙", {"看牙医"}),
        ("牙医", {"看牙医"}),
        ("医牙", set()),
        ('"*', set()),
        ("", set()),
    ],
)
def test_search_finds_what_begins_as_it_is_typed(kit, typed, found):
    kit.event("Dentist in York", "2026-11-20T09:00", "2026-11-20T10:00")
    kit.event("看牙医", "2026-11-21T09:00", "2026-11-21T10:00")
    series = kit.event(
        "Design meetings",
        "2026-11-02T09:00",
        "2026-11-02T10:00",
        place="Room 4",
        rrule="FREQ=DAILY",
    )
    kit.planner.edit(series.id, "place", "Room 4", which="this", key="2026-11-05T09:00:00")
    got = kit.planner.search(typed, kit.now)
    assert {o.item.title for o in got} == found
    assert len(got) == len(found)
    if found == {"Design meetings"}:
        assert got[0].start == "2026-11-19T09:00:00"
