"""The parts that windows are made of: threads, stream, text, looks, models."""

from __future__ import annotations

import datetime as dt
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget

from assistant_app.domain.changes import Changes
from assistant_app.domain.memory import Memory, MemoryKind, MemoryStatus
from assistant_app.domain.planner import Item, ItemKind, Occurrence
from assistant_app.domain.session import Message, MessageState, Role, Session
from assistant_app.domain.turn import TextDelta
from assistant_app.errors import AppError
from assistant_app.gui import markdown, payload, style
from assistant_app.gui.agenda_load import AgendaRow
from assistant_app.gui.agenda_model import DayModel, TaskModel
from assistant_app.gui.conversation_model import ConversationModel
from assistant_app.gui.hub import Hub
from assistant_app.gui.memory_model import PAGE, Listing, MemoryListModel, MemoryRole
from assistant_app.gui.message_text import MessageText
from assistant_app.gui.message_widget import MessageWidget
from assistant_app.gui.pump import Pump
from assistant_app.gui.runner import Runner
from assistant_app.gui.session_model import SessionFilter, SessionListModel, SessionRole

NOW = 1_790_000_000_000
DAY = 86_400_000
_Ink = QPalette.ColorRole


# --- threads


def test_runner_answers_in_the_gui_thread(runner: Runner, qtbot: Any) -> None:
    seen: list[tuple[int, int]] = []
    owner = QObject()
    main = threading.get_ident()
    runner.run(
        owner, threading.get_ident, lambda value: seen.append((value, threading.get_ident()))
    )
    qtbot.waitUntil(lambda: bool(seen), timeout=3000)
    assert seen[0][0] != main
    assert seen[0][1] == main


def test_runner_drops_what_a_closed_window_asked_for(runner: Runner, qtbot: Any) -> None:
    seen: list[int] = []
    gate = threading.Event()
    window = QWidget()
    runner.run(window, lambda: gate.wait(3), lambda _value: seen.append(1))
    window.deleteLater()
    del window
    qtbot.wait(20)
    gate.set()
    qtbot.waitUntil(lambda: runner.idle, timeout=3000)
    assert seen == []


def test_runner_reports_failures_by_code(runner: Runner, qtbot: Any) -> None:
    owner = QObject()
    codes: list[str] = []

    def known() -> None:
        raise AppError("disk_full")

    runner.run(owner, known, None, lambda error: codes.append(error.code))
    with qtbot.waitSignal(runner.failed) as told:
        runner.run(owner, known)
    assert codes == ["disk_full"]
    assert told.args[0].code == "disk_full"


def test_runner_takes_no_work_after_its_end(qapp: QApplication, qtbot: Any) -> None:
    made = Runner()
    ends = made.close()
    for end in ends:
        end.result(timeout=3)
    made.run(QObject(), lambda: 1, lambda _v: pytest.fail("ran"))
    qtbot.wait(20)
    for end in made.close():
        end.result(timeout=3)


def test_hub_joins_changes_from_any_thread(qapp: QApplication, qtbot: Any) -> None:
    hub = Hub()
    seen: list[Changes] = []
    hub.changed.connect(seen.append)
    threads = [
        threading.Thread(target=hub.post, args=(change,))
        for change in (Changes.MEMORIES, Changes.PLANNER, Changes.MEMORIES)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    qtbot.waitUntil(lambda: bool(seen), timeout=2000)
    qtbot.wait(50)
    assert seen == [Changes.MEMORIES | Changes.PLANNER]


def test_pump_joins_deltas_and_keeps_their_order(qapp: QApplication, qtbot: Any) -> None:
    pump = Pump()
    seen: list[tuple[int, str]] = []
    pump.delivered.connect(lambda turn, piece: seen.append((turn, piece.text)))
    for turn in (1, 2):
        for number in range(500):
            pump.push(turn, TextDelta(f"{number},"))
    text = "".join(f"{n}," for n in range(500))
    qtbot.waitUntil(lambda: sum(len(t) for _, t in seen) == 2 * len(text), timeout=3000)
    assert "".join(t for n, t in seen if n == 1) == text
    assert "".join(t for n, t in seen if n == 2) == text
    assert len(seen) < 20


# --- text


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_markdown_never_makes_markup_of_the_text(text: str) -> None:
    html = markdown.render(text).lower()
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert 'href="file' not in html


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "//host/x",
        "",
        "x",
        "http:",
    ],
)
def test_only_web_and_mail_addresses_are_safe(address: str) -> None:
    assert not markdown.safe_link(address)


def test_web_and_mail_addresses_are_safe() -> None:
    assert markdown.safe_link("https://example.org/a?b=c")
    assert markdown.safe_link("mailto:a@example.org")


@given(st.lists(st.sampled_from(["a\n", "\n", "```\n", "~~~\n", "b", "- c\n"]), max_size=30))
@settings(max_examples=200, deadline=None)
def test_closed_length_does_not_depend_on_the_chunks(parts: list[str]) -> None:
    text = "".join(parts)
    step = 0
    for end in range(len(text) + 1):
        if end == 0 or text[end - 1] == "\n":
            step = markdown.closed_length(text[:end], step)
    whole = markdown.closed_length(text)
    assert step == whole
    assert whole == 0 or text[:whole].endswith("\n")


