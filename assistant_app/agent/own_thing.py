# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""A change to a thing that stands in the calendar, or the question when it is, read from the words.

Where the words say what is to change, and the thing that they name is there, nothing is left for a
model to choose or to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assistant_app.agent.correction import undo_after
from assistant_app.agent.weighing import weighs
from assistant_app.domain.planner import Item, ItemKind
from assistant_app.tools.dates import spans, without_dates
from assistant_app.tools.find import candidates, named, titled_in, without_kinds
from assistant_app.tools.outcome import ToolContext
from assistant_app.tools.said_change import said_change, until_words
from assistant_app.tools.said_drop import said_drop
from assistant_app.tools.said_move import Follows, said_move
from assistant_app.tools.spec import Call

_LEAD = re.compile(
    r"^(?:[\s，,。！!：:、]|请|麻烦|拜托|帮我|帮忙|给我|替我|能不能|可不可以|可以|嗯|哦|对了|诶|喂|把|将|我想|我要|我(?!们?[家爸妈])|想|让|给|你|(?:下|这|最近)一?次的?)+"
    r"|^(?:(?:please|the|my|our)\b\s*)+",
    re.IGNORECASE,
)
_REST = re.compile(r"(?:的?(?:开始)?(?:时间|时长|日期|日子)|的|要|得|\s)+$")
_APART = re.compile(r"[\s，,。；;！!、]+")
_IT = re.compile(
    r"(?:it|that|this|that one|this one|它|[这那]个?|[这那]个会|刚才那个|刚才的)?", re.IGNORECASE
)
_WHEN_ZH = r"(?:哪一?天|哪日|几月几号|几号|什么时候|啥时候?|何时|多会儿?|几点|几时|什么时间|啥时间|周几|星期几|礼拜几|哪个?(?:周|星期|礼拜))"
_ASK_ZH = r"^(?:[\s，,]|请问|问一?下|想问一?下?|我?想知道|我?想不起来?了?|我?忘了|你?还?记不记得|你?还?记得|查一?下|帮我|看一?下|看看|对了|诶|嗯|那个?|哎|话说)*"
_END_ZH = r"(?:来着|[的了啊呀呢吗嘛哦？?。！!，,\s]|(?:我|又|都|给|真|有点|老是|总|突然|一时)*(?:忘记?了?|想不起来|记不[清得住]|不记得)|你?还?记得吗)*$"
_ASKED = (
    re.compile(
        rf"{_ASK_ZH}(?:我|咱们?)?(?P<item>.+?)(?:到底|具体|究竟|应该|好像|[是在]|[定约安排订]+[在的到了]*)*{_WHEN_ZH}"
        rf"(?:去|开始|开|举行|考|到期|截止|做|办|弄|交|还|取|拿|上|聚|起飞)?{_END_ZH}"
    ),
    re.compile(
        rf"{_ASK_ZH}(?:我|咱们?)?{_WHEN_ZH}(?:是|要|去|有|轮到|该|来|开|得)*(?P<item>[^去来].*?){_END_ZH}"
    ),
    re.compile(
        rf"{_ASK_ZH}(?:离|距离?)?(?:我|咱们?)?(?P<item>.+?)还[有剩](?:几天|多少天|多久|多长时间){_END_ZH}"
    ),
    re.compile(
        r"^(?:(?:so|and|hey|hi|ok(?:ay)?|um+|remind me|tell me|do you (?:know|remember)|i forg[eo]t|any idea|wait|again)\b[\s,]*)*"
        r"(?:when(?:['’]?s| is| are| was| were)|what (?:day|date|time)(?:['’]?s| is| are| was)|on (?:what|which) (?:day|date) is)\s+"
        r"(?:(?:my|the|our)\s+)?(?P<item>.+?)(?:\s+(?:again|on|at|is|was|are|happening|supposed to be|due|scheduled|taking place))*[\s?.!]*$",
        re.IGNORECASE,
    ),
)
_REMINDER = re.compile(r"\b(?:reminders?|alarms?)\b|提醒|闹钟|闹铃", re.IGNORECASE)
_AFTERWORD = re.compile(r"(来着|[？?])[\s，,。！!]+[^，。？?]{1,12}$")
_FREE = re.compile(
    r"空|闲|方便|合适|适合|有时间|最(?![近后])|划算|更好|比较好|\b(?:free|available|a good time|best)\b",
    re.IGNORECASE,
)
_NO_ORDER = re.compile(
    r"昨[天晚]|前天|上(?:个)?(?:周|星期|礼拜|月)|希望|但愿|要是|假如|万一|"
    r"^(?:请|麻烦|帮我|帮忙|给我|替我|去|我?想|要)*(?:通知|告诉|转告|发[个条封一]|写[个一封段条]|问问?|[跟和向][^，。\s]{1,5}(?:说|讲))|"
    r"\b(?:yesterday|last|told?|tell|said|says?|think|thought|hope|wish|heard|ask(?:ed)?|if|when|because)\b",
    re.IGNORECASE,
)
"""What was, what is wished, and what others are to be told is no change to be made."""


