"""The window before its folder is open: shown, written in, asked in, and nothing of that is lost."""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from assistant_app.domain.changes import Changes
from assistant_app.errors import AppError, Bug
from assistant_app.gui import preferences, style
from assistant_app.gui.collector import Collector
from assistant_app.gui.core_soon import CoreSoon
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.runner import Runner
from assistant_app.gui.shell import Shell
from assistant_app.gui.style import Theme
from assistant_app.gui.translation import Translation
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant


def test_what_is_called_early_waits_for_the_core(paths: Paths, core: Assistant) -> None:
    soon = CoreSoon(paths)
    listing = soon.sessions.listing
    with pytest.raises(Bug):
        listing()  # the window's thread waits for nothing
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(listing)
        assert not waiting.done()
        soon.opened(core)
        assert waiting.result(timeout=10) == []
    assert soon.sessions is core.sessions
    assert listing() == []


def test_who_waits_is_told_that_there_is_no_core(paths: Paths) -> None:
    soon = CoreSoon(paths)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(soon.memories.lists.waiting)
        soon.failed(AppError("disk_full", path="x"))
        with pytest.raises(AppError) as caught:
            waiting.result(timeout=10)
    assert caught.value.code == "disk_full"


def test_listeners_hear_of_changes_from_the_opening_on(paths: Paths, core: Assistant) -> None:
    heard: list[Changes] = []
    soon = CoreSoon(paths)
    soon.subscribe(heard.append)
    soon.opened(core)
    soon.subscribe(heard.append)
    core.sessions.create(title="One")
    assert heard == [Changes.SESSIONS] * 2


class Early:
    """A shell whose folder is opened when the test says so."""

    def __init__(
        self, app: QApplication, core: Assistant, runner: Runner, translation: Translation
    ) -> None:
        self.soon = CoreSoon(core.paths)
        self._gate = threading.Event()

        def work() -> Preferences:
            self._gate.wait(20)
            self.soon.opened(core)
            return preferences.load(core)

        runner.run(app, work, self._on_open)
        looks = preferences.remembered(core.paths)
        self.shell = Shell(app, self.soon, runner, looks, translation)  # type: ignore[arg-type]
        self.shell.show()
        self.open = False

    def _on_open(self, chosen: Preferences) -> None:
        self.shell.settle(chosen)
        self.shell.start()
        self.open = True

    def let_open(self) -> None:
        """Open the folder."""
        self._gate.set()


@pytest.fixture
def early(
    qapp: QApplication, core: Assistant, runner: Runner, translation: Translation, qtbot: Any
) -> Iterator[Callable[[], Early]]:
    core.settings.set("ui.language", "en")
    style.apply_theme(qapp, style.Theme.LIGHT)
    made: list[Early] = []

    def make() -> Early:
        made.append(Early(qapp, core, runner, translation))
        return made[-1]

    yield make
    for one in made:
        one.let_open()
        qtbot.waitUntil(lambda: runner.idle, timeout=10_000)
        one.shell.prepare_to_quit()
        qtbot.waitUntil(lambda: runner.idle, timeout=10_000)
        one.shell.main.deleteLater()
        one.shell.deleteLater()
    qapp.processEvents()


def test_what_is_typed_before_the_folder_is_open_stays(
    early: Callable[[], Early], core: Assistant, qtbot: Any
) -> None:
    session = core.sessions.create(title="Yesterday")
    core.settings.set("ui.last_session", session.id)
    window = early()
    main = window.shell.main
    assert main.isVisible()
    assert main.focusWidget() is main.page.composer.edit
    qtbot.keyClicks(main.focusWidget(), "Bring the ladder")
    window.let_open()
    qtbot.waitUntil(lambda: main.page.session_id == session.id, timeout=10_000)
    assert main.page.composer.text() == "Bring the ladder"
    qtbot.waitUntil(lambda: main.pane.model.row_of(session.id) >= 0, timeout=10_000)
    assert core.sessions.draft(None) == ""


def test_a_question_before_the_folder_is_open_is_answered(
    early: Callable[[], Early], core: Assistant, qtbot: Any
) -> None:
    window = early()
    page = window.shell.main.page
    page.ask("How are you?")
    assert page.running is not None
    window.let_open()
    qtbot.waitUntil(lambda: window.open and page.running is None, timeout=10_000)
    (session,) = core.sessions.listing()
    assert [m.text for m in core.sessions.messages(session.id)] == ["How are you?", "Fine."]
    qtbot.waitUntil(lambda: page.session_id == session.id, timeout=10_000)
    window.shell._open_none()  # as it comes where the answer was quicker than the start
    assert page.session_id == session.id


def test_settings_that_changed_elsewhere_are_taken_on(
    early: Callable[[], Early], core: Assistant, qtbot: Any
) -> None:
    core.settings.set("ui.language", "zh")
    core.settings.set("ui.theme", "dark")
    core.settings.set("ui.size", [900, 640])
    window = early()
    assert window.shell.main.windowTitle() == "Assistant"
    window.let_open()
    qtbot.waitUntil(lambda: window.open, timeout=10_000)
    assert window.shell.main.windowTitle() == "助手"
    assert window.shell.main.preferences.theme is Theme.DARK


def test_the_looks_are_kept_for_the_next_start(core: Assistant) -> None:
    before = Preferences()
    after = Preferences(
        language="zh", theme=Theme.DARK, name="Ann", size=(900, 640), pane_shown=False
    )
    preferences.save(core, before, after)
    looks = preferences.remembered(core.paths)
    assert (looks.language, looks.theme, looks.size) == ("zh", Theme.DARK, (900, 640))
    assert not looks.pane_shown
    assert looks.name == ""
    assert "Ann" not in core.paths.looks.read_text("utf-8")


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"theme": 5, "size": "x", "pane_width": null}', "\x00", "7"]
)
def test_looks_that_cannot_be_read_are_as_none(tmp_path: Path, content: str) -> None:
    paths = Paths(tmp_path, tmp_path / "models")
    assert preferences.remembered(paths) == Preferences()
    paths.looks.write_text(content, encoding="utf-8")
    found = preferences.remembered(paths)
    assert (found.theme, found.size) == (Theme.AUTO, Preferences().size)


def test_looks_are_plain_json(tmp_path: Path) -> None:
    paths = Paths(tmp_path, tmp_path / "models")
    preferences.remember(paths, Preferences())
    assert set(json.loads(paths.looks.read_text("utf-8"))) == {
        "language", "theme", "send_key", "pane_width", "pane_shown", "size",
    }  # fmt: skip


class Knot:
    """Something that only a look for garbage frees."""

    def __init__(self, ends: list[str]) -> None:
        self.me, self._ends = self, ends

    def __del__(self) -> None:
        self._ends.append(threading.current_thread().name)


def test_garbage_is_freed_in_the_window_thread_alone(qapp: QApplication, qtbot: Any) -> None:
    ends: list[str] = []
    collector = Collector()
    try:
        collector.start()

        def work() -> None:
            Knot(ends)
            for _ in range(5000):
                [].append([])  # enough for Python to look for garbage, if it were let

        with ThreadPoolExecutor(1, thread_name_prefix="io") as pool:
            pool.submit(work).result(timeout=10)
            assert ends == []
        assert collector.collect() > 0
        assert ends == [threading.main_thread().name]
        Knot(ends)
        qtbot.waitUntil(lambda: len(ends) == 2, timeout=10_000)
    finally:
        gc.unfreeze()
        gc.enable()
