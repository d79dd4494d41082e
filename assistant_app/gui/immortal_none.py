"""Keeps a defect of one PySide6 release from ending the process.

PySide6 6.12.0 is built as if None were immortal, which it is from Python 3.12 on. On 3.11 every call
that returns nothing takes a reference of None away (measured: 1.0 a call, none with 6.11.3 and
6.10.3), and after some five thousand of them the interpreter aborts with `none_dealloc`. So None is
given more references than a lifetime of calls can take, which is what 3.12 does by other means.
To be removed when 3.11 is no longer supported.
"""

from __future__ import annotations

import ctypes
import sys

_MANY = 1 << 40


def keep_none_alive() -> None:
    """Make None immortal where the interpreter does not; once is enough, twice does no harm."""
    if sys.version_info >= (3, 12) or sys.getrefcount(None) >= _MANY // 2:
        return
    ctypes.c_ssize_t.from_address(id(None)).value += _MANY
