"""Chinese clock times, lengths, counted stretches and repeats."""

from __future__ import annotations

import itertools
from typing import Any

from assistant_app.planner.dates import numbers
from assistant_app.planner.dates.lexer import Token
from assistant_app.planner.dates.nodes import (
    Amount,
    Clock,
    Flag,
    Part,
    Repeat,
    Rolling,
    Shift,
    Word,
)
from assistant_app.planner.dates.rule import MACROS, Hit, rule
from assistant_app.planner.dates.rules_en_repeat import FREQS, WORKDAYS, several
from assistant_app.planner.dates.rules_en_time import clock
from assistant_app.planner.dates.rules_zh_date import direction, number, weekday

_SEVERAL = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
MACROS.update(
    {
        "ZH": "(?:(?:{zd}|{zten})+|{d1}|{d2})",
        "ZQ": "(?:{dig}{p.}{dig}|{ZN}{zge}?{zhalf}|{ZN}{zduo}?{zge}?|{zfew}|{zhalf}{zge}?)",
        "ZA1": "(?:{ZQ}{zunit}{zhalf}?|{ZN}{zge}?{zquarter})",
        "ZAMT": "(?:{ZA1}(?:{zduo}?{zyou}?{ZA1})*(?:{zyou}?{ZN}{zhour})?)",
    }
)


@rule(
    "{h=ZH}{zdian}{m=ZN}{zfen}?{s=ZN}{zmiao}",
    "{h=ZH}{zdian}{m=ZN}{zfen}",
    "{h=ZH}{zdian}{zguoq}{m=ZN}{zfen}",
    "{h=ZH}{zdian}{q=ZN}{zquarter}",
    "{h=ZH}{zdian}{b=zhalf}",
    "{h=ZH}{zdian}{m=ZN}",
    "{h=ZH}{zdian}{zduo}?",
    "{zcha}{c=ZN}{k=zfen}{h=ZH}{zdian}",
    "{zcha}{c=ZN}{k=zquarter}{h=ZH}{zdian}",
    "{h=ZH}{zdian}{zcha}{c=ZN}{k=zfen}",
    "{h=ZH}{zdian}{zcha}{c=ZN}{k=zquarter}",
)
def _clock(hit: Hit) -> Any:
    hour = number(hit, "h")
    if hour is None:
        return None
    minute, second = number(hit, "m") or 0, number(hit, "s") or 0
    if hit.has("q"):
        minute = 15 * (number(hit, "q") or 9)
    elif hit.has("b"):
        minute = 30
    elif hit.has("c"):
        less = (number(hit, "c") or 99) * (15 if hit.value("k", "zquarter") else 1)
        if less >= 60 or not hour:
            return None
        hour, minute = hour - 1 or 12, 60 - less
    elif (
        hit.has("m")
        and hit.of("m")[0].text != "零"
        and minute < 10
        and "zfen" not in hit.all[-1].cats
    ):
        return None
    return clock(hour, minute, second)


@rule("{n=ZH}", weak=True)
def _number(hit: Hit) -> Any:
    value = number(hit, "n")
    if value is None or "dig" in hit.first.cats or not 0 <= value <= 31:
        return None
    return Flag("num", value)


@rule("{a=zd}{b=zd}{zdian}")
def _clock_between(hit: Hit) -> Any:
    """Read 七八点, between seven and eight."""
    a, b = hit.value("a", "zd"), hit.value("b", "zd")
    return Flag("between", (a, b)) if b == a + 1 else None


@rule("{p=zpart}{zde}?")
def _part(hit: Hit) -> Any:
    name = hit.value("p", "zpart")
    return Part(name)


