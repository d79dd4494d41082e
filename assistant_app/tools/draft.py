"""What a call of a tool will probably say, as far as rules can tell.

A guess that the model is asked to confirm, many tokens at a time, in place of spelling the call out
one by one. It decides nothing: where the model sees it in another way, what the model says stands.
"""

from __future__ import annotations

import json
import re

from assistant_app.tools.create import title_of
from assistant_app.tools.dates import spans
from assistant_app.tools.outcome import ToolContext

_SUBJECT = {
    "create_event": "title",
    "create_task": "title",
    "set_reminder": "text",
    "move_item": "item",
    "complete_task": "item",
    "delete_item": "item",
}
_DATE = {
    "create_event": "when",
    "create_task": "due",
    "set_reminder": "when",
    "move_item": "to",
    "delete_item": "when",
    "list_items": "when",
    "find_free_time": "when",
    "what_date": "phrase",
}


_NAMED = re.compile(
    r"^(?:\W*(?:please|pls|can you|could you|ok(?:ay)?|hey|now)\b\W*)*\w+"
    r"(?: (?:off|up|out|back|down|over))? (?:the|my|our|this|that) (?P<item>\S.*?)"
    r"(?: (?:to|from|for|as done|as finished|as complete))?$",
    re.IGNORECASE,
)
_NAMED_ZH = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|给我|替我|把|将)*(?:取消|删除|删掉|删去|去掉|划掉|推迟|提前|调整|修改|挪动|移动)?(?:我的)?"
    r"(?P<item>.+?)(?:改期?|挪|移|调|推迟|提前|取消|删掉|删除|标为完成|完成了?|做完了?|办完了?|搞定了?|划掉)*[吧了]?$"
)
"""How people name what is there: "cross off the ironing as done", 把复盘会挪到周五."""
_ON_LIST = re.compile(
    r"^(?P<title>.+?) (?:on|to|onto|in|into) (?:the|my|our) (?:(?P<list>\w+) )?list$",
    re.IGNORECASE,
)
_AROUND_DATE = re.compile(r"^(?:(?:on|at|for|to) |[到在于])|的$", re.IGNORECASE)


def likely_call(tool: str, ctx: ToolContext) -> str:
    """Return the call of `tool` that the message seems to ask for, as the model would write it."""
    call = {"tool": tool}
    if subject := _SUBJECT.get(tool):
        call[subject] = title_of(ctx.text, ctx)
        pattern = _NAMED_ZH if ctx.lang == "zh" else _NAMED
        if subject == "item" and (named := pattern.match(call[subject])):
            call[subject] = named["item"]
    listed = _ON_LIST.match(call["title"]) if tool == "create_task" else None
    if listed:
        call["title"] = listed["title"]
    if tool == "list_items":
        call["kind"] = "event"
    if tool in _DATE and (found := spans(ctx.text, ctx)):
        words = " ".join(found)
        keeps = tool == "delete_item" and ctx.lang == "en"
        call[_DATE[tool]] = words if keeps else _AROUND_DATE.sub("", words)
    if listed and listed["list"]:
        call["list"] = listed["list"]
    return json.dumps(call, ensure_ascii=False)
