"""Getting a model: what it is, how big, from where; its progress; a file of one's own; later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.language import Lang
from assistant_app.domain.size import human_size
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, model_words, style
from assistant_app.gui.card import Card
from assistant_app.gui.fetch_desk import FetchDesk
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.engine.library import Plan
    from assistant_app.engine.model_entry import ModelEntry
    from assistant_app.engine.own_file import Added
    from assistant_app.services.assistant import Assistant

_USUAL_RATE = 10e6
"""Bytes a second that the estimate goes by."""


class ModelPage(QWidget):
    """The page of the first start, and of choosing a model later.

    `ready` when a model can be used; `later` when the owner wants to look around without one.
    """

    ready = Signal()
    later = Signal()

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        desk: FetchDesk,
        lang: Lang,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._desk, self._lang = core, runner, desk, lang
        self._plans: list[Plan] = []
        self._names: list[str] = []
        self._suggested = ""
        self._desk.changed.connect(self._on_fetch)
        self._build()

    def _build(self) -> None:
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(style.SPACE_M)
        outer.addLayout(column, 4)
        outer.addStretch(1)
        column.addStretch(2)
        title = style.label(self.tr("Assistant needs a language model"), factor=1.5, bold=True)
        title.setWordWrap(True)
        column.addWidget(title)
        about = self.tr(
            "It is fetched once and then works without a network. What you write never leaves "
            "this computer."
        )
        column.addWidget(style.label(about, wrap=True, quiet=True))
        column.addWidget(self._build_card())
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.file_button = IconPushButton("folder", self.tr("I have a file…"))
        self.file_button.clicked.connect(self._on_file)
        self.later_button = QPushButton(self.tr("Later"))
        self.later_button.setAccessibleName(self.tr("Later: look around without a model"))
        self.later_button.clicked.connect(self._on_later)
        row.addWidget(self.file_button)
        row.addWidget(self.later_button)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(3)

    def _build_card(self) -> Card:
        card = Card(self)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        inner.setSpacing(style.SPACE_S)
        self.what = style.label(
            self.tr("Looking for where it can come from…"), bold=True, wrap=True
        )
        self.how = style.label("", wrap=True)
        self.fit = style.label("", wrap=True, quiet=True)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(self.tr("Progress of the download"))
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(style.SPACE_S)
        self.bar.hide()
        self.words = style.label("", wrap=True, quiet=True)
        self.get_button = IconPushButton("download", self.tr("Download"))
        self.get_button.clicked.connect(self._on_get)
        self.stop_button = QPushButton(self.tr("Pause"))
        self.stop_button.setAccessibleName(self.tr("Pause the download"))
        self.stop_button.clicked.connect(self.stop)
        self.stop_button.hide()
        row = QHBoxLayout()
        row.addWidget(self.get_button)
        row.addWidget(self.stop_button)
        row.addStretch(1)
        for widget in (self.what, self.fit, self.how, self.bar, self.words):
            inner.addWidget(widget)
        inner.addLayout(row)
        self.get_button.setEnabled(False)
        return card

    def look(self) -> None:
        """Find out what would be fetched, how big it is and from where."""
        models = self._core.models

        def work() -> tuple[list[Plan], ModelEntry]:
            from assistant_app.engine.library import EMBEDDER

            name = models.suggested()
            plans = [plan for plan in map(models.plan, (name, EMBEDDER)) if not plan.present]
            return plans, next(row for row in models.listing() if row.name == name)

        self._runner.run(self, work, self._on_plans, self._on_error, lane="long")

    def _on_plans(self, found: tuple[list[Plan], ModelEntry]) -> None:
        plans, entry = found
        self._plans, self._suggested = plans, entry.name
        if not plans:
            self._use(partial(self._core.models.use, entry.name))
            return
        main = plans[0]
        size = sum(plan.bytes for plan in plans)
        left = sum(plan.bytes - plan.have for plan in plans)
        words = self.tr("{title}, {size}").format(title=main.title, size=human_size(size))
        self.what.setText(words)
        where = self._where(main)
        how = self.tr("From {where}. Licence: {licence}. Kept in {folder}; {free} are free there.")
        text = how.format(
            where=where,
            licence=main.licence,
            folder=str(main.target.parent),
            free=human_size(main.free),
        )
        if len(plans) > 1:
            text += " " + self.tr("A small model for finding memories comes with it.")
        self.how.setText(text)
        minutes = max(1, round(left / _USUAL_RATE / 60))
        takes = self.tr("About {count} min at {rate} MB/s")
        takes = takes.format(count=minutes, rate=f"{_USUAL_RATE / 1e6:.0f}")
        self.fit.setText(f"{model_words.fit(entry)} · {takes}")
        if human_size(left) != human_size(size):
            more = self.tr("{left} are still to come.").format(left=human_size(left))
            self.words.setText(more)
        self.get_button.setEnabled(True)

    def _where(self, plan: Plan) -> str:
        names = []
        for source in plan.sources:
            if source.kind == "wheels":
                names.append(self.tr("the Python package index of this computer"))
            else:
                names.append(source.where)
        both = self.tr("{first}, or, if that fails, {second}")
        if len(names) > 1:
            return both.format(first=names[0], second=names[1])
        return names[0] if names else "–"

    def _on_get(self) -> None:
        self._names = [plan.name for plan in self._plans]
        self._busy(True)
        for name in self._names:
            self._desk.start(name)

    def stop(self) -> None:
        """Pause the download; what is here is kept."""
        for name in self._names:
            self._desk.pause(name)

    def _on_fetch(self, name: str) -> None:
        if name not in self._names:
            return
        fetches = [fetch for fetch in map(self._desk.of, self._names) if fetch is not None]
        failed = next((fetch for fetch in fetches if fetch.phase in ("failed", "paused")), None)
        running = next((fetch for fetch in fetches if fetch.busy), None)
        if failed is not None and failed.error is not None:
            self._names = []
            for fetch in fetches:
                self._desk.pause(fetch.name)
            self._on_error(failed.error)
        elif running is not None:
            self.bar.setValue(int(1000 * running.share))
            self.words.setText(model_words.progress(running))
        else:
            self._names = []
            self._busy(False)
            self._use(partial(self._core.models.use, self._suggested))

    def _use(self, work: Callable[[], Path]) -> None:
        self._runner.run(self, work, lambda _path: self.ready.emit(), self._on_error)

    def _busy(self, busy: bool) -> None:
        for widget, shown in (
            (self.bar, busy),
            (self.stop_button, busy),
            (self.get_button, not busy),
        ):
            widget.setVisible(shown)
        self.file_button.setEnabled(not busy)
        if busy:
            self.words.setText(self.tr("Starting…"))
            self.bar.setValue(0)

    def _on_error(self, error: AppError) -> None:
        self._busy(False)
        self.words.setText(error_presenter.notice(error, self._lang).text)
        self.get_button.setEnabled(bool(self._plans))

    def _on_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a model file"))
        dialog.setNameFilter(self.tr("Models (*.gguf)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    def take_file(self, name: str) -> None:
        """Take in a file of the owner's and use it."""
        models = self._core.models
        self.words.setText(self.tr("Reading the file…"))

        def work() -> Added:
            from assistant_app.engine import gguf_file

            gguf_file.check(Path(name))  # an embedding model would be added, and could not answer
            return models.add(Path(name))

        self._runner.run(self, work, self._use_added, self._on_error, lane="long")

    def _use_added(self, added: Added) -> None:
        self._use(partial(self._core.models.use, str(added.path)))

    def _on_later(self) -> None:
        self.stop()
        self.later.emit()
