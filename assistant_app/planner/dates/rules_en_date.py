"""English dates: days, weekdays, months, periods, counted days and what is relative to now."""

from __future__ import annotations

from typing import Any

from assistant_app.planner.dates import numbers
from assistant_app.planner.dates.lexer import Token
from assistant_app.planner.dates.nodes import (
    Amount,
    Edge,
    Flag,
    Holiday,
    Now,
    Nth,
    Part,
    Period,
    Rel,
    Shift,
    Spec,
    Wd,
    WeekNo,
    WeekOf,
    Ymd,
)
from assistant_app.planner.dates.rule import MACROS, Hit, rule

MACROS.update(
    {
        "DOM": "(?:{ORD}|{dig}|{SP99})",
        "MOD": "(?:{this}(?:{coming}|{last}|{next})?|{next}|{last}|{coming}|{following})",
        "SEP": "(?:{comma}|{p.}|{p-}|{p/})",
    }
)


def month_day(month: int | None, day: int | None, year: int | None = None) -> Ymd | None:
    """Return the piece, None where no calendar could have it as a number (day 0 or 40)."""
    if day is not None and not 1 <= day <= 31:
        return None
    if month is not None and not 1 <= month <= 12:
        return None
    if year is not None and not 1600 <= year <= 2600:
        return None
    return Ymd(year, month, day)


def modifier(hit: Hit, name: str = "mod") -> str:
    """Return this, next, last, coming, following or "" from the words of the group."""
    tokens = hit.of(name)
    if not tokens:
        return ""
    last = tokens[-1].cats
    for kind in ("coming", "last", "next", "following", "this"):
        if kind in last:
            return kind
    return ""


@rule("{r=relday}{poss}?")
def _relative_day(hit: Hit) -> Any:
    return Rel(hit.value("r", "relday"))


@rule("{the}?{u=unit}{w=after}{r=relday}", "{the}?{u=unit}{w=before}{r=relday}")
def _day_after(hit: Hit) -> Any:
    if hit.value("u", "unit") != "day":
        return None
    step = 1 if hit.value("w", "after") else -1
    return Rel(hit.value("r", "relday") + step)


@rule("{the}{u=unit}{after}", weak=True)
def _the_day_after(hit: Hit) -> Any:
    return Rel(1, hit.after("to")) if hit.value("u", "unit") == "day" else None


@rule("{the}{p=part}{after}", weak=True)
def _the_part_after(hit: Hit) -> Any:
    """Read "until 6 the morning after"."""
    return (Rel(1, True), Part(hit.value("p", "part"))) if hit.after("to") else None


@rule("{now}")
def _now(hit: Hit) -> Any:
    return Now()


@rule("{t=tonight}")
def _tonight(hit: Hit) -> Any:
    return (Rel(0), Part("night"))


@rule("{mod=MOD}{p=part}{poss}?")
def _this_part(hit: Hit) -> Any:
    days = {"this": 0, "next": 1, "last": -1, "coming": 1, "following": 1}[modifier(hit)]
    part = hit.value("p", "part")
    if days == 0 and part == "night":
        return (Rel(0), Part("night"))
    return (Rel(days, _then(hit)), Part(part))


def _then(hit: Hit) -> bool:
    """Tell whether "next" or "following" counts from the beginning of a stretch."""
    return modifier(hit) in ("next", "following") and hit.after("to")


@rule("{the}?{mod=MOD}?{w=weekday}{p.}?{poss}?")
def _weekday(hit: Hit) -> Any:
    mod = modifier(hit)
    day = hit.value("w", "weekday")
    if mod == "following":
        return Wd(day, "next")
    if mod == "last" and hit.of("mod")[-1].text == "past":
        mod = "recent"
    return Wd(day, mod)


@rule(
    "{the}?{mod=MOD}?{w=weekday}(?:{p-}|{p(}|{comma})?{m=month}{SEP}?{d=DOM}{p)}?",
    "{the}?{mod=MOD}?{w=weekday}(?:{p-}|{p(}|{comma})?{the}?{d=DOM}{ofonly}?{m=month}{p)}?",
    "{next}{d=ORD}{of}?{m=month}",
    "{next}{m=month}{d=DOM}",
)
def _weekday_and_date(hit: Hit) -> Any:
    date = month_day(hit.value("m", "month"), numbers.english(hit.of("d")))
    if date is None or not hit.has("w"):
        return date
    return (Wd(hit.value("w", "weekday")), date)


@rule("{w=weekday}{after}{the}?{next}")
def _weekday_after_next(hit: Hit) -> Any:
    return Wd(hit.value("w", "weekday"), "after_next")


