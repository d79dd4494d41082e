"""The pictures of the memories window and its dialogs; `screenshots.py` takes them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from assistant_app.gui.memories_window import MemoriesWindow
    from assistant_app.gui.shell import Shell
    from assistant_app.services.assistant import Assistant

Save = Callable[["QWidget", Path], None]
Settle = Callable[[], None]

PAIR = {
    "en": ("The user lives in York", "The user lives in Leeds", "we moved on to Leeds"),
    "zh": ("用户住在杭州", "用户住在苏州", "我们又搬到了苏州"),
}
REWORDED = {
    "en": ("The user's daughter Mei is 4 and goes to nursery", "is 5 and goes to school"),
    "zh": ("用户的女儿小梅四岁，上幼儿园", "五岁，上小学"),
}
TOPICS = {"en": ("my health", "money"), "zh": ("我的健康", "钱")}
LINES = {
    "en": ("The user sings in a choir on Mondays", "The user's neighbour is called Tom"),
    "zh": ("用户每周一参加合唱团", "用户的邻居姓汤"),
}
SUMMARIES = {
    "en": (
        "They planned two days in York and found Thursday at 14:00 free for Anna.",
        "The user prefers meetings after lunch and keeps the mornings for writing.",
        "They chose the first of three books for the holidays.",
    ),
    "zh": (
        "计划了两天的杭州之行，和安娜的会议约在周四 14:00。",
        "用户喜欢在下午开会，上午留着写东西。",
        "从三本书里选了假期先读的一本。",
    ),
}
MANY = {
    "en": ("The user read book number {n} on the train", "Meeting room {n} has the better light"),
    "zh": ("用户在火车上读完了第 {n} 本书", "第 {n} 号会议室光线更好"),
}
ROWS = 50_000


def take(shell: Shell, settle: Settle, save: Save, folder: Path) -> None:
    """Take all of them."""
    lang = shell.main.preferences.lang
    core = shell._core
    _take_chat(shell, settle, save, folder)
    window = shell.show_memories()
    settle()
    save(window, folder / "memories.png")
    _take_pair(window, core, lang, settle, save, folder)
    _take_history(window, core, lang, settle, save, folder)
    _take_several(window, settle, save, folder)
    _take_bars(window, core, lang, settle, save, folder)
    _take_files(window, core, lang, settle, save, folder)
    window.dialogs.show_statistics()
    settle()
    save(window.dialogs.statistics, folder / "statistics.png")
    window.dialogs.statistics.close()
    _take_past(window, core, lang, settle, save, folder)
    _fill_many(core, lang)
    window.reload()
    settle()
    window.view.choose([], None, ROWS // 2)
    settle()
    save(window, folder / "many.png")


def _take_chat(shell: Shell, settle: Settle, save: Save, folder: Path) -> None:
    """One's own message with its buttons, and a memory of an answer being put right."""
    view = shell.main.page.view
    mine = [widget for widget in view.widgets() if widget._own]
    mine[-1]._reveal(True)
    rows = [row for widget in view.widgets() for row in widget.used.rows]
    settle()
    save(shell.main, folder / "chat.png")
    menu = mine[-1].text.context_menu()
    menu.popup(mine[-1].mapToGlobal(mine[-1].rect().center()))
    settle()
    save(menu, folder / "menu.png")
    menu.close()
    if rows:
        rows[0].fix_button.click()
        settle()
        save(shell.main, folder / "fix.png")
        rows[0]._close_line()


def _take_pair(
    window: MemoriesWindow, core: Assistant, lang: str, settle: Settle, save: Save, folder: Path
) -> None:
    from assistant_app.domain.memory import Draft
    from assistant_app.gui.memory_model import Shelf

    old, new, quote = PAIR[lang]
    kept = next(m for m in core.memories.listing() if m.text == old)
    values = (1_772_444_460_000, kept.id)
    core._db.execute("UPDATE memory SET created_at = ? WHERE id = ?", values)
    draft = Draft(new, quote, decision="replace", of=kept.id, category="home")
    assert kept.source is not None
    core.memories.keep(
        [draft], session_id=kept.source.session_id, message_id=kept.source.message_id
    )
    settle()
    window.filters.show_shelf(Shelf.TO_SETTLE)
    settle()
    save(window, folder / "pair.png")
    window.filters.show_shelf(Shelf.ALL)
    settle()


