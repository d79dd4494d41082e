"""llama-server's own interface: prompts as tokens, grammars, and probabilities of tokens.

The prompt is put together as it is for a model on this computer (`engine/template.py`): the words
of a message are tokenized as plain text, so that they never become a mark between messages.
"""

from __future__ import annotations

import heapq
from collections import OrderedDict
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from assistant_app.domain.engine import Completion, PromptMessage, Scored
from assistant_app.domain.text import clean
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.http_exchange import FIRST_S
from assistant_app.engine.remote_api import Piece, RemoteApi
from assistant_app.engine.template import PromptTemplate
from assistant_app.errors import AppError, Cancelled

TOP, WIDER, MOST = 256, 8, 16_384
"""How many of the likeliest next tokens are asked for; how many times more where the best of the
candidates is not among them, and when that ends.
"""
_NEVER = 20.0
"""How much less likely than all others a token is that a whole list does not have."""
_REMEMBERED = 1024


class LlamaServer:
    """One llama-server. Not for two threads at once."""

    def __init__(self, api: RemoteApi) -> None:
        self._api = api
        self._cancel = CancelToken()
        self._known: OrderedDict[tuple[str, bool], list[int]] = OrderedDict()
        self._template = PromptTemplate(self._render, self._tokenize)
        self._first: list[int] | None = None

    def _render(self, rows: list[dict[str, str]], thinking: bool) -> str:
        body = {"messages": rows, "chat_template_kwargs": {"enable_thinking": thinking}}
        return str(self._ask("/apply-template", body)["prompt"])

    def _tokenize(self, text: str, special: bool) -> list[int]:
        key = (text, special)
        if key not in self._known:
            body = {"content": text, "parse_special": special}
            self._known[key] = [int(token) for token in self._ask("/tokenize", body)["tokens"]]
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def _ask(self, path: str, body: dict[str, Any], wait_s: float = 30.0) -> dict[str, Any]:
        named = {"model": self._api.model, **body}
        found = self._api.ask(path, named, cancel=self._cancel, wait_s=wait_s)
        if not isinstance(found, dict):
            raise AppError("endpoint_not_api", host=self._api.host)
        return found

    def _prompt(self, request: Completion, cancel: CancelToken) -> list[int]:
        self._cancel = cancel
        made = self._template.tokens(request.messages, request.static, request.prefill)
        tokens = made[0]
        if cancel.cancelled:
            raise Cancelled
        if self._first is None:
            opening = self._ask("/tokenize", {"content": "", "add_special": True})["tokens"]
            self._first = [int(token) for token in opening[:1]]
        return tokens if tokens[:1] == self._first else [*self._first, *tokens]

    def complete(self, request: Completion, cancel: CancelToken) -> Generator[Piece, None, None]:
        """Stream what follows the prompt and the prefill.

        Raises:
            AppError: `endpoint_*`, `prompt_too_long`.
        """
        body = {
            "model": self._api.model,
            "prompt": self._prompt(request, cancel),
            "n_predict": request.max_tokens,
            "temperature": request.temperature,
            "stop": list(request.stop),
            "grammar": request.grammar or "",
            "cache_prompt": True,
            "stream": True,
        }
        with closing(self._api.events("/completion", body, cancel)) as events:
            for event in events:
                yield _piece(event)

    def warm(self, messages: Sequence[PromptMessage], cancel: CancelToken) -> None:
        """Have the server read a prompt that others begin with."""
        request = Completion((*messages, PromptMessage("user", "")), static=len(messages))
        body = {"prompt": self._prompt(request, cancel), "n_predict": 0, "cache_prompt": True}
        self._ask("/completion", body, FIRST_S)

    def score(self, request: Completion, candidates: Sequence[str], cancel: CancelToken) -> Scored:
        """Return the log-probability of each candidate after the prompt.

        The likeliest is followed to its end, token by token; the value of another is that of the
        tokens that had to be looked at, which is an upper bound.
        """
        prompt = self._prompt(request, cancel)
        paths = [tuple(self._tokenize(text, False)) for text in candidates]
        nodes = _Nodes(lambda path, top: self._next([*prompt, *path], top))
        values = [0.0] * len(paths)
        waiting = [_Open(0.0, index, 0) for index in range(len(paths))]
        while waiting:
            best = heapq.heappop(waiting)
            path = paths[best.index]
            if best.above is not None:  # it is at most so likely: look closer
                best = best.above
                if not nodes.value(path[: best.depth], path[best.depth])[1]:
                    nodes.widen(path[: best.depth])
            elif best.depth == len(path):
                break
            value, exact = nodes.value(path[: best.depth], path[best.depth])
            values[best.index] = value - best.cost
            further = _Open(-values[best.index], best.index, best.depth + 1)
            heapq.heappush(waiting, further if exact else further.at_most(best))
        return Scored(tuple(values), len(prompt), nodes.evaluated)

    def _next(self, prompt: list[int], top: int) -> tuple[dict[int, float], int]:
        """Return the log-probabilities of the likeliest next tokens, and the tokens computed."""
        body = {
            "prompt": prompt,
            "n_predict": 1,
            "n_probs": top,
            "temperature": 0.0,
            "cache_prompt": True,
        }
        answer = self._ask("/completion", body, FIRST_S)
        try:
            rows = answer["completion_probabilities"][0]["top_logprobs"]
            found = {int(row["id"]): float(row["logprob"]) for row in rows}
        except (KeyError, IndexError, TypeError, ValueError):
            raise AppError("endpoint_not_api", host=self._api.host) from None
        timings = answer.get("timings")
        computed = timings.get("prompt_n", 0) if isinstance(timings, dict) else 0
        return found, int(computed)


