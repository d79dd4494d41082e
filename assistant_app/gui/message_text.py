"""The text of one message: selectable; plain while it streams, then Markdown."""

from __future__ import annotations

import math
import time
from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QTextBrowser, QWidget

from assistant_app.gui import markdown, style

_REMEMBER = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_M)


class MessageText(QTextBrowser):
    """A text browser without scroll bars of its own, that loads nothing and opens nothing itself.

    `link_clicked` carries the address of a web or mail link; whoever listens shows it before it is
    opened. `remember_asked` comes from the menu and from Ctrl+M, on the owner's `own` text alone.
    """

    link_clicked = Signal(str)
    remember_asked = Signal()

    def __init__(
        self, parent: QWidget | None = None, *, markup: bool = True, own: bool = False
    ) -> None:
        super().__init__(parent)
        self._markup, self._own = markup, own
        self._text = ""
        self._closed = 0
        self._settled = True
        self._hug = 0
        self._render_after = 0.0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._on_anchor)
        self._style()

    @property
    def written(self) -> str:
        """The text as it was written."""
        return self._text

    @property
    def settled(self) -> bool:
        """Whether the whole text is shown as Markdown."""
        return self._settled

    def chosen(self) -> str:
        """Return the selected words; "" where nothing is selected."""
        return self.textCursor().selectedText().replace("\u2029", "\n").strip()

    def hug(self, width: int) -> None:
        """Be no wider than the words need, up to `width`."""
        self._hug = width

    def set_text(self, text: str) -> None:
        """Show a whole text."""
        self._text = text
        self._closed = 0
        self._settled = True
        self.setWordWrapMode(style.wrap_mode(text))
        if self._markup:
            self.setHtml(markdown.render(text))
        else:
            self.setPlainText(text)
        if self._hug:
            self.updateGeometry()

    def stream(self, text: str) -> None:
        """Show a text that begins with what is shown; the new part is appended as it is.

        When a block closes, what is closed becomes Markdown, but never oftener than a tenth of the
        time goes into it.
        """
        added = text[len(self._text) :]
        self._settled = False
        self._text = text
        if self._markup and time.monotonic() >= self._render_after and "\n" in added:
            closed = markdown.closed_length(text, self._closed)
            if closed > self._closed and not self.textCursor().hasSelection():
                self._render_closed(closed)
                return
        self._append(added)

    def _render_closed(self, closed: int) -> None:
        started = time.monotonic()
        self._closed = closed
        self.setHtml(markdown.render(self._text[:closed]))
        tail = self._text[closed:]
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertBlock()
        cursor.insertText(tail)
        spent = time.monotonic() - started
        self._render_after = time.monotonic() + 9 * spent

    def _append(self, text: str) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Load nothing, whatever the text names."""
        return None

    def sizeHint(self) -> QSize:
        """As wide as allowed, as tall as the text."""
        return QSize(self._width_of_words() if self._hug else style.MESSAGE_WIDTH, self._height())

    def minimumSizeHint(self) -> QSize:
        """Narrow windows wrap the text."""
        return QSize(min(120, self.sizeHint().width()), self._height())

    def _width_of_words(self) -> int:
        metrics = self.fontMetrics()
        lines = self._text[:4000].splitlines() or [""]
        widest = max(metrics.horizontalAdvance(line[:400]) for line in lines[:100])
        return min(self._hug, widest + 3)

    def _height(self) -> int:
        bar = self.horizontalScrollBar()
        extra = bar.sizeHint().height() if bar.maximum() > 0 else 0
        return max(1, math.ceil(self.document().size().height())) + extra

    def _fit(self) -> None:
        self.setFixedHeight(self._height())

    def _on_anchor(self, address: QUrl) -> None:
        text = address.toString()
        if markdown.safe_link(text):
            self.link_clicked.emit(text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme: links and code carry colours of their own."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._style()
            if self._markup and self._text:
                self.set_text(self._text)

    def context_menu(self) -> QMenu:
        """Return the menu of a right click or of the menu key."""
        menu = self.createStandardContextMenu()
        if self._own:
            name = self.tr("Remember the selection") if self.chosen() else self.tr("Remember this")
            action = QAction(name, menu)
            action.setShortcut(QKeySequence(_REMEMBER))
            action.triggered.connect(self.remember_asked)
            menu.insertAction(menu.actions()[0], action)
            menu.insertSeparator(menu.actions()[1])
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to remember, and what a text offers anyway."""
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remember by key."""
        if self._own and event.keyCombination() == _REMEMBER:
            self.remember_asked.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: Any) -> None:
        """Leave the wheel to the conversation."""
        event.ignore()

    def _style(self) -> None:
        shown = self.palette()
        ground = shown.color(QPalette.ColorRole.AlternateBase).name()
        link = style.colour(shown, style.Role.ACCENT).name()
        self.document().setDefaultStyleSheet(
            f"p, li, td, th {{ line-height: {style.LINE_HEIGHT}%; }}"
            "p { margin-top: 0; margin-bottom: 8px; }"
            "h1 { font-size: large; } h2, h3, h4, h5, h6 { font-size: medium; }"
            f"pre, code {{ background-color: {ground}; font-family: monospace; }}"
            f"a {{ color: {link}; }}"
        )
