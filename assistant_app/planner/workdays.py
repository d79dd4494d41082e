"""Working days of a country, with the make-up days that a plain Monday to Friday misses."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import lru_cache

from assistant_app.errors import AppError


def test_for(country: str) -> Callable[[dt.date], bool]:
    """Return the test for a working day in `country`.

    Raises:
        AppError: `workdays_unknown`; only CN has a table.
    """
    if country != "CN":
        raise AppError("workdays_unknown", country=country[:20])
    return _is_chinese_workday


@lru_cache(maxsize=4096)
def _is_chinese_workday(day: dt.date) -> bool:
    if not published(day.year):
        return day.weekday() < 5
    import chinese_calendar

    return bool(chinese_calendar.is_workday(day))


@lru_cache(maxsize=64)
def published(year: int) -> bool:
    """Whether the Chinese holiday table of `year` is out; until then Monday to Friday count."""
    import chinese_calendar

    try:
        chinese_calendar.is_workday(dt.date(year, 6, 1))
    except NotImplementedError:
        return False
    return True
