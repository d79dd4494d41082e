"""One request to a server of the owner's own, and its answer as it comes.

The request runs in a thread of its own, which hands on what arrives; whoever asked waits for that
with a limit, and leaves at once when told to. So a name that does not resolve, a server that does
not accept and one that falls silent all end the same way, and stopping needs no answer from there.

Nothing is taken from the environment (no proxy), no redirect is followed, and the connection goes
to an address that was checked, not to one looked up a second time.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import queue
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from assistant_app.domain.endpoint import Address, is_own
from assistant_app.domain.text import one_line
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled

CONNECT_S = 5.0
FIRST_S = 300.0
"""Until the first word of an answer: the server may have to load its model and read the prompt."""
NEXT_S = 60.0
"""Between two pieces of an answer."""
QUICK_S = 10.0
"""For questions that cost the server nothing."""
MAX_BODY = 8 * 1024 * 1024
MAX_LINE = 1024 * 1024
_AHEAD = 256
"""Pieces that wait to be taken; more are left with the server."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where to ask. `public` allows addresses on the internet."""

    address: Address
    token: Callable[[], str | None] = lambda: None
    public: bool = False

    @property
    def host(self) -> str:
        """Host and port, for sentences."""
        return self.address.place


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of an answer."""

    status: int
    kind: str
    location: str = ""


@dataclass(frozen=True, slots=True)
class _Connected:
    """The server took the connection."""


@dataclass(frozen=True, slots=True)
class _End:
    """The answer is over; `error` says why, if it should have gone on."""

    error: AppError | None = None


_Item = _Connected | Head | bytes | _End


class Exchange:
    """A request that is under way. `head` first, then `body` or `lines`; `close` at the end."""

    def __init__(
        self, server: Server, method: str, path: str, body: Any = None, *, cancel: CancelToken
    ) -> None:
        self._server = server
        self._cancel = cancel
        self._method, self._path = method, path
        text = None if body is None else json.dumps(body, ensure_ascii=False)
        self._body = None if text is None else text.encode("utf-8", "replace")
        self._arrived: queue.Queue[_Item | None] = queue.Queue(_AHEAD)
        self._guard = threading.Lock()
        self._socket: socket.socket | None = None
        self._closed = threading.Event()
        self._remove = cancel.on_cancel(self._wake)
        threading.Thread(target=self._run, name="endpoint", daemon=True).start()

    # --- for whoever asked

    def head(self, wait_s: float) -> Head:
        """Wait for the beginning of the answer.

        Raises:
            AppError: `endpoint_unreachable`, `endpoint_untrusted`, `endpoint_timeout` and such.
            Cancelled: the end was asked for.
        """
        try:
            item = self._next(2 * CONNECT_S)
        except AppError as error:
            raise self._unreachable() if error.code == "endpoint_timeout" else error from None
        if isinstance(item, _Connected):
            item = self._next(wait_s)
        if isinstance(item, Head):
            return item
        raise (item.error if isinstance(item, _End) else None) or self._broken()

    def body(self, wait_s: float, limit: int = MAX_BODY) -> bytes:
        """Return the whole answer, or what fits into `limit` bytes of it."""
        pieces: list[bytes] = []
        size = 0
        for line in self.lines(wait_s, wait_s):
            pieces.append(line)
            size += len(line)
            if size > limit:
                break
        return b"".join(pieces)[:limit]

    def lines(self, first_s: float, next_s: float) -> Iterator[bytes]:
        """Yield the lines of the answer as they come, ends included.

        Raises:
            AppError: `endpoint_broken_off`, `endpoint_timeout`.
            Cancelled: the end was asked for.
        """
        wait_s = first_s
        while True:
            item = self._next(wait_s)
            if isinstance(item, bytes):
                wait_s = next_s
                yield item
            elif isinstance(item, _End) and item.error is None:
                return
            else:
                raise (item.error if isinstance(item, _End) else None) or self._broken()

    def close(self) -> None:
        """Break the connection, so that the server stops too; safe at any time."""
        self._remove()
        self._closed.set()
        with self._guard:
            taken = self._socket
        if taken is not None:
            with contextlib.suppress(OSError):
                taken.shutdown(socket.SHUT_RDWR)

    def _wake(self) -> None:
        with contextlib.suppress(queue.Full):  # then nobody waits
            self._arrived.put_nowait(None)

    def _next(self, wait_s: float) -> _Item:
        try:
            item = self._arrived.get(timeout=wait_s)
        except queue.Empty:
            host, seconds = self._server.host, round(wait_s)
            raise AppError("endpoint_timeout", host=host, seconds=seconds) from None
        if item is None or self._cancel.cancelled:
            raise Cancelled
        return item

    def _broken(self) -> AppError:
        return AppError("endpoint_broken_off", host=self._server.host)

    # --- in the thread

    def _run(self) -> None:
        try:
            with contextlib.closing(self._connect()) as connection:
                self._hand(_Connected())
                connection.request(self._method, self._target(), self._body, self._headers())
                answer = connection.getresponse()
                kind = (answer.headers.get_content_type() or "").lower()
                location = answer.headers.get("Location", "")
                self._hand(Head(answer.status, kind, location))
                while line := answer.readline(MAX_LINE):
                    self._hand(line)
            self._hand(_End())
        except AppError as error:
            self._hand(_End(error))
        except ssl.SSLError as error:
            self._hand(_End(self._untrusted(error)))
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._hand(_End(self._fault(error)))

    def _hand(self, item: _Item) -> None:
        """Give something to whoever waits; while they are busy, wait for them."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._arrived.put(item, timeout=0.2)
                return

    def _target(self) -> str:
        return f"{self._server.address.path}{self._path}"

    def _headers(self) -> dict[str, str]:
        headers = {"Accept": "application/json, text/event-stream", "Connection": "close"}
        headers["User-Agent"] = "assistant-app"
        if self._body is not None:
            headers["Content-Type"] = "application/json"
        if token := self._server.token():
            headers["Authorization"] = f"Bearer {token}"
        return headers

    def _connect(self) -> http.client.HTTPConnection:
        address = self._server.address
        taken = self._dial(self._numbers())
        if address.scheme == "https":
            taken = _trust(self._server).wrap_socket(taken, server_hostname=address.host)
        taken.settimeout(None)
        with self._guard:
            self._socket = taken
        # What names a network card of this machine in a link-local address is nobody else's.
        connection = http.client.HTTPConnection(address.host.partition("%")[0], address.port)
        connection.sock = taken
        if self._closed.is_set():
            connection.close()
            raise self._broken()
        return connection

    def _numbers(self) -> list[str]:
        """Return those addresses of the host that are allowed: the owner's own, or any that is agreed
        to and encrypted.

        Raises:
            AppError: `endpoint_unreachable`; `endpoint_insecure`, `endpoint_public` when none is.
        """
        address = self._server.address
        try:
            found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise self._unreachable() from error
        numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if self._server.public and address.scheme == "https":
            return numbers
        own = [number for number in numbers if is_own(number)]
        if own:
            return own
        if address.scheme == "http":
            raise AppError("endpoint_insecure", host=self._server.host)
        raise AppError("endpoint_public", host=self._server.host)

    def _dial(self, numbers: list[str]) -> socket.socket:
        for number in numbers:
            with contextlib.suppress(OSError):
                return socket.create_connection(
                    (number, self._server.address.port), timeout=CONNECT_S
                )
        raise self._unreachable()

    def _unreachable(self) -> AppError:
        return AppError("endpoint_unreachable", host=self._server.host)

    def _untrusted(self, error: ssl.SSLError) -> AppError:
        if isinstance(error, ssl.SSLCertVerificationError):
            reason = error.verify_message or "?"
            return AppError("endpoint_untrusted", host=self._server.host, reason=reason)
        return self._broken()

    def _fault(self, error: Exception) -> AppError:
        if isinstance(error, http.client.BadStatusLine) and not isinstance(
            error, http.client.RemoteDisconnected
        ):
            return AppError("endpoint_not_api", host=self._server.host)
        return self._broken()


