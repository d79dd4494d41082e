"""Stored and model text cannot steer a terminal, and stays as it is in the file and in JSON."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from gguf_bytes import model

from assistant_app.cli import ask as ask_module
from assistant_app.cli import terminal
from assistant_app.cli.main import cli
from assistant_app.domain.turn import TurnRequest
from assistant_app.engine.scripted import Script, ScriptedEngine
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage

EVIL = "\x1b]0;owned\x07 a\x1b[31mred\x1b[2J\x9b5n\x85\x7f\x08\rb\x00"
RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    return tmp_path / "data"


@pytest.fixture
def run(folder: Path) -> Run:
    def invoke(*args: str) -> Result:
        words = [*args, "--data-dir", str(folder)]
        return CliRunner().invoke(cli, words, prog_name="assistant-app", color=True)

    return invoke


@pytest.fixture
def filled(folder: Path, tmp_path: Path, run: Run) -> None:
    """A folder in which controls are wherever text can be."""
    (tmp_path / "chats.jsonl").write_text(
        json.dumps(
            {
                "title": f"Chat {EVIL}",
                "messages": [{"role": "user", "text": f"zebra {EVIL}"}],
            }
        ),
        encoding="utf-8",
    )
    for args in (
        ("sessions", "import", str(tmp_path / "chats.jsonl")),
        ("memories", "add", f"I like {EVIL} tea".replace("\0", "")),
        ("memories", "bar", f"zebras {EVIL}".replace("\0", "")),
        ("tasks", "add", "Water", "--notes", EVIL, "--list", f"home {EVIL}", "--due", "Friday"),
        ("events", "add", "--title", "Concert", "--when", "Friday 8pm", "--notes", EVIL),
    ):
        done = run(*args)
        assert done.exit_code == 0, done.output
    models = tmp_path / "models"
    models.mkdir()
    (models / f"evil{EVIL}.gguf".replace("\0", "").replace("/", "")).write_bytes(model())


COMMANDS = [
    ("sessions", "list"),
    ("sessions", "show", "1"),
    ("sessions", "search", "zebra"),
    ("sessions", "recall", "zebra"),
    ("sessions", "export", "--all", "--format", "md"),
    ("sessions", "export", "--all"),
    ("sessions", "delete", "1"),
    ("sessions", "rename", "1", EVIL.replace("\0", "")),
    ("memories", "list"),
    ("memories", "show", "1"),
    ("memories", "bars"),
    ("memories", "recall", "tea"),
    ("events", "list"),
    ("events", "show", "2"),
    ("tasks", "list"),
    ("tasks", "show", "1"),
    ("models", "list"),
    ("undo",),
]
REFUSED = [
    ("models", "info", f"no{EVIL}".replace("\0", "")),
    ("tasks", "show", f"no{EVIL}".replace("\0", "")),
    ("tasks", "add", "one", f"two{EVIL}".replace("\0", "")),
    ("sessions", "show", f"no{EVIL}".replace("\0", "")),
    (f"no{EVIL}".replace("\0", ""),),
    ("events", "add", "--title", "x", "--when", f"no{EVIL}".replace("\0", "")),
]


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("args", [*COMMANDS, *REFUSED], ids=lambda args: " ".join(args[:2])[:20])
def test_no_command_prints_controls(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.output.strip()
    assert done.exit_code == 0 or args in REFUSED or args[1:2] == ("delete",), done.output
    assert RAW.findall(done.output) == []
    if args[-1] == "md":
        return
    for line in run(*args, "--json").stdout.splitlines():
        json.loads(line)
        assert RAW.findall(line) == []


@pytest.mark.usefixtures("filled")
def test_what_is_stored_stays_as_it_is(run: Run) -> None:
    shown = json.loads(run("sessions", "show", "1", "--json").stdout)
    assert shown["messages"][0]["text"] == f"zebra {EVIL}".replace("\0", "")
    assert "red" in run("sessions", "show", "1").stdout


def test_lines_and_tabs_stay_and_half_pairs_harm_nothing() -> None:
    assert terminal.safe("a\tb\r\nc\nd 早\ud83d") == "a\tb\nc\nd 早?"


def test_an_answer_that_streams_cannot_steer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pieces = ["Hello \x1b", "]0;owned\x07", " wor\x9b31m", "ld.\n"]
    engine = ScriptedEngine(scores={"reply": -0.1}, fallback=Script(pieces))
    assistant = Assistant.open(Paths(folder, folder.parent / "models"), engine=engine)
    result = ask_module._run(assistant, TurnRequest("Tell me a joke"), stream=True)
    assistant.close()
    out = capsys.readouterr().out
    assert "Hello" in out
    assert RAW.findall(out) == []
    assert "\x1b" in result.reply, "what is kept is what was said"


def test_a_bar_that_is_redrawn_and_questions_are_safe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(click, "echo", lambda words, **_more: printed.append(words))
        terminal.redraw(f"Fetching {EVIL}")
    (drawn,) = printed
    assert "\n" not in drawn
    assert (drawn[0], drawn[-3:]) == ("\r", "\x1b[K")
    assert RAW.findall(drawn[1:-3]) == []
    asked: list[str] = []
    monkeypatch.setattr(click, "confirm", lambda words, **_more: asked.append(words) or True)
    monkeypatch.setattr(click, "prompt", lambda words, **_more: asked.append(words) or "x")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert terminal.ask_yes(EVIL)
    assert terminal.ask_secret(EVIL) == "x"
    assert len(asked) == 2
    assert RAW.findall("".join(asked)) == []
