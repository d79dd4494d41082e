"""Take files of memories in and write them, for a window: a preview first, one undo after."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from assistant_app.domain.clock import MillisClock
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Memory, MemoryImport
from assistant_app.errors import AppError, sentence
from assistant_app.memory import markdown_file, memory_file, transfer
from assistant_app.memory.secrets import has_secret
from assistant_app.storage.change_store import ChangeStore

MAX_ROWS = 50_000
"""Memories of one import: each can be taken back, which keeps what it was."""
_TEXTS = 5
_PROBLEMS = 200


class _Memories(Protocol):
    """What is asked of the service."""

    def listing(self, status: None) -> list[Memory]: ...
    def export_lines(self) -> list[dict[str, Any]]: ...
    def new_rows(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]: ...
    def import_lines(self, rows: Iterable[dict[str, Any]]) -> list[Memory]: ...


class MemoryFiles:
    """A bad line is set aside with its reason; `memory_file.read` has the failures of a file."""

    def __init__(self, memories: _Memories, changes: ChangeStore, clock: MillisClock) -> None:
        self._memories = memories
        self._changes = changes
        self._clock = clock

    def preview(self, path: Path, lang: Lang) -> MemoryImport:
        """Return what `take_in` would do with a file; nothing is stored.

        Raises:
            AppError: as `memory_file.read`; `memory_file_many`.
        """
        found = self._read(path)
        new = self._memories.new_rows(found.rows)
        plain = [row for row in new if not has_secret(transfer.words_of(row))]
        return MemoryImport(
            added=len(plain),
            secret=len(new) - len(plain),
            unchanged=len(found.rows) - len(new),
            quarantined=len(found.faults),
            texts=tuple(str(row["text"]) for row in plain[:_TEXTS]),
            problems=tuple(sentence(fault, lang) for fault in found.faults[:_PROBLEMS]),
        )

    def _read(self, path: Path) -> memory_file.MemoryFile:
        found = memory_file.read(path, self._clock())
        if len(found.rows) > MAX_ROWS:
            raise AppError("memory_file_many", name=path.name, limit=MAX_ROWS)
        return found

    def take_in(self, path: Path, lang: Lang, *, secrets: bool = False) -> MemoryImport:
        """Store the memories of a file that are new, as one change; what looks like a password, key
        or number only with `secrets`.

        Raises:
            AppError: as `preview`.
        """
        found = self._read(path)
        new = self._memories.new_rows(found.rows)
        wanted = [row for row in new if secrets or not has_secret(transfer.words_of(row))]
        with self._changes.record("import_memories") as record:
            added = self._memories.import_lines(wanted)
        return MemoryImport(
            added=len(added),
            secret=len(new) - len(wanted),
            unchanged=len(found.rows) - len(new),
            quarantined=len(found.faults),
            problems=tuple(sentence(fault, lang) for fault in found.faults[:_PROBLEMS]),
            change_id=record.id if added else None,
        )

    def export(self, path: Path, lang: Lang) -> int:
        """Write every memory: as a page to read for a name in `.md`, else as JSON Lines.

        Returns how many memories there are. The file appears whole or not at all.

        Raises:
            AppError: `memory_file`.
        """
        if path.suffix.lower() in (".md", ".markdown"):
            memories = self._memories.listing(None)
            memory_file.write(path, markdown_file.page(memories, lang))
            return len(memories)
        rows = self._memories.export_lines()
        memory_file.write(path, memory_file.as_lines(rows))
        return len(rows)
