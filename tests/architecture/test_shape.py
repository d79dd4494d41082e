"""Files and functions stay small, types are strict, and project text speaks of the project alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_FILE = 600
MAX_FUNCTION = 60


def sources(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "__pycache__" not in path.parts]


def functions(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the functions of a module with their lengths in lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_file_is_too_long():
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sources("assistant_app", "tests", "packaging")
        if (lines := len(path.read_text("utf-8").splitlines())) > MAX_FILE
    }
    assert found == {}


def test_no_function_is_too_long():
    found = {
        f"{path.relative_to(ROOT)}:{name}": lines
        for path in sources("assistant_app", "packaging")
        for name, lines in functions(ast.parse(path.read_text("utf-8")))
        if lines > MAX_FUNCTION
    }
    assert found == {}


def test_lengths_are_counted():
    code = "def f():\n" + "    x = 1\n" * 60
    assert list(functions(ast.parse(code))) == [("f", 61)]


def test_the_command_line_prints_in_one_place():
    """What is stored could steer a terminal: `cli/terminal.py` takes care of that."""
    prints = re.compile(
        r"\bclick\.(?:echo|secho|confirm|prompt|pause)\b|^\s*print\(|std(?:out|err)\.write"
    )
    found = {
        path.name
        for path in sources("assistant_app/cli")
        if any(prints.search(line) for line in path.read_text("utf-8").splitlines())
    }
    assert found - {"doctor.py"} == {"terminal.py"}  # what doctor prints is in its probes


@pytest.mark.slow
def test_types_are_strict():
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stdout + done.stderr


# What must not stand in the project's text: names of package indexes' hosts, and paths of the
# machine that somebody happened to work on.
FORBIDDEN = re.compile(
    r"pypi\.(?:org|python)|pythonhosted|/"
    + r"work/|/"
    + r"root/|/"
    + r"home/\w|\.\./shared/design",
    re.IGNORECASE,
)
TEXT = {".py", ".md", ".toml", ".sh", ".txt", ".lock", ".sql", ".ts", ".yml", ""}


def tracked() -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in done.stdout.split("\0") if name]


def test_project_text_speaks_of_the_project_alone():
    found = []
    for path in tracked():
        if path.suffix not in TEXT or not path.is_file() or path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            if FORBIDDEN.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert found == []


def test_top_level_holds_what_it_should():
    allowed = {
        "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "assistant_app", "resources",
        "tests", "packaging",
    }  # fmt: skip
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in top if not name.startswith(".")} <= allowed


def locked(name: str) -> dict[str, str]:
    text = (ROOT / "packaging" / name).read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", text, re.MULTILINE))


def test_the_lock_files_answer_the_project():
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    run, test = locked("requirements.lock"), locked("requirements-test.lock")
    assert not run.keys() & test.keys()
    wanted = {**dict.fromkeys(project["dependencies"], run)}
    wanted |= dict.fromkeys(project["optional-dependencies"]["test"], run | test)
    for text, lock in wanted.items():
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        assert name in lock, name
        assert requirement.specifier.contains(lock[name]), name


def test_dependencies_have_both_bounds():
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    open_ended = []
    for text in project["dependencies"]:
        operators = {part.operator for part in Requirement(text).specifier}
        if operators - {"!="} != {">=", "<"} and not text.startswith("tzdata"):
            open_ended.append(text)
    assert open_ended == []


def test_the_version_is_said_once():
    import assistant_app

    assert metadata.version("assistant-app") == assistant_app.__version__
