"""What an operation changed, for views to refresh by (after Anki's OpChanges)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto


class Changes(Flag):
    """The areas whose views are out of date."""

    NONE = 0
    SESSIONS = auto()
    MESSAGES = auto()
    MEMORIES = auto()
    PLANNER = auto()
    SETTINGS = auto()
    MODELS = auto()


ChangeListener = Callable[[Changes], None]
