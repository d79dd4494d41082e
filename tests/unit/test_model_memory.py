"""What a model needs of memory, told from its header, and whether it is there."""

from __future__ import annotations

import struct

import pytest
from gguf_bytes import ARRAY, U32, entry, model, text

from assistant_app.engine import gguf_file, memory_need
from assistant_app.engine.attention import prefers_plain
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.memory_need import estimate, fit
from assistant_app.errors import AppError
from assistant_app.paths import Paths

MIB = 1024 * 1024


@pytest.fixture
def info(tmp_path):
    def put(data: bytes, name: str = "model.gguf") -> gguf_file.GgufInfo:
        (tmp_path / name).write_bytes(data)
        return gguf_file.read(tmp_path / name)

    return put


def numbers(key: str, values: list[int]) -> bytes:
    """Return an entry that has a number for each layer."""
    head = text(key) + struct.pack("<IIQ", ARRAY, U32, len(values))
    return head + struct.pack(f"<{len(values)}I", *values)


def test_keys_and_values_of_each_token_count(info):
    read = info(model())
    # 2 layers x 2 heads x (16 + 16) x 2 bytes a token
    assert estimate(read, 1024).cache == 1024 * 256
    assert estimate(read, 0).cache == 0
    assert estimate(read, 10**9).cache == 4096 * 256, "no more than it was trained for"
    assert estimate(read, 0).weights == read.size


def test_heads_may_be_given_for_each_layer(info):
    layers = numbers("llama.attention.head_count_kv", [4, 1])
    assert estimate(info(model("llama", layers)), 1).cache == (4 + 1) * (16 + 16) * 2


def test_many_layers_are_not_taken_for_their_number(info):
    layers = numbers("llama.attention.head_count_kv", [1] * 80)
    read = info(model("llama", entry("llama.block_count", U32, 80), layers))
    assert estimate(read, 1).cache == 80 * (16 + 16) * 2


def test_a_larger_batch_needs_more_to_compute(info):
    read = info(model("llama", entry("llama.feed_forward_length", U32, 8000)))
    grown = estimate(read, 1024, 512).compute - estimate(read, 1024, 256).compute
    assert grown == 256 * (16 * (8000 + 64) + 2 * 1024)


def test_all_parts_of_a_split_model_count(info):
    part = model("llama", entry("split.count", U32, 2))
    second = part + bytes(5000)
    info(second, "big-00002-of-00002.gguf")
    read = info(part, "big-00001-of-00002.gguf")
    assert estimate(read, 0).weights == len(part) + len(second)
    (read.path.with_name("big-00002-of-00002.gguf")).unlink()
    assert estimate(read, 0).weights == len(part)


def test_an_embedder_keeps_no_keys(info):
    need = estimate(info(model("bert")), 512, 96)
    assert need.cache == 0
    assert need.total == need.weights + need.compute


@pytest.mark.parametrize(
    "extra",
    [
        entry("llama.attention.head_count", U32, 0),
        entry("llama.block_count", U32, 0),
        entry("llama.embedding_length", U32, 0),
        numbers("llama.attention.head_count", []),
    ],
)
def test_odd_numbers_give_an_estimate_all_the_same(info, extra):
    assert estimate(info(model("llama", extra)), 8192).total > 0


@pytest.mark.parametrize(
    ("need", "free", "expected"),
    [
        (1, None, "fits"),
        (80, 100, "fits"),
        (81, 100, "tight"),
        (100, 100, "tight"),
        (101, 100, "too_large"),
        (1, 0, "too_large"),
    ],
)
def test_fit(need, free, expected):
    assert fit(need, free) == expected


def test_a_limit_on_the_group_counts_where_it_is_lower(tmp_path, monkeypatch):
    monkeypatch.setattr(memory_need, "_CGROUP", tmp_path)
    free = memory_need.available_memory()
    if free is None:
        pytest.skip("this system does not say")
    (tmp_path / "memory.max").write_text("50000000\n")
    (tmp_path / "memory.current").write_text("30000000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 4000000\n")
    assert memory_need.available_memory() == 24_000_000
    (tmp_path / "memory.max").write_text("max\n")
    unlimited = memory_need.available_memory()
    assert unlimited is not None
    assert unlimited > 24_000_000


@pytest.mark.parametrize(
    ("name", "context", "scratch_mib"),
    [
        ("tiny", 2048, 11.60),
        ("small", 8192, 62.31),
        ("small", 32768, 242.31),
        ("starter", 8192, 36.26),
        ("starter", 32768, 48.26),
    ],
)
def test_scratch_is_near_what_llama_cpp_reports(name, context, scratch_mib):
    """The figures are those of its log, `compute buffer size`, with a batch of 256.

    Without flash attention, as the worker loads tiny and small, 128 are computed at once.
    """
    try:
        read = ModelLibrary(Paths.resolve().models_dir).info(name)
    except AppError as error:
        pytest.skip(f"{name} is not on this machine: {error}")
    words = read.meta["tokenizer.ggml.tokens"]
    compute = estimate(read, context).compute
    scratch = compute - memory_need._PROCESS - words * (memory_need._WORD + 4 * 32)
    assert abs(scratch - scratch_mib * MIB) < 10 * MIB


@pytest.mark.parametrize(
    ("head", "card", "plain"),
    [
        (64, False, True),
        (64, True, False),
        (128, False, False),
        (256, False, False),
        (0, False, False),
    ],
)
def test_small_heads_attend_without_flash_attention_on_a_processor(head, card, plain):
    assert prefers_plain(head, on_card=card) is plain
