"""Lunar dates and days off, against printed calendars."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.planner.chinese_days import DayMark, marks


@pytest.mark.parametrize(
    ("day", "mark"),
    [
        ("2026-02-17", DayMark("正月", "休")),  # Spring Festival
        ("2026-02-14", DayMark("廿七", "班")),  # a Saturday worked for it
        ("2026-10-01", DayMark("廿一", "休")),
        ("2026-12-22", DayMark("冬至")),
        ("2026-11-28", DayMark("二十")),  # a plain Saturday
        ("2025-07-25", DayMark("闰六月")),
        ("2090-10-01", DayMark("初八")),  # no table of days off yet
        ("2150-10-01", DayMark("")),  # beyond the lunar tables
    ],
)
def test_marks(day: str, mark: DayMark) -> None:
    date = dt.date.fromisoformat(day)
    assert marks(date, date) == {date: mark}