def amount(tokens: list[Token]) -> Amount | None:
    """Return a length from its tokens: 一个半小时, 三年半, 8天20小时, 一刻钟."""
    parts: list[tuple[str, float]] = []
    pending: list[Token] = []
    for token in tokens:
        unit = token.cats.get("zunit")
        if "zquarter" in token.cats and pending:
            count = numbers.chinese([t for t in pending if "zge" not in t.cats]) or 1
            parts.append(("minute", 15.0 * count))
            pending = []
            continue
        if unit is None and "zhour" in token.cats and pending:
            unit = "hour"
        if token.text in ("月", "月份") and not any("zhalf" in t.cats for t in pending[1:]):
            return None
        if unit is None:
            pending.append(token)
            continue
        if not pending:
            return None
        value = _quantity(pending)
        if value is None or (token.text == "年" and value >= 1000):
            return None
        unit, factor = {
            "night": ("day", 1),
            "quarter": ("month", 3),
            "century": ("year", 100),
            "decade": ("year", 10),
            "plainday": ("workday", 1),
            "tenday": ("day", 10),
        }.get(unit, (unit, 1))
        parts.append((unit, value * factor))
        pending = []
    if pending and parts and "zhalf" in pending[0].cats:
        parts[-1] = (parts[-1][0], parts[-1][1] + 0.5)
    elif pending:
        return None
    return Amount(tuple(parts)) if parts else None


def _quantity(tokens: list[Token]) -> float | None:
    words = [t for t in tokens if not {"zge", "zduo", "zyou"} & t.cats.keys() or "zd" in t.cats]
    half = 0.5 if any("zhalf" in t.cats for t in words) else 0.0
    words = [t for t in words if "zhalf" not in t.cats]
    if len(words) > 1 and words[0].text == "零":
        words = words[1:]  # 一个月零十天
    if not words:
        return half or None
    if "zfew" in words[0].cats:
        return float(words[0].cats["zfew"])
    if len([t for t in words if "dig" in t.cats]) == 2:
        return numbers.decimal(words)
    if any(not {"zd", "zten", "zbig", "dig"} & t.cats.keys() for t in words):
        return None
    value = numbers.chinese(words)
    return None if value is None else value + half


