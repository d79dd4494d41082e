"""Which function runs which tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant_app.tools import change, create, look, remember
from assistant_app.tools.outcome import Outcome, Tool, ToolContext
from assistant_app.tools.spec import Call

TOOLS: Mapping[str, Tool] = {
    "create_event": create.create_event,
    "create_task": create.create_task,
    "set_reminder": create.set_reminder,
    "list_items": look.list_items,
    "find_free_time": look.find_free_time,
    "what_date": look.what_date,
    "move_item": change.move_item,
    "edit_item": change.edit_item,
    "complete_task": change.complete_task,
    "delete_item": change.delete_item,
    "undo": change.undo,
    "remember": remember.remember,
    "recall": remember.recall,
    "forget": remember.forget,
    "calculate": remember.calculate,
    "search": remember.search,
}
"""Every tool but `reply`, which the turn itself carries out."""


def run(call: Call, ctx: ToolContext, fixed: Mapping[str, Any] | None = None) -> Outcome:
    """Run a call; `fixed` is what answers to questions settled.

    Raises:
        AppError: what kept it from being done.
    """
    return TOOLS[call.tool](dict(call.args), dict(fixed or {}), ctx)
