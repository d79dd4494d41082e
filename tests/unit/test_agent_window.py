"""What stays in the model's window."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.agent.window import KEPT_LAST, MAX_ROUNDS, STEP, select, tokens_of, unsummed
from assistant_app.domain.session import Importance, Message, MessageState, Role, Session


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
    messages = [_message(n) for n in range(24)]
    for n in (3, 9):
        messages[n] = _message(n, importance=Importance.LOW)
    for n in (5, 11):
        messages[n] = _message(n, importance=Importance.MINIMAL)
    size = tokens_of(messages[0])
    assert select(messages, 24 * size) == messages
    kept = {m.id for m in select(messages, 23 * size)}  # a quarter is freed at once: 7 messages
    assert set(range(24)) - kept == {5, 11, 3, 9, 0, 1, 2}


def test_the_last_six_go_last() -> None:
    messages = [_message(n, importance=Importance.MINIMAL if n > 15 else Importance.CRITICAL)
                for n in range(20)]  # fmt: skip
    kept = select(messages, KEPT_LAST * tokens_of(messages[0]))
    assert [m.id for m in kept] == list(range(14, 20))


def _recomputed(windows: list[list[Message]]) -> int:
    """Return how often a window did not go on where the one before it ended."""
    return sum(after[: len(before)] != before for before, after in pairwise(windows))


def test_many_rounds_move_the_window_seldom() -> None:
    messages = [_message(n) for n in range(200)]
    windows = [select(messages[:n], 10**9) for n in range(2, 201, 2)]
    assert _recomputed(windows) <= (200 - 2 * MAX_ROUNDS) // STEP
    assert all(len(w) > 2 * MAX_ROUNDS - STEP for w in windows[MAX_ROUNDS:])


def test_a_full_window_moves_seldom() -> None:
    ranks = [Importance.LOW, Importance.NORMAL, Importance.MINIMAL, Importance.HIGH]
    messages = [_message(n, 60, ranks[n % 4]) for n in range(40)]
    budget = 16 * tokens_of(messages[0])
    windows = [select(messages[:n], budget) for n in range(2, 41, 2)]
    assert 0 < _recomputed(windows) <= 6
    assert all(sum(tokens_of(m) for m in w) > budget // 2 for w in windows[9:])


def test_a_summary_moves_the_window_once() -> None:
    messages = [_message(n) for n in range(1, 31)]
    session = Session(1, "", 0, 0, summary="They spoke.", summary_through=12)
    windows = [unsummed(session, messages[:n]) for n in range(12, 31, 2)]
    assert _recomputed(windows) == 0
    assert [m.id for m in windows[0]] == list(range(7, 13))
    assert len(unsummed(Session(1, "", 0, 0), messages)) == 30


@given(
    st.lists(st.tuples(st.integers(0, 500), st.sampled_from(list(Importance))), max_size=80),
    st.integers(0, 20_000),
)
def test_never_over_budget_and_in_order(rows: list[tuple[int, Importance]], budget: int) -> None:
    kept = select([_message(n, size, rank) for n, (size, rank) in enumerate(rows)], budget)
    assert sum(tokens_of(m) for m in kept) <= budget
    assert [m.id for m in kept] == sorted(m.id for m in kept)
