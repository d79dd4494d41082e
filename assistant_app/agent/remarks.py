"""Remarks about days and things that ask for nothing: "last night was great", 明天面试，有点紧张.

A small model sees a date and puts something on the calendar. What was, what somebody feels about it
and what would be if are told or asked, and nothing is to be added for them.
"""

from __future__ import annotations

import re

from assistant_app.agent.weighing import weighs

_ORDERS = re.compile(
    r"\b(?:remind|schedule|add|put|cancel|delete|remove|book|set|create|move|mark|tick|note|save|block|"
    r"reschedule|postpone|plan|list|calendar)\b|"
    r"提醒|叫我|安排|日历|日程|添加|加到|加上|加进|加个|取消|删|推迟|改到|改成|挪|移到|[定设开关调改][^，。]{0,8}闹钟|闹钟[^，。]{0,6}[定设开关调改到点]|记一下|"
    r"记到|记上|待办|帮我|请",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was(?! (?:wondering|hoping|thinking))|were|wasn['’]t|weren['’]t|used to|had been|slept|"
    r"woke|born)\b|"
    r"\b(?:yesterday|last (?:night|week|month|year|\w+day(?! of\b))|\w+ ago)\b|"
    r"^\W*(?:(?:so|well|oh|and|but)\b\W*)*(?:they|he|she|it|we|everyone|somebody|(?:my|our|his|her|"
    r"their|the) \w+) "
    r"(?:\w+ly |just |finally |already )?"
    r"(?!(?:agreed|arranged|booked|scheduled|planned|decided|signed|registered|invited|reserved|moved|"
    r"changed|shifted|postponed|cancell?ed)\b)[a-z]{3,}ed\b|"
    r"昨[天晚夜]|前天|上(?:个)?(?:周|星期|礼拜|月)|去年|以前|从前|小时候|刚才|出生的|结的婚|了一整|"
    r"(?:搬走|晚点|延误|被取消|关门|涨价|迟到|生病|弄坏|弄丢|输|赢|病|死|走|来|去)了|"
    r"[睡吃喝看玩忙走跑]到[^，。]{1,6}才",
    re.IGNORECASE,
)
_FEELS = re.compile(
    r"\b(?:I (?:wish|wonder|hate|love|hope|forgot|feel)|can['’]?t wait|looking forward|"
    r"what a (?:pity|shame|mess|day)|"
    r"can you believe|can(?:['’]?t|not) (?:even )?believe|hard to believe|the worst|"
    r"so (?:angry|sad|happy|tired|boring|excited|glad|annoying|nice|late|bad|good|strange|weird|"
    r"wild|crazy|surreal|proud|jealous)|"
    r"(?:a bit|a little|very|really|too|pretty) \w+ (?:about|for|early|late|today)|time flies|"
    r"such a|guess what|\w+day again|what a (?:waste|relief|surprise|joy)|isn['’]t (?:it|that)|"
    r"always (?:woke|wakes|makes|forgets))\b|"
    r"真(?:是|的)?(?:想|羡慕|无聊|开心|累|烦|好|快|倒霉|难|希望|不知道|受不了)|太[^，。]{1,4}了|"
    r"怎么(?:又|就|老)|怎么[^，。]{0,6}这么|好期待|期待|你猜|猜猜|"
    r"讨厌|最烦|可惜|气死|受不了|老是|总是睡|睡不着|失眠|简直|浪费时间|没意思|没劲|"
    r"(?:好|很|真|太|特别|非常|挺|更|心里|让我|感到|为[^，。]{1,6})(?:骄傲|自豪|开心|高兴|难受|伤心|孤单|寂寞|生气|心疼|"
    r"欣慰|感动|失望|害怕|后悔|羡慕|沮丧|焦虑|烦躁|激动|兴奋|不错|尴尬|委屈|幸福|满足|想哭)|"
    r"[看气感]哭|挺不错|"
    r"真不|感觉|觉得|紧张|难过|郁闷|时间过得|又是|就好了|真希望|要是[^，。]{1,10}就好|我忘了|"
    r"有点(?:累|烦|紧张|担心|怕|难)",
    re.IGNORECASE,
)
_HABIT = re.compile(
    r"^(?!.*\d)(?=.*\b(?:every (?:year|month|week|winter|summer|spring|autumn|fall|christmas|\w+day)|"
    r"on (?:\w+days|weekends)|always|usually|never)\b)"
    r".*\b(?:I|we|he|she|they|(?:my|our|his|her|their) \w+)\b (?:always |usually |never )?(?!need|"
    r"have to|must|want)\w+|"
    r"(?:我|他|她|咱|爸|妈|爷|奶|姥|哥|姐|弟|妹|老家|家里).*每(?:年|天|周|月|到|逢|次)[^，。]{0,10}都|"
    r"每(?:年|天|周|月|到|逢|次)[^，。\d点]{0,8}(?:我|他|她|咱|爸|妈|爷|奶)[^，。]{0,6}都",
    re.IGNORECASE,
)
"""What is done time and again is told, where no time is said to put it at."""
_ONLY_IF = re.compile(
    r"\b(?:hypothetically|out of curiosity|just (?:asking|wondering|curious)|"
    r"not (?:right )?now,? just)\b|"
    r"^\W*(?:(?:so|and|ok(?:ay)?|hey|well)\b\W*)*(?:(?:if|what if|suppose|imagine|say) I (?:ever |"
    r"just )?(?:\w+ed|were|was|had|went)|"
    r"what would happen|should (?:I|we|it|they|that)\b|(?:would|could|do) (?:I|we|it|they|"
    r"that)\b(?! (?:please|have\b))|"
    r"do you think|"
    r"how (?:do|would|can|could|should|does|did) (?:I|you|one|we|people|it|the)\b)|"
    r"[,;:]\s*how(?:\s*\?|\s*$|\s+(?:do|does|can|could|would|should|might)\b)|"
    r"假设|假如|如果(?:我)?[^，。]{1,16}(?:会|怎|好)|要是[^，。]{1,16}(?:会|怎)|随便问|只是问|"
    r"不用现在|先别|好奇|"
    r"(?:怎么|如何|怎样)(?:才能|可以|能|去)?(?:设|加|添|删|取消|改|用|建|弄|安排)|"
    r"(?:怎么|如何|怎样)(?!样)[^，。]{1,16}[?？]$|"
    r"会不会|好还是|(?:更|比较)好[?？吗]|怎么样[?？]|是怎么",
    re.IGNORECASE,
)