def _take_history(
    window: MemoriesWindow, core: Assistant, lang: str, settle: Settle, save: Save, folder: Path
) -> None:
    first, change = REWORDED[lang]
    memory = core.memories.add(first, category="family")
    mark = "，" if lang == "zh" else " is "
    head = first.split("四岁")[0] if lang == "zh" else first.split(mark)[0] + " "
    core.memories.edit(memory.id, text=head + change)
    core.memories.edit(memory.id, pinned=True, expires_at=1_830_000_000_000)
    window.show_memory(memory.id)
    settle()
    save(window, folder / "detail.png")
    window.detail.compare_button.click()
    settle()
    save(window.dialogs.history, folder / "history.png")
    window.dialogs.history.close()


def _take_several(window: MemoriesWindow, settle: Settle, save: Save, folder: Path) -> None:
    window.view.selectAll()
    settle()
    save(window, folder / "several.png")
    backups = window._core.paths.backups
    backups.mkdir(exist_ok=True)
    for day in ("2026-11-02", "2026-11-16"):
        (backups / f"assistant-{day}.db").touch()
    window.erase()
    settle()
    save(window.acts.question, folder / "erase.png")
    window.acts.question.reject()
    window.acts.erase(window.view.chosen_ids()[:1], never=True)
    settle()
    save(window.acts.question, folder / "never.png")
    window.acts.question.erase_button.click()
    settle()
    save(window, folder / "undo.png")
    window.acts.take_back()
    for path in backups.glob("assistant-*.db"):
        path.unlink()
    settle()


def _take_bars(
    window: MemoriesWindow, core: Assistant, lang: str, settle: Settle, save: Save, folder: Path
) -> None:
    for topic in TOPICS[lang]:
        core.memories.bar_topic(topic)
    proposed = next(m for m in core.memories.listing(None) if m.status.value == "proposed")
    core.memories.reject([proposed.id], never=True)
    window.dialogs.show_bars()
    settle()
    window.dialogs.bars.list.setCurrentRow(0)
    settle()
    save(window.dialogs.bars, folder / "bars.png")
    window.dialogs.bars.close()


def _take_files(
    window: MemoriesWindow, core: Assistant, lang: str, settle: Settle, save: Save, folder: Path
) -> None:
    rows = [json.dumps({"text": text}, ensure_ascii=False) for text in LINES[lang]]
    known = json.dumps({"text": core.memories.listing()[0].text}, ensure_ascii=False)
    bad = json.dumps({"text": "x", "created_at": "soon"})
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / ("记忆.jsonl" if lang == "zh" else "memories.jsonl")
        path.write_text("\n".join([*rows, "garbage", known, bad]), encoding="utf-8")
        window.files.preview(path)
        settle()
        save(window.files.dialog, folder / "memory-import.png")
        window.files.dialog.import_button.click()
        settle()
        save(window, folder / "imported.png")
        window.undo_bar.flush()


def _take_past(
    window: MemoriesWindow, core: Assistant, lang: str, settle: Settle, save: Save, folder: Path
) -> None:
    from assistant_app.gui.memory_model import Shelf

    for session, summary in zip(core.sessions.listing(), SUMMARIES[lang], strict=False):
        core._session_store.set_summary(session.id, summary, 1)
    window.filters.show_shelf(Shelf.PAST)
    settle()
    save(window, folder / "past.png")
    window.filters.show_shelf(Shelf.ALL)
    settle()


def _fill_many(core: Assistant, lang: str) -> None:
    at = 1_760_000_000_000
    rows = [
        (MANY[lang][n % 2].format(n=n), "work" if n % 2 else "other", at + n * 600_000)
        for n in range(ROWS)
    ]
    core._db.execute_many(
        "INSERT INTO memory(text, kind, status, category, lang, created_at, updated_at, seen_at)"
        f" VALUES(?, 'semantic', 'active', ?, '{lang}', ?, ?, ?)",
        [(text, category, at, at, at) for text, category, at in rows],
    )
