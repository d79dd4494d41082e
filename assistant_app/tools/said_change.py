# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""What the owner's words say of a change: by how much, how long, until when, or by what name. Pure.

A small model reads 往前提半小时 as a time and "extend it till five" as a new start. There are few ways
to say such a change and one meaning of each, so it is read from the words, and the thing with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.ports import DateResolver


@dataclass(frozen=True, slots=True)
class SaidChange:
    """A change as it was said: the tool, the words for the thing ("" for none), the arguments."""

    tool: str
    item: str
    args: dict[str, str]


_TAIL_ZH = re.compile(
    r"(?:[吧了啊呀哦哈呗嘛哟啦\s，,。.！!~～？?]|一下|谢谢你?|多谢|拜托|可以吗|好吗|行吗|好不好|行不行|可以不|就行|就好|就可以|好了|就够了?|够了|左右|的样子|[\s，,](?:日程|日历|安排|你|也|就|都|帮我|跟着)*改(?:一下|一改|改)?(?:日程|日历)?)+$"
)
_CAN_ZH = re.compile(r"(?:能|可以|帮我|麻烦)[^，。]{2,}吗$")
_ASKS_ZH = re.compile(
    r"[吗呢？?]$|什么|啥|几[点号天个]|多[久长少]|哪|怎么|是不是|要不要|会不会|如果"
)
_LENGTH = (
    r"(?:大概|差不多|大约|约|至少|再|个|了|上|它|一下|整整|\s)*(?P<length>(?:[\d.]+|[一二两俩三四五六七八九十半]+)\s*个?半?\s*"
    r"(?:小时|钟头|刻钟|刻|分钟?|天|周|星期|礼拜|个?月|钟|min\w*|h)(?:半|[一二两三四五六七八九十\d]+(?:分钟?|刻钟?))?)"
)
_VERB_FIRST = r"^(?:请|麻烦|帮我|帮忙|给我|替我|能不能|可不可以|我想|我要|再|\s)*"
_ADVERB = r"(?:要|得|想|需要|打算|给我?|都|再|统一|整体|先|能不能|可不可以|可以|能|也|就|稍微|最好|帮我|[改调挪弄](?=[早晚推提])|\s)*"
_ENDS = r"(?:结束|散会|散场|散|收摊|下课|收尾|完事|收工|为止)"
_TIME = (
    r"(?:[今明后]天|今晚|明晚)?(?:凌晨|早上|上午|中午|下午|傍晚|晚上|夜里)?\s*(?:(?:\d{1,2}|[一二两三四五六七八九十]+)(?:点钟?|[:：])"
    r"(?:半|[一二三]刻|\d{1,2}分?|[一二三四五]?十?[一二三四五六七八九]?分?)|中午|半夜|午夜)"
)
_EARLIER = r"(?:[往向朝]前(?:[提挪移推调赶拉拨](?:一?[提挪移推调赶拉]|动)?)?|提前|提早|前[移挪提调]|赶前|早[来开]?)"
_LATER = (
    r"(?:[往向朝]后(?:[推挪移延拖顺靠调拉放稍](?:一?[推挪移延拖顺靠调拉]|动)?)?|推迟|推后|推延|延后|延迟|延期|延缓|后[移推挪延调]|顺延|拖后|"
    r"拖延|拖|推|延(?!长)|晚[来开]?|迟)"
)
_LONGER = r"(?:延长|延时|加长|拉长|延续|增加|多(?:[开上聊留给加玩待游练打做排约占用谈])?|加|续)"
_SHORTER = r"(?:缩短|缩减|减短|压缩|减少|精简|砍掉?|缩|减|少(?:[开上聊留给玩待游练打做排谈])?)"
_NAME = r"(?:名字|名称|标题|题目|叫法|名)"

