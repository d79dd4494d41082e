"""English lengths of time, and what is counted from now or from another date."""

from __future__ import annotations

from typing import Any

from assistant_app.planner.dates import numbers
from assistant_app.planner.dates.lexer import Token
from assistant_app.planner.dates.nodes import Amount, Flag, Period, Rolling, Shift
from assistant_app.planner.dates.rule import MACROS, Hit, rule

MACROS.update(
    {
        "QTY": "(?:{dig}{p/}{dig}|{dig}{p.}{dig}"
        "|{art}?(?:{EN}{p-}?)?{quarter}(?:{ofonly}{art}|{ofonly})"
        "|{tens}{and}{ones}|{EN}{and}{art}?(?:{half}|{quarter})|{EN}{half}|{EN}"
        "|{half}{of}?{art}?|{art}?(?:{EN}{p-}?)?{quarter}(?:{ofonly}{art}|{ofonly})?|{art}{half}"
        "|{art}?(?:{good})?{fewq}{ofonly}?|{art})",
        "AMT1": "(?:{QTY}(?:{p-}|{more}|{whole}|{other})?{unit}(?:{and}{art}?(?:{half}|{quarter}))?"
        "|{half}{unit}"
        "|{dig}{p'}|{dig}{p\"})",
        "AMT": "(?:{AMT1}(?:{comma}?{and}?{AMT1})*)",
    }
)
_UNITS = {
    "cnworkday": ("workday", 1),
    "fortnight": ("week", 2),
    "decade": ("year", 10),
    "night": ("day", 1),
    "quarter": ("month", 3),
}


def amount(tokens: list[Token]) -> Amount | None:
    """Return a length from its tokens, None when a part is no length ("3 Mondays")."""
    parts: list[tuple[str, float]] = []
    pending: list[Token] = []
    vague = False
    for i, token in enumerate(tokens):
        unit = token.cats.get("unit")
        if token.text in ("'", '"') and pending:
            unit = "minute" if token.text == "'" else "second"
        elif unit == "quarter" and (i + 1 < len(tokens) or (parts and _fraction(pending))):
            unit = None
        elif (
            unit == "second" and "onesord" in token.cats and token.text == "second" and not pending
        ):
            return None
        if unit is None:
            pending.append(token)
            continue
        number, fuzzy = _quantity(pending)
        vague = vague or fuzzy
        factor = 1.0
        if unit in _UNITS:
            unit, factor = _UNITS[unit]
        if unit in ("evening", "morning", "afternoon"):
            return None
        parts.append((unit, number * factor))
        pending = []
    if pending and parts:
        extra = 0.5 if any("half" in t.cats for t in pending) else 0.25
        parts[-1] = (parts[-1][0], parts[-1][1] + extra)
    return Amount(tuple(parts), vague) if parts else None


def _fraction(pending: list[Token]) -> bool:
    """Tell whether "and a" stands before a quarter: "an hour and a quarter"."""
    return bool(pending) and all({"and", "art"} & t.cats.keys() for t in pending)


def _clock_time(tokens: list[Token]) -> bool:
    """Tell whether "1500 hours" or "fifteen hundred hours" is a clock time and no length."""
    if len(tokens) < 2 or tokens[-1].cats.get("unit") != "hour":
        return False
    number = tokens[:-1]
    if len(number) == 1 and "d4" in number[0].cats:
        return numbers.military(int(number[0].text))
    hundreds = any("hundred" in t.cats for t in number)
    return hundreds and number[0].text != "a" and numbers.military(numbers.english(number))


