"""The window's words for models: sizes, states, what fits, how far a download is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assistant_app.domain.size import human_size
from assistant_app.gui import style
from assistant_app.gui.fetch_desk import Fetch

if TYPE_CHECKING:
    from assistant_app.engine.model_entry import ModelEntry


def state(entry: ModelEntry, fetch: Fetch | None = None) -> str:
    """Return in a few words what a model is doing, or what is wrong with it."""
    if fetch is not None and fetch.busy:
        return progress(fetch)
    if entry.problem:
        return problem(entry)
    if entry.current:
        if entry.kind == "embedding":
            return QCoreApplication.translate("Models", "in use, to find memories")
        return QCoreApplication.translate("Models", "in use")
    if entry.state == "partial":
        words = QCoreApplication.translate("Models", "{have} of {whole} fetched")
        return words.format(have=human_size(entry.have), whole=human_size(entry.bytes))
    return {
        "ready": QCoreApplication.translate("Models", "ready"),
        "available": QCoreApplication.translate("Models", "can be fetched"),
        "incomplete": QCoreApplication.translate("Models", "incomplete"),
    }.get(entry.state, QCoreApplication.translate("Models", "cannot be used"))


def problem(entry: ModelEntry) -> str:
    """Return why a file cannot be used."""
    return {
        "model_truncated": QCoreApplication.translate(
            "Models", "incomplete: the end of the file is missing"
        ),
        "model_part_missing": QCoreApplication.translate(
            "Models", "incomplete: another part of it is missing"
        ),
        "model_not_gguf": QCoreApplication.translate("Models", "not a model file, or damaged"),
        "model_unsupported": QCoreApplication.translate("Models", "not supported by this version"),
        "model_not_chat": QCoreApplication.translate("Models", "not a chat model: {what}").format(
            what=kind(entry.kind)
        ),
        "model_not_embedding": QCoreApplication.translate("Models", "not an embedding model"),
        "model_unreadable": QCoreApplication.translate("Models", "cannot be read"),
    }.get(entry.problem, QCoreApplication.translate("Models", "cannot be used"))


def kind(name: str) -> str:
    """Return the word for what a file is."""
    return {
        "chat": QCoreApplication.translate("Models", "chat model"),
        "embedding": QCoreApplication.translate("Models", "embedding model"),
        "projector": QCoreApplication.translate("Models", "image part of another model"),
        "adapter": QCoreApplication.translate("Models", "adapter for another model"),
    }.get(name, QCoreApplication.translate("Models", "something else"))


def fit(entry: ModelEntry) -> str:
    """Return whether a model fits this computer, with both figures where it is close."""
    if entry.free is None:
        words = QCoreApplication.translate("Models", "needs about {needed} of memory")
        return words.format(needed=human_size(entry.memory))
    words = {
        "fits": QCoreApplication.translate(
            "Models", "fits: needs about {needed} of memory, {free} free"
        ),
        "tight": QCoreApplication.translate("Models", "tight: needs about {needed}, {free} free"),
        "too_large": QCoreApplication.translate(
            "Models", "too large: needs about {needed}, {free} free"
        ),
    }[entry.fit]
    return words.format(needed=human_size(entry.memory), free=human_size(entry.free))


def fit_role(entry: ModelEntry) -> style.Role:
    """Return the colour for it."""
    return {
        "fits": style.Role.SUCCESS,
        "tight": style.Role.WARNING,
        "too_large": style.Role.DANGER,
    }[entry.fit]


def language_names(codes: tuple[str, ...]) -> str:
    """Return the languages that a model knows."""
    names = {
        "en": QCoreApplication.translate("Models", "English"),
        "zh": QCoreApplication.translate("Models", "Chinese"),
    }
    comma = QCoreApplication.translate("Models", ", ")
    return comma.join(names.get(code, code) for code in codes)


def progress(fetch: Fetch) -> str:
    """Return how far a download is, how quick, and how long it takes."""
    now = fetch.progress
    if fetch.phase == "waiting" or now is None:
        return QCoreApplication.translate("Models", "Starting…")
    if now.stage == "check":
        return QCoreApplication.translate("Models", "Checking that it arrived whole…")
    if now.stage == "convert":
        return QCoreApplication.translate("Models", "Converting…")
    words = QCoreApplication.translate("Models", "{done} of {total}")
    parts = [words.format(done=human_size(now.done), total=human_size(now.total))]
    left = fetch.speed.seconds_left
    if left is not None:
        speed = QCoreApplication.translate("Models", "{rate} MB/s")
        parts.append(speed.format(rate=f"{fetch.speed.rate / 1e6:.1f}"))
        if left >= 60:
            minutes = QCoreApplication.translate("Models", "{count} min left")
            parts.append(minutes.format(count=round(left / 60)))
        else:
            parts.append(QCoreApplication.translate("Models", "less than a minute left"))
    return " · ".join(parts)
