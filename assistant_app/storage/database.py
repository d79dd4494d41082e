"""The one SQLite file: opening, migrating, transactions, and errors as codes.

One connection under a re-entrant lock serves every thread; it is never held across a call of the
engine. Stores use `atomic`, `query`, `one`, `scalar`, `execute`, `insert` and `update`, which
clean their texts and turn the driver's exceptions into `AppError`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import sqlcipher3.dbapi2 as driver
import sqlite_utils

from assistant_app import log
from assistant_app.domain.text import clean
from assistant_app.errors import AppError
from assistant_app.storage import schema
from assistant_app.storage.fault import DRIVER_ERRORS, translate, translated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Params = Sequence[Any] | Mapping[str, Any]
Row = dict[str, Any]

_BUSY_TIMEOUT_S = 5.0
_PLAIN_HEAD = b"SQLite format 3\0"
_ERASING = "data.erasing"
"""The setting that says that an erasure is not at its end."""
_logger = log.get(__name__)


def like(words: str) -> str:
    r"""Return a LIKE pattern that finds `words` anywhere; use it with `ESCAPE '\'`."""
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def marks(values: Collection[object]) -> str:
    """Return "?, ?, ?" for an `IN (...)` of as many values."""
    return ", ".join("?" * len(values))


def varint(blob: bytes) -> int:
    """Return the first number of FTS5's record of a document's length (SQLite's varint)."""
    value = 0
    for byte in blob[:9]:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value


def _bindable(value: Any) -> Any:
    return clean(value) if isinstance(value, str) else value


def _bind(params: Params) -> Params:
    if isinstance(params, Mapping):
        return {name: _bindable(value) for name, value in params.items()}
    return [_bindable(value) for value in params]


class Database:
    """An open database file. Every method may be called from any thread.

    Failures of the driver leave as `AppError`: `disk_full`, `disk_error`, `data_not_writable`,
    `database_busy`, `database_damaged`, `not_a_database`; writing to a file of a newer version
    raises `database_too_new`.
    """

    def __init__(self, raw: sqlite_utils.Database, path: Path) -> None:
        self.raw = raw
        """The sqlite_utils object: for migrations; stores have no need of it."""
        self.path = path
        self.too_new = False
        """Whether a newer version made the file, so that it can only be read."""
        self.on_erasure: list[Callable[[], None]] = []
        """Called when something was erased: what was made of it beside the file has to go too."""
        self._lock = threading.RLock()

    @property
    def encrypted(self) -> bool:
        """Whether the file is encrypted; as long as it is empty it is not."""
        with translated(str(self.path)), self.path.open("rb") as file:
            head = file.read(len(_PLAIN_HEAD))
        return bool(head) and head != _PLAIN_HEAD

    @classmethod
    def open(cls, path: Path, *, backups: Path) -> Database:
        """Open the file at `path`, made when missing, and bring its schema up to date.

        A copy of an older file is kept in `backups` (the last five) before it is changed. A file
        with migrations this version does not know opens for reading only (`too_new`).

        Raises:
            AppError: as the class says; `migration_failed` when the schema could not be brought up
                to date, in which case the file is as it was.
        """
        with translated(str(path)):
            db = cls(_connect(path), path)
        try:
            with translated(str(path)):
                db._prepare(backups)
        except BaseException:
            db.close()
            raise
        return db

    @classmethod
    def open_copy(cls, path: Path) -> Database:
        """Open a backup as it is, to erase words from it: its schema stays what it was.

        Raises:
            AppError: as the class says.
        """
        with translated(str(path)):
            db = cls(_connect(path), path)
        try:
            with translated(str(path)):
                schema.check_ours(db.raw, path)
                if schema.unknown_migrations(db.raw):
                    raise AppError("database_too_new", path=str(path))
                db._pragma("secure_delete=ON")
                db._pragma("foreign_keys=ON")
        except BaseException:
            db.close()
            raise
        return db

    def has_table(self, name: str) -> bool:
        """Tell whether there is a table of this name: a backup may be older than it."""
        return bool(
            self.scalar("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,))
        )

    def _prepare(self, backups: Path) -> None:
        schema.check_ours(self.raw, self.path)
        unknown = schema.unknown_migrations(self.raw)
        if unknown:
            _logger.warning("database is from a newer version: %s", ", ".join(unknown))
            self.too_new = True
            self._pragma("query_only=ON")
            return
        # Before the first page is written: a fact that is erased must not survive in a free page.
        self._pragma("secure_delete=ON")
        self._pragma("journal_mode=WAL")
        self._pragma("synchronous=NORMAL")
        self._pragma("foreign_keys=OFF")
        schema.migrate(self.raw, self.path, backups)
        self._pragma("foreign_keys=ON")

    def _pragma(self, text: str) -> None:
        self.raw.conn.execute(f"PRAGMA {text}").fetchall()

    def close(self) -> None:
        """Close the file; what is in the write-ahead log goes into it. May be called twice."""
        with self._lock, translated(str(self.path)):
            self.raw.conn.close()

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """Make what is written in the block happen as a whole or not at all.

        Blocks nest: an inner one that raises takes back its own part. The lock is held for the
        length of the block, so that nothing of another thread gets between.
        """
        with self._lock:
            self._check_writable()
            try:
                if self.raw.conn.in_transaction:
                    with self.raw.atomic():
                        yield
                else:
                    with self._transaction():
                        yield
            except DRIVER_ERRORS as error:
                raise translate(error, str(self.path)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        # IMMEDIATE: taking the write lock later, after reading, can fail however long one waits.
        self.raw.conn.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.raw.conn.execute("COMMIT")
        except BaseException:
            self.raw.rollback()
            raise

    def _check_writable(self) -> None:
        if self.too_new:
            raise AppError("database_too_new", path=str(self.path))

    def query(self, sql: str, params: Params = ()) -> list[Row]:
        """Return the rows of a SELECT as dictionaries."""
        with self._lock, translated(str(self.path)):
            cursor = self.raw.conn.execute(sql, _bind(params))
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def tuples(self, sql: str, params: Params = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT as tuples: for many rows."""
        with self._lock, translated(str(self.path)):
            rows: list[tuple[Any, ...]] = self.raw.conn.execute(sql, _bind(params)).fetchall()
            return rows

    def one(self, sql: str, params: Params = ()) -> Row | None:
        """Return the first row of a SELECT, or None."""
        rows = self.query(sql, params)
        return rows[0] if rows else None

    def integers(self, column: str, rest: str, params: Params = ()) -> NDArray[np.int64]:
        """Return one integer column as a sorted array, of `SELECT column rest`: for many rows.

        They come over as one text, which is read seven times as fast as a row each.
        """
        import numpy as np

        text = self.scalar(f"SELECT group_concat({column}) {rest}", params)
        found: NDArray[np.int64] = np.fromstring(text or "", sep=",", dtype=np.int64)
        found.sort(kind="stable")  # nearly nothing where they come in order, which SQL leaves open
        return found

    def scalar(self, sql: str, params: Params = ()) -> Any:
        """Return the first column of the first row, or None."""
        rows = self.tuples(sql, params)
        return rows[0][0] if rows else None

    def execute(self, sql: str, params: Params = ()) -> int:
        """Run a statement that writes; returns how many rows it changed."""
        with self._lock, translated(str(self.path)):
            self._check_writable()
            return int(self.raw.conn.execute(sql, _bind(params)).rowcount)

    def execute_many(self, sql: str, rows: Iterable[Params]) -> None:
        """Run a statement once for each of `rows`, as one transaction."""
        with self.atomic():
            self.raw.conn.executemany(sql, [_bind(row) for row in rows])

    def insert(self, table: str, row: Mapping[str, Any], *, replace: bool = False) -> int:
        """Add a row and return its id; with `replace`, in place of one with the same key."""
        verb = "INSERT OR REPLACE" if replace else "INSERT"
        names = ", ".join(f'"{name}"' for name in row)
        values = list(row.values())
        with self._lock, translated(str(self.path)):
            self._check_writable()
            cursor = self.raw.conn.execute(
                f'{verb} INTO "{table}" ({names}) VALUES ({marks(values)})', _bind(values)
            )
            return int(cursor.lastrowid or 0)

    def update(self, table: str, row_id: int, values: Mapping[str, Any]) -> bool:
        """Change columns of the row `row_id`; returns whether there is such a row."""
        changes = ", ".join(f'"{name}" = ?' for name in values)
        return bool(
            self.execute(
                f'UPDATE "{table}" SET {changes} WHERE id = ?', [*values.values(), row_id]
            )
        )

    def version(self) -> tuple[int, ...]:
        """Return something that differs after any write, by this process or another."""
        with self._lock:
            return (self.raw.conn.total_changes, self.scalar("PRAGMA data_version"))

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file and empty it, so that nothing erased is left."""
        with self._lock, translated(str(self.path)):
            busy = self.raw.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if busy:
                raise AppError("database_busy", path=str(self.path))

    def begin_erasure(self) -> None:
        """Note that something is being erased; in the transaction that does it.

        A process that dies before `end_erasure` leaves the note, and the next one ends it.
        """
        self.insert("setting", {"key": _ERASING, "value": "true"}, replace=True)

    def end_erasure(self) -> None:
        """Write the file anew, so that nothing erased is left in it. Not inside a transaction.

        `secure_delete` overwrites what is deleted, but not what stays behind in a page when SQLite
        moves the rows beside it to another: an erased sentence was found there.
        """
        self.checkpoint()
        with self._lock, translated(str(self.path)):
            self._check_writable()
            self.raw.conn.execute("VACUUM")
        for forget in self.on_erasure:
            forget()
        with self._lock, translated(str(self.path)):
            self.raw.conn.execute("DELETE FROM setting WHERE key = ?", (_ERASING,))
        self.checkpoint()

    def finish_erasure(self) -> None:
        """End an erasure that a process which died had begun."""
        if self.scalar("SELECT 1 FROM setting WHERE key = ?", (_ERASING,)):
            self.end_erasure()

    def backup_to(self, target: Path) -> None:
        """Write a consistent copy of the whole database to `target`, replacing what is there."""
        with self._lock, translated(str(target)):
            schema.copy(self.raw, target)

    def check(self, kind: Literal["quick", "full"] = "quick") -> list[str]:
        """Return what SQLite finds wrong with the file and its references; empty when sound."""
        pragma = "quick_check" if kind == "quick" else "integrity_check"
        found = [str(row[0]) for row in self.tuples(f"PRAGMA {pragma}(100)")]
        found = [line for line in found if line != "ok"]
        for row in self.tuples("PRAGMA foreign_key_check"):
            found.append(f"{row[0]} row {row[1]} points to a missing row of {row[2]}")
        return found


def _connect(path: Path) -> sqlite_utils.Database:
    connection = driver.connect(
        str(path), timeout=_BUSY_TIMEOUT_S, check_same_thread=False, isolation_level=None
    )
    # Third-party sqlite_utils plugins have no business in this process.
    return sqlite_utils.Database(connection, execute_plugins=False)
