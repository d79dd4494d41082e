"""Kill the app at random moments of scripted use, and see that memories keep their promises.

    python packaging/crash_rig.py [--kills 200] [--seed 1] [--folder DIR]

Two ways of use, in turns: a child that talks with the app (turns that remember and propose,
memories added by hand, confirmed, turned down, edited, put away and erased), and single commands of
the command line. Each says what it is about to do and what is done. It is killed (`kill -9`) at a
random moment, while it starts too; the next one first repeats what was left unfinished, as an owner
would. After each kill: what was confirmed is there as it was left, what was erased is in no byte of
any file - also of the write-ahead log as the dead process left it -, nothing is there twice, and
file and indexes are sound.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_STEPS = 16
"""A child is killed in one of its first steps, whatever the machine is busy with besides."""
_STEP_S = 0.06
"""How long after the step began, at most."""
_COMMAND_S = 1.6
"""A command is killed within so many seconds after it was started."""
_UNSEEN_S = 0.02
"""Up to so many seconds what was done is not told yet: a kill then leaves it to be done again."""
_EARLY = 0.15
"""The share of children that are killed while they open the folder."""
_BY_COMMAND = 0.3
"""The share of kills that meet a command of the command line."""
_GONE = ("There is no memory number", "is no more: it was erased")
_STATUS = {"confirm": "active", "reject": "rejected", "archive": "archived", "restore": "active"}


def _word(choose: random.Random) -> str:
    """Return a word that stands nowhere else."""
    return (
        "".join(choose.choices("bcdfghklmnprstvz", k=1) + choose.choices("aeioukrnst", k=9)) + "x"
    )


def _next(choose: random.Random, living: list[tuple[int, str]]) -> dict[str, Any]:
    """Return the next thing to do; `living` are (id, status) of what there is."""
    kinds = ["add", "tell", "tell", "propose", "confirm", "reject", "edit", "archive", "restore"]
    if len(living) > 6:
        kinds += ["erase"] * 3
    kind = choose.choice(kinds)
    fitting = {
        "confirm": ("proposed",),
        "reject": ("proposed",),
        "archive": ("active",),
        "restore": ("archived",),
        "edit": ("active", "proposed"),
        "erase": ("active", "proposed", "archived", "rejected"),
    }.get(kind)
    if fitting is None:
        return {"do": kind, "word": _word(choose)}
    found = [key for key, status in living if status in fitting]
    if not found:
        return {"do": "tell", "word": _word(choose)}
    return {"do": kind, "id": choose.choice(found), "word": _word(choose)}


# The child that talks ------------------------------------------------------------------------------


def _say(what: str, **values: Any) -> None:
    print(json.dumps({"what": what, **values}), flush=True)


def child(folder: Path, seed: int, unfinished: dict[str, Any] | None) -> None:
    """Use the folder until killed."""
    from assistant_app.engine.scripted import ScriptedEngine
    from assistant_app.paths import Paths
    from assistant_app.services.assistant import Assistant

    engine = ScriptedEngine(fallback="All right.", scores={"reply": 0.0})
    assistant = Assistant.open(Paths(folder, folder / "models"), engine=engine)
    choose = random.Random(seed)
    session = assistant.sessions.create().id
    assistant.memories.propose(
        "Nothing yet", "en"
    )  # what is slow the first time is not the matter
    _say("open")
    if unfinished is not None:
        _do(assistant, session, unfinished)
    while True:
        living = [(m.id, m.status.value) for m in assistant.memories.listing(None)]
        _do(assistant, session, _next(choose, living))


def _do(assistant: Any, session: int, step: dict[str, Any]) -> None:
    """Do one step, announced and confirmed. Doing it again must change nothing more."""
    from assistant_app.errors import AppError

    memories, kind, key = assistant.memories, step["do"], step.get("id")
    _say("begin", step=step)
    try:
        if kind == "add":
            done = memories.add(_text(step))
        elif kind in ("tell", "propose"):
            done = _turn(assistant, session, step)
        elif kind == "edit":
            done = memories.edit(key, text=_text(step))
        elif kind == "erase":
            memories.get(key)
            memories.erase([key], and_source=True)
            time.sleep(random.uniform(0, _UNSEEN_S))
            _say("erased", id=key)
            return
        else:
            _decide(memories, kind, key)
            done = memories.get(key)
        time.sleep(random.uniform(0, _UNSEEN_S))
        _say("done", id=done.id, text=done.text, status=done.status.value)
    except AppError as error:
        if error.code not in ("memory_missing", "memory_erased"):
            raise
        _say("missing", id=key)


def _text(step: dict[str, Any]) -> str:
    owned = {"add": "boat", "edit": "house"}[step["do"]]
    return f"The user owns a {owned} called {step['word']}"


def _decide(memories: Any, kind: str, key: int) -> None:
    from assistant_app.domain.memory import MemoryStatus

    if kind in ("archive", "restore"):
        memories.set_status([key], MemoryStatus(_STATUS[kind]))
    else:
        getattr(memories, kind)([key])


def _turn(assistant: Any, session: int, step: dict[str, Any]) -> Any:
    """Say it in a turn; returns the memory that came of it."""
    from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest

    said = f"My friend {step['word'].title()} lives in Leeds."
    if step["do"] == "tell":
        said = f"Please remember that my friend {step['word'].title()} has a dog."
    for event in assistant.run_turn(TurnRequest(said, session, lang="en"), CancelToken()):
        if isinstance(event, TurnEnded):
            kept = [a.item for a in event.result.actions if a.item_kind == "memory"]
            kept += [memory.id for memory in event.result.memories_proposed]
            if not kept:  # said before the kill: it is known, and not proposed again
                kept = [m.id for m in assistant.memories.search(step["word"])]
            return assistant.memories.get(kept[0])
    raise RuntimeError("a turn had no end")


# The parent --------------------------------------------------------------------------------------


@dataclass
class Expected:
    """What may be found of a memory: more than one thing only while a step is under way."""

    texts: set[str]
    statuses: set[str]
    may_be_gone: bool = False


@dataclass
class Promises:
    """What the app has confirmed so far."""

    kept: dict[int, Expected] = field(default_factory=dict)
    words: dict[int, set[str]] = field(default_factory=dict)
    """The words of each memory, its former ones too."""
    erased: set[str] = field(default_factory=set)
    unfinished: dict[str, Any] | None = None
    broken: list[str] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)

    def begin(self, step: dict[str, Any]) -> None:
        """Note what is about to be done: from here on the state before and after are right."""
        self.unfinished = step
        known = self.kept.get(step.get("id", 0))
        if known is None:
            return
        if step["do"] == "edit":
            known.texts.add(_text(step))
            self.words[step["id"]].add(step["word"])
        elif step["do"] == "erase":
            known.may_be_gone = True
        else:
            known.statuses.add(_STATUS[step["do"]])

    def done(self, key: int, text: str, status: str) -> None:
        """Note that a step was confirmed."""
        assert self.unfinished is not None
        step = self.unfinished
        if step["do"] in _STATUS and status != _STATUS[step["do"]]:
            self.broken.append(f"not done: {step}, it is {status}")
        if step["word"] and step["do"] not in _STATUS and step["word"] not in text.casefold():
            self.broken.append(f"not done: {step}, there is {text!r}")
        self.steps[self.unfinished["do"]] += 1
        self.kept[key] = Expected({text}, {status})
        self.words.setdefault(key, set()).add(self.unfinished["word"])
        self.unfinished = None

    def gone(self, key: int, *, said: str) -> None:
        """Note that a memory was erased, or was found missing by a step."""
        known = self.kept.pop(key, None)
        self.steps[said] += 1
        self.unfinished = None
        if said == "missing" and known is not None and not known.may_be_gone:
            self.broken.append(f"lost: {key} {known.texts}, missed by a step")
        elif known is not None:
            self.erased |= self.words.pop(key)

    def hear(self, line: str) -> None:
        """Take in one line of a child; half a line was never confirmed."""
        try:
            told = json.loads(line)
        except json.JSONDecodeError:
            return
        if told["what"] == "begin":
            self.begin(told["step"])
        elif told["what"] == "done":
            self.done(told["id"], told["text"], told["status"])
        elif told["what"] in ("erased", "missing"):
            self.gone(told["id"], said=told["what"])


def check(folder: Path, promises: Promises) -> list[str]:
    """Return the promises that are broken."""
    from assistant_app.paths import Paths
    from assistant_app.storage.database import Database
    from assistant_app.storage.index_check import mend
    from assistant_app.storage.memory_store import MemoryStore

    found, promises.broken = promises.broken, []
    # First of all, before opening the file would empty its log.
    data = [path.read_bytes().lower() for path in folder.rglob("*") if path.is_file()]
    found += [f"back: {w}" for w in promises.erased if any(w.encode() in one for one in data)]
    paths = Paths(folder, folder / "models")
    if not paths.database.exists():
        return found + [f"lost: {key}" for key in promises.kept]
    db = Database.open(paths.database, backups=paths.backups)
    try:
        found += db.check("full")
        found += [f"index: {name}" for name in mend(db)]
        here = {memory.id: memory for memory in MemoryStore(db).listing()}
    finally:
        db.close()
    for key, known in promises.kept.items():
        memory = here.get(key)
        if memory is None and not known.may_be_gone:
            found.append(f"lost: {key} {known.texts}")
        elif memory is not None and memory.text not in known.texts:
            found.append(f"changed: {key} {known.texts}, there is {memory.text!r}")
        elif memory is not None and memory.status.value not in known.statuses:
            found.append(f"changed: {key} {known.statuses}, there is {memory.status.value}")
    forms = Counter(" ".join(memory.text.casefold().split()) for memory in here.values())
    found += [f"twice: {text!r}" for text, count in forms.items() if count > 1]
    # In other words too: each word was said once.
    words = Counter(word for m in here.values() for word in re.findall(r"\b\w{10}x\b", m.text))
    found += [f"twice: {word!r}" for word, count in words.items() if count > 1]
    return found


def _kill_a_child(folder: Path, choose: random.Random, promises: Promises) -> str:
    command = [sys.executable, __file__, "--folder", str(folder)]
    command += ["--child", str(choose.randrange(2**31))]
    command += ["--unfinished", json.dumps(promises.unfinished)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if choose.random() < _EARLY:
            time.sleep(choose.uniform(0.1, 1))
        else:
            left = choose.randint(0, _STEPS)
            for line in process.stdout:
                promises.hear(line)
                left -= '"begin"' in line
                if left <= 0:
                    break
            time.sleep(choose.uniform(0, _STEP_S))
        alive = process.poll() is None
        process.send_signal(signal.SIGKILL)
        for line in process.stdout.read().splitlines():
            promises.hear(line)
    return "" if alive else "the child ended by itself"


def _kill_a_command(folder: Path, choose: random.Random, promises: Promises) -> str:
    """Have one step done by the command line: what was left unfinished, or another."""
    step = promises.unfinished
    while step is None or step["do"] in ("tell", "propose"):
        living = [(key, choose.choice(sorted(e.statuses))) for key, e in promises.kept.items()]
        step = _next(choose, living)
        # Said in a turn, what was left unfinished waits for the next child.
    again = promises.unfinished == step
    waiting = None if again else promises.unfinished
    promises.begin(step)
    words = [step["do"], *([str(step["id"])] if "id" in step else [])]
    words += [_text(step)] if step["do"] in ("add", "edit") else []
    words += ["--and-source", "--yes"] if step["do"] == "erase" else []
    command = [sys.executable, "-m", "assistant_app", "memories", *words]
    with subprocess.Popen(
        [*command, "--json", "--data-dir", str(folder)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            out, error = process.communicate(timeout=choose.uniform(0.05, _COMMAND_S))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            out, error = process.communicate()
    trouble = _heed(promises, step, process.returncode, out, error, again=again)
    promises.unfinished = promises.unfinished or waiting
    return trouble


def _heed(
    promises: Promises, step: dict[str, Any], code: int, out: str, error: str, *, again: bool
) -> str:
    """Take in how a command ended.

    One that is said `again` may have been done before the kill, and is then refused in words:
    `check` sees to it that the memory is as it was to be.
    """
    refused = code == 1 and again and step["do"] in _STATUS and "Nothing was changed" in error
    if code == -signal.SIGKILL:
        return ""
    if code == 1 and any(words in error for words in _GONE):
        promises.gone(step["id"], said="missing")
    elif code != 0 and not refused:
        return f"{step} ended with {code}: {error[:200]}"
    elif step["do"] == "erase":
        promises.gone(step["id"], said="erased")
    elif step["do"] in ("add", "edit"):
        row = json.loads(out)
        promises.done(row["id"], row["text"], row["status"])
    else:
        texts = promises.kept[step["id"]].texts
        promises.done(step["id"], next(iter(texts)), _STATUS[step["do"]])
    return ""


def run(folder: Path, kills: int, seed: int) -> tuple[list[str], Promises]:
    """Kill so many times; returns the broken promises, and all that were made."""
    choose = random.Random(seed)
    promises, broken = Promises(), []
    for number in range(kills):
        by_command = number > 2 and choose.random() < _BY_COMMAND
        trouble = (_kill_a_command if by_command else _kill_a_child)(folder, choose, promises)
        found = [*([trouble] if trouble else []), *check(folder, promises)]
        broken += [f"kill {number}: {what}" for what in found]
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
        f"{options.kills} kills, {sum(promises.steps.values())} steps done"
        f" ({', '.join(f'{n} {kind}' for kind, n in sorted(promises.steps.items()))}):"
        f" {len(promises.kept)} memories kept, {len(promises.erased)} words erased,"
        f" {len(broken)} promises broken"
    )
    print("\n".join(broken))
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
