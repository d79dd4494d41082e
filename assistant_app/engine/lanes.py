"""Several prompts in one context: what is known of one is parked while another is used.

A turn reads two prompts with different static parts, one to decide and one to answer. llama.cpp
sequences share cells, so parking is a copy of references and costs nothing; without it each switch
would compute the chat so far anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Protocol

MAX_PARKED = 3
SPARE = MAX_PARKED + 1
"""Sequences that lanes take: one more than they park, so that two can change places."""


class Sequences(Protocol):
    """What lanes need of a model: copies and removals of whole sequences."""

    def copy_sequence(self, target: int, source: int = 0) -> None:
        """Let `target` share all that `source` has."""

    def truncate(self, length: int, sequence: int = 0) -> bool:
        """Forget what a sequence has from `length` on."""


class Lanes:
    """Sequence 0 is the lane in use; `spare` are the sequences that others wait in.

    Used by the one thread that uses the model.
    """

    def __init__(self, model: Sequences, spare: Sequence[int]) -> None:
        self._model = model
        self._free = list(spare)
        self._parked: OrderedDict[Hashable, tuple[int, list[int]]] = OrderedDict()
        self._key: Hashable = None

    @property
    def parked_tokens(self) -> int:
        """An upper bound of the cells that parked lanes hold."""
        return sum(len(tokens) for _, tokens in self._parked.values())

    @property
    def parked(self) -> list[tuple[Hashable, int, list[int]]]:
        """The lanes that wait: key, sequence, and what is known of it; the longest waiting first."""
        return [(key, sequence, tokens) for key, (sequence, tokens) in self._parked.items()]

    def switch(self, key: Hashable, known: list[int]) -> list[int]:
        """Make `key` the lane in use and return what is known of it; `known` is parked.

        Without a spare sequence, what was known is forgotten when the lane changes.
        """
        if key == self._key:
            return known
        waiting = self._parked.pop(key, None)
        self._park(known)
        self._key = key
        self._model.truncate(0)
        if waiting is None:
            return []
        sequence, tokens = waiting
        self._model.copy_sequence(0, sequence)
        self._release(sequence)
        return tokens

    def _park(self, known: list[int]) -> None:
        if not known or self._key is None:
            return
        if len(self._parked) == MAX_PARKED:
            self.drop_oldest()
        if not self._free:
            return
        sequence = self._free.pop()
        self._model.copy_sequence(sequence, 0)
        self._parked[self._key] = (sequence, known)

    def _release(self, sequence: int) -> None:
        self._model.truncate(0, sequence)
        self._free.append(sequence)

    def drop_oldest(self) -> bool:
        """Forget the lane that waits longest; False when none does."""
        if not self._parked:
            return False
        self.drop(next(iter(self._parked)))
        return True

    def drop(self, key: Hashable) -> None:
        """Forget a lane that waits."""
        sequence, _ = self._parked.pop(key)
        self._release(sequence)

    def reset(self) -> None:
        """Forget that anything is parked, after everything was cleared."""
        self._free += [sequence for sequence, _ in self._parked.values()]
        self._parked.clear()
