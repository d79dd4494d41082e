# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Decide whether a memory belongs to a message at all; most messages need none.

The cosines of a small embedder alone do not tell: of the development questions, half of those that
need no memory come closer to some memory than a tenth of those that need one. So the message is read
first: does it speak of the owner, ask for something where taste and circumstances matter, or is it
general (weather, sums, a joke)? Each has its own threshold, and shared words count by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assistant_app.domain.language import detect
from assistant_app.domain.memory import Memory
from assistant_app.domain.search_text import STOP_CHARACTERS, normalize, terms
from assistant_app.memory.attribute import stem

_PERSONAL = re.compile(
    r"\b(?:my|mine|our|ours|i|i'm|i've|i'd|im|ive|us|we|myself)\b|\bfor me\b|\bsuits? me\b|\bme (?:be|up|off|to)\b|\bshould me\b"
    r"|(?<![帮给替叫提醒告诉让教陪请跟])(?:我|俺|咱)",
    re.IGNORECASE,
)
_NOT_PERSONAL = re.compile(
    r"\b(?:can|could|may) i (?:ask|know|have|get|see)\b|\bi (?:want|need|would like|'d like|wish) (?:you )?to (?:know|hear|ask|listen|"
    r"play|watch|see)\b|\bi(?:'d| would) like\b|\btell me\b|\bmy (?:current |this )?(?:playlist|queue|location|alarm|list|music)\b|"
    r"\b(?:let|do|does|did|can|should|will|would|are|when|why) (?:us|we)\b"
    r"|我(?:想|要|需要|们要|们)(?:听|看|知道|查|问|订|去听|播放|请问|预订|预定|带|打)|我的(?:播放列表|歌单|位置|当前|音乐|书单|队列)|我(?:现在|目前)的?(?:位置|所在)",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"\b(?:schedule|arrange|book|plan|organi[sz]e|suggest|recommend|choose|pick|cook|bake|baking|cooking|recipe|dinner|lunch|breakfast|"
    r"gift|present|birthday|meeting|appointment|menu|restaurant|which|what should|what kind|remind me (?:of|what|who|where)|"
    r"write to|draft|order|buy|pack|wear|topping|best|leave off|avoid|who|where|remember|last time)\b"
    r"|安排|推荐|建议|怎么做|吃什么|买什么|送什么|选|挑|订|约|菜谱|食谱|做饭|晚饭|午饭|早饭|礼物|会议|开会|餐厅|哪|谁|几点|多大|什么时候|叫什么|"
    r"给.{1,4}(?:写|发|打|买|做|订)|记得|上次|之前|忌口|留意|注意|规矩",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"^(?:please |can you |could you |hey |ok )*(?:add|set|remind me (?:to|about|at|on|in|every)|delete|cancel|remove|move|reschedule|create|"
    r"mark|show|list|check|put|change|update|snooze|clear|open|what(?:'s| is| do i have| have i got) (?:on|in|next)|when(?:'s| is) my (?:next )?"
    r"(?:meeting|appointment|event)|do i have|am i (?:free|busy))\b"
    r"|^(?:请|麻烦|帮我|给我|你)*(?:添加|设置|设个|设一个|提醒|删除|删掉|取消|移动|推迟|提前|改到|修改|更改|创建|新建|加|查看|列出|显示|把|将|标记|看看|看一下|查一下我|我.{0,4}有什么(?:安排|事|会|日程))",
    re.IGNORECASE,
)
"""Runs the calendar or the tasks: everything it needs is in it."""

_GENERAL = re.compile(
    r"\b(?:weather|rain(?:ing|coat)?|snow(?:ing)?|sunny|temperature|forecast|climate|humid|news|headlines?|joke|jokes|"
    r"play (?:\w+ )?(?:music|song|songs|by|track|album|playlist|radio|jazz|rock)|playlist|volume|podcast|radio|convert|exchange rate|"
    r"translate|translation|definition|define|synonym|spell|how do you say|capital of|population of|how (?:far|tall|old|big|long|deep|high) "
    r"is (?:the|it from)\b|square root|plus|minus|times|divided|percent of|stars?|rate (?:this|the)|rating|who (?:is|was) (?:the )?[A-Z]\w+|"
    r"tell me a|what(?:'s| is) up|thanks?|thank you|hello|hi there|good (?:morning|night)|alexa|hey google|refund|flip a coin|roll a die|"
    r"what (?:time|day|date) is|today's date|movie times|showtimes|who are you|are you|your name|earth|moon|planet)\b"
    r"|\d\s*[-+*/x×÷]\s*\d"
    r"|天气|下雨|下雪|雨衣|雨伞|气温|温度|几度|刮风|暴风|台风|湿度|雾霾|晴|新闻|头条|笑话|播放|放(?:首|一首|点)|歌|音乐|音量|专辑|电台|汇率|换算|"
    r"翻译|什么意思|怎么读|近义词|反义词|首都|人口|等于几|等于多少|加上|减去|乘以|除以|百分之|星(?:级|评)?[0-9一二三四五六颗]|评分|评级|打[零一二三四五六0-9]+(?:颗)?[星分]|"
    r"^(?:你好|您好|早上好|晚上好|谢谢|多谢|再见|拜拜|嗨|哈喽|在吗)|你(?:叫|是谁|是什么|能做|会做|好)|星期几|几号|今天(?:的)?日期|现在几点|电影票|机票|火车票|航班|"
    r"多高$|多远$|讲个|说个|[多很会]冷|[多很会]热|冷吗|热吗",
    re.IGNORECASE,
)
_LEAST: Mapping[str, Mapping[str, float]] = {
    "personal": {"en": 0.735, "zh": 0.835, "across": 0.735},
    "task": {"en": 0.775, "zh": 0.86, "across": 0.76},
    "command": {"en": 0.81, "zh": 0.885, "across": 0.80},
    "other": {"en": 0.80, "zh": 0.88, "across": 0.79},
    "general": {"en": 0.9, "zh": 0.95, "across": 0.9},
}
"""The raw cosine of e5-small a memory needs, by kind of message and by its language; `across` when
that differs from the message's."""
_SHARED = 0.3
_SHARED_BY_WORDS = 0.25
_SHARED_GENERAL = 0.6
_LEAST_SHARE_OF_BEST = 0.3

