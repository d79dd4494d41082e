"""What a decision costs with the steps that are known ahead, as a share of what it costs without.

A call may differ where two tokens are as good as equal (seen at 0.03 and 0.06 in logits that run to
25): llama.cpp rounds one token and several in one batch differently.
"""

from __future__ import annotations

import dataclasses
import time

from assistant_app.agent import decide as agent
from assistant_app.agent.prompt import static_messages
from assistant_app.bench.desk import Setup
from assistant_app.bench.figures import Figure, figure
from assistant_app.bench.meter import Meter
from assistant_app.domain.language import Lang
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.client import EngineClient
from assistant_app.tools.fields import DATES, offered_fields

SHARE = 0.6
MESSAGES: tuple[tuple[Lang, str, str], ...] = (
    ("en", "book a haircut for Thursday at half past four", '{"tool": "create_event", '
     '"title": "Haircut", "when": "Thursday at half past four"}'),
    ("en", "remind me to defrost the freezer on Sunday evening", '{"tool": "set_reminder", '
     '"text": "Defrost the freezer", "when": "Sunday evening"}'),
    ("en", "shift the design review to 11 on Monday", '{"tool": "move_item", '
     '"item": "design review", "to": "11 on Monday"}'),
    ("en", "put dog food on my list", '{"tool": "create_task", "title": "Dog food"}'),
    ("en", "scrap the visit to the notary", '{"tool": "delete_item", '
     '"item": "visit to the notary"}'),
    ("zh", "周四下午四点半理发", '{"tool": "create_event", "title": "理发", '
     '"when": "周四下午四点半"}'),
    ("zh", "周日晚上提醒我给冰箱除霜", '{"tool": "set_reminder", "text": "给冰箱除霜", '
     '"when": "周日晚上"}'),
    ("zh", "把设计评审改到周一十一点", '{"tool": "move_item", "item": "设计评审", '
     '"to": "周一十一点"}'),
)  # fmt: skip
"""Messages, and what rules expect of the call (as `tools/draft.py` gives it)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    """A call, and the seconds of choosing its tool and of writing it."""

    call: str
    choosing: float
    writing: float


def measure(setup: Setup) -> list[Figure]:
    """Decide on each message with and without, one right after the other, in turns."""
    whole, writing, same = [], [], []
    meter = Meter(EngineClient(setup.model, setup.cache, setup.options), always_reply=False)
    try:
        for lang, text, likely in MESSAGES[: setup.sizes.decisions]:
            decide(meter, lang, text, likely, ahead=True)
            for number in range(setup.runs):
                order = (True, False) if number % 2 else (False, True)
                made = {way: decide(meter, lang, text, likely, ahead=way) for way in order}
                ahead, plain = made[True], made[False]
                whole.append((ahead.choosing + ahead.writing) / (plain.choosing + plain.writing))
                if plain.writing:
                    writing.append(ahead.writing / plain.writing)
                same.append(float(ahead.call == plain.call))
    finally:
        meter.close()
    return [
        *figure("decision_share", "ratio", whole, bound=SHARE),
        *figure("arguments_share", "ratio", writing),
        *figure("same_calls", "ratio", [sum(same) / len(same)]),
    ]


def decide(meter: Meter, lang: Lang, text: str, likely: str, *, ahead: bool) -> Made:
    """Decide on a message whose prompt is evaluated, as a turn does."""
    meter.warm(static_messages(lang))
    meter.ahead = ahead
    asked = len(meter.asked)
    dated = any(f'"{key}": ' in likely for key in DATES)
    begun = time.perf_counter()
    decision = agent.decide(
        meter, lang, (), text, CancelToken(),
        likely=lambda tool: likely if f'"{tool}"' in likely else "",
        fields=lambda tool: offered_fields(tool, text, dated=dated),
    )  # fmt: skip
    ended = time.perf_counter()
    wrote = meter.asked[asked].begun if len(meter.asked) > asked else ended
    return Made(decision.written, wrote - begun, ended - wrote)
