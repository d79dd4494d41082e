"""What stays in the model's window."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.agent.window import KEPT_LAST, MAX_ROUNDS, select, tokens_of
from assistant_app.domain.session import Importance, Message, MessageState, Role


def _message(number: int, tokens: int = 10, importance: Importance = Importance.NORMAL) -> Message:
    role = Role.ASSISTANT if number % 2 else Role.USER
    return Message(
        number, 1, role, f"m{number}", MessageState.COMPLETE, number, importance, tokens
    )


def test_everything_that_fits_stays() -> None:
    messages = [_message(n) for n in range(10)]
    assert select(messages, 10_000) == messages


def test_at_most_twenty_rounds() -> None:
    kept = select([_message(n) for n in range(200)], 10**9)
    assert [m.id for m in kept] == list(range(200 - 2 * MAX_ROUNDS, 200))


def test_minimal_then_low_then_oldest() -> None:
    messages = [_message(n) for n in range(12)]
    messages[3] = _message(3, importance=Importance.LOW)
    messages[5] = _message(5, importance=Importance.MINIMAL)
    size = tokens_of(messages[0])
    assert 5 not in [m.id for m in select(messages, 11 * size)]
    assert {3, 5}.isdisjoint(m.id for m in select(messages, 10 * size))
    assert {0, 3, 5}.isdisjoint(m.id for m in select(messages, 9 * size))


def test_the_last_six_go_last() -> None:
    messages = [_message(n, importance=Importance.MINIMAL if n > 15 else Importance.CRITICAL)
                for n in range(20)]  # fmt: skip
    kept = select(messages, KEPT_LAST * tokens_of(messages[0]))
    assert [m.id for m in kept] == list(range(14, 20))


@given(
    st.lists(st.tuples(st.integers(0, 500), st.sampled_from(list(Importance))), max_size=80),
    st.integers(0, 20_000),
)
def test_never_over_budget_and_in_order(rows: list[tuple[int, Importance]], budget: int) -> None:
    kept = select([_message(n, size, rank) for n, (size, rank) in enumerate(rows)], budget)
    assert sum(tokens_of(m) for m in kept) <= budget
    assert [m.id for m in kept] == sorted(m.id for m in kept)
