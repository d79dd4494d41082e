"""Read what a GGUF file says of itself, without loading it and without trusting it.

Only the header is read (a few megabytes, mostly the vocabulary, which is skipped over), by hand
with `struct`: a tenth of a second for 150,000 tokens, no dependency, and every count is checked
against the size of the file before it is believed.
Layout: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import mmap
import re
import struct
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from assistant_app.errors import AppError

GgufKind = Literal["chat", "embedding", "projector", "adapter", "other"]

_MAGIC = b"GGUF"
_MAX_ENTRIES = 100_000
_MAX_KEPT_ARRAY = 1024
"""Numbers a layer are kept, the vocabulary is not."""
_MAX_DEPTH = 4
_SCALARS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_STRING, _ARRAY = 8, 9

# ggml type -> (weights a block, bytes a block)
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    9: (32, 40), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18),
    21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8),
    28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
    40: (64, 36), 41: (128, 18),
}  # fmt: skip

_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K",
    11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S",
    17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
    23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M",
    30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip

_EMBEDDERS = {
    "bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2",
    "jina-bert-v3", "eurobert", "gemma-embedding", "t5encoder", "llama-embed",
}  # fmt: skip
_SPLIT_NAME = re.compile(r"(.+)-(\d{5})-of-(\d{5})\.gguf", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GgufInfo:
    """What the header says. `context` in tokens, `size` and `needed` in bytes.

    `needed` is how large the file must be for all its tensors, which begin at `data_start`;
    `template` is the chat template.
    """

    path: Path
    kind: GgufKind
    architecture: str
    name: str
    quantization: str
    context: int
    size: int
    needed: int
    data_start: int
    layers: int
    template: str
    parts: int = 1
    meta: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def complete(self) -> bool:
        """Whether every tensor lies inside the file."""
        return self.size >= self.needed


class _Malformed(Exception):
    """The bytes contradict the format."""


class _Header:
    """A cursor over the mapped file; nothing is believed before it is checked."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        self._data = data
        self._end = len(data)
        self.at = 0

    def take(self, layout: str) -> Any:
        size = struct.calcsize("<" + layout)
        self._check(size)
        (value,) = struct.unpack_from("<" + layout, self._data, self.at)
        self.at += size
        return value

    def _check(self, size: int) -> None:
        if size < 0 or self.at + size > self._end:
            raise EOFError

    def text(self, *, keep: bool = True) -> str:
        length = self.take("Q")
        self._check(length)
        start, self.at = self.at, self.at + length
        return self._data[start : self.at].decode("utf-8", "replace") if keep else ""

    def value(self, kind: int, depth: int = 0) -> Any:
        """Return a metadata value; a long array gives its length only."""
        if kind in _SCALARS:
            return self.take(_SCALARS[kind])
        if kind == _STRING:
            return self.text()
        if kind != _ARRAY or depth >= _MAX_DEPTH:
            raise _Malformed
        element, count = self.take("I"), self.take("Q")
        if element in _SCALARS:
            size = struct.calcsize("<" + _SCALARS[element])
            self._check(size * count)
            if count > _MAX_KEPT_ARRAY:
                self.at += size * count
                return count
            return [self.take(_SCALARS[element]) for _ in range(count)]
        if count > self._end:
            raise EOFError
        if element == _STRING and count > _MAX_KEPT_ARRAY:
            self._skip_texts(count)
            return count
        return [self.value(element, depth + 1) for _ in range(count)]

    def _skip_texts(self, count: int) -> None:
        data, at, end = self._data, self.at, self._end
        read = struct.Struct("<Q").unpack_from
        for _ in range(count):
            if at + 8 > end:
                raise EOFError
            at += 8 + read(data, at)[0]
        self.at = at
        self._check(0)


def _number(value: Any, default: int) -> int:
    """Return a whole number; of a list (a value a layer) the largest."""
    if isinstance(value, list):
        value = max((v for v in value if isinstance(v, int)), default=default)
    if isinstance(value, bool) or not isinstance(value, int):
        return default
    return value


def _tensors_end(header: _Header, count: int) -> int:
    """Return the length of the tensor data that `count` descriptions promise."""
    end = 0
    for _ in range(count):
        header.text(keep=False)
        dimensions = header.take("I")
        if dimensions > 8:
            raise _Malformed
        elements = 1
        for _ in range(dimensions):
            elements *= header.take("Q")
        kind, offset = header.take("I"), header.take("Q")
        weights, size = _BLOCKS.get(kind, (0, 0))
        length = elements // weights * size if weights else 0
        end = max(end, offset + length)
    return end


