"""The text layer of iCalendar (RFC 5545 section 3.1): bytes, lines, properties, components.

A file is cut into components before anything in it is understood, so that one broken part costs
that part alone. Reading forgives what other programs do: any line ending, blanks around names,
components outside a VCALENDAR, several calendars in one file, other encodings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assistant_app.errors import AppError

MAX_BYTES = 50 * 1024 * 1024
MAX_PARTS = 20_000
"""Events and tasks that one import takes: more would keep the database for longer than 10 s."""
_ITEMS = ("VEVENT", "VTODO")
_PROPERTY = re.compile(
    # Nothing gives back what it took: with thousands of parameters that would take for ever.
    r"""\s*+(?P<name>[A-Za-z0-9-]++)\s*+
    (?P<params>(?:\s*+;\s*+[A-Za-z0-9-]++\s*+=\s*+
        (?:"[^"]*+"|[^";:,]*+)(?:,(?:"[^"]*+"|[^";:,]*+))*+)*+)
    \s*+:(?P<value>.*)""",
    re.VERBOSE | re.DOTALL,
)
_PARAM = re.compile(r';\s*([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^;]*)')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """One content line. Names of the property and its parameters are in capitals."""

    name: str
    params: dict[str, str]
    value: str
    line: str


@dataclass(slots=True)
class Component:
    """A VEVENT or VTODO as it stands in the file, its alarms apart.

    `number` counts the components of the file from 1; `finished` is False where END is missing.
    """

    kind: str
    number: int
    lines: list[str] = field(default_factory=list)
    alarms: list[list[str]] = field(default_factory=list)
    finished: bool = False

    @property
    def text(self) -> str:
        """The whole component, unfolded."""
        alarms = [line for alarm in self.alarms for line in ["BEGIN:VALARM", *alarm, "END:VALARM"]]
        body = [f"BEGIN:{self.kind}", *self.lines, *alarms, f"END:{self.kind}"]
        return "\r\n".join(body) + "\r\n"


@dataclass(slots=True)
class Calendar:
    """What a file holds: components, and for each TZID its VTIMEZONE's X-LIC-LOCATION.

    `others` counts the components that are neither events nor tasks (journal entries).
    """

    components: list[Component] = field(default_factory=list)
    locations: dict[str, str] = field(default_factory=dict)
    others: int = 0


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        AppError: `ics_missing`, `ics_too_big`.
    """
    if not path.is_file():
        raise AppError("ics_missing", path=str(path))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError:
        raise AppError("ics_missing", path=str(path)) from None
    if len(data) > MAX_BYTES:
        raise AppError("ics_too_big", name=path.name, limit=MAX_BYTES // 1024 // 1024)
    return data


def decode(data: bytes, name: str) -> str:
    """Return the text of a calendar file: UTF-8, else UTF-16 with a mark, GB18030 or Latin-1.

    What cannot be read of one in UTF-8 becomes U+FFFD.

    Raises:
        AppError: `ics_empty`, `ics_archive`, `ics_web_page`, `ics_not_calendar`.
    """
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        raise AppError("ics_empty", name=name)
    if head.startswith((b"PK", b"\x1f\x8b")):
        raise AppError("ics_archive", name=name)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", "replace")
    else:
        text = _decode_bytes(data)
    if head.startswith(b"<"):
        raise AppError("ics_web_page", name=name)
    if not re.search(r"^[ \t]*BEGIN[ \t]*:", text, re.MULTILINE | re.IGNORECASE):
        raise AppError("ics_not_calendar", name=name)
    return text


def _decode_bytes(data: bytes) -> str:
    text = data.decode("utf-8-sig", "replace")
    bad = text.count("\ufffd")
    # Of a file in another encoding next to nothing reads as UTF-8; here some bytes are broken.
    if bad and sum(not character.isascii() for character in text) > 2 * bad:
        return text
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def unfold(text: str) -> Iterator[str]:
    """Yield logical lines: a line that starts with a blank goes on with the one before."""
    current: list[str] = []
    for line in re.split(r"\r\n|\n|\r", text.replace("\0", "")):
        if line[:1] in (" ", "\t"):
            if current:
                current.append(line[1:])
        else:
            if current:
                yield "".join(current)
            current = [line] if line else []
    if current:
        yield "".join(current)


def split(text: str, name: str = "") -> Calendar:
    """Cut a calendar file into its components.

    Raises:
        AppError: `ics_too_many`.
    """
    found = Calendar()
    open_item: Component | None = None
    alarm: list[str] | None = None
    zone: list[str] | None = None
    for line in unfold(text):
        mark, _, what = line.partition(":")
        mark, what = mark.strip().upper(), what.strip().upper()
        if mark == "BEGIN" and what in _ITEMS:
            open_item, alarm = Component(what, len(found.components) + 1), None
            found.components.append(open_item)
            if len(found.components) > MAX_PARTS:
                raise AppError("ics_too_many", name=name, limit=MAX_PARTS)
        elif mark == "END" and open_item is not None and what == open_item.kind:
            open_item.finished, open_item, alarm = True, None, None
        elif open_item is not None and mark in ("BEGIN", "END"):
            alarm = [] if mark == "BEGIN" and what == "VALARM" else None
            if alarm is not None:
                open_item.alarms.append(alarm)
        elif open_item is not None:
            (alarm if alarm is not None else open_item.lines).append(line)
        elif mark == "BEGIN":
            zone = [] if what == "VTIMEZONE" else zone
            found.others += what in ("VJOURNAL", "VFREEBUSY")
        elif zone is not None:
            zone.append(line)
            if mark == "END" and what == "VTIMEZONE":
                _note_zone(found, zone)
                zone = None
    return found


def _note_zone(found: Calendar, lines: list[str]) -> None:
    values = {p.name: p.value.strip() for line in lines if (p := parse_line(line)) is not None}
    location = values.get("X-LIC-LOCATION")
    if location and "TZID" in values:
        found.locations[values["TZID"]] = location


def parse_line(line: str) -> Property | None:
    """Read a content line; None when it is none."""
    match = _PROPERTY.fullmatch(line)
    if match is None:
        return None
    params: dict[str, str] = {}
    if match["params"]:
        for name, value in _PARAM.findall(match["params"]):
            params[name.upper()] = value.strip().strip('"')
    return Property(match["name"].upper(), params, match["value"], line)


def unescape(value: str) -> str:
    """Return the text of a TEXT value."""
    if "\\" not in value:
        return value
    return _ESCAPE.sub(lambda m: "\n" if m[1] in "nN" else m[1], value)


def escape(value: str) -> str:
    """Return a text as a TEXT value."""
    value = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return value.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")


def fold(line: str) -> str:
    """Return a content line folded at 75 octets, never inside a character."""
    if len(line) < 75 and line.isascii():
        return line
    data = line.encode("utf-8", "replace")
    pieces: list[bytes] = []
    at, width = 0, 75
    while at < len(data):
        end = min(at + width, len(data))
        while end < len(data) and data[end] & 0xC0 == 0x80:  # inside a character
            end -= 1
        pieces.append(data[at:end])
        at, width = end, 74
    return b"\r\n ".join(pieces).decode("utf-8")
