"""Which messages of a chat still fit into the model's window."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.domain.session import Importance, Message

MAX_ROUNDS = 20
KEPT_LAST = 6
TURN_OVERHEAD = 12
"""Tokens that the template and the call add to a message."""


def tokens_of(message: Message) -> int:
    """Return the size of a message; an uncounted one is taken to be two characters a token."""
    known = message.token_count
    return (known if known is not None else len(message.text) // 2 + 1) + TURN_OVERHEAD


def select(messages: Sequence[Message], budget: int) -> list[Message]:
    """Return what fits into `budget` tokens, in order.

    At most the last 20 rounds. Over budget, minimal- and then low-importance messages go first,
    oldest first, then the oldest; the last six are the last to go.
    """
    kept = list(messages[-2 * MAX_ROUNDS :])
    total = sum(tokens_of(message) for message in kept)
    order = sorted(range(len(kept)), key=lambda n: (_protected(n, kept), _weight(kept[n]), n))
    dropped: set[int] = set()
    for index in order:
        if total <= budget:
            break
        dropped.add(index)
        total -= tokens_of(kept[index])
    return [message for n, message in enumerate(kept) if n not in dropped]


def _protected(index: int, kept: Sequence[Message]) -> bool:
    return index >= len(kept) - KEPT_LAST


def _weight(message: Message) -> int:
    return min(int(message.importance), int(Importance.NORMAL))
