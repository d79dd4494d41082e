"""`assistant-app memories` on a real folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant_app.cli.main import cli

pytestmark = pytest.mark.storage


@pytest.fixture
def run(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def call(*args: str, code: int = 0):
        folder = ["--data-dir", str(tmp_path / "data")]
        result = CliRunner().invoke(cli, ["memories", args[0], *folder, *args[1:]])
        assert result.exit_code == code, result.output
        return result

    return call


def answer(result):
    return json.loads(result.stdout)


def test_add_confirm_edit_history_erase(run) -> None:
    added = answer(run("add", "The user lives in Leeds", "--json"))
    assert (added["status"], added["category"]) == ("active", "home")
    run("edit", str(added["id"]), "The user lives in York")
    assert "Leeds" in run("history", str(added["id"])).stdout
    assert [m["text"] for m in answer(run("list", "--json"))] == ["The user lives in York"]
    assert "--yes" in run("erase", str(added["id"]), code=1).output
    assert answer(run("erase", str(added["id"]), "--yes", "--json")) == {"erased": 1}
    assert answer(run("list", "--status", "all", "--json")) == []


def test_a_secret_is_asked_about(run) -> None:
    refused = run("add", "my password is Tr0ub4dor&3", code=1)
    assert "password" in refused.output
    assert answer(run("list", "--json")) == []
    run("add", "my password is Tr0ub4dor&3", "--yes")
    assert len(answer(run("list", "--json"))) == 1
    run("add", "I live in York")
    assert "password" in run("edit", "2", "my PIN code is 4417", code=1).output
    assert answer(run("show", "2", "--json"))["text"] == "I live in York"
    run("edit", "2", "my PIN code is 4417", "--yes")
    assert answer(run("show", "2", "--json"))["text"] == "my PIN code is 4417"


def test_propose_batch_answers_line_by_line(run, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    lines = [
        {"text": "I moved to York last week", "existing": ["The user lives in Leeds"]},
        {"nothing": 1},
        {"text": "记住，我叫吕博", "lang": "zh", "existing": []},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines) + "no json\n", "utf-8")
    found = [
        json.loads(line)
        for line in run("propose", "--batch", str(file), "--json").stdout.splitlines()
    ]
    (moved,) = found[0]["proposals"]
    assert (moved["decision"], moved["of"], moved["explicit"]) == ("replace", 0, False)
    assert found[1]["error"] == "batch_field"
    assert found[2]["proposals"][0]["explicit"] is True
    assert found[3]["error"] == "batch_line"
    assert answer(run("list", "--status", "all", "--json")) == []


def test_import_recall_and_export(run, tmp_path: Path) -> None:
    file, out = tmp_path / "m.jsonl", tmp_path / "out.jsonl"
    rows = [
        {"text": "用户养了一只猫叫年糕", "ref": "a"},
        {"text": "The user plays the oboe", "ref": "b"},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert answer(run("import", str(file), "--json")) == {"added": 2}
    assert answer(run("import", str(file), "--json")) == {"added": 0}
    batch = tmp_path / "q.jsonl"
    batch.write_text('{"text": "猫叫什么"}\n{"text": "convert 5 miles to km"}\n', "utf-8")
    ranked = run("recall", "--batch", str(batch), "--limit", "10", "--json").stdout.splitlines()
    assert json.loads(ranked[0])["memories"][0]["ref"] == "a"
    assert answer(run("recall", "convert 5 miles to km", "--json")) == {"memories": []}
    assert answer(run("export", str(out), "--json")) == {"exported": 2}
    assert {json.loads(line)["ref"] for line in out.read_text("utf-8").splitlines()} == {"a", "b"}


@pytest.mark.parametrize("text", ["[1]\n", "{\n", '{"text": 5}\n', '{"text": "a", "kind": "x"}\n'])
def test_a_bad_file_stores_nothing(run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"text": "a good one"}\n' + text, "utf-8")
    assert "Nothing of the file was stored" in run("import", str(file), code=1).output
    assert answer(run("list", "--status", "all", "--json")) == []


def test_maintain_puts_away_what_expired(run) -> None:
    run("add", "a fact", "--expires", "2026-12-01T10:00:00+00:00")
    assert answer(run("maintain", "--now", "2026-12-01T10:00:00+00:00", "--json"))["expired"] == 1
    assert len(answer(run("list", "--status", "archived", "--json"))) == 1
    assert "2026-11-25T15:00" in run("maintain", "--now", "soon", code=1).output


def test_stats_speak_plainly(run) -> None:
    run("add", "The user lives in Leeds")
    assert answer(run("stats", "--json"))["by_category"] == {"home": 1}
    assert "home 1" in run("stats").stdout


def test_propose_leaves_out_what_is_barred(run) -> None:
    said = "I have asthma"
    assert len(answer(run("propose", said, "--json"))["proposals"]) == 1
    run("bar", "my health")
    assert answer(run("propose", said, "--json"))["proposals"] == []
    assert answer(run("propose", "我有哮喘", "--json"))["proposals"] == []
    assert answer(run("add", said, "--json"))["text"] == said


def test_only_a_proposal_can_be_kept_or_turned_down(run, tmp_path: Path) -> None:
    run("add", "I live in Leeds")
    run("add", "I live in York")
    assert "replaced by memory 2: “I live in York”" in run("confirm", "1", code=1).output
    assert "kept already" in run("reject", "2", code=1).output
    assert [m["id"] for m in answer(run("list", "--json"))] == [2]
    file = tmp_path / "in.jsonl"
    file.write_text('{"text": "I like figs", "status": "proposed"}', encoding="utf-8")
    run("import", str(file))
    assert "turned down: 1" in run("reject", "2", "3").output
    assert "was turned down" in run("reject", "3", code=1).output
    assert "kept: 1" in run("confirm", "3").output
    assert [m["id"] for m in answer(run("list", "--json"))] == [3, 2]


def test_each_command_says_where_a_memory_stands(run) -> None:
    for text in ("I live in Leeds", "I live in York", "I sleep late"):
        run("add", text)
    run("erase", "3", "--yes")
    for command in ("confirm", "reject", "archive", "pin"):
        assert "replaced by memory 2" in run(command, "1", code=1).output, command
        assert "Memory 3 is no more" in run(command, "3", code=1).output, command
    assert "replaced by memory 2" in run("edit", "1", "I live in Bath", code=1).output
    assert "kept already" in run("restore", "2", code=1).output
    assert "no memory number 9" in run("pin", "9", code=1).output


def test_secrets_of_a_file_need_a_yes(run, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text('{"text": "my PIN code is 4417"}\n{"text": "I like figs"}\n', encoding="utf-8")
    assert answer(run("import", str(file), "--json")) == {"added": 1, "left_out": 1}
    assert [m["text"] for m in answer(run("list", "--json"))] == ["I like figs"]
    assert "personal number: 1." in run("import", str(file)).output
    assert answer(run("import", str(file), "--yes", "--json")) == {"added": 1}
    assert len(answer(run("list", "--json"))) == 2
