"""Measure how long the memories window holds up its thread with many memories.

    python packaging/bench_window.py [50000] [--json]

Every event that Qt delivers to Python or C++ is timed on the GUI thread: what it took by the clock
(waiting for other threads' turns included) and in processor time of the thread. Prints, for each of
what somebody does, the number of events, p95 and the longest in milliseconds, how long it took until
all was shown, and the rows that were read for it.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from assistant_app.domain.search_text import index_text
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.gui import style
from assistant_app.gui.erase_question import EraseWishes
from assistant_app.gui.hub import Hub
from assistant_app.gui.memories_window import MemoriesWindow
from assistant_app.gui.runner import Runner
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

CATEGORIES = ("family", "work", "home", "people")
ERASED = 1000
STEPS = 100


class TimedApplication(QApplication):
    """Notes what each event took; one inside another counts to the outer one alone."""

    def __init__(self) -> None:
        super().__init__(["bench"])
        self.took: list[tuple[float, float]] = []
        self._depth = 0

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        """Deliver an event, and note (clock, processor) seconds."""
        if self._depth:
            return bool(super().notify(receiver, event))
        self._depth += 1
        clock, processor = time.perf_counter(), time.thread_time()
        try:
            return bool(super().notify(receiver, event))
        finally:
            self._depth -= 1
            self.took.append((time.perf_counter() - clock, time.thread_time() - processor))


def fill(core: Assistant, count: int) -> None:
    """Store `count` memories: one in a thousand to confirm, one in fifty archived."""
    rows = []
    for n in range(1, count + 1):
        status = "proposed" if n % 1000 == 0 else "archived" if n % 50 == 1 else "active"
        text = f"The user noted fact {n} about {CATEGORIES[n % 4]} and tea number {n % 977}"
        at = 1_790_000_000_000 + n * 1000
        rows.append((n, text, "semantic", status, CATEGORIES[n % 4], at, at, at))
    db = core._db
    with db.atomic():
        db.execute_many(
            "INSERT INTO memory(id, text, kind, status, category, created_at, updated_at, seen_at)"
            " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        index = [(row[0], index_text(row[1])) for row in rows]
        db.execute_many("INSERT INTO memory_fts(rowid, body) VALUES(?, ?)", index)
        said = [(row[0], row[5], row[1]) for row in rows]
        db.execute_many(
            "INSERT INTO memory_version(memory_id, at, event, text) VALUES(?, ?, 'said', ?)", said
        )


@dataclass
class Bench:
    """A window over a filled folder, and what was measured."""

    app: TimedApplication
    core: Assistant
    runner: Runner
    hub: Hub
    window: MemoriesWindow | None = None
    rows_read: int = 0
    found: dict[str, dict[str, float]] = field(default_factory=dict)

    def count_rows(self) -> None:
        """Count the rows that pages bring."""
        lists = self.core.memories.lists
        read = lists.page

        def page(ids: Any) -> Any:
            self.rows_read += len(ids)
            return read(ids)

        lists.page = page  # type: ignore[method-assign]

    def measure(self, name: str, steps: list[Callable[[], object]], pause_ms: int = 0) -> None:
        """Take the steps, one in a pause, wait until all is shown, and note what events took."""
        self.app.took, before = [], self.rows_read
        began = last = time.perf_counter()
        loop, left, quiet = QEventLoop(), list(steps), 0

        def step() -> None:
            if left:
                left.pop(0)()
                steps_timer.start(pause_ms)

        def look() -> None:
            nonlocal quiet, last
            busy = bool(left) or not (self.runner.idle and self.hub.idle) or self._waiting()
            if busy:
                quiet, last = 0, time.perf_counter()
            else:
                quiet += 1
            if quiet > 5 or time.perf_counter() - began > 120:
                loop.quit()

        steps_timer = QTimer(singleShot=True)
        steps_timer.timeout.connect(step)
        steps_timer.start(0)
        watch = QTimer(interval=10)
        watch.timeout.connect(look)
        watch.start()
        loop.exec()
        self.found[name] = {
            "events": len(self.app.took),
            "p95": _share([clock for clock, _ in self.app.took], 0.95),
            "longest": _share([clock for clock, _ in self.app.took], 1),
            "cpu_p95": _share([cpu for _, cpu in self.app.took], 0.95),
            "cpu_longest": _share([cpu for _, cpu in self.app.took], 1),
            "shown_after": round(1000 * (last - began), 1),
            "rows": self.rows_read - before,
        }

    def _waiting(self) -> bool:
        window = self.window
        return window is not None and (
            window.filters._timer.isActive() or window._choice_timer.isActive()
        )

    def open(self) -> None:
        """Make the window."""
        self.window = MemoriesWindow(self.core, self.runner, self.hub, "en")
        self.window.show()


def _share(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return round(1000 * ordered[int(share * (len(ordered) - 1))], 2)


def run(bench: Bench) -> None:
    """Do what somebody does with many memories."""
    bench.measure("open", [bench.open])
    window = bench.window
    assert window is not None
    view, bar = window.view, window.view.verticalScrollBar()
    bench.measure("to the end", [view.scrollToBottom])
    bench.measure("back to the top", [view.scrollToTop])
    places = [int(bar.maximum() * n / STEPS) for n in range(1, STEPS + 1)]
    bench.measure("drag to the end", [lambda p=p: bar.setValue(p) for p in places], 10)
    words = "tea number 512"
    keys = [lambda k=k: QTest.keyClick(window.filters.search, k) for k in words]
    bench.measure("type a search", keys, 70)
    bench.measure("clear the search", [window.filters.search.clear])
    bench.measure("choose all", [view.selectAll])
    some = window.model.ids_between(0, ERASED - 1)
    bench.measure("hide 1,000", [lambda: window.acts.erase_later(some, EraseWishes())])
    bench.measure("erase 1,000", [window.undo_bar.flush])
    down = [lambda: QTest.keyClick(view, Qt.Key.Key_Down)] * 20
    bench.measure("20 rows down", down, 30)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=50_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    app = TimedApplication()
    style.apply_theme(app, style.Theme.LIGHT)
    with tempfile.TemporaryDirectory() as home:
        core = Assistant.open(Paths(Path(home) / "data", Path(home)), engine=ScriptedEngine())
        fill(core, options.count)
        runner, hub = Runner(), Hub()
        core.subscribe(hub.post)
        bench = Bench(app, core, runner, hub)
        bench.count_rows()
        run(bench)
        if bench.window is not None:
            bench.window.close()
        for end in runner.close():
            end.result(timeout=60)
        core.close()
    if options.json:
        print(json.dumps(bench.found))
        return
    for name, took in bench.found.items():
        print(
            f"{name:18} {took['events']:5.0f} events, p95 {took['p95']:5.1f} ms, longest"
            f" {took['longest']:6.1f} ms (processor {took['cpu_p95']:4.1f}, {took['cpu_longest']:6.1f})"
            f", shown after {took['shown_after']:7.1f} ms, {took['rows']:5.0f} rows read"
        )


if __name__ == "__main__":
    main()
