"""Secrets in the keyring of the desktop; the only module that knows it.

A keyring may wait for a person to unlock it, and may hang: it is asked in a thread of its own, with
a limit.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from assistant_app.errors import AppError

SERVICE = "assistant-app"
WAIT_S = 60.0

_T = TypeVar("_T")


class Secrets(Protocol):
    """Where secrets are kept, each under a name."""

    def get(self, name: str) -> str | None:
        """Return a secret, or None."""

    def put(self, name: str, value: str) -> None:
        """Keep a secret."""

    def forget(self, name: str) -> None:
        """Forget a secret; one that is not there is forgotten already."""


class KeyringSecrets:
    """The keyring that this desktop has.

    Every method raises `AppError`: `keyring_none` where there is none, `keyring_locked` when it
    does not open or does not answer.
    """

    def get(self, name: str) -> str | None:
        """Return a secret, or None."""
        import keyring

        return _asked(lambda: keyring.get_password(SERVICE, name))

    def put(self, name: str, value: str) -> None:
        """Keep a secret."""
        import keyring

        _asked(lambda: keyring.set_password(SERVICE, name, value))

    def forget(self, name: str) -> None:
        """Forget a secret; one that is not there is forgotten already."""
        import keyring
        from keyring.errors import PasswordDeleteError

        def delete() -> None:
            try:
                keyring.delete_password(SERVICE, name)
            except PasswordDeleteError:
                return

        _asked(delete)


def _asked(work: Callable[[], _T]) -> _T:
    """Do what asks the keyring, for as long as a person may need to unlock it."""
    from keyring.errors import KeyringError, NoKeyringError

    answer: Future[_T] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, name="keyring", daemon=True).start()
    try:
        return answer.result(WAIT_S)
    except NoKeyringError:
        raise AppError("keyring_none") from None
    except (KeyringError, TimeoutError, OSError, RuntimeError) as error:
        raise AppError("keyring_locked", reason=type(error).__name__) from None
