"""What a message says apart from its date and its command: a title where the model gave none.

"We're at the coast from 3 to 9 May, block it off" is about "we're at the coast". English only.
"""

from __future__ import annotations

import re

from assistant_app.tools.dates import said, without_dates
from assistant_app.tools.outcome import ToolContext
from assistant_app.tools.where_to import only_says_where

_COMMAND_WORDS = """
    add put set block book save note mark pencil schedule create make stick enter it that this them off
    out in on to into onto for from thru through til till until at by of and so ok okay please pls
    thanks the my our a an calendar diary agenda planner list todo todos event events up down as can
    could you i we need want
"""
_COMMAND = frozenset(_COMMAND_WORDS.split())
_WORD = re.compile(r"[^\W_]+")
_CLAUSES = re.compile(
    r"[,;.!?]\s+|\s[–—-]\s|\s+(?:and|so|then)\s+"
    r"(?=(?:please\s+)?(?:add|put|block|book|save|mark|note|pencil|schedule|stick)\b)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|hey|ok|okay|so|add|put|set|block(?: off| out)?|save|mark|"
    r"create|schedule|pencil in|note)\b(?:\s+(?:it|this|that)\b)?\W*)*",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?:\s+(?:on|at|from|for|in|to|until|till|by|and|so|between|starting))+\W*$", re.IGNORECASE
)


def names_nothing(title: str) -> bool:
    """Tell whether a title, without its date words, has those of a command alone."""
    return only_says_where(title, "en") or all(
        word in _COMMAND for word in _WORD.findall(title.casefold())
    )


def own_words(place: str, ctx: ToolContext) -> str:
    """Return what a message says apart from date and command, else a place in it; "" for nothing."""
    for part in _CLAUSES.split(without_dates(ctx.text, ctx)):
        bare = _ENDS.sub("", _LEAD.sub("", part)).strip(" ,.!?–—-")
        if place and re.fullmatch(rf"(?:in|at|on) {re.escape(place)}", bare, re.IGNORECASE):
            return place
        if not names_nothing(bare):
            return bare
    return place if place and said(place, ctx) else ""
