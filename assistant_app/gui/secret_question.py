"""Ask before something is remembered that looks like a password, key or personal number."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class SecretQuestion(QMessageBox):
    """Not modal to the program; `go_on` is called on a yes, `leave` on anything else."""

    def __init__(
        self,
        title: str,
        go_on: Callable[[], object],
        leave: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWindowTitle(title)
        self.setText(self.tr("This looks like a password, key or personal number."))
        self.setInformativeText(
            self.tr("Remembered, it can be read by whoever opens this data. Remember it?")
        )
        yes = self.addButton(self.tr("Remember"), QMessageBox.ButtonRole.AcceptRole)
        cancel = self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(cancel)
        self.setEscapeButton(cancel)
        self.finished.connect(lambda: (go_on if self.clickedButton() is yes else leave)())
        self.finished.connect(self.deleteLater)
        self.open()
