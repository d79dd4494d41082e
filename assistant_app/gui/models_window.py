"""The models window: what is on this computer, what can be fetched, and how each is loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMessageBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.endpoint import Endpoint
from assistant_app.domain.language import Lang
from assistant_app.domain.size import human_size
from assistant_app.engine.model_entry import ModelEntry
from assistant_app.engine.model_options import ModelOptions
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style
from assistant_app.gui.fetch_desk import FetchDesk
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.model_desk import ModelDesk
from assistant_app.gui.model_detail import ModelDetail
from assistant_app.gui.model_table import ModelTable, ModelTableModel
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


@dataclass(frozen=True, slots=True)
class Shelf:
    """The library at one moment: its rows, and the options of what is on disk.

    `elsewhere` is the server that answers instead of any of them.
    """

    rows: list[ModelEntry]
    options: dict[str, ModelOptions]
    elsewhere: Endpoint | None = None


def load_shelf(core: Assistant) -> Shelf:
    """Read the library; outside the GUI thread."""
    rows = core.models.listing()
    options = {row.name: core.models.options(row.path) for row in rows if row.path is not None}
    return Shelf(rows, options, core.endpoints.current())


def dropped_model(event: QDropEvent) -> Path | None:
    """Return the first model file that is carried, if there is one."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return next((path for path in paths if path.suffix.lower() == ".gguf"), None)


