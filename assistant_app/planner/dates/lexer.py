"""Cut a phrase into tokens, each with one code character for the categories it is in.

The grammar is regular expressions over these code characters, not over text: patterns stay small
and quick, and a word can only match whole (rule 14).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from assistant_app.planner.dates import holidays, lexicon_en, lexicon_zh
from assistant_app.planner.dates.fold import fold

MAX_DIGITS = 9
"""Longer runs of digits are no numbers of dates."""
OTHER = "x"
QUOTE = "q"
_FIRST_CODE = 0xE000


class Token(NamedTuple):
    """A piece of the phrase: its span, folded text, and what the lexicon says of it."""

    start: int
    end: int
    text: str
    cats: dict[str, Any]


_BASE = re.compile(
    r"https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.]+"  # addresses are no dates
    r"|(?P<ampm>(?<![a-z])[ap]\.\s?m\b\.?|(?<=\d)\.(?=[ap]\.?m\b))"
    r"|(?P<num>\d+(?![a-z0-9_])|\d+(?=[a-z]))|(?P<word>[a-z]+\d[a-z0-9_]*|[a-z]+)|(?P<han>[\u3400-\u9fff])"
    r"|(?P<punct>[^\s\w])|\w",
    re.ASCII,
)
_ISO_T = re.compile(r"(?<=\d)t(?=\d\d:?\d\d)")
_H_MINUTES = re.compile(r"h([0-5]\d)(m|min|mins)?$")
_ISH = re.compile(r"([a-z]+?)-?ish$")
_RUN_ON = re.compile(r"(this|next|last)(week|weekend|month|year|[a-z]{3,6}day)$")
_SPLIT = re.compile(r"([a-z]+)(\d+)$")
_NUMERAL = frozenset("零一二两三四五六七八九十廿卅百千万半")
_AFTER_DATE_SIGN = frozenset("周期拜点月第时每十廿卅初0123456789")


class _Table:
    """The merged lexicon: one code character for each set of categories."""

    def __init__(self) -> None:
        self.codes: dict[frozenset[str], str] = {}
        self._classes: dict[str, str] = {}
        self.words: dict[str, dict[str, Any]] = {}
        self.phrases: dict[str, list[tuple[tuple[str, ...], str, dict[str, Any]]]] = {}
        for source in (lexicon_en.WORDS, lexicon_en.PHRASES, holidays.ENGLISH):
            for word, entry in source.items():
                pieces = tuple(m.group() for m in _BASE.finditer(word))
                if len(pieces) == 1:
                    self.words[word] = {**self.words.get(word, {}), **entry}
                else:
                    self.phrases.setdefault(pieces[0], []).append((pieces, word, entry))
                self.code(entry)
        for name in lexicon_en.OPAQUE:
            words = tuple(m.group() for m in _BASE.finditer(name))
            self.phrases.setdefault(words[0], []).append((words, name, {}))
        for entry in self.words.values():
            self.code(entry)
        for found in self.phrases.values():
            found.sort(key=lambda pair: -len(pair[0]))
        self.han = {word: dict(entry) for word, entry in lexicon_zh.WORDS.items()}
        for word, entry in holidays.CHINESE.items():
            self.han.setdefault(word, {}).update(entry)
        for entry in self.han.values():
            self.code(entry)
        for kind in ("d1", "d2", "d3", "d4", "d6", "d8", "dlong"):
            self.code({kind: True, "dig": True})
        for sign in {
            *":./-+~()'@#\"%$*,;!?",
            *(w for w in self.words if not w.isalnum() or w == "½"),
        }:
            self.code(self.words.setdefault(sign, {}) | {"p" + sign: True})
        self.longest = max(map(len, self.han))
        self.opaque = lexicon_zh.OPAQUE
        self.longest_opaque = max(map(len, self.opaque))

    def classes(self) -> dict[str, str]:
        """Return the codes of each category, for regex character classes."""
        if not self._classes:
            for cats, code in self.codes.items():
                for cat in cats:
                    self._classes[cat] = self._classes.get(cat, "") + code
        return self._classes

    def code(self, entry: dict[str, Any]) -> str:
        """Return the code character of an entry's set of categories."""
        key = frozenset(entry)
        if key not in self.codes:
            self.codes[key] = chr(_FIRST_CODE + len(self.codes))
        return self.codes[key]


@cache
def table() -> _Table:
    """Return the merged lexicon, built on first use."""
    return _Table()


def code_class(category: str) -> str:
    """Return the body of a regex character class of all codes that are in `category`.

    Raises:
        KeyError: no word has the category.
    """
    found = table().classes().get(category, "")
    if not found:
        raise KeyError(category)
    return found


def _digits(text: str) -> dict[str, Any]:
    size = len(text)
    if size > MAX_DIGITS:
        return {}
    kind = {1: "d1", 2: "d2", 3: "d3", 4: "d4", 6: "d6", 8: "d8"}.get(size, "dlong")
    return {kind: True, "dig": True}


