"""Say where a memory stands when something cannot be done to it: kept, waiting, replaced, gone."""

from __future__ import annotations

from assistant_app.domain.memory import Memory, MemoryStatus
from assistant_app.errors import AppError
from assistant_app.storage.memory_store import MemoryStore

LIVING = (MemoryStatus.ACTIVE, MemoryStatus.PROPOSED, MemoryStatus.ARCHIVED)
"""What can be worded anew; the words of what was replaced or turned down are history."""
TO_CONFIRM = (MemoryStatus.PROPOSED, MemoryStatus.REJECTED)
AWAY = (MemoryStatus.ARCHIVED, MemoryStatus.SUPERSEDED)
"""What can be brought back."""


def check(store: MemoryStore, memory: Memory, *statuses: MemoryStatus) -> None:
    """Let pass a memory of one of these statuses.

    Raises:
        AppError: as `refusal` for any other.
    """
    if memory.status not in statuses:
        raise refusal(store, memory)


def refusal(store: MemoryStore, memory: Memory) -> AppError:
    """Return `memory_is_` and the status: why nothing was done, and what would help."""
    code = f"memory_is_{memory.status.value}"
    if memory.status is MemoryStatus.SUPERSEDED:
        for newer in store.get_many([memory.superseded_by] if memory.superseded_by else []):
            return AppError(code, id=memory.id, by=newer.id, text=newer.text)
        code = "memory_is_closed"
    return AppError(code, id=memory.id)
