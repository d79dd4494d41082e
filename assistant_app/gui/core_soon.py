"""Stands for the core while its folder is being opened, so that the window need not wait for it.

Windows reach the core by names (`core.sessions.listing`) and call it outside their own thread; what
is called before the folder is open waits there until it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from assistant_app.domain.changes import ChangeListener
from assistant_app.errors import AppError, Bug
from assistant_app.paths import Paths

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class CoreSoon:
    """Everything of `services.assistant.Assistant`, later.

    Names may be looked up in any thread. A call raises `Bug` in the window's thread before the
    folder is open, and the error of the opening where that failed.
    """

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self._ended = threading.Event()
        self._core: Assistant | None = None
        self._error: AppError | None = None
        self._listeners: list[ChangeListener] = []
        self._guard = threading.Lock()

    def subscribe(self, listener: ChangeListener) -> None:
        """Call `listener` after each change, from the opening on."""
        with self._guard:
            if self._core is None:
                self._listeners.append(listener)
            else:
                self._core.subscribe(listener)

    def opened(self, core: Assistant) -> None:
        """Let everyone who waits go on with the core."""
        with self._guard:
            self._core = core
            for listener in self._listeners:
                core.subscribe(listener)
        self._ended.set()

    def failed(self, error: AppError) -> None:
        """Tell everyone who waits that there is no core."""
        self._error = error
        self._ended.set()

    def wait(self) -> Assistant:
        """Return the core when it is open; any thread but the window's."""
        if not self._ended.is_set() and threading.current_thread() is threading.main_thread():
            raise Bug("unexpected", code="core_not_open")
        self._ended.wait()
        if self._core is None:
            raise self._error or Bug("unexpected", code="core_not_open")
        return self._core

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Soon(self, name) if self._core is None else getattr(self._core, name)


class _Soon:
    """Something of the core, named and not looked up yet."""

    __slots__ = ("_name", "_of")

    def __init__(self, of: Any, name: str) -> None:
        self._of = of
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Soon(self, name)

    def __call__(self, *args: Any, **named: Any) -> Any:
        found: Callable[..., Any] = self.found()
        return found(*args, **named)

    def found(self) -> Any:
        """Wait for the core, and look it up."""
        of = self._of.wait() if isinstance(self._of, CoreSoon) else self._of.found()
        return getattr(of, self._name)
