"""A real model server on loopback, as a process that can be killed and started again."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Literal

import pytest

Program = Literal["llama-server", "llama-cpp-python"]
NEEDS: dict[str, tuple[str, ...]] = {
    "llama-server": ("xllamacpp",),
    "llama-cpp-python": (
        "fastapi", "uvicorn", "sse_starlette", "starlette_context", "pydantic_settings",
    ),
}  # fmt: skip
BINARY_VARIABLE = "ASSISTANT_APP_TEST_LLAMA_SERVER"
"""A llama-server program to use in place of the one in the package xllamacpp."""
START_S = 60

_LLAMA_SERVER = """
import sys, threading, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.port = sys.argv[1], int(sys.argv[2])
params.hostnames, params.n_ctx, params.n_parallel = ["127.0.0.1"], 2 * int(sys.argv[3]), 2
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(sys.argv[4])
params.kv_unified = params.warmup = False
params.api_keys = [key for key in sys.argv[5:] if key]
server = xllamacpp.Server(params)
threading.Event().wait()
"""


class ModelServer:
    """One server; its port stays the same from one start to the next.

    llama-server gets two places for prompts, so that what is decided on and what is answered on
    stay there side by side; `context` is the window of each.
    """

    def __init__(
        self,
        program: Program,
        model: Path,
        *,
        context: int = 4096,
        key: str = "",
        threads: int = 1,
    ) -> None:
        self._program, self._model, self._context, self._key = program, model, context, key
        self._threads = str(threads)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.port = int(taken.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def _command(self) -> list[str]:
        port, context, threads = str(self.port), str(self._context), self._threads
        if self._program == "llama-cpp-python":
            command = [sys.executable, "-m", "llama_cpp.server", "--model", str(self._model)]
            command += ["--port", port, "--n_ctx", context, "--n_threads", threads]
            return [*command, "--n_threads_batch", threads]
        if binary := os.environ.get(BINARY_VARIABLE):
            command = [binary, "-m", str(self._model), "--host", "127.0.0.1", "--port", port]
            command += ["-c", str(2 * self._context), "-np", "2", "-t", threads, "--no-warmup"]
            return [*command, *(["--api-key", self._key] if self._key else [])]
        given = [str(self._model), port, context, threads, self._key]
        return [sys.executable, "-c", _LLAMA_SERVER, *given]

    def start(self) -> None:
        """Start it, and wait until it can answer."""
        self._process = subprocess.Popen(
            self._command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + START_S
        while not self._answers():
            assert self._process.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.05)

    def _answers(self) -> bool:
        request = urllib.request.Request(f"{self.url}/v1/models")
        if self._key:
            request.add_header("Authorization", f"Bearer {self._key}")
        try:
            with urllib.request.urlopen(request, timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """End it as an accident would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def start_server(program: Program, model: Path, **more: object) -> ModelServer:
    """Start a server, or skip the test where its parts are not installed."""
    missing = [name for name in NEEDS[program] if importlib.util.find_spec(name) is None]
    if missing and not (program == "llama-server" and os.environ.get(BINARY_VARIABLE)):
        pytest.skip(f"{program} is not installed here ({', '.join(missing)})")
    return ModelServer(program, model, **more)  # type: ignore[arg-type]
