"""A list of rows: plain, without a frame, with a menu whose entries have keys of their own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QListView, QWidget


class RowList(QListView):
    """Nothing is edited in place; `bare` lets the ground of the window through."""

    def __init__(
        self,
        name: str,
        model: QAbstractItemModel,
        parent: QWidget | None = None,
        *,
        bare: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if bare:
            self.viewport().setAutoFillBackground(False)

    def offer(self, words: str, key: str, slot: Callable[[], object]) -> None:
        """Add an entry to the menu, and its key while the list has the focus; '' is no key."""
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.addAction(words).triggered.connect(lambda: slot())
        if key:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda: slot())