@rule("{a=ZAMT}")
def _amount(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    return Flag("amount", found) if found else None


@rule("{a=ZAMT}{zde}?{w=zago}", "{a=ZAMT}{zde}?{w=zlater}", "{g=zguo}{a=ZAMT}{w=zlater}?")
def _shift(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    if found is None:
        return None
    return Shift(found, -1 if hit.value("w", "zago") else 1)


@rule(
    "{f=zfuture}?{zde}?{a=ZAMT}{zin}{zde}?",
    "{f=zpast}{zde}?{a=ZAMT}{zin}?",
    "{f=zfuture}{zde}?{a=ZAMT}{zin}?",
)
def _rolling(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    if found is None:
        return None
    word = hit.words("f")
    if hit.has("f") and "zpast" in hit.of("f")[0].cats:
        return Flag("zroll", (found, -1, word))
    if not hit.has("f"):
        return Rolling(found, 1, from_now=True)
    return Flag("zroll", (found, 1, word))


@rule(
    "{w=zlater}{zde}?{zdi}{n=ZN}{zge}?{k=zunit}{d=ZWD}",
    "{w=zago}{zde}?{zdi}{n=ZN}{zge}?{k=zunit}{d=ZWD}",
)
def _nth_after(hit: Hit) -> Any:
    """Read 春节后第一个周一, after the date before it."""
    n, day = number(hit, "n"), weekday(hit.of("d"))
    if n is None or day is None or hit.value("k", "zunit") != "week":
        return None
    return Flag("znth", (n, day, -1 if hit.value("w", "zago") else 1))


@rule("{zeve}")
def _eve(hit: Hit) -> Any:
    """Read 圣诞节前夜, the evening before the day said."""
    if not hit.before_has("holiday", "zri", "zrelday"):
        return None
    return (Flag("zroll", (Amount((("day", 1.0),)), -1, "前")), Part("zevening"))


@rule("{dir=ZDIR}{k=zhour1}")
def _this_hour(hit: Hit) -> Any:
    offset = direction(hit)
    return Rolling(Amount((("hour", 1.0),)), offset) if offset else None


# ---- repeats


def every(unit: str, interval: int = 1) -> Any:
    """Return the repeat of a Chinese unit; workdays follow the make-up calendar."""
    if unit == "workday" and interval == 1:
        return Repeat("WEEKLY", days=WORKDAYS, workday_cal="CN")
    if unit == "plainday" and interval == 1:
        return Repeat("WEEKLY", days=WORKDAYS)
    if unit == "weekend":
        return Repeat("WEEKLY", interval, days=(5, 6))
    if unit == "night":
        return (Repeat("DAILY", interval), Part("zevening"))
    if unit in FREQS:
        freq, factor = FREQS[unit]
        return Repeat(freq, interval * factor, bare_unit=True, part=unit)
    return None


def _said_twice(tokens: list[Token]) -> bool:
    """Tell whether the same weekday follows itself at once: the second is something else."""
    return any(
        a.text == b.text and a.end == b.start and "zwday" not in a.cats
        for a, b in itertools.pairwise(tokens)
    )


def _days(tokens: list[Token]) -> tuple[int, ...] | None:
    found: list[int] = []
    run = False
    for token in tokens:
        if not {"zd", "zwday", "d1"} & token.cats.keys():
            run = run or bool({"zto", "run"} & token.cats.keys())
            continue
        day = weekday([token])
        if day is None:
            return None
        if run and found:
            found += [(found[-1] + k) % 7 for k in range(1, (day - found[-1]) % 7)]
        found.append(day)
        run = False
    return tuple(dict.fromkeys(found))


MACROS["ZNOCOUNT"] = (
    "(?!(?:{zten}{zd}?)?(?:{zdian}|{zge}|{zci}|{zhour1}|{zfen}|{zmeasure}|{p:}|{half}))"
)
"""A number before these counts or is an hour; it is no weekday: 每周五五点, 每周三三次."""
MACROS["ZWDS"] = "(?:{ZWD}(?:(?:{comma}|{zand}|{zto}|{run})?{zweek}?{ZWD}{ZNOCOUNT})*)"
MACROS["ZWDTEN"] = "(?:{ZWD}{ZWD}+)"


@rule(
    "{f=zfreq}{zde}?{zweek}?{w=ZWDS}",
    "{zevery}{zweek}{w=ZWDS}",
    "{zevery}{u=zunit}{w=ZWDS}",
    "{o=zother}{n=ZN}{zge}?{u=zunit}{zde}?{zweek}{w=ZWDS}",
    "{f=zfreq}{zde}?{zweek}?{t=ZWDTEN}",
    "{zevery}{zweek}{t=ZWDTEN}",
    "{zevery}{u=zunit}{t=ZWDTEN}",
    "{f=zfreq}{zde}?{zweek}?{w=ZWD}",
)
def _weekly(hit: Hit) -> Any:
    """Read weekdays; `t` is a run of them before 十点, which 二十点 in 每周二二十点 is not."""
    value = hit.value("f", "zfreq") or "WEEKLY"
    if not value.startswith("WEEKLY") or (hit.has("u") and hit.value("u", "zunit") != "week"):
        return None
    if hit.has("t") and not hit.next_has("zten"):
        return None
    days = _days(hit.of("w") or hit.of("t"))
    if days is None or _said_twice(hit.of("w") or hit.of("t")):
        return None
    interval = int(value[-1]) if value[-1].isdigit() else 1
    if hit.has("o"):
        interval = (number(hit, "n") or 0) + 1
    return Repeat("WEEKLY", interval, days=days)


@rule("{f=zfreq}{zde}?{a=ZN}{zri}?{zand}{b=ZN}{zri}", "{f=zfreq}{a=ZN}{zri}{comma}{b=ZN}{zri}")
def _two_days_a_month(hit: Hit) -> Any:
    a, b = number(hit, "a"), number(hit, "b")
    if hit.value("f", "zfreq") != "MONTHLY" or a is None or b is None or not 1 <= a < b <= 31:
        return None
    return Repeat("MONTHLY", monthday=a, more_days=(b,))


@rule("{f=zfreq}{zde}?{zdi}{a=ZN}{zge}?{zand}{zdi}{b=ZN}{zge}?{u=zunit}{w=ZWD}")
def _two_weekdays_a_month(hit: Hit) -> Any:
    a, b, day = number(hit, "a"), number(hit, "b"), weekday(hit.of("w"))
    if hit.value("f", "zfreq") != "MONTHLY" or hit.value("u", "zunit") != "week":
        return None
    if a is None or b is None or day is None or not 1 <= a < b <= 5:
        return None
    return Repeat("MONTHLY", days=(day,), nth=(a, b))


@rule("{zweek}{w=ZTHREE}")
def _three_weekdays(hit: Hit) -> Any:
    """Read 周一三五, which can only be a repeat."""
    days = _days(hit.of("w"))
    if days is None or hit.next_has("zdian", "p:", "zunit", "zri"):
        return None
    return Repeat("WEEKLY", days=days) if list(days) == sorted(days) else None


MACROS["ZTHREE"] = "(?:{ZWD}{ZWD}(?:{ZWD}{ZNOCOUNT})+)"


@rule(
    "{zevery}{n=ZN}?{zge}?{u=zunit}",
    "{o=zother}{n=ZN}?{zge}?{u=zunit}",
    "{zevery}{n=zhalf}{u=zunit}",
)
def _every(hit: Hit) -> Any:
    n = number(hit, "n") if hit.has("n") and "zhalf" not in hit.of("n")[0].cats else 1
    if not n:
        return None
    if hit.has("n") and "zhalf" in hit.of("n")[0].cats:
        return Repeat("MINUTELY", 30) if hit.value("u", "zunit") == "hour" else None
    if hit.has("o"):
        n += 1
    return every(hit.value("u", "zunit"), n)


@rule("{f=zfreq}")
def _freq(hit: Hit) -> Any:
    value = str(hit.value("f", "zfreq"))
    if value in ("NIGHTLY", "MORNINGLY"):
        return (Repeat("DAILY"), Part("zevening" if value == "NIGHTLY" else "morning"))
    interval = int(value[-1]) if value[-1].isdigit() else 1
    part = "quarter" if interval == 3 else None
    return Repeat(value.rstrip("0123456789"), interval, bare_unit=True, part=part)


@rule("{zevery}{u=zunit}{p(}{zweek}{w=ZWDS}{p)}")
def _workdays_named(hit: Hit) -> Any:
    """Read 每个工作日（周一至周五）, which says that no make-up day is meant."""
    if hit.value("u", "zunit") not in ("workday", "plainday") or _days(hit.of("w")) != WORKDAYS:
        return None
    return Repeat("WEEKLY", days=WORKDAYS)


@rule("{zevery}{e=zweekend}", "{zweekends}")
def _weekends(hit: Hit) -> Any:
    return every("weekend")


@rule("{zevery}{h=holiday}")
def _every_holiday(hit: Hit) -> Any:
    return Repeat("YEARLY", holiday=hit.value("h", "holiday"))


@rule("{w=zweekday}", weak=True)
def _workdays(hit: Hit) -> Any:
    return every(hit.value("w", "zweekday"))


@rule("{a=ZN}{zge}?{u=zunit}{n=ZN}{zci}")
def _once_every(hit: Hit) -> Any:
    """Read 一天一次 and 两周一次; 一天两次 asks when."""
    a, n = number(hit, "a"), number(hit, "n")
    if a == 1 and n and n > 1:
        return several(n, hit.value("u", "zunit"))
    return every(hit.value("u", "zunit"), a) if a and n == 1 else None


@rule("{zevery}{u=zunit}{n=ZN}{zci}", "{f=zfreq}{n=ZN}{zci}")
def _several(hit: Hit) -> Any:
    """Read 每周三次, which asks on which days."""
    unit = hit.value("u", "zunit") or _SEVERAL.get(str(hit.value("f", "zfreq")), "")
    return several(number(hit, "n") or 0, unit)


@rule("{p=zpart}{a=ZN}{q=zpart}{b=ZN}{ZNOCOUNT}", "{zzhao}{a=ZN}{q=zpart}{b=ZN}{ZNOCOUNT}")
def _from_morning(hit: Hit) -> Any:
    """Read 早九晚五, from nine to seventeen."""
    a, b = number(hit, "a") or 0, number(hit, "b") or 0
    early = not hit.has("p") or hit.value("p", "zpart") in ("morning", "forenoon")
    late = hit.value("q", "zpart") in ("zevening", "afternoon")
    if not (early and late and 4 <= a <= 12 and 1 <= b <= 11):
        return None
    return (Clock(a, literal=True), Word("to"), Clock(b + 12, literal=True))


@rule("{g=zgong}?{n=ZN}{zci}")
def _count(hit: Hit) -> Any:
    """Read 共十次 as a count; 一次 after a repeat says nothing, 三次 a day is no rule."""
    n = number(hit, "n")
    if hit.has("g"):
        return Flag("occurrences", n) if n and n <= 1000 else None
    return Word("trail") if n == 1 else None
