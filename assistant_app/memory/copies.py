"""Forget in backups too: the same memories and words go from copies of the data file.

A copy keeps the schema it had. Its rows are the same ones by number and time of making; a file that
was restored from elsewhere may use the same numbers for others, and those stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from assistant_app import log
from assistant_app.domain.memory import Memory
from assistant_app.errors import AppError
from assistant_app.memory.erasing import Erased, MemoryEraser
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database, marks
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.message_eraser import MessageEraser
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.vector_store import VectorStore

_log = log.get(__name__)


class CopyEraser:
    """Carries an erasure over to the backups. `copies` yields their files."""

    def __init__(self, db: Database, copies: Callable[[], Sequence[Path]]) -> None:
        self._db = db
        self.copies = copies

    def erase(self, erased: Erased, *, and_source: bool) -> list[Path]:
        """Erase from every copy; returns the files that changed.

        Raises:
            AppError: `backup_not_erased`, after the others were done, with the files where it failed.
        """
        moments = self._moments([message_id for message_id, _ in erased.said])
        done: list[Path] = []
        failed: list[str] = []
        for path in self.copies():
            try:
                if _erase_in(path, erased, moments, and_source=and_source):
                    done.append(path)
            except AppError as error:
                _log.warning("a backup was not erased from: %s", error.code)
                failed.append(str(path))
        if failed:
            raise AppError("backup_not_erased", paths=", ".join(failed))
        return done

    def _moments(self, message_ids: Sequence[int]) -> dict[int, int]:
        return _moments(self._db, message_ids)


def _moments(db: Database, message_ids: Iterable[int]) -> dict[int, int]:
    """Return when messages were written, by id: with it, a message is the same in a copy."""
    ids = list(dict.fromkeys(message_ids))
    found: dict[int, int] = {}
    for start in range(0, len(ids), 500):
        some = ids[start : start + 500]
        rows = db.tuples(f"SELECT id, created_at FROM message WHERE id IN ({marks(some)})", some)
        found.update(rows)
    return found


def _erase_in(path: Path, erased: Erased, moments: dict[int, int], *, and_source: bool) -> bool:
    db = Database.open_copy(path)
    try:
        before = db.version()
        there = _same_memories(db, erased.memories)
        changes = ChangeStore(db)
        if there:
            MemoryEraser(db, MemoryStore(db), VectorStore(db), changes).erase(
                there, and_source=and_source
            )
        found = _moments(db, moments)
        said = [
            (key, quote)
            for key, quote in erased.said
            if key in found and found[key] == moments[key]
        ]
        # What was said may be in the copy though the memory, kept later, is not.
        eraser = MessageEraser(db, SessionStore(db), MessageStore(db), changes)
        clear = eraser.redact if and_source else eraser.seclude
        clear(said, texts=erased.texts)
        changed = db.version() != before
        if changed:
            db.end_erasure()
        return changed
    finally:
        db.close()


def _same_memories(db: Database, memories: Sequence[Memory]) -> list[int]:
    if not db.has_table("memory"):
        return []
    made = {memory.id: memory.created_at for memory in memories}
    found = MemoryStore(db).get_many(list(made))
    return [memory.id for memory in found if memory.created_at == made[memory.id]]
