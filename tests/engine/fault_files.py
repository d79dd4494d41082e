"""Model files that are wrong in one way each, made from a real one of which little is copied."""

from __future__ import annotations

import random
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

from assistant_app.engine import gguf_file
from tests.unit import gguf_bytes

Make = Callable[[Path, Path], Path]
"""(a real model, an empty folder) -> the file to be loaded"""

PARTS = gguf_bytes.entry("split.count", gguf_bytes.U32, 2)
ADAPTER = gguf_bytes.entry("general.type", gguf_bytes.STRING, "adapter")
LOOP = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
GROWS = "{{ 'a' * 9999999999 }}"
POWER = "{{ 10 ** 10 ** 10 }}"
RAISES = "{{ raise_exception('no') }}"
UNREADABLE = "{% for message in messages %}{{ message['content'] "


def header(model: Path) -> bytes:
    """Return the bytes before the weights."""
    with model.open("rb") as file:
        return file.read(gguf_file.read(model).data_start)


def with_header(model: Path, folder: Path, data: bytes, name: str = "model.gguf") -> Path:
    """Return a file with another header and room, but no bytes on disk, for the weights."""
    path = folder / name
    path.write_bytes(data)
    with path.open("r+b") as file:
        file.truncate(model.stat().st_size)
    return path


def named(name: str) -> Make:
    """Return a maker of a file with that content: something else than a model."""
    contents = {
        "empty": b"",
        "html": b"<!DOCTYPE html><title>Sign in</title>" * 100,
        "zeros": bytes(1 << 20),
        "magic alone": b"GGUF",
        "noise after the magic": b"GGUF\x03\0\0\0" + random.Random(5).randbytes(5000),
        "a newer version": b"GGUF\x63\0\0\0" + bytes(1000),
    }

    def make(_model: Path, folder: Path) -> Path:
        path = folder / "model.gguf"
        path.write_bytes(contents[name])
        return path

    return make


def zipped(model: Path, folder: Path) -> Path:
    """Return a ZIP file of a model's header."""
    path = folder / "model.gguf"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.gguf", header(model))
    return path


def truncated(share: int) -> Make:
    """Return a maker of the first `share` hundredths of a model."""

    def make(model: Path, folder: Path) -> Path:
        path = with_header(model, folder, header(model))
        with path.open("r+b") as file:
            file.truncate(model.stat().st_size * share // 100)
        return path

    return make


def renamed(old: bytes, new: bytes) -> Make:
    """Return a maker of a model in whose header one word stands for another of that length."""
    assert len(old) == len(new)

    def make(model: Path, folder: Path) -> Path:
        return with_header(model, folder, header(model).replace(old, new))

    return make


def flipped(seed: int) -> Make:
    """Return a maker of a model with a flipped bit, at even seeds among its tensors' descriptions."""

    def make(model: Path, folder: Path) -> Path:
        data = bytearray(header(model))
        rng = random.Random(seed)
        low, high = (4, 1200) if seed % 2 else (len(data) - 16_000, len(data) - 32)
        data[rng.randrange(low, high)] ^= 1 << rng.randrange(8)
        return with_header(model, folder, bytes(data))

    return make


def with_template(text: str) -> Make:
    """Return a maker of a whole model with another chat template."""

    def make(model: Path, folder: Path) -> Path:
        path = folder / "model.gguf"
        shutil.copyfile(model, path)
        own = gguf_file.read(model).template.encode()
        data = header(model)
        at = data.index(struct.pack("<Q", len(own)) + own) + 8
        with path.open("r+b") as file:
            file.seek(at)
            file.write(text.encode().ljust(len(own)))
        return path

    return make


def small(name: str, *extra: bytes, architecture: str = "llama", tensors: int = 2) -> Make:
    """Return a maker of a whole small GGUF of that name, with more metadata."""

    def make(_model: Path, folder: Path) -> Path:
        path = folder / name
        path.write_bytes(gguf_bytes.model(architecture, *extra, tensors=tensors))
        return path

    return make


def folder_itself(_model: Path, folder: Path) -> Path:
    """Return a folder that is called like a model."""
    path = folder / "model.gguf"
    path.mkdir()
    return path


def nowhere(_model: Path, folder: Path) -> Path:
    """Return the name of a file that is not there."""
    return folder / "model.gguf"
