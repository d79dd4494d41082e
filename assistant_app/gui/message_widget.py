"""One message of the conversation, with its cards and the memories that it used."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QEvent, QLocale, QObject, QSize, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.domain.session import Message, MessageState, Role
from assistant_app.domain.turn import Action, Question
from assistant_app.gui import payload, style
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconButton
from assistant_app.gui.message_cards import ActionCard, QuestionCard
from assistant_app.gui.message_text import MessageText
from assistant_app.gui.thought_fold import ThoughtFold
from assistant_app.gui.used_memories import UsedMemories

_USER_WIDTH = 560


class MessageWidget(QWidget):
    """Shows a `Message`; `update_message` brings it up to date with as little change as it can."""

    undo_asked = Signal(object, int)
    edit_asked = Signal(str, int)
    chosen = Signal(int, str)
    memory_asked = Signal(int)
    memory_fixed = Signal(int, str)
    memory_erase_asked = Signal(int)
    remember_asked = Signal(int, str)
    link_clicked = Signal(str)

    def __init__(self, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message = message
        self._actions: tuple[Action, ...] = ()
        self._question: Question | None = None
        self.cards: list[ActionCard] = []
        self.question_card: QuestionCard | None = None
        self._build()
        self.update_message(message)

    @property
    def message(self) -> Message:
        """What is shown."""
        return self._message

    def _build(self) -> None:
        mine = self._message.role is Role.USER
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_S)
        self.thought = ThoughtFold(self)
        column.addWidget(self.thought)
        self.text = MessageText(self, markup=not mine, own=mine)
        self.text.link_clicked.connect(self.link_clicked)
        self.text.remember_asked.connect(self._on_remember)
        self.text.installEventFilter(self)
        if mine:
            column.addLayout(self._bubble())
        else:
            column.addWidget(self.text)
        self._column = column
        self._state = style.label("", wrap=True, quiet=True)
        column.addWidget(self._state)
        self.used = UsedMemories(self)
        self.used.shown.connect(self.memory_asked)
        self.used.fixed.connect(self.memory_fixed)
        self.used.erase_asked.connect(self.memory_erase_asked)
        column.addWidget(self.used)
        column.addLayout(self._foot(mine))

    def _bubble(self) -> QHBoxLayout:
        card = Card(self, tinted=True, outlined=False)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(style.SPACE_M, style.SPACE_S, style.SPACE_M, style.SPACE_S)
        inner.addWidget(self.text)
        self.text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.text.hug(_USER_WIDTH)
        row = QHBoxLayout()
        row.setContentsMargins(style.SPACE_XL * 2, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(card, 0)
        return row

    def _foot(self, mine: bool) -> QHBoxLayout:
        self._time = style.label("", factor=0.9, quiet=True)
        self.copy_button = IconButton("copy", self.tr("Copy"))
        self.copy_button.setIconSize(QSize(style.ICON_S, style.ICON_S))
        self.copy_button.clicked.connect(self.copy)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_S)
        self.remember_button = IconButton("memory", self.tr("Remember this (Ctrl+M)"))
        self.remember_button.setIconSize(QSize(style.ICON_S, style.ICON_S))
        self.remember_button.clicked.connect(self._on_remember)
        if mine:
            row.addStretch(1)
        row.addWidget(self._time)
        row.addWidget(self.remember_button)
        row.addWidget(self.copy_button)
        if not mine:
            row.addStretch(1)
        row.addStrut(style.ICON_S + 2 * style.SPACE_XS)
        self._reveal(False)
        return row

    def update_message(self, message: Message) -> None:
        """Show another state of the same message."""
        self._message = message
        done = message.state is not MessageState.STREAMING
        if done or not message.text.startswith(self.text.written):
            if self.text.written != message.text or not self.text.settled:
                self.text.set_text(message.text)
        else:
            self.text.stream(message.text)
        self._show_text()
        who = self.tr("You") if message.role is Role.USER else self.tr("Assistant")
        self.text.setAccessibleName(who)
        when = QDateTime.fromMSecsSinceEpoch(message.created_at)
        self._time.setText(QLocale().toString(when.time(), QLocale.FormatType.ShortFormat))
        self._show_state(message.state)
        self.update_extra()

    def update_extra(self, message: Message | None = None) -> None:
        """Show the cards and the memories that stand with the message."""
        if message is not None:
            self._message = message
        extra = self._message.extra
        actions, question = payload.actions(extra), payload.question(extra)
        if question is not None:  # the question says what waits for its answer
            actions = tuple(a for a in actions if a.status != "needs_confirmation")
        if actions != self._actions:
            self._show_actions(actions)
        if question != self._question:
            self._show_question(question)
        self.used.show_memories(payload.used(extra))
        self.thought.show_thought(str(extra.get("thought") or ""))
        self._show_text()

    def _show_text(self) -> None:
        """Leave out a text that says no more than the cards do."""
        text = self._message.text.strip()
        said = {action.summary.strip() for action in self._actions}
        if self._question is not None:
            said.add(self._question.text.strip())
        self.text.setVisible(bool(text) and not said.issuperset(text.splitlines()))

    def append_text(self, message: Message) -> None:
        """Show more of a reply that is being written."""
        self._message = message
        self.text.stream(message.text)
        self._show_text()
        self._show_state(message.state)

    def close_question(self) -> None:
        """The conversation went on: the question takes no more answers."""
        if self.question_card is not None:
            self.question_card.close_question()

    def copy(self) -> None:
        """Put the text as it was written on the clipboard."""
        QGuiApplication.clipboard().setText(self._message.text)

    def _show_actions(self, actions: tuple[Action, ...]) -> None:
        same = 0
        while (
            same < min(len(actions), len(self._actions)) and actions[same] == self._actions[same]
        ):
            same += 1
        for card in self.cards[same:]:
            self._column.removeWidget(card)
            card.deleteLater()
        del self.cards[same:]
        for action in actions[same:]:
            card = ActionCard(action, self)
            card.undo_asked.connect(lambda change, c=card: self.undo_asked.emit(c, change))
            card.edit_asked.connect(self.edit_asked)
            self._column.insertWidget(len(self.cards), card)
            self.cards.append(card)
        self._actions = actions

    def _show_question(self, question: Question | None) -> None:
        if self.question_card is not None:
            self._column.removeWidget(self.question_card)
            self.question_card.deleteLater()
            self.question_card = None
        if question is not None:
            self.question_card = QuestionCard(question, self)
            self.question_card.chosen.connect(self.chosen)
            self._column.insertWidget(self._column.indexOf(self._state), self.question_card)
        self._question = question

    def _show_state(self, state: MessageState) -> None:
        words = {
            MessageState.INTERRUPTED: self.tr("Stopped here. What was written was kept."),
            MessageState.FAILED: self.tr("This reply failed. What was written was kept."),
        }
        self._state.setText(words.get(state, ""))
        waiting = state is MessageState.STREAMING and not self._message.text
        if waiting:
            self._state.setText(self.tr("Thinking…"))
        self._state.setVisible(bool(self._state.text()))

    @property
    def _own(self) -> bool:
        """Whether it is the owner's, and stored."""
        return self._message.role is Role.USER and self._message.id > 0

    def _on_remember(self) -> None:
        words = self.text.chosen() or self._message.text
        if self._own and words.strip():
            self.remember_asked.emit(self._message.id, words)

    def _reveal(self, on: bool) -> None:
        self._time.setVisible(on)
        self.copy_button.setVisible(on)
        self.remember_button.setVisible(on and self._own)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show time and actions under the pointer."""
        super().enterEvent(event)
        self._reveal(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Hide them again."""
        super().leaveEvent(event)
        inside = (self.text, self.remember_button, self.copy_button)
        self._reveal(any(widget.hasFocus() for widget in inside))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show time and actions for the keyboard too."""
        if watched is self.text and event.type() == QEvent.Type.FocusIn:
            self._reveal(True)
        return super().eventFilter(watched, event)
