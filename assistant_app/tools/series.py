"""Which part of a series a change is meant for: one time, from a day on, or all of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assistant_app.domain.planner import Item, Which
from assistant_app.tools.dates import source_phrase
from assistant_app.tools.find import names_many, occurrence_on
from assistant_app.tools.outcome import Choice, Outcome, ToolContext, ask

_THIS = re.compile(
    r"\b(?:just|only)\b.{0,12}\b(?:once|this (?:one|time|week)|that one|tomorrow|today)\b|"
    r"\b(?:just|only) (?:for |on |in |the )*(?:next|this|that|coming|following|one) "
    r"(?:week(?:end)?|month|time|one|\w+day)\b|"
    r"\b(?:next|this|that|one) (?:week(?:end)?|month|time|one|\w+day),? only\b|"
    r"\bthis (?:once|time only|one only)\b|\bone[- ]off\b|"
    r"(?:就|只|仅|单)[^，。]{0,4}(?:这|那|一)(?:一)?(?:次|回|天)|(?:这|那)一?次(?:而已|例外)",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(
    r"\bfrom (?:now|then|here|next \w+|this \w+|\w+day|the \w+)\b.{0,20}?\bon(?:wards?)?\b|"
    r"\b(?:going forward|from \S+ onwards?|starting (?:from )?(?:next|this|on|\w+day|tomorrow))\b|"
    r"从[^，。]{1,10}(?:起|开始)|(?:以后|今后|往后)(?:都|的都|全)|之前的?(?:都|就)?不(?:动|变|改)",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:whole|entire|complete)\b(?:[ \w]{0,30})? (?:series|thing|lot)\b|\ball (?:of (?:them|it|"
    r"those)|occurrences)\b|"
    r"\bevery (?:single )?(?:one|occurrence|time)\b|\b(?:for good|altogether|forever)\b|"
    r"整个|全部|所有|每次都|每一次都?|再也不|永远",
    re.IGNORECASE,
)


def said_which(text: str) -> Which | None:
    """Return the part of a series that the words of a message name."""
    for which, words in (("this", _THIS), ("following", _FOLLOWING), ("all", _WHOLE)):
        if words.search(text):
            return which  # type: ignore[return-value]
    return None


def which_of(
    tool: str, args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext, item: Item
) -> tuple[Which, str] | Outcome:
    """Return (which, key) for a change to an item.

    A series asks for what the owner did not say: this one, this and the following, or all.
    """
    if not item.rrule:
        return "all", ""
    chosen: Which | None = fixed.get("which")
    which = chosen or said_which(ctx.text)
    if which is None and names_many(args["item"], ctx):
        which = "all"
    key = str(fixed.get("key", ""))
    if not key and which != "all":
        key = occurrence_on(item, source_phrase(args, ctx), ctx)
    if chosen or which in ("this", "following"):
        assert which is not None
        return which, key
    if which == "all":
        return "all", ""
    choices = [
        Choice(ctx.say(f"which_{name}"), {**fixed, "item": item.id, "which": name, "key": key})
        for name in ("this", "following", "all")
    ]
    text = ctx.say("ask_which", title=item.title)
    return ask(ctx, tool, args, {**fixed, "item": item.id}, text, choices=choices)
