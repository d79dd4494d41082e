"""A thing to be added whose name one that is there has: is that to be moved, or is it another?

"Choir Saturday at eight" may be either where there is a choir already; a second one is not written
without a word. English only: what is new is told by other words in Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assistant_app.domain.planner import Item, When
from assistant_app.domain.search_text import terms
from assistant_app.tools.change import move_item
from assistant_app.tools.dates import when_to_json
from assistant_app.tools.find import MAX_CHOICES, label
from assistant_app.tools.outcome import Choice, Outcome, ToolContext, ask
from assistant_app.tools.said_move import asks_for_new

_ONE_MORE = re.compile(
    r"\b(?:stick|pop|chuck|bung|throw|sling|put|save|set|log|mark|make an?|got|have|having|going|"
    r"there['’]?s|again|also|too|extra|second|more|other|every|each|weekly|daily|monthly|i['’]?m|we['’]?re|i['’]?ll|"
    r"we['’]?ll)\b",
    re.IGNORECASE,
)
"""Words of one who tells of a thing, or wants it entered."""


def moved_instead(fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome | None:
    """Move the thing that the answer to the question chose; None where it chose none."""
    if "move" not in fixed:
        return None
    item = ctx.planner.get(int(fixed["move"]))
    return move_item({"item": item.title, "to": fixed["words"]}, {"item": item.id}, ctx)


def ask_if_another(
    tool: str, args: dict[str, str], slot: str, when: When, phrase: str,
    fixed: Mapping[str, Any], ctx: ToolContext,
) -> Outcome | None:  # fmt: skip
    """Return the question whether a thing of that name is to be moved; None where there is no doubt.

    `when` is its time, read from `phrase` for the argument `slot`.
    """
    if fixed or ctx.lang != "en" or not phrase or asks_for_new(ctx.text):
        return None
    if _ONE_MORE.search(ctx.text) or when.rrule:
        return None
    there = _of_that_name(args["title"], ctx)
    if not there:
        return None
    moves = {item.id: {"move": item.id, "words": phrase} for item in there}
    what = ctx.say("comma").join(label(item, ctx) for item in there)
    one = len(there) == 1
    choices = [
        Choice(
            ctx.say("move_it") if one else ctx.say("move_this", what=label(i, ctx)), moves[i.id]
        )
        for i in there
    ]
    choices.append(Choice(ctx.say("add_another"), {slot: when_to_json(when)}))
    text = ctx.say("ask_another", what=what)
    return ask(ctx, tool, args, fixed, text, choices=choices, title=args["title"])


def _of_that_name(title: str, ctx: ToolContext) -> list[Item]:
    """Return what is to come or to do that has the words of a title that was just said."""
    words = set(terms(title))
    if not words or not words <= set(terms(ctx.text)):
        return []
    found = ctx.planner.find(title, now=ctx.now)
    return [item for item in found if set(terms(item.title)) == words][: MAX_CHOICES - 1]
