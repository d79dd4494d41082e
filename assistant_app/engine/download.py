"""Fetch one file over HTTPS: resumable, bounded, and never used before its checksum agrees.

The partial file and a note of the server's ETag lie beside each other, so that a stopped download
goes on where it was, in another process too. A server that ignores Range, or whose file changed,
starts from nothing again (RFC 9110, sections 13.1.5 and 14).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import http.client
import json
import os
import shutil
import ssl
import threading
import time
import urllib.error
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from assistant_app.domain.size import human_size
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.http_open import opened
from assistant_app.errors import AppError, Cancelled

Stage = Literal["download", "join", "convert", "check"]
CHUNK = 256 * 1024
_ATTEMPTS = 5
_PAUSE_S = 1.0
_SPARE_BYTES = 64 * 1024 * 1024
_ENOUGH = 64 * 1024
"""Bytes that a connection must bring to count as progress."""
_SLOW_BYTES_S = 1024
_FULL = (errno.ENOSPC, errno.EDQUOT)
_FORBIDDEN = (errno.EACCES, errno.EROFS, errno.EPERM)
_PASSING = (408, 416, 425, 429)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is: `done` of `total` bytes of a stage; `source` says from where."""

    stage: Stage
    done: int
    total: int
    source: str = ""


ProgressListener = Callable[[Progress], None]


def ignore_progress(_progress: Progress) -> None:
    """Do nothing: the listener of those who do not look."""


def check_space(folder: Path, needed: int) -> None:
    """See to it that `needed` bytes, and some to spare, are free where `folder` is.

    Raises:
        AppError: `model_disk_full`.
    """
    if shutil.disk_usage(folder).free < needed + _SPARE_BYTES:
        raise disk_full(folder, needed)


def disk_full(folder: Path, needed: int) -> AppError:
    """Return the error that says how many of `needed` bytes are free where `folder` is."""
    return AppError(
        "model_disk_full",
        needed=human_size(needed + _SPARE_BYTES),
        free=human_size(shutil.disk_usage(folder).free),
        folder=str(folder),
    )


def put_in_place(partial: Path, target: Path) -> None:
    """Give a whole file its name, when all of it is on the disk: a power cut leaves no half."""
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(partial, target)


def sha256_of(
    path: Path,
    progress: ProgressListener = ignore_progress,
    cancel: CancelToken | None = None,
    *,
    start: int = 0,
) -> str:
    """Return the SHA-256 of a file from byte `start` on, reporting the stage `check`."""
    digest = hashlib.sha256()
    total = path.stat().st_size - start
    done = 0
    with path.open("rb", buffering=0) as file:
        file.seek(start)
        while block := file.read(4 * 1024 * 1024):
            if cancel is not None and cancel.cancelled:
                raise Cancelled
            digest.update(block)
            done += len(block)
            progress(Progress("check", done, total))
    return digest.hexdigest()


@dataclass
class _Partial:
    """The bytes so far, and the ETag they belong to."""

    path: Path

    @property
    def _note(self) -> Path:
        return self.path.with_name(self.path.name + ".json")

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def etag_for(self, url: str) -> str:
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ""
        if not isinstance(note, dict) or note.get("url") != url:
            return ""
        return str(note.get("etag", ""))

    def remember(self, url: str, etag: str) -> None:
        self._note.write_text(json.dumps({"url": url, "etag": etag}), encoding="utf-8")

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)


def resumable(partial: Path, url: str) -> bool:
    """Say whether a partial file can be gone on with: the server named the version that it is of."""
    return bool(_Partial(partial).etag_for(url))


