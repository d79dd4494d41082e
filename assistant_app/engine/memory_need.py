"""What a model takes of this machine's memory, from its header alone, and whether that is there.

Checked against the worker (CPU): scratch within 10 MB of what llama.cpp reports for
models of 135M, 0.5B and 1.5B at 2,048 to 32,768 tokens, the whole within a tenth of the peak of the
smallest and of the embedder. Weights that llama.cpp repacks stand in memory twice while they are
read; the second copy is the file's and can be dropped, so it does not count. Models that keep less
than keys and values of each token (sliding windows, recurrent layers) are estimated too high.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from assistant_app.domain.size import human_size
from assistant_app.engine import gguf_file
from assistant_app.engine.attention import plain_scratch, prefers_plain
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.gguf_file import GgufInfo, split_parts
from assistant_app.errors import AppError

Fit = Literal["fits", "tight", "too_large"]
USUAL_BATCH = EngineOptions().batch
_PROCESS = 70_000_000
_WORD = 250
"""Bytes that the tables of the vocabulary take for each entry."""
_OUTPUTS = 32
"""Rows of scores that the worker has llama.cpp keep room for."""
_TIGHT = 0.8
_CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class MemoryNeed:
    """Bytes for the weights, for keys and values, and for computing (the process included)."""

    weights: int
    cache: int
    compute: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.weights + self.cache + self.compute


def estimate(info: GgufInfo, context: int, batch: int = USUAL_BATCH) -> MemoryNeed:
    """Return what loading a model with `context` tokens takes; no more than it was trained for.

    All parts of a split model count that are there.
    """
    tokens = min(context, info.context) if info.context else context
    read = _Meta(info)
    embedding = info.kind == "embedding"
    wide = 4 * (read.largest("feed_forward_length") + read.largest("embedding_length"))
    outputs = batch if embedding else _OUTPUTS
    tables = read.vocabulary * (_WORD + 4 * outputs) + _PROCESS
    scratch = batch * (4 * wide + 2 * tokens)
    if not embedding and prefers_plain(read.head):
        scratch = max(scratch, plain_scratch(read.heads, tokens, batch))
    compute = scratch + tables
    return MemoryNeed(_weights(info), 0 if embedding else tokens * read.cache_per_token(), compute)


def fit(need: int, free: int | None) -> Fit:
    """Say whether `need` bytes fit into `free`; what cannot be told fits."""
    if free is None or need <= _TIGHT * free:
        return "fits"
    return "tight" if need <= free else "too_large"


def check_room(path: Path, options: EngineOptions) -> None:
    """See to it that a model fits into memory, what is swapped out included, before it is loaded.

    Raises:
        AppError: `model_too_large`; and as `gguf_file.read`.
    """
    free = available_memory()
    need = estimate(gguf_file.read(path), options.context, options.batch).total
    if free is not None and need > free + _free_swap():
        raise AppError(
            "model_too_large",
            name=path.stem,
            needed=human_size(need),
            free=human_size(free),
        )


class _Meta:
    """Numbers of a header, of which some are given a layer."""

    def __init__(self, info: GgufInfo) -> None:
        self._info = info

    def _value(self, key: str) -> Any:
        return self._info.meta.get(f"{self._info.architecture}.{key}")

    def largest(self, key: str, default: int = 0) -> int:
        return max(self._layers(key, default), default=default)

    def _layers(self, key: str, default: int) -> list[int]:
        """Return a number for each layer."""
        value = self._value(key)
        given = value if isinstance(value, list) else [value] * max(1, self._info.layers)
        return [n if type(n) is int and n > 0 else default for n in given]

    @property
    def vocabulary(self) -> int:
        tokens = self._info.meta.get("tokenizer.ggml.tokens", 0)
        return len(tokens) if isinstance(tokens, list) else int(tokens or 0)

    @property
    def heads(self) -> int:
        """How many heads attend."""
        return self.largest("attention.head_count", 1)

    @property
    def head(self) -> int:
        """How many numbers a key of one head has."""
        return self.largest("attention.key_length", self._usual_head)

    @property
    def _usual_head(self) -> int:
        return self.largest("embedding_length") // self.heads

    def cache_per_token(self) -> int:
        """Return the bytes of keys and values of one token, at 16 bits, in all layers."""
        value = self.largest("attention.value_length", self._usual_head)
        if not self._info.layers:
            return 0
        return sum(self._layers("attention.head_count_kv", self.heads)) * (self.head + value) * 2


def _weights(info: GgufInfo) -> int:
    with contextlib.suppress(AppError, OSError):
        return sum(part.stat().st_size for part in split_parts(info.path, info.parts))
    return info.size


def available_memory() -> int | None:
    """Return the bytes of memory that programs can still take, or None where it cannot be told.

    A limit on this group of processes (a container, a service) counts where it is lower.
    """
    free = _meminfo("MemAvailable:")
    if free is not None:
        group = _group_memory()
        return free if group is None else min(free, group)
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


def _free_swap() -> int:
    return _meminfo("SwapFree:") or 0


def _meminfo(key: str) -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith(key):
                return int(line.split()[1]) * 1024
    return None


def _group_memory() -> int | None:
    """Return what the control group leaves, file pages that can be dropped included."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        limit = int((_CGROUP / "memory.max").read_text())  # "max" is no number: no limit
        used = int((_CGROUP / "memory.current").read_text())
        lines = (_CGROUP / "memory.stat").read_text().splitlines()
        stat = dict(line.split() for line in lines)
        return max(0, limit - used + int(stat["inactive_file"]))
    return None
