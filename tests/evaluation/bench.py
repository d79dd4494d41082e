"""Run sets of messages through `ask --batch` and report in Markdown what came of them.

    python -m tests.evaluation.bench SET [--model NAME] [--lang LANG] [--out FILE.jsonl]
                                         [--report FILE.md] [--seconds N] [--limit N]

SET is `chat` (chit-chat and knowledge: no tool, the right language, no loop), `choice` (which tool)
or `several` (messages of several requests, all parts done). The results are appended to FILE.jsonl
message by message, and a message that has one there already is not run again: with `--seconds` a
long run goes on in pieces. The report is on all that FILE.jsonl has.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assistant_app.engine.library import ModelLibrary
from assistant_app.paths import Paths
from tests.evaluation.report import report
from tests.evaluation.sets import NOW, ZONES, Row, Verdict, calendar, judge, load

PIECE = 10
"""Messages that one process answers, where nothing has to be there before them."""


class Assistant:
    """The command line on an empty data folder."""

    def __init__(self, folder: Path, model: Path) -> None:
        self._folder = folder
        self._model = model
        self._env = {**os.environ, "ASSISTANT_APP_DATA_DIR": str(folder / "data")}

    def run(self, *args: object) -> str:
        """Run a command, and return what it printed."""
        command = [sys.executable, "-m", "assistant_app", *map(str, args)]
        return subprocess.run(
            command, env=self._env, capture_output=True, text=True, check=True
        ).stdout

    def answer(self, rows: Sequence[Row], *options: str) -> list[dict[str, Any]]:
        """Return the answers to messages, each in a session of its own."""
        file = self._folder / "batch.jsonl"
        lines = [
            {"text": row.text, "session": row.name, "lang": row.lang, "now": NOW,
             "tz": ZONES[row.lang], "yes": True}
            for row in rows
        ]  # fmt: skip
        if "--dry-run" in options:
            lines = [{k: v for k, v in line.items() if k != "session"} for line in lines]
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        out = self.run("ask", *options, "--model", self._model, "--batch", file, "--json")
        return [json.loads(line) for line in out.splitlines()]

    def stored(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the events and the tasks that are there."""
        events = self.run("events", "list", "--from", "2026-01-01", "--to", "2027-12-31", "--json")
        tasks = self.run("tasks", "list", "--state", "all", "--json")
        return json.loads(events), json.loads(tasks)


def run(rows: Sequence[Row], name: str, model: Path) -> Iterator[list[dict[str, Any]]]:
    """Answer and judge messages; yields the results of one process after the other."""
    apart = name == "several"
    size = 1 if apart else PIECE
    for start in range(0, len(rows), size):
        piece = rows[start : start + size]
        with tempfile.TemporaryDirectory() as folder:
            app = Assistant(Path(folder), model)
            if piece[0].setup:
                file = Path(folder) / "setup.ics"
                file.write_text(calendar(piece[0].setup, ZONES[piece[0].lang]), encoding="utf-8")
                app.run("events", "import", file)
            begun = time.monotonic()
            answers = app.answer(piece, *(("--dry-run",) if name == "choice" else ()))
            seconds = (time.monotonic() - begun) / len(piece)
            stored = app.stored() if apart else ((), ())
            yield [
                {**_result(row, answer, judge(row, answer, *stored)), "set": name,
                 "seconds": round(seconds, 2)}
                for row, answer in zip(piece, answers, strict=True)
            ]  # fmt: skip


def _result(row: Row, answer: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
    return {
        "lang": row.lang, "id": row.name, "intent": row.intent, "text": row.text,
        "right": verdict.right, "parts": verdict.parts, "missed": verdict.missed,
        "reply": answer.get("reply") or "",
        "tools": [action["tool"] for action in answer.get("actions") or []],
    }  # fmt: skip


def main() -> int:
    """Run what is not in the file of results yet, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=["chat", "choice", "several"])
    parser.add_argument("--model", default="starter")
    parser.add_argument("--lang", choices=["en", "zh"])
    parser.add_argument("--out", type=Path, default=Path("evaluation.jsonl"))
    parser.add_argument("--report", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    model = ModelLibrary(Paths.resolve().models_dir).path_of(options.model)
    results = _read(options.out)
    rows = [row for row in load(options.set) if options.lang in (None, row.lang)][: options.limit]
    begun = time.monotonic()
    with options.out.open("a", encoding="utf-8") as file:
        for piece in run(_left(rows, results, options.model), options.set, model):
            done = [{**result, "model": options.model} for result in piece]
            results += done
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in done)
            file.flush()
            if time.monotonic() - begun > options.seconds:
                break
    if options.report:
        options.report.write_text(report(results), encoding="utf-8")
    left = _left(rows, results, options.model)
    print(json.dumps({"left": len(left), "results": len(results)}))  # noqa: T201
    return 0


def _left(rows: Sequence[Row], results: Sequence[dict[str, Any]], model: str) -> list[Row]:
    known = {row["id"] for row in results if row["model"] == model}
    return [row for row in rows if row.name not in known]


def _read(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    raise SystemExit(main())
