"""English clock times and parts of the day."""

from __future__ import annotations

from typing import Any, Literal

from assistant_app.planner.dates import numbers
from assistant_app.planner.dates.nodes import Clock, Flag, Part, Rel, Wd
from assistant_app.planner.dates.rule import MACROS, Hit, rule

MACROS.update(
    {
        "H": "(?:{dig}|{tens}{ones}|{teens}|{ones}|{tens})",
        "AP": "(?:{p.}?{ampm}|{apglue})",
        "MIN": "(?:{tens}(?:{p-}?{ones})?|{teens}|{oh}{p-}?{ones}|{oh}{oh}|{dig})",
        "AT": "(?:{prep}|{by}|{before}|{after})",
    }
)


def clock(
    hour: int,
    minute: int = 0,
    second: int = 0,
    half: str | None = None,
    *,
    literal: bool = False,
) -> Clock | None:
    """Return the piece, None where no clock shows it. "15:30 pm" keeps its 24-hour reading."""
    if not (0 <= hour <= 24 and 0 <= minute <= 59 and 0 <= second <= 59):
        return None
    if hour == 24 and (minute or second):
        return None
    if hour > 12 or hour == 0:
        half = None
        literal = True
    return Clock(hour, minute, second, half, literal)


def half_of(hit: Hit) -> str | Literal[False] | None:
    """Return am or pm, None when not said, False when a lone "a" or "p" does not touch the digits."""
    tokens = hit.of("ap")
    if not tokens:
        return None
    last = tokens[-1]
    if "ampm" in last.cats:
        value = last.cats["ampm"]
        return None if value is True else str(value)
    at = hit.tokens.items.index(last)
    if hit.tokens.items[at - 1].end != last.start or "dig" not in hit.tokens.items[at - 1].cats:
        return False
    return None if last.cats["apglue"] is True else str(last.cats["apglue"])


@rule(
    "{h=dig}{p:}{m=d2}{p:}{s=d2}{ap=AP}?",
    "{h=dig}{p:}{m=d2}{ap=AP}?",
    "{h=dig}{p:}{m=d2}{hours}",
    "{h=dig}{p.}{m=d2}{ap=AP}",
    "{at}{h=dig}{p.}{m=d2}",
)
def _colon(hit: Hit) -> Any:
    half = half_of(hit)
    if half is False or len(hit.words("h")) > 2:
        return None
    hour, literal = (
        int(hit.words("h")),
        hit.words("h").startswith("0") and len(hit.words("h")) == 2,
    )
    second = int(hit.words("s")) if hit.has("s") else 0
    return clock(hour, int(hit.words("m")), second, half or None, literal=literal)


@rule("{h=H}{ish}?{ap=AP}", "{h=H}{oclock}{ap=AP}?", "{h=H}{p'}?{ap=AP}")
def _hour_half(hit: Hit) -> Any:
    half = half_of(hit)
    hour = numbers.english(hit.of("h"))
    if half is False:
        return None
    if len(hit.of("h")) == 1 and "dig" in hit.of("h")[0].cats and len(hit.words("h")) > 2:
        return _run(hit.words("h"), half)
    if any(t.text in ("h", "hours") for t in hit.all) and half is None and hour < 13:
        return None
    return clock(hour, 0, 0, half or None)


@rule("{h=dig}{hh=unit}{m=d2}?{ap=AP}?", "{at}{h=dig}{hh=unit}{m=d2}?")
def _h_format(hit: Hit) -> Any:
    if hit.next_has("unit"):
        return None  # 1h30m is a length
    if hit.words("hh") != "h" or half_of(hit) is False or len(hit.words("h")) > 2:
        return None
    if hit.of("hh")[0].end - hit.of("h")[-1].end > 2:
        return None
    hour = int(hit.words("h"))
    zoned = hit.next_has("zone")
    if not hit.has("m") and hour < 13 and "at" not in hit.first.text and not zoned:
        return None
    return clock(hour, int(hit.words("m") or 0), 0, half_of(hit) or None, literal=hour > 12)


