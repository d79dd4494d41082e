"""What a turn is made of."""

from __future__ import annotations

from dataclasses import dataclass

from assistant_app.agent.about import names_a_day
from assistant_app.agent.turn_state import TurnState
from assistant_app.domain.engine import ChatEngine
from assistant_app.domain.ports import MemoryPort, PlannerPort, SessionPort, UndoPort
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.setting_store import SettingStore


@dataclass(frozen=True, slots=True)
class Parts:
    """What a turn is made of; given by the composition root."""

    engine: ChatEngine
    sessions: SessionPort
    session_store: SessionStore
    messages: MessageStore
    memories: MemoryPort
    planner: PlannerPort
    undo: UndoPort
    settings: SettingStore

    def names_a_day(self, turn: TurnState, text: str) -> bool:
        """Tell whether a text of the turn names another day than today."""
        found = self.planner.resolver.extract(text, turn.now, turn.lang).found
        return names_a_day(found, turn.now.wall.date().isoformat())
