"""The memories that an answer used, each to be looked at, put right or erased where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from assistant_app.gui import style
from assistant_app.gui.icons import IconButton
from assistant_app.gui.payload import UsedMemory

_NAMED = 3
"""Memories named under an answer; the others come with a click."""


class UsedRow(QWidget):
    """One memory: its words open it, a pencil edits it in place, a bin erases it."""

    shown = Signal(int)
    fixed = Signal(int, str)
    erase_asked = Signal(int)

    def __init__(self, memory: UsedMemory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.memory = memory
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_XS)
        self.button = self._build_button()
        self.line = QLineEdit(memory.text)
        self.line.setAccessibleName(self.tr("The memory in other words"))
        self.line.returnPressed.connect(self._on_return)
        self.line.installEventFilter(self)
        self.line.hide()
        self.fix_button = self._icon("edit", self.tr("Put this memory right"))
        self.erase_button = self._icon("trash", self.tr("Erase this memory"))
        self.fix_button.clicked.connect(self._on_fix)
        self.erase_button.clicked.connect(lambda: self.erase_asked.emit(memory.id))
        for widget in (self.button, self.fix_button, self.erase_button):
            row.addWidget(widget)
        row.insertWidget(0, self.line, 1)
        row.addStretch(0)

    def _build_button(self) -> QPushButton:
        memory = self.memory
        button = QPushButton()
        button.setFlat(True)
        button.setProperty("memory", memory.id)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setStyleSheet("text-align: left; padding: 2px 0;")
        button.setAccessibleName(self.tr("Show the memory: {text}").format(text=memory.text))
        button.setToolTip(style.plain_tooltip(memory.text))
        button.clicked.connect(lambda: self.shown.emit(memory.id))
        return button

    def _icon(self, name: str, text: str) -> IconButton:
        button = IconButton(name, text)
        button.setIconSize(QSize(style.ICON_S, style.ICON_S))
        button.setAccessibleDescription(self.memory.text)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the words to the room there is."""
        super().resizeEvent(event)
        room = self.width() - 2 * (style.ICON_S + style.SPACE_L) - style.SPACE_XL
        shown = self.fontMetrics().elidedText(
            " ".join(self.memory.text.split()), Qt.TextElideMode.ElideRight, max(80, room)
        )
        self.button.setText(f"“{shown}”".replace("&", "&&"))

    def _on_fix(self) -> None:
        self.line.setText(self.memory.text)
        self._show_line(True)
        self.line.setFocus()
        self.line.selectAll()

    def _show_line(self, on: bool) -> None:
        self.line.setVisible(on)
        for widget in (self.button, self.fix_button, self.erase_button):
            widget.setVisible(not on)

    def _on_return(self) -> None:
        text = self.line.text().strip()
        self._close_line()
        if text and text != self.memory.text:
            self.fixed.emit(self.memory.id, text)

    def _close_line(self) -> None:
        self._show_line(False)
        self.fix_button.setFocus()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Escape leaves the memory as it is."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if watched is self.line and escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # Escape is not to stop an answer meanwhile
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._close_line()
                return True
        return False


class UsedMemories(QWidget):
    """The rows below an answer, with a line above that says what they are."""

    shown = Signal(int)
    fixed = Signal(int, str)
    erase_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memories: tuple[UsedMemory, ...] = ()
        self._hidden: frozenset[int] = frozenset()
        self._all = False
        self.rows: list[UsedRow] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = style.label(self.tr("Remembered for this answer"), factor=0.9, quiet=True)
        column.addWidget(head)
        self._column = column
        self.more_button = QPushButton()
        self.more_button.setFlat(True)
        self.more_button.setStyleSheet("text-align: left; padding: 2px 0;")
        self.more_button.setAccessibleName(self.tr("Show the other memories"))
        self.more_button.clicked.connect(self._on_more)
        column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_memories(self, memories: Sequence[UsedMemory]) -> None:
        """Show these; what is shown already stays as it is, an edit under way too."""
        if tuple(memories) != self._memories:
            self._memories = tuple(memories)
            for row in self.rows:
                self._column.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = [self._make(memory) for memory in memories]
            for number, row in enumerate(self.rows, 1):
                self._column.insertWidget(number, row)
        self._refresh()

    def _make(self, memory: UsedMemory) -> UsedRow:
        row = UsedRow(memory)
        row.shown.connect(self.shown)
        row.fixed.connect(self.fixed)
        row.erase_asked.connect(self.erase_asked)
        return row

    def hide_memories(self, hidden: frozenset[int]) -> None:
        """Leave out what is being erased."""
        self._hidden = hidden
        self._refresh()

    def _refresh(self) -> None:
        there = [row for row in self.rows if row.memory.id not in self._hidden]
        for row in self.rows:
            named = row in there and (self._all or there.index(row) < _NAMED)
            row.setVisible(named)
        rest = 0 if self._all else len(there) - _NAMED
        self.more_button.setText(self.tr("{count} more").format(count=rest))
        self.more_button.setVisible(rest > 0)
        self.setVisible(bool(there))

    def _on_more(self) -> None:
        self._all = True
        self._refresh()
