"""Find items by the words that people use for them: deterministic, the upcoming before the past."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Item, ItemKind
from assistant_app.domain.search_text import (
    MAX_QUERY_TERMS,
    STOP_WORDS,
    index_text,
    normalize,
    query_text,
    terms,
)
from assistant_app.storage.planner_store import PlannerStore, StoredItem

_ALIAS = re.compile(r"\s*#?([et])(\d{1,9})\s*", re.IGNORECASE)
_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W_]+")
# What names a kind of thing, and not the thing: dropped, unless nothing else was said.
_KIND_ENGLISH = """
    meeting meetings appointment appointments event events task tasks todo todos reminder reminders
    item items entry entries alarm alarms session thing calendar schedule scheduled called named
    titled booking one
"""
_KIND_WORDS = frozenset(_KIND_ENGLISH.split())
_KIND_CHINESE = re.compile(
    "这个|那个|一个|我的|关于|会议|日程|任务|待办|提醒|安排|事项|约会|闹钟|预约|事情|的"
)
_APART = 0.6
_SEPARATORS = re.compile(r"[\s\-_'’.]+")
_BEGINNING = 3
"""How many letters of a word stemming never touches."""
_ENOUGH = 0.6
"""How much of what was said must be in an item when nothing has all of it."""


def stem(word: str) -> str:
    """Return a word without a plural or -ing ending: enough to match what people type."""
    for ending, keep in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + keep
    if word.endswith("'s") or word.endswith("’s"):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def wanted(words: str) -> list[str]:
    """Return the terms that an item must have; kind words only where there is nothing else."""
    cleaned = _KIND_CHINESE.sub(" ", normalize(words))
    dropped = _KIND_WORDS | STOP_WORDS
    found = [t for t in terms(cleaned) if t not in dropped and t.removesuffix("s") not in dropped]
    if not found:
        found = terms(words) or _WORD.findall(normalize(words))
    return _whole_runs(cleaned, found)


def _whole_runs(words: str, found: list[str]) -> list[str]:
    """Put pairs of Chinese characters back together, so that single ones do not count alone."""
    pairs = [term for term in found if len(term) == 2 and _CJK.match(term)]
    covered = set("".join(pairs))
    return [t for t in found if not (len(t) == 1 and _CJK.match(t) and t in covered)]


def _has(text: str, stems: set[str], term: str) -> float:
    """Return how well a text has a term: 1, or less where it only has its characters apart."""
    if _CJK.match(term):
        return 1.0 if term in text else _APART * all(character in text for character in term)
    short = stem(term)
    if short in stems:
        return 1.0
    if len(short) >= 4 and any(word.startswith(short) for word in stems):
        return 1.0
    # "standup" names a "stand-up".
    return float(len(short) >= 5 and short in _SEPARATORS.sub("", text))


def share(item: Item, looked_for: Sequence[str], *, title_only: bool = False) -> float:
    """Return how much of `looked_for` an item has, from 0 to 1."""
    if not looked_for:
        return 0.0
    text = item.title if title_only else "\n".join((item.title, item.place, item.notes))
    text = normalize(text)
    stems = {stem(word) for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", text)}
    return sum(_has(text, stems, term) for term in looked_for) / len(looked_for)


def about(items: Iterable[Item], words: str) -> Callable[[Item], bool]:
    """Return the test that keeps, of `items`, those that `words` name."""
    looked_for = wanted(words)
    shares = {item.id: share(item, looked_for) for item in items}
    best = max(shares.values(), default=0.0)
    least = 1.0 if best == 1.0 else _ENOUGH
    return lambda item: shares.get(item.id, 0.0) >= least


def _query(looked_for: Sequence[str]) -> str:
    plain = query_text(" ".join(looked_for))
    prefixes = [f'"{stem(t)}"*' for t in looked_for if not _CJK.match(t) and t.isalnum()]
    return " OR ".join(part for part in (plain, *prefixes) if part)


def find(
    store: PlannerStore,
    words: str,
    kinds: Sequence[ItemKind],
    now_ms: Millis,
    next_ms: Callable[[StoredItem], Millis | None],
) -> list[Item]:
    """Return the items that `words` (an alias such as e12, or words in any order) name.

    All that have every word, else those that have the most of them and at least three fifths.
    `next_ms` gives when an item happens next; what is over or done comes last, the latest first.
    """
    allowed = tuple(kinds) or tuple(ItemKind)
    alias = _ALIAS.fullmatch(words)
    if alias:
        stored = store.get(int(alias[2]))
        kind = ItemKind.EVENT if alias[1].lower() == "e" else ItemKind.TASK
        return [stored.item] if stored and stored.item.kind is kind and kind in allowed else []
    looked_for = wanted(words)
    query = _query(looked_for)
    if not query:
        return []
    candidates = [s for s in store.get_many(store.search(query)) if s.item.kind in allowed]
    chosen = _best(candidates, looked_for)
    if not chosen:
        # Compounds and characters apart are not in the index as they were said.
        chosen = _best([s for s in store.all() if s.item.kind in allowed], looked_for)
    exact = normalize(words).strip()

    def order(stored: StoredItem) -> tuple[bool, bool, float, int]:
        item, at = stored.item, next_ms(stored)
        over = item.done or item.cancelled or (at is not None and at < now_ms)
        when = float("inf") if at is None else float(-at if over else at)
        return over, normalize(item.title).strip() != exact, when, item.id

    return [stored.item for stored in sorted(chosen, key=order)]


def search(store: PlannerStore, typed: str, most: int) -> list[StoredItem]:
    """Return what has every word that is being typed, the last one perhaps not to its end.

    The index gives candidates by the beginnings of the words, which stemming leaves alone.
    """
    tokens = index_text(typed).split()
    if not tokens:
        return []
    wanted_parts = [
        f'"{token}"' if _CJK.match(token) else f'"{token[:_BEGINNING]}"*' for token in tokens
    ]
    found = store.get_many(store.search(" AND ".join(wanted_parts[:MAX_QUERY_TERMS]), most * 4))
    several = len(tokens) > 1  # then a pair of Chinese characters stands for its single ones
    words = [t for t in tokens if not (several and len(t) == 1 and _CJK.match(t))]
    return [stored for stored in found if _has_all(stored.item, words)][:most]


def _has_all(item: Item, words: Sequence[str]) -> bool:
    text = normalize("\n".join((item.title, item.place, item.notes)))
    stems = {stem(word) for word in _WORD.findall(text)}
    return all(word in text or stem(word) in stems for word in words)


def _best(candidates: list[StoredItem], looked_for: Sequence[str]) -> list[StoredItem]:
    titles = [share(s.item, looked_for, title_only=True) for s in candidates]
    if 1.0 in titles:
        found = [s for s, part in zip(candidates, titles, strict=True) if part == 1.0]
    else:
        parts = [share(s.item, looked_for) for s in candidates]
        best = max(parts, default=0.0)
        if best < _ENOUGH:
            return []
        found = [s for s, part in zip(candidates, parts, strict=True) if part == best]
    masters = {s.item.id for s in found}
    return [s for s in found if s.item.master_id not in masters or s.item.master_id is None]
