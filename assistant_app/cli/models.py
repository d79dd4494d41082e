"""`assistant-app models`: get, add, choose and check models; and the first start's question."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant_app.cli.arguments import TextGroup
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.endpoints import (
    add_endpoint,
    endpoint_line,
    endpoint_rows,
    remove_endpoint,
    set_token,
    test_endpoint,
    use_endpoint,
)
from assistant_app.cli.output import confirm, emit
from assistant_app.cli.stopping import stopping
from assistant_app.cli.terminal import redraw, say
from assistant_app.domain.size import human_size
from assistant_app.domain.speed import Speed
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.engine.download import Progress, ProgressListener
    from assistant_app.engine.fetcher import Source
    from assistant_app.engine.library import ModelLibrary, Plan
    from assistant_app.engine.model_entry import ModelEntry

_BAR_WIDTH = 30
_NAME_WIDTH = 10
_MINUTE_S = 60
PROBLEMS = frozenset(
    {"model_truncated", "model_part_missing", "model_not_gguf", "model_unsupported"}
    | {"model_not_chat", "model_not_embedding", "model_unreadable"}
)
"""What can be wrong with a file, as far as there are short words for it."""


class ProgressLine:
    """A bar on stderr: one line redrawn on a terminal, a few lines in a log."""

    def __init__(self, title: str, lang: str) -> None:
        self._title = title
        self._lang = lang
        self._terminal = sys.stderr.isatty()
        self._shown: tuple[str, int] = ("", -1)
        self._speed = Speed()

    def __call__(self, progress: Progress) -> None:
        """Draw, when something that shows has changed."""
        percent = 100 * progress.done // progress.total if progress.total else 0
        coarse = 100 if progress.stage in ("check", "convert") else 25
        step = percent if self._terminal else percent // coarse * coarse
        rate = self._speed.rate
        self._speed.look(progress.stage, progress.done, progress.total)
        again = self._terminal and self._speed.rate != rate
        if (progress.stage, step) == self._shown and not again:
            return
        self._shown = (progress.stage, step)
        key = {"check": "checking", "convert": "converting"}.get(progress.stage, "fetching")
        label = phrase(self._lang, f"model.get.{key}", title=self._title)
        sizes = f"{human_size(progress.done)} / {human_size(progress.total)}"
        filled = _BAR_WIDTH * step // 100
        bar = "#" * filled + "-" * (_BAR_WIDTH - filled)
        line = f"{label}  [{bar}] {step:3d} %  {sizes}{self._pace(progress)}"
        if self._terminal:
            redraw(line)
        else:
            say(line, err=True)

    def _pace(self, progress: Progress) -> str:
        """Return how quick it is and how long it takes, while it comes and that can be told."""
        left = self._speed.seconds_left
        if left is None or progress.stage not in ("download", "join") or not self._terminal:
            return ""
        key = "minutes" if left >= _MINUTE_S else "soon"
        words = phrase(self._lang, f"model.get.{key}", count=round(left / _MINUTE_S))
        return f"  {self._speed.rate / 1e6:.1f} MB/s  {words}"

    def close(self) -> None:
        """End the line."""
        if self._terminal and self._shown[1] >= 0:
            say(err=True)


@contextmanager
def progress_line(title: str, lang: str) -> Iterator[ProgressListener]:
    """Give a progress listener that draws on stderr, and end its line."""
    line = ProgressLine(title, lang)
    try:
        yield line
    finally:
        line.close()


def library_of(ctx: CliContext) -> ModelLibrary:
    """Return the library without opening anybody's data."""
    from assistant_app.engine.library import ModelLibrary

    return ModelLibrary(ctx.paths.models_dir)


def _where(source: Source, lang: str) -> str:
    one = "_one" if source.kind == "wheels" and source.packages == 1 else ""
    key = f"model.get.where_{source.kind}{one}"
    return phrase(lang, key, where=source.where, count=source.packages)


