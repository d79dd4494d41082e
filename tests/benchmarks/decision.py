"""What writing a call costs with the steps that are known ahead, as a share of what it costs without.

    python tests/benchmarks/decision.py [--model FILE] [--rounds N]

Each message is decided twice in a row, once with `engine/ahead.py` at work and once without, in
turns, so that what else runs on the machine falls on both. Prints one JSON object: the share of the
time, for the whole decision (choice of the tool and arguments) and for the arguments alone, and how
many of the calls were the same; the others go to stderr. A call may differ where two tokens are as
good as equal (seen at 0.03 and 0.06 in logits that run to 25): llama.cpp rounds one token and several
in one batch differently. Exits with 1 where it costs more than without.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import sys
import time
from pathlib import Path
from unittest import mock

from assistant_app.agent.prompt import decision_messages, static_messages
from assistant_app.domain.engine import Completion
from assistant_app.domain.language import Lang
from assistant_app.engine import protocol
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.chat_model import ChatModel
from assistant_app.engine.grammar import TOOL_PREFILL, arguments_grammar, arguments_prefill
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.worker import NativeModel
from assistant_app.paths import Paths
from assistant_app.tools.spec import specs

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


class Bench:
    """One model, and the counts of its steps."""

    def __init__(self, path: Path) -> None:
        load = protocol.Load(
            id=1, model=str(path), mode="chat", context=4096, batch=512, threads=2,
            gpu_layers=0, cache_dir="",
        )  # fmt: skip
        self._model = NativeModel(load, CancelFlag())
        self._chat = ChatModel(self._model, CancelFlag(), None, "")

    def decide(
        self, lang: Lang, text: str, likely: str, *, ahead: bool
    ) -> tuple[str, float, float]:
        """Return the call, and the seconds of choosing and of writing."""
        self._chat.warm(static_messages(lang))
        names = [*specs()]
        request = Completion(
            decision_messages(lang, (), text), static=1, prefill=TOOL_PREFILL, max_tokens=120
        )
        begun = time.perf_counter()
        scored = self._chat.score(request, names)
        chosen = time.perf_counter()
        tool = max(zip(scored.values, names, strict=True))[1]
        grammar = arguments_grammar({"name": tool, "parameters": specs()[tool].parameters})
        request = dataclasses.replace(
            request, prefill=arguments_prefill(tool), grammar=grammar, likely=likely
        )
        parts: list[str] = []
        if ahead:
            self._chat.complete(request, lambda text, _: parts.append(text))
        else:
            where = "assistant_app.engine.answer."
            with (
                mock.patch(f"{where}forced_tokens", return_value=[]),
                mock.patch(f"{where}Answer.guess", return_value=[]),
            ):
                self._chat.complete(request, lambda text, _: parts.append(text))
        return request.prefill + "".join(parts), chosen - begun, time.perf_counter() - chosen


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    bench = Bench(options.model or ModelLibrary(Paths.resolve().models_dir).path_of("starter"))
    whole, written, same, count = [], [], 0, 0
    for lang, text, likely in MESSAGES:
        bench.decide(lang, text, likely, ahead=True)
        for number in range(options.rounds):
            order = (True, False) if number % 2 else (False, True)
            got = {ahead: bench.decide(lang, text, likely, ahead=ahead) for ahead in order}
            (call, choose, write), (plain, plain_choose, plain_write) = got[True], got[False]
            whole.append((choose + write) / (plain_choose + plain_write))
            written.append(write / plain_write)
            same += call == plain
            count += 1
            if call != plain:
                print(f"{plain}\n  became {call}", file=sys.stderr)  # noqa: T201
    result = {
        "decision": round(statistics.median(whole), 3),
        "arguments": round(statistics.median(written), 3),
        "same": same,
        "of": count,
    }
    print(json.dumps(result))  # noqa: T201
    return 0 if result["decision"] < 1 else 1


if __name__ == "__main__":
    raise SystemExit(main())
