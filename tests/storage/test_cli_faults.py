"""What goes wrong on the command line is one sentence, and `doctor` sees damage."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assistant_app.cli.context import CliContext
from assistant_app.cli.main import cli
from assistant_app.engine.scripted import Script, ScriptedEngine
from assistant_app.errors import AppError, sentence
from assistant_app.resources import phrase
from assistant_app.storage import lock as lock_module
from assistant_app.storage.lock import FolderLock

pytestmark = pytest.mark.storage


def _run(folder: Path, *args: str) -> Result:
    return CliRunner().invoke(cli, [*args, "--data-dir", str(folder)], prog_name="assistant-app")


@pytest.mark.parametrize(
    "args",
    [("undo", "9" * 23, "--yes"), ("sessions", "show", "9" * 20), ("memories", "show", "9" * 20)],
)
def test_a_fault_of_ours_is_a_sentence_too(tmp_path: Path, args: tuple[str, ...]) -> None:
    _run(tmp_path, "memories", "add", "I like tea")
    done = _run(tmp_path, *args)
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert len(done.output.strip().splitlines()) == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_answer_in_circles_and_what_is_odd_of_the_model_are_told_beside_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    engine = ScriptedEngine(
        scores={"reply": -0.1}, fallback=Script(["ha ", "ha "], finish="repeated")
    )
    noted = replace(engine.info(), notes=("gpu_failed",))
    monkeypatch.setattr(engine, "info", lambda: noted)
    monkeypatch.setattr("assistant_app.services.assistant.CurrentEngine", lambda *_, **__: engine)
    monkeypatch.setenv("LC_ALL", {"en": "en_GB.UTF-8", "zh": "zh_CN.UTF-8"}[lang])
    done = _run(tmp_path, "ask", "Tell me a joke", "--model", "m.gguf")
    assert done.exit_code == 0, done.output
    assert done.stdout.strip() == "ha ha"
    repeated = AppError("reply_repeated")
    repeated.message_kept = True
    said = [phrase(lang, "engine.notes.gpu_failed"), sentence(repeated, lang)]
    assert done.stderr.splitlines() == said
    shown = json.loads(_run(tmp_path, "sessions", "show", "1", "--json").stdout)
    assert shown["messages"][-1]["state"] == "interrupted"


def test_a_model_that_nobody_knows_is_said_with_those_there_are(tmp_path: Path) -> None:
    done = _run(tmp_path, "ask", "Tell me a joke", "--model", "nothere")
    assert done.exit_code == 1
    assert "nothere" in done.output
    assert "starter" in done.output
    assert _run(tmp_path, "sessions", "list", "--json").stdout.strip() == "[]"


def test_doctor_looks_into_the_data_file(tmp_path: Path) -> None:
    _run(tmp_path, "memories", "add", "I like tea")
    file = tmp_path / "assistant.db"
    before = _run(tmp_path, "doctor")
    assert f"{tmp_path}" in before.output
    assert "damaged" not in before.output
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    after = _run(tmp_path, "doctor")
    assert "damaged" in after.output
    assert after.exit_code == 1


@pytest.mark.parametrize(
    "args", [("tasks", "list"), ("tasks", "add", "Milk"), ("data", "check"), ("undo",)]
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_command_says_that_it_waits_for_another_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], lang: str
) -> None:
    monkeypatch.setenv("LC_ALL", {"en": "en_GB.UTF-8", "zh": "zh_CN.UTF-8"}[lang])
    monkeypatch.setattr(lock_module, "_QUIET_S", 0.05)
    _run(tmp_path, "tasks", "add", "Tea")
    other = FolderLock(tmp_path / "assistant.lock")
    other.acquire()
    tell = CliContext.tell_waiting

    def waiting(self: CliContext, seconds: float) -> None:
        tell(self, seconds)
        other.release()

    monkeypatch.setattr(CliContext, "tell_waiting", waiting)
    done = _run(tmp_path, *args, "--json")
    assert done.exit_code == 0, done.output
    json.loads(done.stdout)
    assert done.stderr.strip() == phrase(lang, "storage.waiting", path=tmp_path, seconds=10)
