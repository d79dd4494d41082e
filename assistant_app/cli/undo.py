"""`assistant-app undo`: take back the last change."""

from __future__ import annotations

import click

from assistant_app.cli.arguments import TextCommand
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.output import emit
from assistant_app.domain.change_words import change_words
from assistant_app.resources import phrase


@click.command("undo", cls=TextCommand)
@click.argument("change_id", metavar="[CHANGE]", type=int, required=False)
@common_options
def command(ctx: CliContext, change_id: int | None) -> None:
    """Take back the last change to memories, events, tasks or an import.

    With the number of a CHANGE, take back that one.
    """
    change = ctx.assistant().undo.undo(change_id)
    if change is None:
        emit(ctx, None, phrase(ctx.lang, "planner.cli.nothing_to_undo"))
        return
    row = {
        "id": change.id,
        "tool": change.tool,
        "phrase": change.phrase,
        "titles": list(change.titles),
        "items": list(change.items),
        "memories": list(change.memories),
    }
    emit(ctx, row, phrase(ctx.lang, "planner.cli.undone", what=change_words(change, ctx.lang)))
