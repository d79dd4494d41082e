"""The tokens of one answer on their way to text."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from assistant_app.domain.engine import Completion
from assistant_app.engine import sampling
from assistant_app.engine.ahead import (
    MAX_GUESS,
    MAX_LIKELY,
    ByteTokens,
    copied_text,
    following_text,
    forced_tokens,
)
from assistant_app.engine.template import CHATML_END
from assistant_app.engine.text_stream import LoopGuard, TextStream
from assistant_app.engine.thought import CLOSE, END, OPEN, ThoughtStream
from assistant_app.errors import AppError

if TYPE_CHECKING:
    from assistant_app.engine.worker import NativeGrammar, NativeModel

Finish = Literal["stop", "length", "cancelled", "repeated"]
_GUESSED_CHARS = 100


class Answer:
    """Chooses the tokens of one answer, and sends their text to `emit`.

    `emit` is told of each piece whether it is thought (see `ThoughtStream`); `thinking` says that
    the prompt ends inside a thought.
    """

    def __init__(
        self,
        model: NativeModel,
        request: Completion,
        emit: Callable[[str, bool], None],
        start: float,
        known: ByteTokens,
        *,
        thinking: bool = False,
    ) -> None:
        import numpy as np

        self._model = model
        self._emit = emit
        self._start = start
        self._known = known
        self._request = request
        self._rng = np.random.default_rng(int.from_bytes(os.urandom(8)))
        self._grammar: NativeGrammar | None = None
        self._stream = TextStream((*request.stop, CHATML_END))
        self._thought = ThoughtStream(thinking=thinking)
        self._thoughts = 0
        self._marks: dict[int, bytes] = {}
        self._guard = LoopGuard()
        self._circling = False
        self._written = bytearray()
        self.count = 0
        self.first_ms = 0
        if request.grammar is not None:
            self._grammar = model.grammar(request.grammar)
        else:
            self._marks = _invisible_marks(model)

    def opening(self, room: int) -> list[int]:
        """Return the tokens that every answer starts with, if at most `room`, without taking them."""
        tokens = self._forced()
        return tokens if len(tokens) <= room else []

    def _forced(self) -> list[int]:
        if self._grammar is None or not self._request.ahead:
            return []
        return forced_tokens(self._model, self._grammar, self._known)

    def next(self, at: int) -> tuple[list[int], Finish | None]:
        """Choose a token by the logits of entry `at` of the last batch, and take it.

        Returns it, with those that have to follow it, and why it is the end, if it is.

        Raises:
            AppError: `grammar_stuck` when the grammar allows no token at all.
        """
        allowed = self._grammar.allowed if self._grammar else None
        token = sampling.choose(
            self._model.logits(at), allowed, self._request.temperature, self._rng
        )
        if token is None:
            raise AppError("grammar_stuck")
        if self._model.is_end(token):
            return self._end_thought() if self._thought.thinking else ([], "stop")
        finish = self.take([token])
        if finish:
            return [token], finish
        if self._thought_long_enough():
            return self._end_thought(token)
        forced = self._forced()
        return [token, *forced], self.take(forced)

    def _thought_long_enough(self) -> bool:
        return self._thought.thinking and (
            self._circling or self._thoughts >= self._request.thinking
        )

    def _end_thought(self, *after: int) -> tuple[list[int], Finish | None]:
        """Let the answer begin, after tokens that are taken already."""
        forced = self._model.tokenize(END, True)
        finish = self.take(forced)
        self._thought.close()
        self._guard, self._circling = LoopGuard(), False
        return [*after, *forced], finish

    def take(self, tokens: Sequence[int]) -> Finish | None:
        """Send the text of tokens that are certain; returns why that is the end, if it is."""
        for token in tokens:
            finish = self._take(token)
            if finish:
                return finish
        return None

    def _take(self, token: int) -> Finish | None:
        self.count += 1
        if not self.first_ms:
            self.first_ms = max(1, round((time.monotonic() - self._start) * 1000))
        piece = self._model.piece(token) or self._marks.get(token, b"")
        self._written += piece
        self._send(self._stream.feed(piece))
        self._thoughts += self._thought.thinking
        if self._grammar:
            self._grammar.accept(token)
            if self._complete(self._grammar):
                return "stop"
        elif self._guard.add(token):
            if not self._thought.thinking:
                return "repeated"
            self._circling = True
        if self._stream.stopped:
            return "stop"
        return "length" if self.count - self._thoughts >= self._request.max_tokens else None

    def _complete(self, grammar: NativeGrammar) -> bool:
        """Say whether the grammar allows nothing but the end, which then need not be computed."""
        return grammar.may_end() and not grammar.allowed(self._known.tokens).any()

    def guess(self, room: int, after: Sequence[int] = ()) -> list[int]:
        """Return tokens that are likely to come next: of the likely answer, or of the message.

        At most `room`; `after` are tokens not taken yet. Only where nothing is drawn by lot: what
        was drawn would rarely agree.
        """
        request = self._request
        if not (self._grammar and request.ahead and request.messages) or request.temperature > 0:
            return []
        pieces = b"".join(map(self._model.piece, after))
        written = request.prefill + (self._written + pieces).decode("utf-8", "ignore")
        most = MAX_LIKELY
        rest = following_text(written, request.likely)
        if not rest:
            most = MAX_GUESS
            rest = copied_text(written, request.messages[-1].text)
        tokens = self._model.tokenize(rest[:_GUESSED_CHARS], False) if rest else []
        return tokens[: max(0, min(most, room))]

    def _send(self, text: str) -> None:
        if self._grammar:
            if text:
                self._emit(text, False)
            return
        for piece, thought in self._thought.feed(text):
            self._emit(piece, thought)

    def close(self) -> None:
        """Send what was held back, and free the grammar."""
        self._send(self._stream.finish())
        for piece, thought in self._thought.finish():
            self._emit(piece, thought)
        if self._grammar:
            self._grammar.close()


def _invisible_marks(model: NativeModel) -> dict[int, bytes]:
    """Return the text of the marks of thought that are control tokens, which have none."""
    marks = {}
    for text in (OPEN, CLOSE):
        tokens = model.tokenize(text, True)
        if len(tokens) == 1:
            marks[tokens[0]] = text.encode()
    return marks
