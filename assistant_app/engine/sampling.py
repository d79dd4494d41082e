"""Choose the next token from the logits: pure numpy, so that it can be tested without a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Logits = NDArray[np.float32]
    Allowed = Callable[[NDArray[np.int32]], NDArray[np.bool_]]

TOP_K = 40
TOP_P = 0.95
MIN_P = 0.05
_FIRST_LOOK = 64
_NEAR = 12.0


def choose(
    logits: Logits, allowed: Allowed | None, temperature: float, rng: np.random.Generator
) -> int | None:
    """Return the next token; the likeliest when `temperature` is 0. None when none is allowed.

    A grammar (`allowed`) is asked about the likeliest tokens first, and about the whole vocabulary
    only when it allows none of them: the answer is the same, and the cost stays near nothing.
    """
    import numpy as np

    if temperature <= 0:
        best = int(np.argmax(logits))
        if allowed is None or allowed(np.array([best], dtype=np.int32))[0]:
            return best
    ranked = _ranked(logits, _FIRST_LOOK)
    if allowed is not None:
        legal = ranked[allowed(ranked)]
        if not len(legal):
            everything = np.arange(len(logits), dtype=np.int32)
            everything = everything[allowed(everything)]
            if not len(everything):
                return None
            legal = everything[_ranked(logits[everything], _FIRST_LOOK)]
        ranked = legal
    if temperature <= 0:
        return int(ranked[0])
    return _draw(ranked[:TOP_K], logits, temperature, rng)


def _ranked(logits: Logits, count: int) -> NDArray[np.int32]:
    """Return the `count` likeliest indices, best first; ties by index, as argmax has them."""
    import numpy as np

    count = min(count, len(logits))
    # Few of a large vocabulary come near the best: ordering only these takes a fifth of the time.
    near = np.flatnonzero(logits >= logits.max() - _NEAR)
    if len(near) < count:
        near = np.arange(len(logits))
    top = near[np.argpartition(-logits[near], count - 1)[:count]]
    order = np.lexsort((top, -logits[top]))
    return top[order].astype(np.int32)


def _draw(
    ranked: NDArray[np.int32], logits: Logits, temperature: float, rng: np.random.Generator
) -> int:
    import numpy as np

    weights = np.exp((logits[ranked] - logits[ranked[0]]).astype(np.float64))
    weights /= weights.sum()
    keep = max(1, int(np.searchsorted(np.cumsum(weights), TOP_P)) + 1)
    keep = min(keep, int((weights >= MIN_P * weights[0]).sum()))
    cooled: Any = weights[:keep] ** (1 / temperature)
    return int(rng.choice(ranked[:keep], p=cooled / cooled.sum()))


def log_probabilities(logits: Logits) -> NDArray[np.float64]:
    """Return the natural logarithm of the softmax."""
    import numpy as np

    shifted = logits.astype(np.float64) - float(logits.max())
    result: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum())
    return result
