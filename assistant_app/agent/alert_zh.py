"""Chinese words for a reminder: 七点吱我一声, 半小时后戳我一下, 到时候跟我说一声. Pure."""

from __future__ import annotations

import re

from assistant_app.agent.about import asks, orders

_ONCE = r"(?:一?[声下]儿?|一嗓子|一嘴|一句|几下)"
_ALERT = re.compile(
    rf"吱(?:我)?{_ONCE}|(?:[戳敲捅踢拍摇晃震滴推催]|艾特|@|[Cc]ue|[Cc]all|ping)\s?我(?:{_ONCE}|(?=$|[\s，,。！!吧哈啊]))|"
    rf"(?:提|叫|喊|唤|嚷|招呼|言语|支应)我{_ONCE}|(?:提|招呼|知会|言语)我?{_ONCE}|(?:知会|通知)我(?:{_ONCE}|(?=$|[\s，,。！!吧去要该]))|提我(?=$|[\s，,。！!吧])|"
    rf"(?:[跟和同]我)(?:说|讲|知会|言语|吱|念叨|打?招呼|报备?){_ONCE}|[跟和同]我打个?招呼|"
    r"给我?提个?醒儿?|提我个?醒儿?|给我(?:来|发|弹|打|响|设)?一?[个条](?:信儿?|动静|提示|响铃|铃|弹窗)|[弹响](?:我|一)下"
)
_BEFORE_IT = re.compile(
    r"提[前早]|之前|以前|前[\d一二两三五十半]|分钟前|小时前|天前|[开出]\S{0,2}前|如果|要是|万一|的话|只要|除非|一旦|等到?.{0,8}(?:了|后)再|没"
)
_OTHERS = re.compile(
    r"(?:[他她谁]们?|(?:让|叫|请|托)(?!我)\S{1,5}|老[板师妈爸公婆])(?:会|要|说|得|应该|可能)*$"
)
_LEAD = re.compile(
    r"^(?:[\s，,。；;：:！!、]|吧|哈|啊|哦|呀|千万|可|好让我|让我|免得我?忘了?|省得我?忘了?|(?:别|不要|甭)(?:让我|叫我|给)?忘[了记]?|怕(?:我)?忘了?|"
    r"我(?=[要得该想])|记得|记着|提醒我|说|该(?:去)?|要|得|关于|有关|内容是|就说)+"
)
_CAN_YOU = re.compile(
    r"能不能|可不可以|能否|(?:[你您]?(?:能|可以|可))(?=.*[吗么])|[吗么](?=[？?。\s]*$)"
)
_POLITE = re.compile(
    r"^(?:[\s，,。！!、]|麻烦|请|劳烦|拜托|帮我|帮忙|能不能|可以|你|记得|到时候?|那时候?|在|就|再|嗯|哎|诶|对了|给我|我(?=[要得该]))+"
)
_REST = re.compile(
    r"(?:[\s，,。；;！!、]|到时候?|到点儿?|届时|那时候?|到那时|的?时候|的事儿?|这件?事|麻烦你?|请你?|劳烦你?|拜托你?|帮我|帮忙|记得|能不能|可以|你|就|再|要|给我|千万|在|来)+$"
)
_THANKS = re.compile(
    r"(?:[\s，,。！!~～、]|谢谢[你您]?|谢啦|多谢|好[吗不]好?|行[吗不]行?|可以吗|[吧哈啊呀哦呗了]|辛苦了?|拜托了?)+$"
)


def alert_in(text: str) -> bool:
    """Tell whether a message asks that its owner be alerted, without 提醒我."""
    return bool(_ALERT.search(text))


def of_what(text: str, rest: str) -> str:
    """Return what a message, of which `rest` is not date words, wants an alert about; "" for a doubt.

    Before something else, on a condition or by somebody else it is none.
    """
    rest = _CAN_YOU.sub("", rest)
    alert = _ALERT.search(rest)
    question = asks(_THANKS.sub("", _CAN_YOU.sub("", text).strip(" ？?")))
    if alert is None or _BEFORE_IT.search(text) or question:
        return ""
    told = rest[: alert.start()]
    if _OTHERS.search(told.strip()):
        return ""
    told = _REST.sub("", _POLITE.sub("", told))
    after = _THANKS.sub("", _LEAD.sub("", rest[alert.end() :]))
    if (told and orders(told)) or orders(after):
        return ""
    return after or told or alert[0]
