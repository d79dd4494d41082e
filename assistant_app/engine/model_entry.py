"""The rows of the library: what each model is, what state it is in, and whether it fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assistant_app.engine import gguf_file
from assistant_app.engine.catalogue import CatalogueEntry
from assistant_app.engine.fetcher import partials, size_of
from assistant_app.engine.memory_need import Fit, estimate, fit
from assistant_app.engine.thought import thinks
from assistant_app.errors import AppError

ModelState = Literal["ready", "available", "partial", "incomplete", "unusable"]


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A row of the library. `bytes` on disk or to fetch; `memory` is what it needs of `free`.

    `current` is the chat model that answers, or the embedding model that finds memories. `have`
    bytes of a stopped download are here; `problem` is the error code of an unusable file.
    """

    name: str
    title: str
    kind: str
    state: ModelState
    bytes: int
    memory: int
    licence: str = ""
    languages: tuple[str, ...] = ()
    about: dict[str, str] | None = None
    path: Path | None = None
    current: bool = False
    hidden: bool = False
    free: int | None = None
    fit: Fit = "fits"
    problem: str = ""
    have: int = 0
    quantization: str = ""
    trained: int = 0
    """The largest context, in tokens; 0 where it is not known."""
    thinks: bool = False
    """Whether it can be asked to think before it answers."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What rows depend on besides their files: the choice, free memory, and each file's context."""

    current: frozenset[Path]
    free: int | None
    context: Callable[[Path], int]


def catalogue_row(models_dir: Path, entry: CatalogueEntry, machine: Machine) -> ModelEntry:
    """Return the row of a model of the catalogue, on disk or not."""
    path = models_dir / entry.file
    here = path.is_file()
    have = 0 if here else max(size_of(part) for part in partials(models_dir, entry))
    read = _read(path, machine) if here else _Facts("partial" if have else "available")
    if here and read.kind and read.kind != entry.kind:
        read = _Facts("unusable", problem=f"model_not_{entry.kind}")
    memory = read.memory or entry.memory
    return ModelEntry(
        name=entry.name,
        title=entry.title,
        kind=entry.kind,
        state=read.state,
        bytes=entry.bytes,
        memory=memory,
        licence=entry.licence,
        languages=entry.languages,
        about=entry.about,
        path=path if here else None,
        current=path in machine.current,
        hidden=entry.hidden,
        free=machine.free,
        fit=fit(memory, machine.free),
        problem=read.problem,
        have=have,
        quantization=read.quantization,
        trained=read.trained,
        thinks=read.thinks,
    )


def file_row(path: Path, name: str, machine: Machine) -> ModelEntry:
    """Return the row of a file of the owner's own."""
    read = _read(path, machine)
    return ModelEntry(
        name=name,
        title=read.title or path.stem,
        kind=read.kind or "chat",
        state=read.state,
        bytes=read.bytes or size_of(path),
        memory=read.memory or size_of(path),
        path=path,
        current=path in machine.current,
        free=machine.free,
        fit=fit(read.memory, machine.free),
        problem=read.problem,
        quantization=read.quantization,
        trained=read.trained,
        thinks=read.thinks,
    )


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a file says of itself, as far as it can be read."""

    state: ModelState
    problem: str = ""
    title: str = ""
    kind: str = ""
    bytes: int = 0
    memory: int = 0
    quantization: str = ""
    trained: int = 0
    thinks: bool = False


def _read(path: Path, machine: Machine) -> _Facts:
    try:
        info = gguf_file.read(path)
    except AppError as error:
        state: ModelState = "incomplete" if error.code == "model_truncated" else "unusable"
        return _Facts(state, error.code)
    problem = ""
    try:
        gguf_file.check(path, kind="embedding" if info.kind == "embedding" else "chat")
        state = "ready"
    except AppError as error:
        problem = error.code
        missing = problem in ("model_truncated", "model_part_missing")
        state = "incomplete" if missing else "unusable"
    need = estimate(info, machine.context(path))
    return _Facts(
        state=state,
        problem=problem,
        title=info.name,
        kind=info.kind,
        bytes=need.weights,
        memory=need.total,
        quantization=info.quantization,
        trained=info.context,
        thinks=thinks(info.template),
    )
