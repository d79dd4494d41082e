"""Settings: JSON values by dotted key."""

from __future__ import annotations

import json
from typing import Any

from assistant_app.storage.database import Database


class SettingStore:
    """What the owner chose. Keys are dotted (`ui.language`); values anything JSON holds."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of `key`; `default` when it was never set or cannot be read."""
        text = self._db.scalar("SELECT value FROM setting WHERE key = ?", (key,))
        if text is None:
            return default
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return default

    def set(self, key: str, value: Any) -> None:
        """Keep `value`; None forgets the key."""
        if value is None:
            self._db.execute("DELETE FROM setting WHERE key = ?", (key,))
            return
        row = {"key": key, "value": json.dumps(value, ensure_ascii=False)}
        self._db.insert("setting", row, replace=True)

    def all(self) -> dict[str, Any]:
        """Return every setting."""
        keys = self._db.tuples("SELECT key FROM setting ORDER BY key")
        return {key: self.get(key) for (key,) in keys}
