"""Kill the app at random moments of scripted use, and see that memories keep their promises.

    python packaging/crash_rig.py [--kills 200] [--seed 1] [--folder DIR]

A child adds, proposes, confirms, edits and erases memories, and says on its output what it is about to
do and what is done. It is killed (`kill -9`) at a random moment; the next child first repeats what was
left unfinished, as an owner would. After each kill: what was confirmed is there, what was erased is in
no byte of the folder, nothing is there twice, and the file is sound.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_FIRST_S, _LAST_S = 0.02, 1.2
"""A child is killed between these times after it opened the folder."""


# The child ---------------------------------------------------------------------------------------


def _say(what: str, **values: Any) -> None:
    print(json.dumps({"what": what, **values}), flush=True)


def child(folder: Path, seed: int, unfinished: dict[str, Any] | None) -> None:
    """Use the folder until killed."""
    from assistant_app.engine.scripted import ScriptedEngine
    from assistant_app.paths import Paths
    from assistant_app.services.assistant import Assistant

    assistant = Assistant.open(Paths(folder, folder / "models"), engine=ScriptedEngine())
    choose = random.Random(seed)
    session = assistant.sessions.create().id
    _say("open")
    if unfinished is not None:
        _do(assistant, session, unfinished)
    while True:
        _do(assistant, session, _next(assistant, choose))


def _next(assistant: Any, choose: random.Random) -> dict[str, Any]:
    """Return the next thing to do."""
    living = [m for m in assistant.memories.listing(None) if m.status.value != "superseded"]
    kinds = ["add", "say", "say", "confirm", "edit"]
    if len(living) > 12:
        kinds += ["erase", "erase", "erase"]
    kind = choose.choice(kinds)
    word = "".join(choose.choices("bcdfghklmnprstvz", k=1) + choose.choices("aeioukrnst", k=9))
    if kind in ("add", "say") or not living:
        return {"do": "add" if kind == "add" else "say", "word": f"{word}x"}
    one = choose.choice(living)
    return {"do": kind, "id": one.id, "text": one.text, "word": f"{word}x"}


def _do(assistant: Any, session: int, step: dict[str, Any]) -> None:
    """Do one step, announced and confirmed. Doing it again must change nothing more."""
    from assistant_app.domain.memory import Draft
    from assistant_app.domain.session import Role
    from assistant_app.errors import AppError

    memories = assistant.memories
    _say("begin", step=step)
    try:
        if step["do"] == "add":
            done = memories.add(f"The user owns a boat called {step['word']}")
        elif step["do"] == "say":
            said = f"I once met someone called {step['word']} in town"
            message = assistant._messages.add(session, Role.USER, said)
            draft = Draft(f"The user once met someone called {step['word']} in town", said)
            (done,) = memories.keep([draft], session_id=session, message_id=message.id)
        elif step["do"] == "confirm":
            memories.confirm([step["id"]])
            done = memories.get(step["id"])
        elif step["do"] == "edit":
            done = memories.edit(step["id"], text=f"The user owns a house called {step['word']}")
        else:
            memories.erase([step["id"]], and_source=True)
            _say("erased", id=step["id"], text=step["text"])
            return
        _say("done", id=done.id, text=done.text)
    except AppError as error:
        if error.code != "memory_missing":  # erased before the kill
            raise
        _say("missing", id=step["id"])


# The parent --------------------------------------------------------------------------------------


@dataclass
class Promises:
    """What the app has confirmed so far."""

    kept: dict[int, str] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    unfinished: dict[str, Any] | None = None

    def hear(self, line: str) -> None:
        """Take in one line of a child; half a line was never confirmed."""
        try:
            told = json.loads(line)
        except json.JSONDecodeError:
            return
        if told["what"] == "begin":
            self.unfinished = told["step"]
            if told["step"]["do"] in ("erase", "edit"):
                self.kept.pop(told["step"]["id"], None)  # from here on either is right
        elif told["what"] in ("done", "erased", "missing"):
            self.unfinished = None
            if told["what"] == "done":
                self.kept[told["id"]] = told["text"]
            else:
                self.kept.pop(told["id"], None)
            if told["what"] == "erased":
                self.erased.add(told["text"].split(" called ")[1].split()[0])


def check(folder: Path, promises: Promises) -> list[str]:
    """Return the promises that are broken."""
    from assistant_app.paths import Paths
    from assistant_app.storage.database import Database
    from assistant_app.storage.memory_store import MemoryStore

    paths = Paths(folder, folder / "models")
    if not paths.database.exists():
        return []
    db = Database.open(paths.database, backups=paths.backups)
    try:
        found = db.check("full")
        here = {memory.id: memory.text for memory in MemoryStore(db).listing()}
    finally:
        db.close()
    for key, text in promises.kept.items():
        if here.get(key) != text:
            found.append(f"lost: {key} {text!r}, there is {here.get(key)!r}")
    for text, count in Counter(here.values()).items():
        if count > 1:
            found.append(f"twice: {text!r}")
    data = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    # Lower case, as the index has it.
    found += [f"back: {w}" for w in promises.erased if any(w.encode() in one for one in data)]
    return found


def run(folder: Path, kills: int, seed: int) -> tuple[list[str], Promises]:
    """Kill so many children; returns the broken promises, and all that were made."""
    choose = random.Random(seed)
    promises, broken = Promises(), []
    for number in range(kills):
        command = [sys.executable, __file__, "--folder", str(folder)]
        command += ["--child", str(choose.randrange(2**31))]
        command += ["--unfinished", json.dumps(promises.unfinished)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            if json.loads(first or "{}").get("what") == "open":
                time.sleep(choose.uniform(_FIRST_S, _LAST_S))
            alive = process.poll() is None
            process.send_signal(signal.SIGKILL)
            for line in process.stdout.read().splitlines():
                promises.hear(line)
        if not alive:
            broken.append(f"kill {number}: the child ended by itself")
        broken += [f"kill {number}: {what}" for what in check(folder, promises)]
    return broken, promises


def main() -> None:
    """Run the rig, or be its child."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--unfinished", default="null", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        child(options.folder, options.child, json.loads(options.unfinished))
    with tempfile.TemporaryDirectory() as made:
        broken, promises = run(options.folder or Path(made) / "data", options.kills, options.seed)
    print(
        f"{options.kills} kills: {len(promises.kept)} memories kept, {len(promises.erased)} erased,"
        f" {len(broken)} promises broken"
    )
    print("\n".join(broken))
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
