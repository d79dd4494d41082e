"""The memories window with 50,000 memories: what an event costs, and how few rows are read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.alone

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, float]]:
    """Measure in a process of its own, which times every event that Qt delivers."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "bench_window.py"), "50000", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, dict[str, float]] = json.loads(done.stdout)
    return result


def test_no_event_holds_the_window_up(found: dict[str, Any]) -> None:
    assert len(found) == 10
    # The clock counts what other programs take, so it is asked where there are many events.
    for kind, fewest in (("p95", 100), ("cpu_p95", 0)):
        asked = {name: took for name, took in found.items() if took["events"] >= fewest}
        assert {name: took[kind] for name, took in asked.items() if took[kind] > 20} == {}
    later = {name: took for name, took in found.items() if name != "open"}
    slow = {name: took["cpu_longest"] for name, took in later.items() if took["cpu_longest"] > 40}
    assert slow == {}


def test_only_what_is_looked_at_is_read(found: dict[str, Any]) -> None:
    rows = {name: took["rows"] for name, took in found.items()}
    assert rows["open"] <= 128
    assert rows["to the end"] <= 192
    assert rows["drag to the end"] <= 100 * 128
    assert rows["choose all"] <= 128
    assert rows["hide 1,000"] <= 256
