"""Memories as a page to read: Markdown with a heading a category."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from assistant_app.domain.language import Lang
from assistant_app.domain.memory import CATEGORIES, Memory, MemoryStatus
from assistant_app.resources import phrase

_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
_SECTIONS = (MemoryStatus.ACTIVE, MemoryStatus.PROPOSED, MemoryStatus.ARCHIVED)


def page(memories: Sequence[Memory], lang: Lang) -> str:
    """Return what is kept by category, then what waits, then what was put away.

    What was replaced or turned down is left out: it is no longer so.
    """
    lines = [f"# {phrase(lang, 'memory.page.title')}", ""]
    for status in _SECTIONS:
        some = [memory for memory in memories if memory.status is status]
        if not some:
            continue
        if status is not MemoryStatus.ACTIVE:
            lines += [f"## {phrase(lang, f'memory.status.{status.value}')}", ""]
            lines += [*(_entry(memory, lang) for memory in some), ""]
            continue
        for category in dict.fromkeys((*CATEGORIES, *(memory.category for memory in some))):
            mine = [memory for memory in some if memory.category == category]
            if mine:
                lines += [f"## {_category(category, lang)}", ""]
                lines += [*(_entry(memory, lang) for memory in mine), ""]
    if len(lines) == 2:
        lines += [phrase(lang, "memory.none"), ""]
    return "\n".join(lines)


def _category(category: str, lang: Lang) -> str:
    if category not in CATEGORIES:
        return category
    return phrase(lang, f"memory.category.{category}")


def _entry(memory: Memory, lang: Lang) -> str:
    text = _MARKUP.sub(r"\\\1", " ".join(memory.text.split()))
    notes = [_day(memory.created_at)]
    if memory.pinned:
        notes.append(phrase(lang, "memory.page.pinned"))
    if memory.expires_at is not None:
        notes.append(phrase(lang, "memory.page.until", day=_day(memory.expires_at)))
    return f"- {text} *({', '.join(notes)})*"


def _day(at: int) -> str:
    return f"{dt.datetime.fromtimestamp(at / 1000):%Y-%m-%d}"
