"""What was done, told in the past: "paid the plumber, tick that off" names "Pay the plumber"."""

from __future__ import annotations

import re

from assistant_app.domain.planner import Item
from assistant_app.domain.search_text import terms
from assistant_app.tools.dates import without_dates
from assistant_app.tools.deed_zh import deed_in_zh, fits_deed
from assistant_app.tools.outcome import ToolContext

_TICK = re.compile(
    r"(?:(?:^|[,;.!?–—-]|\b(?:so|and|then|now|you can|can you|could you|please|pls|just|go ahead and))"
    r"\s*)+\b(?:"
    r"(?:check|tick|cross)\s+(?:off\s+)?(?:that|it|this|them|those)(?:\s+one)?(?:\s+off)?|"
    r"(?:strike|scratch|knock)\s+(?:off\s+)?(?:that|it|this|them|those)(?:\s+one)?\s+off|"
    r"(?:mark|set|put|tick|check)\s+(?:(?:that|it|this|them|those)(?:\s+one)?\s+)?(?:down\s+)?(?:as\s+)?"
    r"(?:done|complete[d]?|finished)|"
    r"(?:that|it)(?:['’]?s| is| can (?:go|come))\s+(?:one\s+)?off"
    r"(?=\s+(?:my|the|our)\s+(?:[\w-]+\s+)?list)|"
    r"(?:check|tick|cross)\s+off"
    r")(?:\s+(?:of|from|on)?\s*(?:my|the|our)\s+(?:[\w-]+\s+)?(?:list|to-?dos?|tasks?))?"
    r"(?:\s+(?:please|pls|now|then|too|thanks?|for me|will you|would you))*"
    r"\s*(?=$|[,;.!?]|\b(?:so|and)\b)",
    re.IGNORECASE,
)
_CHECK_ALONE = re.compile(r"\bcheck\s+(?:that|it|this|them|those)(?:\s+one)?\s*$", re.IGNORECASE)
_REFERS = re.compile(
    r"^(?:it|that|this|them|those|(?:that|this|the last) one|"
    r"(?:check|tick|cross|mark|strike|scratch)\b.{0,30})$",
    re.IGNORECASE,
)
_FILLER_WORDS = """
    done finished complete completed finally already today yesterday tonight now all managed got yes
    yep yeah hey good gone sorted handled made way thing things list task tasks todo one thanks please
"""
_FILLER = frozenset(_FILLER_WORDS.split())
_PAST = """
    ate eat, bought buy, broke break, broken break, brought bring, built build, caught catch,
    chose choose, chosen choose, cut cut, dealt deal, did do, drawn draw, drew draw,
    driven drive, drove drive, dug dig, dyed dye, eaten eat, fed feed, flew fly, found find,
    gave give, given give, heard hear, held hold, hung hang, kept keep, laid lay, left leave,
    lent lend, lit light, made make, met meet, paid pay, ran run, rang ring, rung ring, said say,
    saw see, seen see, sent send, sewn sew, shot shoot, sold sell, sought seek, spent spend,
    spoke speak, spoken speak, stuck stick, swept sweep, taken take, taught teach, threw throw,
    thrown throw, tied tie, told tell, took take, tore tear, torn tear, went go, woke wake,
    won win, wore wear, wound wind, written write, wrote write
"""
_ENOUGH = 0.6
_IRREGULAR = dict(pair.split() for pair in _PAST.split(","))


def deed_in(text: str) -> str:
    """Return what a message tells as done beside "tick that off"; "" where it has no such pair."""
    for match in _TICK.finditer(text):
        if _CHECK_ALONE.search(match[0].rstrip(" .,!?")):  # "check it" may be about anything
            continue
        rest = f"{text[: match.start()]} {text[match.end() :]}".strip(" ,;.!?–—-")
        if any(term not in _FILLER for term in terms(rest)):
            return rest
    return deed_in_zh(text)


def only_refers(words: str) -> bool:
    """Tell whether `words` name a task by "it" or by the order to tick it off alone."""
    return bool(_REFERS.match(words.strip(" .,!?")))


def done_tasks(deed: str, ctx: ToolContext) -> list[Item]:
    """Return the open tasks that a deed told in the past is about.

    Those that have the most of its words, and at least three fifths; its verbs, in any form, always:
    what was posted need not have been filed.
    """
    if ctx.lang == "zh":
        return _done_tasks_zh(deed, ctx)
    said = [t for t in terms(without_dates(deed, ctx)) if _bare(t) not in _FILLER]
    tasks = {o.item.id: o.item for o in ctx.planner.tasks("open")}
    hits = {n: _shared(said, item.title) for n, item in tasks.items()}
    best = max((len(hit) for hit in hits.values()), default=0)
    if not best or best < _ENOUGH * len(said):
        return []
    verbs = {term for term in said if _is_verb(term)}
    return [tasks[n] for n, hit in hits.items() if len(hit) == best and verbs <= hit]


def _done_tasks_zh(deed: str, ctx: ToolContext) -> list[Item]:
    """Return the open tasks that a Chinese deed is about; those of its very characters alone."""
    tasks = {o.item.id: o.item for o in ctx.planner.tasks("open")}
    fits = {n: fits_deed(deed, item.title) for n, item in tasks.items()}
    best = max(fits.values(), default=0)
    return [tasks[n] for n, fit in fits.items() if fit == best > 0]


def _shared(said: list[str], title: str) -> set[str]:
    bases = set().union(*(_bases(term) for term in terms(title)))
    return {term for term in said if _bases(term) & bases}


def _bare(term: str) -> str:
    return re.sub(r"['’]s?$", "", term)


def _is_verb(term: str) -> bool:
    return term in _IRREGULAR or bool(re.search(r"\w{2}(?:ed|ing)$", term))


def _bases(term: str) -> set[str]:
    """Return the forms that a word may come from: "filed" of "file", "mopped" of "mop"."""
    word = _bare(term)
    found = {word, _IRREGULAR.get(word, word)}
    if match := re.fullmatch(r"(\w{2,}?)(ied|ed|ing|ies|es|s)", word):
        root, ending = match[1], match[2]
        found |= {f"{root}y"} if ending in ("ied", "ies") else {root, f"{root}e"}
        if len(root) > 2 and root[-1] == root[-2]:
            found.add(root[:-1])
    return found