@rule("{mod=MOD}{u=unit}{poss}?{prep}?{w=weekday}", "{w=weekday}{prep}?{the}?{mod=MOD}{u=unit}")
def _weekday_of_week(hit: Hit) -> Any:
    if hit.value("u", "unit") != "week":
        return None
    offset = {"this": 0, "next": 1, "last": -1, "coming": 1, "following": 1}[modifier(hit)]
    return (Wd(hit.value("w", "weekday")), Period("week", offset))


@rule("{w=weekday}{u=unit}", "{a=art}?{u=unit}{prep}{w=weekday}", "{n=EN}{u=unit}{on}{w=weekday}")
def _weekday_week(hit: Hit) -> Any:
    """Read "Friday week", "a week on Friday", "two weeks on Friday": after the coming one."""
    unit = hit.value("u", "unit")
    n = numbers.english(hit.of("n")) if hit.has("n") else 1
    if unit not in ("week", "fortnight") or not 1 <= n <= 60:
        return None
    if hit.before_has("for", "in", "within", "every", "last", "next"):
        return None
    return Wd(hit.value("w", "weekday"), "coming", n if unit == "week" else 2 * n)


@rule("{a=art}?{u=unit}{r=relday}", "{n=EN}{u=unit}{r=relday}", "{r=relday}{u=unit}")
def _relative_week(hit: Hit) -> Any:
    """Read "a week tomorrow", "two weeks today", "today fortnight": counted from that day."""
    unit = hit.value("u", "unit")
    n = numbers.english(hit.of("n")) if hit.has("n") else 1
    if unit not in ("week", "fortnight") or not 1 <= n <= 60 or hit.value("r", "relday") < 0:
        return None
    if hit.before_has(
        "for", "in", "within", "every", "last", "next", "this", "whole", "following"
    ):
        return None
    weeks = float(n if unit == "week" else 2 * n)
    return Shift(Amount((("week", weeks),)), 1, Spec(dates=(Rel(hit.value("r", "relday")),)))


@rule("{the}?{next}{w=weekday}{butone}", "{the}?{w=weekday}{next}{butone}")
def _next_but_one(hit: Hit) -> Any:
    return Wd(hit.value("w", "weekday"), "after_next")


@rule("{the}?{next}{u=unit}{butone}")
def _unit_but_one(hit: Hit) -> Any:
    unit = hit.value("u", "unit")
    return Period(unit, 2) if unit in ("week", "weekend", "month", "year", "quarter") else None


@rule("{w=weekday}{next}", weak=True)
def _weekday_next(hit: Hit) -> Any:
    """Read "Friday next", said as "next Friday"."""
    return (
        None if hit.next_has("unit", "weekday", "month") else Wd(hit.value("w", "weekday"), "next")
    )


@rule("{the}?{this}{time}")
def _same_time(hit: Hit) -> Any:
    """Read "this time tomorrow": the clock time of now."""
    return Flag("same_time", True)


@rule(
    "{the}?{d=DOM}{ofonly}?{the}?{m=month}{SEP}?(?:{ofonly}|{prep})?{y=YEAR2}",
    "{the}?{d=DOM}{ofonly}?{the}?{m=month}{p.}?",
    "{the}?{d=DOM}{SEP}{m=month}{SEP}{y=YEAR2}",
    "{m=month}{SEP}?{the}?{d=DOM}{SEP}?{prep}?{y=YEAR}",
    "{m=month}{SEP}?{the}?{d=DOM}",
    "{m=month}{SEP}?{the}?{d=DOM}{comma}{y=YEAR2}",
    "{y=d4}{SEP}?{m=month}{SEP}?{the}?{d=DOM}",
    "{m=month}{SEP}{d=dig}{SEP}{y=YEAR2}",
    "{m=month}{SEP}?{the}?{d=DOM}{p'}{y=d2}",
)
def _month_day(hit: Hit) -> Any:
    year = numbers.year(hit.of("y")) if hit.has("y") else None
    tokens = hit.of("d")
    if len(tokens) == 1 and "dig" in tokens[0].cats and len(tokens[0].text) > 2:
        return None
    if year is not None and any(_before_an_hour(token) for token in hit.all):
        return None
    return month_day(hit.value("m", "month"), numbers.english(tokens), year)


def _before_an_hour(token: Token) -> bool:
    """Tell whether what follows is no year: "5 January at 10" is at ten o'clock."""
    return "prep" in token.cats and not {"of", "the"} & token.cats.keys()


