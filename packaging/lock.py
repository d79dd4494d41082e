"""Write the lock files: the exact versions, in this environment, of what pyproject.toml asks for.

Run it in an environment that passes the tests: `.venv/bin/python packaging/lock.py`.
"""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# For Linux, written by packaging/lock.py; change pyproject.toml instead.\n"
NEVER = {"pip"}  # a virtual environment brings its own


def closure(wanted: list[str]) -> dict[str, str]:
    """Return what `wanted` needs, itself included: names and versions."""
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    todo = [(Requirement(text), "") for text in wanted]
    while todo:
        requirement, extra = todo.pop()
        environment = default_environment() | {"extra": extra}
        if requirement.marker and not requirement.marker.evaluate(environment):
            continue
        name = canonicalize_name(requirement.name)
        if name in NEVER:
            continue
        found[name] = metadata.version(name)
        for wanted_extra in requirement.extras | {""}:
            if (name, wanted_extra) not in seen:
                seen.add((name, wanted_extra))
                texts = metadata.requires(name) or []
                todo += [(Requirement(text), wanted_extra) for text in texts]
    return found


def lines(packages: dict[str, str]) -> str:
    """Return requirement lines, sorted."""
    return "".join(f"{name}=={version}\n" for name, version in sorted(packages.items()))


def main() -> None:
    """Write both files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = closure(project["dependencies"])
    test = closure(project["optional-dependencies"]["test"])
    folder = ROOT / "packaging"
    (folder / "requirements.lock").write_text(HEAD + lines(run), encoding="utf-8")
    extra = {name: version for name, version in test.items() if name not in run}
    text = HEAD + "-r requirements.lock\n" + lines(extra)
    (folder / "requirements-test.lock").write_text(text, encoding="utf-8")
    print(f"{len(run)} packages to run, {len(extra)} more to test")


if __name__ == "__main__":
    main()
