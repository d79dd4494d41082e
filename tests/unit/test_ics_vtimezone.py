"""Zones as they are written into a calendar file, read by another program."""

from __future__ import annotations

import datetime as dt
import io
from zoneinfo import ZoneInfo

import pytest
from dateutil.tz import tzical

from assistant_app.planner.ics_vtimezone import lines_of

ZONES = [
    "Europe/London", "Europe/Amsterdam", "America/New_York", "America/Santiago",
    "Australia/Lord_Howe", "Australia/Sydney", "Asia/Shanghai", "Asia/Kolkata", "Asia/Tehran",
    "Africa/Casablanca", "Africa/Cairo", "Pacific/Apia", "America/Sao_Paulo", "Europe/Dublin",
    "Asia/Jerusalem", "UTC",
]  # fmt: skip


def read(tz: str, first: int) -> dt.tzinfo:
    text = "\r\n".join(["BEGIN:VCALENDAR", *lines_of(tz, first), "END:VCALENDAR", ""])
    found = tzical(io.StringIO(text)).get(tz)
    assert found is not None
    return found


@pytest.mark.parametrize("tz", ZONES)
def test_another_program_reads_the_same_times(tz: str) -> None:
    theirs, ours = read(tz, 2009), ZoneInfo(tz)
    moment = dt.datetime(2010, 1, 1, 0, 30, tzinfo=dt.UTC)
    while moment.year < 2037:
        wall = moment.astimezone(ours).replace(tzinfo=None)
        # Where the clocks skip a time or have it twice, programs may differ: not around it.
        beside = [
            (wall + dt.timedelta(hours=h)).replace(tzinfo=ours).utcoffset() for h in (-3, 0, 3)
        ]
        if len(set(beside)) == 1:
            assert wall.replace(tzinfo=theirs).utcoffset() == beside[0], wall
        moment += dt.timedelta(hours=31)


@pytest.mark.parametrize("tz", ["Europe/Amsterdam", "America/New_York", "Australia/Sydney"])
def test_zones_with_a_rule_are_right_for_ever(tz: str) -> None:
    theirs, ours = read(tz, 2025), ZoneInfo(tz)
    for month in (1, 4, 7, 10):
        wall = dt.datetime(2060, month, 15, 12)
        assert wall.replace(tzinfo=theirs).utcoffset() == wall.replace(tzinfo=ours).utcoffset()
    assert not any(line.startswith("RDATE") for line in lines_of(tz, 2025))


def test_the_change_is_at_the_time_of_before() -> None:
    lines = lines_of("Europe/Amsterdam", 2026)
    spring = lines[lines.index("BEGIN:DAYLIGHT") :]
    assert spring[1:5] == [
        "DTSTART:20260329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
    ]  # fmt: skip


def test_an_event_after_the_change_of_its_first_year_has_its_zone() -> None:
    lines = lines_of("Europe/Amsterdam", 2027)
    assert lines.count("BEGIN:STANDARD") >= 1
    assert lines.count("BEGIN:DAYLIGHT") >= 1
