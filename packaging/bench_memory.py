"""Measure recall and storing with many memories, on one thread.

    python packaging/bench_memory.py [10000 100000] [--model MODELS_DIR/e5-file.gguf]

Memories are made of words with a natural spread of frequencies, two thirds English and one third
Chinese; vectors are random ones in a narrow cone, as those of e5 are. With `--model` each query is
embedded for real. Prints milliseconds: median, p95, and the longest.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from assistant_app.domain.engine import Embedder
from assistant_app.domain.memory import Draft
from assistant_app.domain.search_text import index_text
from assistant_app.engine.embedder import WorkerEmbedder
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database

DIM = 384
SYLLABLES = "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re".split()  # noqa: SIM905


class Cone:
    """Random unit vectors in a narrow cone, the same for the same text."""

    model = "e5-small-bench"
    dim = DIM

    def embed(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return a vector each."""
        return [
            cone(np.random.default_rng(abs(hash(text)) % 2**32), 1)[0].tolist() for text in texts
        ]

    def close(self) -> None:
        """Nothing is open."""


class Named:
    """A real embedder under the name that the stored vectors have."""

    model = Cone.model
    dim = DIM

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return a vector each."""
        return self._embedder.embed(texts, query=query)

    def close(self) -> None:
        """Leave the real one to whoever opened it."""


def cone(rng: np.random.Generator, count: int) -> np.ndarray:
    """Return unit vectors (count, DIM) whose cosines are about 0.8."""
    axis = np.random.default_rng(1).normal(size=DIM)
    found = axis / np.linalg.norm(axis) + 0.5 * rng.normal(size=(count, DIM)) / DIM**0.5
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def texts(rng: np.random.Generator, count: int) -> list[str]:
    """Return texts of 6 to 16 words (or as many Chinese pairs)."""
    english = ["".join(rng.choice(SYLLABLES, 3)) for _ in range(20000)]
    chinese = [
        "".join(chr(0x4E00 + int(n)) for n in rng.integers(0, 2500, 2)) for _ in range(8000)
    ]
    made = []
    for n in range(count):
        words, joint = (chinese, "") if n % 3 == 0 else (english, " ")
        ranks = np.minimum(rng.zipf(1.2, int(rng.integers(6, 17))), len(words)) - 1
        made.append(joint.join(words[int(rank)] for rank in ranks))
    return made


def fill(db: Database, rng: np.random.Generator, count: int) -> list[str]:
    """Store `count` memories with vectors; returns their texts."""
    made = texts(rng, count)
    now = 1_790_000_000_000
    vectors = cone(rng, count).astype("<f2")
    with db.atomic():
        for n, text in enumerate(made, 1):
            row = {"id": n, "text": text, "kind": "semantic", "status": "active",
                   "lang": "zh" if (n - 1) % 3 == 0 else "en", "seen_at": now, "created_at": now,
                   "updated_at": now}  # fmt: skip
            db.insert("memory", row)
            db.insert("memory_fts", {"rowid": n, "body": index_text(text)})
            vector = {"owner_kind": "memory", "owner_id": n, "model": Cone.model}
            db.insert("vector", {**vector, "data": vectors[n - 1].tobytes()})
    return made


def times(work: Callable[[str], object], inputs: Sequence[str]) -> str:
    """Return the time that `work` takes with each of `inputs`."""
    took = []
    for one in inputs:
        began = time.perf_counter()
        work(one)
        took.append(1000 * (time.perf_counter() - began))
    low, high = np.percentile(took, [50, 95])
    return f"median {low:6.1f}  p95 {high:6.1f}  longest {max(took):6.1f} ms"


def run(count: int, embedder: Embedder) -> None:
    """Measure one size."""
    with tempfile.TemporaryDirectory() as folder:
        db = Database.open(Path(folder) / "a.db", backups=Path(folder))
        rng = np.random.default_rng(5)
        made = fill(db, rng, count)
        service = MemoryService(db, ChangeStore(db), embedder=lambda: embedder)
        began = time.perf_counter()
        service.recall(made[0])
        print(f"{count} memories, first recall {time.perf_counter() - began:.1f} s")
        asked = [made[int(n)][:60] for n in rng.integers(0, count, 200)]
        print("  recall           ", times(lambda text: service.recall(text, gate=False), asked))
        print("  recall, gated    ", times(service.recall, asked))
        fresh = texts(rng, 60)

        def keep(text: str) -> None:
            service.keep([Draft(text, text)], session_id=None, message_id=None)

        print("  store one fact   ", times(keep, fresh))

        def both(text: str) -> None:
            keep(text[::-1])
            began = time.perf_counter()
            service.recall(text)
            after.append(1000 * (time.perf_counter() - began))

        after: list[float] = []
        times(both, asked[:60])
        print(f"  recall after each write: p95 {np.percentile(after, 95):6.1f} ms")
        db.close()


def main() -> None:
    """Measure every size asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--model", type=Path)
    options = parser.parse_args()
    real = WorkerEmbedder(options.model) if options.model else None
    for count in options.counts:
        run(count, Named(real) if real else Cone())
    if real:
        real.close()


if __name__ == "__main__":
    main()
