"""Dates in digits, the same in every language: ISO 8601, d/m/y, m/d, 20161016."""

from __future__ import annotations

from typing import Any

from assistant_app.planner.dates.nodes import Ymd
from assistant_app.planner.dates.numbers import full_year
from assistant_app.planner.dates.rule import MACROS, Hit, rule
from assistant_app.planner.dates.rules_en_time import clock

MACROS.update({"DM": "(?:{d1}|{d2})"})


def day_month(first: int, second: int, year: int | None = None) -> Ymd | None:
    """Return the piece for two numbers whose order may be open; `swap` says that it is."""
    if not (1 <= first <= 31 and 1 <= second <= 31) or (first > 12 and second > 12):
        return None
    if first > 12:
        return Ymd(year, second, first)
    if second > 12:
        return Ymd(year, first, second)
    return Ymd(year, first, second, swap=first != second)


@rule(
    "{y=d4}{p-}{m=DM}{p-}{d=DM}",
    "{y=d4}{p/}{m=DM}{p/}{d=DM}",
    "{y=d4}{p.}{m=DM}{p.}{d=DM}",
    "{y=d4}{p.}{m=DM}{p-}{d=DM}",
    "{y=d4}{m=d2}{d=d2}",
)
def _iso(hit: Hit) -> Any:
    year, month, day = int(hit.words("y")), int(hit.words("m")), int(hit.words("d"))
    if not (1600 <= year <= 2600 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Ymd(year, month, day)


@rule("{n=d8}")
def _eight(hit: Hit) -> Any:
    text = hit.words("n")
    year, month, day = int(text[:4]), int(text[4:6]), int(text[6:])
    if not (1900 <= year <= 2200 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Ymd(year, month, day)


@rule(
    "{a=DM}{p/}{b=DM}{p/}{y=d4}",
    "{a=DM}{p-}{b=DM}{p-}{y=d4}",
    "{a=DM}{p.}{b=DM}{p.}{y=d4}",
    "{a=DM}{p/}{b=DM}{p/}{y=d2}",
    "{a=DM}{p-}{b=DM}{p-}{y=d2}",
    "{a=DM}{p.}{b=DM}{p.}{y=d2}",
)
def _numeric(hit: Hit) -> Any:
    text = hit.words("y")
    year = full_year(int(text)) if len(text) == 2 else int(text)
    if not 1600 <= year <= 2600:
        return None
    return day_month(int(hit.words("a")), int(hit.words("b")), year)


@rule("{a=DM}{p/}{b=DM}", weak=True)
def _slash(hit: Hit) -> Any:
    return day_month(int(hit.words("a")), int(hit.words("b")))


@rule("{a=DM}{p.}{b=DM}", "{a=DM}{p-}{b=DM}", weak=True)
def _dotted(hit: Hit) -> Any:
    if (
        "p-" in hit.all[1].cats
        and max(int(hit.words("a")), int(hit.words("b"))) <= 12
        and hit.words("a")[0] != "0"
    ):
        return None  # 6-8 is a stretch of time
    return day_month(int(hit.words("a")), int(hit.words("b")))


@rule("{y=d4}{p-}{m=DM}", "{y=d4}{p/}{m=DM}", "{m=DM}{p-}{y=d4}", "{m=DM}{p/}{y=d4}")
def _year_month(hit: Hit) -> Any:
    year, month = int(hit.words("y")), int(hit.words("m"))
    if not (1600 <= year <= 2600 and 1 <= month <= 12):
        return None
    return Ymd(year, month)


@rule("{h=DM}{p.}{m=d2}", weak=True)
def _dotted_time(hit: Hit) -> Any:
    return clock(int(hit.words("h")), int(hit.words("m")))
