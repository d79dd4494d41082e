"""Chinese dates."""

from __future__ import annotations

from typing import Any

from assistant_app.planner.dates import numbers
from assistant_app.planner.dates.holidays import NUMERAL
from assistant_app.planner.dates.lexer import Token
from assistant_app.planner.dates.nodes import (
    Amount,
    Clock,
    Edge,
    Flag,
    Holiday,
    Now,
    Nth,
    Part,
    Period,
    Rel,
    Rolling,
    Shift,
    Wd,
    WeekNo,
    Ymd,
)
from assistant_app.planner.dates.rule import MACROS, Hit, rule

MACROS.update(
    {
        "ZDIR": "(?:{zprev}|{znext}|{zthis})",
        "ZWD": "(?:{zwnum}|{zwday}|{d1})",
        "ZDAY": "(?:(?:{zd}|{zten})+|{dig})",
        "ZMON": "(?:(?:{zd}|{zten})+|{dig})",
    }
)


def direction(hit: Hit, name: str = "dir") -> int | None:
    """Return how many units on (negative: back) 上 下 这 say, None when not said."""
    tokens = hit.of(name)
    if not tokens:
        return None
    cats = tokens[0].cats
    if "zprev" in cats:
        return -int(cats["zprev"])
    return int(cats["znext"]) if "znext" in cats else 0


def weekday(tokens: list[Token]) -> int | None:
    """Return the weekday (Monday 0) of 一..六, 日, 天, 1..7."""
    cats = tokens[0].cats
    if "zwday" in cats:
        return int(cats["zwday"])
    value = int(tokens[0].text) if "dig" in cats else int(cats["zd"])
    if tokens[0].text in ("两", "二") and tokens[0].text == "两":
        return None
    return value - 1 if 1 <= value <= 6 else 6 if value == 7 and "dig" in cats else None


def number(hit: Hit, name: str) -> int | None:
    """Return the Chinese or Arabic number of a group, None when it is no number."""
    tokens = hit.of(name)
    return numbers.chinese(tokens) if tokens else None


@rule("{r=zrelday}")
def _relative_day(hit: Hit) -> Any:
    return Rel(hit.value("r", "zrelday"), "znextday" in hit.first.cats)


@rule("{r=zrelpart}")
def _relative_part(hit: Hit) -> Any:
    value = str(hit.value("r", "zrelpart"))
    cut = 2 if value[0] == "-" else 1
    days, part = int(value[:cut]), value[cut:]
    return (Rel(days), Clock(12, literal=True)) if part == "noon" else (Rel(days), Part(part))


@rule("{t=ztwodays}")
def _two_days(hit: Hit) -> Any:
    first = hit.value("t", "ztwodays")
    return Rolling(Amount((("day", 2.0),)), 1, first_day=first)


@rule("{znow}")
def _now(hit: Hit) -> Any:
    return Now()


@rule(
    "{dir=ZDIR}?{zweek}{w=ZWD}",
    "{dir=ZDIR}{zweek}{zde}?{zweek}{w=ZWD}",
    "{dir=ZDIR}{k=zunit}{w=ZWD}",
)
def _weekday(hit: Hit) -> Any:
    day = weekday(hit.of("w"))
    offset = direction(hit)
    if day is None or (hit.has("k") and hit.value("k", "zunit") != "week"):
        return None
    if offset is None:
        return Wd(day, zh=True)
    return (Wd(day, zh=True), Period("week", offset))


@rule("{zweek}{a=ZWD}{comma}?{zweek}{b=ZWD}")
def _both_weekend_days(hit: Hit) -> Any:
    """Read 周六周日 as the weekend."""
    both = (weekday(hit.of("a")), weekday(hit.of("b")))
    return Period("weekend", 0, bare=True) if both == (5, 6) else None


@rule("{dir=ZDIR}{w=zweekend}", "{w=zweekend}")
def _weekend(hit: Hit) -> Any:
    return Period("weekend", direction(hit) or 0, bare=not hit.has("dir"))


