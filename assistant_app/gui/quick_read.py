"""What a quick line means, outside the GUI thread: what Enter would add, and what it would ask."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Extracted, ItemKind, NewItem, Resolved, When
from assistant_app.gui.agenda_load import here
from assistant_app.gui.free_line import Clash, look

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

MOST_CHOICES = 2
_DATED = frozenset({"date", "time", "datetime", "range", "rrule"})
_CLEAR = ("ok", "ambiguous")
_ASKED = ("invalid", "past")
_IMPORTANT = re.compile(r"^\s*[!！]+\s*|\s*[!！]+\s*$")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the chips say: which of what was understood is not wanted, or wanted otherwise.

    `pick` is the number of the other reading that was chosen.
    """

    kind: ItemKind | None = None
    undated: bool = False
    once: bool = False
    plain: bool = False
    pick: int | None = None


@dataclass(frozen=True, slots=True)
class Understood:
    """What a quick line means: what Enter would add, and the words that show it.

    `clash` is what else there is at the time of an event. `problem` is why its date is asked about
    ("invalid", "past"); then there is no item, and `choices` are the dates to choose from.
    Otherwise they are other readings.
    """

    line: str
    item: NewItem | None
    words: str = ""
    dated: bool = False
    choices: tuple[str, ...] = ()
    problem: str = ""
    clash: Clash = field(default_factory=Clash)


def understand(core: Assistant, line: str, lang: Lang, wish: Wish) -> Understood:
    """Read a quick line such as "call mum fri 5pm"; a mark of exclamation makes it important.

    A time makes an event, anything else a task, unless the wish says.
    """
    text = line.strip()
    important = _IMPORTANT.search(text) is not None and not wish.plain
    if important:
        text = _IMPORTANT.sub("", text)
    if not text:
        return Understood(line, None)
    now = here()
    extracted = core.planner.resolver.extract(text, now, lang)
    best = _best(extracted)
    priority = "high" if important else "normal"
    if wish.undated or best is None:
        item = NewItem(wish.kind or ItemKind.TASK, text, priority=priority)  # type: ignore[arg-type]
        return Understood(line, item)
    readings = _readings(best)
    if best.status in _ASKED and wish.pick is None:
        choices = tuple(_words(core, reading, now, lang) for reading in readings)
        return Understood(line, None, choices=choices, problem=str(best.status))
    chosen = readings[wish.pick] if wish.pick is not None and wish.pick < len(readings) else best
    if wish.once and chosen.kind == "rrule":
        start = str(chosen.value["start"])
        chosen = replace(chosen, kind="datetime" if "T" in start else "date", value=start)
    made = wish.kind or (ItemKind.EVENT if _timed(chosen) else ItemKind.TASK)
    when = _when(core, chosen, made, now)
    title = extracted.rest.strip(" ,，。.-") or text
    new = NewItem(made, title, when, phrase=text, priority=priority)  # type: ignore[arg-type]
    others = () if wish.pick is not None else tuple(_words(core, r, now, lang) for r in readings)
    words = _words(core, chosen, now, lang)
    event = made is ItemKind.EVENT and not when.all_day
    clash = look(core, when, None, lang) if event else Clash()
    return Understood(line, new, words, dated=True, choices=others, clash=clash)


def _best(extracted: Extracted) -> Resolved | None:
    """Return the first date that is clear, else the first that is to be asked about."""
    clear = [r for r in extracted.found if r.status in _CLEAR and r.kind in _DATED]
    asked = [r for r in extracted.found if r.status in _ASKED]
    return next(iter([*clear, *asked]), None)


def _readings(best: Resolved) -> list[Resolved]:
    """Return the other readings; of a past date, that date itself comes first."""
    kept = replace(best, status="ok", alternatives=())
    own = [kept] if best.status == "past" and best.value is not None else []
    others = [
        replace(kept, kind=other.kind, value=other.value, assumptions=(), reason="")
        for other in best.alternatives
        if other.kind in _DATED
    ]
    return [*own, *others][:MOST_CHOICES]


def _words(core: Assistant, found: Resolved, now: Moment, lang: Lang) -> str:
    return core.planner.resolver.explain(found, now, lang)


def _when(core: Assistant, found: Resolved, made: ItemKind, now: Moment) -> When:
    length = 3600 if made is ItemKind.EVENT else None
    when = core.planner.resolver.to_when(found, now, default_length_s=length)
    return as_due(when) if made is ItemKind.TASK else when


def _timed(found: Resolved) -> bool:
    return found.kind in ("time", "datetime") or (
        found.kind in ("range", "rrule") and "T" in str(found.value.get("start", ""))
    )


def as_due(when: When) -> When:
    """Return a time as a task has it: only when it is due."""
    if when.start is None or when.rrule:
        return when
    return When(
        None, when.start, when.all_day, when.tz, assumptions=when.assumptions, phrase=when.phrase
    )
