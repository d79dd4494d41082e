"""English repeats."""

from __future__ import annotations

from typing import Any

from assistant_app.planner.dates import numbers
from assistant_app.planner.dates.nodes import Clock, Flag, Nth, Part, Repeat
from assistant_app.planner.dates.rule import MACROS, Hit, rule

WORKDAYS = (0, 1, 2, 3, 4)
FREQS = {
    "hour": ("HOURLY", 1),
    "minute": ("MINUTELY", 1),
    "day": ("DAILY", 1),
    "week": ("WEEKLY", 1),
    "fortnight": ("WEEKLY", 2),
    "month": ("MONTHLY", 1),
    "quarter": ("MONTHLY", 3),
    "year": ("YEARLY", 1),
    "second": ("SECONDLY", 1),
    "decade": ("YEARLY", 10),
}
SEVERAL = ("day", "week", "month", "year")
"""Units that something can be done several times in."""
MACROS.update(
    {
        "WDS": "(?:{weekday}|{weekdays})",
        "WDJOIN": "(?:{comma}?{and}|{comma}|{or}|{p/}|{run})?",
        "WDLIST": "(?:{WDS}(?:{WDJOIN}{on}?{WDS})*)",
    }
)


def every(unit: str, interval: int = 1) -> Any:
    """Return the repeat of a unit; parts of the day and work days bring their own pieces."""
    if unit in FREQS:
        freq, factor = FREQS[unit]
        return Repeat(freq, interval * factor, bare_unit=True, part=unit)
    if unit == "workday" and interval == 1:
        return Repeat("WEEKLY", days=WORKDAYS)
    if unit == "cnworkday" and interval == 1:
        return Repeat("WEEKLY", days=WORKDAYS, workday_cal="CN")
    if unit == "weekend":
        return Repeat("WEEKLY", interval, days=(5, 6))
    if unit in ("night", "evening", "morning", "afternoon"):
        return (Repeat("DAILY", interval), Part(unit))
    return None


def weekdays(hit: Hit, name: str) -> tuple[int, ...]:
    """Return the weekdays of a list in order; two joined by a dash are a run."""
    found: list[int] = []
    run = False
    for token in hit.of(name):
        day = token.cats.get("weekday", token.cats.get("weekdays"))
        if day is None:
            run = "run" in token.cats
            continue
        if run and found:
            found += [(found[-1] + k) % 7 for k in range(1, (day - found[-1]) % 7 + 1)]
        else:
            found.append(day)
        run = False
    return tuple(dict.fromkeys(found))


@rule("{everyonly}{single}?{u=unit}{poss}?", "{every}{u=WEEKISH}")
def _every_unit(hit: Hit) -> Any:
    return every(hit.value("u", "unit"))


MACROS["WEEKISH"] = "{unit}"


@rule("{everyonly}{half}{art}?{u=unit}", "{everyonly}{quarter}{ofonly}{art}{u=unit}")
def _every_part(hit: Hit) -> Any:
    """Read "every half hour"."""
    minutes = 30 if any("half" in t.cats for t in hit.all) else 15
    return Repeat("MINUTELY", minutes) if hit.value("u", "unit") == "hour" else None


@rule("{alternate}{w=WDLIST}", "{alternate}{u=unit}")
def _alternate(hit: Hit) -> Any:
    if hit.has("w"):
        return Repeat("WEEKLY", 2, days=weekdays(hit, "w"))
    return every(hit.value("u", "unit"), 2) if hit.words("u").endswith("s") else None


