"""What the owner does to memories from any window: done away from the GUI thread, with an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from assistant_app.domain.changes import Changes
from assistant_app.domain.language import Lang
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter
from assistant_app.gui.erase_question import EraseQuestion, EraseWishes
from assistant_app.gui.hub import Hub
from assistant_app.gui.runner import Runner
from assistant_app.gui.secret_question import SecretQuestion
from assistant_app.gui.undo_bar import UndoBar

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_NAMED = 3
_SLICE = 1000
"""Memories erased in one go, so that other work gets in between."""


class MemoryActs(QObject):
    """One for each window that shows memories; `bar` is where its undo is offered.

    What is being erased is `hidden` until its time for Undo is over; `hidden_changed` tells of it.
    `failed` comes after the failure was said.
    """

    hidden_changed = Signal()
    failed = Signal()

    def __init__(
        self, core: Assistant, runner: Runner, hub: Hub, lang: Lang, window: QWidget, bar: UndoBar
    ) -> None:
        super().__init__(window)
        self._core, self._runner, self._hub, self._lang = core, runner, hub, lang
        self._window, self._bar = window, bar
        self._undoable: list[int] = []
        self.hidden: frozenset[int] = frozenset()
        self.question: EraseQuestion | None = None
        self.secret: SecretQuestion | None = None

    # --- what the change log can take back

    def do(self, work: Callable[[], object], words: str = "") -> None:
        """Do something that the change log can take back; with `words`, offer to at once."""
        self._run(work, words, self.tell)

    def edit(self, memory_id: int, text: str, words: str = "") -> None:
        """Give a memory another text; one that looks like a secret is asked about first."""
        edit = self._core.memories.edit
        self.reword(lambda ok: edit(memory_id, text=text, secret_ok=ok), words)

    def reword(self, work: Callable[[bool], object], words: str) -> None:
        """Do `work(False)`, and after a yes to the warning `work(True)`: it keeps new words."""

        def failed(error: AppError) -> None:
            if error.code == "memory_secret":
                self.ask_secret(
                    self.tr("Edit memory"), partial(self.do, partial(work, True), words)
                )
            else:
                self.tell(error)

        self._run(partial(work, False), words, failed)

    def ask_secret(self, title: str, go_on: Callable[[], object]) -> None:
        """Warn, and go on after a yes; otherwise what is shown is as it was."""
        self.secret = SecretQuestion(title, go_on, self._on_left, self._window)

    def _on_left(self) -> None:
        self.failed.emit()
        self._hub.post(Changes.MEMORIES)

    def _run(
        self, work: Callable[[], object], words: str, failed: Callable[[AppError], None]
    ) -> None:
        undo = self._core.undo

        def noted() -> int | None:
            before = undo.last()
            work()
            after = undo.last()
            return after.id if after and (before is None or after.id != before.id) else None

        self._runner.run(self, noted, partial(self.note, words), failed)

    def note(self, words: str, change_id: int | None) -> None:
        """Remember a change, and say `words` of it with an Undo beside them."""
        if change_id is not None:
            self._undoable.append(change_id)
            if words:
                self._bar.offer(words, partial(self._undo, change_id))
        self._hub.post(Changes.MEMORIES)

    def say(self, words: str, *, stays: bool = False) -> None:
        """Say what happened, or what is under way and `stays` so, with nothing to take back."""
        self._bar.offer(words, stays=stays)

    def say_nothing(self) -> None:
        """What was said is over."""
        self._bar.flush()

    def tell(self, error: AppError) -> None:
        """Say what went wrong."""
        self._bar.offer(error_presenter.notice(error, self._lang).text)
        self.failed.emit()
        self._hub.post(Changes.MEMORIES)

    def take_back(self) -> None:
        """Take back the last thing done here."""
        if self._bar.waiting:
            self._bar.take_back()
        elif self._undoable:
            self._undo(self._undoable[-1])

    def _undo(self, change_id: int) -> None:
        if change_id in self._undoable:
            self._undoable.remove(change_id)
        work = partial(self._core.undo.undo, change_id)
        self._runner.run(self, work, self._on_taken_back, self.tell)

    def _on_taken_back(self, _change: object) -> None:
        self._hub.post(Changes.MEMORIES)

    # --- erasing

    def erase(self, ids: Sequence[int], *, never: bool = False) -> None:
        """Ask, hide these memories, and erase them for real when the time for Undo is over."""
        if not ids:
            return
        memories, ids = self._core.memories, list(ids)

        def facts() -> tuple[list[str], list[str]]:
            texts = [memory.text for memory in memories.lists.page(ids[:_NAMED])]
            return texts, [path.name for path in memories.backups()]

        self._runner.run(self, facts, partial(self._ask, ids, never), self.tell)

    def _ask(self, ids: list[int], never: bool, facts: tuple[list[str], list[str]]) -> None:
        texts, backups = facts
        if self.question is not None or not texts:
            return
        self.question = asked = EraseQuestion(texts, len(ids), backups, never, self._window)
        asked.accepted.connect(lambda: self.erase_later(ids, asked.wishes))
        asked.finished.connect(self._on_answered)
        asked.open()

    def _on_answered(self) -> None:
        if self.question is not None:
            self.question.deleteLater()
        self.question = None

    def erase_later(self, ids: Sequence[int], wishes: EraseWishes) -> None:
        """Hide memories now; erase them in ten seconds unless Undo comes first."""
        ids = list(ids)
        memories = self._core.memories

        def work() -> None:
            for start in range(0, len(ids), _SLICE):
                memories.erase(
                    ids[start : start + _SLICE],
                    and_source=wishes.and_source,
                    never=wishes.never,
                    backups=wishes.backups,
                )

        def commit() -> None:
            # The runner owns it: it is carried out though the window be gone.
            self._runner.run(self._runner, work, None, failed)

        def failed(error: AppError) -> None:
            if shiboken6.isValid(self):
                self._unhide(ids)
                self.tell(error)
            else:
                runner.failed.emit(error)

        runner = self._runner
        words = self.tr("Erasing 1 memory")
        if len(ids) > 1:
            words = self.tr("Erasing {count} memories").format(count=f"{len(ids):,}")
        self._bar.offer(words, partial(self._unhide, ids), commit)
        self.hidden |= frozenset(ids)
        self.hidden_changed.emit()

    def _unhide(self, ids: Sequence[int]) -> None:
        self.hidden -= frozenset(ids)
        self.hidden_changed.emit()
