"""The window's words for the core's codes: kinds, categories, states, ages."""

from __future__ import annotations

import datetime as dt

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from assistant_app.domain.memory import MemoryKind, MemoryStatus

_DAY_MS = 86_400_000


def kind_name(kind: MemoryKind) -> str:
    """Return the word for a kind of memory."""
    return {
        MemoryKind.SEMANTIC: QCoreApplication.translate("Words", "fact"),
        MemoryKind.EPISODIC: QCoreApplication.translate("Words", "past chat"),
        MemoryKind.PROCEDURAL: QCoreApplication.translate("Words", "routine"),
    }[kind]


def category_name(category: str) -> str:
    """Return the word for a category; one that this version does not know stays as it is."""
    return {
        "identity": QCoreApplication.translate("Words", "about you"),
        "family": QCoreApplication.translate("Words", "family"),
        "preference": QCoreApplication.translate("Words", "preference"),
        "work": QCoreApplication.translate("Words", "work"),
        "home": QCoreApplication.translate("Words", "home"),
        "health": QCoreApplication.translate("Words", "health"),
        "people": QCoreApplication.translate("Words", "people"),
        "date": QCoreApplication.translate("Words", "date"),
        "routine": QCoreApplication.translate("Words", "habit"),
        "other": QCoreApplication.translate("Words", "other"),
    }.get(category, category)


def status_name(status: MemoryStatus) -> str:
    """Return the word for where a memory is in its life."""
    return {
        MemoryStatus.PROPOSED: QCoreApplication.translate("Words", "to confirm"),
        MemoryStatus.ACTIVE: QCoreApplication.translate("Words", "kept"),
        MemoryStatus.SUPERSEDED: QCoreApplication.translate("Words", "replaced"),
        MemoryStatus.ARCHIVED: QCoreApplication.translate("Words", "archived"),
        MemoryStatus.REJECTED: QCoreApplication.translate("Words", "turned down"),
    }[status]


def event_name(event: str) -> str:
    """Return the word for what happened to a memory."""
    return {
        "said": QCoreApplication.translate("Words", "said"),
        "proposed": QCoreApplication.translate("Words", "proposed"),
        "confirmed": QCoreApplication.translate("Words", "confirmed"),
        "edited": QCoreApplication.translate("Words", "edited"),
        "superseded": QCoreApplication.translate("Words", "replaced"),
        "archived": QCoreApplication.translate("Words", "archived"),
        "restored": QCoreApplication.translate("Words", "brought back"),
        "reinforced": QCoreApplication.translate("Words", "said again"),
        "rejected": QCoreApplication.translate("Words", "turned down"),
        "imported": QCoreApplication.translate("Words", "imported"),
    }.get(event, event)


def age(at: int, now: int) -> str:
    """Return how long ago a moment was, in the largest unit that fits (milliseconds, UTC)."""
    then = dt.datetime.fromtimestamp(at / 1000).date()
    today = dt.datetime.fromtimestamp(now / 1000).date()
    days = (today - then).days
    if days <= 0:
        return QCoreApplication.translate("Words", "today")
    if days == 1:
        return QCoreApplication.translate("Words", "yesterday")
    if days < 14:
        return QCoreApplication.translate("Words", "{count} days ago").format(count=days)
    if days < 60:
        return QCoreApplication.translate("Words", "{count} weeks ago").format(count=days // 7)
    return short_date(at)


def short_date(at: int) -> str:
    """Return the date of a moment in the reader's form."""
    moment = QDateTime.fromMSecsSinceEpoch(at)
    return QLocale().toString(moment.date(), QLocale.FormatType.ShortFormat)


def date_time(at: int) -> str:
    """Return date and time of a moment in the reader's form."""
    moment = QDateTime.fromMSecsSinceEpoch(at)
    time = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
    return f"{short_date(at)} {time}"
