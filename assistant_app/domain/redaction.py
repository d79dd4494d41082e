"""Take words out of texts for good; pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from assistant_app.domain.common_words import PLAIN, PLAIN_CHINESE, is_common, is_made_of, stems
from assistant_app.domain.search_text import CJK, normalize, terms

MARK = "[…]"
"""What stands where words were erased."""
STRONG = 6
"""A word of so many letters, or a Chinese run of `_RUN`, is erased to the last byte."""
_RUN = 3
_SHORTEST_LATIN = 3
_WHOLE_QUOTE = 3
"""A sentence of fewer pieces (words, Chinese characters) is no more than its words."""

_TOKEN = re.compile(rf"([{CJK}]+)|[^\W_{CJK}]+")
_PIECE = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+")
_TEXTS_AT_ONCE = 500
_MARKS = re.compile(rf"{re.escape(MARK)}(?:\s*{re.escape(MARK)})+")
_MOMENT = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ][\d:.+Z-]*)?)?")
_OF_THE_PROGRAM = frozenset(
    ("tool", "status", "item_kind", "model", "code", "kind", "slot", "tz", "why", "state")
)
"""Keys whose values are names of the program's own, and no words of anybody."""


class ErasedWords:
    """The telling words of erased texts, and what of other texts goes with them.

    What the owner still says elsewhere is named with `spare`, before anything is taken. Words and
    their endings go, and whatever has a long one in it; of Chinese, pairs of characters and runs of
    three. `far` is for texts that have nothing to do with what was erased, as far as is known: there
    only what is long and not an everyday word goes.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(texts)
        parts = {part for text in texts for term in terms(text) for part in re.split("['’]", term)}
        self._words = {
            part
            for part in parts
            if len(part) >= _SHORTEST_LATIN and not _is_chinese(part) and part not in PLAIN
        }
        stemmed = {stem for word in self._words for stem in stems(word) if len(stem) > _RUN}
        self._forms = self._words | stemmed
        self._runs = {run for text in texts for run in _runs_of(text)}
        self._spared: set[str] = set()
        self._lengths = sorted({len(word) for word in self._words if len(word) >= STRONG})
        self._goes = cache(self._decide)

    def __bool__(self) -> bool:
        return bool(self._words or self._runs)

    def spare(self, texts: Iterable[str]) -> None:
        """Leave what the owner says in `texts` where it stands in other texts.

        Each different word is looked at once: 50,000 memories take a second.
        """
        seen: set[str] = set()
        texts = iter(texts)
        while some := "\n".join(islice(texts, _TEXTS_AT_ONCE)):
            fresh = set(_PIECE.findall(some)) - seen
            seen |= fresh
            for token in map(_folded, fresh):
                if _is_chinese(token):
                    self._runs.difference_update(_windows(token))
                elif token not in self._spared and self._decide(token):
                    self._spared.add(token)

    def _decide(self, token: str) -> bool:
        """Tell whether a folded word may go; whether it was spared is seen to by the caller."""
        if token in self._forms or any(stem in self._forms for stem in stems(token)):
            return True
        return any(
            token[at : at + size] in self._words
            for size in self._lengths
            for at in range(len(token) - size + 1)
        )

    def _word_goes(self, token: str, *, far: bool) -> bool:
        if token in self._spared or token in PLAIN or not self._goes(token):
            return False
        if far or len(token) < STRONG:
            return not is_common(token) and not (far and len(token) < STRONG)
        return True

    def _run_goes(self, run: str, *, far: bool) -> bool:
        return run in self._runs and not (
            far and (len(run) < _RUN or is_made_of(run, plain=False))
        )

    def take(self, text: str, *, far: bool = False) -> str:
        """Return `text` without them."""
        out: list[str] = []
        end = 0
        for begin, stop in self._places(text, far=far):
            out += (text[end:begin], MARK)
            end = stop
        return _MARKS.sub(MARK, "".join([*out, text[end:]])) if out else text

    def _places(self, text: str, *, far: bool) -> Iterator[tuple[int, int]]:
        for match in _TOKEN.finditer(text):
            token = _folded(match.group())
            if match[1]:
                yield from self._places_in_run(token, match.start(), far=far)
            elif self._word_goes(token, far=far):
                yield match.span()

    def _places_in_run(self, run: str, start: int, *, far: bool) -> Iterator[tuple[int, int]]:
        taken = [False] * len(run)
        for size in (2, _RUN):
            for at in range(len(run) - size + 1):
                if self._run_goes(run[at : at + size], far=far):
                    taken[at : at + size] = [True] * size
        for word in PLAIN_CHINESE if any(taken) else ():
            for found in re.finditer(word, run):
                taken[found.start() : found.end()] = [False] * len(word)
        at = 0
        while at < len(run):
            stop = at
            while stop < len(run) and taken[stop]:
                stop += 1
            if stop > at:
                yield start + at, start + stop
            at = stop + 1


class Quotes:
    """Whole sentences, found in any case and over any white space."""

    def __init__(self, quotes: Iterable[str]) -> None:
        self._by_start: dict[str, list[re.Pattern[str]]] = {}
        for quote in dict.fromkeys(quotes):
            if start := next(_starts(quote), ""):
                flexible = r"\s+".join(re.escape(part) for part in quote.split())
                self._by_start.setdefault(start, []).append(re.compile(flexible, re.I))

    def take(self, text: str) -> str:
        """Return `text` without them, the longest first."""
        found = [
            match.span()
            for start in set(_starts(text)) & self._by_start.keys()
            for pattern in self._by_start[start]
            for match in pattern.finditer(text)
        ]
        out: list[str] = []
        end = 0
        for begin, stop in sorted(found, key=lambda span: (span[0], -span[1])):
            if begin >= end:
                out += (text[end:begin], MARK)
                end = stop
            elif stop > end:
                end = stop
        return _MARKS.sub(MARK, "".join([*out, text[end:]])) if out else text


def whole_quotes(texts: Iterable[str]) -> list[str]:
    """Return those of `texts` that are more than a word or two: sentences that go as a whole."""
    return [text for text in texts if _pieces(text) >= _WHOLE_QUOTE]


def _pieces(text: str) -> int:
    return sum(len(m.group()) if m[1] else 1 for m in _TOKEN.finditer(text))


def _starts(text: str) -> Iterator[str]:
    """Yield what a quote in `text` may begin with: each word, each Chinese character."""
    for match in _TOKEN.finditer(text):
        if match[1]:
            yield from match.group()
        else:
            yield match.group().casefold()


def _is_chinese(term: str) -> bool:
    match = _TOKEN.match(term)
    return match is not None and match[1] is not None


def _folded(token: str) -> str:
    """Return a token in the form in which texts are compared, at the same length if it is a run."""
    folded = normalize(token)
    return folded if len(folded) == len(token) or not _is_chinese(token) else token


def _windows(run: str) -> Iterator[str]:
    for size in (2, _RUN):
        for at in range(len(run) - size + 1):
            yield run[at : at + size]


def _runs_of(text: str) -> Iterator[str]:
    """Yield the pairs that tell something, and the runs of three that are not the app's own words.

    A run of three may tell something though both of its pairs are common.
    """
    pairs = set(terms(text))
    for match in _TOKEN.finditer(text):
        for run in _windows(_folded(match.group())) if match[1] else ():
            if len(run) == _RUN:
                if not is_made_of(run, plain=True):
                    yield run
            elif run in pairs and not is_made_of(run, plain=False):
                yield run


def redact_json(value: Any, change: Callable[[str], str]) -> Any:
    """Return JSON with `change` made to each of its texts.

    Keys, moments and the program's own names stay; a text that is JSON itself is changed inside.
    """
    if isinstance(value, str):
        return _redact_text(value, change)
    if isinstance(value, list):
        return [redact_json(part, change) for part in value]
    if isinstance(value, dict):
        return {
            key: part if key in _OF_THE_PROGRAM else redact_json(part, change)
            for key, part in value.items()
        }
    return value


def _redact_text(text: str, change: Callable[[str], str]) -> str:
    if _MOMENT.fullmatch(text):
        return text
    if text.startswith("{"):
        try:
            return json.dumps(redact_json(json.loads(text), change), ensure_ascii=False)
        except ValueError:
            pass
    return change(text)
