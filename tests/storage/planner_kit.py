"""A planner on a real database, with a clock and a zone that tests set."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from assistant_app.domain.changes import Changes
from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Item, ItemKind, NewItem, When
from assistant_app.planner.planner_service import PlannerService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database

LONDON = "Europe/London"


class Kit:
    """The planner, the undo log, what listeners heard, and short ways to use them."""

    def __init__(self, db: Database, tz: str = LONDON, now: str = "2026-11-18T10:15:00") -> None:
        self.tz = tz
        self.set_now(now)
        self.heard: list[Changes] = []
        self.undo = ChangeStore(db)
        self.planner = PlannerService(
            db,
            self.undo,
            notify=self.heard.append,
            clock=lambda: self.now.ms,
            viewer=lambda: self.tz,
        )

    def set_now(self, wall: str, tz: str | None = None) -> None:
        """Set the clock, and the zone the owner is in."""
        self.tz = tz or self.tz
        self.now = Moment(dt.datetime.fromisoformat(wall), self.tz)

    def when(self, start: str, end: str | None = None, **more: Any) -> When:
        """Return a time in the zone of the kit; a bare date is all day."""
        all_day = len(start) == 10
        tz = more.pop("tz", None if all_day else self.tz)
        return When(start, end, all_day, tz, **more)

    def event(self, title: str, start: str, end: str | None = None, **more: Any) -> Item:
        """Add an event, without a reminder unless one is asked for."""
        fields = {"alarms": ()} | {
            k: more.pop(k) for k in ("place", "notes", "alarms") if k in more
        }
        new = NewItem(ItemKind.EVENT, title, self.when(start, end, **more), **fields)
        return self.planner.add(new)[0]

    def task(self, title: str, due: str | None = None, **more: Any) -> Item:
        """Add a task."""
        names = ("list_name", "priority", "repeat_from", "alarms", "notes")
        fields = {k: more.pop(k) for k in names if k in more}
        when = self.when(due, **more) if due else None
        return self.planner.add(NewItem(ItemKind.TASK, title, when, **fields))[0]

    def starts(self, first: str = "2026-01-01", last: str = "2028-01-01") -> list[str]:
        """Return when everything of that time starts."""
        return [o.start or "" for o in self.planner.events(first, last, self.tz)]

    def rows(self) -> list[tuple[object, ...]]:
        """Everything that is stored, as a listing shows it: for comparing before and after."""
        events = self.planner.events("2020-01-01", "2032-01-01", self.tz)
        tasks = self.planner.tasks("all")
        return [(o.item, o.key, o.start, o.end, o.done) for o in [*events, *tasks]]

    def ticks(self, folder: Path, count: int, alarm: str = "") -> None:
        """Import that many series of every second and every minute, from 2020 on, without end."""
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
        for n in range(count):
            lines += ["BEGIN:VEVENT", f"UID:tick{n}", f"SUMMARY:Tick {n}"]
            lines += [f"DTSTART;TZID=Europe/London:20200101T{n % 24:02}0000", "DURATION:PT0S"]
            lines += [f"RRULE:FREQ={'SECONDLY' if n % 2 else 'MINUTELY'}"]
            if alarm:
                lines += ["BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:{alarm}", "END:VALARM"]
            lines.append("END:VEVENT")
        path = folder / "ticks.ics"
        path.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]), "utf-8")
        assert self.planner.import_ics(path).added == count
