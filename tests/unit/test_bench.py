"""The figures of `bench`: what stands for the runs, what keeps a bound, and how it is told."""

from __future__ import annotations

import ast
import json
import os
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant_app.bench import figures, machine
from assistant_app.bench.desk import story
from assistant_app.bench.figures import Figure, figure, ratios
from assistant_app.cli import bench as bench_cli

ROOT = Path(__file__).resolve().parents[2]


def test_the_median_stands_for_the_runs():
    found = Figure("help", "s", (3.0, 1.0, 2.0), bound=2.0)
    assert (found.value, found.kept) == (2.0, True)
    assert Figure("help", "s", (3.0, 1.0, 2.1), bound=2.0).kept is False
    assert Figure("help", "s", (1.0,)).kept is None


def test_the_worst_run_stands_where_each_has_to_keep_the_bound():
    assert Figure("late_most", "ms", (1.0, 9.0, 2.0), worst=True).value == 9.0
    share = Figure("reply_share", "ratio", (0.99, 0.9), bound=0.97, at_least=True, worst=True)
    assert (share.value, share.kept) == (0.9, False)
    assert Figure("reply_share", "ratio", (0.97,), bound=0.97, at_least=True).kept is True


def test_a_figure_in_json_has_its_samples():
    row = Figure("help", "s", (0.12345, 0.2), bound=0.2).to_json()
    assert row == {
        "name": "help", "value": 0.162, "unit": "s", "bound": 0.2, "at_least": False,
        "kept": True, "samples": [0.123, 0.2],
    }  # fmt: skip


def test_what_could_not_be_measured_is_left_out():
    assert figure("turn_written", "KB", []) == []
    assert ratios([1.0, 2.0], [2.0, 0.0]) == [0.5]


def test_a_story_is_the_same_for_a_seed_and_asks_for_one_thing():
    assert story(40, 1) == story(40, 1) != story(40, 2)
    assert len(story(400, 1).split()) >= 400


def names_of_figures() -> set[str]:
    """Return the first argument of each call of `figure` in the package, and of those counted."""
    found: set[str] = set()
    for path in Path(figures.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "figure":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    occasions = ("new_process", "new_session", "second", "reopened")
    for occasion in occasions:
        found |= {f"{kind}_{occasion}" for kind in ("evaluated", "over_decision", "over_reply")}
    return found


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_figure_has_a_name_in_both_languages(lang):
    words = tomllib.loads((ROOT / f"resources/phrases/{lang}/bench.toml").read_text("utf-8"))
    assert set(words["figure"]) == names_of_figures()
    assert len(names_of_figures()) > 30


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_says_what_misses_its_bound(lang):
    head = {
        "machine": {
            "processor": "P", "cores": 2, "threads": 2, "memory_mb": 1, "load": 0.5, "system": "S",
        },
        "model": {"file": "m.gguf", "name": "M", "bytes": 1},
        "versions": {"python": "3"},
        "runs": 2,
    }  # fmt: skip
    rows = [
        Figure("help", "s", (0.1,), bound=0.2),
        Figure("load", "s", (1.0,)),
        Figure("reply_share", "ratio", (0.5,), bound=0.97, at_least=True),
    ]
    assert any(
        "M (m.gguf)" in line or "M（m.gguf）" in line for line in bench_cli._head(head, lang)
    )
    good, free, bad = [bench_cli._line(row, lang) for row in rows]
    missed = {"en": "missed", "zh": "未达到"}[lang]
    assert "0.2" in good
    assert missed not in good
    assert free.rstrip().endswith({"en": "1 s", "zh": "1 秒"}[lang])
    assert "0.97" in bad
    assert missed in bad


def test_what_a_process_took_is_known_on_linux():
    if not Path("/proc/self/status").exists():
        pytest.skip("the system does not say")
    assert (machine.peak_memory(os.getpid()) or 0) > 5
    assert machine.written(os.getpid()) is not None
    assert machine.peak_memory(2**22 + 1) is None


def test_help_alone_is_measured_in_a_folder_that_goes(tmp_path, monkeypatch, tiny_model):
    monkeypatch.setenv("ASSISTANT_APP_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = CliRunner().invoke(
        bench_cli.command,
        ["--model", str(tiny_model), "--only", "help", "--runs", "2", "--json"],
        catch_exceptions=False,
    )
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    (row,) = report["figures"]
    assert (row["name"], len(row["samples"])) == ("help", 2)
    assert report["model"]["file"] == tiny_model.name
    assert {"machine", "versions", "runs"} <= report.keys()
    assert list(tmp_path.iterdir()) == []


def test_a_model_of_the_folder_is_measured_by_its_name(tmp_path, monkeypatch, tiny_model):
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path))
    shutil.copy(tiny_model, tmp_path / "mine.gguf")
    command = ["--model", "mine", "--only", "help", "--runs", "1", "--json"]
    done = CliRunner().invoke(bench_cli.command, command, catch_exceptions=False)
    assert json.loads(done.stdout)["model"]["file"] == "mine.gguf"


def test_lines_are_printed_as_they_are_measured(tmp_path, monkeypatch, tiny_model):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = CliRunner().invoke(
        bench_cli.command,
        ["--model", str(tiny_model), "--only", "help", "--runs", "1"],
        catch_exceptions=False,
        env={"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_CN.UTF-8"},
    )
    *head, last = done.stdout.splitlines()
    assert tiny_model.name in "".join(head)
    assert last.startswith("--help")
    assert "秒" in last


def test_a_file_that_is_no_model_is_said_so(tmp_path):
    file = tmp_path / "m.gguf"
    file.write_bytes(b"x" * 100)
    from assistant_app.errors import AppError

    with pytest.raises(AppError) as caught:
        CliRunner().invoke(bench_cli.command, ["--model", str(file)], catch_exceptions=False)
    assert caught.value.code == "model_not_gguf"
