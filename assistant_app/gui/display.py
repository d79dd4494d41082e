"""Finds out whether a window can be shown, before Qt is asked and aborts the process.

On Linux, a missing display or library makes Qt call `abort()`: no exception, no sentence. So the
plugin is loaded and the display is asked here first, which takes a few milliseconds. This module
imports no Qt at the top: its libraries may be what is missing.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from pathlib import Path

from assistant_app.domain.language import Lang
from assistant_app.errors import AppError

_QT_PLATFORM = "QT_QPA_PLATFORM"


def terminal_language() -> Lang:
    """Return the language of the terminal: Chinese for a zh locale, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if name := os.environ.get(variable):
            return "zh" if name.lower().startswith("zh") else "en"
    return "en"


def problem() -> AppError | None:
    """Return why no window can be shown, or None when one can.

    The codes are `window_no_display`, `window_display_refused`, `window_library_missing` (with
    `library`) and `window_qt_missing`.
    """
    if not sys.platform.startswith("linux"):
        return None
    chosen = os.environ.get(_QT_PLATFORM, "").split(":")[0].split(";")[0]
    if chosen and chosen not in ("xcb", "wayland"):
        return _qt_problem()
    wayland, x11 = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if not wayland and not x11:
        return AppError("window_no_display")
    if (found := _qt_problem()) is not None:
        return found
    found = None
    if wayland and chosen != "xcb" and (found := _wayland_problem(wayland)) is None:
        return None
    if x11 and chosen != "wayland":
        found = _x11_problem(x11)
        if found is None:
            os.environ.setdefault(_QT_PLATFORM, "xcb")
    return found


def _qt_problem() -> AppError | None:
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        return _library_error(str(error))
    return None


def _library_error(text: str) -> AppError:
    name = text.split(":", 1)[0]
    if ".so" not in name:
        return AppError("window_qt_missing", reason=text)
    return AppError("window_library_missing", library=Path(name).name)


def _plugin_problem(name: str) -> AppError | None:
    """Load a platform plugin the way Qt would, after Qt itself."""
    spec = importlib.util.find_spec("PySide6")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        plugin = Path(folder) / "Qt" / "plugins" / "platforms" / name
        if plugin.exists():
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                return _library_error(str(error))
    return None


def _wayland_problem(display: str) -> AppError | None:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if not (Path(runtime) / display).exists():
        return AppError("window_display_refused", display=display)
    return _plugin_problem("libqwayland.so")


def _x11_problem(display: str) -> AppError | None:
    if (found := _plugin_problem("libqxcb.so")) is not None:
        return found
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return _library_error(str(error))
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return AppError("window_display_refused", display=display) if refused else None
