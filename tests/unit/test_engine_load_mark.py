"""What is remembered of a load that ended its process."""

from __future__ import annotations

import os

import pytest

from assistant_app.engine.load_mark import LoadMark, forgive


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "模型 (1) 🦙.gguf"
    path.write_bytes(b"GGUF")
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


def test_nothing_is_put_aside_at_first(folder, model):
    assert not LoadMark(folder, model).set_aside()
    assert not folder.exists()


def test_a_crash_is_remembered_until_it_is_forgiven(folder, model):
    mark = LoadMark(folder, model)
    mark.begin()
    mark.crashed()
    assert LoadMark(folder, model).set_aside()
    forgive(folder)
    assert not LoadMark(folder, model).set_aside()
    forgive(folder)


def test_a_load_that_ends_leaves_nothing(folder, model):
    mark = LoadMark(folder, model)
    for _ in range(3):
        mark.begin()
        mark.end()
    assert not LoadMark(folder, model).set_aside()
    assert list((folder / "loading").iterdir()) == []


def test_one_load_that_never_ended_is_bad_luck_and_two_are_not(folder, model):
    LoadMark(folder, model).begin()
    assert not LoadMark(folder, model).set_aside()
    LoadMark(folder, model).begin()
    assert LoadMark(folder, model).set_aside()


def test_another_file_of_that_name_is_another_model(folder, model):
    LoadMark(folder, model).crashed()
    model.write_bytes(b"GGUF and more")
    assert not LoadMark(folder, model).set_aside()
    LoadMark(folder, model).crashed()
    os.utime(model, ns=(1, 1))
    assert not LoadMark(folder, model).set_aside()


def test_models_do_not_answer_for_each_other(folder, model, tmp_path):
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF")
    LoadMark(folder, model).crashed()
    assert not LoadMark(folder, other).set_aside()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"file": 1, "crashed": true}', "\0"])
def test_a_damaged_mark_is_none(folder, model, text):
    mark = LoadMark(folder, model)
    mark.crashed()
    (path,) = (folder / "loading").iterdir()
    path.write_text(text, encoding="utf-8")
    assert not mark.set_aside()


def test_a_folder_that_cannot_be_made_changes_nothing(tmp_path, model):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    mark = LoadMark(tmp_path / "file", model)
    mark.begin()
    mark.crashed()
    mark.end()
    assert not mark.set_aside()
    assert not LoadMark(None, model).set_aside()
    assert not LoadMark(tmp_path, None).set_aside()
