# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Tell whom a memory is about, so that two persons who do the same are two memories. Pure.

A person is known by what they are to the owner ("my sister", 我姐姐), by a name, or by both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from assistant_app.domain.search_text import normalize
from assistant_app.memory.attribute import FAMILY, KIN_NAMES

_RELATIVES = {
    **{who: words for who, words in KIN_NAMES.items() if who != "contact"},
    **{who: FAMILY[who] for who in ("son", "daughter", "sister", "brother")},
    "grandparents": "grand(?:ma|pa|mother|father|parents?)|爷爷|奶奶|外公|外婆|姥姥|姥爷",
    "in-laws": "(?:mother|father|brother|sister)-in-law|婆婆|公公|岳母|岳父",
    "cousin": "cousin|表[哥姐弟妹]|堂[哥姐弟妹]",
    "aunt": "aunt(?:ie|y)?|姑姑|姑妈|阿姨|姨妈?|舅妈|婶婶|伯母",
    "uncle": "uncle|叔叔?|舅舅?|伯伯|姑父|姨父",
    "friend": "(?:best |old |close )?friend|闺蜜|朋友",
    "colleague": "colleague|co-?worker|同事",
    "neighbour": "neighbou?r|邻居",
    "roommate": "(?:room|flat|house)-?mate|室友|舍友",
    "teacher": "teacher|老师",
    "classmate": "class-?mate|同学|同桌",
}
_OWN = re.compile(r"^(?:the user|my\b|our\b|i\b|i'|we\b|用户|我)", re.IGNORECASE)
_WHOSE = re.compile(
    r"^(?:the user's|my|our|用户(?:们)?(?:家)?的?|我(?:们)?(?:家)?的?)\s*(?:"
    + "|".join(f"(?P<w{n}>{words})" for n, words in enumerate(_RELATIVES.values()))
    + r")(?![a-z-])",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"^(?:[Tt]he user's|[Mm]y|[Oo]ur) (?:(?!(?:is|was|are|name|called)\b)[a-z-]+ ){1,2}"
    r"([A-Z][a-z]{1,15})\b"
)
"""Whose name is said with what they are: "The user's daughter Mei likes"."""
VERB = (
    r"(?:is|was|has|had|does|doesn't|did|didn't|can|can't|cannot|will|won't|likes?|loves?|hates?|dislikes?|enjoys?|prefers?|"
    r"lives?|lived|works?|worked|plays?|eats?|drinks?|speaks?|studies|teaches|drives?|wears?|owns?|runs?|makes?|collects?|needs?|"
    r"wants?|moved|got|goes|comes|sings|swims|paints|reads|cooks|bakes|rides|sleeps|turns|turned|keeps|takes)"
)
_BETWEEN = r"(?:(?:really|also|always|usually|often|never|just|still|now|currently|recently|absolutely|only|mostly|both|who|that|no longer)\s+)*"
_AFTER_KIN_EN = re.compile(
    rf"\s+(?!(?:{VERB}|really|also|always|usually|often|never|just|still|now|currently|recently|absolutely|only|mostly|both|who|that|"
    rf"no|and|or|in|at|from|with|called|named|name|to|of)\b)(?P<n>[a-z][a-z'-]{{1,15}})\s+{_BETWEEN}{VERB}\b"
)
_ALONE_EN = re.compile(
    r"^(?!(?:The|This|That|These|Those|There|It|He|She|They|We|You|My|Our|Your|His|Her|Their|I|Everyone|Everybody|Nobody|Who|What)\b)"
    rf"(?P<n>[A-Z][a-z]{{1,15}})\s+{_BETWEEN}{VERB}\b"
)
_AFTER_KIN_ZH = re.compile(
    r"(?P<n>(?!最近|现在|目前|以前|原来|平时|一直|特别|非常|从小|其实|经常|总是|今年|去年|已经|早就|从来|好像|也|都|就|很|最|还|又|不|没|挺|刚|每|是|在|有|叫|姓|喜欢|爱|的|们|和|跟|说)"
    r"[\u4e00-\u9fff]{1,3}?)(?=(?:也|就|都|很|最|还|又|挺|特别|非常|一直|平时|现在|最近|从小|不|没|从来不|今年|每天)*"
    r"(?:喜欢|爱|讨厌|怕|恨|是|在|住|有|对|会|吃|喝|养|当|做|教|学|姓|想|要|搬|换|属|生日|\d+岁))"
)
"""A name behind what somebody is: 我同事张伟喜欢爬山."""


class _Person(NamedTuple):
    """`kin` are the words for what they are to the owner; each is "" where it is not said."""

    kin: str
    name: str


@lru_cache(maxsize=4096)
def _person(text: str) -> _Person:
    """Return whom a memory is about; both fields are "" for the owner and for things."""
    plain = normalize(text)
    match = _WHOSE.match(plain)
    called = _CALLED.match(text)
    if match is None:
        alone = called or _ALONE_EN.match(text)
        return _Person("", alone[1].casefold() if alone else "")
    kin = list(_RELATIVES.values())[int(str(match.lastgroup)[1:])]
    rest = plain[match.end() :]
    name = _AFTER_KIN_EN.match(rest) or _AFTER_KIN_ZH.match(rest)
    if called:
        return _Person(kin, called[1].casefold())
    return _Person(kin, name["n"].casefold() if name else "")


def of_others(new: str, old: str) -> bool:
    """Tell whether two texts are about different persons: one's own birthday and the wife's, two
    children, or two friends of whom each has a name.
    """
    mine, theirs = _person(new), _person(old)
    if mine.name and theirs.name and mine.name != theirs.name:
        return True
    if mine.kin or theirs.kin:
        if mine.kin and not re.search(mine.kin, old, re.IGNORECASE):
            return bool(_OWN.match(old))
        return bool(
            theirs.kin and not re.search(theirs.kin, new, re.IGNORECASE) and _OWN.match(new)
        )
    if mine.name != theirs.name:  # one has a name, the other is the owner, or nobody
        named, other = (mine, old) if mine.name else (theirs, new)
        return bool(_OWN.match(other)) and named.name not in other.casefold()
    return False
