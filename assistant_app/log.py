"""Logging to one rotating file, without a word of what the owner said."""

from __future__ import annotations

import logging
from pathlib import Path

from assistant_app.errors import AppError, Bug

ROOT = "assistant_app"
_MAX_BYTES = 512 * 1024
_log = logging.getLogger(ROOT)
_log.addHandler(logging.NullHandler())  # never onto the terminal by default


def get(name: str) -> logging.Logger:
    """Return the logger for module `name`."""
    return logging.getLogger(name if name.startswith(ROOT) else f"{ROOT}.{name}")


def to_file(path: Path) -> None:
    """Send records to `path` as well; an unwritable folder is not a reason to fail."""
    from logging.handlers import RotatingFileHandler  # late: it reads sockets and pickle

    try:
        handler = RotatingFileHandler(
            path, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger = logging.getLogger(ROOT)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False


def as_app_error(error: BaseException) -> AppError:
    """Return `error` as one that has a sentence; a bug's traceback goes to the log."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, OverflowError) and "SQLite" in str(error):
        return AppError("number_too_large")
    _log.error("a call failed", exc_info=error)
    return Bug("unexpected", code=type(error).__name__)
