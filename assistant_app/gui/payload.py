"""What stands with a message, read back from the plain JSON that it is stored as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any

from assistant_app.domain.turn import Action, Question


@dataclass(frozen=True, slots=True)
class UsedMemory:
    """A memory that an answer used, as the line under the answer names it."""

    id: int
    text: str


def action_from(value: Action | Mapping[str, Any]) -> Action:
    """Return an action from its JSON; what this version does not know is left out."""
    if isinstance(value, Action):
        return value
    known = {field.name for field in fields(Action)}
    kept = {key: item for key, item in value.items() if key in known}
    kept["assumptions"] = tuple(kept.get("assumptions") or ())
    kept["data"] = list(kept.get("data") or [])
    kept.setdefault("tool", "")
    kept.setdefault("args", {})
    kept.setdefault("status", "done")
    kept.setdefault("summary", "")
    return Action(**kept)


def actions(extra: Mapping[str, Any]) -> tuple[Action, ...]:
    """Return the actions stored with a message."""
    return tuple(action_from(item) for item in extra.get("actions") or ())


def question(extra: Mapping[str, Any]) -> Question | None:
    """Return the question stored with a message."""
    value = extra.get("question")
    if isinstance(value, Question) or value is None:
        return value
    return Question(str(value.get("text", "")), tuple(value.get("choices") or ()))


def used(extra: Mapping[str, Any]) -> tuple[UsedMemory, ...]:
    """Return the memories that a message used."""
    return tuple(
        _used(item)
        for item in extra.get("memories_used") or ()
        if not isinstance(item, Mapping) or "text" in item
    )


def _used(value: Any) -> UsedMemory:
    if isinstance(value, Mapping):
        return UsedMemory(int(value["id"]), str(value["text"]))
    from assistant_app.domain.memory import Recalled

    memory = value.memory if isinstance(value, Recalled) else value
    return UsedMemory(memory.id, memory.text)


def plain(value: Any) -> Any:
    """Return a dataclass as the JSON that is stored."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
