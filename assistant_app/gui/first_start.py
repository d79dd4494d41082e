"""The first start in three steps: language and name; a model; where everything is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.gui import style
from assistant_app.gui.fetch_desk import FetchDesk
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.model_page import ModelPage
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

LANGUAGE, MODEL, PRIVACY = range(3)


class FirstStart(QWidget):
    """One screen a step; each can be left for the next, and what was chosen is kept at once.

    `chosen` carries the preferences of the first step, `model_ready` says that a model answers now,
    `finished` that the last step is done.
    """

    chosen = Signal(object)
    model_ready = Signal()
    finished = Signal()

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        desk: FetchDesk,
        preferences: Preferences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._preferences = core, runner, preferences
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_XL, style.SPACE_M, style.SPACE_XL, style.SPACE_L)
        self.where = style.label("", quiet=True)
        column.addWidget(self.where)
        self.stack = QStackedWidget()
        self.model_page = ModelPage(core, runner, desk, preferences.lang)
        self.model_page.ready.connect(self._on_ready)
        self.model_page.later.connect(lambda: self.show_step(PRIVACY))
        for page in (self._build_language(), self.model_page, self._build_privacy()):
            self.stack.addWidget(page)
        column.addWidget(self.stack, 1)
        column.addLayout(self._build_foot())

    def _build_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.back_button = QPushButton(self.tr("Back"))
        self.next_button = QPushButton(self.tr("Next"))
        self.back_button.clicked.connect(self._on_back)
        self.next_button.clicked.connect(self._on_next)
        row.addWidget(self.back_button)
        row.addStretch(1)
        row.addWidget(self.next_button)
        return row

    def _page(self, title: str, about: str) -> tuple[QWidget, QVBoxLayout]:
        """Return a page with its title, and the column for what comes below."""
        page = QWidget()
        outer = QHBoxLayout(page)
        column = QVBoxLayout()
        column.setSpacing(style.SPACE_M)
        outer.addStretch(1)
        outer.addLayout(column, 4)
        outer.addStretch(1)
        column.addStretch(2)
        column.addWidget(style.label(title, factor=1.5, bold=True, wrap=True))
        column.addWidget(style.label(about, wrap=True, quiet=True))
        return page, column

    def _build_language(self) -> QWidget:
        page, column = self._page(
            self.tr("Welcome"),
            self.tr("Two things to begin with. Both can be changed in the settings."),
        )
        form = QFormLayout()
        form.setSpacing(style.SPACE_M)
        self.language = QComboBox()
        self.language.addItem(self.tr("As the system"), "auto")
        self.language.addItem("English", "en")
        self.language.addItem("中文", "zh")
        self.language.setCurrentIndex(max(0, self.language.findData(self._preferences.language)))
        self.name = QLineEdit(self._preferences.name)
        self.name.setPlaceholderText(self.tr("What shall I call you?"))
        self.name.returnPressed.connect(self._on_next)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Language"), self.language),
            (self.tr("Your name"), self.name),
        )
        for label, widget in rows:
            widget.setAccessibleName(label)
            form.addRow(label, widget)
        column.addLayout(form)
        column.addStretch(3)
        return page

    def _build_privacy(self) -> QWidget:
        page, column = self._page(
            self.tr("What you say stays here"),
            self.tr("Nothing is sent anywhere, unless you name a server of your own."),
        )
        folder = str(self._core.paths.data_dir)
        facts = (
            self.tr("Chats, memories and the calendar are one file: {file}").format(
                file=str(self._core.paths.database)
            ),
            self.tr(
                "It is not encrypted: whoever can read your files can read it. If others use this "
                "computer, turn on the encryption of its disk."
            ),
            self.tr(
                "A copy is kept before each change of the file's format. “assistant-app data "
                "backup” makes one whenever you like; keep it somewhere else."
            ),
            self.tr("Nothing is remembered for good without your yes, and all can be erased."),
        )
        for fact in facts:
            column.addWidget(style.label(f"·  {fact}", wrap=True))
        self.folder_button = IconPushButton("folder", self.tr("Open folder"))
        self.folder_button.clicked.connect(
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(folder))
        )
        row = QHBoxLayout()
        row.addWidget(self.folder_button)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(3)
        return page

    @property
    def step(self) -> int:
        """The step that is shown, from 0."""
        return self.stack.currentIndex()

    def show_step(self, step: int) -> None:
        """Show a step; that of the model is left out where one is here already."""
        self.stack.setCurrentIndex(step)
        words = self.tr("Step {number} of 3").format(number=step + 1)
        self.where.setText(words)
        self.back_button.setVisible(step != LANGUAGE)
        self.next_button.setText(self.tr("Start") if step == PRIVACY else self.tr("Next"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.next_button.setDefault(True)
        if step == LANGUAGE:
            self.name.setFocus()
        else:
            self.next_button.setFocus()
        if step == MODEL:
            self._look()

    def _look(self) -> None:
        """See whether there is a model, and what to fetch where there is none."""

        def found(path: object) -> None:
            if path is None:
                self.model_page.look()
            elif self.step == MODEL:
                self.show_step(PRIVACY)

        core = self._core
        self._runner.run(self, lambda: core.models.current() or core.destination(), found)

    def _on_next(self) -> None:
        if self.step == LANGUAGE:
            self._on_language()
        elif self.step == MODEL:
            self.show_step(PRIVACY)  # a download that was begun goes on
        else:
            self.finished.emit()

    def _on_language(self) -> None:
        after = replace(
            self._preferences,
            language=self.language.currentData(),
            name=self.name.text().strip(),
        )
        self._preferences = after
        self.show_step(MODEL)
        self.chosen.emit(after)

    def _on_back(self) -> None:
        self.show_step(LANGUAGE)

    def _on_ready(self) -> None:
        if self.step == MODEL:
            self.show_step(PRIVACY)
        self.model_ready.emit()
