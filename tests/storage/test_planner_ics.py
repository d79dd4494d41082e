"""Import and export of .ics files: nothing lost, nothing twice, one broken part costs itself."""

from __future__ import annotations

import datetime as dt
import json
import time
from pathlib import Path

import pytest

from assistant_app.domain.planner import Alarm, ItemKind
from assistant_app.errors import AppError
from assistant_app.planner.ics_text import unfold
from assistant_app.storage.database import Database
from tests.storage.planner_kit import Kit

pytestmark = pytest.mark.storage
SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "ics"


@pytest.fixture
def kit(db):
    return Kit(db)


def event(*lines: str, uid: str = "a@x", summary: str = "Thing") -> str:
    head = [f"UID:{uid}"] if uid else []
    return "\r\n".join(["BEGIN:VEVENT", *head, f"SUMMARY:{summary}", *lines, "END:VEVENT"])


def write(tmp_path: Path, *parts: str, name: str = "in.ics") -> Path:
    path = tmp_path / name
    body = ["BEGIN:VCALENDAR", "VERSION:2.0", *parts, "END:VCALENDAR", ""]
    path.write_bytes("\r\n".join(body).encode())
    return path


def again(tmp_path: Path, kit: Kit, tz: str | None = None) -> Kit:
    """Export everything and import it into an empty database."""
    kit.planner.export_ics(tmp_path / "out.ics")
    db = Database.open(tmp_path / "second.db", backups=tmp_path / "b2")
    other = Kit(db, tz or kit.tz)
    report = other.planner.import_ics(tmp_path / "out.ics")
    assert report.quarantined == 0
    return other


def listing(kit: Kit) -> list[tuple[object, ...]]:
    events = kit.planner.events("1990-01-01", "2035-01-01", kit.tz)
    tasks = kit.planner.tasks("all")
    return [
        (o.item.title, o.start, o.end, o.done, o.item.alarms, o.item.place, o.item.notes)
        for o in [*events, *tasks]
    ]


def test_until_as_a_date_with_a_zone(kit, tmp_path):
    rule = "RRULE:FREQ=WEEKLY;UNTIL=20201130;BYDAY=WE"
    path = write(tmp_path, event("DTSTART;TZID=Asia/Tokyo:20200610T103000", rule))
    assert kit.planner.import_ics(path).added == 1
    starts = kit.starts("2020-01-01", "2022-01-01")
    assert (starts[0], starts[-1]) == ("2020-06-10T10:30:00", "2020-11-25T10:30:00")


def test_until_in_utc_keeps_the_last(kit, tmp_path):
    start = "DTSTART;TZID=America/New_York:20201203T103500"
    path = write(tmp_path, event(start, "RRULE:FREQ=WEEKLY;UNTIL=20201217T153500Z"))
    kit.planner.import_ics(path)
    assert kit.starts("2020-01-01", "2022-01-01")[-1] == "2020-12-17T10:35:00"


@pytest.mark.parametrize(
    ("tzid", "form", "tz"),
    [
        ("(no TZ description)", "floating", None),
        ("Customized Time Zone", "floating", None),
        ("Eastern Standard Time", "zoned", "America/New_York"),
        ("W. Europe Standard Time", "zoned", "Europe/Berlin"),
        ("/mozilla.org/2007/Europe/London", "zoned", "Europe/London"),
    ],
)
def test_zones_are_mapped_or_said(kit, tmp_path, tzid, form, tz):
    report = kit.planner.import_ics(write(tmp_path, event(f"DTSTART;TZID={tzid}:20190821T100000")))
    (found,) = kit.planner.events("2019-08-20", "2019-08-23", "Europe/London")
    assert (found.item.form, found.item.tz) == (form, tz)
    assert found.start == "2019-08-21T10:00:00"
    assert bool(report.problems) == (form == "floating")


def test_series_with_one_moved_and_one_cancelled(kit, tmp_path):
    start = "DTSTART;TZID=Europe/London:20261103T100000"
    master = event(start, "RRULE:FREQ=WEEKLY;COUNT=4")
    moved = event(
        "RECURRENCE-ID;TZID=Europe/London:20261110T100000",
        "DTSTART;TZID=Europe/London:20261111T120000",
    )
    gone = event("RECURRENCE-ID:20261117T100000Z", start, "STATUS:CANCELLED")
    report = kit.planner.import_ics(write(tmp_path, moved, gone, master))
    assert (report.added, report.quarantined) == (3, 0)
    assert kit.starts() == [
        "2026-11-03T10:00:00", "2026-11-11T12:00:00", "2026-11-24T10:00:00",
    ]  # fmt: skip
    assert listing(again(tmp_path, kit)) == listing(kit)


