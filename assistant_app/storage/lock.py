"""The data folder: made when missing, and used by one running copy at a time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

from assistant_app.errors import AppError
from assistant_app.storage.fault import folder_error

_POLL_S = 0.05
_QUIET_S = 2.0
"""How long it is waited for another copy before that is told."""


def prepare_folder(folder: Path) -> None:
    """Make the folder, for its owner alone, and find out whether it can be written to.

    Raises:
        AppError: `data_not_writable`; `data_path_is_file`; `disk_full` when there is no folder yet.
    """
    if folder.exists() and not folder.is_dir():
        raise AppError("data_path_is_file", path=str(folder))
    there = folder.is_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Asking the permissions is not enough: read-only file systems, quotas, network drives.
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0")
    except OSError as error:
        reason = folder_error(error, folder)
        # What is there can be read while the disk is full; each write will say so.
        if reason.code != "disk_full" or not there:
            raise reason from error


class FolderLock:
    """Says that this process uses the data folder: held for life by the window, for a command by
    the command line. The system lets go of it when the process dies, however it dies.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(str(path), thread_local=False)

    def acquire(self, wait_s: float = 0.0, waiting: Callable[[float], None] | None = None) -> None:
        """Take the lock, waiting up to `wait_s` seconds.

        `waiting` is called once, with the seconds that are left, when it takes longer than people
        wait without a word.

        Raises:
            AppError: `data_in_use`; `data_not_writable`; `disk_full`.
        """
        quiet = wait_s if waiting is None else min(wait_s, _QUIET_S)
        try:
            self._lock.acquire(timeout=quiet, poll_interval=_POLL_S)
        except Timeout as error:
            if waiting is None or quiet >= wait_s:
                raise AppError("data_in_use", path=str(self._path.parent)) from error
            waiting(wait_s - quiet)
            self.acquire(wait_s - quiet)
        except OSError as error:
            raise folder_error(error, self._path.parent) from error
        except NotImplementedError:
            # A file system without locks (some network drives): SQLite's own have to do.
            return

    def release(self) -> None:
        """Let go of it; may be called twice."""
        self._lock.release()

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return bool(self._lock.is_locked)

    def __enter__(self) -> FolderLock:
        if not self.held:
            self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def wipe(path: Path) -> None:
    """Overwrite a file with zeros and delete it; a missing one is fine.

    On flash memory the old blocks may outlive this; only encryption helps there.

    Raises:
        AppError: `data_not_writable`.
    """
    try:
        with path.open("r+b") as file:
            left = path.stat().st_size
            while left > 0:
                left -= file.write(bytes(min(left, 1 << 20)))
            file.flush()
            os.fsync(file.fileno())
        path.unlink()
    except FileNotFoundError:
        return
    except OSError as error:
        raise folder_error(error, path) from error


def remove_files(folder: Path, *patterns: str) -> None:
    """Delete the files of a folder whose names fit one of the patterns; none is fine.

    Raises:
        AppError: `data_not_writable`.
    """
    try:
        for pattern in patterns:
            for path in folder.glob(pattern):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise folder_error(error, folder) from error