def _quantity(tokens: list[Token]) -> tuple[float, bool]:
    """Return the number before a unit and whether it is vague ("a few")."""
    words = [
        t for t in tokens if t.text not in (",", "of") and not {"more", "whole"} & t.cats.keys()
    ]
    while words and "and" in words[0].cats:
        words.pop(0)
    cats = [t.cats for t in words]
    few = [c["fewq"] for c in cats if "fewq" in c]
    if few:
        return float(few[0]), few[0] != 2
    digits = [t for t in words if "dig" in t.cats]
    if len(digits) == 2:
        return numbers.decimal([t for t in words if "dig" in t.cats or t.text in "/."]), False
    half = any("half" in c for c in cats)
    quarter = any("quarter" in c for c in cats)
    plain = [t for t in words if not {"half", "quarter", "and", "p-"} & t.cats.keys()]
    number = [t for t in plain if not ("art" in t.cats and len(words) > 1 and (half or quarter))]
    joined = any("and" in c for c in cats)
    base = (
        float(numbers.english([t for t in words if t in number or "and" in t.cats]))
        if number
        else 0.0
    )
    if quarter:
        return (base + 0.25, False) if joined else (0.25 * (base or 1), False)
    if half:
        return base + 0.5, False
    return (base if number else 1.0), False


@rule("{a=AMT}", "{full}{p-}?{u=unit}")
def _amount(hit: Hit) -> Any:
    if hit.has("u"):
        return (
            Flag("amount", Amount(((hit.value("u", "unit"), 1.0),)))
            if hit.value("u", "unit") in ("day", "week", "month", "year")
            else None
        )
    tokens = hit.of("a")
    if _clock_time(tokens):
        return None
    if [t.text for t in tokens] == ["some", "day"]:
        return None
    if [t.text for t in tokens] == ["twenty", "second"]:
        return None  # the 22nd
    if (
        len(tokens) == 2
        and tokens[1].text == "h"
        and "dig" in tokens[0].cats
        and 12 < int(tokens[0].text) < 25
    ):
        return None  # 15h is a clock time
    if "quarter" in tokens[-1].cats and hit.next_has("past", "till"):
        return None
    found = amount(tokens)
    return Flag("amount", found) if found else None


@rule("{for}{prep}?{the}?{a=AMT}")
def _for_amount(hit: Hit) -> Any:
    if "quarter" in hit.all[-1].cats and hit.next_has("past", "till"):
        return None
    found = amount(hit.of("a"))
    return Flag("length", found) if found else None