def test_override_alone_keeps_the_series(kit, tmp_path):
    start = "DTSTART;TZID=Europe/London:20261103T100000"
    kit.planner.import_ics(write(tmp_path, event(start, "RRULE:FREQ=WEEKLY;COUNT=3")))
    one = event("RECURRENCE-ID:20261110T100000Z", "DTSTART;TZID=Europe/London:20261110T150000")
    assert kit.planner.import_ics(write(tmp_path, one)).added == 1
    assert [s[11:16] for s in kit.starts()] == ["10:00", "15:00", "10:00"]


MASTER = event("DTSTART;TZID=Europe/Berlin:20210301T190000", "RRULE:FREQ=WEEKLY;COUNT=4")
MOVED_ONE = event(
    "RECURRENCE-ID;TZID=Europe/Berlin:20210315T190000",
    "DTSTART;TZID=Europe/Berlin:20210315T210000",
)


@pytest.mark.parametrize(
    ("change", "starts"),
    [
        (
            lambda kit: kit.planner.move(1, kit.when("2021-03-01T19:30", "2021-03-01T20:30")),
            ["01T19:30", "08T19:30", "15T21:30", "22T19:30"],
        ),
        (
            lambda kit: kit.planner.move(
                1, kit.when("2021-03-15T18:00", "2021-03-15T19:00"), which="following",
                key="2021-03-15T19:00:00",
            ),
            ["01T19:00", "08T19:00", "15T20:00", "22T18:00"],
        ),
        (
            lambda kit: kit.planner.delete(1, which="this", key="2021-03-15T19:00:00"),
            ["01T19:00", "08T19:00", "22T19:00"],
        ),
        (
            lambda kit: kit.planner.edit(1, "title", "Choir", which="this", key="2021-03-15T19:00:00"),
            ["01T19:00", "08T19:00", "15T21:00", "22T19:00"],
        ),
    ],
)  # fmt: skip
def test_a_series_changed_here_takes_nothing_twice_from_its_file(kit, tmp_path, change, starts):
    kit.tz = "Europe/Berlin"
    path = write(tmp_path, MASTER, MOVED_ONE)
    assert kit.planner.import_ics(path).added == 2
    change(kit)
    before = kit.rows()
    assert kit.starts("2021-01-01", "2022-01-01") == [f"2021-03-{s}:00" for s in starts]
    report = kit.planner.import_ics(path)
    assert (report.added, report.updated, report.unchanged) == (0, 0, 2)
    assert kit.rows() == before
    assert kit.starts("2021-01-01", "2022-01-01") == [f"2021-03-{s}:00" for s in starts]


def test_a_new_override_of_a_series_moved_here_takes_its_place(kit, tmp_path):
    kit.tz = "Europe/Berlin"
    kit.planner.import_ics(write(tmp_path, MASTER))
    kit.planner.move(1, kit.when("2021-03-01T19:30", "2021-03-01T20:30"))
    assert kit.planner.import_ics(write(tmp_path, MOVED_ONE, name="one.ics")).added == 1
    assert kit.starts("2021-01-01", "2022-01-01") == [
        f"2021-03-{s}:00" for s in ("01T19:30", "08T19:30", "15T21:00", "22T19:30")
    ]


def test_override_before_its_master(kit, tmp_path):
    one = event("RECURRENCE-ID:20261110T100000Z", "DTSTART;TZID=Europe/London:20261110T150000")
    kit.planner.import_ics(write(tmp_path, one))
    assert kit.starts() == ["2026-11-10T15:00:00"]
    start = "DTSTART:20261103T100000Z"
    kit.planner.import_ics(write(tmp_path, event(start, "RRULE:FREQ=WEEKLY;COUNT=3")))
    assert len(kit.starts()) == 3


