"""Take a calendar file in: part by part, matched with what is there, the whole of it one undo."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

from assistant_app import resources
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ImportReport, Item
from assistant_app.domain.text import one_line
from assistant_app.planner import ics_text, series
from assistant_app.planner.ics_match import Earlier, is_newer, version
from assistant_app.planner.ics_read import Parsed, Reader, Unreadable, key_like
from assistant_app.planner.ics_text import Component, parse_line
from assistant_app.planner.writer import Writer
from assistant_app.storage.change_store import Record
from assistant_app.storage.planner_store import PlannerStore, with_item

_Key = tuple[str, str, str]
MAX_PROBLEMS = 200


@dataclass(slots=True)
class _Tally:
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    bad: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def _title_of(component: Component, lang: Lang) -> str:
    for line in component.lines:
        prop = parse_line(line)
        if prop is not None and prop.name == "SUMMARY" and prop.value.strip():
            return one_line(ics_text.unescape(prop.value[:400]))[:60]
    return resources.phrase(lang, "planner.ics.untitled")


def _key(item: Item) -> _Key:
    return item.kind.value, item.uid, item.recurrence_id


class Importer:
    """One import; what is new goes into `calendar`, unless the file names another."""

    def __init__(
        self, store: PlannerStore, writer: Writer, lang: Lang, calendar: str = ""
    ) -> None:
        self._store = store
        self._writer = writer
        self._lang = lang
        self._calendar = calendar
        self._tally = _Tally()
        self._earlier = Earlier(store)
        self._now = writer.clock()

    def _say(self, key: str, /, **values: object) -> str:
        shown = {k: one_line(v) if isinstance(v, str) else v for k, v in values.items()}
        return resources.phrase(self._lang, f"planner.ics.{key}", **shown)

    def run(self, path: Path, *, tool: str = "import_ics") -> ImportReport:
        """Import a file.

        Raises:
            AppError: `ics_missing`, `ics_too_big`, `ics_empty`, `ics_archive`, `ics_web_page`,
                `ics_not_calendar`, `ics_too_many`; then nothing is stored.
        """
        data = ics_text.read_bytes(path)
        todo = self._todo(path, data)
        change_id = None
        if todo:
            with self._store.changes.record(tool, path.name) as record:
                self._carry_out(record, todo)
                change_id = record.id
        self._log(path, data)
        return self._report(change_id)

    def preview(self, path: Path) -> ImportReport:
        """Return what importing a file would do; nothing is stored.

        Raises:
            AppError: as `run`.
        """
        self._todo(path, ics_text.read_bytes(path))
        return self._report(None)

    def _todo(self, path: Path, data: bytes) -> list[tuple[Parsed, int | None]]:
        text = ics_text.decode(data, path.name)
        lost = text.count("\ufffd") - data.count("\ufffd".encode())
        if lost > 0:
            self._tally.problems.append(self._say("lost_characters", count=lost))
        calendar = ics_text.split(text, path.name)
        if not calendar.components:
            self._tally.problems.append(self._say("no_items"))
        if calendar.others:
            self._tally.problems.append(self._say("other_kinds", count=calendar.others))
        return self._plan(self._read_all(calendar))

    def _report(self, change_id: int | None) -> ImportReport:
        tally = self._tally
        return ImportReport(
            added=tally.added,
            updated=tally.updated,
            unchanged=tally.unchanged,
            quarantined=len(tally.bad),
            problems=tuple(tally.problems[:MAX_PROBLEMS]),
            change_id=change_id,
        )

    def _log(self, path: Path, data: bytes) -> None:
        tally = self._tally
        counts = {
            "added": tally.added,
            "updated": tally.updated,
            "unchanged": tally.unchanged,
            "quarantined": len(tally.bad),
        }
        digest = hashlib.sha256(data).hexdigest()
        self._store.log_import(path.name, digest, counts, self._now, tally.bad)

    # Reading

    def _read_all(self, calendar: ics_text.Calendar) -> list[Parsed]:
        reader = Reader(calendar.locations)
        found: list[Parsed] = []
        for component in calendar.components:
            try:
                parsed = reader.read(component)
            except Unreadable as problem:
                self._set_aside(component, self._say(problem.reason, **problem.values))
                continue
            for reason, values in parsed.warnings:
                title = parsed.stored.item.title[:60] or self._say("untitled")
                words = self._say(reason, **values)
                self._tally.problems.append(self._say("changed", title=title, reason=words))
            found.append(parsed)
        return self._settle_twins(self._with_keys(found))

    def _set_aside(self, component: Component, reason: str) -> None:
        words = self._say(
            "quarantined",
            number=component.number,
            title=_title_of(component, self._lang),
            reason=reason,
        )
        self._tally.bad.append((component.text, reason))
        self._tally.problems.append(words)

    def _with_keys(self, found: list[Parsed]) -> list[Parsed]:
        """Give overrides the key of what they override, in the form of their master."""
        if not any(parsed.recurrence for parsed in found):
            return found
        masters = {
            (p.stored.item.kind, p.stored.item.uid): p.stored.item
            for p in found
            if p.recurrence is None
        }
        for parsed in found:
            if parsed.recurrence is None:
                continue
            item = parsed.stored.item
            master = masters.get((item.kind, item.uid))
            if master is None and (stored := self._earlier.master(item)) is not None:
                master = stored.item
            key = key_like(parsed.recurrence, master) if master else parsed.recurrence.text
            parsed.stored = with_item(parsed.stored, recurrence_id=key, rrule=None, rdates=())
        return found

    def _settle_twins(self, found: list[Parsed]) -> list[Parsed]:
        """Settle parts that have the same name.

        Of two versions the newer stays, and the other is set aside; what was never the same thing
        (another start, no versions) gets a name of its own, which the next import finds again.
        """
        kept: dict[_Key, Parsed] = {}
        for parsed in found:
            key = _key(parsed.stored.item)
            other = kept.get(key)
            if other is None:
                kept[key] = parsed
            elif parsed.digest == other.digest and not key[1].endswith("@no-uid"):
                self._set_aside_text(parsed)
            elif version(parsed) == version(other) and not key[2]:
                self._rename(parsed, kept)
            else:
                newer, older = sorted((parsed, other), key=version, reverse=True)
                kept[key] = newer
                self._set_aside_text(older)
        return list(kept.values())

    def _rename(self, parsed: Parsed, kept: dict[_Key, Parsed]) -> None:
        base = parsed.stored.item.uid
        number = 2
        while (parsed.stored.item.kind.value, f"{base}#{number}", "") in kept:
            number += 1
        parsed.stored = with_item(parsed.stored, uid=f"{base}#{number}")
        kept[_key(parsed.stored.item)] = parsed

    def _set_aside_text(self, parsed: Parsed) -> None:
        self._tally.bad.append((parsed.stored.raw_ics or "", self._say("duplicate")))
        self._note(parsed.stored.item, "duplicate")

    # Storing

    def _plan(self, found: list[Parsed]) -> list[tuple[Parsed, int | None]]:
        """Return what is to be stored: each part with the id of what it updates, None to add it."""
        known = self._store.uids()
        looks = self._looks() if known else set()
        todo: list[tuple[Parsed, int | None]] = []
        fresh: set[tuple[str, str]] = set()
        for parsed in sorted(found, key=lambda p: bool(p.stored.item.recurrence_id)):
            item = parsed.stored.item
            there = known.get(_key(item))
            if there is None and item.recurrence_id and (item.kind.value, item.uid) not in fresh:
                there = self._earlier.same_override(parsed)
                key = item.recurrence_id if there is not None else self._earlier.key_now(item)
                if key is None:
                    self._tally.unchanged += 1
                    continue
                parsed.stored = with_item(parsed.stored, recurrence_id=key)
                item = parsed.stored.item
                there = there if there is not None else known.get(_key(item))
            if there is None and _look(item) in looks:
                self._tally.unchanged += 1
                self._note(item, "looks_same")
            elif there is None:
                self._tally.added += 1
                todo.append((parsed, None))
            elif is_newer(parsed, self._writer.stored(there)):
                self._tally.updated += 1
                todo.append((parsed, there))
            else:
                self._tally.unchanged += 1
                continue
            if not item.recurrence_id:
                fresh.add((item.kind.value, item.uid))
        return todo

    def _looks(self) -> set[tuple[object, ...] | None]:
        return {_look(stored.item) for stored in self._store.all()} - {None}

    def _carry_out(self, record: Record, todo: list[tuple[Parsed, int | None]]) -> None:
        known = self._store.uids()
        masters = {(kind, uid): found for (kind, uid, recur), found in known.items() if not recur}
        overridden = {(kind, uid) for kind, uid, recur in known if recur}
        for parsed, there in todo:
            item = parsed.stored.item
            name = (item.kind.value, item.uid)
            if item.recurrence_id:
                parsed.stored = with_item(parsed.stored, master_id=masters.get(name))
            if there is not None:
                self._update(record, there, parsed)
                continue
            stamped = replace(parsed.stored, created_ms=self._now, modified_ms=self._now)
            stamped = with_item(stamped, calendar=item.calendar or self._calendar)
            item_id = self._store.add(record, stamped)
            if not item.recurrence_id:
                masters[name] = item_id
            if not item.recurrence_id and name in overridden:
                self._adopt(record, item_id, item)

    def _update(self, record: Record, item_id: int, parsed: Parsed) -> None:
        there = self._writer.stored(item_id)
        item = replace(
            parsed.stored.item,
            id=item_id,
            uid=there.item.uid,
            recurrence_id=there.item.recurrence_id,
            calendar=parsed.stored.item.calendar or there.item.calendar,
            master_id=there.item.master_id or parsed.stored.item.master_id,
        )
        changed = replace(
            parsed.stored, item=item, created_ms=there.created_ms, modified_ms=self._now
        )
        self._store.save(record, changed)

    def _adopt(self, record: Record, master_id: int, master: Item) -> None:
        """Put overrides that came before their master under it."""
        for orphan in self._store.by_uid(master.uid, master.kind):
            if orphan.item.recurrence_id and orphan.item.master_id is None:
                self._store.save(record, with_item(orphan, master_id=master_id))

    def _note(self, item: Item, reason: str) -> None:
        words = self._say(reason)
        title = item.title[:60] or self._say("untitled")
        self._tally.problems.append(self._say("changed", title=title, reason=words))


def _look(item: Item) -> tuple[object, ...] | None:
    """Return what makes two items the same to the eye; None for overrides and undated items."""
    if item.recurrence_id or series.anchor(item) is None or not item.title:
        return None
    return (
        item.kind, item.title, item.start, item.end, item.form, item.tz, item.rrule, item.place,
        item.notes, item.exdates, item.rdates,
    )  # fmt: skip
