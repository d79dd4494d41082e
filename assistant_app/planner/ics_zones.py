"""Find the IANA zone that a TZID means: vendors' prefixes, Windows names, odd spellings."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant_app.planner.walltime import known_zone

_OUTLOOK = re.compile(r"\(?(?:UTC|GMT)([+-])(\d{1,2}):?(\d{2})?\)?.*", re.IGNORECASE)


@lru_cache(maxsize=1)
def _by_folded_name() -> dict[str, str]:
    from zoneinfo import available_timezones

    return {name.casefold(): name for name in available_timezones()}


@lru_cache(maxsize=1)
def _windows() -> dict[str, str]:
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    return {name.casefold(): zone for name, zone in WINDOWS_TO_OLSON.items()}


@lru_cache(maxsize=1024)
def zone_for(tzid: str, location: str = "") -> str | None:
    """Return the IANA name for a TZID, or None; `location` is its VTIMEZONE's X-LIC-LOCATION."""
    for name in (tzid.strip().strip('"'), location.strip()):
        if not name:
            continue
        if "/" in name or name in ("UTC", "GMT"):
            if not name.startswith("/") and known_zone(name):
                return name
            parts = name.strip("/").split("/")
            for start in range(len(parts)):
                tail = _by_folded_name().get("/".join(parts[start:]).casefold())
                if tail and ("/" in tail or start == 0):
                    return tail
        found = _windows().get(name.casefold()) or _by_folded_name().get(name.casefold())
        if found and known_zone(found):
            return found
        offset = _OUTLOOK.fullmatch(name)
        if offset and not int(offset[3] or 0) and int(offset[2]) <= 12:
            return _fixed(offset[1], int(offset[2]))
    return None


def _fixed(sign: str, hours: int) -> str:
    """Return the zone of a whole number of hours; the signs of Etc are the other way round."""
    if not hours:
        return "UTC"
    return f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"
