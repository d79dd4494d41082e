"""Why a worker died or a model does not load, as the codes that become sentences.

An exit code says how, the last words on stderr say why. They are llama.cpp's, and the only place
where it says so: this is the one module that reads them.
"""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path
from typing import Literal

from assistant_app.engine import gguf_file
from assistant_app.errors import AppError, Bug

_MEMORY = re.compile(
    r"bad_alloc|failed to allocate|out of memory|insufficient memory|cannot allocate memory"
    r"|MemoryError|unable to allocate|failed to create memory",
    re.IGNORECASE,
)
_TRUNCATED = re.compile(
    r"not within the file bounds|incomplete|failed to read|unexpectedly reached end of file"
    r"|read error|file is truncated",
    re.IGNORECASE,
)
_WINDOWS_KILLED = 1
_REASON = re.compile(r"(?:error loading model|unknown model architecture|GGML_ASSERT)[^\n]{0,200}")


def check_model(path: Path | None, mode: Literal["chat", "embed"]) -> Path:
    """Return `path` when its file looks like a model for `mode`, before a process is spent on it.

    Raises:
        AppError: `no_model`, `model_missing`, `model_not_gguf`, `model_truncated`, and the others
            of `gguf_file.check`.
    """
    if path is None:
        raise AppError("no_model")
    gguf_file.check(path, kind="chat" if mode == "chat" else "embedding")
    return path


def load_error(error: AppError, stderr: str) -> AppError:
    """Return what a failed load was, told by what the library printed."""
    if error.code != "model_unsupported":
        return error
    path = error.params.get("path", "")
    if _MEMORY.search(stderr):
        return AppError("engine_out_of_memory", path=path)
    if _TRUNCATED.search(stderr):
        return AppError("model_truncated", path=path)
    reason = _REASON.search(stderr)
    return AppError("model_unsupported", path=path, detail=reason[0].strip() if reason else "")


def load_death(error: AppError, path: str) -> AppError:
    """Return what a death in the middle of loading `path` was."""
    if error.code == "engine_crashed":
        return AppError("model_load_crashed", path=path, **error.params)
    if error.code == "engine_hung":
        return AppError("model_load_hung", path=path)
    return AppError(error.code, **error.params | {"path": path})


def death_error(returncode: int | None, stderr: str, oom_kills: int) -> AppError:
    """Return what the end of a worker was; `oom_kills` is how many the system made meanwhile."""
    if oom_kills > 0 or _MEMORY.search(stderr[-8192:]):
        return AppError("engine_out_of_memory", path="")
    if returncode is None or returncode == 0:
        return AppError("engine_stopped")
    if _killed(returncode):
        return AppError("engine_killed")
    detail = next((line for line in reversed(stderr.splitlines()) if line.strip()), "")[:200]
    return Bug("engine_crashed", exit=returncode, detail=detail)


def _killed(returncode: int) -> bool:
    if sys.platform == "win32":
        return returncode == _WINDOWS_KILLED
    return returncode in (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP)


def oom_kill_count() -> int:
    """Return how many processes this machine, or this control group, killed for memory so far."""
    total = 0
    for name in ("/proc/vmstat", "/sys/fs/cgroup/memory.events"):
        try:
            text = Path(name).read_text()
        except OSError:
            continue
        found = re.search(r"^oom_kill (\d+)$", text, re.MULTILINE)
        total += int(found[1]) if found else 0
    return total
