"""The dialogs of the memories window that only show: bars, statistics, wordings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QWidget

from assistant_app.domain.language import Lang
from assistant_app.gui.bars_dialog import BarsDialog
from assistant_app.gui.history_dialog import HistoryDialog
from assistant_app.gui.hub import Hub
from assistant_app.gui.memory_acts import MemoryActs
from assistant_app.gui.memory_detail import MemoryFacts
from assistant_app.gui.memory_stats import Statistics, StatisticsDialog, load_statistics
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class MemoryDialogs(QObject):
    """Opens them over the window; each is gone once it is closed."""

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        hub: Hub,
        lang: Lang,
        window: QWidget,
        acts: MemoryActs,
    ) -> None:
        super().__init__(window)
        self._core, self._runner, self._hub, self._lang = core, runner, hub, lang
        self._window, self._acts = window, acts
        self.session_id: int | None = None
        """The chat whose use of the model's window the statistics show."""
        self.bars: BarsDialog | None = None
        self.history: HistoryDialog | None = None
        self.statistics: StatisticsDialog | None = None

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_bars(self) -> None:
        """Show what is never proposed."""
        self.bars = BarsDialog(self._core, self._runner, self._hub, self._lang, self._window)
        self._open(self.bars)

    def show_statistics(self) -> None:
        """Count, and show the counts."""
        work = partial(load_statistics, self._core, self.session_id)
        self._runner.run(self, work, self._on_statistics, self._acts.tell)

    def _on_statistics(self, found: Statistics) -> None:
        self.statistics = StatisticsDialog(found, self._lang, self._window)
        self._open(self.statistics)

    def show_history(self, facts: MemoryFacts) -> None:
        """Show the wordings that a memory had."""
        edit = partial(self._core.memories.edit, facts.memory.id)
        self.history = HistoryDialog(facts.wordings, self._window)
        self.history.wording_asked.connect(lambda text: self._acts.do(partial(edit, text=text)))
        self._open(self.history)