_TIMELESS = ("length", "title", "place", "note", "priority", "list")
"""Fields that a time is no value of."""
_FIELD_SAID = re.compile(
    r"\b(?:renam\w*|call(?:ed)?|titled?|names?|notes?|places?|location)\b|名|标题|叫|备注|地点",
    re.IGNORECASE,
)


def own_call(ctx: ToolContext, *, spoken_of: bool, follows: Follows = "") -> Call | None:
    """Return the call that the message certainly asks for on a thing that is there.

    `spoken_of` says that one thing was changed or shown last, which "it" and nothing at all name;
    `follows` which change the message follows at once.
    """
    if weighs(ctx.text):
        return None
    said = said_change(ctx.text, ctx.now, ctx.lang, ctx.planner.resolver)
    if said and _IT.fullmatch(_bare(said.item)):
        it = "它" if ctx.lang == "zh" else "it"
        return Call(said.tool, {"item": it, **said.args}) if spoken_of else None
    # How long before a thing one is reminded is no time of the thing.
    if said and (_REMINDER.search(said.item) or _NO_ORDER.search(said.item)):
        return None
    if said:
        item = _known(said.item, ctx)
        return Call(said.tool, {"item": item, **said.args}) if item else None
    return _dropped(ctx) or _moved(ctx, follows) or _asked_when(ctx)


def _dropped(ctx: ToolContext) -> Call | None:
    """Return the deletion, which asks first, of what stands after a verb for it; English only."""
    said = said_drop(ctx.text) if ctx.lang == "en" else None
    if said is None or not without_kinds(said.item, ctx) or _REMINDER.search(said.item):
        return None
    verb = said.verb.casefold()
    if any(item.title.casefold().startswith(verb) for item in titled_in(ctx.text, ctx)):
        return None  # "drop off the parcel" is what is to be done
    found = named(said.item, ctx)
    # A day in a remark is none of the thing: it says nothing of which one of a series is meant.
    if not found or (spans(said.remark, ctx) and any(item.rrule for item in found)):
        return None
    return Call("delete_item", {"item": _name(_bare(said.item), found)})


def _moved(ctx: ToolContext, follows: Follows) -> Call | None:
    """Return the move that a message asks for in other words than "move"; English only."""
    if ctx.lang != "en" or _REMINDER.search(ctx.text):
        return None
    resolver = ctx.planner.resolver
    extracted = resolver.extract(ctx.text, ctx.now, ctx.lang)
    said = said_move(ctx.text, extracted, follows=follows)
    if said is None or _NO_ORDER.search(said.item):
        return None
    item = _known(said.item, ctx)
    if not item or (said.told and _is_then(item, said.to, ctx)):
        return None
    return Call("move_item", {"item": item, "to": said.to})


