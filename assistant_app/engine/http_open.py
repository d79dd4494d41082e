"""Open an address over HTTPS, so that whoever waits can be called away at any moment.

A thread of its own asks, because looking up a name and connecting know no cancel; once there is an
answer, a cancel shuts the connection down, which ends a read that waits for a server gone silent.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from assistant_app import __version__
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


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


@contextlib.contextmanager
def opened(
    url: str, headers: dict[str, str], *, timeout: float, cancel: CancelToken
) -> Iterator[Any]:
    """Give the answer of the server; `timeout` seconds of silence end it, and so does a cancel.

    Raises:
        Cancelled: before there was an answer. Later, a read ends early instead.
        AppError: `download_insecure`.
        OSError, http.client.HTTPException: as `urllib`.
    """
    answers: SimpleQueue[Any] = SimpleQueue()

    def ask() -> None:
        try:
            response = _open(url, headers=headers, timeout=timeout)
        except Exception as error:  # raised again by whoever waits
            answers.put(error)
            return
        if cancel.cancelled:
            response.close()
        answers.put(response)

    remove = cancel.on_cancel(lambda: answers.put(Cancelled()))
    threading.Thread(target=ask, name="http-open", daemon=True).start()
    try:
        answer = answers.get()
    finally:
        remove()
    if isinstance(answer, Exception):
        raise answer
    with answer, _breakable(answer, cancel):
        yield answer


@contextlib.contextmanager
def _breakable(response: Any, cancel: CancelToken) -> Iterator[None]:
    """Let a cancel shut down the connection of `response` meanwhile."""
    try:
        connection = socket.fromfd(response.fileno(), socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, ValueError, AttributeError):  # an answer without a body is closed already
        yield
        return

    def shut_down() -> None:
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    with connection:
        remove = cancel.on_cancel(shut_down)
        try:
            yield
        finally:
            remove()


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
