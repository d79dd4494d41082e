"""Memories: their rows, versions, index, barred list and vectors.

`memory_fts` holds the search text that the app makes of a memory (CJK runs as characters and
bigrams), so it is filled by the app. It keeps its own content, because only then does its
secure-delete option take a removed word out of the index at once. `session_id` and `message_id`
refer to nothing on purpose: a memory outlives the chat it came from; that of a version is where the
owner said the same again. `barred` knows hashes only.
"""

from __future__ import annotations

import sqlite_utils

from assistant_app.storage.migrations.script import run

_SCHEMA = """
CREATE TABLE memory(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  kind TEXT NOT NULL CHECK(kind IN ('semantic', 'episodic', 'procedural')),
  status TEXT NOT NULL
    CHECK(status IN ('proposed', 'active', 'superseded', 'archived', 'rejected')),
  category TEXT NOT NULL DEFAULT 'other',
  lang TEXT NOT NULL DEFAULT 'en',
  importance REAL NOT NULL DEFAULT 0.3,
  explicit INTEGER NOT NULL DEFAULT 0,
  pinned INTEGER NOT NULL DEFAULT 0,
  decay REAL NOT NULL DEFAULT 1.0,
  use_count INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER,
  last_used_in INTEGER,
  seen_at INTEGER NOT NULL,
  faded_at INTEGER,
  expires_at INTEGER,
  key TEXT,
  replaces INTEGER REFERENCES memory(id) ON DELETE SET NULL,
  superseded_by INTEGER REFERENCES memory(id) ON DELETE SET NULL,
  ref TEXT,
  session_id INTEGER,
  message_id INTEGER,
  quote TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ix_memory_status ON memory(status, updated_at);
CREATE INDEX ix_memory_key ON memory(key) WHERE key IS NOT NULL;
CREATE INDEX ix_memory_message ON memory(message_id) WHERE message_id IS NOT NULL;
CREATE INDEX ix_memory_replaces ON memory(replaces) WHERE replaces IS NOT NULL;
CREATE INDEX ix_memory_superseded ON memory(superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE memory_version(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  text TEXT NOT NULL,
  message_id INTEGER
) STRICT;
CREATE INDEX ix_memory_version ON memory_version(memory_id, id);

CREATE TABLE barred(
  hash TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What is embedded: a memory ('memory'), a message ('message'). `data` is float16, little-endian.
CREATE TABLE vector(
  owner_kind TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  model TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY(owner_kind, owner_id, model)
) STRICT, WITHOUT ROWID;
CREATE INDEX ix_vector_model ON vector(owner_kind, model);

CREATE VIRTUAL TABLE memory_fts USING fts5(body, tokenize = 'porter unicode61');
INSERT INTO memory_fts(memory_fts, rank) VALUES('secure-delete', 1);
"""


def migrate(db: sqlite_utils.Database) -> None:
    """Create the tables of memories."""
    run(db, _SCHEMA)
