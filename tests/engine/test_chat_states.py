"""A conversation's state on disk: another process goes on with it, and computes only what is new."""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from engine_help import SYSTEM, answer

from assistant_app.domain.engine import Completion, PromptMessage
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.chat_states import PIECE
from assistant_app.engine.client import EngineClient
from assistant_app.engine.kv_state import read_state, write_state
from assistant_app.errors import AppError, Cancelled

BUDGET = 1 << 30
WIDE = EngineOptions(context=2048, batch=128, threads=1)
CLOSE = 0.2
SAID = "We talked about tea, biscuits, the garden and the old clock in the hall. "


def chat(rounds: int, *, scope: str = "7", static: PromptMessage = SYSTEM) -> Completion:
    """Return a conversation that ends with an answer."""
    turns = [
        PromptMessage(role, f"{number}. {SAID * 2}")
        for number in range(rounds)
        for role in ("user", "assistant")
    ]
    return Completion((static, *turns), static=1, scope=scope)


def following(before: Completion, text: str) -> Completion:
    """Return the next question of a conversation, with a late block before it."""
    late = PromptMessage("system", "It is Monday, nine o'clock.")
    return Completion(
        (*before.messages, late, PromptMessage("user", text)),
        static=before.static,
        scope=before.scope,
        max_tokens=16,
    )


def new_tokens(engine, request: Completion) -> int:
    """Return the size of what a question adds to its conversation."""
    return sum(engine.count_tokens([message.text for message in request.messages[-2:]]))


QUESTION = "What did we talk about?"
NAMES = ["reply", "garden", "list"]


def verdict(engine, request: Completion) -> tuple[list[float], int]:
    """Return how likely the model takes some answers to be, and how many tokens that cost.

    Words would not do to compare: batches of other sizes are rounded in another way.
    """
    scored = engine.score(request, NAMES, CancelToken())
    return list(scored.values), scored.prompt_tokens_evaluated


@dataclass
class Kept:
    """The conversation of eight rounds that a process which is gone kept on disk.

    `fresh` is what the model says to the next question with nothing but the prompt to go by.
    """

    folder: Path
    cache: Path
    chat: Completion
    asked: Completion
    fresh: list[float]
    whole: int


@pytest.fixture(scope="module")
def kept_once(tiny_model, tmp_path_factory):
    folder, cache = tmp_path_factory.mktemp("kept"), tmp_path_factory.mktemp("static")
    before = chat(8)
    asked = following(before, QUESTION)
    engine = EngineClient(tiny_model, cache, WIDE, chats_dir=folder)
    done = engine.prepare(before, CancelToken(), BUDGET)
    engine.close()
    assert done.evaluated > PIECE
    files = [path.read_bytes() for path in folder.iterdir()]
    assert done.written == sum(len(data) - data.index(b"\n") - 1 for data in files)
    engine = EngineClient(tiny_model, None, WIDE)
    fresh, whole = verdict(engine, asked)
    engine.close()
    return Kept(folder, cache, before, asked, fresh, whole)


@pytest.fixture
def chats(tmp_path):
    return tmp_path / "chats"


@pytest.fixture
def kept(kept_once, chats):
    """Return a copy of it in `chats`."""
    shutil.copytree(kept_once.folder, chats)
    return kept_once


def test_a_reopened_conversation_computes_only_what_is_new(start, chats, kept):
    engine = start(options=WIDE, cache=kept.cache, chats=chats)
    values, cost = verdict(engine, kept.asked)
    assert kept.whole > PIECE
    assert cost <= new_tokens(engine, kept.asked) + 16 + len(NAMES)
    assert values == pytest.approx(kept.fresh, abs=CLOSE)
    text, done = answer(engine, kept.asked)
    assert text
    assert done.prompt_tokens_evaluated <= 16


def test_only_what_is_new_is_written(start, chats, kept):
    engine = start(options=WIDE, cache=kept.cache, chats=chats)
    whole = sum(path.stat().st_size for path in chats.iterdir())
    more = engine.prepare(chat(9), CancelToken(), BUDGET)
    assert 0 < more.evaluated < 100
    assert 0 < more.written < whole / 5
    assert engine.prepare(chat(9), CancelToken(), BUDGET).written == 0
    engine.close()
    asked = following(chat(9), "And now?")
    _, done = answer(engine := start(options=WIDE, cache=kept.cache, chats=chats), asked)
    assert done.prompt_tokens_evaluated <= new_tokens(engine, asked) + 16


