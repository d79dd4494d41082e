"""Migrations: rows stay, failures leave the file as it was, newer files are read only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlite_utils
from sqlite_utils import Migrations

from assistant_app.errors import AppError, Bug
from assistant_app.storage import schema
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.migrations import MIGRATIONS, NAMES, collect
from assistant_app.storage.migrations.script import run
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage


@pytest.fixture
def old(db_path: Path) -> Path:
    """A file of today with a session and a message."""
    db = Database.open(db_path, backups=db_path.parent / "backups")
    db.insert("session", {"id": 1, "title": "旧 old", "created_at": 1, "updated_at": 1})
    message = {"session_id": 1, "role": "user", "text": "words", "state": "complete"}
    db.insert("message", {**message, "created_at": 2})
    db.close()
    return db_path


def with_step(step: Callable[[sqlite_utils.Database], None], name: str) -> Migrations:
    migrations = collect()
    migrations(name=name)(step)
    return migrations


def reopen(path: Path) -> Database:
    return Database.open(path, backups=path.parent / "backups")


def test_every_step_has_a_docstring_and_a_number_of_its_own() -> None:
    assert [name[:5] for name in NAMES] == [f"m{n:03d}_" for n in range(1, len(NAMES) + 1)]
    files = Path(schema.__file__).parent.joinpath("migrations").glob("m[0-9]*.py")
    assert sorted(file.stem for file in files) == list(NAMES)


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def step(db: sqlite_utils.Database) -> None:
        db.table("session").transform(rename={"title": "name"})

    monkeypatch.setattr(schema, "MIGRATIONS", with_step(step, "m900_rename"))
    db = reopen(old)
    assert db.query("SELECT name FROM session") == [{"name": "旧 old"}]
    assert db.query("SELECT text FROM message") == [{"text": "words"}]
    assert db.check() == []
    db.close()
    copies = list((old.parent / "backups").glob("*.db"))
    assert len(copies) == 1
    monkeypatch.undo()
    before = Database.open(copies[0], backups=old.parent / "none")
    assert before.query("SELECT title FROM session") == [{"title": "旧 old"}]
    before.close()


def test_step_that_fails_leaves_the_file_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def step(db: sqlite_utils.Database) -> None:
        db.conn.execute("DELETE FROM message")
        db.conn.execute("CREATE TABLE half(x)")
        db.conn.execute("SELECT nothing FROM nowhere")

    monkeypatch.setattr(schema, "MIGRATIONS", with_step(step, "m900_broken"))
    with pytest.raises(Bug, match="migration_failed"):
        reopen(old)
    monkeypatch.undo()
    db = reopen(old)
    assert not db.too_new
    assert db.query("SELECT text FROM message") == [{"text": "words"}]
    assert db.scalar("SELECT count(*) FROM sqlite_master WHERE name = 'half'") == 0
    db.close()


def test_step_that_breaks_references_is_taken_back(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def step(db: sqlite_utils.Database) -> None:
        db.conn.execute("DELETE FROM session")

    monkeypatch.setattr(schema, "MIGRATIONS", with_step(step, "m900_orphans"))
    with pytest.raises(Bug, match="migration_failed"):
        reopen(old)
    monkeypatch.undo()
    db = reopen(old)
    assert db.scalar("SELECT count(*) FROM session") == 1
    db.close()


def test_only_the_last_copies_are_kept(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migrations = collect()
    for number in range(schema.KEPT_BACKUPS + 3):
        migrations(name=f"m9{number:02d}_step")(lambda db: db.conn.execute("SELECT 1"))
        monkeypatch.setattr(schema, "MIGRATIONS", migrations)
        reopen(old).close()
    copies = sorted(file.name for file in (old.parent / "backups").iterdir())
    assert len(copies) == schema.KEPT_BACKUPS
    assert copies[-1].endswith(f"-m9{schema.KEPT_BACKUPS + 1:02d}_step.db")


@pytest.fixture
def newer(old: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a later version has been at."""

    def step(db: sqlite_utils.Database) -> None:
        db.conn.execute("ALTER TABLE session ADD COLUMN mood TEXT")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", with_step(step, "m900_mood"))
        reopen(old).close()
    return old


def test_file_of_a_newer_version_is_read_and_not_written(newer: Path) -> None:
    before = newer.read_bytes()
    db = reopen(newer)
    assert db.too_new
    assert MessageStore(db).recover_interrupted() == []
    assert SessionStore(db).erase_off_record() == 0
    assert [s.title for s in SessionStore(db).listing()] == ["旧 old"]
    assert db.query("SELECT title, mood FROM session") == [{"title": "旧 old", "mood": None}]
    for write in (
        lambda: db.execute("DELETE FROM message"),
        lambda: db.update("session", 1, {"title": "x"}),
        lambda: db.insert("setting", {"key": "k", "value": "1"}),
        lambda: db.execute_many("DELETE FROM message WHERE id = ?", [(1,)]),
    ):
        with pytest.raises(AppError) as caught:
            write()
        assert caught.value.code == "database_too_new"
    db.close()
    assert newer.read_bytes() == before


def test_script_runs_triggers_and_semicolons_in_text(db: Database) -> None:
    with db.atomic():
        run(
            db.raw,
            """
            CREATE TABLE a(x TEXT); CREATE TABLE b(x TEXT);
            CREATE TRIGGER t AFTER INSERT ON a BEGIN
              INSERT INTO b VALUES (new.x); INSERT INTO b VALUES ('; two');
            END;
            INSERT INTO a VALUES ('one')""",
        )
    assert db.tuples("SELECT x FROM b") == [("one",), ("; two",)]


def test_all_steps_are_applied_to_a_new_file(db: Database) -> None:
    assert [step.name for step in MIGRATIONS.applied(db.raw)] == list(NAMES)
