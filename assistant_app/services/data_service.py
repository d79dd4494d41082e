"""The data file as a thing: where it is, whether it is sound, copies of it, its end.

It opens the file itself, so that a file the core cannot open can still be looked at.
"""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assistant_app import log
from assistant_app.agent.reflection import ReflectionState, reflection_state
from assistant_app.domain.endpoint import Endpoint
from assistant_app.errors import AppError
from assistant_app.paths import Paths
from assistant_app.services.endpoints import Endpoints
from assistant_app.storage.database import Database
from assistant_app.storage.fault import folder_error
from assistant_app.storage.index_check import mend
from assistant_app.storage.lock import FolderLock, prepare_folder, remove_files, wipe
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.setting_store import SettingStore

_log = log.get(__name__)
_SIDE_FILES = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class DataPath:
    """Where the data is; `size` in bytes, the write-ahead log included."""

    folder: str
    database: str
    exists: bool
    size: int
    backups: tuple[str, ...]
    models: str


@dataclass(frozen=True, slots=True)
class DataCheck:
    """What was found wrong, and what of it was put right."""

    sound: bool
    problems: tuple[str, ...]
    mended: tuple[str, ...]


class DataService:
    """Works on the data folder of one profile; all but `where` wait for it to be free."""

    def __init__(
        self,
        paths: Paths,
        *,
        wait_s: float = 10,
        waiting: Callable[[float], None] | None = None,
    ) -> None:
        self._paths = paths
        self._wait_s = wait_s
        self._waiting = waiting

    @contextmanager
    def _held(self) -> Iterator[None]:
        prepare_folder(self._paths.data_dir)
        lock = FolderLock(self._paths.lock)
        lock.acquire(self._wait_s, self._waiting)
        with lock:
            yield

    @contextmanager
    def _open(self) -> Iterator[Database]:
        if not self._paths.database.exists():
            raise AppError("no_data_yet", path=str(self._paths.database))
        db = Database.open(self._paths.database, backups=self._paths.backups)
        try:
            yield db
        finally:
            db.close()

    def where(self) -> DataPath:
        """Return where the data is; reads nothing of it."""
        files = self._files(self._paths.database)
        return DataPath(
            folder=str(self._paths.data_dir),
            database=str(self._paths.database),
            exists=self._paths.database.exists(),
            size=sum(file.stat().st_size for file in files if file.exists()),
            backups=tuple(str(file) for file in sorted(self._paths.backups.glob("*.db"))),
            models=str(self._paths.models_dir),
        )

    @staticmethod
    def _files(database: Path) -> list[Path]:
        return [database.with_name(database.name + end) for end in _SIDE_FILES]

    def check(self) -> DataCheck:
        """Check the file and its references; what is derived (search indexes) is mended.

        Raises:
            AppError: `no_data_yet`; `database_damaged` or `not_a_database` when it does not open.
        """
        with self._held(), self._open() as db:
            problems = db.check()
            mended = () if problems or db.too_new else mend(db)
            return DataCheck(not problems, tuple(problems), tuple(mended))

    def reflection(self) -> ReflectionState:
        """Return how far looking at messages for what could be remembered is.

        Raises:
            AppError: as `check`.
        """
        with self._held(), self._open() as db:
            return reflection_state(MessageStore(db), SettingStore(db))

    def endpoint(self) -> Endpoint | None:
        """Return the server that what is asked is sent to, if it is to one.

        Raises:
            AppError: as `check`.
        """
        with self._held(), self._open() as db:
            return Endpoints(SettingStore(db)).current()

    def backup(self, target: Path | None = None) -> Path:
        """Write a copy of the data to `target`, by default into the backups; returns where.

        Raises:
            AppError: `no_data_yet`; `file_exists`; `data_not_writable`; `disk_full`.
        """
        if target is None:
            target = self._paths.backups / f"{_stamp()}-backup.db"
        if target.exists():
            raise AppError("file_exists", path=str(target))
        with self._held(), self._open() as db:
            db.backup_to(target)
        return target

    def restore(self, source: Path) -> Path | None:
        """Put a copy in the place of the data; returns where the data of before is kept.

        The copy is checked, and brought up to date, before anything is touched.

        Raises:
            AppError: `file_missing`; `not_a_database`; `database_damaged`; `database_too_new`.
        """
        if not source.is_file():
            raise AppError("file_missing", path=str(source))
        with self._held():
            fresh = self._paths.data_dir / "restore.part"
            try:
                shutil.copyfile(source, fresh)
                self._accept(fresh)
                kept = self._set_aside()
                for file in self._files(self._paths.database)[1:]:
                    file.unlink(missing_ok=True)
                fresh.replace(self._paths.database)
                remove_files(self._paths.chat_states, "*")
            except OSError as error:
                raise folder_error(error, self._paths.data_dir) from error
            finally:
                for file in self._files(fresh):
                    file.unlink(missing_ok=True)
        return kept

    def _accept(self, fresh: Path) -> None:
        db = Database.open(fresh, backups=self._paths.backups)
        try:
            if db.too_new:
                raise AppError("database_too_new", path=str(fresh))
            if db.check():
                raise AppError("database_damaged", path=str(fresh))
            db.checkpoint()
        finally:
            db.close()

    def _set_aside(self) -> Path | None:
        """Keep the present data in the backups; byte for byte if it does not open any more."""
        if not self._paths.database.exists():
            return None
        kept = self._paths.backups / f"{_stamp()}-before-restore.db"
        try:
            with self._open() as db:
                db.backup_to(kept)
        except AppError as error:
            if error.code not in ("database_damaged", "not_a_database"):
                raise
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self._paths.database, kept)
        return kept

    def erase_all(self) -> int:
        """Erase the data, what was made of it, the log and the tokens of servers; returns how many
        files.

        Models stay, and files that are not the app's own are left where they are.

        Raises:
            AppError: `keyring_locked`; then nothing is erased.
        """
        with self._held():
            self._forget_tokens()
            files = [
                *self._files(self._paths.database),
                *(part for part in self._paths.backups.glob("*.db*")),
                *self._paths.data_dir.glob(f"{self._paths.log.name}*"),
                self._paths.looks,
                *self._paths.chat_states.glob("*"),
            ]
            there = [file for file in files if file.is_file()]
            for file in there:
                wipe(file)
        for folder in (self._paths.backups, self._paths.chat_states):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        return len(there)

    def _forget_tokens(self) -> None:
        """Take out of the keyring what the entries of the data file name there."""
        if not self._paths.database.exists():
            return
        try:
            with self._open() as db:
                Endpoints(SettingStore(db)).forget_tokens()
        except AppError as error:
            if error.code == "keyring_locked":
                raise
            _log.info("tokens could not be looked for: %s", error.code)  # a damaged file goes too


def _stamp() -> str:
    return dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%S%f")
