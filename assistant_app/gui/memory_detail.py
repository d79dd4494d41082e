"""One memory in full: the sentence it rests on, its history, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.memory import (
    CATEGORIES,
    Memory,
    MemoryPair,
    MemoryStatus,
    MemoryVersion,
)
from assistant_app.errors import AppError
from assistant_app.gui import style, words
from assistant_app.gui.card import Card
from assistant_app.gui.expiry_edit import ExpiryEdit
from assistant_app.gui.pair_card import PairCard

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MemoryFacts:
    """What is shown beside a memory itself."""

    memory: Memory
    history: list[MemoryVersion] = field(default_factory=list)
    session_title: str | None = None
    said_at: int | None = None
    used_in: str = ""
    replaces: Memory | None = None
    pair: MemoryPair | None = None

    @property
    def wordings(self) -> list[MemoryVersion]:
        """The history without what changed no word, oldest first; the present wording last."""
        found: list[MemoryVersion] = []
        now = MemoryVersion(self.memory.id, self.memory.updated_at, "", self.memory.text)
        for entry in (*self.history, now):
            if (
                entry.text
                and entry.event != "reinforced"
                and entry.text not in [one.text for one in found]
            ):
                found.append(entry)
        return found


def load_facts(core: Assistant, memory_id: int) -> MemoryFacts:
    """Read a memory, its history, and where it was said; outside the GUI thread."""
    memory = core.memories.get(memory_id)
    title, said_at = _source(core, memory)
    used_in = replaces = None
    if memory.last_used_in is not None:
        used_in = _or_none(lambda: core.sessions.get(memory.last_used_in or 0).title)
    if memory.replaces is not None:
        replaces = _or_none(lambda: core.memories.get(memory.replaces or 0))
    history = core.memories.history(memory_id)
    pair = core.memories.pairs.of(memory_id)
    return MemoryFacts(memory, history, title, said_at, used_in or "", replaces, pair)


def _or_none(read: Callable[[], T]) -> T | None:
    try:
        return read()
    except AppError:  # erased or in the trash for good: shown without it
        return None


def _source(core: Assistant, memory: Memory) -> tuple[str | None, int | None]:
    source = memory.source
    if source is None or source.session_id is None:
        return None, None
    session_id = source.session_id
    session = _or_none(lambda: core.sessions.get(session_id))
    if session is None:
        return None, None
    found = (m for m in core.sessions.messages(session_id) if m.id == source.message_id)
    message = next(found, None)
    return session.title, message.created_at if message else None


class MemoryDetail(QScrollArea):
    """Shows `MemoryFacts`; asks by signals, all about the memory that is shown."""

    confirm_asked = Signal()
    reject_asked = Signal()
    edit_asked = Signal()
    pin_asked = Signal(bool)
    archive_asked = Signal(bool)
    erase_asked = Signal()
    never_asked = Signal()
    category_asked = Signal(str)
    expiry_asked = Signal(object)
    settle_asked = Signal(int, int, str)
    compare_asked = Signal(object)
    jump_asked = Signal(int, int)
    session_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: MemoryFacts | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName(self.tr("The chosen memory"))
        self._build()
        self.show_facts(None)

    def _build(self) -> None:
        self._ground = QWidget()
        column = QVBoxLayout(self._ground)
        column.setContentsMargins(style.SPACE_L, style.SPACE_M, style.SPACE_L, style.SPACE_M)
        column.setSpacing(style.SPACE_M)
        self.text = style.label("", factor=1.2, bold=True, wrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.text)
        column.addWidget(self._build_source())
        self._other = style.label("", wrap=True)
        column.addWidget(self._other)
        self.pair = PairCard()
        self.pair.settled.connect(self.settle_asked)
        column.addWidget(self.pair)
        column.addLayout(self._build_grid())
        self.used_button = QPushButton(self.tr("Go to where it was used last"))
        self.used_button.clicked.connect(self._on_used)
        column.addWidget(self.used_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._history = style.label("", wrap=True, quiet=True)
        column.addWidget(self._history)
        self.compare_button = QPushButton(self.tr("Compare wordings…"))
        self.compare_button.setAccessibleName(self.tr("Compare wordings"))
        self.compare_button.clicked.connect(lambda: self.compare_asked.emit(self._facts))
        column.addWidget(self.compare_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(self._build_buttons())
        column.addStretch(1)
        self.setWidget(self._ground)

    def _build_source(self) -> QWidget:
        self._source = Card(tinted=True, outlined=False)
        column = QVBoxLayout(self._source)
        column.setContentsMargins(style.SPACE_M, style.SPACE_S, style.SPACE_M, style.SPACE_S)
        self._said = style.label("", wrap=True, quiet=True)
        self.quote = style.label("", wrap=True)
        self.jump_button = QPushButton(self.tr("Go there"))
        self.jump_button.setAccessibleName(self.tr("Go to the message it was said in"))
        self.jump_button.clicked.connect(self._on_jump)
        column.addWidget(self._said)
        column.addWidget(self.quote)
        column.addWidget(self.jump_button, 0, Qt.AlignmentFlag.AlignLeft)
        return self._source

    def _build_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(style.SPACE_L)
        grid.setVerticalSpacing(style.SPACE_S)
        grid.setColumnStretch(1, 1)
        self._kind, self._used = (style.label("", wrap=True) for _ in range(2))
        self.expiry = ExpiryEdit()
        self.expiry.changed.connect(self.expiry_asked)
        self.category = QComboBox()
        self.category.setAccessibleName(self.tr("Category"))
        for category in CATEGORIES:
            self.category.addItem(words.category_name(category), category)
        self.category.activated.connect(self._on_category)
        rows = (
            (self.tr("Kind"), self._kind),
            (self.tr("Category"), self.category),
            (self.tr("Expires"), self.expiry),
            (self.tr("Used"), self._used),
        )
        for number, (name, widget) in enumerate(rows):
            side = (
                Qt.AlignmentFlag(0) if isinstance(widget, QLabel) else Qt.AlignmentFlag.AlignLeft
            )
            grid.addWidget(style.label(name, quiet=True), number, 0)
            grid.addWidget(widget, number, 1, side)
        return grid

    def _build_buttons(self) -> QHBoxLayout:
        self.confirm_button = QPushButton(self.tr("Confirm"))
        self.reject_button = QPushButton(self.tr("No"))
        self.edit_button = QPushButton(self.tr("Edit"))
        self.pin_button = QPushButton(self.tr("Pin"))
        self.archive_button = QPushButton(self.tr("Archive"))
        self.erase_button = QPushButton(self.tr("Erase…"))
        self.never_button = QPushButton(self.tr("Never…"))
        self._buttons: tuple[tuple[QPushButton, Callable[[], None]], ...] = (
            (self.confirm_button, self.confirm_asked.emit),
            (self.reject_button, self.reject_asked.emit),
            (self.edit_button, self.edit_asked.emit),
            (self.pin_button, self._on_pin),
            (self.archive_button, self._on_archive),
            (self.erase_button, self.erase_asked.emit),
            (self.never_button, self.never_asked.emit),
        )
        keys = {
            self.confirm_button: "Space",
            self.reject_button: "Backspace",
            self.edit_button: "F2",
            self.pin_button: "Ctrl+P",
            self.erase_button: "Delete",
        }
        for button, key in keys.items():
            name = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(self.tr("In the list: {key}").format(key=name))
        self._button_grid = QGridLayout()
        self._button_grid.setSpacing(style.SPACE_S)
        for button, slot in self._buttons:
            button.setAccessibleName(button.text().rstrip("…"))
            button.clicked.connect(lambda _checked=False, s=slot: s())
            self._button_grid.addWidget(button, 0, 0)
        row = QHBoxLayout()
        row.addLayout(self._button_grid)
        row.addStretch(1)
        return row

    @property
    def facts(self) -> MemoryFacts | None:
        """What is shown."""
        return self._facts

    def show_facts(self, facts: MemoryFacts | None) -> None:
        """Show a memory, or nothing."""
        self._facts = facts
        self._ground.setVisible(facts is not None)
        if facts is None:
            return
        memory = facts.memory
        self.text.setText(memory.text)
        self._show_source(facts)
        self._kind.setText(f"{words.kind_name(memory.kind)} · {words.status_name(memory.status)}")
        self.category.setCurrentIndex(max(0, self.category.findData(memory.category)))
        self.expiry.show_moment(memory.expires_at)
        self._used.setText(self._use(facts))
        self.used_button.setVisible(bool(facts.used_in))
        self._history.setText(
            "\n".join(
                f"{words.short_date(entry.at)}  {words.event_name(entry.event)}"
                + (f": {entry.text}" if entry.text and entry.text != memory.text else "")
                for entry in facts.history
            )
        )
        self._history.setVisible(bool(facts.history))
        self.pair.show_pair(facts.pair)
        self.compare_button.setVisible(len(facts.wordings) > 1)
        self._show_buttons(memory)

    def _show_source(self, facts: MemoryFacts) -> None:
        source, other = facts.memory.source, facts.replaces
        self._source.setVisible(source is not None and bool(source.quote))
        if source is not None:
            when = words.date_time(facts.said_at) if facts.said_at else ""
            if facts.session_title is not None:
                said = self.tr("You said, {when}, in “{title}”:")
                title = facts.session_title or self.tr("New chat")
                self._said.setText(said.format(when=when, title=title))
            else:
                self._said.setText(self.tr("You said:"))
            self.quote.setText(f"“{source.quote}”")
            self.jump_button.setVisible(facts.said_at is not None)
        self._other.setVisible(other is not None and facts.pair is None)
        if other is not None:
            words_ = self.tr("Replaced: “{text}” ({date}).")
            date = words.short_date(other.created_at)
            self._other.setText(words_.format(text=other.text, date=date))

    def _use(self, facts: MemoryFacts) -> str:
        memory = facts.memory
        if not memory.use_count:
            return self.tr("not yet")
        often = self.tr("once") if memory.use_count == 1 else self.tr("{count} times")
        often = often.format(count=memory.use_count)
        if not facts.used_in:
            return often
        return self.tr("{often}, last in “{title}”").format(often=often, title=facts.used_in)

    def _show_buttons(self, memory: Memory) -> None:
        proposed = memory.status is MemoryStatus.PROPOSED
        active = memory.status is MemoryStatus.ACTIVE
        archived = memory.status is MemoryStatus.ARCHIVED
        paired = self._facts is not None and self._facts.pair is not None
        self.confirm_button.setVisible(proposed and not paired)
        self.reject_button.setVisible(proposed and not paired)
        self.edit_button.setVisible(memory.status is not MemoryStatus.SUPERSEDED)
        self.pin_button.setVisible(active)
        pin = self.tr("Unpin") if memory.pinned else self.tr("Pin")
        self.pin_button.setText(pin)
        self.pin_button.setAccessibleName(pin)
        self.archive_button.setVisible(active or archived)
        archive = self.tr("Bring back") if archived else self.tr("Archive")
        self.archive_button.setText(archive)
        self.archive_button.setAccessibleName(archive)
        shown = [button for button, _slot in self._buttons if not button.isHidden()]
        for number, button in enumerate(shown):
            self._button_grid.addWidget(button, number // 4, number % 4)

    def _on_pin(self) -> None:
        if self._facts is not None:
            self.pin_asked.emit(not self._facts.memory.pinned)

    def _on_archive(self) -> None:
        if self._facts is not None:
            self.archive_asked.emit(self._facts.memory.status is not MemoryStatus.ARCHIVED)

    def _on_category(self) -> None:
        if self._facts is not None:
            self.category_asked.emit(str(self.category.currentData()))

    def _on_used(self) -> None:
        session_id = self._facts.memory.last_used_in if self._facts else None
        if session_id is not None:
            self.session_asked.emit(session_id)

    def _on_jump(self) -> None:
        source = self._facts.memory.source if self._facts else None
        if source is not None and source.session_id is not None and source.message_id is not None:
            self.jump_asked.emit(source.session_id, source.message_id)
