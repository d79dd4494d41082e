"""Say a resolved value back in words that resolve to it again, and its assumptions as sentences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from assistant_app.domain.calendar_words import SHORT_MONTHS_EN, SHORT_WEEKDAYS_EN, WEEKDAYS_ZH
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Resolved
from assistant_app.planner.dates.repeat_words import repeat_words

DAY = dt.timedelta(1)
ZONES = {
    "UTC": ("UTC", "UTC"),
    "America/New_York": ("New York time", "纽约时间"),
    "America/Los_Angeles": ("Pacific time", "洛杉矶时间"),
    "America/Denver": ("Mountain time", "丹佛时间"),
    "America/Chicago": ("Central time", "芝加哥时间"),
    "Europe/London": ("London time", "伦敦时间"),
    "Europe/Paris": ("Paris time", "巴黎时间"),
    "Asia/Tokyo": ("Tokyo time", "东京时间"),
    "Asia/Shanghai": ("Beijing time", "北京时间"),
    "Asia/Hong_Kong": ("Hong Kong time", "香港时间"),
    "Asia/Singapore": ("Singapore time", "新加坡时间"),
    "Australia/Sydney": ("Sydney time", "悉尼时间"),
    "Asia/Kolkata": ("India time", "印度时间"),
}


def date_words(day: dt.date, lang: str) -> str:
    """Return "Wed 25 Nov 2026" or "2026年11月25日 周三"."""
    if lang == "zh":
        return f"{day.year}年{day.month}月{day.day}日 周{WEEKDAYS_ZH[day.weekday()]}"
    return (
        f"{SHORT_WEEKDAYS_EN[day.weekday()]} {day.day} {SHORT_MONTHS_EN[day.month - 1]} {day.year}"
    )


def time_words(moment: dt.datetime | dt.time) -> str:
    """Return "15:00", with seconds when there are any."""
    return moment.strftime("%H:%M:%S" if moment.second else "%H:%M")


def distance(day: dt.date, today: dt.date, lang: str) -> str:
    """Return how far a day is: "in 7 days", "tomorrow", 7天后, 昨天."""
    n = (day - today).days
    near = {0: ("today", "今天"), 1: ("tomorrow", "明天"), -1: ("yesterday", "昨天")}
    if n in near:
        return near[n][lang == "zh"]
    if lang == "zh":
        return f"{n}天后" if n > 0 else f"{-n}天前"
    return f"in {n} days" if n > 0 else f"{-n} days ago"


def zone_words(tz: str, lang: str) -> str:
    """Return a zone in words that are read back: "New York time", UTC+2; its own name otherwise."""
    if tz.startswith("Etc/GMT") and tz[7:]:
        return f"UTC{'-' if tz[7] == '+' else '+'}{tz[8:]}"
    return ZONES.get(tz, (tz, tz))[lang == "zh"]


def _join(parts: str, far: str, lang: str) -> str:
    return f"{parts}（{far}）" if lang == "zh" else f"{parts}, {far}"


def explain(resolved: Resolved, now: Moment, lang: Lang) -> str:
    """Return the value in words: "Wed 25 Nov 2026, 15:00-16:00, in 7 days"; "" without a value.

    The words resolve to the value itself at the same `now`.
    """
    kind, value = resolved.kind, resolved.value
    if value is None:
        return ""
    today = now.wall.date()
    zone = zone_words(resolved.tz or "", lang)
    if kind == "date":
        day = dt.date.fromisoformat(value)
        return _join(date_words(day, lang), distance(day, today, lang), lang)
    if kind == "time":
        return f"{value} {zone}".strip()
    if kind == "datetime":
        moment = dt.datetime.fromisoformat(value)
        words = _moment_words(moment, lang) + (f" {zone}" if zone else "")
        return _join(words, distance(moment.date(), today, lang), lang)
    if kind == "range":
        return _range_words(value, today, lang)
    if kind == "duration":
        return length_words(value, lang)
    return repeat_words(value, lang, today)


def _moment_words(moment: dt.datetime, lang: str) -> str:
    gap = " " if lang == "zh" else ", "
    return f"{date_words(moment.date(), lang)}{gap}{time_words(moment)}"


def _range_words(value: dict[str, str], today: dt.date, lang: str) -> str:
    first, last = value["start"], value["end"]
    dash = "–" if lang == "zh" else "-"
    if "-" not in first:
        return f"{first}{dash}{last}"
    if "T" not in first:
        start, end = dt.date.fromisoformat(first), dt.date.fromisoformat(last) - DAY
        words = date_words(start, lang)
        if end >= start:
            words += f" {dash} {date_words(end, lang)}"
        return _join(words, distance(start, today, lang), lang)
    start_at, end_at = dt.datetime.fromisoformat(first), dt.datetime.fromisoformat(last)
    if end_at.date() == start_at.date():
        words = f"{_moment_words(start_at, lang)}{dash}{time_words(end_at)}"
    else:
        words = f"{_moment_words(start_at, lang)} {dash} {_moment_words(end_at, lang)}"
    return _join(words, distance(start_at.date(), today, lang), lang)


_UNITS = (("years", "年", 1), ("months", "个月", 1), ("weeks", "周", 1), ("days", "天", 1))


def length_words(value: dict[str, float], lang: str) -> str:
    """Return a duration in words: "1 hour 30 minutes", 1小时30分钟."""
    parts: list[str] = []
    counted: list[tuple[float, str, str]] = [(value.get(u, 0), u[:-1], zh) for u, zh, _ in _UNITS]
    seconds = value.get("seconds", 0)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    counted += [(hours, "hour", "小时"), (minutes, "minute", "分钟"), (seconds, "second", "秒")]
    for number, unit, zh in counted:
        if number:
            shown = f"{number:.12g}"
            parts.append(
                f"{shown}{zh}" if lang == "zh" else f"{shown} {unit}{'' if number == 1 else 's'}"
            )
    empty = "0秒" if lang == "zh" else "0 seconds"
    return ("" if lang == "zh" else " ").join(parts) or empty


def describe_tags(tags: Iterable[str], lang: Lang) -> list[str]:
    """Return assumption tags as sentences; a tag without one is left out."""
    from assistant_app.resources import phrase

    found: list[str] = []
    for tag in tags:
        name, _, value = tag.partition("=")
        if name == "hour" and value < "13:00":
            continue  # as it was said: only what became an hour of the afternoon is worth a word
        part, _, at = value.partition("@")
        shown = _tag_value(part, lang)
        try:
            params: dict[str, Any] = {"value": shown, "at": at}
            if name == "part" or name == "window":
                params["part"] = phrase(lang, f"dates.part.{part}")
            elif name == "length":
                params["value"] = length_words({"seconds": int(part) * 60}, lang)
            elif name == "bound":
                name = f"bound_{part}"
            sentence = phrase(lang, f"dates.assumed.{name}", **params)
        except KeyError:
            continue
        if sentence:
            found.append(sentence)
    return found


def _tag_value(value: str, lang: str) -> str:
    try:
        if "T" in value:
            return _moment_words(dt.datetime.fromisoformat(value), lang)
        if len(value) == 7:
            day = dt.date.fromisoformat(value + "-01")
            return (
                f"{day.year}年{day.month}月"
                if lang == "zh"
                else f"{SHORT_MONTHS_EN[day.month - 1]} {day.year}"
            )
        return date_words(dt.date.fromisoformat(value), lang)
    except ValueError:
        return value
