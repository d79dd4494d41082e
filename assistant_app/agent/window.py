"""Which messages of a chat still fit into the model's window.

What stands first must not change with every message, or the model reads all of it anew each time:
so the window moves seldom, and then by a good step.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.agent import prompt
from assistant_app.agent.turn_state import TurnState
from assistant_app.domain.engine import ChatEngine
from assistant_app.domain.session import Importance, Message, Session
from assistant_app.errors import AppError
from assistant_app.storage.message_store import MessageStore

MAX_ROUNDS = 20
KEPT_LAST = 6
"""Messages that stay in the window whatever is dropped, and beside a summary that has them too."""
STEP = 8
"""Messages by which the window moves when the rounds are too many."""
FREED = 4
"""Over budget, this part of it (a quarter) is freed at once."""
GRAIN = 256
"""Tokens by which a budget changes, so that the length of one message does not move the window."""
MAX_REPLY_TOKENS = 512
DECISION_TOKENS = 240
"""Room for what a decision writes, and for the template."""
BACKGROUND_TOKENS = 420
"""Room for clock, memories and results beside the chat."""
USUAL_CONTEXT = 8192
"""Tokens of the window before a model was asked for the first time."""
TURN_OVERHEAD = 12
"""Tokens that the template and the call add to a message."""


def tokens_of(message: Message) -> int:
    """Return the size of a message; an uncounted one is taken to be two characters a token."""
    known = message.token_count
    return (known if known is not None else len(message.text) // 2 + 1) + TURN_OVERHEAD


def select(messages: Sequence[Message], budget: int) -> list[Message]:
    """Return what fits into `budget` tokens, in order.

    At most the last 20 rounds. Over budget, minimal- and then low-importance messages go first,
    oldest first, then the oldest; the last six are the last to go. What went once stays away while
    the chat grows: it is gone through from its start, as it was written.
    """
    first = max(0, len(messages) - 2 * MAX_ROUNDS)
    kept: list[Message] = []
    total = 0
    for message in messages[first + -first % STEP :]:
        kept.append(message)
        total += tokens_of(message)
        if total > budget:
            kept = _thinned(kept, budget)
            total = sum(tokens_of(one) for one in kept)
    return kept


def _thinned(messages: Sequence[Message], budget: int) -> list[Message]:
    """Return what is left of messages over budget, with room for more; of the last six, all."""
    total = sum(tokens_of(message) for message in messages)
    last = len(messages) - KEPT_LAST
    order = sorted(range(len(messages)), key=lambda n: (n >= last, _weight(messages[n]), n))
    dropped: set[int] = set()
    for index in order:
        if total <= (budget if index >= last else budget - budget // FREED):
            break
        dropped.add(index)
        total -= tokens_of(messages[index])
    return [message for n, message in enumerate(messages) if n not in dropped]


def _weight(message: Message) -> int:
    return min(int(message.importance), int(Importance.NORMAL))


def reply_tokens(context: int) -> int:
    """Return how long an answer may get in a window of `context` tokens."""
    return min(MAX_REPLY_TOKENS, context // 4)


def unsummed(session: Session, messages: Sequence[Message]) -> list[Message]:
    """Return the messages that the summary does not stand for, and the last six that it does.

    They begin at one place until there is another summary.
    """
    after = sum(message.id > session.summary_through for message in messages)
    return list(messages[max(0, len(messages) - after - KEPT_LAST) :])


@dataclass(frozen=True, slots=True)
class WindowUse:
    """How much of the model's window a chat takes: `messages` of its `all_messages` are in it.

    `tokens` are those of the messages, `capacity` is the whole window, `percent` of it is taken.
    """

    session: int
    messages: int
    all_messages: int
    tokens: int
    capacity: int
    percent: float


def window_use(session: Session, messages: Sequence[Message]) -> WindowUse:
    """Return what the next answer in a session would be shown of it."""
    sizes = [message.extra.get("usage", {}).get("context_tokens") for message in messages]
    capacity = next((size for size in reversed(sizes) if size), USUAL_CONTEXT)
    room = capacity - BACKGROUND_TOKENS - reply_tokens(capacity)
    kept = select([m for m in unsummed(session, messages) if m.text], room)
    tokens = sum(tokens_of(message) for message in kept)
    percent = round(100 * tokens / capacity, 1)
    return WindowUse(session.id, len(kept), len(messages), tokens, capacity, percent)


def fit(turn: TurnState, engine: ChatEngine, store: MessageStore) -> None:
    """Choose the earlier messages that fit: a glance for the decision, the chat for the answer.

    Raises:
        AppError: `prompt_missing` when not even the message fits beside the static part.
    """
    past = unsummed(turn.session, turn.past)
    statics = [
        "\n".join(m.text for m in part)
        for part in (prompt.static_messages(turn.lang), prompt.answer_static(turn.lang))
    ]
    unknown = [m for m in past if m.token_count is None and m.text]
    counts = engine.count_tokens(
        [*statics, turn.text, turn.session.summary, *(m.text for m in unknown)]
    )
    deciding, answering, message, summary = counts[:4]
    known = {m.id: n for m, n in zip(unknown, counts[4:], strict=True)}
    if known and not turn.request.dry_run:
        store.set_token_counts(known)
    past = [dataclasses.replace(m, token_count=known.get(m.id, m.token_count)) for m in past]
    context = engine.info().context
    glance = context - deciding - message - DECISION_TOKENS
    if glance < 0:
        raise AppError("prompt_missing")
    turn.glance = select(past[-prompt.DECISION_PAST :], glance)
    taken = answering + message + summary + BACKGROUND_TOKENS + reply_tokens(context)
    room = context - taken
    turn.fitting = select(past, room - room % GRAIN if room > 2 * GRAIN else max(0, room))
