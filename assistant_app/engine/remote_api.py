"""Requests and answers of an OpenAI-compatible server, as values; what fails has a sentence."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assistant_app.domain.engine import PromptMessage
from assistant_app.domain.text import clean
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.http_exchange import (
    FIRST_S,
    NEXT_S,
    QUICK_S,
    Exchange,
    Head,
    Server,
    refusal,
)
from assistant_app.engine.template import fold_systems
from assistant_app.errors import AppError, Cancelled

LOADING_S = 60.0
"""How long a server that says it is still loading its model is waited for."""
_AGAIN_S = 0.5
_ERROR_BYTES = 64 * 1024
_NO_ANSWER = frozenset(
    {
        "endpoint_not_api",
        "endpoint_failed",
        "endpoint_model_missing",
        "endpoint_denied",
        "endpoint_redirect",
    }
)
"""How servers answer what they do not know."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an answer: its text, and what else came with it.

    `thought` is what the model said to itself, `finish` the server's word for why it ended; `usage`
    and `timings` are its figures.
    """

    text: str = ""
    finish: str = ""
    usage: dict[str, Any] | None = None
    timings: dict[str, Any] | None = None
    thought: str = ""


class RemoteApi:
    """One server and one model of it; holds no connection between two requests."""

    def __init__(self, server: Server, model: str) -> None:
        self.server = server
        self.model = model

    @property
    def host(self) -> str:
        """Host and port, for sentences."""
        return self.server.host

    def ask(
        self,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        cancel: CancelToken | None = None,
        wait_s: float = QUICK_S,
    ) -> Any:
        """Return the JSON that answers; `body` None is a GET.

        Raises:
            AppError: `endpoint_*`, `prompt_too_long`.
            Cancelled: the end was asked for.
        """
        with self._open(path, body, cancel or CancelToken(), wait_s) as (exchange, head):
            text = exchange.body(wait_s)
            if head.kind == "text/html":
                raise AppError("endpoint_not_api", host=self.host)
            try:
                return json.loads(text)
            except (ValueError, RecursionError):
                code = "endpoint_broken_off" if "json" in head.kind else "endpoint_not_api"
                raise AppError(code, host=self.host) from None

    def try_ask(
        self,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        cancel: CancelToken | None = None,
    ) -> Any:
        """Return as `ask`, or None where the server does not know that question."""
        try:
            return self.ask(path, body, cancel=cancel)
        except AppError as error:
            if error.code in _NO_ANSWER:
                return None
            raise

    def events(
        self, path: str, body: dict[str, Any], cancel: CancelToken
    ) -> Generator[dict[str, Any], None, None]:
        """Yield the events of a streamed answer, in order; closing it breaks the connection.

        A server that answers in one piece gives that as one event.

        Raises:
            AppError: as `ask`; `endpoint_broken_off` when the stream ends before its end.
        """
        with self._open(path, body, cancel, FIRST_S) as (exchange, head):
            if head.kind != "text/event-stream":
                yield self._whole(exchange, head)
                return
            ended = False
            for line in exchange.lines(FIRST_S, NEXT_S):
                event = self._event(line)
                if event is None:
                    continue
                if not event:
                    return
                ended = ended or _ends(event)
                yield event
            if not ended:
                raise AppError("endpoint_broken_off", host=self.host)

    def _whole(self, exchange: Exchange, head: Head) -> dict[str, Any]:
        try:
            found = json.loads(exchange.body(FIRST_S))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or "json" not in head.kind:
            raise AppError("endpoint_not_api", host=self.host)
        return found

    def _event(self, line: bytes) -> dict[str, Any] | None:
        """Return the event of a line; None where it holds none, and an empty one at the end."""
        field, _, value = line.strip().partition(b":")
        if field not in (b"data", b"error") or not value.strip():
            return None
        if value.strip() == b"[DONE]":
            return {}
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise AppError("endpoint_not_api", host=self.host)
        if field == b"error" or found.get("error"):
            status = found.get("error", found)
            code = status.get("code") if isinstance(status, dict) else None
            head = Head(code if isinstance(code, int) else 500, "application/json")
            raise refusal(self.server, head, value, self.model)
        return found

    @contextlib.contextmanager
    def _open(
        self, path: str, body: dict[str, Any] | None, cancel: CancelToken, wait_s: float
    ) -> Iterator[tuple[Exchange, Head]]:
        """Ask, and give the beginning of an answer that is one; closed at the end."""
        until = time.monotonic() + LOADING_S
        while True:
            method = "GET" if body is None else "POST"
            exchange = Exchange(self.server, method, path, body, cancel=cancel)
            try:
                head = exchange.head(wait_s)
                if head.status == 200:
                    yield exchange, head
                    return
                text = exchange.body(wait_s, _ERROR_BYTES)
            finally:
                exchange.close()
            loading = head.status == 503 and b"oading" in text
            if not loading or time.monotonic() > until:
                raise refusal(self.server, head, text, self.model)
            _pause(cancel)

    # --- chat

    def chat(
        self,
        messages: Sequence[PromptMessage],
        options: dict[str, Any],
        cancel: CancelToken,
        *,
        systems: bool = True,
    ) -> Generator[Piece, None, None]:
        """Stream an answer to `messages`; `options` join the body of the request.

        Without `systems`, what the system says is said by the user.
        """
        body = {
            **self._chat_body(messages, options, systems),
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        with contextlib.closing(self.events("/v1/chat/completions", body, cancel)) as events:
            for event in events:
                yield _chat_piece(event)

    def chat_once(
        self, messages: Sequence[PromptMessage], options: dict[str, Any], cancel: CancelToken
    ) -> None:
        """Have an answer in one piece, for what goes wrong with it.

        Raises:
            AppError: as `ask`.
        """
        body = self._chat_body(messages, options, True)
        self.ask("/v1/chat/completions", body, cancel=cancel, wait_s=FIRST_S)

    def _chat_body(
        self, messages: Sequence[PromptMessage], options: dict[str, Any], systems: bool
    ) -> dict[str, Any]:
        rows = chat_rows(messages, systems=systems)
        return {"model": self.model, "messages": rows, **options}


def _pause(cancel: CancelToken) -> None:
    woken = threading.Event()
    remove = cancel.on_cancel(woken.set)
    try:
        if woken.wait(_AGAIN_S):
            raise Cancelled
    finally:
        remove()


def _ends(event: dict[str, Any]) -> bool:
    """Tell whether a server that says no `[DONE]` has said its last word."""
    if event.get("stop") is True:
        return True
    choices = event.get("choices")
    return bool(isinstance(choices, list) and choices and _dict(choices[0]).get("finish_reason"))


def _chat_piece(event: dict[str, Any]) -> Piece:
    choices = event.get("choices")
    choice = _dict(choices[0]) if isinstance(choices, list) and choices else {}
    said = _dict(choice.get("delta") or choice.get("message"))
    text = said.get("content")
    thought = said.get("reasoning_content") or said.get("reasoning")
    finish = choice.get("finish_reason")
    usage, timings = event.get("usage"), event.get("timings")
    return Piece(
        clean(text) if isinstance(text, str) else "",
        finish if isinstance(finish, str) else "",
        usage if isinstance(usage, dict) else None,
        timings if isinstance(timings, dict) else None,
        clean(thought) if isinstance(thought, str) else "",
    )


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


# --- messages ----------------------------------------------------------------------------------

_CONTROL = ("<|", "|>", "<s>", "</s>", "[INST]", "[/INST]", "<start_of_turn>", "<end_of_turn>")
_GAP = "\u200b"


def defused(text: str) -> str:
    """Return a message whose words no server reads as the marks between messages.

    A server reads a prompt as one text, so that a mark typed by a person, or found in a calendar
    file, would end the message. A sign of no width in its middle leaves it to be read.
    """
    for mark in _CONTROL:
        if mark in text:
            text = text.replace(mark, f"{mark[0]}{_GAP}{mark[1:]}")
    return text


def chat_rows(messages: Sequence[PromptMessage], *, systems: bool = True) -> list[dict[str, str]]:
    """Return messages as servers take them: a system message at the start, or none at all.

    Many templates refuse one in the middle, and two of one role in a row.
    """
    rows: list[dict[str, str]] = []
    for group in fold_systems(messages, heads=1 if systems else 0):
        role: str = messages[group[-1]].role
        if role == "system" and not (systems and group[0] == 0):
            role = "user"
        text = "\n\n".join(defused(messages[index].text) for index in group)
        rows.append({"role": role, "content": text})
    return rows
