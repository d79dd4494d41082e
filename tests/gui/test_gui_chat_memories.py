"""Memories in the chat: what an answer used, "Remember this", and a tray that keeps out of the way."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from assistant_app.domain.memory import Draft, Memory, MemoryStatus
from assistant_app.domain.session import Role
from assistant_app.gui.message_widget import MessageWidget
from assistant_app.gui.used_memories import UsedRow


def _clear(desk: Any) -> None:
    for memory in desk.core.memories.listing(None):
        desk.core.memories.erase([memory.id])
    desk.settle()


def _say(desk: Any, text: str) -> MessageWidget:
    """Say something in the chat that is shown; returns the widget of one's own message."""
    page = desk.shell.main.page
    page.ask(text)
    desk.settle()
    _clear(desk)
    mine = [m for m in desk.core.sessions.messages(page.session_id) if m.role is Role.USER]
    widget: MessageWidget = page.view.widget_of(mine[-1].id)
    return widget


def _press(desk: Any, widget: Any, key: Qt.Key, control: bool = False) -> None:
    window = widget.window()
    window.activateWindow()
    desk.wait(window.isActiveWindow)
    widget.setFocus()
    flags = Qt.KeyboardModifier
    QTest.keyClick(widget, key, flags.ControlModifier if control else flags.NoModifier)
    desk.settle()


def _active(desk: Any) -> list[str]:
    return [memory.text for memory in desk.core.memories.listing()]


def _choose(widget: MessageWidget, words: str) -> None:
    cursor = widget.text.textCursor()
    at = widget.text.toPlainText().index(words)
    cursor.setPosition(at)
    cursor.setPosition(at + len(words), QTextCursor.MoveMode.KeepAnchor)
    widget.text.setTextCursor(cursor)


# --- "Remember this"


def test_a_message_is_remembered_by_its_button_and_taken_back(desk: Any) -> None:
    widget = _say(desk, "the blue folder is on the third shelf")
    widget._reveal(True)
    assert widget.remember_button.isVisibleTo(widget)
    widget.remember_button.click()
    desk.settle()
    assert _active(desk) == ["the blue folder is on the third shelf"]
    bar = desk.shell.main.undo_bar
    assert "the blue folder" in bar.words.text()
    bar.button.click()
    desk.settle()
    assert _active(desk) == []


def test_a_selection_is_remembered_by_key(desk: Any) -> None:
    widget = _say(desk, "Note this: the spare key is with Nora.\nAnd the weather is fine")
    _choose(widget, "the spare key is with Nora.\nAnd the weather")
    _press(desk, widget.text, Qt.Key.Key_M, control=True)
    (memory,) = desk.core.memories.listing()
    assert memory.text == "the spare key is with Nora. And the weather"
    assert memory.source.message_id == widget.message.id
    assert memory.source.quote == "the spare key is with Nora.\nAnd the weather"


def test_the_menu_offers_the_message_or_the_selection(desk: Any) -> None:
    widget = _say(desk, "the blue folder is on the third shelf")
    menu = widget.text.context_menu()
    assert menu.actions()[0].text() == "Remember this"
    _choose(widget, "the blue folder")
    menu = widget.text.context_menu()
    assert menu.actions()[0].text() == "Remember the selection"
    assert len(menu.actions()) > 3  # copying is still there
    menu.actions()[0].trigger()
    desk.settle()
    assert _active(desk) == ["the blue folder"]


def test_only_the_owners_messages_can_be_remembered(desk: Any) -> None:
    _say(desk, "Hello there")
    reply = desk.shell.main.page.view.widgets()[-1]
    assert reply.message.role is Role.ASSISTANT
    reply._reveal(True)
    assert not reply.remember_button.isVisibleTo(reply)
    assert "Remember" not in reply.text.context_menu().actions()[0].text()
    _press(desk, reply.text, Qt.Key.Key_M, control=True)
    assert _active(desk) == []


@pytest.mark.parametrize("yes", [True, False])
def test_a_secret_is_asked_about_first(desk: Any, yes: bool) -> None:
    widget = _say(desk, "my password is hunter2hunter2")
    widget._on_remember()
    acts = desk.shell.main.page.memories.acts
    desk.wait(lambda: acts.secret is not None)
    _answer_warning(desk, acts.secret, yes)
    assert len(_active(desk)) == yes


def _answer_warning(desk: Any, box: Any, yes: bool) -> None:
    assert "password" in box.text()
    assert box.defaultButton().text() == "Cancel"
    cancel = box.defaultButton()
    remember = next(button for button in box.buttons() if button is not cancel)
    (remember if yes else cancel).click()
    desk.settle()


@pytest.mark.parametrize("yes", [True, False])
def test_a_proposal_worded_into_a_secret_is_asked_about(desk: Any, yes: bool) -> None:
    page = desk.shell.main.page
    draft = Draft("The user takes the bus", "I take the bus")
    (waiting,) = desk.core.memories.keep([draft], session_id=None, message_id=None)
    page.memories._on_edited(waiting.id, "The wifi password is Blue-Fig-77")
    desk.wait(lambda: page.memories.acts.secret is not None)
    _answer_warning(desk, page.memories.acts.secret, yes)
    now = desk.core.memories.get(waiting.id)
    assert now.status is (MemoryStatus.ACTIVE if yes else MemoryStatus.PROPOSED)
    assert ("password" in now.text) == yes
    if yes:
        desk.core.undo.undo()
        assert desk.core.memories.get(waiting.id) == waiting


# --- what an answer used


@pytest.fixture
def used(desk: Any) -> tuple[Memory, UsedRow]:
    memory = desk.core.memories.add("The user's daughter is called Mei")
    page = desk.shell.main.page
    page.ask("What is my daughter called?")
    desk.settle()
    (row,) = page.view.widgets()[-1].used.rows
    assert row.memory.id == memory.id
    return memory, row


