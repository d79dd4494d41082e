"""Compare a statement with what is remembered: the same again, a change of it, or something new."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from assistant_app.domain import routine
from assistant_app.domain.memory import Draft, Memory
from assistant_app.domain.routine import Routine
from assistant_app.domain.search_text import normalize, terms
from assistant_app.memory.attribute import Attribute, attributes, plain, stem
from assistant_app.memory.bilingual import english_of
from assistant_app.memory.persons import of_others

Decision = Literal["add", "replace", "duplicate"]
_LONG = 200
"""A quote longer than this says more than the draft does."""
_ENOUGH_ACROSS = 0.6
"""The share of known words that two values of different languages must have in common."""
_NEAR = 0.9
"""Likeness of two texts that differ in spelling alone."""

_CHANGE = re.compile(
    r"\b(?:no longer|any ?more|moved|quit|left|instead|now|correction|switched|sold|got rid of|"
    r"gone (?:\w+ )?off|went off|changed|new|used to|turned|stopped|gave up|given up|swapped|"
    r"upgraded|replaced|actually|got (?:married|divorced|engaged)|broke up|became|retired|"
    r"from now on|finally|raised|lowered)\b"
    r"|不再|放弃|改|换|搬|辞|更正|纠正|散了|卖了|戒|已经不|调了|如今|变成|现在|以后|往后|结婚|离婚|领证|离了|"
    r"转行|跳槽|退休|新(?:领导|老板|手机|车|家|工作)|不(?:\w{1,8})了"
)
_NEGATION = re.compile(
    r"\b(?:no|not|never|n't|cannot|without|hate|dislike)\b|n't\b|不|没|讨厌|戒|别"
)
_FILLER_TERMS = frozenset("user name call named called i my is has have 用户 用 户 我 叫".split())  # noqa: SIM905


@lru_cache(maxsize=4096)
def normal_form(text: str) -> str:
    """Return the form in which two memories are the same: without case, marks and person."""
    return " ".join(re.findall(r"\w+", plain(normalize(text))))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Return the stemmed terms that carry the meaning of a memory."""
    return frozenset(stem(term) for term in terms(plain(text))) - _FILLER_TERMS


_TRIVIAL = frozenset(
    ["every", "day", "always", "usually", "really", "also", "very", "much", "still", "too", "quite",
     "每", "天", "每天", "特别", "一直", "通常", "平时", "非常", "还", "总", "都", "真", "挺", "很"]
)  # fmt: skip
"""Words that add nothing to what is remembered."""
_STRESS_EN = re.compile(
    r"\b(?:really|very much|very|so much|a lot|quite|also|too|truly|absolutely)\b"
)
_STRESS_ZH = re.compile("特别|非常|真的|确实|实在|其实|一直|还|也|都|真|挺|很")


def bare_form(text: str) -> str:
    """Return the normal form without the words that only stress it; all of it where nothing is left."""
    form = normal_form(text)
    bare = " ".join(_STRESS_ZH.sub("", _STRESS_EN.sub(" ", form)).split())
    return bare or form


_NAME = re.compile(
    r"(?<=[a-z,] )[A-Z][a-z]{1,15}\b(?!'s (?:day|Day))"
    r"|(?<=叫)[\u4e00-\u9fffA-Za-z]{1,4}?(?=[，。！？,（( ]|$)"
)


def names_in(texts: Sequence[str]) -> list[str]:
    """Return the names of persons, animals and places that memories mention."""
    return sorted({match.group() for text in texts for match in _NAME.finditer(text)})


def _is_latin(text: str) -> bool:
    return not re.search(r"[\u4e00-\u9fff]", text)


def _same_value(one: str, other: str) -> bool:
    if one == other:
        return True
    if "@" in one or "@" in other:
        return False  # an address has no words
    if _is_latin(one) != _is_latin(other):
        left, right = english_of(one), english_of(other)
        common = len(left & right)
        return common > 0 and common >= _ENOUGH_ACROSS * min(len(left), len(right))
    left, right = words_of(one), words_of(other)
    return bool(left and right) and (left <= right or right <= left)


def _by_attribute(new: Attribute, old: Attribute) -> Decision | None:
    """Return the decision that two attributes of one key force."""
    if new.key.startswith("like.") and old.key.startswith("like."):
        return _by_like(new, old)
    if new.key.startswith("allergy.") and old.key.startswith("allergy."):
        return _said_of_one(new, old) if _same_value(new.value, old.value) else None
    if new.key != old.key or not new.value or not old.value:
        return None
    if new.denied and new.single:
        # What is no more says nothing against what is instead of it.
        return _said_of_one(new, old) if _same_value(new.value, old.value) else None
    if not new.single:
        return "duplicate" if new.key.startswith("name.") else None
    return _said_of_one(new, old) if _same_value(new.value, old.value) else "replace"


def _said_of_one(new: Attribute, old: Attribute) -> Decision:
    """Decide about one value: said again, or taken back."""
    return "duplicate" if new.denied == old.denied else "replace"


def _by_like(new: Attribute, old: Attribute) -> Decision | None:
    mine, theirs = new.key.split(".", 1)[1], old.key.split(".", 1)[1]
    if not mine or not theirs or not _same_object(mine, theirs):
        return None
    return "duplicate" if new.value == old.value else "replace"


def _same_object(mine: str, theirs: str) -> bool:
    """Tell whether two things are one: "spicy food" and "spicy", not "olives" and "olive oil"."""
    if mine == theirs:
        return True
    if _is_latin(mine) != _is_latin(theirs):
        return _same_value(mine, theirs)
    if not _is_latin(mine):
        return min(len(mine), len(theirs)) > 1 and (mine in theirs or theirs in mine)
    left, right = mine.split(), theirs.split()
    return left[0] == right[0] and len(left) == len(right)


