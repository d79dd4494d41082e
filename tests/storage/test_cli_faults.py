"""What goes wrong on the command line is one sentence, and `doctor` sees damage."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assistant_app.cli.main import cli

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
