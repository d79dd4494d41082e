"""The download against servers that misbehave: the right file, or a clear code, every time."""

from __future__ import annotations

import hashlib
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from assistant_app.domain.turn import CancelToken
from assistant_app.engine.download import Download, Progress, check_space, reachable, sha256_of
from assistant_app.errors import AppError

BODY = random.Random(7).randbytes(1_500_000)
SHA = hashlib.sha256(BODY).hexdigest()


@dataclass
class Script:
    """How the server answers: one step a request, the last one for all that follow."""

    steps: list[Callable[[BaseHTTPRequestHandler], None]]
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
) -> Callable[[BaseHTTPRequestHandler], None]:
    """Send a body; `stop_after` cuts the connection after so many bytes."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        asked = handler.headers.get("Range")
        same = handler.headers.get("If-Range", etag) == etag
        start = int(asked.split("=")[1].rstrip("-")) if asked and honour_range and same else 0
        handler.send_response(206 if start else 200)
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        handler.send_header("Content-Length", str(len(body) - start))
        handler.send_header("Content-Type", kind)
        if etag:
            handler.send_header("ETag", etag)
        handler.end_headers()
        if handler.command != "HEAD":
            end = len(body) if stop_after is None else start + stop_after
            handler.wfile.write(body[start:end])
        handler.close_connection = True

    return step


def refuse(status: int) -> Callable[[BaseHTTPRequestHandler], None]:
    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return step


def redirect(to: str) -> Callable[[BaseHTTPRequestHandler], None]:
    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", to)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return step


@pytest.fixture
def serve() -> Iterator[Callable[..., tuple[str, Script]]]:
    servers: list[tuple[ThreadingHTTPServer, threading.Thread]] = []

    def start(*steps: Callable[[BaseHTTPRequestHandler], None]) -> tuple[str, Script]:
        script = Script(list(steps))

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                script.answer(self)

            do_HEAD = do_GET

            def log_message(self, *_args: object) -> None:
                """Keep quiet."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}/model.gguf", script

    yield start
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()


def fetch(url: str, partial: Path, **options: object) -> list[Progress]:
    seen: list[Progress] = []
    settings = {"size": len(BODY), "sha256": SHA, "pause": 0.01, "timeout": 5.0} | options
    Download(url, partial, progress=seen.append, **settings).run()
    return seen


def failure(url: str, partial: Path, **options: object) -> str:
    with pytest.raises(AppError) as caught:
        fetch(url, partial, **options)
    return caught.value.code


