"""The commands `events`, `tasks` and `undo`, in this process, on a real database."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from assistant_app.cli.main import cli

pytestmark = pytest.mark.storage
AT = ["--now", "2026-11-18T10:15:00", "--tz", "Europe/London"]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSISTANT_APP_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def call(*args: str, code: int = 0) -> object:
        result = CliRunner().invoke(cli, [*args, "--json"])
        assert result.exit_code == code, result.output
        return json.loads(result.stdout) if code == 0 else result.stderr

    return call


def add(run, title, when, *more):
    return run("events", "add", "--title", title, "--when", when, *more, *AT)


def test_events_from_adding_to_undo(run):
    row = add(run, "Dentist", "2026-11-24T15:00")
    assert (row["start"], row["end"], row["tz"]) == (
        "2026-11-24T15:00:00", "2026-11-24T16:00:00", "Europe/London",
    )  # fmt: skip
    listed = run("events", "list", *AT)
    assert [(r["title"], r["start"], r["all_day"]) for r in listed] == [
        ("Dentist", "2026-11-24T15:00:00", False)
    ]
    run("events", "move", "e1", "2026-11-25", *AT)
    assert run("events", "show", "1", *AT)["start"] == "2026-11-25T15:00:00"
    assert run("undo")["tool"] == "move_item"
    run("undo")
    assert run("events", "list", *AT) == []
    assert run("undo") is None


def test_one_date_of_a_series(run):
    add(run, "Gym", "2026-11-24T18:00", "--repeat", "FREQ=WEEKLY;COUNT=3")
    refused = run("events", "delete", "e1", code=1)
    assert "--yes" in refused
    run("events", "delete", "e1", "--which", "this", "--on", "2026-12-01", "--yes", *AT)
    rows = run("events", "list", "--from", "2026-11-01", "--to", "2027-01-01", *AT)
    assert [row["start"][:10] for row in rows] == ["2026-11-24", "2026-12-08"]
    assert {row["rrule"] for row in rows} == {"FREQ=WEEKLY;COUNT=3"}


def test_tasks(run):
    row = run("tasks", "add", "Milk", "--due", "2026-11-20", "--list", "Shopping", *AT)
    assert (row["due"], row["list"], row["done"]) == ("2026-11-20", "Shopping", False)
    run("tasks", "done", "t1", *AT)
    assert run("tasks", "list", *AT) == []
    assert [r["done"] for r in run("tasks", "list", "--state", "all", *AT)] == [True]
    run("tasks", "edit", "t1", "due", "2026-11-21", *AT)
    run("tasks", "edit", "t1", "priority", "high", *AT)
    (row,) = run("tasks", "list", "--state", "all", *AT)
    assert (row["due"], row["priority"]) == ("2026-11-21", "high")


@pytest.mark.parametrize(
    "args",
    [
        ("events", "show", "e9"),
        ("events", "show", "nonsense"),
        ("events", "edit", "e1", "colour", "red"),
        ("tasks", "done", "e1"),
        ("events", "add", "--title", "x", "--when", "2026-11-24", "--repeat", "FREQ=NEVER"),
        ("events", "list", "--tz", "Mars/Base"),
        ("events", "import", "missing.ics"),
        ("undo", "99"),
        ("undo", "99999999999999999999"),
        ("events", "free", "--when", "tomorrow", "--hours", "99999999999999999999:00-9:00"),
        ("events", "list", "--now", "9999-12-31T23:00"),
        ("when", "today", "--now", "0001-01-01T00:00"),
    ],
)
def test_failures_are_one_sentence(run, args):
    add(run, "Dentist", "2026-11-24T15:00")
    said = run(*args, code=1)
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--length", "-5 minutes"), "has to be longer than nothing"),
        (("--length", "minus 5 minutes"), "has to be longer than nothing"),
        (("--length", "0 minutes"), "has to be longer than nothing"),
        (("--length", "负5分钟"), "has to be longer than nothing"),
        (("--length", "99999999999999999999 minutes"), "ten years are the most"),
        (("--length", "11 years"), "ten years are the most"),
        (("--length", "banana"), "could not be read as a length"),
        (("--remind", "9999999 days before"), "ten years are the most"),
        (("--repeat", "FREQ=SECONDLY"), "more than once a minute"),
        (("--repeat", "every second"), "more than once a minute"),
        (("--repeat", "每30秒"), "more than once a minute"),
    ],
)
def test_what_cannot_be_meant_is_refused_for_what_it_is(run, more, said):
    refused = run(
        "events", "add", "--title", "x", "--when", "2026-11-24T15:00", *more, *AT, code=1
    )
    assert said in refused
    assert run("events", "list", *AT) == []


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("9999-12-31", "outside the years that the calendar holds"),
        ("31 December 9999", "outside the years that the calendar holds"),
        ("10000-01-01", "outside the years that the calendar holds"),
        ("banana", "could not be read as a date or time"),
    ],
)
def test_years_beyond_the_calendar(run, when, said):
    assert said in run("events", "add", "--title", "x", "--when", when, *AT, code=1)


def test_a_length_of_days_makes_a_whole_day_longer(run):
    row = add(run, "Trip", "2026-11-24", "--length", "3 days")
    assert (row["start"], row["end"]) == ("2026-11-24", "2026-11-27")
    refused = run(
        "events", "add", "--title", "x", "--when", "2026-11-24", "--length", "2 hours", *AT, code=1
    )
    assert "no time of day to count it from" in refused


def test_a_list_may_reach_to_either_end_but_not_backwards(run):
    add(run, "Dentist", "2026-11-24T15:00")
    rows = run("events", "list", "--from", "0001-01-01", "--to", "9999-12-31", *AT)
    assert [row["title"] for row in rows] == ["Dentist"]
    assert run("events", "list", "--from", "9999-12-31", *AT) == []
    refused = run("events", "list", "--from", "2026-12-01", "--to", "2026-11-01", *AT, code=1)
    assert "2026-11-01 is before 2026-12-01" in refused


def test_undo_of_an_import_says_how_much(run, tmp_path, monkeypatch):
    for day in range(10, 16):
        add(run, f"Event {day}", f"2026-12-{day}")
    out = tmp_path / "team.ics"
    run("events", "export", str(out))
    for _ in range(6):
        run("undo")
    run("events", "import", str(out))
    said = CliRunner().invoke(cli, ["undo"]).stdout
    assert said.strip() == "Taken back: the import of team.ics, 6 events and tasks"


def test_import_and_export(run, tmp_path):
    add(run, "Dentist", "2026-11-24T15:00")
    out = tmp_path / "日历 out.ics"
    assert run("events", "export", str(out))["exported"] == 1
    report = run("events", "import", str(out))
    assert {k: report[k] for k in ("added", "updated", "unchanged", "quarantined")} == {
        "added": 0, "updated": 0, "unchanged": 1, "quarantined": 0,
    }  # fmt: skip


def test_free(run):
    add(run, "Dentist", "2026-11-24T15:00")
    rows = run("events", "free", "--when", "2026-11-24", "--length", "3 hours", *AT)
    assert [(row["start"], row["end"]) for row in rows] == [
        ("2026-11-24T09:00:00", "2026-11-24T15:00:00")
    ]


def test_expand_in_batches(tmp_path):
    lines = [
        {"dtstart": "20260101", "rrule": "FREQ=DAILY", "limit": 2},
        {"dtstart": "20260101", "rrule": "FREQ=DAILY", "limit": 9, "start_at": "20260105"},
        {"dtstart": "20260101", "rrule": "FREQ=NEVER", "limit": 2},
        {"rrule": "FREQ=DAILY"},
        {"dtstart": "20260101", "rrule": "FREQ=DAILY", "limit": "many"},
        {"dtstart": "20260101", "rrule": "FREQ=DAILY", "exdate": "20260101", "limit": 1},
    ]
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    result = CliRunner().invoke(cli, ["events", "expand", "--batch", str(path), "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert rows[0] == {"occurrences": ["20260101", "20260102"]}
    assert rows[1]["first_at_or_after"] == 4
    assert [row.get("error") for row in rows[2:5]] == [
        "rule_invalid", "batch_field", "batch_field",
    ]  # fmt: skip
    assert rows[5] == {"occurrences": ["20260102"]}


def test_a_date_alone_means_that_date(run):
    add(run, "Gym", "2026-11-24T18:00", "--repeat", "FREQ=WEEKLY;COUNT=3")
    run("events", "edit", "e1", "title", "Swim", "--on", "2026-12-01", *AT)
    run("events", "delete", "e1", "--on", "2026-12-08", "--yes", *AT)
    rows = run("events", "list", "--from", "2026-11-01", "--to", "2027-01-01", *AT)
    assert [(row["title"], row["start"][:10]) for row in rows] == [
        ("Gym", "2026-11-24"), ("Swim", "2026-12-01"),
    ]  # fmt: skip
    assert "does not happen then" in run(
        "events", "move", "e1", "9am", "--on", "2026-12-02", *AT, code=1
    )
    assert "does not happen then" in run(
        "events", "delete", "e1", "--which", "all", "--on", "2026-12-02", "--yes", *AT, code=1
    )


def test_a_date_that_begins_comes_before_one_that_goes_on(run):
    add(run, "Night", "2026-11-24T22:00", "--repeat", "FREQ=DAILY;COUNT=4", "--length", "9h")
    run("events", "delete", "e1", "--on", "2026-11-26", "--yes", *AT)
    rows = run("events", "list", "--to", "2026-12-01", *AT)
    assert [row["start"][:10] for row in rows] == ["2026-11-24", "2026-11-25", "2026-11-27"]


@pytest.mark.parametrize("scope", [[], ["--which", "this"]])
def test_a_date_of_a_task(run, scope):
    run("tasks", "add", "Rent", "--due", "2026-12-01", "--repeat", "FREQ=MONTHLY", *AT)
    row = run("tasks", "edit", "t1", "title", "Rent 2027", "--on", "2027-01-01", *scope, *AT)
    assert (row["title"], row["due"]) == ("Rent 2027", "2027-01-01")
    refused = run("tasks", "edit", "t1", "title", "No", "--on", "2027-01-02", *scope, *AT, code=1)
    assert "does not happen then" in refused
    run("tasks", "delete", "t1", "--on", "2027-02-01", *scope, "--yes", *AT)
    for _ in range(3):
        run("tasks", "done", "t1", *AT)
    rows = run("tasks", "list", "--state", "all", *AT)
    assert [(row["title"], row["due"], row["done"]) for row in rows] == [
        ("Rent", "2026-12-01", True),
        ("Rent 2027", "2027-01-01", False),
        ("Rent", "2027-03-01", True),
        ("Rent", "2027-04-01", True),
        ("Rent", "2027-05-01", False),
    ]


def test_one_time_things_know_their_date(run):
    add(run, "Dentist", "2026-11-24T15:00")
    assert "does not happen then" in run(
        "events", "delete", "e1", "--on", "2026-11-25", "--yes", *AT, code=1
    )
    run("events", "delete", "e1", "--on", "2026-11-24", "--yes", *AT)
    assert run("events", "list", *AT) == []


def test_what_is_over_can_be_looked_at(run):
    add(run, "Dentist", "2026-11-16T15:00")
    rows = run("events", "list", "--from", "last Monday", "--to", "yesterday", *AT)
    assert [row["title"] for row in rows] == ["Dentist"]


def plain(*args: str) -> str:
    result = CliRunner().invoke(cli, args)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_due_today_is_not_over(run):
    row = run("tasks", "add", "Gym", "--repeat", "FREQ=WEEKLY;BYDAY=WE", *AT)
    assert row["due"] == "2026-11-18"
    assert "due Wed 18 Nov 2026 · today · every Wednesday · next: Wed 25 Nov 2026" in plain(
        "tasks", "edit", "t1", "priority", "high", *AT
    )
    run("tasks", "edit", "t1", "repeat", "never", *AT)
    assert run("tasks", "list", *AT)[0]["due"] == "2026-11-18"


def test_done_says_what_is_done_and_what_is_next(run):
    run("tasks", "add", "Milk", *AT)
    run("tasks", "add", "Rent", "--due", "2026-12-01", "--repeat", "FREQ=MONTHLY", *AT)
    assert plain("tasks", "done", "t1", *AT) == "t1  [x] Milk\n"
    assert plain("tasks", "done", "t1", "--undone", *AT) == "t1  [ ] Milk\n"
    done, following = plain("tasks", "done", "t2", *AT).splitlines()
    assert done.startswith("t2  [x] Rent  due Tue 1 Dec 2026")
    assert following.startswith("t2  [ ] Rent  due Fri 1 Jan 2027")


def test_an_event_is_no_task(run):
    add(run, "Dentist", "2026-11-24T15:00")
    run("tasks", "add", "Milk", *AT)
    assert "e1 is an event, “Dentist”" in run("tasks", "done", "e1", code=1)
    assert "t2 is a task, “Milk”" in run("events", "show", "t2", code=1)
    refused = run("tasks", "add", "Milk", "--repeat", "sometimes", *AT, code=1)
    assert "could not be read as a repeat" in refused


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
@pytest.mark.parametrize("command", [["when"], ["events", "expand"], ["memories", "propose"]])
def test_a_batch_that_cannot_be_read(run, tmp_path, command, content):
    file = tmp_path / "batch.jsonl"
    if content is None:
        assert f"{file} cannot be read" in run(*command, "--batch", str(file), code=1)
    else:
        file.write_bytes(content)
        assert run(*command, "--batch", str(file))["error"] == "batch_line"


def test_undo_passes_over_what_changed_nothing(run, tmp_path):
    add(run, "Dentist", "2026-11-24T15:00")
    file = str(tmp_path / "out.ics")
    run("events", "export", file)
    run("events", "import", file)
    assert run("undo")["titles"] == ["Dentist"]
    assert run("undo") is None


def test_show_tells_all_there_is(run):
    add(run, "Lunch", "2026-11-24T12:00", "--place", "Luna", "--notes", "table\nfor two",
        "--remind", "90 minutes before")  # fmt: skip
    shown = plain("events", "show", "e1", *AT).splitlines()
    assert shown[1:] == [
        "Reminder: 1 hour 30 minutes before", "Place: Luna", "Notes: table", "for two",
    ]  # fmt: skip
    run("tasks", "add", "Rent", "--due", "2026-12-01", *AT)
    edited = plain("tasks", "edit", "t2", "remind", "2 days before", *AT).splitlines()
    assert edited == plain("tasks", "show", "t2", *AT).splitlines()
    assert edited[1:] == ["Reminder: 2 days before"]
    plain("tasks", "edit", "t2", "remind", "0 minutes before", *AT)
    assert plain("tasks", "show", "t2", *AT).splitlines()[1:] == ["Reminder: at that time"]


def test_a_reminder_needs_a_date(run):
    refused = run("tasks", "add", "Milk", "--remind", "1 hour before", *AT, code=1)
    assert "no date that “1 hour before” could be counted from" in refused
    run("tasks", "add", "Milk", *AT)
    refused = run("tasks", "edit", "t1", "remind", "1 hour before", *AT, code=1)
    assert "Nothing was changed" in refused
    assert run("tasks", "edit", "t1", "remind", "none", *AT)["reminders"] == []


def test_what_is_at_the_same_time_is_told(run):
    add(run, "Sync", "2026-11-24T09:30", "--repeat", "FREQ=DAILY;COUNT=3")
    assert "clashes" not in add(run, "Trip", "2026-11-25")
    assert "clashes" not in add(run, "After", "2026-11-25T10:30")
    tea = add(run, "Tea", "2026-11-25T10:00", "--length", "30 minutes")
    assert tea["clashes"] == ["e1"]
    shown = plain("events", "move", "e3", "10:15", *AT).splitlines()
    assert shown[-3:] == [
        "At the same time:",
        "    e1  Sync  Wed 25 Nov 2026, 09:30-10:30 · in 7 days",
        "    e4  Tea  Wed 25 Nov 2026, 10:00-10:30 · in 7 days",
    ]


def test_undo_names_a_series_once(run):
    add(run, "Sync", "2026-11-24T09:30", "--repeat", "FREQ=DAILY;COUNT=3")
    run("events", "move", "e1", "10am", "--on", "2026-11-25", *AT)
    run("events", "delete", "e1", "--yes", *AT)
    assert plain("undo") == "Taken back: Sync\n"


def test_free_time_begins_now(run):
    rows = run("events", "free", "--when", "today", *AT)
    assert [(row["start"], row["end"]) for row in rows] == [
        ("2026-11-18T10:15:00", "2026-11-18T18:00:00"),
    ]
    whole = plain("events", "free", "--when", "tomorrow", "--hours", "20:00-24:00", *AT)
    assert whole == "2026-11-19 20:00 - 24:00\n"
    nights = plain("events", "free", "--when", "next week", "--hours", "22:00-03:00", *AT)
    assert nights.splitlines()[:2] == [
        "2026-11-23 00:00 - 03:00", "2026-11-23 22:00 - 2026-11-24 03:00",
    ]  # fmt: skip
    assert "hours of the day" in run(
        "events", "free", "--when", "today", "--hours", "x", *AT, code=1
    )
