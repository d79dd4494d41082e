"""The sets of messages of the evaluation bench, and how an answer to one of them is judged.

The messages are this project's own: chit-chat and knowledge (`chat/`), requests for one tool
(`test_tool_choice.py`), and messages of several requests (`several.jsonl`). None stands in a prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant_app.domain.language import detect
from tests.evaluation.test_tool_choice import CASES

HERE = Path(__file__).parent
NOW = "2026-11-18T10:15:00"
ZONES = {"en": "America/New_York", "zh": "Asia/Shanghai"}
_TOOL_SYNTAX = re.compile(
    r'\{\s*"(?:tool|name|arguments)"|</?tool|<\|im_|\b(?:create_event|create_task|set_reminder|'
    r"list_items|move_item|edit_item|complete_task|delete_item|find_free_time|what_date)\b"
)
_OTHER_LANGUAGE = re.compile(
    r"\btranslate\b|\bthank you in\b|翻译|意大利语|英语|Latin", re.IGNORECASE
)
_PIECE = re.compile(r"[^.!?。！？；\n]+")
LOOPS = 3
"""A sentence that stands this often in one reply is a loop."""


@dataclass(frozen=True, slots=True)
class Row:
    """One message: what is there before it, and what should come of it.

    `want` are the parts that should come true, as `judge` reads them.
    """

    name: str
    lang: str
    intent: str
    text: str
    setup: Sequence[Mapping[str, str]] = ()
    want: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many of the parts came true, and what did not."""

    right: int
    parts: int
    missed: tuple[str, ...] = field(default=())


def load(name: str) -> list[Row]:
    """Return the rows of a set: `chat`, `choice` or `several`."""
    return {"chat": _chat, "choice": _choice, "several": _several}[name]()


def _chat() -> list[Row]:
    rows = []
    for lang in ("en", "zh"):
        lines = (HERE / "chat" / f"{lang}.txt").read_text(encoding="utf-8").splitlines()
        rows += [Row(f"chat-{lang}-{n}", lang, "none", text) for n, text in enumerate(lines, 1)]
    return rows


def _choice() -> list[Row]:
    return [
        Row(f"choice-{lang}-{n}", lang, tool, text, want=({"tool": tool},))
        for lang, cases in CASES.items()
        for n, (text, tool) in enumerate(cases, 1)
    ]


def _several() -> list[Row]:
    rows = []
    lines = (HERE / "several.jsonl").read_text(encoding="utf-8").splitlines()
    for n, line in enumerate(lines, 1):
        data = json.loads(line)
        rows.append(
            Row(f"several-{n}", data["lang"], f"{len(data['parts'])} requests", data["text"],
                data["setup"], data["parts"])
        )  # fmt: skip
    return rows


def calendar(setup: Sequence[Mapping[str, str]], zone: str) -> str:
    """Return what is there before a message as an iCalendar file."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//evaluation//EN"]
    for n, item in enumerate(setup):
        kind = "VTODO" if item["kind"] == "task" else "VEVENT"
        lines += [f"BEGIN:{kind}", f"UID:{n}@evaluation", "DTSTAMP:20261101T000000Z"]
        lines.append(f"SUMMARY:{item['title']}")
        for key in ("start", "end", "due"):
            if key in item:
                stamp = re.sub("[-:]", "", item[key])
                lines.append(
                    f"{'DUE' if key == 'due' else 'DT' + key.upper()};TZID={zone}:{stamp}"
                )
        lines.append(f"END:{kind}")
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def judge(
    row: Row,
    answer: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]] = (),
    tasks: Sequence[Mapping[str, Any]] = (),
) -> Verdict:
    """Return how much of what a row wants came true in an answer and what is stored after it."""
    if row.intent == "none":
        faults = chat_faults(row, answer)
        return Verdict(int(not faults), 1, tuple(faults))
    missed = [
        json.dumps(part, ensure_ascii=False)
        for part in row.want
        if not _holds(part, answer, events, tasks)
    ]
    return Verdict(len(row.want) - len(missed), len(row.want), tuple(missed))


def chat_faults(row: Row, answer: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the answer to a message that asks for no tool."""
    reply = str(answer.get("reply") or "")
    tools = [action["tool"] for action in answer.get("actions") or []]
    faults = [f"tool {tool}" for tool in tools]
    if not reply.strip():
        faults.append("empty")
    elif detect(reply) != row.lang and not _OTHER_LANGUAGE.search(row.text):
        faults.append("language")
    if loops(reply):
        faults.append("loop")
    if _TOOL_SYNTAX.search(reply):
        faults.append("tool syntax")
    return faults


def loops(reply: str) -> bool:
    """Tell whether a reply says the same thing over and over."""
    pieces = [piece.strip().casefold() for piece in _PIECE.findall(reply)]
    pieces = [piece for piece in pieces if len(piece) > 3]
    if any(pieces.count(piece) >= LOOPS for piece in pieces):
        return True
    return bool(re.search(r"(.{6,60}?)\1{3,}", reply, re.DOTALL))


def _holds(
    part: Mapping[str, str],
    answer: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]],
    tasks: Sequence[Mapping[str, Any]],
) -> bool:
    if "tool" in part:
        return (answer.get("actions") or [{"tool": "reply"}])[0]["tool"] == part["tool"]
    if "says" in part:
        return bool(re.search(part["says"], str(answer.get("reply")), re.IGNORECASE))
    if "gone" in part:
        return not any(_titled(part["gone"], row) for row in (*events, *tasks))
    if "done" in part:
        return any(_titled(part["done"], task) and task.get("done") for task in tasks)
    if "any" in part:
        found = [(row, row.get("start") or row.get("due")) for row in (*events, *tasks)]
        return any(_titled(part["any"], row) and _at(at, part["start"]) for row, at in found)
    if "event" in part:
        return any(
            _titled(part["event"], row) and _at(row["start"], part["start"]) for row in events
        )
    return any(
        _titled(part["task"], row) and _at(row.get("due"), part.get("due", "")) for row in tasks
    )


def _titled(words: str, row: Mapping[str, Any]) -> bool:
    return bool(re.search(words, row["title"], re.IGNORECASE))


def _at(at: str | None, wanted: str) -> bool:
    return (at or "").startswith(wanted)
