"""The question before an erasure: what goes, and what else is to go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from assistant_app.gui import style

_NAMED = 3


@dataclass(frozen=True, slots=True)
class EraseWishes:
    """What is to go with the memories."""

    and_source: bool = False
    never: bool = False
    backups: bool = False


class EraseQuestion(QDialog):
    """Erases nothing itself; Cancel is the default, and Escape cancels."""

    def __init__(
        self,
        texts: Sequence[str],
        count: int,
        backups: Sequence[str],
        never: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Erase"))
        self.setMinimumWidth(460)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        ask = self.tr("Erase this memory?")
        if count > 1:
            ask = self.tr("Erase {count} memories?").format(count=f"{count:,}")
        column.addWidget(style.label(ask, factor=1.2, bold=True, wrap=True))
        for text in texts[:_NAMED]:
            column.addWidget(style.label(f"“{text}”", wrap=True))
        if count > _NAMED:
            more = self.tr("and {count} more").format(count=f"{count - _NAMED:,}")
            column.addWidget(style.label(more, quiet=True))
        self.and_source = QCheckBox(self.tr("Erase the words in the chat too"))
        self.never = QCheckBox(self.tr("Never propose it again"))
        self.never.setChecked(never)
        self.backups = QCheckBox(self.tr("Erase it from the backups too"))
        for box in (self.and_source, self.never):
            column.addWidget(box)
        if backups:
            column.addLayout(self._with_backups(backups))
        note = self.tr("You can take it back for ten seconds. After that it cannot be recovered.")
        column.addWidget(style.label(note, wrap=True, quiet=True))
        column.addWidget(self._buttons())

    def _with_backups(self, backups: Sequence[str]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(style.SPACE_XS)
        column.addWidget(self.backups)
        words = self.tr("1 backup may still have it: {names}")
        if len(backups) > 1:
            words = self.tr("{count} backups may still have it: {names}")
        named = ", ".join(backups[:_NAMED]) + (", …" if len(backups) > _NAMED else "")
        words = words.format(count=len(backups), names=named)
        column.addWidget(style.label(words, wrap=True, quiet=True, factor=0.9))
        self.backups.setAccessibleDescription(words)
        return column

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        roles = QDialogButtonBox.ButtonRole
        self.erase_button = buttons.addButton(self.tr("Erase"), roles.AcceptRole)
        self.cancel_button = buttons.addButton(self.tr("Cancel"), roles.RejectRole)
        self.erase_button.setAutoDefault(False)
        self.cancel_button.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    @property
    def wishes(self) -> EraseWishes:
        """What the boxes say."""
        return EraseWishes(
            self.and_source.isChecked(), self.never.isChecked(), self.backups.isChecked()
        )