def test_whole_file_arrives_with_progress(serve, tmp_path):
    url, script = serve(send())
    seen = fetch(url, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY
    assert script.ranges == [None]
    done = [p.done for p in seen if p.stage == "download"]
    assert done == sorted(done)
    assert done[-1] == len(BODY)
    assert list(tmp_path.iterdir()) == [tmp_path / "part"]


def test_dropped_connections_are_resumed_with_range(serve, tmp_path):
    url, script = serve(send(stop_after=400_000), send(stop_after=500_000), send())
    fetch(url, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY
    assert script.ranges == [None, "bytes=400000-", "bytes=900000-"]


def test_a_later_run_goes_on_where_the_first_stopped(serve, tmp_path):
    url, script = serve(send(stop_after=0), send(stop_after=700_000), send(stop_after=0))
    assert failure(url, tmp_path / "part") == "download_broken_off"
    assert (tmp_path / "part").stat().st_size == 700_000
    script.steps[:] = [send()]
    fetch(url, tmp_path / "part")
    assert script.ranges[-1] == "bytes=700000-"
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_server_that_ignores_range_starts_again(serve, tmp_path):
    url, script = serve(send(stop_after=600_000), send(honour_range=False))
    fetch(url, tmp_path / "part")
    assert script.ranges[1] == "bytes=600000-"
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_changed_etag_starts_again(serve, tmp_path):
    old = bytes(len(BODY))
    url, _ = serve(send(old, etag='"old"', stop_after=600_000), send(etag='"new"'))
    fetch(url, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_range_of_a_changed_file_is_not_joined_to_the_old_one(serve, tmp_path):
    """A server that ignores If-Range answers 206 with the new file's ETag."""

    def careless(handler: BaseHTTPRequestHandler) -> None:
        del handler.headers["If-Range"]
        send(etag='"new"')(handler)

    url, _ = serve(send(bytes(len(BODY)), etag='"old"', stop_after=600_000), careless)
    fetch(url, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY


def test_without_an_etag_nothing_is_resumed(serve, tmp_path):
    url, script = serve(send(etag="", stop_after=300_000), send(etag=""))
    fetch(url, tmp_path / "part")
    assert script.ranges == [None, None]


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_refusal_is_said_at_once(serve, tmp_path, status):
    url, script = serve(refuse(status))
    assert failure(url, tmp_path / "part") == "download_refused"
    assert len(script.ranges) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_fault_is_tried_again(serve, tmp_path, status):
    url, script = serve(refuse(status), refuse(status), send())
    fetch(url, tmp_path / "part")
    assert len(script.ranges) == 3
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_lasting_fault_ends_with_the_status(serve, tmp_path):
    url, script = serve(refuse(500))
    assert failure(url, tmp_path / "part") == "download_refused"
    assert len(script.ranges) == 5


def test_416_starts_again(serve, tmp_path):
    url, script = serve(send(stop_after=600_000), refuse(416), send())
    fetch(url, tmp_path / "part")
    assert script.ranges == [None, "bytes=600000-", None]


def test_html_is_not_the_file(serve, tmp_path):
    url, _ = serve(send(b"<html>Sign in</html>", kind="text/html; charset=utf-8"))
    assert failure(url, tmp_path / "part") == "download_not_the_file"
    assert not (tmp_path / "part").exists()


@pytest.mark.parametrize("body", [BODY[:-1], BODY + b"x", b""])
def test_another_length_is_not_the_file(serve, tmp_path, body):
    url, _ = serve(send(body))
    assert failure(url, tmp_path / "part") == "download_not_the_file"


def test_wrong_bytes_are_thrown_away(serve, tmp_path):
    url, _ = serve(send(bytes(len(BODY))))
    assert failure(url, tmp_path / "part") == "download_checksum"
    assert list(tmp_path.iterdir()) == []


def test_a_stall_is_taken_up_again(serve, tmp_path):
    release = threading.Event()

    def stall(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(BODY)))
        handler.send_header("ETag", '"one"')
        handler.end_headers()
        handler.wfile.write(BODY[:200_000])
        handler.wfile.flush()
        release.wait(10)

    url, script = serve(stall, send())
    try:
        fetch(url, tmp_path / "part", timeout=0.3)
    finally:
        release.set()
    assert script.ranges == [None, "bytes=200000-"]
    assert (tmp_path / "part").read_bytes() == BODY


def test_cancelling_keeps_what_came(serve, tmp_path):
    url, script = serve(send())
    cancel = CancelToken()
    partial = tmp_path / "part"

    def stop_half_way(progress: Progress) -> None:
        if progress.done > len(BODY) // 2:
            cancel.cancel()

    with pytest.raises(AppError) as caught:
        Download(
            url, partial, size=len(BODY), sha256=SHA, progress=stop_half_way, cancel=cancel
        ).run()
    assert caught.value.code == "cancelled"
    kept = partial.stat().st_size
    assert len(BODY) // 2 < kept < len(BODY)
    fetch(url, partial)
    assert script.ranges[-1] == f"bytes={kept}-"


def test_nobody_listening_is_unreachable(serve, tmp_path):
    url, _ = serve(send())
    host = url.rsplit(":", 1)[0] + ":9"
    assert failure(host + "/model.gguf", tmp_path / "part") == "download_unreachable"


@pytest.mark.parametrize("address", ["http://models.example/x.gguf", "ftp://127.0.0.1/x.gguf"])
def test_only_secure_addresses_are_fetched(tmp_path, address):
    assert failure(address, tmp_path / "part") == "download_insecure"


def test_a_redirect_away_from_https_is_refused(serve, tmp_path):
    url, _ = serve(redirect("http://models.example/x.gguf"))
    assert failure(url, tmp_path / "part") == "download_insecure"


def test_a_redirect_keeps_the_range(serve, tmp_path):
    target, script = serve(send(stop_after=600_000), send())
    url, _ = serve(redirect(target))
    fetch(url, tmp_path / "part")
    assert script.ranges == [None, "bytes=600000-"]
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_full_disk_is_said_before_anything_is_fetched(serve, tmp_path, monkeypatch):
    url, script = serve(send())
    monkeypatch.setattr("shutil.disk_usage", lambda _path: type("U", (), {"free": 1_000_000})())
    assert failure(url, tmp_path / "part") == "model_disk_full"
    assert script.ranges == []


def test_reachable_asks_for_the_file_itself(serve):
    assert reachable(serve(send())[0])
    assert not reachable(serve(refuse(404))[0])
    assert not reachable("http://127.0.0.1:9/x")


def test_checksum_of_a_tail(tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"head" + BODY)
    assert sha256_of(file, start=4) == SHA
    check_space(tmp_path, 0)
