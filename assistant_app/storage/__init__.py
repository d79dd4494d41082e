"""The one SQLite file: the only package that imports sqlite_utils and the SQLite driver."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _without(*names: str) -> Iterator[None]:
    """Make modules that are not imported yet look as if they were not installed."""
    absent = [name for name in names if name not in sys.modules]
    try:
        for name in absent:
            sys.modules[name] = None  # type: ignore[assignment]
        yield
    finally:
        for name in absent:
            if name in sys.modules and sys.modules[name] is None:
                del sys.modules[name]


# sqlite_utils imports numpy and pandas wherever they are installed, for column types that nothing
# here uses: 65 ms and 20 MB for each command. Until it has an option for that
# (https://github.com/simonw/sqlite-utils, `db.py`), they are out of its sight.
with _without("numpy", "pandas"):
    importlib.import_module("sqlite_utils.db")
