"""Cut a message into sentences and clauses, and set aside what is not the owner's own statement.

Quoted, pasted and forwarded text is masked (every character of it becomes a filler of the same
length, so that places stay valid); what follows "translate this:" and its like is cut off. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FILLER = "\x1a"
"""Stands for each character of text that is not the owner's own."""

_SENTENCE_END = re.compile(
    r"(?<=[^\d\s][.!?])[.!?]*[\"'”’)]*(?=\s|$)|(?<=\d[.!?])(?=\s|$)|[。！？!?\n]+|(?<=[!?])(?=[A-Z])"
)
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|vs|etc|e\.g|i\.e|prof|jr|sr|no|a\.m|p\.m)\.$", re.I
)
_CLAUSE_EN = re.compile(
    r"\s*[,;:](?=\s)\s*(?:(?:and|but|so|or|because|although|though|while|plus|yet|except)\s+)?"
    r"|\s+[—–-]+\s+"
    r"|\s+(?:and|but|so|because|although|though|plus|yet)\s+(?:(?:yes|no|also|then|now|that)\s+)?"
    r"(?=(?:i|i['’]?m|i['’]ve|i['’]d|im|ive|my|we|we['’]re|we['’]ve|our|he|she|they|you|please|"
    r"work|live|have|love|hate|always|never|am|can|could|what|how|why|is|do)\b)"
    r"|\s+(?=(?:how|what) (?:do|can|should|would|is|are) )|(?<=\w)\s*(?:…|\.{3})\s*",
    re.IGNORECASE,
)
_CLAUSE_ZH = re.compile(r"\s*[，,；;：:…—]+\s*|\s+(?=[\u4e00-\u9fff])|、(?=我)")
_QUOTED = re.compile(
    r"“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|\"[^\"\n]*\"|(?<!\w)['‘][^'’\n]{2,}(?:['’]\w+[^'’\n]*)*['’](?!\w)"
    r"|```.*?```|`[^`\n]*`|^>.*$|^\s*-{3,}.*?(?:^\s*-{3,}\s*$|\Z)|-{3,}\n.*?(?:\n-{3,}|\Z)",
    re.DOTALL | re.MULTILINE,
)
_SHORT_QUOTE = 4
"""A quoted name or word stays: 'people call me "Ace"'. In Chinese characters or English words."""

_HANDED_OVER_EN = re.compile(
    r"\b(?:translat\w*|summari[sz]e|proofread|paraphrase|rephrase|rewrite|reword|shorten|correct|"
    r"polish|edit|check|fix|grammar|explain|analy[sz]e|classify|review|improve|tl;?dr|transcribe|"
    r"reply to|respond to|say|spell|convert|read|format|type out|copy)\b[^.!?\n]{0,80}?(?::|\n)"
    r"|^(?:fwd?|forwarded|from|subject|re):|\b(?:wrote|writes|message|email|mail|post|text|review|"
    r"article|letter|note|bio|paragraph|sentence|quote|lyrics?|line|caption|ad|tweet|comment)"
    r"(?: from \w+| says| said| reads| goes| is| below)?\s*:|\b(?:used to say|says|said|wrote|goes|"
    r"told me|tells me|asked|asks|reads)\s*:|[-_]{3,}",
    re.IGNORECASE | re.MULTILINE,
)
_HANDED_OVER_ZH = re.compile(
    r"(?:翻译?成?|译|总结|概括|润色|改写|改成|修改|校对|检查|纠正|缩写|扩写|续写|分析|解释|朗读|读一下|复述|看看|仿写|回复)"
    r"[^。！？\n]{0,20}?(?:[：:]|\n)|(?:下面|以下|这)(?:这|的)?(?:一)?(?:句|段|封|篇|条|份|个)[^。！？\n，]{0,12}(?:[：:]|\n)"
    r"|(?:这么|这样|如下)(?:写|说)(?:的|道)?[：:，]|转发|原文|(?:写道|说道|说过|常说|老话说|俗话说|有句话|那句|歌词|台词)[：:，]?"
    r"|(?:说|写|问|讲|回|发)[：:]|-{3,}",
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence. `start` is its place in the message; `sentence` the whole one's."""

    text: str
    start: int
    sentence: tuple[int, int]
    question: bool
    first: bool

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.start + len(self.text)


def _keep_quote(inside: str, zh: bool) -> bool:
    bare = inside.strip("“”「」『』《》\"'‘’")
    if "\n" in bare:
        return False
    return len(bare) <= _SHORT_QUOTE if zh else len(bare.split()) < _SHORT_QUOTE


def own_words(text: str, zh: bool) -> str:
    """Return `text` with what others wrote masked by fillers; the length stays the same."""

    def mask(match: re.Match[str]) -> str:
        inside = match.group()
        return inside if _keep_quote(inside, zh) else FILLER * len(inside)

    text = _QUOTED.sub(mask, text)
    handed = (_HANDED_OVER_ZH if zh else _HANDED_OVER_EN).search(text)
    if handed:
        text = text[: handed.start()] + FILLER * (len(text) - handed.start())
    return text


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of each sentence, its end mark included, blank ones left out."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text[start : match.end()]):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    if start < end:
        yield start, end


def clauses(text: str, span: tuple[int, int], zh: bool) -> list[Clause]:
    """Return the clauses of the sentence at `span` of `text`, end marks left out."""
    whole = text[span[0] : span[1]]
    asked = whole.rstrip("\"'”’)） ").endswith(("?", "？"))
    body = whole.rstrip(' .!?。！？；;~～\n"')
    found: list[tuple[str, int]] = []
    place = 0
    for match in (_CLAUSE_ZH if zh else _CLAUSE_EN).finditer(body):
        if match.end() == match.start() or match.start() < place:
            continue
        found.append((body[place : match.start()], place))
        place = match.end()
    found.append((body[place:], place))
    found = [(piece, at) for piece, at in found if piece.strip(f" {FILLER}")]
    last = len(found) - 1
    return [
        Clause(piece.rstrip(), span[0] + at, span, asked and number == last, number == 0)
        for number, (piece, at) in enumerate(found)
    ]
