"""The part of the day that the owner likes best, as their memories say."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.domain.memory import Recalled
from assistant_app.domain.planner import When
from assistant_app.tools.outcome import Choice, ToolContext

_PARTS = {
    "morning": (r"\bmornings?\b|\ba\.?m\.?\b|上午|早上|早晨|清晨", "09:00", "12:00"),
    "afternoon": (r"\bafternoons?\b|\bp\.?m\.?\b|after lunch|下午|午后", "14:00", "18:00"),
    "evening": (r"\bevenings?\b|\bnights?\b|after work|晚上|傍晚|下班后", "19:00", "21:00"),
}
_LIKES = re.compile(
    r"prefer|like|love|best|better|only|favou?r|works? (?:well|for)|"
    r"喜欢|偏好|习惯|最好|更好|只|适合|方便|愿意|比较想|倾向",
    re.IGNORECASE,
)
_AVOIDS = re.compile(
    r"\bnot\b|n't|\bno\b|never|avoid|busy|hate|dislike|except|instead of|rather than|"
    r"不|忙|没空|讨厌|避免|别",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,，;；。.!?！？]|\bbut\b|\band\b|但|而")
_ABOUT = {
    "en": "prefers time of day for meetings and appointments",
    "zh": "喜欢什么时间开会、安排、约会",
}
_ASKED = 5
_DAYS = 14


@dataclass(frozen=True, slots=True)
class Preference:
    """A part of the day (`morning`, `afternoon`, `evening`), and the memory that says so."""

    part: str
    hours: tuple[str, str]
    memory: Recalled


def preferred_part(ctx: ToolContext, about: str) -> Preference | None:
    """Return the part of the day the owner wants for things like `about`, if a memory has one."""
    found: list[Recalled] = list(ctx.recalled)
    for query in (f"{about} {_ABOUT[ctx.lang]}", _ABOUT["zh" if ctx.lang == "en" else "en"]):
        found += ctx.memories.recall(query, limit=_ASKED, gate=False, session_id=ctx.session_id)
    for recalled in found:
        if part := liked_part(recalled.memory.text):
            _, start, end = _PARTS[part]
            return Preference(part, (start, end), recalled)
    return None


def liked_part(text: str) -> str | None:
    """Return the part of the day that `text` says is liked: in a clause that does not deny it."""
    liking = False
    for clause in _CLAUSE.split(text):
        liking = liking or bool(_LIKES.search(clause))
        if not liking or _AVOIDS.search(clause):
            continue
        named = [
            part for part, (pattern, *_) in _PARTS.items() if re.search(pattern, clause, re.I)
        ]
        if len(named) == 1:
            return named[0]
    return None


def suggestions(
    ctx: ToolContext, hours: tuple[str, str], days: Sequence[dt.date] = (), count: int = 3
) -> list[Choice]:
    """Return free hours to choose from: the first of each day within `hours`.

    Without `days`, the next working days.
    """
    today = ctx.now.wall.date()
    span = days or [today + dt.timedelta(days=n) for n in range(1, _DAYS)]
    choices: list[Choice] = []
    for day in span:
        if not days and day.weekday() >= 5:
            continue
        slots = ctx.planner.free(
            day.isoformat(), (day + dt.timedelta(days=1)).isoformat(), ctx.now.tz,
            length_s=3600, hours=hours,
        )  # fmt: skip
        if slots:
            choices.append(_choice(ctx, slots[0].start))
        if len(choices) == count:
            break
    return choices


def _choice(ctx: ToolContext, start: str) -> Choice:
    from assistant_app.tools.dates import when_to_json

    resolved = ctx.planner.resolver.resolve(start[:16], ctx.now, ctx.lang)
    if resolved.status == "ok":
        label = ctx.planner.resolver.explain(resolved, ctx.now, ctx.lang)
    else:
        label = start[:16].replace("T", " ")
    end = (dt.datetime.fromisoformat(start) + dt.timedelta(hours=1)).isoformat()
    when = When(start, end, False, ctx.now.tz, assumptions=("length=60",), phrase=label)
    return Choice(label, {"when": when_to_json(when)})
