"""`assistant-app data`: where the data is, whether it is sound, copies of it, its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant_app.cli.arguments import TextGroup
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.output import confirm, emit
from assistant_app.errors import AppError
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.services.data_service import DataService


def _service(ctx: CliContext) -> DataService:
    from assistant_app.services.data_service import DataService

    return DataService(ctx.paths, waiting=ctx.tell_waiting)


@click.group(cls=TextGroup)
def command() -> None:
    """Where the data is, and whether it is sound."""


@command.command()
@common_options
def path(ctx: CliContext) -> None:
    """Print the folder of the data and nothing else; with --json its file, size and backups too."""
    where = _service(ctx).where()
    emit(ctx, where, where.folder)


@command.command()
@common_options
def check(ctx: CliContext) -> None:
    """Check the data, and mend its search indexes."""
    found = _service(ctx).check()

    def human() -> str:
        if not found.sound:
            return "\n".join([phrase(ctx.lang, "storage.unsound"), *found.problems])
        if found.mended:
            return phrase(ctx.lang, "storage.mended", names=", ".join(found.mended))
        return phrase(ctx.lang, "storage.sound")

    emit(ctx, found, human)
    if not found.sound:
        click.get_current_context().exit(1)


@command.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@common_options
def backup(ctx: CliContext, file: Path | None) -> None:
    """Write a copy of the data to FILE, by default into the backups."""
    target = _service(ctx).backup(file.absolute() if file else None)
    emit(ctx, {"backup": target}, phrase(ctx.lang, "storage.backed_up", path=target))


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@common_options
def restore(ctx: CliContext, file: Path) -> None:
    """Put a copy in the place of the data, which is kept in the backups."""
    confirm(ctx, phrase(ctx.lang, "storage.ask_restore", path=file))
    kept = _service(ctx).restore(file.absolute())
    key = "storage.restored_kept" if kept else "storage.restored"
    emit(ctx, {"restored": file, "kept": kept}, phrase(ctx.lang, key, path=file, kept=kept))


@command.command()
@click.option("--all", "everything", is_flag=True, help="Say that everything is meant.")
@common_options
def erase(ctx: CliContext, everything: bool) -> None:
    """Erase everything: sessions, memories, events, tasks, settings, backups. Models stay."""
    if not everything:
        raise click.UsageError("Only `data erase --all` erases; nothing was done.")
    service = _service(ctx)
    confirm(ctx, phrase(ctx.lang, "storage.ask_erase", folder=service.where().folder))
    count = service.erase_all()
    emit(ctx, {"erased": count}, phrase(ctx.lang, "storage.erased", count=count))


@command.command()
@common_options
def encrypt(_ctx: CliContext) -> None:
    """Encrypt the data."""
    raise AppError("not_yet", command="data encrypt")


@command.command()
@common_options
def decrypt(_ctx: CliContext) -> None:
    """Take the encryption off."""
    raise AppError("not_yet", command="data decrypt")


@command.command("export-key")
@click.argument("file", type=click.Path(path_type=Path))
@common_options
def export_key(_ctx: CliContext, file: Path) -> None:
    """Write the key of encrypted data to FILE."""
    raise AppError("not_yet", command=f"data export-key {file.name}")
