"""How a turn ends: its answer is stored with what belongs to it, and memories are proposed."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

from assistant_app.agent.parts import Parts
from assistant_app.agent.record import extra_of
from assistant_app.agent.turn_state import TurnState
from assistant_app.domain.memory import Memory
from assistant_app.domain.session import MessageState, SessionState
from assistant_app.domain.turn import TurnResult, TurnStatus
from assistant_app.errors import AppError
from assistant_app.storage.change_store import PROPOSING


def finish(
    parts: Parts, turn: TurnState, status: TurnStatus, error: AppError | None
) -> TurnResult:
    """Store the answer with what belongs to it, propose memories, and keep the state."""
    proposed: list[Memory] = []
    info = _loaded(parts)
    if not turn.request.dry_run:
        if status != "failed" and not turn.session.off_record:
            proposed = _propose(parts, turn)
        _store(parts, turn, status, error, info)
    return TurnResult(
        session_id=turn.session.id, message_id=turn.reply_message, reply=turn.reply,
        status=status, question=turn.question, actions=tuple(turn.actions),
        memories_used=tuple(turn.used.values()), memories_proposed=tuple(proposed),
        usage=turn.usage(*info), thought=turn.thought.strip(), error=error.code if error else None,
        error_params=dict(error.params) if error else {},
    )  # fmt: skip


def _loaded(parts: Parts) -> tuple[str, int]:
    """Return the model and window size, if the model was needed; it is not loaded for this."""
    if not parts.engine.loaded:
        return "", 0
    try:
        info = parts.engine.info()
    except AppError:
        return "", 0
    return info.model, info.context


def _propose(parts: Parts, turn: TurnState) -> list[Memory]:
    if any(a.tool in ("remember", "forget") for a in turn.actions) or not turn.calls:
        return []
    # A wish to remember that was taken for talk is offered at least, and not lost.
    drafts = [
        replace(draft, explicit=False)
        for draft in turn.drafts
        if not draft.explicit or not turn.actions
    ]
    if any(action.item_kind in ("event", "task") or action.undo for action in turn.actions):
        drafts = [draft for draft in drafts if not parts.names_a_day(turn, draft.quote)]
    if not drafts:
        return []
    kept = parts.memories.keep(
        drafts, session_id=turn.session.id, message_id=turn.user_message, tool=PROPOSING
    )
    return [memory for memory in kept if memory.status == "proposed"]


def _store(
    parts: Parts,
    turn: TurnState,
    status: TurnStatus,
    error: AppError | None,
    info: tuple[str, int],
) -> None:
    assert turn.reply_message is not None
    state = {
        "interrupted": MessageState.INTERRUPTED,
        "failed": MessageState.FAILED if not turn.reply else MessageState.INTERRUPTED,
    }.get(status, MessageState.COMPLETE)
    extra = extra_of(turn, turn.usage(*info), error)
    parts.messages.finish(turn.reply_message, turn.reply, state, extra=extra)
    if turn.used:
        parts.memories.mark_used(list(turn.used), turn.session.id)
    parts.session_store.save_state(turn.session.id, _next_state(turn, status))


def _waiting(turn: TurnState) -> dict[str, Any] | None:
    return dataclasses.replace(turn.pending, then=turn.later).to_json() if turn.pending else None


def _next_state(turn: TurnState, status: TurnStatus) -> SessionState:
    single = turn.listing[0] if len(turn.listing) == 1 else turn.state.last_item
    subject = turn.finished[-1] if turn.finished else turn.state.subject
    asking = status == "needs_confirmation" and turn.pending is not None
    return SessionState(
        subject=subject,
        confirmed_facts=turn.state.confirmed_facts,
        finished_tasks=(*turn.state.finished_tasks, *turn.finished)[-20:],
        turn_count=turn.state.turn_count + 1,
        pending=_waiting(turn) if asking else None,
        listing=turn.listing or turn.state.listing,
        last_item=single,
    )
