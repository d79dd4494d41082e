"""Turn the driver's exceptions into ours, by SQLite's result codes and never by their text."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlcipher3.dbapi2 as driver
from sqlite_utils.db import TransactionError

from assistant_app.errors import AppError, Bug

DRIVER_ERRORS = (driver.Error, sqlite3.Error, TransactionError)
"""sqlcipher3 has its own exceptions; sqlite_utils raises those of the standard library."""

_CODES = {
    3: "data_not_writable",  # PERM
    5: "database_busy",  # BUSY
    6: "database_busy",  # LOCKED
    8: "data_not_writable",  # READONLY
    10: "disk_error",  # IOERR
    11: "database_damaged",  # CORRUPT
    13: "disk_full",  # FULL
    14: "data_not_writable",  # CANTOPEN
    18: "text_too_big",  # TOOBIG
    23: "data_not_writable",  # AUTH
    26: "not_a_database",  # NOTADB
}
_CONSTRAINT = 19
_ONE_WRITE = 64 * 1024
"""Bytes; the shared memory of the write-ahead log alone takes half of it."""


def translate(error: Exception, path: str = "") -> AppError:
    """Return the `AppError` for an exception of the driver.

    What the owner can put right has a code of its own; a broken constraint is the bug
    `database_constraint`, anything else the bug `database_error`. `name` is SQLite's name of the
    failure; its message is left out, because it can quote what the owner wrote.
    """
    extended = getattr(error, "sqlite_errorcode", None)
    name = getattr(error, "sqlite_errorname", None) or type(error).__name__
    primary = extended & 0xFF if isinstance(extended, int) else None
    if primary in _CODES:
        code = _CODES[primary]
        if code == "disk_error" and path and _is_full(Path(path).parent):
            code = "disk_full"
        return AppError(code, path=path, name=name)
    if primary == _CONSTRAINT:
        return Bug("database_constraint", path=path, name=name)
    return Bug("database_error", path=path, name=name)


def _is_full(folder: Path) -> bool:
    """Tell whether nothing more fits there: SQLite reports that as an I/O error at times."""
    try:
        return shutil.disk_usage(folder).free < _ONE_WRITE
    except OSError:
        return False


@contextmanager
def translated(path: str = "") -> Iterator[None]:
    """Run a block whose driver exceptions leave as `AppError`."""
    try:
        yield
    except DRIVER_ERRORS as error:
        raise translate(error, path) from error


def folder_error(error: OSError, path: Path) -> AppError:
    """Return the `AppError` for a failure to make or write something in a folder."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    name = os.strerror(error.errno) if error.errno else type(error).__name__
    return AppError("disk_full" if full else "data_not_writable", path=str(path), name=name)