_RENAME_ZH = re.compile(
    rf"^(?P<item>.*?)(?:的)?{_NAME}?{_ADVERB}(?:改(?:一?个|一下)?(?:新)?名字?[，,\s]*(?:就|要)?(?:叫做?|为|成|作|[:：])|改名(?!字)|改(?:成|为)?叫(?:做|作)?|改称|"
    rf"更名(?:为|成|叫)?|重命名(?:为|成|叫)?|{_NAME}(?:给)?(?:应该|要)?(?:[改换变更](?:成|为|叫|作)(?:了)?|是)|"
    rf"{_NAME}儿?(?:不好|不对|[写打起弄]?错了?|[^，,。\s]{{1,8}}[，,\s])[，,\s]*(?:应该|得|要|给我|就|想)*(?:[改换](?:成|为|叫)|是|叫)|"
    rf"(?:以后|今后|往后|从今以后)(?:就|都|改|要)*叫(?:做|作)?|[换起取]一?个?{_NAME}[，,\s]*(?:叫|成|为)(?:做|作)?|"
    r"不(?:再)?叫.{0,12}?了[，,\s]*(?:改|要|就)?叫(?:做|作)?)"
    r"[\s:：]*(?P<title>.{1,60})$"
)
_CALLED_ZH = re.compile(
    r"^(?:(?:以后|今后|往后|从今以后|从现在起|从现在开始)[，,\s]*(?P<item>.+?)(?:就|都|改|要)*叫(?:做|作|成)?|[把将](?P<that>.+?)叫(?:做|作|成))"
    r"(?P<title>.{1,60})$"
)
_TO_LENGTH_ZH = re.compile(
    rf"^(?P<item>.*?){_ADVERB}(?:(?:{_LONGER}|{_SHORTER}|控制|限制)(?:到|成|至|为|在)|[改换调变](?:整)?(?:成|为)|[短长](?:一?[点些]|点儿)[，,\s]*(?:就|只要|到|改成)?|"
    rf"(?:的)?(?:时长|长度)(?:是|为|[改换调变](?:成|为|到))?|[只就得要](?:要|需要|用|占|开|上|练|给|留|做))(?:只有|只)?{_LENGTH}(?:以内|之内|长)?$"
)
_BY_LENGTH_ZH = re.compile(
    rf"^(?P<item>.*?){_ADVERB}(?:(?P<longer>{_LONGER})|(?P<shorter>{_SHORTER})){_LENGTH}(?:的时间)?$"
)
_BY_LENGTH_FIRST_ZH = re.compile(
    rf"{_VERB_FIRST}(?:(?P<longer>延长|加长|拉长)|(?P<shorter>缩短|压缩))(?P<item>.+?){_LENGTH}$"
)
_UNTIL_FIRST_ZH = re.compile(
    rf"{_VERB_FIRST}(?:延长|加长|拉长|缩短|压缩)(?P<item>.+?)(?:到|至)(?P<a>.{{1,14}}?)(?:{_ENDS})?$"
)
_SHIFT_FIRST_ZH = re.compile(
    rf"{_VERB_FIRST}(?:(?P<earlier>提前|提早)|(?P<later>推迟|推后|延后|延迟|顺延))(?P<item>.+?){_LENGTH}$"
)
_END_BY_ZH = re.compile(
    rf"^(?P<item>.*?)(?:的)?{_ENDS}的?(?:时间|点){_ADVERB}(?:(?P<shorter>{_EARLIER})|(?P<longer>{_LATER})){_LENGTH}$"
)
_END_BY_LENGTH_ZH = re.compile(
    rf"^(?P<item>.*?){_ADVERB}(?:(?P<shorter>{_EARLIER})|(?P<longer>{_LATER})){_LENGTH}[就再才]?{_ENDS}$"
)
_UNTIL_ZH = re.compile(
    rf"^(?P<item>.*?){_ADVERB}(?:"
    r"(?:延长|延时|加长|拉长|延续|持续|缩短|缩减|压缩|一直|进行|[开上聊玩待游练打谈])(?:到|至)(?P<a>.{1,14}?)(?:再|才|就)?"
    rf"(?:{_ENDS})?|"
    rf"[^\W改挪移推换调提前后延拖约定排订放迟加设记安起直]到(?P<e>{_TIME})|"
    r"(?:提前|提早|推迟|推后|延后|延迟|延|拖|挪|改|调|[早晚])?(?:到|成|至|在)(?P<b>.{1,14}?)[就再才]?"
    rf"{_ENDS}|"
    rf"(?P<c>{_TIME})[就再才]{_ENDS}|"
    r"(?:的)?(?:结束|散会|下课|收工)的?(?:时间|点)?(?:是|[改换调挪推延移提](?:迟|前|后)?(?:到|成|至|为))(?P<d>.{1,14}?))$"
)
_SHIFT_ZH = re.compile(
    rf"^(?P<item>.*?){_ADVERB}(?:(?P<earlier>{_EARLIER})|(?P<later>{_LATER})){_LENGTH}"
    r"(?:的时间)?(?:再|后)?(?:开始|开场|开会|开|举行|进行|上课|上|练|做|办)?$"
)

