"""Programs from files come to an end."""

from __future__ import annotations

import time

import pytest

from assistant_app.engine.time_limit import TooSlow, within


def test_what_is_in_time_gives_its_value():
    assert within(5, lambda: 6 * 7) == 42


def test_its_own_failure_comes_through():
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 / 0)


def test_a_loop_is_ended():
    def loop() -> None:
        while True:
            pass

    begun = time.monotonic()
    with pytest.raises(TooSlow):
        within(0.2, loop)
    assert 0.2 <= time.monotonic() - begun < 5


def test_nothing_of_it_is_left_for_later():
    """A limit that is hit at the very end hits nothing that comes after."""
    late = 0
    for _ in range(200):
        try:
            within(0.001, lambda: time.sleep(0.001))
        except TooSlow:
            late += 1
        assert sum(range(1000)) == 499_500
    assert 0 <= late <= 200
    time.sleep(0.01)
    assert sum(range(100_000)) == 4_999_950_000
