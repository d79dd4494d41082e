"""Memories as rows of a JSON Lines file, and back. Pure."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.clock import Millis
from assistant_app.domain.language import detect
from assistant_app.domain.memory import (
    CATEGORIES,
    MAX_TEXT,
    Memory,
    MemoryKind,
    MemoryStatus,
    MemoryVersion,
)
from assistant_app.domain.text import one_line
from assistant_app.errors import AppError

_LATEST = 253_402_214_400_000
"""The last day of the calendar; a moment beyond it can not be written again."""


def _moment(ms: Millis) -> str:
    return dt.datetime.fromtimestamp(ms / 1000, dt.UTC).isoformat(timespec="milliseconds")


def row_of(memory: Memory, history: list[MemoryVersion]) -> dict[str, Any]:
    """Return a memory as a row; what is at its default is left out."""
    row: dict[str, Any] = {
        "id": memory.id,
        "text": memory.text,
        "kind": memory.kind.value,
        "status": memory.status.value,
        "category": memory.category,
        "importance": memory.importance,
        "created_at": _moment(memory.created_at),
        "updated_at": _moment(memory.updated_at),
    }
    optional = {
        "expires_at": _moment(memory.expires_at) if memory.expires_at is not None else None,
        "last_used_at": _moment(memory.last_used_at) if memory.last_used_at is not None else None,
        "explicit": memory.explicit or None,
        "pinned": memory.pinned or None,
        "decay": memory.decay if memory.decay != 1.0 else None,
        "use_count": memory.use_count or None,
        "key": memory.key,
        "replaces": memory.replaces,
        "superseded_by": memory.superseded_by,
        "ref": memory.ref,
    }
    row.update({name: value for name, value in optional.items() if value is not None})
    if memory.source is not None:
        row["source"] = {
            "session": memory.source.session_id,
            "message": memory.source.message_id,
            "quote": memory.source.quote,
        }
    if history:
        row["history"] = [
            {"at": _moment(one.at), "event": one.event, "text": one.text} for one in history
        ]
    return row


class _Reader:
    """Reads the fields of one row; a wrong one stops the whole import."""

    def __init__(self, row: dict[str, Any], number: int) -> None:
        self.row = row
        self.number = number

    def wrong(self, field: str) -> AppError:
        return AppError("import_memory", row=self.number, field=field)

    def text(self, field: str, default: str | None = None) -> str | None:
        value = self.row.get(field)
        if value is None:
            return default
        if not isinstance(value, str):
            raise self.wrong(field)
        return value

    def number_of(self, field: str, default: float, high: float = 1.0) -> float:
        value = self.row.get(field)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= high:
            raise self.wrong(field)
        return float(value)

    def moment(self, field: str) -> Millis | None:
        value = self.row.get(field)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            try:
                at = dt.datetime.fromisoformat(str(value))
            except ValueError:
                raise self.wrong(field) from None
            at = at if at.tzinfo else at.replace(tzinfo=dt.UTC)
            value = round(at.timestamp() * 1000)
        if not 0 <= value <= _LATEST:
            raise self.wrong(field)
        return value

    def check_links(self) -> None:
        """Let pass names of rows: what others of the file refer to them by."""
        for field in ("id", "replaces", "superseded_by"):
            if not isinstance(self.row.get(field), int | str | None):
                raise self.wrong(field)

    def choice(self, field: str, among: tuple[str, ...], default: str) -> str:
        value = self.text(field, default)
        if value not in among:
            raise self.wrong(field)
        return value


def values_of(row: dict[str, Any], number: int, now: Millis) -> dict[str, Any]:
    """Return the columns of a row of a file; `number` counts rows from 1, for the error.

    Raises:
        AppError: `import_memory`, naming row and field.
    """
    read = _Reader(row, number)
    text = one_line(read.text("text") or "")
    if not text:
        raise read.wrong("text")
    if len(text) > MAX_TEXT:
        raise AppError("import_memory_long", line=number)
    read.check_links()
    created = read.moment("created_at") or now
    source = row.get("source")
    if source is not None and not isinstance(source, dict):
        raise read.wrong("source")
    quote = (source or {}).get("quote")
    return {
        "text": text,
        "kind": read.choice("kind", tuple(MemoryKind), "semantic"),
        "status": read.choice("status", tuple(MemoryStatus), "active"),
        "category": read.choice("category", CATEGORIES, "other"),
        "lang": detect(text),
        "importance": read.number_of("importance", 0.3),
        "explicit": int(bool(row.get("explicit"))),
        "pinned": int(bool(row.get("pinned"))),
        "decay": read.number_of("decay", 1.0),
        "use_count": int(read.number_of("use_count", 0, high=1e9)),
        "last_used_at": read.moment("last_used_at"),
        "expires_at": read.moment("expires_at"),
        "key": read.text("key"),
        "ref": read.text("ref"),
        "quote": quote if isinstance(quote, str) else None,
        "created_at": created,
        "updated_at": read.moment("updated_at") or created,
        "seen_at": created,
    }


def history_of(row: dict[str, Any], number: int, now: Millis) -> list[tuple[Millis, str, str]]:
    """Return (at, event, text) of the history a row brings along."""
    found = []
    history = row.get("history") or ()
    if not isinstance(history, list | tuple):
        raise AppError("import_memory", row=number, field="history")
    for entry in history:
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            raise AppError("import_memory", row=number, field="history")
        at = _Reader(entry, number).moment("at") or now
        found.append((at, str(entry.get("event") or "edited"), entry["text"]))
    return found


def words_of(row: dict[str, Any]) -> str:
    """Return all the words that a row of a file would store, a line each."""
    source = row.get("source")
    quote = source.get("quote") if isinstance(source, dict) else None
    said = [row.get("text"), quote, *(one[2] for one in history_of(row, 0, 0))]
    return "\n".join(dict.fromkeys(str(words) for words in said if words))