@lru_cache(maxsize=4)
def _trust(_server: Server) -> ssl.SSLContext:
    """Return whom this computer trusts; reading that takes longer than a short request."""
    return ssl.create_default_context()


def refusal(server: Server, head: Head, body: bytes, model: str) -> AppError:
    """Return the error of an answer that is none, by its status and what it says."""
    host = server.host
    said, code = _said(body)
    if 300 <= head.status < 400:
        return AppError("endpoint_redirect", host=host, location=head.location[:200] or "?")
    if head.status in (401, 403):
        return AppError("endpoint_denied", host=host)
    if _too_long(said, code):
        tokens, limit = _sizes(body, said)
        return AppError("prompt_too_long", tokens=tokens, limit=limit)
    if "model" in said.casefold() and (head.status == 404 or code == "model_not_found"):
        return AppError("endpoint_model_missing", host=host, model=model)
    if head.status == 404:
        return AppError("endpoint_not_api", host=host)
    if head.status in (429, 503):
        return AppError("endpoint_busy", host=host)
    return AppError("endpoint_failed", host=host, status=head.status, said=said or "-")


def _said(body: bytes) -> tuple[str, str]:
    """Return the message and the code of an error's body, both empty where it has none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return "", ""
    error = found.get("error", found) if isinstance(found, dict) else found
    if isinstance(error, dict):
        message = error.get("message") or error.get("detail") or ""
        kinds = f"{error.get('code') or ''} {error.get('type') or ''}"
        return one_line(str(message))[:300], kinds.strip()
    return one_line(str(error))[:300], ""


def _too_long(said: str, code: str) -> bool:
    known = ("context_length_exceeded", "exceed_context_size_error")
    low = said.casefold()
    return any(word in code for word in known) or (
        "context" in low and any(word in low for word in ("exceed", "maximum", "too long"))
    )


def _sizes(body: bytes, said: str) -> tuple[int, int]:
    """Return how long the prompt was and how much fits, where the error says it; else zeros."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        error = json.loads(body)["error"]
        return int(error["n_prompt_tokens"]), int(error["n_ctx"])
    numbers = [int(found) for found in re.findall(r"\d+", said)]
    match = re.search(r"(?:length|window|size)[^\d]{0,12}(\d+)", said)
    limit = int(match[1]) if match else 0
    return max((n for n in numbers if n > limit), default=0), limit
