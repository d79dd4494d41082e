"""The settings that the window needs before it is shown, read in one go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QLocale

from assistant_app.domain.engine import CHATS_MB, CHATS_SETTING
from assistant_app.domain.language import Lang
from assistant_app.domain.setting import LEAD_SETTING, USUAL_LEAD_MIN
from assistant_app.gui.style import Theme
from assistant_app.paths import Paths

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

WELCOMED = "ui.welcomed"
LEADS = (-1, 0, 5, 10, 15, 30, 60, 24 * 60)
"""Minutes that the settings offer."""
CHATS_SIZES = (0, 256, 512, 1024, 2048)
"""Megabytes on disk for chats that are kept ready, as the settings offer them."""
SendKey = Literal["enter", "ctrl_enter"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the owner chose; the defaults are those of a new folder."""

    language: str = "auto"
    theme: Theme = Theme.AUTO
    name: str = ""
    send_key: SendKey = "enter"
    hours_start: str = "09:00"
    hours_end: str = "18:00"
    lead: int = USUAL_LEAD_MIN
    """Minutes before an event that it is reminded of; -1 is not at all."""
    week_start: int = 0
    """The first day of the week, 1 Monday to 7 Sunday; 0 as the locale has it."""
    chinese_days: bool = False
    """Whether the calendar shows lunar dates, days off and make-up workdays (in Chinese)."""
    chats_mb: int = CHATS_MB
    """Megabytes on disk for what the model computed of chats; 0 keeps nothing."""
    pane_width: int = 248
    pane_shown: bool = True
    size: tuple[int, int] = (1060, 720)
    last_session: int | None = None
    welcomed: bool = True
    """Whether the first start is over; in a new folder it is not."""

    @property
    def lang(self) -> Lang:
        """The language of the window."""
        if self.language in ("en", "zh"):
            return "zh" if self.language == "zh" else "en"
        return system_language()


_KEYS = {
    "language": "ui.language",
    "theme": "ui.theme",
    "name": "owner.name",
    "send_key": "send_key",
    "hours_start": "hours.start",
    "hours_end": "hours.end",
    "lead": LEAD_SETTING,
    "week_start": "week_start",
    "chinese_days": "agenda.chinese_days",
    "chats_mb": CHATS_SETTING,
    "pane_width": "ui.pane_width",
    "pane_shown": "ui.pane_shown",
    "size": "ui.size",
    "last_session": "ui.last_session",
    "welcomed": WELCOMED,
}


_LOOKS = ("language", "theme", "send_key", "pane_width", "pane_shown", "size")


def system_language() -> Lang:
    """Return the language of the system, as far as we speak it."""
    languages = QLocale.system().uiLanguages()
    return "zh" if languages and languages[0].lower().startswith("zh") else "en"


def load(core: Assistant) -> Preferences:
    """Read the settings; what cannot be understood is as if it had not been set.

    In a new folder, which has neither settings nor chats, it is noted that its owner is still to be
    welcomed.
    """
    values: dict[str, Any] = {}
    if not core.settings.all() and not core.sessions.listing():
        core.settings.set(WELCOMED, False)
    for name, key in _KEYS.items():
        value = core.settings.get(key, None)
        if value is not None:
            values[name] = value
    return _sound(values)


def _sound(values: Mapping[str, Any]) -> Preferences:
    kept = dict(values)
    try:
        kept["theme"] = Theme(kept.get("theme", "auto"))
    except ValueError:
        kept["theme"] = Theme.AUTO
    size = kept.pop("size", None)
    if isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) for n in size):
        kept["size"] = (max(640, size[0]), max(480, size[1]))
    if kept.get("send_key") not in ("enter", "ctrl_enter"):
        kept.pop("send_key", None)
    offered = {
        "lead": LEADS,
        "week_start": range(8),
        "chinese_days": (0, 1),
        "welcomed": (0, 1),
        "chats_mb": CHATS_SIZES,
    }
    for name, choices in offered.items():
        if kept.get(name) not in choices:
            kept.pop(name, None)
    if not isinstance(kept.get("pane_width", 0), int):
        kept.pop("pane_width")
    return Preferences(**kept)


def remembered(paths: Paths) -> Preferences:
    """Return how the window looked last, to show it before the folder is open.

    Nothing but looks stands in that file; the settings are in the data file.
    """
    try:
        values = json.loads(paths.looks.read_text(encoding="utf-8"))
        return _sound({name: values[name] for name in _LOOKS if name in values})
    except (OSError, ValueError, TypeError):
        return Preferences()


def remember(paths: Paths, shown: Preferences) -> None:
    """Keep how the window looks for the next start; an unwritable folder costs a moment then."""
    text = json.dumps({name: getattr(shown, name) for name in _LOOKS})
    with suppress(OSError):
        paths.looks.write_text(text, encoding="utf-8")


def save(core: Assistant, before: Preferences, after: Preferences) -> None:
    """Store what changed."""
    remember(core.paths, after)
    for name, key in _KEYS.items():
        value = getattr(after, name)
        if value != getattr(before, name):
            stored = list(value) if isinstance(value, tuple) else value
            core.settings.set(key, stored)
