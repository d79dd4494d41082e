"""`assistant-app memories`: what is remembered, and the owner's say over it."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant_app.cli.arguments import TextGroup
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.output import agreed, confirm, emit, run_batch
from assistant_app.domain.clock import now_ms
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.memory import CATEGORIES, Memory, MemoryKind, MemoryStatus
from assistant_app.errors import AppError, sentence
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.domain.memory import Draft, Recalled
    from assistant_app.domain.planner import Change

_RANKED = 10
"""How many `recall --limit` would mean without a number."""


@click.group(cls=TextGroup)
def command() -> None:
    """What is remembered: confirm, edit, erase."""


_ids = click.argument("ids", metavar="ID...", type=int, nargs=-1, required=True)


def _line(memory: Memory, lang: str) -> str:
    status = phrase(lang, f"memory.status.{memory.status.value}")
    mark = "*" if memory.pinned else " "
    return f"{memory.id:>5}{mark} {status}  {memory.text}"


def _emit_list(ctx: CliContext, found: Sequence[Memory]) -> None:
    def human() -> str:
        return "\n".join(_line(m, ctx.lang) for m in found) or phrase(ctx.lang, "memory.none")

    emit(ctx, found, human)


@command.command("list")
@click.option(
    "--status",
    type=click.Choice([*(one.value for one in MemoryStatus), "all"]),
    default="active",
    show_default=True,
    help="Which ones.",
)
@common_options
def list_(ctx: CliContext, status: str) -> None:
    """List memories, newest first."""
    wanted = None if status == "all" else MemoryStatus(status)
    _emit_list(ctx, ctx.assistant().memories.listing(wanted))


@command.command()
@click.argument("memory_id", metavar="ID", type=int)
@common_options
def show(ctx: CliContext, memory_id: int) -> None:
    """Show a memory with where it came from."""
    memory = ctx.assistant().memories.get(memory_id)

    def human() -> str:
        lines = [_line(memory, ctx.lang)]
        if memory.source is not None and memory.source.quote:
            lines.append(phrase(ctx.lang, "memory.said", quote=memory.source.quote))
        if memory.replaces is not None:
            old = ctx.assistant().memories.get(memory.replaces)
            waits = memory.status is MemoryStatus.PROPOSED
            key = "memory.replaces" if waits else "memory.replaced"
            lines.append(phrase(ctx.lang, key, id=old.id, text=old.text))
        return "\n".join(lines)

    emit(ctx, memory, human)


def _existing(texts: Sequence[Any]) -> list[Memory]:
    return [
        Memory(
            n, str(text), MemoryKind.SEMANTIC, MemoryStatus.ACTIVE, 0, 0, lang=detect(str(text))
        )
        for n, text in enumerate(texts)
    ]


def _proposals(drafts: Sequence[Draft]) -> dict[str, Any]:
    return {
        "proposals": [
            {
                "text": draft.text,
                "quote": draft.quote,
                "kind": draft.kind.value,
                "category": draft.category,
                "explicit": draft.explicit,
                "decision": draft.decision,
                "of": draft.of,
            }
            for draft in drafts
        ]
    }


def _lang_of(row: dict[str, Any], text: str) -> Lang:
    given = row.get("lang")
    return given if given in ("en", "zh") else detect(text)


@command.command()
@click.argument("text", required=False)
@click.option("--batch", metavar="FILE", help="Answer each line of a JSON Lines file.")
@common_options
def propose(ctx: CliContext, text: str | None, batch: str | None) -> None:
    """Say what a message would have remembered; nothing is stored."""
    memories = ctx.assistant().memories

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        said = str(row["text"])
        known = None if row.get("existing") is None else _existing(row["existing"])
        return _proposals(memories.propose(said, _lang_of(row, said), known))

    if batch is not None:
        run_batch(ctx, batch, answer)
        return
    found = answer({"text": _given(text, "TEXT")})

    def human() -> str:
        lines = [f"{p['decision']}: {p['text']}" for p in found["proposals"]]
        return "\n".join(lines) or phrase(ctx.lang, "memory.nothing_proposed")

    emit(ctx, found, human)


def _given(text: str | None, name: str) -> str:
    if text is None:
        raise click.UsageError(f"Missing argument '{name}' (or --batch FILE).")
    return text


@command.command()
@click.argument("text")
@click.option("--kind", type=click.Choice([one.value for one in MemoryKind]), default="semantic")
@click.option("--category", type=click.Choice(list(CATEGORIES)))
@click.option("--expires", metavar="WHEN", help="Forget to use it after this time (ISO 8601).")
@common_options
def add(ctx: CliContext, text: str, kind: str, category: str | None, expires: str | None) -> None:
    """Remember TEXT."""
    memories = ctx.assistant().memories
    if memories.looks_secret(text):
        confirm(ctx, phrase(ctx.lang, "memory.ask_secret"))
    expires_at = _moment(ctx, expires) if expires else None
    memory = memories.add(text, kind=MemoryKind(kind), category=category, expires_at=expires_at)
    emit(ctx, memory, lambda: phrase(ctx.lang, "memory.added", id=memory.id, text=memory.text))


def _moment(ctx: CliContext, text: str) -> int:
    """Return an ISO time, or a phrase such as "tomorrow at 5", in milliseconds.

    Raises:
        AppError: `memory_when`.
    """
    try:
        return int(dt.datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError:
        pass
    assistant = ctx.assistant()
    now = assistant.now()
    found = assistant.planner.resolver.resolve(text, now, detect(text, ctx.lang))
    if found.status != "ok" or found.kind not in ("date", "datetime"):
        raise AppError("memory_when", text=text)
    wall = dt.datetime.fromisoformat(str(found.value))
    return int(wall.replace(tzinfo=now.zone).timestamp() * 1000)


@command.command()
@click.argument("memory_id", metavar="ID", type=int)
@click.argument("text")
@common_options
def edit(ctx: CliContext, memory_id: int, text: str) -> None:
    """Give a memory another text; the old one stays in its history."""
    memories = ctx.assistant().memories
    if memories.looks_secret(text):
        confirm(ctx, phrase(ctx.lang, "memory.ask_secret"))
    memory = memories.edit(memory_id, text=text, secret_ok=True)
    emit(ctx, memory, lambda: phrase(ctx.lang, "memory.edited", id=memory.id, text=memory.text))


@command.command("confirm")
@_ids
@common_options
def confirm_(ctx: CliContext, ids: tuple[int, ...]) -> None:
    """Keep what was proposed."""
    change = ctx.assistant().memories.confirm(ids)
    count = _done(ctx, ids, change)
    emit(ctx, change, lambda: phrase(ctx.lang, "memory.confirmed", count=count))


def _done(ctx: CliContext, ids: Sequence[int], change: Change) -> int:
    """Return to how many of the memories something was done.

    Raises:
        AppError: where it was done to none, why not to the first of them.
    """
    count = len(set(ids) & set(change.memories))
    if not count:
        raise ctx.assistant().memories.left_alone(ids[0])
    return count


@command.command()
@_ids
@click.option("--never", is_flag=True, help="Never propose it again.")
@common_options
def reject(ctx: CliContext, ids: tuple[int, ...], never: bool) -> None:
    """Turn down what was proposed."""
    change = ctx.assistant().memories.reject(ids, never=never)
    count = _done(ctx, ids, change)
    emit(ctx, change, lambda: phrase(ctx.lang, "memory.rejected", count=count))


@command.command()
@click.argument("ids", metavar="ID...", type=int, nargs=-1)
@click.option("--and-source", is_flag=True, help="The words in the chat too.")
@click.option("--never", is_flag=True, help="Never propose it again.")
@click.option("--backups", is_flag=True, help="In the backups too.")
@click.option("--all", "everything", is_flag=True, help="Every memory.")
@common_options
def erase(
    ctx: CliContext,
    ids: tuple[int, ...],
    and_source: bool,
    never: bool,
    backups: bool,
    everything: bool,
) -> None:
    """Erase memories for good; this cannot be taken back."""
    if bool(ids) == everything:
        raise click.UsageError("Give the numbers of memories, or --all.")
    memories = ctx.assistant().memories
    found = memories.listing(None) if everything else [memories.get(one) for one in ids]
    if everything:
        question = phrase(ctx.lang, "memory.ask_erase_all", count=len(found))
    else:
        texts = "; ".join(memory.text for memory in found)
        question = phrase(ctx.lang, "memory.ask_erase", texts=texts)
    if and_source:
        question = f"{question} {phrase(ctx.lang, 'memory.and_source')}"
    copies = memories.backups()
    if copies:
        key = "memory.and_backups" if backups else "memory.backups_keep"
        names = ", ".join(copy.name for copy in copies)
        question = f"{question} {phrase(ctx.lang, key, names=names)}"
    if found:
        confirm(ctx, question)
    count = memories.erase(
        [m.id for m in found], and_source=and_source, never=never, backups=backups
    )
    emit(ctx, {"erased": count}, lambda: phrase(ctx.lang, "memory.erased", count=count))


@command.command()
@click.argument("topic")
@common_options
def bar(ctx: CliContext, topic: str) -> None:
    """Never propose anything about TOPIC, said in words ("my health")."""
    barred = ctx.assistant().memories.bar_topic(topic)
    emit(ctx, barred, lambda: phrase(ctx.lang, "memory.barred_topic", words=barred.words))


@command.command()
@common_options
def bars(ctx: CliContext) -> None:
    """List what is never proposed."""
    found = ctx.assistant().memories.bars()

    def human() -> str:
        hashed = phrase(ctx.lang, "memory.bar_hashed")
        lines = [
            phrase(ctx.lang, "memory.bar_line", id=one.id, words=one.words or hashed)
            for one in found
        ]
        return "\n".join(lines) or phrase(ctx.lang, "memory.bars_none")

    emit(ctx, found, human)


@command.command()
@click.argument("bar_id", metavar="ID")
@common_options
def unbar(ctx: CliContext, bar_id: str) -> None:
    """Allow proposals again that entry ID of the list keeps out."""
    ctx.assistant().memories.lift_bar(bar_id)
    emit(ctx, {"lifted": bar_id}, lambda: phrase(ctx.lang, "memory.bar_lifted"))


@command.command()
@_ids
@common_options
def archive(ctx: CliContext, ids: tuple[int, ...]) -> None:
    """Put memories away: search finds them, answers do not use them."""
    change = ctx.assistant().memories.set_status(ids, MemoryStatus.ARCHIVED)
    count = _done(ctx, ids, change)
    emit(ctx, change, lambda: phrase(ctx.lang, "memory.archived", count=count))


@command.command()
@_ids
@common_options
def restore(ctx: CliContext, ids: tuple[int, ...]) -> None:
    """Bring memories back from the archive."""
    change = ctx.assistant().memories.set_status(ids, MemoryStatus.ACTIVE)
    count = _done(ctx, ids, change)
    emit(ctx, change, lambda: phrase(ctx.lang, "memory.brought_back", count=count))


@command.command()
@click.argument("memory_id", metavar="ID", type=int)
@click.option("--off", is_flag=True, help="No longer.")
@common_options
def pin(ctx: CliContext, memory_id: int, off: bool) -> None:
    """Keep a memory from fading."""
    memory = ctx.assistant().memories.edit(memory_id, pinned=not off)
    emit(ctx, memory, lambda: _line(memory, ctx.lang))


@command.command()
@click.argument("memory_id", metavar="ID", type=int)
@common_options
def history(ctx: CliContext, memory_id: int) -> None:
    """Show what happened to a memory, oldest first, with what it replaced."""
    found = ctx.assistant().memories.history(memory_id)

    def human() -> str:
        return "\n".join(
            f"{dt.datetime.fromtimestamp(one.at / 1000):%Y-%m-%d %H:%M}"
            f"  {phrase(ctx.lang, f'memory.event.{one.event}')}  {one.text}"
            for one in found
        )

    emit(ctx, found, human)


@command.command()
@click.argument("words")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@common_options
def search(ctx: CliContext, words: str, limit: int) -> None:
    """Find memories by words, put-away ones too."""
    _emit_list(ctx, ctx.assistant().memories.search(words, limit))


def _recalled(found: Sequence[Recalled]) -> dict[str, Any]:
    return {
        "memories": [
            {
                "id": one.memory.id,
                "ref": one.memory.ref,
                "text": one.memory.text,
                "kind": one.memory.kind.value,
                "score": round(one.score, 4),
                "why": list(one.why),
            }
            for one in found
        ]
    }


@command.command()
@click.argument("text", required=False)
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Rank so many, relevant or not; without it, only what an answer would use.",
)
@click.option("--batch", metavar="FILE", help="Answer each line of a JSON Lines file.")
@common_options
def recall(ctx: CliContext, text: str | None, limit: int | None, batch: str | None) -> None:
    """Show what would be remembered for TEXT."""
    memories = ctx.assistant().memories
    memories.index_pending()

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        said = str(row["text"])
        return _recalled(memories.recall(said, limit=limit or 8, gate=limit is None))

    if batch is not None:
        run_batch(ctx, batch, answer)
        return
    found = answer({"text": _given(text, "TEXT")})

    def human() -> str:
        lines = [f"{m['id']:>5}  {m['score']:.2f}  {m['text']}" for m in found["memories"]]
        return "\n".join(lines) or phrase(ctx.lang, "memory.nothing_recalled")

    emit(ctx, found, human)


_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@command.command()
@_file
@common_options
def export(ctx: CliContext, file: Path) -> None:
    """Write every memory to FILE: JSON Lines, or for a name in .md a page to read."""
    count = ctx.assistant().memories.files.export(file, ctx.lang)
    emit(ctx, {"exported": count}, lambda: phrase(ctx.lang, "memory.exported", count=count))


@command.command("import")
@_file
@common_options
def import_(ctx: CliContext, file: Path) -> None:
    """Take in memories from FILE (JSON Lines); those that are there already stay as they are."""
    from assistant_app.memory import memory_file, transfer

    found = memory_file.read(file, now_ms())
    if found.faults:
        raise AppError("import_memory_stopped", fault=sentence(found.faults[0], ctx.lang))
    memories = ctx.assistant().memories
    new = rows_new = memories.new_rows(found.rows)
    secret = [row for row in new if memories.looks_secret(transfer.words_of(row))]
    question = phrase(ctx.lang, "memory.ask_import_secret", count=len(secret))
    if secret and not agreed(ctx, question):
        new = [row for row in new if row not in secret]
    count = len(memories.import_lines(new))
    left_out = len(rows_new) - len(new)

    def human() -> str:
        lines = [phrase(ctx.lang, "memory.imported", count=count)]
        if left_out:
            lines.append(phrase(ctx.lang, "memory.imported_without", count=left_out))
        return "\n".join(lines)

    emit(ctx, {"added": count, **({"left_out": left_out} if left_out else {})}, human)


@command.command()
@click.option("--session", type=int, metavar="ID", help="Whose window; the last used by default.")
@common_options
def stats(ctx: CliContext, session: int | None) -> None:
    """Count memories by kind, category and status; say how full the model's window is."""
    found = ctx.assistant().memories.stats()
    use = ctx.assistant().window_use(session)
    window = dataclasses.asdict(use) if use else None

    def human() -> str:
        lines = []
        for name, value in found.items():
            shown = value
            if isinstance(value, dict):
                shown = ", ".join(f"{key} {count}" for key, count in sorted(value.items())) or "-"
            shown = "-" if shown is None else shown
            lines.append(f"{phrase(ctx.lang, f'memory.stats.{name}')}: {shown}")
        key = "memory.stats_window" if window else "memory.stats_no_window"
        return "\n".join([*lines, phrase(ctx.lang, key, **(window or {}))])

    emit(ctx, {**found, "window": window}, human)


@command.command()
@click.option("--now", metavar="ISO8601", help="As if it were this time.")
@common_options
def maintain(ctx: CliContext, now: str | None) -> None:
    """Let unused memories fade, and put away what expired."""
    moment = None
    if now is not None:
        try:
            moment = int(dt.datetime.fromisoformat(now).timestamp() * 1000)
        except ValueError as error:
            raise AppError("memory_when", text=now) from error
    counts = ctx.assistant().memories.maintain(moment)
    emit(ctx, counts, lambda: phrase(ctx.lang, "memory.maintained", **counts))
