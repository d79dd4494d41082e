"""Reminders on the screen: shown, snoozed, dismissed, late, missed, and what a kill leaves."""

from __future__ import annotations

import datetime as dt
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant_app.domain.planner import Alarm, ItemKind, NewItem, When
from assistant_app.gui import preferences, reminder_panel, reminder_watch
from assistant_app.gui.agenda_load import here
from assistant_app.gui.reminder_desk import ReminderDesk
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

AT = (Alarm("end", 0),)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that tests move: minutes from the real now."""
    state = {"minutes": 0.0}

    def moved() -> int:
        return int(time.time() * 1000 + state["minutes"] * 60_000)

    monkeypatch.setattr(reminder_watch, "now_ms", moved)
    monkeypatch.setattr(reminder_panel, "now_ms", moved)
    return state


def _task(desk: Any, title: str, minutes: float, kind: ItemKind = ItemKind.TASK) -> Any:
    at = here().wall.replace(microsecond=0) + dt.timedelta(minutes=minutes)
    due = at.isoformat(timespec="seconds")
    end = (at + dt.timedelta(hours=1)).isoformat(timespec="seconds")
    event = kind is ItemKind.EVENT
    when = When(due if event else None, end if event else due, False, here().tz)
    alarms = (Alarm("start", 0),) if event else AT
    item = desk.core.planner.add(NewItem(kind, title, when, alarms=alarms))[0]
    desk.settle()
    return item


def _look(desk: Any) -> None:
    desk.shell.reminders.watch.look()
    desk.settle()


def _due(desk: Any) -> list[str]:
    return [r.reminder.item.title for r in desk.shell.reminders.panel.due_model.rings]


def _missed(desk: Any) -> list[str]:
    return [r.reminder.item.title for r in desk.shell.reminders.panel.missed_model.rings]


def test_a_due_reminder_is_shown_once_and_snoozed(desk: Any, clock: Any) -> None:
    told: list[str] = []
    desk.shell.reminders.notifier.tell = lambda title, body: told.append(f"{title}: {body}")
    _task(desk, "Pills", 5)
    panel = desk.shell.reminders.panel
    assert panel.isHidden()
    clock["minutes"] = 5.1
    _look(desk)
    assert not panel.isHidden()
    assert _due(desk) == ["Pills"]
    assert len(told) == 1
    assert told[0].startswith("Reminder: Pills")
    _look(desk)
    assert _due(desk) == ["Pills"]
    panel.snooze_button.menu().actions()[0].trigger()
    desk.settle()
    assert panel.isHidden()
    clock["minutes"] = 15
    _look(desk)
    assert _due(desk) == []
    clock["minutes"] = 15.3
    _look(desk)
    assert _due(desk) == ["Pills"]


def test_late_is_said_and_older_is_in_the_missed_list(desk: Any, clock: Any) -> None:
    agenda = desk.shell.show_agenda()
    _task(desk, "Late", 40)
    _task(desk, "Old", 2)
    clock["minutes"] = 70
    _look(desk)
    panel = desk.shell.reminders.panel
    assert (_due(desk), _missed(desk)) == (["Late"], ["Old"])
    model = panel.due_model
    assert model.index(0).data(reminder_panel.DETAIL).startswith("late · ")
    assert agenda.missed_words.text() == "Missed while closed: 1"
    assert not agenda.missed_bar.isHidden()
    panel.missed_list.setCurrentIndex(panel.missed_model.index(0))
    panel._on_dismiss()
    desk.settle()
    assert (_due(desk), _missed(desk)) == (["Late"], [])
    assert agenda.missed_bar.isHidden()
    panel.close()
    _look(desk)
    assert panel.isHidden()


def test_done_completes_a_task_and_is_not_offered_for_an_event(desk: Any, clock: Any) -> None:
    task = _task(desk, "Pills", 1)
    _task(desk, "Review", 1, ItemKind.EVENT)
    clock["minutes"] = 1.5
    _look(desk)
    panel = desk.shell.reminders.panel
    assert sorted(_due(desk)) == ["Pills", "Review"]
    titles = _due(desk)
    panel.due_list.setCurrentIndex(panel.due_model.index(titles.index("Review")))
    assert not panel.done_button.isEnabled()
    panel.due_list.setCurrentIndex(panel.due_model.index(titles.index("Pills")))
    assert panel.done_button.isEnabled()
    panel.done_button.click()
    desk.settle()
    assert desk.core.planner.get(task.id).done
    assert _due(desk) == ["Review"]


def test_the_timer_is_armed_for_the_next_one_and_never_for_longer(desk: Any, clock: Any) -> None:
    _task(desk, "Soon", 0.2)
    timer = desk.shell.reminders.watch._timer
    assert timer.isActive()
    assert timer.interval() <= 13_000
    clock["minutes"] = 1
    _look(desk)
    assert timer.interval() == reminder_watch.MAX_WAIT_MS


def test_dismissed_and_snoozed_stay_so_over_a_restart(desk: Any, clock: Any) -> None:
    _task(desk, "Gone", 1)
    _task(desk, "Later", 1)
    clock["minutes"] = 1.5
    _look(desk)
    panel = desk.shell.reminders.panel
    for title, act in (
        ("Gone", panel._on_dismiss),
        ("Later", lambda: panel.snooze(_in(clock, 60))),
    ):
        row = _due(desk).index(title)
        panel.due_list.setCurrentIndex(panel.due_model.index(row))
        act()
    desk.settle()
    again = ReminderDesk(desk.core, desk.runner, desk.shell.hub, "en")
    again.start()
    desk.settle()
    assert again.panel.due_model.rings == []
    clock["minutes"] = 63
    again.watch.look()
    desk.settle()
    assert [r.reminder.item.title for r in again.panel.due_model.rings] == ["Later"]
    again.stop()


def _in(clock: Any, minutes: float) -> int:
    return int(time.time() * 1000 + (clock["minutes"] + minutes) * 60_000)


def test_what_is_coming_today_is_said_once_a_day(desk: Any) -> None:
    day = here().wall.date()
    when = When(day.isoformat(), None, True, None)
    desk.core.planner.add(NewItem(ItemKind.EVENT, "Fair", when))
    due = When(None, day.isoformat(), True, None)
    desk.core.planner.add(NewItem(ItemKind.TASK, "Rent", due))
    desk.core.settings.set("agenda.greeted", "2020-01-01")
    for shown in (True, False):
        desk.shell.main.day_line.hide()
        desk.shell.start()
        desk.settle()
        assert desk.shell.main.day_line.isHidden() is not shown
    assert desk.shell.main.day_line.words.text() == "Today: Fair · Due: Rent"


def test_the_usual_lead_is_a_setting(desk: Any) -> None:
    dialog = desk.shell.show_settings()
    assert dialog.lead.currentData() == 10
    dialog.lead.setCurrentIndex(dialog.lead.findData(30))
    dialog._on_save()
    desk.settle()
    assert preferences.load(desk.core).lead == 30
    item = _plain_event(desk.core)
    assert [alarm.offset_s for alarm in item.alarms] == [-1800]


def _plain_event(core: Any) -> Any:
    when = When("2027-03-10T09:00:00", "2027-03-10T10:00:00", False, here().tz)
    return core.planner.add(NewItem(ItemKind.EVENT, "Review", when))[0]


# --- two hundred reminders, a process that is killed for real, and a clock that moves

WATCHER = """
import sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from assistant_app import app as composition
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.gui import reminder_desk, reminder_watch
from assistant_app.gui.reminder_panel import ReminderPanel
from assistant_app.paths import Paths

