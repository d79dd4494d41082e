"""Where things are on this machine.

Data (one folder a person, one file inside) and models (shared by all data folders) are apart, so
that erasing one's data never means fetching a gigabyte again.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from assistant_app.errors import AppError

DATA_DIR_VARIABLE = "ASSISTANT_APP_DATA_DIR"
MODELS_DIR_VARIABLE = "ASSISTANT_APP_MODELS_DIR"
_PROFILE = re.compile(r"[\w][\w .-]{0,63}")


def _platform_data() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("assistant-app", appauthor=False))


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders and files of one profile."""

    data_dir: Path
    models_dir: Path

    @classmethod
    def resolve(cls, data_dir: str | Path | None = None, profile: str | None = None) -> Paths:
        """Return the paths for `data_dir` (else the environment, else the platform's folder).

        A profile other than the default has a folder of its own below `profiles`.

        Raises:
            AppError: `profile_name` when the name cannot be a folder.
        """
        base = Path(data_dir or os.environ.get(DATA_DIR_VARIABLE) or _platform_data())
        base = base.expanduser().absolute()
        if profile and profile != "default":
            if not _PROFILE.fullmatch(profile) or profile.endswith((".", " ")):
                raise AppError("profile_name", name=profile)
            base = base / "profiles" / profile
        models = os.environ.get(MODELS_DIR_VARIABLE)
        models_dir = (
            Path(models).expanduser().absolute() if models else _platform_data() / "models"
        )
        return cls(base, models_dir)

    @property
    def database(self) -> Path:
        """The one file with everything the owner has."""
        return self.data_dir / "assistant.db"

    @property
    def backups(self) -> Path:
        """Copies made before a migration."""
        return self.data_dir / "backups"

    @property
    def lock(self) -> Path:
        """The lock that one running copy holds."""
        return self.data_dir / "assistant.lock"

    @property
    def log(self) -> Path:
        """The log; it never holds message text."""
        return self.data_dir / "assistant.log"

    @property
    def looks(self) -> Path:
        """How the window looked last, to show it before the data file is open."""
        return self.data_dir / "window.json"

    @property
    def chat_states(self) -> Path:
        """KV states of conversations: numbers made of what was said, so that they go with it."""
        return self.data_dir / "states"

    @property
    def engine_cache(self) -> Path:
        """KV states of static prompts; they hold nothing of the owner's."""
        return self.models_dir / "cache"
