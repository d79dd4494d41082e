"""Make the pictures of the windows, from a temporary data folder filled through the real core.

    python packaging/screenshots.py [FOLDER]            the picture of the README
    python packaging/screenshots.py FOLDER --all        every window, language, theme and scale
    python packaging/screenshots.py FOLDER --memories   of these the ones about memories
    python packaging/screenshots.py FOLDER --models     of these the ones about models

The model is the only stand-in: a script says which tool each message asks for, so that the pictures
are the same on every machine and need no download.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import memory_scenes
import model_scenes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from assistant_app.domain.engine import Completion
    from assistant_app.engine.scripted import ScriptedEngine
    from assistant_app.gui.shell import Shell
    from assistant_app.services.assistant import Assistant

ROOT = Path(__file__).resolve().parent.parent
COMBINATIONS = list(product(("en", "zh"), ("light", "dark"), (1, 2)))

CHATS = {
    "en": [
        (
            "Book ideas for the holidays",
            [("Which of the three did we say we would read first?", "reply", {})],
        ),
        (
            "Weekly report",
            [("I prefer meetings after lunch, mornings are for writing.", "reply", {})],
        ),
        (
            "Trip to York",
            [
                (
                    "Add a dentist appointment next Tuesday at 3pm",
                    "create_event",
                    {"title": "Dentist", "when": "next Tuesday at 3pm"},
                ),
                ("Which time suits a meeting with Anna, and what should I pack?", "reply", {}),
            ],
        ),
    ],
    "zh": [
        ("假期书单", [("我们上次说先读哪一本？", "reply", {})]),
        ("周报", [("我比较喜欢在下午开会，上午通常比较忙。", "reply", {})]),
        (
            "杭州之行",
            [
                (
                    "下周二下午三点约了牙医，帮我记到日程里",
                    "create_event",
                    {"title": "牙医", "when": "下周二下午三点"},
                ),
                ("和安娜开会约什么时候好？出门两天要带些什么？", "reply", {}),
            ],
        ),
    ],
}
REPLIES = {
    "en": {
        "pack": "After lunch, as you prefer: **Thursday at 14:00** is free.\n\n"
        "- a light waterproof and one warm layer\n"
        "- charger, tickets, and the book you began\n\n"
        "The walk along the walls takes two hours; [the map](https://www.openstreetmap.org) helps.",
        "": "Noted. I will keep the mornings free for writing.",
    },
    "zh": {
        "带些什么": "你喜欢下午开会，**周四 14:00** 有空。出门带这些就够了：\n\n"
        "- 一件轻便的防水外套，一件保暖的\n"
        "- 充电器、车票，还有那本没读完的书\n\n"
        "环湖走一段大约两个小时，[地图](https://www.openstreetmap.org)上有入口。",
        "": "好的，上午给你留着写东西。",
    },
}
MEMORIES = {
    "en": [
        ("The user prefers meetings after lunch", "preference", "I prefer meetings after lunch"),
        ("The user's daughter is called Mei and is 4", "family", "my daughter Mei is 4"),
        ("The user lives in York", "home", "we moved to York in spring"),
        ("The user is allergic to peanuts", "health", "peanuts make me ill"),
        ("The user writes the weekly report on Fridays", "work", "Friday is report day"),
    ],
    "zh": [
        ("用户喜欢在下午开会", "preference", "我比较喜欢在下午开会"),
        ("用户的女儿叫小梅，四岁", "family", "我女儿小梅四岁了"),
        ("用户住在杭州", "home", "春天我们搬到了杭州"),
        ("用户对花生过敏", "health", "我吃花生会过敏"),
        ("用户每周五写周报", "work", "周五要写周报"),
    ],
}
PROPOSED = {
    "en": ("The user's dentist is Dr Lin", "my dentist Dr Lin moved to the station", "people"),
    "zh": ("用户的牙医是林医生", "我的牙医林医生搬到车站旁边了", "people"),
}
ITEMS = {
    "en": {
        "events": [
            ("Stand-up", 0, "09:00", 30, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", ""),
            ("Product review", 0, "15:00", 60, None, "Room 4"),
            ("Dinner with Anna", 2, "19:00", 120, None, "Skosh"),
            ("Train to York", 5, "08:12", 130, None, "Platform 3"),
            ("Design workshop", 1, "09:15", 105, None, "Room 2"),
            ("Call with the bank", 1, "10:00", 45, None, ""),
            ("Interview", 1, "10:30", 60, None, "Room 4"),
            ("Fair", 2, "", 3, None, ""),
            ("Mei's school is closed", 3, "", 1, None, ""),
        ],
        "tasks": [
            ("Pay the rent", 2, True),
            ("Weekly report", 0, False),
            ("Buy milk", None, False),
        ],
    },
    "zh": {
        "events": [
            ("站会", 0, "09:00", 30, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", ""),
            ("产品评审", 0, "15:00", 60, None, "4 号会议室"),
            ("和安娜吃晚饭", 2, "19:00", 120, None, "楼外楼"),
            ("去杭州的火车", 5, "08:12", 130, None, "3 站台"),
            ("设计研讨", 1, "09:15", 105, None, "2 号会议室"),
            ("给银行打电话", 1, "10:00", 45, None, ""),
            ("面试", 1, "10:30", 60, None, "4 号会议室"),
            ("展会", 2, "", 3, None, ""),
            ("小梅学校放假", 3, "", 1, None, ""),
        ],
        "tasks": [("交房租", 2, True), ("写周报", 0, False), ("买牛奶", None, False)],
    },
}


def _engine(lang: str) -> ScriptedEngine:
    """Return a model that knows the script above."""
    from assistant_app.domain.engine import EngineInfo
    from assistant_app.engine.scripted import Script, ScriptedEngine

    class Model(ScriptedEngine):
        def info(self) -> EngineInfo:
            return EngineInfo(model="Qwen2.5-Coder 1.5B", path="", context=self.context)

    calls = {text: (tool, args) for _, turns in CHATS[lang] for text, tool, args in turns}

    def asked(request: Completion) -> str:
        last = request.messages[-1].text
        return next((text for text in calls if text in last), "")

    def score(request: Completion, candidates: Sequence[str]) -> list[float]:
        tool = calls.get(asked(request), ("reply", {}))[0]
        return [0.0 if candidate.startswith(tool) else -20.0 for candidate in candidates]

    def reply(request: Completion) -> Script:
        if request.grammar is not None:
            return Script(['"' + "".join(_arguments(calls[asked(request)][1])) + "}"])
        said = "\n".join(message.text for message in request.messages[-3:])
        words = next(text for key, text in REPLIES[lang].items() if key in said)
        return Script([words])

    return Model(scores=score, fallback=reply)


def _arguments(args: dict[str, str]) -> list[str]:
    return [f', "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in args.items()]


def _fill(core: Assistant, lang: str) -> None:
    """Put a few days of somebody's life into the folder."""
    from assistant_app.domain.memory import Draft
    from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest

    last = message = 0
    for title, turns in CHATS[lang]:
        session = core.sessions.create()
        if title == CHATS[lang][-1][0]:
            _remember(core, lang, last, message)
        for text, _tool, _args in turns:
            for event in core.run_turn(TurnRequest(text, session.id), CancelToken()):
                if isinstance(event, TurnEnded) and event.result.error:
                    raise SystemExit(f"{text}: {event.result.error} {event.result.error_params}")
        core.sessions.rename(session.id, title)
        last, message = session.id, core.sessions.messages(session.id)[0].id
    text, quote, category = PROPOSED[lang]
    core.memories.keep(
        [Draft(text, quote, category=category)], session_id=last, message_id=message
    )
    _fill_planner(core, lang)
    core.settings.set("ui.language", lang)
    core.settings.set("ui.last_session", last)
    core.settings.set("agenda.chinese_days", lang == "zh")
    core.settings.set("owner.name", "Kim" if lang == "en" else "小金")


