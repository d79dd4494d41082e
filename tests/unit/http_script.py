"""A server on loopback that misbehaves step by step, for tests of downloads."""

from __future__ import annotations

import hashlib
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY = random.Random(7).randbytes(1_500_000)
SHA = hashlib.sha256(BODY).hexdigest()
Step = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Script:
    """How the server answers: one step a request, the last one for all that follow."""

    steps: list[Step]
    ranges: list[str | None] = field(default_factory=list)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Take the next step."""
        self.ranges.append(handler.headers.get("Range"))
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        step(handler)


def send(
    body: bytes = BODY,
    *,
    etag: str = '"one"',
    honour_range: bool = True,
    kind: str = "application/octet-stream",
    stop_after: int | None = None,
    headers: dict[str, str] | None = None,
) -> Step:
    """Send a body; `stop_after` cuts the connection after so many bytes."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        asked = handler.headers.get("Range")
        same = handler.headers.get("If-Range", etag) == etag
        start = int(asked.split("=")[1].rstrip("-")) if asked and honour_range and same else 0
        handler.send_response(206 if start else 200)
        said = {"Content-Length": str(len(body) - start), "Content-Type": kind, "ETag": etag}
        if start:
            said["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        for name, value in (said | (headers or {})).items():
            if value:
                handler.send_header(name, value)
        handler.end_headers()
        if handler.command != "HEAD":
            end = len(body) if stop_after is None else start + stop_after
            handler.wfile.write(body[start:end])
        handler.close_connection = True

    return step


def begin(handler: BaseHTTPRequestHandler, size: int = len(BODY)) -> None:
    """Send the head of a whole answer."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(size))
    handler.send_header("ETag", '"one"')
    handler.end_headers()


def refuse(status: int) -> Step:
    """Answer with a status and no body."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return step


def redirect(to: str) -> Step:
    """Send the client elsewhere."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", to)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return step


def raw(data: bytes) -> Step:
    """Send bytes that need not be HTTP."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(data)
        handler.close_connection = True

    return step


@contextmanager
def serving(*steps: Step) -> Iterator[tuple[str, Script]]:
    """Serve the steps; gives the address of the file and the script."""
    script = Script(list(steps))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            script.answer(self)

        do_HEAD = do_GET

        def log_message(self, *_args: object) -> None:
            """Keep quiet."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_args: object) -> None:
            """A client that goes away in the middle is what is tested."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/model.gguf", script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
