"""Keeps a defect of one PySide6 release from ending the process.

PySide6 6.12.0 is built as if None, True and False were immortal, which they are from Python 3.12 on.
On 3.11 every call that returns one of them takes a reference of it away (measured: 1.0 a call, none
with 6.11.3 and 6.10.3), and after some five thousand calls the interpreter aborts with
`none_dealloc`. So they are given more references than a lifetime of calls can take, which is what
3.12 does by other means. To be removed when 3.11 is no longer supported.
"""

from __future__ import annotations

import ctypes
import sys

_MANY = 1 << 40


def keep_constants_alive() -> None:
    """Make the constants immortal where the interpreter does not; twice does no harm."""
    if sys.version_info >= (3, 12):
        return
    for constant in (None, True, False, NotImplemented, Ellipsis):
        if sys.getrefcount(constant) < _MANY // 2:
            ctypes.c_ssize_t.from_address(id(constant)).value += _MANY
