"""Programs from files come to an end."""

from __future__ import annotations

import contextlib
import sys
import time

import pytest

from assistant_app.engine.time_limit import GROWTH, TooSlow, within


def test_what_is_in_time_gives_its_value():
    assert within(5, lambda: 6 * 7) == 42


def test_its_own_failure_comes_through():
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 / 0)


def test_a_loop_is_ended():
    def loop() -> None:
        while True:
            pass

    begun = time.process_time()
    with pytest.raises(TooSlow):
        within(0.2, loop)
    assert 0.2 <= time.process_time() - begun < 5


def test_waiting_for_others_takes_no_time_of_it():
    assert within(0.1, lambda: time.sleep(0.3)) is None


@pytest.mark.skipif(sys.platform != "linux", reason="limits of addresses")
def test_what_wants_too_much_memory_is_refused_and_the_bound_goes_with_it():
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(MemoryError):
        within(5, lambda: len(bytes(2 * GROWTH)))
    assert within(5, lambda: len(bytes(1 << 20))) == 1 << 20
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert len(bytes(2 * GROWTH)) == 2 * GROWTH


def test_nothing_of_it_is_left_for_later():
    """A limit that is hit at the very end hits nothing that comes after."""
    for _ in range(200):
        with contextlib.suppress(TooSlow):
            within(0.001, lambda: sum(range(40_000)))
        assert sum(range(1000)) == 499_500
    time.sleep(0.01)
    assert sum(range(100_000)) == 4_999_950_000