_EVEN: Mapping[str, float] = {"en": 0.7575, "zh": 0.851, "across_en": 0.752, "across_zh": 0.761}
"""The raw cosine that says neither yes nor no: of a memory in the message's language, and across."""
_COSINE_STEP, _NEARNESS = 0.03, 0.6
_WORDS, _ANSWER, _GENERAL_WORDS, _MOST_NEED = 2.0, 1.0, 2.0, 2.0
"""Weights against the log odds of the need, set on 120 general messages with 200 memories (kept in
`tests/evaluation/gate`) and the development recall sets: 1.7 % of the English and 6.7 % of the Chinese
general messages get a memory, 95.7 % of what is needed stays. By thresholds alone: 33, 52 and 92 %."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a memory; the cosine is None without an embedder. `score` is 0-1."""

    memory: Memory
    raw: float | None
    score: float
    answers: bool = False
    """Whether it is about the very attribute that is asked for."""


def kind_of_message(text: str) -> str:
    """Return "personal", "task", "command", "general" or "other": how much a memory can matter to it."""
    if _GENERAL.search(text):
        return "general"
    if _COMMAND.search(text):
        return "command"
    if _PERSONAL.search(text) and not _NOT_PERSONAL.search(text):
        return "personal"
    return "task" if _TASK.search(text) else "other"


def content_terms(text: str) -> set[str]:
    """Return the stemmed terms that can be shared: words and Chinese pairs.

    Pairs with a character that carries no subject are left out ("在下"); single characters count only
    where a text has nothing longer.
    """
    found = {stem(term) for term in terms(text)}
    longer = {
        term
        for term in found
        if term.isascii() or (len(term) > 1 and not set(term) & STOP_CHARACTERS)
    }
    return longer or found


def shared(query: set[str], text: str) -> float:
    """Return the share of the query's content terms that `text` has (0-1)."""
    return len(query & content_terms(text)) / len(query) if query else 0.0


def _most_shared(query: set[str], text: str) -> float:
    """Return a bound on `shared`, quickly: a stem stands in its word but for its last letter."""
    text = normalize(text)
    return sum(term[: len(term) - 1 or 1] in text for term in query) / len(query) if query else 0.0


def relevance(
    query: str, best: float, *, few: bool, need: float | None = None
) -> Callable[[Evidence], bool]:
    """Return what tells of a piece of evidence whether it passes.

    `best` is the highest score of all evidence. `need` is what the classifier says of the message
    (log odds), None where there is none; the message is then judged by its words alone. `few` says
    that these are all the memories there are, a handful: then all of them may go in, so long as the
    message speaks of the owner or leaves something open. Of a handful, one that shares words with the
    message goes in whatever the classifier says.
    """
    kind = kind_of_message(query)
    if few and (kind in ("personal", "task") if need is None else need > 0):
        return lambda one: True
    asked = content_terms(query)
    lang = detect(query)

    def passes(one: Evidence) -> bool:
        if one.score < _LEAST_SHARE_OF_BEST * best:
            return False
        if need is None or one.raw is None:
            return _passes(kind, asked, lang, one)
        return _weighed(kind, asked, lang, one, one.raw, need) or (
            few and kind != "general" and shared(asked, one.memory.text) >= _SHARED_BY_WORDS
        )

    return passes


def _weighed(
    kind: str, asked: set[str], lang: str, one: Evidence, raw: float, need: float
) -> bool:
    """Tell whether the message's need, the nearness and the shared words together speak for it."""
    side = one.memory.lang if one.memory.lang == lang else f"across_{lang}"
    nearness = (raw - _EVEN.get(side, _EVEN["en"])) / _COSINE_STEP
    without_words = (
        min(need, _MOST_NEED)
        + _NEARNESS * nearness
        + _ANSWER * one.answers
        - _GENERAL_WORDS * (kind == "general")
    )
    # Words are compared where they can turn it only: that is the slow part.
    if not -_WORDS < without_words <= 0:
        return without_words > 0
    least = -without_words / _WORDS
    return _most_shared(asked, one.memory.text) > least and shared(asked, one.memory.text) > least


def _passes(kind: str, asked: set[str], lang: str, one: Evidence) -> bool:
    if one.answers and kind != "general":
        return True
    share = shared(asked, one.memory.text)
    needed = _SHARED if one.raw is not None else _SHARED_BY_WORDS
    if kind == "general":
        needed = _SHARED_GENERAL
    if share >= needed:
        return True
    if one.raw is None:
        return kind in ("personal", "task") and share > 0
    side = one.memory.lang if one.memory.lang == lang else "across"
    return one.raw >= _LEAST[kind].get(side, _LEAST[kind]["en"])
