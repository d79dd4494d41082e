"""What every command shares: the options for all of them, and the core, opened when needed."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant_app.cli.terminal import say
from assistant_app.domain.language import Lang
from assistant_app.paths import Paths
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


def system_language() -> Lang:
    """Return the language of the terminal: Chinese for a zh locale, else English."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    name = name or (locale.getlocale()[0] or "")
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


@dataclass
class CliContext:
    """The options given so far, and the open core."""

    data_dir: str | None = None
    profile: str | None = None
    json: bool = False
    yes: bool = False
    lang: Lang = field(default_factory=system_language)
    model: str | None = None
    _assistant: Assistant | None = None

    @property
    def paths(self) -> Paths:
        """The folders of the profile asked for."""
        return Paths.resolve(self.data_dir, self.profile)

    @property
    def opened(self) -> bool:
        """Whether the core is open."""
        return self._assistant is not None

    def assistant(self) -> Assistant:
        """Open the core, once; it is closed when the command ends."""
        if self._assistant is None:
            from assistant_app.services.assistant import Assistant

            self._assistant = Assistant.open(
                self.paths, model=self.model, waiting=self.tell_waiting
            )
            click.get_current_context().find_root().call_on_close(self._assistant.close)
        return self._assistant

    def tell_waiting(self, seconds: float) -> None:
        """Say on stderr that another copy has the data, and how long it is waited for yet."""
        folder = self.paths.data_dir
        words = phrase(self.lang, "storage.waiting", path=folder, seconds=round(seconds))
        say(words, err=True)


def _set(name: str, convert: Callable[[Any], Any] | None = None) -> Callable[..., Any]:
    def callback(ctx: click.Context, _param: click.Parameter, value: Any) -> Any:
        if value not in (None, False):
            state = ctx.ensure_object(CliContext)
            setattr(state, name, convert(value) if convert else value)
        return value

    return callback


def common_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--data-dir`, `--profile`, `--json` and `--yes`, and the `CliContext`."""
    for option in (
        click.option(
            "--yes",
            is_flag=True,
            expose_value=False,
            callback=_set("yes"),
            help="Answer yes to what would be asked.",
        ),
        click.option(
            "--json",
            is_flag=True,
            expose_value=False,
            callback=_set("json"),
            help="Print one JSON document and nothing else.",
        ),
        click.option(
            "--profile",
            metavar="NAME",
            expose_value=False,
            callback=_set("profile"),
            help="Use the data of another profile.",
        ),
        click.option(
            "--data-dir",
            type=click.Path(path_type=Path, file_okay=False),
            expose_value=False,
            callback=_set("data_dir", str),
            help="Use this data folder.",
        ),
    ):
        command = option(command)
    return click.make_pass_decorator(CliContext, ensure=True)(command)
