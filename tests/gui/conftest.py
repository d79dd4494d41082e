"""Windows over the real core, with a scripted model; offscreen, on a temporary folder."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_SCALE_FACTOR", None)

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from assistant_app.domain.engine import Completion
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.gui import preferences, style
from assistant_app.gui.immortal import keep_constants_alive
from assistant_app.gui.runner import Runner
from assistant_app.gui.shell import Shell
from assistant_app.gui.translation import Translation
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

keep_constants_alive()

OFFSCREEN = ["This plugin does not support"]
"""What the offscreen platform says of raising windows and size hints."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/gui" in item.nodeid or Path(str(item.fspath)).parent.name == "gui":
            item.add_marker(pytest.mark.gui)
            item.add_marker(pytest.mark.qt_log_ignore(*OFFSCREEN, extend=True))


class Model(ScriptedEngine):
    """A scripted model that replies, unless `tools` names the call for a message."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tools: dict[str, str] = {}
        self.scores = self._score

    def _call(self, request: Completion) -> str:
        said = "\n".join(message.text for message in request.messages[-2:])
        return next((call for words, call in self.tools.items() if words in said), "reply")

    def _score(self, request: Completion, candidates: Sequence[str]) -> list[float]:
        name = self._call(request).split('"')[0]
        return [0.0 if text == name else -20.0 for text in candidates]

    def _next(self, request: Completion) -> Any:
        if request.grammar is not None:
            from assistant_app.engine.scripted import Script

            call = self._call(request)
            return Script([call[call.index('"') :]])
        return super()._next(request)


@dataclass
class Desk:
    """Everything that a test of windows needs."""

    app: QApplication
    core: Assistant
    model: Model
    runner: Runner
    shell: Shell
    wait: Callable[[Callable[[], Any]], None]

    def settle(self) -> None:
        """Wait until every answer is in, and painted."""
        for _ in range(3):
            self.wait(self._idle)
            self.app.processEvents()

    def _idle(self) -> bool:
        return self.runner.idle and not self.shell.turns.busy and self.shell.hub.idle


@pytest.fixture
def model() -> Model:
    return Model(fallback="Fine.")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "models")


@pytest.fixture
def core(paths: Paths, model: Model) -> Iterator[Assistant]:
    assistant = Assistant.open(paths, engine=model)
    yield assistant
    assistant.close()


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[Runner]:
    made = Runner()
    yield made
    for end in made.close():
        end.result(timeout=10)


@pytest.fixture
def english(qapp: QApplication) -> Iterator[None]:
    """Speak English whatever the machine speaks, and leave no translator behind."""
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.fixture
def translation(qapp: QApplication, english: None) -> Iterator[Translation]:
    made = Translation(qapp)
    yield made
    made.show("en")


@pytest.fixture
def desk(
    qapp: QApplication,
    core: Assistant,
    model: Model,
    runner: Runner,
    translation: Translation,
    qtbot: Any,
) -> Iterator[Desk]:
    core.settings.set("ui.language", "en")
    style.apply_theme(qapp, style.Theme.LIGHT)
    shell = Shell(qapp, core, runner, preferences.load(core), translation)
    made = Desk(
        qapp, core, model, runner, shell, lambda done: qtbot.waitUntil(done, timeout=10_000)
    )
    shell.start()
    made.settle()
    yield made
    shell.turns.stop_all()
    made.settle()
    shell.prepare_to_quit()
    made.settle()
    main = shell.main
    main.deleteLater()
    shell.deleteLater()
    qapp.processEvents()
