"""Run SQL scripts inside the transaction of a migration."""

from __future__ import annotations

import sqlite3

import sqlite_utils


def run(db: sqlite_utils.Database, script: str) -> None:
    """Run each statement of `script`; `executescript` would commit the transaction first."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        # A semicolon in a text, a comment or a trigger does not end a statement.
        if sqlite3.complete_statement(statement):
            if statement.strip(" \n;"):
                db.conn.execute(statement)
            statement = ""