@dataclass(frozen=True, slots=True, order=True)
class _Open:
    """A candidate of which `depth` tokens are weighed, at `cost` (what is likely costs little).

    `above` is what it was before its last token, when of that only a bound is known.
    """

    cost: float
    index: int
    depth: int
    above: _Open | None = field(default=None, compare=False)

    def at_most(self, above: _Open) -> _Open:
        """Return this as a bound."""
        return replace(self, above=above)


class _Nodes:
    """The likeliest next tokens after each way to begin that was looked at."""

    def __init__(
        self, ask: Callable[[tuple[int, ...], int], tuple[dict[int, float], int]]
    ) -> None:
        self._ask = ask
        self._tops: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[int, ...], dict[int, float]] = {}
        self.evaluated = 0

    def value(self, before: tuple[int, ...], token: int) -> tuple[float, bool]:
        """Return the log-probability of a token, and whether that is it or only a bound."""
        if before not in self._known:
            self._look(before, TOP)
        known = self._known[before]
        if token in known:
            return known[token], True
        least = min(known.values(), default=0.0)
        whole = len(known) < self._tops[before]
        return (least - _NEVER, True) if whole else (least, self._tops[before] >= MOST)

    def widen(self, before: tuple[int, ...]) -> None:
        """Look at more of the tokens there."""
        self._look(before, min(MOST, self._tops[before] * WIDER))

    def _look(self, before: tuple[int, ...], top: int) -> None:
        self._known[before], computed = self._ask(before, top)
        self._tops[before] = top
        self.evaluated += computed


def _piece(event: dict[str, Any]) -> Piece:
    text = event.get("content")
    finish = ""
    if event.get("stop") is True:
        finish = "length" if event.get("stop_type") == "limit" else "stop"
    usage = None
    if finish:
        usage = {
            "prompt_tokens": event.get("tokens_evaluated"),
            "completion_tokens": event.get("tokens_predicted"),
        }
    timings = event.get("timings")
    return Piece(
        clean(text) if isinstance(text, str) else "",
        finish,
        usage,
        timings if isinstance(timings, dict) else None,
    )
