"""What every measurement works on: a model, a folder of its own, and the app opened on it."""

from __future__ import annotations

import datetime as dt
import json
import random
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from assistant_app.bench.machine import peak_memory
from assistant_app.bench.meter import Asked, Meter, Weighed
from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import PromptMessage
from assistant_app.domain.turn import CancelToken, TextDelta, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.client import EngineClient
from assistant_app.engine.embedder import WorkerEmbedder
from assistant_app.engine.worker_process import own_command
from assistant_app.errors import AppError, Bug
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

_WHO = ("keeper", "painter", "ferryman", "baker", "gardener", "captain", "weaver", "teacher")
_HOW = ("old", "quiet", "narrow", "bright", "heavy", "patient", "distant", "wooden")
_DID = ("carried", "mended", "followed", "measured", "polished", "described", "lifted", "found")
_WHAT = ("lamp", "boat", "rope", "window", "map", "bell", "basket", "ladder")
_WHERE = ("along the pier", "behind the mill", "near the bridge", "over the hill")
_BETWEEN = dt.timedelta(minutes=7)
_ASK = "What happens in this story? Tell it in other words, at length."
QUESTIONS = (
    "Why does the sea look blue?",
    "How does the lens of a lighthouse work?",
    "What makes bread rise in the oven?",
    "Why do leaves change their colour?",
    "How do bees find their way home?",
    "What keeps a heavy ship afloat?",
    "Why is the sky dark between the stars?",
    "How does a bicycle stay upright?",
)
"""Questions for which there is nothing to do but to answer."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured, in tokens: a prompt and a reply, a past chat, and a long prompt.

    `sessions` is how many chats the window lists, `decisions` how many messages are decided on.
    """

    prompt: int = 600
    reply: int = 64
    past: int = 3000
    long: int = 3000
    sessions: int = 200
    decisions: int = 8


QUICK = Sizes(prompt=150, reply=16, past=400, long=600, sessions=20, decisions=3)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is measured: `folder` is temporary, and everything is written below it."""

    model: Path
    embedder: Path | None
    folder: Path
    runs: int = 5
    sizes: Sizes = field(default_factory=Sizes)
    options: EngineOptions = field(default_factory=EngineOptions)

    @property
    def cache(self) -> Path:
        """The states of prompts that the measurements share; what is cold has a folder of its own."""
        return self.folder / "cache"


def story(words: int, seed: int) -> str:
    """Return a story of so many words with nothing in it to do, and a question about it."""
    pick = random.Random(seed)
    told: list[str] = []
    while len(told) < words:
        told += (
            f"The {pick.choice(_HOW)} {pick.choice(_WHO)} {pick.choice(_DID)} "
            f"the {pick.choice(_HOW)} {pick.choice(_WHAT)} {pick.choice(_WHERE)}."
        ).split()
    return f"{' '.join(told)} {_ASK}"


@dataclass(slots=True)
class Turn:
    """One turn as its caller saw it: times of `time.perf_counter` and what the model was asked."""

    begun: float
    first: float | None
    ended: float
    result: TurnResult
    asked: Sequence[Asked]
    weighed: Sequence[Weighed]

    @property
    def first_ms(self) -> float:
        """Milliseconds to the first word; the whole turn where there was none."""
        return ((self.first or self.ended) - self.begun) * 1000


class Desk:
    """The app, opened on a data folder of its own; use with `with`."""

    def __init__(self, setup: Setup, name: str, *, cache: Path | None = None) -> None:
        paths = Paths(setup.folder / name, setup.folder / "models")
        self.engine = EngineClient(
            setup.model, cache or setup.cache, setup.options, chats_dir=paths.chat_states
        )
        self.meter = Meter(self.engine, most=setup.sizes.reply)
        self._passed = dt.timedelta()
        embedder = WorkerEmbedder(setup.embedder) if setup.embedder else None
        self.core = Assistant.open(paths, engine=self.meter, embedder=embedder)

    def __enter__(self) -> Desk:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.core.close()

    def load(self) -> float:
        """Load the model; returns the seconds it took, the start of the worker included."""
        begun = time.perf_counter()
        self.meter.info()
        return time.perf_counter() - begun

    @property
    def worker_pid(self) -> int:
        """The process of the model."""
        return self.engine.channel.pid or 0

    def ask(
        self, text: str, session: int | None = None, cancel: CancelToken | None = None
    ) -> Turn:
        """Run one turn, some minutes after the last: two in the same minute share more of a prompt.

        Raises:
            AppError: the turn failed.
        """
        asked, weighed = len(self.meter.asked), len(self.meter.weighed)
        begun, first = time.perf_counter(), None
        self._passed += _BETWEEN
        now = self.core.now()
        later = Moment(now.wall + self._passed, now.tz)
        request = TurnRequest(text, session_id=session, now=later, lang="en")
        for event in self.core.run_turn(request, cancel or CancelToken()):
            if isinstance(event, TextDelta) and first is None:
                first = time.perf_counter()
            if isinstance(event, TurnEnded):
                result, ended = event.result, time.perf_counter()
        if result.status == "failed":  # one that was cut at the length asked for is complete
            raise AppError(result.error or "unexpected", **result.error_params)
        if result.status == "complete" and len(self.meter.asked) == asked:
            raise Bug("unexpected", code="bench_no_reply")
        return Turn(
            begun, first, ended, result, self.meter.asked[asked:], self.meter.weighed[weighed:]
        )

    def rest(self, session: int) -> None:
        """Do what the app does while nobody asks: have a session ready, and keep it."""
        self.core.prepare(session, CancelToken(), keep=True)

    def worded(self, tokens: int, seed: int) -> str:
        """Return a story of about so many tokens."""
        words = story(tokens, seed)
        count = self.engine.count_tokens([words])[0]
        return story(max(1, tokens * tokens // count), seed)


class RawLoop:
    """The plain loop of llama-cpp-python, in a process of its own; use with `with`."""

    def __init__(self, setup: Setup) -> None:
        self._head = {
            "model": str(setup.model),
            "context": setup.options.context,
            "batch": setup.options.batch,
        }
        self._process = subprocess.Popen(
            own_command("--engine-raw"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def run(self, messages: Sequence[PromptMessage], most: int) -> dict[str, Any]:
        """Write after a prompt; see `engine.raw_loop.RawLoop.run` for what comes back.

        Raises:
            Bug: `engine_crashed`.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        row = {**self._head, "messages": [[m.role, m.text] for m in messages], "tokens": most}
        self._process.stdin.write(json.dumps(row) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Bug("engine_crashed", exit=self._process.wait(), detail="--engine-raw")
        found: dict[str, Any] = json.loads(line)
        return found

    @property
    def memory(self) -> float | None:
        """The most memory it has held, in MB."""
        return peak_memory(self._process.pid)

    def __enter__(self) -> RawLoop:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._process:
            if self._process.stdin:
                self._process.stdin.close()
