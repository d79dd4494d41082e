"""How long Stop takes: while a reply is written, and while a long prompt is evaluated."""

from __future__ import annotations

import dataclasses
import threading
import time

from assistant_app.bench.desk import QUESTIONS, Desk, Setup, Turn
from assistant_app.bench.figures import Figure, figure
from assistant_app.domain.turn import CancelToken

WRITING_MS = 150
EVALUATING_MS = 300
_LONG_REPLY = 400
_WRITTEN_S = 1.0
_EVALUATED_S = 0.8


def measure(setup: Setup) -> list[Figure]:
    """Stop turns; after each, the next question has to be answered."""
    writing, evaluating, answered = [], [], []
    sizes = dataclasses.replace(setup.sizes, reply=_LONG_REPLY)
    with Desk(dataclasses.replace(setup, sizes=sizes), "stop") as desk:
        desk.core.warm("en")
        for number in range(setup.runs):
            desk.meter.most = _LONG_REPLY
            turn, stopped = _stop(desk, QUESTIONS[number % len(QUESTIONS)], writing=True)
            writing.append((turn.ended - stopped) * 1000)
            answered.append(_next(desk, turn, number))
            desk.meter.most = _LONG_REPLY
            turn, stopped = _stop(desk, desk.worded(setup.sizes.long, number), writing=False)
            evaluating.append((turn.ended - stopped) * 1000)
            answered.append(_next(desk, turn, number))
    return [
        *figure("stop_writing", "ms", writing, bound=WRITING_MS, worst=True),
        *figure("stop_evaluating", "ms", evaluating, bound=EVALUATING_MS, worst=True),
        *figure(
            "answered_after_stop", "ratio", [sum(answered) / len(answered)], bound=1.0,
            at_least=True,
        ),
    ]  # fmt: skip


def _stop(desk: Desk, text: str, *, writing: bool) -> tuple[Turn, float]:
    """Ask, stop a moment later in another thread, and return the turn and when it was stopped."""
    cancel = CancelToken()
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.perf_counter())
        cancel.cancel()

    timer = threading.Timer(_WRITTEN_S if writing else _EVALUATED_S, stop)
    if writing:
        desk.meter.on_first = timer.start
    else:
        timer.start()
    try:
        turn = desk.ask(text, cancel=cancel)
    finally:
        desk.meter.on_first = None
        timer.cancel()
    return turn, stopped[0] if stopped else turn.ended


def _next(desk: Desk, turn: Turn, number: int) -> float:
    """Ask the next question, briefly; 1.0 when the stopped turn was cut and this one answered."""
    desk.meter.most = 4
    after = desk.ask(QUESTIONS[(number + 1) % len(QUESTIONS)])
    cut = turn.result.status == "interrupted"
    return float(cut and after.result.status == "complete" and bool(after.result.reply.strip()))
