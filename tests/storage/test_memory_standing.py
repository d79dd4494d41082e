"""What cannot be done to a memory is said with where it stands; odd files are read as they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant_app.domain.memory import Draft, MemoryStatus
from assistant_app.errors import AppError, sentence
from assistant_app.memory.memory_service import MemoryService

pytestmark = pytest.mark.storage
SECRET = "The wifi password is Blue-Fig-77"


@pytest.fixture
def standing(memories: MemoryService) -> dict[str, int]:
    """One memory of each standing, by its status."""
    leeds = memories.add("I live in Leeds")
    york = memories.add("I live in York")
    put_away = memories.add("I like figs")
    memories.set_status([put_away.id], MemoryStatus.ARCHIVED)
    waiting, refused = (
        memories.keep([Draft(text, text)], session_id=None, message_id=None)[0].id
        for text in ("The user plays chess", "The user paints")
    )
    memories.reject([refused])
    erased = memories.add("I sleep late")
    memories.erase([erased.id])
    return {
        "superseded": leeds.id,
        "active": york.id,
        "archived": put_away.id,
        "proposed": waiting,
        "rejected": refused,
        "erased": erased.id,
        "missing": 4711,
    }


def code_of(work: Callable[[], Any]) -> str:
    try:
        work()
    except AppError as error:
        return error.code
    return ""


EDITED = {"superseded": "memory_is_superseded", "rejected": "memory_is_rejected"}
PINNED = EDITED | {"archived": "memory_is_archived", "proposed": "memory_is_proposed"}
GONE = {"erased": "memory_erased", "missing": "memory_missing"}


def test_what_was_replaced_or_is_gone_is_neither_worded_anew_nor_pinned(
    memories: MemoryService, standing: dict[str, int]
) -> None:
    for name, memory_id in standing.items():
        edited = code_of(lambda m=memory_id: memories.edit(m, text="I live in Bath"))
        assert edited == (EDITED | GONE).get(name, ""), name
        pinned = code_of(lambda m=memory_id: memories.edit(m, pinned=True))
        assert pinned == (PINNED | GONE).get(name, ""), name
    assert memories.get(standing["superseded"]).text == "I live in Leeds"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_where_it_stands_names_what_took_its_place(
    memories: MemoryService, standing: dict[str, int], lang: Any
) -> None:
    said = sentence(memories.left_alone(standing["superseded"]), lang)
    assert "I live in York" in said
    assert f"restore {standing['superseded']}" in said


def test_each_decision_is_for_those_it_fits(
    memories: MemoryService, standing: dict[str, int]
) -> None:
    ids = [memory_id for name, memory_id in standing.items() if name not in GONE]
    fits = (
        (lambda: memories.set_status(ids, MemoryStatus.ARCHIVED), {"active"}),
        (lambda: memories.reject(ids), {"proposed"}),
        (lambda: memories.confirm(ids), {"rejected"}),
        (lambda: memories.set_status(ids, MemoryStatus.ACTIVE), {"superseded", "archived"}),
    )
    for act, names in fits:
        before = {m.id: m.status for m in memories.listing(None)}
        act()
        moved = {m.id for m in memories.listing(None) if m.status is not before[m.id]}
        wanted = {standing[name] for name in names}
        assert wanted <= moved
        assert all(before[memory_id] in names for memory_id in moved)
    assert {m.status for m in memories.listing(None)} == {MemoryStatus.ACTIVE}


def test_a_secret_is_kept_by_an_edit_only_when_it_was_asked_about(
    memories: MemoryService,
) -> None:
    memory = memories.add("The wifi is slow")
    with pytest.raises(AppError, match="memory_secret"):
        memories.edit(memory.id, text=SECRET)
    assert memories.get(memory.id) == memory
    assert memories.edit(memory.id, text=SECRET, secret_ok=True).text == SECRET
    assert memories.edit(memory.id, text=SECRET, category="home").category == "home"


# --- files


def write(path: Path, *rows: Any) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "row",
    [
        {"text": SECRET},
        {"text": "The wifi is slow", "source": {"quote": SECRET}},
        {"text": "The wifi is slow", "history": [{"event": "edited", "text": SECRET}]},
    ],
)
def test_secrets_in_a_file_are_taken_in_only_when_asked_for(
    memories: MemoryService, tmp_path: Path, row: dict[str, Any]
) -> None:
    file = write(tmp_path / "in.jsonl", {"text": "I like figs"}, row)
    seen = memories.files.preview(file, "en")
    assert (seen.added, seen.secret, seen.texts) == (1, 1, ("I like figs",))
    done = memories.files.take_in(file, "en")
    assert (done.added, done.secret) == (1, 1)
    assert [memory.text for memory in memories.listing(None)] == ["I like figs"]
    done = memories.files.take_in(file, "en", secrets=True)
    assert (done.added, done.secret, done.unchanged) == (1, 0, 1)
    assert len(memories.listing(None)) == 2


@pytest.mark.parametrize(
    "odd",
    [
        {"id": [1]},
        {"replaces": {"a": 1}},
        {"history": 5},
        {"history": {"at": 1}},
        {"created_at": 10**18},
        {"expires_at": -1},
        {"created_at": True},
        {"importance": float("nan")},
        {"text": "word " * 401},
        {"text": " \u0000\u001b "},
        {"kind": 5},
    ],
)
def test_an_odd_row_is_set_aside_and_the_rest_is_read(
    memories: MemoryService, tmp_path: Path, odd: dict[str, Any]
) -> None:
    file = write(tmp_path / "in.jsonl", {"text": "I live in York"} | odd, {"text": "I like figs"})
    done = memories.files.take_in(file, "en")
    assert (done.added, done.quarantined) == (1, 1), done
    assert "1" in done.problems[0]
    again = tmp_path / "out.jsonl"
    assert memories.files.export(again, "en") == 1


def test_no_control_reaches_a_list_or_a_terminal(memories: MemoryService, tmp_path: Path) -> None:
    odd = "I like\u001b[31m red\r\nand \u202edeifed\u202c \u0007figs\u0085"
    added = memories.add(odd)
    memories.import_lines([{"text": f"Truly {odd}"}])
    kept = memories.keep([Draft(f"So {odd}", odd)], session_id=None, message_id=None)
    for memory in (added, *kept, *memories.listing()):
        assert memory.text.isprintable(), memory.text
        assert memory.text.endswith("red and deifed figs")
    tea = memories.add("I like tea")
    assert memories.add("I like te\u200ba").id == tea.id
    assert memories.add("I like t\u00adea\ufeff").id == tea.id
    assert memories.add("אני אוהב תה 👨‍👩‍👧 ☕").text == "אני אוהב תה 👨‍👩‍👧 ☕"


def test_no_memory_is_over_before_it_is_kept(memories: MemoryService) -> None:
    past = memories._clock() - 1000
    assert code_of(lambda: memories.add("I have a cold", expires_at=past)) == "memory_over"
    memory = memories.add("I have a cold", expires_at=past + 60_000)
    assert code_of(lambda: memories.edit(memory.id, expires_at=past)) == "memory_over"
    assert code_of(lambda: memories.edit_many([memory.id], expires_at=past)) == "memory_over"
    assert memories.listing(None) == [memory]