def _remember(core: Assistant, lang: str, session: int, message: int) -> None:
    from assistant_app.domain.memory import Draft

    for memory in core.memories.listing(None):
        core.memories.erase([memory.id])
    for text, category, quote in MEMORIES[lang]:
        draft = Draft(text, quote, category=category, explicit=True)
        core.memories.keep([draft], session_id=session, message_id=message)


def _fill_planner(core: Assistant, lang: str) -> None:
    from assistant_app.domain.planner import ItemKind, NewItem, When
    from assistant_app.planner.walltime import machine_zone

    zone, today = machine_zone(), dt.date.today()
    for title, days, clock, minutes, rule, place in ITEMS[lang]["events"]:
        day = today + dt.timedelta(days=days)
        if clock:
            start = dt.datetime.combine(day, dt.time.fromisoformat(clock))
            end = start + dt.timedelta(minutes=minutes)
            when = When(start.isoformat(), end.isoformat(), False, zone, rule)
        else:
            when = When(day.isoformat(), (day + dt.timedelta(minutes)).isoformat(), True, None)
        calendar = ("", *(("Family", "Work") if lang == "en" else ("家庭", "工作")))[days % 3]
        core.planner.add(NewItem(ItemKind.EVENT, title, when, place=place, list_name=calendar))
    for title, days, high in ITEMS[lang]["tasks"]:
        due = None if days is None else (today + dt.timedelta(days=days)).isoformat()
        when = When(None, due, True, zone) if due else None
        core.planner.add(
            NewItem(ItemKind.TASK, title, when, priority="high" if high else "normal")
        )


