"""The founding scenarios: what they promised works here, on real parts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import App

pytestmark = pytest.mark.e2e


def _texts(rows: list[dict[str, Any]]) -> list[str]:
    return [row["text"] for row in rows]


def _import(app: App, folder: Path, *texts: str) -> None:
    file = folder / "memories.jsonl"
    rows = [{"text": text, "kind": "semantic", "status": "active"} for text in texts]
    file.write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
    )
    app.run("memories", "import", file)


def test_it_calculates_and_knows_the_name_tomorrow(app: App) -> None:
    summed, told, asked = app.ask_all("帮我算一下 23*7", "我记得我叫吕博，记住它", "我叫什么名字")
    assert "161" in summed["reply"]
    assert [action["tool"] for action in summed["actions"]] == ["calculate"]
    assert (told["actions"][0]["tool"], told["actions"][0]["status"]) == ("remember", "done")
    assert told["actions"][0]["undo"] is not None
    (memory,) = app.json("memories", "list")
    assert "吕博" in memory["text"]
    assert "吕博" in asked["reply"]
    assert [m["id"] for m in asked["memories_used"]] == [memory["id"]]
    app.run("memories", "erase", memory["id"], "--yes")
    (after,) = app.ask_all("我叫什么名字")
    assert "吕博" not in after["reply"]


def test_profiles_share_nothing(app: App) -> None:
    app.run("memories", "add", "我叫吕博", "--profile", "work")
    assert len(app.json("memories", "list", "--profile", "work")) == 1
    assert app.json("memories", "list") == []


def test_a_name_told_twice_is_one_memory(app: App) -> None:
    app.ask_all("记住我叫吕博", "记住我叫吕伯")
    (memory,) = app.json("memories", "list")
    assert "吕伯" in memory["text"]
    assert "吕博" in json.dumps(app.json("memories", "history", memory["id"]), ensure_ascii=False)


def test_recall_by_likeness(app: App, tmp_path: Path) -> None:
    baby = "用户的新生宝宝叫阳阳，刚满月"
    moutai = "用户关注贵州茅台行情，现价约 1252"
    tencent = "用户对腾讯控股的港股行情感兴趣"
    _import(app, tmp_path, baby, moutai, tencent)
    for text, wanted in (
        ("查一下贵州茅台什么价格", moutai),
        ("宝宝多大了", baby),
        ("腾讯腾讯收盘多少", tencent),
    ):
        assert _texts(app.json("memories", "recall", text)["memories"])[0] == wanted
    answer, other = app.ask_all("帮我回忆一下我的宝宝叫什么、多大了", "今天适合穿什么颜色")
    assert "阳阳" in answer["reply"]
    assert "满月" in answer["reply"]
    assert other["memories_used"] == []


def test_a_change_of_mind_replaces_and_keeps_the_history(app: App, tmp_path: Path) -> None:
    _import(app, tmp_path, "用户关注贵州茅台行情，现价约 1252")
    told = app.ask("我现在不关注贵州茅台了，改看宁德时代")
    (proposed,) = told["memories_proposed"]
    assert "宁德时代" in proposed["text"]
    app.run("memories", "confirm", proposed["id"])
    found = _texts(app.json("memories", "recall", "我关注哪只股票")["memories"])
    assert any("宁德时代" in text for text in found)
    assert not any("现价约 1252" in text for text in found)
    history = json.dumps(app.json("memories", "history", proposed["id"]), ensure_ascii=False)
    assert "贵州茅台" in history
    assert "宁德时代" in history


def test_never_more_than_eight_memories(app: App, tmp_path: Path) -> None:
    fruits = ("apples", "pears", "plums", "grapes", "figs", "dates", "limes", "kiwis", "melons")
    _import(app, tmp_path, *(f"The user likes {fruit} in fruit salad" for fruit in fruits),
            "The user likes cherries in fruit salad")  # fmt: skip
    text = "which fruit do I like in my fruit salad?"
    assert 1 <= len(app.json("memories", "recall", text)["memories"]) <= 8
    (answer,) = app.ask_all(text)
    assert len(answer["memories_used"]) <= 8


def test_it_gets_to_know_its_owner(app: App) -> None:
    told = app.ask("我比较喜欢在下午开会，上午通常比较忙。")
    app.run("memories", "confirm", told["memories_proposed"][0]["id"])
    session = ("--session", told["session"])
    asked = app.ask("帮我安排一个会议", *session)
    assert "下午" in json.dumps([asked["reply"], asked["question"]], ensure_ascii=False)
    assert asked["status"] == "needs_confirmation"
    again = app.ask("帮我安排一个和产品组的会议", *session)
    assert "下午" in json.dumps([again["reply"], again["question"]], ensure_ascii=False)
    assert "产品组" in json.dumps(again["actions"], ensure_ascii=False)


def test_told_three_times_it_is_one_memory_with_more_weight(app: App) -> None:
    first = app.ask("我喜欢在下午开会")
    app.run("memories", "confirm", first["memories_proposed"][0]["id"])
    (before,) = app.json("memories", "list")
    app.ask_all("我比较喜欢下午开会", "我更喜欢在下午开会")
    (after,) = app.json("memories", "list")
    assert after["importance"] > before["importance"]
    assert app.json("memories", "list", "--status", "proposed") == []


def test_the_calendar_is_real(app: App) -> None:
    app.run("events", "add", "--title", "评审", "--when", "2026-12-07 15:00")
    listed, made, summed = app.ask_all(
        "查询 2026-12-07 的日程", "创建任务 写周报，截止周五", "计算 (17+25)*3"
    )
    assert "评审" in listed["reply"]
    assert made["actions"][0]["tool"] == "create_task"
    (task,) = app.json("tasks", "list")
    assert (task["title"], task["due"][:10]) == ("写周报", "2026-11-20")
    assert "126" in summed["reply"]


def test_words_that_look_back_bring_past_sessions(app: App) -> None:
    _, answer = app.ask_all(
        "The plumber said the boiler valve is from 1987",
        "remember what the plumber said about the boiler valve last time?",
    )
    assert "1987" in answer["reply"]


def test_a_routine_taught_once_runs_when_its_words_are_said(app: App) -> None:
    taught = app.ask("When I say 'wrap up', list tomorrow and what is open")
    assert (taught["actions"][0]["tool"], taught["actions"][0]["status"]) == ("remember", "done")
    (memory,) = app.json("memories", "list")
    assert memory["kind"] == "procedural"
    app.run("events", "add", "--title", "Team sync", "--when", "2026-11-19 10:00")
    app.run("events", "add", "--title", "Board dinner", "--when", "2026-11-27 19:00")
    app.run("tasks", "add", "File the expenses")
    (done,) = app.ask_all("wrap up")
    titles = [[row["title"] for row in action["data"]] for action in done["actions"]]
    assert titles == [["Team sync"], ["File the expenses"]]
    assert [used["id"] for used in done["memories_used"]] == [memory["id"]]
    app.run("memories", "erase", memory["id"], "--yes")
    (after,) = app.ask_all("wrap up")
    assert after["actions"] == []


TALK = {
    "en": (
        "I am planning my mother's 60th birthday party",
        "she loves jazz and lemon cake",
        "we want about 25 guests, and my brother Tom will pay for the hall",
        "we agreed on 450 pounds for the food",
        "and I would rather not have alcohol there",
    ),
    "zh": (
        "我最近在准备日语考试，十二月六号考N2",
        "我每天早上六点起来背单词",
        "我女朋友小林也报名了，我们说好一起复习",
        "听力是我的弱项",
        "那就每天听半小时她推荐的播客",
    ),
}
TOLD = {
    "en": ("mother", "jazz", "lemon", "25", "Tom", "450", "alcohol"),
    "zh": ("N2", "六点", "小林", "一起复习", "听力", "半小时"),
}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_long_session_gets_a_summary_when_it_ends(app: App, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "talk.jsonl"
    noted = {"en": "Good to know.", "zh": "好的。"}[lang]
    messages = [
        {"role": role, "text": said}
        for text in TALK[lang]
        for role, said in (("user", text), ("assistant", noted))
    ]
    file.write_text(json.dumps({"title": "talk", "messages": messages}), encoding="utf-8")
    app.run("sessions", "import", file)
    (listed,) = app.json("sessions", "list")
    assert listed["summary"] == ""
    app.ask("17 + 25", "--session", listed["id"])
    shown = app.json("sessions", "show", listed["id"])
    summary = shown["session"]["summary"]
    assert 1 <= len(re.findall(r"[.。!！]", summary)) <= 4
    assert sum(word in summary for word in TOLD[lang]) >= 2, summary
    assert shown["session"]["summary_through"] == shown["messages"][-1]["id"]
    use = app.json("memories", "stats")["window"]
    assert use["session"] == listed["id"]
    assert (use["messages"], use["all_messages"]) == (6, 12)
    assert 0 < use["tokens"] < use["capacity"] == 8192
    assert use["percent"] == round(100 * use["tokens"] / use["capacity"], 1)
