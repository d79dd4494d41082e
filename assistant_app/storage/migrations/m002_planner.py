"""Events, tasks and reminders (RFC 5545 in tables).

Wall time and zone are the truth; `first_utc` and `last_utc` are derived from them, for range
queries. `fire` has no reference to the alarm it is about: it is known by item, occurrence and
moment, so that editing an alarm, or deleting an item and taking that back, never makes one ring a
second time. `item_fts` holds the split search text of an item and is filled by the app.
"""

from __future__ import annotations

import sqlite_utils

from assistant_app.storage.migrations.script import run

_SCHEMA = """
CREATE TABLE calendar(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  color TEXT,
  kind TEXT NOT NULL DEFAULT 'both' CHECK(kind IN ('event', 'task', 'both')),
  default_tzid TEXT,
  readonly INTEGER NOT NULL DEFAULT 0,
  UNIQUE(name, kind)
) STRICT;
-- The one that everything is in unless it is put elsewhere.
INSERT INTO calendar(id, name) VALUES(1, '');

CREATE TABLE item(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  calendar_id INTEGER NOT NULL REFERENCES calendar(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK(kind IN ('event', 'task')),
  uid TEXT NOT NULL,
  recur_id TEXT NOT NULL DEFAULT '',
  master_id INTEGER REFERENCES item(id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL DEFAULT 0,
  summary TEXT NOT NULL DEFAULT '',
  description TEXT,
  location TEXT,
  url TEXT,
  categories TEXT,
  priority INTEGER,
  tform TEXT CHECK(tform IN ('date', 'floating', 'utc', 'zoned')),
  tzid TEXT,
  start_local TEXT,
  end_local TEXT,
  end_tzid TEXT,
  duration_s INTEGER,
  rrule TEXT,
  rscale TEXT,
  repeat_from TEXT NOT NULL DEFAULT 'schedule' CHECK(repeat_from IN ('schedule', 'completion')),
  workday_cal TEXT,
  status TEXT,
  transp TEXT NOT NULL DEFAULT 'OPAQUE',
  completed_utc INTEGER,
  percent INTEGER,
  first_utc INTEGER,
  last_utc INTEGER,
  created_utc INTEGER NOT NULL,
  modified_utc INTEGER NOT NULL,
  source_phrase TEXT,
  resolver_note TEXT,
  raw_ics TEXT,
  CHECK(kind = 'task' OR start_local IS NOT NULL),
  CHECK(NOT (end_local IS NOT NULL AND duration_s IS NOT NULL)),
  CHECK((tform = 'zoned') = (tzid IS NOT NULL)),
  UNIQUE(calendar_id, uid, recur_id, kind)
) STRICT;
CREATE INDEX ix_item_range ON item(kind, first_utc, last_utc);
CREATE INDEX ix_item_uid ON item(uid);
CREATE INDEX ix_item_master ON item(master_id) WHERE master_id IS NOT NULL;

CREATE TABLE rdate(
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  PRIMARY KEY(item_id, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE exdate(
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  PRIMARY KEY(item_id, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE alarm(
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  rel TEXT NOT NULL CHECK(rel IN ('start', 'end', 'abs')),
  offset_s INTEGER,
  abs_utc INTEGER
) STRICT;
CREATE INDEX ix_alarm_item ON alarm(item_id);
CREATE TABLE task_done(
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  occ_key TEXT NOT NULL,
  done_utc INTEGER NOT NULL,
  PRIMARY KEY(item_id, occ_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE fire(
  item_id INTEGER NOT NULL,
  occ_key TEXT NOT NULL,
  due_utc INTEGER NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('pending', 'shown', 'snoozed', 'dismissed', 'missed')),
  snooze_utc INTEGER,
  PRIMARY KEY(item_id, occ_key, due_utc)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_log(
  id INTEGER PRIMARY KEY,
  at_utc INTEGER NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  added INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  quarantined INTEGER NOT NULL
) STRICT;
CREATE TABLE quarantine(
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES import_log(id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE item_fts USING fts5(body, tokenize = 'porter unicode61');
INSERT INTO item_fts(item_fts, rank) VALUES('secure-delete', 1);
"""


def migrate(db: sqlite_utils.Database) -> None:
    """Create the tables of the planner."""
    run(db, _SCHEMA)