def test_one_broken_part_costs_itself(kit, tmp_path):
    parts = [
        event(
            f"DTSTART:202611{n % 28 + 1:02}T{n // 28 + 8:02}0000Z", uid=f"{n}@x", summary=f"n{n}"
        )
        for n in range(97)
    ]
    bad = [
        event(uid="b1@x", summary="No start"),
        event("DTSTART:20261101T100000Z", "RRULE:FREQ=FOO", uid="b2@x"),
        event("DTSTART:20261101T100000Z", "DTEND:20261101T090000Z", uid="b3@x"),
    ]
    path = write(tmp_path, *parts[:50], *bad, *parts[50:], "BEGIN:VEVENT\r\nUID:b4@x")
    report = kit.planner.import_ics(path)
    assert (report.added, report.quarantined, len(report.problems)) == (97, 4, 4)
    assert "No start" in report.problems[0]
    assert kit.undo.undo() is not None
    assert kit.starts() == []
    zh = kit.planner.import_ics(path, "zh")
    assert "没有导入" in zh.problems[0]


def test_exceptions_in_other_forms_still_exclude(kit, tmp_path):
    start = "DTSTART;TZID=Europe/Berlin:20210301T100000"
    path = write(
        tmp_path,
        event(
            start,
            "RRULE:FREQ=WEEKLY;COUNT=4",
            "EXDATE;VALUE=DATE:20210308",
            "EXDATE:20210315T090000Z",
        ),
    )
    kit.planner.import_ics(path)
    assert [s[:10] for s in kit.starts("2021-01-01", "2022-01-01")] == ["2021-03-01", "2021-03-22"]


def test_all_day_days(kit, tmp_path):
    path = write(
        tmp_path, event("DTSTART;VALUE=DATE:20161031", "DTEND;VALUE=DATE:20161105", summary="Trip")
    )
    kit.planner.import_ics(path)
    days = [
        d for d in range(30, 38)
        if kit.planner.events(
            (dt.date(2016, 10, 1) + dt.timedelta(d - 1)).isoformat(),
            (dt.date(2016, 10, 1) + dt.timedelta(d)).isoformat(), "Europe/Copenhagen",
        )
    ]  # fmt: skip
    assert days == [31, 32, 33, 34, 35]  # 31 October to 4 November


def test_transparency(kit, tmp_path):
    path = write(
        tmp_path,
        event("DTSTART;VALUE=DATE:20260914", "TRANSP:OPAQUE", uid="1"),
        event("DTSTART:20260915T100000Z", "DTEND:20260915T110000Z", "TRANSP:TRANSPARENT", uid="2"),
    )
    kit.planner.import_ics(path)
    assert kit.planner.conflicts(kit.when("2026-09-14T10:00"))
    assert kit.planner.conflicts(kit.when("2026-09-15T11:00")) == []


# Importing again


def test_the_newer_version_wins(kit, tmp_path):
    old = event("DTSTART:20261101T100000Z", "SEQUENCE:1", summary="Old")
    new = event("DTSTART:20261101T110000Z", "SEQUENCE:2", summary="New")
    kit.planner.import_ics(write(tmp_path, old))
    report = kit.planner.import_ics(write(tmp_path, new))
    assert (report.added, report.updated) == (0, 1)
    report = kit.planner.import_ics(write(tmp_path, old))
    assert (report.updated, report.unchanged, report.change_id) == (0, 1, None)
    assert [o.item.title for o in kit.planner.events("2026-11-01", "2026-11-02", "UTC")] == ["New"]
    kit.undo.undo()
    assert [o.item.title for o in kit.planner.events("2026-11-01", "2026-11-02", "UTC")] == ["Old"]


def test_own_changes_are_kept_over_the_same_file(kit, tmp_path):
    path = write(tmp_path, event("DTSTART:20261101T100000Z", "LAST-MODIFIED:20260101T000000Z"))
    kit.planner.import_ics(path)
    (item,) = kit.planner.find("thing", now=kit.now)
    kit.planner.edit(item.id, "title", "Mine")
    assert kit.planner.import_ics(path).unchanged == 1
    assert kit.planner.get(item.id).title == "Mine"


def test_without_uid_and_again(kit, tmp_path):
    path = write(
        tmp_path,
        event("DTSTART:20261101T100000Z", "DTSTAMP:20260101T000000Z", uid=""),
        event("DTSTART:20261102T100000Z", uid=""),
    )
    assert kit.planner.import_ics(path).added == 2
    other = path.read_text().replace("DTSTAMP:20260101T000000Z", "DTSTAMP:20270101T000000Z")
    path.write_text(other)
    report = kit.planner.import_ics(path)
    assert (report.added, report.unchanged) == (0, 2)


def test_the_same_under_another_uid_is_said(kit, tmp_path):
    kit.planner.import_ics(write(tmp_path, event("DTSTART:20261101T100000Z", uid="one")))
    report = kit.planner.import_ics(write(tmp_path, event("DTSTART:20261101T100000Z", uid="two")))
    assert (report.added, report.unchanged, len(report.problems)) == (0, 1, 1)