def describe_sources(plan: Plan, lang: str) -> str:
    """Return where a model would come from, in words."""
    from assistant_app.errors import AppError

    if not plan.sources:
        raise AppError("model_no_source", name=plan.name)
    words = [_where(source, lang) for source in plan.sources]
    while len(words) > 1:
        second = words.pop()
        words[-1] = phrase(lang, "model.get.where_or", first=words[-1], second=second)
    return words[0]


def fetch(ctx: CliContext, library: ModelLibrary, plan: Plan, source: Path | None = None) -> Path:
    """Fetch what the plan says, with a bar on stderr; Ctrl+C stops it and keeps what came."""
    with progress_line(plan.title, ctx.lang) as line, stopping() as cancel:
        return library.get(plan.name, progress=line, cancel=cancel, source_dir=source, plan=plan)


def ensure_model(ctx: CliContext) -> None:
    """See to it that there is a model to answer with; the first start's question.

    Does nothing when one is there or was named. Otherwise says what would be fetched (the starter
    and the small model that finds memories), how big and from where, asks, and fetches.

    Raises:
        AppError: `needs_yes`, `declined`, and what fetching raises.
    """
    from assistant_app.engine.library import EMBEDDER, STARTER

    library = library_of(ctx)
    if ctx.model or library.current() is not None or _has_endpoint(ctx):
        return
    first, second = library.plan(STARTER), library.plan(EMBEDDER)
    question = phrase(
        ctx.lang,
        "model.get.question_both",
        title=first.title,
        licence=first.licence,
        size=human_size(first.bytes),
        title2=second.title,
        licence2=second.licence,
        size2=human_size(second.bytes),
        where=describe_sources(first, ctx.lang),
        folder=library.models_dir,
    )
    _ask(ctx, question)
    for plan in (first, second):
        if not plan.present:
            fetch(ctx, library, plan)


def _has_endpoint(ctx: CliContext) -> bool:
    """Tell whether a server answers in place of a model here; a new data folder names none."""
    return ctx.paths.database.exists() and ctx.assistant().endpoints.current() is not None


def _ask(ctx: CliContext, question: str) -> None:
    """Ask; with `--yes` the question is still shown, so that nothing is fetched unsaid."""
    if ctx.yes:
        say(question, err=True)
    confirm(ctx, question)


@click.group(cls=TextGroup)
@common_options
def command(state: CliContext) -> None:
    """Get, add and choose a model."""


for _each in (add_endpoint, test_endpoint, set_token):
    command.add_command(_each)


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that are for tests.")
@common_options
def list_models(ctx: CliContext, everything: bool) -> None:
    """List the models that are here, and those that can be fetched."""
    rows = _chosen_library(ctx).listing()
    servers = endpoint_rows(ctx) if ctx.opened else []
    if not ctx.json and not everything:
        rows = [row for row in rows if not row.hidden or row.path]
    lines = [partial(_row, row, ctx.lang) for row in rows]
    lines += [partial(endpoint_line, server, ctx.lang) for server in servers]
    emit(ctx, [*rows, *servers], lambda: "\n".join(line() for line in lines))


def _row(row: ModelEntry, lang: str) -> str:
    words = [_state(row, lang)]
    if row.fit != "fits":
        words.append(_fit(row.fit, row.memory, row.free, lang))
    head = f"{'*' if row.current else ' '} {row.name:<{_NAME_WIDTH}} {human_size(row.bytes):>8}"
    about = (row.about or {}).get(lang) or (row.about or {}).get("en", "")
    title = f"{row.title} ({row.licence})" if row.licence else row.title
    return f"{head}  {title}: {', '.join(words)}" + (f"\n    {about}" if about else "")


def _state(row: ModelEntry, lang: str) -> str:
    """Return what a row is, and what is wrong with a file that cannot be used."""
    if row.current:
        return phrase(lang, "model.list.current")
    words = phrase(lang, f"model.list.{row.state}")
    if row.problem in PROBLEMS:
        return phrase(lang, "model.list.because", state=words, why=_problem(row, lang))
    return words


