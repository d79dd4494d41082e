"""Text and scores from a chat model, with everything known about the prompt reused.

Knows nothing of pipes and processes. The KV cache is used to the last token: what a new prompt has
in common with what was computed before (in memory, or of the static prompt on disk) is not computed
again, and the count of what was is part of every answer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage, Scored
from assistant_app.engine import sampling
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.kv_state import StateFolder, common_prefix, state_key
from assistant_app.engine.lanes import SPARE, Lanes
from assistant_app.engine.template import CHATML_END, PromptTemplate
from assistant_app.engine.text_stream import LoopGuard, TextStream
from assistant_app.errors import AppError, Cancelled

if TYPE_CHECKING:
    from assistant_app.engine.worker import NativeGrammar, NativeModel

Finish = Literal["stop", "length", "cancelled", "repeated"]
_HOPELESS = 8.0
_LONGEST_TOKEN = 256
_PROBES = "".join(map(chr, range(1, 128))) + "é中の한😀"


class ChatModel:
    """Text from a prompt, with everything known about the prompt reused."""

    def __init__(
        self, model: NativeModel, flag: CancelFlag, states: StateFolder | None, space: str
    ) -> None:
        self._model = model
        self._flag = flag
        self._states = states
        self._space = space
        self._known: list[int] = []
        self._branching = model.sequences if model.sequences == 1 else model.sequences - SPARE
        self._lanes = Lanes(model, range(self._branching, model.sequences))
        self._template = PromptTemplate(model.chat_template(), self._tokenize)

    def _tokenize(self, text: str, special: bool) -> list[int]:
        if len(text) > self._model.context * _LONGEST_TOKEN:
            raise AppError(
                "prompt_too_long", tokens=len(text) // _LONGEST_TOKEN, limit=self._model.context
            )
        return self._model.tokenize(text, special)

    def _prompt(self, request: Completion) -> tuple[list[int], int]:
        """Return the tokens of the prompt and the length of its static part.

        Raises:
            AppError: `prompt_too_long`.
        """
        tokens, static = self._template.tokens(request.messages, request.static, request.prefill)
        first = self._model.first_token
        if first is not None and tokens[:1] != [first]:
            tokens.insert(0, first)
            static += bool(static)
        if len(tokens) > self._model.context:
            raise AppError("prompt_too_long", tokens=len(tokens), limit=self._model.context)
        return tokens, static

    def complete(self, request: Completion, emit: Callable[[str], None]) -> CompletionDone:
        """Stream the answer to `emit`; returns how it ended.

        Raises:
            AppError: `prompt_too_long`, `grammar_invalid`, `grammar_stuck`.
        """
        start = time.monotonic()
        prompt, static = self._prompt(request)
        answer = _Answer(self._model, request, emit, start)
        try:
            evaluated, whole = self._evaluate(prompt, static)
            finish: Finish = self._generate(answer, request) if whole else "cancelled"
        finally:
            answer.close()
        return CompletionDone(
            finish=finish,
            prompt_tokens=len(prompt),
            prompt_tokens_evaluated=evaluated,
            completion_tokens=answer.count,
            ttft_ms=answer.first_ms,
            total_ms=round((time.monotonic() - start) * 1000),
        )

    def _generate(self, answer: _Answer, request: Completion) -> Finish:
        """Sample until something ends the answer; returns what."""
        while answer.count < request.max_tokens:
            if self._flag.is_set:
                return "cancelled"
            token, finish = answer.next()
            if finish:
                return finish
            if len(self._known) >= self._model.context or answer.count >= request.max_tokens:
                break
            self._feed([token])
        return "length"

    def _feed(self, tokens: Sequence[int]) -> bool:
        """Compute tokens after what is known; False when cancelled, and then as if never asked."""
        at = len(self._known)
        for start in range(0, len(tokens), self._model.batch):
            part = tokens[start : start + self._model.batch]
            entries = [(token, len(self._known) + n, [0]) for n, token in enumerate(part)]
            done = not (self._flag.is_set and len(tokens) > 1)
            try:
                done = done and self._model.decode(entries, {len(part) - 1})
            except RuntimeError:
                self._forget()
                raise
            if not done:
                self._keep(len(self._known))
                return False
            self._known.extend(part)
            if len(tokens) == 1:
                self._make_room(len(self._known) + self._model.batch)
        assert len(self._known) == at + len(tokens)
        return True

    def _forget(self) -> None:
        """Forget everything, parked lanes too."""
        self._model.clear()
        self._lanes.reset()
        self._known = []

    def _make_room(self, wanted: int) -> None:
        """Drop parked lanes, oldest first, until `wanted` tokens of this one fit beside them."""
        while wanted + self._lanes.parked_tokens > self._model.context:
            if not self._lanes.drop_oldest():
                return

    def _keep(self, length: int) -> None:
        """Forget all but the first `length` tokens; a model that cannot forgets everything."""
        if self._model.truncate(length):
            del self._known[length:]
        else:
            self._forget()

    def _evaluate(self, prompt: list[int], static: int) -> tuple[int, bool]:
        """Bring the context to `prompt`; returns the tokens computed for it, and whether it is.

        The last token is always computed, for its logits.
        """
        self._known = self._lanes.switch(tuple(prompt[:static]), self._known)
        self._make_room(len(prompt) + self._model.batch)
        shared = min(common_prefix(self._known, prompt), len(prompt) - 1)
        if shared < len(self._known):
            self._keep(shared)
        shared = len(self._known)
        if shared < static and self._restore(prompt[:static]):
            shared = len(self._known)
        stages = [prompt[shared:static], prompt[max(shared, static) :]]
        computed = 0
        for number, stage in enumerate(stages):
            before = len(self._known)
            whole = not stage or self._feed(stage)
            computed += max(0, len(self._known) - before)
            if not whole:
                return computed, False
            if stage and number == 0:
                self._store(prompt[:static])
        return computed, True

    def _restore(self, tokens: list[int]) -> bool:
        """Load the state of the static prompt from disk."""
        if self._states is None:
            return False
        key = state_key(self._space, tokens)
        payload = self._states.load(key)
        if payload is None:
            return False
        self._model.truncate(0)
        if not self._model.import_state(payload):
            self._forget()
            # A context in pieces may have no stretch free that is long enough: now it is empty.
            if not self._model.import_state(payload):
                self._states.drop(key, "refused")
                self._forget()
                return False
        self._known = list(tokens)
        return True

    def _store(self, tokens: list[int]) -> None:
        """Keep the state of the static prompt, which is all that is known at this moment."""
        if self._states is not None:
            key = state_key(self._space, tokens)
            if not self._states.has(key):
                self._states.save(key, self._model.export_state())

    def warm(self, messages: Sequence[PromptMessage]) -> int:
        """Have the state of a static prompt in memory and on disk; returns the tokens computed.

        Raises:
            Cancelled: the end was asked for.
        """
        request = Completion((*messages, PromptMessage("user", "")), static=len(messages))
        prompt, static = self._prompt(request)
        self._known = self._lanes.switch(tuple(prompt[:static]), self._known)
        if common_prefix(self._known, prompt) >= static and (
            self._states is None or self._states.has(state_key(self._space, prompt[:static]))
        ):
            return 0
        self._keep(0)
        computed, whole = self._evaluate(prompt[: static + 1], static)
        if not whole:
            raise Cancelled
        return computed

    def score(self, request: Completion, candidates: Sequence[str]) -> Scored:
        """Return the log-probability of each candidate after the prompt.

        The continuations of all candidates that are not hopeless are computed as one batch, a
        sequence each, which share the prompt's part of the cache.

        Raises:
            AppError: `prompt_too_long`.
            Cancelled: the end was asked for.
        """
        prompt, static = self._prompt(request)
        computed, whole = self._evaluate(prompt, static)
        if not whole:
            raise Cancelled
        longest = self._room() + 1
        paths = [self._model.tokenize(text, False)[:longest] for text in candidates]
        first = sampling.log_probabilities(self._model.logits())
        scores = [float(first[path[0]]) if path else 0.0 for path in paths]
        best = max((s for s, p in zip(scores, paths, strict=True) if p), default=0.0)
        open_ = [
            index
            for index, path in enumerate(paths)
            if len(path) > 1 and scores[index] > best - _HOPELESS
        ]
        for group in self._groups(open_, paths):
            rests = self._branches(prompt, [paths[index] for index in group])
            computed += sum(len(paths[index]) - 1 for index in group)
            for index, rest in zip(group, rests, strict=True):
                scores[index] += rest
        return Scored(tuple(scores), len(prompt), computed)

    def _room(self) -> int:
        """Return how many tokens of candidates one batch can take."""
        model = self._model
        outputs = model.batch if self._branching == 1 else self._branching - 1
        return max(1, min(outputs, model.context - len(self._known)))

    def _groups(self, indices: list[int], paths: list[list[int]]) -> list[list[int]]:
        """Cut candidates into groups whose tokens fit a batch, its outputs and the context."""
        room = self._room()
        groups: list[list[int]] = []
        used = room
        for index in indices:
            size = len(paths[index]) - 1
            if used + size > room:
                groups.append([])
                used = 0
            groups[-1].append(index)
            used += size
        return groups

    def _branches(self, prompt: list[int], paths: list[list[int]]) -> list[float]:
        """Return the log-probability of each path but for its first token, after `prompt`."""
        model = self._model
        single = self._branching == 1
        totals = [0.0] * len(paths)
        rounds = [[index] for index in range(len(paths))] if single else [list(range(len(paths)))]
        for members in rounds:
            entries: list[tuple[int, int, list[int]]] = []
            wanted: list[tuple[int, int]] = []
            for number, index in enumerate(members):
                path = paths[index]
                sequence = 0 if single else number + 1
                if not single:
                    model.copy_sequence(sequence)
                for depth, token in enumerate(path[:-1]):
                    wanted.append((index, path[depth + 1]))
                    entries.append((token, len(prompt) + depth, [sequence]))
            done = model.decode(entries, set(range(len(entries))))
            for at, (index, token) in enumerate(wanted if done else ()):
                totals[index] += float(sampling.log_probabilities(model.logits(at))[token])
            for number in range(len(members)):
                if not single:
                    model.truncate(0, number + 1)
            if single and not model.truncate(len(prompt)):
                self._forget()
                self._feed(prompt)
            if not done:
                raise Cancelled
        return totals


class _Answer:
    """The tokens of one answer on their way to text."""

    def __init__(
        self, model: NativeModel, request: Completion, emit: Callable[[str], None], start: float
    ) -> None:
        import numpy as np

        self._np = np
        self._model = model
        self._emit = emit
        self._start = start
        self._temperature = request.temperature
        self._rng = np.random.default_rng(int.from_bytes(os.urandom(8)))
        self._grammar: NativeGrammar | None = None
        self._stream = TextStream((*request.stop, CHATML_END))
        self._guard = LoopGuard()
        self.count = 0
        self.first_ms = 0
        if request.grammar is not None:
            self._grammar = model.grammar(request.grammar)
            firsts = {tuple(model.tokenize(char, False)[:1]) for char in _PROBES}
            self._probes = np.array(sorted(one for (one,) in filter(None, firsts)), dtype=np.int32)

    def next(self) -> tuple[int, Finish | None]:
        """Choose a token and send its text; returns it and, at the end, why it is the end.

        Raises:
            AppError: `grammar_stuck` when the grammar allows no token at all.
        """
        grammar = self._grammar
        allowed = grammar.allowed if grammar else None
        token = sampling.choose(self._model.logits(), allowed, self._temperature, self._rng)
        if token is None:
            raise AppError("grammar_stuck")
        if self._model.is_end(token):
            return token, "stop"
        self.count += 1
        if not self.first_ms:
            self.first_ms = max(1, round((time.monotonic() - self._start) * 1000))
        self._send(self._stream.feed(self._model.piece(token)))
        if grammar:
            grammar.accept(token)
            if self._complete(grammar):
                return token, "stop"
        elif self._guard.add(token):
            return token, "repeated"
        return token, "stop" if self._stream.stopped else None

    def _complete(self, grammar: NativeGrammar) -> bool:
        """Say whether the grammar allows nothing but the end, which then need not be computed."""
        end = self._np.array([self._model.end_token], dtype=self._np.int32)
        return bool(grammar.allowed(end)[0]) and not grammar.allowed(self._probes).any()

    def _send(self, text: str) -> None:
        if text:
            self._emit(text)

    def close(self) -> None:
        """Send what was held back, and free the grammar."""
        self._send(self._stream.finish())
        if self._grammar:
            self._grammar.close()
