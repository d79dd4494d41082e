"""Text and scores from a chat model, with everything known about the prompt reused.

Knows nothing of pipes and processes. The KV cache is used to the last token: what a new prompt has
in common with what was computed before (in memory, or on disk: the static prompt, and the conversation
that `scope` names) is not computed again, and the count of what was is part of every answer.
"""

from __future__ import annotations

import math
import time
import typing
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from assistant_app.domain.engine import (
    NEW_CHAT,
    Completion,
    CompletionDone,
    Prepared,
    PromptMessage,
    Scored,
)
from assistant_app.engine import sampling
from assistant_app.engine.ahead import ByteTokens
from assistant_app.engine.answer import Answer, Finish
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.chat_states import PIECE, ChatStates, Piece
from assistant_app.engine.kv_state import StateFolder, common_prefix, state_key
from assistant_app.engine.lanes import SPARE, Lanes
from assistant_app.engine.template import PromptTemplate
from assistant_app.errors import AppError, Cancelled

if TYPE_CHECKING:
    from assistant_app.engine.worker import NativeModel

_LONGEST_TOKEN = 256
_WORTH_LOADING = 16
"""Tokens that are computed sooner than a file is found and read."""
_WORTH_MOVING = 512
"""Tokens of a static prompt that slow an answer down by more than reading them again costs."""
_WORTH_KEEPING = 1024
"""Tokens after it that are kept in memory at most: some 30 MB."""
_BESIDE = 1
"""A sequence that only the weighing of candidates uses, for a moment; and so may others."""


