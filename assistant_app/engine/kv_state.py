"""KV states on disk: what a model computed of a prompt, so that it is computed once.

A file is one line of JSON (key, tokens, length and checksum of the payload), then the payload as
llama.cpp gives it. Everything is checked before a byte reaches the native library, which asserts on
some kinds of damage; a damaged file is dropped and its state computed again. The folder is bounded
by count and bytes, the longest unused going first.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant_app import log

MAX_FILES = 8
MAX_BYTES = 1 << 30
_SUFFIX = ".kv"
_PART = ".part"
_STALE_S = 3600
_SAMPLES = 16
_SAMPLE_BYTES = 64 * 1024
_log = log.get(__name__)


def file_fingerprint(path: Path) -> str:
    """Return a hash of a model file's size and of samples of it; a few milliseconds at any size.

    Its name, place and time do not count, so a copied model finds its states again.
    """
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        for index in range(_SAMPLES):
            file.seek(max(0, size - _SAMPLE_BYTES) * index // (_SAMPLES - 1))
            digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def state_key(space: str, tokens: Sequence[int]) -> str:
    """Return the name of the state of `tokens`; `space` says model, library and parameters."""
    digest = hashlib.sha256(space.encode())
    digest.update(",".join(map(str, tokens)).encode())
    return digest.hexdigest()[:40]


def read_state(path: Path, key: str) -> bytearray | None:
    """Return the payload of a state file, or None when there is none.

    One that is damaged, or is not of `key`, is removed.
    """
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(1 << 16))
            payload = bytearray(os.fstat(file.fileno()).st_size - file.tell())
            read = file.readinto(payload)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _drop(path, error)
        return None
    if not isinstance(head, dict) or (
        head.get("key") != key
        or head.get("bytes") != read
        or head.get("crc") != zlib.crc32(payload)
    ):
        _drop(path, "checksum")
        return None
    return payload


def write_state(path: Path, key: str, payload: bytes | bytearray | memoryview) -> bool:
    """Write a state file, whole or not at all; returns whether it was written."""
    head = {"key": key, "bytes": len(payload), "crc": zlib.crc32(payload)}
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix="state-", suffix=_PART, dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(head).encode() + b"\n")
            file.write(payload)
        os.replace(temporary, path)
    except OSError as error:
        _log.warning("a KV state was not kept: %s", error)
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return False
    return True


def _drop(path: Path, why: object) -> None:
    _log.info("the KV state %s is computed again: %s", path.stem, why)
    with contextlib.suppress(OSError):
        path.unlink()


def remove_parts(folder: Path) -> None:
    """Remove the halves that a killed worker left in a folder."""
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{_PART}"):
            if time.time() - path.stat().st_mtime > _STALE_S:
                path.unlink()


@dataclass(frozen=True, slots=True)
class StateFolder:
    """A folder of KV states. Failures of the disk cost time, never an answer."""

    folder: Path
    max_files: int = MAX_FILES
    max_bytes: int = MAX_BYTES

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"

    def has(self, key: str) -> bool:
        """Say whether a state of that name is there, sound or not."""
        return self._path(key).is_file()

    def load(self, key: str) -> bytearray | None:
        """Return the payload, or None when there is none or it is damaged; marks it as used."""
        path = self._path(key)
        payload = read_state(path, key)
        if payload is not None:
            with contextlib.suppress(OSError):
                os.utime(path)
        return payload

    def save(self, key: str, payload: bytes | bytearray | memoryview) -> bool:
        """Keep a state, whole or not at all; returns whether it was kept."""
        kept = write_state(self._path(key), key, payload)
        if kept:
            self.trim()
        return kept

    def drop(self, key: str, why: object) -> None:
        """Remove a state that cannot be used."""
        _drop(self._path(key), why)

    def trim(self) -> None:
        """Remove the longest unused states beyond the limits, and what a killed worker left."""
        remove_parts(self.folder)
        states = []
        try:
            for path in self.folder.iterdir():
                stat = path.stat()
                if path.suffix == _SUFFIX:
                    states.append((stat.st_mtime_ns, stat.st_size, path))
            kept = 0
            for index, (_, size, path) in enumerate(sorted(states, reverse=True)):
                kept += size
                if index and (index >= self.max_files or kept > self.max_bytes):
                    path.unlink()
        except OSError as error:
            _log.info("old KV states were not removed: %s", error)


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """Return how many tokens two sequences share at their start."""
    limit = min(len(left), len(right))
    if left[:limit] == right[:limit]:
        return limit
    return next(index for index in range(limit) if left[index] != right[index])
