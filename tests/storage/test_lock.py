"""The data folder: made, refused, held by one copy."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from assistant_app.errors import AppError
from assistant_app.storage import lock as lock_module
from assistant_app.storage.fault import folder_error
from assistant_app.storage.lock import FolderLock, prepare_folder, wipe

pytestmark = pytest.mark.storage

_HOLDER = """
import sys, time
from pathlib import Path
from assistant_app.storage.fault import folder_error
from assistant_app.storage.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def hold(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _HOLDER, str(path)]
    holder = subprocess.Popen(command, stdin=-1, stdout=-1, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "数据 b"
    prepare_folder(folder)
    prepare_folder(folder)
    assert list(folder.iterdir()) == []
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o077 == 0


def test_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("mine")
    with pytest.raises(AppError, match="data_path_is_file"):
        prepare_folder(place)
    with pytest.raises(AppError, match="data_not_writable"):
        prepare_folder(place / "below")
    assert place.read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody can write to")
def test_folder_that_cannot_be_written_is_refused() -> None:
    for folder in (Path("/proc/self"), Path("/proc/self/assistant")):
        with pytest.raises(AppError) as caught:
            prepare_folder(folder)
        assert caught.value.code == "data_not_writable"
        assert caught.value.params["path"] == str(folder)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_full_disk_is_told_from_a_forbidden_one(tmp_path: Path) -> None:
    file = tmp_path / "full"
    file.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space") as caught:
        file.write_text("x")
    assert folder_error(caught.value, tmp_path).code == "disk_full"


def test_second_copy_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    path = tmp_path / "assistant.lock"
    holder = hold(path)
    lock = FolderLock(path)
    with pytest.raises(AppError, match="data_in_use"):
        lock.acquire()
    assert not lock.held
    holder.communicate("")
    lock.acquire()
    assert lock.held
    lock.release()
    lock.release()
    assert not lock.held


def test_killed_copy_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "assistant.lock"
    holder = hold(path)
    holder.kill()
    holder.communicate()
    with FolderLock(path) as lock:
        assert lock.held


def test_waiting_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "assistant.lock"
    holder = hold(path)
    begun = time.monotonic()
    with pytest.raises(AppError, match="data_in_use"):
        FolderLock(path).acquire(0.3)
    assert time.monotonic() - begun >= 0.3
    holder.communicate("")


def test_wiping_overwrites_before_it_deletes(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(b"words" * 1000)
    other = tmp_path / "same blocks"
    other.hardlink_to(file)
    wipe(file)
    assert not file.exists()
    assert other.read_bytes() == bytes(5000)
    wipe(file)


def test_a_long_wait_is_told_once_with_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock_module, "_QUIET_S", 0.2)
    told: list[float] = []
    path = tmp_path / "lock"
    FolderLock(path).acquire(0.3, told.append)  # nobody has it
    first = FolderLock(path)
    first.acquire()
    with pytest.raises(AppError, match="data_in_use"):
        FolderLock(path).acquire(0.1, told.append)  # refused before that is long
    assert told == []
    with pytest.raises(AppError, match="data_in_use"):
        FolderLock(path).acquire(0.5, told.append)
    assert told == [pytest.approx(0.3)]
    second = FolderLock(path)
    second.acquire(5, lambda _left: first.release())
    assert second.held
    second.release()
