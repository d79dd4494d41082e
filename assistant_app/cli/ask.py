"""`ask`: one turn from the terminal, or many from a file."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
import threading
from collections.abc import Callable
from typing import Any

import click

from assistant_app.cli.arguments import TextCommand
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.moment import read_moment
from assistant_app.cli.output import emit, run_batch
from assistant_app.cli.stopping import BY_CTRL_C, stopping
from assistant_app.cli.terminal import say
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.turn import (
    CancelToken,
    TextDelta,
    TurnEnded,
    TurnRequest,
    TurnResult,
    TurnStarted,
)
from assistant_app.errors import AppError, Cancelled, sentence
from assistant_app.log import as_app_error
from assistant_app.resources import phrase
from assistant_app.services.assistant import Assistant

PREPARE_S = 6.0
"""How long a session may take to be made ready after the answer is out; Ctrl+C ends it sooner."""


@dataclasses.dataclass
class AskOptions:
    """What the options of `ask` say; a line of a batch may say otherwise."""

    session: str | None
    new: bool
    now: str | None
    tz: str | None
    lang: Lang | None
    dry_run: bool


@click.command("ask", cls=TextCommand)
@click.argument("text", required=False)
@click.option("--session", metavar="ID", help="Go on with this session.")
@click.option("--new", is_flag=True, help="Start a new session.")
@click.option("--model", metavar="NAME", help="Use this model: a name or a file.")
@click.option("--now", metavar="ISO8601", help="Take this as the present wall time.")
@click.option("--tz", metavar="ZONE", help="Take this as the time zone, such as Europe/London.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Answer in this language.")
@click.option("--dry-run", is_flag=True, help="Decide and check, and change nothing.")
@click.option("--batch", type=click.Path(), metavar="FILE", help="A JSON object a line.")
@common_options
def command(
    ctx: CliContext,
    text: str | None,
    session: str | None,
    new: bool,
    model: str | None,
    now: str | None,
    tz: str | None,
    lang: Lang | None,
    dry_run: bool,
    batch: str | None,
) -> None:
    """Say TEXT to the assistant: a question, or what to do.

    Without --session or --new, the last session goes on.
    """
    options = AskOptions(session, new, now, tz, lang, dry_run)
    ctx.model = _located(ctx, model) if model else None
    if batch:
        _batch(ctx, options, batch)
        return
    if text is None:
        text = sys.stdin.read() if not sys.stdin.isatty() else ""
    _ensure_model(ctx)
    assistant = ctx.assistant()
    request = TurnRequest(
        text=text, session_id=_session(assistant, options), now=_moment(now, tz), lang=lang,
        yes=ctx.yes, dry_run=dry_run,
    )  # fmt: skip
    result = _run(assistant, request, stream=not ctx.json and sys.stdout.isatty())
    if not ctx.json and sys.stdout.isatty():
        say()
    emit(ctx, as_json(result), lambda: _human(result, streamed=sys.stdout.isatty()))
    sys.stdout.flush()
    _tell_notes(ctx, assistant)
    failure = result.failure
    if failure and result.status != "failed":
        say(sentence(failure, ctx.lang), err=True)
    if result.status == "interrupted" and not failure:
        say(phrase(ctx.lang, "session.ask.stopped"), err=True)
        click.get_current_context().exit(BY_CTRL_C)
    _sum_up(assistant, {result.session_id})
    if assistant.keeps_states and not dry_run:
        _prepare(assistant, result.session_id, keep=True)
    if failure and result.status == "failed":
        raise failure


def _sum_up(assistant: Assistant, sessions: set[int]) -> None:
    """Sum up those of the sessions that have grown long: until the next call they are at rest.

    The answers are out by now. What fails here is done at the next occasion.
    """
    cancel = CancelToken()
    with stopping(cancel), contextlib.suppress(AppError, Cancelled):
        for session in assistant.summaries_due(sessions):
            assistant.summarize(session, cancel)


def _tell_notes(ctx: CliContext, assistant: Assistant) -> None:
    """Say on stderr what the owner should know of how the model was loaded, if it was."""
    with contextlib.suppress(AppError):
        info = assistant.engine_info()
        for code in info.notes if info else ():
            say(phrase(ctx.lang, f"engine.notes.{code}"), err=True)


def _prepare(assistant: Assistant, session_id: int, *, keep: bool = False) -> None:
    """Have a session ready for its next message, here or, with `keep`, in the next call.

    The answer is out by now; what takes too long is left to the next message.
    """
    if not session_id:
        return
    cancel = CancelToken()
    late = threading.Timer(PREPARE_S, cancel.cancel)
    late.daemon = True
    late.start()
    try:
        with stopping(cancel), contextlib.suppress(AppError, Cancelled):
            assistant.prepare(session_id, cancel, keep=keep)
    finally:
        late.cancel()


def _ensure_model(ctx: CliContext) -> None:
    if ctx.model is None:
        from assistant_app.cli.models import ensure_model

        ensure_model(ctx)


def _run(assistant: Assistant, request: TurnRequest, *, stream: bool = False) -> TurnResult:
    """Run one turn to its end; Ctrl+C stops the answer and keeps what came."""
    cancel = CancelToken()
    with stopping(cancel):
        stored = False
        try:
            for event in assistant.run_turn(request, cancel):
                stored = stored or isinstance(event, TurnStarted)
                if isinstance(event, TextDelta) and stream:
                    say(event.text, nl=False)
                if isinstance(event, TurnEnded):
                    return event.result
        except Exception as caught:
            fault = as_app_error(caught)
            fault.message_kept = stored
            raise fault from caught
    raise AppError("cancelled")


def _session(assistant: Assistant, options: AskOptions) -> int | None:
    if options.session:
        if options.session.isdigit():
            return assistant.sessions.get(int(options.session)).id
        found = assistant.sessions.by_ref(options.session)
        if found is None:
            raise AppError("session_missing", id=options.session)
        return found.id
    if options.new or options.dry_run:
        return None
    latest = assistant.sessions.listing()
    return latest[0].id if latest else None


def _moment(now: str | None, tz: str | None) -> Moment | None:
    """Return the moment that the options name; None is the machine's clock."""
    if now is None and tz is None:
        return None
    return read_moment(now, tz, bad_now="now_unreadable")


