"""Compare a statement with what is remembered: the same again, a change of it, or something new."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from assistant_app.domain.memory import Draft, Memory
from assistant_app.domain.search_text import normalize, terms
from assistant_app.memory.attribute import Attribute, attributes, plain, stem, topic_of

Similar = Callable[[str, str], float]
"""Measures how alike two texts are across languages, 0-1."""

_SAME_ACROSS = 0.80
"""Similarity above which texts of two languages say the same."""

_CHANGE = re.compile(
    r"\b(?:no longer|any ?more|moved|quit|left|instead|now|correction|switched|sold|got rid of|"
    r"gone (?:\w+ )?off|went off|changed|new|used to|turned|stopped|gave up|given up|swapped|"
    r"upgraded|replaced|actually|got (?:married|divorced|engaged)|broke up|became|retired|"
    r"from now on|finally|raised|lowered)\b"
    r"|不再|改|换|搬|辞|更正|纠正|散了|卖了|戒|已经不|调了|如今|变成|现在|以后|往后|结婚|离婚|领证|离了|"
    r"转行|跳槽|退休|新(?:领导|老板|手机|车|家|工作)|不(?:\w{1,8})了"
)
_NEGATION = re.compile(
    r"\b(?:no|not|never|n't|cannot|without|hate|dislike)\b|n't\b|不|没|讨厌|戒|别"
)
_FILLER_TERMS = frozenset("user name call named called i my is has have 用户 用 户 我 叫".split())  # noqa: SIM905


def normal_form(text: str) -> str:
    """Return the form in which two memories are the same: without case, marks and person."""
    return " ".join(re.findall(r"\w+", plain(normalize(text))))


def words_of(text: str) -> set[str]:
    """Return the stemmed terms that carry the meaning of a memory."""
    return {stem(term) for term in terms(plain(text))} - _FILLER_TERMS


_NAME = re.compile(
    r"(?<=[a-z,] )[A-Z][a-z]{1,15}\b(?!'s (?:day|Day))|(?<=叫)[\u4e00-\u9fffA-Za-z]{1,4}?(?=[，。！？,（( ]|$)"
)


def names_in(texts: Sequence[str]) -> list[str]:
    """Return the names of persons, animals and places that memories mention."""
    return sorted({match.group() for text in texts for match in _NAME.finditer(text)})


def _overlap(new: str, old: str) -> float:
    """Return how much of the smaller text's terms the other has (0-1)."""
    left, right = words_of(new), words_of(old)
    if not left or not right:
        return 0.0
    return len(left & right) / min(len(left), len(right))


def _same_value(one: str, other: str) -> bool:
    if one == other:
        return True
    left, right = words_of(one), words_of(other)
    if not left or not right:
        return False
    small, large = sorted((left, right), key=len)
    return small <= large


def _by_attribute(new: Attribute, old: Attribute) -> str | None:
    """Return the decision that two attributes of one key force."""
    if new.key != old.key:
        if new.key.startswith("like.") and old.key.startswith("like."):
            return _by_like(new, old)
        return None
    if not new.value or not old.value:
        return None
    if not new.single:
        return "duplicate" if new.key.startswith(("allergy.", "name.")) else None
    return "duplicate" if _same_value(new.value, old.value) else "replace"


def _is_latin(text: str) -> bool:
    return not re.search(r"[\u4e00-\u9fff]", text)


def _across(draft: Draft, old: str, changed: bool, similar: Similar | None) -> str | None:
    """Decide about one attribute told in two languages, whose values cannot be compared."""
    if changed:
        return "replace"
    if similar is None or similar(draft.text, old) >= _SAME_ACROSS:
        return "duplicate"
    return None


def _by_like(new: Attribute, old: Attribute) -> str | None:
    mine, theirs = new.key.split(".", 1)[1], old.key.split(".", 1)[1]
    if not mine or not theirs:
        return None
    alike = mine == theirs or (
        len(mine) > 1
        and len(theirs) > 1
        and (mine in theirs or theirs in mine)
        and not mine.isascii()
    )
    if mine.isascii() and theirs.isascii():
        alike = alike or (
            mine.split()[:1] == theirs.split()[:1]
            and len({len(mine.split()), len(theirs.split())}) == 1
        )
    if not alike:
        return None
    return "duplicate" if new.value == old.value else "replace"


def _changes_slot(
    new: str, changed: bool, mine: Sequence[Attribute], theirs: Sequence[Attribute]
) -> bool:
    """Tell whether a change takes the time that something else had ("Fridays I swim now")."""
    slots = {one.key for one in mine if one.key.startswith("slot.")}
    return changed and any(one.key in slots for one in theirs)


def _relation(
    draft: Draft, memory: Memory, mine: Sequence[Attribute], similar: Similar | None
) -> str | None:
    """Return "duplicate", "replace" or None for a draft and one memory."""
    new, old = draft.quote if len(draft.quote) < 200 else draft.text, memory.text
    if normal_form(draft.text) == normal_form(old):
        return "duplicate"
    changed = bool(_CHANGE.search(plain(new)))
    theirs = attributes(old)
    verdicts = {
        verdict
        for one in mine
        for other in theirs
        if (verdict := _by_attribute(one, other)) is not None
    }
    if "replace" in verdicts:
        if _is_latin(draft.text) != _is_latin(old):
            return _across(draft, old, changed, similar)
        return "replace"
    if verdicts:
        return "duplicate"
    if _changes_slot(new, changed, mine, theirs):
        return "replace"
    return _by_words(draft, old, changed, similar)


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", plain(text)))


def _by_words(draft: Draft, old: str, changed: bool, similar: Similar | None) -> str | None:
    """Decide by the words shared; two texts that differ in a number are two facts."""
    if _numbers(draft.text) != _numbers(old) and not changed:
        return None
    shared = _overlap(draft.text, old)
    ratio = SequenceMatcher(None, normal_form(draft.text), normal_form(old)).ratio()
    opposed = bool(_NEGATION.search(plain(draft.text))) != bool(_NEGATION.search(plain(old)))
    if opposed and shared >= 0.75:
        return "replace"
    if not opposed and (
        ratio >= 0.9
        or (shared >= 0.99 and len(words_of(old)) >= 2 and len(words_of(draft.text)) >= 2)
    ):
        return "duplicate"
    if (
        changed
        and shared >= 0.5
        and len(words_of(draft.text) & words_of(old)) >= (2 if not old.isascii() else 1)
    ):
        return "replace"
    if (
        similar is not None
        and _is_latin(old) != _is_latin(draft.text)
        and similar(draft.text, old) >= _SAME_ACROSS
    ):
        return "duplicate"
    return None


def decide(draft: Draft, existing: Sequence[Memory], similar: Similar | None = None) -> Draft:
    """Return the draft with its key, and what it does to the `existing` memories.

    A replacement of one memory wins over being the same as another, since it has to be asked.
    """
    mine = attributes(draft.text)
    if len(draft.quote) < 200 and draft.quote:
        known = {one.key for one in mine}
        mine += [
            one
            for one in attributes(draft.quote)
            if one.key not in known and one.key != "user.name"
        ]
    draft = replace(
        draft, key=next((one.key for one in mine if not one.key.startswith("slot.")), None)
    )
    found: dict[str, int] = {}
    for memory in existing:
        relation = _relation(draft, memory, mine, similar)
        if relation is not None:
            found.setdefault(relation, memory.id)
    for decision in ("replace", "duplicate"):
        if decision in found:
            return replace(draft, decision=decision, of=found[decision])
    return draft


__all__ = ["Similar", "decide", "normal_form", "topic_of", "words_of"]
