"""The messages of the conversation that is shown, as a Qt model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from assistant_app.domain.session import Message, MessageState
from assistant_app.domain.turn import Action

Index = QModelIndex | QPersistentModelIndex


class ConversationRole(IntEnum):
    """What the model answers beside the text (which is `DisplayRole`)."""

    MESSAGE = Qt.ItemDataRole.UserRole + 1
    TEXT = Qt.ItemDataRole.UserRole + 2
    EXTRA = Qt.ItemDataRole.UserRole + 3


class ConversationModel(QAbstractListModel):
    """Rows are `Message` objects; a change replaces the object and says which part changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Message] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of messages."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, or the whole message."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        message = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, ConversationRole.TEXT):
            return message.text
        if role == ConversationRole.MESSAGE:
            return message
        if role == ConversationRole.EXTRA:
            return message.extra
        return None

    def messages(self) -> list[Message]:
        """Return the rows."""
        return list(self._rows)

    def message(self, row: int) -> Message:
        """Return the message of a row."""
        return self._rows[row]

    def row_of(self, message_id: int) -> int:
        """Return the row of a message, or -1."""
        for row in range(len(self._rows) - 1, -1, -1):
            if self._rows[row].id == message_id:
                return row
        return -1

    def reset(self, messages: Sequence[Message]) -> None:
        """Show other messages."""
        self.beginResetModel()
        self._rows = list(messages)
        self.endResetModel()

    def append(self, *messages: Message) -> None:
        """Add messages at the end."""
        if not messages:
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(messages) - 1)
        self._rows.extend(messages)
        self.endInsertRows()

    def append_text(self, row: int, text: str) -> None:
        """Add to the text of a row; views append, they do not render anew."""
        message = self._rows[row]
        self._rows[row] = replace(message, text=message.text + text)
        self._tell(row, ConversationRole.TEXT)

    def add_action(self, row: int, action: Action) -> None:
        """Add an action card to a row."""
        message = self._rows[row]
        extra = {**message.extra, "actions": [*(message.extra.get("actions") or []), action]}
        self._rows[row] = replace(message, extra=extra)
        self._tell(row, ConversationRole.EXTRA)

    def replace(self, row: int, message: Message) -> None:
        """Show another state of a message."""
        self._rows[row] = message
        self._tell(row, ConversationRole.MESSAGE)

    def set_state(self, row: int, state: MessageState) -> None:
        """Say how far a message got."""
        self.replace(row, replace(self._rows[row], state=state))

    def _tell(self, row: int, role: ConversationRole) -> None:
        index = self.index(row)
        self.dataChanged.emit(index, index, [role])
