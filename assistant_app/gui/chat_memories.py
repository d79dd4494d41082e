"""What a chat shows of memories: the tray, what answers used, and "Remember this"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from assistant_app.domain.memory import Memory
    from assistant_app.domain.planner import Change
    from assistant_app.errors import AppError
    from assistant_app.gui.memory_acts import MemoryActs
    from assistant_app.gui.message_view import MessageView
    from assistant_app.gui.proposal_tray import ProposalTray
    from assistant_app.gui.runner import Runner
    from assistant_app.services.assistant import Assistant


class ChatMemories(QObject):
    """Connects tray and messages of one page to the core; the window's `MemoryActs` has the undo."""

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        view: MessageView,
        tray: ProposalTray,
        acts: MemoryActs,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._core, self._runner, self._page = core, runner, page
        self._view, self._tray, self.acts = view, tray, acts
        tray.kept.connect(self._on_kept)
        tray.edited.connect(self._on_edited)
        tray.both_kept.connect(self._on_both)
        tray.rejected.connect(self._on_rejected)
        view.remember_asked.connect(self.remember)
        view.memory_fixed.connect(self._on_fixed)
        view.memory_erase_asked.connect(lambda memory_id: acts.erase([memory_id]))
        acts.hidden_changed.connect(self._on_hidden)

    def show_proposals(self, proposals: Sequence[Memory], olds: dict[int, str]) -> None:
        """Show what this chat proposes to remember, but for what is being erased."""
        hidden = self.acts.hidden
        self._tray.set_proposals([m for m in proposals if m.id not in hidden], olds)

    # --- the tray

    def _on_kept(self, memory_id: int) -> None:
        self.acts.do(partial(self._core.memories.confirm, [memory_id]), self.tr("Kept"))

    def _on_edited(self, memory_id: int, text: str) -> None:
        memories = self._core.memories

        def work(secret_ok: bool) -> None:
            with self._core.undo.record("confirm_memory"):  # one undo for both
                memories.edit(memory_id, text=text, secret_ok=secret_ok)
                memories.confirm([memory_id])

        self.acts.reword(work, self.tr("Kept"))

    def _on_both(self, old_id: int, new_id: int) -> None:
        work = partial(self._core.memories.pairs.settle, old_id, new_id, "both")
        self.acts.do(work, self.tr("Kept both memories"))

    def _on_rejected(self, memory_id: int, never: bool) -> None:
        words = self.tr("Never proposed again") if never else self.tr("Not kept")
        self.acts.do(partial(self._core.memories.reject, [memory_id], never=never), words)

    # --- what an answer used

    def _on_fixed(self, memory_id: int, text: str) -> None:
        self.acts.edit(memory_id, text, self.tr("Changed the memory"))

    def _on_hidden(self) -> None:
        self._view.hide_memories(self.acts.hidden)

    # --- "Remember this"

    def remember(self, message_id: int, words: str, *, secret_ok: bool = False) -> None:
        """Keep words of a message; what looks like a secret is asked about first."""
        work = partial(self._core.memories.remember, message_id, words, secret_ok=secret_ok)
        again = partial(self._on_failed, message_id, words)
        self._runner.run(self, work, self._on_remembered, again)

    def _on_remembered(self, change: Change) -> None:
        words = self.tr("Remembered: “{text}”").format(text="; ".join(change.titles))
        self.acts.note(words, change.id)

    def _on_failed(self, message_id: int, words: str, error: AppError) -> None:
        if error.code == "memory_secret":
            title = self.tr("Remember this")
            go_on = partial(self.remember, message_id, words, secret_ok=True)
            self.acts.ask_secret(title, go_on)
        else:
            self.acts.tell(error)
