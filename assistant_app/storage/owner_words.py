"""Where the owner's words stand once something was erased: what the owner still has stays."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from assistant_app.domain.redaction import ErasedWords
from assistant_app.storage.database import Database


def spare_what_stands(db: Database, words: ErasedWords, but: Collection[int]) -> None:
    """Leave in `words` only what the owner says nowhere else.

    That is in no memory (the erased ones have no row any more), no calendar item and no message of
    the owner's, but for the messages `but` and those that an erasure barred before. A copy may have
    an older schema.
    """
    words.spare(filter(None, _standing(db, frozenset(but))))


def _standing(db: Database, but: frozenset[int]) -> Iterator[str]:
    for key, text in db.tuples("SELECT id, text FROM message WHERE role = 'user' AND NOT barred"):
        if key not in but:
            yield text
    if db.has_table("memory"):
        for text, quote, source in db.tuples("SELECT text, quote, message_id FROM memory"):
            yield text
            if quote and source not in but:
                yield quote
        for text, source in db.tuples("SELECT text, message_id FROM memory_version"):
            if source not in but:
                yield text
    if db.has_table("item"):
        for row in db.tuples("SELECT summary, description, location FROM item"):
            yield from filter(None, row)
