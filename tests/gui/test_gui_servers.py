"""Model servers in the window: named, used, tested, forgotten, with one on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fake_keyring import Ring, ring_in_use
from fake_server import Fake, models, say, serving
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from assistant_app.engine import http_exchange
from assistant_app.engine.library import SETTING
from assistant_app.gui.servers_dialog import ServersDialog


@pytest.fixture
def fake() -> Iterator[Fake]:
    with serving() as server:
        yield server


@pytest.fixture
def ring() -> Iterator[Ring]:
    with ring_in_use() as backend:
        yield backend


@pytest.fixture
def dialog(desk: Any) -> ServersDialog:
    settings = desk.shell.show_settings()
    settings.servers_button.click()
    desk.settle()
    (found,) = desk.shell.main.findChildren(ServersDialog)
    assert isinstance(found, ServersDialog)
    return found


def fill(dialog: ServersDialog, desk: Any, url: str, token: str = "") -> None:
    dialog.name.setText("box")
    dialog.url.setText(url)
    dialog.token.setText(token)
    dialog.add_button.click()
    desk.settle()


def lines(dialog: ServersDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def press(question: Any, words: str, desk: Any) -> None:
    assert isinstance(question, QMessageBox)
    (button,) = [one for one in question.buttons() if one.text() == words]
    button.click()
    desk.settle()


def test_a_server_is_added_used_and_left(desk: Any, dialog: ServersDialog, fake: Fake) -> None:
    assert not dialog.add_button.isEnabled()
    assert not dialog.use_button.isEnabled()
    host = fake.url.removeprefix("http://")
    fill(dialog, desk, fake.url)
    assert lines(dialog) == [f"box · {host} · big"]
    assert dialog.words.text().endswith("It is off until you use it.")
    assert dialog.name.text() == dialog.url.text() == ""
    assert desk.core.destination() is None
    dialog.use_button.click()
    desk.settle()
    assert lines(dialog) == [f"box · {host} · big · in use"]
    assert desk.shell.main.page.destination.isVisible()
    assert dialog.use_button.text() == "Stop using it"
    dialog.use_button.click()
    desk.settle()
    assert desk.core.destination() is None
    assert desk.shell.main.page.destination.isHidden()
    assert dialog.words.text() == "A model on this computer answers again."


def test_the_models_window_leads_there_and_back(desk: Any, fake: Fake) -> None:
    endpoints = desk.core.endpoints
    endpoints.add(endpoints.draft("box", fake.url))
    endpoints.use("box")
    window = desk.shell.show_models()
    desk.settle()
    host = fake.url.removeprefix("http://")
    assert window.note.text().startswith(f"box ({host}) answers now.")
    window.servers_button.click()
    desk.settle()
    (dialog,) = window.findChildren(ServersDialog)
    assert lines(dialog)[0].endswith("in use")
    assert desk.shell.main.page.destination.isVisible()
    desk.core.settings.set(SETTING, None)  # as choosing a file does
    window.model_changed.emit()
    desk.settle()
    assert desk.shell.main.page.destination.isHidden()
    assert not lines(dialog)[0].endswith("in use")
    assert window.note.text().startswith("Models run on this computer.")


def test_a_failure_is_said_and_nothing_is_kept(desk: Any, dialog: ServersDialog) -> None:
    fill(dialog, desk, "http://127.0.0.1:1")
    assert "cannot be reached" in dialog.words.text()
    assert lines(dialog) == []
    assert dialog.name.text() == "box"  # what was typed stays
    fill(dialog, desk, "nonsense://")
    assert "not the address of a server" in dialog.words.text()


def test_a_server_is_tested_given_a_token_and_forgotten(
    desk: Any, dialog: ServersDialog, fake: Fake, ring: Ring
) -> None:
    fill(dialog, desk, fake.url, token="sesame")
    assert list(ring.kept.values()) == ["sesame"]
    assert dialog.token.text() == ""
    assert lines(dialog)[0].endswith("with a token")
    dialog.test_button.click()
    desk.settle()
    assert "big @" in dialog.words.text()
    fake.answers["/v1/models"] = say({}, status=401)
    dialog.test_button.click()
    desk.settle()
    assert "refused the token" in dialog.words.text()
    fake.answers["/v1/models"] = models("big")
    dialog.token_button.click()
    asked = dialog.question
    assert isinstance(asked, QInputDialog)
    asked.setTextValue("other")
    asked.accept()
    desk.settle()
    assert list(ring.kept.values()) == ["other"]
    dialog.forget_button.click()
    press(dialog.question, "Cancel", desk)
    assert len(lines(dialog)) == 1
    dialog.forget_button.click()
    press(dialog.question, "Forget", desk)
    assert (lines(dialog), ring.kept) == ([], {})


def test_the_internet_is_asked_about(
    desk: Any, dialog: ServersDialog, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def dial(address: tuple[str, int], timeout: float) -> None:
        tried.append(address[0])
        raise OSError

    far = [(0, 0, 0, "", ("8.8.8.8", 443))]
    monkeypatch.setattr(http_exchange.socket, "getaddrinfo", lambda *_a, **_m: far)
    monkeypatch.setattr(http_exchange.socket, "create_connection", dial)
    fill(dialog, desk, "https://far.example")
    assert isinstance(dialog.question, QMessageBox)
    assert "far.example is on the internet" in dialog.question.text()
    assert dialog.question.defaultButton().text() == "Cancel"
    press(dialog.question, "Cancel", desk)
    assert tried == []
    dialog.add_button.click()
    desk.settle()
    press(dialog.question, "Agree", desk)
    assert tried == ["8.8.8.8"]
    assert "cannot be reached" in dialog.words.text()


def test_everything_is_reached_by_keys_and_has_a_name(
    desk: Any, dialog: ServersDialog, fake: Fake
) -> None:
    fill(dialog, desk, fake.url)
    dialog.name.setText("a")
    dialog.url.setText("b")
    wanted = [
        dialog.list, dialog.use_button, dialog.test_button, dialog.token_button,
        dialog.forget_button, dialog.name, dialog.url, dialog.model, dialog.token,
        dialog.add_button,
    ]  # fmt: skip
    reached: list[QWidget] = []
    widget: QWidget = dialog.list
    for _ in range(40):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget not in reached:
            reached.append(widget)
        widget = widget.nextInFocusChain()
    assert [one for one in wanted if one not in reached] == []
    named = [one.accessibleName() or getattr(one, "text", str)() for one in wanted]
    assert all(named)
