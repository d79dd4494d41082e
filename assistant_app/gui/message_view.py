"""The conversation: a column of message widgets that follows its model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assistant_app.gui import style
from assistant_app.gui.conversation_model import ConversationModel, ConversationRole

if TYPE_CHECKING:
    from assistant_app.gui.message_widget import MessageWidget

BUILT = 50
"""Messages built at first; each click on the button above builds as many again."""


class MessageView(QScrollArea):
    """Builds real widgets for the last messages of a `ConversationModel`, older ones on demand.

    Stays at the end while new text comes, unless the reader scrolled up.
    """

    undo_asked = Signal(object, int)
    edit_asked = Signal(str, int)
    chosen = Signal(int, str)
    memory_asked = Signal(int)
    memory_fixed = Signal(int, str)
    memory_erase_asked = Signal(int)
    remember_asked = Signal(int, str)
    link_clicked = Signal(str)

    def __init__(self, model: ConversationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._first = 0
        self._widgets: list[MessageWidget] = []
        self._follow = True
        self._hidden: frozenset[int] = frozenset()
        self._build()
        model.modelReset.connect(self._on_reset)
        model.rowsInserted.connect(self._on_inserted)
        model.dataChanged.connect(self._on_changed)

    def _build(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ground = QWidget()
        row = QHBoxLayout(self._ground)
        row.setContentsMargins(style.SPACE_XL, style.SPACE_L, style.SPACE_XL, style.SPACE_L)
        row.addStretch(1)
        column = QWidget()
        column.setMaximumWidth(style.MESSAGE_WIDTH)
        column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(column, 1000)
        row.addStretch(1)
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(style.SPACE_S)
        self._earlier = QPushButton(self.tr("Show earlier messages"))
        self._earlier.setFlat(True)
        self._earlier.clicked.connect(self._on_earlier)
        self._column.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(self._ground)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_range)

    def widgets(self) -> list[MessageWidget]:
        """Return the built widgets, oldest first."""
        return list(self._widgets)

    def widget_of(self, message_id: int) -> MessageWidget | None:
        """Return the widget of a message, building back to it where needed."""
        row = self._model.row_of(message_id)
        if row < 0:
            return None
        if row < self._first:
            self._build_from(row)
        return self._widgets[row - self._first]

    def show_message(self, message_id: int) -> bool:
        """Scroll to a message and give it the focus; says whether it is there."""
        widget = self.widget_of(message_id)
        if widget is None:
            return False
        self._follow = False
        QTimer.singleShot(0, widget, lambda: self._bring(widget))
        return True

    def hide_memories(self, hidden: frozenset[int]) -> None:
        """Name no memory that is being erased."""
        self._hidden = hidden
        for widget in self._widgets:
            widget.used.hide_memories(hidden)

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._follow = True
        self._to_end()

    def _bring(self, widget: MessageWidget) -> None:
        layout = self._ground.layout()
        if layout is not None:
            layout.activate()
        place = widget.mapTo(self._ground, widget.rect().topLeft()).y()
        self.verticalScrollBar().setValue(place - style.SPACE_XL)
        widget.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_reset(self) -> None:
        for widget in self._widgets:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._widgets = []
        self._first = self._model.rowCount()
        self._build_from(max(0, self._first - BUILT))
        self.follow()

    def _build_from(self, row: int) -> None:
        new = [self._make(number) for number in range(row, self._first)]
        for place, widget in enumerate(new):
            self._column.insertWidget(1 + place, widget)
        self._widgets = new + self._widgets
        self._first = row
        self._earlier.setVisible(row > 0)
        self._close_questions()

    def _make(self, row: int) -> MessageWidget:
        from assistant_app.gui.message_widget import MessageWidget  # not for an empty window

        widget = MessageWidget(self._model.message(row))
        widget.undo_asked.connect(self.undo_asked)
        widget.edit_asked.connect(self.edit_asked)
        widget.chosen.connect(self.chosen)
        widget.memory_asked.connect(self.memory_asked)
        widget.memory_fixed.connect(self.memory_fixed)
        widget.memory_erase_asked.connect(self.memory_erase_asked)
        widget.remember_asked.connect(self.remember_asked)
        widget.used.hide_memories(self._hidden)
        widget.link_clicked.connect(self.link_clicked)
        return widget

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        for row in range(first, last + 1):
            widget = self._make(row)
            self._column.insertWidget(self._column.count() - 1, widget)
            self._widgets.append(widget)
        self._close_questions()

    def _on_changed(self, top: QModelIndex, bottom: QModelIndex, roles: list[int]) -> None:
        for row in range(max(top.row(), self._first), bottom.row() + 1):
            widget, message = self._widgets[row - self._first], self._model.message(row)
            if list(roles) == [ConversationRole.TEXT]:
                widget.append_text(message)
            elif list(roles) == [ConversationRole.EXTRA]:
                widget.update_extra(message)
            else:
                widget.update_message(message)
        self._close_questions()

    def _close_questions(self) -> None:
        for widget in self._widgets[:-1]:
            widget.close_question()

    def _on_earlier(self) -> None:
        anchor = self._widgets[0] if self._widgets else None
        self._follow = False
        self._build_from(max(0, self._first - BUILT))
        if anchor is not None:
            QTimer.singleShot(0, anchor, lambda: self._bring(anchor))

    def _on_scrolled(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - style.SPACE_XL

    def _on_range(self) -> None:
        if self._follow:
            self._to_end()

    def _to_end(self) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
