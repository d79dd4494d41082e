# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""What was done, told in Chinese: 窗帘洗完了，标一下 is about the task 洗窗帘. Pure.

The thing comes before its verb there, and after it in a task; the characters are the same.
"""

from __future__ import annotations

import re

_OR = r"(?:[啊呀吧呗哈啦哦嘛了]|一下|谢谢你?|多谢|辛苦了?|[。！!~～\s，,])*"
_TICK = (
    r"(?:所以|那就?|然后|[把将]|它|[这那](?:一)?[条个项件]?(?:事儿?|任务|待办)?|任务|待办|清单|列表|[里上]面?|就|可以|能|帮我|帮忙|给我|替我|请|麻烦|"
    r"也|都|全|顺手|顺便|直接|先|一起|一并|你|我|再|\s)*"
    r"(?:标(?:记|注)?(?:一下|上|掉|了|个|为|成|作|到)+(?:已经?)?(?:完成|做完|办完|完)?|标(?:记|注)?(?:已)?(?:完成|做完)|"
    r"[销消划勾][掉了上去](?:了)?|[销划勾]一下|划去|"
    r"[打画]个?上?一?个?对?[勾钩√✓]|(?:算|记|点|设|改|置)(?:为|成|个|作|做|上)?(?:已)?(?:完成|做完)|完成(?:掉|一下)|从(?:清单|列表|待办)[里上]?(?:划|去|勾|拿)掉)"
)
_DONE = r"(?:[完好掉过到回来去出上齐清净妥光]{0,2}(?:了|啦|咯|喽)|[完好过]|搞定|到手)"
_PAIR = (
    re.compile(
        rf"^(?P<deed>[^；;。]{{2,40}}?{_DONE})[啊呀哈呢，,。；;！!、~～\s–—-]*(?:{_TICK}){_OR}$"
    ),
    re.compile(
        rf"^(?:{_TICK})(?:[一下吧哈了]|[，,。；;！!、\s])*[，,。；;！!\s](?P<deed>[^；;。]{{2,40}}?{_DONE})[啊呀哈呢]?{_OR}$"
    ),
)
_NOT_DONE = re.compile(
    r"没|未|不|别|太|如果|要是|等|快[要到]|就要|差点|[吗么呢？?]|谁|哪|什么|怎么|[他她]们?"
)
_ORDERED = re.compile(r"[改挪移推换调延][到成至为]|提醒|帮我|加(?:个|一|到|进|上)|取消|删")
"""A request of another kind: what stands before a deed is no part of it."""
_FILLER = re.compile(
    r"[\s，,。；;！!、]|(?:刚刚|刚才|已经|终于|总算|全部|都|也|刚|已|又|给?我们?|咱们?|今天|昨天|早上|[那这][条个项件]|[把将的])|嗯|哦|对了|诶"
)
_ASPECT = r"(?:完|好|掉|过|到|回来|回去|回|出去|上|齐|清|干净|妥|妥当|光|来)"
_TAIL = re.compile(rf"(?:{_ASPECT}|搞定|到手)?(?:了|啦|咯|喽)?[啊呀哈呢]?$")
_AFTER_VERB = re.compile(rf"(?:{_ASPECT}了?|了)(?=.)")
"""What follows a verb that stands before its thing: 洗完碗, 取回包裹."""
_LIGHT = re.compile(r"(?:弄|搞|办|做|整|处理|解决|完成|忙)$")
_SAME = str.maketrans("拿领缴付购刷钩邮", "取取交交买洗勾寄")
"""Verbs that are told for one another: what was to be fetched was taken home."""


def deed_in_zh(text: str) -> str:
    """Return what a message tells as done beside a wish to tick it off; "" where it has no such pair."""
    for pattern in _PAIR:
        match = pattern.match(text.strip())
        if not match or _NOT_DONE.search(match["deed"]) or _ORDERED.search(match["deed"]):
            continue
        if _deeds(match["deed"]):
            return match["deed"].strip(" ，,。；;！!、")
    return ""


def is_told_as_done(words: str) -> bool:
    """Tell whether words end as a deed told in the past does."""
    return bool(re.search(rf"{_DONE}$", words.strip())) and not _NOT_DONE.search(words)


def fits_deed(deed: str, title: str) -> int:
    """Return how well the title of a task fits a deed: 2 of the same characters, 1 of its words, 0 not."""
    task = _plain(title)
    best = 0
    for thing, verb in _deeds(deed):
        if sorted(thing + verb) == sorted(task):
            return 2
        ordered = thing in task and verb in task.replace(thing, "", 1)
        longer = len(task) > 2 and any(
            task[:k] in verb and len(task) - k > 1 and task[k:] in thing for k in (1, 2)
        )
        spread = len(thing + verb) > 2 and verb and set(thing + verb) <= set(task)
        best = max(best, int(bool(ordered or longer or spread)))
    return best


def _plain(words: str) -> str:
    return _FILLER.sub("", words).translate(_SAME)


def _deeds(words: str) -> list[tuple[str, str]]:
    """Return the ways to part a deed into (thing, verb); a verb that says nothing is ""."""
    told = _FILLER.sub("", words)
    bare = _TAIL.sub("", told)
    found: list[tuple[str, str]] = []
    for i in range(1, min(len(bare), 7)):
        if (after := _AFTER_VERB.match(bare, i)) and not _LIGHT.match(bare[:i]):
            found.append((bare[after.end() :], bare[:i]))
    if light := _LIGHT.search(bare):
        found.append((bare[: light.start()], ""))
    elif bare == told or told.endswith(("搞定", "搞定了")):
        found.append((bare, ""))
    else:
        found += [(bare[:-k], bare[-k:]) for k in (1, 2)]
    return [(t.translate(_SAME), v.translate(_SAME)) for t, v in found if len(t) > (not v)]
