"""What the models window does that takes its time: trying, checking, adding, removing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from assistant_app.domain.language import Lang
from assistant_app.domain.size import human_size
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.model_entry import ModelEntry
from assistant_app.engine.own_file import Added
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style
from assistant_app.gui.fetch_desk import Meter
from assistant_app.gui.runner import Runner
from assistant_app.services import model_trial
from assistant_app.services.model_trial import Trial

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_TICK_MS = 200


class ModelDesk(QObject):
    """One piece of work at a time, outside the GUI thread; another one is not begun meanwhile.

    `worked(words, share)` while it goes on, `ended(words, role)` with how it went, and
    `files_changed(name)` when there are other files than before; '' is none in particular.
    """

    worked = Signal(str, object)
    ended = Signal(str, object)
    files_changed = Signal(str)

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._cancel: CancelToken | None = None
        self._meter = Meter()
        self._words = ""
        self.about = ""
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._on_tick)

    @property
    def busy(self) -> bool:
        """Whether something goes on."""
        return self._cancel is not None

    def stop(self) -> None:
        """Break off what goes on."""
        if self._cancel is not None:
            self._cancel.cancel()

    def test(self, entry: ModelEntry) -> None:
        """Have a model read and write a little."""
        path, lang, options = entry.path, self._lang, self._core.models.options
        if path is None:
            return

        def work(cancel: CancelToken, _meter: Meter) -> Trial:
            if entry.kind == "embedding":
                return model_trial.try_embedding(path, lang)
            return model_trial.try_chat(path, options(path), lang, cancel)

        self._begin(entry.name, self.tr("Loading it and trying it out…"), work, self._on_tested)

    def verify(self, entry: ModelEntry) -> None:
        """Compare a file with its published checksum."""
        verify = self._core.models.verify
        name = entry.name

        def work(cancel: CancelToken, meter: Meter) -> bool:
            return verify(name, progress=meter, cancel=cancel)

        self._begin(name, self.tr("Checking the file…"), work, self._on_verified)

    def add(self, path: Path) -> None:
        """Take a file of the owner's into the library."""
        add = self._core.models.add

        def work(cancel: CancelToken, meter: Meter) -> Added:
            return add(path, progress=meter, cancel=cancel)

        self._begin("", self.tr("Adding {name}…").format(name=path.name), work, self._on_added)

    def remove(self, entry: ModelEntry) -> None:
        """Delete a model from this computer; the owner has been asked."""
        work = partial(self._core.models.remove, entry.name)
        done = partial(self._on_removed, entry.title)
        self._runner.run(self, work, done, self._on_error)

    def _begin(
        self,
        about: str,
        words: str,
        work: Callable[[CancelToken, Meter], Any],
        done: Callable[[Any], None],
    ) -> None:
        if self.busy:
            return
        self._cancel, self._meter = CancelToken(), Meter()
        self._words, self.about = words, about
        call = partial(work, self._cancel, self._meter)
        self._runner.run(self, call, done, self._on_error, lane="long")
        self._timer.start()
        self.worked.emit(words, None)

    def _end(self, words: str, role: style.Role | None = None) -> None:
        self._timer.stop()
        self._cancel = None
        self.ended.emit(words, role)

    def _on_tick(self) -> None:
        progress = self._meter.read()
        if progress is not None and progress.total > 0:
            self.worked.emit(self._words, progress.done / progress.total)

    def _on_error(self, error: AppError) -> None:
        self._end(error_presenter.notice(error, self._lang).text, style.Role.DANGER)

    def _on_tested(self, trial: Trial) -> None:
        if trial.texts_s:
            words = self.tr("It works. Loaded in {load} s, {texts} texts a second.")
        else:
            words = self.tr(
                "It works. Loaded in {load} s, reads {read} tokens/s, writes {written} tokens/s."
            )
        words = words.format(
            load=f"{trial.load_s:.1f}",
            read=f"{trial.read_s:.0f}",
            written=f"{trial.written_s:.0f}",
            texts=f"{trial.texts_s:.0f}",
        )
        self._end(words, style.Role.SUCCESS)

    def _on_verified(self, sound: bool) -> None:
        if sound:
            self._end(self.tr("The file is whole and unchanged."), style.Role.SUCCESS)
        else:
            damaged = self.tr("The file is damaged or was changed. Remove it and fetch it again.")
            self._end(damaged, style.Role.DANGER)

    def _on_added(self, added: Added) -> None:
        words = {
            "linked": self.tr(
                "Added. It is a second name of your file: it takes no more room, and stays when "
                "you delete the original. Whatever changes one changes both."
            ),
            "copied": self.tr(
                "Added. Your file lies on another disk, so this is a copy: nothing happens to it "
                "when the original goes."
            ),
            "present": self.tr("It was in the library already."),
        }[added.how]
        self.files_changed.emit(added.path.name)
        self._end(words, style.Role.SUCCESS)

    def _on_removed(self, title: str, freed: int) -> None:
        words = self.tr("Removed {title}; {size} are free again.")
        self.files_changed.emit("")
        self._end(words.format(title=title, size=human_size(freed)))
