"""What a call of a tool will probably say, as far as rules can tell.

A guess that the model is asked to confirm, many tokens at a time, in place of spelling the call out
one by one. It decides nothing: where the model sees it in another way, what the model says stands.
"""

from __future__ import annotations

import json

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


def likely_call(tool: str, ctx: ToolContext) -> str:
    """Return the call of `tool` that the message seems to ask for, as the model would write it."""
    call = {"tool": tool}
    if tool in _SUBJECT:
        call[_SUBJECT[tool]] = title_of(ctx.text, ctx)
    if tool == "list_items":
        call["kind"] = "event"
    if tool in _DATE and (found := spans(ctx.text, ctx)):
        call[_DATE[tool]] = " ".join(found)
    return json.dumps(call, ensure_ascii=False)
