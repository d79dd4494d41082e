"""The windows together: sessions, settings, language, keys, names of controls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QTextEdit,
    QWidget,
)

from assistant_app.domain.changes import Changes
from assistant_app.domain.engine import EngineInfo
from assistant_app.domain.planner import ItemKind
from assistant_app.errors import AppError
from assistant_app.gui import preferences, style
from assistant_app.gui.message_cards import QuestionCard
from assistant_app.gui.session_model import SessionRole
from assistant_app.resources import phrase

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QProgressBar,
)


def _ask(desk: Any, text: str) -> int:
    desk.shell.main.new_chat()
    desk.settle()
    desk.shell.main.page.ask(text)
    desk.settle()
    session: int = desk.shell.main.page.session_id
    return session


def _press(window: QWidget, keys: str) -> None:
    """Trigger a shortcut of a window; offscreen windows get no keys while they are not active."""
    wanted = QKeySequence(keys)
    found = [s for s in window.findChildren(QShortcut) if s.key() == wanted]
    assert found, keys
    found[0].activated.emit()


def test_new_session_appears_in_the_list_and_is_marked(desk: Any) -> None:
    session = _ask(desk, "Plan a trip")
    view = desk.shell.main.pane.view
    assert view.currentIndex().data(SessionRole.SESSION).id == session


def test_rename_delete_and_undo(desk: Any) -> None:
    session = _ask(desk, "Plan a trip")
    pane = desk.shell.main.pane
    row = pane.model.row_of(session)
    pane.model.setData(pane.model.index(row), "York")
    desk.settle()
    assert desk.core.sessions.get(session).title == "York"
    assert desk.shell.main.title.text() == "York"
    pane.deleted.emit(session)
    desk.settle()
    assert desk.core.sessions.listing() == []
    assert desk.shell.main.page.session_id is None
    assert "York" in desk.shell.main.undo_bar.words.text()
    desk.shell.main.undo_bar.button.click()
    desk.settle()
    assert [s.id for s in desk.core.sessions.listing()] == [session]
    assert desk.shell.main.page.session_id == session


def test_delete_key_moves_the_chosen_chat_to_the_trash(desk: Any) -> None:
    session = _ask(desk, "Plan a trip")
    view = desk.shell.main.pane.view
    view.actions()[0].trigger()
    desk.settle()
    assert desk.core.sessions.get(session).deleted_at is not None


def test_search_finds_titles_and_words_of_messages(desk: Any) -> None:
    first = _ask(desk, "The harbour has a lighthouse")
    second = _ask(desk, "Cooking lentils")
    desk.core.sessions.rename(first, "Trip")
    desk.core.sessions.rename(second, "Food")
    desk.settle()
    pane = desk.shell.main.pane
    pane.search.setText("lighthouse")
    desk.wait(lambda: pane.filter.rowCount() == 2)
    assert pane.filter.index(1, 0).data() == "Trip"
    pane.search.setText("foo")
    assert pane.filter.index(1, 0).data() == "Food"


@pytest.mark.parametrize(("keys", "attribute"), [("Ctrl+2", "agenda"), ("Ctrl+3", "memories")])
def test_keys_open_windows(desk: Any, keys: str, attribute: str) -> None:
    _press(desk.shell.main, keys)
    desk.settle()
    assert getattr(desk.shell, attribute).isVisible()


def test_keys_of_the_main_window(desk: Any) -> None:
    _ask(desk, "hello")
    _press(desk.shell.main, "Ctrl+N")
    desk.settle()
    assert desk.shell.main.page.session_id is None
    _press(desk.shell.main, "Ctrl+B")
    assert desk.shell.main.pane.isHidden()
    _press(desk.shell.main, "Ctrl+K")
    assert not desk.shell.main.pane.isHidden()


def test_tab_reaches_send_from_the_message(desk: Any) -> None:
    composer = desk.shell.main.page.composer
    composer.edit.put("hello", whole=True)
    composer.edit.setFocus()
    QTest.keyClick(composer.edit, Qt.Key.Key_Tab)
    assert composer.edit.toPlainText() == "hello"
    assert composer.edit.nextInFocusChain() is not None
    QTest.keyClick(composer.button, Qt.Key.Key_Space)
    desk.settle()
    assert len(desk.core.sessions.listing()) == 1


def _unnamed(window: QWidget) -> list[str]:
    found = []
    for kind in CONTROLS:
        for control in window.findChildren(kind):
            if control.objectName().startswith("qt_") or _inside(control):
                continue
            interface = QAccessible.queryAccessibleInterface(control)
            name = interface.text(QAccessible.Text.Name) if interface else ""
            if not (control.accessibleName() or name).strip():
                found.append(f"{type(control).__name__} in {type(control.parent()).__name__}")
    return found


def _inside(control: QWidget) -> bool:
    """Whether a control is a part of another one, which has the name."""
    parent = control.parentWidget()
    inner = (QAbstractSpinBox, QComboBox, QDialogButtonBox, QLineEdit, QAbstractItemView)
    while parent is not None:
        if isinstance(parent, inner) or parent.metaObject().className() in (
            "QCalendarWidget",
            "MonthView",
            "QScrollArea",
            "QComboBoxPrivateContainer",
        ):
            return not isinstance(
                parent, QDialogButtonBox
            ) and parent.metaObject().className() != ("QScrollArea")
        parent = parent.parentWidget()
    return False


def test_every_control_has_a_name(desk: Any) -> None:
    desk.model.tools["dentist"] = 'create_event", "title": "Dentist", "when": "tomorrow at 3pm"}'
    _ask(desk, "put the dentist tomorrow at 3pm")
    agenda = desk.shell.show_agenda()
    agenda.new(ItemKind.EVENT)
    windows = [desk.shell.main, agenda, agenda.dialog, desk.shell.show_memories()]
    windows.append(desk.shell.reminders.panel)
    windows.append(desk.shell.show_settings())
    desk.settle()
    for window in windows:
        assert _unnamed(window) == [], window
        assert window.windowTitle()
    agenda.dialog.reject()
    windows[-1].reject()


def test_settings_are_stored_and_applied(desk: Any) -> None:
    dialog = desk.shell.show_settings()
    dialog.name.setText("Kim")
    dialog.send_key.setCurrentIndex(1)
    dialog.theme.setCurrentIndex(2)
    dialog.save_button.click()
    desk.settle()
    assert desk.core.settings.get("owner.name") == "Kim"
    assert desk.core.settings.get("send_key") == "ctrl_enter"
    assert desk.core.settings.get("ui.theme") == "dark"
    assert style.is_dark(desk.app.palette())
    assert not desk.shell.main.page.composer.edit.enter_sends
    assert "Kim" in desk.shell.main.page.empty._title.text()
    style.apply_theme(desk.app, style.Theme.LIGHT)


def test_another_language_builds_the_windows_anew_and_loses_nothing(desk: Any) -> None:
    session = _ask(desk, "hello")
    desk.shell.main.page.composer.edit.put("half a thought", whole=True)
    old = desk.shell.main
    desk.shell.change(replace(desk.shell._preferences, language="zh"))
    desk.settle()
    main = desk.shell.main
    assert main is not old
    assert main.page.session_id == session
    assert main.page.composer.text() == "half a thought"
    assert main.pane.agenda_button.text() == "日程"
    assert main.pane.memories_button.text() == "记忆"
    assert desk.shell.show_memories().windowTitle() == "记忆"
    desk.settle()


def test_turn_goes_on_while_the_language_changes(desk: Any) -> None:
    from assistant_app.engine.scripted import Script

    desk.model.replies = [Script(["a "] * 40, delay_s=0.01)]
    page = desk.shell.main.page
    page.ask("long answer")
    desk.wait(lambda: page.session_id is not None and page.model.message(1).text != "")
    desk.shell.change(replace(desk.shell._preferences, language="zh"))
    desk.settle()
    assert desk.shell.main.page.model.message(1).text == "a " * 40


def test_preferences_survive_nonsense(core: Any) -> None:
    core.settings.set("ui.theme", "purple")
    core.settings.set("ui.size", "big")
    core.settings.set("send_key", 7)
    loaded = preferences.load(core)
    assert loaded.theme is style.Theme.AUTO
    assert loaded.size == preferences.Preferences().size
    assert loaded.send_key == "enter"


def test_no_model_shows_the_page_that_gets_one(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_lang: str) -> None:
        raise AppError("no_model")

    monkeypatch.setattr(desk.core, "warm", refuse)
    desk.shell.warm()
    desk.settle()
    main = desk.shell.main
    assert main.stack.currentWidget() is main.model_page
    page = main.model_page
    assert page.get_button.isEnabled()
    assert "GB" in page.what.text()
    assert "Apache" in page.how.text()
    page.later_button.click()
    assert main.stack.currentWidget() is main.page
    assert main.page.status.notice is not None


def test_a_model_that_was_set_aside_is_told_and_can_be_tried_again(
    desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_lang: str) -> None:
        raise AppError("model_set_aside", path="/models/a.gguf")

    restarted: list[bool] = []
    monkeypatch.setattr(desk.core, "warm", refuse)
    monkeypatch.setattr(desk.core, "restart_engine", lambda: restarted.append(True))
    desk.shell.warm()
    desk.settle()
    status = desk.shell.main.page.status
    assert "/models/a.gguf" in status.words.text()
    assert status.button.isVisibleTo(desk.shell.main)
    status.button.click()
    desk.settle()
    assert restarted == [True]
    assert status.notice is None


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_odd_about_a_loaded_model_is_said(
    desk: Any, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    info = EngineInfo("m", "/models/m.gguf", 2048, notes=("gpu_none", "template"))
    monkeypatch.setattr(desk.core, "warm", lambda _lang: None)
    monkeypatch.setattr(desk.core, "engine_info", lambda: info)
    page = desk.shell.main.page
    monkeypatch.setattr(page, "_lang", lang)
    desk.shell.warm()
    desk.settle()
    for code in info.notes:
        assert phrase(lang, f"engine.notes.{code}") in page.status.words.text()
    assert not page.status.button.isVisibleTo(desk.shell.main)


def test_model_file_that_is_none_is_told(desk: Any, tmp_path: Any) -> None:
    wrong = tmp_path / "wrong.gguf"
    wrong.write_bytes(b"<html>")
    page = desk.shell.main.model_page
    page.take_file(str(wrong))
    desk.settle()
    assert page.words.text() not in ("", "Reading the file…")
    assert wrong.exists()


def test_download_progress_and_pause(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    from assistant_app.engine.download import Progress
    from assistant_app.errors import Cancelled

    started = threading.Event()

    def get(_name: str, *, progress: Any, cancel: Any, **_more: Any) -> Any:
        progress(Progress("download", 300_000_000, 1_200_000_000, "hub"))
        started.set()
        while not cancel.cancelled:
            threading.Event().wait(0.01)
        raise Cancelled("download_stopped", name="small", have="250 MB", whole="1.0 GB")

    page = desk.shell.main.model_page
    desk.shell.main.choose_model()
    desk.settle()
    monkeypatch.setattr(desk.core.models, "get", get)
    page.get_button.click()
    desk.wait(started.is_set)
    desk.wait(lambda: page.bar.value() == 250)
    assert "300 MB of 1.2 GB" in page.words.text()
    page.stop_button.click()
    desk.settle()
    assert not page.get_button.isHidden()
    assert "kept" in page.words.text()


def test_failures_nobody_waits_for_are_shown(desk: Any) -> None:
    def fail() -> None:
        raise AppError("session_missing", id=9)

    desk.runner.run(desk.shell, fail)
    desk.settle()
    assert desk.shell.main.undo_bar.words.text() != ""
    assert desk.shell.main.undo_bar.button.isHidden()


def test_today_line(desk: Any) -> None:
    import datetime as dt

    from assistant_app.domain.planner import NewItem, When
    from assistant_app.gui.agenda_load import here

    assert desk.shell.main.today.isHidden()
    today = dt.date.today().isoformat()
    desk.core.planner.add(NewItem(ItemKind.TASK, "Rent", When(None, today, True, here().tz)))
    desk.shell.hub.post(Changes.PLANNER)
    desk.settle()
    assert desk.shell.main.today.text() == "Today: 0 in the calendar, 1 due"


def test_question_without_choices_is_answered_in_words(qapp: Any) -> None:
    from assistant_app.domain.turn import Question

    card = QuestionCard(Question("When?"))
    assert card.buttons == []
    assert not card.choose(0)
