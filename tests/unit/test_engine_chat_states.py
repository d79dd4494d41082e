"""Pieces of conversations on disk: chained by what they hold, bounded, and removed when unused."""

from __future__ import annotations

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from assistant_app.engine.chat_states import MIN_FREE, ChatStates

STATIC = [1, 2, 3]
PROMPT = [*STATIC, *range(71_000, 71_050)]
PIECE = memoryview(b"x" * 1000)
BUDGET = 1 << 20


@pytest.fixture
def chats(tmp_path: Path) -> ChatStates:
    return ChatStates(tmp_path / "chats", "space")


def fill(chats: ChatStates, scope: str, ends: tuple[int, ...] = (10, 20)) -> str:
    group = chats.group(scope, STATIC)
    start = len(STATIC)
    for end in ends:
        assert chats.save(group, PROMPT, start, end, PIECE)
        start = end
    return group


def age(chats: ChatStates, group: str, seconds: int) -> None:
    for path in chats.folder.glob(f"{group}-*"):
        os.utime(path, (seconds, seconds))


def ends(chats: ChatStates, group: str, prompt: list[int]) -> list[int]:
    return [piece.end for piece in chats.chain(group, prompt, len(STATIC))]


def test_a_chain_goes_as_far_as_the_prompt_agrees(chats: ChatStates) -> None:
    group = fill(chats, "7", (10, 20, 30))
    assert ends(chats, group, PROMPT) == [10, 20, 30]
    assert ends(chats, group, PROMPT[:29]) == [10, 20]
    changed = [*PROMPT[:15], 0, *PROMPT[16:]]
    assert ends(chats, group, changed) == [10]
    assert ends(chats, group, [0, *PROMPT[1:]]) == []
    assert all(chats.load(piece) == PIECE for piece in chats.chain(group, PROMPT, len(STATIC)))


def test_the_longest_piece_is_taken(chats: ChatStates) -> None:
    group = fill(chats, "7", (10, 20))
    chats.save(group, PROMPT, len(STATIC), 25, PIECE)
    assert ends(chats, group, PROMPT) == [25]
    chats.tidy(group, chats.chain(group, PROMPT, len(STATIC)))
    assert len(list(chats.folder.iterdir())) == 1


def test_a_hole_ends_a_chain(chats: ChatStates) -> None:
    group = fill(chats, "7", (10, 20, 30))
    chats.chain(group, PROMPT, len(STATIC))[1].path.unlink()
    assert ends(chats, group, PROMPT) == [10]


def test_chains_of_other_sessions_models_and_prompts_are_apart(chats: ChatStates) -> None:
    group = fill(chats, "7")
    groups = {
        group,
        chats.group("71", STATIC),
        chats.group("7", [1, 2]),
        ChatStates(chats.folder, "other").group("7", STATIC),
    }
    assert len(groups) == 4
    assert [name for name in groups if ends(chats, name, PROMPT)] == [group]


@pytest.mark.parametrize("scope", ["", "../7", "a-b", "x" * 33, "7\n"])
def test_a_name_that_is_no_name_has_no_chain(chats: ChatStates, scope: str) -> None:
    assert chats.group(scope, STATIC) == ""
    assert chats.chain("", PROMPT, 0) == []


def test_nothing_of_the_prompt_can_be_read(chats: ChatStates) -> None:
    fill(chats, "7")
    for path in chats.folder.iterdir():
        assert b"7100" not in path.read_bytes() + path.name.encode()


def test_the_longest_unused_chain_goes_first_and_as_a_whole(chats: ChatStates) -> None:
    groups = [fill(chats, scope) for scope in "123"]
    for number, group in enumerate(groups):
        age(chats, group, 1_000_000 + number)
    chats.tidy(groups[0], chats.chain(groups[0], PROMPT, len(STATIC)))
    whole = sum(path.stat().st_size for path in chats.folder.iterdir())
    assert chats.room_for("new", 100, whole)
    assert [bool(ends(chats, group, PROMPT)) for group in groups] == [True, False, True]


def test_a_chain_never_removes_itself_for_more_of_itself(chats: ChatStates) -> None:
    group = fill(chats, "7")
    assert not chats.room_for(group, 1000, 1500)
    assert ends(chats, group, PROMPT) == [10, 20]
    assert chats.room_for(group, 1000, BUDGET)


def test_a_disk_with_little_left_is_left_alone(
    chats: ChatStates, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(0, 0, MIN_FREE + 99))
    assert chats.room_for("7-a", 99, BUDGET)
    assert not chats.room_for("7-a", 100, BUDGET)


def test_a_folder_that_is_a_file_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "chats").write_bytes(b"")
    chats = ChatStates(tmp_path / "chats", "space")
    assert not chats.room_for("7-a", 10, BUDGET)
    assert not chats.save("7-a", PROMPT, 3, 10, PIECE)
    assert chats.chain("7-a", PROMPT, 3) == []
