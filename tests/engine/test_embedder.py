"""Vectors from the real embedding model, where it is on disk."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest

from assistant_app.engine.embedder import WorkerEmbedder
from assistant_app.engine.library import ModelLibrary
from assistant_app.errors import AppError
from assistant_app.paths import Paths


@pytest.fixture(scope="module")
def embedder():
    named = os.environ.get("ASSISTANT_APP_TEST_EMBEDDER")
    path = Path(named) if named else ModelLibrary(Paths.resolve().models_dir).embedder_path()
    if path is None:
        pytest.skip("the embedding model is not on disk: `assistant-app models get e5`")
    made = WorkerEmbedder(path)
    yield made
    made.close()


def cosine(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_vectors_have_length_one(embedder):
    for vector in embedder.embed(["a cat", "", "一只猫", "x" * 5000, "\x00\ud800"], query=False):
        assert len(vector) == embedder.dim == 384
        assert math.isclose(cosine(vector, vector), 1, rel_tol=1e-5)


def test_what_means_the_same_is_nearer_across_languages_too(embedder):
    (question,) = embedder.embed(["How old is my daughter?"], query=True)
    same, chinese, other = embedder.embed(
        ["My daughter is four years old.", "我女儿今年四岁。", "The meeting is in room five."],
        query=False,
    )
    assert cosine(question, same) > cosine(question, other)
    assert cosine(question, chinese) > cosine(question, other)


def test_a_vector_does_not_depend_on_its_company(embedder):
    texts = [f"sentence number {n} about {'tea' * (n % 7)}" for n in range(150)]
    together = embedder.embed(texts, query=False)
    for index in (0, 63, 64, 149):
        (alone,) = embedder.embed([texts[index]], query=False)
        assert cosine(alone, together[index]) > 0.999


def test_questions_and_passages_differ_and_widths_do_not(embedder):
    (question,) = embedder.embed(["tea"], query=True)
    (passage,) = embedder.embed(["tea"], query=False)
    (wide,) = embedder.embed(["ｔｅａ"], query=False)
    assert cosine(question, passage) < 0.9999
    assert cosine(wide, passage) > 0.9999


def test_the_end_of_a_long_text_counts(embedder):
    start = "The train to the coast leaves from platform four. " * 20
    about_tea, about_rain, shorter = embedder.embed(
        [start + "She drinks tea. " * 20, start + "It rains a lot. " * 20, start], query=False
    )
    assert cosine(about_tea, about_rain) < 0.995
    assert cosine(about_tea, shorter) > 0.9


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_the_worker_stays_small_whatever_it_reads(embedder):
    embedder.embed(["word " * 600, "一二三四五六七八九十" * 80, *["tea"] * 200], query=False)
    status = Path(f"/proc/{embedder.channel.pid}/status").read_text(encoding="utf-8")
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    assert peak <= 350


def test_a_chat_model_is_no_embedder(tiny_model):
    made = WorkerEmbedder(tiny_model)
    with pytest.raises(AppError) as caught:
        made.embed(["a"], query=True)
    assert caught.value.code == "model_not_embedding"
    made.close()
