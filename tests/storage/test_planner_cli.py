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
    ],
)
def test_failures_are_one_sentence(run, args):
    add(run, "Dentist", "2026-11-24T15:00")
    said = run(*args, code=1)
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said


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
