"""What the figures were measured on, and what the system says of a process."""

from __future__ import annotations

import os
import platform
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from assistant_app import __version__
from assistant_app.engine import gguf_file
from assistant_app.engine.memory_need import available_memory
from assistant_app.engine.threads import physical_cores, thread_count

_PACKAGES = ("llama-cpp-python", "PySide6-Essentials", "numpy", "sqlcipher3")


def describe(model: Path) -> dict[str, Any]:
    """Return the machine, the model and the versions, for people and for bug reports."""
    info = gguf_file.read(model)
    return {
        "machine": {
            "system": platform.platform(terse=True),
            "processor": _processor(),
            "cores": physical_cores(),
            "threads": thread_count(),
            "memory_mb": round((available_memory() or 0) / 1e6),
            "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        },
        "model": {"file": model.name, "name": info.name, "bytes": model.stat().st_size},
        "versions": {
            "assistant-app": __version__,
            "python": platform.python_version(),
            **{name: metadata.version(name) for name in _PACKAGES},
        },
    }


def _processor() -> str:
    """Return the name of the processor; the system's word for its kind where there is none."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()


def peak_memory(pid: int) -> float | None:
    """Return the most memory a running process has held, in MB; None where it cannot be told."""
    return _field(Path(f"/proc/{pid}/status"), r"^VmHWM:\s+(\d+) kB", 1024 / 1e6)


def written(pid: int) -> float | None:
    """Return the bytes that a process has had written to disk; None where it cannot be told."""
    return _field(Path(f"/proc/{pid}/io"), r"^write_bytes: (\d+)", 1)


def _field(file: Path, pattern: str, scale: float) -> float | None:
    try:
        found = re.search(
            pattern, file.read_text(encoding="ascii", errors="replace"), re.MULTILINE
        )
    except OSError:
        return None
    return int(found[1]) * scale if found else None