@rule("{dir=ZDIR}{u=zunit}", "{dir=ZDIR}{u=zyue}")
def _period(hit: Hit) -> Any:
    unit = hit.value("u", "zunit")
    offset = direction(hit) or 0
    if unit in ("week", "month", "year", "quarter", "weekend"):
        return Period(unit, offset)
    if unit in ("workday", "plainday") and offset:
        return Shift(Amount((("workday", float(abs(offset))),)), 1 if offset > 0 else -1)
    if unit == "day" and hit.words("dir") in ("本", "当", "同"):
        return Rel(0)
    return None


@rule("{y=zyear}")
def _year_word(hit: Hit) -> Any:
    return Period("year", hit.value("y", "zyear"))


@rule("{y=d4}{znian}", "{y=ZDIGITS}{znian}")
def _year(hit: Hit) -> Any:
    value = number(hit, "y")
    return Ymd(value) if value and 1600 <= value <= 2600 else None


@rule("{y=d2}{znian}", "{y=ZTWO}{znian}", weak=True)
def _short_year(hit: Hit) -> Any:
    tokens = hit.of("y")
    digits = [str(t.cats.get("zd", t.text)) for t in tokens]
    return Ymd(numbers.full_year(int("".join(digits))))


MACROS["ZTWO"] = "(?:{zd}{zd})"


@rule("{m=ZMON}{zyue}{zde}?{d=ZDAY}{zri}", "{m=ZMON}{zyue}{d=ZDAY}", "{m=dig}{p/}{d=dig}{zri}")
def _month_day(hit: Hit) -> Any:
    month, day = number(hit, "m"), number(hit, "d")
    if month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    named = "zri" in hit.all[-1].cats
    lunar = not named and (
        hit.of("d")[0].text in "廿卅"
        or ((month, day) == (8, 15) and "dig" not in hit.of("m")[0].cats)
    )
    maybe = not named and "dig" not in hit.of("d")[0].cats and day <= 30
    return Ymd(None, month, day, lunar=lunar, maybe_lunar=maybe)


@rule("{m=ZMON}{zyue}")
def _month(hit: Hit) -> Any:
    month = number(hit, "m")
    return Ymd(month=month) if month and 1 <= month <= 12 else None


@rule("{d=ZDAY}{zri}")
def _day(hit: Hit) -> Any:
    day = number(hit, "d")
    return Ymd(day=day) if day and 1 <= day <= 31 else None


@rule("{d=zten}{d2=zd}", weak=True)
def _lunar_day(hit: Hit) -> Any:
    """Read a bare 廿一, which is only said of lunar days."""
    day = numbers.chinese(hit.all)
    return Ymd(day=day, lunar=True) if hit.first.text in "廿卅" and day and day <= 30 else None


@rule(
    "{zlunar}{y=YEARZH}?{r=zrun}?{m=ZMON}{zyue}{c=zchu}?{d=ZDAY}{zri}?",
    "{zlunar}?{y=YEARZH}?{r=zrun}?{l=zlmonth}{c=zchu}?{d=ZDAY}{zri}?",
    "{r=zrun}{m=ZMON}{zyue}{c=zchu}?{d=ZDAY}{zri}?",
    "{m=ZMON}{zyue}{c=zchu}{d=ZDAY}",
    "{zleapyear}{c=zchu}{d=ZDAY}",
    "{zlunar}{c=zchu}?{d=ZDAY}{zri}?",
    "{zlunar}{y=YEARZH}?{r=zrun}?{m=ZMON}{zyue}",
    "{zlunar}?{r=zrun}?{l=zlmonth}",
    "{r=zrun}{m=ZMON}{zyue}",
    "{c=zchu}{d=ZDAY}",
    "{zlunar}?{y=YEARZH}?{r=zrun}?{m=ZMON}{c=zmonthend}{d=ZDAY}",
)
def _lunar(hit: Hit) -> Any:
    month: int | None = hit.value("l", "zlmonth") or number(hit, "m")
    day = number(hit, "d")
    if "zleapyear" in hit.first.cats:
        month = 1
    if (hit.has("d") and not (day and 1 <= day <= 30)) or (month and not 1 <= month <= 12):
        return None
    if hit.has("c") and (not (day and day <= 10) or hit.words("c") not in ("初", "月初")):
        return None
    year = numbers.chinese(hit.of("y")[:-1]) if hit.has("y") else None
    return Ymd(year, month, day, lunar=True, leap=hit.has("r"))