@rule(
    "{m=month}{SEP}?{ofonly}?{y=YEAR}",
    "{y=d4}{SEP}?{m=month}",
    "{mod=MOD}{m=month}",
    "{m=month}{p'}{y=d2}",
)
def _month_year(hit: Hit) -> Any:
    month = hit.value("m", "month")
    if hit.has("mod"):
        mod = modifier(hit)
        if mod in ("next", "last"):
            return (Ymd(month=month), Period("year", 1 if mod == "next" else -1, bare=True))
        if mod == "this" and len(hit.of("mod")) == 1:
            return (Ymd(month=month), Period("year", 0))
        return Ymd(month=month)
    return Ymd(numbers.year(hit.of("y")), month)


@rule("{lunarw}{m=dig}{p/}{d=dig}", "{lunarw}{u=unit}{m=dig}{day}{d=dig}")
def _lunar(hit: Hit) -> Any:
    date = month_day(int(hit.words("m")), int(hit.words("d")))
    return Ymd(None, date.month, date.day, lunar=True) if date and (date.day or 0) <= 30 else None


@rule("{m=month}{p.}?{poss}?", weak=True)
def _month(hit: Hit) -> Any:
    return Ymd(month=hit.value("m", "month"))


@rule("{the}{d=ORD}", "{the}{d=dig}")
def _the_day(hit: Hit) -> Any:
    tokens = hit.of("d")
    if "dig" in tokens[0].cats and len(tokens[0].text) > 2:
        return None
    return month_day(None, numbers.english(tokens))


@rule("{the}{d=SP99}", "{d=ORD}", weak=True)
def _day_number(hit: Hit) -> Any:
    return month_day(None, numbers.english(hit.of("d")))


@rule("{the}?{u=unit}{y=YEAR}")
def _the_year(hit: Hit) -> Any:
    value = numbers.year(hit.of("y"))
    return Ymd(value) if hit.value("u", "unit") == "year" and 1800 <= value <= 2200 else None


@rule("{y=d4}", "{y=YEAR}", weak=True)
def _year(hit: Hit) -> Any:
    value = numbers.year(hit.of("y"))
    return Ymd(value) if 1800 <= value <= 2200 else None


@rule(
    "{the}?{mod=MOD}{u=unit}{poss}?",
    "{a=the}{u=unit}",
    "{whole}{the}?{p-}?{u=unit}",
    "{whole}{of}?{mod=MOD}{u=unit}",
    weak=False,
)
def _period(hit: Hit) -> Any:
    unit = hit.value("u", "unit")
    if not hit.has("mod"):
        return _whole_period(hit, unit)
    mod = modifier(hit)
    offset = {"this": 0, "next": 1, "last": -1, "coming": 1, "following": 1}[mod]
    if unit in ("second", "minute", "hour"):
        return None
    if unit == "day":
        return Rel(offset, _then(hit))
    if unit in ("night", "evening", "morning", "afternoon"):
        return (Rel(offset, _then(hit)), Part(unit))
    if unit == "weekend" and mod == "coming":
        return Period("weekend", 0)
    if unit in ("workday", "cnworkday") and offset:
        return Shift(Amount((("workday", 1.0),)), offset)
    if unit in ("workday", "cnworkday", "decade"):
        return None
    return Period(unit, offset)


def _whole_period(hit: Hit, unit: str) -> Any:
    if unit in ("day",):
        return Edge("all") if not hit.has("a") else Rel(0)
    if unit in ("week", "weekend", "month", "year", "quarter", "fortnight"):
        return Period(unit, 0, bare=True, whole=not hit.has("a"))
    return None


@rule("{u=unit}", weak=True)
def _bare_unit(hit: Hit) -> Any:
    unit = hit.value("u", "unit")
    if "pluralunit" in hit.first.cats or hit.first.text[-1] == "s":
        return None
    if unit in ("week", "weekend", "month", "year", "quarter") and len(hit.first.text) > 2:
        return Period(unit, 0, bare=True)
    return None


@rule("{the}?{u=unit}{before}{the}?{last}")
def _unit_before_last(hit: Hit) -> Any:
    unit = hit.value("u", "unit")
    return Period(unit, -2) if unit in ("week", "weekend", "month", "year", "quarter") else None


@rule("{the}?{n=onesord}{half}{of}")
def _half_of(hit: Hit) -> Any:
    n = hit.value("n", "onesord")
    return Edge(f"half{n}") if n in (1, 2) else None


