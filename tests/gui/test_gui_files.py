"""Calendar files: dropped, given as an argument, previewed, imported, undone and written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from assistant_app.cli.main import cli
from assistant_app.gui.agenda_load import here
from assistant_app.gui.agenda_window import AgendaWindow
from assistant_app.gui.calendar_box import CalendarBox
from assistant_app.gui.single_instance import InstanceServer

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "ics"
PART = "BEGIN:VEVENT\nUID:{0}\nSUMMARY:{1}\nDTSTART:{2}\nEND:VEVENT"


def _file(path: Path, *parts: tuple[str, str, str]) -> Path:
    body = "\n".join(PART.format(*part) for part in parts)
    path.write_text(f"BEGIN:VCALENDAR\n{body}\nEND:VCALENDAR\n", encoding="utf-8")
    return path


@pytest.fixture
def school(tmp_path: Path) -> Path:
    return _file(
        tmp_path / "school.ics",
        ("1", "Sports day", "20270312T090000"),
        ("2", "Holiday", "20270315"),
        ("3", "Broken", "soon"),
    )


@pytest.fixture
def window(desk: Any) -> AgendaWindow:
    shown = desk.shell.show_agenda()
    desk.settle()
    return shown


def _titles(desk: Any) -> list[str]:
    found = desk.core.planner.events("2027-01-01", "2028-01-01", here().tz)
    return [o.item.title for o in found]


def _counts(window: AgendaWindow) -> list[int]:
    return list(window.files.dialog.counts.values())


def test_preview_stores_nothing_and_one_undo_takes_the_import_back(
    desk: Any, window: AgendaWindow, school: Path
) -> None:
    window.import_file(school)
    desk.settle()
    assert _counts(window) == [2, 0, 0, 1]
    assert "Broken" in window.files.dialog.problems.item(0).text()
    assert _titles(desk) == []
    assert desk.core._db.scalar("SELECT count(*) FROM import_log") == 0
    window.files.dialog.accept()
    desk.settle()
    assert _titles(desk) == ["Sports day", "Holiday"]
    assert window.undo_bar.words.text() == "Imported school.ics: 2 new, 0 changed"
    window.undo_bar.take_back()
    desk.settle()
    assert _titles(desk) == []


def test_the_same_file_again_has_nothing_new(
    desk: Any, window: AgendaWindow, school: Path
) -> None:
    desk.core.planner.import_ics(school)
    _file(school, ("1", "Sports day", "20270312T090000"), ("2", "Long holiday", "20270315"))
    window.import_file(school)
    desk.settle()
    assert _counts(window) == [0, 1, 1, 0]
    window.files.dialog.accept()
    desk.settle()
    window.import_file(school)
    desk.settle()
    assert _counts(window) == [0, 0, 2, 0]
    assert not window.files.dialog.import_button.isEnabled()
    window.files.dialog.reject()


def test_several_files_come_one_after_another(
    desk: Any, window: AgendaWindow, tmp_path: Path, school: Path
) -> None:
    other = _file(tmp_path / "other.ics", ("9", "Concert", "20270401T190000"))
    for path in (school, other):
        window.import_file(path)
    desk.settle()
    assert _counts(window) == [2, 0, 0, 1]
    window.files.dialog.accept()
    desk.settle()
    assert _counts(window) == [1, 0, 0, 0]
    window.files.dialog.accept()
    desk.settle()
    assert "Concert" in _titles(desk)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("page.ics", b"<!DOCTYPE html><html></html>", "web page"),
        ("zip.ics", b"PK\x03\x04" + b"\0" * 40, "archive"),
        ("empty.ics", b"", "empty"),
        ("text.ics", b"hello", "not a calendar file"),
    ],
)
def test_what_is_no_calendar_is_said(
    desk: Any, window: AgendaWindow, tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    window.import_file(path)
    desk.settle()
    assert window.files.dialog is None
    assert words in window.undo_bar.words.text()


def _mime(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def _drop(widget: QWidget, data: QMimeData) -> bool:
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), copy, data, left, none)
    enter.ignore()
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        drop = QDropEvent(QPoint(9, 9), copy, data, left, none)
        QApplication.sendEvent(widget, drop)
    return enter.isAccepted()


def test_a_file_dropped_onto_either_window_is_previewed(desk: Any, school: Path) -> None:
    data = _mime(school)
    main = desk.shell.main
    for widget in (main, main.page.composer.edit.viewport(), desk.shell.show_agenda()):
        assert _drop(widget, data)
        desk.settle()
        assert _counts(desk.shell.agenda) == [2, 0, 0, 1]
        desk.shell.agenda.files.dialog.reject()
        desk.settle()
    assert main.page.composer.edit.toPlainText() == ""


def test_other_files_are_left_alone(desk: Any, window: AgendaWindow, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("BEGIN:VCALENDAR")
    assert not _drop(window, _mime(other))
    desk.settle()
    assert window.files.dialog is None


def test_export_writes_everything(
    desk: Any, window: AgendaWindow, school: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.core.planner.import_ics(school)
    target = tmp_path / "out.ics"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.files.export()
    desk.settle()
    assert window.undo_bar.words.text() == "Wrote 2 entries to out.ics"
    assert target.read_text().count("BEGIN:VEVENT") == 2


def test_a_second_start_hands_its_file_over(
    qapp: QApplication, qtbot: Any, tmp_path: Path
) -> None:
    server = InstanceServer(tmp_path)
    code = (
        "import sys; from pathlib import Path; from PySide6.QtCore import QCoreApplication\n"
        "from assistant_app.gui.single_instance import raise_other\n"
        "app = QCoreApplication([])\n"
        "sys.exit(0 if raise_other(Path(sys.argv[1]), Path(sys.argv[2])) else 3)"
    )
    odd = '日程 "a"\n.ics'
    files: list[Path] = []
    server.open_asked.connect(files.append)
    with qtbot.waitSignals([server.raise_asked, server.open_asked], timeout=20_000):
        process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), odd], cwd=tmp_path)
    assert files == [tmp_path / odd]
    qtbot.waitUntil(lambda: process.poll() is not None, timeout=20_000)
    assert process.returncode == 0
    server.close()


def test_the_name_of_a_file_opens_the_window(
    tmp_path: Path, school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []

    def run_window(paths: Any, *, file: Path) -> int:
        opened.append((paths.data_dir, file))
        return 0

    monkeypatch.setattr("assistant_app.app.run_window", run_window)
    asked = CliRunner().invoke(cli, ["--data-dir", str(tmp_path / "d"), str(school)])
    assert asked.exit_code == 0
    assert opened == [(tmp_path / "d", school)]
    missing = CliRunner().invoke(cli, [str(tmp_path / "none.ics")])
    assert missing.exit_code == 1
    assert "There is no file" in missing.output
    assert len(opened) == 1


def test_what_is_new_goes_into_the_calendar_that_is_chosen(
    desk: Any, window: AgendaWindow, school: Path
) -> None:
    window.import_file(school)
    desk.settle()
    box = window.files.dialog.findChild(CalendarBox)
    box.setCurrentIndex(box.count() - 1)
    box.activated.emit(box.count() - 1)
    box.dialog.line.setText("School")
    box.dialog.accept()
    window.files.dialog.accept()
    desk.settle()
    found = desk.core.planner.events("2027-01-01", "2028-01-01", here().tz)
    assert [o.item.calendar for o in found] == ["School", "School"]
    window.editing.take_back()
    desk.settle()
    assert _titles(desk) == []
    assert [c.name for c in desk.core.planner.calendars.listing()] == ["", "School"]
    window.editing.take_back()
    desk.settle()
    assert [c.name for c in desk.core.planner.calendars.listing()] == [""]


@pytest.mark.skipif(not CASES.exists(), reason="the cases are not beside this checkout")
def test_a_real_file_is_dropped_imported_and_taken_back(desk: Any, window: AgendaWindow) -> None:
    file = CASES / "icalendar__issue_1050_calendar_with_events_and_todos.ics"
    assert _drop(window, _mime(file))
    desk.settle()
    assert _counts(window) == [3, 0, 0, 0]
    window.files.dialog.accept()
    desk.settle()
    found = desk.core.planner.events("2025-01-01", "2026-01-01", here().tz)
    assert [o.item.title for o in found] == ["Test Event 1", "Test Event 2"]
    assert len(desk.core.planner.tasks("all")) == 1
    window.activateWindow()
    desk.settle()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert desk.core.planner.events("2025-01-01", "2026-01-01", here().tz) == []
    assert desk.core.planner.tasks("all") == []
