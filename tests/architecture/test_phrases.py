"""Every sentence exists in both languages, and every error that code can raise has one."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant_app.errors import AppError, sentence
from assistant_app.resources import phrase

ROOT = Path(__file__).resolve().parents[2]
PHRASES = ROOT / "resources" / "phrases"
AREAS = sorted(path.stem for path in (PHRASES / "en").glob("*.toml"))
RAISERS = {"AppError", "Bug", "Cancelled"}
KEPT = {"message_kept", "so_far_kept"}
"""Places for what is said only where a message was stored; the sentence itself fills them."""
ALIKE = {"nth": "number"}  # "the 3rd" in English is a plain number in Chinese


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the sentences of a table by dotted key."""
    found: dict[str, str] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        found |= flat(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return found


def sentences(lang: str, area: str) -> dict[str, str]:
    return flat(tomllib.loads((PHRASES / lang / f"{area}.toml").read_text("utf-8")))


def fields(text: str) -> set[str]:
    """Return the names of the placeholders."""
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return {ALIKE.get(name, name) for name in names}


def error_sentences() -> dict[str, str]:
    """Return the English sentences of all error codes."""
    return {
        key.removeprefix("errors."): text
        for area in AREAS
        for key, text in sentences("en", area).items()
        if key.startswith("errors.")
    }


def raised(code: str) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the literal codes of `AppError(...)` calls, with their values (None: cannot be told)."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in RAISERS:
            continue
        first = node.args[0]
        choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        values = {word.arg for word in node.keywords if word.arg is not None}
        known = len(values) == len(node.keywords)
        for choice in choices:
            if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                yield choice.value, values if known else None


def test_both_languages_have_the_same_areas():
    assert sorted(path.stem for path in (PHRASES / "zh").glob("*.toml")) == AREAS
    assert "core" in AREAS


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_say_the_same(area):
    english, chinese = sentences("en", area), sentences("zh", area)
    assert english.keys() == chinese.keys()
    differing = {key for key in english if fields(english[key]) != fields(chinese[key])}
    assert differing == set()
    said_in_one_only = {k for k in english if bool(english[k].strip()) != bool(chinese[k].strip())}
    assert said_in_one_only == set()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_that_a_message_was_kept_is_said_only_where_it_was(lang):
    kept = [phrase(lang, f"core.kept.{what}").strip() for what in ("message", "so_far")]
    said = 0
    for code, text in error_sentences().items():
        error = AppError(code, **{name: "-" for name in fields(text) - KEPT})
        plain = sentence(error, lang)
        assert not any(words in plain for words in kept), code
        error.message_kept = True
        told = sentence(error, lang)
        assert sum(words in told for words in kept) == len(fields(text) & KEPT), code
        assert all(words == words.strip() and "  " not in words for words in (plain, told)), code
        said += plain != told
    assert said > 20


def test_units_of_sizes_come_from_one_function():
    """A sentence that holds the unit says 300 MB as "0.3 GB"."""
    said = [
        text for lang in ("en", "zh") for area in AREAS for text in sentences(lang, area).values()
    ]
    window = ROOT / "resources" / "i18n" / "assistant_zh_CN.ts"
    said += window.read_text("utf-8").splitlines()
    assert [text for text in said if re.search(r"\}\s*GB|\bsize\}\s*MB", text)] == []
    code = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "assistant_app").rglob("*.py")
        if re.search(r"1e9:|1e6:\.0f\} MB|1_000_000_000:", path.read_text("utf-8"))
    }
    assert code == {"assistant_app/domain/size.py"}


def test_no_code_has_two_sentences():
    keys = [key for area in AREAS for key in sentences("en", area) if key.startswith("errors.")]
    assert sorted(keys) == sorted(set(keys))


def test_every_error_raised_has_a_sentence_and_its_values():
    known = error_sentences()
    problems = []
    for path in sorted((ROOT / "assistant_app").rglob("*.py")):
        for code, values in raised(path.read_text("utf-8")):
            where = f"{path.relative_to(ROOT)}: {code}"
            if code not in known:
                problems.append(f"{where} has no sentence")
            elif values is not None and (lacking := fields(known[code]) - values - KEPT):
                problems.append(f"{where} lacks {sorted(lacking)}")
    assert problems == []


def test_the_scan_sees_what_is_raised():
    code = 'raise AppError("a", x=1)\nraise AppError("b" if c else "d", **more)\nBug("e")'
    assert list(raised(code)) == [("a", {"x"}), ("b", None), ("d", None), ("e", set())]
