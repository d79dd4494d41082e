"""Whether memories are kept out of messages that need none, by the real embedder.

Sixty general messages of each language against a store of 200 memories, all written for this
project; `packaging/need_examples` has none of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant_app.engine.embedder import WorkerEmbedder
from assistant_app.engine.library import ModelLibrary
from assistant_app.memory.memory_service import MemoryService
from assistant_app.memory.need import knows
from assistant_app.memory.recall import estimated_tokens
from assistant_app.paths import Paths
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

GATE = Path(__file__).parent / "gate"
NEEDED = {
    "en": [
        ("what can't I serve if Ivy's friends come too, allergies I mean", "allergic to cashews"),
        ("when is my husband's birthday", "Tom's birthday"),
        ("who has a key to our flat", "spare key"),
        ("am I free for a video call on Wednesday after lunch", "Wednesday afternoons"),
        ("where does my brother live", "Euan is a pilot"),
        ("我哪天要去乐团排练", "Orchestra rehearsals"),
    ],
    "zh": [
        ("女儿的同学来家里，水果上要注意什么", "芒果过敏"),
        ("我老公什么时候过生日", "老何的生日"),
        ("家里备用钥匙在谁那儿", "备用钥匙"),
        ("周五下午能不能安排我开会", "周五下午不开会"),
        ("我弟弟在哪里工作", "弟弟周峰"),
        ("when do I have my zither lesson", "古筝课"),
    ],
}


@pytest.fixture(scope="module")
def embedder() -> Iterator[WorkerEmbedder]:
    path = ModelLibrary(Paths.resolve().models_dir).embedder_path()
    if path is None or not knows(path.stem):
        pytest.skip("the default embedder is not on disk")
    opened = WorkerEmbedder(path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def memories(
    embedder: WorkerEmbedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MemoryService]:
    folder = tmp_path_factory.mktemp("gate")
    db = Database.open(folder / "a.db", backups=folder)
    service = MemoryService(db, ChangeStore(db), embedder=lambda: embedder)
    texts = (GATE / "memories.txt").read_text("utf-8").splitlines()
    assert len(texts) == 200
    service.import_lines(
        [{"text": text, "kind": "semantic", "status": "active"} for text in texts]
    )
    service.index_pending()
    yield service
    db.close()


@pytest.mark.parametrize(("lang", "most"), [("en", 0.03), ("zh", 0.12)])
def test_general_messages_get_no_memory(memories: MemoryService, lang: str, most: float) -> None:
    messages = (GATE / f"general_{lang}.txt").read_text("utf-8").splitlines()
    assert len(messages) == 60
    random.Random(3).shuffle(messages)
    wrong = [text for text in messages if memories.recall(text)]
    assert len(wrong) <= most * len(messages), wrong


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_needed_is_there(memories: MemoryService, lang: str) -> None:
    found = {text: [r.memory.text for r in memories.recall(text)] for text, _ in NEEDED[lang]}
    missed = [t for t, part in NEEDED[lang] if not any(part in one for one in found[t])]
    assert len(missed) <= 1, missed
    tokens = [sum(map(estimated_tokens, texts)) for texts in found.values()]
    assert max(tokens) <= 400