@rule("{p+}{a=AMT}")
def _plus(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    return Flag("zroll", (found, 1, "+")) if found else None


@rule("{now}{p+}{a=AMT}", "{in}{prep}?{the}?{next}?{a=AMT}{poss}?{time}?", "{after}{a=AMT}")
def _in_amount(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    if found is None:
        return None
    if "within" in hit.first.cats:
        return Rolling(found, 1, from_now=True)
    return Shift(found, 1)


@rule(
    "{in}{less}{a=AMT}",
    "{within}{the}?{next}?{a=AMT}(?:{from}{r=relday})?",
    "{over}{the}{next}{a=AMT}",
)
def _within(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    if found is None or (hit.words("r") and hit.value("r", "relday") != 0):
        return None
    return Rolling(found, 1, from_now=True)


@rule("{in}{n=d2}", weak=True)
def _in_number(hit: Hit) -> Any:
    return (
        Shift(Amount((("minute", float(hit.words("n"))),)), 1) if hit.first.text == "in" else None
    )


@rule(
    "{a=AMT}{later}",
    "{a=AMT}{from}{now}",
    "{a=AMT}{in}{the}{future}",
    "{a=AMT}{from}{the}{future}",
)
def _later(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    if found is None:
        return None
    if "future" in hit.all[-1].cats:
        return Rolling(found, 1)
    return Shift(found, 1)


@rule(
    "{a=AMT}{w=from}",
    "{a=AMT}{w=after}",
    "{a=AMT}{w=before}",
    "{a=AMT}{w=following}",
    "{a=AMT}{w=priorto}",
    "{u=THEUNIT}{w=after}",
    "{u=THEUNIT}{w=before}",
    "{u=BAREUNIT}{w=from}",
    "{u=BAREUNIT}{w=after}",
    "{u=BAREUNIT}{w=before}",
)
def _shift_head(hit: Hit) -> Any:
    """Read "three days before", to be followed by the date it is counted from."""
    sign = -1 if {"before", "priorto"} & hit.of("w")[0].cats.keys() else 1
    if hit.has("u"):
        unit = hit.value("u", "unit")
        if unit in ("week", "weekend") and "the" in hit.first.cats:
            return Flag("period_head", (unit, sign))
        if unit not in ("day", "week", "month", "year", "hour", "minute"):
            return None
        return Flag("head", (Amount(((unit, 1.0),)), sign))
    found = amount(hit.of("a"))
    slot = "head_from" if "from" in hit.of("w")[0].cats else "head"
    return Flag(slot, (found, sign)) if found else None


@rule("{a=AMT}{w=ago}", "{p-}{a=AMT}")
def _ago(hit: Hit) -> Any:
    found = amount(hit.of("a"))
    return Shift(found, -1) if found else None


MACROS["THEUNIT"] = "(?:{the}{unit})"
MACROS["BAREUNIT"] = "{unit}"


@rule(
    "{n=EN}{w=weekdays}{from}{now}",
    "{n=EN}{w=weekday}{from}{now}",
    "{n=EN}{w=weekdays}{b=ago}",
    "{n=EN}{w=weekday}{b=ago}",
    "{in}{n=EN}{w=weekdays}",
    "{n=EN}{u=unit}{from}{now}",
)
def _weekdays_on(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    sign = -1 if hit.has("b") else 1
    if hit.has("u"):
        if hit.value("u", "unit") != "weekend" or not 1 <= n <= 60:
            return None
        return Period("weekend", n)
    weekday = hit.value("w", "weekdays")
    if weekday is None:
        weekday = hit.value("w", "weekday")
    return Shift(Amount(()), sign, weekday=weekday, n=n) if 1 <= n <= 60 else None


@rule("{n=ORD}{w=weekday}{a=after}", "{n=ORD}{w=weekday}{a=before}")
def _nth_after(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    return Flag("nth_head", (n, hit.value("w", "weekday"), 1 if hit.value("a", "after") else -1))


@rule("{the}?{w=weekday}{a=after}", "{the}?{w=weekday}{a=before}")
def _weekday_after(hit: Hit) -> Any:
    return Flag("nth_head", (1, hit.value("w", "weekday"), 1 if hit.value("a", "after") else -1))


@rule(
    "{the}?{s=next}{n=QTY}?{u=unit}",
    "{the}?{s=last}{n=QTY}?{u=unit}",
    "{the}?{s=coming}{n=QTY}?{u=unit}",
    "{n=EN}{s=next}{u=unit}",
    "{n=EN}{s=last}{u=unit}",
    "{n=EN}{s=coming}{u=unit}",
    "{in}{the}{s=last}{n=QTY}?{u=unit}",
)
def _rolling(hit: Hit) -> Any:
    sign = -1 if hit.value("s", "last") else 1
    found = amount([*hit.of("n"), *hit.of("u")])
    unit = hit.value("u", "unit")
    if found is None or (not hit.has("n") and unit not in ("second", "minute", "hour")):
        return None
    if unit == "weekend":
        return None
    return Rolling(found, sign)


@rule("{n=EN}{u=unit}{st=startw}")
def _starting(hit: Hit) -> Any:
    """Read "2 weeks starting", to be followed by the first day."""
    found = amount([*hit.of("n"), *hit.of("u")])
    return Flag("starting", found) if found else None


@rule("{n=EN}{w=weekof}", "{n=art}{w=weekof}")
def _weeks_starting(hit: Hit) -> Any:
    n = numbers.english(hit.of("n"))
    if hit.words("w") in ("week starting", "week beginning", "week commencing"):
        return Flag("starting", Amount((("week", float(n)),)))
    return None


@rule("{art}{u=unit}{st=startw}")
def _starting_one(hit: Hit) -> Any:
    unit = hit.value("u", "unit")
    return Flag("starting", Amount(((unit, 1.0),))) if unit in ("day", "week", "month") else None