def _settle(app: QApplication, shell: Shell, runner: object) -> None:
    """Let everything that was asked for arrive and be painted."""
    until = time.monotonic() + 20
    quiet = 0
    while quiet < 8 and time.monotonic() < until:
        app.processEvents()
        idle = getattr(runner, "idle", True) and not shell.turns.busy
        quiet = quiet + 1 if idle else 0
        time.sleep(0.03)


def _save(widget: QWidget, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    widget.grab().save(str(path))
    print(path)


def _take(folder: Path, lang: str, theme: str, scale: int, wanted: str) -> None:
    """Take the pictures of one combination; the process was started with its scale."""
    from PySide6.QtWidgets import QApplication

    from assistant_app.app import make_application
    from assistant_app.gui import preferences
    from assistant_app.gui.runner import Runner
    from assistant_app.gui.shell import Shell
    from assistant_app.gui.style import Theme
    from assistant_app.gui.translation import Translation
    from assistant_app.paths import Paths
    from assistant_app.services.assistant import Assistant

    app = make_application([sys.argv[0]])
    assert isinstance(app, QApplication)
    with tempfile.TemporaryDirectory() as home:
        core = Assistant.open(Paths(Path(home) / "data", Path(home)), engine=_engine(lang))
        _fill(core, lang)
        chosen = replace(preferences.load(core), theme=Theme(theme), size=(1060, 720))
        runner = Runner(app)
        shell = Shell(app, core, runner, chosen, Translation(app))
        shell.start()
        _settle(app, shell, runner)
        below = folder / f"{lang}-{theme}-{scale}x"
        settle = partial(_settle, app, shell, runner)
        if wanted == "main":
            _save(shell.main, folder / "main.png")
        if wanted in ("all", "memories"):
            _save(shell.main, below / "main.png")
            memory_scenes.take(shell, settle, _save, below)
        if wanted in ("all", "models"):
            model_scenes.take(shell, settle, _save, below)
        if wanted == "all":
            _take_all(app, shell, runner, below)
        shell.prepare_to_quit()
        for end in runner.close():
            end.result(timeout=5)
        core.close()


def _take_all(app: QApplication, shell: Shell, runner: object, folder: Path) -> None:
    from assistant_app.gui.item_dialog import ItemDialog

    agenda = shell.show_agenda()
    chinese = shell.main.preferences.lang == "zh"
    agenda.quick.line.setText(
        "每周五下午五点给妈妈打电话！" if chinese else "call mum every fri at 5 !"
    )
    time.sleep(0.2)
    _settle(app, shell, runner)
    _save(agenda, folder / "agenda.png")
    agenda.show_list()
    _settle(app, shell, runner)
    agenda.list.focus_rows()
    _save(agenda, folder / "list.png")
    agenda.list.search.setText("会" if chinese else "st")
    time.sleep(0.2)
    _settle(app, shell, runner)
    _save(agenda, folder / "search.png")
    agenda.list.search.clear()
    agenda.page.calendars.new_asked.emit()
    _settle(app, shell, runner)
    if agenda.calendars.dialog is not None:
        agenda.calendars.dialog.line.setText("学校" if chinese else "School")
        _save(agenda.calendars.dialog, folder / "calendar.png")
        agenda.calendars.dialog.reject()
    agenda.show_week()
    _settle(app, shell, runner)
    agenda.week.focus_first()
    _settle(app, shell, runner)
    _save(agenda, folder / "week.png")
    agenda.show_month()
    _settle(app, shell, runner)
    agenda.page.day_list.setCurrentIndex(agenda.page.day_model.index(0))
    agenda.page.edit(agenda.page.day_list)
    _settle(app, shell, runner)
    if isinstance(agenda.dialog, ItemDialog):
        words = "每隔一周的周四，到六月" if chinese else "every other Thursday until June"
        agenda.dialog.repeat.line.setText(words)
        agenda.dialog.repeat.settle()
        _settle(app, shell, runner)
        _save(agenda.dialog, folder / "event.png")
        agenda.dialog.reject()
    _take_reminders(app, shell, runner, folder)
    _take_import(app, shell, runner, folder)
    settings = shell.show_settings()
    _settle(app, shell, runner)
    _save(settings, folder / "settings.png")
    settings.reject()
    shell.main.new_chat()
    _settle(app, shell, runner)
    _save(shell.main, folder / "empty.png")
    shell.main.choose_model()
    _settle(app, shell, runner)
    _save(shell.main, folder / "model.png")


def _take_reminders(app: QApplication, shell: Shell, runner: object, folder: Path) -> None:
    """Take the panel as if some were due, one late, and two missed."""
    from assistant_app.domain.clock import Moment, now_ms
    from assistant_app.gui.reminder_watch import Ring
    from assistant_app.planner.reminders import Reminder
    from assistant_app.planner.walltime import machine_zone

    core, lang = shell._core, shell.main.preferences.lang
    today = dt.date.today()
    now = Moment.from_ms(now_ms(), machine_zone())
    after = (today + dt.timedelta(days=9)).isoformat()
    found = core.planner.events(today.isoformat(), after, now.tz)
    rings = [
        Ring(
            Reminder(o.item, o, o.key, 0, number, late=number == 1),
            core.planner.describe(o, now, lang),
        )
        for number, o in enumerate(found[:4])
    ]
    shell.reminders.panel.add_due(rings[:2])
    shell.reminders.panel.show_missed(rings[2:], front=True)
    shell.reminders.missed_changed.emit(2)
    _settle(app, shell, runner)
    _save(shell.reminders.panel, folder / "reminders.png")
    shell.reminders.panel.hide()


def _take_import(app: QApplication, shell: Shell, runner: object, folder: Path) -> None:
    """Take the preview of a calendar file with one part that cannot be read."""
    agenda = shell.show_agenda()
    chinese = shell.main.preferences.lang == "zh"
    part = "BEGIN:VEVENT\nUID:{0}\nSUMMARY:{1}\nDTSTART:{2}\nEND:VEVENT"
    titles = (
        ("元旦", "校运会", "家长会") if chinese else ("New Year", "Sports day", "Parents' evening")
    )
    days = ("20270101", "20270312T090000", "soon")
    parts = [
        part.format(number, *both) for number, both in enumerate(zip(titles, days, strict=True))
    ]
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / ("学校.ics" if chinese else "school.ics")
        path.write_text("\n".join(["BEGIN:VCALENDAR", *parts, "END:VCALENDAR"]), encoding="utf-8")
        agenda.import_file(path)
        _settle(app, shell, runner)
    if agenda.files.dialog is not None:
        _save(agenda.files.dialog, folder / "import.png")
        agenda.files.dialog.reject()
    _settle(app, shell, runner)
    _save(agenda, folder / "missed.png")


def main() -> None:
    """Start one process for each combination: the scale is fixed when Qt starts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "resources" / "screenshots")
    parser.add_argument("--all", action="store_true", help="every window and combination")
    parser.add_argument("--memories", action="store_true", help="what there is about memories")
    parser.add_argument("--models", action="store_true", help="what there is about models")
    parser.add_argument("--one", nargs=3, metavar=("LANG", "THEME", "SCALE"))
    options = parser.parse_args()
    kinds = ("all", "memories", "models")
    kind = next((name for name in kinds if getattr(options, name)), "main")
    if options.one:
        lang, theme, scale = options.one
        _take(options.folder, lang, theme, int(scale), kind)
        return
    wanted = [("en", "light", 2)] if kind == "main" else COMBINATIONS
    for lang, theme, scale in wanted:
        command = [sys.executable, __file__, str(options.folder), "--one", lang, theme, str(scale)]
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": str(scale),
            "LANG": "en_GB.UTF-8",
        }
        more = [] if kind == "main" else [f"--{kind}"]
        subprocess.run(command + more, check=True, env=environment)


if __name__ == "__main__":
    main()
