"""Past chats as they are remembered: the summary of each, dated, and the way back into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView, QPushButton, QVBoxLayout, QWidget

from assistant_app.gui import style, words
from assistant_app.gui.two_line_delegate import TwoLineDelegate

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

Index = QModelIndex | QPersistentModelIndex
_DETAIL = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class PastChat:
    """A chat that has a summary; `at` is when it was last used, in milliseconds."""

    session_id: int
    title: str
    at: int
    summary: str


def load_past_chats(core: Assistant, text: str = "") -> list[PastChat]:
    """Return the chats whose title or summary has every word, the latest first.

    Outside the GUI thread.
    """
    wanted = text.casefold().split()
    return [
        PastChat(one.id, one.title, one.updated_at, one.summary)
        for one in core.sessions.listing()
        if one.summary and all(word in f"{one.title}\n{one.summary}".casefold() for word in wanted)
    ]


class PastChatModel(QAbstractListModel):
    """Rows are past chats."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[PastChat] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of chats."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the summary, or title and day below it."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        chat = self._rows[index.row()]
        detail = f"{chat.title or self.tr('New chat')} · {words.short_date(chat.at)}"
        if role == Qt.ItemDataRole.DisplayRole:
            return chat.summary
        if role == _DETAIL:
            return detail
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{chat.summary} {detail}"
        return None

    def chat(self, row: int) -> PastChat | None:
        """Return the chat of a row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def reset(self, chats: Sequence[PastChat]) -> None:
        """Show other chats."""
        if list(chats) != self._rows:
            self.beginResetModel()
            self._rows = list(chats)
            self.endResetModel()


class PastChats(QListView):
    """The list; `detail` shows the chosen chat in full, and `open_asked(session)` opens it."""

    open_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chats = PastChatModel(self)
        self.setModel(self.chats)
        self.setItemDelegate(TwoLineDelegate(_DETAIL, self))
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Past chats"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.detail = self._build_detail()
        self.selectionModel().currentChanged.connect(self._show)
        self.activated.connect(self._on_open)

    def _build_detail(self) -> QWidget:
        detail = QWidget()
        column = QVBoxLayout(detail)
        column.setContentsMargins(style.SPACE_L, style.SPACE_M, style.SPACE_L, style.SPACE_M)
        column.setSpacing(style.SPACE_M)
        self.title = style.label("", factor=1.2, bold=True, wrap=True)
        self.date = style.label("", quiet=True)
        self.summary = style.label("", wrap=True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_button = QPushButton(self.tr("Open the chat"))
        self.open_button.clicked.connect(self._on_open)
        for widget in (self.title, self.date, self.summary):
            column.addWidget(widget)
        column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return detail

    def show_chats(self, chats: Sequence[PastChat]) -> None:
        """Show these, the keyboard at the first where it was at none."""
        self.chats.reset(chats)
        if not self.currentIndex().isValid() and chats:
            self.setCurrentIndex(self.chats.index(0))
        self._show()

    def _show(self) -> None:
        chat = self.chats.chat(self.currentIndex().row())
        for widget in (self.title, self.date, self.summary, self.open_button):
            widget.setVisible(chat is not None)
        if chat is not None:
            self.title.setText(chat.title or self.tr("New chat"))
            self.date.setText(words.date_time(chat.at))
            self.summary.setText(chat.summary)

    def _on_open(self) -> None:
        chat = self.chats.chat(self.currentIndex().row())
        if chat is not None:
            self.open_asked.emit(chat.session_id)
