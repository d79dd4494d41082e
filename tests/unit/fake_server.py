"""A model server on loopback that does what a test says, well or badly."""

from __future__ import annotations

import contextlib
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Answer = Callable[["Handler", dict[str, Any]], None]


@dataclass
class Fake:
    """What is answered by path, and what was asked: (path, body, headers)."""

    url: str = ""
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, Any], dict[str, str]]] = field(default_factory=list)
    dropped: threading.Event = field(default_factory=threading.Event)
    stopped: threading.Event = field(default_factory=threading.Event)

    def bodies(self, path: str) -> list[dict[str, Any]]:
        """Return what was sent to a path."""
        return [body for asked, body, _headers in self.asked if asked == path]


class Handler(BaseHTTPRequestHandler):
    """One request; an answer writes what it likes."""

    fake: Fake
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a question."""
        self._answer({})

    def do_POST(self) -> None:
        """Answer a request."""
        length = int(self.headers.get("Content-Length", 0))
        self._answer(json.loads(self.rfile.read(length)))

    def _answer(self, body: dict[str, Any]) -> None:
        self.fake.asked.append((self.path, body, dict(self.headers)))
        self.close_connection = True
        answer = self.fake.answers.get(self.path, say({"error": {"message": "no"}}, status=404))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            answer(self, body)

    def log_message(self, *_words: object) -> None:
        """Say nothing."""

    def start(self, status: int, kind: str, **headers: str) -> None:
        """Write the head of an answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def event(self, value: Any) -> None:
        """Write one event of a stream."""
        text = value if isinstance(value, str) else json.dumps(value)
        self.wfile.write(f"data: {text}\n\n".encode())
        self.wfile.flush()


def say(value: Any, status: int = 200, kind: str = "application/json", **headers: str) -> Answer:
    """Answer with a document."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()

    def answer(handler: Handler, _body: dict[str, Any]) -> None:
        handler.start(status, kind, **{"Content-Length": str(len(data)), **headers})
        handler.wfile.write(data)

    return answer


def word(text: str) -> dict[str, Any]:
    """Return the event of a piece of text."""
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}


def last(reason: str = "stop") -> dict[str, Any]:
    """Return the event that ends an answer."""
    return {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}


def stream(
    *events: Any, done: bool = True, end: Callable[[Handler], None] | None = None
) -> Answer:
    """Answer with a stream; `end` happens after the events, before any `[DONE]`."""

    def answer(handler: Handler, _body: dict[str, Any]) -> None:
        handler.start(200, "text/event-stream; charset=utf-8")
        for event in events:
            handler.event(event)
        if end is not None:
            end(handler)
        if done:
            handler.event("[DONE]")

    return answer


def talking(handler: Handler) -> None:
    """Go on talking until the other side leaves."""
    number = 0
    try:
        while not handler.fake.stopped.is_set():
            number += 1
            handler.event(word(f" {number}"))
            time.sleep(0.01)
    except OSError:
        handler.fake.dropped.set()
        raise


def silent(handler: Handler) -> None:
    """Keep the connection and say nothing."""
    handler.fake.stopped.wait(20)


def models(*names: str, owned_by: str = "someone", **more: Any) -> Answer:
    """Answer with a list of models."""
    rows = [{"id": name, "object": "model", "owned_by": owned_by, **more} for name in names]
    return say({"object": "list", "data": rows})


@contextlib.contextmanager
def serving(certificate: tuple[Path, Path] | None = None) -> Iterator[Fake]:
    """Run a server on a free port of loopback; with the files of a certificate and key, by TLS."""
    fake = Fake()
    handler = type("Bound", (Handler,), {"fake": fake})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    scheme = "https" if certificate else "http"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    fake.url = f"{scheme}://127.0.0.1:{server.server_port}"
    fake.answers["/v1/models"] = models("big")
    try:
        yield fake
    finally:
        fake.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
