"""When silence is a hang, and when it is only slowness."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from assistant_app.engine import protocol
from assistant_app.engine.pulse import Pulse
from assistant_app.engine.watchdog import Sample, Watchdog, sample


def seconds_until_hung(samples: list[Sample | None], limit: float = 10) -> int | None:
    """Return after how many silent seconds a worker that goes on like this is given up."""
    looks = iter(samples)
    last = samples[-1]
    dog = Watchdog(1, limit, lambda _pid: next(looks, last))
    return next((n for n in range(1, len(samples)) if dog.tick(1.0)), None)


def going(states: str, cpu_share: float, seconds: int = 400) -> list[Sample | None]:
    """Return how a process looks, second by second."""
    return [Sample(states, n * cpu_share) for n in range(seconds)]


@pytest.mark.parametrize(
    ("name", "samples", "expected"),
    [
        ("stopped by a signal", going("TT", 0), 10),
        ("waiting for itself", going("SS", 0), 10),
        ("in a loop that never ends", going("RS", 1), 10),
        ("in a loop on two cores", going("RR", 2), 10),
        ("in a loop, with half a core for it", going("RS", 0.5), 20),
        ("on a machine that gives it nothing", going("RS", 0), 100),
        ("waiting for a slow disk", going("DS", 0.02), 100),
        ("on a system that tells nothing", [None] * 400, 10),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_silence_counts_as_far_as_it_was_the_workers_own(name, samples, expected):
    found = seconds_until_hung(samples)
    assert found is not None, name
    assert abs(found - expected) <= 1, name


def test_progress_starts_the_count_anew():
    dog = Watchdog(None, 3)
    for _ in range(20):
        assert not dog.tick(1.0)
        assert not dog.tick(1.0)
        dog.heard()
    assert [dog.tick(1.0) for _ in range(3)] == [False, False, True]


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_a_real_process_is_seen_as_it_is():
    # Long enough to be seen in the system's ticks of 10 ms.
    script = (
        "import time\nwhile time.process_time() < 0.1: pass\nprint(flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        deadline = time.monotonic() + 30
        while (found := sample(process.pid)) and found.states != "S":
            assert time.monotonic() < deadline
        assert found is not None
        assert 0 < found.cpu_s < 60
        process.kill()
    assert sample(process.pid) is None
    own = sample(os.getpid())
    assert own is not None
    assert "R" in own.states


def test_a_pulse_says_at_most_one_word_a_second(monkeypatch):
    said: list[protocol.Reply] = []
    now = [100.0]
    monkeypatch.setattr("assistant_app.engine.pulse.time.monotonic", lambda: now[0])
    pulse = Pulse(said.append)
    pulse.begin(7)
    for _ in range(40):
        now[0] += 0.11
        pulse.beat()
    assert said == [protocol.Progress(7)] * 4
