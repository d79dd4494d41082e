"""Tell from its meaning whether a message needs what is remembered of the owner at all.

A small linear classifier over the vector of the message, trained on the project's own examples
(`packaging/train_need.py`). Thresholds on cosines alone can not do it: to a small embedder, some
memory is always near. Cross-validated AUC: English 0.97, Chinese 0.96.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from assistant_app.domain.language import Lang
from assistant_app.resources import read_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SPACES = ("e5-small", "multilingual-e5-small")
"""Beginnings of the names of embedders in whose space the weights are."""


@cache
def _trained() -> tuple[NDArray[Any], float, dict[str, NDArray[Any]]]:
    import numpy as np

    body = json.loads(read_text("memory/need.json"))
    means = {lang: np.array(mean) for lang, mean in body["means"].items()}
    return np.array(body["weights"]), body["bias"], means


def knows(model: str) -> bool:
    """Tell whether the classifier can read vectors of this embedder."""
    return model.startswith(_SPACES)


def need_of(vector: NDArray[Any], lang: Lang) -> float:
    """Return the log odds that a message, by its query vector, needs memories of its owner."""
    import numpy as np

    weights, bias, means = _trained()
    centred = vector - means[lang]
    return float(centred @ weights / max(float(np.linalg.norm(centred)), 1e-9) + bias)
