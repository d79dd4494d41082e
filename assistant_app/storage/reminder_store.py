"""Which reminders were shown, snoozed, dismissed or missed: what a restart must not forget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant_app.domain.clock import Millis
from assistant_app.storage.database import Database

FireState = Literal["pending", "shown", "snoozed", "dismissed", "missed"]


@dataclass(frozen=True, slots=True)
class Fire:
    """One reminder of one occurrence. `due_ms` is when it was to ring, before any snooze.

    Of something without a zone it is the wall time, as if it were in UTC. `pending` is one that a
    process is about to show.
    """

    item_id: int
    key: str
    due_ms: Millis
    state: FireState
    snooze_ms: Millis | None = None


class ReminderStore:
    """The rows of `fire`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def since(self, due_ms: Millis) -> list[Fire]:
        """Return what was due since a moment, and everything that is snoozed."""
        rows = self._db.tuples(
            "SELECT item_id, occ_key, due_utc, state, snooze_utc FROM fire"
            " WHERE due_utc >= ? OR state = 'snoozed' ORDER BY due_utc, item_id",
            (due_ms,),
        )
        return [Fire(*row) for row in rows]

    def put(self, fire: Fire) -> None:
        """Keep the state of a reminder."""
        row = {"item_id": fire.item_id, "occ_key": fire.key, "due_utc": fire.due_ms}
        values = {**row, "state": fire.state, "snooze_utc": fire.snooze_ms}
        self._db.insert("fire", values, replace=True)

    def put_all(self, fires: list[Fire]) -> None:
        """Keep the states of several reminders, all or none."""
        if fires:
            with self._db.atomic():
                for fire in fires:
                    self.put(fire)

    def forget_before(self, due_ms: Millis) -> None:
        """Drop what is long over: nothing asks for it again."""
        self._db.execute("DELETE FROM fire WHERE due_utc < ? AND state != 'snoozed'", (due_ms,))
