# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Topics that the owner barred in words ("nothing about my health"): read the wish, and know the topic.

A topic that everybody means the same by (health, money, faith, …) is known by words of both
languages; any other by the words it was named with, in the other language too where they are
everyday ones. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant_app.domain.search_text import STOP_CHARACTERS, terms
from assistant_app.memory.attribute import stem
from assistant_app.memory.bilingual import english_of

_NOT_EN = r"(?:don['’]?t|do not|never|please don['’]?t|stop)"
_KEEP_EN = r"(?:remember(?:ing)?|keep(?:ing)?|stor(?:e|ing)|not(?:e|ing)(?: down)?|sav(?:e|ing)|memori[sz](?:e|ing)|record(?:ing)?|learn(?:ing)?|propos(?:e|ing))"
_POLITE_ZH = r"(?:请|麻烦)?你?(?:以后|永远)?"
_NOT_ZH = r"(?:不要|别|不许|不准|请勿|不用)(?:再)?(?:去)?"
_KEEP_ZH = r"(?:记住|记录|记下|记着|保存|存下|记|存)"
_ON_ZH = r"(?:跟|和|与|关于|有关|涉及)"
_MATTER_ZH = r"(?:(?:方面|有关|相关)?的?(?:任何)?(?:事情|事儿|事|东西|内容|信息|话题|情况))"
_WISHES = (
    re.compile(
        rf"^(?:please )?{_NOT_EN} (?:ever )?{_KEEP_EN} (?:anything|things|stuff|facts|notes?|memories)?(?: (?:at all|to do))? ?(?:about|on|regarding|concerning|with|related to) (?P<topic>[^.!?]+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:please )?{_KEEP_EN} nothing (?:at all )?(?:about|on|regarding|concerning|to do with|related to) (?P<topic>[^.!?]+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:please,? )?nothing (?:about|on|regarding|to do with) (?P<topic>my [^.!?]+?)(?: (?:in|into) (?:your|the) memor(?:y|ies))?$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^{_POLITE_ZH}{_NOT_ZH}{_KEEP_ZH}(?:任何|所有|一切)?{_ON_ZH}(?P<topic>[^。！？，]+?){_MATTER_ZH}?(?:了)?$"
    ),
    re.compile(
        rf"^{_POLITE_ZH}{_NOT_ZH}{_KEEP_ZH}(?:任何|所有|一切)?(?P<topic>我的?[^。！？，]+?){_MATTER_ZH}?(?:了)?$"
    ),
    re.compile(
        rf"^{_POLITE_ZH}{_NOT_ZH}{_KEEP_ZH}(?:任何|所有|一切)?(?P<topic>[^。！？，]+?){_MATTER_ZH}(?:了)?$"
    ),
    re.compile(
        rf"^(?:{_ON_ZH}|凡是)?(?P<topic>我的?[^。！？，]+?){_MATTER_ZH}?，?(?:都|一概|你|请)*{_NOT_ZH}{_KEEP_ZH}(?:了)?$"
    ),
)
_TOO_LITTLE = re.compile(
    r"^(?:it|this|that|them|me|us|my|这个?|那个?|它|我|这些|那些|了|我的)$", re.IGNORECASE
)

