"""The rules of who may import whom: they hold, and each of them can fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
]

# contract -> a module and an import that breaks it
VIOLATIONS = {
    "Layers": ("domain/clock.py", "import assistant_app.storage.database"),
    "Only gui and app know Qt": ("agent/__init__.py", "import PySide6.QtCore"),
    "Only storage knows the database driver": ("memory/__init__.py", "import sqlcipher3"),
    "Only the worker knows llama.cpp": ("engine/library.py", "import llama_cpp"),
    "Only secrets know the keyring": ("cli/doctor.py", "import keyring"),
    "Only the entry point runs the worker": (
        "services/__init__.py",
        "import assistant_app.engine.worker",
    ),
}
SIBLINGS = ("tools/__init__.py", "import assistant_app.memory")


def lint(folder: Path) -> tuple[int, str]:
    """Run the linter on the package in `folder`; return its code and what it says."""
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [tool, "--no-cache", "--no-logo"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def broken(report: str) -> set[str]:
    """Return the contracts that the report calls broken."""
    return {name for name in CONTRACTS if f"{name} BROKEN" in report}


@pytest.fixture
def seeded(tmp_path):
    """Return a function that copies the package with an import added to one module."""

    def copy(module: str, line: str) -> Path:
        shutil.copytree(
            ROOT / "assistant_app",
            tmp_path / "assistant_app",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        shutil.copy(ROOT / "pyproject.toml", tmp_path)
        with (tmp_path / "assistant_app" / module).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
        return tmp_path

    return copy


def test_contracts_hold():
    code, report = lint(ROOT)
    assert code == 0, report


def test_every_contract_has_a_violation_to_try():
    assert set(VIOLATIONS) == set(CONTRACTS)


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_seeded_violation_breaks_its_contract(seeded, name):
    code, report = lint(seeded(*VIOLATIONS[name]))
    assert code != 0
    assert name in broken(report), report


def test_packages_on_one_row_do_not_import_each_other(seeded):
    code, report = lint(seeded(*SIBLINGS))
    assert code != 0
    assert broken(report) == {"Layers"}


BLOCKER = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
"""


def modules() -> list[str]:
    """Return the modules that must do without Qt."""
    names = []
    for path in sorted((ROOT / "assistant_app").rglob("*.py")):
        relative = path.relative_to(ROOT).with_suffix("")
        if relative.parts[1] in ("gui", "app") or "__pycache__" in relative.parts:
            continue
        name = ".".join(relative.parts).removesuffix(".__init__")
        if name != "assistant_app.__main__":
            names.append(name)
    return names


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120
    )


def test_all_but_the_window_imports_without_qt():
    names = modules()
    assert len(names) > 40
    done = python(
        f"{BLOCKER}\nimport importlib\nfor name in {names!r}:\n importlib.import_module(name)"
    )
    assert done.returncode == 0, done.stderr


def test_the_blocker_blocks():
    assert python(f"{BLOCKER}\nimport PySide6").returncode != 0


HEAVY = ("PySide6", "numpy", "llama_cpp")
RUN = """
import sys
sys.argv = ["assistant-app", *{words!r}]
from assistant_app.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
heavy = sorted(name for name in {heavy!r} if name in sys.modules)
print("HEAVY", heavy, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["models", "--help"],
        ["ask", "--help"],
        ["sessions", "list"],
        ["memories", "list"],
        ["tasks", "list"],
        ["data", "path"],
        ["models", "list"],
    ],
    ids=" ".join,
)
def test_help_and_data_commands_load_nothing_heavy(words, tmp_path, monkeypatch):
    monkeypatch.setenv("ASSISTANT_APP_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    done = python(RUN.format(words=words, heavy=HEAVY))
    assert "HEAVY []" in done.stderr, done.stderr


LATE = (
    "assistant_app.agent", "assistant_app.domain.memory", "assistant_app.domain.planner",
    "assistant_app.engine", "assistant_app.memory", "assistant_app.services",
    "assistant_app.storage", "assistant_app.tools", "click", "llama_cpp", "markdown_it", "numpy",
    "sqlcipher3", "sqlite_utils", "tomllib",
)  # fmt: skip
"""What the first look of the window does without: it is read when the window is painted."""


def test_the_window_is_shown_before_the_rest_is_read():
    done = python(
        "import sys, assistant_app.app, assistant_app.gui.shell, assistant_app.gui.runner\n"
        f"print(sorted(name for name in {LATE!r} if name in sys.modules))"
    )
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


FIRST_TURN = """
import sys, tempfile
from pathlib import Path
from assistant_app.domain.turn import CancelToken, TurnRequest
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
with tempfile.TemporaryDirectory() as folder:
    paths = Paths(Path(folder), Path(folder) / "models")
    core = Assistant.open(paths, engine=ScriptedEngine(fallback='"}'))
    core.load_rules()
    before = set(sys.modules)
    for text in ("I moved to Oslo on Monday", "我周一搬到了奥斯陆"):
        list(core.run_turn(TurnRequest(text), CancelToken()))
    print(sorted(m for m in set(sys.modules) - before if m.startswith(("assistant_app", "numpy"))))
    core.close()
"""


def test_the_first_turn_reads_no_module_where_the_rules_were_loaded():
    done = python(FIRST_TURN)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
