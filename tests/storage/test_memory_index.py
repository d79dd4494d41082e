"""The arrays of recall follow what changes, and rank large stores as FTS5 ranks small ones."""

from __future__ import annotations

import contextlib
import random

import pytest

from assistant_app.domain.memory import MemoryStatus
from assistant_app.errors import AppError
from assistant_app.memory import index as index_module
from assistant_app.memory import ranking
from assistant_app.memory.index import MemoryIndex
from assistant_app.memory.memory_service import MemoryService
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.vector_store import VectorStore

pytestmark = pytest.mark.storage

WORDS = "river harbour violin garden lantern copper window bicycle orchard 茶馆 书店 渡口".split()  # noqa: SIM905


class Letters:
    """An embedder whose vectors are counts of letters."""

    model = "letters"
    dim = 27

    def close(self) -> None:
        """Nothing is open."""

    def embed(self, texts, *, query: bool) -> list[list[float]]:
        """Return unit vectors of the counts, one more each."""
        made = []
        for text in texts:
            counts = [1.0 + text.casefold().count(chr(97 + n)) for n in range(26)]
            counts.append(1.0 + sum(character > "\u4e00" for character in text))
            length = sum(value * value for value in counts) ** 0.5
            made.append([value / length for value in counts])
        return made


def scores(index: MemoryIndex, text: str) -> dict[int, float]:
    index.refresh()
    found = index.words(text)
    return {int(k): float(s) for k, s in zip(index.ids, found, strict=True) if s > 0}


def test_it_stays_in_step_with_every_kind_of_change(
    db: Database, changes: ChangeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = Letters()
    service = MemoryService(db, changes, embedder=lambda: letters)
    choose = random.Random(4)

    def sentence() -> str:
        return f"The user keeps a {' and a '.join(choose.sample(WORDS, 3))}"

    ids = [service.add(f"{sentence()} {n}").id for n in range(40)]
    for large in (5000, 1):
        monkeypatch.setattr(index_module, "LARGE", large)
        monkeypatch.setattr(ranking, "ROUGH_FROM", large)
        monkeypatch.setattr(ranking, "AXES", 9)
        for _ in range(60):
            action = choose.choice("add edit erase archive restore undo".split())  # noqa: SIM905
            some = choose.choice(ids)
            if action == "add":
                ids.append(service.add(f"{sentence()} {choose.random()}").id)
            elif action == "edit":
                service.edit(some, text=f"{sentence()} {choose.random()}")
            elif action == "erase":
                service.erase([some])
                ids.remove(some)
            elif action == "undo":
                with contextlib.suppress(AppError):  # right after an erasure it is refused once
                    changes.undo()
                ids = [m.id for m in service.listing(None)]
            else:
                wanted = {"archive": MemoryStatus.ARCHIVED, "restore": MemoryStatus.ACTIVE}[action]
                service.set_status([some], wanted)
            text = choose.choice(WORDS)
            here = [(r.memory.id, r.score) for r in service.recall(text, gate=False, limit=99)]
            # One that starts from nothing finds the same.
            other = MemoryService(db, changes, embedder=lambda: letters)
            wanted_now = [(r.memory.id, r.score) for r in other.recall(text, gate=False, limit=99)]
            assert sorted(key for key, _ in here) == sorted(key for key, _ in wanted_now)
            active = {m.id for m in service.listing(MemoryStatus.ACTIVE)}
            assert {key for key, _ in here} == active


def test_own_postings_rank_as_fts_does(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore(db)
    service = MemoryService(db, ChangeStore(db))
    choose = random.Random(2)
    for n in range(300):
        service.add(f"{' '.join(choose.sample(WORDS, choose.randint(1, 5)))} number{n}")
    for text in ("the rivers and copper windows", "渡口的茶馆", "a bicycle in the orchard 书店"):
        monkeypatch.setattr(index_module, "LARGE", 10_000)
        theirs = scores(MemoryIndex(store, VectorStore(db)), text)
        monkeypatch.setattr(index_module, "LARGE", 1)
        ours = scores(MemoryIndex(store, VectorStore(db)), text)
        assert ours.keys() >= theirs.keys()
        best = sorted(theirs, key=lambda key: -theirs[key])[:20]
        for key in best:
            assert ours[key] == pytest.approx(theirs[key], rel=0.02)


def test_vectors_of_an_earlier_embedder_go_when_all_have_new_ones(
    db: Database, changes: ChangeStore
) -> None:
    current = [Letters()]
    service = MemoryService(db, changes, embedder=lambda: current[0])
    for n in range(3):
        service.add(f"The user keeps violin number {n}")
    assert service.index_pending() == 3
    later = Letters()
    later.model = "later"
    current[0] = later
    service.recall("the violin")  # reads a few memories again at once
    assert VectorStore(db).counts("memory") == {"letters": 3, "later": 3}
    assert service.index_pending() == 0
    assert VectorStore(db).counts("memory") == {"later": 3}
    assert len(service.recall("the violin", gate=False)) == 3
