"""What of an answer under a grammar is known before the model says it.

Decoding one token takes nearly as long as decoding four, because the weights have to be read either
way. So what a grammar leaves no choice about is computed as one batch with the token before it, and
what the answer seems to be copying is computed along on trial. Neither changes the answer: forced
text is all the grammar allows, in the spelling the model was trained on, and a guess is only kept
where the model, asked about each of its tokens, says the same (prompt lookup, a form of speculative
decoding). Only a tie can come out otherwise, as a batch is rounded in another way than one token.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant_app.engine.kv_state import common_prefix

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant_app.engine.worker import NativeGrammar, NativeModel

MAX_FORCED = 64
"""Bytes of forced text that are looked for at a time."""
MAX_GUESS = 3
"""Tokens computed on trial: with the one before them, as many as cost hardly more than one."""
MAX_LIKELY = 12
"""Tokens of the likely answer that are computed on trial at a time."""
_LOOK_BACK = 24
_REJOIN = 6
_MIN_COPIED = 2
_FOLLOWERS = ("a", "A", "1", "中")
"""What free text begins with, nearly always."""
_FEW = 8

_SEARCHED = 1024
_NEEDED = [*range(0x20, 0x7F), *range(0x80, 0xC0), *range(0xC2, 0xF1), 0xF3, 0xF4]
"""The bytes of UTF-8 text, without control characters and planes of Unicode that are empty."""


class ByteTokens:
    """The tokens of a vocabulary that are one byte each; all of its tokens, if some are missing."""

    def __init__(self, model: NativeModel) -> None:
        """Look through the start of the vocabulary, where they stand in all known ones."""
        import numpy as np

        found: dict[int, int] = {}
        for token in range(min(_SEARCHED, model.vocabulary)):
            piece = model.piece(token)
            if len(piece) == 1:
                found.setdefault(piece[0], token)
        self.whole = all(byte in found for byte in _NEEDED)
        self.bytes = sorted(found)
        tokens = [found[b] for b in self.bytes] if self.whole else range(model.vocabulary)
        self.tokens: NDArray[np.int32] = np.array(tokens, dtype=np.int32)


def forced_tokens(model: NativeModel, grammar: NativeGrammar, known: ByteTokens) -> list[int]:
    """Return the tokens that must come next.

    Tokens at the end that would join with what may follow are left to the model: fed as they are,
    they would be a spelling that it does not know. Nothing where the vocabulary has no single bytes,
    or spells the text in another way.
    """
    text, followers = _forced_text(grammar, known) if known.whole else ("", [])
    if not text:
        return []
    tokens = model.tokenize(text, False)
    if b"".join(map(model.piece, tokens)) != text.encode():
        return []
    for follower in followers:
        tokens = tokens[: common_prefix(tokens, model.tokenize(text + follower, False))]
    return tokens


def _forced_text(grammar: NativeGrammar, known: ByteTokens) -> tuple[str, Sequence[str]]:
    """Return the text that must come next, and what can follow it."""
    found = bytearray()
    trial = grammar.clone()
    try:
        while True:
            allowed = trial.allowed(known.tokens).nonzero()[0]
            if len(allowed) != 1 or trial.may_end() or len(found) == MAX_FORCED:
                few = [chr(known.bytes[n]) for n in allowed] if len(allowed) <= _FEW else []
                return found.decode("utf-8", "ignore"), few or (_FOLLOWERS if len(allowed) else ())
            found.append(known.bytes[allowed[0]])
            trial.accept(int(known.tokens[allowed[0]]))
    finally:
        trial.close()


def following_text(written: str, likely: str) -> str:
    """Return what follows in the `likely` answer after what is written of it, or "".

    Where the two have parted, they may have met again: what was written last counts.
    """
    if written and likely.startswith(written):
        return likely[len(written) :]
    at = likely.find(written[-_REJOIN:]) if len(written) >= _REJOIN else -1
    return likely[at + _REJOIN :] if at >= 0 else ""


def copied_text(answer: str, source: str) -> str:
    """Return what follows in `source` if the end of `answer` is being copied from it, or ""."""
    written = answer[answer.rfind('"') + 1 :][-_LOOK_BACK:].lower()
    lower = source.lower()
    if len(lower) != len(source):
        return ""
    for end in (written, written[max(0, written.rfind(" ")) :], written[-_MIN_COPIED:]):
        at = lower.find(end) if len(end.strip()) >= _MIN_COPIED else -1
        if at >= 0:
            return source[at + len(end) :]
    return ""