def _is_then(words: str, when: str, ctx: ToolContext) -> bool:
    """Tell whether the one thing that `words` name is at that time already."""
    found = candidates(words, "", ctx)
    value = str(ctx.planner.resolver.resolve(when, ctx.now, ctx.lang).value or "")
    return any(str(item.start or item.end).startswith(value[:16]) for item in found)


def in_own_words(call: Call, ctx: ToolContext) -> Call:
    """Return a call that changes a thing with the change as its owner said it."""
    if call.tool not in ("move_item", "edit_item"):
        return call
    said = said_change(ctx.text, ctx.now, ctx.lang, ctx.planner.resolver)
    if said is None:
        return _as_a_move(call, ctx)
    item, title = call.args["item"], said.args.get("value", "")
    if said.args.get("field") == "title" and (item in title or title in item):
        item = _bare(said.item) or item
    which = {"which": call.args["which"]} if "which" in call.args else {}
    return Call(said.tool, {"item": item, **said.args, **which})


def _as_a_move(call: Call, ctx: ToolContext) -> Call:
    """Return an edit whose new value is a time, whatever field the model named, as the move it is."""
    value = call.args.get("value", "")
    if call.tool != "edit_item" or call.args.get("field") not in _TIMELESS:
        return call
    if until := until_words(value):  # a task has no end but the one that it is due at
        found = candidates(call.args["item"], "", ctx)
        if not found or any(item.kind is not ItemKind.TASK for item in found):
            return call
        value = until
    resolver = ctx.planner.resolver
    kind = resolver.resolve(value, ctx.now, ctx.lang).kind
    if kind not in ("date", "time", "datetime") or resolver.length(value, ctx.lang):
        return call
    if _FIELD_SAID.search(ctx.text):
        return call
    return Call("move_item", {"item": call.args["item"], "to": value})


def takes_back_last(text: str, done: Sequence[str], ctx: ToolContext) -> bool:
    """Tell whether a message, right after things of these titles were changed, asks to undo that.

    What stands before "undo" in it names nothing else.
    """
    before = undo_after(text)
    if not before or spans(before, ctx):
        return False
    there = (*titled_in(before, ctx, done=True), *named(before, ctx))
    return all(item.title in done for item in there)


def _asked_when(ctx: ToolContext) -> Call | None:
    """Return the look into the calendar for a thing whose day is asked for."""
    for pattern in _ASKED:
        match = pattern.match(_AFTERWORD.sub(r"\1", ctx.text.strip()))
        if not match or _FREE.search(ctx.text):
            continue
        words = _bare(match["item"])
        if len(words) < 2 or not without_dates(words, ctx).strip():
            continue
        found = named(words, ctx)
        if not found:
            found = [i for i in titled_in(words, ctx) if len(i.title) * 2 >= len(words)]
        if found:
            about = words if not spans(words, ctx) else without_dates(words, ctx)
            return Call("list_items", {"kind": "any", "about": _name(about, found)})
    return None


def _name(words: str, found: list[Item]) -> str:
    """Return the words for what was found: its title where there is one alone."""
    titles = {item.title for item in found}
    return titles.pop() if len(titles) == 1 else words


def _known(words: str, ctx: ToolContext) -> str:
    """Return the words, or the id, that name what is there; "" where nothing is."""
    for part in (*_parts(words), ""):
        if found := named(part, ctx) if part else titled_in(words, ctx):
            one = found[0]
            alone = candidates(one.title, "", ctx) == [one]
            return (part or one.title) if len(found) > 1 else one.title if alone else one.alias
    return ""


def _parts(words: str) -> Iterator[str]:
    """Return what may name the thing: what stands after a cause or after 把, or all of it."""
    whole = _bare(words)
    after = re.split(r"[把将]", whole)[-1]
    tries = (after if len(after) > 1 else whole, _APART.split(after)[-1], whole)
    yield from dict.fromkeys(part for part in map(_bare, tries) if part)


def _bare(words: str) -> str:
    return _REST.sub("", _LEAD.sub("", words.strip())).strip()
