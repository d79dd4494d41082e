"""The first start: three steps, by keyboard, in both languages, and never twice."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gguf_bytes import model
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assistant_app.engine import library
from assistant_app.engine.download import Progress
from assistant_app.errors import AppError, Cancelled
from assistant_app.gui import preferences
from assistant_app.gui.first_start import LANGUAGE, MODEL, PRIVACY, FirstStart

pytestmark = pytest.mark.usefixtures("new")


@pytest.fixture
def new(core: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that nobody has used; its machine reaches no hub, and has 3 GB of memory free."""
    monkeypatch.setattr(library, "reachable", lambda _url: False)
    monkeypatch.setattr(library, "available_memory", lambda: 3_000_000_000)
    core.settings.set("ui.welcomed", False)


@pytest.fixture
def welcome(desk: Any) -> FirstStart:
    assert isinstance(desk.shell.main.welcome, FirstStart)
    return desk.shell.main.welcome


def test_only_a_new_folder_is_welcomed(core: Any) -> None:
    core.settings.set("ui.welcomed", None)
    assert not preferences.load(core).welcomed
    assert not preferences.load(core).welcomed, "it is not over by looking"
    core.settings.set("ui.welcomed", None)
    core.settings.set("ui.theme", "dark")
    assert preferences.load(core).welcomed, "a folder from before there was a welcome"


def test_a_folder_with_chats_is_not_new(core: Any) -> None:
    core.settings.set("ui.welcomed", None)
    core.sessions.create()
    assert preferences.load(core).welcomed


def test_three_steps_by_keyboard(desk: Any, welcome: FirstStart) -> None:
    main = desk.shell.main
    assert main.stack.currentWidget() is welcome
    assert (welcome.step, welcome.where.text()) == (LANGUAGE, "Step 1 of 3")
    QTest.keyClicks(welcome.name, "Kim ")
    QTest.keyClick(welcome.name, Qt.Key.Key_Return)
    desk.settle()
    assert welcome.step == MODEL
    page = welcome.model_page
    assert "Qwen2.5-Coder 1.5B, 1.2 GB" in page.what.text()
    assert "fits: needs about 1.8 GB of memory, 3.0 GB free" in page.fit.text()
    assert "About 2 min at 10 MB/s" in page.fit.text()
    assert "Apache-2.0" in page.how.text()
    QTest.keyClick(welcome.next_button, Qt.Key.Key_Space)
    assert welcome.step == PRIVACY
    assert welcome.next_button.text() == "Start"
    welcome.next_button.click()
    desk.settle()
    assert main.stack.currentWidget() is main.page
    kept = preferences.load(desk.core)
    assert (kept.welcomed, kept.name) == (True, "Kim")


@pytest.mark.parametrize(("free", "said"), [(300_000_000, "300 MB"), (2_500_000_000, "2.5 GB")])
def test_what_is_free_is_told_in_the_unit_that_fits(
    desk: Any, welcome: FirstStart, monkeypatch: pytest.MonkeyPatch, free: int, said: str
) -> None:
    monkeypatch.setattr(library.shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    monkeypatch.setattr(library, "available_memory", lambda: free)
    QTest.keyClick(welcome.name, Qt.Key.Key_Return)
    desk.settle()
    assert f"; {said} are free there." in welcome.model_page.how.text()
    assert f", {said} free" in welcome.model_page.fit.text()


def test_another_language_goes_on_with_the_next_step(desk: Any, welcome: FirstStart) -> None:
    welcome.language.setCurrentIndex(welcome.language.findData("zh"))
    welcome.next_button.click()
    desk.settle()
    again = desk.shell.main.welcome
    assert again is not welcome
    assert again.step == MODEL
    assert again.where.text() == "第 2 步，共 3 步"
    assert "Qwen2.5-Coder" in again.model_page.what.text()
    again.back_button.click()
    assert again.step == LANGUAGE
    assert again.language.currentData() == "zh"


def test_a_small_machine_is_offered_the_small_model(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(library, "available_memory", lambda: 1_200_000_000)
    desk = request.getfixturevalue("desk")
    desk.shell.main.welcome.next_button.click()
    desk.settle()
    assert "0.5B" in desk.shell.main.welcome.model_page.what.text()


def test_the_step_of_the_model_is_left_out_where_one_is_here(
    desk: Any, welcome: FirstStart, paths: Any
) -> None:
    paths.models_dir.mkdir()
    (paths.models_dir / "own.gguf").write_bytes(model())
    welcome.next_button.click()
    desk.settle()
    assert welcome.step == PRIVACY


def test_a_file_of_ones_own_is_taken(desk: Any, welcome: FirstStart, tmp_path: Path) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(model())
    welcome.next_button.click()
    desk.settle()
    welcome.model_page.take_file(str(own))
    desk.settle()
    assert welcome.step == PRIVACY
    assert desk.core.models.current().name == "own.gguf"


def test_an_embedding_model_is_not_enough(
    desk: Any, welcome: FirstStart, tmp_path: Path, paths: Any
) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(model("bert"))
    welcome.next_button.click()
    desk.settle()
    welcome.model_page.take_file(str(own))
    desk.settle()
    assert welcome.step == MODEL
    assert "cannot chat" in welcome.model_page.words.text()
    assert not (paths.models_dir / "own.gguf").exists()


def test_later_goes_on_without(desk: Any, welcome: FirstStart) -> None:
    welcome.next_button.click()
    desk.settle()
    welcome.model_page.later_button.click()
    assert welcome.step == PRIVACY


def test_a_download_goes_on_behind_the_next_step(
    desk: Any, welcome: FirstStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    fetched: list[str] = []

    def get(name: str, *, progress: Any, cancel: Any, **_more: Any) -> None:
        progress(Progress("join", 1, 2, "pip"))
        remove = cancel.on_cancel(go.set)
        go.wait(10)
        remove()
        if cancel.cancelled:
            raise Cancelled
        desk.core.models.path_of(name).parent.mkdir(exist_ok=True)
        desk.core.models.path_of(name).write_bytes(model("bert" if name == "e5" else "llama"))
        fetched.append(name)

    monkeypatch.setattr(desk.core.models, "get", get)
    ready: list[bool] = []
    welcome.model_ready.connect(lambda: ready.append(True))
    welcome.next_button.click()
    desk.settle()
    welcome.model_page.get_button.click()
    desk.wait(lambda: welcome.model_page.bar.value() == 500)
    welcome.next_button.click()
    assert welcome.step == PRIVACY
    go.set()
    desk.settle()
    assert fetched == ["starter", "e5"]
    assert ready == [True]
    assert welcome.step == PRIVACY
    assert desk.core.models.current() == desk.core.models.path_of("starter")


def test_a_missing_model_does_not_take_the_place_of_the_welcome(
    desk: Any, welcome: FirstStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_lang: str) -> None:
        raise AppError("no_model")

    monkeypatch.setattr(desk.core, "warm", refuse)
    desk.shell.warm()
    desk.settle()
    assert desk.shell.main.stack.currentWidget() is welcome


def test_every_control_has_a_name(desk: Any, welcome: FirstStart) -> None:
    for step in (LANGUAGE, MODEL, PRIVACY):
        welcome.show_step(step)
        desk.settle()
        for widget in (welcome.next_button, welcome.back_button, welcome.folder_button):
            assert widget.accessibleName() or widget.text()
    assert welcome.language.accessibleName()
    assert welcome.name.accessibleName()
