"""Tokens a second through the whole path, beside the plain loop of llama-cpp-python."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from assistant_app.agent.prompt import Background, reply_messages
from assistant_app.bench.desk import Desk, RawLoop, Setup
from assistant_app.bench.figures import Figure, figure, ratios
from assistant_app.bench.machine import peak_memory, written

PROMPT_SHARE = 0.95
REPLY_SHARE = 0.97
MEMORY_SHARE = 1.1


@dataclass(slots=True)
class _Sums:
    """Tokens and seconds of one side of a run."""

    read: float = 0.0
    read_s: float = 0.0
    wrote: float = 0.0
    wrote_s: float = 0.0


@dataclass(slots=True)
class _Rates:
    """Tokens a second, a run each."""

    prompt: list[float] = field(default_factory=list)
    reply: list[float] = field(default_factory=list)

    def add(self, sums: _Sums) -> None:
        """Take a run in."""
        self.prompt.append(sums.read / sums.read_s)
        if sums.wrote:
            self.reply.append(sums.wrote / sums.wrote_s)


def measure(setup: Setup) -> list[Figure]:
    """Write after the same prompts with the app and with the plain loop, in turns.

    A run is four texts, ABBA or BAAB: what the machine does to one side as it gets slower or faster
    it does to the other. The app's prompt rate is that of the reply's request, its reply rate that
    of the text as it arrives from a whole turn, with storing what came and all else that a turn does.
    """
    whole, raw = _Rates(), _Rates()
    wrote: list[float] = []
    with Desk(setup, "speed") as desk, RawLoop(setup) as loop:
        desk.core.warm("en")
        desk.ask("Why does the sea look blue?")
        loop.run(reply_messages("en", (), "Hello?", Background(desk.core.now())), 2)
        for number in range(setup.runs):
            texts = [desk.worded(setup.sizes.prompt, 2 * number + half) for half in (0, 1)]
            ours, theirs = _Sums(), _Sums()
            for half, text in enumerate(texts):
                for first in (number % 2 == half, number % 2 != half):
                    if first:
                        wrote += _whole(desk, text, ours)
                    else:
                        _raw(desk, loop, text, setup.sizes.reply, theirs)
            whole.add(ours)
            raw.add(theirs)
        memory = [peak_memory(desk.worker_pid), loop.memory]
    found = [
        *figure("prompt_rate", "tokens/s", whole.prompt),
        *figure("raw_prompt_rate", "tokens/s", raw.prompt),
        *figure(
            "prompt_share", "ratio", ratios(whole.prompt, raw.prompt), bound=PROMPT_SHARE,
            at_least=True,
        ),
        *figure("reply_rate", "tokens/s", whole.reply),
        *figure("raw_reply_rate", "tokens/s", raw.reply),
        *figure(
            "reply_share", "ratio", ratios(whole.reply, raw.reply), bound=REPLY_SHARE,
            at_least=True,
        ),
        *figure("turn_written", "KB", wrote),
    ]  # fmt: skip
    worker, plain = memory
    if worker and plain:
        found += figure("worker_memory", "MB", [worker])
        found += figure("raw_memory", "MB", [plain])
        found += figure("memory_share", "ratio", [worker / plain], bound=MEMORY_SHARE)
    return found


def _whole(desk: Desk, text: str, sums: _Sums) -> list[float]:
    """Run a turn; returns the KB it had written to disk, if that can be told."""
    before = written(os.getpid())
    turn = desk.ask(text)
    after = written(os.getpid())
    reply = turn.asked[-1]
    assert reply.done is not None
    assert reply.first is not None
    sums.read += reply.done.prompt_tokens_evaluated
    sums.read_s += reply.first - reply.begun
    if reply.steps > 0:
        sums.wrote += reply.steps
        sums.wrote_s += reply.ended - reply.first
    return [] if before is None or after is None else [(after - before) / 1e3]


def _raw(desk: Desk, loop: RawLoop, text: str, most: int, sums: _Sums) -> None:
    messages = reply_messages("en", (), text, Background(desk.core.now()))
    found = loop.run(messages, most)
    sums.read += found["prompt"]
    sums.read_s += found["prompt_ms"] / 1000
    sums.wrote += found["steps"]
    sums.wrote_s += found["rest_ms"] / 1000
