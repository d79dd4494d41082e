"""The memories window beyond one memory: pairs, history, bars, statistics, files, several at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QDateTime, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLineEdit, QWidget

from assistant_app.domain.memory import Draft, Memory, MemoryKind, MemoryStatus
from assistant_app.gui import style, text_diff
from assistant_app.gui.memories_window import MemoriesWindow
from assistant_app.gui.memory_model import Shelf


@pytest.fixture
def window(desk: Any) -> MemoriesWindow:
    shown = desk.shell.show_memories()
    desk.settle()
    return shown


def _press(desk: Any, widget: QWidget, key: Qt.Key, control: bool = False) -> None:
    """Press a key as somebody would: in the window in front, where the keyboard is."""
    window = widget.window()
    window.activateWindow()
    desk.wait(window.isActiveWindow)
    widget.setFocus()
    flags = Qt.KeyboardModifier
    QTest.keyClick(widget, key, flags.ControlModifier if control else flags.NoModifier)
    desk.settle()


def _choose(window: MemoriesWindow, desk: Any, memory_id: int) -> None:
    window.show_memory(memory_id)
    desk.settle()
    assert window.detail.facts.memory.id == memory_id


def _texts(window: MemoriesWindow) -> list[str]:
    return [window.model.index(row, 0).data() for row in range(window.model.rowCount())]


def _propose(desk: Any, text: str, quote: str = "", **more: Any) -> Memory:
    draft = Draft(text, quote, **more)
    return desk.core.memories.keep([draft], session_id=1, message_id=1)[0]


# --- pairs


@pytest.fixture
def moved(window: MemoriesWindow, desk: Any) -> tuple[Memory, Memory]:
    old = desk.core.memories.add("The user lives in Leeds")
    new = _propose(
        desk, "The user lives in York", "I moved to York", decision="replace", of=old.id
    )
    desk.settle()
    return old, new


def test_a_contradiction_stands_side_by_side(
    window: MemoriesWindow, desk: Any, moved: tuple[Memory, Memory]
) -> None:
    assert window.filters.shelf_buttons[Shelf.TO_SETTLE].text() == "To settle 1"
    window.filters.shelf_buttons[Shelf.TO_SETTLE].click()
    desk.settle()
    assert _texts(window) == ["The user lives in York"]
    pair = window.detail.pair
    assert not pair.isHidden()
    assert [text.text() for text in pair.texts] == [memory.text for memory in moved]
    assert "contradict" in pair._head.text()
    assert window.detail.confirm_button.isHidden()


@pytest.mark.parametrize(
    ("button", "kept"),
    [
        ("new_button", ["The user lives in York"]),
        ("old_button", ["The user lives in Leeds"]),
        ("both_button", ["The user lives in Leeds", "The user lives in York"]),
    ],
)
def test_settling_and_its_undo(
    window: MemoriesWindow, desk: Any, moved: tuple[Memory, Memory], button: str, kept: list[str]
) -> None:
    _choose(window, desk, moved[1].id)
    getattr(window.detail.pair, button).click()
    desk.settle()
    assert sorted(m.text for m in desk.core.memories.listing()) == kept
    assert window.undo_bar.waiting
    window.acts.take_back()
    desk.settle()
    states = [desk.core.memories.get(memory.id).status for memory in moved]
    assert states == [MemoryStatus.ACTIVE, MemoryStatus.PROPOSED]


# --- history


def test_wordings_are_compared_and_used_again(window: MemoriesWindow, desk: Any) -> None:
    memory = desk.core.memories.add("The user drinks <b>tea</b> at 4")
    _choose(window, desk, memory.id)
    assert window.detail.compare_button.isHidden()
    desk.core.memories.edit(memory.id, text="The user drinks coffee at 4")
    desk.settle()
    assert not window.detail.compare_button.isHidden()
    window.detail.compare_button.click()
    dialog = window.dialogs.history
    assert [text.accessibleDescription() for text in dialog.texts] == [
        "The user drinks <b>tea</b> at 4",
        "The user drinks coffee at 4",
    ]
    assert "&lt;" in dialog.texts[0].text()
    assert "line-through" in dialog.texts[0].text()
    assert "underline" in dialog.texts[1].text()
    dialog.use_button.click()
    desk.settle()
    assert desk.core.memories.get(memory.id).text == "The user drinks <b>tea</b> at 4"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "gone", "come"),
    [
        ("lives in Leeds", "lives in York", ["Leeds"], ["York"]),
        ("用户住在杭州", "用户住在苏州", ["杭"], ["苏"]),
        ("the same", "the same", [], []),
        ("tea", "tea, please", [], [", please"]),
    ],
)
def test_only_what_differs_is_marked(
    old: str, new: str, gone: list[str], come: list[str], dark: bool
) -> None:
    import re

    shown = style.palette(dark)
    sides = text_diff.compared(old, new, shown)
    assert [re.findall(r"<span[^>]*>(.*?)</span>", side) for side in sides] == [gone, come]
    assert [re.sub("<[^>]*>", "", side) for side in sides] == [old, new]


# --- bars


def test_a_topic_is_barred_and_allowed_again(window: MemoriesWindow, desk: Any) -> None:
    window.bars_action.trigger()
    desk.settle()
    dialog = window.dialogs.bars
    assert dialog.list.isHidden()
    assert not dialog.add_button.isEnabled()
    QTest.keyClicks(dialog.topic, "my health")
    QTest.keyClick(dialog.topic, Qt.Key.Key_Return)
    desk.settle()
    assert [bar.words for bar in desk.core.memories.bars()] == ["my health"]
    assert dialog.list.count() == 1
    dialog.list.setCurrentRow(0)
    _press(desk, dialog.list, Qt.Key.Key_Delete)
    assert dialog.list.count() == 0
    assert len(desk.core.memories.bars()) == 1  # as long as it can be taken back
    _press(desk, dialog.undo_bar.button, Qt.Key.Key_Z, control=True)
    assert dialog.list.count() == 1
    dialog.list.setCurrentRow(0)
    dialog.lift_button.click()
    dialog.close()
    desk.settle()
    assert desk.core.memories.bars() == []


def test_what_was_turned_down_for_good_is_listed_without_its_words(
    window: MemoriesWindow, desk: Any
) -> None:
    memory = _propose(desk, "The user's knee hurts")
    desk.core.memories.reject([memory.id], never=True)
    window.dialogs.show_bars()
    desk.settle()
    (item,) = [window.dialogs.bars.list.item(n) for n in range(window.dialogs.bars.list.count())]
    assert "words were not kept" in item.text()
    assert "knee" not in item.text()
    window.dialogs.bars.close()


# --- statistics


def test_statistics_say_what_there_is(window: MemoriesWindow, desk: Any) -> None:
    desk.core.memories.add("The user lives in Leeds", category="home")
    desk.core.memories.add("When I say 'wrap up', list tomorrow", kind=MemoryKind.PROCEDURAL)
    _propose(desk, "The user prefers afternoons")
    desk.core.memories.bar_topic("my health")
    page = desk.shell.main.page
    page.ask("Hello")
    desk.settle()
    desk.shell.show_memories()
    window.stats_action.trigger()
    desk.settle()
    lines = window.dialogs.statistics.lines
    for line in ("kept: 2", "to confirm: 1", "fact: 1", "routine: 1", "home: 1", "topics: 1"):
        assert line in lines
    assert "found by words: 3 / 3" in lines
    assert any(line.startswith("2 of 2 messages") for line in lines)
    assert any("words alone" in line for line in lines)
    window.dialogs.statistics.reject()


# --- files


def _write(tmp_path: Path, *rows: Any) -> Path:
    file = tmp_path / "m.jsonl"
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    file.write_text("\n".join(lines), "utf-8")
    return file


def test_an_import_is_previewed_stored_and_taken_back(
    window: MemoriesWindow, desk: Any, tmp_path: Path
) -> None:
    desk.core.memories.add("The user lives in Leeds")
    file = _write(
        tmp_path, {"text": "The user sings"}, "garbage", {"text": "The user lives in Leeds"}
    )
    window.files.preview(file)
    assert "Reading m.jsonl" in window.undo_bar.words.text()
    assert not window.undo_bar._timer.isActive()  # it is said as long as it takes
    desk.settle()
    assert window.undo_bar.isHidden()
    dialog = window.files.dialog
    assert list(dialog.counts.values()) == [1, 1, 1]
    assert dialog.problems.item(0).text() == "Line 2: it is not a JSON object."
    assert desk.core.memories.stats()["total"] == 1
    dialog.import_button.click()
    desk.settle()
    assert set(_texts(window)) == {"The user sings", "The user lives in Leeds"}
    assert "1 new, 1 set aside" in window.undo_bar.words.text()
    window.acts.take_back()
    desk.settle()
    assert _texts(window) == ["The user lives in Leeds"]


@pytest.mark.parametrize("tick", [True, False])
def test_secrets_in_a_file_wait_for_a_tick(
    window: MemoriesWindow, desk: Any, tmp_path: Path, tick: bool
) -> None:
    window.files.preview(_write(tmp_path, {"text": "The wifi password is Blue-Fig-77"}))
    desk.settle()
    dialog = window.files.dialog
    assert list(dialog.counts.values()) == [0, 0, 0, 1]
    assert not dialog.import_button.isEnabled()
    box = dialog.findChild(QCheckBox)
    box.setChecked(True)
    assert dialog.import_button.isEnabled()
    box.setChecked(tick)
    dialog.accept()
    desk.settle()
    assert len(_texts(window)) == tick


def test_a_bad_file_is_a_sentence(window: MemoriesWindow, desk: Any, tmp_path: Path) -> None:
    file = tmp_path / "page.jsonl"
    file.write_text("<html>", "utf-8")
    window.files.preview(file)
    desk.settle()
    assert window.files.dialog is None
    assert "page.jsonl is a web page" in window.undo_bar.words.text()
    assert not window.undo_bar.waiting


def test_export_says_how_many(window: MemoriesWindow, desk: Any, tmp_path: Path) -> None:
    desk.core.memories.add("The user lives in Leeds", category="home")
    window.files.write(tmp_path / "m.md")
    desk.settle()
    assert "Wrote 1 memories to m.md" in window.undo_bar.words.text()
    assert "## Home\n\n- The user lives in Leeds" in (tmp_path / "m.md").read_text("utf-8")


# --- several at once, and each field


@pytest.fixture
def several(window: MemoriesWindow, desk: Any) -> MemoriesWindow:
    for number in range(3):
        desk.core.memories.add(f"The user knows song number {number}")
    for number in range(2):
        _propose(desk, f"The user owns house number {number}", f"my house {number}")
    desk.settle()
    window.view.selectAll()
    desk.settle()
    desk.wait(lambda: window._side.currentWidget() is window.choice)
    return window


def test_several_say_how_many_and_what_can_be_done(several: MemoriesWindow) -> None:
    choice = several.choice
    assert choice.head.text() == "5 chosen"
    assert choice.confirm_button.text() == "Confirm 2"
    assert choice.archive_button.text() == "Archive 3"
    assert choice.back_button.isHidden()
    assert choice.erase_button.accessibleName() == "Erase 5"


@pytest.mark.parametrize(
    ("key", "states"),
    [
        (Qt.Key.Key_Space, {"active": 5}),
        (Qt.Key.Key_Backspace, {"active": 3, "rejected": 2}),
    ],
)
def test_several_by_key_and_back(
    several: MemoriesWindow, desk: Any, key: Qt.Key, states: dict[str, int]
) -> None:
    _press(desk, several.view, key)
    assert desk.core.memories.stats()["by_status"] == states
    _press(desk, several.view, Qt.Key.Key_Z, control=True)
    assert desk.core.memories.stats()["by_status"] == {"active": 3, "proposed": 2}


def test_several_get_a_category_and_a_pin_as_one_change(
    several: MemoriesWindow, desk: Any
) -> None:
    choice = several.choice
    choice.category.setCurrentIndex(choice.category.findData("home"))
    choice.category.activated.emit(choice.category.currentIndex())
    desk.settle()
    assert {m.category for m in desk.core.memories.listing(None)} == {"home"}
    choice.pin_button.click()
    desk.settle()
    assert sum(m.pinned for m in desk.core.memories.listing(None)) == 3
    several.acts.take_back()
    desk.settle()
    assert not any(m.pinned for m in desk.core.memories.listing(None))
    assert len(several.view.chosen_ids()) == 5


def test_delete_asks_for_all_that_is_chosen(several: MemoriesWindow, desk: Any) -> None:
    _press(desk, several.view, Qt.Key.Key_Delete)
    desk.wait(lambda: several.acts.question is not None)
    several.acts.question.erase_button.click()
    desk.wait(lambda: several.model.rowCount() == 0)
    assert desk.core.memories.stats()["total"] == 5
    several.acts.take_back()
    desk.wait(lambda: several.model.rowCount() == 5)
    several.acts.erase_later(several.view.chosen_ids()[:1], _wishes())
    several.close()
    desk.settle()
    assert desk.core.memories.stats()["total"] == 4


def _wishes() -> Any:
    from assistant_app.gui.erase_question import EraseWishes

    return EraseWishes()


def test_an_erasure_that_fails_brings_the_row_back(
    window: MemoriesWindow, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant_app.errors import AppError

    memory = desk.core.memories.add("The user lives in Leeds")
    desk.settle()

    def fail(*_args: Any, **_kwargs: Any) -> int:
        raise AppError("disk_full")

    monkeypatch.setattr(desk.core.memories, "erase", fail)
    window.acts.erase_later([memory.id], _wishes())
    desk.settle()
    assert _texts(window) == []
    window.undo_bar.flush()
    desk.settle()
    assert _texts(window) == ["The user lives in Leeds"]
    assert not window.undo_bar.isHidden()


def test_expiry_is_set_moved_and_taken_away(window: MemoriesWindow, desk: Any) -> None:
    memory = desk.core.memories.add("The user has a guest")
    _choose(window, desk, memory.id)
    expiry = window.detail.expiry
    assert expiry.moment.isHidden()
    expiry.box.click()
    desk.settle()
    ahead = desk.core.memories.get(memory.id).expires_at - memory.created_at
    assert 29 * 86_400_000 < ahead < 31 * 86_400_000
    wanted = QDateTime.currentDateTime().addDays(3)
    expiry.moment.setDateTime(wanted)
    expiry.moment.editingFinished.emit()
    desk.settle()
    at = desk.core.memories.get(memory.id).expires_at
    assert abs(at - wanted.toMSecsSinceEpoch()) < 60_000
    assert "until" in window.model.detail(desk.core.memories.get(memory.id))
    expiry.box.click()
    desk.settle()
    assert desk.core.memories.get(memory.id).expires_at is None
    window.acts.take_back()
    desk.settle()
    assert desk.core.memories.get(memory.id).expires_at == at


def test_everything_has_a_name_and_a_tab_stop(
    window: MemoriesWindow, desk: Any, moved: tuple[Memory, Memory]
) -> None:
    _choose(window, desk, moved[1].id)
    window.dialogs.show_bars()
    desk.settle()
    window.acts.erase([moved[0].id])
    desk.wait(lambda: window.acts.question is not None)
    kinds = (QAbstractButton, QLineEdit, QComboBox)
    places: list[QWidget] = [window, window.dialogs.bars, window.acts.question]
    found = [child for place in places for kind in kinds for child in place.findChildren(kind)]
    controls = [c for c in found if c.isVisible() and not c.objectName().startswith("qt_")]
    assert len(controls) > 25
    nameless = [c for c in controls if not (c.accessibleName() or getattr(c, "text", str)())]
    assert nameless == []
    own = [c for c in controls if not isinstance(c.parent(), QComboBox | QLineEdit)]
    unreachable = [c for c in own if not c.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert [c.accessibleName() or c.metaObject().className() for c in unreachable] == []
    window.acts.question.reject()
    window.dialogs.bars.close()
    desk.settle()


# --- past chats


def test_past_chats_are_listed_searched_and_opened(window: MemoriesWindow, desk: Any) -> None:
    button = window.filters.shelf_buttons[Shelf.PAST]
    assert button.text() == "Past chats 0"
    button.click()
    desk.settle()
    assert "No chat has a summary yet" in window._nothing.text()
    store = desk.core._session_store
    for title, summary in (("York", "They planned the trip."), ("Books", "They chose a novel.")):
        session = desk.core.sessions.create(title=title)
        store.set_summary(session.id, summary, 1)
    desk.core.sessions.create(title="Empty")
    desk.settle()
    assert button.text() == "Past chats 2"
    assert not window.filters.kind.isEnabled()
    window.filters.search.setText("novel")
    desk.wait(lambda: window.past.chats.rowCount() == 1)
    assert window.past.summary.text() == "They chose a novel."
    assert button.text() == "Past chats 2"
    window.past.open_button.click()
    desk.settle()
    shown = desk.shell.main.page.session_id
    assert desk.core.sessions.get(shown).title == "Books"
    window.filters.search.clear()
    window.filters.shelf_buttons[Shelf.ALL].click()
    desk.settle()
    assert window._side.currentWidget() is window.detail
