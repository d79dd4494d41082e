"""The quiet tray above the composer: "I could remember this", one proposal at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from assistant_app.gui import style
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconLabel

if TYPE_CHECKING:
    from assistant_app.domain.memory import Memory


class ProposalTray(Card):
    """Shows the first of the proposals; never takes the focus by itself.

    `kept(id)`, `edited(id, text)` (which keeps too), `both_kept(old, id)` where one would replace
    another, `rejected(id, never)`.
    """

    kept = Signal(int)
    edited = Signal(int, str)
    both_kept = Signal(int, int)
    rejected = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tinted=True)
        self._proposals: list[Memory] = []
        self._olds: dict[int, str] = {}
        self._build()
        self.hide()

    def _build(self) -> None:
        self.setAccessibleName(self.tr("Something I could remember"))
        row = QHBoxLayout(self)
        row.setContentsMargins(style.SPACE_M, style.SPACE_S, style.SPACE_S, style.SPACE_S)
        row.setSpacing(style.SPACE_M)
        row.addWidget(IconLabel("memory", self, style.Role.ACCENT), 0, Qt.AlignmentFlag.AlignTop)
        lines = QVBoxLayout()
        lines.setSpacing(style.SPACE_XS)
        row.addLayout(lines, 1)
        self._head = style.label(self.tr("I could remember this"), factor=0.9, quiet=True)
        self.words = style.label("", wrap=True)
        self.edit = QLineEdit()
        self.edit.setAccessibleName(self.tr("Edit before keeping"))
        self.edit.returnPressed.connect(self._on_keep)
        self.edit.hide()
        self._quote = style.label("", wrap=True, factor=0.9, quiet=True)
        for widget in (self._head, self.words, self.edit, self._quote):
            lines.addWidget(widget)
        lines.addLayout(self._build_buttons())

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.keep_button = QPushButton(self.tr("Keep"))
        self.edit_button = QPushButton(self.tr("Edit", "a memory"))
        self.both_button = QPushButton(self.tr("Both"))
        self.no_button = QPushButton(self.tr("No"))
        self.never_button = QPushButton(self.tr("Never"))
        names = {
            self.keep_button: self.tr("Keep this memory"),
            self.edit_button: self.tr("Edit this memory before keeping it"),
            self.both_button: self.tr("Keep this memory and the one it would replace"),
            self.no_button: self.tr("Do not keep this"),
            self.never_button: self.tr("Never propose this again"),
        }
        for button, name in names.items():
            button.setAccessibleName(name)
            button.setToolTip(style.plain_tooltip(name))
            row.addWidget(button)
        row.addStretch(1)
        self._count = style.label("", factor=0.9, quiet=True)
        row.addWidget(self._count)
        self.keep_button.clicked.connect(self._on_keep)
        self.edit_button.clicked.connect(self._on_edit)
        self.both_button.clicked.connect(self._on_both)
        self.no_button.clicked.connect(lambda: self._reject(False))
        self.never_button.clicked.connect(lambda: self._reject(True))
        return row

    @property
    def current(self) -> Memory | None:
        """The proposal that is shown."""
        return self._proposals[0] if self._proposals else None

    def set_proposals(self, proposals: Sequence[Memory], olds: dict[int, str]) -> None:
        """Show these; `olds` has the texts of the memories that proposals would replace."""
        before = self.current
        self._proposals, self._olds = list(proposals), olds
        if before is None or _shown(before) != _shown(self.current):
            self._refresh()
        self._show_count()

    def _refresh(self) -> None:
        memory = self.current
        self.setVisible(memory is not None)
        self.edit.hide()
        self.words.show()
        self.edit_button.setEnabled(True)
        if memory is None:
            return
        self.words.setText(memory.text)
        quote = memory.source.quote if memory.source else ""
        old = self._olds.get(memory.replaces or -1)
        self.both_button.setVisible(bool(old))
        if old:
            self._quote.setText(self.tr("instead of “{old}”").format(old=old))
        else:
            self._quote.setText(self.tr("from “{quote}”").format(quote=quote))
        self._quote.setVisible(bool(old) or bool(quote and quote.strip() != memory.text.strip()))

    def _show_count(self) -> None:
        many = len(self._proposals)
        self._count.setVisible(many > 1)
        self._count.setText(self.tr("1 of {count}").format(count=many))

    def _next(self) -> Memory | None:
        if not self._proposals:
            return None
        memory = self._proposals.pop(0)
        self._refresh()
        self._show_count()
        return memory

    def _on_keep(self) -> None:
        text = self.edit.text().strip() if self.edit.isVisibleTo(self) else ""
        memory = self._next()
        if memory is None:
            return
        if text and text != memory.text:
            self.edited.emit(memory.id, text)
        else:
            self.kept.emit(memory.id)

    def _on_edit(self) -> None:
        if self.current is None:
            return
        self.edit.setText(self.current.text)
        self.words.hide()
        self.edit.show()
        self.edit_button.setEnabled(False)
        self.edit.setFocus()
        self.edit.selectAll()

    def _on_both(self) -> None:
        memory = self._next()
        if memory is not None and memory.replaces is not None:
            self.both_kept.emit(memory.replaces, memory.id)

    def _reject(self, never: bool) -> None:
        memory = self._next()
        if memory is not None:
            self.rejected.emit(memory.id, never)


def _shown(memory: Memory | None) -> tuple[int, str, int | None] | None:
    """Return what the tray shows of a proposal; other changes leave an edit under way alone."""
    return (memory.id, memory.text, memory.replaces) if memory else None
