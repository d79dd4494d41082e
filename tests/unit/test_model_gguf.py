"""Reading GGUF headers: real ones, and every way in which a file can be wrong."""

from __future__ import annotations

import contextlib
import os
import random
import struct
import time
import zipfile
from pathlib import Path

import pytest
from gguf_bytes import ARRAY, STRING, U32, entry, model, text

from assistant_app.engine import gguf_file
from assistant_app.engine.library import ModelLibrary
from assistant_app.errors import AppError, sentence
from assistant_app.paths import Paths


@pytest.fixture
def put(tmp_path):
    def write(data: bytes, name: str = "model.gguf") -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def code(path: Path) -> str:
    """Return the code of a refusal; it comes fast and has a sentence in both languages."""
    begin = time.monotonic()
    with pytest.raises(AppError) as caught:
        gguf_file.check(path)
    assert time.monotonic() - begin < 2
    for lang in ("en", "zh"):
        assert caught.value.code not in sentence(caught.value, lang)
    return caught.value.code


def test_a_whole_file_says_what_it_is(put):
    info = gguf_file.check(put(model()))
    assert (info.kind, info.architecture, info.name) == ("chat", "llama", "Test 中文 🦙")
    assert (info.quantization, info.context, info.layers) == ("Q4_K_M", 4096, 2)
    assert info.complete
    assert info.needed == info.size
    assert info.template == "{{ messages }}"


@pytest.mark.parametrize("share", range(0, 100, 10))
def test_truncated_anywhere(put, share):
    data = model()
    expected = "model_not_gguf" if share == 0 else "model_truncated"
    assert code(put(data[: len(data) * share // 100])) == expected


def test_one_byte_short_is_truncated(put):
    assert code(put(model()[:-1])) == "model_truncated"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html><body>Not found</body></html>",
        b"PK\x03\x04" + bytes(500),
        b"\0" * 4096,
        b"GGU",
    ],
)
def test_something_else_is_not_gguf(put, data):
    assert code(put(data)) == "model_not_gguf"


def test_a_zip_of_a_model_is_not_gguf(put, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.gguf", "w") as archive:
        archive.writestr("model.gguf", model())
    assert code(tmp_path / "x.gguf") == "model_not_gguf"


def test_flipped_bytes_never_crash_and_never_hang(put):
    data = bytearray(model())
    rng = random.Random(11)
    for number in range(300):
        flipped = bytearray(data)
        for _ in range(3):
            flipped[rng.randrange(4, 1500)] ^= 1 << rng.randrange(8)
        path = put(bytes(flipped), f"{number}.gguf")
        begin = time.monotonic()
        with contextlib.suppress(AppError):
            gguf_file.check(path)
        assert time.monotonic() - begin < 2


@pytest.mark.parametrize("count", [2**63, 2**32, 2**20])
def test_absurd_counts_end_at_once(put, count):
    data = b"GGUF" + struct.pack("<IQQ", 3, count, count) + bytes(1000)
    assert code(put(data)) in ("model_not_gguf", "model_truncated")
    nested = text("k") + struct.pack("<I", ARRAY) + struct.pack("<IQ", ARRAY, count) * 8
    data = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + nested
    assert code(put(data, "n.gguf")) in ("model_not_gguf", "model_truncated")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (model("bert"), "embedding"),
        (model("qwen3", entry("qwen3.pooling_type", U32, 3)), "embedding"),
        (model("clip"), "projector"),
        (model("llama", entry("general.type", STRING, "adapter")), "adapter"),
        (model("llama", tensors=0), "other"),
    ],
)
def test_what_cannot_chat_is_named(put, data, kind):
    path = put(data)
    assert gguf_file.read(path).kind == kind
    assert code(path) == "model_not_chat"


def test_a_chat_model_is_not_an_embedder(put):
    with pytest.raises(AppError) as caught:
        gguf_file.check(put(model()), kind="embedding")
    assert caught.value.code == "model_not_embedding"


def test_an_unknown_version_is_unsupported(put):
    assert code(put(model(version=9))) == "model_unsupported"


def test_split_models_need_all_parts(put):
    split = model("llama", entry("split.count", U32, 2))
    first = put(split, "big-00001-of-00002.gguf")
    assert code(first) == "model_part_missing"
    second = put(model("llama", entry("split.count", U32, 2)), "big-00002-of-00002.gguf")
    assert gguf_file.check(first).parts == 2
    assert gguf_file.is_later_part(second)
    assert not gguf_file.is_later_part(first)
    second.write_bytes(split[:-10])
    assert code(first) == "model_truncated"


def test_missing_folder_and_unreadable(tmp_path):
    assert code(tmp_path / "none.gguf") == "model_missing"
    (tmp_path / "folder.gguf").mkdir()
    assert code(tmp_path / "folder.gguf") == "model_not_gguf"
    (tmp_path / "loop.gguf").symlink_to(tmp_path / "loop.gguf")
    assert code(tmp_path / "loop.gguf") == "model_unreadable"


def test_names_with_spaces_emoji_and_chinese(put):
    assert gguf_file.check(put(model(), "我的 模型 🦙 (1).gguf")).complete


def test_a_file_that_changed_is_read_again(put):
    path = put(model())
    assert gguf_file.read(path).complete
    path.write_bytes(model()[:-40])
    os.utime(path, ns=(1, 1))
    assert not gguf_file.read(path).complete


def test_real_headers():
    library = ModelLibrary(Paths.resolve().models_dir)
    expected = {
        "tiny": ("chat", "llama"),
        "starter": ("chat", "qwen2"),
        "e5": ("embedding", "bert"),
    }
    here = [name for name in expected if library.path_of(name).exists()]
    if not here:
        pytest.skip("no model on this machine: run `assistant-app models get tiny`")
    for name in here:
        info = library.info(name)
        assert (info.kind, info.architecture) == expected[name]
        assert info.complete
        assert info.needed == info.size
