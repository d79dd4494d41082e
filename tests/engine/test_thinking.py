"""A thinking model: its thoughts are bounded, told from the answer, and never under a grammar."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_help import answer, ask

from assistant_app.domain.engine import Completion, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.client import EngineClient
from assistant_app.engine.grammar import choice_grammar

THINKER = (
    "{% for m in messages %}{{'<|im_start|>'+m['role']+'\n'+m['content']+'<|im_end|>\n'}}{% endfor %}"
    "{{'<|im_start|>assistant\n'}}{% if enable_thinking %}{{'<think>\n'}}{% endif %}"
)


@pytest.fixture(scope="module")
def thinker(tiny_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the tiny model with the template of a model that thinks."""
    data = bytearray(tiny_model.read_bytes())
    at = data.index(b"tokenizer.chat_template") + len(b"tokenizer.chat_template") + 4
    size = int.from_bytes(data[at : at + 8], "little")
    source = THINKER.encode()
    source += b"{#" + b" " * (size - len(source) - 4) + b"#}"
    assert len(source) == size
    data[at + 8 : at + 8 + size] = source
    path = tmp_path_factory.mktemp("thinker") / "thinker.gguf"
    path.write_bytes(data)
    return path


def parts(engine: EngineClient, request: Completion) -> tuple[str, str, object]:
    """Return what was thought, what was said, and the end."""
    *chunks, done = engine.complete(request, CancelToken())
    found = [chunk for chunk in chunks if isinstance(chunk, TextChunk)]
    thought = "".join(chunk.text for chunk in found if chunk.thought)
    return thought, "".join(chunk.text for chunk in found if not chunk.thought), done


def test_a_thought_is_bounded_and_the_answer_follows(start, thinker: Path) -> None:
    engine = start(thinker)
    assert engine.info().thinks
    sizes = []
    for budget in (12, 40):
        request = ask("Write about the sea.", thinking=budget, max_tokens=16)
        thought, said, done = parts(engine, request)
        sizes.append(engine.count_tokens([thought])[0])
        assert "<think>" not in thought + said
        assert said.strip()
        assert done.finish == "length"
        assert engine.count_tokens([said])[0] >= 10
        assert done.completion_tokens > 16 + budget // 2
    assert sizes[0] <= 14 < 30 < sizes[1] <= 42


def test_a_model_that_ends_in_its_thought_has_to_answer_still(start, thinker: Path) -> None:
    thought, said, done = parts(start(thinker), ask("Name three fruits.", thinking=40))
    assert thought == "<thought>\n"
    assert said.strip()
    assert done.finish in ("stop", "length")


def test_without_a_wish_to_think_there_is_no_thought(start, thinker: Path) -> None:
    engine = start(thinker)
    thought, said, _ = parts(engine, ask("Name three fruits."))
    assert thought == ""
    assert said.strip()
    grammar = choice_grammar(["yes", "no"])
    text, _ = answer(engine, ask("Is the sea wet?", grammar=grammar, thinking=50))
    assert text in ("yes", "no")


def test_an_ordinary_model_is_not_said_to_think(engine) -> None:
    assert not engine.info().thinks
