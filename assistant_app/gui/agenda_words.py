"""Days, weeks and months as the agenda's titles say them, in the reader's language."""

from __future__ import annotations

import datetime as dt

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from assistant_app.domain.language import Lang


def _date(day: dt.date) -> QDate:
    return QDate(day.year, day.month, day.day)


def _say(day: dt.date, form: str) -> str:
    return QLocale().toString(_date(day), form)


def date_format() -> str:
    """Return the locale's short form of a date, with all of the year: 5/31/27 could be 1927."""
    form = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
    return form if "yyyy" in form else form.replace("yy", "yyyy")


def month_words(day: dt.date, lang: Lang) -> str:
    """Return "November 2026" or 2026年11月."""
    return _say(day, "yyyy年M月" if lang == "zh" else "MMMM yyyy")


def week_words(first: dt.date, last: dt.date, lang: Lang) -> str:
    """Return "30 Nov – 6 Dec 2026" or 2026年11月30日 – 12月6日: a year is said twice if it changes."""
    same = first.year == last.year
    if lang == "zh":
        return (
            f"{_say(first, 'yyyy年M月d日')} – {_say(last, 'M月d日' if same else 'yyyy年M月d日')}"
        )
    if same and first.month == last.month:
        return f"{first.day} – {_say(last, 'd MMM yyyy')}"
    return f"{_say(first, 'd MMM' if same else 'd MMM yyyy')} – {_say(last, 'd MMM yyyy')}"


def day_words(day: dt.date, lang: Lang) -> str:
    """Return "Wednesday, 18 November" or 11月18日 星期三."""
    return _say(day, "M月d日 dddd" if lang == "zh" else "dddd, d MMMM")


def short_day_words(day: dt.date, lang: Lang) -> str:
    """Return "Wed 18 Nov" or 11月18日周三."""
    return _say(day, "M月d日ddd" if lang == "zh" else "ddd d MMM")


def day_title(day: dt.date, today: dt.date, lang: Lang) -> str:
    """Return a day in words, with its year if that is not this one, and "today" or "tomorrow"."""
    words = day_words(day, lang)
    if day.year != today.year:
        words = _say(day, "yyyy年M月d日 dddd" if lang == "zh" else "dddd, d MMMM yyyy")
    near = {
        0: QCoreApplication.translate("Words", "today"),
        1: QCoreApplication.translate("Words", "tomorrow"),
    }.get((day - today).days)
    return f"{words} · {near}" if near else words


def dated(day: dt.date, lang: Lang) -> str:
    """Return "18 Nov 2026" or 2026年11月18日."""
    return _say(day, "yyyy年M月d日" if lang == "zh" else "d MMM yyyy")
