"""Bring a database file's schema up to date, keeping a copy of it from before.

Migrations run in one transaction with foreign keys off (with them on, rebuilding a table that
others refer to fails), then the references are checked: a failure leaves the file as it was.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import sqlcipher3.dbapi2 as driver
import sqlite_utils

from assistant_app import log
from assistant_app.errors import AppError, Bug
from assistant_app.storage.fault import DRIVER_ERRORS, folder_error, translate
from assistant_app.storage.migrations import MIGRATIONS

APPLICATION_ID = 0x41535354
"""What the header of our files says they are ("ASST")."""
KEPT_BACKUPS = 5
_logger = log.get(__name__)


def check_ours(db: sqlite_utils.Database, path: Path) -> None:
    """Refuse a database of another program.

    Raises:
        AppError: `not_a_database`.
    """
    (application_id,) = db.conn.execute("PRAGMA application_id").fetchone()
    (tables,) = db.conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application_id != APPLICATION_ID:
        raise AppError("not_a_database", path=str(path), name="application_id")


def unknown_migrations(db: sqlite_utils.Database) -> list[str]:
    """Return the migrations that were applied and that this version does not know."""
    known = {migration.name for migration in MIGRATIONS._migrations}
    return [done.name for done in MIGRATIONS.applied(db) if done.name not in known]


def migrate(db: sqlite_utils.Database, path: Path, backups: Path) -> None:
    """Apply what is pending; the connection must have foreign keys off.

    Raises:
        AppError: `migration_failed`, or what kept the copy from being written.
    """
    pending = [migration.name for migration in MIGRATIONS.pending(db)]
    if not pending:
        return
    applied = [done.name for done in MIGRATIONS.applied(db)]
    if applied:
        _keep_copy(db, backups, applied[-1])
    db.conn.execute("BEGIN IMMEDIATE")
    try:
        db.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        broken_before = _broken_references(db)
        MIGRATIONS.apply(db)
        if _broken_references(db) - broken_before:
            raise Bug("migration_failed", names=", ".join(pending), name="foreign_key_check")
        db.conn.execute("COMMIT")
    except Exception as error:
        db.rollback()
        reason = translate(error, str(path)) if isinstance(error, DRIVER_ERRORS) else error
        if isinstance(reason, AppError) and (reason.fixable or reason.code == "migration_failed"):
            raise reason from error
        name = type(error).__name__
        raise Bug("migration_failed", names=", ".join(pending), name=name) from error
    _logger.info("schema brought up to date: %s", ", ".join(pending))


def _broken_references(db: sqlite_utils.Database) -> set[tuple[object, ...]]:
    return set(db.conn.execute("PRAGMA foreign_key_check").fetchall())


def copy(db: sqlite_utils.Database, target: Path) -> None:
    """Write a consistent copy of `db` to `target`, one file without a write-ahead log.

    Raises:
        AppError: `data_not_writable`; `disk_full`.
    """
    try:
        _copy(db, target)
    except OSError as error:
        raise folder_error(error, target) from error


def _copy(db: sqlite_utils.Database, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    copied = driver.connect(str(unfinished), isolation_level=None)
    try:
        db.conn.backup(copied)
        copied.execute("PRAGMA journal_mode=DELETE").fetchall()
    except BaseException:
        copied.close()
        unfinished.unlink(missing_ok=True)
        raise
    copied.close()
    unfinished.replace(target)


def _keep_copy(db: sqlite_utils.Database, backups: Path, last: str) -> None:
    now = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%S%f")
    copy(db, backups / f"{now}-{last}.db")
    for old in sorted(backups.glob("*-m[0-9]*.db"))[:-KEPT_BACKUPS]:
        old.unlink(missing_ok=True)
