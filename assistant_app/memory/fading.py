"""How a memory that nobody needs fades; pure. Nothing is deleted by fading."""

from __future__ import annotations

from assistant_app.domain.clock import Millis
from assistant_app.domain.memory import Draft, Memory, MemoryKind

WEEK = 7 * 86_400_000
DECAY_A_WEEK = 0.8
ARCHIVE_BELOW_DECAY = 0.3
ARCHIVE_BELOW_IMPORTANCE = 0.1
ASKED, NEEDED, ORDINARY = 1.0, 0.8, 0.3
"""Importance by rule: asked to remember; needed for a task; ordinary talk."""
_NEEDED_KEYS = ("user.meeting_time", "user.rest_days", "user.units", "user.currency", "dose.")


def importance_of(draft: Draft) -> float:
    """Return the importance of a new memory, by rule and never by the model.

    What a task has to heed counts as needed: standing instructions, health, working times.
    """
    if draft.explicit:
        return ASKED
    if draft.kind is MemoryKind.PROCEDURAL or draft.category == "health":
        return NEEDED
    if draft.key and draft.key.startswith(_NEEDED_KEYS):
        return NEEDED
    return ORDINARY


def repeated(importance: float) -> float:
    """Return the importance after the owner said the same once more: a fifth of what is left."""
    return min(1.0, importance + 0.2 * (1.0 - importance))


def decay_at(memory: Memory, now: Millis, seen_at: Millis) -> float:
    """Return the decay at `now`: 0.8 for each whole week without use; a pinned one keeps 1."""
    if memory.pinned:
        return 1.0
    weeks = max(0, now - max(seen_at, memory.last_used_at or 0)) // WEEK
    return float(DECAY_A_WEEK**weeks)


def is_faded(memory: Memory, decay: float) -> bool:
    """Tell whether a memory goes to the archive."""
    faint = decay < ARCHIVE_BELOW_DECAY or memory.importance < ARCHIVE_BELOW_IMPORTANCE
    return faint and not memory.pinned