def test_two_series_of_one_uid_are_both_kept(kit, tmp_path):
    path = write(
        tmp_path,
        event("DTSTART:20261101T100000Z", "RRULE:FREQ=WEEKLY;COUNT=2"),
        event("DTSTART:20261103T100000Z", "RRULE:FREQ=WEEKLY;COUNT=2"),
    )
    assert kit.planner.import_ics(path).added == 2
    assert len(kit.starts()) == 4
    assert kit.planner.import_ics(path).added == 0


# Exporting


def test_round_trip_of_what_is_ours(kit, tmp_path):
    kit.event("Dentist; \\ , \n 牙医", "2026-11-24T15:00", place="Leeds, High St", notes="a\nb; c")
    series = kit.event("Weekly", "2026-11-17T10:00", rrule="FREQ=WEEKLY;COUNT=9")
    kit.planner.delete(series.id, which="this", key="2026-11-24T10:00:00")
    kit.planner.move(
        series.id, kit.when("2026-12-02T16:00"), which="this", key="2026-12-01T10:00:00"
    )
    kit.event("Birthday", "2026-05-04", rrule="FREQ=YEARLY", alarms=(Alarm("start", -86400),))
    kit.event("Lunar", "2026-09-25", rrule="RSCALE=CHINESE;FREQ=YEARLY")
    kit.event(
        "Pay",
        "2026-11-30",
        rrule="FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        workday_cal="CN",
    )
    kit.task("Milk", list_name="Shopping", priority="high")
    done = kit.task("Bread", "2026-11-20")
    kit.planner.complete(done.id)
    water = kit.task("Water", "2026-11-20T09:00", rrule="FREQ=DAILY")
    kit.planner.complete(water.id)
    other = again(tmp_path, kit)
    assert listing(other) == listing(kit)
    rules = {
        o.item.title: (o.item.rrule, o.item.workday_cal)
        for o in other.planner.events("2026-01-01", "2027-01-01", kit.tz)
    }
    assert rules["Pay"] == ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "CN")
    milk = next(o.item for o in other.planner.tasks() if o.item.title == "Milk")
    assert (milk.calendar, milk.priority) == ("Shopping", "high")


def test_export_is_readable_by_others(kit, tmp_path):
    icalendar = pytest.importorskip("icalendar")
    kit.event("Spring", "2027-03-28T19:00", tz="Europe/Amsterdam", alarms=(Alarm("start", -600),))
    kit.event("Noon", "2026-07-01T12:00", tz="Europe/Paris")
    path = tmp_path / "out.ics"
    assert kit.planner.export_ics(path) == 2
    calendar = icalendar.Calendar.from_ical(path.read_bytes())
    zones = {str(z["TZID"]): [s.name for s in z.subcomponents] for z in calendar.walk("VTIMEZONE")}
    assert sorted(zones) == ["Europe/Amsterdam", "Europe/Paris"]
    assert all({"STANDARD", "DAYLIGHT"} & set(parts) for parts in zones.values())
    starts = {str(e["SUMMARY"]): e.start.isoformat() for e in calendar.events}
    assert starts == {
        "Spring": "2027-03-28T19:00:00+02:00", "Noon": "2026-07-01T12:00:00+02:00",
    }  # fmt: skip
    (alarm,) = calendar.walk("VALARM")
    assert alarm["TRIGGER"].dt == dt.timedelta(minutes=-10)


@pytest.mark.parametrize("zone", ["Europe/Copenhagen", "Asia/Tokyo", "America/Los_Angeles"])
def test_whole_days_are_exported_as_themselves_in_every_zone(kit, tmp_path, zone):
    kit.tz = zone
    kit.event("Day off", "2025-12-29")
    kit.task("Rent", "2025-12-29")
    kit.planner.export_ics(tmp_path / "out.ics")
    lines = (tmp_path / "out.ics").read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith(("DTSTART", "DTEND", "DUE"))] == [
        "DTSTART;VALUE=DATE:20251229", "DTEND;VALUE=DATE:20251230", "DUE;VALUE=DATE:20251229",
    ]  # fmt: skip


