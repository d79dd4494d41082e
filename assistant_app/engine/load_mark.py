"""What is remembered on disk of a load that ended its process, so that it is not repeated unasked.

A mark is made before a model is loaded and taken away when that is over. One that says "crashed"
puts the model aside; so does a second load in a row that never ended, because then it may have been
the load that took the whole app along. A file that was replaced is another model.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

from assistant_app import log

_FOLDER = "loading"
_UNFINISHED = 2
_log = log.get(__name__)


class LoadMark:
    """The mark of one model; without a folder nothing is remembered. Failures of the disk neither."""

    def __init__(self, folder: Path | None, model: Path | None) -> None:
        self._model = model
        self._path: Path | None = None
        if folder is not None and model is not None:
            name = hashlib.sha256(str(model.absolute()).encode("utf-8", "surrogateescape"))
            self._path = folder / _FOLDER / f"{name.hexdigest()[:24]}.json"

    def set_aside(self) -> bool:
        """Say whether the model should only be loaded when its owner asks for it again."""
        found = self._read()
        return bool(found.get("crashed")) or int(found.get("unfinished", 0)) >= _UNFINISHED

    def begin(self) -> None:
        """Note that the model is being loaded."""
        self._write({"unfinished": int(self._read().get("unfinished", 0)) + 1})

    def crashed(self) -> None:
        """Note that loading it ended the process."""
        self._write({"crashed": True})

    def end(self) -> None:
        """Note that loading came to an end, good or bad."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()

    def _file(self) -> list[int]:
        assert self._model is not None
        state = self._model.stat()
        return [state.st_size, state.st_mtime_ns]

    def _read(self) -> dict[str, Any]:
        if self._path is None:
            return {}
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return found if isinstance(found, dict) and found.get("file") == self._file() else {}
        except (OSError, ValueError):
            return {}

    def _write(self, found: dict[str, Any]) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(found | {"file": self._file()}), encoding="utf-8")
        except OSError as error:
            _log.warning("it was not noted that a model is being loaded: %s", error)


def forgive(folder: Path) -> None:
    """Forget all marks: the owner asks for another attempt."""
    with contextlib.suppress(OSError):
        for path in (folder / _FOLDER).iterdir():
            path.unlink()
