"""The prompts of a session's next message, as far as they are known before it is written.

All that stands before the message and before what changes with it: the model can read that while
nobody waits.
"""

from __future__ import annotations

from assistant_app.agent import prompt
from assistant_app.agent.turn_state import TurnState
from assistant_app.agent.window import fit
from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import NEW_CHAT, ChatEngine, Completion, PromptMessage
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.ports import SessionPort
from assistant_app.domain.session import Role, SessionState
from assistant_app.domain.turn import TurnRequest
from assistant_app.storage.message_store import MessageStore


def opening(lang: Lang, now: Moment) -> Completion:
    """Return what the first answer of any new session begins with today."""
    static = prompt.answer_static(lang)
    day = PromptMessage("system", prompt.day_line(lang, now))
    return Completion((*static, day), static=len(static), scope=NEW_CHAT)


def upcoming(
    session_id: int, engine: ChatEngine, sessions: SessionPort, store: MessageStore, now: Moment
) -> list[Completion]:
    """Return what the next answer and the next decision of a session will be written on.

    In the language of its last message. Empty where there is nothing but the static part yet.

    Raises:
        AppError: `session_missing`; as `ChatEngine`.
    """
    session = sessions.get(session_id)
    past = sessions.messages(session_id)
    last = next((m.text for m in reversed(past) if m.role is Role.USER), "")
    if not last:
        return []
    lang = detect(last)
    request = TurnRequest("", session_id)
    turn = TurnState(request, "", lang, now, session, past, SessionState())
    fit(turn, engine, store)
    answering = [*prompt.answer_static(lang), *prompt.history(turn.fitting)]
    deciding = prompt.decision_messages(lang, turn.glance, "")[:-1]
    scope = str(session_id)
    known = (
        Completion(answering, static=len(prompt.answer_static(lang)), scope=scope),
        Completion(deciding, static=len(prompt.static_messages(lang)), scope=scope),
    )
    return [one for one in known if len(one.messages) > one.static]