def test_completing_a_task_with_start_and_due_moves_both(kit, tmp_path):
    lines = ["DTSTART:20261116T090000Z", "DUE:20261117T090000Z", "RRULE:FREQ=WEEKLY"]
    task = "\r\n".join(["BEGIN:VTODO", "UID:t@x", "SUMMARY:Bins", *lines, "END:VTODO"])
    kit.planner.import_ics(write(tmp_path, task))
    kit.planner.complete(1)
    (bins,) = kit.planner.tasks("open")
    assert (bins.start, bins.end) == ("2026-11-23T09:00:00", "2026-11-24T09:00:00")
    (done,) = kit.planner.tasks("done")
    assert (done.start, done.end) == ("2026-11-16T09:00:00", "2026-11-17T09:00:00")
    (bins,) = again(tmp_path, kit).planner.tasks("open")
    assert (bins.start, bins.end) == ("2026-11-23T09:00:00", "2026-11-24T09:00:00")


def test_unknown_properties_survive(kit, tmp_path):
    lines = ["X-CUSTOM;FOO=bar:1\\,2", "ATTENDEE;CN=Ann:mailto:ann@example.org", "GEO:1.5;2.5"]
    kit.planner.import_ics(write(tmp_path, event("DTSTART:20261101T100000Z", *lines)))
    (item,) = kit.planner.find("thing", now=kit.now)
    kit.planner.edit(item.id, "title", "Renamed")
    kit.planner.export_ics(tmp_path / "out.ics")
    text = (tmp_path / "out.ics").read_text()
    assert all(f"\n{line}\n" in text for line in lines)
    assert "SUMMARY:Renamed" in text


def test_only_tasks(kit, tmp_path):
    kit.event("Dentist", "2026-11-24T15:00")
    kit.task("Milk")
    assert kit.planner.export_ics(tmp_path / "t.ics", [ItemKind.TASK]) == 1
    assert "VEVENT" not in (tmp_path / "t.ics").read_text()


def test_a_folder_that_is_not_there(kit, tmp_path):
    with pytest.raises(AppError) as raised:
        kit.planner.export_ics(tmp_path / "no" / "x.ics")
    assert raised.value.code == "ics_not_written"


# Size


def test_three_thousand_events_are_one_change(kit, tmp_path):
    start = dt.datetime(2026, 1, 1, 9)
    stamps = [f"{start + dt.timedelta(hours=3 * n):%Y%m%dT%H%M%S}" for n in range(3000)]
    parts = [
        event(f"DTSTART;TZID=Europe/Berlin:{stamp}", uid=stamp, summary=f"Event at {stamp}")
        for stamp in stamps
    ]
    path = write(tmp_path, *parts)
    begun = time.process_time()
    report = kit.planner.import_ics(path)
    assert report.added == 3000
    assert time.process_time() - begun < 15  # a guard against quadratic work, not a benchmark
    assert kit.undo.undo(report.change_id) is not None
    assert kit.starts() == []


def test_endless_series_with_many_exceptions(kit, tmp_path):
    days = [dt.datetime(2000, 1, 1, 9) + dt.timedelta(days=n) for n in range(10_000)]
    exdate = "EXDATE:" + ",".join(f"{d:%Y%m%dT%H%M%SZ}" for d in days)
    path = write(tmp_path, event("DTSTART:20000101T090000Z", "RRULE:FREQ=DAILY", exdate))
    begun = time.process_time()
    assert kit.planner.import_ics(path).added == 1
    kit.tz = "UTC"
    assert kit.starts("2027-05-01", "2027-05-22") == [
        f"2027-05-{day:02}T09:00:00" for day in (19, 20, 21)
    ]
    assert time.process_time() - begun < 10


def test_long_and_odd_words_are_shown_in_part_and_exported_whole(kit, tmp_path):
    long, odd = "S" * 3_000_000, "evil\u202etxt.exe\\nsecond\x07 line"
    path = write(
        tmp_path,
        event("DTSTART:20261121T090000Z", summary=long),
        event("DTSTART:20261122T090000Z", uid="b@x", summary=odd),
    )
    begun = time.process_time()
    report = kit.planner.import_ics(path, "en")
    assert [p.partition("S: ")[2] for p in report.problems] == [
        "SUMMARY is longer than what is shown of it: 500 characters of it are kept in view, an"
        " export has it whole"
    ]
    titles = [o.item.title for o in kit.planner.events("2026-11-20", "2026-11-25", kit.tz)]
    assert titles == ["S" * 499 + "…", "eviltxt.exe second line"]
    kit.planner.export_ics(tmp_path / "out.ics")
    lines = list(unfold((tmp_path / "out.ics").read_bytes().decode()))
    assert f"SUMMARY:{long}" in lines
    assert f"SUMMARY:{odd}" in lines
    assert time.process_time() - begun < 5
    kit.planner.edit(1, "title", "Short")
    kit.planner.export_ics(tmp_path / "out.ics")
    assert "SUMMARY:Short" in (tmp_path / "out.ics").read_text("utf-8")


