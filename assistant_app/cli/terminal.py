"""The one way out to a terminal: nothing that is stored, or that a model wrote, can steer it.

A title or an answer may hold escape sequences, which move the cursor, rename the window or answer
in the owner's name. They are left out of what is printed; what is kept stays as it is, and `--json`
has it, escaped.
"""

from __future__ import annotations

import click

from assistant_app.domain.text import without_controls


def safe(text: str) -> str:
    """Return `text` as a terminal may have it: lines and tabs, no other controls, no half pairs."""
    return without_controls(text.encode("utf-8", "replace").decode("utf-8"))


def say(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print `text`, made safe, on stdout or stderr."""
    click.echo(safe(text), err=err, nl=nl)


def say_json(document: str) -> None:
    """Print a JSON document, whose controls are escaped."""
    click.echo(document)


def redraw(line: str) -> None:
    """Draw `line` over the one before, on stderr."""
    words = safe(line).replace("\n", " ")
    click.echo(f"\r{words}\x1b[K", err=True, nl=False)


def ask_yes(question: str) -> bool:
    """Ask a question on stderr and return the answer."""
    return click.confirm(safe(question), err=True)


def ask_secret(words: str) -> str:
    """Ask for what nobody should see, and return it."""
    return str(click.prompt(safe(words), hide_input=True, err=True))