def test_a_used_memory_is_put_right_where_it_stands(desk: Any, used: Any) -> None:
    memory, row = used
    row.fix_button.click()
    assert row.line.isVisibleTo(row)
    row.line.setText("The user's daughter is called May")
    QTest.keyClick(row.line, Qt.Key.Key_Return)
    desk.settle()
    assert desk.core.memories.get(memory.id).text == "The user's daughter is called May"
    (shown,) = desk.shell.main.page.view.widgets()[-1].used.rows
    assert "May" in shown.button.accessibleName()
    desk.shell.main.undo_bar.button.click()
    desk.settle()
    assert desk.core.memories.get(memory.id).text == memory.text


def test_escape_leaves_a_used_memory_as_it_is(desk: Any, used: Any) -> None:
    memory, row = used
    row.fix_button.click()
    row.line.setText("nonsense")
    _press(desk, row.line, Qt.Key.Key_Escape)
    assert not row.line.isVisibleTo(row)
    assert row.button.isVisibleTo(row)
    assert desk.core.memories.get(memory.id).text == memory.text


def test_a_used_memory_is_erased_where_it_stands(desk: Any, used: Any) -> None:
    memory, row = used
    page = desk.shell.main.page
    row.erase_button.click()
    desk.wait(lambda: page.memories.acts.question is not None)
    page.memories.acts.question.erase_button.click()
    desk.settle()
    assert page.view.widgets()[-1].used.isHidden()
    assert desk.core.memories.get(memory.id).text == memory.text
    desk.shell.main.undo_bar.button.click()
    desk.settle()
    assert not page.view.widgets()[-1].used.isHidden()
    page.memories.acts.erase([memory.id])
    desk.wait(lambda: page.memories.acts.question is not None)
    page.memories.acts.question.erase_button.click()
    desk.settle()
    desk.shell.main.undo_bar.flush()
    desk.settle()
    assert desk.core.memories.listing(None) == []
    assert page.view.widgets()[-1].used.rows == []


def test_quitting_carries_an_erasure_out(
    desk: Any, used: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant_app.gui.erase_question import EraseWishes

    memory, _row = used
    desk.shell.main.page.memories.acts.erase_later([memory.id], EraseWishes())
    with monkeypatch.context() as patch:  # reminders stop once, at the end of every test
        patch.setattr(desk.shell.reminders, "stop", lambda: None)
        desk.shell.prepare_to_quit()
    desk.settle()
    assert desk.core.memories.listing(None) == []


def test_more_than_three_are_a_click_away(desk: Any) -> None:
    facts = (
        "The user's train leaves at 8",
        "The user likes to read on the train",
        "The user's sister drives a train",
        "The user collects train tickets",
        "The user sold an old model train",
    )
    desk.core.memories.import_lines([{"text": text} for text in facts])
    page = desk.shell.main.page
    page.ask("What do you know about me and trains?")
    desk.settle()
    line = page.view.widgets()[-1].used
    assert len(line.rows) == 5
    assert [row.isHidden() for row in line.rows] == [False] * 3 + [True] * 2
    assert line.more_button.text() == "2 more"
    line.more_button.click()
    assert not any(row.isHidden() for row in line.rows)
    assert line.more_button.isHidden()


# --- the tray


def _propose(desk: Any, widget: MessageWidget, text: str, quote: str, **more: Any) -> Memory:
    message = widget.message
    draft = Draft(text, quote, **more)
    kept = desk.core.memories.keep([draft], session_id=message.session_id, message_id=message.id)
    memory: Memory = kept[0]
    return memory


def test_the_tray_never_takes_the_focus(desk: Any) -> None:
    page = desk.shell.main.page
    widget = _say(desk, "I prefer afternoons, and Mei is 4")
    page.window().activateWindow()
    desk.wait(page.window().isActiveWindow)
    page.composer.edit.setFocus()
    QTest.keyClicks(page.composer.edit, "half a sen")
    _propose(desk, widget, "The user prefers afternoons", "I prefer afternoons")
    desk.wait(lambda: not page.tray.isHidden())
    assert page.composer.edit.hasFocus()
    QTest.keyClicks(page.composer.edit, "tence")
    assert page.composer.text() == "half a sentence"
    page.tray.no_button.click()
    desk.settle()
    assert page.tray.isHidden()
    assert not page.tray.edit.hasFocus()


def test_an_edit_in_the_tray_survives_other_changes(desk: Any) -> None:
    page = desk.shell.main.page
    widget = _say(desk, "I prefer afternoons, and Mei is 4")
    _propose(desk, widget, "The user prefers afternoons", "I prefer afternoons")
    desk.wait(lambda: not page.tray.isHidden())
    page.tray.edit_button.click()
    page.tray.edit.setText("The user prefers late")
    _propose(desk, widget, "The user's child is 4", "Mei is 4")
    desk.core.memories.edit(page.tray.current.id, category="work")
    desk.settle()
    assert page.tray.edit.isVisibleTo(page.tray)
    assert page.tray.edit.text() == "The user prefers late"


def test_both_can_be_kept_from_the_tray(desk: Any) -> None:
    page = desk.shell.main.page
    widget = _say(desk, "I am in York these days")
    old = desk.core.memories.add("The user lives in Leeds")
    quote = "I am in York"
    new = _propose(desk, widget, "The user lives in York", quote, decision="replace", of=old.id)
    desk.wait(lambda: not page.tray.isHidden())
    assert "Leeds" in page.tray._quote.text()
    page.tray.both_button.click()
    desk.settle()
    for memory in (old, new):
        assert desk.core.memories.get(memory.id).status is MemoryStatus.ACTIVE
