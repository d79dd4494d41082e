"""What a decision costs with the steps that are known ahead, as a share of what it costs without.

A call may differ where two tokens are as good as equal (seen at 0.03 and 0.06 in logits that run to
25): llama.cpp rounds one token and several in one batch differently.
"""

from __future__ import annotations

import dataclasses
import time

from assistant_app.agent.prompt import decision_messages, static_messages
from assistant_app.bench.desk import Setup
from assistant_app.bench.figures import Figure, figure
from assistant_app.domain.engine import Completion, TextChunk
from assistant_app.domain.language import Lang
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.client import EngineClient
from assistant_app.engine.grammar import TOOL_PREFILL, arguments_grammar, arguments_prefill
from assistant_app.tools.spec import specs

SHARE = 0.6
_MOST = 120
"""Tokens of the arguments at most."""
MESSAGES: tuple[tuple[Lang, str, str], ...] = (
    ("en", "book a haircut for Thursday at half past four", '{"tool": "create_event", '
     '"title": "Haircut", "when": "Thursday at half past four"}'),
    ("en", "remind me to defrost the freezer on Sunday evening", '{"tool": "set_reminder", '
     '"text": "Defrost the freezer", "when": "on Sunday evening"}'),
    ("en", "shift the design review to 11 on Monday", '{"tool": "move_item", '
     '"item": "The design review", "to": "11 on Monday"}'),
    ("en", "put dog food on my list", '{"tool": "create_task", "title": "Dog food on my list"}'),
    ("en", "scrap the visit to the notary", '{"tool": "delete_item", '
     '"item": "Scrap the visit to the notary"}'),
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
    engine = EngineClient(setup.model, setup.cache, setup.options)
    try:
        for lang, text, likely in MESSAGES[: setup.sizes.decisions]:
            decide(engine, lang, text, likely, ahead=True)
            for number in range(setup.runs):
                order = (True, False) if number % 2 else (False, True)
                made = {way: decide(engine, lang, text, likely, ahead=way) for way in order}
                ahead, plain = made[True], made[False]
                whole.append((ahead.choosing + ahead.writing) / (plain.choosing + plain.writing))
                writing.append(ahead.writing / plain.writing)
                same.append(float(ahead.call == plain.call))
    finally:
        engine.close()
    return [
        *figure("decision_share", "ratio", whole, bound=SHARE),
        *figure("arguments_share", "ratio", writing),
        *figure("same_calls", "ratio", [sum(same) / len(same)]),
    ]


def decide(engine: EngineClient, lang: Lang, text: str, likely: str, *, ahead: bool) -> Made:
    """Choose a tool for a message whose prompt is evaluated, and write its arguments."""
    engine.warm(static_messages(lang))
    names = [*specs()]
    request = Completion(decision_messages(lang, (), text), static=1, prefill=TOOL_PREFILL)
    begun = time.perf_counter()
    scored = engine.score(request, names, CancelToken())
    chosen = time.perf_counter()
    tool = max(zip(scored.values, names, strict=True))[1]
    request = dataclasses.replace(
        request,
        prefill=arguments_prefill(tool),
        grammar=arguments_grammar({"name": tool, "parameters": specs()[tool].parameters}),
        likely=likely,
        max_tokens=_MOST,
        ahead=ahead,
    )
    items = engine.complete(request, CancelToken())
    text = "".join(item.text for item in items if isinstance(item, TextChunk))
    return Made(request.prefill + text, chosen - begun, time.perf_counter() - chosen)
