"""Turns failures into the sentence that the window shows, and into the button beside it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from assistant_app.domain.language import Lang
from assistant_app.errors import AppError, sentence


class Remedy(StrEnum):
    """What a button beside the sentence can do."""

    NONE = auto()
    RESTART = auto()
    CHOOSE_MODEL = auto()
    SERVERS = auto()


_RESTART = frozenset(
    {"engine_crashed", "engine_killed", "engine_stopped", "engine_out_of_memory", "engine_hung",
     "model_load_hung", "model_set_aside"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, and what its button does."""

    text: str
    remedy: Remedy = Remedy.NONE


def remedy_for(code: str) -> Remedy:
    """Return what helps against a failure."""
    if code in _RESTART:
        return Remedy.RESTART
    if code == "no_model" or code.startswith("model_"):
        return Remedy.CHOOSE_MODEL
    if code.startswith("endpoint_"):
        return Remedy.SERVERS
    return Remedy.NONE


def notice(error: AppError, lang: Lang) -> Notice:
    """Return what the window says of a failure."""
    return Notice(sentence(error, lang), remedy_for(error.code))
