"""A worker seen from the app: a child process, its pipes, and its end.

Two threads read what it says; the one that reads stdout also starts it and waits for it. That is
more than tidiness: Linux sends the death signal that ties a child to its parent when the *thread*
ends that started it, so that thread must live as long as the child. A third one writes, because a
worker that hangs does not empty its pipe, and nobody but that thread may wait for it.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections import deque
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import IO

from assistant_app.engine import faults, protocol
from assistant_app.errors import AppError, Bug

TAIL_BYTES = 64 * 1024
_EXIT_S = 2.0
"""How long a worker that closed its pipe may take to end."""


@dataclass(frozen=True, slots=True)
class Death:
    """The worker is gone; nothing comes after this."""

    error: AppError
    returncode: int | None


@dataclass(frozen=True, slots=True)
class Wake:
    """Something else happened that whoever waits for the worker should look at."""


Item = protocol.Reply | Death | Wake


def own_command(*arguments: str) -> list[str]:
    """Return the command that runs this app with `arguments`; a frozen app starts itself."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-P", "-m", "assistant_app"]
    return [*program, *arguments]


def worker_command() -> list[str]:
    """Return the command of a worker."""
    return own_command("--engine-worker", str(os.getpid()))


def _ended(pid: int) -> bool:
    """Tell whether a child has ended, without taking its exit code from whoever waits for it."""
    waitid = getattr(os, "waitid", None)
    if waitid is None:
        return False
    try:
        return waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


class WorkerProcess:
    """One child process. `inbox` is what it says; a `Death` is the last thing in it."""

    def __init__(self, command: list[str] | None = None) -> None:
        self._command = command or worker_command()
        self.inbox: SimpleQueue[Item] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._spawn_error: OSError | None = None
        self._spawned = threading.Event()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._broken = ""
        self._oom_kills = faults.oom_kill_count()
        self._reader = threading.Thread(target=self._run, name="engine-stdout", daemon=True)
        self._reader.start()
        self._spawned.wait()

    @property
    def pid(self) -> int | None:
        """The process id, or None when it could not be started."""
        return self._process.pid if self._process else None

    @property
    def alive(self) -> bool:
        """Whether the process runs, as far as is known.

        `Popen.poll` alone says yes while the reader thread is in `Popen.wait`.
        """
        process = self._process
        return process is not None and process.poll() is None and not _ended(process.pid)

    @property
    def tail(self) -> str:
        """The last of what it printed; may miss what was printed this instant."""
        return b"".join(tuple(self._tail)).decode("utf-8", "replace")

    def _run(self) -> None:
        """Start the process, pass on what it says, and tell how it ended."""
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            self._spawn_error = error
            self.inbox.put(Death(AppError("engine_crashed", exit=-1, detail=str(error)), None))
            self._spawned.set()
            return
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        stderr = threading.Thread(
            target=self._read_stderr, args=(process.stderr,), name="engine-stderr", daemon=True
        )
        stdin = threading.Thread(
            target=self._write_requests, args=(process.stdin,), name="engine-stdin", daemon=True
        )
        stderr.start()
        stdin.start()
        self._spawned.set()
        with os.fdopen(os.dup(process.stdout.fileno()), "rb") as stdout:
            self._read_replies(stdout)
        self._await_end(process)
        self._outbox.put(None)
        stdin.join()
        stderr.join()
        for pipe in (process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        self.inbox.put(Death(self._cause(process), process.returncode))

    def _await_end(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for the end of a worker that says nothing more, and see to it that it comes."""
        try:
            process.wait(_EXIT_S)
        except subprocess.TimeoutExpired:
            self._broken = self._broken or "it closed its pipe and stayed"
            self.kill()
            process.wait()

    def _cause(self, process: subprocess.Popen[bytes]) -> AppError:
        if self._broken:
            return Bug("engine_crashed", exit=process.returncode, detail=self._broken)
        kills = faults.oom_kill_count() - self._oom_kills
        return faults.death_error(process.returncode, self.tail, kills)

    def _read_replies(self, stdout: IO[bytes]) -> None:
        """Put every reply into the inbox; a line that is none ends the process."""
        while line := stdout.readline(protocol.MAX_LINE):
            try:
                message = protocol.decode(line)
                if not isinstance(message, protocol.Reply):
                    raise protocol.ProtocolError(f"not a reply: {line[:100]!r}")
            except protocol.ProtocolError as error:
                self._broken = f"garbage on the pipe: {error}"[:200]
                self._keep(f"{self._broken}\n".encode())
                self.kill()
                return
            self.inbox.put(message)

    def _read_stderr(self, stderr: IO[bytes]) -> None:
        while data := stderr.read(8192):
            self._keep(data)

    def _keep(self, data: bytes) -> None:
        self._tail.append(data)
        self._tail_size += len(data)
        while self._tail_size > TAIL_BYTES and len(self._tail) > 1:
            self._tail_size -= len(self._tail.popleft())

    def _write_requests(self, stdin: IO[bytes]) -> None:
        """Write what is in the outbox until `None`, which closes the pipe."""
        with contextlib.suppress(OSError):
            while (line := self._outbox.get()) is not None:
                data = memoryview(line)
                while data:
                    data = data[stdin.write(data) :]
        with contextlib.suppress(OSError):
            stdin.close()

    def send(self, message: protocol.Request) -> None:
        """Have a request written, without waiting for it.

        A dead worker takes it too: its `Death` is in the inbox.
        """
        self._outbox.put(protocol.encode(message))

    def wake(self) -> None:
        """Make whoever waits for the worker look up."""
        self.inbox.put(Wake())

    def receive(self, timeout: float | None = None) -> Item | None:
        """Return the next item, or None when `timeout` seconds passed without one."""
        try:
            return self.inbox.get(timeout=timeout)
        except Empty:
            return None

    def kill(self) -> None:
        """End the process now; its `Death` follows."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()

    def close(self, grace_s: float = 1.0) -> None:
        """End the process by closing its stdin, or else by force; at most `grace_s` + 1 seconds.

        A worker has nothing to lose: what it keeps on disk is written whole or not at all.
        """
        self._outbox.put(None)
        self._reader.join(grace_s)
        self.kill()
        self._reader.join(1.0)
