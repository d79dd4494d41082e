"""The plain llama.cpp loop that `assistant-app bench` compares with: `--engine-raw`.

What a short script on llama-cpp-python does: evaluate the prompt, take the best token, evaluate it,
and so on; no pipe a token, no cache, no cancel. The model is loaded with the parameters of the
worker and runs at its priority, so that what differs is what this app adds.
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from typing import Any

from assistant_app.domain.engine import PromptMessage
from assistant_app.engine import protocol
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.template import PromptTemplate
from assistant_app.engine.threads import thread_count
from assistant_app.engine.worker import NativeModel, open_pipe


def run() -> int:
    """Answer requests, one JSON object a line, until stdin ends.

    A line is `{"messages": [[role, text]], "tokens": most}`; the first names the `model`, `context`
    and `batch` as well, and the `threads` where they are not those of a worker. The answer is what
    `RawLoop.run` returns.
    """
    pipe = open_pipe()
    loop: RawLoop | None = None
    for line in sys.stdin:
        request = json.loads(line)
        if loop is None:
            threads = request.get("threads") or thread_count()
            load = protocol.Load(
                0, request["model"], "chat", request["context"], request["batch"], threads
            )
            loop = RawLoop(load, CancelFlag())
        messages = [PromptMessage(role, text) for role, text in request["messages"]]
        pipe.write(json.dumps(loop.run(messages, request["tokens"])).encode() + b"\n")
    return 0


class RawLoop(NativeModel):
    """A model with a context for one sequence, as a script has it."""

    def _new_context(self, load: protocol.Load) -> Any:
        self.sequences = 1
        return super()._new_context(load)

    def run(self, messages: list[PromptMessage], most: int) -> dict[str, Any]:
        """Write at most `most` tokens after a prompt, from nothing.

        Returns `prompt` and `tokens` (how many), the milliseconds up to the first token (`prompt_ms`)
        and from there on (`rest_ms`), how many tokens were evaluated in the latter (`steps`), and
        the `text`.
        """
        template = PromptTemplate(self.chat_template(), self.tokenize)
        prompt, _, _ = template.tokens(messages, 0, "")
        first = self.first_token
        if first is not None and prompt[:1] != [first]:
            prompt.insert(0, first)
        self.clear()
        greedy = self._c.llama_sampler_init_greedy()
        begun = time.perf_counter()
        for at in range(0, len(prompt), self.batch):
            self._plain_decode(prompt[at : at + self.batch])
        token = self._c.llama_sampler_sample(greedy, self._ctx, -1)
        found = time.perf_counter()
        written, steps = [self.piece(token)], 0
        while len(written) < most:
            self._plain_decode([token])
            steps += 1
            token = self._c.llama_sampler_sample(greedy, self._ctx, -1)
            if self.is_end(token):
                break
            written.append(self.piece(token))
        ended = time.perf_counter()
        self._c.llama_sampler_free(greedy)
        return {
            "prompt": len(prompt),
            "tokens": len(written),
            "prompt_ms": (found - begun) * 1000,
            "rest_ms": (ended - found) * 1000,
            "steps": steps,
            "text": b"".join(written).decode("utf-8", "replace"),
        }

    def _plain_decode(self, tokens: list[int]) -> None:
        array = (ctypes.c_int32 * len(tokens))(*tokens)
        result = self._c.llama_decode(self._ctx, self._c.llama_batch_get_one(array, len(tokens)))
        if result:
            raise RuntimeError(f"llama_decode returned {result}")
