"""A few kills of the crash rig, and proof that it notices; `packaging/crash_rig.py` runs 200."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from assistant_app.storage.database import Database

pytestmark = pytest.mark.storage

_RIG = Path(__file__).resolve().parents[2] / "packaging" / "crash_rig.py"


@pytest.fixture(scope="module")
def rig() -> Any:
    spec = importlib.util.spec_from_file_location("crash_rig", _RIG)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["crash_rig"] = module
    spec.loader.exec_module(module)
    return module


def test_five_kills_break_no_promise(rig: Any, tmp_path: Path) -> None:
    broken, promises = rig.run(tmp_path / "data", 5, seed=7)
    assert broken == []
    assert sum(promises.steps.values()) > 3
    assert promises.kept


_FAULTS: dict[str, tuple[str, str]] = {
    "DELETE FROM memory WHERE id = 1": ("lost: 1", "a memory that is gone"),
    "UPDATE memory SET status = 'proposed' WHERE id = 1": ("changed: 1", "no longer confirmed"),
    "UPDATE memory SET text = 'Other' WHERE id = 1": ("changed: 1", "another text"),
    "INSERT INTO memory(text, kind, status, seen_at, created_at, updated_at)"
    " VALUES('the user owns a  boat called FIRSTX', 'semantic', 'active', 0, 0, 0)": (
        "twice", "the same again, written otherwise",
    ),
    "INSERT INTO setting VALUES('x', 'about Secondx')": ("back: secondx", "an erased word"),
    "DELETE FROM memory_fts": ("index: memory_fts", "an index that is not of its rows"),
}  # fmt: skip


def _used(rig: Any, folder: Path) -> Any:
    """Have a boat kept and another erased, and return what was promised."""
    promises = rig.Promises()
    assistant = Assistant.open(Paths(folder, folder / "models"), engine=ScriptedEngine())
    for word in ("firstx", "secondx"):
        promises.begin({"do": "add", "word": word})
        done = assistant.memories.add(f"The user owns a boat called {word}")
        promises.done(done.id, done.text, done.status.value)
    promises.begin({"do": "erase", "id": done.id, "word": ""})
    assistant.memories.erase([done.id], and_source=True)
    promises.gone(done.id, said="erased")
    assistant.close()
    return promises


@pytest.mark.parametrize("fault", _FAULTS)
def test_the_rig_notices(rig: Any, tmp_path: Path, fault: str) -> None:
    promises = _used(rig, tmp_path)
    assert rig.check(tmp_path, promises) == []
    db = Database.open(tmp_path / "assistant.db", backups=tmp_path / "backups")
    db.execute(fault)
    db.close()
    said, _why = _FAULTS[fault]
    assert any(said in line for line in rig.check(tmp_path, promises))


def test_a_step_that_misses_what_was_kept_is_a_loss(rig: Any) -> None:
    promises = rig.Promises()
    promises.begin({"do": "add", "word": "firstx"})
    promises.done(1, "The user owns a boat called firstx", "active")
    promises.hear('{"what": "begin", "step": {"do": "edit", "id": 1, "word": "otherx"}}')
    promises.hear('{"what": "missing", "id": 1}')
    assert [line[:7] for line in promises.broken] == ["lost: 1"]


def test_a_step_that_was_told_and_not_done_is_noticed(rig: Any) -> None:
    promises = rig.Promises()
    promises.begin({"do": "confirm", "id": 1, "word": "otherx"})
    promises.done(1, "The user owns a boat called firstx", "proposed")
    promises.begin({"do": "edit", "id": 1, "word": "otherx"})
    promises.done(1, "The user owns a boat called firstx", "proposed")
    assert [line[:8] for line in promises.broken] == ["not done", "not done"]


def test_words_that_a_dead_process_left_in_the_log_go_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, died = tmp_path / "data", tmp_path / "died"
    assistant = Assistant.open(Paths(folder, folder / "models"), engine=ScriptedEngine())
    memory = assistant.memories.add("The user knows Zebulon")
    stop: Callable[[Database], None] = lambda _db: None  # noqa: E731
    monkeypatch.setattr(Database, "end_erasure", stop)  # killed before it
    assistant.memories.erase([memory.id])
    shutil.copytree(folder, died)
    monkeypatch.undo()
    assistant.close()
    assert any(b"Zebulon" in p.read_bytes() for p in died.rglob("*") if p.is_file())
    again = Assistant.open(Paths(died, died / "models"), engine=ScriptedEngine())
    assert not any(b"Zebulon" in p.read_bytes() for p in died.rglob("*") if p.is_file())
    again.close()
