"""The root of the command line: commands are imported when they are called for."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import click

from assistant_app import __version__
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.stopping import BY_CTRL_C
from assistant_app.cli.terminal import safe, say
from assistant_app.errors import AppError, Cancelled, sentence
from assistant_app.log import as_app_error

_COMMANDS = {
    "ask": ("ask", "Ask a question or say what to do."),
    "sessions": ("sessions", "Past and present conversations."),
    "memories": ("memories", "What is remembered: confirm, edit, erase."),
    "events": ("events", "The calendar."),
    "tasks": ("tasks", "The task list."),
    "when": ("when", "Say what a date phrase means."),
    "undo": ("undo", "Take back the last change."),
    "models": ("models", "Get, add and choose a model."),
    "data": ("data", "Where the data is, and whether it is sound."),
    "doctor": ("doctor", "What works, what does not, and what to do."),
    "bench": ("bench", "What this machine does, in figures."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported on use, so that `--help` stays instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the documentation."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return it."""
        if cmd_name not in _COMMANDS:
            return _file_command(cmd_name) if cmd_name.lower().endswith(".ics") else None
        module = importlib.import_module(f"assistant_app.cli.{_COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in _COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a failure is one sentence on stderr and exit code 1, a stop 130."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.Abort):
            raise
        except click.ClickException as refusal:
            raise _without_controls(refusal) from None
        except Cancelled as stopped:
            say(sentence(stopped, ctx.ensure_object(CliContext).lang), err=True)
            ctx.exit(BY_CTRL_C)
        except Exception as fault:
            state = ctx.ensure_object(CliContext)
            say(sentence(as_app_error(fault), state.lang), err=True)
            ctx.exit(1)


def _without_controls(refusal: click.ClickException) -> click.ClickException:
    """Return what click refuses, with what was typed made safe for the terminal."""
    said = refusal.format_message()
    words = safe(said)
    if words == said:
        return refusal
    if isinstance(refusal, click.UsageError):
        return click.UsageError(words, refusal.ctx)
    return click.ClickException(words)


def _file_command(name: str) -> click.Command:
    """Return the command that opens the window with a calendar file: its name is the file's."""

    def open_file() -> None:
        state = click.get_current_context().find_object(CliContext)
        path = Path(name)
        if not path.is_file():
            raise AppError("ics_missing", path=name)
        from assistant_app.app import run_window

        assert state is not None
        sys.exit(run_window(state.paths, file=path.absolute()))

    return click.Command(name, callback=open_file, help="Show what a calendar file would bring.")


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="assistant-app")
@common_options
@click.pass_context
def cli(ctx: click.Context, state: CliContext) -> None:
    """A private assistant: chat, calendar, tasks and memory, all on this computer.

    Without a command, the window opens; with the name of a calendar file (.ics), it shows what
    importing that would bring.
    """
    ctx.obj = state
    if ctx.invoked_subcommand is None:
        from assistant_app.app import run_window

        sys.exit(run_window(state.paths))
