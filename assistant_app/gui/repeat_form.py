"""A repeat rule as the editor's menus say it, and what a rule means in words and dates."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import Item, ItemKind, TimeForm, When
from assistant_app.errors import AppError
from assistant_app.gui.agenda_load import here
from assistant_app.planner.describe import day_words
from assistant_app.planner.rule import Rule, format_rule, parse_rule
from assistant_app.planner.rule_words import in_words
from assistant_app.planner.walltime import as_datetime, parse

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

UNITS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
SHOWN_DATES = 3


@dataclass(frozen=True, slots=True)
class Repeat:
    """A rule and the calendar of its working days; an empty rule is once."""

    rule: str = ""
    workday_cal: str | None = None


@dataclass(frozen=True, slots=True)
class Menus:
    """A rule that the menus can say: every `interval` `unit`, on `days`, until a day or `count`."""

    unit: str
    interval: int = 1
    days: frozenset[int] = frozenset()
    until: dt.date | None = None
    count: int | None = None

    def rule(self) -> str:
        """Return the text of the rule."""
        days = tuple((0, day) for day in sorted(self.days)) if self.unit == "WEEKLY" else ()
        return format_rule(Rule(self.unit, self.interval, self.count, self.until, by_day=days))


def menus_of(repeat: Repeat) -> Menus | None:
    """Return how the menus say a rule; None where they cannot say all of it."""
    if not repeat.rule or repeat.workday_cal:
        return None
    try:
        rule = parse_rule(repeat.rule)
    except AppError:
        return None
    until = as_datetime(rule.until).date() if rule.until is not None else None
    days = frozenset(day for nth, day in rule.by_day if nth == 0)
    found = Menus(rule.freq, rule.interval, days, until, rule.count)
    plain = replace(rule, until=until, until_utc=False, week_start=0)
    return found if rule.freq in UNITS and format_rule(plain) == found.rule() else None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a rule comes to: the sentence, and the first dates."""

    repeat: Repeat
    words: str = ""
    dates: tuple[str, ...] = ()
    understood: bool = True


def meaning(
    core: Assistant, repeat: Repeat, begin: dt.datetime, *, all_day: bool, lang: Lang
) -> Meaning:
    """Return what a rule means for something that begins then; outside the GUI thread."""
    if not repeat.rule:
        return Meaning(repeat)
    start = begin.date().isoformat() if all_day else begin.isoformat(timespec="seconds")
    tz = None if all_day else here().tz
    when = When(start, None, all_day, tz, repeat.rule, repeat.workday_cal)
    form: TimeForm = "date" if all_day else "zoned"
    try:
        dates = core.planner.next_dates(when, SHOWN_DATES)
        item = Item(
            0, ItemKind.EVENT, "", dates[0] if dates else start, None, all_day, form, tz,
            rrule=repeat.rule, workday_cal=repeat.workday_cal,
        )  # fmt: skip
        words = in_words(item, lang)
    except AppError:
        return Meaning(repeat, understood=False)
    days = [as_datetime(parse(date)).date() for date in dates]
    said = tuple(
        _day_words(day, lang, year=number == 0 or day.year != days[number - 1].year)
        for number, day in enumerate(days)
    )
    return Meaning(repeat, words, said, understood=bool(dates))


def _day_words(day: dt.date, lang: Lang, *, year: bool) -> str:
    """Return a day in words; its year need not be said where the day before it had the same."""
    words = day_words(day, lang)
    return words if year else words.removeprefix(f"{day.year}年").removesuffix(f" {day.year}")


def read(core: Assistant, text: str, begin: dt.datetime, *, all_day: bool, lang: Lang) -> Meaning:
    """Return what words such as "every other Thursday until June" mean; outside the GUI thread."""
    found = core.planner.resolver.resolve(text.strip(), here(), detect(text, lang))
    if found.kind != "rrule" or found.status not in ("ok", "ambiguous"):
        return Meaning(Repeat(), understood=False)
    repeat = Repeat(str(found.value["rrule"]), found.value.get("workday_cal"))
    return meaning(core, repeat, begin, all_day=all_day, lang=lang)
