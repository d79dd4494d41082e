"""What commands print: one JSON document or plain lines, and errors as one sentence on stderr."""

from __future__ import annotations

import dataclasses
import enum
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from assistant_app.cli.context import CliContext
from assistant_app.cli.terminal import ask_yes, say, say_json
from assistant_app.errors import AppError, sentence

_ESCAPED = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Path):
        return str(value)
    raise TypeError(type(value).__name__)


def to_json(value: Any) -> str:
    """Return `value` (dataclasses, enums and paths too) as one line of JSON, in plain UTF-8.

    Controls above ASCII are escaped as those below are: a terminal takes both for commands.
    """
    text = json.dumps(value, ensure_ascii=False, default=_plain).translate(_ESCAPED)
    return text.encode("utf-8", "replace").decode("utf-8")


def emit(ctx: CliContext, value: Any, human: str | Callable[[], str]) -> None:
    """Print `value` as JSON with `--json`, else `human`."""
    if ctx.json:
        say_json(to_json(value))
    else:
        text = human if isinstance(human, str) else human()
        if text:
            say(text)


def confirm(ctx: CliContext, question: str) -> None:
    """Ask before something is erased, deleted, downloaded or restored; `--yes` answers.

    Raises:
        AppError: `needs_yes` without a terminal and without `--yes`; `declined` on a no.
    """
    if ctx.yes:
        return
    if not sys.stdin.isatty():
        raise AppError("needs_yes", question=question)
    if not ask_yes(question):
        raise AppError("declined")


def agreed(ctx: CliContext, question: str) -> bool:
    """Return the answer to a question whose no leaves only a part out; without a terminal it is no."""
    if ctx.yes:
        return True
    return sys.stdin.isatty() and ask_yes(question)


def run_batch(
    ctx: CliContext,
    file: str,
    handler: Callable[[dict[str, Any]], Any],
    after: Callable[[dict[str, Any], Any], None] = lambda _row, _answer: None,
) -> None:
    """Answer each line of a JSON Lines file with a line, in order, flushed as it comes.

    A line that fails answers `{"error": code, "message"}` and the next goes on. `after` is called
    with a line and its answer when that is out.

    Raises:
        AppError: `file_missing`.
    """
    try:
        opened = click.open_file(file, encoding="utf-8", errors="replace")
    except OSError as error:
        raise AppError("file_missing", path=file) from error
    with opened as lines:
        for line in lines:
            if not line.strip():
                continue
            row: Any = None
            try:
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise AppError("batch_line", line=line.strip()[:80])
                answer = handler(row)
            except json.JSONDecodeError:
                answer = _failure(ctx, AppError("batch_line", line=line.strip()[:80]))
            except KeyError as missing:
                answer = _failure(ctx, AppError("batch_field", field=str(missing.args[0])))
            except AppError as error:
                answer = _failure(ctx, error)
            say_json(to_json(answer))
            sys.stdout.flush()
            if isinstance(row, dict):
                after(row, answer)


def _failure(ctx: CliContext, error: AppError) -> dict[str, str]:
    return {"error": error.code, "message": sentence(error, ctx.lang)}