def _located(ctx: CliContext, model: str) -> str:
    from assistant_app.engine.library import ModelLibrary

    return str(ModelLibrary(ctx.paths.models_dir).locate(model))


def _batch(ctx: CliContext, options: AskOptions, file: str) -> None:
    _ensure_model(ctx)
    assistant = ctx.assistant()
    used: set[int] = set()

    def after(row: dict[str, Any], answer: dict[str, Any]) -> None:
        """Use the time until the next line where it may go on with the same session."""
        if row.get("session") is not None and answer.get("session") and not options.dry_run:
            _prepare(assistant, answer["session"])

    run_batch(ctx, file, _line_handler(ctx, assistant, options, used), after)
    _sum_up(assistant, used)


def _line_handler(
    ctx: CliContext, assistant: Assistant, options: AskOptions, used: set[int]
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what answers one line; a session name of the caller's own starts one at first use.

    The sessions are added to `used`.
    """

    def handle(row: dict[str, Any]) -> dict[str, Any]:
        session: int | None = None
        name = row.get("session")
        if name is not None:
            session = _named_session(assistant, name)
        request = TurnRequest(
            text=str(row["text"]), session_id=session,
            now=_moment(row.get("now", options.now), row.get("tz", options.tz)),
            lang=row.get("lang", options.lang), yes=bool(row.get("yes", ctx.yes)),
            dry_run=options.dry_run,
        )  # fmt: skip
        result = _run(assistant, request)
        used.add(result.session_id)
        failure = result.failure
        if failure and result.status == "failed":
            said = {"error": failure.code, "message": sentence(failure, ctx.lang)}
            return said | as_json(result)
        return as_json(result)

    return handle


def _named_session(assistant: Assistant, name: Any) -> int:
    if isinstance(name, int):
        return assistant.sessions.get(name).id
    found = assistant.sessions.by_ref(str(name))
    if found is None and str(name).isdigit():
        return assistant.sessions.get(int(name)).id
    return (found or assistant.sessions.create(ref=str(name))).id


def as_json(result: TurnResult) -> dict[str, Any]:
    """Return the document that `ask --json` prints."""
    return {
        "session": result.session_id or None,
        "message": result.message_id,
        "reply": result.reply,
        "status": result.status,
        "question": dataclasses.asdict(result.question) if result.question else None,
        "actions": [
            {
                "tool": action.tool,
                "args": action.args,
                "status": action.status,
                "summary": action.summary,
                "item": action.item,
                "undo": action.undo,
                "assumptions": list(action.assumptions),
                "data": action.data,
            }
            for action in result.actions
        ],
        "memories_used": [
            {"id": r.memory.id, "text": r.memory.text, "score": round(r.score, 3)}
            for r in result.memories_used
        ],
        "memories_proposed": [
            {
                "id": m.id,
                "text": m.text,
                "kind": m.kind.value,
                "quote": m.source.quote if m.source else "",
            }
            for m in result.memories_proposed
        ],
        "usage": dataclasses.asdict(result.usage),
    }


def _human(result: TurnResult, *, streamed: bool) -> str:
    """Return what a person reads: the reply, choices, assumptions, and what was remembered."""
    lines = [] if streamed else [result.reply]
    if result.question:
        lines += [f"  {n}. {c}" for n, c in enumerate(result.question.choices, 1)]
    for action in result.actions:
        lines += [f"  ({assumption})" for assumption in action.assumptions]
    lines += [f"  ← {r.memory.text}" for r in result.memories_used]
    lines += [f"  ? {m.text}  [memories confirm {m.id}]" for m in result.memories_proposed]
    return "\n".join(line for line in lines if line)
