"""The facade: one object through which the window and the command line reach everything."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from threading import Lock
from zoneinfo import ZoneInfo

from assistant_app import log
from assistant_app.agent.loop import TurnRunner
from assistant_app.agent.parts import Parts
from assistant_app.agent.prompt import answer_static, static_messages
from assistant_app.agent.reflection import Reflector
from assistant_app.agent.summary import Summarizer
from assistant_app.agent.window import WindowUse, window_use
from assistant_app.domain.changes import ChangeListener, Changes
from assistant_app.domain.clock import Millis, Moment, now_ms
from assistant_app.domain.endpoint import Endpoint
from assistant_app.domain.engine import ChatEngine, Embedder, EngineInfo, Prepared
from assistant_app.domain.language import Lang
from assistant_app.domain.turn import (
    ActionDone,
    CancelToken,
    TurnEnded,
    TurnEvent,
    TurnRequest,
    TurnStarted,
)
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.load_mark import LoadMark, forgive
from assistant_app.errors import AppError, Cancelled
from assistant_app.memory.memory_service import MemoryService
from assistant_app.paths import Paths
from assistant_app.planner.planner_service import PlannerService
from assistant_app.planner.walltime import machine_zone
from assistant_app.services.chat_keeper import ChatKeeper
from assistant_app.services.current_embedder import CurrentEmbedder
from assistant_app.services.current_engine import CurrentEngine
from assistant_app.services.endpoints import Endpoints
from assistant_app.services.session_service import SessionService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.lock import FolderLock, prepare_folder
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.setting_store import SettingStore

PATIENCE_S = 0.2
"""How long the end of the app waits for what runs, before it leaves a session as it is."""
_log = log.get(__name__)


class _Clock:
    """The machine's clock, or the moment that a turn was told to take for the present."""

    def __init__(self) -> None:
        self.told: Millis | None = None

    def __call__(self) -> Millis:
        return now_ms() if self.told is None else self.told


