"""Whatever is wrong with a model file: a sentence, at once; no crash; nothing deleted or changed.

Part of the fault matrix.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import fault_files as files
import pytest
from engine_help import SMALL, answer, ask, assert_told

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import gguf_file, memory_need
from assistant_app.engine.library import ModelLibrary
from assistant_app.errors import AppError, sentence
from assistant_app.services.current_engine import CurrentEngine

WHOLE_S = 2.0
"""How long a refusal may take that needs no process; it takes hundredths."""


def refusal(engine) -> AppError:
    """Return why a model is not loaded; it is told, and asking again tells the same."""
    begun = time.monotonic()
    with pytest.raises(AppError) as caught:
        engine.info()
    took = time.monotonic() - begun
    with pytest.raises(AppError) as again:
        answer(engine, ask("Hi"))
    assert again.value.code == caught.value.code
    assert engine.channel.pid is None
    assert_told(caught.value)
    assert took < WHOLE_S
    return caught.value


@pytest.mark.alone
@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(files.nowhere, "model_missing", id="not there"),
        pytest.param(files.folder_itself, "model_not_gguf", id="a folder"),
        pytest.param(files.named("empty"), "model_not_gguf", id="0 bytes"),
        pytest.param(files.named("html"), "model_not_gguf", id="HTML"),
        pytest.param(files.zipped, "model_not_gguf", id="ZIP"),
        pytest.param(files.named("zeros"), "model_not_gguf", id="zeros"),
        pytest.param(files.named("magic alone"), "model_truncated", id="magic alone"),
        pytest.param(files.named("noise after the magic"), "model_not_gguf", id="noise"),
        pytest.param(files.named("a newer version"), "model_unsupported", id="newer version"),
        *(
            pytest.param(files.truncated(share), "model_truncated", id=f"{share} % of it")
            for share in range(10, 100, 10)
        ),
        pytest.param(files.small("e.gguf", architecture="bert"), "model_not_chat", id="embedder"),
        pytest.param(
            files.small("mmproj.gguf", architecture="clip"), "model_not_chat", id="mmproj"
        ),
        pytest.param(files.small("a.gguf", files.ADAPTER), "model_not_chat", id="LoRA"),
        pytest.param(files.small("v.gguf", tensors=0), "model_not_chat", id="vocabulary alone"),
        pytest.param(
            files.small("m-00001-of-00002.gguf", files.PARTS), "model_part_missing", id="a part"
        ),
    ],
)
def test_a_file_that_is_refused_before_a_process_is_spent_on_it(
    start, tiny_model, tmp_path, make, code
):
    folder = tmp_path / "models"
    folder.mkdir()
    path = make(tiny_model, folder)
    before = {item.name: item.stat() for item in folder.iterdir()}
    assert refusal(start(path)).code == code
    assert {item.name: item.stat().st_mtime_ns for item in folder.iterdir()} == {
        name: stat.st_mtime_ns for name, stat in before.items()
    }
    if path.is_file():
        size = path.stat().st_size
        assert size == before[path.name].st_size


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(files.renamed(b"llama", b"lhama"), "model_unsupported", id="architecture"),
        pytest.param(files.renamed(b"blk.7.ffn_up", b"blk.7.fnf_up"), "model_unsupported",
                     id="a tensor without its name"),
        pytest.param(files.renamed(b"gpt2", b"gtp3"), "model_unsupported", id="vocabulary"),
        pytest.param(files.small("s.gguf"), "model_unsupported", id="no weights to speak of"),
    ],
)  # fmt: skip
def test_a_file_that_the_library_refuses(start, tiny_model, tmp_path, make, code):
    path = make(tiny_model, tmp_path)
    size = path.stat().st_size
    with pytest.raises(AppError) as caught:
        start(path).info()
    assert caught.value.code == code
    assert caught.value.params["detail"]
    assert_told(caught.value)
    assert path.stat().st_size == size


def test_a_file_that_crashes_the_library(start, tiny_model, tmp_path):
    """A flipped bit makes two words of the vocabulary one, on which llama.cpp aborts."""
    path = files.renamed(b"\x01" + bytes(7) + b"2", b"\x01" + bytes(7) + b"3")(
        tiny_model, tmp_path
    )
    engine = start(path)
    for _ in range(2):
        with pytest.raises(AppError) as caught:
            engine.info()
        assert caught.value.code == "model_load_crashed"
        assert_told(caught.value)
    later = start(path)
    assert refusal(later).code == "model_set_aside"
    assert path.stat().st_size == tiny_model.stat().st_size


@pytest.mark.parametrize("seed", range(8))
def test_flipped_bits_cost_an_answer_at_most(start, tiny_model, tmp_path, seed):
    """Bits of the numbers and descriptions that llama.cpp computes sizes and shapes from."""
    path = files.flipped(seed)(tiny_model, tmp_path)
    size = path.stat().st_size
    engine, failure = start(path), None
    try:
        answer(engine, ask("Hi", max_tokens=3))
    except AppError as error:
        failure = error
    if failure is None:
        assert engine.info().context == SMALL.context
    else:
        assert failure.code.startswith(("model_", "engine_"))
        assert_told(failure)
    assert path.stat().st_size == size


@pytest.mark.alone
def test_a_model_larger_than_the_memory_that_is_free(tiny_model, tmp_path, monkeypatch):
    monkeypatch.setattr(memory_need, "available_memory", lambda: 150_000_000)
    monkeypatch.setattr(memory_need, "_free_swap", lambda: 0)
    engine = CurrentEngine(lambda: tiny_model, tmp_path)
    begun = time.monotonic()
    with pytest.raises(AppError) as caught:
        engine.info()
    assert time.monotonic() - begun < WHOLE_S
    assert caught.value.code == "model_too_large"
    words = sentence(caught.value, "en")
    assert "needs about 418 MB, and 150 MB are free" in words
    assert_told(caught.value)
    assert not engine.loaded
    engine.close()


@pytest.mark.parametrize(
    "template",
    [files.LOOP, files.GROWS, files.POWER, files.RAISES, files.UNREADABLE],
    ids=["loops", "grows", "power", "raises", "unreadable"],
)
def test_a_template_that_does_not_work_gives_way_and_is_told(
    start, tiny_model, tmp_path, template
):
    engine = start(files.with_template(template)(tiny_model, tmp_path))
    assert engine.info().notes == ("template",)
    begun = time.monotonic()
    assert answer(engine, ask("Hi"))[1].completion_tokens > 0
    assert time.monotonic() - begun < 60
    pid = engine.channel.pid
    assert answer(engine, ask("And again"))[1].completion_tokens > 0
    assert engine.channel.pid == pid


def test_a_sound_model_has_nothing_to_tell(engine):
    assert engine.info().notes == ()


def test_a_name_with_spaces_emoji_and_chinese(start, tiny_model, tmp_path):
    folder = tmp_path / "模型 🦙 文件夹"
    folder.mkdir()
    path = folder / "我的 模型 (1) 😀.gguf"
    path.symlink_to(tiny_model)
    engine = start(path)
    assert engine.info().path == str(path)
    assert answer(engine, ask("Hi"))[0]


def test_folders_that_cannot_be_written_to(start, tiny_model):
    """The model is only read, and states that cannot be kept cost time alone."""
    nowhere = Path("/proc/nowhere") if sys.platform == "linux" else Path(os.devnull) / "nowhere"
    engine = start(tiny_model, cache=nowhere)
    assert answer(engine, ask("Hi"))[0]
    with pytest.raises(AppError) as caught:
        ModelLibrary(nowhere).add(tiny_model)
    assert caught.value.code == "models_folder"
    assert_told(caught.value)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open files")
def test_a_model_removed_while_it_is_in_use(start, tiny_model, tmp_path):
    path = tmp_path / "model.gguf"
    shutil.copyfile(tiny_model, path)
    engine = start(path)
    engine.info()
    path.unlink()
    assert answer(engine, ask("Hi"))[0]
    engine.restart()
    assert refusal(engine).code == "model_missing"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open files")
def test_a_model_cut_off_while_it_is_in_use(start, tiny_model, tmp_path):
    path = tmp_path / "model.gguf"
    shutil.copyfile(tiny_model, path)
    engine = start(path)
    engine.info()
    with path.open("r+b") as file:
        file.truncate(gguf_file.read(path).data_start)
    with pytest.raises(AppError) as caught:
        list(engine.complete(ask("Hi"), CancelToken()))
    assert caught.value.code == "engine_crashed"
    assert_told(caught.value)
    assert refusal(engine).code == "model_truncated"
