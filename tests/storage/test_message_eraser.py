"""Words erased from the chat are in no byte of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.domain.redaction import MARK
from assistant_app.domain.session import Role, SessionState
from assistant_app.storage.change_store import ChangeStore
from assistant_app.storage.database import Database
from assistant_app.storage.message_eraser import MessageEraser
from assistant_app.storage.message_search import MessageSearch
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore

pytestmark = pytest.mark.storage

_QUOTE = "my daughter is called Meiling and she is 4"


@pytest.fixture
def eraser(
    db: Database, sessions: SessionStore, messages: MessageStore, changes: ChangeStore
) -> MessageEraser:
    return MessageEraser(db, sessions, messages, changes)


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def test_quote_goes_with_all_that_was_made_of_it(
    db: Database,
    db_path: Path,
    sessions: SessionStore,
    messages: MessageStore,
    eraser: MessageEraser,
) -> None:
    first, second, third = (sessions.create() for _ in range(3))
    source = messages.add(first.id, Role.USER, f"Please remember that {_QUOTE}. Thanks!")
    card = {"item_kind": "memory", "item": 7, "title": "Meiling, 4"}
    messages.add(first.id, Role.ASSISTANT, "Noted: Meiling is 4.", extra={"actions": [card]})
    sessions.save_state(first.id, SessionState(confirmed_facts=("daughter Meiling",)))
    sessions.save_draft(first.id, "buy Meiling a cake")
    question = messages.add(second.id, Role.USER, "How old is my girl?")
    used = {"memories_used": [{"id": 7, "text": "The daughter is called Meiling, 4"}]}
    answer = messages.add(second.id, Role.ASSISTANT, "Meiling is 4 years old.", extra=used)
    sessions.set_summary(second.id, "Talked about Meiling.", answer.id)
    untouched = messages.add(third.id, Role.ASSISTANT, "Your daughter's school called.")
    db.checkpoint()
    assert b"Meiling" in bytes_of(db_path)

    eraser.redact([(source.id, _QUOTE)], texts=["Has a daughter, Meiling, 4"], memory_ids=[7])
    db.end_erasure()

    found = bytes_of(db_path)
    assert b"meiling" not in found.lower()
    assert messages.get(source.id).text == f"Please remember that {MARK}. Thanks!"
    assert messages.get(source.id).barred
    assert messages.get(answer.id).text == f"{MARK} is 4 years old."
    assert messages.get(question.id).text == "How old is my girl?"
    assert messages.get(untouched.id).text == "Your daughter's school called."
    assert MARK in sessions.get(first.id).title
    assert sessions.get(second.id).summary == ""
    assert sessions.draft(first.id) == f"buy {MARK} a cake"
    assert MessageSearch(db).find("remember thanks") == []
    assert db.check("full") == []


def test_words_said_elsewhere_by_the_owner_stay(
    sessions: SessionStore, messages: MessageStore, eraser: MessageEraser
) -> None:
    session = sessions.create()
    source = messages.add(session.id, Role.USER, "I like sailing on Windermere")
    messages.add(session.id, Role.USER, "Is sailing hard?")
    reply = messages.add(session.id, Role.ASSISTANT, "Sailing on Windermere is easy.")
    eraser.redact([(source.id, "I like sailing on Windermere")])
    assert messages.get(reply.id).text == f"Sailing on {MARK} is easy."


def test_chinese_words_go(
    db: Database,
    db_path: Path,
    sessions: SessionStore,
    messages: MessageStore,
    eraser: MessageEraser,
) -> None:
    session = sessions.create()
    quote = "我比较喜欢在下午开会"
    source = messages.add(session.id, Role.USER, f"{quote}，上午通常比较忙。")
    messages.add(session.id, Role.ASSISTANT, "好的，我记住了：你喜欢在下午开会。")
    eraser.redact([(source.id, quote)])
    db.end_erasure()
    found = bytes_of(db_path)
    for run in ("下午开", "午开会", "喜欢在"):
        assert run.encode() not in found
    assert messages.get(source.id).text == f"{MARK}，上午通常比较忙。"


def test_quote_that_is_not_there_goes_by_its_words(
    sessions: SessionStore, messages: MessageStore, eraser: MessageEraser
) -> None:
    session = sessions.create()
    source = messages.add(session.id, Role.USER, "Meiling, that is my daughter, is 4.")
    eraser.redact([(source.id, "daughter Meiling")])
    assert messages.get(source.id).text == f"{MARK}, that is my {MARK}, is 4."


def test_missing_source_and_open_transaction_are_fine(
    db: Database, sessions: SessionStore, messages: MessageStore, eraser: MessageEraser
) -> None:
    session = sessions.create()
    source = messages.add(session.id, Role.USER, "the secret Zanzibar")
    with db.atomic():
        eraser.redact([(999, "nothing")])
        eraser.redact([], texts=["nothing"])
        eraser.redact([(source.id, "secret Zanzibar")])
    assert messages.get(source.id).text == f"the {MARK}"