_MOOD = re.compile(
    r"\b(?:sad|lonely|upset|heart-?broken|depressed|miserable|devastated|terrible|awful|exhausted|"
    r"anxious|worried|scared|nervous|stressed|overwhelmed|proud|thrilled|excited|so happy|died|"
    r"passed away|getting divorced|broke up|miss (?:my|him|her|them)|bored|"
    r"(?:rough|bad|hard|long|awful) (?:day|week|night)|(?:so|very|really|too) tired|"
    r"can['’]?t (?:sleep|fall asleep)|feel(?:ing)? (?:down|low|bad|great)|nobody|"
    r"no one (?:called|came|cares)|"
    r"works out|finally)\b|"
    r"难受|难过|伤心|孤单|寂寞|孤独|害怕|紧张|焦虑|崩溃|委屈|心疼|骄傲|自豪|激动|去世|离婚|分手|想哭|压力(?:好|太|很|大)|失眠|睡不着|"
    r"无聊|不顺|心情|骂了?我|没有?人(?:记|理|陪|来)|不成功|好累|太累|累死|(?<!麻)烦死|真烦|倒霉|糟糕|难熬|终于|总算",
    re.IGNORECASE,
)


def tells_a_mood(text: str) -> bool:
    """Tell whether a message says how its owner feels, or of a loss: "noted" is no answer to it."""
    return bool(_MOOD.search(text))


def is_remark(text: str) -> bool:
    """Tell whether a message only says how something was or is felt to be: nothing is to be added."""
    if _ORDERS.search(text):
        return False
    return any(words.search(text) for words in (_PAST, _FEELS, _MOOD, _HABIT))


def is_only_if(text: str) -> bool:
    """Tell whether a message asks what would or should be, or how: nothing is to change."""
    return bool(_ONLY_IF.search(text)) or weighs(text)