class ChatModel:
    """Text from a prompt, with everything known about the prompt reused."""

    def __init__(
        self,
        model: NativeModel,
        flag: CancelFlag,
        states: StateFolder | None,
        space: str,
        chats: ChatStates | None = None,
    ) -> None:
        """Use a loaded model; `states` and `chats` are where it keeps what it computed, if at all."""
        self._model = model
        self._flag = flag
        self._states = states
        # A state that cannot be cut cannot be kept in pieces.
        self._chats = chats if model.sequences > 1 else None
        self._space = space
        self._bytes = ByteTokens(model)
        self._known: list[int] = []
        self._aside: dict[Hashable, tuple[list[int], bytearray]] = {}
        self._branching = model.sequences if model.sequences == 1 else model.sequences - SPARE
        self._lanes = Lanes(model, range(self._branching, model.sequences))
        self._template = PromptTemplate(model.chat_template(), self._tokenize)
        self.template_works = self._template.works()

    def _tokenize(self, text: str, special: bool) -> list[int]:
        if len(text) > self._model.context * _LONGEST_TOKEN:
            raise AppError(
                "prompt_too_long", tokens=len(text) // _LONGEST_TOKEN, limit=self._model.context
            )
        return self._model.tokenize(text, special)

    def _prompt(self, request: Completion) -> tuple[list[int], int, bool]:
        """Return the tokens of the prompt, the length of its static part, and if a thought is open.

        Raises:
            AppError: `prompt_too_long`.
        """
        tokens, static, thinking = self._template.tokens(
            request.messages, request.static, request.prefill,
            thinking=request.thinking > 0 and request.grammar is None,
        )  # fmt: skip
        first = self._model.first_token
        if first is not None and tokens[:1] != [first]:
            tokens.insert(0, first)
            static += bool(static)
        if len(tokens) > self._model.context:
            raise AppError("prompt_too_long", tokens=len(tokens), limit=self._model.context)
        return tokens, static, thinking

    def complete(self, request: Completion, emit: Callable[[str, bool], None]) -> CompletionDone:
        """Stream the answer to `emit`; returns how it ended.

        Raises:
            AppError: `prompt_too_long`, `grammar_invalid`, `grammar_stuck`.
        """
        start = time.monotonic()
        prompt, static, thinking = self._prompt(request)
        if request.grammar is None:
            self._switch(prompt[:static])
            self._set_aside(len(prompt))
        answer = Answer(self._model, request, emit, start, self._bytes, thinking=thinking)
        try:
            room = self._model.context - len(prompt)
            opening = answer.opening(room)
            trial = answer.guess(min(room - len(opening), self._branching - 1), opening)
            ahead = [*opening, *trial]
            evaluated, whole = self._evaluate(
                [*prompt, *ahead], static, 1 + len(trial), request.scope
            )
            evaluated = max(1, evaluated - len(ahead))
            finish = self._generate(answer, opening, trial) if whole else "cancelled"
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

    def _generate(self, answer: Answer, opening: list[int], trial: list[int]) -> Finish:
        """Sample until something ends the answer; returns what. What is given is computed already.

        `opening` is certain, `trial` are tokens after the last certain one that are likely. The
        last logits, in number one more than `trial`, say what comes instead.
        """
        finish = answer.take(opening)
        while not finish:
            if self._flag.is_set:
                return "cancelled"
            tokens, finish = answer.next(-1 - len(trial))
            right = common_prefix(trial, tokens)
            if finish or right == len(tokens):
                trial = trial[right:]
                continue
            if right < len(trial):
                self._keep(len(self._known) - len(trial) + right)
            rest = tokens[right:]
            room = self._model.context - len(self._known) - len(rest)
            if room < 0:
                return "length"
            trial = answer.guess(min(room, self._branching - 1))
            if not self._feed([*rest, *trial], 1 + len(trial)):
                return "cancelled"
            self._make_room(len(self._known) + self._model.batch)
        return finish

    def _feed(self, tokens: Sequence[int], outputs: int = 1) -> bool:
        """Compute tokens after what is known; False when cancelled, and then as if never asked.

        `outputs` is how many of the last tokens' logits are wanted, all in one batch.
        """
        left = list(tokens)
        while left:
            whole = len(left) <= self._model.batch
            size = len(left) if whole else min(len(left) - outputs, self._model.batch)
            part, left = left[:size], left[size:]
            entries = [(token, len(self._known) + n, [0]) for n, token in enumerate(part)]
            wanted = set(range(max(0, len(part) - outputs), len(part)))
            done = not (self._flag.is_set and len(tokens) > 1)
            try:
                done = done and self._model.decode(entries, wanted)
            except RuntimeError:
                self._forget()
                raise
            if not done:
                self._keep(len(self._known))
                return False
            self._known.extend(part)
        return True

    def _forget(self) -> None:
        """Forget everything, parked lanes too."""
        self._model.clear()
        self._lanes.reset()
        self._known = []

    def _switch(self, static: list[int]) -> None:
        """Go on in the lane of a static prompt, with what is known of it."""
        key = tuple(static)
        self._known = self._lanes.switch(key, self._known)
        tokens, rest = self._aside.pop(key, ([], bytearray()))
        if not tokens or not self._restore(static):
            return
        if rest and self._attach(rest, len(tokens)):
            self._known = tokens

    def _set_aside(self, wanted: int) -> None:
        """Take long lanes that wait out of the context, while an answer is written.

        Each step passes over the cells of all lanes: 2,200 that wait make it 5 % slower. What is
        on disk is read from there again, which is done before the next message where nobody waits;
        what came after it is kept here. A state needs a free stretch of cells to come back to: none
        is set aside where the `wanted` tokens and the lanes fill more than half of the context.
        """
        if wanted + self._lanes.parked_tokens > self._model.context // 2:
            return
        for key, sequence, tokens in self._lanes.parked:
            static = len(typing.cast(tuple[int, ...], key))
            long = static >= _WORTH_MOVING and len(tokens) - static <= _WORTH_KEEPING
            if not long or self._states is None:
                continue
            if self._states.has(state_key(self._space, tokens[:static])):
                rest = bytearray(self._export(sequence, static, len(tokens)))
                self._lanes.drop(key)
                self._aside[key] = (tokens, rest)

    def _export(self, sequence: int, start: int, end: int) -> memoryview:
        """Return the state of a part of a sequence; nothing when the part is empty."""
        if start == end:
            return memoryview(b"")
        self._model.copy_sequence(_BESIDE, sequence, start, end)
        payload = self._model.export_state(_BESIDE)
        self._model.truncate(0, _BESIDE)
        return payload

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

    def _evaluate(
        self, prompt: list[int], static: int, outputs: int = 1, scope: str = ""
    ) -> tuple[int, bool]:
        """Bring the context to `prompt`; returns the tokens computed for it, and whether it is.

        The last `outputs` tokens are always computed, for their logits. `scope` names the
        conversation whose states on disk may be used; those of how any new one begins always may.
        """
        self._switch(prompt[:static])
        self._make_room(len(prompt) + self._model.batch)
        usable = max(0, len(prompt) - outputs)
        shared = min(common_prefix(self._known, prompt), usable)
        if shared < len(self._known):
            self._keep(shared)
        computed = 0
        if len(self._known) < static and not self._restore(prompt[:static]):
            computed, whole = self._compute(prompt[:static], min(outputs, static))
            if not whole:
                return computed, False
            self._store(prompt[:static])
        self._recall(scope, prompt[:usable], static)
        more, whole = self._compute(prompt, outputs)
        return computed + more, whole

    def _compute(self, tokens: list[int], outputs: int) -> tuple[int, bool]:
        """Compute what is not known of `tokens`; returns how many, and whether it is all."""
        before = len(self._known)
        left = tokens[before:]
        whole = not left or self._feed(left, min(outputs, len(left)))
        return max(0, len(self._known) - before), whole

    def _recall(self, scope: str, prompt: list[int], static: int) -> None:
        """Load what is on disk of a conversation, where that is more than is known."""
        if self._chats is None or not scope:
            return
        least = len(self._known) + _WORTH_LOADING
        for name in (scope, NEW_CHAT):
            group = self._chats.group(name, prompt[:static])
            chain = self._chats.chain(group, prompt, static)
            if chain and chain[-1].end >= least:
                self._load_chain(self._chats, chain, prompt)
                return

    def _load_chain(self, chats: ChatStates, chain: Sequence[Piece], prompt: list[int]) -> None:
        for piece in chain:
            if piece.end <= len(self._known):
                continue
            payload = chats.load(piece)
            if payload is None:
                return
            if piece.start < len(self._known):
                self._keep(piece.start)
            if len(self._known) != piece.start or not self._attach(payload, piece.end):
                piece.path.unlink(missing_ok=True)
                return
            self._known = prompt[: piece.end]

    def _attach(self, payload: bytearray, end: int) -> bool:
        """Put a piece behind what is known; False when it does not fit there."""
        model = self._model
        fits = model.import_state(payload, _BESIDE)
        while not fits and self._lanes.drop_oldest():  # no stretch was free that is long enough
            fits = model.import_state(payload, _BESIDE)
        fits = fits and model.extent(_BESIDE) == (len(self._known), end)
        if fits:
            model.copy_sequence(0, _BESIDE)
        model.truncate(0, _BESIDE)
        return fits

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
        prompt, static, _ = self._prompt(request)
        self._switch(prompt[:static])
        if common_prefix(self._known, prompt) >= static and (
            self._states is None or self._states.has(state_key(self._space, prompt[:static]))
        ):
            return 0
        self._keep(0)
        computed, whole = self._evaluate(prompt[: static + 1], static)
        if not whole:
            raise Cancelled
        return computed

    def prepare(self, request: Completion, budget: int = 0) -> Prepared:
        """Have a conversation ready that ends with an answer, and keep its state within `budget`.

        What follows need not be known: everything up to the end of the last message is computed,
        and kept piece by piece as it is. `budget` is in bytes of all conversations; 0 keeps none.

        Raises:
            AppError: `prompt_too_long`.
            Cancelled: the end was asked for; what was computed and kept until then stands.
        """
        following = (*request.messages, PromptMessage("user", ""))
        static = self._prompt(Completion(following, static=request.static))[1]
        tokens, end, _ = self._prompt(Completion(following, static=len(request.messages)))
        prompt = tokens[:end]
        self._switch(prompt[:static])
        chats = self._chats if budget > 0 else None
        group = chats.group(request.scope, prompt[:static]) if chats else ""
        kept = static
        if chats and group:
            chain = chats.chain(group, prompt, static)
            chats.tidy(group, chain)
            kept = chain[-1].end if chain else static
        computed = written = 0
        while True:
            have = common_prefix(self._known, prompt)
            while group and kept < have and (have == end or have - kept >= PIECE):
                upto = min(kept + PIECE, have)
                size = self._write(group, prompt, kept, upto, budget)
                group = group if size else ""
                written, kept = written + size, upto
            if have >= end:
                break
            target = max(kept, min(max(have, static) + PIECE, end))
            more, whole = self._evaluate(prompt[:target], static, 0, request.scope)
            computed += more
            if not whole:
                raise Cancelled
        return Prepared(computed, written)

    def _write(self, group: str, prompt: list[int], start: int, end: int, budget: int) -> int:
        """Keep a piece of what is known; returns its bytes, 0 when there is no room for it.

        Raises:
            Cancelled: the end was asked for.
        """
        if self._flag.is_set:
            raise Cancelled
        assert self._chats is not None
        payload = self._export(0, start, end)
        if not self._chats.room_for(group, len(payload), budget):
            return 0
        return len(payload) if self._chats.save(group, prompt, start, end, payload) else 0

    def score(self, request: Completion, candidates: Sequence[str]) -> Scored:
        """Return the log-probability of each candidate after the prompt.

        The continuations of candidates are computed as one batch, a sequence each, which share the
        prompt's part of the cache. First those that begin most likely; then the others that may
        still be better, which are few or none. What cannot be the best keeps the value of its first
        token, which is an upper bound.

        Raises:
            AppError: `prompt_too_long`.
            Cancelled: the end was asked for.
        """
        prompt, static, _ = self._prompt(request)
        computed, whole = self._evaluate(prompt, static, scope=request.scope)
        if not whole:
            raise Cancelled
        longest = self._room() + 1
        paths = [self._model.tokenize(text, False)[:longest] for text in candidates]
        first = sampling.log_probabilities(self._model.logits())
        scores = [float(first[path[0]]) if path else 0.0 for path in paths]
        left = {index for index, path in enumerate(paths) if len(path) > 1}
        best = max(
            (scores[n] for n, path in enumerate(paths) if len(path) == 1), default=-math.inf
        )
        while left := {index for index in left if scores[index] >= best}:
            most = max(scores[index] for index in left)
            # The likeliest beginning first: what it comes to rules out most of the rest.
            chosen = [n for n in sorted(left) if best > -math.inf or scores[n] == most]
            for group in self._groups(chosen, paths):
                rests = self._branches(prompt, [paths[index] for index in group])
                computed += sum(len(paths[index]) - 1 for index in group)
                for index, rest in zip(group, rests, strict=True):
                    scores[index] += rest
                    best = max(best, scores[index])
            left.difference_update(chosen)
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
