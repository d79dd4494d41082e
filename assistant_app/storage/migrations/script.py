"""Run SQL scripts inside the transaction of a migration."""

from __future__ import annotations

import sqlite3

import sqlite_utils


def run(db: sqlite_utils.Database, script: str) -> None:
    """Run each statement of `script`; `executescript` would commit the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.conn.execute(statement)
            statement = ""
    if statement.strip():
        db.conn.execute(statement)