def _kind(architecture: str, meta: dict[str, Any], tensors: int) -> GgufKind:
    general = str(meta.get("general.type", "model"))
    if general == "adapter" or "adapter.type" in meta:
        return "adapter"
    if architecture == "clip" or general == "mmproj":
        return "projector"
    if architecture in _EMBEDDERS or f"{architecture}.pooling_type" in meta:
        return "embedding"
    if not tensors or "tokenizer.ggml.model" not in meta:
        return "other"
    return "chat"


def _parse(path: Path, data: mmap.mmap) -> GgufInfo:
    header = _Header(data)
    header.at = len(_MAGIC)
    version = header.take("I")
    if version not in (2, 3):
        raise AppError("model_unsupported", path=str(path), detail=f"GGUF {version}")
    tensors, entries = header.take("Q"), header.take("Q")
    if tensors > _MAX_ENTRIES or entries > _MAX_ENTRIES:
        raise _Malformed
    meta: dict[str, Any] = {}
    for _ in range(entries):
        key = header.text()
        meta[key] = header.value(header.take("I"))
    end = _tensors_end(header, tensors)
    alignment = _number(meta.get("general.alignment"), 32) or 32
    start = -(-header.at // alignment) * alignment
    architecture = str(meta.get("general.architecture", ""))
    template = meta.get("tokenizer.chat_template", "")
    return GgufInfo(
        path=path,
        kind=_kind(architecture, meta, tensors),
        architecture=architecture,
        name=str(meta.get("general.name", "")),
        quantization=_FILE_TYPES.get(_number(meta.get("general.file_type"), -1), ""),
        context=_number(meta.get(f"{architecture}.context_length"), 0),
        size=len(data),
        needed=start + end,
        data_start=start,
        layers=_number(meta.get(f"{architecture}.block_count"), 0),
        template=template if isinstance(template, str) else "",
        parts=max(1, _number(meta.get("split.count"), 1)),
        meta=meta,
    )


@lru_cache(maxsize=64)
def _read(path: Path, _size: int, _modified: int) -> GgufInfo:
    with path.open("rb") as file:
        if file.read(4) != _MAGIC:
            raise AppError("model_not_gguf", path=str(path))
        try:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _parse(path, data)
        except EOFError as error:
            raise AppError("model_truncated", path=str(path)) from error
        except (_Malformed, struct.error, OverflowError, MemoryError, RecursionError) as error:
            raise AppError("model_not_gguf", path=str(path)) from error


def read(path: Path) -> GgufInfo:
    """Return what the header of `path` says; a cached answer is used while the file is the same.

    Raises:
        AppError: `model_missing`, `model_unreadable`, `model_not_gguf`, `model_unsupported` (a
            version of the format that is not known), or `model_truncated` when even the header
            is cut off. Whether the tensors are all there is `GgufInfo.complete`.
    """
    try:
        state = path.stat()
        if not path.is_file():
            raise AppError("model_not_gguf", path=str(path))
        return _read(path, state.st_size, state.st_mtime_ns)
    except FileNotFoundError as error:
        raise AppError("model_missing", path=str(path)) from error
    except (OSError, ValueError) as error:
        raise AppError("model_unreadable", path=str(path)) from error


def is_later_part(path: Path) -> bool:
    """Say whether the name is that of a split model's second or later part."""
    match = _SPLIT_NAME.fullmatch(path.name)
    return bool(match and int(match[2]) > 1)


def split_parts(path: Path, count: int) -> list[Path]:
    """Return the files of a split model, of which `path` is one, in order.

    Raises:
        AppError: `model_part_missing`, with the name of the first that is not there.
    """
    match = _SPLIT_NAME.fullmatch(path.name)
    if count <= 1:
        return [path]
    stem = match[1] if match else path.stem
    parts = [path.with_name(f"{stem}-{n:05d}-of-{count:05d}.gguf") for n in range(1, count + 1)]
    for part in parts:
        if not part.is_file():
            raise AppError("model_part_missing", path=str(path), missing=part.name)
    return parts


def check(path: Path, *, kind: GgufKind = "chat") -> GgufInfo:
    """Return the header of a model that can be used as `kind`.

    Raises:
        AppError: as `read`; `model_truncated` when tensors are missing; `model_part_missing`;
            `model_not_chat` or `model_not_embedding` when it is something else.
    """
    info = read(path)
    if info.kind != kind:
        code = "model_not_chat" if kind == "chat" else "model_not_embedding"
        raise AppError(code, path=str(path), what=info.kind)
    for part in split_parts(path, info.parts):
        if not read(part).complete:
            raise AppError("model_truncated", path=str(part))
    return info
