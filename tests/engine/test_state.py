"""The static prompt's state on disk: computed once, and never believed when damaged."""

from __future__ import annotations

import pytest
from engine_help import SYSTEM, answer, ask

from assistant_app.domain.engine import Completion, PromptMessage

OTHER = PromptMessage("system", "You answer in one word, whatever is asked. " * 8)


def states(tmp_path):
    return sorted((tmp_path / "cache").glob("*.kv"))


def test_a_second_process_evaluates_only_the_message(start, tmp_path):
    first = start()
    text, cold = answer(first, ask("What is tea?"))
    first.close()
    assert cold.prompt_tokens_evaluated == cold.prompt_tokens
    assert len(states(tmp_path)) == 1
    second = start()
    again, warm = answer(second, ask("What is tea?"))
    assert again == text
    static = second.count_tokens([SYSTEM.text])[0]
    assert warm.prompt_tokens_evaluated <= warm.prompt_tokens - static
    assert len(states(tmp_path)) == 1


def test_warming_computes_once_and_for_all(start, tmp_path):
    engine = start()
    engine.warm([SYSTEM])
    assert len(states(tmp_path)) == 1
    written = states(tmp_path)[0].stat().st_mtime_ns
    engine.warm([SYSTEM])
    assert states(tmp_path)[0].stat().st_mtime_ns == written
    _, done = answer(engine, ask("What is tea?"))
    assert done.prompt_tokens_evaluated < 20


def test_two_static_prompts_take_turns(start, tmp_path):
    engine = start()
    for message in (SYSTEM, OTHER):
        engine.warm([message])
    assert len(states(tmp_path)) == 2
    for message in (SYSTEM, OTHER, SYSTEM):
        request = Completion((message, PromptMessage("user", "Hi")), static=1, max_tokens=2)
        assert answer(engine, request)[1].prompt_tokens_evaluated < 20


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "other"])
def test_a_damaged_state_is_computed_again(start, tmp_path, damage):
    engine = start()
    text, cold = answer(engine, ask("What is tea?"))
    engine.close()
    (path,) = states(tmp_path)
    data = path.read_bytes()
    path.write_bytes(
        {
            "flip": data[: len(data) // 2]
            + bytes([data[len(data) // 2] ^ 255])
            + data[len(data) // 2 + 1 :],
            "cut": data[: len(data) // 2],
            "empty": b"",
            "other": b"not a state at all\n" * 1000,
        }[damage]
    )
    again, done = answer(start(), ask("What is tea?"))
    assert again == text
    assert done.prompt_tokens_evaluated == cold.prompt_tokens
    assert path.read_bytes()[:200] == data[:200]


def test_a_sound_file_that_the_model_refuses_is_computed_again(start, tmp_path):
    from assistant_app.engine.kv_state import StateFolder

    engine = start()
    text, _ = answer(engine, ask("What is tea?"))
    engine.close()
    (path,) = states(tmp_path)
    StateFolder(tmp_path / "cache").save(path.stem, b"\x01" * 64)
    again, done = answer(start(), ask("What is tea?"))
    assert again == text
    assert done.prompt_tokens_evaluated == done.prompt_tokens


def test_without_a_folder_everything_works(start):
    engine = start(cache=None)
    engine.warm([SYSTEM])
    _, done = answer(engine, ask("What is tea?"))
    assert done.prompt_tokens_evaluated < 20


def test_a_folder_that_cannot_be_written_costs_time_only(start, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert answer(start(cache=tmp_path / "file" / "cache"), ask("What is tea?"))[0]