_LEAD_EN = re.compile(
    r"^(?:(?:please|pls|can you|could you|would you|will you|can we|could we|hey|hi|ok(?:ay)?|so|and|also|actually|oh|"
    r"um|let['’]?s|i(?:['’]d| would) like (?:you )?to|i (?:want|need)(?: you)? to|we need to|just)\b[\s,]*)+",
    re.IGNORECASE,
)
_TAIL_EN = re.compile(
    r"(?:[\s,.!]|\b(?:(?:update|change|fix|adjust) (?:it|that)|please|pls|instead|now|thanks|thank you|for me|then|ok(?:ay)?|today))+$",
    re.IGNORECASE,
)
_ITEM_EN = r"(?P<item>(?:(?!\b(?:to|until|till|by|at|and)\b).)+?)"
_TILL = r"(?:to|until|till?|['’]till?|through(?: to)?|up to)"
_FORMS_EN: tuple[tuple[str, str], ...] = (
    (rf"(?:extend|lengthen|prolong|stretch(?: out)?) {_ITEM_EN}(?: out)? by (?P<length>.+)", "longer"),
    (rf"(?:extend|lengthen|prolong|stretch(?: out)?) {_ITEM_EN}(?: out)? {_TILL} (?P<either>.+)", ""),
    (rf"(?:extend|lengthen|prolong) {_ITEM_EN} (?:for )?(?P<length>(?:an|another|half|\d).+)", "longer"),
    (rf"(?:shorten|cut(?: down)?|trim|reduce|condense|shrink) {_ITEM_EN}(?: down)? by (?P<length>.+)", "shorter"),
    (rf"(?:shorten|cut(?: down)?|trim|reduce|condense|shrink) {_ITEM_EN}(?: down)? to (?:just |only )?(?P<either>.+)", ""),
    (rf"(?:make|keep|have) {_ITEM_EN} (?:be )?(?P<length>(?:(?:an?|another|half|[a-z]+teen|[a-z]+ty|two|three|four|five|ten)\b|\d).*?) (?P<way>longer|shorter)", ""),
    (rf"make {_ITEM_EN} (?:be |last )?(?P<length>(?:(?:an?|half|just|only|[a-z]+ty|two|three|four|five|ten|one)\b|\d).*?)(?: long| in length)?", "length"),
    (rf"(?:make|have|let|get) {_ITEM_EN} (?:end|finish|stop|run|go|last|wrap up)(?: on| over)?(?: at| until| till?| ['’]till?| through| by| for)? (?P<either>.+)", ""),
    (rf"(?:end|finish|wrap up|cut off) {_ITEM_EN} (?:at|by) (?P<until>.+)", ""),
    (rf"(?:end|finish|wrap up) {_ITEM_EN} (?P<length>(?:(?:an?|half|[a-z]+ty|two|three|five|ten)\b|\d).*?) (?P<way>early|earlier|sooner|late|later)", ""),
    (rf"{_ITEM_EN}(?:['’]s(?= gonna| going))? (?:now |actually |really |will |should |needs to |has to |(?:is |['’]s )?(?:now )?(?:going to |gonna )|must )+(?:ends?|finish(?:es)?|runs?|goes|go|lasts?|stops?|wraps? up)(?: on| over)? (?:at|until|till?|by) (?P<until>.+)", ""),
    (r"add (?:an? (?:extra|additional) |another )?(?P<length>.+?) to (?P<item>.+)", "longer"),
    (r"(?:take|knock|shave|cut|chop) (?P<length>.+?) off(?: of)? (?P<item>.+)", "shorter"),
    (rf"give {_ITEM_EN} (?P<length>(?:another|an extra|an|half|\d).+?)(?: more)?", "longer"),
    (rf"{_ITEM_EN} (?:should be|needs to be|has to be|will be|is going to be|is) (?P<length>.+?) (?P<way>longer|shorter)", ""),
)  # fmt: skip
_CHANGES_EN = tuple((re.compile(form, re.IGNORECASE), way) for form, way in _FORMS_EN)
_UNTIL = re.compile(r"(?:to|until|till?|by)\b|[到至]", re.IGNORECASE)
_LESS = ("shorter", "early", "earlier", "sooner")