class Download:
    """One file on its way. `size` and `sha256` are what it must be; `host` is for the messages."""

    def __init__(
        self,
        url: str,
        partial: Path,
        *,
        size: int,
        sha256: str,
        progress: ProgressListener = ignore_progress,
        cancel: CancelToken | None = None,
        timeout: float = 10.0,
        slow: float = 30.0,
        pause: float | None = None,
    ) -> None:
        self._url = url
        self._host = urlsplit(url).hostname or "?"
        self._partial = _Partial(partial)
        self._size = size
        self._sha256 = sha256
        self._progress = progress
        self._cancel = cancel or CancelToken()
        self._timeout = timeout
        self._slow = slow
        self._pause = _PAUSE_S if pause is None else pause

    def run(self) -> None:
        """Fetch until the partial file is whole and verified; it is left for the caller to move.

        A connection that drops, is silent for `timeout` seconds or crawls for `slow` seconds is
        taken up again, up to five times without progress worth the name in between.

        Raises:
            AppError: `download_*`, `model_disk_full`; `cancelled` keeps what came.
        """
        failures = 0
        while True:
            before = self._partial.size
            if before == self._size:
                break
            try:
                self._once()
            except (OSError, http.client.HTTPException) as error:
                if self._cancel.cancelled:
                    raise Cancelled from error
                more = self._partial.size >= before + _ENOUGH
                failures = 1 if more else failures + 1
                self._refuse(error)
                if failures >= _ATTEMPTS:
                    raise self._last(error) from error
                self._wait(self._pause * failures)
        self._verify()

    def _once(self) -> None:
        have = self._partial.size
        etag = self._partial.etag_for(self._url)
        if have > self._size or (have and not etag):
            self._partial.discard()
            have = 0
        check_space(self._partial.path.parent, self._size - have)
        headers = {"Range": f"bytes={have}-", "If-Range": etag} if have else {}
        with opened(self._url, headers, timeout=self._timeout, cancel=self._cancel) as response:
            start = self._accept(response, have, etag)
            self._partial.remember(self._url, response.headers.get("ETag", ""))
            self._copy(response, start)

    def _accept(self, response: Any, have: int, etag: str) -> int:
        """Return the offset at which the body belongs; refuse what cannot be the file."""
        kind = response.headers.get_content_type()
        if kind in ("text/html", "application/xhtml+xml"):
            raise AppError("download_not_the_file", host=self._host)
        start = have
        if response.status != 206 or (etag and response.headers.get("ETag", etag) != etag):
            start = 0
        if response.status == 206:
            begins, total = _content_range(response.headers.get("Content-Range", ""))
            if begins != start or total not in (None, self._size):
                self._partial.discard()
                raise http.client.HTTPException("the file on the server changed")
        else:
            length = response.headers.get("Content-Length", str(self._size)).strip()
            if not length.isdecimal() or int(length) != self._size:
                raise AppError("download_not_the_file", host=self._host)
        return start

    def _copy(self, response: Any, start: int) -> None:
        done = counted = start
        since = time.monotonic()
        with self._partial.path.open("r+b" if start else "wb") as file:
            file.seek(start)
            file.truncate()
            while block := response.read1(CHUNK):
                if self._cancel.cancelled:
                    raise Cancelled
                if done + len(block) > self._size:
                    raise AppError("download_not_the_file", host=self._host)
                file.write(block)
                done += len(block)
                self._progress(Progress("download", done, self._size, self._host))
                if (took := time.monotonic() - since) >= self._slow:
                    if done - counted < took * _SLOW_BYTES_S:
                        raise TimeoutError("the server hardly sends anything")
                    since, counted = time.monotonic(), done
        if done < self._size:
            raise http.client.HTTPException("the connection ended early")

    def _refuse(self, error: Exception) -> None:
        """Raise what trying again would not change; a range that is not there starts anew."""
        if isinstance(error, urllib.error.HTTPError):
            error.close()
            if error.code == 416:
                self._partial.discard()
            if error.code in (404, 410):
                raise AppError("download_gone", host=self._host, status=error.code) from error
            if error.code not in _PASSING and error.code < 500:
                raise self._last(error) from error
            return
        reason = getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLCertVerificationError):
            raise AppError("download_untrusted", host=self._host) from error
        if isinstance(error, OSError) and error.errno in _FULL:
            raise disk_full(self._partial.path.parent, self._size - self._partial.size) from error
        if isinstance(error, OSError) and error.errno in _FORBIDDEN:
            raise AppError("models_folder", folder=str(self._partial.path.parent)) from error

    def _wait(self, seconds: float) -> None:
        """Wait before the next attempt; a cancel ends it at once."""
        woken = threading.Event()
        remove = self._cancel.on_cancel(woken.set)
        try:
            if woken.wait(seconds):
                raise Cancelled
        finally:
            remove()

    def _last(self, error: Exception) -> AppError:
        if isinstance(error, urllib.error.HTTPError):
            return AppError("download_refused", host=self._host, status=error.code)
        if self._partial.size:
            share = f"{100 * self._partial.size / self._size:.0f}"
            return AppError("download_broken_off", host=self._host, percent=share)
        return AppError("download_unreachable", host=self._host)

    def _verify(self) -> None:
        found = sha256_of(self._partial.path, self._progress, self._cancel)
        if found != self._sha256:
            self._partial.discard()
            raise AppError("download_checksum", source=self._host)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._partial.path.with_name(self._partial.path.name + ".json"))


def _content_range(value: str) -> tuple[int | None, int | None]:
    """Return the first byte and the total of a Content-Range header; None for what is unknown."""
    try:
        span, _, total = value.removeprefix("bytes").strip().partition("/")
        begins = int(span.partition("-")[0])
        return begins, None if total in ("", "*") else int(total)
    except ValueError:
        return None, None
