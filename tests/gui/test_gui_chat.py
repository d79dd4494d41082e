"""The chat: asking, streaming, stopping, cards, questions, drafts, errors."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest

from assistant_app.domain.session import MessageState, Role
from assistant_app.engine.scripted import Script
from assistant_app.errors import AppError
from assistant_app.gui.composer import MAX_CHARACTERS
from assistant_app.gui.error_presenter import Remedy

DENTIST = 'create_event", "title": "Dentist", "when": "tomorrow at 3pm"}'


def _write(desk: Any, text: str) -> None:
    desk.shell.main.page.composer.edit.put(text, whole=True)


def _send(desk: Any, text: str) -> None:
    _write(desk, text)
    QTest.keyClick(desk.shell.main.page.composer.edit, Qt.Key.Key_Return)


def _last(desk: Any) -> Any:
    return desk.shell.main.page.view.widgets()[-1]


def test_reply_streams_and_is_stored(desk: Any) -> None:
    desk.model.replies = [Script(["Hel", "lo **", "you**.\n\n", "- one"], delay_s=0.02)]
    _send(desk, "say hello")
    page = desk.shell.main.page
    desk.wait(lambda: page.model.rowCount() == 2 and "Hel" in page.model.message(1).text)
    assert page.composer.button.text() == "Stop"
    desk.settle()
    assert page.model.message(1).text == "Hello **you**.\n\n- one"
    assert _last(desk).text.toPlainText().split() == ["Hello", "you.", "one"]
    stored = desk.core.sessions.messages(page.session_id)
    assert [(m.role, m.text) for m in stored] == [
        (Role.USER, "say hello"),
        (Role.ASSISTANT, "Hello **you**.\n\n- one"),
    ]
    assert page.composer.button.text() == "Send"
    assert page.composer.text() == ""


def test_stop_keeps_what_was_written(desk: Any) -> None:
    desk.model.replies = [Script(["word "] * 400, delay_s=0.01)]
    _send(desk, "go on and on")
    page = desk.shell.main.page
    desk.wait(lambda: page.model.rowCount() == 2 and page.model.message(1).text != "")
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Escape)
    desk.settle()
    reply = page.model.message(1)
    assert reply.state is MessageState.INTERRUPTED
    assert 0 < len(reply.text) < 2000
    assert "kept" in _last(desk)._state.text()
    assert desk.core.sessions.messages(page.session_id)[1].text == reply.text


def test_empty_message_sends_nothing(desk: Any) -> None:
    _send(desk, "  \n ")
    desk.settle()
    assert desk.core.sessions.listing() == []
    assert not desk.shell.main.page.composer.button.isEnabled()


def test_too_long_is_told_before_sending_and_kept(desk: Any) -> None:
    page = desk.shell.main.page
    text = "x" * 1_000_000
    paste = QMimeData()
    paste.setText(text)
    page.composer.edit.insertFromMimeData(paste)
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Return)
    desk.settle()
    assert page.composer.text() == text
    assert not page.composer.warning.isHidden()
    assert f"{MAX_CHARACTERS:,}" in page.composer.warning.text()
    assert desk.core.sessions.listing() == []


def test_input_method_does_not_send(desk: Any) -> None:
    edit = desk.shell.main.page.composer.edit
    _write(desk, "ni")
    desk.app.sendEvent(edit, QInputMethodEvent("hao", []))
    QTest.keyClick(edit, Qt.Key.Key_Return)
    desk.settle()
    assert desk.core.sessions.listing() == []
    done = QInputMethodEvent("", [])
    done.setCommitString("好")
    desk.app.sendEvent(edit, done)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    desk.settle()
    assert len(desk.core.sessions.listing()) == 1


def test_shift_enter_breaks_and_composer_grows_to_eight_lines(desk: Any) -> None:
    edit = desk.shell.main.page.composer.edit
    one = edit.height()
    _write(desk, "a")
    edit.moveCursor(edit.textCursor().MoveOperation.End)
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert edit.toPlainText() == "a\n"
    _write(desk, "\n" * 7)
    eight = edit.height()
    _write(desk, "\n" * 30)
    assert one < eight == edit.height()


def test_setting_swaps_the_send_key(desk: Any) -> None:
    page = desk.shell.main.page
    page.composer.set_enter_sends(False)
    _send(desk, "hello")
    assert page.composer.text() == "hello\n"
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert len(desk.core.sessions.listing()) == 1


def test_markup_and_files_are_not_rendered(desk: Any, tmp_path: Any) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"x")
    text = f"<b>bold</b> <img src='{secret}'> ![p]({secret}) ![w](https://example.org/a.png)"
    desk.model.replies = [text]
    _send(desk, "show")
    desk.settle()
    shown = _last(desk).text
    assert "<b>bold</b>" in shown.toPlainText()
    assert "￼" not in shown.toPlainText()
    assert shown.loadResource(2, str(secret)) is None
    assert _last(desk).text.toHtml().count("<img") == 0


def test_only_web_links_are_links(desk: Any, qtbot: Any) -> None:
    desk.model.replies = [
        "[a](javascript:alert(1)) [b](file:///etc/passwd) [c](https://example.org)"
    ]
    _send(desk, "links")
    desk.settle()
    html = _last(desk).text.toHtml()
    assert html.count("<a href") == 1
    assert "https://example.org" in html


def test_draft_survives_and_belongs_to_its_chat(desk: Any) -> None:
    page = desk.shell.main.page
    _write(desk, "not yet sent")
    desk.wait(lambda: desk.core.sessions.draft(None) == "not yet sent")
    other = desk.core.sessions.create(title="Other")
    desk.shell.main.open_session(other.id)
    desk.settle()
    assert page.composer.text() == ""
    _write(desk, "for the other")
    desk.shell.main.new_chat()
    desk.settle()
    assert page.composer.text() == "not yet sent"
    assert desk.core.sessions.draft(other.id) == "for the other"
    _send(desk, "now sent")
    desk.settle()
    assert desk.core.sessions.draft(None) == ""


def test_action_card_and_its_undo(desk: Any) -> None:
    desk.model.tools["dentist"] = DENTIST
    _send(desk, "put the dentist tomorrow at 3pm")
    desk.settle()
    card = _last(desk).cards[0]
    assert card.action.title == "Dentist"
    assert len(desk.core.planner.find("Dentist", now=desk.core.now())) == 1
    card.undo_button.click()
    desk.settle()
    assert desk.core.planner.find("Dentist", now=desk.core.now()) == []
    assert not _last(desk).cards[0].undo_button.isEnabled()


def test_edit_on_a_card_opens_the_agenda_editor(desk: Any) -> None:
    desk.model.tools["dentist"] = DENTIST
    _send(desk, "put the dentist tomorrow at 3pm")
    desk.settle()
    _last(desk).cards[0].edit_button.click()
    desk.settle()
    dialog = desk.shell.agenda.dialog
    assert dialog.title.text() == "Dentist"
    dialog.title.setText("Dr Lin")
    dialog.accept()
    desk.settle()
    assert len(desk.core.planner.find("Dr Lin", now=desk.core.now())) == 1


def test_question_card_takes_a_number(desk: Any) -> None:
    desk.model.tools["dentist"] = DENTIST
    _send(desk, "put the dentist tomorrow at 3pm")
    desk.settle()
    desk.model.tools = {"cancel": 'delete_item", "item": "dentist"}'}
    _send(desk, "cancel the dentist")
    desk.settle()
    card = _last(desk).question_card
    assert card is not None
    assert len(desk.core.planner.find("Dentist", now=desk.core.now())) == 1
    QTest.keyClick(desk.shell.main.page.composer.edit, Qt.Key.Key_1)
    desk.settle()
    assert desk.core.planner.find("Dentist", now=desk.core.now()) == []
    assert not any(button.isEnabled() for button in card.buttons)


def test_digit_is_text_where_no_question_waits(desk: Any) -> None:
    edit = desk.shell.main.page.composer.edit
    QTest.keyClick(edit, Qt.Key.Key_1)
    assert edit.toPlainText() == "1"


def test_switching_during_a_stream_keeps_it(desk: Any) -> None:
    desk.model.replies = [Script(["a "] * 40, delay_s=0.01)]
    page = desk.shell.main.page
    _send(desk, "long answer")
    desk.wait(lambda: page.session_id is not None and page.model.message(1).text != "")
    first = page.session_id
    other = desk.core.sessions.create(title="Other")
    desk.shell.main.open_session(other.id)
    desk.wait(lambda: page.model.rowCount() == 0 and page.session_id == other.id)
    desk.settle()
    assert desk.core.sessions.messages(first)[1].text == "a " * 40
    assert desk.core.sessions.get(first).unseen
    desk.shell.main.open_session(first)
    desk.settle()
    assert page.model.message(1).text == "a " * 40
    assert not desk.core.sessions.get(first).unseen


def test_coming_back_during_a_stream_shows_all_of_it(desk: Any) -> None:
    desk.model.replies = [Script([f"{n} " for n in range(60)], delay_s=0.02)]
    page = desk.shell.main.page
    _send(desk, "count")
    desk.wait(lambda: page.session_id is not None and len(page.model.message(1).text) > 10)
    first = page.session_id
    desk.shell.main.new_chat()
    desk.wait(lambda: page.model.rowCount() == 0)
    desk.shell.main.open_session(first)
    desk.wait(lambda: page.model.rowCount() == 2)
    assert page.composer.button.text() == "Stop"
    desk.settle()
    text = "".join(f"{n} " for n in range(60))
    assert page.model.message(1).text == text
    assert _last(desk).text.toPlainText().strip() == text.strip()


def test_engine_failure_is_a_sentence_with_a_button(desk: Any) -> None:
    desk.model.replies = [Script(["half "], fault=AppError("engine_killed"))]
    _send(desk, "go")
    desk.settle()
    page = desk.shell.main.page
    assert page.status.notice.remedy is Remedy.RESTART
    assert not page.status.button.isHidden()
    assert page.model.message(1).text == "half "
    desk.model.replies = ["Better."]
    _send(desk, "again")
    desk.settle()
    assert page.status.notice is None
    assert page.model.message(3).text == "Better."


def test_message_that_cannot_be_stored_comes_back(
    desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any) -> Any:
        raise AppError("disk_full", folder="x", path="x", free="0", needed="1")

    monkeypatch.setattr(desk.core, "run_turn", refuse)
    _send(desk, "do not lose me")
    desk.settle()
    page = desk.shell.main.page
    assert page.composer.text() == "do not lose me"
    assert page.model.rowCount() == 0
    assert page.status.notice is not None
    desk.wait(lambda: desk.core.sessions.draft(None) == "do not lose me")


def test_copy_gives_the_text_as_written(desk: Any) -> None:
    desk.model.replies = ["**bold** words"]
    _send(desk, "go")
    desk.settle()
    _last(desk).copy_button.click()
    assert QGuiApplication.clipboard().text() == "**bold** words"


def test_old_messages_are_built_on_demand(desk: Any) -> None:
    session = desk.core.sessions.import_lines(
        [
            {
                "title": "Long",
                "messages": [
                    {"role": "user" if n % 2 else "assistant", "text": f"message {n}"}
                    for n in range(120)
                ],
            }
        ]
    )[0]
    desk.shell.main.open_session(session.id)
    desk.settle()
    view = desk.shell.main.page.view
    assert len(view.widgets()) == 50
    assert view.widgets()[-1].message.text == "message 119"
    first = desk.core.sessions.messages(session.id)[3]
    assert view.show_message(first.id)
    assert view.widget_of(first.id).message.text == "message 3"


def test_strange_characters_are_shown(desk: Any) -> None:
    desk.model.replies = ["fine \u202eright to left\u202c \u200bzero\u200b"]
    _send(desk, "a\u0000b \ud800 \u202eabc")
    desk.settle()
    assert desk.shell.main.page.model.rowCount() == 2
    assert desk.shell.main.page.model.message(1).text.startswith("fine")


def test_example_goes_into_the_composer(desk: Any) -> None:
    page = desk.shell.main.page
    button = page.empty.buttons[0]
    button.click()
    assert page.composer.text() == button.accessibleName()