MACROS["YEARZH"] = "(?:(?:{d4}|{ZDIGITS}){znian})"


@rule(
    "{w=zlater}{zde}?{zdi}{n=ZN}{u=zunit}",
    "{w=zago}{zde}?{zdi}{n=ZN}{u=zunit}",
    "{w=zlater}{zde}?{s=zrelday}",
)
def _nth_day_after(hit: Hit) -> Any:
    """Read 中秋节后第二天, counted from the day before it."""
    second = hit.has("s") and hit.words("s") == "第二天"
    n = 2 if second else number(hit, "n")
    if (hit.has("s") and not second) or not n or n > 60:
        return None
    if hit.has("u") and hit.value("u", "zunit") != "day":
        return None
    later = hit.has("w") and "zlater" in hit.of("w")[0].cats
    return Flag(
        "zroll", (Amount((("day", float(n)),)), 1 if later else -1, "后" if later else "前")
    )


@rule("{q=zunit}{e=zedge}", "{dir=ZDIR}{q=zunit}{e=zedge}")
def _quarter_edge(hit: Hit) -> Any:
    """Read 季度末 and 下季度初."""
    if hit.value("q", "zunit") != "quarter":
        return None
    return (Edge(hit.value("e", "zedge")), Period("quarter", direction(hit) or 0))


@rule("{zsametime}")
def _same_time(hit: Hit) -> Any:
    """Read 明天这个时候: the clock time of now."""
    return Flag("same_time", True)


@rule("{t=znow}")
def _same_time_now(hit: Hit) -> Any:
    same = hit.words("t") in ("此时", "这时候", "这会儿")
    return Flag("same_time", True) if same and hit.before_has("zrelday", "zunit", "zde") else None


@rule("{h=holiday}{zri}?")
def _holiday(hit: Hit) -> Any:
    return Holiday(hit.value("h", "holiday"))


@rule("{n=zd}{n2=zd}", "{n=zten}{n2=zd}", weak=True)
def _numeral_holiday(hit: Hit) -> Any:
    key = NUMERAL.get(hit.first.text + hit.all[1].text)
    return Holiday(key) if key else None


@rule(
    "{zdi}{n=ZN}{zge}?{u=zunit}{zde}?{zweek}?{w=ZWD}",
    "{zdi}{n=ZN}{zge}?{u=zunit}",
    "{l=zlastof}{zdi}?{n=ZN}?{zge}?{u=zunit}{w=ZWD}",
    "{l=zlastof}{zdi}?{n=ZN}?{zge}?{u=zunit}",
    "{f=zfirst}{zge}?{u=zunit}{w=ZWD}?",
    "{l=zlastof}{n=ZN}?{zge}?{e=zweekend}",
    "{zdi}{n=ZN}{zge}?{e=zweekend}",
)
def _nth(hit: Hit) -> Any:
    unit = "weekend" if hit.has("e") else hit.value("u", "zunit")
    n = number(hit, "n") if hit.has("n") else 1
    if n is None:
        return None
    count = 1
    if hit.has("l"):
        counted = hit.has("n") and not any("zdi" in t.cats for t in hit.all)
        count, n = (n, -1) if counted else (1, -n)
    if hit.has("w"):
        day = weekday(hit.of("w"))
        if unit != "week" or day is None:
            return None
        if any("zweek" in t.cats for t in hit.all[-2:-1]) and hit.all[-2] is not hit.of("u")[0]:
            return (Nth(n, "week"), Wd(day, zh=True))
        return Nth(n, "weekday", day)
    if unit in ("day", "week", "month", "workday", "plainday", "quarter", "weekend", "hour"):
        return Nth(n, unit, size=count)
    return None


