"""Routines that the owner teaches: "when I say 'wrap up', list tomorrow and what is open".

A routine is stored as the sentence that taught it, so that its owner can read and edit it; this
module reads the words that start it and the steps out of that sentence. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

KEY = "routine."
"""How the key of a memory that taught a routine begins; its trigger follows."""
MAX_TRIGGER = 60
"""Characters of the words that start a routine; what is longer is talk."""

_QUOTED = r"[\"“”'‘’「『《](?P<quoted>[^\"“”「」『』《》]{1,60}?)[\"“”'‘’」』》](?![A-Za-z])"
_PERSON_EN = r"(?:i|the user)"
_PERSON_ZH = r"(?:我|用户)"
_TEACHES = (
    re.compile(
        rf"(?:when(?:ever)?|if|each time|every time|any ?time) {_PERSON_EN} "
        r"(?:says?|types?|writes?|sends?(?: you)?|tells? you|enters?)[:,]? (?:the words? )?"
        rf"(?:{_QUOTED}\s*,?|(?P<bare>[^,\"“”]{{1,60}}?)"
        r"(?:\s*,|\s+(?=(?:please|you should|i want you to)\b)))"
        r"\s*(?P<action>.+)",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"(?:^|\bthat |[:,] ?){_QUOTED} (?:means|stands for|is short for)(?: that)?:? (?P<action>.+)",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"(?:当|每当|每次|只要|如果|要是|以后|今后)*{_PERSON_ZH}一?(?:说出?|喊|发|打出?|输入|讲|写)了?[:：]?\s*"
        rf"(?:{_QUOTED}|(?P<bare>[^，,。！？!?\n“”「」]{{1,20}}?)(?=的时候|时[，,]|之后|以后|[，,]|你?就|请))"
        r"(?:的时候|时|之后|以后|后)?\s*[，,:：]?\s*(?P<action>.+)",
        re.DOTALL,
    ),
)  # fmt: skip
_LEAD = re.compile(
    r"^(?:(?:then|please|pls|just|always|you should|you can|i want you to|i'd like you to|to|"
    r"(?:can|could|would) you)\b[\s,]*|(?:帮|给|替|为)我|[你您就请要都会]|麻烦|应该|需要)+",
    re.IGNORECASE,
)
_VERBS_EN = (
    "list|show|tell|read|give|add|create|make|put|remind|set|schedule|book|delete|remove|cancel|"
    "clear|mark|complete|tick|finish|move|push|change|find|search|look|check|see|calculate|work|"
    "say|answer|reply|write|ask|start|remember|note|forget|summari[sz]e|plan|count|describe|recall|"
    "wish|suggest|undo"
)
_STARTS_EN = re.compile(rf"(?:{_VERBS_EN})\b", re.IGNORECASE)
_SHOWS_EN = re.compile(
    r"(?:list|show|tell|read|give|check|see|look at|recall)\b(?: (?:me|us|out|up|at))*",
    re.IGNORECASE,
)
_ASKED_EN = re.compile(
    r"(?:what|which|who|when|how|where|whether|if|my|our|the|all|any|every|everything|anything|"
    r"tomorrow|today|tonight|this|next|open|overdue|unfinished)\b",
    re.IGNORECASE,
)
_STARTS_ZH = re.compile(
    r"列|显示|展示|告诉|说|看|查|念|读|加|添|新建|创建|建|记|提醒|设|安排|删|取消|清|标|完成|移|改|找|搜|算|"
    r"回答|回复|写|问|开始|总结|给我|帮我|把|撤"
)
_SHOWS_ZH = re.compile(
    r"(?:列出来?|列|显示|展示|告诉我|给我看|看看?|查看?|念|读)(?:一下)?(?:给我)?"
)
_ENDS = re.compile(r"[\s.!?。！？~～]+$")
_POLITE = re.compile(
    r"^(?:(?:ok(?:ay)?|hey|hi|hello|please|pls|now|so|right|assistant|好了?|那|嗯|请|来|助手)\b[\s,，]*)+"
    r"|(?:[\s,，]*(?:\bplease|\bpls|\bnow|\bthanks?|\bthank you|\bassistant|吧|了|啦|呀|哈|谢谢))+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Routine:
    """What starts a routine, in its plain form (see `plain`), and its steps as messages."""

    trigger: str
    steps: tuple[str, ...]


def is_key(key: str | None) -> bool:
    """Tell whether a memory with this key taught a routine."""
    return key is not None and key.startswith(KEY)


def plain(text: str) -> str:
    """Return the form in which words said and words taught are compared."""
    folded = unicodedata.normalize("NFKC", text).casefold().strip()
    words = " ".join(re.findall(r"\w+", folded))
    bare = _POLITE.sub("", words).strip()
    return bare or words


@lru_cache(maxsize=1024)
def read(text: str) -> Routine | None:
    """Return the routine that a sentence teaches; None for any other sentence."""
    for pattern in _TEACHES:
        match = pattern.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        trigger, quoted = groups["quoted"] or groups.get("bare") or "", bool(groups["quoted"])
        steps = _steps(match["action"], quoted=quoted)
        if steps and plain(trigger):
            return Routine(plain(trigger), steps)
    return None


def is_start(routine: Routine, said: str) -> bool:
    """Tell whether a message is what starts the routine: those words, and no others."""
    return len(said) <= MAX_TRIGGER and plain(said) == routine.trigger


def _steps(action: str, *, quoted: bool) -> tuple[str, ...]:
    """Return the steps of "list tomorrow and what is open"; () where nothing is to be done."""
    if re.search(r"[?？]\s*$", action):
        return ()
    zh = bool(re.search(r"[\u4e00-\u9fff]", action))
    bare = _ENDS.sub("", action.strip())
    led = _LEAD.match(bare)
    bare = bare[led.end() :].strip() if led else bare
    starts = _STARTS_ZH if zh else _STARTS_EN
    if not bare or not (starts.match(bare) or (quoted and led) or (not zh and _bare_list(bare))):
        return ()
    pieces: list[str] = []
    for piece in _parts(bare, zh):
        shown = (_SHOWS_ZH if zh else _SHOWS_EN).match(pieces[-1]) if pieces else None
        if not pieces or starts.match(piece):
            pieces.append(piece)
        elif shown:
            verb = shown.group()
            pieces.append(f"{verb}{piece}" if zh else f"{verb} {piece}")
        else:
            pieces.append(piece)
    return tuple(pieces)


def _bare_list(text: str) -> bool:
    """Tell whether a step names what to show without a verb ("means what is due today")."""
    return bool(re.match(r"(?:what|which|my|the list|all|everything)\b", text, re.IGNORECASE))


def _parts(text: str, zh: bool) -> list[str]:
    """Cut an action where another step begins; what belongs to one step stays together."""
    if zh:
        cut = re.split(r"[，,；;。、]\s*(?:然后|接着|再|并且?|同时|最后)?|然后|接着|并且", text)
        found = [_LEAD.sub("", piece.strip()) for piece in cut]
        return [part for piece in found if piece for part in _joined_zh(piece)]
    cut = re.split(r"\s*[;.]\s+|,?\s+(?:and )?then\s+|,\s+(?:and\s+)?", text)
    return [part for piece in cut if piece.strip() for part in _joined_en(piece.strip())]


def _joined_en(text: str) -> list[str]:
    """Cut at "and" where a verb follows, or something else to show."""
    parts: list[str] = []
    shows = bool(_SHOWS_EN.match(text))
    for piece in re.split(r"\s+and\s+(?:also\s+)?", text):
        other = _STARTS_EN.match(piece) or (shows and _ASKED_EN.match(piece))
        if parts and not other:
            parts[-1] = f"{parts[-1]} and {piece}"
        else:
            parts.append(piece)
    return parts


def _joined_zh(text: str) -> list[str]:
    """Cut at 和 where what follows is something else to show."""
    if not _SHOWS_ZH.match(text):
        return [text]
    return re.split(r"(?:和|以及|跟|还有|与)(?=.{2,})", text)