@rule("{the}?{u=unit}{after}{the}?{next}", "{the}?{n=next}{n2=next}{u=unit}")
def _unit_after_next(hit: Hit) -> Any:
    unit = hit.value("u", "unit")
    if unit in ("week", "weekend", "month", "year", "quarter"):
        return Period(unit, 2)
    return Rel(2) if unit == "day" else None


@rule("{the}?{w=weekof}{prep}?", "{the}?{u=unit}{ofonly}")
def _week_of(hit: Hit) -> Any:
    if hit.has("u"):
        unit = hit.value("u", "unit")
        return WeekOf(unit) if unit in ("week", "weekend") else None
    return WeekOf("week")


@rule("{u=unit}{n=dig}", "{u=unit}{n=SP99}")
def _week_number(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    if hit.value("u", "unit") == "week" and 1 <= n <= 53 and len(hit.first.text) > 1:
        return WeekNo(n)
    return None


@rule(
    "{the}?{n=ORD}{what=unit}{ofonly}?",
    "{the}?{n=ORD}{what=weekday}{prep}?",
    "{the}?{l=last}{what=unit}{of}",
    "{the}?{l=last}{what=weekday}{of}",
    "{the}?{n=ORD}{l=last}{what=unit}{of}",
    "{the}?{n=ORD}{l=last}{what=weekday}{of}",
    "{the}?{n=ORD}{run}{l=last}{what=weekday}{ofonly}?",
    "{the}?{n=ORD}{run}{l=last}{what=unit}{ofonly}?",
    "{the}?{n=ORD}{c=SP99}{what=unit}{ofonly}?",
    "{the}?{n=ORD}{c=dig}{what=unit}{ofonly}?",
    "{the}?{l=last}{c=EN}{what=unit}{of}",
)
def _nth(hit: Hit) -> Any:
    n = numbers.english(hit.of("n")) if hit.has("n") else 1
    if hit.has("l"):
        n = -n
    count = numbers.english(hit.of("c")) if hit.has("c") else 1
    weekday = hit.value("what", "weekday")
    unit = hit.value("what", "unit")
    if weekday is not None:
        return Nth(n, "weekday", weekday)
    if unit in ("day", "week", "weekend", "month", "workday", "cnworkday", "quarter", "hour"):
        return Nth(n, unit, size=count)
    return None


@rule(
    "{the}?{e=begin}{of}{prep}?",
    "{the}?{e=endw}{of}{prep}?",
    "{the}?{e=mid}{of}?{p-}?",
    "{e=early}{in}?",
    "{e=late}{in}?",
    "{the}?{e=rest}{of}",
    "{e=laterin}{of}?",
    "{e=earlierin}{of}?",
)
def _edge(hit: Hit) -> Any:
    cats = hit.of("e")[0].cats
    for kind, which in (
        ("begin", "begin"),
        ("endw", "end"),
        ("mid", "mid"),
        ("rest", "rest"),
        ("laterin", "later"),
        ("earlierin", "to_date"),
        ("early", "early"),
        ("late", "late"),
    ):
        if kind in cats:
            return Edge(which)
    return None


@rule("{the}?{e=endmonth}")
def _eom(hit: Hit) -> Any:
    which = hit.value("e", "endmonth")
    return (Edge(which[:-1]), Period({"m": "month", "y": "year", "w": "week"}[which[-1]], 0))


@rule("{q=qn}(?:{p-}|{of})?{y=YEAR}", "{y=d4}{p-}?{q=qn}", "{q=qn}", weak=True)
def _quarter(hit: Hit) -> Any:
    n = hit.value("q", "qn")
    node = Nth(n, "quarter") if n < 5 else Edge(f"half{n - 4}")
    if hit.has("y"):
        return (node, Ymd(numbers.year(hit.of("y"))))
    return node if n < 5 else (node, Period("year", 0))


@rule("{the}?{mod=MOD}?{h=holiday}{y=YEAR}?{poss}?")
def _holiday(hit: Hit) -> Any:
    node = Holiday(hit.value("h", "holiday"), modifier(hit))
    if hit.has("y"):
        return (node, Ymd(numbers.year(hit.of("y"))))
    return node


@rule("{e=era}", weak=True)
def _era(hit: Hit) -> Any:
    return Flag("era", hit.value("e", "era"))


@rule("{h=holiday}{y=YEAR}?{u=unit}")
def _holiday_weekend(hit: Hit) -> Any:
    if hit.value("u", "unit") not in ("weekend", "week"):
        return None
    pieces: tuple[Any, ...] = (
        Holiday(hit.value("h", "holiday")),
        WeekOf(hit.value("u", "unit")),
    )
    return (*pieces, Ymd(numbers.year(hit.of("y")))) if hit.has("y") else pieces
