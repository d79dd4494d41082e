"""The pictures of the models window and of the first start; `screenshots.py` takes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from assistant_app.engine.model_entry import ModelEntry
    from assistant_app.gui.shell import Shell

Save = Callable[["QWidget", Path], None]
Settle = Callable[[], None]

_GB = 1_000_000_000


def _rows(entries: list[ModelEntry], folder: Path) -> list[ModelEntry]:
    """Return the rows of a computer with 4 GB free, two models, and two files that are none."""
    here = {"starter", "e5"}
    rows = []
    for entry in entries:
        free = 4 * _GB
        row = replace(entry, free=free, fit="fits")
        if entry.name in here:
            path = folder / f"{entry.name}.gguf"
            row = replace(row, state="ready", path=path, current=True, quantization="Q4_K_M")
            row = replace(row, trained=32_768 if entry.kind == "chat" else 512)
        if entry.name == "best":
            row = replace(row, fit="too_large", memory=int(6.1 * _GB))
        if entry.name == "better":
            row = replace(
                row, fit="tight", state="partial", have=611_000_000, memory=int(3.4 * _GB)
            )
        rows.append(row)
    own = replace(
        rows[0], name="llama-3.gguf", title="Llama 3 8B", about=None, licence="", languages=(),
        current=False, path=folder / "llama-3.gguf", bytes=3_100_000_000, memory=5_700_000_000,
        state="incomplete", problem="model_truncated", fit="too_large",
    )  # fmt: skip
    vision = replace(
        own, name="mmproj.gguf", title="mmproj", kind="projector", problem="model_not_chat",
        state="unusable", bytes=820_000_000, memory=1_200_000_000, fit="fits",
    )  # fmt: skip
    return [*rows, own, vision]


def take(shell: Shell, settle: Settle, save: Save, folder: Path) -> None:
    """Take all of them."""
    from assistant_app.engine.download import Progress
    from assistant_app.gui.fetch_desk import Fetch

    models = shell._core.models
    rows = _rows(models.listing(), models.models_dir)
    with mock.patch.object(type(models), "listing", return_value=rows):
        window = shell.show_models()
        settle()
        save(window, folder / "models.png")
        fetch = Fetch("better", "running", Progress("download", 1_100_000_000, 1_834_426_016))
        fetch.speed.look("download", 1_100_000_000, 1_834_426_016)
        fetch.speed.rate = 11_300_000
        shell.fetches._fetches["better"] = fetch
        window.table.choose("better")
        window._on_fetch("better")
        settle()
        save(window, folder / "models-download.png")
        shell.fetches._fetches.clear()
        window.table.choose("mmproj.gguf")
        settle()
        save(window, folder / "models-wrong.png")
        window.table.choose("starter")
        window.remove()
        settle()
        if window.question is not None:
            save(window.question, folder / "models-remove.png")
            window.question.reject()
        window.close()
    settle()
    _take_first_start(shell, settle, save, folder)


def _take_first_start(shell: Shell, settle: Settle, save: Save, folder: Path) -> None:
    """Take the three steps, on a machine that reaches no hub."""
    with mock.patch("assistant_app.engine.library.reachable", return_value=False):
        for step in range(3):
            shell.main.show_welcome(step)
            settle()
            save(shell.main, folder / f"first-{step + 1}.png")
    shell.main.new_chat()
    settle()
