"""The wait for the first word, and the tokens evaluated for it: cold, from disk, warm, reopened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant_app.bench.desk import QUESTIONS, Desk, Setup, Turn, story
from assistant_app.bench.figures import Figure, figure, ratios

COLD_SHARE = 0.15
WARM_SHARE = 1.3
OVER = 16
"""Tokens that a prompt may cost beyond what is new: the marks around its parts."""
_EXCHANGE = 90
"""Words of one message of the past chat."""


@dataclass(slots=True)
class _Waits:
    """Milliseconds to the first word, a run each."""

    load: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    disk: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    reopened: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)


def measure(setup: Setup) -> list[Figure]:
    """Ask in new processes, without and with a state on disk, and go on in a chat of before.

    The model is loaded before the question in each case: the window loads it when it starts.
    """
    waits, over = _Waits(), _Over()
    for number in range(setup.runs):
        name = f"first-{number}"
        first, second, third = (QUESTIONS[(number + n) % len(QUESTIONS)] for n in range(3))
        cache = setup.folder / f"{name}-cache"
        with Desk(setup, name, cache=cache) as desk:
            waits.load.append(desk.load())
            waits.cold.append(desk.ask(first).first_ms)
            desk.core.warm("en")  # as the window does, which begins with it
        with Desk(setup, name, cache=cache) as desk:
            desk.load()
            turn = desk.ask(second)
            waits.disk.append(turn.first_ms)
            over.add("new_process", desk, turn)
            turn = desk.ask(third)
            waits.warm.append(turn.first_ms)
            over.add("new_session", desk, turn)
            desk.rest(turn.result.session_id)
            over.add("second", desk, desk.ask(first, turn.result.session_id))
    _reopen(setup, waits, over)
    return [
        *figure("load", "s", waits.load),
        *figure("first_cold", "ms", waits.cold),
        *figure("first_disk", "ms", waits.disk),
        *figure("first_warm", "ms", waits.warm),
        *figure("first_reopened", "ms", waits.reopened),
        *figure("disk_to_cold", "ratio", ratios(waits.disk, waits.cold), bound=COLD_SHARE),
        *figure("disk_to_warm", "ratio", ratios(waits.disk, waits.warm), bound=WARM_SHARE),
        *figure("reopened_to_kept", "ratio", ratios(waits.reopened, waits.kept), bound=WARM_SHARE),
        *over.figures(),
    ]


def _reopen(setup: Setup, waits: _Waits, over: _Over) -> None:
    """Go on with a long chat in a process that did not write it."""
    with Desk(setup, "reopened") as desk:
        session = desk.core.sessions.import_lines([_past(desk, setup.sizes.past)])[0].id
        desk.ask(QUESTIONS[0], session)
        desk.rest(session)
    for number in range(setup.runs):
        with Desk(setup, "reopened") as desk:
            desk.load()
            turn = desk.ask(QUESTIONS[(number + 1) % len(QUESTIONS)], session)
            waits.reopened.append(turn.first_ms)
            over.add("reopened", desk, turn)
            desk.rest(session)
            turn = desk.ask(QUESTIONS[(number + 2) % len(QUESTIONS)], session)
            waits.kept.append(turn.first_ms)
            desk.rest(session)


def _past(desk: Desk, tokens: int) -> dict[str, object]:
    """Return a chat of about so many tokens, as an import takes it."""
    each = desk.engine.count_tokens([story(_EXCHANGE, 0)])[0]
    roles = ("user", "assistant")
    return {
        "title": "Past",
        "started_at": "2026-01-01T00:00:00Z",
        "messages": [
            {"role": roles[n % 2], "text": story(_EXCHANGE, n)}
            for n in range(max(2, round(tokens / each / 2) * 2))
        ],
    }


class _Over:
    """Tokens evaluated beyond what is new, by occasion."""

    def __init__(self) -> None:
        self._decision: dict[str, list[float]] = {}
        self._reply: dict[str, list[float]] = {}
        self._whole: dict[str, list[float]] = {}

    def add(self, occasion: str, desk: Desk, turn: Turn) -> None:
        """Take a turn in: what is new are the message, and for the reply what stands with it."""
        weighed, reply = turn.weighed[-1], turn.asked[-1]
        assert reply.done is not None
        late = [message.text for message in reply.request.messages[-2:]]
        message, *rest = desk.engine.count_tokens([late[-1], weighed.request.prefill, late[0]])
        names = sum(desk.engine.count_tokens(list(weighed.candidates)))
        _note(
            self._decision, occasion,
            weighed.scored.prompt_tokens_evaluated - message - rest[0] - names,
        )  # fmt: skip
        _note(self._reply, occasion, reply.done.prompt_tokens_evaluated - message - rest[1])
        _note(self._whole, occasion, turn.result.usage.prompt_tokens_evaluated)

    def figures(self) -> list[Figure]:
        """Return the tokens of each occasion, and how many of them were not new."""
        found: list[Figure] = []
        for occasion, evaluated in self._whole.items():
            found += figure(f"evaluated_{occasion}", "tokens", evaluated)
            for step, rows in (("decision", self._decision), ("reply", self._reply)):
                found += figure(
                    f"over_{step}_{occasion}", "tokens", rows[occasion], bound=OVER, worst=True
                )
        return found


def _note(rows: dict[str, list[float]], occasion: str, value: float) -> None:
    rows.setdefault(occasion, []).append(value)


def occasions() -> Sequence[str]:
    """Return the occasions on which tokens are counted."""
    return ("new_process", "new_session", "second", "reopened")
