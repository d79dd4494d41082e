"""`assistant-app sessions`: past and present conversations."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant_app.cli.arguments import TextGroup
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.output import confirm, emit, run_batch, to_json
from assistant_app.cli.terminal import say, say_json
from assistant_app.errors import AppError
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.domain.session import Message, MessageHit, Session

_EXCERPT = 100


@click.group(cls=TextGroup)
def command() -> None:
    """Past and present conversations."""


def _when(ms: int) -> str:
    return dt.datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")


def _line(session: Session, lang: str) -> str:
    title = session.title or phrase(lang, "session.untitled")
    return f"{session.id:>5}  {_when(session.updated_at)}  {title}"


def _speaker(message: Message, lang: str) -> str:
    return message.speaker or phrase(lang, f"session.role.{message.role.value}")


def _hit(hit: MessageHit) -> dict[str, Any]:
    message = hit.message
    return {
        "id": message.id,
        "ref": message.ref,
        "session": message.session_id,
        "title": hit.session_title,
        "role": message.role.value,
        "text": message.text,
        "created_at": message.created_at,
        "score": round(hit.score, 4),
    }


def _emit_hits(ctx: CliContext, hits: Sequence[MessageHit]) -> None:
    def human() -> str:
        if not hits:
            return phrase(ctx.lang, "session.none_found")
        return "\n".join(
            f"{hit.message.session_id:>5}  {_when(hit.message.created_at)}"
            f"  {_speaker(hit.message, ctx.lang)}: {_excerpt(hit.message.text)}"
            for hit in hits
        )

    emit(ctx, {"messages": [_hit(hit) for hit in hits]}, human)


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[:_EXCERPT]}…"


@command.command("list")
@click.option("--deleted", is_flag=True, help="Those in the trash.")
@common_options
def list_(ctx: CliContext, deleted: bool) -> None:
    """List conversations, the latest used first."""
    found = ctx.assistant().sessions.listing(deleted=deleted)

    def human() -> str:
        lines = [_line(session, ctx.lang) for session in found]
        return "\n".join(lines) or phrase(ctx.lang, "session.none")

    emit(ctx, found, human)


@command.command()
@click.argument("session_id", metavar="ID", type=int)
@common_options
def show(ctx: CliContext, session_id: int) -> None:
    """Show a conversation with its messages."""
    sessions = ctx.assistant().sessions
    session, messages = sessions.get(session_id), sessions.messages(session_id)
    emit(
        ctx, {"session": session, "messages": messages}, lambda: _markdown(session, messages, ctx)
    )


def _markdown(session: Session, messages: Sequence[Message], ctx: CliContext) -> str:
    blocks = [f"# {session.title or phrase(ctx.lang, 'session.untitled')}"]
    if session.summary:
        at = next((m.created_at for m in messages if m.id == session.summary_through), None)
        when = _when(at or session.updated_at)
        blocks.append(phrase(ctx.lang, "session.summary", when=when, text=session.summary))
    for message in messages:
        state = phrase(ctx.lang, f"session.state.{message.state.value}")
        head = f"**{_speaker(message, ctx.lang)}** · {_when(message.created_at)}"
        blocks.append(f"{head} · {state}" if state else head)
        blocks.append(message.text)
    return "\n\n".join(blocks) + "\n"


@command.command()
@click.argument("session_id", metavar="ID", type=int)
@click.argument("title")
@common_options
def rename(ctx: CliContext, session_id: int, title: str) -> None:
    """Give a conversation another title."""
    session = ctx.assistant().sessions.rename(session_id, title)
    emit(ctx, session, lambda: _line(session, ctx.lang))


@command.command()
@click.argument("session_id", metavar="ID", type=int)
@common_options
def delete(ctx: CliContext, session_id: int) -> None:
    """Move a conversation to the trash."""
    sessions = ctx.assistant().sessions
    session = sessions.get(session_id)
    confirm(ctx, phrase(ctx.lang, "session.ask_delete", title=session.title))
    sessions.delete(session_id)
    done = phrase(ctx.lang, "session.deleted", title=session.title, id=session_id)
    emit(ctx, {"deleted": session_id}, done)


@command.command()
@click.argument("session_id", metavar="ID", type=int)
@common_options
def restore(ctx: CliContext, session_id: int) -> None:
    """Take a conversation out of the trash."""
    sessions = ctx.assistant().sessions
    sessions.restore(session_id)
    session = sessions.get(session_id)
    emit(ctx, session, lambda: _line(session, ctx.lang))


@command.command()
@click.argument("words")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@common_options
def search(ctx: CliContext, words: str, limit: int) -> None:
    """Find messages by words."""
    _emit_hits(ctx, ctx.assistant().sessions.search(words, limit))


@command.command()
@click.argument("text", required=False)
@click.option("--limit", type=click.IntRange(1), default=5, show_default=True)
@click.option("--batch", metavar="FILE", help='Answer each {"text"} of a JSON Lines file.')
@common_options
def recall(ctx: CliContext, text: str | None, limit: int, batch: str | None) -> None:
    """Rank the messages of past conversations for a text."""
    if (text is None) == (batch is None):
        raise click.UsageError("Give either TEXT or --batch FILE.")
    sessions = ctx.assistant().sessions
    sessions.index_pending()
    if batch is None:
        _emit_hits(ctx, sessions.recall(text or "", limit=limit))
        return
    run_batch(
        ctx,
        batch,
        lambda row: {
            "messages": [_hit(h) for h in sessions.recall(str(row["text"]), limit=limit)]
        },
    )


@command.command()
@click.argument("session_id", metavar="ID", type=int, required=False)
@click.option("--all", "everything", is_flag=True, help="Every conversation outside the trash.")
@click.option("--format", "form", type=click.Choice(["md", "json"]), default="json")
@common_options
def export(ctx: CliContext, session_id: int | None, everything: bool, form: str) -> None:
    """Write conversations to the output: JSON Lines, or Markdown to read."""
    if (session_id is None) != everything:
        raise click.UsageError("Give either ID or --all.")
    sessions = ctx.assistant().sessions
    ids = [s.id for s in reversed(sessions.listing())] if session_id is None else [session_id]
    for one in ids:
        if form == "json":
            say_json(to_json(sessions.export(one)))
        else:
            say(_markdown(sessions.get(one), sessions.messages(one), ctx))


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@common_options
def import_(ctx: CliContext, file: Path) -> None:
    """Take in a file of conversations, all of it or nothing."""
    found = ctx.assistant().sessions.import_lines(read_lines(file))
    ids = [session.id for session in found]
    emit(ctx, {"sessions": ids}, phrase(ctx.lang, "session.imported", count=len(ids)))


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON Lines file; empty lines are skipped.

    Raises:
        AppError: `file_missing`; `import_line` with the number of a line that is no object.
    """
    try:
        with file.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _object(line, number)
    except UnicodeDecodeError as error:
        raise AppError("import_line", line=1, file=str(file)) from error
    except OSError as error:
        raise AppError("file_missing", path=str(file)) from error


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise AppError("import_line", line=number) from error
    if not isinstance(row, dict):
        raise AppError("import_line", line=number)
    return row
