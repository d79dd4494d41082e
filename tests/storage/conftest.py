"""A real database file in a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.memory.memory_service import MemoryService
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore


@pytest.fixture
def db_path(tmp_path: Path) -> Path:
    return tmp_path / "assistant.db"


@pytest.fixture
def db(db_path: Path) -> Iterator[Database]:
    opened = Database.open(db_path, backups=db_path.parent / "backups")
    yield opened
    opened.close()


@pytest.fixture
def sessions(db: Database) -> SessionStore:
    return SessionStore(db)


@pytest.fixture
def messages(db: Database) -> MessageStore:
    return MessageStore(db)


@pytest.fixture
def changes(db: Database) -> ChangeStore:
    return ChangeStore(db)


@pytest.fixture
def memories(db: Database, changes: ChangeStore) -> MemoryService:
    return MemoryService(db, changes)


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def assistant(tmp_path: Path, engine: ScriptedEngine) -> Iterator[Assistant]:
    opened = Assistant.open(Paths(tmp_path / "data", tmp_path / "models"), engine=engine)
    yield opened
    opened.close()