def test_a_block_inside_a_fence_is_not_closed() -> None:
    text = "a\n\n```\nx\n\ny\n"
    assert markdown.closed_length(text) == 3
    assert markdown.closed_length(text + "```\n\n") == len(text) + 5


def test_stream_ends_as_the_whole_text_would(qapp: QApplication) -> None:
    text = "# Title\n\nOne **two**.\n\n```py\nx = 1\n\ny = 2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    streamed, whole = MessageText(), MessageText()
    for end in range(1, len(text) + 1):
        streamed.stream(text[:end])
        assert streamed.written == text[:end]
    streamed.set_text(text)
    whole.set_text(text)
    assert streamed.toPlainText() == whole.toPlainText()
    assert streamed.settled


def test_long_reply_streams_in_time(qapp: QApplication) -> None:
    """Work grows with the text, not with its square: counted in renderings."""
    calls: list[int] = []
    original = markdown.render

    def counted(text: str) -> str:
        calls.append(len(text))
        return original(text)

    view = MessageText()
    text = ""
    try:
        markdown.render = counted  # type: ignore[assignment]
        for number in range(400):
            text += f"paragraph {number} of a long reply\n\n"
            view.stream(text)
    finally:
        markdown.render = original
    assert 1 <= len(calls) < 400


def test_payload_reads_what_is_stored_and_skips_what_it_does_not_know() -> None:
    extra = {
        "actions": [{"tool": "x", "args": {}, "status": "done", "summary": "s", "later": 1}],
        "question": {"text": "Which?", "choices": ["a", "b"]},
        "memories_used": [{"id": 3, "score": 0.4}, {"id": 4, "score": 0.5, "text": "t"}],
    }
    assert payload.actions(extra)[0].summary == "s"
    question = payload.question(extra)
    assert question is not None
    assert question.choices == ("a", "b")
    assert [(used.id, used.text) for used in payload.used(extra)] == [(4, "t")]
    assert payload.question({}) is None


# --- looks


@pytest.mark.parametrize("dark", [False, True])
def test_contrast_of_text_and_roles(qapp: QApplication, dark: bool) -> None:
    shown = style.palette(dark)
    assert style.is_dark(shown) is dark
    grounds = [
        shown.color(role)
        for role in (
            QPalette.ColorRole.Window,
            QPalette.ColorRole.Base,
            QPalette.ColorRole.AlternateBase,
        )
    ]
    inks = [style.colour(shown, role) for role in style.Role]
    inks += [shown.color(QPalette.ColorRole.Text), style.faint(shown)]
    inks.append(shown.color(QPalette.ColorRole.Link))
    for ground in grounds:
        for ink in inks:
            assert style.contrast(ink, ground) >= 4.5, (ink.name(), ground.name())
    chosen = shown.color(QPalette.ColorRole.Highlight)
    assert style.contrast(shown.color(QPalette.ColorRole.HighlightedText), chosen) >= 4.5


def test_tooltips_show_markup_as_text() -> None:
    assert style.plain_tooltip("<b>&") == "<span>&lt;b&gt;&amp;</span>"


# --- models


def _message(number: int, text: str = "x") -> Message:
    return Message(number, 1, Role.USER, text, MessageState.COMPLETE, NOW)


def test_conversation_model(qtmodeltester: Any) -> None:
    model = ConversationModel()
    qtmodeltester.check(model)
    model.append(_message(1), _message(2, "a"))
    model.append_text(1, "b")
    assert model.message(1).text == "ab"
    assert model.row_of(2) == 1
    assert model.row_of(9) == -1
    qtmodeltester.check(model)
    model.reset([_message(5)])
    assert model.index(0).data() == "x"
    qtmodeltester.check(model)


def _session(number: int, title: str, used: int, unseen: bool = False) -> Session:
    return Session(number, title, used, used, unseen=unseen)


def test_session_model_groups_and_filters(qtmodeltester: Any) -> None:
    model, kept = SessionListModel(), SessionFilter()
    kept.setSourceModel(model)
    today = dt.datetime.fromtimestamp(NOW / 1000).date()
    model.reset(
        [
            _session(1, "Alpha", NOW, True),
            _session(2, "Beta", NOW - DAY),
            _session(3, "", NOW - 3 * DAY),
            _session(4, "Delta", NOW - 400 * DAY),
        ],
        today,
    )
    titles = [model.index(row).data() for row in range(model.rowCount())]
    assert titles[:5] == ["Today", "Alpha", "Yesterday", "Beta", "This past week"]
    assert model.index(1).data(SessionRole.UNSEEN)
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsSelectable
    qtmodeltester.check(model)
    kept.set_words("beta")
    assert [kept.index(row, 0).data() for row in range(kept.rowCount())] == ["Yesterday", "Beta"]
    kept.set_hits(frozenset({4}))
    assert kept.rowCount() == 4
    qtmodeltester.check(kept)