@rule("{dir=ZDIR}?{e=zmonthend}", "{y=zyear}?{e=zyearend}", "{dir=ZDIR}?{e=zweekedge}")
def _edge_word(hit: Hit) -> Any:
    if hit.has("y") or hit.value("e", "zyearend"):
        return (Edge(hit.value("e", "zyearend")), Period("year", hit.value("y", "zyear") or 0))
    unit = "month" if hit.value("e", "zmonthend") else "week"
    which = hit.value("e", "zmonthend") or hit.value("e", "zweekedge")
    return (Edge(which), Period(unit, direction(hit) or 0))


@rule("{m=ZMON}{x=zmonthxun}", "{dir=ZDIR}{x=zmonthxun}")
def _month_xun(hit: Hit) -> Any:
    edge = Edge(f"xun{hit.value('x', 'zmonthxun')}")
    if hit.has("dir"):
        return (edge, Period("month", direction(hit) or 0))
    month = number(hit, "m")
    return (edge, Ymd(month=month)) if month and 1 <= month <= 12 else None


@rule("{m=ZMON}?{e=zmonthend}")
def _month_edge(hit: Hit) -> Any:
    month = number(hit, "m")
    if not hit.has("m") or not month or not 1 <= month <= 12:
        return None
    return (Edge(hit.value("e", "zmonthend")), Ymd(month=month))


@rule("{zde}?{e=zedge}{zde}?")
def _edge(hit: Hit) -> Any:
    return Edge(hit.value("e", "zedge"))


@rule("{x=zxun}")
def _xun(hit: Hit) -> Any:
    return Edge(f"xun{hit.value('x', 'zxun')}")


@rule("{n=ZN}{u=zunit}{z=zedge}?", weak=True)
def _quarter(hit: Hit) -> Any:
    n = number(hit, "n")
    if (
        hit.value("u", "zunit") != "quarter"
        or n is None
        or not 1 <= n <= 4
        or hit.words("u")[0] == "个"
    ):
        return None
    return (
        (Nth(n, "quarter"), Edge(hit.value("z", "zedge"))) if hit.has("z") else Nth(n, "quarter")
    )


@rule("{h=zhalfof}{zge}?{u=zunit}", "{h=zhalfof}{zge}?{u=zyue}", "{h=zhalfof}{u=znian}")
def _half_of(hit: Hit) -> Any:
    unit = hit.value("u", "zunit")
    word = hit.words("h")[0]
    if unit == "hour" and word in "前后":  # 三点前半小时
        return Flag("zroll", (Amount((("hour", 0.5),)), 1 if word == "后" else -1, word))
    if unit not in ("week", "month", "year"):
        return None
    node = Edge(f"half{hit.value('h', 'zhalfof')}")
    return (
        node
        if unit == "year" and hit.before_has("znian", "zyear")
        else (node, Period(unit, 0, bare=True))
    )


@rule("{zwhole}{u=zunit}")
def _whole(hit: Hit) -> Any:
    unit = hit.value("u", "zunit")
    return Period(unit, 0, bare=True) if unit in ("week", "month", "year", "weekend") else None


@rule("{zallday}")
def _all_day(hit: Hit) -> Any:
    return Edge("all")


@rule("{zdi}{n=ZN}{zge}?{zweek}")
def _week_number(hit: Hit) -> Any:
    n = number(hit, "n")
    return WeekNo(n) if n and n > 6 and n <= 53 else None
