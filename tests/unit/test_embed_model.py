"""How texts are cut and put together for an embedding model."""

from __future__ import annotations

import numpy as np
import pytest

from assistant_app.engine.embed_model import EmbedModel
from assistant_app.errors import AppError


class Letters:
    """A model whose tokens are letters and whose pooled vector counts them; 1 and 2 frame."""

    width = 128
    batch = context = 10
    sequences = 3
    trained = 30

    def __init__(self, *, cancelled: bool = False) -> None:
        self.batches: list[list[list[int]]] = []
        self._cancelled = cancelled

    def tokenize(self, text: str, special: bool, *, framed: bool = False) -> list[int]:
        """One token a letter."""
        return [1, *map(ord, text), 2]

    def clear(self) -> None:
        """Begin a batch."""
        self.batches.append([])

    def decode(self, entries, outputs) -> bool:
        """Take a batch in."""
        if self._cancelled:
            return False
        assert len(entries) <= self.batch
        assert outputs == set(range(len(entries)))
        for token, position, (sequence,) in entries:
            batch = self.batches[-1]
            batch.extend([] for _ in range(sequence + 1 - len(batch)))
            assert position == len(batch[sequence])
            batch[sequence].append(token)
        return True

    def pooled(self, sequence: int):
        """Return the counts of the letters."""
        found = np.zeros(self.width)
        np.add.at(found, self.batches[-1][sequence][1:-1], 1.0)
        return found


def test_short_texts_share_a_batch_as_far_as_they_fit():
    model = Letters()
    vectors = np.array(EmbedModel(model).embed(("ab", "c", "", "ddd", "e")))
    assert [len(batch) for batch in model.batches] == [3, 2]
    assert vectors[0][ord("a")] == pytest.approx(0.5**0.5)
    assert vectors[1][ord("c")] == 1
    assert not vectors[2].any()
    assert vectors[4][ord("e")] == 1


def test_a_long_text_is_the_mean_of_windows_of_about_one_length():
    model = Letters()
    (vector,) = np.array(EmbedModel(model).embed(("a" * 9 + "b" * 9,)))
    windows = [tokens for batch in model.batches for tokens in batch]
    assert [len(tokens) for tokens in windows] == [8, 8, 8]
    assert all(tokens[0] == 1 and tokens[-1] == 2 for tokens in windows)
    assert "".join(chr(t) for tokens in windows for t in tokens[1:-1]) == "a" * 9 + "b" * 9
    assert np.linalg.norm(vector) == pytest.approx(1)
    assert vector[ord("a")] == pytest.approx(vector[ord("b")])


def test_what_is_longer_than_the_model_reads_is_cut_off():
    model = Letters()
    EmbedModel(model).embed(("x" * 500,))
    assert sum(len(tokens) - 2 for batch in model.batches for tokens in batch) == 28


def test_a_cancelled_batch_is_an_error():
    with pytest.raises(AppError) as caught:
        EmbedModel(Letters(cancelled=True)).embed(("a",))
    assert caught.value.code == "cancelled"
