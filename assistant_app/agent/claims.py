"""What a model says it has done where nothing was, and its pictures: taken out before they show.

A small model that answers a message it should have acted on likes to say "I've added it". An
answer is looked at sentence by sentence; a sentence that may be such a claim waits for its end, all
else goes straight through.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.agent.pictures import Pictures
from assistant_app.domain.language import Lang
from assistant_app.resources import phrase

_WAITS, _WAITS_ZH = 14, 6
"""Characters of a sentence after which it can be told whether it may be a claim."""
_FIRST_EN = re.compile(r"\W*([\w'’]+)\W")
_FIRSTS_EN = re.compile(
    r"(?:sure|ok|okay|great|alright|all|done|yes|of|certainly|absolutely|got|no|perfect|and|also|then|"
    r"i|i['’](?:ve|ll)|your|you['’]re|it|that|this|the|an?)",
    re.IGNORECASE,
)
_FIRST_ZH = re.compile(r"\W*(?:$|[好行没当可明收嗯了我已您你帮为替这该会提日任刚到])")
"""How a sentence begins that may become one."""
_END = re.compile(r"[.!?](?=\s)|[。！？!?]|\n")
_LEAD = (
    r"^\W*(?:(?:sure|ok(?:ay)?|great|alright|all right|done|yes|of course|certainly|absolutely|got it|"
    r"no problem|perfect|and|also|then)\b\W*)*"
)
_MAY_BE_EN = re.compile(
    rf"{_LEAD}(?:I\b|I['’]|your\b|you['’]re all\b|(?:it|that|this)\b|(?:the|a|an) (?:new )?(?:event|"
    rf"meeting|"
    r"reminder|task|appointment|alarm|item|entry)\b|(?:add|sav|creat|delet|remov|schedul)ed\b)",
    re.IGNORECASE,
)
_THINGS_EN = (
    r"(?:calendar|schedule|agenda|list|tasks?|to-?dos?|reminders?|events?|meetings?|appointments?|"
    r"alarms?|"
    r"timers?|entry|memory|notes?)"
)
_DOES_EN = (
    r"(?:added|created|scheduled|set(?: up)?|deleted|removed|cancel+ed|moved|rescheduled|updated|"
    r"changed|"
    r"marked|booked|saved|put|noted|recorded|cleared|postponed|stored)"
)
_CLAIM_EN = re.compile(
    rf"\bI(?:['’]ve| have|['’]ll| will)? (?:just |now |already |also |"
    rf"gone ahead and )*{_DOES_EN}\b.*\b{_THINGS_EN}\b|"
    rf"\b{_THINGS_EN}\b.{{0,60}}\b(?:has been|have been|is now) (?:\w+ )?{_DOES_EN}\b|"
    rf"\b(?:has been|have been) {_DOES_EN}\b.*\b{_THINGS_EN}\b|"
    rf"{_LEAD}(?:it (?:has been|is) )?{_DOES_EN}\b.{{0,60}}\b"
    rf"(?:to|on|in|from) (?:your|the) (?:[\w-]+ ){{0,2}}{_THINGS_EN}\b|"
    r"\bI(?:['’]ll| will) (?:\w+ )?(?:remind|wake|notify|alert) you\b",
    re.IGNORECASE,
)
_NO_CLAIM_EN = re.compile(
    r"\?|\b(?:if|cannot|can['’]?t|could not|couldn['’]t|have(?: not|n['’]t)|has(?: not|n['’]t)|"
    r"did(?: not|n['’]t)|"
    r"was(?: not|n['’]t)|not|never|unable|would|should|you (?:can|could|may))\b",
    re.IGNORECASE,
)
_MAY_BE_ZH = re.compile(
    r"^\W*(?:好的?|行|没问题|当然|可以|明白|收到|嗯|了解)*\W*(?:我|已|您|你|帮|为|替|这|该|会|提醒|"
    r"日程|任务|刚|到时)"
)
_CLAIM_ZH = re.compile(
    r"(?:已经?|刚刚?)(?:帮|为|替|给)?(?:你|您)?(?:把|将)?[^，。！？]{0,16}(?:添加|加入|加到|加进|"
    r"加上|设置|设好|设定|创建|新建|安排|"
    r"删除|删掉|取消|移到|挪到|改到|改成|更新|标记|记录|记下|记入|放进|放到|推迟|提前)(?!的)|"
    r"(?:添加|加入|加到|设置|创建|安排|删除|取消|更新|标记|记录)(?:成功|好了|完成了?|完毕)|"
    r"(?:会|将)(?:在|于|到)?[^，。！？]{0,14}(?:提醒|叫醒|通知)(?:你|您)|到时候?(?:会)?(?:提醒|"
    r"叫)(?:你|您)"
)
_OURS_ZH = re.compile(
    r"日程|日历|提醒|任务|待办|会议|闹钟|清单|事项|记忆|行程|(?:^|[，。\s])我(?:已|刚|会|把|将)|"
    r"[为帮替给][你您]|[你您]的"
)
_NO_CLAIM_ZH = re.compile(
    r"[?？]|吗|如果|要是|没有|没能|无法|不能|不会|未能|可以|请|需要我|是否|建议|怎么|如何"
)


class ClaimGuard:
    """Takes the pieces of an answer and gives back what may be shown of them.

    `done` are the titles of what was done in this chat: of those it may well speak. With `anything`
    all claims go through: a text that was asked for says what it says.
    """

    def __init__(self, lang: Lang, done: Sequence[str] = (), *, anything: bool = False) -> None:
        self._anything = anything
        self._lang = lang
        self._done = [title.casefold() for title in done]
        self._pictures = Pictures()
        self._held = ""
        self._flows = False
        self._said = False

    def feed(self, text: str) -> str:
        """Return what may be shown now that `text` came."""
        self._held += self._pictures.feed(text)
        shown = ""
        while end := _END.search(self._held):
            shown += self._sentence(self._held[: end.end()])
            self._held = self._held[end.end() :]
            self._flows = False
        if self._flows or self._anything or not self._may_be(self._held):
            self._flows = True
            # A stop may end the sentence: what comes next tells.
            more = self._held.rstrip(".!?")
            shown, self._held = shown + more, self._held[len(more) :]
        return shown

    def finish(self) -> str:
        """Return what is left at the end of the answer."""
        shown, self._held = self._sentence(self._held + self._pictures.finish()), ""
        return shown

    def _sentence(self, text: str) -> str:
        said = text.casefold()
        if (
            self._flows
            or self._anything
            or not is_claim(text, self._lang)
            or any(t in said for t in self._done)
        ):
            return text
        if self._said:
            return ""
        self._said = True
        before = text[: len(text) - len(text.lstrip())]
        return before + phrase(self._lang, "agent.nothing_done")

    def _may_be(self, text: str) -> bool:
        """Tell whether a sentence that begins so may become a claim."""
        begun = text.strip()
        if self._lang == "zh":
            soon = len(begun) < _WAITS_ZH and bool(_FIRST_ZH.match(begun))
            return soon or bool(_MAY_BE_ZH.match(begun))
        word = _FIRST_EN.match(text.lstrip())
        if not word or (len(begun) < _WAITS and _FIRSTS_EN.fullmatch(word[1])):
            return len(begun) < _WAITS
        return bool(_MAY_BE_EN.match(begun))


def is_claim(sentence: str, lang: Lang) -> bool:
    """Tell whether a sentence says that something was changed, or will be seen to."""
    claim, none = (_CLAIM_ZH, _NO_CLAIM_ZH) if lang == "zh" else (_CLAIM_EN, _NO_CLAIM_EN)
    if lang == "zh" and not _OURS_ZH.search(sentence):
        return False
    return bool(claim.search(sentence)) and not none.search(sentence)
