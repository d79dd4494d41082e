"""`when`: say what a date phrase means, without a database or a model."""

from __future__ import annotations

from typing import Any, cast

import click

from assistant_app.cli.arguments import TextCommand
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.moment import read_moment
from assistant_app.cli.output import emit, run_batch
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.planner import Resolved


def as_json(found: Resolved) -> dict[str, Any]:
    """Return the row that `when` prints for a phrase."""
    row: dict[str, Any] = {
        "status": found.status,
        "kind": found.kind,
        "value": found.value,
        "alternatives": [
            {"kind": a.kind, "value": a.value, "tag": a.tag} for a in found.alternatives
        ],
        "assumptions": list(found.assumptions),
        "span": list(found.span) if found.span else None,
    }
    if found.tz:
        row["tz"] = found.tz
    if found.reason:
        row["reason"] = found.reason
    return row


def _answer(row: dict[str, Any]) -> tuple[Resolved, Moment, Lang]:
    from assistant_app.planner import dates

    phrase = str(row["phrase"])
    moment = read_moment(row.get("now"), row.get("tz"), bad_zone="unknown_zone", bad_now="bad_now")
    lang = cast(Lang, row.get("lang") or detect(phrase))
    found = dates.resolve(phrase, moment, lang, row.get("prefer") or "future")
    return found, moment, lang


@click.command("when", cls=TextCommand)
@click.argument("phrase", required=False)
@click.option("--now", metavar="ISO8601", help="Read the phrase at this moment.")
@click.option("--tz", metavar="ZONE", help="The time zone, such as Europe/London.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="The language of the phrase.")
@click.option("--prefer", type=click.Choice(["future", "any"]), help="Whether the past is fine.")
@click.option("--batch", metavar="FILE", type=click.Path(allow_dash=True), help="JSON Lines in.")
@common_options
def command(
    ctx: CliContext,
    phrase: str | None,
    now: str | None,
    tz: str | None,
    lang: str | None,
    prefer: str | None,
    batch: str | None,
) -> None:
    """Say what a date PHRASE means: the value, what else it could be, what was assumed."""
    defaults = {"now": now, "tz": tz, "lang": lang, "prefer": prefer}
    if batch is not None:
        given = {k: v for k, v in defaults.items() if v}
        run_batch(ctx, batch, lambda row: as_json(_answer({**given, **row})[0]))
        return
    if not phrase:
        raise click.UsageError("Give a phrase, or --batch FILE.")
    found, moment, language = _answer({"phrase": phrase, **defaults})
    emit(ctx, as_json(found), lambda: _human(found, moment, language))


def _human(found: Resolved, moment: Moment, lang: Lang) -> str:
    from assistant_app.planner import dates
    from assistant_app.resources import phrase

    words = dates.explain(found, moment, lang)
    if found.status != "ok":
        comma = "；" if lang == "zh" else "; "
        readings = [dates.explain(reading, moment, lang) for reading in _readings(found)]
        choices = comma.join(dict.fromkeys(readings))
        words = phrase(lang, f"dates.status.{found.status}", words=words, choices=choices)
    return "\n".join([words, *dates.describe_tags(found.assumptions, lang)])


def _readings(found: Resolved) -> list[Resolved]:
    return [Resolved("ok", a.kind, a.value) for a in found.alternatives]