@rule("{everyonly}{n=EN}{u=unit}", "{once}?{everyonly}{n=ORD}{u=unit}")
def _every_n(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    return every(hit.value("u", "unit"), n) if 1 <= n <= 500 else None


@rule("{everyonly}{o=other}{u=unit}", "{everyonly}{o=other}{w=WDLIST}")
def _every_other(hit: Hit) -> Any:
    if hit.has("w"):
        return Repeat("WEEKLY", 2, days=weekdays(hit, "w"))
    return every(hit.value("u", "unit"), 2)


@rule(
    "{everyonly}{w=WDLIST}{p=part}?{poss}?",
    "{on}?{w=WDLIST2}",
    "{w=weekdays}{p=part}",
    "{w=weekday}{p=parts}",
)
def _every_weekday(hit: Hit) -> Any:
    node = Repeat("WEEKLY", days=weekdays(hit, "w"))
    name = hit.value("p", "part") or hit.value("p", "parts")
    if name == "noon":
        return (node, Clock(12, literal=True))
    return (node, Part(name)) if name else node


@rule("{weekday}{p.}?{WDJOIN}{w=WDTHREE}")
def _three_weekdays(hit: Hit) -> Any:
    """Read "Mon, Wed, Fri": three or more weekdays are a repeat, two may be a choice."""
    found: list[int] = []
    for token in hit.all:
        if "run" in token.cats:
            return None
        if "weekday" in token.cats:
            found.append(token.cats["weekday"])
    return Repeat("WEEKLY", days=tuple(dict.fromkeys(found)))


MACROS["WDTHREE"] = "(?:{weekday}{p.}?(?:{WDJOIN}{weekday}{p.}?)+)"
MACROS["WDLIST2"] = "(?:{weekdays}(?:{WDJOIN}{on}?{WDS})*)"


@rule("{p=parts}", weak=True)
def _mornings(hit: Hit) -> Any:
    return (Repeat("DAILY"), Part(hit.value("p", "parts")))


@rule("{u=pluralunit}", weak=True)
def _units(hit: Hit) -> Any:
    return every(hit.value("u", "pluralunit"))


@rule(
    "{the}?{n=ORD}{and}{the}?{k=ORD}{w=weekday}{of}{everyonly}{u=unit}",
    "{the}?{n=ORD}{and}{the}?{l=last}{w=weekday}{of}{everyonly}{u=unit}",
    "{everyonly}{n=ORD}{and}{k=ORD}{w=weekday}(?:{of}{the}{u=unit})?",
    "{the}?{n=ORD}{and}{the}?{k=ORD}{of}{everyonly}{u=unit}",
    "{everyonly}{n=ORD}{and}{k=ORD}(?:{of}{the}{u=unit})?",
)
def _two_a_month(hit: Hit) -> Any:
    """Read "the 2nd and 4th Friday of each month" and "every 1st and 15th"."""
    n, k = numbers.english(hit.of("n")), numbers.english(hit.of("k"))
    if hit.has("u") and hit.value("u", "unit") != "month":
        return None
    if hit.has("l") and 1 <= n <= 4:
        return Repeat("MONTHLY", days=(hit.value("w", "weekday"),), nth=(n, -1))
    if not 1 <= n < k <= 31:
        return None
    if not hit.has("w"):
        return Repeat("MONTHLY", monthday=n, more_days=(k,))
    return Repeat("MONTHLY", days=(hit.value("w", "weekday"),), nth=(n, k)) if k <= 5 else None


@rule("{the}?{n=ORD}{and}{the}?{k=ORD}{w=weekday}", "{the}?{n=ORD}{and}{the}?{l=last}{w=weekday}")
def _two_weekdays(hit: Hit) -> Any:
    """Read "every month on the first and third Monday"; without "every" they are two days."""
    n, k = numbers.english(hit.of("n")), -1 if hit.has("l") else numbers.english(hit.of("k"))
    if not hit.after("everyonly", "freq") or not 1 <= n <= 5 or (k > 0 and not n < k <= 5):
        return None
    day = hit.value("w", "weekday")
    return (Nth(n, "weekday", day), Nth(k, "weekday", day))


@rule("{repeatw}", weak=True)
def _somehow(hit: Hit) -> Any:
    return Repeat("?")


@rule("{f=freq}")
def _freq(hit: Hit) -> Any:
    value = hit.value("f", "freq")
    if value == "NIGHTLY":
        return (Repeat("DAILY"), Part("night"))
    interval = int(value[-1]) if value[-1].isdigit() else 1
    part = "quarter" if interval == 3 else None
    return Repeat(value.rstrip("0123456789"), interval, bare_unit=True, part=part)


@rule(
    "{n=once}{a=art}{u=unit}", "{n=once}{everyonly}{u=unit}", "{n=once}{everyonly}{k=EN}{u=unit}"
)
def _once_a(hit: Hit) -> Any:
    n = hit.value("n", "once")
    if n != 1:
        return None if hit.has("k") else several(n, hit.value("u", "unit"))
    return every(hit.value("u", "unit"), numbers.english(hit.of("k")) if hit.has("k") else 1)


def several(n: int, unit: str) -> Any:
    """Return "three times a week", which asks on which days."""
    return Repeat("?", n, part=unit) if n > 1 and unit in SEVERAL else None


@rule("{n=EN}{times}{a=art}{u=unit}", "{n=EN}{times}{everyonly}{u=unit}")
def _times_a(hit: Hit) -> Any:
    return several(numbers.english(hit.of("n")), hit.value("u", "unit"))


@rule("{everyonly}{n=ORD}{of}{the}?{u=unit}", "{everyonly}{n=ORD}(?:{day}{of}{the}{u=unit})?")
def _every_monthday(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    if hit.has("u") and hit.value("u", "unit") != "month":
        return None
    return Repeat("MONTHLY", monthday=n) if 1 <= n <= 31 else None


@rule(
    "{everyonly}{n=ORD}{w=weekday}{of}?{the}?{u=unit}",
    "{everyonly}{n=ORD}{w=weekday}{of}{m=month}",
    "{everyonly}{l=last}{w=weekday}{of}{m=month}",
    "{everyonly}{n=ORD}{w=weekday}",
    "{everyonly}{l=last}{w=weekday}(?:{of}{the}{u=unit})?",
    "{everyonly}{l=last}{d=unit}{of}{the}{u=unit}",
)
def _every_nth_weekday(hit: Hit) -> Any:
    n = -1 if hit.has("l") else numbers.english(hit.of("n"))
    if hit.has("d"):
        return Repeat("MONTHLY", monthday=-1) if hit.value("d", "unit") == "day" else None
    day = hit.value("w", "weekday")
    if hit.has("m"):
        return Repeat("YEARLY", month=hit.value("m", "month"), days=(day,), nth=(n,))
    if hit.has("u"):
        unit = hit.value("u", "unit")
        if unit == "quarter":
            return (every(unit), Nth(n, "weekday", day))
        return Repeat("MONTHLY", days=(day,), nth=(n,)) if unit == "month" else None
    if hit.has("l"):
        return Repeat("MONTHLY", days=(day,), nth=(-1,))
    return Repeat("WEEKLY", n, days=(day,)) if n <= 4 else None


@rule("{for}?{the}?{next}{n=EN}{w=weekdays}", "{for}{the}?{n=EN}{w=weekdays}")
def _next_few(hit: Hit) -> Any:
    """Read "the next five Fridays"."""
    n = numbers.english(hit.of("n"))
    if not 2 <= n <= 1000:
        return None
    return (Repeat("WEEKLY", days=(hit.value("w", "weekdays"),)), Flag("occurrences", n))


@rule("{everyonly}{m=month}{the}?{d=DOM}", "{everyonly}{the}?{d=DOM}{of}?{m=month}")
def _every_date(hit: Hit) -> Any:
    day = numbers.english(hit.of("d"))
    if not 1 <= day <= 31:
        return None
    return Repeat("YEARLY", month=hit.value("m", "month"), monthday=day)


@rule("{everyonly}{h=holiday}", "{everyonly}{m=month}")
def _every_holiday(hit: Hit) -> Any:
    if hit.has("m"):
        return Repeat("YEARLY", month=hit.value("m", "month"))
    return Repeat("YEARLY", holiday=hit.value("h", "holiday"))


@rule("{for}{the}?{next}?{n=EN}{times}", "{n=EN}{times}")
def _times(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    return Flag("occurrences", n) if 1 <= n <= 1000 else None


@rule("{the}?{w=pluralunit}{of}?")
def _on_workdays(hit: Hit) -> Any:
    return every("workday") if hit.value("w", "pluralunit") == "workday" else None
