"""What a change was about, in words: for "Taken back: …"."""

from __future__ import annotations

from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Change
from assistant_app.resources import phrase

NAMED = 3


def change_words(change: Change, lang: Lang) -> str:
    """Return the titles of what changed, each once; of more than a few the first and their number."""
    titles = list(dict.fromkeys(change.titles))
    named = phrase(lang, "planner.comma").join(titles[:NAMED])
    if len(titles) <= NAMED:
        return named or change.phrase or phrase(lang, "planner.change.unnamed")
    if change.tool.startswith("import") and change.phrase:
        return phrase(lang, "planner.change.file", count=len(change.titles), file=change.phrase)
    return phrase(lang, "planner.change.many", count=len(change.titles), titles=named)