def test_a_prepared_conversation_computes_only_what_is_new(start):
    engine = start(options=WIDE)
    for rounds in (3, 4):
        before = chat(rounds)
        engine.prepare(before, CancelToken())
        asked = following(before, QUESTION)
        _, done = answer(engine, asked)
        assert done.prompt_tokens_evaluated <= new_tokens(engine, asked) + 16


def test_a_conversation_that_was_changed_loses_what_it_had(start, chats, kept):
    engine = start(options=WIDE, cache=kept.cache, chats=chats)
    before = set(chats.iterdir())
    other = Completion((SYSTEM, *chat(3).messages[3:]), static=1, scope="7")
    engine.prepare(other, CancelToken(), BUDGET)
    assert before.isdisjoint(chats.iterdir())
    assert list(chats.iterdir())


def test_another_conversation_uses_nothing_of_it(start, chats, kept):
    engine = start(options=WIDE, cache=kept.cache, chats=chats)
    asked = following(chat(2, scope="8"), QUESTION)
    _, done = answer(engine, asked)
    assert done.prompt_tokens_evaluated > 100


@pytest.mark.parametrize("damage", ["flip", "empty", "gone", "another"])
def test_a_damaged_piece_costs_time_only(start, chats, kept, damage):
    first, last = sorted(chats.iterdir(), key=lambda path: int(path.name.split("-")[3]))
    data = last.read_bytes()
    half = len(data) // 2
    if damage == "flip":
        last.write_bytes(data[:half] + bytes([data[half] ^ 255]) + data[half + 1 :])
    elif damage == "empty":
        last.write_bytes(b"")
    elif damage == "gone":
        last.unlink()
    else:  # sound, but not of the length that its name says
        key = last.stem.split("-")[-1]
        write_state(last, key, read_state(first, first.stem.split("-")[-1]))
    engine = start(options=WIDE, cache=kept.cache, chats=chats)
    values, cost = verdict(engine, kept.asked)
    assert values == pytest.approx(kept.fresh, abs=CLOSE)
    assert cost <= kept.whole - PIECE
    assert cost > new_tokens(engine, kept.asked) + 16
    assert not last.exists()


def test_a_folder_that_cannot_be_written_costs_time_only(start, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    engine = start(options=WIDE, chats=tmp_path / "file" / "chats")
    done = engine.prepare(chat(2), CancelToken(), BUDGET)
    assert done.evaluated > 50
    assert done.written == 0
    assert answer(engine, following(chat(2), "And?"))[0]


def test_nothing_is_written_without_a_budget_or_a_name(start, chats):
    engine = start(options=WIDE, chats=chats)
    engine.prepare(chat(2), CancelToken())
    engine.prepare(chat(2, scope=""), CancelToken(), BUDGET)
    engine.prepare(chat(2, scope="../x"), CancelToken(), BUDGET)
    engine.prepare(chat(2), CancelToken(), 1000)
    answer(engine, following(chat(2), "And?"))
    assert not chats.exists() or not list(chats.iterdir())


@pytest.mark.alone
def test_it_is_called_off_at_once_and_the_next_question_is_answered(start, chats):
    engine = start(options=WIDE, chats=chats)
    engine.warm([SYSTEM])
    cancel = CancelToken()
    at = []

    def later() -> None:
        at.append(time.monotonic())
        cancel.cancel()

    threading.Timer(0.3, later).start()

    def go_on() -> None:
        for rounds in range(10, 20):
            engine.prepare(chat(rounds, scope=str(rounds)), cancel, BUDGET)
            shutil.rmtree(chats, ignore_errors=True)

    with pytest.raises(Cancelled):
        go_on()
    assert time.monotonic() - at[0] < 1.0
    assert answer(engine, following(chat(2), "And?"))[0]


def test_a_conversation_that_is_too_long_is_refused(start, chats):
    engine = start(chats=chats)
    with pytest.raises(AppError, match="prompt_too_long"):
        engine.prepare(chat(40), CancelToken(), BUDGET)
