"""Read the files of `resources/`, from the wheel or from a checkout.

The wheel maps `resources/` to `assistant_app/_resources`; an editable checkout has it beside the
package. Everything goes through `importlib.resources`, so that zipped installs work too.
"""

from __future__ import annotations

from functools import cache
from importlib.abc import Traversable
from importlib.resources import files
from pathlib import Path
from typing import Any


@cache
def root() -> Traversable:
    """Return the folder of resources."""
    inside = files("assistant_app") / "_resources"
    if inside.is_dir():
        return inside
    return Path(__file__).resolve().parent.parent / "resources"


@cache
def read_text(name: str) -> str:
    """Return the UTF-8 text of the resource `name`, a path such as `prompts/en.toml`."""
    return (root() / name).read_text(encoding="utf-8")


def read_bytes(name: str) -> bytes:
    """Return the bytes of the resource `name`."""
    return (root() / name).read_bytes()


@cache
def read_toml(name: str) -> dict[str, Any]:
    """Return the resource `name` parsed as TOML; treat the result as read-only."""
    import tomllib

    return tomllib.loads(read_text(name))


@cache
def _phrases(lang: str) -> dict[str, Any]:
    """Return every phrase of `lang`: one TOML file an area, its name the first part of a key."""
    import tomllib

    folder = root() / "phrases" / lang
    return {
        entry.name.removesuffix(".toml"): tomllib.loads(entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }


def phrase(lang: str, key: str, /, **params: object) -> str:
    """Return the sentence `key` ("area.section.name") in `lang`, filled with `params`.

    The sentences of the core (replies, questions, errors) live in `phrases/LANG/AREA.toml`; those
    of the window live in `gui/` and go through Qt. A language without the sentence falls back to
    English.

    Raises:
        KeyError: no language has the key.
    """
    for code in (lang, "en"):
        node: Any = _phrases(code)
        for part in key.split("."):
            node = node.get(part) if isinstance(node, dict) else None
        if isinstance(node, str):
            return node.format(**params)
    raise KeyError(key)


def error_sentence(lang: str, code: str, message_kept: bool, /, **params: object) -> str:
    """Return the sentence of the error `code`: the entry of any area's `[errors]` table.

    Only with `message_kept` does it say that what was written was kept, where it has a place for it.

    Raises:
        KeyError: no area has one.
    """
    for language in (lang, "en"):
        for area in _phrases(language).values():
            text = area.get("errors", {}).get(code)
            if isinstance(text, str):
                said = {
                    f"{what}_kept": phrase(lang, f"core.kept.{what}") if message_kept else ""
                    for what in ("message", "so_far")
                }
                return text.format(**params, **said).strip()
    raise KeyError(code)
