"""Logging to one rotating file, without a word of what the owner said."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

ROOT = "assistant_app"
_MAX_BYTES = 512 * 1024
logging.getLogger(ROOT).addHandler(logging.NullHandler())  # never onto the terminal by default


def get(name: str) -> logging.Logger:
    """Return the logger for module `name`."""
    return logging.getLogger(name if name.startswith(ROOT) else f"{ROOT}.{name}")


def to_file(path: Path) -> None:
    """Send records to `path` as well; an unwritable folder is not a reason to fail."""
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
