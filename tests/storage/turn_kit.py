"""One turn on a real database, with a model that says what a test wants."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Item, ItemKind, NewItem, When
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.services.assistant import Assistant

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


def ask(assistant: Assistant, text: str, **more: Any) -> TurnResult:
    events = list(assistant.run_turn(TurnRequest(text, now=NOW, **more), CancelToken()))
    assert isinstance(events[-1], TurnEnded)
    return events[-1].result


def call(engine: ScriptedEngine, tool: str, arguments: str = "") -> None:
    engine.scores = {tool: -0.1}
    if arguments:
        engine.replies.append(arguments)


def event(assistant: Assistant, title: str, start: str, rrule: str = "") -> Item:
    begins = dt.datetime.fromisoformat(start)
    ends = (begins + dt.timedelta(hours=1)).isoformat()
    when = When(begins.isoformat(), ends, False, NOW.tz, rrule or None)
    return assistant.planner.add(NewItem(ItemKind.EVENT, title, when))[0]


def times(assistant: Assistant, title: str, until: str = "2026-12-05") -> list[str]:
    found = assistant.planner.events("2026-11-16", until, NOW.tz)
    return [str(o.start)[:16] for o in found if o.item.title == title]
