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
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from assistant_app import __version__
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled

Stage = Literal["download", "join", "convert", "check"]
CHUNK = 256 * 1024
_ATTEMPTS = 5
_SPARE_BYTES = 64 * 1024 * 1024
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


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
        AppError: `model_disk_full`, in GB.
    """
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE_BYTES:
        raise AppError(
            "model_disk_full",
            needed=f"{(needed + _SPARE_BYTES) / 1e9:.1f}",
            free=f"{free / 1e9:.1f}",
            folder=str(folder),
        )


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


def _allowed(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to HTTPS only (and on loopback, which never leaves the machine)."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        if not _allowed(newurl):
            fp.close()
            raise AppError("download_insecure", host=urlsplit(newurl).hostname or "?")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _open(
    url: str, *, method: str = "GET", headers: dict[str, str] | None = None, timeout: float = 30
) -> Any:
    if not _allowed(url):
        raise AppError("download_insecure", host=urlsplit(url).hostname or "?")
    handlers: list[urllib.request.BaseHandler] = [_SafeRedirects()]
    if urlsplit(url).hostname in _LOOPBACK:
        handlers.append(urllib.request.ProxyHandler({}))
    agent = {"User-Agent": f"assistant-app/{__version__}", "Accept-Encoding": "identity"}
    request = urllib.request.Request(url, headers=agent | (headers or {}), method=method)
    return urllib.request.build_opener(*handlers).open(request, timeout=timeout)


def reachable(url: str, timeout: float = 4.0) -> bool:
    """Say whether the server of `url` offers the file, within `timeout` seconds whatever happens.

    A thread asks, because looking up a name knows no timeout.
    """
    answer: list[bool] = []

    def ask() -> None:
        try:
            with _open(url, method="HEAD", timeout=timeout) as response:
                answer.append(response.status == 200)
        except urllib.error.HTTPError as error:
            error.close()
        except (OSError, AppError, http.client.HTTPException, ValueError):
            answer.append(False)

    thread = threading.Thread(target=ask, name="reachable", daemon=True)
    thread.start()
    thread.join(timeout)
    return bool(answer and answer[0])


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
        pause: float = 1.0,
    ) -> None:
        self._url = url
        self._host = urlsplit(url).hostname or "?"
        self._partial = _Partial(partial)
        self._size = size
        self._sha256 = sha256
        self._progress = progress
        self._cancel = cancel or CancelToken()
        self._timeout = timeout
        self._pause = pause

    def run(self) -> None:
        """Fetch until the partial file is whole and verified; it is left for the caller to move.

        A connection that drops or stalls is taken up again, up to five times without a byte of
        progress in between.

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
                failures = 1 if self._partial.size > before else failures + 1
                self._give_up_or_wait(error, failures)
        self._verify()

    def _once(self) -> None:
        have = self._partial.size
        etag = self._partial.etag_for(self._url)
        if have > self._size or (have and not etag):
            self._partial.discard()
            have = 0
        check_space(self._partial.path.parent, self._size - have)
        headers = {"Range": f"bytes={have}-", "If-Range": etag} if have else {}
        with _open(self._url, headers=headers, timeout=self._timeout) as response:
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
            length = response.headers.get("Content-Length")
            if length is not None and int(length) != self._size:
                raise AppError("download_not_the_file", host=self._host)
        return start

    def _copy(self, response: Any, start: int) -> None:
        done = start
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
        if done < self._size:
            raise http.client.HTTPException("the connection ended early")

    def _give_up_or_wait(self, error: Exception, failures: int) -> None:
        if isinstance(error, urllib.error.HTTPError):
            error.close()
            if error.code == 416:
                self._partial.discard()
            elif error.code not in (408, 425, 429) and error.code < 500:
                raise AppError("download_refused", host=self._host, status=error.code) from error
        reason = getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLCertVerificationError):
            raise AppError("download_untrusted", host=self._host) from error
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            check_space(self._partial.path.parent, self._size - self._partial.size)
        if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EROFS, errno.EPERM):
            raise AppError("models_folder", folder=str(self._partial.path.parent)) from error
        if failures >= _ATTEMPTS:
            raise self._last(error) from error
        until = time.monotonic() + self._pause * failures
        while time.monotonic() < until:
            if self._cancel.cancelled:
                raise Cancelled
            time.sleep(0.05)

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
