"""Take a model file of the owner's into the library: a second name where possible, else a copy."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import gguf_file
from assistant_app.engine.download import (
    Progress,
    ProgressListener,
    check_space,
    disk_full,
    put_in_place,
    sha256_of,
)
from assistant_app.errors import AppError, Cancelled

How = Literal["linked", "copied", "present"]
_COPY_CHUNK = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Added:
    """Where a file is now, and how it came there.

    `linked` is a second name of the same bytes: it takes no room and stays when the original is
    deleted, and what changes one changes both. A file that was `copied` is on its own. `present`
    was in the library already.
    """

    path: Path
    how: How


def take(models_dir: Path, path: Path, progress: ProgressListener, cancel: CancelToken) -> Added:
    """Take all parts of the model that `path` belongs to into `models_dir`, which exists.

    Raises:
        AppError: as `gguf_file.check`; `model_exists` when another file has that name; what
            `link_or_copy` raises.
    """
    info = gguf_file.read(path)
    gguf_file.check(path, kind="embedding" if info.kind == "embedding" else "chat")
    parts = gguf_file.split_parts(path, info.parts)
    ways = {_take_one(part, models_dir / part.name, progress, cancel) for part in parts}
    how: How = "copied" if "copied" in ways else "linked" if "linked" in ways else "present"
    return Added(models_dir / parts[0].name, how)


def _take_one(part: Path, target: Path, progress: ProgressListener, cancel: CancelToken) -> How:
    if not target.exists():
        return link_or_copy(part, target, progress, cancel)
    if not target.samefile(part):
        same = target.stat().st_size == part.stat().st_size
        if not same or sha256_of(target, progress, cancel) != sha256_of(part, progress, cancel):
            raise AppError("model_exists", name=part.name)
    return "present"


def link_or_copy(
    source: Path, target: Path, progress: ProgressListener, cancel: CancelToken
) -> How:
    """Give `source` a second name; on another disk, copy it and rename the whole copy.

    Raises:
        AppError: `model_disk_full`, `model_missing` or `model_unreadable` when the source goes
            away meanwhile, `models_folder`, `cancelled`; none of them leaves anything behind.
    """
    partial = target.with_name(f".{target.name}.copying")
    try:
        partial.unlink(missing_ok=True)
        try:
            os.link(source.resolve(), partial)
        except OSError:
            _copy(source, partial, progress, cancel)
            put_in_place(partial, target)
            return "copied"
        os.replace(partial, target)
        return "linked"
    except OSError as error:
        raise AppError("models_folder", folder=str(target.parent)) from error
    finally:
        partial.unlink(missing_ok=True)


def _read(reader: BinaryIO, source: Path) -> bytes:
    try:
        return reader.read(_COPY_CHUNK)
    except OSError as error:
        raise AppError("model_unreadable", path=str(source)) from error


def _copy(source: Path, target: Path, progress: ProgressListener, cancel: CancelToken) -> None:
    try:
        size = source.stat().st_size
        check_space(target.parent, size)
        reader = source.open("rb")
    except FileNotFoundError as error:
        raise AppError("model_missing", path=str(source)) from error
    except OSError as error:
        raise AppError("model_unreadable", path=str(source)) from error
    with reader, target.open("wb") as writer:
        while block := _read(reader, source):
            if cancel.cancelled:
                raise Cancelled
            try:
                writer.write(block)
            except OSError as error:
                if error.errno in (errno.ENOSPC, errno.EDQUOT):
                    raise disk_full(target.parent, size - writer.tell()) from error
                raise
            progress(Progress("join", writer.tell(), size, str(source)))
        if writer.tell() != size:
            raise AppError("model_unreadable", path=str(source))
