"""Texts as unit vectors, made by a model that reads a text in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant_app.errors import AppError

if TYPE_CHECKING:
    from assistant_app.engine.worker import NativeModel

Window = tuple[int, list[int]]
"""The number of a text, and tokens of it."""


class EmbedModel:
    """A loaded embedding model. Used by one thread."""

    def __init__(self, model: NativeModel) -> None:
        self._model = model
        self._limit = min(model.batch, model.context)

    def embed(self, texts: tuple[str, ...]) -> list[list[float]]:
        """Return the unit vector of each text, of as much as the model was trained to read.

        A text longer than a batch is read in windows of about one length, of which the mean is
        taken. A larger batch would cost memory: llama.cpp keeps room for the scores of a whole
        vocabulary for each token of it (1 MB each with e5), though none is asked for.
        """
        import numpy as np

        vectors = np.zeros((len(texts), self._model.width))
        waiting: list[Window] = []

        def flush() -> None:
            self._compute([tokens for _, tokens in waiting])
            for sequence, (owner, tokens) in enumerate(waiting):
                vector = self._model.pooled(sequence)
                vectors[owner] += vector / (float(np.linalg.norm(vector)) or 1.0) * len(tokens)
            waiting.clear()

        for owner, text in enumerate(texts):
            for tokens in self._windows(text):
                used = sum(len(others) for _, others in waiting)
                if waiting and (
                    len(waiting) == self._model.sequences or used + len(tokens) > self._limit
                ):
                    flush()
                waiting.append((owner, tokens))
        if waiting:
            flush()
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: list[list[float]] = (vectors / np.where(lengths > 0, lengths, 1.0)).tolist()
        return unit

    def _windows(self, text: str) -> list[list[int]]:
        """Return the tokens of `text`, each window between its first and last (BOS and EOS)."""
        tokens = self._model.tokenize(text, False, framed=True)
        if 0 < self._model.trained < len(tokens):
            tokens = [*tokens[: self._model.trained - 1], tokens[-1]]
        if len(tokens) <= self._limit:
            return [tokens]
        first, *inner, last = tokens
        windows = -(-len(inner) // (self._limit - 2))
        size = -(-len(inner) // windows)
        return [
            [first, *inner[start : start + size], last] for start in range(0, len(inner), size)
        ]

    def _compute(self, sequences: list[list[int]]) -> None:
        """Compute token lists as one batch, each as a sequence."""
        self._model.clear()
        entries = [
            (token, position, [sequence])
            for sequence, tokens in enumerate(sequences)
            for position, token in enumerate(tokens)
        ]
        if not self._model.decode(entries, set(range(len(entries)))):
            raise AppError("cancelled")