def _han_word(text: str, at: int, known: _Table) -> tuple[int, dict[str, Any]]:
    """Return the length and entry of the longest word at `at`; an opaque word has no category."""
    for size in range(min(known.longest, len(text) - at), 0, -1):
        if text[at : at + size] in known.han and (size == 1 or _opaque_here(text, at)):
            break
    else:
        size = 0
    for longer in range(min(known.longest_opaque, len(text) - at), size, -1):
        if text[at : at + longer] in known.opaque and _opaque_here(text, at):
            return longer, {}
    if size:
        return size, known.han[text[at : at + size]]
    return 1, {}


def _opaque_here(text: str, at: int) -> bool:
    """Tell whether an opaque word may start here: 一下 does not in 周一下午, nor 十分 in 三点十分."""
    if text[at] not in _NUMERAL or not at:
        return True
    before = text[at - 1]
    if before in _NUMERAL:
        return at > 1 and text[at - 2] in "周期拜" and before not in "十廿"
    return before not in _AFTER_DATE_SIGN


def _phrase_at(
    pieces: list[re.Match[str]], i: int, known: _Table
) -> tuple[int, dict[str, Any]] | None:
    for words, whole, entry in known.phrases.get(pieces[i].group(), ()):
        if len(words) <= len(pieces) - i and all(
            pieces[i + k].group() == w for k, w in enumerate(words)
        ):
            length = pieces[i + len(words) - 1].end() - pieces[i].start()
            if " " in whole or length == len(whole):
                return len(words), entry
    return None


class Tokens:
    """The tokens of a text and their code string."""

    def __init__(self, text: str) -> None:
        self.text = _ISO_T.sub(" ", fold(text))
        self.items: list[Token] = []
        self._known = table()
        self._read()
        self.codes = "".join(self._code(token) for token in self.items)

    def _code(self, token: Token) -> str:
        return self._known.codes[frozenset(token.cats)] if token.cats else OTHER

    def _put(self, start: int, end: int, cats: dict[str, Any]) -> None:
        self.items.append(Token(start, end, self.text[start:end], cats))

    def _read(self) -> None:
        known, text = self._known, self.text
        pieces = list(_BASE.finditer(text))
        i = 0
        while i < len(pieces):
            piece = pieces[i]
            kind, start = piece.lastgroup, piece.start()
            if kind == "han":
                size, entry = _han_word(text, start, known)
                self._put(start, start + size, entry)
                while i < len(pieces) and pieces[i].start() < start + size:
                    i += 1
                continue
            if phrase := _phrase_at(pieces, i, known):
                self._put(start, pieces[i + phrase[0] - 1].end(), phrase[1])
                i += phrase[0]
                continue
            i += self._single(pieces, i)

    def _single(self, pieces: list[re.Match[str]], i: int) -> int:
        piece, known = pieces[i], self._known
        kind, start, end, word = piece.lastgroup, piece.start(), piece.end(), piece.group()
        if kind == "num":
            return self._number(pieces, i)
        if kind == "ampm":
            if word != ".":
                self._put(start, end, known.words["am" if word[0] == "a" else "pm"])
        elif kind == "word":
            split = _SPLIT.match(word)
            if split and split[1] in lexicon_en.GLUED and len(split[1]) > 2:
                cut = start + len(split[1])
                self._put(start, cut, known.words[split[1]])
                self._put(cut, end, _digits(split[2]))
            elif parts := self._two_words(word):
                cut = start + len(parts[0])
                self._put(start, cut, known.words[parts[0]])
                self._put(cut, end, known.words[parts[1]])
            else:
                self._put(start, end, known.words.get(word, {}))
        elif kind == "punct":
            entry = known.words.get(word)
            self._put(start, end, {**entry, "p" + word: True} if entry is not None else {})
        else:
            self._put(start, end, {})
        return 1

    def _two_words(self, word: str) -> tuple[str, str] | None:
        """Return the halves of "sevenish" and of words run together such as "nextweek"."""
        words = self._known.words
        if word in words:
            return None
        if (ish := _ISH.match(word)) and {"ones", "teens", "part"} & words.get(ish[1], {}).keys():
            return ish[1], "ish"
        run = _RUN_ON.match(word)
        return (run[1], run[2]) if run and run[2] in words else None

    def _number(self, pieces: list[re.Match[str]], i: int) -> int:
        """Read digits, alone or with a suffix that belongs to dates; else the run is opaque."""
        piece = pieces[i]
        start, end = piece.start(), piece.end()
        run = i + 1
        while run < len(pieces) and pieces[run].start() == pieces[run - 1].end():
            if pieces[run].lastgroup not in ("num", "word"):
                break
            run += 1
        tail = [p.group() for p in pieces[i + 1 : run]]
        before = self.items[-1] if self.items else None
        if before and before.end == start and before.text and before.text[-1] in "#$€£¥№_v":
            tail = ["?"]
        if len(tail) == 1 and len(piece.group()) <= 2 and (found := _H_MINUTES.match(tail[0])):
            self._put(start, end, _digits(piece.group()))
            self._put(end, end + 1, self._known.words["h"])
            self._put(end + 1, end + 3, _digits(found[1]))
            if found[2]:
                self._put(end + 3, end + 3 + len(found[2]), self._known.words[found[2]])
            return 2
        if all(t.isdigit() or t in lexicon_en.GLUED for t in tail):
            self._put(start, end, _digits(piece.group()))
            return 1
        self._put(start, pieces[run - 1].end(), {})
        return run - i
