"""The main job on real parts: chat, act, remember, and decide what is remembered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import App

pytestmark = pytest.mark.e2e


def _hits(folder: Path, word: bytes) -> list[str]:
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and word in path.read_bytes()
    ]


def test_a_preference_is_proposed_confirmed_and_used(app: App) -> None:
    said = "我比较喜欢在下午开会，上午通常比较忙。"
    told = app.ask(said)
    assert [m["quote"] for m in told["memories_proposed"]] == [said]
    assert told["actions"] == []
    assert re.search("[\u4e00-\u9fff]", told["memories_proposed"][0]["text"])
    app.run("memories", "confirm", told["memories_proposed"][0]["id"])
    asked = app.ask("帮我安排一个和产品组的会议")
    assert told["memories_proposed"][0]["id"] in [m["id"] for m in asked["memories_used"]]
    assert "下午" in json.dumps([asked["reply"], asked["question"]], ensure_ascii=False)
    assert asked["status"] == "needs_confirmation"
    assert app.json("events", "list") == []


def _events(app: App) -> list[Any]:
    listing = app.json("events", "list", "--from", "2026-11-01", "--to", "2026-12-31")
    assert isinstance(listing, list)
    return listing


def test_an_appointment_is_stored_named_deleted_and_brought_back(app: App) -> None:
    done = app.ask("Add a dentist appointment next Tuesday at 3pm")
    assert done["actions"][0]["status"] == "done"
    assert done["actions"][0]["assumptions"]
    (event,) = _events(app)
    assert (event["start"][:16], event["tz"]) == ("2026-11-24T15:00", "Europe/London")
    assert "dentist" in event["title"].lower()
    app.run("undo")
    assert _events(app) == []

    _, asked = app.ask_all("Add a dentist appointment next Tuesday at 3pm", "Cancel the dentist")
    assert asked["status"] == "needs_confirmation"
    assert len(_events(app)) == 1
    app.ask("Cancel the dentist", "--yes")
    assert _events(app) == []
    app.run("undo")
    assert len(_events(app)) == 1


def test_remembered_recalled_erased(app: App) -> None:
    told, asked = app.ask_all(
        "remember that my daughter is called Mei and she is 4", "how old is my daughter?"
    )
    assert told["actions"][0]["tool"] == "remember"
    assert re.search(r"\b4\b|four", asked["reply"])
    (used,) = {m["id"] for m in asked["memories_used"]}
    app.run("memories", "erase", used, "--yes")
    (after,) = app.ask_all("how old is my daughter?")
    assert not re.search(r"\b4\b|four|Mei", after["reply"])
    chat = app.json("sessions", "show", told["session"])
    assert "Mei" in json.dumps(chat, ensure_ascii=False)


def test_erased_with_its_words_leaves_no_byte(app: App) -> None:
    app.ask("remember that my daughter is called Mei and she is 4")
    asked = app.ask("what is my daughter called?")
    assert "Mei" in asked["reply"]
    app.run("memories", "erase", asked["memories_used"][0]["id"], "--and-source", "--yes")
    assert _hits(app.data_dir, b"Mei") == []


def test_a_sum_goes_through_calculate(app: App) -> None:
    answer = app.ask("What is 23*7+12?")
    assert [a["tool"] for a in answer["actions"]] == ["calculate"]
    assert "173" in answer["reply"]


def test_a_second_process_finds_the_static_prompt(app: App) -> None:
    app.ask("tell me something nice about rivers")
    again = app.ask("tell me something nice about mountains")
    assert 0 < again["usage"]["prompt_tokens_evaluated"] <= 400
    assert again["usage"]["prompt_tokens"] > 1000


def test_a_dry_run_changes_nothing(app: App) -> None:
    decided = app.json("ask", "Add a dentist appointment next Tuesday at 3pm", "--dry-run")
    assert decided["actions"][0]["tool"] == "create_event"
    assert _events(app) == []
    assert app.json("sessions", "list") == []


def test_bad_input_is_one_sentence(app: App) -> None:
    for text in ("", " \n ", "x" * 1_000_000):
        refused = app.run("ask", "--new", check=False, stdin=text)
        assert refused.returncode == 1
        assert len(refused.stderr.strip().splitlines()) == 1
        assert refused.stdout == ""
    assert app.json("sessions", "list") == []


def test_odd_characters_are_kept(app: App) -> None:
    text = "say hi \u202e\u05d0\u05d1 \u200d \U0001f469\u200d\U0001f467 𠮷"
    answer = app.ask(text)
    stored = app.json("sessions", "show", answer["session"])
    assert text in json.dumps(stored, ensure_ascii=False)
