"""`assistant-app bench`: what this machine does, as figures with the bounds they should keep."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assistant_app.cli.arguments import TextCommand
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.output import emit
from assistant_app.cli.terminal import say
from assistant_app.errors import AppError
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.bench.desk import Setup
    from assistant_app.bench.figures import Figure

PARTS = ("speed", "first-word", "decision", "stop", "help", "window")
_WIDTH = 52


@click.command("bench", cls=TextCommand)
@click.option("--model", metavar="NAME", help="Measure this model: a name or a file.")
@click.option("--runs", type=click.IntRange(1, 100), default=5, help="How often; 5 by default.")
@click.option("--gui", is_flag=True, help="Measure the window as well.")
@click.option("--quick", is_flag=True, help="Short texts: a rough picture, sooner.")
@click.option(
    "--only", type=click.Choice(PARTS), multiple=True, help="Measure this part; may be repeated."
)
@common_options
def command(
    ctx: CliContext,
    model: str | None,
    runs: int,
    gui: bool,
    quick: bool,
    only: tuple[str, ...],
) -> None:
    """Measure the performance of this machine, as ratios of runs side by side.

    Works in a temporary folder: your data is neither read nor changed. Takes some minutes; other
    programs at work make the figures worse.
    """
    chosen = only or tuple(part for part in PARTS if gui or part != "window")
    with tempfile.TemporaryDirectory(prefix="assistant-bench-") as folder:
        report = _measure(ctx, _setup(ctx, model, Path(folder), runs, quick), chosen)
    emit(ctx, report, "")


def _setup(ctx: CliContext, model: str | None, folder: Path, runs: int, quick: bool) -> Setup:
    """Return what to measure.

    Raises:
        AppError: `no_model`, `model_unknown`, and what a bad model file gives.
    """
    from assistant_app.bench.desk import QUICK, Setup, Sizes
    from assistant_app.engine import gguf_file
    from assistant_app.engine.library import ModelLibrary

    library = ModelLibrary(ctx.paths.models_dir)
    path = library.locate(model) if model else library.current()
    if path is None:
        raise AppError("no_model")
    gguf_file.check(path)
    sizes = QUICK if quick else Sizes()
    return Setup(path, library.embedder_path(), folder, runs, sizes)


def _measure(ctx: CliContext, setup: Setup, chosen: tuple[str, ...]) -> dict[str, Any]:
    """Return the report; without `--json`, its lines are printed as they come."""
    from assistant_app.bench import decision, first_word, machine, speed, stopping, windows

    measures: dict[str, Callable[[Setup], list[Figure]]] = {
        "speed": speed.measure,
        "first-word": first_word.measure,
        "decision": decision.measure,
        "stop": stopping.measure,
        "help": windows.measure_help,
        "window": windows.measure,
    }
    report = {**machine.describe(setup.model), "runs": setup.runs}
    rows: list[dict[str, Any]] = []
    if not ctx.json:
        say("\n".join(_head(report, ctx.lang)))
    for part in chosen:
        say(phrase(ctx.lang, "bench.measuring", part=_words(ctx.lang, part)), err=True)
        for figure in measures[part](setup):
            rows.append(figure.to_json())
            if not ctx.json:
                say(_line(figure, ctx.lang))
    return {**report, "figures": rows}


def _words(lang: str, part: str) -> str:
    return phrase(lang, f"bench.part.{part.replace('-', '_')}")


def _head(report: dict[str, Any], lang: str) -> list[str]:
    """Return the lines above the table: what was measured, and how."""
    return [
        phrase(lang, "bench.machine", **report["machine"]),
        phrase(lang, "bench.model", **report["model"]),
        ", ".join(f"{name} {version}" for name, version in report["versions"].items()),
        phrase(lang, "bench.runs", runs=report["runs"]),
        "",
    ]


def _line(figure: Figure, lang: str) -> str:
    name = phrase(lang, f"bench.figure.{figure.name}")
    value = f"{figure.value:.3g}" if abs(figure.value) < 1000 else f"{figure.value:.0f}"
    unit = "" if figure.unit == "ratio" else f" {phrase(lang, 'bench.unit.' + _key(figure.unit))}"
    text = f"{_padded(name)} {value}{unit}"
    if figure.bound is None:
        return text
    bound = phrase(
        lang, "bench.at_least" if figure.at_least else "bench.at_most", bound=f"{figure.bound:g}"
    )
    return f"{text}  ({bound}{'' if figure.kept else ': ' + phrase(lang, 'bench.missed')})"


def _key(unit: str) -> str:
    return unit.replace("/", "_per_")


def _padded(text: str) -> str:
    """Return the text in a column: a Chinese character takes two places."""
    import unicodedata

    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return text + " " * max(0, _WIDTH - len(text) - wide)
