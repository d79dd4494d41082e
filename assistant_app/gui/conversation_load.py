"""What a conversation needs from the core, read in one go outside the GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from assistant_app.domain.session import Message, MessageState, Role, Session
from assistant_app.errors import AppError
from assistant_app.gui import payload

if TYPE_CHECKING:
    from assistant_app.domain.memory import Memory
    from assistant_app.domain.turn import TurnResult
    from assistant_app.gui.turn_controller import RunningTurn
    from assistant_app.services.assistant import Assistant


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session as the page shows it; `session` is None for a chat that does not exist yet."""

    session: Session | None
    messages: list[Message]
    draft: str = ""
    proposals: list[Memory] = field(default_factory=list)
    olds: dict[int, str] = field(default_factory=dict)


def load(core: Assistant, session_id: int | None) -> Conversation:
    """Return a session with its messages, draft and proposals."""
    draft = core.sessions.draft(session_id)
    if session_id is None:
        return Conversation(None, [], draft)
    session = core.sessions.get(session_id)
    messages = _named(core, core.sessions.messages(session_id))
    proposals, olds = load_proposals(core, session_id)
    return Conversation(session, messages, draft, proposals, olds)


def _named(core: Assistant, messages: Sequence[Message]) -> list[Message]:
    """Put the texts of the memories beside their ids; an erased one is not named any more."""
    texts: dict[int, str | None] = {}
    result = []
    for message in messages:
        used = []
        for entry in message.extra.get("memories_used") or ():
            memory_id = int(entry["id"])
            if memory_id not in texts:
                texts[memory_id] = _text_of(core, memory_id)
            if texts[memory_id] is not None:
                used.append({**entry, "text": texts[memory_id]})
        if "memories_used" in message.extra:
            message = replace(message, extra={**message.extra, "memories_used": used})
        result.append(message)
    return result


def _text_of(core: Assistant, memory_id: int) -> str | None:
    try:
        return core.memories.get(memory_id).text
    except AppError:  # erased since
        return None


def load_proposals(core: Assistant, session_id: int) -> tuple[list[Memory], dict[int, str]]:
    """Return what a session proposed to remember, and the texts that proposals would replace."""
    proposals = core.memories.lists.proposed_in(session_id)
    olds: dict[int, str] = {}
    for memory in proposals:
        if memory.replaces is not None:
            try:
                olds[memory.replaces] = core.memories.get(memory.replaces).text
            except AppError:  # erased since: the proposal stands alone
                continue
    return proposals, olds


def provisional(turn: RunningTurn) -> tuple[Message, Message]:
    """Return the two messages of a turn that the core has not stored yet; their ids are negative."""
    session = turn.session_id or 0
    asked = Message(
        -2 * turn.number,
        session,
        Role.USER,
        turn.request.text,
        MessageState.COMPLETE,
        turn.begun_at,
    )
    reply = Message(
        -2 * turn.number - 1, session, Role.ASSISTANT, "", MessageState.STREAMING, turn.begun_at
    )
    return asked, reply


def with_running(messages: Sequence[Message], turn: RunningTurn) -> list[Message]:
    """Return stored messages with what a turn under way said since it was last saved."""
    asked, reply = provisional(turn)
    reply = replace(
        reply,
        id=turn.reply_message_id or reply.id,
        text=turn.text,
        extra={"actions": list(turn.actions)},
    )
    result = [message for message in messages if message.id != reply.id]
    stored = {message.id for message in result}
    if turn.user_message_id is None:
        result.append(asked)
    elif turn.user_message_id not in stored:
        result.append(replace(asked, id=turn.user_message_id))
    return [*result, reply]


def finished(reply: Message, result: TurnResult) -> Message:
    """Return a reply as it stands after its turn."""
    states = {"interrupted": MessageState.INTERRUPTED, "failed": MessageState.FAILED}
    extra: dict[str, Any] = {
        **reply.extra,
        "actions": list(result.actions),
        "question": payload.plain(result.question),
        "memories_used": list(result.memories_used),
        "thought": result.thought,
    }
    return replace(
        reply,
        id=result.message_id or reply.id,
        session_id=result.session_id,
        text=result.reply,
        state=states.get(result.status, MessageState.COMPLETE),
        extra=extra,
    )


def same_shown(one: Message, other: Message) -> bool:
    """Whether two states of a message look the same."""
    return (
        one.id == other.id
        and one.text == other.text
        and one.state == other.state
        and payload.actions(one.extra) == payload.actions(other.extra)
        and one.extra.get("thought", "") == other.extra.get("thought", "")
        and payload.question(one.extra) == payload.question(other.extra)
        and payload.used(one.extra) == payload.used(other.extra)
    )
