"""A keyring that lives and dies with a test."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import keyring
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError


class Ring(KeyringBackend):
    """A keyring of this test; `fault` is what every question meets."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.fault: Exception | None = None

    def _answer(self) -> None:
        if self.fault is not None:
            raise self.fault

    def get_password(self, service: str, username: str) -> str | None:
        """Return what is kept."""
        self._answer()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""
        self._answer()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget a secret."""
        self._answer()
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("none")


@contextlib.contextmanager
def ring_in_use() -> Iterator[Ring]:
    """Have an empty keyring in place of this machine's."""
    before = keyring.get_keyring()
    backend = Ring()
    keyring.set_keyring(backend)
    try:
        yield backend
    finally:
        keyring.set_keyring(before)
