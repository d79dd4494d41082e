"""The window stays steady while a reply streams: no tick of its timer waits long."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import pytest
from PySide6.QtCore import QTimer

from assistant_app.bench.desk import story
from assistant_app.engine.scripted import Script
from assistant_app.gui.probe import TICK_MS, Lateness, WindowProbe

from .conftest import Desk, Model

pytestmark = pytest.mark.alone

P99_MS = 50
PIECES = 300
CODE = "\n\n```python\nfor lamp in lamps:\n    lamp.light()\n```\n\n"


@pytest.fixture
def model() -> Model:
    """Return a model that writes faster than most: Markdown, with blocks that close."""
    words = story(PIECES, 7).split()
    pieces = [f"{word}{CODE if n % 60 == 59 else ' '}" for n, word in enumerate(words)]
    return Model(fallback=Script(pieces, delay_s=0.01))


def test_a_window_is_not_late_while_a_reply_streams(desk: Desk) -> None:
    lateness = Lateness(desk.shell)
    lateness.start()
    turn = desk.shell.main.page.ask("Tell me a story")
    desk.wait(lambda: desk.shell.main.page.running is None)
    lateness.stop()
    assert len(turn.text) > 5 * PIECES
    assert len(lateness.late) > 100
    assert lateness.quantile(0.99) <= P99_MS


def test_what_holds_the_window_up_is_seen(desk: Desk) -> None:
    lateness = Lateness(desk.shell)
    lateness.start()
    QTimer.singleShot(0, desk.app, lambda: time.sleep(0.2))
    desk.wait(lambda: len(lateness.late) > 5)
    lateness.stop()
    assert max(lateness.late) > 200 - 2 * TICK_MS
    assert lateness.quantile(0.0) < max(lateness.late) == lateness.quantile(1.0)


def test_the_window_gets_its_turn_beside_threads_that_compute(desk: Desk) -> None:
    """A slot that gives way, as calls of Qt do, is not held up by a whole interval each time."""
    ended = threading.Event()

    def compute() -> None:
        while not ended.is_set():
            sum(range(1000))

    def slot() -> float:
        begun = time.perf_counter()
        for _ in range(50):
            time.sleep(0)  # gives way
        return time.perf_counter() - begun

    ours = sys.getswitchinterval()
    busy = threading.Thread(target=compute)
    busy.start()
    try:
        with_ours = slot()
        sys.setswitchinterval(0.005)
        with_usual = slot()
    finally:
        sys.setswitchinterval(ours)
        ended.set()
        busy.join()
    assert with_ours < 0.5 * with_usual


def test_the_probe_follows_a_start_and_a_turn(desk: Desk) -> None:
    desk.core.sessions.create(title="Yesterday")
    desk.settle()
    found: list[dict[str, Any]] = []
    ends: list[bool] = []
    desk.shell.quit_asked.connect(lambda: ends.append(True))
    WindowProbe(desk.shell, time.monotonic(), "Tell me a story", found.append)
    desk.shell.main.update()
    desk.wait(lambda: bool(ends))
    (figures,) = found
    assert 0 < figures["usable_s"] < figures["listed_s"] < 10
    assert figures["characters"] > 5 * PIECES
    assert 0 <= figures["late_p99_ms"] <= figures["late_max_ms"]
    assert figures["ticks"] > 100
