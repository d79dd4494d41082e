"""Text for the full-text index, and questions to it: one index for English and Chinese.

SQLite's `unicode61` tokenizer sees a run of Chinese as one word and so finds nothing in it. Here
such runs are split into single characters and pairs before they are indexed, and questions are
split the same way; one- and two-character words are found, which the trigram tokenizer misses.
English goes through the `porter` stemmer of the index. Pure functions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

MAX_QUERY_TERMS = 96
"""A longer question adds time and no meaning; SQLite bounds the depth of an expression as well."""

CJK = (
    "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
    "\U00020000-\U000323af"
)
"""The characters of scripts that are written without spaces, for a class of a regular expression."""
_PIECE = re.compile(rf"[{CJK}]+|[^\W{CJK}_]+(?:['’][^\W\d{CJK}_]+)*")
_FIRST_CJK = re.compile(rf"[{CJK}]")

_ENGLISH = """
    a about after again all also am an and any are aren't as at be because been before being
    both but by can can't cannot could couldn't did didn't do does doesn't doing don't down
    during each else ever few for from further get got had hadn't has hasn't have haven't
    having he her here hers herself him himself his how i i'd i'll i'm i've if in into is isn't
    it it's its itself just let let's like ll may me might more most much must my myself need
    no nor not now of off oh ok okay on once one only or other our ours out over own per please
    quite rather re really s same shall she should shouldn't so some such t tell than thanks
    thank that that's the their theirs them themselves then there these they this those through
    to too u under until up us ve very was wasn't we well were weren't what what's when where
    where's which while who who's whom whose why will with won't would wouldn't yes yet you
    you'd you'll you're you've your yours yourself
"""
STOP_WORDS = frozenset(_ENGLISH.split())
"""English words that carry no subject; contractions stand as they are written."""

STOP_CHARACTERS = frozenset(
    "的了是在我你他她它们这那有和与及就都而也很不没么吗呢吧啊呀哦嗯嘛哈把被让给对从到向于以之其"
    "个些会能可要想去来说着过得地还又再才只什怎哪谁几多少为因所但或如果请帮一下"
)
"""Chinese characters that carry no subject when they stand alone."""

_CHINESE = """
    什么 怎么 为什 哪里 哪个 哪些 哪儿 多少 几个 可以 可不 能不 不能 我们
    你们 他们 她们 自己 这个 那个 这些 那些 一个 一下 一些 有没 没有 是不
    还是 就是 但是 因为 所以 如果 或者 以及 然后 现在 时候 告诉 帮我 请问
    知道 觉得
"""
STOP_PAIRS = frozenset(_CHINESE.split())
"""Chinese pairs that carry no subject."""


def normalize(text: str) -> str:
    """Return `text` in NFKC and casefolded, the form in which texts are compared."""
    return unicodedata.normalize("NFKC", text).casefold()


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield words (apostrophes kept) and Chinese runs; the flag says which are runs."""
    for match in _PIECE.finditer(normalize(text)):
        piece = match.group()
        yield piece, _FIRST_CJK.match(piece) is not None


def _split_run(run: str) -> Iterator[str]:
    for place, character in enumerate(run):
        yield character
        if place + 1 < len(run):
            yield run[place : place + 2]


def index_text(text: str) -> str:
    """Return `text` as the index stores it: words, and Chinese as characters and pairs."""
    out: list[str] = []
    for piece, is_run in _pieces(text):
        if is_run:
            out.extend(_split_run(piece))
        else:
            out.append(piece)
    return " ".join(out)


@lru_cache(maxsize=16384)
def _is_stop(term: str, is_run: bool) -> bool:
    if not is_run:
        return term.replace("’", "'") in STOP_WORDS
    if len(term) == 1:
        return term in STOP_CHARACTERS
    return term in STOP_PAIRS or all(character in STOP_CHARACTERS for character in term)


def terms(text: str) -> list[str]:
    """Return the terms of `text` that carry meaning, each once, in order, without stop words."""
    found: dict[str, None] = {}
    for piece, is_run in _pieces(text):
        for term in _split_run(piece) if is_run else (piece,):
            if not _is_stop(term, is_run):
                found[term] = None
    return list(found)


def query_text(text: str, *, every: bool = False, pairs: bool = False) -> str:
    """Return an FTS5 MATCH expression that finds any (or `every`) term of `text`.

    '' when nothing is left of it. Every term is quoted, so that nothing the owner types is read as
    query syntax. With `pairs`, single Chinese characters, which a large store has by the ten
    thousand, count only where the text has nothing longer.
    """
    found = terms(text)
    if pairs:
        found = [t for t in found if len(t) > 1 or not _FIRST_CJK.match(t)] or found
    return (" AND " if every else " OR ").join(f'"{term}"' for term in found[:MAX_QUERY_TERMS])
