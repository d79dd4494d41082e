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
class _Rates:
    """Tokens a second, a run each."""

    prompt: list[float] = field(default_factory=list)
    reply: list[float] = field(default_factory=list)


def measure(setup: Setup) -> list[Figure]:
    """Write after the same prompts with the app and with the plain loop, in turns.

    The app's prompt rate is that of the reply's request, its reply rate that of the text as it
    arrives from a whole turn, with storing what came and all else that a turn does.
    """
    whole, raw = _Rates(), _Rates()
    wrote: list[float] = []
    with Desk(setup, "speed") as desk, RawLoop(setup) as loop:
        desk.core.warm("en")
        desk.ask("Why does the sea look blue?")
        loop.run(reply_messages("en", (), "Hello?", Background(desk.core.now())), 2)
        for number in range(setup.runs):
            text = desk.worded(setup.sizes.prompt, number)
            for first in (number % 2 == 0, number % 2 == 1):
                if first:
                    wrote += _whole(desk, text, whole)
                else:
                    _raw(desk, loop, text, setup.sizes.reply, raw)
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


def _whole(desk: Desk, text: str, rates: _Rates) -> list[float]:
    """Run a turn; returns the KB it had written to disk, if that can be told."""
    before = written(os.getpid())
    turn = desk.ask(text)
    after = written(os.getpid())
    reply = turn.asked[-1]
    assert reply.done is not None
    assert reply.first is not None
    rates.prompt.append(reply.done.prompt_tokens_evaluated / (reply.first - reply.begun))
    if reply.steps > 0:
        rates.reply.append(reply.steps / (reply.ended - reply.first))
    return [] if before is None or after is None else [(after - before) / 1e3]


def _raw(desk: Desk, loop: RawLoop, text: str, most: int, rates: _Rates) -> None:
    messages = reply_messages("en", (), text, Background(desk.core.now()))
    found = loop.run(messages, most)
    rates.prompt.append(found["prompt"] / found["prompt_ms"] * 1000)
    if found["steps"] > 0:
        rates.reply.append(found["steps"] / found["rest_ms"] * 1000)
