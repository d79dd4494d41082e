"""Opening, transactions, and the driver's failures as codes."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlcipher3.dbapi2 as driver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.domain.text import clean
from assistant_app.errors import AppError, Bug
from assistant_app.storage.database import Database, like
from assistant_app.storage.fault import translate

pytestmark = pytest.mark.storage


def add(db: Database, title: str) -> int:
    return db.insert("session", {"title": title, "created_at": 1, "updated_at": 1})


def add_and_fail(db: Database, *names: str) -> None:
    with db.atomic():
        for title in names:
            add(db, title)
        raise ValueError("on purpose")


def add_in_one(db: Database, *names: str) -> None:
    with db.atomic():
        for title in names:
            add(db, title)


def titles(db: Database) -> list[str]:
    return [row["title"] for row in db.query("SELECT title FROM session ORDER BY id")]


def test_an_erasure_leaves_nothing_in_unused_parts_of_pages(db: Database, db_path: Path) -> None:
    # As SQLite leaves it when it moves rows to other pages, for all of `secure_delete`.
    db.scalar("PRAGMA secure_delete=OFF")
    kept, gone = add(db, "a title that stays"), add(db, "a title that goes")
    with db.atomic():
        db.begin_erasure()
        db.execute("DELETE FROM session WHERE id = ?", (gone,))
    db.checkpoint()
    assert b"a title that goes" in db_path.read_bytes()
    db.finish_erasure()
    assert b"a title that goes" not in db_path.read_bytes()
    assert db.scalar("SELECT title FROM session WHERE id = ?", (kept,)) == "a title that stays"
    assert db.check("full") == []
    before = db_path.read_bytes()
    db.finish_erasure()  # there is nothing left to end
    assert db_path.read_bytes() == before


def test_opening_sets_what_the_design_asks(db: Database) -> None:
    pragmas = ("journal_mode", "synchronous", "secure_delete", "foreign_keys", "application_id")
    found = [db.scalar(f"PRAGMA {name}") for name in pragmas]
    assert found == ["wal", 1, 1, 1, 0x41535354]
    strict = db.tuples(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        " AND NOT strict AND name NOT LIKE 'sqlite_%' AND name <> '_sqlite_migrations'"
    )
    assert strict == []


def test_closing_and_opening_keeps_rows(db_path: Path) -> None:
    for number in range(3):
        db = Database.open(db_path, backups=db_path.parent / "backups")
        add(db, f"run {number}")
        db.close()
    db = Database.open(db_path, backups=db_path.parent / "backups")
    assert titles(db) == ["run 0", "run 1", "run 2"]
    assert not (db_path.parent / "backups").exists()
    db.close()
    db.close()


def test_inner_block_takes_back_its_own_part(db: Database) -> None:
    with db.atomic():
        add(db, "kept")
        with pytest.raises(ValueError, match="on purpose"):
            add_and_fail(db, "dropped")
    assert titles(db) == ["kept"]


def test_outer_block_takes_back_everything(db: Database) -> None:
    def both() -> None:
        with db.atomic():
            add_in_one(db, "inner")
            add_and_fail(db, "outer")

    with pytest.raises(ValueError, match="on purpose"):
        both()
    assert titles(db) == []
    assert not db.raw.conn.in_transaction


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(st.characters()))
def test_any_text_comes_back_as_cleaned(db: Database, text: str) -> None:
    row_id = add(db, text)
    assert db.scalar("SELECT title FROM session WHERE id = ?", (row_id,)) == clean(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\ud800b\0c", "abc"),
        ("\ud83d\ude00", "😀"),
        ("שלום\u200f עולם", "שלום\u200f עולם"),
        ("zero\u200bwidth", "zero\u200bwidth"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
    ],
)
def test_odd_characters_are_stored(db: Database, text: str, kept: str) -> None:
    add(db, text)
    assert titles(db) == [kept]


def test_like_pattern_finds_wildcards_as_written(db: Database) -> None:
    for title in ("100% sure", "100 sure", "a_b", "axb", r"back\slash"):
        add(db, title)

    def found(words: str) -> list[str]:
        sql = r"SELECT title FROM session WHERE title LIKE ? ESCAPE '\'"
        return [title for (title,) in db.tuples(sql, (like(words),))]

    assert found("0%") == ["100% sure"]
    assert found("a_b") == ["a_b"]
    assert found("k\\s") == [r"back\slash"]


def test_disk_full_is_a_code_and_keeps_what_was_there(db: Database) -> None:
    add(db, "before")
    pages = db.scalar("PRAGMA page_count")
    db.scalar(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(AppError) as caught:
        add(db, "x" * 1_000_000)
    assert caught.value.code == "disk_full"
    assert caught.value.fixable
    assert titles(db) == ["before"]
    db.scalar(f"PRAGMA max_page_count = {pages + 1000}")
    add(db, "after")
    assert titles(db) == ["before", "after"]


def test_disk_full_within_a_block_takes_the_block_back(db: Database) -> None:
    db.scalar(f"PRAGMA max_page_count = {db.scalar('PRAGMA page_count')}")
    with pytest.raises(AppError, match="disk_full"):
        add_in_one(db, "small", "x" * 1_000_000)
    assert titles(db) == []
    assert not db.raw.conn.in_transaction


def test_broken_reference_is_a_bug(db: Database) -> None:
    message = {"session_id": 5, "role": "user", "text": "", "state": "complete", "created_at": 1}
    with pytest.raises(Bug, match="database_constraint"):
        db.insert("message", message)


@pytest.mark.parametrize("content", [b"hello, this is text\n" * 300, b"\0" * 8192])
def test_other_file_is_refused_and_left_alone(db_path: Path, content: bytes) -> None:
    db_path.write_bytes(content)
    with pytest.raises(AppError, match="not_a_database"):
        Database.open(db_path, backups=db_path.parent / "backups")
    assert db_path.read_bytes() == content


def test_database_of_another_program_is_refused(db_path: Path) -> None:
    other = sqlite3.connect(db_path)
    other.execute("CREATE TABLE bookmarks(url TEXT)")
    other.commit()
    other.close()
    before = db_path.read_bytes()
    with pytest.raises(AppError, match="not_a_database"):
        Database.open(db_path, backups=db_path.parent / "backups")
    assert db_path.read_bytes() == before


def read_all(path: Path) -> None:
    db = Database.open(path, backups=path.parent / "backups")
    try:
        titles(db)
    finally:
        db.close()


def test_damaged_file_is_a_code(db_path: Path) -> None:
    db = Database.open(db_path, backups=db_path.parent / "backups")
    for number in range(300):
        add(db, f"{number} " * 200)
    db.close()
    with db_path.open("r+b") as file:
        for page in range(4, 60):
            file.seek(page * 4096)
            file.write(b"\xff" * 4096)
    with pytest.raises(AppError) as caught:
        read_all(db_path)
    assert caught.value.code == "database_damaged"


def test_path_in_a_missing_folder_is_a_code(tmp_path: Path) -> None:
    with pytest.raises(AppError, match="data_not_writable"):
        Database.open(tmp_path / "no" / "such" / "a.db", backups=tmp_path / "backups")


def test_writers_of_many_threads_lose_nothing(db: Database) -> None:
    failures: list[Exception] = []

    def write(name: int) -> None:
        try:
            for number in range(40):
                with db.atomic():
                    add(db, f"{name}-{number}")
                    add(db, f"{name}-{number} again")
        except Exception as error:  # handed to the test's thread
            failures.append(error)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    found = titles(db)
    assert len(found) == 320
    # Nothing of another thread got between the two of a block.
    assert all(found[n + 1] == f"{found[n]} again" for n in range(0, 320, 2))


def test_two_connections_write_in_turn(db: Database, db_path: Path) -> None:
    other = Database.open(db_path, backups=db_path.parent / "backups")
    for number in range(20):
        before = db.version()
        add(other if number % 2 else db, str(number))
        assert db.version() != before
    assert titles(db) == titles(other) == [str(number) for number in range(20)]
    other.close()


def test_file_locked_for_long_is_busy(db: Database, db_path: Path) -> None:
    db.scalar("PRAGMA busy_timeout = 50")
    other = Database.open(db_path, backups=db_path.parent / "backups")
    with other.atomic():
        add(other, "first")
        with pytest.raises(AppError, match="database_busy"):
            add_in_one(db, "second")
    other.close()
    assert titles(db) == ["first"]


_WRITER = """
import sys
from pathlib import Path
from assistant_app.storage.database import Database
db = Database.open(Path(sys.argv[1]), backups=Path(sys.argv[1]).parent / "backups")
number = 0
while True:
    with db.atomic():
        for half in ("left", "right"):
            row = {"title": f"{number} {half}", "created_at": number, "updated_at": 1}
            db.insert("session", row)
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("after", [1, 25, 200])
def test_killed_writer_leaves_whole_transactions(db_path: Path, after: int) -> None:
    command = [sys.executable, "-c", _WRITER, str(db_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = -1
        while said < after:
            said = int(writer.stdout.readline())
        writer.kill()
        said = max([said, *(int(line) for line in writer.stdout.read().split("\n") if line)])
    db = Database.open(db_path, backups=db_path.parent / "backups")
    assert db.check("full") == []
    found = titles(db)
    # All that was said to be stored is there, and nothing is there by half.
    assert len(found) % 2 == 0
    assert len(found) // 2 >= said + 1
    db.close()


def test_storage_alone_does_not_import_numpy() -> None:
    script = (
        "import sys; import assistant_app.storage.database, assistant_app.cli.data;"
        "print('numpy' in sys.modules, 'PySide6' in sys.modules);"
        "import numpy; print(numpy.zeros(1).sum())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["False", "False", "0.0"]


@pytest.mark.parametrize(("free", "code"), [(0, "disk_full"), (10**9, "disk_error")])
def test_an_io_error_of_a_full_disk_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, code: str
) -> None:
    error = driver.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = 4874, "SQLITE_IOERR_SHMSIZE"
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    assert translate(error, str(tmp_path / "assistant.db")).code == code
