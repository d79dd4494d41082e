"""The window, in processes of its own: how soon it can be used, and how steady it stays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from assistant_app.bench.desk import QUESTIONS, Desk, Setup, story
from assistant_app.bench.figures import Figure, figure, ratios
from assistant_app.engine.worker_process import own_command
from assistant_app.errors import Bug

START_SHARE = 2.5
LATE_P99_MS = 16
LATE_MOST_MS = 80
MEMORY_MB = 220
HELP_S = 0.2
_REPLY = 200
"""Tokens of the reply that is watched."""
_WAIT_S = 300


def measure_help(setup: Setup) -> list[Figure]:
    """Time `--help`, which has to be there at once."""
    seconds = []
    for _ in range(setup.runs):
        begun = time.perf_counter()
        subprocess.run(own_command("--help"), stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - begun)
    return figure("help", "s", seconds, bound=HELP_S)


def measure(setup: Setup) -> list[Figure]:
    """Start the window of a folder with many chats, beside a bare one, and ask a question in it."""
    data = setup.folder / "window"
    _fill(setup)
    # The first start compiles, warms the disk's cache, and computes the static prompts once.
    turns = [_window(setup, data, QUESTIONS[0]) for _ in range(1 + setup.runs)][1:]
    starts, listed, bare = [], [], []
    _bare(setup)
    for number in range(setup.runs):
        for first in (number % 2 == 0, number % 2 == 1):
            if first:
                found = _window(setup, data, "")
                starts.append(found["usable_s"])
                listed.append(found["listed_s"])
            else:
                bare.append(_bare(setup))
    memory = [turn["memory_mb"] for turn in turns if turn["memory_mb"] is not None]
    return [
        *figure("window_start", "s", starts),
        *figure("window_listed", "s", listed),
        *figure("bare_window", "s", bare),
        *figure("start_share", "ratio", ratios(starts, bare), bound=START_SHARE),
        *figure("late_p99", "ms", [turn["late_p99_ms"] for turn in turns], bound=LATE_P99_MS),
        *figure(
            "late_most", "ms", [turn["late_max_ms"] for turn in turns], bound=LATE_MOST_MS,
            worst=True,
        ),
        *figure("window_memory", "MB", memory, bound=MEMORY_MB, worst=True),
    ]  # fmt: skip


def _fill(setup: Setup) -> None:
    """Put chats into the folder of the window."""
    with Desk(setup, "window") as desk:
        desk.core.sessions.import_lines(
            {
                "title": f"Chat {number}",
                "started_at": f"2026-01-{1 + number % 28:02}T{number % 24:02}:00:00Z",
                "messages": [
                    {"role": "user", "text": story(12, number)},
                    {"role": "assistant", "text": story(80, number)},
                ],
            }
            for number in range(setup.sizes.sessions)
        )


def _environment(setup: Setup) -> dict[str, str]:
    """Return the environment of a window; without a screen it is drawn in memory.

    Its bytecode is kept, as that of an installed app is, though this process may keep none.
    """
    screen = sys.platform != "linux" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    )
    found = {**os.environ, **({} if screen else {"QT_QPA_PLATFORM": "offscreen"})}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**found, "PYTHONPYCACHEPREFIX": str(setup.folder / "bytecode")}


def _run(setup: Setup, *arguments: str) -> str:
    done = subprocess.run(
        own_command(*arguments),
        env=_environment(setup),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_WAIT_S,
    )
    if done.returncode or not done.stdout.strip():
        raise Bug("unexpected", code=f"bench_window: {done.stderr.strip()[-300:]}")
    return done.stdout.splitlines()[-1]


def _bare(setup: Setup) -> float:
    begun = time.monotonic()
    return float(_run(setup, "--bare-window")) - begun


def _window(setup: Setup, data: Path, question: str) -> dict[str, Any]:
    spec = {
        "data": str(data), "model": str(setup.model), "begun": time.monotonic(),
        "question": question, "most": _REPLY, "cache": str(setup.cache),
    }  # fmt: skip
    found: dict[str, Any] = json.loads(_run(setup, "--window-probe", json.dumps(spec)))
    return found
