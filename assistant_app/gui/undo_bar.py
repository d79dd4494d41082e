"""A bar that says what was done, and for ten seconds takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from assistant_app.gui import style
from assistant_app.gui.card import Card
from assistant_app.gui.icons import IconButton

UNDO_MS = 10_000


class UndoBar(Card):
    """Shows one thing at a time. `commit` of an older one is called before the next is shown.

    For what is done at once (a move to the trash), give only `undo`. For what cannot be undone
    once it is done (an erasure), give `commit`: it is called when the time is over, or on `flush`.
    """

    def __init__(self, parent: QWidget | None = None, milliseconds: int = UNDO_MS) -> None:
        super().__init__(parent, tinted=True)
        self._undo: Callable[[], None] | None = None
        self._commit: Callable[[], None] | None = None
        self._timer = QTimer(self, singleShot=True, interval=milliseconds)
        self._timer.timeout.connect(self.flush)
        row = QHBoxLayout(self)
        row.setContentsMargins(style.SPACE_M, style.SPACE_XS, style.SPACE_XS, style.SPACE_XS)
        self.words = style.label("", self, wrap=True)
        self.button = QPushButton(self.tr("Undo"), self)
        self.button.setAccessibleName(self.tr("Undo"))
        self.button.clicked.connect(self.take_back)
        close = IconButton("close", self.tr("Close"), self)
        close.clicked.connect(self.flush)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        row.addWidget(close)
        self.hide()

    def offer(
        self,
        words: str,
        undo: Callable[[], None] | None = None,
        commit: Callable[[], None] | None = None,
        *,
        stays: bool = False,
    ) -> None:
        """Say what was done and offer to take it back; what is under way `stays` until it is over."""
        self.flush()
        self._undo, self._commit = undo, commit
        self.words.setText(words)
        self.button.setVisible(undo is not None)
        self.show()
        if not stays:
            self._timer.start()

    @property
    def waiting(self) -> bool:
        """Whether something can be taken back."""
        return self._undo is not None and self._timer.isActive()

    def take_back(self) -> None:
        """Take it back."""
        undo = self._undo
        self._clear()
        if undo is not None:
            undo()

    def flush(self) -> None:
        """Let it stand, at once."""
        commit = self._commit
        self._clear()
        if commit is not None:
            commit()

    def _clear(self) -> None:
        self._timer.stop()
        self._undo = self._commit = None
        self.hide()
