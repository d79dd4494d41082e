"""The cards in a conversation: what was done, and what only the owner can answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.domain.turn import Action, Question
from assistant_app.gui import style
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconLabel, IconPushButton

MAX_LISTED = 12
_ICONS = {"event": "calendar", "task": "task", "memory": "memory"}
_TOOL_ICONS = {"calculate": "calculator", "search": "search", "recall": "memory"}


def _row_text(row: dict[str, object]) -> str:
    parts = [str(row[key]) for key in ("title", "text", "when") if row.get(key)]
    return " · ".join(parts) or str(row.get("summary", ""))


class ActionCard(Card):
    """What a tool did, from the stored row: title, time in words, assumptions, Edit and Undo."""

    undo_asked = Signal(int)
    edit_asked = Signal(str, int)

    def __init__(self, action: Action, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action = action
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._build()

    @property
    def action(self) -> Action:
        """What the card shows."""
        return self._action

    def _build(self) -> None:
        action = self._action
        row = QHBoxLayout(self)
        row.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        row.setSpacing(style.SPACE_M)
        row.addWidget(self._icon(), 0, Qt.AlignmentFlag.AlignTop)
        lines = QVBoxLayout()
        lines.setSpacing(style.SPACE_XS)
        row.addLayout(lines, 1)
        title = style.label(action.title or action.summary, bold=True, wrap=True)
        lines.addWidget(title)
        second = action.when or (action.summary if action.title else "")
        for text in (second, *(_row_text(item) for item in action.data[:MAX_LISTED])):
            if text and text != title.text():
                lines.addWidget(style.label(text, wrap=True))
        if action.assumptions:
            lines.addWidget(style.label(" · ".join(action.assumptions), wrap=True, quiet=True))
        self._outcome = style.label("", wrap=True, quiet=True)
        self._outcome.hide()
        lines.addWidget(self._outcome)
        row.addLayout(self._buttons(), 0)
        self.setAccessibleName(f"{title.text()}. {second}")

    def _icon(self) -> QWidget:
        action = self._action
        if action.status in ("failed", "refused"):
            return IconLabel("warning", self, style.Role.WARNING)
        if action.status == "needs_confirmation":
            return IconLabel("question", self, style.Role.ACCENT)
        name = _ICONS.get(action.item_kind or "") or _TOOL_ICONS.get(action.tool, "check")
        return IconLabel(name, self, style.Role.ACCENT)

    def _buttons(self) -> QHBoxLayout:
        action = self._action
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.edit_button: QPushButton | None = None
        self.undo_button: QPushButton | None = None
        if action.status == "done" and action.item is not None and action.item_kind:
            self.edit_button = IconPushButton("edit", self.tr("Edit"))
            self.edit_button.setAccessibleName(self.tr("Edit {title}").format(title=action.title))
            self.edit_button.clicked.connect(self._on_edit)
            row.addWidget(self.edit_button, 0, Qt.AlignmentFlag.AlignTop)
        if action.status == "done" and action.undo is not None:
            self.undo_button = IconPushButton("undo", self.tr("Undo"))
            self.undo_button.setAccessibleName(self.tr("Undo {title}").format(title=action.title))
            self.undo_button.clicked.connect(self._on_undo)
            row.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def show_undone(self) -> None:
        """Say that the action was taken back."""
        self.show_outcome(self.tr("Undone"))
        for button in (self.edit_button, self.undo_button):
            if button is not None:
                button.setEnabled(False)

    def show_outcome(self, text: str) -> None:
        """Say how an undo went."""
        self._outcome.setText(text)
        self._outcome.show()

    def _on_undo(self) -> None:
        if self._action.undo is not None:
            self.undo_asked.emit(self._action.undo)

    def _on_edit(self) -> None:
        if self._action.item is not None and self._action.item_kind:
            self.edit_asked.emit(self._action.item_kind, self._action.item)


class QuestionCard(Card):
    """A question with numbered choices; the number's key picks one."""

    chosen = Signal(int, str)

    def __init__(self, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = question
        self.buttons: list[QPushButton] = []
        self.set_edge(style.Role.ACCENT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(question.text)
        self._build()

    @property
    def question(self) -> Question:
        """What the card asks."""
        return self._question

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_M, style.SPACE_M, style.SPACE_M, style.SPACE_M)
        column.setSpacing(style.SPACE_S)
        head = QHBoxLayout()
        head.setSpacing(style.SPACE_M)
        head.addWidget(
            IconLabel("question", self, style.Role.ACCENT), 0, Qt.AlignmentFlag.AlignTop
        )
        head.addWidget(style.label(self._question.text, bold=True, wrap=True), 1)
        column.addLayout(head)
        for number, choice in enumerate(self._question.choices[:9], 1):
            button = QPushButton(f"{number}   {choice}".replace("&", "&&"))
            button.setAccessibleName(choice)
            button.setStyleSheet("text-align: left; padding: 5px 10px;")
            button.clicked.connect(lambda _checked=False, n=number - 1: self.choose(n))
            self.buttons.append(button)
            column.addWidget(button)
        if not self._question.choices:
            column.addWidget(style.label(self.tr("Answer below in your own words."), quiet=True))

    def choose(self, number: int) -> bool:
        """Pick a choice by its place; says whether there is such a choice and it can be picked."""
        if not 0 <= number < len(self.buttons) or not self.buttons[number].isEnabled():
            return False
        self.chosen.emit(number, self._question.choices[number])
        return True

    def close_question(self) -> None:
        """Take no more answers: it was answered, or something else was said."""
        self.set_edge(None)
        for button in self.buttons:
            button.setEnabled(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick by number."""
        if not (event.text().isdigit() and self.choose(int(event.text()) - 1)):
            super().keyPressEvent(event)
