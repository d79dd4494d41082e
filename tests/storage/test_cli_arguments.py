"""Words that begin with a minus are text or numbers, whatever command they are given to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from gguf_bytes import model

from assistant_app.cli.arguments import TextCommand, options_first
from assistant_app.cli.main import cli
from assistant_app.engine.scripted import ScriptedEngine

pytestmark = pytest.mark.storage

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    models = tmp_path / "models"
    models.mkdir()
    (models / "own.gguf").write_bytes(model())
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(models))
    monkeypatch.setenv("ASSISTANT_APP_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def invoke(*args: str) -> Result:
        return CliRunner().invoke(cli, args, prog_name="assistant-app")

    return invoke


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Yield every command that takes words, with its path."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


def test_every_command_takes_them() -> None:
    found = dict(commands(cli))
    assert len(found) > 50
    assert [path for path, command in found.items() if not isinstance(command, TextCommand)] == []


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("models", "settings", "own.gguf", "temperature", "-3"), 1, "a number from 0 to 2"),
        (("models", "settings", "own.gguf", "context", "-1"), 1, "a number from 2048"),
        (("models", "settings", "own.gguf", "gpu_layers", "-1"), 0, "gpu_layers: -1"),
        (("models", "settings", "own.gguf", "gpu_layers", "-2"), 1, "a number from -1"),
        (("models", "info", "-3"), 1, "-3"),
        (("models", "use", "-3"), 1, "-3"),
        (("tasks", "add", "-5 degrees"), 0, "-5 degrees"),
        (("tasks", "add", "- milk", "--due", "Friday"), 0, "- milk"),
        (("tasks", "add", "--notes", "-2", "-5 degrees", "--priority", "high"), 0, "-5 degrees"),
        (("tasks", "add", "--", "-x"), 0, "-x"),
        (("tasks", "done", "-3"), 1, "-3"),
        (("tasks", "edit", "t1", "title", "-7"), 1, "no event or task 1"),
        (("events", "show", "-3"), 1, "-3"),
        (("sessions", "show", "-3"), 1, "number -3"),
        (("sessions", "rename", "-3", "-4"), 1, "number -3"),
        (("sessions", "search", "-5"), 0, "Nothing found"),
        (("memories", "add", "-40 is as cold in both scales"), 0, "-40 is as cold"),
        (("memories", "show", "-3"), 1, "-3"),
        (("undo", "-1"), 1, "number -1"),
        (("when", "-3 days"), 0, ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_they_are_taken_or_refused_in_words(
    run: Run, args: tuple[str, ...], code: int, said: str
) -> None:
    done = run(*args)
    assert done.exit_code == code, done.output
    assert said in done.output
    assert "No such option" not in done.output
    assert "Usage" not in done.output


def test_a_question_is_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = ScriptedEngine(scores={"reply": -0.1})
    monkeypatch.setattr("assistant_app.services.assistant.CurrentEngine", lambda *_, **__: engine)
    done = run("ask", "-3 + 4", "--model", "own.gguf", "--json")
    assert done.exit_code == 0, done.output
    shown = json.loads(run("sessions", "show", "1", "--json").stdout)
    assert shown["messages"][0]["text"] == "-3 + 4"


@pytest.mark.parametrize(
    "args", [("tasks", "add", "Milk", "--dew", "Friday"), ("tasks", "add", "-birthday")]
)
def test_what_looks_like_an_option_is_refused_and_says_how(
    run: Run, args: tuple[str, ...]
) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert "No such option" in done.stderr
    assert "put -- before it" in done.stderr


def test_options_keep_their_values_and_arguments_their_order() -> None:
    add = dict(commands(cli))["tasks add"]
    words = ["-1 a", "--due", "-2", "--json", "b", "--notes=-x", "-", "-.5", "--", "--json"]
    assert options_first(words, add.params) == [
        *("--due", "-2", "--json", "--notes=-x", "--"),
        *("-1 a", "b", "-", "-.5", "--json"),
    ]
