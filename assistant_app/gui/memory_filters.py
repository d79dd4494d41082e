"""Words, kind, category and shelf: what the list of memories is narrowed to."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.memory import CATEGORIES, MemoryKind, MemoryQuery
from assistant_app.gui import style, words
from assistant_app.gui.memory_model import SHELVES, Shelf

_SEARCH_MS = 120


class MemoryFilters(QWidget):
    """`changed` tells of another `query`; while words are typed, a moment after the last key."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shelf = Shelf.ALL
        self._quiet = False
        self._timer = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._timer.timeout.connect(self.changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_S)
        self.head = self._build_head()
        column.addLayout(self.head)
        column.addLayout(self._build_shelves())

    def _build_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_S)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search memories"))
        self.search.setAccessibleName(self.tr("Search memories"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._timer.start())
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind"))
        self.kind.addItem(self.tr("Every kind"), None)
        for kind in MemoryKind:
            self.kind.addItem(words.kind_name(kind), kind)
        self.category = QComboBox()
        self.category.setAccessibleName(self.tr("Category"))
        self.category.addItem(self.tr("Every category"), None)
        for category in CATEGORIES:
            self.category.addItem(words.category_name(category), category)
        for box in (self.kind, self.category):
            box.currentIndexChanged.connect(self._on_changed)
        row.addWidget(self.search, 1)
        row.addWidget(self.kind)
        row.addWidget(self.category)
        return row

    def _build_shelves(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(style.SPACE_L)
        group = QButtonGroup(self)
        self.shelf_buttons: dict[Shelf, QRadioButton] = {}
        for shelf in Shelf:
            button = QRadioButton()
            button.setChecked(shelf is self.shelf)
            button.clicked.connect(lambda _checked=False, s=shelf: self.show_shelf(s))
            group.addButton(button)
            self.shelf_buttons[shelf] = button
            row.addWidget(button)
        row.addStretch(1)
        return row

    @property
    def query(self) -> MemoryQuery:
        """What the list shows."""
        base = SHELVES.get(self.shelf, SHELVES[Shelf.ALL])
        return replace(
            base,
            kind=self.kind.currentData() or base.kind,
            category=self.category.currentData(),
            words=self.search.text().strip(),
        )

    @property
    def narrowed(self) -> bool:
        """Whether more than the shelf leaves memories out."""
        return self.query != SHELVES.get(self.shelf, SHELVES[Shelf.ALL])

    def _on_changed(self) -> None:
        if not self._quiet:
            self.changed.emit()

    def show_shelf(self, shelf: Shelf) -> None:
        """Show another part of the memories."""
        self.shelf = shelf
        self.shelf_buttons[shelf].setChecked(True)
        for box in (self.kind, self.category):
            box.setEnabled(shelf is not Shelf.PAST)
        self._on_changed()

    def clear(self, shelf: Shelf) -> None:
        """Show all of a shelf; tells nobody."""
        self._quiet = True
        self.search.clear()
        self.kind.setCurrentIndex(0)
        self.category.setCurrentIndex(0)
        self.show_shelf(shelf)
        self._timer.stop()
        self._quiet = False

    def show_counts(self, counts: dict[Shelf, int]) -> None:
        """Say how many each shelf has; one that is not known yet says none."""
        names = {
            Shelf.ALL: self.tr("All {count}"),
            Shelf.TO_CONFIRM: self.tr("To confirm {count}"),
            Shelf.TO_SETTLE: self.tr("To settle {count}"),
            Shelf.ROUTINES: self.tr("Routines {count}"),
            Shelf.PAST: self.tr("Past chats {count}"),
            Shelf.ARCHIVED: self.tr("Archived {count}"),
        }
        for shelf, button in self.shelf_buttons.items():
            count = counts.get(shelf)
            shown = "" if count is None else f"{count:,}"
            button.setText(names[shelf].format(count=shown).strip())
            button.setAccessibleName(button.text())
