"""`assistant-app sessions` on a real database; the core's other parts are not opened."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

from assistant_app.cli.context import CliContext
from assistant_app.cli.sessions import command
from assistant_app.errors import AppError
from assistant_app.services.session_service import SessionService
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage

_ROWS: list[dict[str, Any]] = [
    {
        "ref": f"s{n}",
        "title": title,
        "messages": [
            {"ref": f"s{n}a", "role": "user", "text": text, "created_at": 1_700_000_000_000 + n},
            {
                "ref": f"s{n}b",
                "role": "assistant",
                "text": "Noted.",
                "created_at": 1_700_000_000_500,
            },
        ],
    }
    for n, (title, text) in enumerate(
        [("Garden", "The roses need water"), ("工作", "产品组下午开会"), ("Trip", "Lisbon in May")]
    )
]


@pytest.fixture
def service(db: Database) -> SessionService:
    return SessionService(db, SessionStore(db), MessageStore(db))


def invoke(service: SessionService, *args: str, **state: Any) -> Result:
    core = cast(Any, SimpleNamespace(sessions=service))
    context = CliContext(lang="en", _assistant=core, **state)
    return CliRunner().invoke(command, [str(arg) for arg in args], obj=context)


def answer(service: SessionService, *args: str, **state: Any) -> Any:
    result = invoke(service, *args, "--json", **state)
    assert result.exception is None
    return json.loads(result.stdout)


@pytest.fixture
def stored(service: SessionService, tmp_path: Path) -> SessionService:
    file = tmp_path / "in.jsonl"
    lines = [json.dumps(row, ensure_ascii=False) for row in _ROWS]
    file.write_text("\ufeff" + "\n\n".join(lines), encoding="utf-8")
    assert len(answer(service, "import", str(file))["sessions"]) == 3
    return service


def test_listing_and_showing(stored: SessionService) -> None:
    listed = answer(stored, "list")
    assert {s["title"] for s in listed} == {"Garden", "工作", "Trip"}
    shown = answer(stored, "show", str(listed[0]["id"]))
    assert shown["session"] == listed[0]
    assert [m["role"] for m in shown["messages"]] == ["user", "assistant"]
    text = invoke(stored, "show", str(listed[0]["id"])).stdout
    assert f"# {listed[0]['title']}" in text
    assert "**Assistant**" in text


def test_trash_asks_and_gives_back(stored: SessionService) -> None:
    refused = invoke(stored, "delete", "1")
    assert isinstance(refused.exception, AppError)
    assert refused.exception.code == "needs_yes"
    assert answer(stored, "delete", "1", "--yes") == {"deleted": 1}
    assert [s["id"] for s in answer(stored, "list", "--deleted")] == [1]
    assert answer(stored, "restore", "1")["deleted_at"] is None
    assert answer(stored, "rename", "1", "Roses")["title"] == "Roses"


def test_search_and_recall(stored: SessionService, tmp_path: Path) -> None:
    assert [m["ref"] for m in answer(stored, "search", "rose")["messages"]] == ["s0a"]
    assert answer(stored, "search", "elephant") == {"messages": []}
    assert invoke(stored, "search", "elephant").stdout == "Nothing found.\n"
    batch = tmp_path / "batch.jsonl"
    batch.write_text('{"text": "开会"}\n{"no": 1}\nnot json\n{"text": "May in Lisbon"}\n', "utf-8")
    result = invoke(stored, "recall", "--batch", str(batch), "--limit", "1")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line.get("error") for line in lines] == [None, "batch_field", "batch_line", None]
    found = [lines[0]["messages"], lines[3]["messages"]]
    assert [[m["ref"] for m in messages] for messages in found] == [["s1a"], ["s2a"]]
    assert {"id", "ref", "session", "text", "score"} <= found[0][0].keys()
    assert invoke(stored, "recall").exit_code == 2


def test_export_is_what_import_takes(stored: SessionService, tmp_path: Path) -> None:
    out = invoke(stored, "export", "--all").stdout
    rows = [json.loads(line) for line in out.splitlines()]
    assert sorted(row["ref"] for row in rows) == ["s0", "s1", "s2"]
    file = tmp_path / "out.jsonl"
    file.write_text(out, "utf-8")
    assert sorted(answer(stored, "import", str(file))["sessions"]) == [1, 2, 3]
    assert len(answer(stored, "show", "1")["messages"]) == 2
    assert "# 工作" in invoke(stored, "export", "2", "--format", "md").stdout
    assert invoke(stored, "export").exit_code == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'{"messages": []}\n[1]\n', "import_line"),
        (b"{broken\n", "import_line"),
        (b"\xff\xfe\x00", "import_line"),
        (b'{"title": "no messages"}\n', "import_session"),
        (None, "file_missing"),
    ],
)
def test_bad_files_store_nothing(
    service: SessionService, tmp_path: Path, content: bytes | None, code: str
) -> None:
    file = tmp_path / "in.jsonl"
    if content is not None:
        file.write_bytes(content)
    result = invoke(service, "import", str(file))
    assert isinstance(result.exception, AppError)
    assert result.exception.code == code
    assert service.listing() == []