def _problem(row: ModelEntry, lang: str) -> str:
    what = phrase(lang, f"model.kind.{row.kind}")
    return phrase(lang, f"model.problem.{row.problem}", what=what)


def _fit(fit: str, needed: int, free: int | None, lang: str) -> str:
    """Return whether memory is there: "too large: needs about 6.1 GB, 4.0 GB are free"."""
    sizes = {"needed": human_size(needed), "free": human_size(free or 0)}
    return phrase(lang, f"model.list.{fit}", **sizes)


@command.command()
@click.argument("name")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Take it from the files or wheels in this folder.",
)
@common_options
def get(ctx: CliContext, name: str, source: Path | None) -> None:
    """Fetch the model NAME and verify it."""
    library = library_of(ctx)
    plan = library.plan(name, source_dir=source)
    if not plan.present and source is None:
        _ask(ctx, _question(plan, ctx.lang))
    path = fetch(ctx, library, plan, source)
    key = "present" if plan.present else "done"
    value = {"name": name, "path": path, "bytes": path.stat().st_size, "fetched": not plan.present}
    emit(ctx, value, phrase(ctx.lang, f"model.get.{key}", title=plan.title, path=path))


def _question(plan: Plan, lang: str) -> str:
    words = phrase(
        lang,
        "model.get.question",
        title=plan.title,
        licence=plan.licence,
        size=human_size(plan.bytes),
        where=describe_sources(plan, lang),
        folder=plan.target.parent,
    )
    if plan.have:
        words += " " + phrase(lang, "model.get.resumes", size=human_size(plan.have))
    return words


@command.command(hidden=True)
@common_options
def ensure(ctx: CliContext) -> None:
    """Fetch what a first start needs, unless there is a model already."""
    ensure_model(ctx)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@common_options
def add(ctx: CliContext, file: Path) -> None:
    """Take the model FILE into the library; the file stays where it is."""
    with progress_line(file.name, ctx.lang) as line, stopping() as cancel:
        added = library_of(ctx).add(file, progress=line, cancel=cancel)
    words = phrase(ctx.lang, f"model.list.added_{added.how}", path=added.path)
    emit(ctx, added, words)


@command.command()
@click.argument("name")
@common_options
def use(ctx: CliContext, name: str) -> None:
    """Answer with the model NAME, or the server of that name, from now on.

    An embedding model finds memories from now on.
    """
    if use_endpoint(ctx, name):
        return
    path = ctx.assistant().models.use(name)
    emit(ctx, {"path": path}, phrase(ctx.lang, "model.list.used", title=path.stem))


@command.command()
@click.argument("file")
@common_options
def info(ctx: CliContext, file: str) -> None:
    """Show what a model (a name, or a file) says of itself, and whether it fits this computer."""
    from assistant_app.engine import memory_need

    library = _chosen_library(ctx)
    found = library.info(file)
    options = library.options(found.path)
    need = memory_need.estimate(found, options.context)
    free = memory_need.available_memory()
    value: dict[str, Any] = {
        "path": found.path,
        "kind": found.kind,
        "architecture": found.architecture,
        "name": found.name,
        "quantization": found.quantization,
        "context": found.context,
        "bytes": need.weights,
        "memory": need.total,
        "need": need,
        "free": free,
        "fit": memory_need.fit(need.total, free),
        "options": options,
        "chat_template": bool(found.template),
        "complete": found.complete,
        "parts": found.parts,
    }
    emit(ctx, value, lambda: _info_lines(value, ctx.lang))


def _chosen_library(ctx: CliContext) -> ModelLibrary:
    """Return the library with what was chosen; while a window has the data, without."""
    from assistant_app.errors import AppError

    try:
        return ctx.assistant().models
    except AppError as error:
        if error.code != "data_in_use":
            raise
        return library_of(ctx)