_KNOWN: tuple[tuple[str, str, str], ...] = (
    # (name, how the topic is called, what speaks of it)
    (
        "health",
        r"\b(?:health|medical|illness|diseases?|medications?|medicines?|body|condition|diagnos\w+)\b|健康|身体|病|医疗|用药|吃药|体检",
        r"\b(?:allerg\w+|ill(?:ness)?|sick|disease|diabet\w+|asthma\w*|cancer|migraines?|headaches?|pills?|tablets?|medicat\w+|medicines?|doses?|insulin|inhaler|doctor|dentist|hospital|surgery|operation|therap\w+|clinic|blood|pressure|pregnan\w+|depress\w+|anxiety|arthritis|injur\w+|sprain\w*|broke (?:my|his|her|the user's)|symptoms?|diagnos\w+|vaccin\w+|insomnia|weigh\w*|celiac|coeliac|intoleran\w+|adhd|autis\w+|epilep\w+|hiv|physio\w*)\b"
        r"|过敏|生病|病|药|糖尿|哮喘|癌|头疼|头痛|偏头痛|医院|医生|牙医|手术|治疗|血压|血型|血糖|怀孕|抑郁|焦虑|关节|受伤|扭伤|骨折|疫苗|失眠|体重|体检|不耐受|近视|炎",
    ),
    (
        "money",
        r"\b(?:money|financ\w+|salary|income|debts?|savings?|bank\w*|wages?|pay)\b|钱|财务|收入|工资|薪水|存款|债|经济状况",
        r"\b(?:salary|wages?|earn\w*|income|rent|mortgage|loans?|debts?|owes?|sav(?:e|es|ings?)|bank|budget|bonus|pension|tax\w*|invest\w*|shares|afford|paid|pays)\b|[$€£¥]\s?\d|\d+\s?(?:dollars|euros|pounds|yuan|块|元|万)"
        r"|工资|薪|收入|房租|房贷|贷款|欠|债|存款|存了|银行|预算|奖金|养老金|税|投资|股票|基金|理财",
    ),
    (
        "faith",
        r"\b(?:religio\w+|faith|beliefs?|god|church)\b|宗教|信仰",
        r"\b(?:church|mosque|temple|synagogue|pray\w*|christian\w*|catholic|muslim|islam\w*|jew(?:ish)?|hindu|buddhis\w+|quaker|atheist|god|religio\w+|bible|quran)\b|教堂|清真|寺|佛|基督|天主|伊斯兰|道教|信教|祷告|拜佛|信仰|宗教",
    ),
    (
        "politics",
        r"\b(?:politic\w*|vot(?:e|es|ing)|elections?)\b|政治|选举|投票",
        r"\b(?:vot(?:e|es|ed|ing)|politic\w*|party member|election|left-wing|right-wing|labou?r party|conservatives?|democrats?|republicans?|socialist)\b|投票|选举|政治|党员|入党",
    ),
    (
        "love",
        r"\b(?:love life|sex(?:ual)? ?(?:life|uality)?|dating|relationships?|romance|romantic|marriage|divorce|ex)\b|感情|恋爱|爱情|性生活|婚姻|前任|离婚",
        r"\b(?:dat(?:e|es|ing) (?:a|someone|with)|girlfriend|boyfriend|partner|sex\w*|gay|lesbian|bisexual|divorc\w+|broke up|affair|ex-(?:wife|husband)|my ex|the user's ex|married|engaged|crush)\b|女朋友|男朋友|对象|恋爱|分手|离婚|前任|前妻|前夫|结婚|出轨|暗恋|同性恋|性取向",
    ),
    (
        "work",
        r"\b(?:work|job|career|boss|office|compan(?:y|ies)|colleagues?)\b|工作|上班|单位|公司|职场|老板|同事",
        r"\b(?:work(?:s|ed|ing)?|job|boss|manager|office|colleagues?|cowork\w+|compan(?:y|ies)|employ\w+|career|promotion|client|project|shift|salary)\b|工作|上班|单位|公司|老板|领导|同事|加班|升职|客户|项目|岗位|辞职|跳槽",
    ),
    (
        "family",
        r"\b(?:family|kids?|children|wife|husband|parents?|relatives?|marriage)\b|家人|家庭|家里人|孩子|亲戚|父母",
        r"\b(?:wife|husband|sons?|daughters?|kids?|child(?:ren)?|mother|father|mum|mom|dad|parents?|brothers?|sisters?|grand\w+|uncle|aunt|cousins?|nephews?|nieces?|in-laws?|family)\b|老婆|妻子|老公|丈夫|儿子|女儿|孩子|妈|爸|父亲|母亲|父母|哥|弟|姐|妹|爷爷|奶奶|外公|外婆|姥|舅|姑|姨|叔|婆婆|公公|岳|侄|家人",
    ),
    (
        "home",
        r"\b(?:address|home address|where i live|location|whereabouts)\b|住址|地址|住在哪|住哪",
        r"\b(?:lives? (?:in|at|on)|liv(?:es|ing) in|address|moved to|my (?:flat|house|street)|the user's (?:flat|house|street))\b|住在|住址|地址|搬到|搬去|家在",
    ),
    (
        "food",
        r"\b(?:food|diet|eating|drinking|(?:i|we) (?:eat|drink)|tastes?|cooking|meals?)\b|饮食|吃的|吃什么|喝什么|口味|食物|忌口",
        r"\b(?:eats?|eaten|eating|drinks?|drinking|foods?|meals?|breakfast|lunch|dinner|cook(?:s|ed|ing)?|bak(?:es|ed|ing)|vegan|vegetarian|pescatarian|spicy|snacks?|desserts?|coffee|tea|wine|beer|alcohol|meat|beef|pork|lamb|chicken|fish|seafood|vegetables?|fruits?|bread|rice|noodles?|cheese|milk|sugar|sweets?|chocolate|cakes?|soup|allergic to (?:nuts?|peanuts?|shellfish|milk|eggs?|wheat|soy))\b"
        r"|吃|喝(?!彩)|饮食|口味|辣|素食|纯素|米饭|面条|菜(?!鸟)|茶|咖啡|红酒|啤酒|白酒|肉|海鲜|水果|蔬菜|甜食|零食|早饭|午饭|晚饭|做饭|火锅|香菜",
    ),
    (
        "age",
        r"\b(?:birthdays?|bday|age|date of birth)\b|生日|年龄|岁数|年纪|出生日期",
        r"\b(?:birthdays?|bday|was born|born (?:in|on)|years? old|turn(?:s|ed) \d+|aged? \d+|(?:user is|i'?m|i am|(?:son|daughter|child|kid|wife|husband|mother|father|mum|dad|brother|sister) is) \d{1,3}\b(?! ?(?:cm|kg|m\b|%)))|生日|\d岁|[一二三四五六七八九十]岁|出生|年纪|年龄|[\d零]后$",
    ),
    (
        "pets",
        r"\b(?:pets?|animals?)\b|宠物|小动物",
        r"\b(?:pets?|dogs?|cats?|pupp(?:y|ies)|kittens?|parrots?|hamsters?|rabbits?|budgies?|tortoises?|horses?|pony|guinea pigs?|goldfish|terrier|labrador|spaniel|poodle)\b|宠物|猫|狗|兔子|仓鼠|鹦鹉|金鱼|乌龟|柯基|金毛|泰迪",
    ),
    (
        "contact",
        r"\b(?:phone(?: number)?|e-?mails?|contact details|contacts?)\b|电话|手机号|邮箱|联系方式|微信号?",
        r"\b(?:phone number|mobile number|e-?mail(?: address)?)\b|@|(?:\+|\b0)\d[\d ()-]{6,}|电话|手机号|邮箱|微信|1\d{10}",
    ),
)  # fmt: skip
_NAMES = tuple(
    (name, re.compile(called, re.I), re.compile(said, re.I)) for name, called, said in _KNOWN
)


