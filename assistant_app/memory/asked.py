# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Tell which attribute a question asks for: "where do I live?" asks for `user.home`. Pure.

Such questions share no word with their answer, and a small embedder ranks them poorly; the key that
was noted when the memory was kept answers at once.
"""

from __future__ import annotations

import re

from assistant_app.memory.attribute import FAMILY, KIN_NAMES

_ASKED: tuple[tuple[str, str], ...] = (
    ("user.home", r"\bwhere (?:(?:do|did|am) )?(?:i|we) (?:live|living|am living|based|moved?)|\bmy (?:home )?address\b|\bwhat (?:city|town) (?:do|am) i"
                  r"|我(?:现在|如今|们|家)?(?:住|搬|定居)?(?:在|到)?(?:哪|什么地方|什么城市)(?!.{0,4}(?:上班|工作))|我家(?:住)?在哪"),
    ("user.name", r"\bmy (?:full |first )?name\b|\bwho (?:am i|i am)\b|\b(?:am i|i am|i'm) called\b|我(?:的名字)?(?:叫|是)(?:什么|啥|谁)|我的名字"),
    ("user.job", r"\b(?:do i do|my) (?:for (?:work|a living)|job|profession|work)\b|\bwhere (?:do )?i work\b|\bwhat i do (?:for|$)|\bwhat(?:'s| is) my (?:job|line of work)"
                 r"|我(?:是)?(?:做|干)(?:什么|啥|哪行)|我的(?:工作|职业)|我在哪(?:里|儿|家公司)?(?:上班|工作)"),
    ("user.birthday", r"\bmy (?:birthday|bday|date of birth)\b|\b(?:was i|i was) born\b|我(?:的)?生日|我(?:是)?哪天(?:出)?生"),
    ("user.anniversary", r"\bmy (?:wedding )?anniversary\b|纪念日"),
    ("user.age", r"\bhow old (?:am i|i am)\b|\bmy age\b|我(?:今年)?(?:多大|几岁|多少岁)"),
    ("user.phone", r"\bmy (?:phone|mobile)\b|我(?:的|用的)?(?:是)?(?:什么)?手机"),
    ("user.car", r"\bmy car\b|\bwhat (?:car )?(?:do )?i drive\b|\bdo i drive\b|我(?:的|开的)?(?:是)?(?:什么)?车"),
    ("user.computer", r"\bmy (?:laptop|computer)\b|我的?(?:电脑|笔记本)"),
    ("user.weight", r"\b(?:what|how much) (?:do )?i weigh\b|\bmy weight\b|我(?:的)?(?:体重|多重)"),
    ("user.height", r"\bhow tall (?:am i|i am)\b|\bmy height\b|我(?:的)?(?:身高|多高)"),
    ("user.shoe_size", r"\bshoe size\b|鞋码|多大(?:码)?的鞋"),
    ("user.meeting_time", r"\bmeetings?\b|开会|会议"),
    ("user.diet", r"\bam i (?:a )?(?:vegan|vegetarian)|\bcan i eat\b|我(?:是不是)?吃素"),
    ("user.budget", r"\bmy budget\b|预算"),
    ("allergy.", r"\ballerg|过敏|忌口"),
)  # fmt: skip
_COMPILED = tuple((key, re.compile(pattern, re.IGNORECASE)) for key, pattern in _ASKED)
_ABOUT_A_PERSON = re.compile(
    r"\b(?:name|called|how old|who)\b|叫什么|叫啥|名字|多大|几岁|是谁", re.IGNORECASE
)


def asked_keys(text: str) -> tuple[str, ...]:
    """Return the keys, or beginnings of keys, of what `text` asks for; () for most messages."""
    found = [key for key, pattern in _COMPILED if pattern.search(text)]
    if _ABOUT_A_PERSON.search(text):
        for who, words in {**KIN_NAMES, **FAMILY}.items():
            if re.search(rf"\b(?:{words})s?\b|(?:{words})(?![a-z])", text, re.IGNORECASE):
                found += [f"name.{who}", f"age.{who}"]
    return tuple(found)