def _run(text: str, half: str | Literal[False] | None, literal: bool = False) -> Clock | None:
    if not 3 <= len(text) <= 4:
        return None
    literal = literal or (len(text) == 4 and text[0] == "0")
    return clock(int(text[:-2]), int(text[-2:]), 0, half or None, literal=literal)


@rule("{n=d4}{hours}", "{n=d4}{h=unit}", "{n=SPOKEN}{hours}", "{oh}{n=SPOKEN}{hours}?")
def _military(hit: Hit) -> Any:
    """Read "1500 hours", "0830h", "fifteen hundred hours", "oh eight hundred"."""
    tokens = hit.of("n")
    if hit.has("h") and hit.words("h") != "h":
        return None
    if "dig" in tokens[0].cats:
        return _run(hit.words("n"), None, literal=True)
    value = numbers.english(tokens)
    if not any("hundred" in t.cats for t in tokens) or not numbers.military(value):
        return None
    return clock(value // 100, value % 100, literal=True)


@rule("{n=d3}{ish}?", "{n=d4}{ish}?", weak=True)
def _digits_run(hit: Hit) -> Any:
    return _run(hit.words("n"), None)


@rule("{at}{n=d3}{ish}?{ap=AP}?", "{at}{n=d4}{ish}?{ap=AP}?")
def _at_run(hit: Hit) -> Any:
    half = half_of(hit)
    return None if half is False else _run(hit.words("n"), half)


@rule("{at}{h=H}{p-}?{m=MIN}{unit}?{ap=AP}?", "{h=H}{p-}?{m=MIN}{unit}?{ap=AP}")
def _spoken_half(hit: Hit) -> Any:
    half = half_of(hit)
    hours = hit.of("h")
    if half is False or not _minutes_word(hit) or "dig" in hours[0].cats:
        return None
    if len(hours) == 1 and "tens" in hours[0].cats and "ones" in hit.of("m")[0].cats:
        return None
    return clock(numbers.english(hit.of("h")), numbers.english(hit.of("m")), 0, half or None)


def _minutes_word(hit: Hit) -> bool:
    units = [t.cats["unit"] for t in hit.all if "unit" in t.cats and "oh" not in t.cats]
    digits = [t for t in hit.of("m") if "dig" in t.cats]
    return all(u == "minute" for u in units) and not any(len(t.text) != 2 for t in digits)


@rule(
    "{h=H}{p-}?{m=MIN}",
    "{h=H}{p-}{m=MIN}",
    "{h=H}{m=MIN}{unit}",
    "{h=DM}{m=d2}",
    "{h=teens}{m=ones}",
    weak=True,
)
def _spoken(hit: Hit) -> Any:
    hours = hit.of("h")
    if not _minutes_word(hit) or ("dig" in hours[0].cats) != ("dig" in hit.of("m")[0].cats):
        return None
    if "dig" in hours[0].cats and any(t.text == "-" for t in hit.all):
        return None
    hour = numbers.english(hours)
    if hour > 24 or (
        len(hours) == 1 and "tens" in hours[0].cats and "ones" in hit.of("m")[0].cats
    ):
        return None
    return clock(hour, numbers.english(hit.of("m")))


@rule("{n=SPOKEN}{ap=AP}", "{n=SPOKEN}")
def _hundreds(hit: Hit) -> Any:
    """Read "five hundred and thirty" as half past five, as speech recognisers write 5:30."""
    if not any("hundred" in t.cats for t in hit.of("n")):
        return None
    half = half_of(hit)
    if half is False or (half is None and not hit.has("ap") and hit.has("h")):
        return None
    value = numbers.english(hit.of("n"))
    return _run(str(value), half)


@rule(
    "{art}?{m=PASTMIN}{way=past}{h=H}{oclock}?{ap=AP}?",
    "{art}?{m=PASTMIN}{way=till}{h=H}{oclock}?{ap=AP}?",
    "{art}?{m=PASTMIN}{way=past}{n=part}",
    "{art}?{m=PASTMIN}{way=till}{n=part}",
    "{art}?{m=PASTMIN}{way=past}{h=dig}{hh=unit}{m2=d2}{ap=AP}?",
)
def _past(hit: Hit) -> Any:
    minute = _past_minutes(hit)
    half = half_of(hit)
    if hit.before_has("from", "between") or not _plain_to(hit):
        return None
    if minute is None or half is False:
        return None
    if hit.has("n"):
        name = hit.value("n", "part")
        if name not in ("noon", "midnight"):
            return None
        hour, literal = (12, True) if name == "noon" else (0, True)
    else:
        hour, literal = numbers.english(hit.of("h")), False
    total = hour * 60 + (int(hit.words("m2")) if hit.has("m2") else 0)
    if not (1 <= hour <= 23 or hit.has("n")) or (hit.has("m2") and hit.words("hh") != "h"):
        return None
    before = "past" not in hit.of("way")[0].cats or hit.words("way") == "to"
    said = hit.of("m")
    spoken = before and minute == 5 and not hit.has("n") and "ones" in said[-1].cats
    run_from = 5 if spoken and "ones" in hit.of("h")[0].cats else None
    total += minute if "past" in hit.of("way")[0].cats else -minute
    hour, minute = divmod(total % 1440, 60)
    if hour == 0 and not literal:
        hour = 12
    found = clock(hour, minute, 0, half or None, literal=literal)
    return found._replace(run_from=run_from) if found and run_from else found


@rule("{a=at}{m=d1}{way=till}{h=dig}{on=prep}?")
@rule("{m=d1}{way=till}{h=dig}{on=prep}?", weak=True)
def _five_to(hit: Hit) -> Any:
    """Read "5 to 9", which is asked about: 8:55, or from five to nine."""
    hour = int(hit.words("h"))
    if hit.words("m") != "5" or hit.words("way") != "to" or not 1 <= hour <= 12 or hour == 5:
        return None
    if hit.words("a") not in ("", "at") or hit.words("on") not in ("", "on"):
        return None
    if hit.before_has("from", "between", "month", "p:"):
        return None
    if hit.next_has("ampm", "apglue", "p:", "p.", "p/", "month", "of", "unit", "part"):
        return None
    found = clock((hour - 1) or 12, 55)
    return found._replace(run_from=5) if found else None


def _plain_to(hit: Hit) -> bool:
    """Tell "ten to six" (5:50) and "20 to 8" from the ranges "8 to 9" and "five to seven"."""
    tokens = hit.of("m")
    if "past" in hit.of("way")[0].cats and hit.of("way")[0].text != "to":
        return True
    if (
        hit.of("way")[0].text not in ("to", "till", "til")
        or {"unit", "half", "quarter"} & tokens[-1].cats.keys()
    ):
        return True
    value = numbers.english(tokens)
    if hit.has("n"):
        return value > 12 or "dig" not in tokens[0].cats
    return (
        value in (20, 25)
        or (value > 12 and "dig" in tokens[0].cats and value < 24 and value % 5 == 0)
        or (value in (5, 10) and "dig" not in tokens[0].cats)
    )


MACROS["PASTMIN"] = (
    "(?:(?:{dig}|{tens}(?:{p-}?{ones})?|{teens}|{ones})(?:{unit})?|{half}|(?:three{p-}?)?{quarter})".replace(
        "three", "{ones}"
    )
)


def _past_minutes(hit: Hit) -> int | None:
    tokens = hit.of("m")
    cats = tokens[-1].cats
    if "half" in cats:
        return 30
    if "quarter" in cats:
        return 15 * (numbers.english(tokens[:1]) if len(tokens) > 1 else 1)
    if "unit" in cats and "dig" not in cats:
        if cats["unit"] != "minute":
            return None
        tokens = tokens[:-1]
    value = numbers.english(tokens)
    return value if value < 60 else None


@rule("{half}{h=H}", weak=True)
def _half_seven(hit: Hit) -> Any:
    hour = numbers.english(hit.of("h"))
    return clock(hour, 30) if 1 <= hour <= 12 else None


@rule(
    "{mod=early}{p-}?{p=part}",
    "{mod=late}{p-}?{p=part}",
    "{mod=laterin}{m=MOD}{p=part}",
    "{mod=early}{in}{the}{p=part}",
    "{mod=late}{in}{the}{p=part}",
    "{mod=late}{m=MOD}{p=part}",
    "{mod=early}{m=MOD}{p=part}",
    "{mod=early}{p=tonight}",
    "{mod=late}{p=tonight}",
    "{mid}{p-}?{p=part}",
    "{the}?{mod=begin}{of}{p=part}",
    "{the}?{mod=endw}{of}{p=part}",
)
def _modified_part(hit: Hit) -> Any:
    mods = hit.of("mod")
    mod = "mid" if not mods else "early" if {"early", "begin"} & mods[0].cats.keys() else "late"
    if hit.value("p", "tonight"):
        return (Rel(0), Part("night", mod))
    part = Part(hit.value("p", "part"), "" if mod == "mid" else mod)
    if hit.has("m"):
        from assistant_app.planner.dates.rules_en_date import modifier

        return (
            Rel(
                {"this": 0, "next": 1, "last": -1, "coming": 1, "following": 1}[modifier(hit, "m")]
            ),
            part,
        )
    return part


@rule("{mod=early}{w=WDAY}{p=part}", "{mod=late}{w=WDAY}{p=part}")
def _modified_day_part(hit: Hit) -> Any:
    """Read "late Friday afternoon": late in the afternoon of Friday."""
    from assistant_app.planner.dates.rules_en_date import modifier

    mod = "late" if "late" in hit.of("mod")[0].cats else "early"
    relday = hit.value("w", "relday")
    day = Rel(relday) if relday is not None else Wd(hit.value("w", "weekday"), modifier(hit, "w"))
    return (day, Part(hit.value("p", "part"), mod))


MACROS["WDAY"] = "(?:{relday}|{MOD}?{weekday})"


@rule("{p=part}{poss}?{ish}?")
def _part(hit: Hit) -> Any:
    name = hit.value("p", "part")
    if "parts" in hit.of("p")[0].cats and not hit.before_has("weekday", "relday"):
        return None  # "mornings" repeat
    if name == "noon":
        return Clock(12, literal=True)
    if name == "midnight":
        return Clock(24, literal=True)
    return Part(name)


@rule(
    "{h=dig}{p=part}", "{h=SP99}{p=part}", "{h=dig}{in}?{the}{p=part}", "{h=SP99}{in}{the}{p=part}"
)
def _hour_part(hit: Hit) -> Any:
    hour = numbers.english(hit.of("h"))
    name = hit.value("p", "part")
    found = clock(hour)
    if found is None or hour > 24:
        return None
    return (found, Part("noonish" if name == "noon" else name))


@rule("{in}{the}{ap=ampm}", "{ap=ampm}")
def _half_alone(hit: Hit) -> Any:
    half = hit.value("ap", "ampm")
    return Flag("half", half) if half in ("am", "pm") else None


@rule("{n=dig}{ish}?", "{n=SP99}{p-}?{ish}?", weak=True)
def _number(hit: Hit) -> Any:
    tokens = hit.of("n")
    if "dig" in tokens[0].cats and len(tokens[0].text) > 2:
        return None
    value = numbers.english(tokens)
    return Flag("num", value) if 0 <= value <= 31 else None


@rule("{at}{n=dig}{p-}?{ish}?{sharp}?", "{at}{n=SP99}{p-}?{ish}?{sharp}?")
def _at_number(hit: Hit) -> Any:
    tokens = hit.of("n")
    if "dig" in tokens[0].cats and len(tokens[0].text) > 2:
        return None
    return clock(numbers.english(tokens))


@rule("{z=utc}{p+}{h=dig}(?:{p:}{m=d2})?", "{z=utc}{p-}{h=dig}(?:{p:}{m=d2})?")
def _offset_zone(hit: Hit) -> Any:
    """Read "GMT+2": whole hours have an IANA name, whose sign is the other way round."""
    hours = int(hit.words("h"))
    east = any("p+" in t.cats for t in hit.all)
    if hours > 14 or (not east and hours > 12) or hit.words("m") not in ("", "00"):
        return None
    return Flag("zone", f"Etc/GMT{'-' if east else '+'}{hours}" if hours else "UTC")


@rule("{z=zone}")
def _zone(hit: Hit) -> Any:
    return Flag("zone", hit.value("z", "zone"))
