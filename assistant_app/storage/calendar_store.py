"""The calendars in the database. A name may have a row for events and one for tasks: they are one.

Writes need the `Record` of a change, so that undo can take them back.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.domain.planner import Calendar
from assistant_app.storage.change_store import ChangeStore, Record
from assistant_app.storage.database import Database, marks

_LISTING = """
SELECT calendar.name AS name, max(calendar.color) AS color,
  sum((SELECT count(*) FROM item WHERE calendar_id = calendar.id AND master_id IS NULL)) AS items,
  max(calendar.kind = 'both') AS by_hand
FROM calendar GROUP BY calendar.name ORDER BY calendar.name COLLATE NOCASE
"""


class CalendarStore:
    """The rows of `calendar`."""

    def __init__(self, db: Database, changes: ChangeStore) -> None:
        self._db = db
        self.changes = changes
        changes.declare("calendar", title="name", used_by="item")

    def listing(self) -> list[Calendar]:
        """Return the calendars by name, the unnamed one first.

        One that an item made and that has nothing in it any more is left out.
        """
        rows = self._db.query(_LISTING)
        return [
            Calendar(row["name"], row["color"], row["items"])
            for row in rows
            if row["items"] or row["by_hand"]
        ]

    def ids(self, name: str) -> list[int]:
        """Return the rows that go by a name."""
        return [
            row[0] for row in self._db.tuples("SELECT id FROM calendar WHERE name = ?", (name,))
        ]

    def add(self, record: Record, name: str, color: str | None) -> None:
        """Make a calendar for events and tasks."""
        row = {"name": name, "color": color, "kind": "both"}
        record.created("calendar", self._db.insert("calendar", row))

    def update(self, record: Record, ids: Sequence[int], **values: str | None) -> None:
        """Change the name or colour of rows."""
        for calendar_id in ids:
            record.watch("calendar", calendar_id)
            self._db.update("calendar", calendar_id, values)

    def remove(self, record: Record, ids: Sequence[int]) -> None:
        """Delete rows that nothing is in."""
        for calendar_id in ids:
            record.watch("calendar", calendar_id)
        self._db.execute(f"DELETE FROM calendar WHERE id IN ({marks(ids)})", ids)
