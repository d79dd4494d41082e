"""The data as a thing: check and mend, backup, restore, erase all; and its commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant_app.cli.main import cli
from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.domain.session import Role
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.errors import AppError
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from assistant_app.services.data_service import DataService
from assistant_app.storage.database import Database
from assistant_app.storage.lock import FolderLock
from assistant_app.storage.message_search import MessageSearch
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "models")


@pytest.fixture
def service(paths: Paths) -> DataService:
    return DataService(paths, wait_s=0.1)


def open_db(paths: Paths) -> Database:
    paths.data_dir.mkdir(exist_ok=True)
    return Database.open(paths.database, backups=paths.backups)


def write(paths: Paths, text: str) -> None:
    db = open_db(paths)
    MessageStore(db).add(SessionStore(db).create().id, Role.USER, text)
    db.close()


def read(paths: Paths) -> list[str]:
    db = open_db(paths)
    found = [text for (text,) in db.tuples("SELECT text FROM message ORDER BY id")]
    db.close()
    return found


def test_no_data_is_told(service: DataService, paths: Paths) -> None:
    assert not service.where().exists
    for call in (service.check, service.backup):
        with pytest.raises(AppError, match="no_data_yet"):
            call()
    assert not paths.database.exists()


def test_broken_index_is_mended(service: DataService, paths: Paths) -> None:
    write(paths, "a walrus")
    assert service.check().mended == ()
    db = open_db(paths)
    db.execute("DELETE FROM message_fts")
    db.insert("draft", {"session_id": 77, "text": "of no session"})
    db.close()
    found = service.check()
    assert found.sound
    assert found.mended == ("message_fts", "draft")
    db = open_db(paths)
    assert len(MessageSearch(db).find("walrus")) == 1
    db.close()
    assert service.check().mended == ()


def test_indexes_of_memories_and_items_are_mended(service: DataService, paths: Paths) -> None:
    assistant = Assistant.open(paths, engine=ScriptedEngine())
    memory = assistant.memories.add("The user keeps a walrus")
    when = When("2026-12-01T12:00", None, False, "UTC", "FREQ=DAILY")
    item, _ = assistant.planner.add(NewItem(ItemKind.EVENT, "Walrus", when, place="Pool"))
    assistant.planner.edit(item.id, "title", "Seal", which="this", key="2026-12-02T12:00")
    assistant.close()
    assert service.check().mended == ()
    db = open_db(paths)
    db.execute("DELETE FROM memory_fts")
    db.execute("INSERT INTO item_fts(rowid, body) VALUES(99, 'of no item')")
    db.execute("UPDATE item SET summary = 'Sealion' WHERE summary = 'Seal'")
    db.close()
    assert service.check().mended == ("memory_fts", "item_fts")
    assert service.check().mended == ()
    assistant = Assistant.open(paths, engine=ScriptedEngine())
    assert [m.id for m in assistant.memories.search("walrus keeps")] == [memory.id]
    assistant.close()


def test_broken_reference_is_found(service: DataService, paths: Paths) -> None:
    write(paths, "x")
    db = open_db(paths)
    db.scalar("PRAGMA foreign_keys = OFF")
    db.execute("DELETE FROM session")
    db.close()
    found = service.check()
    assert not found.sound
    assert found.problems == ("message row 1 points to a missing row of session",)


def test_backup_and_restore_bring_it_all_back(service: DataService, paths: Paths) -> None:
    write(paths, "first")
    copy = service.backup()
    write(paths, "second")
    with pytest.raises(AppError, match="file_exists"):
        service.backup(copy)
    kept = service.restore(copy)
    assert read(paths) == ["first"]
    assert kept is not None
    service.restore(kept)
    assert read(paths) == ["first", "second"]
    names = {file.name for file in paths.data_dir.iterdir()}
    assert not any("part" in name for name in names)


def test_bad_copy_changes_nothing(service: DataService, paths: Paths, tmp_path: Path) -> None:
    write(paths, "kept")
    bad = tmp_path / "bad.db"
    bad.write_text("not a database at all " * 100)
    with pytest.raises(AppError, match="not_a_database"):
        service.restore(bad)
    with pytest.raises(AppError, match="file_missing"):
        service.restore(tmp_path / "none.db")
    assert read(paths) == ["kept"]
    assert sorted(file.name for file in paths.data_dir.iterdir()) == [
        "assistant.db",
        "assistant.lock",
    ]


def test_restore_takes_the_place_of_a_damaged_file(service: DataService, paths: Paths) -> None:
    write(paths, "good")
    copy = service.backup()
    paths.database.write_bytes(b"garbage" * 2000)
    kept = service.restore(copy)
    assert read(paths) == ["good"]
    assert kept is not None
    assert kept.read_bytes() == b"garbage" * 2000


def test_erase_all_leaves_models_and_other_files(service: DataService, paths: Paths) -> None:
    write(paths, "Zanzibarian")
    service.backup()
    paths.log.write_text("log")
    paths.models_dir.mkdir()
    (paths.models_dir / "model.gguf").write_text("model")
    (paths.data_dir / "mine.txt").write_text("mine")
    assert service.erase_all() == 3
    left = sorted(file.name for file in paths.data_dir.iterdir())
    assert left == ["assistant.lock", "mine.txt"]
    assert (paths.models_dir / "model.gguf").exists()


def test_folder_in_use_is_told(service: DataService, paths: Paths) -> None:
    write(paths, "x")
    with FolderLock(paths.lock):
        for call in (service.check, service.backup, service.erase_all):
            with pytest.raises(AppError, match="data_in_use"):
                call()
    assert read(paths) == ["x"]


def run(paths: Paths, *args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["data", *args, "--data-dir", str(paths.data_dir)])
    return result.exit_code, result.stdout, result.stderr


def test_commands_answer_in_json(paths: Paths) -> None:
    write(paths, "hello")
    code, out, _ = run(paths, "path", "--json")
    assert code == 0
    assert json.loads(out)["database"] == str(paths.database)
    code, out, _ = run(paths, "check", "--json")
    assert (code, json.loads(out)) == (0, {"sound": True, "problems": [], "mended": []})
    code, out, _ = run(paths, "backup", "--json")
    copy = json.loads(out)["backup"]
    assert (code, Path(copy).is_file()) == (0, True)
    code, out, _ = run(paths, "restore", copy, "--yes", "--json")
    assert (code, json.loads(out)["restored"]) == (0, copy)


@pytest.mark.parametrize("locale", ["en_GB.UTF-8", "zh_CN.UTF-8"])
def test_path_prints_the_folder_alone_for_scripts(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert run(paths, "path") == (0, f"{paths.data_dir}\n", "")  # nothing there yet
    write(paths, "hello")
    assert run(paths, "backup")[0] == 0
    assert run(paths, "path") == (0, f"{paths.data_dir}\n", "")


def test_commands_that_destroy_ask(paths: Paths) -> None:
    write(paths, "kept")
    for args in (("erase", "--all"), ("restore", str(paths.database))):
        code, out, err = run(paths, *args)
        assert (code, out) == (1, "")
        assert "--yes" in err
    assert run(paths, "erase")[0] == 2
    assert read(paths) == ["kept"]
    assert run(paths, "erase", "--all", "--yes")[0] == 0
    assert not paths.database.exists()


def test_failures_are_one_sentence(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.data_dir.mkdir()
    paths.database.write_text("garbage " * 1000)
    for language, words in (("en", "not a data file"), ("zh", "不是助手的数据文件")):
        monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        code, out, err = run(paths, "check")
        assert (code, out) == (1, "")
        assert words in err
        assert err.count("\n") == 1
