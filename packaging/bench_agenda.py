"""Measure how long the agenda holds up the window's thread with a full calendar.

    python packaging/bench_agenda.py [--events 3000] [--series 300] [--json]

Every event that Qt delivers on the GUI thread is timed in processor time of that thread, so that
what else the machine does counts little. Prints, for each of what somebody does, the median and the
longest of its longest events in milliseconds.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench_window import TimedApplication
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.gui import style
from assistant_app.gui.agenda_window import AgendaWindow
from assistant_app.gui.hub import Hub
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.runner import Runner
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

RULES = ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY", "FREQ=YEARLY")
STEPS = 12


def calendar(events: int, series: int) -> str:
    """Return a calendar file: single events over two years, and series that began last year."""
    chance, today = random.Random(4), dt.date.today()
    parts = []
    for number in range(events + series):
        repeats = number >= events
        days = -chance.randrange(300) if repeats else chance.randrange(-365, 365)
        start = f"{today + dt.timedelta(days=days):%Y%m%d}T{chance.randrange(7, 20):02}0000"
        rule = f"\nRRULE:{RULES[number % len(RULES)]}" if repeats else ""
        parts.append(
            f"BEGIN:VEVENT\nUID:{number}\nSUMMARY:Event number {number}\nLOCATION:Room {number % 9}"
            f"\nDTSTART:{start}\nDURATION:PT1H{rule}\nEND:VEVENT"
        )
    return "\n".join(["BEGIN:VCALENDAR", *parts, "END:VCALENDAR"])


class Bench:
    """An agenda over a full calendar."""

    def __init__(self, app: TimedApplication, core: Assistant) -> None:
        self.app, self.runner, self.hub = app, Runner(), Hub()
        core.subscribe(self.hub.post)
        self.found: dict[str, dict[str, float]] = {}
        self.window = AgendaWindow(core, self.runner, self.hub, Preferences(language="en"))
        self.window.resize(1200, 800)
        self.window.show()
        self.settle()

    def settle(self) -> None:
        """Wait until all is shown."""
        quiet = 0
        while quiet < 5:
            self.app.processEvents()
            quiet = quiet + 1 if self.runner.idle and self.hub.idle else 0
            time.sleep(0.003)

    def measure(self, name: str, steps: Sequence[Callable[[], object]]) -> None:
        """Take the steps one after another, each until all is shown."""
        longest = []
        for step in steps:
            self.app.took = []
            began = time.thread_time()
            step()
            asked = time.thread_time() - began
            self.settle()
            longest.append(1000 * max([asked, *(spent for _, spent in self.app.took)]))
        self.found[name] = {
            "median": round(statistics.median(longest), 1),
            "longest": round(max(longest), 1),
        }

    def run(self) -> None:
        """Do what somebody does."""
        window = self.window
        turns = [lambda by=by: window.turn_page(by) for by in (1, 1, -1, -1)] * (STEPS // 4)
        window.show_week()
        self.settle()
        self.measure("turn to another week", turns)
        self.measure("from week to month and back", [window.show_month, window.show_week] * STEPS)
        self.measure("drag an event", self._drags())
        window.show_month()
        self.settle()
        self.measure("turn to another month", turns)
        today = dt.date.today()
        days = [today + dt.timedelta(days=number) for number in range(STEPS)]
        self.measure("choose a day", [lambda d=day: window.month.choose(d) for day in days])
        window.show_list()
        self.settle()
        bar = window.list.view.verticalScrollBar()
        scroll = [lambda: bar.setValue(bar.value() + 300)] * (5 * STEPS)
        self.measure("scroll the list", scroll)
        self.measure("show earlier days", [window.list.load_earlier] * 4)
        typed = ["e", "ev", "event", "event 1", "event 12", ""]
        search = window.list.search
        self.measure("type a search", [lambda w=words: self._type(w) for words in typed])
        assert not search.text()

    def _type(self, words: str) -> None:
        self.window.list.search.setText(words)
        self.window.list.reload()

    def _drags(self) -> list[Callable[[], object]]:
        block = self.window.week.grid.blocks[0]
        left, none, press = Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), QPoint(8, 8)
        origin = block.mapToGlobal(press)

        def move(number: int) -> None:
            if number == 0:
                QTest.mousePress(block, left, none, press)
            by = QPoint(4 * number, 3 * number)
            QTest.mouseMove(block, block.mapFromGlobal(origin + by))

        steps: list[Callable[[], object]] = [lambda n=n: move(n) for n in range(5 * STEPS)]
        return [*steps, lambda: QTest.keyClick(block, Qt.Key.Key_Escape)]


def main() -> None:
    """Fill a folder, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--events", type=int, default=3000)
    parser.add_argument("--series", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    app = TimedApplication()
    style.apply_theme(app, style.Theme.LIGHT)
    with tempfile.TemporaryDirectory() as home:
        core = Assistant.open(Paths(Path(home) / "data", Path(home)), engine=ScriptedEngine())
        file = Path(home) / "full.ics"
        file.write_text(calendar(options.events, options.series), encoding="utf-8")
        core.planner.import_ics(file)
        bench = Bench(app, core)
        bench.run()
        bench.window.close()
        for end in bench.runner.close():
            end.result(timeout=10)
        core.close()
    if options.json:
        print(json.dumps(bench.found))
        return
    for name, figures in bench.found.items():
        print(f"{name:30} median {figures['median']:6.1f}  longest {figures['longest']:6.1f} ms")


if __name__ == "__main__":
    main()
