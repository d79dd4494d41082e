"""The Chinese of the window: complete, compiled, and with the same placeholders."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from assistant_app.gui.translation import Translation

ROOT = Path(__file__).resolve().parents[2]
I18N = ROOT / "resources" / "i18n"
TS = I18N / "assistant_zh_CN.ts"
_PLACE = re.compile(r"\{\w*\}")


def _tool(name: str) -> str:
    return str(Path(sys.executable).with_name(f"pyside6-{name}"))


def _messages(path: Path) -> dict[tuple[str, str, str], tuple[str, str]]:
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            key = (name, message.findtext("source") or "", message.findtext("comment") or "")
            found[key] = (translation.text or "", translation.get("type", ""))
    return found


def test_no_string_is_unfinished() -> None:
    unfinished = [key for key, (text, kind) in _messages(TS).items() if kind or not text]
    assert unfinished == []


def test_placeholders_are_the_same() -> None:
    for (_, source, _), (text, _) in _messages(TS).items():
        assert sorted(_PLACE.findall(source)) == sorted(_PLACE.findall(text)), source


def test_words_that_are_decided() -> None:
    text = {key[1]: value for key, (value, _) in _messages(TS).items()}
    assert text["Memories"] == "记忆"
    assert text["Agenda"] == "日程"
    assert text["Tasks"] == "待办"
    assert text["Undo"] == "撤销"
    assert text["Erase"] == "擦除"
    assert text["Assistant"] == "助手"


def test_ts_has_every_string_of_the_code(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.ts"
    sources = sorted(str(path) for path in (ROOT / "assistant_app" / "gui").glob("*.py"))
    subprocess.run(
        [_tool("lupdate"), *sources, "-ts", str(fresh), "-locations", "none"],
        check=True,
        capture_output=True,
        timeout=120,
    )
    assert set(_messages(fresh)) == set(_messages(TS))


def test_qm_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.qm"
    subprocess.run(
        [_tool("lrelease"), str(TS), "-qm", str(fresh)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    assert fresh.read_bytes() == (I18N / "assistant_zh_CN.qm").read_bytes()


def test_strings_are_literals() -> None:
    """What is not a literal is never found by lupdate, and never translated."""
    wrong = []
    for path in (ROOT / "assistant_app" / "gui").glob("*.py"):
        for match in re.finditer(r"\.tr\(\s*(?!\s*[\"'(])(\S+)", path.read_text(encoding="utf-8")):
            wrong.append(f"{path.name}: {match.group(0)}")
        assert 'tr(f"' not in path.read_text(encoding="utf-8")
    assert wrong == []


@pytest.mark.parametrize(("lang", "word"), [("zh", "今天"), ("en", "today")])
def test_translation_is_loaded_and_taken_out(
    translation: Translation, lang: Any, word: str
) -> None:
    translation.show("zh")
    translation.show(lang)
    assert QCoreApplication.translate("Words", "today") == word


def test_qt_speaks_chinese_too(translation: Translation) -> None:
    translation.show("zh")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
