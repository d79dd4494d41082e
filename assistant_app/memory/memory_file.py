"""Files of memories: what is in one, line by line, and the two forms in which they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant_app.domain.clock import Millis
from assistant_app.errors import AppError
from assistant_app.memory import transfer

MAX_BYTES = 48 * 1024 * 1024
MAX_LINE = 256 * 1024
"""Bytes of one line; a memory with its history is shorter, and reading more holds up the window."""


@dataclass(slots=True)
class MemoryFile:
    """The rows that can be taken in, and the failure of each line that cannot."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    faults: list[AppError] = field(default_factory=list)


def read(path: Path, now: Millis) -> MemoryFile:
    """Read a JSON Lines file; a bad line is set aside and the others are read.

    Raises:
        AppError: `memory_file`, `memory_file_large`, `memory_file_archive`, `memory_file_page`,
            `memory_file_binary`, `memory_file_empty`, or `memory_file_other` when no line is a
            memory.
    """
    found = MemoryFile()
    for number, line in _lines(_bytes(path)):
        try:
            row = _row(line, number)
            transfer.values_of(row, number, now)
            transfer.history_of(row, number, now)
            found.rows.append(row)
        except AppError as fault:
            found.faults.append(fault)
    if not found.rows and len(found.faults) > 1:
        raise AppError("memory_file_other", name=path.name)
    return found


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise AppError("memory_file", path=str(path), reason=error.strerror or "") from error
    if len(data) > MAX_BYTES:
        raise AppError("memory_file_large", name=path.name, limit=MAX_BYTES // 1024 // 1024)
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not data.strip():
        raise AppError("memory_file_empty", name=path.name)
    if head.startswith((b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")):
        raise AppError("memory_file_archive", name=path.name)
    if head.startswith(b"<"):
        raise AppError("memory_file_page", name=path.name)
    if b"\0" in data[:65536]:
        raise AppError("memory_file_binary", name=path.name)
    return data


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            yield number, line


def _row(line: bytes, number: int) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise AppError("import_memory_long", line=number)
    try:
        row = json.loads(line.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise AppError("import_memory_line", line=number) from error
    if not isinstance(row, dict):
        raise AppError("import_memory_line", line=number)
    return row


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises:
        AppError: `memory_file`.
    """
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise AppError("memory_file", path=str(path), reason=error.strerror or "") from error


def as_lines(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as JSON Lines."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
