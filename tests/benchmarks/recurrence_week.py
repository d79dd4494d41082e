"""How long a week with 300 recurring series takes, cold and warm, and 3,000 events to import.

Cold is the first week that a process lists, other the median of the weeks after it, each listed
once, and warm the last of them listed again.

    python tests/benchmarks/recurrence_week.py [--oracle PYTHON]

PYTHON is an interpreter that has recurring-ical-events, whose time on the same file and week is
measured beside ours. Prints one JSON object; exits with 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

RULES = (
    "FREQ=WEEKLY;BYDAY=MO,WE",
    "FREQ=DAILY",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=WEEKLY;INTERVAL=2",
    "FREQ=YEARLY",
    "FREQ=MONTHLY;BYMONTHDAY=18",
)
FIRST = "2026-11-16"
COLD_MS, WARM_MS, IMPORT_S, SHARE = 150, 15, 2.0, 0.5
_ORACLE = """
import datetime as dt, json, sys, time
import icalendar, recurring_ical_events as rie
calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
first = dt.datetime.fromisoformat(sys.argv[2]).replace(tzinfo=dt.timezone.utc)
query, times, n = rie.of(calendar), [], 0
for week in range(int(sys.argv[3])):
    begun = time.perf_counter()
    day = first + dt.timedelta(days=7 * week)
    n += len(list(query.between(day, day + dt.timedelta(days=7))))
    times.append((time.perf_counter() - begun) * 1000)
later = sorted(times[1:])
print(json.dumps({"n": n, "cold_ms": times[0], "other_ms": later[len(later) // 2]}))
"""


def calendar_file(folder: Path, name: str, series: int, rules: tuple[str, ...]) -> Path:
    """Write a calendar of events from 2024 on, each with the next of `rules`, in UTC."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bench//EN"]
    start = dt.datetime(2024, 1, 1, 7)
    for n in range(series):
        at = start + dt.timedelta(days=n % 28, minutes=15 * (n % 40))
        rule = [f"RRULE:{rules[n % len(rules)]}"] if rules else []
        lines += ["BEGIN:VEVENT", f"UID:{n}@bench", "DTSTAMP:20240101T000000Z"]
        lines += [f"SUMMARY:Event {n}", f"DTSTART:{at:%Y%m%dT%H%M%SZ}", *rule]
        lines += [f"DTEND:{at + dt.timedelta(hours=1):%Y%m%dT%H%M%SZ}", "END:VEVENT"]
    path = folder / name
    path.write_bytes("\r\n".join([*lines, "END:VCALENDAR", ""]).encode())
    return path


def ours(folder: Path, series: Path, many: Path, repeats: int) -> dict[str, Any]:
    """Import both files, and list the week in a planner that has not expanded anything yet."""
    from assistant_app.planner.planner_service import PlannerService
    from assistant_app.storage.change_store import ChangeStore
    from assistant_app.storage.database import Database

    def planner(name: str) -> PlannerService:
        db = Database.open(folder / name, backups=folder / "backups")
        return PlannerService(db, ChangeStore(db), viewer=lambda: "UTC")

    empty = planner("many.db")
    begun = time.perf_counter()
    added = empty.import_ics(many).added
    import_s = time.perf_counter() - begun
    planner("series.db").import_ics(series)
    # The import has warmed the caches of this process: another one lists cold.
    code = f"""
import datetime as dt, sys, time; sys.path[:0] = {sys.path!r}
from pathlib import Path
from assistant_app.planner.planner_service import PlannerService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
folder = Path({str(folder)!r})
db = Database.open(folder / "series.db", backups=folder / "backups")
planner = PlannerService(db, ChangeStore(db), viewer=lambda: "UTC")
times, n = [], 0
for week in range({repeats}):
    begun = time.perf_counter()
    day = dt.date.fromisoformat("{FIRST}") + dt.timedelta(days=7 * week)
    n += len(planner.events(str(day), str(day + dt.timedelta(days=7)), "UTC"))
    times.append((time.perf_counter() - begun) * 1000)
begun = time.perf_counter()
planner.events(str(day), str(day + dt.timedelta(days=7)), "UTC")
again = (time.perf_counter() - begun) * 1000
later = sorted(times[1:])
print(n, times[0], later[len(later) // 2], again)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, cold, other, warm = out.stdout.split()
    return {
        "n": int(count),
        "cold_ms": float(cold),
        "other_ms": float(other),
        "warm_ms": float(warm),
        "imported": added,
        "import_s": import_s,
    }


def main() -> int:
    """Measure, print, and tell whether every bound holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--oracle", metavar="PYTHON")
    parser.add_argument("--repeats", type=int, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        series = calendar_file(folder, "series.ics", 300, RULES)
        many = calendar_file(folder, "many.ics", 3000, ())
        found = ours(folder, series, many, args.repeats)
        report: dict[str, Any] = {"ours": found}
        held = found["cold_ms"] <= COLD_MS
        held = held and max(found["other_ms"], found["warm_ms"]) <= WARM_MS
        held = held and found["imported"] == 3000 and found["import_s"] <= IMPORT_S
        if args.oracle:
            command = [args.oracle, "-c", _ORACLE, str(series), FIRST, str(args.repeats)]
            out = subprocess.run(command, capture_output=True, text=True, check=True)
            report["oracle"] = oracle = json.loads(out.stdout)
            report["share"] = max(found[k] / oracle[k] for k in ("cold_ms", "other_ms"))
            held = held and found["n"] == oracle["n"] and report["share"] <= SHARE
    sys.stdout.write(json.dumps({**report, "held": held}) + "\n")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