def _info_lines(value: dict[str, Any], lang: str) -> str:
    need = value["need"]
    tokens = min(value["options"].context, value["context"] or value["options"].context)
    memory = phrase(
        lang,
        "model.info.need",
        needed=human_size(need.total),
        weights=human_size(need.weights),
        cache=human_size(need.cache),
        tokens=f"{tokens:,}",
        compute=human_size(need.compute),
    )
    lines = {
        "file": value["path"],
        "title": value["name"],
        "kind": phrase(lang, f"model.kind.{value['kind']}"),
        "architecture": value["architecture"],
        "quantization": value["quantization"],
        "context": phrase(lang, "model.info.tokens", count=f"{value['context']:,}"),
        "size": human_size(value["bytes"]),
        "memory": memory,
        "fit": _fit(value["fit"], need.total, value["free"], lang),
        "template": phrase(lang, f"model.info.{'yes' if value['chat_template'] else 'no'}"),
        "state": phrase(lang, f"model.info.{'complete' if value['complete'] else 'truncated'}"),
    }
    return "\n".join(f"{phrase(lang, f'model.info.{key}')}: {text}" for key, text in lines.items())


@command.command()
@click.argument("name")
@click.argument("key", required=False)
@click.argument("value", required=False)
@common_options
def settings(ctx: CliContext, name: str, key: str | None, value: str | None) -> None:
    """Show how the model NAME is loaded, or change it: KEY VALUE.

    KEY is context (tokens), temperature (0 always takes the likeliest word), threads (0: by the
    machine), gpu_layers (-1: all) or thinking (the most tokens a thinking model may write for
    itself before it answers; 0 none). VALUE "default" takes a change back.
    """
    library = ctx.assistant().models
    path = library.info(name).path
    options = library.options(path)
    if key is not None:
        options = options.changed(key, value or "")
        library.set_options(path, options)
    lines = [f"{name}: {number}" for name, number in dataclasses.asdict(options).items()]
    emit(ctx, options, "\n".join(lines))


@command.command("test")
@click.argument("name")
@common_options
def try_model(ctx: CliContext, name: str) -> None:
    """Have the model NAME read and write a little, and tell how quick it is here."""
    from assistant_app.services import model_trial

    library = _chosen_library(ctx)
    found = library.info(name)
    if found.kind == "embedding":
        trial = model_trial.try_embedding(found.path, ctx.lang)
        key = "embedding"
    else:
        options = library.options(found.path)
        with stopping() as cancel:
            trial = model_trial.try_chat(found.path, options, ctx.lang, cancel)
        key = "chat"
    words = phrase(
        ctx.lang, f"model.trial.{key}", name=name, load=f"{trial.load_s:.1f}",
        read=f"{trial.read_s:.0f}", written=f"{trial.written_s:.1f}", texts=f"{trial.texts_s:.0f}",
    )  # fmt: skip
    emit(ctx, trial, words)


@command.command()
@click.argument("name")
@common_options
@click.pass_context
def verify(click_ctx: click.Context, ctx: CliContext, name: str) -> None:
    """Compare the checksum of the model NAME with the published one."""
    with progress_line(name, ctx.lang) as line, stopping() as cancel:
        sound = library_of(ctx).verify(name, progress=line, cancel=cancel)
    key = "verified" if sound else "damaged"
    emit(ctx, {"name": name, "sound": sound}, phrase(ctx.lang, f"model.list.{key}", name=name))
    if not sound:
        click_ctx.exit(1)


@command.command()
@click.argument("name")
@common_options
def remove(ctx: CliContext, name: str) -> None:
    """Delete the model NAME from this computer, or forget the server of that name."""
    library = library_of(ctx)
    row = next((row for row in library.listing() if name in (row.name, str(row.path))), None)
    if row is None and remove_endpoint(ctx, name):
        return
    size = human_size(row.bytes) if row and row.path else "?"
    confirm(ctx, phrase(ctx.lang, "model.list.remove", name=name, size=size))
    freed = library.remove(name)
    value = {"name": name, "freed": freed}
    words = phrase(ctx.lang, "model.list.removed", name=name, size=human_size(freed))
    emit(ctx, value, words)
