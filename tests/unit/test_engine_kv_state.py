"""States on disk: whole or not at all, bounded, and never trusted."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.engine.kv_state import (
    StateFolder,
    common_prefix,
    file_fingerprint,
    state_key,
)

PAYLOAD = os.urandom(5000)
KEY = state_key("space", [1, 2, 3])


@pytest.fixture
def folder(tmp_path):
    return StateFolder(tmp_path / "cache")


def only_file(folder):
    (path,) = folder.folder.iterdir()
    return path


def test_a_state_comes_back_as_it_was(folder):
    assert folder.load(KEY) is None
    assert not folder.has(KEY)
    assert folder.save(KEY, PAYLOAD)
    assert folder.has(KEY)
    assert folder.load(KEY) == PAYLOAD


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data[:2000] + bytes([data[2000] ^ 1]) + data[2001:],
        lambda data: data[3:],
        lambda data: b"",
        lambda data: b"[]\n" + data,
        lambda data: b"\xff" * 9000,
    ],
)
def test_a_damaged_state_is_dropped_and_can_be_made_anew(folder, damage):
    folder.save(KEY, PAYLOAD)
    path = only_file(folder)
    path.write_bytes(damage(path.read_bytes()))
    assert folder.load(KEY) is None
    assert not path.exists()
    assert folder.save(KEY, PAYLOAD)
    assert folder.load(KEY) == PAYLOAD


def test_a_state_under_another_name_is_refused(folder):
    folder.save(KEY, PAYLOAD)
    other = state_key("space", [1, 2, 4])
    only_file(folder).rename(folder.folder / f"{other}.kv")
    assert folder.load(other) is None


def test_the_longest_unused_go_first(tmp_path):
    folder = StateFolder(tmp_path, max_files=3)
    keys = [state_key("space", [number]) for number in range(5)]
    for age, key in enumerate(keys[:3]):
        folder.save(key, PAYLOAD)
        os.utime(tmp_path / f"{key}.kv", (1_000_000 + age, 1_000_000 + age))
    assert folder.load(keys[0]) == PAYLOAD
    folder.save(keys[3], PAYLOAD)
    assert [folder.has(key) for key in keys[:4]] == [True, False, True, True]


def test_the_bytes_are_bounded_but_the_last_state_stays(tmp_path):
    folder = StateFolder(tmp_path, max_bytes=6000)
    folder.save(KEY, PAYLOAD)
    os.utime(only_file(folder), (1_000_000, 1_000_000))
    other = state_key("space", [9])
    folder.save(other, PAYLOAD * 2)
    assert folder.has(other)
    assert not folder.has(KEY)


def test_what_a_killed_worker_left_is_removed_in_time(folder):
    folder.save(KEY, PAYLOAD)
    old, new = folder.folder / "state-a.part", folder.folder / "state-b.part"
    old.write_bytes(b"")
    new.write_bytes(b"")
    os.utime(old, (1_000_000, 1_000_000))
    folder.trim()
    assert not old.exists()
    assert new.exists()


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(tmp_path, caplog):
    (tmp_path / "file").write_bytes(b"")
    folder = StateFolder(tmp_path / "file" / "cache")
    assert not folder.save(KEY, PAYLOAD)
    assert folder.load(KEY) is None
    assert "not kept" in caplog.text


def test_the_key_depends_on_all_it_is_made_of():
    keys = {KEY, state_key("spac", [1, 2, 3]), state_key("space", [12, 3]), state_key("space", [])}
    assert len(keys) == 4


def test_the_fingerprint_sees_content_and_size_but_not_the_name(tmp_path):
    paths = [tmp_path / name for name in ("a", "b", "c", "d", "empty")]
    data = bytearray(os.urandom(3_000_000))
    paths[0].write_bytes(data)
    paths[1].write_bytes(data)
    data[-1] ^= 1
    paths[2].write_bytes(data)
    paths[3].write_bytes(data + b"0")
    paths[4].write_bytes(b"")
    prints = [file_fingerprint(path) for path in paths]
    assert prints[0] == prints[1]
    assert len(set(prints)) == 4


@given(st.lists(st.integers(0, 2), max_size=12), st.lists(st.integers(0, 2), max_size=12))
def test_the_common_prefix_is_the_longest(left, right):
    length = common_prefix(left, right)
    assert left[:length] == right[:length]
    assert left[length : length + 1] != right[length : length + 1] or length == len(left) == len(
        right
    )
