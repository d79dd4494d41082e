"""The tray of proposals and the memories window."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from assistant_app.domain.memory import Draft, MemoryStatus
from assistant_app.domain.session import Role
from assistant_app.gui.erase_question import EraseWishes
from assistant_app.gui.memories_window import MemoriesWindow
from assistant_app.gui.memory_model import Shelf


def _talk(
    desk: Any, text: str = "My daughter Mei is 4 and I prefer afternoons"
) -> tuple[int, int]:
    """Say something in a new session; returns the session and the message."""
    page = desk.shell.main.page
    desk.shell.main.new_chat()
    desk.settle()
    page.ask(text)
    desk.settle()
    session = page.session_id
    message = next(m for m in desk.core.sessions.messages(session) if m.role is Role.USER)
    return session, message.id


def _keep(desk: Any, text: str, quote: str, where: tuple[int, int], explicit: bool) -> Any:
    draft = Draft(text, quote, category="family", explicit=explicit)
    return desk.core.memories.keep([draft], session_id=where[0], message_id=where[1])[0]


@pytest.fixture
def said(desk: Any) -> tuple[int, int]:
    desk.model.fallback = "Fine."
    where = _talk(desk)
    for memory in desk.core.memories.listing(None):
        desk.core.memories.erase([memory.id])
    desk.settle()
    return where


@pytest.fixture
def window(desk: Any, said: tuple[int, int]) -> MemoriesWindow:
    _keep(desk, "The user's daughter is called Mei", "My daughter Mei is 4", said, True)
    _keep(desk, "The user prefers afternoons", "I prefer afternoons", said, False)
    shown = desk.shell.show_memories()
    desk.settle()
    assert shown.model.rowCount() == 2
    return shown


def _texts(window: MemoriesWindow) -> list[str]:
    return [window.model.index(row, 0).data() for row in range(window.model.rowCount())]


# --- the tray


def test_tray_keeps(desk: Any, said: tuple[int, int]) -> None:
    tray = desk.shell.main.page.tray
    assert tray.isHidden()
    memory = _keep(desk, "The user prefers afternoons", "I prefer afternoons", said, False)
    desk.wait(lambda: not tray.isHidden())
    assert tray.words.text() == "The user prefers afternoons"
    assert not tray.keep_button.hasFocus()
    tray.keep_button.click()
    desk.settle()
    assert desk.core.memories.get(memory.id).status is MemoryStatus.ACTIVE
    assert tray.isHidden()


def test_tray_edits_before_keeping(desk: Any, said: tuple[int, int]) -> None:
    tray = desk.shell.main.page.tray
    memory = _keep(desk, "The user prefers afternoons", "I prefer afternoons", said, False)
    desk.wait(lambda: not tray.isHidden())
    tray.edit_button.click()
    tray.edit.setText("The user prefers late afternoons")
    QTest.keyClick(tray.edit, Qt.Key.Key_Return)
    desk.settle()
    kept = desk.core.memories.get(memory.id)
    assert (kept.text, kept.status) == ("The user prefers late afternoons", MemoryStatus.ACTIVE)
    desk.shell.main.undo_bar.button.click()
    desk.settle()
    back = desk.core.memories.get(memory.id)
    assert (back.text, back.status) == (memory.text, MemoryStatus.PROPOSED)


@pytest.mark.parametrize("never", [False, True])
def test_tray_turns_down(desk: Any, said: tuple[int, int], never: bool) -> None:
    tray = desk.shell.main.page.tray
    _keep(desk, "The user prefers afternoons", "I prefer afternoons", said, False)
    desk.wait(lambda: not tray.isHidden())
    (tray.never_button if never else tray.no_button).click()
    desk.settle()
    assert desk.core.memories.listing(MemoryStatus.PROPOSED) == []
    assert tray.isHidden()
    assert desk.core.memories.stats()["barred"] == never
    desk.shell.main.undo_bar.button.click()
    desk.settle()
    assert len(desk.core.memories.listing(MemoryStatus.PROPOSED)) == 1
    assert desk.core.memories.stats()["barred"] == 0
    assert not tray.isHidden()


def test_tray_shows_one_at_a_time(desk: Any, said: tuple[int, int]) -> None:
    tray = desk.shell.main.page.tray
    _keep(desk, "The user prefers afternoons", "I prefer afternoons", said, False)
    _keep(desk, "The user's daughter is 4", "Mei is 4", said, False)
    desk.wait(lambda: not tray.isHidden() and "2" in tray._count.text())
    first = tray.words.text()
    tray.no_button.click()
    desk.settle()
    assert tray.words.text() not in ("", first)


def test_tray_is_of_the_chat_that_is_shown(desk: Any, said: tuple[int, int]) -> None:
    tray = desk.shell.main.page.tray
    _keep(desk, "The user prefers afternoons", "I prefer afternoons", said, False)
    desk.wait(lambda: not tray.isHidden())
    desk.shell.main.new_chat()
    desk.settle()
    assert tray.isHidden()


# --- the window


def test_window_counts_and_filters(window: MemoriesWindow, desk: Any) -> None:
    assert _texts(window) == ["The user prefers afternoons", "The user's daughter is called Mei"]
    assert window.filters.shelf_buttons[Shelf.TO_CONFIRM].text() == "To confirm 1"
    window.filters.shelf_buttons[Shelf.TO_CONFIRM].click()
    desk.settle()
    assert _texts(window) == ["The user prefers afternoons"]
    window.filters.shelf_buttons[Shelf.ALL].click()
    window.filters.search.setText("mei")
    desk.wait(lambda: _texts(window) == ["The user's daughter is called Mei"])
    window.filters.search.clear()
    window.filters.category.setCurrentIndex(window.filters.category.findData("work"))
    desk.wait(lambda: _texts(window) == [])
    assert not window._nothing.isHidden()


def test_space_confirms_and_undo_takes_it_back(window: MemoriesWindow, desk: Any) -> None:
    window.view.setFocus()
    window.confirm()
    desk.settle()
    assert desk.core.memories.listing(MemoryStatus.PROPOSED) == []
    window.acts.take_back()
    desk.settle()
    assert len(desk.core.memories.listing(MemoryStatus.PROPOSED)) == 1


def test_edit_in_place(window: MemoriesWindow, desk: Any) -> None:
    window.show_memory(desk.core.memories.listing(MemoryStatus.ACTIVE)[0].id)
    desk.settle()
    window.edit()
    editor = window.view.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "The user's daughter is called Mei"
    row = window.view.visualRect(window.view.currentIndex())
    assert editor.geometry().contains(row.adjusted(1, 1, -1, -1))
    editor.setText("The user's daughter is called Mei Lin")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk.settle()
    memory = desk.core.memories.listing(MemoryStatus.ACTIVE)[0]
    assert memory.text == "The user's daughter is called Mei Lin"
    assert window.detail.text.text() == memory.text
    window.acts.take_back()
    desk.settle()
    assert desk.core.memories.get(memory.id).text == "The user's daughter is called Mei"


@pytest.mark.parametrize("yes", [True, False])
def test_words_that_become_a_secret_are_asked_about(
    window: MemoriesWindow, desk: Any, yes: bool
) -> None:
    memory = desk.core.memories.listing(MemoryStatus.ACTIVE)[0]
    window.show_memory(memory.id)
    desk.settle()
    index = window.view.currentIndex()
    window.model.setData(index, "The wifi password is Blue-Fig-77")
    desk.settle()
    box = window.acts.secret
    assert "password" in box.text()
    cancel = box.defaultButton()
    other = next(button for button in box.buttons() if button is not cancel)
    (other if yes else cancel).click()
    desk.settle()
    kept = desk.core.memories.get(memory.id).text
    assert ("password" in kept) == yes
    assert _texts(window)[index.row()] == window.detail.text.text() == kept


def test_what_was_replaced_is_read_only(window: MemoriesWindow, desk: Any) -> None:
    old = desk.core.memories.add("I live in Leeds")
    desk.core.memories.add("I live in York")
    window.show_memory(old.id)
    desk.settle()
    assert window.detail.text.text() == "I live in Leeds"
    assert window.detail.edit_button.isHidden()
    assert not window.view.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable
    window.edit()
    assert window.view.findChild(QLineEdit) is None


def test_erase_waits_for_undo_and_then_is_real(window: MemoriesWindow, desk: Any) -> None:
    memory = desk.core.memories.listing(MemoryStatus.ACTIVE)[0]
    window.acts.erase_later([memory.id], EraseWishes())
    desk.settle()
    assert memory.text not in _texts(window)
    assert desk.core.memories.get(memory.id).text == memory.text
    window.acts.take_back()
    desk.settle()
    assert memory.text in _texts(window)
    window.acts.erase_later([memory.id], EraseWishes())
    window.undo_bar.flush()
    desk.settle()
    assert memory.id not in [m.id for m in desk.core.memories.listing(None)]


def test_closing_the_window_carries_an_erasure_out(window: MemoriesWindow, desk: Any) -> None:
    memory = desk.core.memories.listing(MemoryStatus.ACTIVE)[0]
    window.acts.erase_later([memory.id], EraseWishes(and_source=True))
    window.close()
    desk.settle()
    assert memory.id not in [m.id for m in desk.core.memories.listing(None)]
    said = desk.core.sessions.messages(desk.shell.main.page.session_id)[0].text
    assert "My daughter Mei is 4" not in said


def _question(window: MemoriesWindow, desk: Any) -> Any:
    desk.wait(lambda: window.acts.question is not None)
    return window.acts.question


def test_erase_asks_first(window: MemoriesWindow, desk: Any) -> None:
    window.erase()
    asked = _question(window, desk)
    assert asked.cancel_button.isDefault()
    assert asked.backups.parent() is None  # there is no backup to speak of
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    desk.settle()
    assert window.model.rowCount() == 2
    assert window.undo_bar.isHidden()


def test_erase_offers_the_backups_by_name(window: MemoriesWindow, desk: Any) -> None:
    desk.core.paths.backups.mkdir(exist_ok=True)
    copy = desk.core.paths.backups / "assistant-2026-11-01.db"
    desk.core._db.execute("VACUUM INTO ?", (str(copy),))
    memory = desk.core.memories.listing(MemoryStatus.ACTIVE)[0]
    window.acts.erase([memory.id])
    asked = _question(window, desk)
    assert copy.name in asked.backups.accessibleDescription()
    asked.backups.setChecked(True)
    asked.never.setChecked(True)
    asked.erase_button.click()
    desk.wait(lambda: memory.text not in _texts(window))
    assert b"called Mei" in copy.read_bytes()
    window.undo_bar.flush()
    desk.settle()
    assert b"called Mei" not in copy.read_bytes()
    assert desk.core.memories.stats()["barred"] == 1


def test_source_sentence_and_jump(
    window: MemoriesWindow, desk: Any, said: tuple[int, int]
) -> None:
    window.show_memory(desk.core.memories.listing(MemoryStatus.ACTIVE)[0].id)
    desk.settle()
    assert "My daughter Mei is 4" in window.detail.quote.text()
    desk.shell.main.new_chat()
    desk.settle()
    window.detail.jump_button.click()
    desk.settle()
    page = desk.shell.main.page
    assert page.session_id == said[0]
    assert page.view.widget_of(said[1]).text.hasFocus() or not desk.shell.main.isActiveWindow()


def test_several_at_once(window: MemoriesWindow, desk: Any) -> None:
    window.view.selectAll()
    assert len(window.view.chosen_ids()) == 2
    window.acts.erase_later(window.view.chosen_ids(), EraseWishes())
    window.undo_bar.flush()
    desk.settle()
    assert desk.core.memories.listing(None) == []
    assert "Nothing is remembered yet" in window._nothing.text()


def test_pin_archive_and_category(window: MemoriesWindow, desk: Any) -> None:
    memory = desk.core.memories.listing(MemoryStatus.ACTIVE)[0]
    window.show_memory(memory.id)
    desk.settle()
    window.detail.pin_button.click()
    desk.settle()
    assert desk.core.memories.get(memory.id).pinned
    window._on_new_category("people")
    desk.settle()
    assert desk.core.memories.get(memory.id).category == "people"
    window.detail.archive_button.click()
    desk.settle()
    assert desk.core.memories.get(memory.id).status is MemoryStatus.ARCHIVED
    assert window.filters.shelf_buttons[Shelf.ARCHIVED].text() == "Archived 1"


def test_number_to_confirm_on_the_door(window: MemoriesWindow, desk: Any) -> None:
    pane = desk.shell.main.pane
    assert pane.memories_button.text().endswith("1")
    window.confirm()
    desk.settle()
    assert pane.memories_button.text() == "Memories"


def test_used_memories_are_named_and_open_the_window(desk: Any, said: tuple[int, int]) -> None:
    memory = _keep(desk, "The user's daughter is called Mei", "My daughter Mei is 4", said, True)
    _talk(desk, "What is my daughter called?")
    (row,) = desk.shell.main.page.view.widgets()[-1].used.rows
    assert row.memory.id == memory.id
    row.button.click()
    desk.settle()
    detail = desk.shell.memories.detail
    assert detail.facts.memory.id == memory.id
    used_in = desk.shell.main.page.session_id
    desk.shell.main.new_chat()
    desk.settle()
    detail.used_button.click()
    desk.settle()
    assert desk.shell.main.page.session_id == used_in
