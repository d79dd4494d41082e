"""What keeps the promise to forget: vectors that go with their text, and topics that are barred.

A vector of a message is made of its words, so it goes when they change, when the message is barred
and when it is deleted - triggers do it, because messages also go by the deletion of their session.
`barred_topic` keeps the owner's own words ("my health"): without them a topic can not be told.
"""

from __future__ import annotations

import sqlite_utils

from assistant_app.storage.migrations.script import run

_SCHEMA = """
CREATE TRIGGER message_vector_stale AFTER UPDATE OF text, barred, speaker ON message BEGIN
  DELETE FROM vector WHERE owner_kind = 'message' AND owner_id = old.id;
END;
CREATE TRIGGER message_vector_gone AFTER DELETE ON message BEGIN
  DELETE FROM vector WHERE owner_kind = 'message' AND owner_id = old.id;
END;

CREATE TABLE barred_topic(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  words TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL
) STRICT;
"""


def migrate(db: sqlite_utils.Database) -> None:
    """Create the triggers and the table."""
    run(db, _SCHEMA)
