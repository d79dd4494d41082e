"""The buttons at the foot of a dialog that keeps something."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton


def save_buttons(
    dialog: QDialog, save: str, cancel: str, on_save: Callable[[], None]
) -> tuple[QDialogButtonBox, QPushButton]:
    """Return the row of both buttons, and the one that saves; the other closes the dialog."""
    buttons = QDialogButtonBox()
    button = buttons.addButton(save, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(on_save)
    buttons.rejected.connect(dialog.reject)
    return buttons, button