def _changes_slot(changed: bool, mine: Sequence[Attribute], theirs: Sequence[Attribute]) -> bool:
    """Tell whether a change takes the time that something else had ("Fridays I swim now")."""
    slots = {one.key for one in mine if one.key.startswith("slot.")}
    return changed and any(one.key in slots for one in theirs)


def _relation(draft: Draft, old: str, mine: Sequence[Attribute]) -> Decision | None:
    """Return what a draft does to a memory's text; None when they have nothing to do."""
    if normal_form(draft.text) == normal_form(old):
        return "duplicate"
    new_routine, old_routine = routine.read(draft.text), routine.read(old)
    if new_routine or old_routine:
        return _by_routine(new_routine, old_routine)
    said = draft.quote if draft.quote and len(draft.quote) < _LONG else draft.text
    changed = bool(_CHANGE.search(plain(said)))
    theirs = attributes(old)
    if of_others(draft.text, old):
        return None  # the wife's birthday is not one's own
    verdicts = {_by_attribute(one, other) for one in mine for other in theirs}
    if "replace" in verdicts or (
        "duplicate" not in verdicts and _changes_slot(changed, mine, theirs)
    ):
        return "replace"
    if "duplicate" in verdicts:
        return "duplicate"
    if any(one.denied and one.single and one.key == other.key for one in mine for other in theirs):
        return None  # "no longer in Leeds" takes nothing from York
    return _by_words(draft.text, old, changed)


def _by_routine(new: Routine | None, old: Routine | None) -> Decision | None:
    """Decide by the words that start them: two routines are one when these are the same."""
    if new is None or old is None or new.trigger != old.trigger:
        return None
    return "duplicate" if new.steps == old.steps else "replace"


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", plain(text)))


_TOKEN = re.compile(r"[\u4e00-\u9fff]|\w+")
_SPELLING = 0.7
"""Likeness of two spellings of one word: favourite, favorite."""


def _spelt_otherwise(new: str, old: str) -> bool:
    """Tell whether two texts differ in spelling alone: not in a name, nor in a Han character."""
    if SequenceMatcher(None, normal_form(new), normal_form(old)).ratio() < _NEAR:
        return False
    names = set(names_in((new, old)))
    left, right = _TOKEN.findall(new), _TOKEN.findall(old)
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag != "replace":
            continue
        for one, other in zip(left[a:b], right[c:d], strict=False):
            same = one.casefold() == other.casefold()
            alike = SequenceMatcher(None, one, other).ratio() >= _SPELLING
            if not same and (not alike or {one, other} & names):
                return False
    return True


def _by_words(new: str, old: str, changed: bool) -> Decision | None:
    """Decide by the words shared; two texts that differ in a number are two facts."""
    if _numbers(new) != _numbers(old) and not changed:
        return None
    left, right = words_of(new), words_of(old)
    common = len(left & right)
    share = common / min(len(left), len(right)) if left and right else 0.0
    opposed = bool(_NEGATION.search(plain(new))) != bool(_NEGATION.search(plain(old)))
    if opposed and share >= 0.75:
        return "replace"
    if not opposed:
        if share >= 0.99 and min(len(left), len(right)) >= 2 and not left - right - _TRIVIAL:
            return "duplicate"  # one that says more is an addition
        if share >= 0.5 and _spelt_otherwise(new, old):
            return "duplicate"
    if changed and share >= 0.5 and common >= (1 if _is_latin(old) else 2):
        return "replace"
    return None


def decide(draft: Draft, existing: Sequence[Memory], *, alone: bool = True) -> Draft:
    """Return the draft with its key, and what it does to the `existing` memories.

    A replacement of one memory wins over being the same as another, since it has to be asked. The
    quote helps to tell what a draft is about, unless it has others too (`alone` is False).
    """
    mine = list(attributes(draft.text))
    if alone and draft.quote and len(draft.quote) < _LONG:
        known = {"user.name", *(one.key for one in mine)}
        mine += [one for one in attributes(draft.quote) if one.key not in known]
    draft = replace(draft, key=main_key(mine))
    found: dict[Decision, int] = {}
    for memory in existing:
        relation = _relation(draft, memory.text, mine)
        if relation is not None:
            found.setdefault(relation, memory.id)
    decision: Decision
    for decision in ("replace", "duplicate"):
        if decision in found:
            return replace(draft, decision=decision, of=found[decision])
    changed = _changed_in_a_clause(draft, existing, alone=alone)
    return draft if changed is None else replace(draft, decision="replace", of=changed)


def _changed_in_a_clause(draft: Draft, existing: Sequence[Memory], *, alone: bool) -> int | None:
    """Return the memory that one clause of a change replaces: the reason beside it ("the landlord
    wants more, the rent is 900 now") has no word in common with what it changes.
    """
    said = draft.quote if alone and draft.quote and len(draft.quote) < _LONG else draft.text
    clauses = [clause for clause in _CLAUSE.split(said) if len(words_of(clause)) > 1]
    if len(clauses) < 2 or routine.read(draft.text):
        return None
    for clause in clauses:
        if not _CHANGE.search(clause):
            continue
        part = replace(draft, text=clause, quote="")
        mine = list(attributes(clause))
        for memory in existing:
            if _relation(part, memory.text, mine) == "replace":
                return memory.id
    return None


_CLAUSE = re.compile(r"[，,；;。！!]\s*")


def main_key(found: Sequence[Attribute]) -> str | None:
    """Return the key that a memory with these attributes is stored under."""
    return next((one.key for one in found if not one.key.startswith("slot.")), None)
