"""The models window over a real library: getting, using, setting, adding, removing, all by key."""

from __future__ import annotations

import dataclasses
import threading
from pathlib import Path
from typing import Any

import pytest
from gguf_bytes import model
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox

from assistant_app.engine import library
from assistant_app.engine.download import Progress
from assistant_app.engine.model_options import ModelOptions
from assistant_app.errors import AppError, Cancelled
from assistant_app.gui import models_window
from assistant_app.gui.model_table import Column, ModelTableModel
from assistant_app.services import model_trial
from assistant_app.services.model_trial import Trial


@pytest.fixture
def folder(paths: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of two chat models, on a machine with 3 GB of memory free."""
    monkeypatch.setattr(library, "available_memory", lambda: 3_000_000_000)
    paths.models_dir.mkdir()
    for name in ("one.gguf", "two.gguf"):
        (paths.models_dir / name).write_bytes(model())
    return paths.models_dir


@pytest.fixture
def window(folder: Path, desk: Any) -> Any:
    made = desk.shell.show_models()
    desk.settle()
    active(desk, made)
    return made


def active(desk: Any, window: Any) -> None:
    """Bring a window to the front, so that its keys work."""
    window.show()
    window.activateWindow()
    desk.wait(window.isActiveWindow)
    desk.app.processEvents()


def press(desk: Any, window: Any, target: Any, *keys: Any) -> None:
    """Press a key where the owner would, in a window that is at the front."""
    active(desk, window)
    target.setFocus()
    QTest.keyClick(target, *keys)


def names(window: Any) -> list[str]:
    rows = range(window.model.rowCount())
    return [window.model.entry(row).name for row in rows]


def choose(desk: Any, window: Any, name: str) -> Any:
    window.table.choose(name)
    desk.settle()
    return window.detail


def state(window: Any, name: str) -> str:
    return window.model.index(window.model.row_of(name), Column.STATE).data()


def shown(detail: Any) -> set[str]:
    return {b.text() for b in detail.findChildren(QAbstractButton) if not b.isHidden()}


def test_what_is_here_stands_first_and_says_what_fits(window: Any) -> None:
    assert names(window)[:2] == ["one.gguf", "two.gguf"]
    assert "tiny" not in names(window), "the one for tests is not offered"
    assert state(window, "one.gguf") == "in use"
    assert state(window, "two.gguf") == "ready"
    assert state(window, "best") == "can be fetched"
    fits = {
        name: window.model.index(window.model.row_of(name), Column.FIT).data(
            Qt.ItemDataRole.AccessibleTextRole
        )
        for name in ("starter", "best")
    }
    assert fits == {
        "starter": "fits: needs about 1.8 GB of memory, 3.0 GB free",
        "best": "too large: needs about 4.3 GB, 3.0 GB free",
    }


def test_the_table_keeps_the_rules_of_models(desk: Any, window: Any) -> None:
    made = ModelTableModel(desk.shell.fetches)
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.show_rows(desk.core.models.listing())
    made.show_rows([])
    made.show_rows(desk.core.models.listing())
    made.tell("best")
    assert tester.model() is made


def test_use_answers_with_another_from_then_on(desk: Any, window: Any) -> None:
    detail = choose(desk, window, "two.gguf")
    assert "Use this one" in shown(detail)
    press(desk, window, window.table, Qt.Key.Key_Return)
    desk.settle()
    assert desk.core.models.current().name == "two.gguf"
    assert names(window)[0] == "two.gguf"
    assert window.table.chosen().name == "two.gguf"
    assert "Use this one" not in shown(window.detail)


def test_options_are_kept_and_change_the_need(desk: Any, window: Any, folder: Path) -> None:
    detail = choose(desk, window, "one.gguf")
    before = window.table.chosen().memory
    assert detail.form.context.maximum() == 4096, "no more than it was trained for"
    detail.form.context.setValue(2048)
    detail.form.temperature.setValue(0.7)
    detail.form.threads.setValue(1)
    detail.form.gpu.setValue(-1)
    assert detail.form.thinking.isHidden(), "its template knows no thinking"
    assert detail.form.gpu.text() == "all"
    desk.wait(lambda: desk.core.models.options(folder / "one.gguf") != ModelOptions())
    desk.settle()
    wanted = ModelOptions(context=2048, temperature=0.7, threads=1, gpu_layers=-1)
    assert desk.core.models.options(folder / "one.gguf") == wanted
    assert window.table.chosen().memory < before
    choose(desk, window, "two.gguf")
    assert detail.form.options.threads == 0
    choose(desk, window, "one.gguf")
    assert detail.form.options == wanted
    detail.form.reset_button.click()
    window.close()
    desk.settle()
    assert desk.core.models.options(folder / "one.gguf") == ModelOptions(context=4096), (
        "closing keeps what was changed this moment"
    )


def test_what_the_form_does_not_show_is_kept(desk: Any, window: Any, folder: Path) -> None:
    desk.core.models.set_options(folder / "one.gguf", ModelOptions(thinking=512))
    window.reload()
    desk.settle()
    detail = choose(desk, window, "one.gguf")
    detail.form.threads.setValue(2)
    detail.form.flush()
    desk.settle()
    assert desk.core.models.options(folder / "one.gguf").thinking == 512


def test_showing_a_model_changes_nothing(desk: Any, window: Any, folder: Path) -> None:
    for name in ("one.gguf", "two.gguf", "best", "one.gguf"):
        choose(desk, window, name)
    window.detail.form.flush()
    desk.settle()
    assert desk.core.settings.get("model.options") is None


class Slow:
    """A download that goes as far as it is let."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.error: AppError | None = None
        self.calls: list[str] = []

    def __call__(self, name: str, *, progress: Any, cancel: Any, **_more: Any) -> None:
        """Report a quarter, and wait."""
        self.calls.append(name)
        progress(Progress("download", 250_000_000, 1_000_000_000, "hub"))
        remove = cancel.on_cancel(self.go.set)
        self.go.wait(10)
        remove()
        self.go.clear()
        if cancel.cancelled:
            raise Cancelled("download_stopped", name="small", have="250 MB", whole="1.0 GB")
        if self.error is not None:
            raise self.error


@pytest.fixture
def slow(desk: Any, monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow()
    monkeypatch.setattr(desk.core.models, "get", made)
    return made


def test_a_download_is_paused_and_goes_on(desk: Any, window: Any, slow: Slow) -> None:
    detail = choose(desk, window, "small")
    detail.get_button.click()
    desk.wait(lambda: "250 MB of 1.0 GB" in detail.state.text())
    assert detail.bar.value() == 250
    assert state(window, "small").startswith("250 MB of 1.0 GB")
    assert shown(detail) >= {"Pause", "Cancel the download"}
    detail.pause_button.click()
    desk.settle()
    assert "kept" in detail.state.text()
    assert "Continue the download" in shown(detail)
    detail.get_button.click()
    desk.wait(lambda: len(slow.calls) == 2)
    slow.go.set()
    desk.settle()
    assert desk.shell.fetches.of("small").phase == "done"


def test_a_second_download_waits_and_a_chat_does_not(desk: Any, window: Any, slow: Slow) -> None:
    fetches = desk.shell.fetches
    for name in ("small", "everyday"):
        window.table.choose(name)
        window.detail.get_button.click()
    desk.wait(lambda: fetches.of("small").phase == "running")
    assert fetches.of("everyday").phase == "waiting"
    desk.model.replies = ["Hello."]
    desk.shell.main.page.ask("hi")
    page = desk.shell.main.page
    desk.wait(lambda: page.model.rowCount() == 2 and page.model.message(1).text == "Hello.")
    assert slow.calls == ["small"], "the download is still at it"
    fetches.stop()
    desk.settle()
    assert slow.calls == ["small"], "what waited was not begun"
    assert {fetches.of(name).phase for name in ("small", "everyday")} == {"paused"}


def test_cancelling_throws_away_what_came(
    desk: Any, window: Any, slow: Slow, folder: Path
) -> None:
    part = folder / ".partial" / "small.hub"
    part.parent.mkdir()
    part.write_bytes(b"half")
    detail = choose(desk, window, "small")
    detail.get_button.click()
    desk.wait(lambda: slow.calls == ["small"])
    detail.drop_button.click()
    desk.settle()
    assert not part.exists()
    assert desk.shell.fetches.of("small") is None
    assert state(window, "small") == "can be fetched"


def test_a_stopped_download_of_another_day_can_be_dropped(
    desk: Any, window: Any, folder: Path
) -> None:
    part = folder / ".partial" / "small.hub"
    part.parent.mkdir()
    part.write_bytes(bytes(3_000_000))
    window.reload()
    desk.settle()
    assert state(window, "small") == "3 MB of 491 MB fetched"
    detail = choose(desk, window, "small")
    assert {"Continue the download", "Cancel the download"} <= shown(detail)
    detail.drop_button.click()
    desk.settle()
    assert not part.exists()
    assert shown(detail) & {"Cancel the download", "Continue the download"} == set()


def test_a_failed_download_says_why(desk: Any, window: Any, slow: Slow) -> None:
    slow.error = AppError("download_unreachable", host="models.example")
    detail = choose(desk, window, "small")
    detail.get_button.click()
    desk.wait(lambda: slow.calls == ["small"])
    slow.go.set()
    desk.settle()
    assert "models.example cannot be reached" in detail.state.text()
    assert "Continue the download" in shown(detail)


def test_the_first_model_that_comes_takes_the_complaint_away(
    desk: Any, window: Any, slow: Slow
) -> None:
    main = desk.shell.main
    main.choose_model()
    main.page.show_error(AppError("no_model"))
    desk.settle()
    window.table.choose("small")
    window.detail.get_button.click()
    desk.wait(lambda: slow.calls == ["small"])
    assert main.page.status.notice is not None
    slow.go.set()
    desk.settle()
    assert main.page.status.notice is None
    assert main.stack.currentWidget() is main.page


def test_a_model_is_tried_out(desk: Any, window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(1.2, 170.4, 37.2, "The ferry leaves.")
    monkeypatch.setattr(model_trial, "try_chat", lambda *_args: trial)
    detail = choose(desk, window, "two.gguf")
    press(desk, window, window.table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    words = "It works. Loaded in 1.2 s, reads 170 tokens/s, writes 37 tokens/s."
    assert detail.state.text() == words


def test_what_takes_long_is_shown_and_can_be_stopped(
    desk: Any, window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def verify(_name: str, *, progress: Any, cancel: Any) -> bool:
        progress(Progress("check", 3, 10))
        woken = threading.Event()
        cancel.on_cancel(woken.set)
        begun.set()
        woken.wait(10)
        raise Cancelled

    monkeypatch.setattr(desk.core.models, "verify", verify)
    detail = choose(desk, window, "two.gguf")
    detail.verify_button.click()
    desk.wait(lambda: begun.is_set() and detail.bar.value() == 300)
    assert shown(detail) & {"Stop", "Remove…", "Try it"} == {"Stop"}
    detail.stop_button.click()
    desk.settle()
    assert not window.work.busy
    assert "Check the file" in shown(detail)
    assert detail.bar.isHidden()


def test_a_damaged_file_is_told(desk: Any, window: Any, folder: Path) -> None:
    (folder / library.catalogue.entry("starter").file).write_bytes(model())
    window.reload()
    desk.settle()
    detail = choose(desk, window, "starter")
    detail.verify_button.click()
    desk.settle()
    assert "damaged or was changed" in detail.state.text()


def test_removing_asks_and_leaves_the_others(desk: Any, window: Any, folder: Path) -> None:
    choose(desk, window, "two.gguf")
    press(desk, window, window.table, Qt.Key.Key_Delete)
    assert window.question is not None
    assert "Remove Test 中文 🦙" in window.question.text()
    window.question.reject()
    desk.settle()
    assert (folder / "two.gguf").exists()
    press(desk, window, window.table, Qt.Key.Key_Delete)
    next(b for b in window.question.buttons() if b.text() == "Remove").click()
    desk.settle()
    assert not (folder / "two.gguf").exists()
    assert (folder / "one.gguf").exists()
    assert "two.gguf" not in names(window)


def drop(window: Any, *files: Path) -> bool:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.setAccepted(False)
    window.dropEvent(event)
    return event.isAccepted()


def test_a_dropped_file_is_added_and_chosen(desk: Any, window: Any, tmp_path: Path) -> None:
    own = tmp_path / "我的 model.gguf"
    own.write_bytes(model())
    assert not drop(window, tmp_path / "notes.txt")
    assert drop(window, own)
    desk.settle()
    assert window.table.chosen().name == own.name
    assert "second name of your file" in window.detail.state.text()
    own.unlink()
    assert desk.core.models.info(own.name).complete


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<html>", "not a GGUF model"),
        (b"", "not a GGUF model"),
        (model()[:-1], "incomplete"),
        (model("clip"), "cannot chat"),
    ],
)
def test_a_file_that_is_none_is_refused_in_words(
    desk: Any, window: Any, tmp_path: Path, data: bytes, words: str
) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(data)
    window.work.add(own)
    desk.settle()
    assert words in window.detail.state.text()
    assert own.exists()
    assert "own.gguf" not in names(window)


def test_files_that_cannot_be_used_say_why(desk: Any, window: Any, folder: Path) -> None:
    for name, data in (("a", model()[:-1]), ("b", b"no"), ("c", model("clip"))):
        (folder / f"{name}.gguf").write_bytes(data)
    window.reload()
    desk.settle()
    assert state(window, "a.gguf") == "incomplete: the end of the file is missing"
    assert state(window, "b.gguf") == "not a model file, or damaged"
    assert state(window, "c.gguf") == "not a chat model: image part of another model"
    detail = choose(desk, window, "c.gguf")
    assert detail.form.isHidden()
    assert "Use this one" not in shown(detail)


def test_the_folder_is_opened(
    desk: Any, window: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    class Services:
        """Stands in for the desktop."""

        @staticmethod
        def openUrl(url: QUrl) -> None:
            """Note what was to be opened."""
            opened.append(url.toLocalFile())

    monkeypatch.setattr(models_window, "QDesktopServices", Services)
    window.folder_button.click()
    desk.settle()
    assert opened == [str(folder)]


def test_everything_can_be_reached_and_has_a_name(desk: Any, window: Any) -> None:
    choose(desk, window, "two.gguf")
    kinds = (QAbstractButton, QAbstractSpinBox)
    for kind in kinds:
        for widget in window.findChildren(kind):
            if widget.isVisible() and widget.parent() is not window.table:
                assert widget.accessibleName(), widget
                assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus, widget
    assert window.table.accessibleName()


def test_the_settings_and_a_key_lead_here(desk: Any, folder: Path) -> None:
    dialog = desk.shell.show_settings()
    dialog.model_button.click()
    desk.settle()
    assert desk.shell.models is not None
    desk.shell.models.close()
    main = desk.shell.main
    press(desk, main, main.page.composer.edit, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert desk.shell.models.isVisible()


def test_an_entry_of_another_kind_finds_room(desk: Any, window: Any) -> None:
    """What is no file (a server, say) is shown with what there is to know of it."""
    row = desk.core.models.listing()[0]
    other = dataclasses.replace(
        row, name="far", title="A server", kind="server", state="ready", path=None, about=None
    )
    window.model.show_rows([row, other])
    detail = choose(desk, window, "far")
    assert detail.title.text() == "A server"
    assert shown(detail) & {"Remove…", "Check the file", "Download", "Try it"} == set()
