"""The one-line set-up: the scripts parse, agree with each other and with the README."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from assistant_app.cli import doctor

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ["packaging/setup.sh", "packaging/start.sh", "packaging/test.sh", ".ci/run"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_parse(script):
    shell = "bash" if script == ".ci/run" else "sh"
    done = subprocess.run([shell, "-n", ROOT / script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def commands(readme: str) -> list[list[str]]:
    """Return the lines of each block of shell in the README."""
    return [block.strip().splitlines() for block in re.findall(r"```sh\n(.*?)```", readme, re.S)]


def test_set_up_is_two_commands_of_one_line():
    readme = (ROOT / "README.md").read_text("utf-8")
    setting_up = [block for block in commands(readme) if "packaging/" in block[0]]
    assert setting_up == [["sh packaging/start.sh --yes"], ["sh packaging/test.sh"]]
    assert commands(readme)[:2] == setting_up


def test_continuous_integration_runs_the_test_command_of_the_readme():
    assert "sh packaging/test.sh" in (ROOT / ".ci/run").read_text("utf-8")
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_what_runs_at_once_and_what_runs_alone_is_everything():
    script = (ROOT / "packaging/test.sh").read_text("utf-8")
    assert re.findall(r"-m pytest.* -m '([^']+)'", script) == ["not alone", "alone"]


def test_doctor_and_set_up_name_the_same_system_packages():
    listed = (ROOT / "packaging/apt-packages.txt").read_text("utf-8").split()
    assert sorted(doctor.QT_PACKAGES.split()) == sorted(listed)


def test_the_readme_shows_pictures_and_links_that_exist():
    readme = (ROOT / "README.md").read_text("utf-8")
    targets = re.findall(r"\]\(([^)#]+)\)", readme)
    assert targets
    missing = [name for name in targets if "://" not in name and not (ROOT / name).exists()]
    assert missing == []


def test_the_wheel_takes_all_resources_but_the_pictures():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    mapped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert all(target == f"assistant_app/_{source}" for source, target in mapped.items())
    there = {f"resources/{path.name}" for path in (ROOT / "resources").iterdir()}
    assert set(mapped) == there - {"resources/screenshots"}
