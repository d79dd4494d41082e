"""The report of the evaluation bench: figures by model, set, language and intent, and the misses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any


def report(results: Iterable[Mapping[str, Any]]) -> str:
    """Return the report on results as `bench.py` writes them, in Markdown."""
    rows = list(results)
    groups: dict[tuple[str, str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["set"], row["model"], row["lang"]].append(row)
    lines = ["# Evaluation", "", "| set | model | language | right | of | % | s each |",
             "|---|---|---|---|---|---|---|"]  # fmt: skip
    for (name, model, lang), group in sorted(groups.items()):
        right, parts = _sums(group)
        seconds = sum(row["seconds"] for row in group) / len(group)
        share = 100 * right / max(parts, 1)
        lines.append(
            f"| {name} | {model} | {lang} | {right} | {parts} | {share:.1f} | {seconds:.1f} |"
        )
    lines += ["", "## By intent", "", "| set | model | language | intent | right | of |",
              "|---|---|---|---|---|---|"]  # fmt: skip
    for key, group in sorted(groups.items()):
        lines += _by_intent(key, group)
    lines += ["", "## Misses", ""]
    lines += [_miss(row) for row in rows if row["right"] < row["parts"]] or ["None."]
    return "\n".join([*lines, ""])


def _sums(group: Iterable[Mapping[str, Any]]) -> tuple[int, int]:
    pairs = [(row["right"], row["parts"]) for row in group]
    return sum(right for right, _ in pairs), sum(parts for _, parts in pairs)


def _by_intent(key: tuple[str, str, str], group: list[Mapping[str, Any]]) -> list[str]:
    intents: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in group:
        intents[row["intent"]].append(row)
    lines = []
    for intent, some in sorted(intents.items()):
        right, parts = _sums(some)
        lines.append(f"| {' | '.join(key)} | {intent} | {right} | {parts} |")
    return lines


def _miss(row: Mapping[str, Any]) -> str:
    got = ", ".join(row["tools"]) or "reply"
    said = " ".join(row["reply"].split())[:160]
    missed = "; ".join(row["missed"])
    return f"- `{row['id']}` ({row['model']}): {row['text']} → {got}: {said} — missed: {missed}"
