"""Put right what is derived from other rows, and so can be made again: search indexes, leftovers."""

from __future__ import annotations

from assistant_app.domain.search_text import index_text
from assistant_app.errors import AppError
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore

_INDEXED = (
    "SELECT message.id FROM message JOIN session ON session.id = session_id"
    " WHERE NOT barred AND NOT off_record AND state <> 'streaming'"
)

_OF_ROWS = {
    "memory_fts": "SELECT id, text FROM memory",
    "item_fts": "SELECT id, summary || char(10) || coalesce(location, '') || char(10)"
    " || coalesce(description, '') FROM item",
}
"""Indexes with what each of their entries is made of."""


def mend(db: Database) -> list[str]:
    """Find broken indexes and rows without an owner, and mend them; returns what was mended."""
    mended = []
    if _strays(db) or not _index_sound(db, "message_fts"):
        MessageStore(db).reindex()
        mended.append("message_fts")
    tables = db.tuples("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%fts5%'")
    for (table,) in tables:
        if not _index_sound(db, table):
            db.execute(f'INSERT INTO "{table}"("{table}") VALUES(\'rebuild\')')
            mended.append(table)
    for table, of_rows in _OF_ROWS.items():
        if _mend_entries(db, table, of_rows) and table not in mended:
            mended.append(table)
    orphans = "session_id <> 0 AND session_id NOT IN (SELECT id FROM session)"
    if db.execute(f"DELETE FROM draft WHERE {orphans}"):
        mended.append("draft")
    return mended


def _strays(db: Database) -> bool:
    """Return whether the index has a message that it should not have."""
    return bool(
        db.scalar(f"SELECT count(*) FROM message_fts_docsize WHERE id NOT IN ({_INDEXED})")
        or db.scalar(
            f"SELECT count(*) FROM message WHERE id IN ({_INDEXED}) AND text GLOB '*[a-zA-Z0-9]*'"
            " AND id NOT IN (SELECT id FROM message_fts_docsize)"
        )
    )


def _mend_entries(db: Database, table: str, of_rows: str) -> int:
    """Make the entries anew that are not of their rows; returns how many."""
    wanted = {key: index_text(text) for key, text in db.tuples(of_rows)}
    there = dict(db.tuples(f"SELECT rowid, body FROM {table}"))
    wrong = [key for key in wanted.keys() | there.keys() if wanted.get(key) != there.get(key)]
    with db.atomic():
        for key in wrong:
            db.execute(f"DELETE FROM {table} WHERE rowid = ?", (key,))
            if key in wanted:
                db.execute(f"INSERT INTO {table}(rowid, body) VALUES(?, ?)", (key, wanted[key]))
    return len(wrong)


def _index_sound(db: Database, table: str) -> bool:
    try:
        db.execute(f'INSERT INTO "{table}"("{table}") VALUES(\'integrity-check\')')
    except AppError as error:
        if error.code != "database_damaged":
            raise
        return False
    return True
