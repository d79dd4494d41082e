"""The change log: what undo brings back, and when it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.errors import AppError, Bug
from assistant_app.storage.change_store import ERASING, KEPT_CHANGES, ChangeStore
from assistant_app.storage.database import Database

pytestmark = pytest.mark.storage

_TABLES = (
    "CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, reads INTEGER DEFAULT 0, cover BLOB,"
    " shelf_id INTEGER REFERENCES shelf(id), part_of INTEGER REFERENCES book(id)"
    " ON DELETE CASCADE)",
    "CREATE TABLE mark(book_id INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,"
    " page INTEGER, PRIMARY KEY(book_id, page))",
    "CREATE TABLE note(id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES book(id)"
    " ON DELETE CASCADE, text TEXT)",
    "CREATE TABLE seen(note_id INTEGER NOT NULL REFERENCES note(id) ON DELETE CASCADE)",
)


@pytest.fixture
def log(db: Database, changes: ChangeStore) -> ChangeStore:
    for table in _TABLES:
        db.execute(table)
    changes.declare("book", children=("mark", "note"), volatile=("reads",), title="title")
    return changes


def add(db: Database, log: ChangeStore, title: str, **more: object) -> int:
    with log.record("add", f"add {title}") as record:
        book = db.insert("book", {"title": title, **more})
        record.created("book", book)
        db.insert("mark", {"book_id": book, "page": 7})
    return book


def add_badly(db: Database, log: ChangeStore) -> None:
    with log.record("add") as record:
        record.created("book", db.insert("book", {"title": "bad"}))
        db.insert("mark", {"book_id": 999, "page": 1})


def everything(db: Database) -> list[object]:
    tables = ("book", "mark", "note")
    return [db.query(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]


def test_undo_of_an_addition_removes_it(db: Database, log: ChangeStore) -> None:
    add(db, log, "Emma")
    undone = log.undo()
    assert undone is not None
    assert (undone.tool, undone.phrase, undone.undone, undone.titles) == (
        "add",
        "add Emma",
        True,
        ("Emma",),
    )
    assert everything(db) == [[], [], []]
    assert log.undo() is None
    assert log.last() is None


def test_undo_after_an_erasure_asks_before_it_reaches_further_back(
    db: Database, log: ChangeStore
) -> None:
    add(db, log, "Emma")
    with log.record(ERASING):
        pass
    with pytest.raises(AppError) as refused:
        log.undo()
    assert refused.value.code == "erased_for_good"
    assert refused.value.params == {"title": "Emma"}
    assert everything(db) != [[], [], []]
    undone = log.undo()
    assert undone is not None
    assert undone.titles == ("Emma",)
    with log.record(ERASING):
        pass
    add(db, log, "Fay")
    last = log.undo()
    assert last is not None
    assert last.titles == ("Fay",)


def test_undo_of_a_deletion_brings_back_row_and_children(db: Database, log: ChangeStore) -> None:
    book = add(db, log, "Emma", cover=b"\x00\xff")
    note = db.insert("note", {"book_id": book, "text": "好 good"})
    before = everything(db)
    with log.record("delete") as record:
        record.watch("book", book)
        db.execute("DELETE FROM book WHERE id = ?", (book,))
    assert everything(db) == [[], [], []]
    log.undo()
    assert everything(db) == before
    assert db.scalar("SELECT text FROM note WHERE id = ?", (note,)) == "好 good"


def test_undo_of_an_edit_leaves_alone_what_did_not_change(db: Database, log: ChangeStore) -> None:
    book = add(db, log, "Emma")
    note = db.insert("note", {"book_id": book, "text": "kept"})
    db.insert("seen", {"note_id": note})
    with log.record("edit") as record:
        record.watch("book", book)
        db.update("book", book, {"title": "Emma II"})
        db.execute("DELETE FROM mark")
        db.insert("note", {"book_id": book, "text": "new"})
    db.update("book", book, {"reads": 5})
    log.undo()
    row = db.one("SELECT title, reads FROM book")
    assert row == {"title": "Emma", "reads": 5}
    assert db.tuples("SELECT page FROM mark") == [(7,)]
    assert db.tuples("SELECT text FROM note") == [("kept",)]
    # What hangs on a child row that did not change is still there.
    assert db.scalar("SELECT count(*) FROM seen") == 1


def test_changes_are_taken_back_one_by_one(db: Database, log: ChangeStore) -> None:
    book = add(db, log, "one")
    for title in ("two", "three"):
        with log.record("edit") as record:
            record.watch("book", book)
            db.update("book", book, {"title": title})
    seen = []
    while log.undo() is not None:
        seen.append(db.scalar("SELECT title FROM book"))
    assert seen == ["two", "one", None]


def test_older_change_conflicts_with_a_later_one(db: Database, log: ChangeStore) -> None:
    book = add(db, log, "Emma")
    first = log.last()
    assert first is not None
    db.insert("note", {"book_id": book, "text": "a child added since"})
    before = everything(db)
    with pytest.raises(AppError) as caught:
        log.undo(first.id)
    assert caught.value.code == "undo_conflict"
    assert caught.value.params["title"] == "Emma"
    assert everything(db) == before
    assert log.get(first.id).undone is False


def test_missing_reference_is_a_conflict(db: Database, log: ChangeStore) -> None:
    shelf = db.insert("shelf", {"name": "top"})
    book = add(db, log, "Emma", shelf_id=shelf)
    with log.record("delete") as record:
        record.watch("book", book)
        db.execute("DELETE FROM book")
    db.execute("DELETE FROM shelf")
    with pytest.raises(AppError, match="undo_conflict"):
        log.undo()
    assert everything(db) == [[], [], []]
    assert db.check() == []


def test_rows_that_refer_to_each_other_come_back(db: Database, log: ChangeStore) -> None:
    whole = add(db, log, "whole")
    part = add(db, log, "part", part_of=whole)
    before = everything(db)
    with log.record("delete") as record:
        record.watch("book", part)
        record.watch("book", whole)
        db.execute("DELETE FROM book WHERE id = ?", (whole,))
    assert everything(db)[0] == []
    log.undo()
    assert everything(db) == before


def test_split_moves_parts_back(db: Database, log: ChangeStore) -> None:
    old = add(db, log, "old")
    part = add(db, log, "part", part_of=old)
    before = everything(db)
    with log.record("split") as record:
        record.watch("book", old)
        record.watch("book", part)
        new = db.insert("book", {"title": "new"})
        record.created("book", new)
        db.update("book", part, {"part_of": new})
        db.update("book", old, {"title": "shorter"})
    log.undo()
    assert everything(db) == before


def test_record_inside_a_record_is_one_entry(db: Database, log: ChangeStore) -> None:
    with log.record("import", "file.ics") as outer:
        ids = tuple(add(db, log, f"b{n}") for n in range(30))
        inner_change = outer.change
    assert len(log.listing()) == 1
    entry = log.last()
    assert entry is not None
    assert entry.tool == "import"
    assert entry.titles == inner_change.titles == tuple(f"b{n}" for n in range(30))
    assert len(ids) == 30
    log.undo()
    assert everything(db) == [[], [], []]


def test_failed_block_leaves_no_entry(db: Database, log: ChangeStore) -> None:
    with pytest.raises(Bug, match="database_constraint"):
        add_badly(db, log)
    assert log.listing() == []
    assert everything(db) == [[], [], []]
    add(db, log, "next")
    assert len(log.listing()) == 1


def test_failed_part_of_an_import_is_not_in_its_entry(db: Database, log: ChangeStore) -> None:
    with log.record("import"):
        add(db, log, "good")
        with pytest.raises(Bug, match="database_constraint"):
            add_badly(db, log)
    entry = log.last()
    assert entry is not None
    assert entry.titles == ("good",)
    log.undo()
    assert everything(db) == [[], [], []]


def test_undone_and_missing_entries_are_told(db: Database, log: ChangeStore) -> None:
    add(db, log, "Emma")
    entry = log.undo()
    assert entry is not None
    with pytest.raises(AppError, match="already_undone"):
        log.undo(entry.id)
    with pytest.raises(AppError, match="change_missing"):
        log.undo(12345)


def test_callbacks_hear_what_came_back(db: Database, log: ChangeStore) -> None:
    heard: list[list[int]] = []
    log.on_restored("book", lambda ids: heard.append(list(ids)))
    book = add(db, log, "Emma")
    log.undo()
    assert heard == [[book]]


def test_new_process_can_take_back(db: Database, log: ChangeStore) -> None:
    book = add(db, log, "Emma")
    with log.record("delete") as record:
        record.watch("book", book, children=("mark", "note"))
        db.execute("DELETE FROM book")
    fresh = ChangeStore(db)
    fresh.undo()
    assert db.tuples("SELECT title FROM book") == [("Emma",)]
    assert db.tuples("SELECT page FROM mark") == [(7,)]


def test_undo_survives_a_column_added_since(db: Database, log: ChangeStore) -> None:
    book = add(db, log, "Emma")
    with log.record("delete") as record:
        record.watch("book", book)
        db.execute("DELETE FROM book")
    db.execute("ALTER TABLE book ADD COLUMN mood TEXT DEFAULT 'calm'")
    ChangeStore(db).undo()
    assert db.query("SELECT title, mood FROM book") == [{"title": "Emma", "mood": "calm"}]


def test_log_keeps_the_last_entries(db: Database, log: ChangeStore) -> None:
    for number in range(KEPT_CHANGES + 5):
        with log.record("add") as record:
            record.created("book", db.insert("book", {"title": str(number)}))
    assert db.scalar("SELECT count(*) FROM change") == KEPT_CHANGES
    assert db.scalar("SELECT count(DISTINCT change_id) FROM change_row") == KEPT_CHANGES


def bytes_of(db_path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in db_path.parent.glob(f"{db_path.name}*"))


def test_forgotten_rows_leave_no_byte(db: Database, log: ChangeStore, db_path: Path) -> None:
    secret = add(db, log, "Zanzibarian")
    with log.record("import", "about Zanzibarian things"):
        other = add(db, log, "plain")
        with log.record("edit") as record:
            record.watch("book", secret)
            db.update("book", secret, {"title": "Zanzibarian two"})
    db.checkpoint()
    assert b"Zanzibarian" in bytes_of(db_path)
    db.execute("DELETE FROM book WHERE id = ?", (secret,))
    log.forget_rows("book", [secret])
    db.checkpoint()
    assert b"Zanzibarian" not in bytes_of(db_path)
    # The entry is still there for what else it did.
    entry = log.last()
    assert entry is not None
    assert (entry.phrase, entry.titles) == ("", ("plain",))
    log.undo()
    assert db.scalar("SELECT count(*) FROM book WHERE id = ?", (other,)) == 0


def test_reworded_entries_can_still_be_taken_back(
    db: Database, log: ChangeStore, db_path: Path
) -> None:
    quote = 'my "Zanzibarian" friend'
    with log.record("add", f"remember {quote}, please") as record:
        book = db.insert("book", {"title": f"so: {quote}"})
        record.created("book", book)
    with log.record("edit") as record:
        record.watch("book", book)
        db.update("book", book, {"title": f"well: {quote}"})

    def without(_table: str, row: dict) -> dict:
        return {**row, "title": row["title"].replace(quote, "…")}

    db.update("book", book, without("book", db.one("SELECT * FROM book")))
    log.reword(without, lambda phrase: phrase.replace(quote, "…"))
    db.execute("UPDATE change_row SET title = ''")
    db.checkpoint()
    assert b"Zanzibarian" not in bytes_of(db_path)
    assert [entry.phrase for entry in log.listing()] == ["", "remember …, please"]
    log.undo()
    assert db.scalar("SELECT title FROM book") == "so: …"
    log.undo()
    assert db.scalar("SELECT count(*) FROM book") == 0


def test_rows_whose_making_was_taken_back_leave_no_byte(
    db: Database, log: ChangeStore, db_path: Path
) -> None:
    kept = add(db, log, "plain")
    add(db, log, "Zanzibarian")
    log.undo()
    log.forget_lost("book")
    db.checkpoint()
    assert b"Zanzibarian" not in bytes_of(db_path)
    log.undo()
    assert db.scalar("SELECT count(*) FROM book WHERE id = ?", (kept,)) == 0
