"""What is never to be proposed again, known by a keyed hash of its normal form alone."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from assistant_app.domain.clock import MillisClock
from assistant_app.domain.memory import Bar
from assistant_app.memory.compare import bare_form, normal_form
from assistant_app.memory.topics import Topic
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.setting_store import SettingStore

_KEY = "memory.bar_key"
_MARK = 10
"""Characters of a hash that name it."""


class BarredList:
    """Without the key, which is made for each data file, a hash says nothing about its words."""

    def __init__(self, store: MemoryStore, settings: SettingStore, clock: MillisClock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    def _key(self) -> bytes:
        key = self._settings.get(_KEY)
        if not isinstance(key, str):
            key = secrets.token_hex(32)
            self._settings.set(_KEY, key)
        return bytes.fromhex(key)

    def _hash(self, form: str) -> str:
        return hmac.new(self._key(), form.encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def _hashes(self, text: str) -> list[str]:
        """Return the hashes a text is known by: in its bare form, and in that of earlier lists."""
        return [self._hash(form) for form in dict.fromkeys((bare_form(text), normal_form(text)))]

    def add(self, texts: Iterable[str]) -> None:
        """Bar these texts, in whatever case, marks or person and with how much stress they are said."""
        self._store.bar([self._hash(bare_form(text)) for text in texts], self._clock())

    def remove(self, texts: Iterable[str]) -> None:
        """Allow these texts again."""
        if self._store.barred_count():
            self._store.unbar([value for text in texts for value in self._hashes(text)])

    def bars(self) -> list[Bar]:
        """Return all that is barred: topics in words, single memories by their mark alone."""
        topics = [Bar(f"t{key}", words, at) for key, words, at in self._store.topics()]
        return topics + [Bar(value[:_MARK], None, at) for value, at in self._store.bars()]

    def lift(self, bar_id: str) -> bool:
        """Take one off the list; returns whether it was there."""
        if bar_id.startswith("t") and bar_id[1:].isdecimal():
            return self._store.unbar_topic(int(bar_id[1:]))
        marks = [value for value, _ in self._store.bars() if value[:_MARK] == bar_id]
        self._store.unbar(marks)
        return bool(marks)

    def bar_topic(self, words: str) -> Bar:
        """Bar a topic that the owner named."""
        at = self._clock()
        return Bar(f"t{self._store.bar_topic(words, at)}", words, at)

    def covers(self, text: str, category: str = "") -> bool:
        """Tell whether a text is about a barred topic."""
        return any(Topic.of(words).covers(text, category) for _, words, _ in self._store.topics())

    def __contains__(self, text: str) -> bool:
        return bool(self._store.barred_count()) and any(
            self._store.is_barred(value) for value in self._hashes(text)
        )