def said_change(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> SaidChange | None:
    """Return the shift, the length, the end or the name that a message asks for; None for none."""
    if len(text) > 120:
        return None
    found = next((_zh if lang == "zh" else _en)(text, resolver), None)
    until = (
        until_words(found.args.get("value", ""))
        if found and found.args.get("field") == "length"
        else ""
    )
    if until and resolver.resolve(until, now, lang, prefer="any").kind not in (
        "time",
        "datetime",
        "date",
    ):
        return None
    return found


def until_words(value: str) -> str:
    """Return the time in "until five" and 到五点; "" where there is none."""
    match = _UNTIL.match(value)
    return value[match.end() :].strip() if match else ""


def _zh(text: str, resolver: DateResolver) -> Iterator[SaidChange]:
    bare = _TAIL_ZH.sub("", text.strip())
    if _CAN_ZH.search(bare):  # "could it be half an hour later?"
        bare = bare.removesuffix("吗")
    yield from _names_zh(bare)
    if _ASKS_ZH.search(bare):
        return
    for pattern in (_END_BY_ZH, _END_BY_LENGTH_ZH, _BY_LENGTH_FIRST_ZH, _BY_LENGTH_ZH):
        if (match := pattern.match(bare)) and (length := _length(match["length"], resolver, "zh")):
            way = "延长" if match["longer"] else "缩短"
            yield _edit(match["item"], way + length)
    if (match := _TO_LENGTH_ZH.match(bare)) and (
        length := _length(match["length"], resolver, "zh")
    ):
        yield _edit(match["item"], length)
    for pattern in (_UNTIL_FIRST_ZH, _UNTIL_ZH):
        if match := pattern.match(bare):
            yield _edit(match["item"], "到" + next(m for m in match.groups()[1:] if m))
    for pattern in (_SHIFT_FIRST_ZH, _SHIFT_ZH):
        if (match := pattern.match(bare)) and (length := _length(match["length"], resolver, "zh")):
            to = ("提前" if match["earlier"] else "推迟") + length
            yield SaidChange("move_item", match["item"], {"to": to})


def _names_zh(bare: str) -> Iterator[SaidChange]:
    for pattern in (_CALLED_ZH, _RENAME_ZH):
        if not (match := pattern.match(bare)):
            continue
        parts = match.groupdict()
        title = parts["title"].strip(" \"'“”‘’《》「」，,")
        if title and not _ASKS_ZH.search(bare.replace(title, "")):
            item = parts["item"] or parts.get("that") or ""
            yield SaidChange("edit_item", item, {"field": "title", "value": title})


def _en(text: str, resolver: DateResolver) -> Iterator[SaidChange]:
    bare = _TAIL_EN.sub("", _LEAD_EN.sub("", text.strip()))
    for pattern, way in _CHANGES_EN:
        match = pattern.fullmatch(bare)
        if not match:
            continue
        parts = match.groupdict()
        words = parts.get("length") or parts.get("either") or ""
        length = _length(re.sub(r"^(?:just|only|about|for) ", "", words), resolver, "en")
        if length:
            said = parts.get("way") or way
            less = "shorter" if said in _LESS else "longer" if said not in ("", "length") else ""
            yield _edit(match["item"], f"{length} {less}".strip())
        elif until := parts.get("until") or parts.get("either"):
            yield _edit(match["item"], f"until {until}")


def _edit(item: str, value: str) -> SaidChange:
    return SaidChange("edit_item", item, {"field": "length", "value": value})


def _length(words: str, resolver: DateResolver, lang: Lang) -> str:
    """Return the words of a length; "" when they are none."""
    bare = re.sub(r"^(?:extra|additional|another|more) ", "", words.strip(), flags=re.IGNORECASE)
    for form in (bare, f"a {bare}") if lang == "en" else (bare, f"{bare}钟"):
        if resolver.length(form, lang):
            return form
    return ""
