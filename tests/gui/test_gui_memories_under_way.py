"""Memories that change or go while the window shows, filters or edits them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from assistant_app.domain.memory import MemoryStatus
from assistant_app.gui.erase_question import EraseWishes
from assistant_app.gui.memories_window import MemoriesWindow
from assistant_app.gui.memory_model import Shelf

pytestmark = pytest.mark.gui
FACTS = ("The user likes figs", "The user likes plums", "The user lives in Turin")


@pytest.fixture
def window(desk: Any) -> Iterator[MemoriesWindow]:
    desk.core.memories.import_lines([{"text": text} for text in FACTS])
    opened = MemoriesWindow(desk.core, desk.runner, desk.shell.hub, "en")
    opened.show()
    desk.settle()
    yield opened
    opened.close()
    opened.deleteLater()


def texts(window: MemoriesWindow) -> list[str]:
    model = window.model
    return [model.data(model.index(row, 0)) for row in range(model.rowCount())]


def chosen(window: MemoriesWindow, desk: Any, text: str) -> int:
    memory = next(m for m in desk.core.memories.listing(None) if m.text == text)
    window.view.choose([memory.id], memory.id, 0)
    desk.settle()
    QTest.qWait(60)
    desk.settle()
    return int(memory.id)


def test_what_is_erased_elsewhere_leaves_a_filtered_list_and_the_pane(
    window: MemoriesWindow, desk: Any
) -> None:
    window.filters.search.setText("likes")
    QTest.qWait(300)
    desk.settle()
    assert sorted(texts(window)) == ["The user likes figs", "The user likes plums"]
    figs = chosen(window, desk, "The user likes figs")
    assert window.detail.text.text() == "The user likes figs"
    desk.core.memories.erase([figs])
    desk.settle()
    QTest.qWait(60)
    desk.settle()
    assert texts(window) == ["The user likes plums"]
    assert "figs" not in window.detail.text.text() or not window.detail._ground.isVisibleTo(window)
    assert window.foot.text().startswith("2 in all")
    plums = chosen(window, desk, "The user likes plums")
    desk.core.memories.erase([plums])
    desk.settle()
    assert texts(window) == []
    assert window._stack.currentWidget() is window._nothing
    window.filters.search.clear()
    QTest.qWait(300)
    desk.settle()
    assert texts(window) == ["The user lives in Turin"]


def test_what_is_erased_while_it_is_edited_is_said_and_gone(
    window: MemoriesWindow, desk: Any
) -> None:
    figs = chosen(window, desk, "The user likes figs")
    window.edit()
    editor = window.view.findChild(QLineEdit)
    editor.setText("The user likes dates")
    desk.core.memories.erase([figs])
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk.settle()
    assert sorted(texts(window)) == ["The user likes plums", "The user lives in Turin"]
    assert desk.core.memories.search("dates") == []


@pytest.mark.parametrize("act", ["confirm", "reject", "toggle_pin", "edit", "erase"])
def test_the_keys_do_nothing_to_what_is_gone(window: MemoriesWindow, desk: Any, act: str) -> None:
    figs = chosen(window, desk, "The user likes figs")
    desk.core.memories._store.delete([figs])  # not told of, as by another process
    before = desk.core.memories.listing(None)
    getattr(window, act)()
    desk.settle()
    assert window.acts.question is None
    window.reload()
    desk.settle()
    assert sorted(texts(window)) == ["The user likes plums", "The user lives in Turin"]
    assert desk.core.memories.listing(None) == before


def test_an_erasure_that_waits_is_not_overtaken_by_one_elsewhere(
    window: MemoriesWindow, desk: Any
) -> None:
    figs = chosen(window, desk, "The user likes figs")
    window.acts.erase_later([figs], EraseWishes())
    desk.settle()
    desk.core.memories.erase([figs])
    window.acts.take_back()
    desk.settle()
    assert sorted(texts(window)) == ["The user likes plums", "The user lives in Turin"]
    assert [m.text for m in desk.core.memories.listing(None)].count("The user likes figs") == 0


def test_what_changes_shelf_leaves_the_shelf_that_is_shown(
    window: MemoriesWindow, desk: Any
) -> None:
    figs = chosen(window, desk, "The user likes figs")
    desk.core.memories.set_status([figs], MemoryStatus.ARCHIVED)
    desk.settle()
    assert "The user likes figs" not in texts(window)
    window.filters.clear(Shelf.ARCHIVED)
    window.reload()
    desk.settle()
    assert texts(window) == ["The user likes figs"]
    desk.core.undo.undo()
    desk.settle()
    assert texts(window) == []
