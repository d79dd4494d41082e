"""The mark that says where what is written goes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant_app.domain.endpoint import Endpoint, read_address
from assistant_app.engine.library import SETTING
from assistant_app.errors import AppError
from assistant_app.gui.servers_dialog import ServersDialog

WORDS = {
    "en": {
        "http://127.0.0.1:8080": "Answers come from another program here: box (127.0.0.1:8080)",
        "http://192.168.1.5": "What you write is sent to 192.168.1.5 in your network (box)",
        "https://far.example": "What you write is sent to far.example on the internet (box)",
    },
    "zh": {
        "http://127.0.0.1:8080": "由本机上的另一个程序回答：box（127.0.0.1:8080）",
        "http://192.168.1.5": "您写的内容会发送到您网络中的 192.168.1.5（box）",
        "https://far.example": "您写的内容会发送到互联网上的 far.example（box）",
    },
}


def entry(url: str) -> Endpoint:
    return Endpoint("endpoint-1", "box", read_address(url), "big", public="far" in url)


def choose(desk: Any, url: str | None) -> None:
    """Choose a server, or none, as the core does it."""
    if url is None:
        desk.core.endpoints.leave()
    else:
        row = {
            "id": "endpoint-1",
            "name": "box",
            "url": url,
            "model": "big",
            "public": "far" in url,
        }
        desk.core.settings.set("model.endpoints", [row])
        desk.core.endpoints.use("box")
    desk.settle()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("url", list(WORDS["en"]))
def test_the_mark_is_there_as_long_as_words_leave(desk: Any, lang: str, url: str) -> None:
    desk.shell.change(replace(desk.shell.main.preferences, language=lang))
    desk.settle()
    mark = desk.shell.main.page.destination
    assert mark.isHidden()
    choose(desk, url)
    assert mark.isVisible()
    assert mark.words.text() == WORDS[lang][url]
    assert mark.accessibleName() == WORDS[lang][url]
    desk.shell.main.page.show_error(AppError("engine_killed"))
    assert mark.isVisible()  # a notice does not hide it
    choose(desk, None)
    assert mark.isHidden()


def test_the_mark_is_there_from_the_start_and_leads_to_the_servers(desk: Any) -> None:
    desk.core.settings.set(SETTING, "endpoint:box")
    choose(desk, "http://192.168.1.5")
    desk.shell._rebuild()
    desk.settle()
    mark = desk.shell.main.page.destination
    assert mark.isVisible()
    mark.button.click()
    desk.settle()
    (dialog,) = desk.shell.main.findChildren(ServersDialog)
    assert "in use" in dialog.list.item(0).text()


def test_no_window_says_that_all_stays_when_it_does_not(desk: Any) -> None:
    empty, window = desk.shell.main.page.empty, desk.shell.show_memories()
    desk.settle()

    def said() -> tuple[bool, bool]:
        return not empty.hint.isHidden(), "nothing leaves this computer" in window.foot.text()

    assert said() == (True, True)
    choose(desk, "http://192.168.1.5")
    assert said() == (False, False)
    assert window.foot.text() == "0 in all · 0 to confirm"
    choose(desk, "http://127.0.0.1:8080")
    assert said() == (True, True)
    choose(desk, "https://far.example")
    assert said() == (False, False)
    choose(desk, None)
    assert said() == (True, True)


def test_a_server_that_fails_leads_to_the_servers(desk: Any) -> None:
    page = desk.shell.main.page
    page.show_error(AppError("endpoint_unreachable", host="box:1"))
    assert "box:1 cannot be reached" in page.status.words.text()
    page.status.button.click()
    assert len(desk.shell.main.findChildren(ServersDialog)) == 1
