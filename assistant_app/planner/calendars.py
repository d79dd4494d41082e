"""The calendars and lists that events and tasks are in: make, rename, colour, hide, delete."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from assistant_app.domain.changes import Changes
from assistant_app.domain.planner import Calendar, Change
from assistant_app.errors import AppError
from assistant_app.planner.writer import Writer, new_uid
from assistant_app.storage.calendar_store import CalendarStore
from assistant_app.storage.planner_store import PlannerStore, StoredItem, with_item
from assistant_app.storage.setting_store import SettingStore

HIDDEN_SETTING = "agenda.hidden"
MAX_NAME = 80
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Calendars:
    """A calendar goes by its name; the unnamed one is always there and keeps having no name.

    Every method may be called from any thread. Hiding one is a setting of the window, not a change:
    what is in it still reminds, and still takes up its time.
    """

    def __init__(
        self,
        store: CalendarStore,
        items: PlannerStore,
        writer: Writer,
        settings: SettingStore,
        notify: Callable[[Changes], None],
    ) -> None:
        self._store, self._items, self._writer = store, items, writer
        self._settings = settings
        self._notify = notify

    def listing(self) -> list[Calendar]:
        """Return them by name, the unnamed one first."""
        return self._store.listing()

    def hidden(self) -> frozenset[str]:
        """Return the names of those that the window does not show."""
        stored = self._settings.get(HIDDEN_SETTING, [])
        return frozenset(name for name in stored if isinstance(name, str))

    def hide(self, name: str, hidden: bool) -> None:
        """Show a calendar in the window, or hide it."""
        names = self.hidden() - {name} | ({name} if hidden else set())
        self._keep_hidden(names)
        self._notify(Changes.PLANNER)

    def _keep_hidden(self, names: Iterable[str]) -> None:
        self._settings.set(HIDDEN_SETTING, sorted(names))

    def add(self, name: str, color: str | None = None) -> Change:
        """Make one, in a colour that no other has as long as there is one.

        Raises:
            AppError: `calendar_unnamed`, `calendar_exists`, `colour_invalid`.
        """
        name = self._free_name(name)
        with self._store.changes.record("calendar") as record:
            self._store.add(record, name, _colour(color) or self._items.next_colour(name))
        self._notify(Changes.PLANNER)
        return record.change

    def change(self, name: str, new_name: str, color: str | None) -> Change:
        """Give one another name and colour.

        Raises:
            AppError: `calendar_missing`, and those of `add`.
        """
        ids = self._ids(name)
        new_name = new_name.strip()
        if new_name != name:
            new_name = self._free_name(new_name, but=name)
        values: dict[str, str | None] = {"color": _colour(color)}
        if new_name != name and name:
            values["name"] = new_name
        with self._store.changes.record("calendar") as record:
            self._store.update(record, ids, **values)
        hidden = self.hidden()
        if "name" in values and name in hidden:
            self._keep_hidden(hidden - {name} | {new_name})
        self._notify(Changes.PLANNER)
        return record.change

    def delete(self, name: str, *, keep_items: bool) -> Change:
        """Delete one: what is in it too, or that goes to the unnamed calendar. One undo.

        Raises:
            AppError: `calendar_missing`, `calendar_unnamed`.
        """
        if not name:
            raise AppError("calendar_unnamed")
        ids = self._ids(name)
        with self._store.changes.record("delete") as record:
            for stored in self._items.in_calendars(ids):
                if keep_items:
                    self._writer.save(record, self._moved(stored))
                elif self._items.get(stored.item.id) is not None:
                    self._items.remove(record, stored.item.id)
            self._store.remove(record, ids)
        self._notify(Changes.PLANNER)
        return record.change

    def _moved(self, stored: StoredItem) -> StoredItem:
        """Return an item in the unnamed calendar, with a UID of its own where its one is taken."""
        item = stored.item
        taken = any(
            other.item.calendar == "" and other.item.recurrence_id == item.recurrence_id
            for other in self._items.by_uid(item.uid, item.kind)
        )
        return with_item(stored, calendar="", uid=new_uid() if taken else item.uid)

    def _ids(self, name: str) -> list[int]:
        found = self._store.ids(name)
        if not found:
            raise AppError("calendar_missing", name=name)
        return found

    def _free_name(self, name: str, *, but: str = "") -> str:
        name = " ".join(name.split())[:MAX_NAME]
        if not name:
            raise AppError("calendar_unnamed")
        taken = {calendar.name.casefold() for calendar in self._store.listing()}
        if name.casefold() in taken - {but.casefold()}:
            raise AppError("calendar_exists", name=name)
        return name


def _colour(color: str | None) -> str | None:
    if color is not None and not _COLOUR.fullmatch(color):
        raise AppError("colour_invalid", value=color[:40])
    return color
