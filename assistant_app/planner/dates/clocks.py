"""Decide which hour is meant (rules 6, 7 and 12)."""

from __future__ import annotations

from typing import NamedTuple

from assistant_app.planner.dates.nodes import Clock, Part

PARTS: dict[str, tuple[int, int, int]] = {
    "morning": (540, 360, 720),
    "forenoon": (540, 480, 720),
    "afternoon": (900, 720, 1080),
    "evening": (1140, 1020, 1320),
    "night": (1200, 1080, 1440),
    "zevening": (1200, 1080, 1440),
    "dusk": (1080, 1020, 1140),
    "dawn": (360, 240, 420),
    "noon": (720, 660, 780),
    "lunch": (720, 660, 780),
    "breakfast": (480, 420, 540),
    "dinner": (1140, 1080, 1260),
    "daytime": (600, 480, 1080),
    "brunch": (660, 600, 780),
    "teatime": (960, 900, 1020),
    "midmorning": (600, 540, 660),
    "midafternoon": (840, 840, 960),
    "smallhours": (180, 0, 360),
    "midnight": (1440, 1380, 1500),
    "cob": (1020, 960, 1080),
    "eod": (1020, 960, 1440),
    "firstthing": (540, 480, 600),
    "afterlunch": (840, 780, 1020),
    "afterwork": (1080, 1020, 1320),
    "afterdinner": (1230, 1200, 1320),
    "afterschool": (960, 900, 1080),
    "beforelunch": (660, 600, 720),
    "beforework": (480, 420, 540),
    "bedtime": (1320, 1260, 1440),
    "am": (540, 0, 720),
    "pm": (900, 720, 1440),
}
"""Part of the day -> default start and window, in minutes after midnight (rule 7)."""

EXACT = frozenset({"noon", "midnight"})
_PM_PARTS = frozenset(
    {
        "afternoon",
        "evening",
        "zevening",
        "night",
        "dusk",
        "dinner",
        "pm",
        "afterwork",
        "teatime",
        "midafternoon",
        "afterdinner",
        "afterlunch",
        "afterschool",
        "bedtime",
    }
)
_NIGHT = frozenset({"night", "zevening", "evening", "bedtime"})
_NOON = frozenset({"noon", "noonish", "lunch", "beforelunch", "brunch"})


class Decided(NamedTuple):
    """Minutes after midnight (1440 and more is the next day), seconds, and what was assumed."""

    minutes: int
    seconds: int = 0
    tag: str = ""
    other: int | None = None

    @property
    def text(self) -> str:
        """The time as hh:mm, with seconds when there are any."""
        return clock_text(self.minutes, self.seconds)


def clock_text(minutes: int, seconds: int = 0) -> str:
    """Return hh:mm or hh:mm:ss of minutes after midnight."""
    base = f"{minutes // 60 % 24:02}:{minutes % 60:02}"
    return f"{base}:{seconds:02}" if seconds else base


def decide(clock: Clock, part: Part | None, after: int | None = None) -> Decided:
    """Return the time meant; with `after` (minutes), the first reading that is later than that."""
    hour, minute = clock.hour, clock.minute
    base = hour % 12 * 60 + minute
    if clock.half:
        return Decided(base + (720 if clock.half == "pm" else 0), clock.second)
    if clock.literal or hour > 12 or hour == 0:
        return Decided(hour * 60 + minute, clock.second)
    if part is not None and part.name in PARTS | {"noonish": 0}:
        return Decided(_with_part(hour, base, part.name), clock.second)
    if after is not None:
        start = after % 1440
        if after == 720 and hour == 12:
            return Decided(720, clock.second)
        options = sorted((base, base + 720), key=lambda m: (m - start - 1) % 1440)
        return Decided(options[0], clock.second, other=options[1])
    if hour == 12:
        return Decided(720 + minute, clock.second, other=minute)
    evening = 1 <= hour <= 6
    chosen = base + (720 if evening else 0)
    other = base + (0 if evening else 720)
    return Decided(chosen, clock.second, f"hour={clock_text(chosen)}", other)


def _with_part(hour: int, base: int, name: str) -> int:
    if name in _NIGHT:
        if hour == 12:
            return 1440 + base
        return base + 720 if hour >= 5 or name == "evening" else base + 1440
    if name == "midnight":
        return 1440 + base if hour == 12 else base + 720 if hour >= 9 else base
    if name in _NOON:
        return base + 720 if hour in (12, 1, 2, 3) else base
    if name in _PM_PARTS:
        return base + 720
    if name == "forenoon" and hour == 12:
        return 720 + base
    return base


def window(part: Part) -> tuple[int, int]:
    """Return the minutes that the part covers; early is its first half, late its last."""
    _, start, end = PARTS[part.name]
    middle = (start + end) // 2
    if part.mod == "early":
        return start, middle
    return (middle, end) if part.mod == "late" else (start, end)


def narrower(a: Part, b: Part) -> Part | None:
    """Return the part that lies in the other ("first thing" in the morning), None when neither."""
    if not {a.name, b.name} <= PARTS.keys():
        return None
    (_, a1, a2), (_, b1, b2) = PARTS[a.name], PARTS[b.name]
    if a1 <= b1 and b2 <= a2:
        return b if not a.mod else None
    return a if b1 <= a1 and a2 <= b2 and not b.mod else None


def default(part: Part) -> int:
    """Return the minute that creating uses."""
    start, low, high = PARTS[part.name]
    if part.mod == "early":
        return min(start, low + (high - low) // 6 // 30 * 30 + 60)
    if part.mod == "late":
        return low + (high - low) * 3 // 4 // 30 * 30
    return start
