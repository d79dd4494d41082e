"""Calendar files in and out: a preview with counts before anything is stored, one undo after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Calendar, ImportReport
from assistant_app.errors import AppError
from assistant_app.gui.calendar_box import CalendarBox
from assistant_app.gui.import_preview import ImportPreview
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class IcsDesk(QObject):
    """`stored(change, words)` after an import, `told(words)` for what only is to be said."""

    stored = Signal(int, str)
    calendar_made = Signal(str, object)
    told = Signal(str)

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        lang: Lang,
        window: QWidget,
        failed: Callable[[AppError], None],
    ) -> None:
        super().__init__(window)
        self._core, self._runner, self._lang = core, runner, lang
        self._window, self._failed = window, failed
        self._waiting: list[Path] = []
        self.calendars: Sequence[Calendar] = ()
        """What the preview offers to put new things into."""
        self.dialog: ImportPreview | None = None

    def choose(self) -> None:
        """Ask for a file, and preview it."""
        name, _kind = QFileDialog.getOpenFileName(
            self._window,
            self.tr("Import a calendar file"),
            "",
            self.tr("Calendar files (*.ics *.ical);;All files (*)"),
        )
        if name:
            self.preview(Path(name))

    def preview(self, path: Path) -> None:
        """Read a file and show what an import would do; several files come one after another."""
        if self.dialog is not None:
            self._waiting.append(path)
            return
        self.told.emit(self.tr("Reading {name}…").format(name=path.name))
        work = partial(self._core.planner.preview_ics, path, self._lang)
        self._runner.run(self, work, partial(self._on_preview, path), self._failed)

    def _on_preview(self, path: Path, report: ImportReport) -> None:
        if self.dialog is not None:
            self._waiting.append(path)
            return
        self.told.emit("")
        box = CalendarBox(self.calendars, "")
        box.made.connect(self.calendar_made)
        self.dialog = dialog = self._dialog(path.name, report, box)
        dialog.accepted.connect(lambda: self._import(path, box.name))
        dialog.finished.connect(self._on_finished)
        dialog.open()

    def _dialog(self, name: str, report: ImportReport, box: CalendarBox) -> ImportPreview:
        counts = {
            self.tr("new"): report.added,
            self.tr("changed"): report.updated,
            self.tr("there already"): report.unchanged,
            self.tr("set aside, as they cannot be read"): report.quarantined,
        }
        return ImportPreview(
            self.tr("Import a calendar file"),
            name,
            counts,
            new=report.added + report.updated,
            problems=report.problems,
            choice=(self.tr("Put what is new into"), box) if report.added else None,
            parent=self._window,
        )

    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None
        if self._waiting:
            self.preview(self._waiting.pop(0))

    def _import(self, path: Path, calendar: str) -> None:
        work = partial(self._core.planner.import_ics, path, self._lang, calendar=calendar)
        self._runner.run(self, work, partial(self._on_imported, path), self._failed)

    def _on_imported(self, path: Path, report: ImportReport) -> None:
        words = self.tr("Imported {name}: {added} new, {updated} changed").format(
            name=path.name, added=report.added, updated=report.updated
        )
        if report.change_id is not None:
            self.stored.emit(report.change_id, words)
        else:
            self.told.emit(words)

    def export(self) -> None:
        """Ask where to, and write everything as one calendar file."""
        name, _kind = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Export everything"),
            self.tr("agenda.ics"),
            self.tr("Calendar files (*.ics)"),
        )
        if name:
            path = Path(name)
            work = partial(self._core.planner.export_ics, path)
            self._runner.run(self, work, partial(self._on_exported, path), self._failed)

    def _on_exported(self, path: Path, count: int) -> None:
        words = self.tr("Wrote {count} entries to {name}")
        self.told.emit(words.format(count=count, name=path.name))
