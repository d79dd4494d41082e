"""The line that says, as long as it is so, that what is written leaves this program, and to where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from assistant_app.domain.changes import Changes
from assistant_app.domain.endpoint import Endpoint
from assistant_app.gui import style
from assistant_app.gui.hub import Hub
from assistant_app.gui.icons import IconLabel
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class DestinationMark(QWidget):
    """Hidden while the model runs in a process of ours.

    `change_asked` wants another model; `stays` tells whether all that is written stays on this
    computer, when that is known and whenever it changes.
    """

    change_asked = Signal()
    stays = Signal(bool)

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._core, self._runner = core, runner
        row = QHBoxLayout(self)
        row.setContentsMargins(style.SPACE_XS, 0, style.SPACE_XS, 0)
        row.setSpacing(style.SPACE_S)
        self._icon = IconLabel("outward", self, style.Role.WARNING)
        self.words = style.label("", self, wrap=True, factor=0.9)
        self.button = QToolButton(self)
        self.button.setAutoRaise(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.setText(self.tr("Change…"))
        self.button.setAccessibleName(self.tr("Choose another model"))
        self.button.clicked.connect(self.change_asked)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()
        hub.changed.connect(self._on_changes)
        self._look()

    def _on_changes(self, changes: Changes) -> None:
        if changes & Changes.MODELS:
            self._look()

    def _look(self) -> None:
        self._runner.run(self, self._core.destination, self.show_destination)

    def show_destination(self, entry: Endpoint | None) -> None:
        """Say where what is written goes; None hides the line."""
        text = "" if entry is None else self._text(entry)
        self.words.setText(text)
        self.words.setToolTip(
            style.plain_tooltip(
                self.tr(
                    "That is your messages, and of your memories, calendar and past chats what an "
                    "answer needs. Nothing else leaves this computer."
                )
            )
        )
        self.button.setAccessibleDescription(text)
        self.setAccessibleName(text)
        self.setVisible(entry is not None)
        self.stays.emit(entry is None or entry.place == "machine")

    def _text(self, entry: Endpoint) -> str:
        words = {
            "machine": self.tr("Answers come from another program here: {name} ({host})"),
            "network": self.tr("What you write is sent to {host} in your network ({name})"),
            "internet": self.tr("What you write is sent to {host} on the internet ({name})"),
        }[entry.place]
        return words.format(name=entry.name, host=entry.address.place)