def test_names_in_reports_are_one_line(kit, tmp_path):
    bad = event("DTSTART:x\u202e1", summary="a\\nb\x1b[31m" + "c" * 99)
    report = kit.planner.import_ics(write(tmp_path, bad), "en")
    (said,) = report.problems
    assert said.isprintable()
    assert len(said) < 160


def test_a_file_without_events_says_so(kit, tmp_path):
    report = kit.planner.import_ics(write(tmp_path), "en")
    assert report.problems == ("the file holds no events and no tasks",)


def test_broken_bytes_cost_themselves_and_are_said(kit, tmp_path):
    path = write(tmp_path, event("DTSTART:20261121T090000Z", summary="Käse, Brötchen, Übung, X"))
    path.write_bytes(path.read_bytes().replace(b"X", b"\xff"))
    report = kit.planner.import_ics(path, "en")
    assert report.problems == (
        "characters of the file that could not be read: 1; a mark stands in place of each",
    )
    (found,) = kit.planner.events("2026-11-21", "2026-11-22", kit.tz)
    assert found.item.title == "Käse, Brötchen, Übung, \ufffd"


def test_counts_that_cannot_be_reckoned_are_set_aside_beyond_an_allowance(kit, tmp_path):
    parts = [
        event(
            f"DTSTART:20260101T{n % 24:02}{n % 60:02}00Z",
            "RRULE:FREQ=DAILY;BYHOUR=1,2,3;COUNT=90000",
            uid=f"{n}@x",
        )
        for n in range(100)
    ]
    begun = time.process_time()
    report = kit.planner.import_ics(write(tmp_path, *parts), "en")
    assert time.process_time() - begun < 10
    assert report.added + report.quarantined == 100
    assert 0 < report.added < 10
    assert "its repeats are too many to be counted" in report.problems[0]


def test_lists_of_dates_are_bounded_and_said(kit, tmp_path):
    first = dt.datetime(2026, 1, 1)
    dates = ",".join(f"{first + dt.timedelta(minutes=n):%Y%m%dT%H%M%SZ}" for n in range(30_000))
    begun = time.process_time()
    report = kit.planner.import_ics(
        write(tmp_path, event("DTSTART:20260101T000000Z", f"RDATE:{dates}")), "en"
    )
    assert time.process_time() - begun < 10
    assert report.problems == (
        "Thing: it has 20000 dates in RDATE or more; only the first 20000 were kept",
    )


def test_the_ends_of_the_calendar(kit, tmp_path):
    path = write(
        tmp_path,
        event("DTSTART:89991231T230000Z", "DURATION:PT2H", uid="late@x"),
        event("DTSTART:99991231T230000Z", uid="later@x"),
        event("DTSTART:00020601T100000Z", "DTEND:00020601T110000Z", uid="early@x"),
        event("DTSTART:20260101T090000Z", "RRULE:FREQ=YEARLY;UNTIL=99991231", uid="long@x"),
    )
    report = kit.planner.import_ics(path, "en")
    assert (report.added, report.quarantined) == (2, 2)
    assert "its end cannot be read: 9000-01-01T01:00:00" in report.problems[0]
    found = kit.planner.events("0001-01-01", "0003-01-01", kit.tz)
    assert [o.item.uid for o in found] == ["early@x"]
    other = again(tmp_path, kit)
    assert {s.item.uid for s in other.planner._store.all()} == {"early@x", "long@x"}


# Files of others, where they are at hand


@pytest.mark.skipif(not SHARED.exists(), reason="the odd calendars are not beside this checkout")
@pytest.mark.parametrize("path", sorted(SHARED.glob("*.ics")), ids=lambda path: path.stem)
def test_odd_calendars(kit, tmp_path, path):
    index = json.loads((SHARED / "INDEX.json").read_text("utf-8"))
    expected = next(
        x["parsed_by_icalendar"].get("components") or 0 for x in index if x["file"] == path.name
    )
    report = kit.planner.import_ics(path)
    assert report.added + report.quarantined >= expected
    assert kit.planner.import_ics(path).added == 0
    assert listing(again(tmp_path, kit)) == listing(kit)
