"""Has conversations ready for their next message, and keeps what the model computed of them.

The worker writes the files; this decides when, and removes them when what they were made of goes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Timer

from assistant_app.agent.upcoming import opening, upcoming
from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import CHATS_MB, CHATS_SETTING, ChatEngine, Prepared
from assistant_app.domain.language import Lang
from assistant_app.domain.ports import SessionPort
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled
from assistant_app.storage.database import Database
from assistant_app.storage.lock import remove_files
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.setting_store import SettingStore

AT_END_S = 0.8
"""How long the last session may take to be kept when the app ends."""
_PATIENCE_S = 0.05


class ChatKeeper:
    """The states of all sessions of one data folder; any thread may use it."""

    def __init__(
        self,
        folder: Path,
        db: Database,
        engine: ChatEngine,
        sessions: SessionPort,
        messages: MessageStore,
        settings: SettingStore,
    ) -> None:
        """Keep states in `folder`, until something is erased in `db`."""
        self._folder = folder
        self._db = db
        self._engine = engine
        self._sessions = sessions
        self._messages = messages
        self._settings = settings
        self._busy = Lock()
        self._running: CancelToken | None = None
        self._unkept: int | None = None
        db.on_erasure.append(self.forget_all)

    @property
    def budget(self) -> int:
        """Bytes that may be taken on disk; none while the data is encrypted, as states are not."""
        megabytes = self._settings.get(CHATS_SETTING, CHATS_MB)
        sound = isinstance(megabytes, int) and not isinstance(megabytes, bool)
        if self._db.encrypted:
            return 0
        return max(0, megabytes if sound else CHATS_MB) << 20

    def prepare(
        self, session_id: int, cancel: CancelToken, now: Moment, *, save: bool
    ) -> Prepared:
        """Have a session ready; with `save`, for another process too.

        Loads no model: without one, nothing is done, nor with one on a server. Off the record
        nothing is kept.

        Raises:
            Cancelled: what was done until then stands.
            AppError: `session_missing`; as `ChatEngine`.
        """
        with self._run(cancel) as token:
            session = self._sessions.get(session_id)
            if not self._engine.prepares or session.deleted_at is not None:
                return Prepared()
            budget = self.budget if save and not session.off_record else 0
            if save and not self.budget:
                remove_files(self._folder, "*")
            evaluated = written = 0
            self._unkept = session_id
            for request in upcoming(session_id, self._engine, self._sessions, self._messages, now):
                done = self._engine.prepare(request, token, budget)
                evaluated, written = evaluated + done.evaluated, written + done.written
            if save:
                self._unkept = None
            return Prepared(evaluated, written)

    def prepare_new(self, lang: Lang, now: Moment) -> None:
        """Have ready, for another process too, how the first answer of a new session begins today.

        Raises:
            AppError: as `ChatEngine`.
        """
        with self._run(CancelToken()) as token:
            if self._engine.prepares:
                self._engine.prepare(opening(lang, now), token, self.budget)

    def finish(self, now: Moment) -> None:
        """Keep the session that was prepared last, if that is quickly done."""
        session, self._unkept = self._unkept, None
        if session is None or not self._engine.prepares:
            return
        cancel = CancelToken()
        late = Timer(AT_END_S, cancel.cancel)
        late.daemon = True
        late.start()
        try:
            with contextlib.suppress(AppError, Cancelled):
                self.prepare(session, cancel, now, save=True)
        finally:
            late.cancel()

    @contextlib.contextmanager
    def _run(self, cancel: CancelToken) -> Iterator[CancelToken]:
        with self._busy:
            self._running = CancelToken()
            remove = cancel.on_cancel(self._running.cancel)
            try:
                yield self._running
            finally:
                remove()
                self._running = None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Call off what runs and keep anything else from beginning."""
        while not self._busy.acquire(timeout=_PATIENCE_S):
            if running := self._running:
                running.cancel()
        try:
            yield
        finally:
            self._busy.release()

    def forget(self, session_id: int) -> None:
        """Remove what is kept of a session.

        Raises:
            AppError: `data_not_writable`.
        """
        self._remove(f"{session_id}-*")

    def forget_all(self) -> None:
        """Remove what is kept of any session: words were erased that it may be made of.

        Raises:
            AppError: `data_not_writable`.
        """
        self._remove("*")

    def _remove(self, pattern: str) -> None:
        with self._alone():
            remove_files(self._folder, pattern, "*.part")
