"""`models add-endpoint`, `test-endpoint` and `token`: servers of the owner's own as models."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from assistant_app.cli.arguments import TextCommand
from assistant_app.cli.context import CliContext, common_options
from assistant_app.cli.output import confirm, emit
from assistant_app.cli.terminal import ask_secret, say
from assistant_app.resources import phrase

if TYPE_CHECKING:
    from assistant_app.domain.endpoint import Endpoint

_MOST_CONTEXT = 1_048_576


@click.command("add-endpoint", cls=TextCommand)
@click.argument("name")
@click.argument("url")
@click.option("--model", default="", metavar="M", help="Which of the server's models.")
@click.option("--context", type=click.IntRange(512, _MOST_CONTEXT), help="Tokens of its window.")
@click.option("--token", is_flag=True, help="Ask for a token; it goes into the keyring.")
@common_options
def add_endpoint(
    ctx: CliContext, name: str, url: str, model: str, context: int | None, token: bool
) -> None:
    """Name the model server at URL; `models use NAME` has it answer.

    A server that speaks as OpenAI's does: llama-server, vLLM, Ollama and others, on this computer
    or in your own network. Without a terminal, the token is read from standard input.
    """
    from assistant_app.errors import AppError

    endpoints = ctx.assistant().endpoints
    secret = _read_token(ctx, name) if token else ""
    entry = endpoints.draft(name, url, model=model, context=context or 0)
    try:
        tested = endpoints.add(entry, secret)
    except AppError as error:
        if error.code == "endpoint_denied":
            raise AppError("endpoint_not_added", **error.params) from error
        if error.code != "endpoint_public":
            raise
        _agree(ctx, "ask_public", host=entry.address.place)
        entry = endpoints.draft(name, url, model=model, context=context or 0, public=True)
        tested = endpoints.add(entry, secret)
    value = _value(endpoints.get(name), current=False) | {
        "server": tested.server,
        "context": tested.context,
    }
    words = _say(
        ctx, "added", name=name, server=tested.server, host=entry.address.place,
        model=value["model"], context=f"{tested.context:,}",
    )  # fmt: skip
    emit(ctx, value, words)


@click.command("test-endpoint", cls=TextCommand)
@click.argument("name")
@common_options
def test_endpoint(ctx: CliContext, name: str) -> None:
    """Ask the server NAME what it is."""
    endpoints = ctx.assistant().endpoints
    entry, tested = endpoints.get(name), endpoints.test(name)
    value = _value(entry, current=endpoints.current() == entry)
    value |= {"server": tested.server, "context": tested.context}
    words = _say(
        ctx, "tested", name=name, server=tested.server, host=entry.address.place,
        model=entry.model, context=f"{tested.context:,}",
    )  # fmt: skip
    emit(ctx, value, words)


@click.command("token", cls=TextCommand)
@click.argument("name")
@click.option("--forget", is_flag=True, help="Forget it.")
@common_options
def set_token(ctx: CliContext, name: str, forget: bool) -> None:
    """Give the token of the server NAME; it is kept in the keyring and nowhere else."""
    endpoints = ctx.assistant().endpoints
    endpoints.get(name)
    endpoints.set_token(name, "" if forget else _read_token(ctx, name))
    key = "token_forgotten" if forget else "token_kept"
    emit(ctx, {"name": name, "token": not forget}, _say(ctx, key, name=name))


def _read_token(ctx: CliContext, name: str) -> str:
    """Return a token that is typed unseen, or the first line of standard input; never empty."""
    from assistant_app.domain.endpoint import check_token

    if sys.stdin.isatty():
        words = _say(ctx, "token_prompt", name=name)
        return check_token(ask_secret(words).strip())
    return check_token(sys.stdin.readline().strip())


def use_endpoint(ctx: CliContext, name: str) -> bool:
    """Have the server NAME answer, if there is one; says where what is asked goes from then on."""
    endpoints = ctx.assistant().endpoints
    entry = endpoints.find(name)
    if entry is None:
        return False
    if entry.place == "internet":
        _agree(ctx, "ask_use", name=name, host=entry.address.place)
    endpoints.use(name)
    words = _say(ctx, f"used_{entry.place}", name=name, host=entry.address.place)
    emit(ctx, _value(entry, current=True), words)
    return True


def remove_endpoint(ctx: CliContext, name: str) -> bool:
    """Forget the server NAME, if there is one."""
    endpoints = ctx.assistant().endpoints
    entry = endpoints.find(name)
    if entry is None:
        return False
    confirm(ctx, _say(ctx, "ask_remove", name=name, host=entry.address.place))
    endpoints.remove(name)
    emit(ctx, {"name": name, "freed": 0}, _say(ctx, "removed", name=name))
    return True


def endpoint_rows(ctx: CliContext) -> list[dict[str, Any]]:
    """Return the servers as `models list --json` shows them."""
    endpoints = ctx.assistant().endpoints
    current = endpoints.current()
    return [_value(entry, current=entry == current) for entry in endpoints.listing()]


def endpoint_line(row: dict[str, Any], lang: str) -> str:
    """Return the line of a server in `models list`."""
    words = [phrase(lang, "model.list.current" if row["current"] else "model.list.ready")]
    if row["token"]:
        words.append(phrase(lang, "endpoint.cli.row_token"))
    about = phrase(lang, "endpoint.cli.row", host=row["host"], model=row["model"])
    return f"{'*' if row['current'] else ' '} {row['name']}  {about}: {', '.join(words)}"


def _agree(ctx: CliContext, key: str, **params: object) -> None:
    """Ask; with `--yes` the question is still shown."""
    question = _say(ctx, key, **params)
    if ctx.yes:
        say(question, err=True)
    confirm(ctx, question)


def _value(entry: Endpoint, *, current: bool) -> dict[str, Any]:
    return {
        "name": entry.name,
        "kind": "endpoint",
        "url": str(entry.address),
        "host": entry.address.place,
        "place": entry.place,
        "model": entry.model,
        "token": entry.has_token,
        "current": current,
    }


def _say(ctx: CliContext, key: str, **params: object) -> str:
    return phrase(ctx.lang, f"endpoint.cli.{key}", **params)
