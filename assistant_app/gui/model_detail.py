"""One model in full: what it is, whether it fits, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.language import Lang
from assistant_app.domain.size import human_size
from assistant_app.engine.model_entry import ModelEntry
from assistant_app.engine.model_options import ModelOptions
from assistant_app.gui import error_presenter, model_words, style
from assistant_app.gui.fetch_desk import Fetch
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.model_options_form import ModelOptionsForm


class ModelDetail(QScrollArea):
    """Asks by signals, all about the model that is shown."""

    use_asked = Signal()
    get_asked = Signal()
    pause_asked = Signal()
    drop_asked = Signal()
    test_asked = Signal()
    verify_asked = Signal()
    remove_asked = Signal()
    stop_asked = Signal()
    options_changed = Signal(object)

    def __init__(self, lang: Lang, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lang = lang
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("The chosen model"))
        self._ground = QWidget()
        column = QVBoxLayout(self._ground)
        column.setContentsMargins(style.SPACE_L, style.SPACE_M, style.SPACE_L, style.SPACE_M)
        column.setSpacing(style.SPACE_M)
        self.title = style.label("", factor=1.2, bold=True, wrap=True)
        self.about = style.label("", wrap=True)
        self.facts = style.label("", wrap=True, quiet=True)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fit = style.label("", wrap=True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(style.SPACE_S)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.state = style.label("", wrap=True)
        for widget in (self.title, self.about, self.facts, self.fit, self.bar, self.state):
            column.addWidget(widget)
        column.addLayout(self._build_buttons())
        self.form = ModelOptionsForm()
        self.form.changed.connect(self.options_changed)
        column.addSpacing(style.SPACE_S)
        column.addWidget(self.form)
        column.addStretch(1)
        self.setWidget(self._ground)
        self.show_model(None, None, None)

    def _build_buttons(self) -> QGridLayout:
        self.use_button = IconPushButton("check", self.tr("Use this one"))
        self.get_button = IconPushButton("download", self.tr("Download"))
        self.pause_button = QPushButton(self.tr("Pause"))
        self.drop_button = QPushButton(self.tr("Cancel the download"))
        self.test_button = QPushButton(self.tr("Try it"))
        self.verify_button = QPushButton(self.tr("Check the file"))
        self.remove_button = IconPushButton("trash", self.tr("Remove…"))
        self.stop_button = QPushButton(self.tr("Stop"))
        pairs = (
            (self.use_button, self.use_asked),
            (self.get_button, self.get_asked),
            (self.pause_button, self.pause_asked),
            (self.drop_button, self.drop_asked),
            (self.test_button, self.test_asked),
            (self.verify_button, self.verify_asked),
            (self.remove_button, self.remove_asked),
            (self.stop_button, self.stop_asked),
        )
        grid = QGridLayout()
        grid.setSpacing(style.SPACE_S)
        self._buttons = [button for button, _ in pairs]
        for button, signal in pairs:
            button.setAccessibleName(button.text().rstrip("…"))
            button.clicked.connect(lambda _checked=False, s=signal: s.emit())
        self._grid = grid
        return grid

    def show_model(
        self, entry: ModelEntry | None, options: ModelOptions | None, fetch: Fetch | None
    ) -> None:
        """Show a model; `options` where they can be set, `fetch` while it is on its way."""
        self._ground.setVisible(entry is not None)
        if entry is None:
            self.form.flush()
            return
        self.title.setText(entry.title)
        about = (entry.about or {}).get(self._lang, "")
        self.about.setText(about)
        self.about.setVisible(bool(about))
        self.facts.setText("\n".join(self._facts(entry)))
        self.fit.setText(model_words.fit(entry))
        self.fit.setVisible(entry.state != "unusable")
        style.tint_text(self.fit, None if entry.fit == "fits" else model_words.fit_role(entry))
        self.show_fetch(entry, fetch)
        self.form.setVisible(options is not None)
        if options is not None:
            self.form.fill(entry, options)

    def show_fetch(self, entry: ModelEntry, fetch: Fetch | None) -> None:
        """Show how far its download is, and what can be done at this moment."""
        busy = fetch is not None and fetch.busy
        self.bar.setVisible(busy)
        if fetch is not None and busy:
            self.bar.setValue(int(1000 * fetch.share))
        words = model_words.state(entry, fetch)
        if fetch is not None and fetch.error is not None and fetch.phase in ("failed", "paused"):
            words = error_presenter.notice(fetch.error, self._lang).text
        self.say(words)
        begun = entry.state == "partial" or (fetch is not None and fetch.phase != "done")
        here = entry.path is not None
        word = self.tr("Continue the download") if begun else self.tr("Download")
        self.get_button.setText(word)
        self.get_button.setAccessibleName(word)
        ready = entry.state == "ready"
        listed = bool(entry.about)
        again = here and listed and entry.state in ("incomplete", "unusable")
        self._show(
            {
                self.use_button: ready and here and not entry.current,
                self.get_button: not busy and listed and (not here or again),
                self.pause_button: busy,
                self.drop_button: busy or (not here and begun),
                self.test_button: ready and here,
                self.verify_button: here,
                self.remove_button: here and not busy and entry.name != str(entry.path),
            }
        )

    def show_work(self, words: str, share: float | None) -> None:
        """Show that something takes its time, and offer to stop it."""
        self.say(words)
        self.bar.setVisible(True)
        self.bar.setRange(0, 0 if share is None else 1000)
        self.bar.setValue(int(1000 * (share or 0)))
        self._show({self.stop_button: True})

    def end_work(self) -> None:
        """Take the bar back."""
        self.bar.setRange(0, 1000)

    def say(self, words: str, role: style.Role | None = None) -> None:
        """Say how something went."""
        self.state.setText(words)
        style.tint_text(self.state, role)

    def _show(self, wanted: dict[QPushButton, bool]) -> None:
        """Show some of the buttons, two in a row."""
        shown = [button for button in self._buttons if wanted.get(button)]
        for button in self._buttons:
            self._grid.removeWidget(button)
            button.setVisible(button in shown)
        for number, button in enumerate(shown):
            self._grid.addWidget(button, number // 2, number % 2)

    def _facts(self, entry: ModelEntry) -> list[str]:
        lines = [model_words.kind(entry.kind)]
        if entry.languages:
            lines[0] += " · " + model_words.language_names(entry.languages)
        size = [human_size(entry.bytes)]
        if entry.quantization:
            size.append(entry.quantization)
        if entry.trained:
            words = self.tr("up to {count} tokens of context")
            size.append(words.format(count=f"{entry.trained:,}"))
        lines.append(" · ".join(size))
        if entry.licence:
            lines.append(self.tr("Licence: {licence}").format(licence=entry.licence))
        if entry.path is not None:
            lines.append(str(entry.path))
        return lines
