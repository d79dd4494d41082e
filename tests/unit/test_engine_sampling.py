"""Choosing a token: greedy is exact, with and without a grammar, and luck stays within bounds."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.engine.sampling import TOP_K, choose, log_probabilities

RNG = np.random.default_rng(1)


def logits_of(seed: int, size: int) -> np.ndarray:
    """Return logits close together or far apart, as models have them."""
    spread = (1, 30)[seed % 2]
    return np.random.default_rng(seed).normal(scale=spread, size=size).astype(np.float32)


@given(st.integers(0, 10_000), st.integers(1, 400))
def test_greedy_takes_the_likeliest(seed, size):
    logits = logits_of(seed, size)
    assert choose(logits, None, 0.0, RNG) == int(np.argmax(logits))


@given(st.integers(0, 10_000), st.integers(1, 400), st.integers(1, 12))
def test_greedy_under_a_grammar_takes_the_likeliest_legal_token(seed, size, few):
    logits = logits_of(seed, size)
    legal = np.zeros(size, dtype=bool)
    legal[np.random.default_rng(seed).integers(0, size, few)] = True
    expected = int(np.argmax(np.where(legal, logits, -np.inf)))
    assert choose(logits, lambda ids: legal[ids], 0.0, RNG) == expected
    assert legal[choose(logits, lambda ids: legal[ids], 0.8, RNG)]


def test_no_legal_token_is_said():
    nothing = lambda ids: np.zeros(len(ids), dtype=bool)  # noqa: E731
    assert choose(logits_of(1, 300), nothing, 0.0, RNG) is None
    assert choose(logits_of(1, 300), nothing, 1.0, RNG) is None


def test_luck_draws_only_from_the_likeliest_and_not_always_the_first():
    logits = logits_of(4, 5000)
    best = set(np.argsort(-logits)[:TOP_K].tolist())
    drawn = {choose(logits, None, 1.0, RNG) for _ in range(300)}
    assert drawn <= best
    assert len(drawn) > 3


def test_a_certain_token_is_drawn_at_any_temperature():
    logits = np.zeros(100, dtype=np.float32)
    logits[42] = 50
    assert {choose(logits, None, 1.5, RNG) for _ in range(50)} == {42}


@given(st.integers(0, 1000), st.integers(1, 50))
def test_log_probabilities_sum_to_one(seed, size):
    logits = logits_of(seed, size) * 30
    assert math.isclose(float(np.exp(log_probabilities(logits)).sum()), 1.0, rel_tol=1e-9)
