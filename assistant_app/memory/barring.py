"""What is never to be proposed again, known by a keyed hash of its normal form alone."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from assistant_app.domain.clock import MillisClock
from assistant_app.memory.compare import normal_form
from assistant_app.storage.memory_store import MemoryStore
from assistant_app.storage.setting_store import SettingStore

_KEY = "memory.bar_key"


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

    def _hash(self, text: str) -> str:
        form = normal_form(text).encode("utf-8", "replace")
        return hmac.new(self._key(), form, hashlib.sha256).hexdigest()

    def add(self, texts: Iterable[str]) -> None:
        """Bar these texts, in whatever case, marks or person they are said."""
        self._store.bar([self._hash(text) for text in texts], self._clock())

    def remove(self, texts: Iterable[str]) -> None:
        """Allow these texts again."""
        if self._store.barred_count():
            self._store.unbar([self._hash(text) for text in texts])

    def __contains__(self, text: str) -> bool:
        return bool(self._store.barred_count()) and self._store.is_barred(self._hash(text))
