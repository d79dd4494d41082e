"""What is kept with an answer, to be shown again later: plain JSON."""

from __future__ import annotations

import dataclasses
from typing import Any

from assistant_app.agent.turn_state import TurnState
from assistant_app.domain.turn import Usage
from assistant_app.errors import AppError


def extra_of(turn: TurnState, usage: Usage, error: AppError | None) -> dict[str, Any]:
    """Return what `Message.extra` holds, as `domain.session.Message` lists it.

    Memories and messages are named by id alone, so that erasing one leaves no copy of it here, and
    what was made of it is found; `calls` are the model's own lines, by which later prompts show it
    how it answered.
    """
    extra: dict[str, Any] = {"usage": dataclasses.asdict(usage)}
    if turn.calls:
        extra["calls"] = [
            call for call in turn.calls if not call.startswith('{"tool": "remember"')
        ]
    if turn.actions:
        extra["actions"] = [dataclasses.asdict(action) for action in turn.actions]
    if turn.question:
        extra["question"] = dataclasses.asdict(turn.question)
    if turn.used:
        extra["memories_used"] = [
            {"id": r.memory.id, "score": round(r.score, 3)} for r in turn.used.values()
        ]
    if turn.heard:
        extra["messages_used"] = sorted(turn.heard)
    if turn.thought.strip():
        extra["thought"] = turn.thought.strip()
    if error:
        extra["error"] = {"code": error.code, "params": _plain(error.params)}
    return extra


def _plain(params: dict[str, object]) -> dict[str, Any]:
    return {k: v if isinstance(v, int | float | str | bool) else str(v) for k, v in params.items()}
