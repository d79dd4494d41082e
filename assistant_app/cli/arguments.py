"""Commands whose text may begin with a minus: "-3 + 4", "-5 degrees", the temperature -3.

Options have long names only, so whatever else begins with a minus is text or a number. It needs no
`--` before it, and what it may be is for the command to say.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

import click

_OPTION = re.compile(r"--?[A-Za-z][\w-]*(=.*)?", re.DOTALL)


def _is_text(word: str) -> bool:
    """Say whether a word begins with a minus and can be no option."""
    return len(word) > 1 and word != "--" and word[0] == "-" and not _OPTION.fullmatch(word)


def _takes(params: Iterable[click.Parameter]) -> dict[str, int]:
    """Return how many words each option takes after its name."""
    return {
        name: 0 if param.is_flag or param.count else param.nargs
        for param in params
        if isinstance(param, click.Option)
        for name in (*param.opts, *param.secondary_opts)
    }


def options_first(args: list[str], params: Iterable[click.Parameter]) -> list[str]:
    """Return the words of a command with its options first, then `--`, then its arguments."""
    takes = _takes(params)
    options: list[str] = []
    texts: list[str] = []
    words: Iterator[str] = iter(args)
    for word in words:
        if word == "--":
            texts += words
        elif word[:1] != "-" or len(word) == 1 or _is_text(word):
            texts.append(word)
        else:
            options.append(word)
            options += itertools.islice(words, takes.get(word, 0))
    return [*options, "--", *texts]


class TextCommand(click.Command):
    """A command that takes words beginning with a minus as its arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; a word that could be an option and is none says how to have it taken as text."""
        if any(map(_is_text, args)):
            args = options_first(args, self.get_params(ctx))
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not any(isinstance(param, click.Argument) for param in self.params):
                raise
            hint = "If it is text, put -- before it."
            raise click.UsageError(f"{error.format_message()} {hint}", ctx) from None


class TextGroup(click.Group):
    """A group of such commands."""

    command_class = TextCommand
