"""The servers that the owner named, and which of them answers; off unless one is chosen.

Entries are settings of the data file; their tokens are in the keyring and nowhere else.
"""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant_app.domain.changes import ChangeListener, Changes
from assistant_app.domain.endpoint import (
    CHOSEN_PREFIX,
    Endpoint,
    check_name,
    check_token,
    read_address,
)
from assistant_app.engine import catalogue
from assistant_app.engine.library import SETTING, Settings
from assistant_app.errors import AppError
from assistant_app.services.secrets import KeyringSecrets, Secrets

if TYPE_CHECKING:
    from assistant_app.engine.remote_engine import RemoteEngine

ENTRIES = "model.endpoints"
_ID = "endpoint-"


@dataclass(frozen=True, slots=True)
class Tested:
    """What a server said of itself: its program, its model, and its window in tokens."""

    server: str
    model: str
    context: int


class Endpoints:
    """The entries of one data file; any thread but the window's may call it."""

    def __init__(
        self,
        settings: Settings,
        secrets: Secrets | None = None,
        notify: ChangeListener = lambda _changes: None,
    ) -> None:
        self._settings = settings
        self._secrets = secrets or KeyringSecrets()
        self._notify = notify

    def listing(self) -> list[Endpoint]:
        """Return the entries, in the order in which they were named."""
        rows = self._settings.get(ENTRIES, [])
        found = [_read(row) for row in rows] if isinstance(rows, list) else []
        return [entry for entry in found if entry is not None]

    def find(self, name: str) -> Endpoint | None:
        """Return the entry of that name, or None."""
        return next((entry for entry in self.listing() if entry.name == name), None)

    def get(self, name: str) -> Endpoint:
        """Return the entry of that name.

        Raises:
            AppError: `endpoint_unknown`.
        """
        found = self.find(name)
        if found is None:
            raise AppError("endpoint_unknown", name=name)
        return found

    def current(self) -> Endpoint | None:
        """Return the entry that answers, or None when a model on this computer does."""
        chosen = self._settings.get(SETTING, None)
        if not isinstance(chosen, str) or not chosen.startswith(CHOSEN_PREFIX):
            return None
        return self.find(chosen.removeprefix(CHOSEN_PREFIX))

    def draft(
        self, name: str, url: str, *, model: str = "", public: bool = False, context: int = 0
    ) -> Endpoint:
        """Return what an entry would be; keeps nothing and asks nobody.

        Raises:
            AppError: `endpoint_name`, `endpoint_exists`, `endpoint_url`.
        """
        check_name(name)
        if self.find(name) is not None or name in catalogue.entries():
            raise AppError("endpoint_exists", name=name)
        return Endpoint(_new_id(), name, read_address(url), model, public, context=context)

    def add(self, entry: Endpoint, token: str = "") -> Tested:
        """Ask the server what it is, and keep the entry with the model found; it is not used yet.

        Raises:
            AppError: `endpoint_*`, `keyring_*`; then nothing is kept.
        """
        token = check_token(token) if token else ""
        tested, model = _ask(entry, lambda: token or None)
        if token:
            self._secrets.put(entry.id, token)
        entry = dataclasses.replace(entry, model=entry.model or model, has_token=bool(token))
        self._store([*self.listing(), entry])
        return tested

    def test(self, name: str) -> Tested:
        """Ask a server what it is.

        Raises:
            AppError: `endpoint_*`, `keyring_*`.
        """
        return ask(self.get(name), self._secrets)

    def set_token(self, name: str, token: str) -> None:
        """Keep another token for a server; an empty one forgets it.

        Raises:
            AppError: `endpoint_unknown`, `endpoint_token_form`, `keyring_*`.
        """
        entry = self.get(name)
        changed = dataclasses.replace(entry, id=_new_id(), has_token=bool(token))
        if token:
            self._secrets.put(changed.id, check_token(token))
        self._store([changed if one.id == entry.id else one for one in self.listing()])
        if entry.has_token:
            self._secrets.forget(entry.id)

    def use(self, name: str) -> Endpoint:
        """Have a server answer from now on; what is asked is sent there.

        Raises:
            AppError: `endpoint_unknown`.
        """
        entry = self.get(name)
        self._settings.set(SETTING, f"{CHOSEN_PREFIX}{entry.name}")
        self._notify(Changes.MODELS)
        return entry

    def leave(self) -> None:
        """Answer with a model on this computer again."""
        if self.current() is not None:
            self._settings.set(SETTING, None)
            self._notify(Changes.MODELS)

    def remove(self, name: str) -> None:
        """Forget a server and its token.

        Raises:
            AppError: `endpoint_unknown`; `keyring_*`, and then the entry stays.
        """
        entry = self.get(name)
        if entry.has_token:
            self._secrets.forget(entry.id)
        if self.current() == entry:
            self.leave()
        self._store([one for one in self.listing() if one.id != entry.id])

    def forget_tokens(self) -> None:
        """Take the tokens of all entries out of the keyring; where there is none, none is there.

        Raises:
            AppError: `keyring_locked`.
        """
        for entry in self.listing():
            try:
                if entry.has_token:
                    self._secrets.forget(entry.id)
            except AppError as error:
                if error.code != "keyring_none":
                    raise

    def engine(self, entry: Endpoint) -> RemoteEngine:
        """Return the engine of a server."""
        from assistant_app.engine.remote_engine import RemoteEngine

        return RemoteEngine(entry, _token_of(entry, self._secrets))

    def _store(self, entries: list[Endpoint]) -> None:
        self._settings.set(ENTRIES, [_row(entry) for entry in entries])
        self._notify(Changes.MODELS)


def ask(entry: Endpoint, secrets: Secrets | None = None) -> Tested:
    """Ask a server what it is; needs no data file.

    Raises:
        AppError: `endpoint_*`, `keyring_*`.
    """
    return _ask(entry, _token_of(entry, secrets or KeyringSecrets()))[0]


def _token_of(entry: Endpoint, secrets: Secrets) -> Callable[[], str | None]:
    """Return what gives the token, which asks the keyring once."""
    kept: list[str | None] = []

    def token() -> str | None:
        if not entry.has_token:
            return None
        if not kept:
            kept.append(secrets.get(entry.id))
        if kept[0] is None:
            kept.clear()
            raise AppError("endpoint_token_lost", name=entry.name)
        return kept[0]

    return token


def _new_id() -> str:
    """Return a name for the keyring; another token has another, so that nobody keeps the old one."""
    return f"{_ID}{uuid.uuid4().hex}"


def _ask(entry: Endpoint, token: Callable[[], str | None]) -> tuple[Tested, str]:
    from assistant_app.engine.remote_engine import RemoteEngine

    engine = RemoteEngine(entry, token)
    try:
        info = engine.info()
    finally:
        engine.close()
    return Tested(info.meta["server"], info.model, info.context), info.meta["model"]


def _row(entry: Endpoint) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "url": str(entry.address),
        "model": entry.model,
        "public": entry.public,
        "token": entry.has_token,
        "context": entry.context,
    }


def _read(row: Any) -> Endpoint | None:
    """Return the entry of a stored row; None for one that this version cannot read."""
    try:
        return Endpoint(
            id=str(row["id"]),
            name=check_name(row["name"]),
            address=read_address(row["url"]),
            model=str(row.get("model", "")),
            public=row.get("public") is True,
            has_token=row.get("token") is True,
            context=int(row.get("context", 0)),
        )
    except (AppError, KeyError, TypeError, ValueError, AttributeError):
        return None
