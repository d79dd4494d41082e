"""Measure what the model adds to the rules that propose memories.

    python packaging/bench_reflection.py MODEL.gguf

For the sentences of `reflection_examples` ("+" says something lasting of its writer, "-" does not; the
thresholds were set on those before the blank line, the others are for checking): how many the rules
keep, how many they leave undecided, and what the model makes of these at several thresholds.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from assistant_app.agent.reflection import SURE, weighed
from assistant_app.domain.language import Lang
from assistant_app.domain.turn import CancelToken
from assistant_app.memory import rules

if TYPE_CHECKING:
    from assistant_app.domain.engine import ChatEngine

_EXAMPLES = Path(__file__).parent / "reflection_examples"
_LANGS: tuple[Lang, ...] = ("en", "zh")


def _read(lang: Lang) -> list[list[tuple[str, bool]]]:
    """Return the two sets of (sentence, whether it is lasting)."""
    text = (_EXAMPLES / f"{lang}.txt").read_text("utf-8")
    return [
        [(line[2:], line[0] == "+") for line in part.splitlines()]
        for part in text.strip().split("\n\n")
    ]


def _measure(engine: ChatEngine, lang: Lang, sentences: list[tuple[str, bool]]) -> None:
    kept = [lasting for text, lasting in sentences if rules.propose(text, lang, ())]
    left = [
        (weighed(engine, draft.quote, lang, CancelToken()), lasting)
        for text, lasting in sentences
        for draft in rules.undecided(text, lang)
    ]
    wanted = sum(lasting for _, lasting in sentences)
    print(
        f"{lang}: {wanted} lasting, {len(sentences) - wanted} not; rules keep {sum(kept)} right,"
        f" {len(kept) - sum(kept)} wrong; undecided {len(left)}"
    )
    for sure in (0.0, 0.5, 1.0, 1.5, 2.0, SURE[lang], 3.0):
        right = sum(lasting for value, lasting in left if value >= sure)
        wrong = sum(not lasting for value, lasting in left if value >= sure)
        print(f"  from {sure}: {right} right, {wrong} wrong")


def main() -> None:
    """Load the model and print the tables."""
    from assistant_app.engine.client import EngineClient

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    engine = EngineClient(parser.parse_args().model)
    try:
        for lang in _LANGS:
            for sentences in _read(lang):
                _measure(engine, lang, sentences)
    finally:
        engine.close()


if __name__ == "__main__":
    main()
