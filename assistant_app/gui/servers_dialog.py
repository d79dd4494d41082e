"""Servers of the owner's own as models: named, asked what they are, used, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.endpoint import Endpoint
from assistant_app.domain.language import Lang
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style
from assistant_app.gui.hub import Hub
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant
    from assistant_app.services.endpoints import Tested

_ROWS = 3


class ServersDialog(QDialog):
    """A list of servers, what can be done with one, and a form for another."""

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        hub: Hub,
        lang: Lang,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang = core, runner, lang
        self._current: Endpoint | None = None
        self.question: QDialog | None = None
        self.setWindowTitle(self.tr("Model servers"))
        self.setMinimumWidth(520)
        self._build()
        self.resize(560, 32 * self.fontMetrics().height())
        hub.changed.connect(self._on_changes)
        self._look()

    # --- building

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        about = self.tr(
            "A model on another machine of yours, or in another program here, can answer: "
            "llama-server, vLLM, Ollama, and what else speaks as OpenAI's servers do. What you "
            "write is then sent to it. None is used until you say so."
        )
        column.addWidget(style.label(about, wrap=True, quiet=True))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Servers"))
        self.list.setMinimumHeight(self.list.fontMetrics().height() * _ROWS)
        self.list.setWordWrap(True)
        self.list.currentRowChanged.connect(self._refresh)
        column.addWidget(self.list, 1)
        column.addLayout(self._build_acts())
        column.addLayout(self._build_form())
        self.words = style.label("", wrap=True)
        column.addWidget(self.words)
        buttons = QDialogButtonBox()
        buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _build_acts(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.use_button = QPushButton()
        self.test_button = QPushButton(self.tr("Test"))
        self.token_button = QPushButton(self.tr("Token…"))
        self.forget_button = QPushButton(self.tr("Forget"))
        pairs: tuple[tuple[QPushButton, Callable[[], None]], ...] = (
            (self.use_button, self.use),
            (self.test_button, self.test),
            (self.token_button, self.ask_token),
            (self.forget_button, self.forget),
        )
        for button, act in pairs:
            button.setAutoDefault(False)
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _build_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setSpacing(style.SPACE_S)
        self.name, self.url, self.model, self.token = (QLineEdit() for _ in range(4))
        self.url.setPlaceholderText("http://192.168.1.5:8080")
        self.model.setPlaceholderText(self.tr("only where it has several"))
        self.token.setPlaceholderText(self.tr("only where it wants one; kept in the keyring"))
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        for label, line in (
            (self.tr("Name"), self.name),
            (self.tr("Address"), self.url),
            (self.tr("Model"), self.model),
            (self.tr("Token"), self.token),
        ):
            line.setAccessibleName(label)
            line.textChanged.connect(self._refresh)
            form.addRow(label, line)
        self.add_button = QPushButton(self.tr("Add"))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(lambda: self.add())
        form.addRow("", self.add_button)
        return form

    # --- what is there

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.MODELS:
            self._look()

    def _look(self) -> None:
        endpoints = self._core.endpoints

        def work() -> tuple[list[Endpoint], Endpoint | None]:
            return endpoints.listing(), endpoints.current()

        self._runner.run(self, work, self._on_found, self._on_error)

    def _on_found(self, found: tuple[list[Endpoint], Endpoint | None]) -> None:
        entries, self._current = found
        row = max(0, self.list.currentRow())
        self.list.clear()
        for entry in entries:
            item = QListWidgetItem(self._line(entry))
            item.setData(Qt.ItemDataRole.UserRole, entry)
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, len(entries) - 1))
        self._refresh()

    def _line(self, entry: Endpoint) -> str:
        parts = [entry.name, entry.address.place, entry.model]
        if entry.has_token:
            parts.append(self.tr("with a token"))
        if entry == self._current:
            parts.append(self.tr("in use"))
        return " · ".join(parts)

    def chosen(self) -> Endpoint | None:
        """Return the server that is chosen in the list."""
        item = self.list.currentItem()
        entry = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return entry if isinstance(entry, Endpoint) else None

    def _refresh(self) -> None:
        entry = self.chosen()
        used = entry is not None and entry == self._current
        self.use_button.setText(self.tr("Stop using it") if used else self.tr("Use"))
        for button in (self.use_button, self.test_button, self.token_button, self.forget_button):
            button.setEnabled(entry is not None)
        self.add_button.setEnabled(bool(self.name.text().strip() and self.url.text().strip()))

    # --- what is done

    def _do(
        self, work: Callable[[], Any], done: Callable[[Any], None], words: str, *, slow: bool
    ) -> None:
        self._say(words)
        self._runner.run(self, work, done, self._on_error, lane="long" if slow else "io")

    def _say(self, words: str) -> None:
        self.words.setText(words)

    def _on_error(self, error: AppError) -> None:
        self._say(error_presenter.notice(error, self._lang).text)

    def use(self) -> None:
        """Have the chosen server answer, or no longer; one on the internet after a yes."""
        entry = self.chosen()
        if entry is None:
            return
        if entry == self._current:
            words = self.tr("A model on this computer answers again.")
            self._do(self._core.endpoints.leave, lambda _done: self._say(words), "", slow=False)
        elif entry.place == "internet":
            self._ask_far(entry.address.place, partial(self._use, entry))
        else:
            self._use(entry)

    def _use(self, entry: Endpoint) -> None:
        words = self.tr("{name} answers from now on.").format(name=entry.name)
        work = partial(self._core.endpoints.use, entry.name)
        self._do(work, lambda _done: self._say(words), "", slow=False)

    def test(self) -> None:
        """Ask the chosen server what it is."""
        if (entry := self.chosen()) is not None:
            words = self.tr("Asking {host}…").format(host=entry.address.place)
            work = partial(self._core.endpoints.test, entry.name)
            self._do(work, self._on_tested, words, slow=True)

    def _on_tested(self, tested: Tested) -> None:
        words = self.tr("It answers: {model}, a window of {count} tokens ({server}).")
        self._say(
            words.format(model=tested.model, count=f"{tested.context:,}", server=tested.server)
        )

    def add(self, *, public: bool = False) -> None:
        """Ask the server of the form what it is, and keep it; on the internet after a yes."""
        name, url = self.name.text().strip(), self.url.text().strip()
        model, token = self.model.text().strip(), self.token.text().strip()
        endpoints = self._core.endpoints

        def work() -> Tested:
            return endpoints.add(endpoints.draft(name, url, model=model, public=public), token)

        def failed(error: AppError) -> None:
            if error.code == "endpoint_public":
                self._say("")
                self._ask_far(str(error.params["host"]), partial(self.add, public=True))
            else:
                self._on_error(error)

        self._say(self.tr("Asking {host}…").format(host=url))
        self._runner.run(self, work, self._on_added, failed, lane="long")

    def _on_added(self, tested: Tested) -> None:
        for line in (self.name, self.url, self.model, self.token):
            line.clear()
        self._on_tested(tested)
        self._say(f"{self.words.text()} " + self.tr("It is off until you use it."))

    def ask_token(self) -> None:
        """Ask for another token of the chosen server; an empty one forgets it."""
        entry = self.chosen()
        if entry is None:
            return
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Token"))
        dialog.setLabelText(
            self.tr("The token of {name}; empty forgets it:").format(name=entry.name)
        )
        dialog.setTextEchoMode(QLineEdit.EchoMode.Password)
        dialog.textValueSelected.connect(partial(self._keep_token, entry.name))
        self._open(dialog)

    def _keep_token(self, name: str, token: str) -> None:
        work = partial(self._core.endpoints.set_token, name, token.strip())
        words = self.tr("Kept in the keyring.") if token.strip() else self.tr("Forgotten.")
        self._do(work, lambda _done: self._say(words), "", slow=True)

    def forget(self) -> None:
        """Forget the chosen server and its token, after a yes."""
        if (entry := self.chosen()) is not None:
            words = self.tr("Forget {name} ({host}) and its token?")
            words = words.format(name=entry.name, host=entry.address.place)
            self._ask(words, self.tr("Forget"), partial(self._forget, entry.name))

    def _forget(self, name: str) -> None:
        words = self.tr("Forgotten.")
        work = partial(self._core.endpoints.remove, name)
        self._do(work, lambda _done: self._say(words), "", slow=True)

    def _ask_far(self, host: str, agreed: Callable[[], None]) -> None:
        """Ask whether what is written may go to the internet."""
        words = self.tr(
            "{host} is on the internet, not in your own network. What you write in a chat, and "
            "what Assistant remembers for an answer, is sent there. Agree only if that server is "
            "yours or you trust it."
        )
        self._ask(words.format(host=host), self.tr("Agree"), agreed)

    def _ask(self, words: str, yes: str, agreed: Callable[[], None]) -> None:
        """Ask something; Cancel is the default, and Escape cancels."""
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.windowTitle())
        box.setText(words)
        agree = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        box.buttonClicked.connect(lambda button: agreed() if button is agree else None)
        self._open(box)

    def _open(self, dialog: QDialog) -> None:
        self.question = dialog
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
