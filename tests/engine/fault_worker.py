"""A real worker with a real model in which one thing goes wrong, once.

`python fault_worker.py WHAT WHERE FLAG PARENT`: WHAT happens at WHERE (load, prompt, decision, reply)
unless the file FLAG exists, which is then made, so that the worker after this one is sound.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assistant_app.engine import worker

PROMPT = 16
"""Entries of a batch that can only be a prompt's."""
pipe: Any = None


def sound() -> None:
    """Keep the worker's pipe at hand, for those faults that go through it."""
    serve = worker._serve

    def keep(requests: Any, flag: Any, channel: Any) -> None:
        global pipe
        pipe = channel
        serve(requests, flag, channel)

    worker._serve = keep


def end_by(number: int) -> Callable[[], None]:
    """Return what ends the process by a signal."""

    def end() -> None:
        os.kill(os.getpid(), number)
        time.sleep(60)

    return end


def native_loop() -> None:
    """Compute for ever in native code that never lets another thread of Python run."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def close_pipe() -> None:
    """Say nothing more, and stay."""
    os.close(pipe.fileno())
    time.sleep(60)


def write_garbage() -> None:
    """Print to the pipe, as a native library might."""
    os.write(pipe.fileno(), b"ggml_backend: \xff\xfe oh no\n")
    time.sleep(60)


def half_a_line() -> None:
    """Die in the middle of a line."""
    os.write(pipe.fileno(), b'{"type":"chunk","id":')
    os._exit(7)


def no_memory() -> None:
    """Fail as Python does without memory."""
    raise MemoryError


def no_native_memory() -> None:
    """Fail as C++ does without memory."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def mistake() -> None:
    """Raise what nobody thought of."""
    raise ZeroDivisionError


def segfault() -> None:
    """Read where nothing is."""
    ctypes.string_at(1)


FAULTS: dict[str, Callable[[], None]] = {
    "kill-9": end_by(signal.SIGKILL),
    "kill-6": os.abort,
    "kill-11": segfault,
    "stop": end_by(getattr(signal, "SIGSTOP", signal.SIGTERM)),
    "native-loop": native_loop,
    "close-pipe": close_pipe,
    "garbage": write_garbage,
    "half-a-line": half_a_line,
    "exit-0": lambda: os._exit(0),
    "memory": no_memory,
    "native-memory": no_native_memory,
    "mistake": mistake,
    "half-a-character": lambda: None,
}


def break_once(what: str, where: str, flag: Path) -> None:
    """Put a model in the place of the worker's that fails as asked."""
    sound_model = worker.NativeModel

    def fail() -> bool:
        if flag.exists():
            return False
        flag.touch()
        FAULTS[what]()
        return True

    class BrokenModel(sound_model):  # type: ignore[misc, valid-type]
        def __init__(self, load: Any, cancel: Any, beat: Callable[[], Any]) -> None:
            self.deciding = False
            self.steps = 0
            self.cut = 0

            def loaded_some() -> None:
                if where == "load":
                    fail()
                beat()

            super().__init__(load, cancel, loaded_some)

        def grammar(self, text: str) -> Any:
            self.deciding = True
            return super().grammar(text)

        def decode(self, entries: Any, outputs: Any) -> bool:
            if len(entries) >= PROMPT:
                self.steps = 0
                if where == "prompt":
                    fail()
            else:
                self.steps += 1
                here = where == ("decision" if self.deciding else "reply")
                if self.steps == 4 and here and fail():
                    self.cut = what == "half-a-character"
            return bool(super().decode(entries, outputs))

        def piece(self, token: int) -> bytes:
            """Give half a character once, where that was asked for."""
            if self.cut == 1:
                self.cut = 2
                return "好".encode()[:2]
            return bytes(super().piece(token))

        def is_end(self, token: int) -> bool:
            """End after half a character."""
            if self.cut == 2:
                self.cut = 0
                return True
            return bool(super().is_end(token))

    worker.NativeModel = BrokenModel  # type: ignore[misc]


if __name__ == "__main__":
    sound()
    break_once(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
    sys.exit(worker.run(sys.argv[4:]))
