"""Changes to a thing of one's own, said in many ways, read from the words; on a real database."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Item, ItemKind, NewItem, When
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


def _ask(assistant: Assistant, text: str, **more: Any) -> TurnResult:
    events = list(assistant.run_turn(TurnRequest(text, now=NOW, **more), CancelToken()))
    assert isinstance(events[-1], TurnEnded)
    return events[-1].result


def _call(engine: ScriptedEngine, tool: str, arguments: str = "") -> None:
    engine.scores = {tool: -0.1}
    if arguments:
        engine.replies.append(arguments)


def _event(assistant: Assistant, title: str, start: str, rrule: str = "") -> Item:
    begins = dt.datetime.fromisoformat(start)
    ends = (begins + dt.timedelta(hours=1)).isoformat()
    when = When(begins.isoformat(), ends, False, NOW.tz, rrule or None)
    return assistant.planner.add(NewItem(ItemKind.EVENT, title, when))[0]


def _times(assistant: Assistant, title: str, until: str = "2026-12-05") -> list[str]:
    found = assistant.planner.events("2026-11-16", until, NOW.tz)
    return [str(o.start)[:16] for o in found if o.item.title == title]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "should I move the choir to Sunday"),
        ("en", "thinking about pushing choir to Sunday, not sure"),
        ("zh", "合唱团该不该改到周日啊"),
        ("zh", "合唱团改到周日 有点犹豫"),
    ],
)
def test_what_is_weighed_changes_nothing(
    assistant: Assistant, engine: ScriptedEngine, lang: Any, text: str
) -> None:
    _event(assistant, "合唱团" if lang == "zh" else "Choir", "2026-11-20T19:00")
    engine.scores = {"move_item": -0.1, "reply": -0.5}
    engine.fallback = "Sunday is free." if lang == "en" else "周日有空。"
    assert _ask(assistant, text, lang=lang).actions == ()
    assert "move_item" not in engine.scored[-1][1]


def test_a_day_that_is_weighed_answers_no_question(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _event(assistant, "Choir", "2026-11-20T19:00")
    _call(engine, "move_item", '", "item": "Friday choir", "to": "Friday"}')
    asked = _ask(assistant, "move the Friday choir")
    _call(engine, "reply")
    engine.fallback = "Sunday is free."
    _ask(assistant, "do you think Sunday is better", session_id=asked.session_id)
    assert _times(assistant, "Choir") == ["2026-11-20T19:00"]