folder, now, journal = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
began = time.monotonic()
# The clock of the test: it starts where it is told and runs fast.
reminder_watch.now_ms = lambda: now + int((time.monotonic() - began) * 1000 * 240)
reminder_watch.MAX_WAIT_MS = 50
lines = open(journal, "a", buffering=1)

def note(kind, rings):
    for ring in rings:
        lines.write(f"{kind} {ring.reminder.item.title}\\n")

add, show = ReminderPanel.add_due, ReminderPanel.show_missed
def added(panel, rings):
    add(panel, rings)
    note("shown", rings)
def listed(panel, rings, *, front):
    show(panel, rings, front=front)
    note("missed", rings)
ReminderPanel.add_due, ReminderPanel.show_missed = added, listed
on_look = reminder_watch.ReminderWatch._on_look
def looked(watch, found):
    on_look(watch, found)
    print("looked", flush=True)
reminder_watch.ReminderWatch._on_look = looked
print("started", flush=True)
composition.run_window(Paths(folder, folder / "models"), engine=ScriptedEngine)
"""


def _watch(folder: Path, wall: str, zone: str, journal: Path, *, until: str, more: float) -> None:
    """Run the app at that time in that zone, and kill it with SIGKILL so long after a line."""
    now = dt.datetime.fromisoformat(wall).replace(tzinfo=dt.UTC)
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            WATCHER,
            str(folder),
            str(int(now.timestamp() * 1000)),
            str(journal),
        ],
        env={**os.environ, "TZ": zone, "QT_QPA_PLATFORM": "offscreen", "LANG": "en_GB.UTF-8"},
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    while process.stdout.readline().strip() != until.encode():
        assert process.poll() is None
    time.sleep(more)
    process.kill()
    process.communicate()


def _floating(number: int, due: dt.datetime) -> str:
    """Return an event that is at its wall time wherever the owner is."""
    return (
        f"BEGIN:VEVENT\nUID:f{number}\nSUMMARY:r{number}\nDTSTART:{due:%Y%m%dT%H%M%S}\n"
        "DURATION:PT15M\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0M\nEND:VALARM\nEND:VEVENT"
    )


def test_two_hundred_reminders_over_kills_clock_and_zone_changes(tmp_path: Path) -> None:
    """Each is shown once or listed as missed once.

    One that was on its way to the screen when the process was killed may be in the list as well:
    nobody can know what a screen showed that is gone. None is lost and none is shown twice.
    """
    folder, journal = tmp_path / "data", tmp_path / "journal"
    core = Assistant.open(Paths(folder, tmp_path / "models"))
    created = dt.datetime(2026, 3, 28, 19, 0, tzinfo=dt.UTC)
    core._clock.told = int(created.timestamp() * 1000)
    first = dt.datetime(2026, 3, 28, 20, 0)
    floating: list[str] = []
    for number in range(200):
        due = first + dt.timedelta(minutes=3 * number)
        if number % 3:
            when = When(None, due.isoformat(), False, ("Europe/London", "UTC")[number % 2])
            core.planner.add(NewItem(ItemKind.TASK, f"r{number}", when, alarms=AT))
        else:
            floating.append(_floating(number, due))
    file = tmp_path / "floating.ics"
    file.write_text("\n".join(["BEGIN:VCALENDAR", *floating, "END:VCALENDAR", ""]))
    assert core.planner.import_ics(file).added == len(floating)
    core.close()
    pick = random.Random(7)
    looks = [  # in UTC, with the zone: over the hour that London skips, east, west, and back
        ("2026-03-28T20:30:00", "Europe/London", "looked", pick.uniform(0, 0.6)),
        ("2026-03-28T22:00:00", "Asia/Shanghai", "started", pick.uniform(0.8, 1.6)),
        ("2026-03-29T00:40:00", "Europe/London", "looked", pick.uniform(0, 0.6)),
        ("2026-03-28T23:30:00", "America/New_York", "started", pick.uniform(0.8, 1.6)),
        ("2026-03-29T02:00:00", "Europe/London", "looked", pick.uniform(0, 0.6)),
        ("2026-03-29T20:00:00", "America/Los_Angeles", "looked", 1),
    ]
    for wall, zone, until, more in looks:
        _watch(folder, wall, zone, journal, until=until, more=more)
    lines = journal.read_text().split("\n")[:-1]
    shown = [line.split()[1] for line in lines if line.startswith("shown")]
    missed = {line.split()[1] for line in lines if line.startswith("missed")}
    names = {f"r{number}" for number in range(200)}
    assert len(shown) == len(set(shown)), "shown twice"
    assert set(shown) | missed == names, f"lost: {sorted(names - set(shown) - missed)}"
    core = Assistant.open(Paths(folder, tmp_path / "models"))
    states = dict(core._db.tuples("SELECT item_id, state FROM fire"))
    marks = core._db.scalar("SELECT count(*) FROM fire")
    core.close()
    assert marks == 200, "one that is known by two marks would be told of twice"
    assert set(states.values()) <= {"shown", "missed", "pending"}
    assert len(set(shown)) >= 20
    assert len(set(shown) & missed) <= 2 * len(looks)


@pytest.mark.parametrize(("lead", "alarms"), [(15, (Alarm("start", -900),)), (-1, ())])
def test_a_new_event_by_hand_gets_the_usual_lead(desk: Any, lead: int, alarms: Any) -> None:
    desk.shell.change(replace(desk.shell.main.preferences, lead=lead))
    window = desk.shell.show_agenda()
    window.new(ItemKind.EVENT)
    window.dialog.title.setText("Review")
    window.dialog.accept()
    desk.settle()
    window.new(ItemKind.EVENT)
    window.dialog.title.setText("Fair")
    window.dialog.all_day.setChecked(True)
    window.dialog.accept()
    desk.settle()
    found = {item.title: item.alarms for item in _stored(desk)}
    assert found == {"Review": alarms, "Fair": ()}


def test_a_reminder_that_was_chosen_stays_for_a_whole_day(desk: Any) -> None:
    window = desk.shell.show_agenda()
    window.new(ItemKind.EVENT)
    box = window.dialog.remind
    box.setCurrentIndex(box.findData(60))
    box.activated.emit(box.currentIndex())
    window.dialog.all_day.setChecked(True)
    assert box.currentData() == 60
    window.dialog.reject()


def _stored(desk: Any) -> list[Any]:
    today = dt.date.today()
    last = today + dt.timedelta(days=3)
    found = desk.core.planner.events(today.isoformat(), last.isoformat(), here().tz)
    return [occurrence.item for occurrence in found]


def test_done_in_the_panel_can_be_taken_back_there(desk: Any, clock: Any) -> None:
    _task(desk, "Rent", 1)
    clock["minutes"] = 1.5
    _look(desk)
    panel = desk.shell.reminders.panel
    panel.done_button.click()
    desk.settle()
    assert [t.item.title for t in desk.core.planner.tasks("done")] == ["Rent"]
    assert not panel.isHidden()
    assert panel.undo_bar.words.text() == "Done: Rent"
    panel.undo_bar.button.click()
    desk.settle()
    assert desk.core.planner.tasks("done") == []
    _look(desk)
    assert _due(desk) == ["Rent"]


def test_the_panel_goes_when_the_time_to_take_back_is_over(desk: Any, clock: Any) -> None:
    _task(desk, "Rent", 1)
    clock["minutes"] = 1.5
    _look(desk)
    panel = desk.shell.reminders.panel
    panel.done_button.click()
    desk.settle()
    panel.undo_bar.flush()
    assert panel.isHidden()


def test_the_menu_of_the_tray_answers_what_is_due(desk: Any, clock: Any) -> None:
    notifier = desk.shell.reminders.notifier
    assert [a.isEnabled() for a in (notifier.snooze_action, notifier.done_action)] == [False] * 2
    _task(desk, "Review", 1, ItemKind.EVENT)
    clock["minutes"] = 1.5
    _look(desk)
    assert [a.isEnabled() for a in (notifier.snooze_action, notifier.done_action)] == [True, False]
    _task(desk, "Rent", 2)
    clock["minutes"] = 2.5
    _look(desk)
    assert notifier.done_action.isEnabled()
    notifier.done_action.trigger()
    desk.settle()
    assert [t.item.title for t in desk.core.planner.tasks("done")] == ["Rent"]
    assert _due(desk) == ["Review"]
    notifier.snooze_action.trigger()
    desk.settle()
    assert _due(desk) == []
    assert not notifier.snooze_action.isEnabled()
    clock["minutes"] = 12.6
    _look(desk)
    assert _due(desk) == ["Review"]


def test_the_menu_of_the_tray_opens_the_agenda_and_speaks_the_language(desk: Any) -> None:
    notifier = desk.shell.reminders.notifier
    desk.shell.change(replace(desk.shell.main.preferences, language="zh"))
    desk.settle()
    words = [action.text() for action in notifier.menu.actions() if action.text()]
    assert words == ["显示提醒", "10 分钟后再提醒", "完成", "打开日程"]
    assert desk.shell.reminders.panel.windowTitle() == "提醒"
    notifier.menu.actions()[-1].trigger()
    assert desk.shell.agenda is not None
    assert desk.shell.agenda.isVisible()


def test_what_was_dismissed_rings_again_when_it_is_taken_back(desk: Any, clock: Any) -> None:
    for title in ("Rent", "Pills"):
        _task(desk, title, 1)
    clock["minutes"] = 1.5
    _look(desk)
    panel = desk.shell.reminders.panel
    panel.dismiss_button.click()
    desk.settle()
    _look(desk)
    assert _due(desk) == []
    assert panel.undo_bar.words.text() == "Dismissed: 2"
    panel.undo_bar.button.click()
    desk.settle()
    _look(desk)
    assert sorted(_due(desk)) == ["Pills", "Rent"]
    panel._on_dismiss()
    panel.undo_bar.flush()
    desk.settle()
    assert panel.isHidden()
    panel._on_dismiss()
    assert not panel.undo_bar.waiting
