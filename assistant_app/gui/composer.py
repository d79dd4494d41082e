"""Where the owner writes: grows to eight lines, sends, stops, and keeps what is not sent."""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from assistant_app.domain.turn import MAX_MESSAGE
from assistant_app.gui import style
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconPushButton

MAX_LINES = 8
MAX_CHARACTERS = MAX_MESSAGE
"""What the core takes; a longer text is told so before it is sent, and stays."""
DRAFT_MS = 300


class ComposerEdit(QPlainTextEdit):
    """A plain text editor that sends on Enter, but never while an input method composes."""

    send_asked = Signal()
    stop_asked = Signal()
    digit_typed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.enter_sends = True
        self._composing = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Take the height of the text, up to eight lines."""
        lines, height = 0, 0.0
        block = self.document().firstBlock()
        while block.isValid() and lines < MAX_LINES:
            tall = self.blockBoundingRect(block).height()
            count = max(1, block.layout().lineCount())
            taken = min(count, MAX_LINES - lines)
            lines, height = lines + taken, height + tall * taken / count
            block = block.next()
        self.setFixedHeight(math.ceil(max(height, self.fontMetrics().lineSpacing())) + 4)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Note whether there is text that the input method has not committed."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, break, stop, or pick a numbered choice while nothing is written."""
        key, modifiers = event.key(), event.modifiers()
        plain = modifiers in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._composing:
            shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
            if control or (self.enter_sends and not shift):
                self.send_asked.emit()
            else:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
        elif key == Qt.Key.Key_Escape and not self._composing:
            self.stop_asked.emit()
        elif plain and event.text() in "123456789" and event.text() and not self.toPlainText():
            self._offer_digit(event)
        else:
            super().keyPressEvent(event)

    def _offer_digit(self, event: QKeyEvent) -> None:
        self.taken = False
        self.digit_typed.emit(int(event.text()))
        if not self.taken:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text and nothing else."""
        if source.hasText():
            self.put(source.text())

    def put(self, text: str, *, whole: bool = False) -> None:
        """Insert text at the cursor, or in place of all there is."""
        self.setWordWrapMode(style.wrap_mode(text))
        if whole:
            self.setPlainText(text)
            self.moveCursor(QTextCursor.MoveOperation.End)
        else:
            self.insertPlainText(text)

    def resizeEvent(self, event: object) -> None:
        """Wrapping changes the height."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.fit()


class Composer(QWidget):
    """The editor with its button and the sentence below it.

    `send_asked(text)` comes only with a text that can be sent; `draft_changed(text)` after a pause
    in writing.
    """

    send_asked = Signal(str)
    stop_asked = Signal()
    draft_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._quiet = False
        self._draft = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._draft.timeout.connect(self._on_draft)
        self._build()
        self._refresh()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_XS)
        card = Card(self)
        row = QHBoxLayout(card)
        row.setContentsMargins(style.SPACE_M, style.SPACE_S, style.SPACE_S, style.SPACE_S)
        row.setSpacing(style.SPACE_S)
        self.edit = ComposerEdit(card)
        self.edit.setPlaceholderText(self.tr("Message Assistant"))
        self.edit.setAccessibleName(self.tr("Message"))
        self.edit.send_asked.connect(self._on_send)
        self.edit.stop_asked.connect(self.stop_asked)
        self.edit.textChanged.connect(self._on_text)
        self.button = IconPushButton("send", self.tr("Send"), card)
        self.button.clicked.connect(self._on_button)
        row.addWidget(self.edit, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        column.addWidget(card)
        self.warning = style.label("", self, wrap=True)
        self.warning.hide()
        column.addWidget(self.warning)
        self.setFocusProxy(self.edit)

    def text(self) -> str:
        """Return what is written."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Show a draft, without reporting it as a new one."""
        self._draft.stop()
        self._quiet = True
        self.edit.put(text, whole=True)
        self._quiet = False
        self._refresh()

    def flush_draft(self) -> None:
        """Report what is written now, if it was not yet."""
        if self._draft.isActive():
            self._draft.stop()
            self._on_draft()

    def set_running(self, running: bool) -> None:
        """Offer to stop, or to send."""
        self._running = running
        self.button.show_icon("stop" if running else "send")
        words = self.tr("Stop") if running else self.tr("Send")
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self._refresh()

    def set_enter_sends(self, enter_sends: bool) -> None:
        """Choose between Enter and Ctrl+Enter for sending."""
        self.edit.enter_sends = enter_sends

    def _on_text(self) -> None:
        if not self._quiet:
            self._draft.start()
            self._refresh()

    def _on_draft(self) -> None:
        self.draft_changed.emit(self.text())

    def _refresh(self) -> None:
        length = self.edit.document().characterCount() - 1
        too_long = length > MAX_CHARACTERS
        self.button.setEnabled(self._running or (not too_long and bool(self.text().strip())))
        self.warning.setVisible(too_long)
        if too_long:
            words = self.tr(
                "This is too long to send: {length} characters, at most {limit}. "
                "Nothing is lost; shorten it or send it in parts."
            )
            self.warning.setText(words.format(length=f"{length:,}", limit=f"{MAX_CHARACTERS:,}"))

    def _on_button(self) -> None:
        if self._running:
            self.stop_asked.emit()
        else:
            self._on_send()

    def _on_send(self) -> None:
        if self._running or not self.button.isEnabled():
            return
        self._draft.stop()
        self.send_asked.emit(self.text())
