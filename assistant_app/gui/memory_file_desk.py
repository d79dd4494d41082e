"""Files of memories in and out: a preview with counts before anything is stored, one undo after."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox, QFileDialog, QWidget

from assistant_app.domain.language import Lang
from assistant_app.domain.memory import MemoryImport
from assistant_app.gui.import_preview import ImportPreview
from assistant_app.gui.memory_acts import MemoryActs
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class MemoryFileDesk(QObject):
    """Says how it went, and offers Undo, through the window's `MemoryActs`."""

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, window: QWidget, acts: MemoryActs
    ) -> None:
        super().__init__(window)
        self._core, self._runner, self._lang = core, runner, lang
        self._window, self._acts = window, acts
        self.dialog: ImportPreview | None = None

    def choose(self) -> None:
        """Ask for a file, and preview it."""
        name, _kind = QFileDialog.getOpenFileName(
            self._window,
            self.tr("Import memories"),
            "",
            self.tr("Files of memories (*.jsonl *.json);;All files (*)"),
        )
        if name:
            self.preview(Path(name))

    def preview(self, path: Path) -> None:
        """Read a file and show what an import would do."""
        self._acts.say(self.tr("Reading {name}…").format(name=path.name), stays=True)
        work = partial(self._core.memories.files.preview, path, self._lang)
        self._runner.run(self, work, partial(self._on_preview, path), self._acts.tell)

    def _on_preview(self, path: Path, found: MemoryImport) -> None:
        if self.dialog is not None:
            return
        self._acts.say_nothing()
        counts = {
            self.tr("new"): found.added,
            self.tr("there already"): found.unchanged,
            self.tr("set aside, as they cannot be read"): found.quarantined,
        }
        more = None
        if found.secret:
            counts[self.tr("look like a password, key or personal number")] = found.secret
            more = QCheckBox(self.tr("Take these in too, readable for whoever opens this data"))
        self.dialog = dialog = ImportPreview(
            self.tr("Import memories"),
            path.name,
            counts,
            new=found.added,
            problems=found.problems,
            examples=found.texts,
            more=more,
            parent=self._window,
        )
        dialog.accepted.connect(lambda: self._import(path, more is not None and more.isChecked()))
        dialog.finished.connect(self._on_finished)
        dialog.open()

    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _import(self, path: Path, secrets: bool) -> None:
        self._acts.say(self.tr("Importing {name}…").format(name=path.name), stays=True)
        work = partial(self._core.memories.files.take_in, path, self._lang, secrets=secrets)
        self._runner.run(self, work, partial(self._on_imported, path), self._acts.tell)

    def _on_imported(self, path: Path, done: MemoryImport) -> None:
        words = self.tr("Imported {name}: {added} new, {aside} set aside").format(
            name=path.name, added=f"{done.added:,}", aside=f"{done.quarantined:,}"
        )
        self._acts.note(words, done.change_id)

    def export(self) -> None:
        """Ask where to, and write every memory."""
        lines = self.tr("Memories, to import again (*.jsonl)")
        page = self.tr("A page to read (*.md)")
        name, kind = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Export memories"),
            self.tr("memories.jsonl"),
            f"{lines};;{page}",
        )
        if name:
            path = Path(name)
            if kind == page and path.suffix.lower() in ("", ".jsonl"):
                path = path.with_suffix(".md")
            self.write(path)

    def write(self, path: Path) -> None:
        """Write every memory to a file."""
        work = partial(self._core.memories.files.export, path, self._lang)
        self._runner.run(self, work, partial(self._on_exported, path), self._acts.tell)

    def _on_exported(self, path: Path, count: int) -> None:
        words = self.tr("Wrote {count} memories to {name}")
        self._acts.say(words.format(count=f"{count:,}", name=path.name))