def test_session_model_asks_before_it_renames(qtbot: Any) -> None:
    model = SessionListModel()
    model.reset([_session(1, "Alpha", NOW)], dt.date.today())
    with qtbot.waitSignal(model.renamed) as told:
        assert model.setData(model.index(1), "  New  ")
    assert told.args == [1, "New"]
    assert model.index(1).data() == "Alpha"
    assert not model.setData(model.index(1), "   ")


def _memory(number: int, text: str, status: MemoryStatus, **more: Any) -> Memory:
    return Memory(number, text, MemoryKind.SEMANTIC, status, NOW - number, NOW, **more)


def _listing(*memories: Memory, known: int | None = None) -> Listing:
    ids = [memory.id for memory in memories]
    rows = {memory_id: row for row, memory_id in enumerate(ids)}
    return Listing(ids, rows, list(memories[:known]), {})


def test_memory_model(qtmodeltester: Any, qtbot: Any) -> None:
    model = MemoryListModel()
    some = [
        _memory(2, "has a cat", MemoryStatus.PROPOSED),
        _memory(5, "pinned one", MemoryStatus.ACTIVE, pinned=True),
        _memory(1, "lives in York", MemoryStatus.ACTIVE, category="home"),
    ]
    assert model.show_listing(_listing(*some))
    qtmodeltester.check(model)
    assert not model.show_listing(_listing(*some))
    assert (model.row_of(1), model.row_of(3)) == (2, -1)
    assert model.ids_between(1, 2) == [5, 1]
    assert "pinned" in model.index(1).data(MemoryRole.DETAIL)
    with qtbot.waitSignal(model.edited) as told:
        assert model.setData(model.index(2), "lives in Leeds")
    assert told.args == [1, "lives in Leeds"]
    assert model.index(2).data() == "lives in Leeds"
    model.revert()
    assert model.index(2).data() == "lives in York"


def test_memory_model_asks_for_the_rows_in_sight(qtmodeltester: Any, qtbot: Any) -> None:
    model = MemoryListModel()
    every = [_memory(n, f"fact {n}", MemoryStatus.ACTIVE) for n in range(1, 10 * PAGE + 1)]
    model.show_listing(_listing(*every, known=PAGE))
    with qtbot.assertNotEmitted(model.wanted, wait=50):
        assert model.index(PAGE - 1).data() == f"fact {PAGE}"
    with qtbot.waitSignal(model.wanted) as told:
        for page in range(1, 10):  # scrolled past fast
            blank = model.index(page * PAGE)
            assert blank.data() == "…"
            assert not blank.flags() & Qt.ItemFlag.ItemIsEditable
            assert not model.setData(blank, "other words")
    (ids,) = told.args
    assert ids == [memory.id for memory in every[7 * PAGE :]]
    model.take_rows([*every[7 * PAGE :], _memory(9999, "gone since", MemoryStatus.ACTIVE)])
    assert model.index(9 * PAGE).data() == f"fact {9 * PAGE + 1}"
    qtmodeltester.check(model)


def _row(number: int, title: str, done: bool = False, begin: str | None = None) -> AgendaRow:
    kind = ItemKind.EVENT if begin else ItemKind.TASK
    item = Item(number, kind, title, begin, None, False, None, None)
    at = dt.datetime.fromisoformat(begin) if begin else None
    end = at + dt.timedelta(hours=1) if at else None
    return AgendaRow(Occurrence(item, "", begin, None, None, None, done), "soon", at, end)


def test_agenda_models(qtmodeltester: Any, qtbot: Any) -> None:
    day, tasks = DayModel(), TaskModel()
    qtmodeltester.check(day)
    day.show_day(dt.date(2026, 11, 18), [_row(1, "Review", begin="2026-11-18T15:00")])
    assert day.index(0).data().endswith("Review")
    qtmodeltester.check(day)
    tasks.reset([_row(1, "Rent"), _row(2, "Milk", True)])
    qtmodeltester.check(tasks)
    index = tasks.index(0)
    assert index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked
    with qtbot.waitSignal(tasks.checked) as told:
        checked = Qt.CheckState.Checked.value
        assert tasks.setData(index, checked, Qt.ItemDataRole.CheckStateRole)
    assert told.args[1] is True
    assert not tasks.setData(QModelIndex(), checked, Qt.ItemDataRole.CheckStateRole)


def test_a_thought_is_folded_away_above_its_answer(qtbot: Any) -> None:
    message = Message(
        1, 1, Role.ASSISTANT, "Tea.", MessageState.COMPLETE, NOW,
        extra={"thought": "Hot <b>or</b> cold?"},
    )  # fmt: skip
    widget = MessageWidget(message)
    qtbot.addWidget(widget)
    widget.show()
    fold = widget.thought
    assert fold.isVisible()
    assert not fold.text.isVisible()
    fold.button.setFocus()
    qtbot.keyClick(fold.button, Qt.Key.Key_Space)
    assert fold.text.isVisible()
    assert fold.text.text() == "Hot <b>or</b> cold?"
    assert fold.text.accessibleName()
    widget.update_message(Message(1, 1, Role.ASSISTANT, "Tea.", MessageState.COMPLETE, NOW))
    assert not fold.isVisible()
