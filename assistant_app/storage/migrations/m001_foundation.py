"""Sessions, messages, settings and the change log.

`message_fts` holds the search text that the app makes of a message (CJK runs as characters and
bigrams), so it is filled by the app and not by triggers. It keeps its own content, because only
then does its secure-delete option take a removed word out of the index at once.
"""

from __future__ import annotations

import sqlite_utils

from assistant_app.storage.migrations.script import run

_SCHEMA = """
CREATE TABLE session(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  off_record INTEGER NOT NULL DEFAULT 0,
  deleted_at INTEGER,
  summary TEXT NOT NULL DEFAULT '',
  summary_through INTEGER NOT NULL DEFAULT 0,
  unseen INTEGER NOT NULL DEFAULT 0,
  ref TEXT
) STRICT;
CREATE INDEX ix_session_updated ON session(deleted_at, updated_at);
CREATE INDEX ix_session_ref ON session(ref);

CREATE TABLE message(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK(role IN ('user', 'assistant')),
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('streaming', 'complete', 'interrupted', 'failed')),
  created_at INTEGER NOT NULL,
  importance INTEGER NOT NULL DEFAULT 2,
  token_count ANY,
  speaker TEXT,
  ref TEXT,
  barred INTEGER NOT NULL DEFAULT 0,
  extra TEXT
) STRICT;
CREATE INDEX ix_message_session ON message(session_id, id);
CREATE INDEX ix_message_streaming ON message(id) WHERE state = 'streaming';

-- What has come of a reply since it began: a save writes its new words, not the whole text.
CREATE TABLE message_part(
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE session_state(
  session_id INTEGER PRIMARY KEY REFERENCES session(id) ON DELETE CASCADE,
  touched_at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;

-- session_id 0 is the chat that does not exist yet.
CREATE TABLE draft(
  session_id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE setting(
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE change(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_utc INTEGER NOT NULL,
  tool TEXT NOT NULL,
  phrase TEXT,
  before_json TEXT,
  after_json TEXT,
  undone INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE change_row(
  change_id INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
  table_name TEXT NOT NULL,
  row_key INTEGER NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  PRIMARY KEY(change_id, table_name, row_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX ix_change_row ON change_row(table_name, row_key);

CREATE VIRTUAL TABLE message_fts USING fts5(body, tokenize = 'porter unicode61');
INSERT INTO message_fts(message_fts, rank) VALUES('secure-delete', 1);
"""


def migrate(db: sqlite_utils.Database) -> None:
    """Create the first tables."""
    run(db, _SCHEMA)