class ModelsWindow(QWidget):
    """A table, and beside it the chosen model. `model_changed` when another is to answer."""

    model_changed = Signal()
    servers_asked = Signal()

    def __init__(self, core: Assistant, runner: Runner, desk: FetchDesk, lang: Lang) -> None:
        super().__init__()
        self._core, self._runner, self._fetches, self._lang = core, runner, desk, lang
        self._options: dict[str, ModelOptions] = {}
        self._wanted = ""
        self._asked = 0
        self._said: tuple[str, style.Role | None] | None = None
        self.question: QMessageBox | None = None
        self.work = ModelDesk(core, runner, lang, self)
        self._build()
        self._connect()
        self.reload()

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Models"))
        self.resize(1000, 620)
        self.setAcceptDrops(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        head = QHBoxLayout()
        head.setSpacing(style.SPACE_S)
        self.note = style.label("", wrap=True, quiet=True)
        head.addWidget(self.note, 1)
        self.add_button = IconPushButton("plus", self.tr("Add a file…"))
        self.folder_button = IconPushButton("folder", self.tr("Open folder"))
        self.servers_button = IconPushButton("outward", self.tr("Servers…"))
        for button, key in (
            (self.add_button, "Ctrl+O"),
            (self.folder_button, "Ctrl+E"),
            (self.servers_button, "Ctrl+R"),
        ):
            button.setAccessibleName(button.text().rstrip("…"))
            button.setToolTip(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText))
            head.addWidget(button)
        column.addLayout(head)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        self.model = ModelTableModel(self._fetches, self)
        self.table = ModelTable(self.model)
        self.table.setMinimumWidth(380)
        self.detail = ModelDetail(self._lang)
        self.detail.setMinimumWidth(300)
        splitter.addWidget(self.table)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setSizes([600, 380])
        column.addWidget(splitter, 1)
        self.foot = style.label("", wrap=True, factor=0.9, quiet=True)
        column.addWidget(self.foot)
        self.table.setFocus()

    def _connect(self) -> None:
        self._fetches.changed.connect(self._on_fetch)
        self.table.selectionModel().currentRowChanged.connect(self._on_choice)
        self.table.activated.connect(self._on_activated)
        self.add_button.clicked.connect(self.choose_file)
        self.folder_button.clicked.connect(self.open_folder)
        self.servers_button.clicked.connect(self.servers_asked)
        self.work.worked.connect(self._on_work)
        self.work.ended.connect(self._on_ended)
        self.work.files_changed.connect(self._on_files_changed)
        pairs = (
            (self.detail.use_asked, self.use),
            (self.detail.get_asked, partial(self._with_name, self._fetches.start)),
            (self.detail.pause_asked, partial(self._with_name, self._fetches.pause)),
            (self.detail.drop_asked, partial(self._with_name, self._fetches.drop)),
            (self.detail.test_asked, self.test),
            (self.detail.verify_asked, self.verify),
            (self.detail.remove_asked, self.remove),
            (self.detail.stop_asked, self.work.stop),
        )
        for signal, act in pairs:
            signal.connect(act)
        self.detail.options_changed.connect(self._on_options)
        keys: tuple[tuple[QKeySequence | str, QWidget, Callable[[], object]], ...] = (
            ("Ctrl+O", self, self.choose_file),
            ("Ctrl+E", self, self.open_folder),
            ("Ctrl+R", self, self.servers_asked.emit),
            ("Ctrl+T", self, self.test),
            (QKeySequence(QKeySequence.StandardKey.Refresh), self, self.reload),
            (QKeySequence(QKeySequence.StandardKey.Close), self, self.close),
            ("Delete", self.table, self.remove),
        )
        for key, where, slot in keys:
            shortcut = QShortcut(QKeySequence(key), where)
            if where is self.table:
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda s=slot: s())

    # --- showing

    def reload(self, choose: str = "") -> None:
        """Read the library anew; `choose` is the model to show then."""
        self._asked += 1
        self._wanted = choose or self._wanted
        work = partial(load_shelf, self._core)
        self._runner.run(self, work, partial(self._on_shelf, self._asked), self._on_error)

    def _on_shelf(self, number: int, shelf: Shelf) -> None:
        if number != self._asked:
            return
        chosen = self.table.chosen()
        name = self._wanted or (chosen.name if chosen else "")
        self._wanted = ""
        self._options = shelf.options
        self.model.show_rows(shelf.rows)
        self.table.choose(name)
        self.note.setText(self._about(shelf.elsewhere))
        here = sum(row.bytes for row in shelf.rows if row.path is not None)
        free = next((row.free for row in shelf.rows if row.free is not None), None)
        foot = self.tr("{size} of models in {folder}").format(
            size=human_size(here), folder=str(self._core.models.models_dir)
        )
        if free is not None:
            memory = self.tr("{free} of memory free").format(free=human_size(free))
            foot += " · " + memory
        self.foot.setText(foot)

    def _about(self, elsewhere: Endpoint | None) -> str:
        if elsewhere is None:
            return self.tr("Models run on this computer. A .gguf file can be dropped here.")
        words = self.tr("{name} ({host}) answers now. Use a model here to have it answer instead.")
        return words.format(name=elsewhere.name, host=elsewhere.address.place)

    def on_changes(self, changes: Changes) -> None:
        """Show it when another is to answer."""
        if changes & Changes.MODELS:
            self.reload()

    def _on_choice(self) -> None:
        entry = self.table.chosen()
        options = self._options.get(entry.name) if entry and entry.kind == "chat" else None
        ready = entry is not None and entry.state == "ready"
        fetch = self._fetches.of(entry.name) if entry else None
        self.detail.show_model(entry, options if ready else None, fetch)
        if entry is not None and self._said is not None:
            self.detail.say(*self._said)
            self._said = None

    def _on_fetch(self, name: str) -> None:
        fetch = self._fetches.of(name)
        if fetch is None or not fetch.busy:
            self.reload()
        if fetch is not None and fetch.phase == "done":
            self.model_changed.emit()  # it may be the first
        self.model.tell(name)
        entry = self.table.chosen()
        if entry is not None and entry.name == name and not self._shown_work(entry):
            self.detail.show_fetch(entry, fetch)

    def _shown_work(self, entry: ModelEntry) -> bool:
        return self.work.busy and self.work.about in (entry.name, "")

    # --- what the owner does

    def _with_name(self, act: Callable[[str], None]) -> None:
        entry = self.table.chosen()
        if entry is not None:
            act(entry.name)

    def _on_activated(self) -> None:
        """Do what is next for a model: use it, or fetch it."""
        for button in (self.detail.use_button, self.detail.get_button):
            if not button.isHidden():
                button.click()
                return

    def use(self) -> None:
        """Answer with the chosen model from now on."""
        entry = self.table.chosen()
        if entry is not None:
            work = partial(self._core.models.use, entry.name)
            self._runner.run(self, work, self._on_used, self._on_error)

    def _on_used(self, _path: Path) -> None:
        self._said = self.tr("In use from the next question on."), None
        self.reload()
        self.model_changed.emit()

    def test(self) -> None:
        """Try the chosen model out."""
        entry = self.table.chosen()
        if entry is not None and entry.state == "ready":
            self.work.test(entry)

    def verify(self) -> None:
        """Check the file of the chosen model."""
        entry = self.table.chosen()
        if entry is not None:
            self.work.verify(entry)

    def remove(self) -> None:
        """Ask, and delete the chosen model."""
        entry = self.table.chosen()
        if entry is None or self.detail.remove_button.isHidden():
            return
        words = self.tr("Remove {title} ({size}) from this computer?").format(
            title=entry.title, size=human_size(entry.bytes)
        )
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Remove"), words, parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        yes = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        no = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(no)
        box.setEscapeButton(no)
        yes.clicked.connect(partial(self.work.remove, entry))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(lambda _code: setattr(self, "question", None))
        self.question = box
        box.open()

    def choose_file(self) -> None:
        """Ask for a file to add."""
        dialog = QFileDialog(self, self.tr("Choose a model file"))
        dialog.setNameFilter(self.tr("Models (*.gguf)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.work.add(Path(name)))
        dialog.open()

    def open_folder(self) -> None:
        """Show the folder of models in the system's file manager."""
        folder = self._core.models.models_dir

        def ready(_done: object) -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

        make = partial(folder.mkdir, parents=True, exist_ok=True)
        self._runner.run(self, make, ready, self._on_error)

    def _on_options(self, options: ModelOptions) -> None:
        entry = self.table.chosen()
        if entry is None or entry.path is None or options == self._options.get(entry.name):
            return
        work = partial(self._core.models.set_options, entry.path, options)
        self._runner.run(self, work, lambda _none: self.reload(), self._on_error)

    # --- what happens

    def _on_work(self, words: str, share: float | None) -> None:
        entry = self.table.chosen()
        if entry is not None and self._shown_work(entry):
            self.detail.show_work(words, share)

    def _on_ended(self, words: str, role: style.Role | None) -> None:
        self.detail.end_work()
        self._said = words, role
        self.reload()

    def _on_files_changed(self, name: str) -> None:
        self._wanted = name

    def _on_error(self, error: AppError) -> None:
        self.detail.say(error_presenter.notice(error, self._lang).text, style.Role.DANGER)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take model files."""
        if dropped_model(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the file that was dropped."""
        path = dropped_model(event)
        if path is not None:
            event.acceptProposedAction()
            self.work.add(path)

    def finish(self) -> None:
        """Keep what was changed this moment, and break off what goes on."""
        self.detail.form.flush()
        self.work.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what goes on here; downloads go on."""
        self.finish()
        super().closeEvent(event)
