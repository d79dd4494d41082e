"""Files of the owner's own: linked or copied, whole or not at all."""

from __future__ import annotations

import os

import pytest
from gguf_bytes import U32, entry, model
from model_help import Settings, code_of

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import own_file
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.own_file import Added
from assistant_app.errors import AppError


def test_add_keeps_the_original_and_refuses_what_is_wrong(tmp_path):
    library = ModelLibrary(tmp_path / "models", Settings())
    own = tmp_path / "我的 model.gguf"
    own.write_bytes(model())
    added = library.add(own)
    assert added == Added(tmp_path / "models" / own.name, "linked")
    assert own.read_bytes() == added.path.read_bytes() == model()
    assert library.add(own) == Added(added.path, "present")
    assert library.use(own.name) == added.path
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / own.name).write_bytes(model(tensors=5))
    assert code_of(library.add, other / own.name) == "model_exists"
    (other / "half.gguf").write_bytes(model()[:-9])
    assert code_of(library.add, other / "half.gguf") == "model_truncated"
    assert (other / "half.gguf").exists()


def test_add_copies_to_another_disk(tmp_path, monkeypatch):
    def refuse(*_args: object) -> None:
        raise OSError("cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    own = tmp_path / "own.gguf"
    own.write_bytes(model())
    library = ModelLibrary(tmp_path / "models")
    added = library.add(own)
    assert added.how == "copied"
    assert added.path.read_bytes() == model()
    own.unlink()
    assert library.current() == added.path, "a copy stays when the original goes"


def test_a_link_stays_when_the_original_goes(tmp_path):
    own = tmp_path / "own.gguf"
    own.write_bytes(model())
    library = ModelLibrary(tmp_path / "models")
    assert library.add(own).how == "linked"
    own.unlink()
    assert library.current() == tmp_path / "models" / "own.gguf"


def test_the_same_name_and_size_is_not_the_same_file(tmp_path):
    for folder in ("one", "two", "three"):
        (tmp_path / folder).mkdir()
    (tmp_path / "one" / "own.gguf").write_bytes(model() + bytes(100))
    (tmp_path / "two" / "own.gguf").write_bytes(model() + b"1" * 100)
    (tmp_path / "three" / "own.gguf").write_bytes(model() + bytes(100))
    library = ModelLibrary(tmp_path / "models")
    library.add(tmp_path / "one" / "own.gguf")
    assert code_of(library.add, tmp_path / "two" / "own.gguf") == "model_exists"
    assert library.add(tmp_path / "three" / "own.gguf").how == "present"


@pytest.mark.parametrize("fault", ["gone", "unreadable", "short", "cancelled", "full"])
def test_a_copy_that_fails_leaves_nothing(tmp_path, monkeypatch, fault):
    own = tmp_path / "own.gguf"
    own.write_bytes(model() + bytes(5000))
    cancel = CancelToken()

    def refuse(*_args: object) -> None:
        if fault == "gone":
            own.unlink()
        if fault == "cancelled":
            cancel.cancel()
        raise OSError("cross-device link")

    def read(reader, source):
        if fault == "unreadable":
            raise AppError("model_unreadable", path=str(source))
        return b"" if fault == "short" else reader.read(1000)

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(own_file, "_read", read)
    if fault == "full":
        monkeypatch.setattr("shutil.disk_usage", lambda _path: type("U", (), {"free": 1000})())
    library = ModelLibrary(tmp_path / "models")
    code = code_of(library.add, own, cancel=cancel)
    expected = {"gone": "model_missing", "cancelled": "cancelled", "full": "model_disk_full"}
    assert code == expected.get(fault, "model_unreadable")
    assert list((tmp_path / "models").glob("*own*")) == []
    assert list((tmp_path / "models").glob(".*own*")) == []


def test_add_takes_all_parts_of_a_split_model(tmp_path):
    split = model("llama", entry("split.count", U32, 2))
    for number in (1, 2):
        (tmp_path / f"big-0000{number}-of-00002.gguf").write_bytes(split)
    library = ModelLibrary(tmp_path / "models")
    first = library.add(tmp_path / "big-00002-of-00002.gguf").path
    assert first.name == "big-00001-of-00002.gguf"
    assert library.current() == first
    rows = [row.name for row in library.listing() if not row.about]
    assert rows == [first.name]
    library.remove(first.name)
    assert not list((tmp_path / "models").glob("big*"))