def topic_in(text: str) -> str | None:
    """Return what the owner wants nothing to be remembered about, in their words; None for no wish."""
    said = " ".join(text.split()).strip(" .!。！~")
    for wish in _WISHES:
        if match := wish.search(said):
            topic = re.sub(
                r"(?:,| please| again| ever| from now on)+$",
                "",
                match["topic"].strip(),
                flags=re.I,
            )
            return None if not topic or _TOO_LITTLE.match(topic) else topic
    return None


@dataclass(frozen=True, slots=True)
class Topic:
    """A barred topic, ready to be compared."""

    words: str
    english: frozenset[str]
    known: dict[str, re.Pattern[str]]
    terms: frozenset[str]

    @classmethod
    def of(cls, words: str) -> Topic:
        """Read a topic as the owner named it."""
        known = {name: said for name, called, said in _NAMES if called.search(words)}
        return cls(words, english_of(words), known, _terms(words))

    def covers(self, text: str, category: str = "") -> bool:
        """Tell whether `text`, which was given a category, is about it."""
        if category in self.known or any(said.search(text) for said in self.known.values()):
            return True
        if self.known or not self.terms:
            return False
        if self.terms <= _terms(text):
            return True
        # Named in one language, said in the other: "cats", 猫.
        return bool(self.english) and self.english <= english_of(text)


def _terms(text: str) -> frozenset[str]:
    """Return the stemmed words and Chinese pairs that carry a subject."""
    found = {
        stem(term)
        for term in terms(text)
        if term.isascii() or (len(term) > 1 and not set(term) & STOP_CHARACTERS)
    }
    return frozenset(found or {stem(term) for term in terms(text)})