class Assistant:
    """Everything of one data folder. Open it once, close it once; any thread but the window's.

    One turn runs at a time: a second one waits for the first.
    """

    def __init__(
        self,
        paths: Paths,
        lock: FolderLock,
        db: Database,
        *,
        model: Path | None,
        engine: ChatEngine | None,
        embedder: Embedder | None,
    ) -> None:
        self.paths = paths
        self._lock = lock
        self._db = db
        self._listeners: list[ChangeListener] = []
        self._clock = _Clock()
        self._turns = Lock()
        self.settings = SettingStore(db)
        self.models = ModelLibrary(paths.models_dir, self.settings, on_use=self._forgive_models)
        self.undo = ChangeStore(db, self._clock)
        self._messages = MessageStore(db, self._clock)
        self._session_store = SessionStore(db, self._clock)
        self._embedder = CurrentEmbedder(
            self.models, paths.engine_cache, self._turns.locked, embedder
        )
        self.sessions = SessionService(
            db, self._session_store, self._messages, embedder=self._embedder.open,
            notify=self._notify, clock=self._clock, deleted=self._forget_state,
        )  # fmt: skip
        self.planner = PlannerService(db, self.undo, notify=self._notify, clock=self._clock)
        self._model = model
        self.endpoints = Endpoints(self.settings, notify=self._notify)
        self._given = engine is not None and model is None
        self.engine: ChatEngine = engine or CurrentEngine(
            self._chosen_model,
            paths.engine_cache,
            self.models.options,
            self.endpoints.engine,
            chats_dir=paths.chat_states,
            missed=lambda: "" if self._model else self.models.missed,
        )
        self._keeper = ChatKeeper(
            paths.chat_states, db, self.engine, self.sessions, self._messages, self.settings
        )
        self.memories = MemoryService(
            db, self.undo, embedder=self._embedder.open, copies=self._backups,
            notify=self._notify, clock=self._clock,
        )  # fmt: skip
        self._summarizer = Summarizer(
            self.engine, self._session_store, self._messages, self.memories
        )
        self._reflector = Reflector(self.engine, self._messages, self.memories, self.settings)
        self._runner = TurnRunner(
            Parts(
                engine=self.engine, sessions=self.sessions, session_store=self._session_store,
                messages=self._messages, memories=self.memories, planner=self.planner,
                undo=self.undo, settings=self.settings,
            )
        )  # fmt: skip

    @classmethod
    def open(
        cls,
        paths: Paths,
        *,
        model: str | Path | None = None,
        engine: ChatEngine | None = None,
        embedder: Embedder | None = None,
        wait_s: float = 10,
        waiting: Callable[[float], None] | None = None,
    ) -> Assistant:
        """Open the data folder, for this process alone.

        `engine` and `embedder` stand in for the real ones; `model` is a file to use instead of the
        chosen one. Another copy on the same folder is waited for, `wait_s` seconds at most;
        `waiting` is told so, see `FolderLock.acquire`.

        Raises:
            AppError: `data_in_use`, `data_not_writable`, `disk_full`, and what a damaged or
                newer file gives.
        """
        prepare_folder(paths.data_dir)
        lock = FolderLock(paths.lock)
        lock.acquire(wait_s, waiting)
        try:
            log.to_file(paths.log)
            db = Database.open(paths.database, backups=paths.backups)
            assistant = cls(
                paths, lock, db, model=Path(model) if model else None, engine=engine,
                embedder=embedder,
            )  # fmt: skip
            assistant._recover()
        except BaseException:
            lock.release()
            raise
        return assistant

    def _recover(self) -> None:
        """Put right what a process that died left behind."""
        try:
            self._messages.recover_interrupted()
            self._session_store.erase_off_record()
            self._db.finish_erasure()
        except AppError as error:
            if error.code != "database_too_new":
                raise
            _log.warning("the file was made by a newer version: it is read only")

    # What is told ------------------------------------------------------------------------------

    def subscribe(self, listener: ChangeListener) -> None:
        """Call `listener` after each change, on the thread that made it."""
        self._listeners.append(listener)

    def _notify(self, changes: Changes) -> None:
        for listener in list(self._listeners):
            listener(changes)

    # The model ---------------------------------------------------------------------------------

    def _chosen_model(self) -> Path | Endpoint:
        found = self._model or self.endpoints.current() or self.models.current()
        if found is None:
            raise AppError("no_model")
        return found

    def destination(self) -> Endpoint | None:
        """Return the server that what is asked now is sent to; None while it stays with us."""
        found = self._model or self.endpoints.current()
        return found if isinstance(found, Endpoint) else None

    def _backups(self) -> list[Path]:
        return sorted(self.paths.backups.glob("*.db"))

    def engine_info(self) -> EngineInfo | None:
        """Return what is loaded; None while nothing is."""
        return self.engine.info() if self.engine.loaded else None

    def warm(self, lang: Lang) -> None:
        """Load the model and the static prompts of a language: the first answer is quick then."""
        self._load_unasked()
        self.engine.warm(answer_static(lang))
        with contextlib.suppress(Cancelled):  # what was erased meanwhile is read anew
            self._keeper.prepare_new(lang, self.now())
        self.engine.warm(static_messages(lang))

    def load_rules(self) -> None:
        """Load what the first turn would wait for: the rules of dates and memories, the index.

        It takes most of a second where there is little to index; any thread may do it.
        """
        self.planner.resolver.extract("tomorrow", self.now(), "en")
        self.memories.load()

    def tidy(self) -> None:
        """Let memories fade, archive what expired; at the start and daily."""
        self.memories.maintain()

    def index_some(self, most: int = 32) -> int:
        """Embed a few memories and messages that wait for it; returns how many.

        For the background: while a turn runs nothing is done, and 0 is returned.
        """
        if self._turns.locked():
            return 0
        done = self.memories.index_pending(most)
        return done or self.sessions.index_pending(min(most, 8))

    def summaries_due(self, among: Collection[int] | None = None) -> list[int]:
        """Return the sessions that want a summary, the latest used first; asks no model.

        `among` some, or of all.
        """
        return self._summarizer.due(among)

    def summarize(self, session_id: int, cancel: CancelToken) -> str:
        """Sum up a session with the model, while nobody waits; returns the summary.

        Raises:
            Cancelled: what was done so far is kept.
            AppError: as a turn; `session_missing`.
        """
        with self._turns:
            self._load_unasked()
            summary = self._summarizer.write(session_id, cancel)
        self._notify(Changes.SESSIONS)
        return summary

    def prepare(self, session_id: int, cancel: CancelToken, *, keep: bool = False) -> Prepared:
        """Read with the model what stands before a session's next message, while nobody waits.

        With `keep` its state is kept on disk, within the budget of the settings, so that another
        process goes on with it. Without a loaded model nothing is done.

        Raises:
            Cancelled: what was done so far stands.
            AppError: as a turn; `session_missing`.
        """
        with self._turns:
            return self._keeper.prepare(session_id, cancel, self.now(), save=keep)

    @property
    def keeps_states(self) -> bool:
        """Whether states of sessions are kept on disk at all."""
        return self._keeper.budget > 0

    def _forget_state(self, session_id: int) -> None:
        self._keeper.forget(session_id)

    def reflect(self, cancel: CancelToken) -> bool:
        """Look with the model for something to propose in one message, while nobody waits.

        Returns whether there was one to look at.

        Raises:
            Cancelled: it is looked at another time.
            AppError: as a turn; noted for `doctor`, and tried again.
        """
        with self._turns:
            self._load_unasked()
            return self._reflector.next(cancel)

    def window_use(self, session_id: int | None = None) -> WindowUse | None:
        """Return what a session takes of the model's window; by default the one last used.

        None where there is no session. Asks no model: tokens are those counted before, and the
        size of the window is that of the last answer.
        """
        if session_id is None:
            latest = self.sessions.listing()
            if not latest:
                return None
            session_id = latest[0].id
        return window_use(self.sessions.get(session_id), self.sessions.messages(session_id))

    def restart_engine(self) -> None:
        """Stop the worker; the next question starts a new one, with the model now chosen."""
        self._forgive_models()
        self.engine.restart()

    def _forgive_models(self) -> None:
        """Let models be loaded again that ended their process when they were: they are asked for."""
        forgive(self.paths.engine_cache)

    def _load_mark(self) -> LoadMark:
        model = self._chosen_model()
        return LoadMark(self.paths.engine_cache, model if isinstance(model, Path) else None)

    def _ask_for_model(self) -> None:
        """Let the model be loaded whatever it did the last time: a question is no load by itself."""
        with contextlib.suppress(AppError):
            mark = self._load_mark()
            if mark.set_aside():
                mark.end()

    def _load_unasked(self) -> None:
        """See to it that a model that crashed when it was loaded is not, while nobody asks.

        An engine that was given without a model is not the library's to judge.

        Raises:
            AppError: `model_set_aside`; `no_model`.
        """
        if self._given or self.engine.loaded:
            return
        if self._load_mark().set_aside():
            raise AppError("model_set_aside", path=str(self._chosen_model()))

    # Turns -------------------------------------------------------------------------------------

    def now(self) -> Moment:
        """Return the present moment in this machine's zone."""
        zone = machine_zone()
        return Moment(dt.datetime.now(ZoneInfo(zone)).replace(tzinfo=None), zone)

    def run_turn(self, request: TurnRequest, cancel: CancelToken) -> Iterator[TurnEvent]:
        """Run one turn; see `TurnRunner.run`. Closing the iterator interrupts it."""
        with self._turns:
            self._clock.told = request.now.ms if request.now else None
            self._ask_for_model()
            try:
                for event in self._runner.run(request, cancel, request.now or self.now()):
                    self._tell(event)
                    yield event
            finally:
                self._clock.told = None

    def _tell(self, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._notify(Changes.SESSIONS | Changes.MESSAGES)
        elif isinstance(event, ActionDone) and event.action.tool == "undo":
            self._notify(Changes.PLANNER | Changes.MEMORIES)
        elif isinstance(event, TurnEnded):
            self._notify(Changes.SESSIONS | Changes.MESSAGES)

    def close(self) -> None:
        """Keep what is quickly kept, stop the workers and close the file; safe to call twice."""
        if self._turns.acquire(timeout=PATIENCE_S):
            try:
                self._keeper.finish(self.now())
            finally:
                self._turns.release()
        self.engine.close()
        self._embedder.close()
        self._db.close()
        self._lock.release()
