"""Errors that reach a person, as codes; front ends turn a code into a sentence.

Every code has a sentence in the `[errors]` table of `resources/phrases/LANG/AREA.toml` that says
what happened, what was kept and what to do. Code decides by `code`, never by the text.
"""

from __future__ import annotations

from assistant_app import resources


class AppError(Exception):
    """A failure with a code and the values its sentence needs.

    `fixable` tells what the owner can put right (disk full, model missing) from a bug.
    `message_kept` is set by what ran a turn whose message was stored; only then is it said.
    """

    fixable = True
    message_kept = False

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


class Bug(AppError):
    """A failure that only we can put right; the log has the traceback."""

    fixable = False


class Cancelled(AppError):
    """The owner asked for what was running to stop; its code may say what became of that."""

    def __init__(self, code: str = "cancelled", /, **params: object) -> None:
        super().__init__(code, **params)


def sentence(error: AppError, lang: str = "en") -> str:
    """Return the sentence of `error` in `lang`; an unknown code gives the general one."""
    try:
        return resources.error_sentence(lang, error.code, error.message_kept, **error.params)
    except (KeyError, IndexError):
        return resources.error_sentence(lang, "unexpected", error.message_kept, code=error.code)
