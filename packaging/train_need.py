"""Train the classifier that tells whether a message needs what is remembered.

    python packaging/train_need.py MODELS_DIR/e5-file.gguf

A logistic regression over the embedder's vectors of messages, those of a language with their mean
taken out. The examples are this project's own (`need_examples/`, a message a line). Prints the AUC of
an eight-fold cross-validation and writes `resources/memory/need.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant_app.engine.embedder import WorkerEmbedder

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "resources" / "memory" / "need.json"
PENALTY = 0.3
FOLDS = 8
Numbers = NDArray[Any]


def fit(features: Numbers, labels: Numbers, steps: int = 60) -> Numbers:
    """Return weights (dim,) and the bias behind them, by Newton's method."""
    inputs = np.hstack([features, np.ones((len(features), 1))])
    penalty = np.array([PENALTY] * features.shape[1] + [1e-6])
    weights: Numbers = np.zeros(inputs.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        spread = chance * (1 - chance) + 1e-6
        curve = (inputs.T * spread) @ inputs + np.diag(penalty)
        weights = weights - np.linalg.solve(
            curve, inputs.T @ (chance - labels) + penalty * weights
        )
    return weights


def auc(scores: Numbers, labels: Numbers) -> float:
    """Return how often a message that needs memories scores above one that does not."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores)] = np.arange(len(scores))
    ones = int(labels.sum())
    return float(
        (ranks[labels == 1].sum() - ones * (ones - 1) / 2) / (ones * (len(labels) - ones))
    )


def main(model: Path) -> None:
    """Embed the examples, validate, train on all of them and write the result."""
    embedder = WorkerEmbedder(model)
    features, labels, langs, means = [], [], [], {}
    for lang in ("en", "zh"):
        texts = [
            (HERE / "need_examples" / f"{kind}_{lang}.txt").read_text("utf-8").splitlines()
            for kind in ("needs", "general")
        ]
        vectors = np.array(embedder.embed([*texts[0], *texts[1]], query=True))
        means[lang] = vectors.mean(axis=0)
        centred = vectors - means[lang]
        features.append(centred / np.linalg.norm(centred, axis=1, keepdims=True))
        labels += [1] * len(texts[0]) + [0] * len(texts[1])
        langs += [lang] * len(vectors)
    embedder.close()
    every, target, lang_of = np.vstack(features), np.array(labels), np.array(langs)
    fold = np.random.default_rng(0).integers(0, FOLDS, len(target))
    scores = np.zeros(len(target))
    for one in range(FOLDS):
        weights = fit(every[fold != one], target[fold != one])
        scores[fold == one] = every[fold == one] @ weights[:-1] + weights[-1]
    for lang in means:
        here = lang_of == lang
        print(lang, int(here.sum()), "messages, AUC", round(auc(scores[here], target[here]), 3))
    weights = fit(every, target)
    TARGET.parent.mkdir(exist_ok=True)
    body = {
        "weights": [round(float(value), 4) for value in weights[:-1]],
        "bias": round(float(weights[-1]), 4),
        "means": {lang: [round(float(v), 5) for v in mean] for lang, mean in means.items()},
    }
    TARGET.write_text(json.dumps(body, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
