"""The download against servers that misbehave: the right file, or a clear code, every time."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import gzip
import hashlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from gguf_bytes import model
from http_script import BODY, SHA, Script, begin, raw, redirect, refuse, send, serving

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import catalogue, download
from assistant_app.engine.download import Download, Progress, check_space, sha256_of
from assistant_app.engine.http_open import reachable
from assistant_app.engine.library import ModelLibrary
from assistant_app.errors import AppError, sentence

WHOLE = model() + BODY[:300_000]
OTHER = model() + bytes(300_000)


@pytest.fixture
def serve() -> Iterator[Callable[..., tuple[str, Script]]]:
    with contextlib.ExitStack() as servers:
        yield lambda *steps: servers.enter_context(serving(*steps))


def fetch(url: str, partial: Path, **options: object) -> list[Progress]:
    seen: list[Progress] = []
    settings = {"size": len(BODY), "sha256": SHA, "pause": 0.01, "timeout": 5.0} | options
    Download(url, partial, progress=seen.append, **settings).run()
    return seen


def failure(url: str, partial: Path, **options: object) -> str:
    with pytest.raises(AppError) as caught:
        fetch(url, partial, **options)
    for lang in ("en", "zh"):
        said = sentence(caught.value, lang)
        assert said != sentence(AppError("unheard_of"), lang)
        assert "{" not in said
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


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (401, "download_refused"),
        (403, "download_refused"),
        (404, "download_gone"),
        (410, "download_gone"),
    ],
)
def test_a_refusal_is_said_at_once(serve, tmp_path, status, code):
    url, script = serve(refuse(status))
    assert failure(url, tmp_path / "part") == code
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
        begin(handler)
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


def test_a_server_that_crawls_is_left_and_taken_up_again(serve, tmp_path):
    def crawl(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        for at in range(100):
            handler.wfile.write(BODY[at : at + 1])
            time.sleep(0.02)

    url, script = serve(crawl, send())
    fetch(url, tmp_path / "part", slow=0.2)
    assert script.ranges[0] is None
    assert 0 < int(script.ranges[1].split("=")[1].rstrip("-")) < 100
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_few_bytes_each_time_do_not_go_on_for_ever(serve, tmp_path):
    url, script = serve(send(stop_after=10))
    assert failure(url, tmp_path / "part") == "download_broken_off"
    assert len(script.ranges) == 5
    assert (tmp_path / "part").read_bytes() == BODY[:50]


@pytest.mark.alone
@pytest.mark.parametrize("bytes_first", [0, 1000])
@pytest.mark.parametrize("head_first", [True, False])
def test_cancelling_does_not_wait_for_a_silent_server(serve, tmp_path, bytes_first, head_first):
    release, silent = threading.Event(), threading.Event()

    def stall(handler: BaseHTTPRequestHandler) -> None:
        if head_first:
            begin(handler)
            handler.wfile.write(BODY[:bytes_first])
            handler.wfile.flush()
        silent.set()
        release.wait(10)

    url, _ = serve(stall)
    cancel = CancelToken()
    threading.Thread(target=lambda: silent.wait(5) and cancel.cancel()).start()
    began = time.monotonic()
    try:
        assert failure(url, tmp_path / "part", timeout=8.0, cancel=cancel) == "cancelled"
        assert time.monotonic() - began < 4
    finally:
        release.set()


@pytest.mark.alone
def test_cancelling_between_two_attempts(serve, tmp_path):
    url, _ = serve(refuse(503))
    cancel = CancelToken()
    threading.Timer(0.2, cancel.cancel).start()
    began = time.monotonic()
    assert failure(url, tmp_path / "part", pause=20.0, cancel=cancel) == "cancelled"
    assert time.monotonic() - began < 4


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (send(headers={"Content-Length": "many"}), "download_not_the_file"),
        (send(headers={"Content-Length": "-5"}), "download_not_the_file"),
        (send(gzip.compress(BODY), headers={"Content-Encoding": "gzip"}), "download_not_the_file"),
        (send(BODY + b"more", headers={"Content-Length": ""}), "download_not_the_file"),
        (send(bytes(len(BODY)), headers={"Content-Length": ""}), "download_checksum"),
        (raw(b"SSH-2.0-OpenSSH\r\n"), "download_unreachable"),
        (raw(b""), "download_unreachable"),
        (refuse(204), "download_not_the_file"),
        (redirect("/model.gguf"), "download_refused"),
        (redirect("file:///etc/hostname"), "download_refused"),
    ],
)
def test_whatever_a_server_says_ends_in_a_sentence(serve, tmp_path, step, code):
    url, _ = serve(step)
    assert failure(url, tmp_path / "part") == code


def test_without_a_length_the_file_still_arrives(serve, tmp_path):
    url, _ = serve(send(headers={"Content-Length": ""}))
    fetch(url, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY


@pytest.mark.parametrize(
    "said", ["bytes 5-1499999/1500000", "bytes 600000-1499999/9", "bytes */1500000", "pages 2"]
)
def test_another_range_than_the_one_asked_for_starts_again(serve, tmp_path, said):
    url, script = serve(send(stop_after=600_000), send(headers={"Content-Range": said}), send())
    fetch(url, tmp_path / "part")
    assert script.ranges == [None, "bytes=600000-", None]
    assert (tmp_path / "part").read_bytes() == BODY


def test_416_for_ever_ends(serve, tmp_path):
    url, script = serve(send(stop_after=600_000), refuse(416))
    assert failure(url, tmp_path / "part") == "download_refused"
    assert script.ranges == [None, "bytes=600000-", None, None, None]


def test_a_disk_that_fills_up_meanwhile_keeps_what_came(serve, tmp_path):
    url, script = serve(send())

    def full(progress: Progress) -> None:
        if progress.stage == "download" and progress.done > 700_000:
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(AppError) as caught:
        Download(url, tmp_path / "part", size=len(BODY), sha256=SHA, progress=full).run()
    assert caught.value.code == "model_disk_full"
    fetch(url, tmp_path / "part")
    assert int(script.ranges[1].split("=")[1].rstrip("-")) > 700_000
    assert (tmp_path / "part").read_bytes() == BODY


def test_a_process_that_is_killed_leaves_what_the_next_goes_on_with(serve, tmp_path):
    come = threading.Event()

    def half(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        handler.wfile.write(BODY[:900_000])
        handler.wfile.flush()
        come.wait(10)

    url, script = serve(half, send())
    code = (
        "import sys; from pathlib import Path\n"
        "from assistant_app.engine.download import Download\n"
        "def told(progress): print(progress.done, flush=True)\n"
        f"Download({url!r}, Path(sys.argv[1]), size={len(BODY)}, sha256={SHA!r},"
        " progress=told).run()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "part")], stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        while int(child.stdout.readline()) < 900_000:
            pass
        child.kill()
    come.set()
    fetch(url, tmp_path / "part")
    assert script.ranges == [None, "bytes=900000-"]
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
    with pytest.raises(AppError) as caught:
        fetch(url, tmp_path / "part")
    assert caught.value.code == "model_disk_full"
    assert "69 MB are needed and 1 MB are free" in sentence(caught.value, "en")
    assert "需要 69 MB" in sentence(caught.value, "zh")
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


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([send(WHOLE)], ""),
        ([send(WHOLE, stop_after=100_000), send(WHOLE)], ""),
        ([send(WHOLE, stop_after=100_000), send(WHOLE, honour_range=False)], ""),
        ([send(OTHER, etag='"old"', stop_after=100_000), send(WHOLE, etag='"new"')], ""),
        ([refuse(500), send(WHOLE)], ""),
        ([refuse(403)], "download_refused"),
        ([refuse(404)], "download_gone"),
        ([refuse(500)], "download_refused"),
        ([send(WHOLE, stop_after=100_000), refuse(416), send(WHOLE)], ""),
        ([send(b"<html>", kind="text/html")], "download_not_the_file"),
        ([send(OTHER)], "download_checksum"),
        ([send(WHOLE, stop_after=0)], "download_unreachable"),
    ],
)
def test_a_model_is_there_whole_or_not_at_all(tmp_path, monkeypatch, steps, code):
    """Through the library: what a server does to the file never reaches the folder of models."""
    monkeypatch.setattr(download, "_PAUSE_S", 0.01)
    with serving(*steps) as (url, _script):
        small = catalogue.entry("small")
        entry = dataclasses.replace(
            small, hub=url, wheels=None, bytes=len(WHOLE), sha256=hashlib.sha256(WHOLE).hexdigest()
        )
        monkeypatch.setattr(catalogue, "entries", lambda: {"small": entry})
        library = ModelLibrary(tmp_path)
        plan = library.plan("small", quick=True)
        if code:
            with pytest.raises(AppError) as caught:
                library.get("small", plan=plan)
            assert caught.value.code == code
            assert [p for p in tmp_path.iterdir() if p.is_file()] == []
        else:
            assert library.get("small", plan=plan).read_bytes() == WHOLE
            assert library.verify("small")
